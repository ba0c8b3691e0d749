"""What a designer wants of a game, as goals on measured numbers: turns=25..35, first=even, ending:guard<1%."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from math import inf, isfinite

import polars as pl

from parlour.core.errors import ParlourError
from parlour.core.events import EventType
from parlour.core.outcome import Ending
from parlour.games import find
from parlour.study.compare import facts
from parlour.study.estimates import Estimate, mean_of, share_of
from parlour.study.plan import Batch, Plan
from parlour.study.play import play_batch
from parlour.study.reading import Sample
from parlour.study.tables import unpack

MEASURES = {
    "turns": "turns a game",
    "decisions": "decisions a game",
    "choices": "choices a decision",
    "first": "first-player advantage",
    "tied": "shared wins",
    "margin": "winner's lead in points",
}
COLUMNS = {"choices": "branching", "first": "begins", "tied": "tie"}
SHARES = ("first", "tied", "ending", "used")
EVEN = 0.02
"""An advantage of the first player below this counts as even."""
GOAL = re.compile(r"\s*([a-z]+)(?::([^<>=]+))?\s*(=|<|>)\s*(\S+)\s*", re.IGNORECASE)
SEEN = 100
"""Games that are played to see what can be used."""
POINTS = 0.05
"""A share that misses its goal by this much is one unit away."""


@dataclass(frozen=True)
class Goal:
    """A range for one measured number; `about` names the ending or the thing used."""

    typed: str
    measure: str
    about: str
    low: float
    high: float

    @property
    def name(self) -> str:
        """What is measured, in words."""
        if self.measure == "ending":
            return f"games that end by {self.about}"
        return f"games in which {self.about} is used" if self.measure == "used" else MEASURES[self.measure]

    @property
    def percent(self) -> bool:
        """Is it a share?"""
        return self.measure in SHARES

    def distance(self, value: float) -> float:
        """How far a value misses the range, in units in which goals can be added: 0 is met."""
        miss = max(self.low - value, value - self.high, 0.0)
        edge = self.low if value < self.low else self.high
        return miss / POINTS if self.percent else miss / max(abs(edge), 1e-9) / POINTS

    def values(self, run: Sample) -> pl.DataFrame:
        """The number in each game of a run."""
        if self.measure == "ending":
            ends = pl.col("guard") != "" if self.about == "guard" else _ending(self.about)
            return run.games.select("deal", ends.cast(pl.Float64).alias("value"))
        if self.measure == "used":
            used = run.uses.filter(pl.col("thing").str.to_lowercase() == self.about)["number"].unique()
            return run.games.select("deal", pl.col("number").is_in(used.implode()).cast(pl.Float64).alias("value"))
        return facts(run).select("deal", pl.col(COLUMNS.get(self.measure, self.measure)).alias("value"))


def _ending(about: str) -> pl.Expr:
    lowered = pl.col("guard").str.to_lowercase() == about
    return lowered | pl.col("reason").str.to_lowercase().str.contains(about, literal=True)


def read_goals(typed: Sequence[str]) -> list[Goal]:
    """Goals as somebody types them; an error for one that cannot be read, or two that contradict each other."""
    if not typed:
        raise ParlourError('Say what you want, as in --goal "turns=25..35" --goal "first=even".')
    goals = [_goal(one) for one in typed]
    for place, one in enumerate(goals):
        for other in goals[:place]:
            same = (one.measure, one.about) == (other.measure, other.about)
            if same and max(one.low, other.low) > min(one.high, other.high):
                raise ParlourError(f"The goals {other.typed!r} and {one.typed!r} contradict each other.")
    return goals


def check_goals(goals: Sequence[Goal], plan: Plan) -> None:
    """Refuse a goal about a thing that this game does not use, or about an ending that it does not have."""
    entry, deck = find(plan.game), plan.open_deck()
    events = vars(import_module(f"{entry.folder}.events")).values()
    endings = [word.lower() for one in events if isinstance(one, Ending) for word in (one.name, one.sentence)]
    for goal in goals:
        if goal.measure == "ending" and goal.about != "guard" and not any(goal.about in one for one in endings):
            known = ", ".join(["guard", *endings[::2]])
            raise ParlourError(
                f"No game of {plan.title} ends by {goal.about!r}, as in {goal.typed!r}. There are: {known}."
            )
        if goal.measure == "used":
            things = {card.name.lower() for card in deck.cards}
            things |= {thing.lower() for thing, _ in unpack(play_batch(plan, Batch(0, min(plan.games, SEEN)))).things}
            begins = [
                use.words.partition("{")[0].lower()
                for one in events
                if isinstance(one, EventType)
                for _, use in one.uses
            ]
            if goal.about not in things and not any(word and goal.about.startswith(word) for word in begins):
                keys = {card.key.lower(): card.name.lower() for card in deck.cards}
                near = [keys[goal.about]] if goal.about in keys else get_close_matches(goal.about, things, n=1)
                hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(sorted(things))}."
                raise ParlourError(
                    f"Nothing called {goal.about!r} is used in {plan.title}, as in {goal.typed!r}.{hint}"
                )


def _goal(typed: str) -> Goal:
    parts = GOAL.fullmatch(typed)
    if parts is None:
        raise ParlourError(f"A goal is given as turns=25..35, first=even or ending:guard<1%, not {typed!r}.")
    measure, about, sign, wanted = parts[1].lower(), (parts[2] or "").strip().lower(), parts[3], parts[4].lower()
    if measure not in (*MEASURES, "ending", "used") or (measure in ("ending", "used")) != bool(about):
        known = ", ".join((*MEASURES, "ending:NAME", "used:THING"))
        raise ParlourError(f"There is no goal for {measure!r} in {typed!r}. There are: {known}.")
    low, high = _range(sign, wanted, typed)
    if low > high:
        raise ParlourError(f"The range of {typed!r} is empty: its first number must be the smaller one.")
    if measure in SHARES and measure != "first" and not all(0.0 <= one <= 1.0 for one in (low, high) if isfinite(one)):
        raise ParlourError(f"A share lies between 0% and 100%, unlike {typed!r}.")
    return Goal(typed.strip(), measure, about, low, high)


def _range(sign: str, wanted: str, typed: str) -> tuple[float, float]:
    if sign == "=" and wanted == "even":
        return -EVEN, EVEN
    start, dots, stop = wanted.partition("..")
    if sign == "=" and dots:
        return _number(start, typed), _number(stop, typed)
    number = _number(wanted, typed)
    return (number, number) if sign == "=" else (-inf, number) if sign == "<" else (number, inf)


def _number(word: str, typed: str) -> float:
    try:
        return float(word.rstrip("%")) / (100.0 if word.endswith("%") else 1.0)
    except ValueError:
        raise ParlourError(f"{word!r} in the goal {typed!r} is no number.") from None


def measured(goals: Sequence[Goal], runs: Sequence[Sample]) -> list[Estimate]:
    """Every goal's number over all games of some runs with different seeds."""
    found = []
    for goal in goals:
        frames = [goal.values(run).with_columns(pl.col("deal") + 10**9 * place) for place, run in enumerate(runs)]
        bounded = goal.percent and goal.measure != "first"
        value = (share_of if bounded else mean_of)(pl.concat(frames), "value")
        if value is None:
            raise ParlourError(f"The goal {goal.typed!r} cannot be measured in these games.")
        found.append(value)
    return found
