"""Actions: typed values, stable numbers and readable text, all from one table.

A game builds its table once from its options; an action's id is its index, and its text is what a player types. Texts
are unique, so id, action and text convert into each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import overload

from parlour.core.errors import IllegalAction, quoted


@dataclass(frozen=True)
class Touches:
    """What a player points at to choose an action, for the default scene. Fields go by their names in the schema."""

    cards: tuple[str, ...] = ()
    """Keys of cards. One that nobody can point at, such as a guessed card, is left out."""
    places: tuple[int, ...] = ()
    """Numbers of places in a row of places, from 1."""
    fields: tuple[str, ...] = ()
    """The fields the cards or places lie in; alone, the fields themselves. Without it, cards are the player's own."""
    seats: tuple[int, ...] = ()
    """Other players."""


@dataclass(frozen=True)
class Action:
    """What a player wants to do. Subclasses are frozen dataclasses named in the game's words."""

    def text(self) -> str:
        """The action as a player types it, such as `play 7 7`."""
        raise NotImplementedError

    def label(self, names: Mapping[str, str]) -> str:
        """The action on a button of the default scene; `names` has the names of cards by their keys."""
        text = self.text()
        return text[:1].upper() + text[1:]

    def touches(self) -> Touches:
        """What a player points at to choose it: in the default scene, nothing unless the action says so."""
        return Touches()

    def uses(self) -> tuple[str, ...]:
        """Keys of the cards that a study counts as used, if the action alone says it. Events count the others."""
        return ()


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


class ActionTable(Sequence[Action]):
    """All actions of a game: `table[id]` is the action, `table.id_of(text_or_action)` the way back."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = tuple(actions)
        self.texts = tuple(action.text() for action in self._actions)
        self._by_text = {_plain(text): i for i, text in enumerate(self.texts)}
        if len(self._by_text) != len(self._actions):
            raise ValueError("two actions of a table have the same text")

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._actions[index]

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def id_of(self, wanted: str | Action | int) -> int:
        """The id of an action given as text, as a value, or as the id itself."""
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            if 0 <= wanted < len(self._actions):
                return wanted
            raise IllegalAction(f"There is no action number {wanted}: ids go from 0 to {len(self._actions) - 1}.")
        text = wanted.text() if isinstance(wanted, Action) else str(wanted)
        found = self._by_text.get(_plain(text))
        if found is None:
            near = get_close_matches(_plain(text), self._by_text, n=1)
            hint = f" Did you mean {self.texts[self._by_text[near[0]]]!r}?" if near else ""
            raise IllegalAction(f"{quoted(text)} is not an action of this game.{hint}")
        return found
