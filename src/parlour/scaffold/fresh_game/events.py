"""What happens: who may know it, its sentence, what a study counts, what moves where; and why the game ends."""

from parlour.core.events import EventType, Move, Use
from parlour.core.outcome import Ending

DEALT = EventType(
    "dealt",
    facts=("count",),
    secrets=("cards",),
    secret_to=("seat",),  # only the player knows the cards
    moves=(Move("deal", "draw_pile", "hand:{seat}", pieces="cards", count="count"),),
)
TURNED_UP = EventType(
    "turned up",
    facts=("card",),
    say="{card:name} is turned up.",
    moves=(Move("flip", "draw_pile", "pile", pieces="card"),),
)
BEGINS = EventType("begins", say="{who:begin|begins}.", begins=True)
DREW = EventType(
    "drew",
    secrets=("card",),
    secret_to=("seat",),
    say={"has card": "{who:draw|draws} {card:name}.", "else": "{who:draw|draws} a card."},
    moves=(Move("draw", "draw_pile", "hand:{seat}", pieces="card"),),
)
PLAYED = EventType(
    "played",
    facts=("card",),
    say="{who:play|plays} {card:name}.",
    counts=(Use("card", "card"),),
    moves=(Move("play", "hand:{seat}", "pile", pieces="card"),),
)
ENDED = EventType("ended", facts=("reason",), say="Game over. {reason}")

FIRST_OUT = Ending("first out", "The first player without cards wins.")
PILE_EMPTY = Ending("pile empty", "The draw pile is empty: the fewest cards win.")
