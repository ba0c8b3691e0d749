"""What happens at a table of All Around Mackinac Island, and why it ends; everybody may know all of it."""

from parlour.core.events import EventType
from parlour.core.game import Ending

BEGINS = EventType("begins")
ROLLED = EventType("rolled", facts=("roll", "place"))
TURNED_UP = EventType("turned up", facts=("card", "place"))
MACKED_OUT = EventType("macked out", facts=("card", "lost"))
TOOK = EventType("took", facts=("source", "amount", "topped_up"))  # source: a seat, or "center"
GAVE = EventType("gave", facts=("target", "amount", "topped_up"))  # target: a seat, or "center"
LEFT = EventType("left it")
REMOVED = EventType("removed", facts=("amount",))
SHOPPED = EventType("shopped", facts=("roll",))
ENOUGH_GIFTS = EventType("left the shop")
KEPT = EventType("kept", facts=("amount", "why"))
RUSHED = EventType("rushed", facts=("roll", "fun"))
RETURNED = EventType("returned", facts=("places",))
CLOSING = EventType("last round")
ENDED = EventType("ended", facts=("reason",))

CENTER_EMPTY = Ending("center empty", "The Center is empty: most Fun wins.")
ROUND_FINISHED = Ending("round finished", "The Center was empty and the round is finished: most Fun wins.")
LAST_FERRY = Ending("last ferry", "The last ferry has left: most Fun wins.", guard=True)
