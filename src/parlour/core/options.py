"""House rules a game offers: each has a name, a default and the values it takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from parlour.core.errors import UnknownOption, quoted

Value = bool | int | str

_WORDS: dict[str, bool] = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Option:
    """One house rule: a yes/no switch, a number in a range, or one of a few words.

    >>> Option("turn_cap", 400, "Turns until the game is stopped.", low=10, high=5000).read("250")
    250
    """

    name: str
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    title: str = ""
    """What players call it, where its name does not say enough."""
    labels: tuple[str, ...] = ()
    """What players call its choices, in their order."""

    def read(self, value: object) -> Value:
        """Parse a value given in its own type or as text; UnknownOption if it is neither."""
        found = self._from_text(value) if isinstance(value, str) else value
        if self.choices:
            # `is` on the type keeps True and 1 apart.
            for choice in self.choices:
                if type(choice) is type(found) and choice == found:
                    return choice
        elif isinstance(self.default, bool):
            if isinstance(found, bool):
                return found
        elif isinstance(found, int) and not isinstance(found, bool) and self.low <= found <= self.high:
            return found
        raise UnknownOption(f"Option {self.name} takes {self.takes()}, not {quoted(value)}.")

    def takes(self) -> str:
        """The values this option takes, in words."""
        if self.choices:
            return " or ".join(show(choice) for choice in self.choices)
        if isinstance(self.default, bool):
            return "true or false"
        return f"a whole number from {self.low} to {self.high}"

    def _from_text(self, text: str) -> Value:
        word = text.strip()
        if word in self.choices:
            return word
        if word.lower() in _WORDS and (isinstance(self.default, bool) or self.choices):
            return _WORDS[word.lower()]
        try:
            return int(word)
        except ValueError:
            return word


def first_player(how: str = "The first player is random, or the one on the first seat, as the host likes.") -> Option:
    """The house rule on who begins; `Game.pick_first` and `Game.pick_dealer` follow it."""
    return Option("first_player", "random", how, ("random", "host"))


def tie(how: str, default: str = "shared") -> Option:
    """The house rule on equal scores: players share the place, or the game's tie-break decides."""
    return Option("tie", default, how, ("shared", "broken"))


def show(value: Value) -> str:
    """An option's value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(title: str, offered: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """All options of a game with defaults filled in; UnknownOption for an unknown name or a wrong value."""
    by_name = {option.name: option for option in offered}
    for name in given:
        if name not in by_name:
            near = get_close_matches(name, by_name, n=1)
            hint = f" Did you mean {near[0]}?" if near else f" It has: {', '.join(by_name) or 'none'}."
            raise UnknownOption(f"{title} has no option {quoted(name)}.{hint}")
    return {name: option.read(given.get(name, option.default)) for name, option in by_name.items()}
