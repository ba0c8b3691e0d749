"""Samples written by hand, so that what a report must find is known."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.study.plan import make_plan
from parlour.study.reading import Sample
from parlour.study.tables import GAMES, TURNS, USES, GameRow, Rows, frames


@dataclass(frozen=True)
class Hand:
    """One game written by hand; what is left out is of no interest."""

    wins: Sequence[float]
    deal: int = -1
    bots: Sequence[str] = ()
    first: int = 0
    scores: Sequence[int] = ()
    turns: int = 10
    decisions: int = 20
    choices: int = 60
    reason: str = "The end."
    guard: str = ""
    uses: Sequence[tuple[int, str]] = ()
    chances: Sequence[Sequence[float]] = field(default_factory=list)


def sample(
    hands: Sequence[Hand],
    *,
    bots: Sequence[str] = ("normal",),
    seed: str = "by hand",
    name: str = "by-hand",
    kind: str = "card",
    **options: object,
) -> Sample:
    """A run of St. Croix with exactly these games."""
    seats = len(hands[0].wins)
    plan = make_plan("st-croix", games=len(hands), seats=seats, bots=bots, seed=seed, options=options)
    rows = Rows()
    for number, hand in enumerate(hands):
        rows.games.append(
            GameRow(
                number=number,
                deal=plan.deal(number) if hand.deal < 0 else hand.deal,
                bots=list(hand.bots) or plan.lineup(number),
                first=hand.first,
                scores=list(hand.scores) or [int(win) for win in hand.wins],
                ranks=[1 if win > 0 else 2 for win in hand.wins],
                wins=list(hand.wins),
                reason=hand.reason,
                decisions=hand.decisions,
                turns=hand.turns,
                choices=hand.choices,
                guard=hand.guard,
            )
        )
        count = len(hand.chances) or hand.turns
        rows.turn_rows.append(count)
        rows.turn_seats += [turn % seats for turn in range(count)]
        rows.turn_decisions += [2] * count
        rows.turn_choices += [2 * (turn + 1) for turn in range(count)]
        rows.turn_chances += [list(chances) for chances in hand.chances] or [None] * count
        for seat, thing in hand.uses:
            rows.use_seats.append(seat)
            rows.use_things.append(len(rows.things))
            rows.use_counts.append(1)
            rows.things.append((thing, kind))
        rows.use_rows.append(len(hand.uses))
    found = frames(rows)
    return Sample(Path(name), plan, found[GAMES], found[TURNS], found[USES])
