"""The results of a study in short tables; `parlour report` writes them in full."""

from collections.abc import Sequence
from pathlib import Path

from parlour.cli.grids import show_grid
from parlour.study import words
from parlour.study.compare import Change, Comparison, compare
from parlour.study.estimates import Estimate
from parlour.study.measures import Share, choices, seat_rows, shares_of, spread_of, ties, wins_by
from parlour.study.plan import Plan
from parlour.study.reading import Sample, read_sample, read_study
from parlour.study.tournament import Results
from parlour.text.screen import QUIET, Screen

COLUMN_GAP = 3
INTERVALS = "Brackets are 95 % intervals; games of one deal count together."


def show_run(folder: Path) -> None:
    """Who won how much, and how long the games were."""
    screen = Screen()
    run = read_sample(folder)
    screen.say(words.what(run), "bold")
    rows = seat_rows(run)
    even = words.percent(1 / run.seats)
    show_grid(
        screen, ("order of play", "wins", f"even is {even}"), [_won(share, run) for share in wins_by(rows, "place")]
    )
    if len(set(run.plan.bots)) > 1:
        found = wins_by(rows, "bot")
        show_grid(screen, ("bot", "wins a seat", ""), [(share.name, words.share(share.share), "") for share in found])
    show_grid(screen, ("a game has", "on average", "eight of ten games"), _length(run))
    for share in shares_of(run.games, "guard"):
        screen.say(f"Ended by a guard against stalls ({share.name}): {words.share(share.share)} of the games.")
    _say_where(screen, folder)


def _won(share: Share, run: Sample) -> tuple[str, str, str]:
    even = 1 / run.seats
    verdict = "more" if share.share.above(even) else "less" if share.share.below(even) else ""
    return words.place_name(share.name), words.share(share.share), verdict


def _length(run: Sample) -> list[tuple[str, str, str]]:
    lines = []
    for name in ("turns", "decisions"):
        spread = spread_of(run.games, name)
        usual = f"{words.number(spread.tenth)} to {words.number(spread.ninetieth)}"
        lines.append((name, words.ranged(spread.mean), usual))
    offered, shared = choices(run.games), ties(run.games)
    if offered is not None:
        lines.append(("choices a decision", words.ranged(offered), ""))
    if shared is not None and shared.value > 0:
        lines.append(("shared first places", words.share(shared), ""))
    return lines


def show_sweep(folder: Path) -> None:
    """What each point of a grid changes, paired by deal."""
    screen = Screen()
    study = read_study([folder])
    base, *others = study.samples
    screen.say(f"{base.title}, {base.count:,} games at each point; compared with {base.label}", "bold")
    every = [compare(base, other) for other in others]
    if study.about.get("each"):
        _show_each(screen, every)
    for found in () if study.about.get("each") else every:
        other = found.other
        lines = [(c.measure.name, _plain(c, c.base.value), _plain(c, c.other.value), _by(c)) for c in found.changes]
        screen.blank()
        screen.say(other.label, "bold")
        show_grid(screen, ("", "before", "after", "difference"), lines)
        if found.same is not None and found.same_cards:
            screen.say(f"{words.share(found.same)} of the games went exactly the same way.")
    screen.say(f"{words.pairing(every)} Intervals are normal 95 % intervals over deals; * leaves out 0.", QUIET)
    _say_where(screen, folder, INTERVALS)


def _plain(change: Change, value: float) -> str:
    return words.percent(value) if change.measure.percent else words.number(value)


def _by(change: Change) -> str:
    return f"{words.signed(change.difference, change.measure.percent)} {'*' if change.difference.shown else ' '}"


def _show_each(screen: Screen, every: Sequence[Comparison]) -> None:
    """One line for each change, those that move the length of a game most on top."""
    lines = []
    for found in sorted(every, key=lambda found: -abs(_change(found, "turns").difference.value)):
        same = "" if found.same is None or not found.same_cards else words.percent(found.same.value)
        lines.append((found.other.label, _by(_change(found, "turns")), _by(_change(found, "begins")), same))
    show_grid(screen, ("", "turns a game", "first-player advantage", "same games"), lines)


def _change(found: Comparison, column: str) -> Change:
    return next(change for change in found.changes if change.measure.column == column)


def show_tournament(plan: Plan, found: Results, folder: Path) -> None:
    """The ratings, and who won what against whom."""
    screen = Screen()
    deals = plan.games // len(plan.lineups)
    screen.say(f"{plan.title}, {plan.seats} seats: {plan.games:,} games, {deals:,} deals by every line-up", "bold")
    order = [rating.bot for rating in found.ratings]
    lines = [
        (r.bot, f"{r.mean:.1f} ± {r.uncertainty:.1f}", words.share(found.overall[r.bot]), f"{r.games:,}")
        for r in found.ratings
    ]
    show_grid(screen, ("bot", "rating (openskill)", "wins, even is 50 %", "games"), lines)
    screen.blank()
    screen.say("wins in % against", "bold")
    show_grid(screen, ("", *order), _cross(found, order, screen.width))
    _say_where(screen, folder)


def _cross(found: Results, order: Sequence[str], width: int) -> list[list[str]]:
    """Who won how much against whom: with intervals if there is room for them."""
    for say in (_short, _shortest):
        cells = [["" if bot == other else say(found.meeting(bot, other).share) for other in order] for bot in order]
        columns = [order, *([other, *column] for other, column in zip(order, zip(*cells, strict=True), strict=True))]
        if sum(max(len(cell) for cell in column) + COLUMN_GAP for column in columns) - COLUMN_GAP <= width:
            break
    return [[bot, *line] for bot, line in zip(order, cells, strict=True)]


def _short(share: Estimate) -> str:
    return f"{100 * share.value:.1f} [{100 * share.low:.0f}, {100 * share.high:.0f}]"


def _shortest(share: Estimate) -> str:
    return f"{100 * share.value:.1f}"


def _say_where(screen: Screen, folder: Path, note: str = INTERVALS) -> None:
    screen.say(f"{note} The tables are in {folder}; `parlour report {folder}` draws them.", QUIET)
