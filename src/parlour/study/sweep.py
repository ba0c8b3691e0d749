"""A sweep: the same seeds at every point of a grid, or with every change alone, so that games can be paired."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TypedDict, Unpack

import msgspec

from parlour.core.deck_changes import PREFIX, deck_differences, is_change
from parlour.core.errors import ParlourError, UnknownOption
from parlour.core.options import Value, show
from parlour.study.folders import begin_folder, read_about
from parlour.study.plan import FORMAT, Plan, make_plan, read_plan
from parlour.study.vary import Grid, split_settings
from parlour.study.work import RunFolder

SWEEP = "sweep.json"
MOST_POINTS = 200


@dataclass(frozen=True)
class Point:
    """One combination of the grid, and the run that plays it."""

    name: str
    settings: dict[str, Value]
    plan: Plan


def check_size(grid: Grid, each: bool) -> None:
    """Refuse a sweep in which nothing varies, or too much."""
    count = 1 + sum(len(values) - 1 for values in grid.values()) if each else prod(map(len, grid.values()))
    if count < 2:
        raise UnknownOption("A sweep needs something that varies, as in --vary turn_cap=200,400.")
    if count > MOST_POINTS:
        raise ParlourError(f"The grid has {count:,} points; a sweep takes up to {MOST_POINTS}.")


class Fixed(TypedDict):
    """What is the same at every point of a sweep."""

    games: int
    seats: int | None
    bots: Sequence[str]
    options: Mapping[str, object]
    deck: object
    seed: str
    followed: int | None


def make_points(slug: str, grid: Grid, **fixed: Unpack[Fixed]) -> list[Point]:
    """A checked plan for every point of the grid, the baseline first."""
    check_size(grid, False)
    _check_fixed(grid, fixed)
    found = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    return _named([Point(_folder_name(one, place), one, _plan(slug, one, fixed)) for place, one in enumerate(found)])


def make_changes(slug: str, grid: Grid, certain: bool, **fixed: Unpack[Fixed]) -> tuple[list[Point], list[str]]:
    """The baseline and every change alone, and the changes that cannot be played.

    Changes that a person asked for are `certain`: one that cannot be played is an error.
    """
    check_size(grid, True)
    _check_fixed(grid, fixed)
    points = [Point("as it is", {}, _plan(slug, {}, fixed))]
    refused = []
    for name, values in grid.items():
        for value in values:
            one: dict[str, Value] = {name: value}
            try:
                plan = _plan(slug, one, fixed)
            except ParlourError as error:
                if certain:
                    raise
                swapped = _swapped(slug, name, value, points[0].plan, fixed)
                if swapped is None:
                    refused.append(f"{name}={show(value)} ({error})")
                    continue
                one, plan = swapped
            if plan.key != points[0].plan.key and not _same_deck(plan, points[0].plan):
                points.append(Point(_folder_name(one, len(points)), one, plan))
    return _named(points), refused


def _swapped(slug: str, name: str, value: Value, base: Plan, fixed: Fixed) -> tuple[dict[str, Value], Plan] | None:
    """A count changed at the cost of the commonest card, for decks of a fixed size; None if that cannot be played."""
    if not is_change(name) or not isinstance(value, int):
        return None
    cards = {f"{PREFIX}{card.key}.copies": card.copies for card in base.open_deck().cards}
    common = max((other for other in cards if other != name), key=lambda other: cards[other])
    one: dict[str, Value] = {name: value, common: cards[common] + cards[name] - value}
    try:
        return one, _plan(slug, one, fixed)
    except ParlourError:
        return None


def _same_deck(plan: Plan, base: Plan) -> bool:
    """Is the plan the same as another but for the name of its deck, since a card has this many copies already?"""
    alike = replace(plan, deck=base.deck, deck_digest=base.deck_digest, deck_data=base.deck_data)
    return alike.key == base.key and deck_differences(plan.open_deck(), base.open_deck()) == []


def _check_fixed(grid: Grid, fixed: Fixed) -> None:
    given = {"deck": fixed["deck"], "seats": fixed["seats"], **fixed["options"]}
    both = [name for name in grid if given.get(name) is not None]
    if both:
        raise UnknownOption(f"{both[0]} cannot vary and be fixed at the same time.")


def _plan(slug: str, settings: Mapping[str, Value], fixed: Fixed) -> Plan:
    seats, bots, house = split_settings(settings)
    deck = house.pop("deck", fixed["deck"])
    return make_plan(
        slug,
        games=fixed["games"],
        seats=fixed["seats"] if seats is None else seats,
        bots=fixed["bots"] if bots is None else bots,
        options={**fixed["options"], **house},
        deck=deck,
        seed=fixed["seed"],
        followed=fixed["followed"],
    )


def _named(points: Sequence[Point]) -> list[Point]:
    """Points whose folders have different names."""
    names = [point.name for point in points]
    return [
        point if names.count(point.name) == 1 else Point(f"{place + 1} {point.name}", point.settings, point.plan)
        for place, point in enumerate(points)
    ]


def _folder_name(settings: Mapping[str, Value], place: int) -> str:
    """A point as the name of its folder, such as `lizard_on_any=true, turn_cap=200`; a deck by its file."""
    words = []
    for name, value in settings.items():
        said = Path(value).stem if name == "deck" and isinstance(value, str) else show(value)
        words.append(f"{name}={re.sub(r'[^A-Za-z0-9._-]', '_', said)}")
    joined = ", ".join(words)
    return joined if len(joined) <= 120 else f"point {place + 1}"


def folders(folder: Path, points: Sequence[Point]) -> list[RunFolder]:
    """The runs of a sweep, each in its own folder."""
    return [RunFolder(point.plan, folder / point.name) for point in points]


def sweep_text(grid: Grid, points: Sequence[Point], made_by: str, each: bool = False) -> str:
    """What sweep.json says."""
    base = points[0].plan
    about = {
        "format": FORMAT,
        "game": base.game,
        "title": base.title,
        "rules": base.rules,
        "seats": base.seats,
        "bots": base.bots,
        "seed": base.seed,
        "games": base.games,
        "vary": grid,
        "each": each,
        "base": points[0].name,
        "runs": [{"name": point.name, "settings": point.settings} for point in points],
        "made_by": made_by,
    }
    return json.dumps(about, indent=2, ensure_ascii=False) + "\n"


def read_points(folder: Path) -> tuple[str, list[Point]]:
    """What a sweep's folder says: the text of its sweep.json, and its points."""
    text, about = read_about(folder, SWEEP, "sweep", _About)
    return text, [Point(run.name, run.settings, read_plan(folder / Path(run.name).name)) for run in about.runs]


class _Named(msgspec.Struct):
    name: str
    settings: dict[str, Value]


class _About(msgspec.Struct):
    runs: list[_Named]


def prepare_sweep(folder: Path, text: str, resume: bool) -> None:
    """Write sweep.json, or check that the one in the folder is the same."""
    begin_folder(folder, SWEEP, text, resume, "sweep")
