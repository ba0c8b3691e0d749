"""What a study counts in Deluxe Memory."""

from parlour.core.events import Event
from parlour.core.tally import Tally, Use
from parlour.games.deluxe_memory.events import AGAIN, KEPT, MATCHED, OUT, PAID, SHIELDED, SKIPPED, STOLEN


def _pair(event: Event) -> str:
    """The row and column of the charts that a match is looked up in."""
    cards = event.get("cards")
    if not isinstance(cards, list):
        return ""
    one, two = (str(card) for card in cards)
    colour, _, rank = one.rpartition("-")
    if not colour:
        return f"pair of {rank}s"
    return f"pair of {rank}s, {colour if one == two else 'mixed'}"


COUNTED = Tally(
    uses={
        MATCHED.kind: (Use("effect", name=_pair),),
        STOLEN.kind: (Use("effect", words="stole a match"),),
        SHIELDED.kind: (Use("effect", words="shield used"),),
        KEPT.kind: (Use("effect", "role", "kept as {}"),),
        SKIPPED.kind: (Use("effect", words="missed a turn"),),
        AGAIN.kind: (Use("effect", words="went again"),),
        PAID.kind: (Use("effect", words="paid for a turn"),),
        OUT.kind: (Use("effect", words="out of tokens"),),
    },
)
