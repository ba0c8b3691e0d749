"""What a network reads and answers: one layout of named inputs and outputs for all seat counts of a game.

Inputs are the numbers of an observation by their labels, how much the rule of thumb likes each action, and the number
of seats. Outputs are the actions. An action that names a player counts from the viewer, as observations do. Everything
is found by name, so one network serves every seat count, and a layout that no longer fits is noticed.
"""

import hashlib
from dataclasses import fields, replace
from functools import lru_cache

from parlour.core.actions import Action
from parlour.games import AnyGame, Entry, find


class Layout:
    """The names of a game's inputs and outputs, from its largest table down to its smallest."""

    def __init__(self, slug: str, numbers: tuple[str, ...], actions: tuple[str, ...], seats: tuple[int, ...]) -> None:
        self.slug, self.numbers, self.actions, self.seats = slug, numbers, actions, seats
        words = "\n".join([slug, *numbers, "", *actions, "", *map(str, seats)])
        self.digest = hashlib.sha256(words.encode()).hexdigest()[:16]
        self._number = {label: place for place, label in enumerate(numbers)}
        self._action = {text: place for place, text in enumerate(actions)}

    @property
    def inputs(self) -> int:
        """How many numbers a network reads."""
        return len(self.numbers) + len(self.actions) + len(self.seats)

    def names(self) -> list[str]:
        """What each input is about."""
        liked = [f"liked: {text}" for text in self.actions]
        return [*self.numbers, *liked, *[f"seats: {count}" for count in self.seats]]

    def columns(self, game: AnyGame) -> list[int] | None:
        """The input of each number of an observation; None if the game has numbers that the layout does not know."""
        found = [self._number.get(label, -1) for label in labels(game)]
        return None if -1 in found else found

    def outputs(self, game: AnyGame) -> list[int] | None:
        """The output of each action, seat by seat; None if the game has actions that the layout does not know."""
        found = [self._action.get(text, -1) for seat in range(game.seats) for text in relative_texts(game, seat)]
        return None if -1 in found else found

    def seats_input(self, game: AnyGame) -> int:
        """The input that says how many sit at the table."""
        return len(self.numbers) + len(self.actions) + self.seats.index(game.seats)


def labels(game: AnyGame) -> list[str]:
    """What each number of an observation is about."""
    return [label for piece in game.observation for label in piece.labels()]


def relative_texts(game: AnyGame, seat: int) -> list[str]:
    """The actions' texts as one seat would count the players: itself first, then to its left."""
    return [_relative(action, seat, game.seats) for action in game.actions]


def _relative(action: Action, seat: int, seats: int) -> str:
    player = getattr(action, "player", None)
    if not isinstance(player, int) or "player" not in [field.name for field in fields(action)]:
        return action.text()
    known: dict[str, int] = {"player": (player - 1 - seat) % seats + 1}
    return replace(action, **known).text()


@lru_cache(maxsize=16)
def layout_of(slug: str) -> Layout:
    """The layout of a game with its usual rules."""
    return make_layout(find(slug))


def make_layout(entry: Entry) -> Layout:
    """Collect the names of all seat counts, the largest table first."""
    about = entry.about
    counts = tuple(range(about.min_seats, about.max_seats + 1))
    numbers: dict[str, None] = {}
    actions: dict[str, None] = {}
    for seats in reversed(counts):
        game = entry.make(seats=seats)
        numbers.update(dict.fromkeys(labels(game)))
        actions.update(dict.fromkeys(relative_texts(game, 0)))
    return Layout(about.slug, tuple(numbers), tuple(actions), counts)
