"""What a study counts in All Around Mackinac Island."""

from parlour.core.events import Event
from parlour.core.tally import Tally, Use
from parlour.games.around_mackinac.events import KEPT, MACKED_OUT, RUSHED, SHOPPED, TURNED_UP


def _kept(event: Event) -> str:
    return "kept Fun" if event.get("amount") else ""


COUNTED = Tally(
    uses={
        TURNED_UP.kind: (Use("card", "card"),),
        MACKED_OUT.kind: (Use("effect", words="macked out"),),
        SHOPPED.kind: (Use("effect", words="gift shop roll"),),
        RUSHED.kind: (Use("effect", words="rush"),),
        KEPT.kind: (Use("effect", name=_kept),),
    },
)
