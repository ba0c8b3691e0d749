"""What can happen at the ball: who may know it, how it is told, what moves; and how the ball ends."""

from dataclasses import replace

from parlour.core.events import EventType, Move, Use
from parlour.core.outcome import Ending

DEALT = EventType(
    "dealt",
    facts=("count",),
    secrets=("cards",),
    secret_to=("seat",),
    moves=(Move("deal", "draw_pile", "hand:{seat}", pieces="cards", count="count"),),
)
DREW = replace(
    DEALT,
    kind="drew",
    say={"cards": "{who:draw|draws} the {cards:names and}.", "else": "{who:draw|draws} {count:count card}."},
)
BEGINS = EventType("begins", say="{who:have|has} the first turn.", begins=True)
WORE = EventType(
    "wore",
    secrets=("card",),
    secret_to=("seat",),
    say={"has card": "{who:put|puts} on the {card:name}.", "else": "{who:put|puts} on a mask."},
    moves=(Move("play", "hand:{seat}", "mask:{seat}", pieces="card"),),
)
CHANGED = replace(WORE, kind="changed", say="{who:change|changes} masks[ and {who:agree wear|wears} the {card:name}].")
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
TURNED_UP = EventType(
    "turned up",
    facts=("card",),
    say="{who:turn|turns} up the {card:name}.",
    moves=(Move("flip", "mask:{seat}", "face:{seat}", pieces="card"),),
)
SHUFFLED = EventType("shuffled", say="All masks and hands are shuffled into the draw pile and dealt again.")
LEFT = EventType("left", facts=("cards",), say="{who:leave|leaves} the ball ({cards:names}).")
ENDED = EventType("ended", facts=("reason",), say="The ball is over. {reason}")

LAST_GUEST = Ending("last guest", "Only one guest is left.")
MIDNIGHT = Ending("midnight", "It is midnight: the finest mask wins.")
