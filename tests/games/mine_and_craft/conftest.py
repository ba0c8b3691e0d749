"""Setting up Mine & Craft positions by hand and playing on from them."""

from collections.abc import Callable

import pytest

from parlour.core.chance import Chance, Sampled, Scripted
from parlour.core.events import Event
from parlour.core.game import Outcome
from parlour.core.rng import Rng
from parlour.games.mine_and_craft import GAME

FIVE = [["wood1", "wood2"], ["stone1", "stone2"], ["iron1", "iron2"], ["gold1", "gold2"], ["diamond1", "diamond2"]]
"""Five harmless piles, bottom to top."""


class Session:
    """A position being played."""

    def __init__(self, game: GAME, position: dict[str, object]) -> None:
        self.game = game
        self.table = game.load(position)
        self.events: list[Event] = []

    def do(self, seat: int, *texts: str, luck: list[dict[str, object]] | None = None) -> "Session":
        """Play actions of one seat; without luck given nothing random may happen in a way that matters."""
        chance: Chance = Sampled(Rng("session")) if luck is None else Scripted(luck)
        for text in texts:
            self.game.apply(self.table, seat, self.game.actions.id_of(text), chance, self.events.append)
        return self

    def legal(self, seat: int, start: str = "") -> list[str]:
        """What a seat may do now, as texts that start in some way."""
        texts = [self.game.actions.texts[action] for action in self.game.legal(self.table, seat)]
        return [text for text in texts if text.startswith(start)]

    def why_not(self, seat: int, text: str) -> str:
        """Why a seat may not do something."""
        return self.game.why_not(self.table, seat, self.game.actions.id_of(text))

    def __getitem__(self, entry: str) -> object:
        return self.game.dump(self.table)[entry]

    def player(self, seat: int, entry: str) -> object:
        """An entry of a player's part of the position."""
        return self.game.dump(self.table)["players"][seat][entry]  # type: ignore[index]

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.game.to_act(self.table)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.table)

    def told(self, kind: str) -> list[dict[str, object]]:
        """All events of a kind so far."""
        return [event.as_json() for event in self.events if event.kind == kind]


Start = Callable[..., Session]


@pytest.fixture
def start() -> Start:
    """Start from a position: `players` are their entries in order; the piles are harmless unless given."""

    def begin(*players: dict[str, object], options: dict[str, object] | None = None, **position: object) -> Session:
        rows = [*players, *[{} for _ in range(2 - len(players))]]
        game = GAME(seats=len(rows), **{"refill": "never", **(options or {})})
        return Session(game, {"piles": FIVE, "players": rows, **position})

    return begin
