"""What happens at a Match Me table, who may know it, and why it ends."""

from parlour.core.events import EventType
from parlour.core.game import Ending
from parlour.games.match_me.state import LIMIT, STALE, WENT_OUT

DEALT = EventType("dealt", facts=("count",), secrets=("cards",), secret_to=("seat",))
TURNED_UP = EventType("turned up", facts=("card",))
BEGINS = EventType("begins", facts=("dealer",))
ASKED = EventType("asked", facts=("of", "category"))
GAVE = EventType("gave", facts=("to", "category", "count"), secrets=("cards",), secret_to=("seat", "to"))
REFUSED = EventType("refused", facts=("to", "category", "words"))
STOPPED = EventType("stopped asking")
TOOK = EventType("took discards", facts=("cards",))
LAID = EventType("laid", facts=("category", "cards"))
DISCARDED = EventType("discarded", facts=("card",))
DREW = EventType("drew", facts=("count",), secrets=("cards",), secret_to=("seat",))
SHUFFLED = EventType("shuffled discards", facts=("count",))
SHOWED = EventType("showed", facts=("cards",))
ENDED = EventType("ended", facts=("reason",))

ENDINGS = {
    WENT_OUT: Ending("went out", "A player went out by laying every card."),
    STALE: Ending("stalemate", "Nothing moved for several rounds: the game is scored as it stands.", guard=True),
    LIMIT: Ending("turn limit", "The turn limit was reached: the game is scored as it stands.", guard=True),
}
