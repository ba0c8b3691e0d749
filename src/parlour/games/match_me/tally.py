"""What a study counts in Match Me If You Can!"""

from parlour.core.tally import Tally, Use
from parlour.games.match_me.events import DISCARDED, GAVE, LAID, REFUSED, TOOK

COUNTED = Tally(
    uses={
        LAID.kind: (Use("effect", "category", "group laid: {}"),),
        GAVE.kind: (Use("effect", words="asked and got cards", seat="to"),),
        REFUSED.kind: (Use("effect", words="asked and was refused", seat="to"),),
        TOOK.kind: (Use("effect", words="took discards"),),
        DISCARDED.kind: (Use("card", "card", "{} (discarded)"),),
    },
)
