"""How a game ends: its endings, the ranks and scores of the seats, and how ties are broken."""

from collections.abc import Sequence
from typing import final

from mypy_extensions import mypyc_attr


@final
@mypyc_attr(native_class=True)
class Ending:
    """One of the ways a game can end: a short stable name, and a sentence for players.

    A guard ends a game that would otherwise never end; studies count games it ended. Records hold the sentence, so
    rewording one makes old records fail to replay.
    """

    def __init__(self, name: str, sentence: str, guard: bool = False) -> None:
        self.name, self.sentence, self.guard = name, sentence, guard


@final
@mypyc_attr(native_class=True)
class Outcome:
    """How a game ended: rank 1 is best, equal ranks are ties. `tie_break` says how a tie was broken, if one was."""

    def __init__(self, ranks: tuple[int, ...], scores: tuple[int, ...], ending: Ending, tie_break: str = "") -> None:
        self.ranks = ranks
        self.scores = scores
        self.ending = ending
        self.reason = f"{ending.sentence} {tie_break}" if tie_break else ending.sentence

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def as_json(self) -> dict[str, object]:
        """Plain data, for records and clients."""
        ranks, scores, winners = list(self.ranks), list(self.scores), list(self.winners)
        return {"ranks": ranks, "scores": scores, "winners": winners, "reason": self.reason}


def ranks_by_score(scores: Sequence[int]) -> tuple[int, ...]:
    """Competition ranks, highest score first, ties share a rank.

    >>> ranks_by_score([3, 9, 3, 1])
    (2, 1, 2, 4)
    """
    ranks: list[int] = []
    for score in scores:
        rank = 1
        for other in scores:
            if other > score:
                rank += 1
        ranks.append(rank)
    return tuple(ranks)


def ranks_by_order(orders: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Competition ranks where further numbers after the score break ties.

    >>> ranks_by_order([(3, 0), (9, 0), (3, 1), (3, 0)])
    (3, 1, 2, 3)
    """
    return tuple(1 + sum(other > order for other in orders) for order in orders)


def break_ties(orders: Sequence[tuple[int, ...]], scores: Sequence[int], ending: Ending, how: str) -> Outcome:
    """The outcome by `ranks_by_order`; if that decided who of several leaders wins, the reason also says how."""
    ranks = ranks_by_order(orders)
    most = max(order[0] for order in orders)
    leaders = sum(order[0] == most for order in orders)
    return Outcome(ranks, tuple(scores), ending, how if leaders > ranks.count(1) else "")
