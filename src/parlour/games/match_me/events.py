"""What happens at a Match Me table, and who may know it."""

from parlour.core.events import EventType

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
