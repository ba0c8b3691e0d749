"""Makes the shipped study: plays all six games in many ways and writes the pages and tables of this folder.

    make studies                     # as it is shipped
    make studies ARGS="--scale 0.25" # a quarter of the games: intervals twice as wide

The tables go to build/studies and are not kept with the project; an interrupted study resumes.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import TextWrapper

from parlour.games import find
from parlour.study import measures, plots, words
from parlour.study.compare import Comparison, compare
from parlour.study.lead_changes import lead_changes
from parlour.study.page import Chapter, Section
from parlour.study.plan import RUN, make_plan
from parlour.study.reading import Sample, read_sample
from parlour.study.report import comparison, labels, run_chapter, share_table, write_page
from parlour.study.work import RunFolder, local_crew, play_runs

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "build" / "studies"
BEGIN, END = "<!-- made by docs/studies/make.py: begin -->", "<!-- end -->"
HARD = "hard@100"

GAMES = {"normal": 10000, "random": 4000, "skill": 2400, "hard": 360, "seats": 4000, "rule": 4000}
"""Games of each sort. All are paired, since every run plays the same deals from the first on."""
FOLLOWED = 60
"""Games in which chances are estimated."""

RULES: Mapping[str, Sequence[Mapping[str, object]]] = {
    "st-croix": [
        {"lizard_on_any": True},
        {"glass_ranked": True},
        {"moko_wild": True},
        {"lizards_each": True},
        {"four_across_turns": False},
        {"fours_through_glass": True},
        {"table_sets": True},
        {"no_special_finish": True},
        {"play_for_places": True},
        {"short_deal": True},
        {"short_deal": True, "draw_pile": 1},
        {"young": True},
        {"turn_cap": 150},
    ],
    "match-me": [
        {"draw_timing": "after_asking"},
        {"draw_timing": "every_turn"},
        {"draw_timing": "after_refusal"},
        {"target": 8},
        {"reshuffle": True},
        {"stale_rounds": 2},
        {"stale_rounds": 0},
        {"ask_complete": False},
        {"lay_optional": True},
        {"no_instant_redump": True},
        {"tie": "broken"},
    ],
    "follow-me": [
        {"must_change_habitat": True},
        {"habitats": "few"},
        {"target": 30, "decline_rounds": 2},
        {"decline_rounds": 2},
        {"must_lead": True},
        {"hand_limit": 10},
        {"bonus_split": "split"},
        {"tie": "broken"},
    ],
    "around-mackinac": [
        {"circle": 12},
        {"circle": 12, "fog_in_twelve": False},
        {"circle": 16},
        {"take_optional": True},
        {"equal_turns": True},
        {"last_ferry": 10},
        {"tie": "shared"},
    ],
    "deluxe-memory": [
        {"simplicity": True},
        {"jokers": True},
        {"underdogs": True},
        {"six_stays": False},
        {"select_both": True},
        {"no_rehide": True},
        {"finite_bank": True},
        {"nine_optional": True},
        {"nine_pays_seven": True},
        {"ten_own_match": True},
        {"cross_shape": "diagonal"},
        {"tie": "broken"},
    ],
    "mine-and-craft": [
        {"refill": "whole_discard"},
        {"refill": "only_when_all_empty"},
        {"refill": "never"},
        {"creeper_only_mine": True},
        {"hoe_creepers": False},
        {"tnt_creepers": False},
        {"points": 12, "hoe_creepers": False},
        {"short_opening": True},
        {"reserve_max": 3},
        {"tools_own_turn_only": True},
        {"finish_round": True},
        {"stale_rounds": 5},
    ],
}
OTHER_SEATS: Mapping[str, Mapping[int, Sequence[Mapping[str, object]]]] = {
    "st-croix": {
        2: [{"lizard_two_player": "skip"}],
        6: [{"short_deal": True}, {"short_deal": True, "draw_pile": 1}],
    },
    "follow-me": {
        2: [{"habitats": "few"}, {"decline_rounds": 1}],
        6: [{"habitats": "few"}],
    },
    "deluxe-memory": {2: [{"underdogs": True}, {"underdogs": True, "underdogs_end": True, "start_tokens": 12}]},
    "mine-and-craft": {
        2: [{"finish_round": True}, {"short_opening": True}],
        4: [{"finish_round": True}, {"short_opening": True}],
    },
}
"""House rules that matter with another number of seats than the usual one."""


@dataclass(frozen=True)
class Piece:
    """One run of the study."""

    slug: str
    name: str
    games: int
    bots: tuple[str, ...] = ("normal",)
    seats: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    followed: int = 0


def pieces(slug: str, scale: float) -> list[Piece]:
    """Everything that is played of one game."""
    about = find(slug).about
    seats = about.default_seats

    def size(sort: str, steps: int = 1) -> int:
        return max(2, round(GAMES[sort] * scale / steps)) * steps

    others = seats - 1
    found = [
        Piece(slug, "normal", size("normal"), followed=max(2, round(FOLLOWED * scale))),
        Piece(slug, "random", size("random"), ("random",)),
        Piece(slug, "skill", size("skill", seats), ("normal", *["random"] * others)),
        Piece(slug, "hard", size("hard", seats), (HARD, *["normal"] * others)),
    ]
    for count in range(about.min_seats, about.max_seats + 1):
        if count != seats:
            found.append(Piece(slug, f"seats-{count}", size("seats"), seats=count))
    found += [Piece(slug, rule_name(rule), size("rule"), options=rule) for rule in RULES[slug]]
    for count, rules in OTHER_SEATS.get(slug, {}).items():
        found += [Piece(slug, rule_name(rule, count), size("rule"), seats=count, options=rule) for rule in rules]
    return found


def rule_name(rule: Mapping[str, object], seats: int | None = None) -> str:
    """A house rule, with another number of seats than usual or not, as the name of a folder."""
    before = [] if seats is None else [f"seats-{seats}"]
    return "-".join(before + [f"{name}={words.said(value)}" for name, value in rule.items()])


def play(found: Sequence[Piece], data: Path, workers: int | None) -> None:
    """Play what is not played yet."""
    runs = []
    for piece in found:
        plan = make_plan(
            piece.slug,
            games=piece.games,
            seats=piece.seats,
            bots=piece.bots,
            options=piece.options,
            followed=piece.followed,
        )
        run = RunFolder(plan, data / piece.slug / piece.name)
        run.prepare((run.folder / RUN).is_file())
        runs.append(run)
    total, done = sum(run.plan.games for run in runs), sum(run.games_done() for run in runs)
    began = shown = time.monotonic()

    def progress(games: int) -> None:
        nonlocal done, shown
        done += games
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            print(f"{done:,} of {total:,} games, {shown - began:,.0f} s", file=sys.stderr, flush=True)

    play_runs(runs, local_crew(workers), progress)


@dataclass(frozen=True)
class Told:
    """What was found about one game."""

    slug: str
    base: Sample
    random: Sample
    skill: Sample
    hard: Sample
    seats: tuple[Sample, ...]
    """By number of seats, the usual number among them."""
    rules: tuple[Comparison, ...]
    elsewhere: tuple[tuple[Comparison, ...], ...]
    """House rules with another number of seats, each with its default rules; grouped by that number."""


def read(folder: Path, slug: str) -> Told:
    """Read back what was played of one game."""
    about = find(slug).about
    base = read_sample(folder / "normal")
    counts = range(about.min_seats, about.max_seats + 1)
    seats = tuple(base if n == base.seats else read_sample(folder / f"seats-{n}") for n in counts)
    rules = tuple(compare(base, read_sample(folder / rule_name(rule))) for rule in RULES[slug])
    elsewhere = tuple(
        tuple(
            compare(seats[count - about.min_seats], read_sample(folder / rule_name(rule, count)))
            for rule in OTHER_SEATS[slug][count]
        )
        for count in OTHER_SEATS.get(slug, ())
    )
    random, skill, hard = (read_sample(folder / name) for name in ("random", "skill", "hard"))
    return Told(slug, base, random, skill, hard, seats, rules, elsewhere)


def write_game(told: Told) -> Chapter:
    """Write the page of one game; its first chapter."""
    base = told.base
    rules = (base, *(one.other for one in told.rules))
    others = tuple(sample for sample in told.seats if sample is not base)
    by_seats = (base, *others)
    chapters = [
        run_chapter(base, f"{base.seats} sensible players"),
        skill_chapter(told),
        comparison(rules, labels(rules), "House rules, one at a time"),
        comparison(by_seats, labels(by_seats), "More or fewer players"),
    ]
    samples = [base, told.random, told.skill, told.hard, *others, *rules[1:]]
    for group in told.elsewhere:
        runs = (group[0].base, *(one.other for one in group))
        chapters.append(comparison(runs, labels(runs), f"House rules with {runs[0].seats} players"))
        samples += runs[1:]
    games = sum(sample.count for sample in samples)
    lead = f"{games:,} games by bots, rules version {base.plan.rules}, deck: {base.plan.deck}"
    write_page(HERE / f"{told.slug}.html", f"{base.title}: what the games say", lead, chapters, samples)
    return chapters[0]


def skill_chapter(told: Told) -> Chapter:
    """Random, sensible and thinking players on the same deals."""
    sections, said = [], []
    for name, sample in (("skill", told.skill), ("hard", told.hard)):
        rows = measures.seat_rows(sample)
        found = measures.skill(sample, rows)
        if found is None:
            continue
        shares = measures.wins_by(rows, "bot")
        text = words.luck(found, sample.seats)
        said.append(text)
        dots = [plots.Dot(one.name, one.share) for one in shares]
        caption = "Wins of each bot on the same deals; the line is an even share"
        drawn = plots.dots(name, caption, dots, "share of games won", True, 1 / sample.seats)
        table = share_table("Wins by bot in numbers", "bot", [(one.name, one) for one in shares])
        sections.append(Section(f"{words.lineup(sample)}: {sample.count:,} games", text, (drawn,), (table,)))
    about = (
        f"{HARD} thinks ahead with only 100 imagined games a decision, to keep the study affordable; at a table hard "
        f"imagines up to 1,500. "
        "All play is by bots that see only what their seat may know."
    )
    return Chapter("Luck or skill", about, tuple(said), (), tuple(sections))


def readme(found: Sequence[Told], first: Sequence[Chapter]) -> str:
    """The tables of README.md."""
    parts = [first_table(found), length_table(found), skill_table(found)]
    parts += [game_part(told, chapter) for told, chapter in zip(found, first, strict=True)]
    return "\n\n".join(parts)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def bullets(lines: Sequence[str]) -> str:
    """A Markdown list, wrapped at 100 columns."""
    fill = TextWrapper(100, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False).fill
    return "\n".join(map(fill, lines))


def first_table(found: Sequence[Told]) -> str:
    """Is the first seat favoured?"""
    rows = []
    for told in found:
        for sample in (*told.seats, told.random):
            begins = measures.wins_by(measures.seat_rows(sample), "place")[0].share
            even = 1 / sample.seats
            verdict = "favoured" if begins.above(even) else "at a disadvantage" if begins.below(even) else "not shown"
            bots = "random" if sample is told.random else "normal"
            rows.append((sample.title, str(sample.seats), bots, words.percent(even), words.share(begins), verdict))
    head = ("game", "seats", "bots", "even share", "the first player wins", "the first seat is")
    return "## Is the first seat favoured?\n\n![Advantage of beginning](first.png)\n\n" + table(head, rows)


def length_table(found: Sequence[Told]) -> str:
    """How long is a game?"""
    rows = []
    for told in found:
        for sample in told.seats:
            turns, decisions = (measures.spread_of(sample.games, column) for column in ("turns", "decisions"))
            span = f"{words.number(turns.tenth)} to {words.number(turns.ninetieth)}"
            each = words.number(decisions.mean.value / sample.seats)
            cells = (words.ranged(turns.mean), span, words.ranged(decisions.mean), each)
            rows.append((sample.title, str(sample.seats), *cells))
    head = ("game", "seats", "turns a game", "eight of ten games", "decisions a game", "decisions of a player")
    return "## How long is a game?\n\n" + table(head, rows)


def skill_table(found: Sequence[Told]) -> str:
    """How much is luck?"""
    rows = []
    for told in found:
        cells = [told.base.title, str(told.base.seats), words.percent(1 / told.base.seats)]
        for sample in (told.skill, told.hard):
            shares = {one.name: one.share for one in measures.wins_by(measures.seat_rows(sample), "bot")}
            cells.append(words.share(shares[sample.plan.bots[0]]))
        leads = lead_changes(told.base)
        cells += [words.ranged(leads.changes), words.percent(leads.clear.value)] if leads else ["", ""]
        rows.append(tuple(cells))
    head = (
        "game",
        "seats",
        "even share",
        "normal among random wins",
        f"{HARD} among normal wins",
        "lead changes",
        "winner clear after",
    )
    return "## Luck, skill and tension\n\n" + table(head, rows)


def game_part(told: Told, chapter: Chapter) -> str:
    """One game in words, and what each house rule changes."""
    lines = [
        f"## {told.base.title}",
        f"The whole report with plots: [{told.slug}.html]({told.slug}.html).\n{words.what(told.base)}:",
    ]
    lines.append(bullets(chapter.summary))
    lines.append("What a designer may want to look at:")
    lines.append(bullets(chapter.advice))
    lines.append(
        f"House rules, each alone, by {told.base.seats} normal bots on the same deals; only clear "
        f"differences are\nnamed:"
    )
    found = list(zip(labels((told.base, *(one.other for one in told.rules)))[1:], told.rules, strict=True))
    for group in told.elsewhere:
        runs = (group[0].base, *(one.other for one in group))
        names = (f"{name} ({runs[0].seats} seats)" for name in labels(runs)[1:])
        found += zip(names, group, strict=True)
    rows = []
    for name, one in found:
        changed = "; ".join(words.change(change) for change in one.shown) or "nothing shown"
        same = words.percent(one.same.value) if one.same else ""
        winner = words.percent(one.same_winner.value) if one.same_winner else ""
        rows.append((f"`{name}`", same, winner, changed))
    lines.append(table(("house rule", "games that went the same", "same winner", "what it changes"), rows))
    return "\n\n".join(lines)


def draw_first(found: Sequence[Told]) -> None:
    """The plot of README.md: how much more than an even share whoever begins wins."""
    dots = []
    for told in found:
        for sample in told.seats:
            share = measures.wins_by(measures.seat_rows(sample), "place")[0].share
            even = 1 / sample.seats
            moved = type(share)(share.value - even, share.error, share.low - even, share.high - even, share.count)
            dots.append(plots.Dot(f"{sample.title}, {sample.seats}", moved, moved.shown))
    title = "wins of whoever begins, above an even share"
    (HERE / "first.png").write_bytes(plots.dots("first", title, dots, title, True, 0.0).png())


def main() -> None:
    """Play, read, write."""
    parser = argparse.ArgumentParser(description="Make the shipped study of all six games.")
    parser.add_argument("--scale", type=float, default=1.0, help="play this many times the usual number of games")
    parser.add_argument("--workers", type=int, default=None, help="processes that share the work")
    asked = parser.parse_args()
    data = DATA / f"{asked.scale:g}"
    play([piece for slug in RULES for piece in pieces(slug, asked.scale)], data, asked.workers)
    found, first = [], []
    for slug in RULES:
        found.append(read(data / slug, slug))
        first.append(write_game(found[-1]))
        print(f"{HERE / slug}.html", file=sys.stderr)
    draw_first(found)
    path = HERE / "README.md"
    before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    path.write_text(f"{before}{BEGIN}\n\n{readme(found, first)}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
