"""What a study counts in St. Croix."""

from parlour.core.events import Event
from parlour.core.tally import Tally, Use
from parlour.games.st_croix.events import CLEARED, FLIPPED, PLAYED, REVERSED, TOOK


def _lucky_flip(event: Event) -> str:
    return "Mystery Card that fits" if event.get("fits") else "Mystery Card that does not fit"


COUNTED = Tally(
    uses={
        PLAYED.kind: (Use("card", "cards"),),
        FLIPPED.kind: (Use("effect", name=_lucky_flip),),
        CLEARED.kind: (Use("effect", "why", "pile cleared: {}"),),
        TOOK.kind: (Use("effect", words="took the pile"),),
        REVERSED.kind: (Use("effect", words="direction reversed"),),
    },
)
