"""The first screen of a report: the five usual questions, each answered in a sentence with one picture."""

from collections.abc import Sequence

from parlour.study import words
from parlour.study.estimates import Estimate
from parlour.study.lead_changes import LeadChanges
from parlour.study.measures import Share, Skill, Spread
from parlour.study.minutes import Minutes
from parlour.study.page import Answer, Section
from parlour.study.reading import Sample


def fair(run: Sample, places: Sequence[Share], section: Section) -> Answer:
    """Does it matter who begins?"""
    even, begins = 1 / run.seats, places[0].share
    if begins.above(even):
        text = f"No: the first player wins {words.percent(begins.value)}, {100 * (begins.value - even):.1f} points more"
    elif begins.below(even):
        text = f"No: the first player wins {words.percent(begins.value)}, {100 * (even - begins.value):.1f} points less"
    else:
        text = f"No advantage is shown: the first player wins {words.percent(begins.value)}"
    return Answer("Is it fair?", f"{text}; {words.percent(even)} would be even.", section.plots[0])


def long(turns: Spread, found: Minutes | None, section: Section) -> Answer:
    """How long is a game?"""
    text = f"{words.number(turns.mean.value)} turns; eight of ten games take {words.number(turns.tenth)} to "
    text += f"{words.number(turns.ninetieth)}."
    if found is not None:
        text += (
            f" For people about {found.game.value:.0f} minutes, waiting {found.waiting.value:.0f} seconds for a turn."
        )
    return Answer("How long is it?", text, section.plots[0])


def decided(leads: LeadChanges, section: Section) -> Answer:
    """When is it decided?"""
    text = (
        f"The winner is clear after {words.percent(leads.clear.value)} of the game; the lead changes "
        f"{words.number(leads.changes.value)} times, and {words.percent(leads.comebacks.value)} of the winners were "
        f"behind at half-time."
    )
    return Answer("When is it decided?", text, section.plots[0])


def not_followed() -> Answer:
    """When is it decided, if no game was followed?"""
    return Answer("When is it decided?", "Not estimated: no game was followed turn by turn (--followed).", None)


def choice(found: Estimate, skill: Skill | None, section: Section) -> Answer:
    """How much is there to decide?"""
    text = f"A decision offers {words.number(found.value)} choices on average."
    if skill is not None:
        text += (
            f" Playing as {skill.strong} instead of {skill.weak} is worth {100 * skill.gain.value:.1f} points of wins."
        )
    return Answer("How much is there to decide?", text, section.plots[0])


def ends(reasons: Sequence[Share], guards: Sequence[Share], tied: Estimate | None, section: Section) -> Answer:
    """How does it end?"""
    top = reasons[0]
    most = "All games end" if len(reasons) == 1 else f"{words.percent(top.share.value)} of the games end"
    text = f"{most} like this: {top.name.rstrip('.')}."
    stopped = sum(one.share.value for one in guards)
    text += f" A guard ends {words.percent(stopped)}" if guards else " No game needs a guard"
    text += f"; {words.percent(tied.value)} of the wins are shared." if tied is not None and tied.value else "."
    return Answer("How does it end?", text, section.plots[0] if section.plots else None)
