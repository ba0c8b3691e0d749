"""The page about decisions: where they matter, where skill enters, how much is luck, hidden, and others' doing."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from parlour.bots.duel import Score
from parlour.study import plots, words
from parlour.study.decisions import MATTERS, Found
from parlour.study.estimates import Estimate
from parlour.study.page import Chapter, Section, Table, page
from parlour.study.plan import Plan

INTERACTIVE = 0.5  # from this share on, others' decisions matter nearly as much as one's own


@dataclass(frozen=True)
class Rung:
    """One step of a ladder of bots: how often the upper one wins against the lower one."""

    upper: str
    lower: str
    score: Score

    @property
    def share(self) -> Estimate:
        """The share of the wins, with its interval."""
        found = self.score
        return Estimate(found.share, (found.high - found.low) / 3.92, found.low, found.high, found.games)


def decision_chapter(plan: Plan, found: Found, ladder: Sequence[Rung], depth: Sequence[Rung]) -> Chapter:
    """The chapter with its sentences, plots and tables."""
    said = [_gaps(found), _interaction(found, plan.seats), _hidden(found)]
    sections = [_gap_section(found), _others_section(found, plan.seats)]
    for title, steps, about in (
        ("The skill ladder", ladder, "Each level against the one below it"),
        ("Skill depth", depth, "A bot that thinks twice as long against one that does not"),
    ):
        if steps:
            said.append(_rungs(title, steps))
            sections.append(_ladder_section(title, steps, about))
    about = f"{found.decisions:,} decisions in games of {plan.title}, {plan.seats} seats, all {plan.bots[0]}"
    return Chapter("Decisions that matter", about, tuple(said), (), tuple(sections))


def _gaps(found: Found) -> str:
    return (
        f"The best action is {words.points(found.gap)} of winning ahead of the second on average, and "
        f"{words.points(found.stake)} ahead of an average one. {words.percent(found.matter.value)} of the decisions "
        f"have a measured gap of {100 * MATTERS:.0f} points or more; {words.percent(found.forced)} offer no choice."
    )


def _interaction(found: Found, seats: int) -> str:
    if seats == 2:
        return "With two players, what one wins the other loses: every decision is about both."
    own, others = (sqrt(max(0.0, one.value)) for one in (found.own, found.others))
    if own == 0.0:
        return "Which action a player takes is not shown to change anybody's chances."
    kind = "a lot of interaction" if others / own >= INTERACTIVE else "little interaction"
    return (
        f"A choice moves the player's own chance to win by {100 * own:.1f} points (standard deviation over actions) "
        f"and each other player's by {100 * others:.1f}: {kind}."
    )


def _hidden(found: Found) -> str:
    known = [hidden for _, _, hidden in found.along if hidden is not None]
    if not known:
        return "How much is hidden cannot be counted in this game."
    return (
        f"A player does not see {words.percent(known[0])} of the cards at the start of a game and "
        f"{words.percent(known[-1])} towards its end."
    )


def _rungs(title: str, steps: Sequence[Rung]) -> str:
    even = words.percent(steps[0].score.even)
    parts = [f"{one.upper} among {one.lower} wins {words.share(one.share)}" for one in steps]
    return f"{title}: {'; '.join(parts)}; an even share is {even}."


def _gap_section(found: Found) -> Section:
    points = [(x, max(0.0, gap)) for x, gap, _ in found.along]
    drawn = [
        plots.line("gap", "How far the best action is ahead, along the game", points, "part of the game played", "gap")
    ]
    hidden = [(x, share) for x, _, share in found.along if share is not None]
    if hidden:
        caption = "Share of the cards a player does not see, along the game"
        drawn.append(plots.line("hidden", caption, hidden, "part of the game played", "hidden"))
    rows = tuple(
        (f"{100 * x:.0f} %", f"{100 * gap:+.1f} points", "" if share is None else words.percent(share))
        for x, gap, share in found.along
    )
    table = Table("Along the game, in numbers", ("played", "gap", "hidden cards"), rows)
    note = (
        "The gap is measured in other imagined worlds than those that chose the best and the second action, so it is "
        "not too large by chance; a single one can come out below zero. Worlds fit what the player may know."
    )
    return Section("How far is the best action ahead?", _gaps(found), tuple(drawn), (table,), note)


def _others_section(found: Found, seats: int) -> Section:
    rows = tuple(
        (name, f"{100 * sqrt(max(0.0, one.value)):.1f} points")
        for name, one in (("the player who decides", found.own), ("each other player", found.others))
    )
    table = Table("What a choice moves, in numbers", ("whose chance to win", "standard deviation over actions"), rows)
    bars = [(name, sqrt(max(0.0, one.value))) for name, one in (("own", found.own), ("others", found.others))]
    drawn = plots.bars("others", "How much a choice moves the chances to win", bars, "standard deviation", True)
    return Section("How much do others' decisions matter?", _interaction(found, seats), (drawn,), (table,))


def _ladder_section(title: str, steps: Sequence[Rung], about: str) -> Section:
    even = steps[0].score.even
    dots = [plots.Dot(f"{one.upper} / {one.lower}", one.share, one.share.above(even)) for one in steps]
    name = title.lower().replace(" ", "-")
    drawn = plots.dots(name, f"{about}; the line is an even share", dots, "share of games won", True, even)
    rows = tuple((one.upper, one.lower, words.share(one.share), f"{one.score.games:,}") for one in steps)
    table = Table(f"{title} in numbers", ("bot", "against", "wins", "games"), rows)
    note = "Where doubling the thought still wins more than an even share, there is more to find by thinking."
    return Section(title, _rungs(title, steps), (drawn,), (table,), note if title == "Skill depth" else "")


def write_decisions(file: Path, plan: Plan, chapter: Chapter, made_by: str) -> None:
    """Write the page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = page(f"{plan.title}: decisions that matter", chapter.subtitle, [chapter], [made_by])
    file.write_text(text, encoding="utf-8")
