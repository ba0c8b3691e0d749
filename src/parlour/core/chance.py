"""Where luck comes from. Rules never own a random generator: the caller passes luck in.

- `Seeded`: a table or a simulation; records every outcome, so that a replay needs no generator.
- `Scripted`: a replay or a test; returns recorded outcomes in order.
- `Sampled`: search and bulk play; fast, keeps nothing.
- `Stepped`: a study; the luck of `Seeded`, fast, keeps nothing.
- `Enumerating`: exhaustive tests; goes through every outcome with its probability.
"""

from collections.abc import Iterator
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from parlour.core.errors import BadRecord
from parlour.core.rng import Rng

Luck = dict[str, object]
"""One outcome in a record: {"pick": 2, "of": 6, "why": "die"} or {"order": [3, 1, 2], "why": "deal"}."""

LUCK: Final = 2
"""How a table's luck follows from its seed; records hold this number. 1 was a hash for every decision."""


def table_luck(seed: int | str, step: int, version: int = LUCK) -> Rng:
    """The luck of one decision at a table: every step has its own stream, the deal is step 0."""
    if version == 1:
        return Rng("table", seed, step)
    rng = Rng("table", seed)
    rng.restart(rng, step)
    return rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A source of luck for the rules; `why` says in a word what is decided."""

    def pick(self, n: i64, why: str) -> i64:
        """A whole number from 0 to n - 1."""
        raise NotImplementedError

    def shuffle(self, cards: list[int], why: str) -> None:
        """Put the cards in random order, in place."""
        raise NotImplementedError

    def roll(self, why: str = "die") -> i64:
        """A six-sided die: 1 to 6."""
        return self.pick(6, why) + 1


@final
class Sampled(Chance):
    """Luck drawn from a generator and not recorded."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def __reduce__(self) -> tuple[object, ...]:
        return Sampled, (self.rng,)

    def pick(self, n: i64, why: str) -> i64:
        return self.rng.below(n)

    def shuffle(self, cards: list[int], why: str) -> None:
        self.rng.shuffle(cards)


@final
class Stepped(Chance):
    """The luck that `Seeded` gives, without a record, for one game after another.

    Most decisions need no luck: a decision's stream is made when the rules first ask for it.
    """

    def __init__(self) -> None:
        self.root = Rng()
        self.rng = Rng()
        self.step: i64 = 0
        self.made: i64 = -1  # the step the stream belongs to

    def begin(self, seed: int | str) -> None:
        """Begin a game: its deal is step 0."""
        self.root = Rng("table", seed)
        self.step, self.made = 0, -1

    def _stream(self) -> Rng:
        if self.made != self.step:
            self.made = self.step
            self.rng.restart(self.root, self.step)
        return self.rng

    def pick(self, n: i64, why: str) -> i64:
        return self._stream().below(n)

    def shuffle(self, cards: list[int], why: str) -> None:
        self._stream().shuffle(cards)


@final
class Seeded(Chance):
    """Luck from a seed, recorded in `outcomes`.

    `step` numbers the decision the luck belongs to: every step has its own stream, so a game continues from its record
    without storing a generator. The stream is made when the rules first ask for luck; most decisions need none.
    """

    def __init__(self, seed: int | str, step: int = 0, version: int = LUCK) -> None:
        self.seed, self.step, self.version = seed, step, version
        self.rng: Rng | None = None
        self.outcomes: list[Luck] = []

    def _stream(self) -> Rng:
        if self.rng is None:
            self.rng = table_luck(self.seed, self.step, self.version)
        return self.rng

    def pick(self, n: i64, why: str) -> i64:
        value = self._stream().below(n)
        self.outcomes.append({"pick": value, "of": n, "why": why})
        return value

    def shuffle(self, cards: list[int], why: str) -> None:
        self._stream().shuffle(cards)
        self.outcomes.append({"order": list(cards), "why": why})


@final
class Scripted(Chance):
    """Recorded luck: each request must be the one the script expects."""

    def __init__(self, outcomes: list[Luck]) -> None:
        self.left = list(outcomes)
        self.left.reverse()

    def _next(self, key: str, why: str) -> Luck:
        if not self.left:
            raise BadRecord(f"The record has no luck left for {why!r}.")
        outcome = self.left.pop()
        if key not in outcome or outcome.get("why") != why:
            raise BadRecord(f"The record holds luck for {outcome.get('why')!r} where {why!r} is needed.")
        return outcome

    def pick(self, n: i64, why: str) -> i64:
        value = self._next("pick", why)["pick"]
        width: int = n  # a value of any size is compared with it
        if not isinstance(value, int) or not 0 <= value < width:
            raise BadRecord(f"The record's luck for {why!r} must be from 0 to {n - 1}, not {value!r}.")
        return value

    def shuffle(self, cards: list[int], why: str) -> None:
        order = self._next("order", why)["order"]
        if (
            not isinstance(order, list)
            or not all(isinstance(card, int) for card in order)
            or sorted(order) != sorted(cards)
        ):
            raise BadRecord(f"The record's shuffle for {why!r} does not hold the cards that are shuffled.")
        cards[:] = order


@final
class Enumerating(Chance):
    """One of all the ways luck can fall; `Enumerating.all()` yields each of them.

    >>> sorted((c.pick(2, "coin"), c.probability) for c in Enumerating.all())
    [(0, 0.5), (1, 0.5)]

    Shuffles of equal cards count once, with their joint probability, and a pick may depend on earlier ones.
    """

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.depth = 0
        self.widths: list[int] = []
        self.probability = 1.0

    @staticmethod
    def all() -> "Iterator[Enumerating]":
        """Yield a fresh source for every possible run; use each one before asking for the next."""
        path: list[int] = []
        while True:
            chance = Enumerating(path)
            yield chance
            path = chance.path[: chance.depth]
            while path and path[-1] + 1 >= chance.widths[len(path) - 1]:
                path.pop()
            if not path:
                return
            path[-1] += 1

    def _branch(self, width: int) -> int:
        if self.depth == len(self.path):
            self.path.append(0)
        self.widths.append(width)
        choice = self.path[self.depth]
        self.depth += 1
        return choice

    def pick(self, n: i64, why: str) -> i64:
        self.probability /= float(n)
        return self._branch(n)

    def shuffle(self, cards: list[int], why: str) -> None:
        left = sorted(cards)
        for place in range(len(cards)):
            kinds = sorted(set(left))
            card = kinds[self._branch(len(kinds))] if len(kinds) > 1 else kinds[0]
            self.probability *= left.count(card) / len(left)
            left.remove(card)
            cards[place] = card
