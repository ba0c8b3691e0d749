"""What the numbers say, in sentences a designer can read aloud. Every sentence is worked out from the data at hand."""

from collections import Counter
from collections.abc import Sequence

from parlour.core.sentences import listed
from parlour.study.compare import Change, Comparison, Measure
from parlour.study.estimates import Estimate
from parlour.study.lead_changes import CLEAR, LEAD, LeadChanges
from parlour.study.measures import Share, Skill, Spread, Thing
from parlour.study.reading import Sample
from parlour.study.tournament import Results

NOT_CAUSE = (
    "This is not cause and effect: a thing may look good because players who are winning get to use it, or bad "
    "because it is a "
    "last resort, and long games give more chances to use anything."
)
ENOUGH = 4
POWER = 2.8  # standard errors detected with power 0.8: 1.96 for the interval plus 0.84
LOOSE = 0.1  # pairs whose measures correlate less than this are worth no more than separate games
PLACES = ("begins", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def number(value: float) -> str:
    """A number with sensible digits: whole from 100 on."""
    size = abs(value)
    digits = 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 0.005 else 4
    text = f"{value:,.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def percent(value: float) -> str:
    """A share in percent."""
    return f"{100 * value:.1f} %"


def ranged(found: Estimate) -> str:
    """A mean with its interval: 38 (37.2 to 38.9)."""
    if found.count == 1:
        return f"{number(found.value)} (in a single deal)"
    return f"{number(found.value)} ({number(found.low)} to {number(found.high)})"


def share(found: Estimate) -> str:
    """A share with its interval: 35.1 % (33.9 to 36.4)."""
    return f"{percent(found.value)} ({100 * found.low:.1f} to {100 * found.high:.1f})"


def points(found: Estimate) -> str:
    """A difference of shares in percentage points, without its sign, with its interval."""
    low, high = sorted((abs(found.low), abs(found.high))) if found.shown else (found.low, found.high)
    return f"{abs(100 * found.value):.1f} points ({100 * low:.1f} to {100 * high:.1f})"


def named(thing: str) -> str:
    """The name of a thing in quotes."""
    return f"\u201c{thing}\u201d"


def place_name(place: str) -> str:
    """The word for a place in the order of play, from 0 on."""
    at = int(place)
    return PLACES[at] if at < len(PLACES) else f"place {at + 1}"


def what(run: Sample) -> str:
    """What was played, in one line."""
    changed = [f"{name}={said(value)}" for name, value in run.house_rules.items()]
    rules = f"house rules {', '.join(changed)}" if changed else "default rules"
    deck = f", deck {run.plan.deck}" if run.plan.deck_data is not None else ""
    begun = ", from a given position" if run.plan.start is not None else ""
    return f"{run.count:,} games of {run.title}, {run.seats} seats, {lineup(run)}, {rules}{deck}{begun}"


def lineup(run: Sample) -> str:
    """Who played: all the same, how many of each, or who met whom."""
    found = Counter(run.plan.bots)
    if run.plan.kind == "tables":
        return f"played at tables by {listed([{'person': 'people'}.get(bot, bot) for bot in found])}"
    if run.plan.kind == "tournament":
        return f"a tournament of {listed(run.plan.bots)}"
    if len(found) == 1:
        return f"all {run.plan.bots[0]}"
    return ", ".join(f"{count} {name}" for name, count in found.items())


def said(value: object) -> str:
    """An option's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def length(run: Sample, turns: Spread, decisions: Spread) -> str:
    """How long games are."""
    each = decisions.mean.value / run.seats
    return (
        f"A game takes {ranged(turns.mean)} turns on average; eight of ten games take {number(turns.tenth)} to "
        f"{number(turns.ninetieth)}, the shortest took {number(turns.least)} and the longest {number(turns.most)}. "
        f"There are "
        f"{ranged(decisions.mean)} decisions in a game, about {number(each)} for each player."
    )


def seats(places: Sequence[Share], seats: int) -> str:
    """Whether it matters who begins."""
    even = 1 / seats
    begins = places[0].share
    first = f"The first player wins {share(begins)} of the games; an even share is {percent(even)}"
    if begins.above(even):
        first += f". Beginning is an advantage, of {100 * (begins.value - even):.1f} points."
    elif begins.below(even):
        first += f". Beginning is a handicap, of {100 * (even - begins.value):.1f} points."
    else:
        first += f": no advantage is shown. {would_show(begins)}"
    odd = [p for p in places[1:] if p.share.above(even) or p.share.below(even)]
    if odd:
        worst = max(odd, key=lambda p: abs(p.share.value - even))
        side = "more" if worst.share.above(even) else "less"
        whom = "the other player" if seats == 2 else f"the {place_name(worst.name)} player"
        first += f" {whom.capitalize()} wins {side} than that: {share(worst.share)}."
    return first


def would_show(found: Estimate) -> str:
    """The effect a study of this size detects with power 0.8."""
    needed = POWER * found.error
    if needed > 1.0:
        return "There are too few games to show any."
    return f"One of {100 * needed:.1f} points would show in four of five studies of this size."


def used(found: Sequence[Thing]) -> str:
    """What was used most, and what goes along with winning."""
    shown = worth_showing(found)
    top = listed([f"{named(thing.name)} ({number(thing.per_game)})" for thing in shown[:3]])
    text = f"Used most, in times a game: {top}."
    clear = sorted(telling(shown), key=worth, reverse=True)
    up = [thing for thing in clear if worth(thing) > 0][:3]
    down = [thing for thing in reversed(clear) if worth(thing) < 0][:3]
    if up:
        text += f" Players with these won more often than players without: {_fared(up)}."
    if down:
        text += f" Players with these won less often: {_fared(down)}."
    if not clear:
        text += " No use goes along with winning or losing clearly."
    return text


def _fared(given: Sequence[Thing]) -> str:
    return listed([f"{named(t.name)} by {points(t.worth)}" for t in given if t.worth is not None])


def worth_showing(found: Sequence[Thing]) -> list[Thing]:
    """Cards, tools and effects; kinds of actions only if there is little else."""
    special = [thing for thing in found if thing.kind != "action"]
    return special if len(special) >= ENOUGH else list(found)


def telling(found: Sequence[Thing]) -> list[Thing]:
    """The things whose users won clearly more or less often."""
    return [thing for thing in found if thing.worth is not None and thing.worth.shown and 0.01 < thing.used < 0.99]


def worth(thing: Thing) -> float:
    """How much more often its users won; 0 where all or none used it."""
    return thing.worth.value if thing.worth is not None else 0.0


def leads(found: LeadChanges) -> str:
    """How often the lead changes and when the winner is clear."""
    return (
        f"The lead changes {ranged(found.changes)} times a game, for the last time after "
        f"{percent(found.settled.value)} of it on average. The winner is clear after "
        f"{percent(found.clear.value)} of the "
        f"game on average ({100 * found.clear.low:.1f} to {100 * found.clear.high:.1f}), and in "
        f"{share(found.comebacks)} of the games "
        f"somebody else was leading at half-time. At the worst moment the later winner's chance was "
        f"{percent(found.lowest.value)} on average."
    )


def leads_note(found: LeadChanges) -> str:
    """How leads and the clear winner are defined."""
    return (
        f"Chances are estimated at the start of every turn of {found.games:,} games, by playing on from the true "
        f"position many times with the "
        f"quick rule of thumb. A lead counts when it is {100 * LEAD:.0f} points; the winner is clear once its chance "
        f"stays at {100 * CLEAR:.0f} % or more."
    )


def branching(choices: Estimate, parts: Sequence[tuple[float, float]]) -> str:
    """How many choices a decision offers, and when."""
    most = max(parts, key=lambda part: part[1])
    least = min(parts, key=lambda part: part[1])
    return (
        f"A decision offers {ranged(choices)} choices on average: most of them ({number(most[1])}) {_when(most[0])}, "
        f"fewest ({number(least[1])}) {_when(least[0])}."
    )


def _when(progress: float) -> str:
    if progress < 0.1:
        return "at the start"
    return "at the end" if progress > 0.9 else f"around {100 * progress:.0f} % of the game"


def luck(found: Skill, seats: int) -> str:
    """How much better play is worth, and how much the deal decides."""
    text = (
        f"From the same seats on the same deals, {found.strong} wins {share(found.strong_wins)} and {found.weak} "
        f"{share(found.weak_wins)}: "
    )
    if found.gain.shown:
        text += f"playing as {found.strong} does is worth {points(found.gain)}."
    else:
        text += f"no difference is shown. {would_show(found.gain)}"
    if found.times > 1 and found.seat_always is not None:
        text += f" Each of {found.deals:,} deals was played {found.times} times: "
        if found.strong_always is not None:
            text += f"{found.strong} won every time in {percent(found.strong_always.value)} of them, and "
        text += (
            f"the same seat won, whichever bot had it, in {percent(found.seat_always.value)} "
            f"(pure chance would give {percent(seats ** -(found.times - 1))})."
        )
    return text


def endings(reasons: Sequence[Share], guards: Sequence[Share], tied: Estimate | None, games: int) -> str:
    """How games end, and whether a guard had to stop them."""
    top = reasons[0]
    part = "All games" if top.share.value == 1.0 else f"{percent(top.share.value)} of the games"
    text = f"{part} ended like this: {top.name.rstrip('.')}."
    if guards:
        stopped = listed([f"{one.name} in {share(one.share)}" for one in guards])
        text += f" A guard against endless games had to step in: {stopped}."
    else:
        text += f" No guard against endless games had to step in ({games:,} games)."
    if tied is not None and tied.value > 0:
        text += f" The win was shared in {share(tied)}."
    return text


def signed(found: Estimate, as_share: bool) -> str:
    """A difference with its sign and interval."""
    if as_share:
        return f"{100 * found.value:+.1f} points ({100 * found.low:+.1f} to {100 * found.high:+.1f})"
    return f"{_plus(found.value)} ({_plus(found.low)} to {_plus(found.high)})"


def _plus(value: float) -> str:
    text = number(value)
    return text if text.startswith("-") or text == "0" else f"+{text}"


def rated(found: Results) -> str:
    """Who is strongest, and by how much."""
    best = found.ratings[0]
    text = f"{best.bot} is rated highest: {best.mean:.1f} ± {best.uncertainty:.1f}"
    if len(found.ratings) > 1:
        text += ", then " + listed([f"{one.bot} {one.mean:.1f} ± {one.uncertainty:.1f}" for one in found.ratings[1:]])
    unclear = [
        f"{one.bot} and {one.against}"
        for one in found.meetings
        if one.bot < one.against and not one.share.above(0.5) and not one.share.below(0.5)
    ]
    if unclear:
        return text + f". No difference is shown between {listed(unclear)}."
    return text + ". Every meeting has a clear winner."


def change(found: Change) -> str:
    """One difference between two runs."""
    base = plain(found.measure, found.base.value)
    return f"{found.measure.name} {signed(found.difference, found.measure.percent)} from {base}"


def plain(measure: Measure, value: float) -> str:
    """A measure's value without its interval."""
    if measure.signed:
        return f"{100 * value:+.1f}"
    return percent(value) if measure.percent else number(value)


def measured(measure: Measure, found: Estimate) -> str:
    """A measure's value with its interval."""
    if measure.signed:
        return signed(found, measure.percent)
    return share(found) if measure.percent else ranged(found)


def compared(found: Comparison, name: str) -> str:
    """Everything that differs from the baseline, in a sentence or two."""
    if found.same is not None and found.same.value == 1.0:
        return f"{name}: all {found.same.count:,} deals went exactly the same way, so it made no difference at all."
    if found.shown:
        text = f"{name}: " + "; ".join(change(one) for one in found.shown) + "."
    else:
        text = f"{name}: no difference is shown in any measure."
    if found.same is not None and found.same_winner is not None and found.same_cards:
        text += (
            f" Of the same deals {percent(found.same.value)} went exactly the same way and "
            f"{percent(found.same_winner.value)} had the same winner."
        )
    return text


def pairing(found: Sequence[Comparison]) -> str:
    """What pairing games by number is worth, as measured, and whether they are the same deals at all."""
    if not all(one.paired for one in found):
        return "Runs with other seats or another seed are compared as separate samples, since their deals differ."
    text = "Games with the same number have the same seed and are compared in pairs."
    other = [one for one in found if not one.same_cards]
    if other:
        text += (
            f" Where the decks differ in size ({other[0].base.deck_size} and "
            f"{listed(sorted({str(one.other.deck_size) for one in other}, key=int))} cards), the same seed deals "
            f"other cards: these are not the same deals."
        )
    known = [one.together for one in found if one.together is not None]
    if known and max(known) < LOOSE:
        text += " Measured, pairs do not go together (no correlation is clear): pairing narrows no interval here."
    elif known:
        text += (
            f" Measured, a pair's most alike measure correlates by {max(known):.2f}: that narrows its interval by "
            f"{_narrower(max(known))}."
        )
    return text


def _narrower(together: float) -> str:
    """How much a correlation narrows the interval of a difference."""
    return percent(1.0 - max(0.0, 1.0 - together) ** 0.5)
