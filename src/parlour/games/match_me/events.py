"""What happens in Match Me: who may know it, how it is told, what a study counts, what moves; and why it ends."""

from dataclasses import replace
from typing import Final

from parlour.core.deals import MANY_DEALS as MANY_DEALS
from parlour.core.deals import SCORED as SCORED
from parlour.core.deals import TARGET_REACHED as TARGET_REACHED
from parlour.core.events import Emit, EventType, Move, Use, tells
from parlour.core.outcome import Ending
from parlour.games.match_me.state import LIMIT, STALE, WENT_OUT, MatchMeState

DEALT = EventType(
    "dealt",
    facts=("count",),
    secrets=("cards",),
    secret_to=("seat",),
    say={"cards": "{who:are|is} dealt {cards:names}."},
    moves=(Move("deal", "deck", "hand:{seat}", pieces="cards", count="count"),),
)
TURNED_UP = EventType(
    "turned up",
    facts=("card",),
    say="{card:name} is turned up to start the discard pile.",
    moves=(Move("flip", "deck", "discard", pieces="card"),),
)
BEGINS = EventType("begins", facts=("dealer",), say="{dealer:deal|deals}. {who:begin|begins}.", begins=True)
ASKED = EventType("asked", facts=("of", "category"), say="{who:ask|asks} {of:whom} for {category:name}.")
GAVE = EventType(
    "gave",
    facts=("to", "category", "count"),
    secrets=("cards",),
    secret_to=("seat", "to"),
    say={
        "cards": "{who:give|gives} {to:whom} {count:count card} ({category:name}): {cards:names}.",
        "else": "{who:give|gives} {to:whom} {count:count card} ({category:name}).",
    },
    counts=(Use("effect", words="asked and got cards", seat="to"),),
    moves=(Move("pass", "hand:{seat}", "hand:{to}", pieces="cards", count="count"),),
)
REFUSED = EventType(
    "refused",
    facts=("to", "category", "words"),
    say="{who:have|has} none: “{words}”",
    counts=(Use("effect", words="asked and was refused", seat="to"),),
)
STOPPED = EventType("stopped asking", say="{who:stop|stops} asking.")
TOOK = EventType(
    "took discards",
    facts=("cards",),
    say="{who:pick|picks} up {cards:names}.",
    counts=(Use("effect", words="took discards"),),
    moves=(Move("draw", "discard", "hand:{seat}", pieces="cards"),),
)
LAID = EventType(
    "laid",
    facts=("category", "cards"),
    say="{who:lay|lays} {category:name}: {cards:names}.",
    counts=(Use("effect", "category", "group laid: {}"),),
    moves=(Move("play", "hand:{seat}", "groups:{seat}", pieces="cards"),),
)
DISCARDED = EventType(
    "discarded",
    facts=("card",),
    say="{who:discard|discards} {card:name}.",
    counts=(Use("card", "card", "{} (discarded)"),),
    moves=(Move("play", "hand:{seat}", "discard", pieces="card"),),
)
DREW = EventType(
    "drew",
    facts=("count",),
    secrets=("cards",),
    secret_to=("seat",),
    say={"cards": "{who:draw|draws} {cards:names}.", "else": "{who:draw|draws} a card."},
    moves=(Move("draw", "deck", "hand:{seat}", pieces="cards", count="count"),),
)
SHUFFLED = EventType(
    "shuffled discards",
    facts=("count",),
    say="{count:count discard} {count:plural is|are} shuffled into a new draw pile.",
    moves=(Move("shuffle", "discard", "deck", count="count"),),
)
SHOWED = EventType(
    "showed",
    facts=("cards",),
    say="{who:are|is} left with {cards:names}.",
    moves=(Move("flip", "hand:{seat}", pieces="cards"),),
)
GATHERED = EventType(
    "gathered",
    facts=("hand", "groups"),
    moves=(
        Move("shuffle", "hand:{seat}", "deck", count="hand"),
        Move("shuffle", "groups:{seat}", "deck", count="groups"),
    ),
)
NEW_DEAL = EventType(
    "new deal",
    facts=("discards", "deal"),
    say="The cards are shuffled. Deal {deal}.",
    moves=(Move("shuffle", "discard", "deck", count="discards"),),
)
END_NEAR = EventType(
    "end is near",
    facts=("turns",),
    say="The game ends in {turns:count turn}, unless somebody draws a card or lays a group.",
)
LIMIT_NEAR = replace(END_NEAR, say="The game ends in {turns:count turn}.")
ENDED = EventType("ended", facts=("reason",), say="Game over. {reason}")

REFUSALS: Final = (
    "Go count the planks of the boardwalk!",
    "Go skip stones at Windermere Point!",
    "Go race a carriage horse up Cadotte Avenue!",
    "Go hide in Skull Cave!",
    "Go ask the gulls at the ferry dock!",
    "Go ring the bell at Fort Mackinac!",
    "Go pedal round the island, twice!",
    "Go thread a needle through Arch Rock!",
    "Go sniff somebody else's lilacs!",
    "Go sweep up after the horses!",
    "Go wave at the bridge!",
    "Go look for it in the Straits!",
)
"""The words of a refusal (MM-19): our own phrases, used in turn."""

ENDINGS = {
    WENT_OUT: Ending("went out", "A player went out by laying every card."),
    STALE: Ending("stalemate", "Nothing moved for several rounds: the game is scored as it stands.", guard=True),
    LIMIT: Ending("turn limit", "The turn limit was reached: the game is scored as it stands.", guard=True),
}
TIED: Final = "At equal scores it counts who went out, then more groups, then fewer cards in hand."


def tell_gathering(table: MatchMeState, emit: Emit | None) -> None:
    """All cards are gathered and shuffled for the next deal."""
    if tells(emit):
        for seat, player in enumerate(table.players):
            emit(GATHERED(seat=seat, hand=player.hand_size, groups=player.laid_cards))
        emit(NEW_DEAL(discards=len(table.discards), deal=table.deals + 1))
