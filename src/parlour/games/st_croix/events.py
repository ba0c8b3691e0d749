"""What happens in St. Croix, who may know it, and why it ends."""

from parlour.core.events import EventType
from parlour.core.game import Ending

DEALT = EventType("dealt", facts=("count",), secrets=("cards",), secret_to=("seat",))
DEALT_OPEN = EventType("dealt", facts=("count", "cards"))
BEGINS = EventType("begins")
TURNED_UP = EventType("turned up", facts=("card", "removed"))
LAID = EventType("laid", facts=("left",), secrets=("card",), secret_to=("seat",))
LAID_OPEN = EventType("laid", facts=("left", "card"))
SHOWED = EventType("showed table cards", facts=("cards",))
PLAYED = EventType("played", facts=("cards", "source"))
FLIPPED = EventType("flipped", facts=("place", "card", "fits", "barred"))
DREW = EventType("drew", facts=("count",), secrets=("cards",), secret_to=("seat",))
DREW_OPEN = EventType("drew", facts=("count", "cards"))
TOOK = EventType("took the pile", facts=("cards",))
CLEARED = EventType("cleared the pile", facts=("count", "why"))
REVERSED = EventType("reversed", facts=("direction",))
FINISHED = EventType("finished", facts=("place",))
ENDED = EventType("ended", facts=("reason",))

FIRST_OUT = Ending("first out", "First to send every postcard.")
PLACES = Ending("all places", "Everybody but one has sent every postcard.")
OUT_OF_TURNS = Ending("turn limit", "The turn limit was reached: fewest cards left wins.", guard=True)
