"""The report of a study: from tables to chapters with sentences, plots and numbers, written as one HTML file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.study import advice, answers, compare, measures, plots, words
from parlour.study.change_report import FULL, change_section, sensitivity_section
from parlour.study.compare import Comparison
from parlour.study.estimates import Estimate, around
from parlour.study.lead_changes import LeadChanges, lead_changes
from parlour.study.measures import Share, Thing
from parlour.study.minutes import ASSUMED, Minutes, minutes
from parlour.study.page import Chapter, Section, Table, page
from parlour.study.reading import Sample, Study
from parlour.study.tournament import results

WHOLE = 3
"""With more runs than this, only the first gets a full chapter; the others are compared with it."""
SHOWN_THINGS = 14
SHOWN_MEASURES = 6
SAID = 12
"""Runs told in a sentence each; the tables have all of them."""


def chapters(study: Study) -> list[Chapter]:
    """The chapters of a report."""
    names = labels(study.samples)
    found = [tournament(run) for run in study.samples if study.kind == "tournament"]
    if len(study.samples) > 1:
        found.append(comparison(study.samples, names))
    told = study.samples if len(study.samples) <= WHOLE else study.samples[:1]
    for place, run in enumerate(told):
        found.append(
            run_chapter(
                run,
                _title(names[place]) if len(study.samples) > 1 else run.title,
                f"{place + 1}-" if len(told) > 1 else "",
            )
        )
    return found


@dataclass(frozen=True)
class Written:
    """A written report: its chapters, and the pictures beside it."""

    chapters: tuple[Chapter, ...]
    pictures: tuple[Path, ...]


def write_report(study: Study, file: Path) -> Written:
    """Write the page and, in a folder of the same name beside it, every plot as a picture."""
    found = chapters(study)
    lead = words.what(study.samples[0]) if len(study.samples) == 1 else f"{len(study.samples)} runs compared"
    write_page(file, f"{study.title}: what the games say", lead, found, study.samples)
    folder = file.with_suffix("")
    folder.mkdir(exist_ok=True)
    paths = []
    for plot in [plot for chapter in found for section in chapter.sections for plot in section.plots]:
        paths.append(folder / f"{plot.name}.png")
        paths[-1].write_bytes(plot.png())
    return Written(tuple(found), tuple(paths))


def write_page(
    file: Path, title: str, lead: str, found: Sequence[Chapter], samples: Sequence[Sample], made_by: str = ""
) -> None:
    """Write chapters as one HTML file that names the command that made it, or the ones that played its games."""
    commands = [made_by] if made_by else list(dict.fromkeys(run.plan.made_by for run in samples))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(title, lead, found, commands), encoding="utf-8")


def _title(text: str) -> str:
    """Capitalise a heading, but leave a house rule as it is typed."""
    return text if "=" in text else text[:1].upper() + text[1:]


def labels(runs: tuple[Sample, ...]) -> list[str]:
    """A label for each run by what differs, or the name of its folder where nothing does."""
    sides = [_sides(run) for run in runs]
    telling = [
        name
        for name in dict.fromkeys(name for side in sides for name in side)
        if len({side.get(name) for side in sides}) > 1
    ]
    usual = sides[0]
    found = []
    for place, side in enumerate(sides):
        # the first label is complete only if few things vary; the others say what they change
        named = [name for name in telling if side.get(name) != usual.get(name)] if place else telling[:1]
        found.append(
            ", ".join(side[name] for name in named if name in side)
            or ("default rules" if place == 0 else runs[place].label)
        )
    plain = not runs[0].house_rules and runs[0].own_deck
    if len(telling) > 1 and plain and all(kind in ("option", "deck") for kind, _ in telling):
        found[0] = "default rules"
    for labels in (found if telling else [], [run.label for run in runs]):
        if len(set(labels)) == len(runs):
            return labels
    return [f"{place + 1}: {run.folder}" for place, run in enumerate(runs)]


def _sides(run: Sample) -> dict[tuple[str, str], str]:
    """Everything that can distinguish a run, in words; options by their names."""
    plan = run.plan
    deck = "the game's own deck" if run.own_deck else f"deck {plan.deck}"
    found = {"game": run.title, "seats": f"{run.seats} seats", "bots": words.lineup(run), "deck": deck}
    options = {("option", name): f"{name}={words.said(value)}" for name, value in plan.options.items()}
    return {(kind, ""): side for kind, side in found.items()} | options


# long: each section is made once, for the first screen and below it
def run_chapter(run: Sample, title: str, prefix: str = "") -> Chapter:
    """One run in full."""
    rows = measures.seat_rows(run)
    turns, decisions = (measures.spread_of(run.games, column) for column in ("turns", "decisions"))
    places = measures.wins_by(rows, "place")
    reasons, guards = (measures.shares_of(run.games, column) for column in ("reason", "guard"))
    tied = measures.ties(run.games)
    found_choices = measures.choices(run.games)
    found_things = measures.things(run, rows)
    leads = lead_changes(run)
    skill = measures.skill(run, rows)
    by_bot = measures.wins_by(rows, "bot")
    took = minutes(run)
    length, seats = length_section(run, turns, decisions, took, prefix), seats_section(run, places, prefix)
    sections = [length, seats]
    first = [answers.fair(run, places, seats), answers.long(turns, took, length)]
    summary = [words.length(run, turns, decisions), words.seats(places, run.seats)]
    ideas = [
        *advice.seats(places, run.seats),
        *advice.length(turns),
        *advice.endings(guards, tied),
        *advice.lead_changes(leads),
    ]
    if skill is not None:
        sections.append(skill_section(run, skill, by_bot, prefix))
        summary.append(words.luck(skill, run.seats))
        ideas += advice.skill(skill)
    if leads is not None:
        sections.append(lead_section(run, leads, prefix))
        first.append(answers.decided(leads, sections[-1]))
        summary.append(words.leads(leads))
    else:
        first.append(answers.not_followed())
    if found_choices is not None:
        sections.append(choices_section(run, found_choices, prefix))
        first.append(answers.choice(found_choices, skill, sections[-1]))
        ideas += advice.choices(found_choices)
    if found_things:
        sections.append(things_section(run, found_things, prefix))
        ideas += advice.things(found_things)
    sections.append(endings_section(run, reasons, guards, tied, prefix))
    first.append(answers.ends(reasons, guards, tied, sections[-1]))
    summary.append(words.endings(reasons, guards, tied, run.count))
    return Chapter(title, words.what(run), tuple(summary), tuple(ideas or NOTHING), tuple(sections), tuple(first))


NOTHING = (
    "Nothing stands out: no seat is clearly favoured, games end without a guard, and there is enough to decide.",
)


def length_section(
    run: Sample, turns: measures.Spread, decisions: measures.Spread, took: Minutes | None, prefix: str
) -> Section:
    """The section on length."""
    drawn = []
    for name, spread in (("turns", turns), ("decisions", decisions)):
        bins = [(low, high, count / run.count) for low, high, count in measures.counts(run.games[name].to_list())]
        caption = f"{name.capitalize()} in a game; the line is the median"
        drawn.append(plots.columns(f"{prefix}length-{name}", caption, bins, name, "share of games", spread.median))
    head = ("length", "mean", "95 % interval", "shortest", "10 %", "median", "90 %", "longest")
    rows = tuple(
        (
            name,
            words.number(spread.mean.value),
            f"{words.number(spread.mean.low)} to {words.number(spread.mean.high)}",
            *(words.number(v) for v in (spread.least, spread.tenth, spread.median, spread.ninetieth, spread.most)),
        )
        for name, spread in (("turns", turns), ("decisions", decisions))
    )
    text = words.length(run, turns, decisions)
    if took is not None:
        text += (
            f" That is about {words.ranged(took.game)} minutes for people, and a player waits about "
            f"{words.ranged(took.waiting)} seconds between two turns."
        )
    note = "" if took is None else ASSUMED
    return Section("How long is a game?", text, tuple(drawn), (Table("Lengths in numbers", head, rows),), note)


def seats_section(run: Sample, places: list[Share], prefix: str) -> Section:
    """The section on the order of play."""
    even = 1 / run.seats
    given = [plots.Dot(words.place_name(p.name), p.share, p.share.above(even) or p.share.below(even)) for p in places]
    drawn = plots.dots(
        f"{prefix}seats",
        "Wins by place in the order of play; the line is an even share",
        given,
        "share of games won",
        True,
        even,
    )
    return Section(
        "Does it matter who begins?",
        words.seats(places, run.seats),
        (drawn,),
        (share_table("Wins by place in numbers", "place", [(words.place_name(p.name), p) for p in places]),),
        "Orange marks an interval that leaves out the even share.",
    )


def share_table(title: str, first: str, given: list[tuple[str, Share]]) -> Table:
    """Shares with their intervals."""
    head = (first, "share", "95 % interval", "games")
    rows = tuple(
        (name, words.percent(s.share.value), f"{100 * s.share.low:.1f} to {100 * s.share.high:.1f}", f"{s.games:,.0f}")
        for name, s in given
    )
    return Table(title, head, rows)


def skill_section(run: Sample, found: measures.Skill, by_bot: list[Share], prefix: str) -> Section:
    """Luck and skill."""
    given = [plots.Dot(one.name, one.share) for one in sorted(by_bot, key=lambda one: -one.share.value)]
    drawn = plots.dots(
        f"{prefix}skill",
        "Wins of each bot on the same deals; the line is an even share",
        given,
        "share of games won",
        True,
        1 / run.seats,
    )
    return Section(
        "Luck or skill?",
        words.luck(found, run.seats),
        (drawn,),
        (share_table("Wins by bot in numbers", "bot", [(one.name, one) for one in by_bot]),),
        "Every deal is played from every seat by each bot, so the cards are the same for all of them.",
    )


def lead_section(run: Sample, leads: LeadChanges, prefix: str) -> Section:
    """Lead changes, and when the winner became clear."""
    caption = "The later winner's chance to win; half of the games lie in the band"
    chance = plots.curve(
        f"{prefix}winner", caption, leads.curve(), "part of the game played", "chance to win", 1 / run.seats
    )
    parts = leads.clear_parts()
    bins = [(i / len(parts), (i + 1) / len(parts), count / leads.games) for i, count in enumerate(parts)]
    clear = plots.columns(
        f"{prefix}clear", "When the winner became clear", bins, "part of the game played", "share of games", None, True
    )
    changes = tuple(
        (str(n), f"{count:,}", words.percent(count / leads.games)) for n, count in enumerate(leads.change_counts())
    )
    points = tuple((f"{100 * x:.0f} %", *(words.percent(v) for v in rest)) for x, *rest in leads.curve())
    return Section(
        "When is it decided?",
        words.leads(leads),
        (chance, clear),
        (
            Table("Lead changes in numbers", ("lead changes", "games", "share"), changes),
            Table("The winner's chance in numbers", ("played", "lower quarter", "median", "upper quarter"), points),
        ),
        words.leads_note(leads),
    )


def choices_section(run: Sample, found: Estimate, prefix: str) -> Section:
    """How many choices there are."""
    along = measures.course(run)
    parts = [(float(x), float(y)) for x, y in along.select("progress", "choices").iter_rows()]
    drawn = plots.line(
        f"{prefix}choices", "Legal actions at a decision, along the game", parts, "part of the game played", "choices"
    )
    rows = tuple(
        (f"{100 * x:.0f} %", words.number(y), words.number(z))
        for x, y, z in along.select("progress", "choices", "decisions").iter_rows()
    )
    table = Table("Choices in numbers", ("played", "choices a decision", "decisions a turn"), rows)
    return Section("How much is there to decide?", words.branching(found, parts), (drawn,), (table,))


def things_section(run: Sample, found: list[Thing], prefix: str) -> Section:
    """What was used, and how its users fared."""
    shown = words.worth_showing(found)
    clear = sorted(words.telling(shown), key=lambda thing: -abs(words.worth(thing)))[:SHOWN_THINGS]
    clear.sort(key=words.worth, reverse=True)
    most = [(thing.name, thing.per_game) for thing in shown[:SHOWN_THINGS]]
    drawn = [plots.bars(f"{prefix}uses", "Used most", most, "times a game")]
    given = [plots.Dot(t.name, t.worth, t.worth.value < 0) for t in clear if t.worth is not None]
    if given:
        caption = "How much more often its users won (orange: less often)"
        drawn.append(plots.dots(f"{prefix}worth", caption, given, "difference in wins", True, 0.0))
    rows = tuple(
        (
            thing.name,
            thing.kind,
            words.number(thing.per_game),
            words.percent(thing.used),
            words.percent(thing.with_it),
            words.percent(thing.without) if thing.worth is not None else "",
            words.signed(thing.worth, True) if thing.worth is not None else "used by all",
        )
        for thing in found
    )
    head = ("thing", "kind", "times a game", "players who used it", "they won", "others won", "difference")
    return Section(
        "What was used, and what goes along with winning?",
        words.used(found),
        tuple(drawn),
        (Table("Everything that was used, in numbers", head, rows),),
        words.NOT_CAUSE,
    )


def endings_section(
    run: Sample, reasons: list[Share], guards: list[Share], tied: Estimate | None, prefix: str
) -> Section:
    """How games end."""
    given = [(one.name, one) for one in reasons]
    tables = [share_table("Ends in numbers", "how it ended", given)]
    if guards:
        tables.append(share_table("Guards in numbers", "guard", [(one.name, one) for one in guards]))
    bars = [(name, one.share.value) for name, one in given]
    drawn = plots.bars(f"{prefix}endings", "How games end", bars, "share of games", True)
    return Section("How do games end?", words.endings(reasons, guards, tied, run.count), (drawn,), tuple(tables))


def tournament(run: Sample) -> Chapter:
    """Who beats whom, and how strong each bot is."""
    found = results(run.folder, run.plan)
    names = [rating.bot for rating in found.ratings]
    cells = {(one.bot, one.against): one.share.value for one in found.meetings}
    drawn = plots.cross("cross-table", "Share of the wins of the bot on the left", names, cells, "against")
    rated = [plots.Dot(one.bot, around(one.mean, one.uncertainty, one.games)) for one in found.ratings]
    ratings = plots.dots("ratings", "Ratings (openskill) with 95 % intervals", rated, "rating")
    tables = (
        Table(
            "Ratings in numbers",
            ("bot", "rating", "uncertainty", "games"),
            tuple((one.bot, f"{one.mean:.2f}", f"{one.uncertainty:.2f}", f"{one.games:,}") for one in found.ratings),
        ),
        Table(
            "Every meeting in numbers",
            ("bot", "against", "share of the wins"),
            tuple((one.bot, one.against, words.share(one.share)) for one in found.meetings),
        ),
    )
    text = words.rated(found)
    note = "In a meeting both kinds have every seat equally often on the same deals, so an even share is a half."
    section = Section("Who is stronger?", text, (drawn, ratings), tables, note)
    return Chapter("Tournament", words.what(run), (text,), (), (section,))


def comparison(runs: tuple[Sample, ...], names: list[str], title: str = "Side by side", prefix: str = "") -> Chapter:
    """All runs compared with the first."""
    found = [compare.compare(runs[0], run) for run in runs[1:]]
    said = tuple(words.compared(one, name) for one, name in zip(found, names[1:], strict=True))
    section = Section(
        "What differs?",
        "Each plot shows how much one measure differs from the first run; orange marks what chance does not explain.",
        measure_plots(names, found, prefix),
        comparison_tables(names, found),
        f"Differences are taken from the first run ({names[0]}). {words.pairing(found)} Of twenty differences that are "
        f"none, about one looks clear by chance.",
    )
    sections = [section]
    if len(found) > 1:
        sections.insert(0, sensitivity_section(found, names[1:], prefix))
    for place, (one, name) in enumerate(zip(found, names[1:], strict=True) if len(found) <= FULL else ()):
        sections.append(change_section(one, name, f"{prefix}{place + 1}-"))
    about = " · ".join(names) if len(names) <= FULL else f"{names[0]}, and {len(names) - 1} changes"
    return Chapter(title, about, said[:SAID], (), tuple(sections))


def measure_plots(names: list[str], found: list[Comparison], prefix: str) -> tuple[plots.Plot, ...]:
    """A plot for each measure that differs somewhere, the most telling first."""
    drawn = []
    for measure in compare.MEASURES:
        changes = [next((c for c in one.changes if c.measure is measure), None) for one in found]
        known = [change for change in changes if change is not None]
        if len(known) < len(found) or not any(change.difference.shown for change in known):
            continue
        usual = words.plain(measure, known[0].base.value)
        caption = f"{_title(measure.name)}: difference from {names[0]} ({usual})"
        given = [
            plots.Dot(name, change.difference, change.difference.shown)
            for name, change in zip(names[1:], known, strict=True)
        ]
        drawn.append(
            plots.dots(
                f"{prefix}compare-{measure.column}",
                caption,
                given,
                "percentage points" if measure.percent else "",
                measure.percent,
                0.0,
            )
        )
    return tuple(drawn[:SHOWN_MEASURES])


def comparison_tables(names: list[str], found: list[Comparison]) -> tuple[Table, ...]:
    """Every measure of every run, and every difference."""
    values, differences = [], []
    for measure in compare.MEASURES:
        row, by = [measure.name], [measure.name]
        for place, one in enumerate(found):
            change = next((c for c in one.changes if c.measure is measure), None)
            if place == 0:
                row.append(words.measured(measure, change.base) if change else "")
            row.append(words.measured(measure, change.other) if change else "")
            by.append(words.signed(change.difference, measure.percent) if change else "")
        if any(row[1:]):
            values.append(tuple(row))
            differences.append(tuple(by))
    same = ("went exactly the same way", *(words.share(one.same) if one.same else "" for one in found))
    winner = ("had the same winner", *(words.share(one.same_winner) if one.same_winner else "" for one in found))
    extra = [row for row in (same, winner) if any(row[1:])]
    return (
        Table("Every measure of every run", ("measure", *names), tuple(values)),
        Table("Every difference from the first run", ("measure", *names[1:]), (*differences, *extra)),
    )
