"""The coach's hints and reviews as lines of text."""

from collections.abc import Sequence

from rich.text import Text

from parlour.bots.coach import Hint
from parlour.bots.evaluation import Judged, in_sight
from parlour.bots.review_results import Account, Decision, Review, Swing
from parlour.core.scene import possessive
from parlour.text.screen import QUIET, Glyphs, ink, wrapped

ROWS = 8
"""Rows of a ranking to show."""
FEW = 5
"""Minimum visits for a value to be shown."""
TOLD = 3
"""Sentences to show of what happened around a swing of luck."""


# Hints


def draw_hint(advice: Hint, glyphs: Glyphs, width: int) -> list[Text]:
    """A hint in lines: what to do and why, the ranking, and what the numbers are."""
    lines = wrapped(f"{glyphs.turn} {advice.best.label}", width, "bold green", hang="  ")
    for sentence in (*advice.why, advice.behind):
        if sentence:
            lines += wrapped(sentence, width, "", "  ")
    shown = advice.ranking.actions[:ROWS]
    if len(advice.ranking.actions) > 1:
        lines.append(Text())
        for judged in shown:
            lines += _hung(f"  {_score(judged):>12}  ", judged.label, width)
        if more := len(advice.ranking.actions) - len(shown):
            lines.append(ink(f"  {'':>12}  {glyphs.dots} and {more} more", QUIET))
        lines.append(Text())
    about = f"The numbers are {advice.measure.meaning} (in percent, {_plus_minus(glyphs)} the standard error)."
    about += f" They come from {advice.ranking.iterations:,} imagined games that fit what this seat may know."
    return lines + wrapped(_plain(about, glyphs), width, QUIET, "  ")


def _score(judged: Judged) -> str:
    if judged.value is None:
        return "not tried"
    return "hardly tried" if judged.visits < FEW else f"{100 * judged.value:.0f} ±{100 * judged.error:3.0f}"


def _plus_minus(glyphs: Glyphs) -> str:
    return "±" if glyphs.dot == "·" else "+-"


def _plain(text: str, glyphs: Glyphs) -> str:
    return text if glyphs.dot == "·" else text.replace("±", "+-").replace(" · ", " | ")


def _hung(head: str, text: str, width: int, style: str = "") -> list[Text]:
    return wrapped(text, width, style, head, " " * len(head))


# Reviews


def draw_review(found: Review, glyphs: Glyphs, width: int, every: bool = False) -> list[Text]:
    """A review in lines: each player's costliest decisions, then luck and play, then the definitions."""
    match, outcome = found.match, found.match.outcome
    end = outcome.reason if outcome else "Not finished yet: the review covers the game so far."
    lines = wrapped(f"{match.game.title}: {', '.join(match.names)}. {end}", width, "bold")
    lines += wrapped(_plain(_scope(found), glyphs), width, QUIET)
    if every:
        lines += [Text(), ink("Every decision", "bold"), *_every(found, glyphs, width)]
    for account in found.accounts:
        lines += [Text(), *_costliest(account, found, glyphs, width)]
    lines += [Text(), *_luck_and_play(found, glyphs, width)]
    return lines


def _scope(found: Review) -> str:
    looked, skipped = found.looked_at, found.skipped
    whose = (
        f"{found.match.names[found.only]} had"
        if found.only is not None
        else "There was"
        if len(found.decisions) == 1
        else "There were"
    )
    count = len(found.decisions)
    text = f"{whose} {_decisions(count)} with a choice among {found.match.decisions} actions."
    if looked:
        most = sorted(one.ranking.iterations for one in looked if one.ranking)
        spread = f"{most[0]:,}" if most[0] == most[-1] else f"{most[0]:,} to {most[-1]:,}"
        text += f" The coach imagined {spread} games for each, from what the seat knew at the time."
    if skipped:
        text += f" There was no time for {len(skipped)} of them: actions {_ranges(skipped)}."
    return f"{text} All numbers are percentage points of the {found.measure.name}: {found.measure.meaning}."


def _decisions(count: int) -> str:
    return "1 decision" if count == 1 else f"{count} decisions"


def _ranges(numbers: Sequence[int]) -> str:
    shown = ", ".join(str(number) for number in numbers[:12])
    return f"{shown} and {len(numbers) - 12} more" if len(numbers) > 12 else shown


def _costliest(account: Account, found: Review, glyphs: Glyphs, width: int) -> list[Text]:
    own = [decision for decision in found.looked_at if decision.seat == account.seat]
    if not own:
        had = any(decision.seat == account.seat for decision in found.decisions)
        why = "there was no time for any decision" if had else "there was nothing to decide"
        return wrapped(f"{account.name}: {why}.", width, "bold")
    mistakes = sum(decision.clear for decision in own)
    head = f"{account.name}: {mistakes or 'no'} clear mistake{'' if mistakes == 1 else 's'} in {_decisions(len(own))}"
    if mistakes:
        head += f", {_points(account.own_mistakes)} lost"
        head += f"; the {len(account.costliest)} costliest" if mistakes > len(account.costliest) else ""
    lines = wrapped(f"{head}.", width, "bold")
    for decision in account.costliest:
        lines += _mistake(decision, glyphs, width)
    return lines


def _mistake(decision: Decision, glyphs: Glyphs, width: int) -> list[Text]:
    loss, error = decision.estimated_loss
    head = f"  {'#' + str(decision.number):>5}  "
    did = f"{decision.chosen.label}: {_value(decision.chosen)}. Better: {decision.best.label}: {_value(decision.best)}."
    hang = " " * len(head)
    lines = _hung(head, did, width)
    lines += wrapped(_plain(f"Cost {100 * loss:.0f} ± {100 * error:.0f}.", glyphs), width, "bold red", hang)
    saw = f"Asked: {decision.scene.prompt.text} " if decision.scene.prompt else ""
    saw += f"Saw: {in_sight(decision.scene)}"
    return lines + wrapped(_plain(saw, glyphs), width, QUIET, hang)


def _every(found: Review, glyphs: Glyphs, width: int) -> list[Text]:
    """A line or two for each decision."""
    wide = max((len(name) for name in found.match.names), default=0)
    lines = []
    for decision in found.looked_at:
        loss, error = decision.estimated_loss
        head = f"  {'#' + str(decision.number):>5} {found.match.names[decision.seat]:<{wide}}  "
        text = f"{decision.chosen.label} ({_value(decision.chosen)})"
        if decision.action == decision.best.action:
            text += ": what the coach would do."
        else:
            text += (
                f"; coach: {decision.best.label} ({_value(decision.best)}), {100 * loss:.0f} ± {100 * error:.0f} lost"
            )
            text += ", a mistake." if decision.clear else "."
        lines += _hung(head, _plain(text, glyphs), width, "bold red" if decision.clear else "")
    return lines


def _luck_and_play(found: Review, glyphs: Glyphs, width: int) -> list[Text]:
    alone = found.only is not None
    names = [account.name for account in found.accounts]
    wide = max(len("Luck and play"), *(len(name) for name in names)) + 2
    titles = ["even", "luck*", "gifts", "mistakes", "result" if found.match.outcome else "so far"]
    if alone:
        titles[1:3] = ["luck and others*"]
    lines = [ink("Luck and play".ljust(wide) + "".join(f"{title:>{len(title) + 3}}" for title in titles), "bold")]
    for account in found.accounts:
        cells = [_points(account.start), _points(account.luck, True)]
        if not alone:
            cells.append(_points(account.others_mistakes or 0.0, True))
        cells += [
            _points(-account.own_mistakes, True),
            "?" if account.result is None else _points(account.result),
        ]
        row = "".join(f"{cell:>{len(title) + 3}}" for cell, title in zip(cells, titles, strict=True))
        lines.append(Text(account.name.ljust(wide) + row))
    lines.append(Text())
    if (share := found.luck_share) is not None:
        text = (
            f"Of what took the players from an even share to {'the result' if found.match.outcome else 'here'}, "
            f"{100 * share:.0f}% was luck* and {100 * (1 - share):.0f}% clear mistakes "
            "(those of both sides cancel out)."
        )
        lines += wrapped(text, width)
    elif found.skipped:
        lines += wrapped("Not every decision was evaluated: mistakes in the others count as luck* here.", width)
    for account in found.accounts:
        for swing, word in ((account.luckiest(), "best"), (account.unluckiest(), "worst")):
            if swing is not None:
                lines += _swing(account, swing, word, glyphs, width)
    lines += [Text(), *wrapped(_explained(alone), width, QUIET)]
    return lines


def _swing(account: Account, swing: Swing, word: str, glyphs: Glyphs, width: int) -> list[Text]:
    when = f"up to action {swing.until}" if swing.after == 0 else f"actions {swing.after} to {swing.until}"
    head = f"{possessive(account.name)} {word} moment, {when}: {_points(swing.change, True)}."
    told = list(swing.told[-TOLD:])
    story = f" {glyphs.dots if len(swing.told) > TOLD else ''}{' '.join(told)}" if told else ""
    return wrapped(f"{head}{story}", width, "", "  ", "    ")


def _explained(alone: bool) -> str:
    rest = (
        "hidden cards coming to light, losses too small to be told from errors of the estimate, "
        "and those errors themselves."
    )
    others = "the others' play, " if alone else ""
    text = "Even share + luck* "
    text += "" if alone else "+ gifts "
    text += (
        "+ mistakes = result. A mistake is a loss at one's own decision that a second, longer look found to be more "
    )
    text += "than twice its error. "
    text += "" if alone else "Gifts are the others' mistakes, shared evenly. "
    return f"{text}*Luck is the rest: the deal, draws, dice, {others}{rest}"


def _value(judged: Judged) -> str:
    return "not tried" if judged.value is None else f"{100 * judged.value:.0f}"


def _points(worth: float, signed: bool = False) -> str:
    """Hundredths without a minus before zero.

    >>> _points(-0.001, True), _points(0.25, True), _points(0.5)
    ('0', '+25', '50')
    """
    number = round(100 * worth)
    return f"{number:+d}" if signed and number else str(number)
