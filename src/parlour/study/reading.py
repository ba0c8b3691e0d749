"""Reading back what simulate, sweep and tournament wrote: folders become samples, plans with their tables."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import polars as pl

from parlour.core.errors import ParlourError
from parlour.core.record import digest
from parlour.games import find
from parlour.study.plan import RUN, TOURNAMENT, Plan, read_plan
from parlour.study.sweep import SWEEP
from parlour.study.tables import read_tables


@dataclass(frozen=True)
class Sample:
    """The games of one run: how they were planned, and what happened, as tables."""

    folder: Path
    plan: Plan
    games: pl.DataFrame
    turns: pl.DataFrame
    uses: pl.DataFrame

    @property
    def label(self) -> str:
        """The name of its folder."""
        return self.folder.resolve().name

    @property
    def title(self) -> str:
        """The game's name."""
        return self.plan.title

    @property
    def seats(self) -> int:
        """How many play."""
        return self.plan.seats

    @property
    def count(self) -> int:
        """How many games were played."""
        return self.games.height

    @cached_property
    def house_rules(self) -> dict[str, object]:
        """The options that differ from their defaults."""
        usual = {option.name: option.default for option in find(self.plan.game).about.options}
        return {name: value for name, value in self.plan.options.items() if value != usual.get(name)}

    @cached_property
    def own_deck(self) -> bool:
        """Was it played with the deck that the game has with these options?"""
        plan = self.plan
        if plan.deck_data is None:
            return True
        return digest(dict(find(plan.game).open(plan.seats, plan.options).deck.data)) == plan.deck_digest

    @cached_property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return len(self.plan.open_deck())

    def paired_with(self, other: "Sample") -> bool:
        """Do games with the same number have the same seed and seats, so that they can be compared in pairs?"""
        mine, theirs = self.plan, other.plan
        by_bots = "tables" not in (mine.kind, theirs.kind)
        return by_bots and (mine.game, mine.seats, mine.seed) == (theirs.game, theirs.seats, theirs.seed)


@dataclass(frozen=True)
class Study:
    """What a report is about: one or several runs, and what a sweep or tournament says about itself."""

    kind: str
    samples: tuple[Sample, ...]
    about: Mapping[str, object] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The games in it, each named once."""
        return ", ".join(dict.fromkeys(sample.title for sample in self.samples))


def read_study(folders: Sequence[Path]) -> Study:
    """Read all folders: runs, and the runs inside a sweep or a tournament."""
    if not folders:
        raise ParlourError("A report needs a folder that parlour simulate, sweep or tournament wrote.")
    found = [_read_folder(folder) for folder in folders]
    if len(found) == 1:
        return found[0]
    return Study("runs", tuple(sample for study in found for sample in study.samples))


def _read_folder(folder: Path) -> Study:
    if not folder.is_dir():
        raise ParlourError(f"There is no folder {folder}.")
    if (folder / SWEEP).is_file():
        about = _read_json(folder / SWEEP)
        return Study("sweep", tuple(read_sample(folder / name) for name in _names(about, folder)), about)
    if (folder / TOURNAMENT).is_file():
        return Study("tournament", (read_sample(folder),), _read_json(folder / TOURNAMENT))
    if (folder / RUN).is_file():
        return Study("run", (read_sample(folder),))
    raise ParlourError(f"{folder} holds no study: there is no {RUN}, {SWEEP} or {TOURNAMENT} in it.")


def _names(about: Mapping[str, object], folder: Path) -> list[str]:
    runs = about.get("runs")
    if not isinstance(runs, list) or not runs:
        raise ParlourError(f"{folder / SWEEP} names no runs.")
    return [str(run.get("name", "")) if isinstance(run, dict) else str(run) for run in runs]


def read_sample(folder: Path) -> Sample:
    """The run in a folder, with its tables."""
    plan = read_plan(folder)
    if (folder / "parts").is_dir():
        raise ParlourError(f"The run in {folder} is not finished; continue it with --resume.")
    games, turns, uses = read_tables(folder)
    if games.height == 0:
        raise ParlourError(f"{folder} holds no finished games.")
    return Sample(folder, plan, games, turns, uses)


def _read_json(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParlourError(f"{path} cannot be read: {error}") from None
    except RecursionError:
        raise ParlourError(f"{path} cannot be read: it is nested too deeply.") from None
    if not isinstance(found, dict):
        raise ParlourError(f"{path} does not describe a study.")
    return found
