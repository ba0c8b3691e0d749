"""Positions of St. Croix in a few words.

`sit("5 5 12 | lizard | 3 -", "9", pile="4")` is a match in which seat 0 holds 5, 5, 12, has a Lizard on the table,
one Mystery Card (a 3) left of two, and seat 1 holds a 9. Seat 0 is to play on a 4.
"""

from collections.abc import Callable

import pytest

from parlour import Match
from parlour.core.chance import Scripted
from parlour.games.st_croix import StCroix


class Sitting(Match):
    """A match with short questions."""

    def now(self, seat: int) -> list[str]:
        """What a seat may do, as text."""
        return [self.game.actions.texts[action] for action in self.legal(seat)]

    def hand(self, seat: int) -> list[str]:
        return self.position()["players"][seat]["hand"]

    def on_table(self, seat: int) -> list[str]:
        return self.position()["players"][seat]["table"]

    @property
    def pile(self) -> list[str]:
        return self.position()["play_pile"]

    @property
    def gone(self) -> list[str]:
        return self.position()["gone"]

    @property
    def turn(self) -> int:
        return self.to_act[0]

    def kinds(self) -> list[str]:
        """The events so far."""
        return [event.kind for event in self.events]


def player(words: str) -> dict[str, object]:
    hand, table, mystery = (*words.split("|"), "", "")[:3]
    return {
        "hand": hand.split(),
        "table": table.split(),
        "mystery": [None if key == "-" else key for key in mystery.split()],
    }


@pytest.fixture
def sit() -> Callable[..., Sitting]:
    def make(
        *players: str,
        pile: str = "",
        draw: str = "",
        turn: int = 0,
        deck: object = None,
        start: dict[str, object] | None = None,
        **options: object,
    ) -> Sitting:
        position: dict[str, object] = {
            "turn": turn,
            "players": [player(words) for words in players],
            "play_pile": pile.split(),
            "draw_pile": draw.split(),
            **(start or {}),
        }
        return Sitting(StCroix(seats=len(players), deck=deck, **options), seed=1, start=position)

    return make


@pytest.fixture
def deal() -> Callable[..., tuple[StCroix, object, list[object]]]:
    """A new game whose cards come off the deck in the given order, the first one dealt first."""

    def make(game: StCroix, first: str, then: str = "", begins: int = 0) -> tuple[StCroix, object, list[object]]:
        """`first` is dealt first; `then` comes right after the deal: the starter and the top of the Draw Pile."""
        dealt = game.seats * (game.mystery_cards + game.table_cards + game.hand_cards)
        rest = list(game.whole_deck)
        top = [game.keys.index(key) for key in first.split()]
        after = [game.keys.index(key) for key in then.split()]
        for kind in top + after:
            rest.remove(kind)
        fill = dealt - len(top)
        order = top + rest[:fill] + after + rest[fill:]
        order.reverse()
        luck = Scripted([{"order": order, "why": "deal"}, {"pick": begins, "why": "first player"}])
        events: list[object] = []
        return game, game.new(luck, events.append), events

    return make


@pytest.fixture
def choose_all() -> Callable[..., None]:
    """Everybody lays the lowest cards on the table, so that the Play Pile is started."""

    def choose(game: StCroix, table: object, events: list[object] | None = None) -> None:
        emit = None if events is None else events.append
        while table.choosing:
            seat = game.actor(table)
            game.apply(table, seat, game.legal(table, seat)[0], Scripted([]), emit)

    return choose


@pytest.fixture
def dealt(
    deal: Callable[..., tuple[StCroix, object, list[object]]], choose_all: Callable[..., None]
) -> Callable[..., tuple[object, ...]]:
    """Like `deal`, after everybody has chosen: the Play Pile has been started."""

    def make(*args: object, **more: object) -> tuple[object, ...]:
        game, table, events = deal(*args, **more)
        choose_all(game, table, events)
        return game, table, events

    return make
