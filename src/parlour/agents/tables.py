"""The tables where a language model has a seat: on this machine against bots, or on a server."""

import threading
from collections.abc import Mapping
from typing import Protocol

import parlour
from parlour.agents.page import Page
from parlour.agents.remote_table import RemoteTextTable
from parlour.agents.table import TextTable
from parlour.bots import find_bot
from parlour.core.errors import ParlourError

MOST_TABLES = 50


class Seat(Protocol):
    """A seat at a table."""

    def page(self) -> Page:
        """The news, the table and the choices."""

    def act(self, answer: object) -> None:
        """Play an action, given by number or text."""

    def hint(self) -> str:
        """What the coach would do here, and why."""

    def leave(self) -> str:
        """Leave the table; returns a sentence on what that means."""


class Tables:
    """The model's tables, by name. One call at a time: the protocol's server calls tools from several threads."""

    def __init__(self) -> None:
        self.seats: dict[str, Seat] = {}
        self.lock = threading.Lock()

    def start(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        bots: str = "",
        seed: str | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> tuple[str, str]:
        """Open a table against bots. Returns its name and a sentence about it."""
        given = dict(options or {})
        reserved = sorted({"deck", "seats"} & given.keys())
        if reserved:
            raise ParlourError(f"{reserved[0]} is no house rule.")
        made = parlour.game(game, seats, preset, **given)
        kinds = bots.replace(" ", "").split(",") if bots.strip() else ()
        for kind in kinds:
            find_bot(kind, only_ours=True)  # a model's words start nobody else's code
        table = TextTable(made, seat, kinds, seed, out_of_turn=True)
        others = ", ".join(f"{table.match.names[other]} ({kind} bot)" for other, kind in table.kinds.items())
        name = self._keep(table)
        return name, f"This is {name}. You play {made.title} with {others}."

    def join(self, address: str, player: str) -> tuple[str, str]:
        """Take a seat at a table on a server. Returns its name here and a sentence about it."""
        self._check_room()
        table = RemoteTextTable(address, player)
        name = self._keep(table)
        return name, f"This is {name}. You sit on seat {table.seat + 1}."

    def find(self, name: str) -> Seat:
        """The seat at a table of this name."""
        if name not in self.seats:
            known = f"There are: {', '.join(self.seats)}." if self.seats else "Start or join one first."
            raise ParlourError(f"There is no table {name!r}. {known}")
        return self.seats[name]

    def leave(self, name: str) -> str:
        """Give up the seat at a table."""
        said = self.find(name).leave()
        del self.seats[name]
        return said

    def _check_room(self) -> None:
        if len(self.seats) >= MOST_TABLES:
            raise ParlourError(f"There are {MOST_TABLES} tables already; leave one of them first.")

    def _keep(self, seat: Seat) -> str:
        self._check_room()
        number = len(self.seats) + 1
        while (name := f"table-{number}") in self.seats:
            number += 1
        self.seats[name] = seat
        return name
