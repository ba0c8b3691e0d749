"""What happens at a Follow Me table, who may know it, and why it ends."""

from parlour.core.events import EventType
from parlour.core.game import Ending

DEALT = EventType("dealt", facts=("count",), secrets=("cards",), secret_to=("seat",))
NO_LOCATION = EventType("no location")
SOUGHT = EventType("sought", facts=("location",), secrets=("card",), secret_to=("seat",))
BEGINS = EventType("begins")
DRAWN = EventType("drew", facts=("left",), secrets=("card",), secret_to=("seat",))
ENDED_TURN = EventType("ended turn", facts=("drew", "why"))
OBSERVED = EventType("observed", facts=("card",))
PLACED = EventType("placed", facts=("card", "habitat"))
SENDS = EventType("sends", facts=("direction",), secrets=("card",), secret_to=("seat",))
GIVES = EventType("gives", secrets=("card",), secret_to=("seat",))
HANDED = EventType("handed", facts=("to",), secrets=("card",), secret_to=("seat", "to"))
LED = EventType("led", facts=("card", "habitat", "followers"))
CHOSE = EventType("chose", secrets=("card",), secret_to=("seat",))
FOLLOWED = EventType("followed", facts=("card",))
TOOK = EventType("took", facts=("count",))
UNFOLLOWED = EventType("unfollowed", facts=("card",))
OUT = EventType("out", facts=("bonus",))
ENDED = EventType("ended", facts=("reason",))

SOMEONE_OUT = Ending("hand empty", "A hand is empty.")
NOBODY_LEADS = Ending("nobody leads", "Everybody declined to lead a card.", guard=True)
