"""Where the games of a run begin: dealt, from a given position, or dealt with one card exchanged."""

from dataclasses import dataclass

from parlour.core.chance import Chance
from parlour.core.errors import ParlourError
from parlour.core.events import Emit
from parlour.core.fields import CardField
from parlour.core.game import State
from parlour.core.rng import Rng
from parlour.core.schema import Each
from parlour.games import AnyGame
from parlour.study.plan import Plan
from parlour.study.quick import Opening


@dataclass(frozen=True)
class Hand:
    """A field with cards that only their owner sees, one for each seat."""

    group: Each
    field: CardField

    def keys(self, state: State, seat: int) -> list[str]:
        """The cards a seat holds, by their keys."""
        return self.field.kinds.names(self.field.cards(self.group.holders(state)[seat]))


def hands(game: AnyGame) -> list[Hand]:
    """The hands of a game, by its schema; [] where nobody holds hidden cards."""
    groups = [field for field in game.schema.fields if isinstance(field, Each)]
    return [
        Hand(group, field)
        for group in groups
        for field in group.fields
        if isinstance(field, CardField) and field.counts and field.seen_by.owner and not field.seen_by.others
    ]


def exchanged_seat(seed: str, seats: int) -> int:
    """The seat that gets the card in the game with a seed."""
    return int(Rng("exchange", seed).below(seats))


def opening_of(plan: Plan, game: AnyGame) -> Opening | None:
    """How the games of a plan are set up; None if they are simply dealt."""
    if plan.start is not None:
        start = game.load(plan.start)
        return lambda seed, chance, emit: game.clone(start)
    if plan.exchange:
        return _exchange(game, plan.exchange)
    return None


def _exchange(game: AnyGame, card: str) -> Opening:
    found = hands(game)
    if not found:
        raise ParlourError(f"{game.title} deals no hands, so no card of one can be exchanged.")
    game.deck.card(card)

    def deal(seed: str, chance: Chance, emit: Emit | None) -> State:
        state = game.new(chance, emit)
        seat, rng = exchanged_seat(seed, game.seats), Rng("exchanged card", seed)
        position = game.dump(state)
        mine = [place for hand in found for place in _places(_row(position, hand, seat))]
        others = [place for place in _places(position) if place[0][place[1]] == card and not _among(place, mine)]
        given = [place for place in mine if place[0][place[1]] != card]
        if not given or not others:  # the seat has nothing else, or nobody else has the card
            return state
        own, other = given[rng.below(len(given))], others[rng.below(len(others))]
        own[0][own[1]], other[0][other[1]] = card, own[0][own[1]]
        return game.load(position)

    return deal


Place = tuple[list[object], int]


def _row(position: dict[str, object], hand: Hand, seat: int) -> object:
    rows = position[hand.group.name]
    row = rows[seat] if isinstance(rows, list) else None
    return row[hand.field.name] if isinstance(row, dict) else None


def _places(part: object) -> list[Place]:
    """Every place of a position in which a word stands in a list."""
    if isinstance(part, dict):
        return [place for value in part.values() for place in _places(value)]
    if not isinstance(part, list):
        return []
    own = [(part, number) for number, value in enumerate(part) if isinstance(value, str)]
    return own + [place for value in part for place in _places(value)]


def _among(place: Place, places: list[Place]) -> bool:
    return any(place[0] is other[0] for other in places)
