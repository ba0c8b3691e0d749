"""Findings for a designer, from the measures of a run."""

from collections.abc import Sequence

from parlour.core.sentences import listed
from parlour.study import words
from parlour.study.estimates import Estimate
from parlour.study.lead_changes import LeadChanges
from parlour.study.measures import Share, Skill, Spread, Thing

SEAT = 0.02  # smallest first-player advantage worth a rule
STOPPED = 0.01  # smallest share of games ended by a guard that is worth a look
TIED = 0.05
EARLY = 0.5  # the winner is clear too early: before half of the game
LATE = 0.95  # the winner is clear too late: nothing before the end matters
FEW = 2.0  # fewest choices per decision
UNEVEN = 3.0  # largest ratio of long games to short ones
RARE = 0.01  # a thing used by a smaller share of seats is rare
STRONG = 0.15  # win rate difference of a thing that stands out


def seats(places: Sequence[Share], count: int) -> list[str]:
    """Is the order of play fair?"""
    begins, even = places[0].share, 1 / count
    if begins.low > even and begins.value - even >= SEAT:
        return [
            f"The first player wins {100 * (begins.value - even):.1f} points more than an even share. A smaller first "
            f"turn, something for those who come later, or playing the last round to its end could even that out."
        ]
    if begins.high < even and even - begins.value >= SEAT:
        return [
            f"The first player wins {100 * (even - begins.value):.1f} points less than an even share. Letting the "
            f"loser of the last game choose, or a small gift for the first player, could even that out."
        ]
    return []


def length(turns: Spread) -> list[str]:
    """Can players tell how long a game will take?"""
    if turns.tenth > 0 and turns.ninetieth / turns.tenth >= UNEVEN:
        return [
            f"Length varies a lot: one game in ten takes {words.number(turns.ninetieth)} turns or more, another one "
            f"{words.number(turns.tenth)} "
            f"or fewer. If it should fit an evening's plan, look at what keeps the long games going."
        ]
    return []


def endings(guards: Sequence[Share], tied: Estimate | None) -> list[str]:
    """Do games end without a guard, and with one winner?"""
    found = [
        f"A guard ends {words.percent(one.share.value)} of the games ({one.name}): find out which moves repeat."
        for one in guards
        if one.share.value >= STOPPED
    ]
    if tied is not None and tied.value >= TIED:
        found.append(f"The win is shared in {words.percent(tied.value)} of the games: a tie-break may be welcome.")
    return found


def lead_changes(found: LeadChanges | None) -> list[str]:
    """Is there tension for most of the game?"""
    if found is None:
        return []
    if found.clear.high < EARLY:
        return [
            f"The winner is clear after {words.percent(found.clear.value)} of the game on average: the rest decides "
            f"little. A shorter game or a way to catch up would help."
        ]
    if found.clear.low > LATE:
        return [
            f"The winner becomes clear only after {words.percent(found.clear.value)} of the game: "
            f"earlier play may feel meaningless."
        ]
    return []


def choices(found: Estimate) -> list[str]:
    """Are there enough decisions?"""
    if found.value < FEW:
        return [f"A decision offers only {words.number(found.value)} choices on average: many turns play themselves."]
    return []


def things(found: Sequence[Thing]) -> list[str]:
    """Does a card stand out, or lie idle?"""
    told = []
    cards = [thing for thing in found if thing.kind != "action"]
    strong = [t for t in words.telling(cards) if t.worth is not None and t.worth.low >= STRONG]
    if strong:
        names = listed([words.named(t.name) for t in sorted(strong, key=words.worth, reverse=True)[:4]])
        told.append(
            f"Players with {names} won at least {100 * STRONG:.0f} points more often than those without: check whether "
            f"that is intended (perhaps only winners get to use them)."
        )
    idle = [words.named(thing.name) for thing in cards if thing.used < RARE]
    if idle:
        names = listed(idle[:6])
        told.append(f"Hardly ever used, by fewer than {100 * RARE:.0f} % of the players: {names}.")
    return told


def skill(found: Skill | None) -> list[str]:
    """Does skill pay off?"""
    if found is None:
        return []
    if not found.gain.shown or found.gain.value < 0.1:
        return [
            f"Playing better hardly pays off: {found.strong} wins only {words.signed(found.gain, True)} more than "
            f"{found.weak} on the same deals. Luck rules; "
            f"more decisions that matter would change that."
        ]
    return []
