"""What a change did, as sections of a report: the decks' difference on top, then number by number."""

from collections.abc import Sequence
from statistics import median

from parlour.core.sentences import listed
from parlour.study import plots, words
from parlour.study.changes import ENDINGS, GROUPS, MEASURES, SEATS, USED, Delta, deck_changes, deltas
from parlour.study.compare import Comparison
from parlour.study.many import detectable, holm
from parlour.study.page import Section, Table

SHOWN = 14
FULL = 6
"""With more runs than this, a report shows them number by number only in one table."""


def change_section(found: Comparison, name: str, prefix: str) -> Section:
    """One run beside the first, number by number."""
    made = deltas(found)
    tables = []
    decks = deck_changes(found)
    if decks:
        rows = tuple((one.what, one.before or "-", one.after or "-") for one in decks)
        tables.append(Table("What differs between the decks", ("", "before", "after"), rows))
    tables += [_table(group, [one for one in made if one.group == group]) for group in GROUPS]
    clear = sorted((one for one in made if one.clear), key=_size, reverse=True)
    drawn = []
    for percent, axis in ((True, "percentage points"), (False, "difference")):
        some = [one for one in clear if one.percent is percent][:SHOWN]
        if some:
            dots = [plots.Dot(_label(one), one.difference, one.difference.value < 0) for one in some]
            caption = f"Clear differences in {'shares' if percent else 'counts'} (orange: less than before)"
            drawn.append(
                plots.dots(f"{prefix}change-{'shares' if percent else 'counts'}", caption, dots, axis, percent, 0.0)
            )
    return Section(f"What {name} changed", said(found, made), tuple(drawn), tuple(t for t in tables if t.rows), NOTE)


NOTE = (
    "Clear means clear after Holm's correction for looking at all these numbers at once: if nothing differed, one such "
    "table in twenty would call anything clear. “Would show” is the smallest difference that four of five studies of "
    "this size would find for one number looked at alone."
)


def said(found: Comparison, made: Sequence[Delta]) -> str:
    """The change in sentences: the deck, new cards, what is clear, and what could have been seen."""
    decks = deck_changes(found)
    text = ""
    if decks:
        text = "Deck: " + listed([f"{one.what} {one.before or '-'} → {one.after or '-'}" for one in decks[:6]]) + ". "
    for one in made:
        if one.note == "new" and one.group == USED:
            text += f"The new card {words.named(one.name)} was played {words.number(one.other.value)} times a game. "
    clear = sorted((one for one in made if one.clear), key=_size, reverse=True)
    if clear:
        text += "Clear: " + "; ".join(f"{_label(one)} {_by(one)}" for one in clear[:8]) + ". "
    else:
        text += "Nothing is clearly different. "
    smallest = {group: [detectable(one.difference) for one in made if one.group == group] for group in GROUPS}
    turns = next((one for one in made if one.group == MEASURES and not one.percent), None)
    if turns is not None and smallest[SEATS]:
        text += (
            f"This pair of runs would show {words.number(detectable(turns.difference))} {turns.name} and "
            f"{100 * median(smallest[SEATS]):.1f} points of a seat's wins in four of five such studies."
        )
    return text.strip()


def _label(one: Delta) -> str:
    return {USED: f"{one.name} used", ENDINGS: f"ends: {one.name.rstrip('.')}", SEATS: f"wins of {one.name}"}.get(
        one.group, one.name
    )


def _size(one: Delta) -> float:
    return abs(one.difference.value) / (one.difference.error or 1e-9)


def _by(one: Delta) -> str:
    return words.signed(one.difference, one.percent)


def _table(group: str, made: Sequence[Delta]) -> Table:
    def value(one: Delta, number: float) -> str:
        return words.percent(number) if one.percent else words.number(number)

    def least(one: Delta) -> str:
        found = detectable(one.difference)
        return f"{100 * found:.1f} points" if one.percent else words.number(found)

    rows = tuple(
        (
            f"{one.name} ({one.note})" if one.note else one.name,
            value(one, one.base.value),
            value(one, one.other.value),
            _by(one),
            "yes" if one.clear else "",
            least(one),
        )
        for one in made
    )
    head = ("", "before", "after", "difference", "clear", "would show")
    return Table(f"{group[:1].upper()}{group[1:]}, before and after", head, rows)


def sensitivity_section(found: Sequence[Comparison], names: Sequence[str], prefix: str) -> Section:
    """Which change matters most, over all runs and measures, corrected for looking at them all."""
    every = [
        (name, change)
        for name, one in zip(names, found, strict=True)
        for change in one.changes
        if change.difference.error
    ]
    clear = holm([change.difference for _, change in every])
    ranked = sorted(
        zip(every, clear, strict=True),
        key=lambda pair: -abs(pair[0][1].difference.value) / pair[0][1].difference.error,
    )
    best = [(name, change) for (name, change), good in ranked if good]
    text = f"{len(every):,} differences were looked at; {len(best):,} are clear after Holm's correction for that. "
    if best:
        text += "The clearest: " + "; ".join(f"{name}: {words.change(change)}" for name, change in best[:5]) + "."
    drawn = []
    for column in ("turns", "begins"):
        some = [(n, c, g) for ((n, c), g) in ranked if c.measure.column == column][:SHOWN]
        if some:
            some.sort(key=lambda row: -row[1].difference.value)
            dots = [plots.Dot(name, change.difference, good) for name, change, good in some]
            measure = some[0][1].measure
            caption = f"What moves {measure.name} most (orange: clear)"
            drawn.append(plots.dots(f"{prefix}sensitive-{column}", caption, dots, "", measure.percent, 0.0))
    rows = tuple(
        (
            f"{name}: {change.measure.name}",
            words.signed(change.difference, change.measure.percent),
            "yes" if good else "",
        )
        for (name, change), good in ranked
    )
    table = Table("Every change and measure, the clearest first", ("", "difference", "clear"), rows)
    return Section("Which change matters most?", text, tuple(drawn), (table,))
