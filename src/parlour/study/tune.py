"""A search for the deck and house rules that come closest to stated goals.

Every candidate is a run of the usual kind, so processes, clusters and resuming work as everywhere. Candidates race:
all play a few games, the better half plays more, the best play most. Later candidates are small changes of the best
ones so far. Everything follows from the seed, so an interrupted search that is begun again takes the same way and
finds its finished runs.

This is our own search instead of a library's: candidates are few and discrete, the noise is that of games which can be
added to, and a race decides how many. A general optimiser would bring ten packages and not the race.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from parlour.core.deck_changes import PREFIX, deck_text, is_change
from parlour.core.errors import ParlourError
from parlour.core.options import Value, show
from parlour.core.record import digest
from parlour.core.rng import Rng
from parlour.study.estimates import Estimate
from parlour.study.folders import begin_folder, read_about
from parlour.study.goals import Goal, measured, read_goals
from parlour.study.plan import Plan, make_plan
from parlour.study.reading import Sample, read_sample
from parlour.study.tables import write_atomically
from parlour.study.vary import Grid, split_settings
from parlour.study.work import RunFolder

TUNE = "tune.json"
RUNGS = (100, 200, 600)
"""Games a candidate plays on each rung of a race; a half of the candidates climbs to the next."""
FIELD = 12
"""Candidates of a generation."""
PARENTS = 6
FINALISTS = 5

Settings = dict[str, Value]
Play = Callable[[Sequence[RunFolder]], None]
"""Plays prepared runs."""


class Task(msgspec.Struct):
    """Everything that determines a search, as tune.json keeps it."""

    game: str
    goals: list[str]
    vary: Grid
    games: int
    confirm: int
    seats: int | None
    bots: list[str]
    options: dict[str, Value]
    deck: str | None
    seed: str
    made_by: str

    def text(self) -> str:
        """The task as the text of tune.json."""
        return json.dumps({"format": 1, **msgspec.to_builtins(self)}, indent=2, ensure_ascii=False) + "\n"

    def plan(self, settings: Mapping[str, Value], games: int, seed: str) -> Plan:
        """The run of one candidate."""
        seats, bots, house = split_settings(settings)
        return make_plan(
            self.game,
            games=games,
            seats=self.seats if seats is None else seats,
            bots=self.bots if bots is None else bots,
            options={**self.options, **house},
            deck=house.pop("deck", self.deck),
            seed=seed,
            followed=0,
        )


@dataclass
class Candidate:
    """Settings that were tried: their runs so far, and how far they are from the goals."""

    settings: Settings
    size: int
    """How much it changes: copies added and taken away, and options changed."""
    runs: list[Sample] = field(default_factory=list)
    found: list[Estimate] = field(default_factory=list)
    distance: float = float("inf")

    def look(self, goals: Sequence[Goal]) -> None:
        """Measure the goals again, after another run."""
        self.found = measured(goals, self.runs)
        self.distance = sum(goal.distance(one.value) for goal, one in zip(goals, self.found, strict=True))

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(run.count for run in self.runs)


class Search:
    """One search in its folder."""

    def __init__(self, task: Task, folder: Path, play: Play) -> None:
        self.task = task
        self.folder = folder
        self.play = play
        self.goals = read_goals(task.goals)
        self.base = task.plan({}, 1, task.seed)
        deck = self.base.open_deck()
        usual: Settings = {f"{PREFIX}{card.key}.copies": card.copies for card in deck.cards}
        for table, entries in deck.settings.items():
            usual |= {
                f"{PREFIX}{table}.{name}": value for name, value in entries.items() if isinstance(value, int | str)
            }
        self.usual: Settings = {**self.base.options, "seats": self.base.seats, **usual}
        self.tried: dict[str, Candidate] = {}
        self.left = task.games

    def candidate(self, settings: Settings) -> Candidate | None:
        """A new candidate; None if it was tried before or cannot be played."""
        changed = {name: value for name, value in sorted(settings.items()) if self.usual.get(name) != value}
        key = digest({"settings": changed})[:12]
        if key in self.tried:
            return None
        try:
            self.task.plan(changed, 1, self.task.seed)
        except ParlourError:
            return None
        self.tried[key] = Candidate(changed, self.size(changed))
        return self.tried[key]

    def size(self, settings: Settings) -> int:
        """How much settings change."""
        total = 0
        for name, value in settings.items():
            usual = self.usual.get(name)
            numbers = is_change(name) and isinstance(value, int) and isinstance(usual, int)
            total += abs(int(value) - int(usual)) if numbers and usual is not None else 1
        return total

    def run(self) -> None:
        """Search until the games are used up."""
        rng = Rng("tune", self.task.seed)
        first = self.candidate({})
        generation = [first] if first is not None else []
        while self.left > 0:
            for settings in self._proposals(rng):
                if len(generation) == FIELD:
                    break
                if (new := self.candidate(settings)) is not None:
                    generation.append(new)
            if not generation:
                return  # everything was tried
            self._race(generation)
            generation = []

    def _proposals(self, rng: Rng) -> Iterator[Settings]:
        """Small changes of the best candidates so far; at first, of the game as it is."""
        parents = self.ranked()[:PARENTS] or [Candidate({}, 0)]
        deck = [name for name in self.task.vary if is_change(name)]
        rules = [name for name in self.task.vary if not is_change(name)]
        groups = [group for group in (deck, rules) if group]  # many cards must not crowd out the rules
        for one in parents[:2]:  # perhaps fewer changes do the same
            for left in one.settings:
                yield {name: value for name, value in one.settings.items() if name != left}
        for _ in range(50 * FIELD):
            settings = dict(parents[rng.below(len(parents))].settings)
            for _ in range(1 + rng.below(3)):
                names = groups[rng.below(len(groups))]
                name = names[rng.below(len(names))]
                values = self.task.vary[name]
                settings[name] = values[rng.below(len(values))]
            yield settings

    def _race(self, field: Sequence[Candidate]) -> None:
        """Let candidates play; the better half goes on to the next rung."""
        for rung, games in enumerate(RUNGS):
            runs = [self._folder(one, f"{self.task.seed} {rung}", games) for one in field]
            self.play(runs)
            self.left -= games * len(runs)
            for one, run in zip(field, runs, strict=True):
                one.runs.append(read_sample(run.folder))
                one.look(self.goals)
            field = sorted(field, key=_rank)[: (len(field) + 1) // 2]
            if self.left <= 0:
                return

    def _folder(self, one: Candidate, seed: str, games: int, under: str = "tries") -> RunFolder:
        plan = self.task.plan(one.settings, games, seed)
        run = RunFolder(plan, self.folder / under / f"{digest({'settings': one.settings})[:12]}-{games}")
        run.prepare((run.folder / "run.json").exists())
        return run

    def ranked(self) -> list[Candidate]:
        """Candidates that ran at least two rungs, or all while there are none, the best first."""
        every = [one for one in self.tried.values() if one.runs]
        longer = [one for one in every if one.games > RUNGS[0]]
        return sorted(longer or every, key=_rank)

    def front(self) -> list[Candidate]:
        """The candidates that no other beats in both distance and size, fewest changes first."""
        found: list[Candidate] = []
        for one in sorted(self.ranked(), key=lambda one: (one.size, one.distance)):
            if not found or one.distance < found[-1].distance:
                found.append(one)
        return found

    def finalists(self) -> list[Candidate]:
        """The best of the front, without the game as it is."""
        return [one for one in self.front() if one.settings][-FINALISTS:]

    def confirm(self) -> list[Candidate]:
        """The game as it is and the finalists, on fresh deals: the numbers of the search are too good to be true."""
        chosen = [Candidate({}, 0), *(Candidate(one.settings, one.size) for one in self.finalists())]
        runs = [self._folder(one, f"{self.task.seed} confirm", self.task.confirm, "finalists") for one in chosen]
        self.play(runs)
        for one, run in zip(chosen, runs, strict=True):
            one.runs.append(read_sample(run.folder))
            one.look(self.goals)
        return chosen

    def write_decks(self, finalists: Sequence[Candidate]) -> list[Path | None]:
        """Deck files ready to play with; None where the deck is the game's own."""
        found: list[Path | None] = []
        for place, one in enumerate(finalists):
            plan = one.runs[0].plan
            if plan.deck_data is None or one.runs[0].own_deck or (self.task.deck is not None and not one.settings):
                found.append(None)
                continue
            path = self.folder / "decks" / f"finalist-{place}.toml"
            path.parent.mkdir(exist_ok=True)
            write_atomically(path, deck_text(plan.deck_data).encode())
            found.append(path)
        return found


def _rank(one: Candidate) -> tuple[float, int]:
    return one.distance, one.size


def described(settings: Mapping[str, Value]) -> str:
    """Settings in one line."""
    short = {(name[len(PREFIX) :] if is_change(name) else name): value for name, value in settings.items()}
    return ", ".join(f"{name}={show(value)}" for name, value in short.items()) or "as it is"


def prepare(folder: Path, task: Task, resume: bool) -> None:
    """Write tune.json, or check that the folder holds the same search."""
    begin_folder(folder, TUNE, task.text(), resume, "search")


def read_task(folder: Path) -> Task:
    """The search in a folder."""
    return read_about(folder, TUNE, "search", Task)[1]
