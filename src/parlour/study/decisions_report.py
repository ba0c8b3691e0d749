"""The page about decisions: where they matter, where skill enters, how much is luck, hidden, and others' doing."""

from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from parlour.study import measures, plots, words
from parlour.study.decision_study import BASE, Rung, Study
from parlour.study.decisions import MATTERS, Found
from parlour.study.measures import seat_rows, skill
from parlour.study.minutes import ASSUMED, minutes
from parlour.study.page import Chapter, Section, Table, page
from parlour.study.reading import Sample, read_sample
from parlour.study.tables import write_atomically

INTERACTIVE = 0.5  # from this share on, others' decisions matter nearly as much as one's own


def decision_chapter(study: Study, found: Found) -> Chapter:
    """The chapter with its sentences, plots and tables."""
    base, about = read_sample(study.folder / BASE), study.about
    said = [_gaps(found), _interaction(found, base.seats), _hidden(found)]
    sections = [_gap_section(found), _others_section(found, base.seats)]
    ladder, depth = study.rungs(about.ladder), study.rungs(about.depth)
    for title, steps, caption in (
        ("The skill ladder", ladder, "Each level among bots of a lower one"),
        ("Skill depth", depth, "A bot that thinks twice as long among bots that do not"),
    ):
        if steps:
            said.append(_rungs(title, steps))
            sections.append(_ladder_section(title, steps, caption))
    if about.note:
        said.append(about.note)
    for section in (_luck_section(ladder), _time_section(base)):
        if section is not None:
            said.append(section.text)
            sections.append(section)
    subtitle = f"{found.decisions:,} decisions in {about.looked:,} of {words.what(base)}"
    return Chapter("Decisions that matter", subtitle, tuple(said), (), tuple(sections))


def _luck_section(ladder: Sequence[Rung]) -> Section | None:
    """What the deal decides: sensible players among careless ones, on the same deals from every seat."""
    steps = [(one, skill(one.run, seat_rows(one.run))) for one in ladder]
    known = [(one, found) for one, found in steps if found is not None and found.seat_always is not None]
    if not known:
        return None
    rung, found = next(((one, made) for one, made in known if one.upper == "normal"), known[0])
    rows = tuple(
        (one.upper, one.lower, words.share(made.strong_wins), words.share(made.weak_wins), words.share(always))
        for one, made in known
        if (always := made.seat_always) is not None
    )
    head = ("bot", "among", "wins in a seat", "the other wins there", "one seat wins every time")
    dots = [plots.Dot(f"{one.upper} / {one.lower}", made.gain, made.gain.shown) for one, made in known]
    drawn = plots.dots(
        "luck", "How much more the better bot wins from the same seats on the same deals", dots, "", True, 0
    )
    return Section(
        "How much is luck, how much is play?",
        words.luck(found, rung.run.seats),
        (drawn,),
        (Table("Luck and play in numbers", head, rows),),
    )


def _time_section(base: Sample) -> Section | None:
    """Minutes and waiting, estimated."""
    took = minutes(base)
    if took is None:
        return None
    turns = measures.spread_of(base.games, "turns").mean
    text = (
        f"A game takes people about {words.ranged(took.game)} minutes; a player waits about "
        f"{words.ranged(took.waiting)} seconds between two turns."
    )
    seats = base.seats
    bars = [("own turns", took.game.value / seats), ("waiting for others", took.game.value * (seats - 1) / seats)]
    drawn = plots.bars("minutes", "Minutes of a game for one player, if all take the same time", bars, "minutes")
    rows = (
        ("minutes a game", words.ranged(took.game)),
        ("seconds between two turns of a player", words.ranged(took.waiting)),
        ("turns a game", words.ranged(turns)),
        ("turns of a player", words.number(turns.value / seats)),
    )
    return Section(
        "How long do people play and wait?", text, (drawn,), (Table("Time in numbers", ("", ""), rows),), ASSUMED
    )


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
    even = words.percent(steps[0].even)
    between = "against" if steps[0].run.seats == 2 else "among"
    parts = [f"{one.upper} {between} {one.lower} wins {words.share(one.share)}" for one in steps]
    return f"{title} ({steps[0].run.seats} seats): {'; '.join(parts)}; an even share is {even}."


def _gap_section(found: Found) -> Section:
    points = [(x, max(0.0, gap)) for x, gap, _ in found.along]
    drawn = [
        plots.line(
            "gap", "How far the best action is ahead, along the game", points, "part of the game played", "gap", True
        )
    ]
    hidden = [(x, share) for x, _, share in found.along if share is not None]
    if hidden:
        caption = "Share of the cards a player does not see, along the game"
        drawn.append(plots.line("hidden", caption, hidden, "part of the game played", "hidden", True))
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
    even = steps[0].even
    dots = [plots.Dot(f"{one.upper} / {one.lower}", one.share, one.share.above(even)) for one in steps]
    name = title.lower().replace(" ", "-")
    drawn = plots.dots(name, f"{about}; the line is an even share", dots, "share of games won", True, even)
    rows = tuple((one.upper, one.lower, words.share(one.share), f"{one.run.count:,}") for one in steps)
    table = Table(f"{title} in numbers", ("bot", "against", "wins", "games"), rows)
    note = "Where doubling the thought still wins more than an even share, there is more to find by thinking."
    return Section(title, _rungs(title, steps), (drawn,), (table,), note if title == "Skill depth" else "")


def write_decisions(study: Study, chapter: Chapter) -> Path:
    """Write decisions.html into the study's folder."""
    file = study.folder / "decisions.html"
    text = page(f"{study.base.title}: decisions that matter", chapter.subtitle, [chapter], [study.about.made_by])
    write_atomically(file, text.encode())
    return file
