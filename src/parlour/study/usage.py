"""What was used in a game, under readable names: actions by type, and what its events count."""

import re
from collections import Counter
from dataclasses import fields

from parlour.core.actions import Action
from parlour.core.events import Event, Fact, Use
from parlour.games import AnyGame

Used = tuple[int, str, str]
"""Seat, thing and kind."""


def action_words(action: Action) -> str:
    """The kind of an action in words: its type's name, or its text where the text is all it has.

    >>> from parlour.games.st_croix.actions import PickUp, Play
    >>> action_words(PickUp()), action_words(Play("7", 2))
    ('pick up', 'play')
    """
    given = fields(action)
    if len(given) == 1 and getattr(action, given[0].name) == action.text():
        return action.text()
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(action).__name__).lower()


class Names:
    """A game's names for things; made once per game."""

    def __init__(self, game: AnyGame) -> None:
        self.actions = [action_words(action) for action in game.actions]
        self.cards = {card.key: card.name for card in game.deck.cards}

    def of(self, value: Fact) -> str:
        """A card's name, or any other word of an event in readable form."""
        return self.cards.get(str(value), str(value).replace("-", " "))


class Counting:
    """Counts what one game's seats use; `hear` listens to its events."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.first: int | None = None
        self.used: Counter[Used] = Counter()

    def act(self, seat: int, action: int) -> None:
        """Count an action."""
        self.used[seat, self.names.actions[action], "action"] += 1

    def hear(self, event: Event) -> None:
        """Count what an event uses."""
        if self.first is None and event.type.begins:
            self.first = event.seat
        for counts, use in event.type.uses:
            seat = event.seat if use.seat == "seat" else event.get(use.seat)
            if isinstance(seat, int) and counts(event.facts):
                for thing in self._things(use, event):
                    self.used[seat, thing, use.kind] += 1

    def _things(self, use: Use, event: Event) -> list[str]:
        value = event.get(use.fact) if use.fact else None
        values: list[Fact] = [*value] if isinstance(value, list) else [value]
        return [use.words.format(self.names.of(each), **event.facts) for each in values]
