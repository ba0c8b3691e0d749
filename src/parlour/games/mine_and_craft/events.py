"""What happens in Mine & Craft, and why it ends. Nothing that happens here is secret."""

from parlour.core.events import EventType
from parlour.core.game import Ending
from parlour.games.mine_and_craft.state import DECLINED, REACHED, STALE

LAID_OUT = EventType("laid out", facts=("tops", "crafts"))
TURNED = EventType("turned up", facts=("pile", "card", "left"))
CREEPER_GONE = EventType("creeper removed", facts=("pile", "exploded"))
REFILLED = EventType("refilled", facts=("pile", "count"))
TURN_BEGINS = EventType("turn", facts=("actions",))
SKIPPED = EventType("skipped")
PASSED = EventType("ended the turn", facts=("unused",))
MINED = EventType("mined", facts=("pile", "card"))
CHOSE = EventType("chose", facts=("item",))
PAID = EventType("paid", facts=("card",))
CRAFTED = EventType("crafted", facts=("item", "points", "total", "paid"))
RESERVED = EventType("reserved", facts=("item",))
NEXT_CRAFT = EventType("next craft card", facts=("pile", "item"))
BLAST = EventType("blast", facts=("cards",))
KEPT = EventType("kept", facts=("card",))
BLOWN_UP = EventType("blown up", facts=("cards",))
EXPLODES = EventType("creeper", facts=("pile",))
GAVE_UP = EventType("gave up", facts=("card",))
TOOL = EventType("tool", facts=("tool", "target"))
CLEARED = EventType("cleared", facts=("cards",))
TARGET = EventType("target reached", facts=("points",))
ENDED = EventType("ended", facts=("reason",))

ENDINGS = {
    REACHED: Ending("target reached", "The points needed were reached."),
    DECLINED: Ending("nobody acts", "Nobody took an action for a whole round: most points win.", guard=True),
    STALE: Ending("nothing crafted", "Nothing was crafted for too many rounds: most points win.", guard=True),
}
