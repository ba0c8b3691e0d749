"""What happens in Deluxe Memory: who may know it, how it is told, what a study counts, what moves; and why it ends.

Everything but the faces of the cards happens in the open: `chose` repeats each choice for all to hear, and only
`looked` keeps a secret. A card looked at in private is never named in a sentence, not even to the one who looked.
"""

from dataclasses import replace

from parlour.core.events import EventType, Move, Use
from parlour.core.outcome import Ending

BEGINS = EventType("begins", say="{who:begin|begins}.", begins=True)
CHOSE = EventType(
    "chose",
    facts=("choice", "step"),
    say={  # most choices are told by what they lead to
        "choice=stop": {
            "step=reveal some": "{who:are|is} done revealing cards.",
            "step=turn up": "{who:are|is} done turning up cards.",
            "step=take from": "{who:are|is} done choosing players.",
            "step=move": "{who:are|is} done moving cards.",
        },
        "step=copy": "{who:use|uses} the Kings like {choice:name}.",
        "step=square": "{who:choose|chooses} the {choice}.",
        "step=centre": "{who:choose|chooses} the cross around place {choice:name}.",
    },
)
LOOKED = EventType(
    "looked",
    facts=("place", "open"),  # open: it lay face up
    secrets=("card",),
    secret_to=("seat",),
    say={"open": "{who:choose|chooses} the card at place {place}.", "else": "{who:look|looks} at place {place}."},
    moves=(Move("peek", "grid", pieces="card", places="place"),),
)
NO_MATCH = EventType("no match", facts=("places",), say="The cards at places {places:join and} do not match.")
MATCHED = EventType(
    "matched",
    facts=("places", "cards", "pair", "rank", "colour"),  # pair: the card, if both are the same; colour: "" for Jokers
    say={
        "pair": "{who:match|matches} places {places:join and}: two {pair:name}s.",
        "else": "{who:match|matches} places {places:join and}: {cards:names and}.",
    },
    counts=(
        Use("effect", words="pair of {rank}s, {colour}", when="colour"),
        Use("effect", words="pair of {rank}s", when="not colour"),
    ),
    moves=(Move("play", "grid", "discard", pieces="cards", places="places"),),
)
STOLEN = EventType(
    "stole the match",
    facts=("matcher",),
    say="{who:whose} thief takes the match and its effect.",
    counts=(Use("effect", words="stole a match"),),
    moves=(Move("remove", "kept:{seat}", "discard", count=2),),
)
STOLEN_OWN = replace(STOLEN, say="{who:whose} thief is discarded at {who:agree your|their} own match.")
TURNED_UP = EventType(
    "turned up",
    facts=("place", "card"),
    say="{who:turn|turns} up place {place}: the {card:name}.",
    moves=(Move("flip", "grid", pieces="card", places="place"),),
)
HID = EventType(
    "hid",
    facts=("place",),
    say="{who:pay|pays} 1 token to hide place {place}.",
    moves=(Move("pay", "tokens:{seat}", "bank"), Move("flip", "grid", places="place")),
)
REVEALED = EventType(
    "revealed",
    facts=("place", "card"),
    say="{who:reveal|reveals} place {place}: the {card:name}.",
    moves=(Move("flip", "grid", pieces="card", places="place"),),
)
SWAPPED = EventType(
    "swapped",
    facts=("places",),
    say="{who:swap|swaps} the cards at places {places:join and}.",
    moves=(Move("play", "grid", count=2, places="places"),),
)
MOVED = EventType(
    "moved",
    facts=("places",),
    say="{who:move|moves} the card at place {places:join to}.",
    moves=(Move("play", "grid", places="places", to_place="places"),),
)
GAINED = EventType(
    "gained",
    facts=("player", "tokens"),  # player: who gains; the seat is the one who chose it
    say={"tokens": "{player:gain|gains} {tokens:count token}.", "else": "The Bank has no tokens left to give."},
    moves=(Move("pay", "bank", "tokens:{player}", count="tokens"),),
)
LOST = EventType(
    "lost",
    facts=("player", "tokens"),
    say={"tokens": "{player:lose|loses} {tokens:count token}.", "else": "{player:have|has} no tokens to lose."},
    moves=(Move("pay", "tokens:{player}", "bank", count="tokens"),),
)
GAVE = EventType(
    "gave",
    facts=("player", "to", "tokens"),
    say={
        "tokens": "{player:give|gives} {to:whom} {tokens:count token}.",
        "else": "{player:have|has} no tokens to give.",
    },
    moves=(Move("pay", "tokens:{player}", "tokens:{to}", count="tokens"),),
)
LEVELLED = EventType(
    "levelled",
    facts=("player", "with", "tokens", "odd", "passed"),  # tokens: what both have now; passed: to the other player
    say={
        "odd": "{player:share|shares} with {with:whom}: both have {tokens:count token} now. One goes to the Bank.",
        "else": "{player:share|shares} with {with:whom}: both have {tokens:count token} now.",
    },
    moves=(
        Move("pay", "tokens:{player}", "tokens:{with}", count="passed"),
        Move("pay", "tokens:{player}", "bank", count="odd"),
    ),
)
SHIELDED = EventType(
    "shielded",
    facts=("player", "rank"),
    say="{player:whose} shield is discarded and stops the loss.",
    counts=(Use("effect", words="shield used", seat="player"),),
    moves=(Move("remove", "kept:{player}", "discard", count=2),),
)
SHIELD_PAID = replace(
    SHIELDED,
    say="{who:pay|pays} with the shield.",
    counts=(Use("effect", words="paid for a turn"),),
)
KEPT = EventType(
    "kept",
    facts=("rank", "role"),
    say="{who:keep|keeps} the pair as a {role}.",
    counts=(Use("effect", "role", "kept as {}"),),
    moves=(Move("draw", "discard", "kept:{seat}", count=2),),
)
MARKED = EventType("will miss a turn", facts=("player",), say="{player:are|is} going to miss a turn.")
SKIPPED = EventType(
    "missed a turn", say="{who:miss a turn|misses a turn}.", counts=(Use("effect", words="missed a turn"),)
)
AGAIN = EventType("goes again", say="{who:get|gets} another turn.", counts=(Use("effect", words="went again"),))
PAID = EventType(
    "paid",
    facts=("tokens",),
    say="{who:pay|pays} {tokens:count token}.",
    counts=(Use("effect", words="paid for a turn"),),
    moves=(Move("pay", "tokens:{seat}", "bank", count="tokens"),),
)
OUT = EventType(
    "out",
    facts=("kept",),  # how many cards lay before this player
    say="{who:have|has} no tokens left and {who:agree are|is} out.",
    counts=(Use("effect", words="out of tokens"),),
    moves=(Move("remove", "kept:{seat}", "discard", count="kept"),),
)
ENDED = EventType("ended", facts=("reason",), say="Game over. {reason}")

ALL_MATCHED = Ending("all matched", "All cards are matched: most tokens win.")
ONE_LEFT = Ending("one left", "Only one player has tokens left.")
NONE_LEFT = Ending("none left", "The last players ran out of tokens together.")
