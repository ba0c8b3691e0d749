"""What can happen at the ball: who may know it, how it is told, what moves; and how the ball ends."""

from dataclasses import replace

from parlour.core.events import EventType, Move, Use
from parlour.core.outcome import Ending

DEAL = Move("deal", "draw_pile", "hand:{seat}", pieces="cards", count="count")
WEAR = Move("play", "hand:{seat}", "mask:{seat}", pieces="card")
FLIP = Move("flip", "mask:{seat}", "face:{seat}", pieces="card")
TAKE_OFF = Move("draw", "{worn}:{seat}", "hand:{seat}", count=1)  # worn: the zone `mask` or `face`
BACK = (Move("shuffle", "hand:{seat}", "draw_pile", count="count"), Move("shuffle", "{worn}:{seat}", "draw_pile"))
HAND_AWAY = Move("play", "hand:{seat}", "played:{seat}", pieces="hand")
MASK_AWAY = Move("play", "{worn}:{seat}", "played:{seat}", pieces="mask")

DEALT = EventType("dealt", facts=("count",), secrets=("cards",), secret_to=("seat",), moves=(DEAL,))
DRAWS = {"cards": "{who:draw|draws} the {cards:names and}.", "else": "{who:draw|draws} {count:count card}."}
DREW = replace(DEALT, kind="drew", say=DRAWS)
BEGINS = EventType("begins", say="{who:have|has} the first turn.", begins=True)
PUTS_ON = {"has card": "{who:put|puts} on the {card:name}.", "else": "{who:put|puts} on a mask."}
WORE = EventType("wore", secrets=("card",), secret_to=("seat",), say=PUTS_ON, moves=(WEAR,))
SWAP = "{who:change|changes} masks[ and {who:agree wear|wears} the {card:name}]."
CHANGED = replace(WORE, kind="changed", facts=("worn",), say=SWAP, moves=(WEAR, TAKE_OFF))
PLAYED = EventType(
    "played",
    facts=("card", "target", "mask"),
    say={
        "has target": {
            "has mask": "{who:play|plays} the {card:name}: {target:wear|wears} the {mask:name}?",
            "else": "{who:play|plays} the {card:name} against {target:whom}.",
        },
        "else": "{who:play|plays} the {card:name}.",
    },
    counts=(Use("card", "card"),),
    moves=(Move("play", "hand:{seat}", "played:{seat}", pieces="card"),),
)
ESCAPED = replace(
    PLAYED, kind="escaped", facts=("card",), say="{who:show|shows} the {card:name} and {who:agree escape|escapes}."
)
WRONG = EventType("wrong", facts=("mask",), say="{who:do|does} not wear the {mask:name}.")
TURNED_UP = EventType("turned up", facts=("card",), say="{who:turn|turns} up the {card:name}.", moves=(FLIP,))
GAVE_BACK = EventType("gave back", facts=("count", "worn"), moves=BACK)
SHUFFLED = EventType("shuffled", say="All masks and hands are shuffled into the draw pile and dealt again.")
GOES = "{who:leave|leaves} the ball ({mask:name}[, {hand:names}])."
LEFT = EventType("left", facts=("mask", "hand", "worn"), say=GOES, moves=(HAND_AWAY, MASK_AWAY))
ENDED = EventType("ended", facts=("reason",), say="The ball is over. {reason}")

LAST_GUEST = Ending("last guest", "Only one guest is left.")
MIDNIGHT = Ending("midnight", "It is midnight: the finest mask wins.")
