"""What happens on the island: how it is told, what a study counts, what moves; and why it ends.

Nothing that happens here is secret. But memory is part of the game: a sentence does not say where a card lay, unless
the option `show_last_reveal` is on. `stashed` and `piled` say how much went into, or came out of, the stash and the
Fun Pile of the seat that did it.
"""

from dataclasses import replace

from parlour.core.events import EventType, Move, Use
from parlour.core.outcome import Ending

TOPPED_UP = "[, and {topped_up} from the Center {topped_up:plural makes|make} up for it]"

BEGINS = EventType("begins", say="{who:begin|begins}.", begins=True)
ROLLED = EventType(
    "rolled",
    facts=("roll", "place"),
    say="{who:roll|rolls} {roll}.",
    moves=(Move("roll", "die", all="die", value="roll"), Move("play", "pawn", all="pawn", to_place="place")),
)
TURNED_UP = EventType(
    "turned up",
    facts=("card", "place"),
    say="{who:turn|turns} up {card:name}.",
    counts=(Use("card", "card"),),
    moves=(Move("flip", "track", pieces="card", places="place"),),
)
TURNED_UP_AT = replace(TURNED_UP, say="{who:turn|turns} up {card:name} at place {place}.")
MACKED_OUT = EventType(
    "macked out",
    facts=("card", "lost"),
    say={
        "lost": "{card:name} is face up already. Mack' Out! {lost} Fun {lost:plural goes|go} to the Center.",
        "else": "{card:name} is face up already. Mack' Out! There was nothing to lose.",
    },
    counts=(Use("effect", words="macked out"),),
    moves=(Move("pay", "stash", "center", all="fun", count="lost"),),
)
TOOK = EventType(
    "took",
    facts=("source", "amount", "topped_up"),  # source: a seat
    say={
        "amount": "{who:take|takes} {amount} Fun from {source:whom}" + TOPPED_UP + ".",
        "else": "{who:take|takes} nothing from {source:whom}" + TOPPED_UP + ".",
    },
    moves=(
        Move("pay", "fun:{source}", "stash", all="fun", count="amount"),
        Move("pay", "center", "stash", all="fun", count="topped_up"),
    ),
)
TOOK_CENTER = EventType(
    "took",
    facts=("source", "amount", "topped_up", "stashed", "piled"),
    say={
        "amount": "{who:take|takes} {amount} Fun from the Center.",
        "else": "{who:take|takes} nothing from the Center.",
    },
    moves=(
        Move("pay", "center", "stash", all="fun", count="stashed"),
        Move("pay", "center", "fun:{seat}", all="fun", count="piled"),
    ),
)
GAVE = EventType(
    "gave",
    facts=("target", "amount", "topped_up", "stashed", "piled"),  # target: a seat
    say={
        "amount": "{who:give|gives} {amount} Fun to {target:whom}" + TOPPED_UP + ".",
        "else": "{who:give|gives} nothing to {target:whom}" + TOPPED_UP + ".",
    },
    moves=(
        Move("pay", "stash", "fun:{target}", all="fun", count="stashed"),
        Move("pay", "fun:{seat}", "fun:{target}", all="fun", count="piled"),
        Move("pay", "center", "fun:{target}", all="fun", count="topped_up"),
    ),
)
GAVE_CENTER = replace(
    GAVE,
    say={
        "amount": "{who:give|gives} {amount} Fun to the Center.",
        "else": "{who:give|gives} nothing to the Center.",
    },
    moves=(
        Move("pay", "stash", "center", all="fun", count="stashed"),
        Move("pay", "fun:{seat}", "center", all="fun", count="piled"),
    ),
)
LEFT = EventType("left it", say="{who:leave|leaves} the Fun where it is.")
REMOVED = EventType(
    "removed",
    facts=("amount",),
    say={
        "amount": "{amount} Fun {amount:plural leaves|leave} the Center for the box.",
        "else": "The Center has nothing left to remove.",
    },
    moves=(Move("remove", "center", "box", all="fun", count="amount"),),
)
SHOPPED = EventType(
    "shopped",
    facts=("roll",),
    say="{who:roll|rolls} {roll} in the gift shop.",
    counts=(Use("effect", words="gift shop roll"),),
    moves=(Move("roll", "die", all="die", value="roll"),),
)
SHOP_EMPTY = EventType("shop empty", say="The Center is empty: nobody rolls for gifts any more.")
CUT_SHORT = EventType(
    "cut short",
    facts=("missing",),
    say="The Center is empty: {missing} Fun {missing:plural is|are} not paid.",
)
ENOUGH_GIFTS = EventType("left the shop", say="{who:have|has} shopped enough.")
KEPT = EventType(
    "kept",
    facts=("amount", "why"),
    say={
        "why=stopped": {
            "amount": "{who:stop|stops} with {amount} Fun gained.",
            "else": "{who:stop|stops} with nothing gained.",
        },
        "amount": "{who:whose} turn ends with {amount} Fun gained.",
        "else": "{who:whose} turn ends with nothing gained.",
    },
    counts=(Use("effect", words="kept Fun", when="amount"),),
    moves=(Move("pay", "stash", "fun:{seat}", all="fun", count="amount"),),
)
RUSHED = EventType(
    "rushed",
    facts=("roll", "fun"),
    say="{who:roll|rolls} {roll}: all Fun Piles move {roll:count seat} to the left. Now: {fun:by seat}.",
    counts=(Use("effect", words="rush"),),
    moves=(
        Move("roll", "die", all="die", value="roll"),
        Move("pass", "fun:{each}", "fun:{each}", all="fun", count="fun", around="roll"),
    ),
)
RETURNED = EventType(
    "returned",
    facts=("places",),
    say="{places:plural The card is turned face down again|The turn's cards are shuffled and put back}.",
    moves=(Move("shuffle", "track", count="places", places="places"),),
)
LAST_ROUND = EventType("last ferry is near", say="The last ferry leaves after this round: it is the last one.")
CLOSING = EventType("last round", say="The Center is empty: the round is played to its end.")
ENDED = EventType("ended", facts=("reason",), say="Game over. {reason}")

CENTER_EMPTY = Ending("center empty", "The Center is empty: most Fun wins.")
ROUND_FINISHED = Ending("round finished", "The Center was empty and the round is finished: most Fun wins.")
LAST_FERRY = Ending("last ferry", "The last ferry has left: most Fun wins.", guard=True)
