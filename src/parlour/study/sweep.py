"""A sweep: the same deals under every combination of some house rules or decks, so that games can be paired."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from parlour.core.errors import ParlourError, UnknownOption
from parlour.core.options import Value, show
from parlour.games import find
from parlour.study.folders import beginning, check_unused, read_about
from parlour.study.plan import FORMAT, Plan, make_plan, read_plan
from parlour.study.tables import write_atomically
from parlour.study.work import RunFolder

SWEEP = "sweep.json"
MOST_POINTS = 200

Grid = dict[str, list[Value]]
"""What varies, in the order given; the combination of the first values is the baseline."""


@dataclass(frozen=True)
class Point:
    """One combination of the grid, and the run that plays it."""

    name: str
    settings: dict[str, Value]
    plan: Plan


def read_grid(slug: str, pairs: Sequence[str]) -> Grid:
    """What `--vary name=a,b,c` says, checked against the game's house rules; `deck` is one of the names."""
    about = find(slug).about
    options = {option.name: option for option in about.options}
    grid: Grid = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip()
        words = [word.strip() for word in text.split(",")]
        if not (name and equals and all(words)):
            raise UnknownOption(f"What varies is given as name=value,value, not {pair!r}.")
        if name in grid:
            raise UnknownOption(f"{name} varies twice; give all its values together.")
        if name == "deck":
            values: list[Value] = [*words]
        elif name in options:
            values = [options[name].read(word) for word in words]
        else:
            raise UnknownOption(f"{about.title} has no option {name!r} to vary. It has: {', '.join(options)}, deck.")
        if len(set(map(repr, values))) < len(values):
            raise UnknownOption(f"{pair!r} names a value twice.")
        grid[name] = values
    count = 1
    for values in grid.values():
        count *= len(values)
    if count < 2:
        raise UnknownOption("A sweep needs something that varies, as in --vary turn_cap=200,400.")
    if count > MOST_POINTS:
        raise ParlourError(f"The grid has {count:,} points; a sweep takes up to {MOST_POINTS}.")
    return grid


def make_points(
    slug: str,
    grid: Grid,
    *,
    games: int,
    seats: int | None,
    bots: Sequence[str],
    options: Mapping[str, object],
    deck: object,
    seed: str,
    followed: int | None,
) -> list[Point]:
    """A checked plan for every point of the grid, the baseline first."""
    both = [name for name in grid if name in options or (name == "deck" and deck is not None)]
    if both:
        raise UnknownOption(f"{both[0]} cannot vary and be fixed at the same time.")
    points: list[Point] = []
    for values in itertools.product(*grid.values()):
        settings = dict(zip(grid, values, strict=True))
        house = {**options, **{name: value for name, value in settings.items() if name != "deck"}}
        plan = make_plan(
            slug,
            games=games,
            seats=seats,
            bots=bots,
            options=house,
            deck=settings.get("deck", deck),
            seed=seed,
            followed=followed,
        )
        points.append(Point(_folder_name(settings, len(points)), settings, plan))
    names = [point.name for point in points]
    return [
        point if names.count(point.name) == 1 else Point(f"{place + 1} {point.name}", point.settings, point.plan)
        for place, point in enumerate(points)
    ]


def _folder_name(settings: Mapping[str, Value], place: int) -> str:
    """A point as the name of its folder, such as `lizard_on_any=true, turn_cap=200`; a deck by its file's name."""
    words = []
    for name, value in settings.items():
        said = Path(value).stem if name == "deck" and isinstance(value, str) else show(value)
        words.append(f"{name}={re.sub(r'[^A-Za-z0-9._-]', '_', said)}")
    joined = ", ".join(words)
    return joined if len(joined) <= 120 else f"point {place + 1}"


def folders(folder: Path, points: Sequence[Point]) -> list[RunFolder]:
    """The runs of a sweep, each in its own folder."""
    return [RunFolder(point.plan, folder / point.name) for point in points]


def sweep_text(grid: Grid, points: Sequence[Point], made_by: str) -> str:
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
    path = folder / SWEEP
    if path.is_file():
        if path.read_text(encoding="utf-8") != text:
            raise ParlourError(f"{folder} holds another sweep; choose another --out.")
        if not resume:
            raise ParlourError(f"{folder} holds this sweep already; add --resume to continue it.")
        return
    if resume:
        raise ParlourError(f"{folder}: there is no unfinished sweep in it to resume.")
    check_unused(folder, "sweep")
    with beginning(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode())
