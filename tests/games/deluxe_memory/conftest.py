"""A table set up by hand: `board("7b 7r _ qb qb", tokens=[20, 20])` lays cards on the places 1, 2, 4 and 5."""

from collections.abc import Callable

import pytest

from parlour.core.chance import Sampled
from parlour.core.events import Event
from parlour.core.rng import Rng
from parlour.games.deluxe_memory import GAME

WORDS = {"a": "ace", "j": "jack", "q": "queen", "k": "king"}


def key(short: str) -> str:
    """`7b` is the black 7, `qr` the red Queen, `joker` the Joker."""
    if short == "joker":
        return short
    rank = WORDS.get(short[:-1], short[:-1])
    return f"{'black' if short[-1] == 'b' else 'red'}-{rank}"


class Board:
    """A game in a position, with what has happened since."""

    def __init__(self, cards: str, tokens: list[int], options: dict[str, object], entries: dict[str, object]) -> None:
        self.game = GAME(seats=len(tokens), **options)
        players = [{"tokens": count} for count in tokens]
        for seat, extra in enumerate(entries.pop("players", [])):
            players[seat].update(extra)
        places = [None if word == "_" else key(word) for word in cards.split()]
        self.table = self.game.load({"cards": places, "players": players, **entries})
        self.events: list[Event] = []

    def do(self, *texts: str) -> "Board":
        """Let whoever has to decide do these things, one after the other."""
        for text in texts:
            seat = self.game.actor(self.table)
            action = self.game.actions.id_of(text)
            self.game.apply(self.table, seat, action, Sampled(Rng(1)), self.events.append)
        return self

    @property
    def tokens(self) -> list[int]:
        return [player.tokens for player in self.table.players]

    @property
    def actor(self) -> int:
        return self.game.actor(self.table)

    @property
    def legal(self) -> list[str]:
        return [self.game.actions.texts[action] for action in self.game.legal(self.table, self.actor)]

    def why_not(self, text: str) -> str:
        return self.game.why_not(self.table, self.actor, self.game.actions.id_of(text))

    def now(self, entry: str) -> object:
        """One entry of the position."""
        return self.game.dump(self.table)[entry]

    def knows(self, seat: int) -> object:
        return self.now("players")[seat]["knows"]

    def out(self) -> list[int]:
        return [player.out for player in self.table.players]

    def kinds(self) -> list[str]:
        """The kinds of events so far."""
        return [event.kind for event in self.events]


@pytest.fixture
def board() -> Callable[..., Board]:
    def make(cards: str, tokens: list[int] | None = None, house: dict[str, object] | None = None, **entries) -> Board:
        return Board(cards, tokens or [20, 20], house or {}, entries)

    return make
