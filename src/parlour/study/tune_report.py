"""The page of a search: the finalists on fresh deals, what each changes, and the whole front."""

import shlex
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from parlour.core.deck_changes import is_change
from parlour.core.options import show
from parlour.study import plots, words
from parlour.study.estimates import Estimate
from parlour.study.goals import Goal
from parlour.study.page import Chapter, Section, Table
from parlour.study.report import write_page
from parlour.study.tune import Candidate, Search, described

WARNING = (
    "Bots are not people. A deck that makes bots play as you like may bore people, or be broken by a player who thinks "
    "of something else. Play the finalists before you print one."
)


def write_tune(search: Search, finalists: Sequence[Candidate], decks: Sequence[Path | None]) -> Chapter:
    """Write tune.html into the search's folder; its chapter."""
    chapter = tune_chapter(search, finalists, decks)
    runs = [run for one in finalists for run in one.runs]
    title = f"{search.base.title}: the search for a better deck"
    write_page(
        search.folder / "tune.html",
        title,
        f"Goals: {', '.join(search.task.goals)}",
        [chapter],
        runs,
        search.task.made_by,
    )
    return chapter


def tune_chapter(search: Search, finalists: Sequence[Candidate], decks: Sequence[Path | None]) -> Chapter:
    """What was found: sentences, the front, and every goal on fresh deals."""
    goals = search.goals
    said = [_sentence(goals, place, one) for place, one in enumerate(finalists)]
    if len(finalists) == 1:
        said.append("No change was found that comes closer to the goals than the game as it is.")
    advice = [WARNING]
    for place, (one, deck) in enumerate(zip(finalists, decks, strict=True)):
        if place:
            advice.append(f"Play finalist {place}: {command(search, one, deck)}")
    tried = sum(bool(one.runs) for one in search.tried.values())
    sections = [_front_section(search, tried)]
    sections += [_goal_section(goal, number, finalists) for number, goal in enumerate(goals)]
    about = (
        f"{tried:,} candidates tried in {sum(one.games for one in search.tried.values()):,} games; the finalists "
        f"played {search.task.confirm:,} fresh games each. Numbers of the search itself flatter its winners, so only "
        f"those of the fresh games count."
    )
    return Chapter("What comes closest to the goals", about, tuple(said), tuple(advice), tuple(sections))


def command(search: Search, one: Candidate, deck: Path | None) -> str:
    """How to play with a finalist's rules."""
    typed = ["parlour", "play", search.task.game, "--seats", str(one.runs[0].plan.seats)]
    typed += ["--deck", str(deck)] if deck is not None else []
    for name, value in {**search.task.options, **one.settings}.items():
        if not is_change(name) and name not in ("seats", "bots", "deck"):
            typed += ["--option", f"{name}={show(value)}"]
    return shlex.join(typed)


def _name(place: int, one: Candidate) -> str:
    return f"{place}: {described(one.settings)}" if place else "As it is"


def _value(goal: Goal, found: Estimate) -> str:
    if goal.measure == "first":
        return words.signed(found, True)
    return words.share(found) if goal.percent else words.ranged(found)


def _sentence(goals: Sequence[Goal], place: int, one: Candidate) -> str:
    parts = [
        f"{goal.name} {_value(goal, found)}{'' if goal.distance(found.value) else ' ✓'}"
        for goal, found in zip(goals, one.found, strict=True)
    ]
    changes = f" ({one.size} {'change' if one.size == 1 else 'changes'})" if place else ""
    return f"{_name(place, one)}{changes}: {'; '.join(parts)}."


def _goal_section(goal: Goal, number: int, finalists: Sequence[Candidate]) -> Section:
    dots = [
        plots.Dot(
            f"finalist {place}" if place else "as it is", one.found[number], goal.distance(one.found[number].value) > 0
        )
        for place, one in enumerate(finalists)
    ]
    edge = goal.low if isfinite(goal.low) else goal.high
    middle = (goal.low + goal.high) / 2 if isfinite(goal.low) and isfinite(goal.high) else edge
    caption = f"{goal.name.capitalize()} on fresh deals (orange: outside the goal)"
    drawn = plots.dots(f"goal-{number + 1}", caption, dots, "", goal.percent, middle)
    rows = tuple(
        (
            _name(place, one),
            _value(goal, one.found[number]),
            "yes" if not goal.distance(one.found[number].value) else "",
        )
        for place, one in enumerate(finalists)
    )
    table = Table(f"{goal.typed}, in numbers", ("", goal.name, "met"), rows)
    met = sum(not goal.distance(one.found[number].value) for one in finalists[1:])
    marks = "middle" if isfinite(goal.low) and isfinite(goal.high) else "edge"
    text = f"{met} of {len(finalists) - 1} finalists meet the goal on fresh deals. The line marks its {marks}."
    return Section(f"Goal: {goal.typed}", text, (drawn,), (table,))


def _front_section(search: Search, tried: int) -> Section:
    front = search.front()
    rows = tuple(
        (
            described(one.settings),
            str(one.size),
            words.number(one.distance),
            f"{one.games:,}",
            *(_value(goal, found) for goal, found in zip(search.goals, one.found, strict=True)),
        )
        for one in front
    )
    head = ("changes", "how many", "distance", "games", *(goal.typed for goal in search.goals))
    best = search.ranked()[:30]
    every = tuple(
        (described(one.settings), str(one.size), words.number(one.distance), f"{one.games:,}") for one in best
    )
    drawn = plots.bars(
        "front",
        "Distance from the goals by number of changes",
        [(str(one.size), one.distance) for one in front],
        "distance",
    )
    return Section(
        "The front: fewer changes, or closer to the goals",
        f"Of {tried:,} candidates these {len(front)} are beaten by no other in both the number of changes and the "
        f"distance from the goals. A distance of 1 is a share missed by 5 points, or a number missed by 5 %.",
        (drawn,),
        (Table("The front, as the search saw it", head, rows), Table("The best 30 candidates", head[:4], every)),
    )
