"""The folder of a study of decisions: games, the decisions looked at in them, and the ladders of bots.

`decisions.json` names the runs. The games and every step of a ladder are runs of the usual kind in folders of their
own; `looks` keeps what was found in each game. So processes, clusters and resuming work as everywhere.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

import msgspec

from parlour.bots import expert
from parlour.core.errors import ParlourError
from parlour.games import AnyGame, find
from parlour.study.decisions import Decision, look_batch
from parlour.study.estimates import Estimate
from parlour.study.folders import begin_folder, read_about
from parlour.study.measures import seat_rows, wins_by
from parlour.study.plan import RUN, Batch, Plan, make_plan, read_plan
from parlour.study.reading import Sample, read_sample
from parlour.study.tables import write_atomically
from parlour.study.work import Crew, Job, Progress, RunFolder

DECISIONS = "decisions.json"
WHAT = "study of decisions"
BASE = "as it is"
LOOKS = "looks"
FEWEST = 200
"""Games played at least, for the minutes and the waiting; playing takes far less time than looking."""
SEARCH = "hard@50"
LADDER = (("easy", "random"), ("normal", "easy"), (SEARCH, "normal"))
EXPERT = (("expert@50", "normal"), ("expert@50", SEARCH))
"""Steps of the ladder where expert has a network; as many iterations as the search without one."""
DEPTH = (("hard@50", "hard@25"), ("hard@100", "hard@50"))

Step = tuple[str, str]
"""The upper and the lower bot of a step."""


class About(msgspec.Struct):
    """What the whole study shares, as decisions.json keeps it."""

    format: int
    looked: int
    """Games whose decisions are looked at."""
    ladder: list[Step]
    depth: list[Step]
    note: str
    """Why there is no step for expert; empty if there is one."""
    made_by: str

    def text(self) -> str:
        """The text of decisions.json."""
        return json.dumps(msgspec.to_builtins(self), indent=2, ensure_ascii=False) + "\n"


class Setting(TypedDict):
    """The table that is studied."""

    seats: int | None
    options: Mapping[str, object]
    deck: object
    seed: str


@dataclass(frozen=True)
class Rung:
    """One step of a ladder: how often the upper bot wins among lower ones, and what the same deals say about luck."""

    upper: str
    lower: str
    run: Sample

    @property
    def share(self) -> Estimate:
        """The share of the wins, with its interval."""
        return next(one.share for one in wins_by(seat_rows(self.run), "bot") if one.name == self.upper)

    @property
    def even(self) -> float:
        """An even share."""
        return 1 / self.run.seats


@dataclass(frozen=True)
class Study:
    """A study in its folder: the plan of its games, and those of the steps."""

    folder: Path
    about: About
    base: Plan
    steps: Mapping[Step, Plan]

    def prepare(self, resume: bool) -> list[RunFolder]:
        """Write decisions.json, or check that the folder holds the same study; the runs to play."""
        begin_folder(self.folder, DECISIONS, self.about.text(), resume, WHAT)
        named = {BASE: self.base, **{_name(step): plan for step, plan in self.steps.items()}}
        runs = [RunFolder(plan, self.folder / name) for name, plan in named.items()]
        for run in runs:
            run.prepare(resume=(run.folder / RUN).exists())
        (self.folder / LOOKS).mkdir(exist_ok=True)
        return runs

    def look(self, crew: Crew, progress: Progress) -> list[Decision]:
        """Look at the games that were not looked at yet; all decisions, in order."""
        batches = [Batch(number, number + 1) for number in range(self.about.looked)]
        found = {batch: self._read(batch) for batch in batches}
        progress(sum(one is not None for one in found.values()))
        jobs = [Job(0, self.base, batch, look_batch) for batch, one in found.items() if one is None]
        with closing(crew.play(jobs)) as coming:
            for job, data in coming:
                write_atomically(self.folder / LOOKS / job.batch.name, data)
                found[job.batch] = msgspec.json.decode(data, type=list[Decision])
                progress(1)
        return [decision for batch in batches for decision in found[batch] or ()]

    def _read(self, batch: Batch) -> list[Decision] | None:
        """What was found in a game; None if it was not looked at, or its file is damaged."""
        try:
            return msgspec.json.decode((self.folder / LOOKS / batch.name).read_bytes(), type=list[Decision])
        except (OSError, msgspec.DecodeError):
            return None

    def rungs(self, steps: Sequence[Step]) -> list[Rung]:
        """Steps of a ladder, read back."""
        return [Rung(*step, read_sample(self.folder / _name(step))) for step in steps]


def make_study(
    slug: str, folder: Path, *, looked: int, climbs: int, bot: str, made_by: str, **setting: Unpack[Setting]
) -> Study:
    """A checked study; what cannot be played is refused in one sentence."""
    if looked < 1:
        raise ParlourError(f"Decisions are looked at in at least 1 game, not {looked}.")
    if climbs < 0:
        raise ParlourError(f"--ladder takes a number of games from 0 on, not {climbs}.")
    base = make_plan(slug, games=max(looked, FEWEST), bots=[bot], followed=0, **setting)
    seats = find(slug).about.min_seats if setting["seats"] is None else setting["seats"]
    table: Setting = {**setting, "seats": seats}

    def climb(upper: str, lower: str) -> Plan:
        games = -(-max(1, climbs) // seats) * seats  # every deal is played from every seat
        return make_plan(slug, games=games, bots=[upper, *[lower] * (seats - 1)], followed=0, **table)

    game = climb("normal", "normal").open_game()
    trained = climbs > 0 and is_guided(game)
    ladder = [*LADDER, *(EXPERT if trained else ())] if climbs else []
    depth = list(DEPTH) if climbs else []
    untrained = f"expert has no network for {game.title} with {seats} seats and these rules: it plays as hard here."
    about = About(1, looked, ladder, depth, "" if trained or not climbs else untrained, made_by)
    return Study(folder, about, base, {step: climb(*step) for step in dict.fromkeys([*ladder, *depth])})


def read_study(folder: Path) -> Study:
    """The study in a folder."""
    _, about = read_about(folder, DECISIONS, WHAT, About)
    steps = dict.fromkeys([*about.ladder, *about.depth])
    plans = {step: read_plan(folder / _name(step)) for step in steps}
    return Study(folder, about, read_plan(folder / BASE), plans)


def is_guided(game: AnyGame) -> bool:
    """Has expert a network or a sharp policy at this table? Otherwise it plays as hard."""
    entry = find(game.slug)
    if entry.sharp is not entry.policy:
        return True
    log = logging.getLogger(expert.__name__)
    before, log.disabled = log.disabled, True  # the study says it in its own words
    try:
        return expert.guide_of(game) is not None
    finally:
        log.disabled = before


def _name(step: Step) -> str:
    """The folder of a step."""
    return f"{step[0]} among {step[1]}"
