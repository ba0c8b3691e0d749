"""The coach's review of a finished game, as the browser gets it."""

from parlour.bots.budget import Budget
from parlour.bots.review import Progress, review
from parlour.bots.review_results import Decision
from parlour.core.record import parse_record
from parlour.server.protocol.http_messages import GameReview, ReviewedChoice, ReviewSwing


def review_of(text: str, seat: int, iterations: int, seconds: float, report: Progress | None = None) -> GameReview:
    """The review of one seat's play in a record."""
    found = review(parse_record(text, "The record"), Budget(iterations=iterations, seconds=seconds), seat, report)
    account = found.accounts[0]
    return GameReview(
        seat=seat,
        name=account.name,
        start=account.start,
        luck=account.luck,
        mistakes=account.own_mistakes,
        result=account.result,
        decisions=[_choice(decision) for decision in found.looked_at],
        swings=[
            ReviewSwing(swing.after, swing.until, swing.change, list(swing.told))
            for swing in account.swings
            if swing.told
        ],
        skipped=len(found.skipped),
    )


def _choice(decision: Decision) -> ReviewedChoice:
    loss, error = decision.estimated_loss
    return ReviewedChoice(
        n=decision.number,
        prompt=decision.scene.prompt.text if decision.scene.prompt else "",
        chosen=decision.chosen.label,
        best=decision.best.label,
        loss=loss,
        error=error,
        mistake=decision.clear,
    )
