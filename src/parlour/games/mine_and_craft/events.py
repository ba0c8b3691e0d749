"""What happens in Mine & Craft: how it is told, what a study counts, what moves; and why it ends.

Nothing that happens here is secret. `spent` are the cards among what was `paid`: an Axe stays where it is.
"""

from dataclasses import replace

from parlour.core.events import EventType, Move, Use
from parlour.core.outcome import Ending
from parlour.games.mine_and_craft.box import TOOL_NAMES
from parlour.games.mine_and_craft.state import DECLINED, REACHED, STALE

LAID_OUT = EventType("laid out", facts=("tops", "crafts"))
TURNED = EventType("turned up", facts=("pile", "card", "left"), moves=(Move("flip", "res:{pile}", pieces="card"),))
CREEPER_GONE = EventType(
    "creeper removed",
    facts=("pile", "exploded"),
    say={"not exploded": "The Creeper on pile {pile} is thrown away."},
    moves=(Move("remove", "res:{pile}", "discard", all="creeper"),),
)
REFILLED = EventType(
    "refilled",
    facts=("pile", "count"),
    say="Pile {pile} is refilled with {count} of the discards.",
    moves=(Move("deal", "discard", "res:{pile}", count="count"),),
)
BEGINS = EventType("begins", say="{who:begin|begins}.", begins=True)
TURN_BEGINS = EventType("turn", facts=("actions",))
SHORT_TURN = replace(TURN_BEGINS, say={"actions": "{who:have|has} only {actions:count action} this turn."})
SKIPPED = EventType("skipped", say="{who:lose|loses} the whole turn.")
PASSED = EventType(
    "ended the turn", facts=("unused",), say={"unused": "{who:leave|leaves} {unused:count action} unused."}
)
MINED = EventType(
    "mined",
    facts=("pile", "card"),
    say="{who:mine|mines} {card:name}.",
    counts=(Use("card", "card"),),
    moves=(Move("draw", "res:{pile}", "stock:{seat}", pieces="card"),),
)
# What TNT does is told next.
MINED_TNT = replace(MINED, say="", moves=(Move("flip", "res:{pile}", "tray", pieces="card"),))
CHOSE = EventType("chose", facts=("item",))
PAID = EventType("paid", facts=("card",), counts=(Use("tool", words=TOOL_NAMES["axe"], when="card=axe"),))
CRAFTED = EventType(
    "crafted",
    facts=("item", "points", "total", "paid", "spent", "pile"),  # pile: where the item lay, None for the reserve
    say={
        "points": "{who:craft|crafts} the {item:name} for {paid:names and}: {points:count point}, {total} in all.",
        "else": "{who:craft|crafts} the {item:name} for {paid:names and}: no points, {total} in all.",
    },
    counts=(Use("card", "item"),),
    moves=(
        Move("pay", "stock:{seat}", "discard", pieces="spent"),
        Move("play", "craft:{pile}", "tools:{seat}", pieces="item", when="pile"),
        Move("play", "reserve:{seat}", "tools:{seat}", pieces="item", when="not pile"),
    ),
)
RESERVED = EventType(
    "reserved",
    facts=("item", "pile"),
    say="{who:reserve|reserves} the {item:name}.",
    counts=(Use("effect", words="craft card reserved"),),
    moves=(Move("draw", "craft:{pile}", "reserve:{seat}", pieces="item"),),
)
NEXT_CRAFT = EventType("next craft card", facts=("pile", "item"), moves=(Move("flip", "craft:{pile}", pieces="item"),))
BLAST = EventType(
    "blast",
    facts=("cards", "piles", "tops"),  # tops: the same cards, in the order of the piles
    say={
        "cards": "{who:mine|mines} TNT! It blows loose {cards:names and}.",
        "else": "{who:mine|mines} TNT! It blows loose nothing else.",
    },
    counts=(Use("effect", words="TNT set off"),),
    moves=(Move("flip", "res:{each}", "tray", pieces="tops", each="piles"),),
)
KEPT = EventType(
    "kept",
    facts=("card",),
    say="{who:keep|keeps} {card:name}.",
    moves=(Move("draw", "tray", "stock:{seat}", pieces="card"),),
)
BLOWN_UP = EventType(
    "blown up",
    facts=("cards",),
    say={"cards": "Blown up with the TNT: {cards:names and}."},
    moves=(Move("remove", "tray", "discard", pieces="cards"), Move("remove", "tray", "discard", all="tnt")),
)
EXPLODES = EventType(
    "creeper",
    facts=("pile",),
    say="A Creeper explodes on pile {pile}!",
    counts=(Use("effect", words="creeper met"),),
)
GAVE_UP = EventType(
    "gave up",
    facts=("card",),
    say="{who:discard|discards} {card:name}.",
    moves=(Move("pay", "stock:{seat}", "discard", pieces="card"),),
)
TOOL = EventType(
    "tool",
    facts=("tool", "target"),  # target: a seat or None
    say={
        "has target": "{who:use|uses} a {tool:name} on {target:whom}.",
        "else": "{who:use|uses} a {tool:name}.",
    },
    counts=tuple(Use("tool", words=name, when=f"tool={tool}") for tool, name in TOOL_NAMES.items()),
)
CLEARED = EventType(
    "cleared",
    facts=("cards", "piles"),
    say="Cleared away: {cards:names and}.",
    moves=(Move("remove", "res:{each}", "discard", pieces="cards", each="piles"),),
)
TARGET = EventType("target reached", facts=("points",), say="{who:have|has} {points} points!")
END_NEAR = EventType(
    "end is near", facts=("turns",), say="The game ends in {turns:count turn}, unless somebody crafts a card."
)
ENDED = EventType("ended", facts=("reason",), say="Game over. {reason}")

ENDINGS = {
    REACHED: Ending("target reached", "The points needed were reached."),
    DECLINED: Ending("nobody acts", "Nobody took an action for a whole round: most points win.", guard=True),
    STALE: Ending("nothing crafted", "Nothing was crafted for too many rounds: most points win.", guard=True),
}
