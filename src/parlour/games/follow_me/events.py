"""What happens in Follow Me: who may know it, how it is told, what a study counts, what moves; and why it ends."""

from dataclasses import replace

from parlour.core.deals import MANY_DEALS as MANY_DEALS
from parlour.core.deals import SCORED as SCORED
from parlour.core.deals import TARGET_REACHED as TARGET_REACHED
from parlour.core.events import EventType, Move, Use
from parlour.core.outcome import Ending

DEALT = EventType(
    "dealt",
    facts=("count",),
    secrets=("cards",),
    secret_to=("seat",),
    say={"cards": "{who:are|is} dealt {cards:names}."},
    moves=(Move("deal", "deck", "hand:{seat}", pieces="cards", count="count"),),
)
NO_LOCATION = EventType("no location", say="{who:have|has} no Location.")
SOUGHT = EventType(
    "sought",
    facts=("location",),
    secrets=("card",),
    secret_to=("seat",),
    say={
        "location": {
            "card": "{who:draw|draws} {card:name}, a Location.",
            "else": "{who:draw|draws} a Location.",
        },
        "card": "{who:draw|draws} {card:name}, which is not a Location.",
        "else": "{who:draw|draws} a card that is not a Location.",
    },
    moves=(Move("draw", "deck", "hand:{seat}", pieces="card"),),
)
BEGINS = EventType("begins", facts=("dealer",), say="{dealer:deal|deals}. {who:begin|begins}.", begins=True)
DRAWN = EventType(
    "drew",
    facts=("left",),
    secrets=("card",),
    secret_to=("seat",),
    say={
        "left": {"card": "{who:draw|draws} {card:name}.", "else": "{who:draw|draws} a card."},
        "card": "{who:draw|draws} {card:name}. The draw pile is empty now.",
        "else": "{who:draw|draws} a card. The draw pile is empty now.",
    },
    moves=(Move("draw", "deck", "hand:{seat}", pieces="card"),),
)
ENDED_TURN = EventType(
    "ended turn",
    facts=("drew", "why", "left"),  # left: turns without a lead until the game ends
    say={
        "why=pass": "{who:end your|ends the} turn without playing.",
        "why=decline": {
            "left=1": "{who:lead|leads} nothing. One more turn without a lead ends the game.",
            "else": "{who:lead|leads} nothing.",
        },
    },
)
OBSERVED = EventType(
    "observed",
    facts=("card",),
    say="{who:observe|observes} {card:name}.",
    counts=(Use("card", "card"),),
    moves=(Move("play", "hand:{seat}", "seen:{seat}", pieces="card"),),
)
PLACED = EventType(
    "placed",
    facts=("card", "habitat"),
    say="{who:place|places} {card:name}: {habitat:name}.",
    counts=(Use("card", "card", "{} (as the place)"), Use("effect", "habitat", "place in: {}")),
    moves=(Move("play", "hand:{seat}", "here", pieces="card"),),
)
SENDS = EventType(
    "sends",
    facts=("direction",),
    secrets=("card",),
    secret_to=("seat",),
    say="{who:send|sends} a card to the {direction}; everyone passes one that way.",
    counts=(Use("effect", "direction", "cards passed: {}"),),
    moves=(Move("play", "hand:{seat}", "pass:{seat}", pieces="card"),),
)
SWAPS = replace(SENDS, say="{who:start|starts} a swap of cards.")  # with two players
GIVES = EventType(
    "gives",
    secrets=("card",),
    secret_to=("seat",),
    moves=(Move("play", "hand:{seat}", "pass:{seat}", pieces="card"),),
)
HANDED = EventType(
    "handed",
    facts=("to",),
    secrets=("card",),
    secret_to=("seat", "to"),
    say={"card": "{who:pass|passes} {card:name} to {to:whom}."},
    moves=(Move("pass", "pass:{seat}", "hand:{to}", pieces="card"),),
)
LED = EventType(
    "led",
    facts=("card", "habitat", "followers"),
    say="{who:lead|leads} {card:name} as {habitat:name}.",
    counts=(Use("card", "card", "{} (led)"), Use("effect", "habitat", "led: {}")),
    moves=(Move("play", "hand:{seat}", "centre", pieces="card"),),
)
CHOSE = EventType(
    "chose",
    secrets=("card",),
    secret_to=("seat",),
    moves=(Move("play", "hand:{seat}", "pass:{seat}", pieces="card"),),
)
FOLLOWED = EventType(
    "followed",
    facts=("card",),
    say="{who:follow|follows} with {card:name}.",
    counts=(Use("card", "card", "{} (followed)"),),
    moves=(Move("flip", "pass:{seat}", "centre", pieces="card"),),
)
TOOK = EventType(
    "took",
    facts=("count", "cards"),
    say={"count=2": "{who:observe|observes} both cards.", "else": "{who:observe|observes} all {count} cards."},
    moves=(Move("draw", "centre", "seen:{seat}", pieces="cards"),),
)
UNFOLLOWED = EventType(
    "unfollowed",
    facts=("card",),
    say="Nobody can follow: {card:name} is out of play.",
    counts=(Use("effect", words="led and nobody followed"),),
    moves=(Move("remove", "centre", "out", pieces="card"),),
)
OUT = EventType(
    "out",
    facts=("bonus",),
    say="{who:are|is} out of cards: {bonus:count bonus point}.",
    counts=(Use("effect", words="hand emptied"),),
)
GATHERED = EventType(
    "gathered",
    facts=("hand", "seen"),
    moves=(
        Move("shuffle", "hand:{seat}", "deck", count="hand"),
        Move("shuffle", "seen:{seat}", "deck", count="seen"),
    ),
)
SHUFFLED = EventType(
    "shuffled",
    facts=("here", "out", "deal"),
    say="The cards are shuffled. Deal {deal}.",
    moves=(Move("shuffle", "here", "deck", count="here"), Move("shuffle", "out", "deck", count="out")),
)
ENDED = EventType("ended", facts=("reason",), say="Game over. {reason}")

SOMEONE_OUT = Ending("hand empty", "A hand is empty.")
NOBODY_LEADS = Ending("nobody leads", "Everybody declined to lead a card.", guard=True)
