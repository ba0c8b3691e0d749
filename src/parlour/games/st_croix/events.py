"""What happens in St. Croix: who may know it, how it is told, what a study counts, what moves; and why it ends."""

from dataclasses import replace
from typing import Final

from parlour.core.events import Emit, EventType, Move, Use
from parlour.core.outcome import Ending

LAST_TURNS: Final = 20
"""Turns before the limit, from which on players are warned."""

DEALT = EventType(
    "dealt",
    facts=("count",),
    secrets=("cards",),
    secret_to=("seat",),
    moves=(Move("deal", "draw", "hand:{seat}", pieces="cards", count="count"),),
)
DEALT_OPEN = replace(DEALT, facts=("count", "cards"), secrets=(), secret_to=())
BEGINS = EventType("begins", say="{who:begin|begins}.", begins=True)
TURNED_UP = EventType(
    "turned up",
    facts=("card", "removed"),
    say={
        "removed": "{card:name} is turned up and removed.",
        "else": "{card:name} is turned up to start the Play Pile.",
    },
    moves=(
        Move("remove", "draw", "gone", pieces="card", when="removed"),
        Move("flip", "draw", "pile", pieces="card", when="not removed"),
    ),
)
LAID = EventType(
    "laid",
    facts=("left",),
    secrets=("card",),
    secret_to=("seat",),
    moves=(Move("play", "hand:{seat}", "table:{seat}", pieces="card"),),
)
LAID_OPEN = replace(LAID, facts=("left", "card"), secrets=(), secret_to=())
SHOWED = EventType(
    "showed table cards",
    facts=("cards",),
    say="{who:whose} Table Cards: {cards:names}.",
    moves=(Move("flip", "table:{seat}", pieces="cards"),),
)
PLAYED = EventType(
    "played",
    facts=("cards", "source"),  # source: hand or table
    say={"source=table": "{who:play|plays} {cards:names} from the table.", "else": "{who:play|plays} {cards:names}."},
    moves=(Move("play", "{source}:{seat}", "pile", pieces="cards"),),
)
FLIPPED = EventType(
    "flipped",
    facts=("place", "card", "fits", "barred"),
    say={
        "fits": "{who:flip|flips} Mystery Card {place}, {card:name}.",
        "barred": "{who:flip|flips} Mystery Card {place}, {card:name}: no special card may be the last.",
        "else": "{who:flip|flips} Mystery Card {place}, {card:name}: too low.",
    },
    counts=(
        Use("effect", words="Mystery Card that fits", when="fits"),
        Use("effect", words="Mystery Card that does not fit", when="not fits"),
    ),
    moves=(Move("flip", "mystery:{seat}", "pile", pieces="card", places="place"),),
)
PUT_OUT = EventType(
    "put out of the game",
    facts=("cards", "left"),
    say="{cards:count card} {cards:plural is|are} put out of the game, face up. The Draw Pile keeps {left:count card}.",
    moves=(Move("remove", "draw", "gone", pieces="cards"),),
)
DREW = EventType(
    "drew",
    facts=("count",),
    secrets=("cards",),
    secret_to=("seat",),
    say={"cards": "{who:draw|draws} {cards:names}.", "else": "{who:draw|draws} {count:count card}."},
    moves=(Move("draw", "draw", "hand:{seat}", pieces="cards", count="count"),),
)
DREW_OPEN = replace(DREW, facts=("count", "cards"), secrets=(), secret_to=())
TOOK = EventType(
    "took the pile",
    facts=("cards",),
    say="{who:take|takes} the pile ({cards:count card}).",
    counts=(Use("effect", words="took the pile"),),
    moves=(Move("draw", "pile", "hand:{seat}", pieces="cards"),),
)
CLEARED = EventType(
    "cleared the pile",
    facts=("count", "why"),
    say={
        "why=cannon": {"count=1": "Cannon! There was no pile to clear.", "else": "Cannon! The pile is gone."},
        "else": "Four of a kind! The pile is gone.",
    },
    counts=(Use("effect", "why", "pile cleared: {}"),),
    moves=(Move("remove", "pile", "gone", count="count"),),
)
REVERSED = EventType(
    "reversed",
    facts=("direction", "alone"),  # alone: only two players are left, so the other one is next both ways
    say={
        "alone": "With two players the Lizard changes nothing.",
        "else": "The Lizard turns play to the {direction}.",
    },
    counts=(Use("effect", words="direction reversed"),),
)
PLAYS_AGAIN = replace(REVERSED, say="The Lizard lets {who:whom} play again.")
END_NEAR = EventType("end is near", facts=("turns",), say="{turns:count turn} left: then the fewest cards win.")
FINISHED = EventType("finished", facts=("place",), say="{who:have|has} sent every postcard!")
FINISHED_PLACE = replace(FINISHED, say="{who:have|has} sent every postcard ({place:ordinal} place)!")
ENDED = EventType("ended", facts=("reason",), say="Game over. {reason}")

FIRST_OUT = Ending("first out", "First to send every postcard.")
PLACES = Ending("all places", "Everybody but one has sent every postcard.")
OUT_OF_TURNS = Ending("turn limit", "The turn limit was reached: fewest cards left wins.", guard=True)


def warn(turns: int, emit: Emit) -> None:
    """Tell players that the turn limit is near: once early and once late."""
    if turns in (LAST_TURNS, LAST_TURNS // 4):
        emit(END_NEAR(turns=turns))
