"""Positions and dice for the tests of All Around Mackinac Island."""

from collections.abc import Mapping, Sequence

import pytest

from parlour.core.chance import Chance
from parlour.core.events import Event
from parlour.core.game import Outcome
from parlour.games.around_mackinac import GAME


class Dice(Chance):
    """Dice that fall as written; a shuffle turns the cards around."""

    def __init__(self, rolls: Sequence[int]) -> None:
        self.left = list(rolls)
        self.asked: list[str] = []

    def pick(self, n: int, why: str) -> int:
        self.asked.append(why)
        return self.left.pop(0) - 1

    def shuffle(self, cards: list[int], why: str) -> None:
        self.asked.append(why)
        cards.reverse()


class Island:
    """A table set up by hand: `up` are the face-up cards from the pawn backwards, `ahead` the ones in front of it."""

    def __init__(
        self,
        seats: int = 2,
        up: Sequence[str] = (),
        ahead: Mapping[int, str] | None = None,
        pawn: int = 5,
        deck: object = None,
        options: Mapping[str, object] | None = None,
        **position: object,
    ) -> None:
        self.game = GAME(seats=seats, deck=deck, **(options or {}))
        places = self.game.places
        circle: list[str | None] = [None] * places
        for back, card in enumerate(up):
            circle[(pawn - 1 - back) % places] = card
        for steps, card in (ahead or {}).items():
            circle[(pawn - 1 + steps) % places] = card
        rest = [self.game.keys[kind] for kind in self.game.whole_deck]
        for card in circle:
            if card is not None:
                rest.remove(card)
        position.setdefault("circle", [card or rest.pop(0) for card in circle])
        position.setdefault("fun", [3] * seats)
        position.setdefault("face_up", [(pawn - 1 - back) % places + 1 for back in range(len(up))])
        self.state = self.game.load({"pawn": pawn, **position})
        self.events: list[Event] = []
        self.asked: list[str] = []

    def do(self, action: str, *rolls: int, seat: int | None = None) -> "Island":
        """Let the seat whose decision it is do something, with these dice; all of them must be used."""
        dice = Dice(rolls)
        self.events = []
        actor = self.game.to_act(self.state)[0] if seat is None else seat
        self.game.apply(self.state, actor, self.game.actions.id_of(action), dice, self.events.append)
        assert dice.left == []
        self.asked = dice.asked
        return self

    @property
    def fun(self) -> list[int]:
        return list(self.state.fun)

    @property
    def chips(self) -> tuple[list[int], int, int]:
        """Fun Piles, stash, Center."""
        assert sum(self.state.fun) + self.state.stash + self.state.center + self.state.removed == (
            self.game.seats * self.game.chips_each
        )
        return list(self.state.fun), self.state.stash, self.state.center

    @property
    def circle(self) -> list[str]:
        return [self.game.keys[kind] for kind in self.state.circle]

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def legal(self, seat: int | None = None) -> list[str]:
        actor = self.to_act[0] if seat is None else seat
        return [self.game.actions.texts[action] for action in self.game.legal(self.state, actor)]

    def told(self, kind: str) -> list[dict[str, object]]:
        """The facts of the last action's events of a kind."""
        return [dict(event.facts) for event in self.events if event.kind == kind]

    def facts(self, seat: int = 0) -> dict[str, object]:
        return self.game.view(self.state, seat).facts()


@pytest.fixture
def island() -> type[Island]:
    return Island
