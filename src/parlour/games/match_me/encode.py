"""What a Match Me seat may know as numbers for learning: the table, and the cards it knows to be in other hands."""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.core.fields import NONE
from parlour.core.game import NOBODY
from parlour.games.match_me.known_cards import KnownCards
from parlour.games.match_me.rules import AFTER_REFUSAL, MatchMeRules
from parlour.games.match_me.state import PHASES, PLAYING, MatchMeState

SOON: Final = 10.0  # idle turns that count as a half
MEMORIES: Final = 1024  # games that are followed at the same time


@final
class Memories:
    """What all seats know in each of many games. Games are told apart by their beginning, which all copies share."""

    def __init__(self, game: MatchMeRules) -> None:
        self.game = game
        self.known: dict[int, KnownCards] = {}

    def read(self, table: MatchMeState) -> KnownCards:
        """What is known at a table; where the game was read before, only what is new is read."""
        which = id(table.start)  # a later game may have the same: then it is read from its beginning
        known = self.known.get(which)
        if known is None:
            if len(self.known) == MEMORIES:
                self.known.clear()
            known = KnownCards(self.game)
            self.known[which] = known
        known.read(table)
        if table.ended != PLAYING:
            del self.known[which]
        return known


def pieces(game: MatchMeRules) -> list[Piece]:
    """What the numbers of `encode_table` mean, in their order."""
    seats = seat_words(game.seats)
    keys, categories = game.keys, game.categories
    share = f"as a share of {len(keys)}"
    return [
        Piece("hand", "1 for a card in this player's hand", keys),
        Piece("known", "1 for a card that is known to be in the hand", seats, keys),
        Piece("void", "1 for a category the hand had none of, until it drew", seats, categories),
        Piece("holds", "1 for a category the hand has at least one card of", seats, categories),
        Piece("laid", "1 for a laid group", seats, categories),
        Piece("hand_size", f"cards in hand {share}", seats),
        Piece("discards", "1 for a card in the discard pile", keys),
        Piece("depth", "how near it is to the top of the discard pile: 1 is the top", keys),
        Piece("draw_pile", f"cards left {share}"),
        Piece("turn", "1 for each seat the game waits for", seats),
        Piece("step", "1 for what the game waits for", PHASES),
        Piece("asked", "1 if this turn's method is asking"),
        Piece("picked", "1 for the card picked up in this turn, if it was only one", keys),
        *([Piece("refused", "1 if this turn's last request failed")] if game.draws_when == AFTER_REFUSAL else []),
        *([Piece("banked", f"points of earlier deals as a share of {2 * game.target}", seats)] if game.target else []),
        Piece("idle", f"turns since a card was drawn or a group laid: turns / (turns + {SOON:.0f})"),
    ]


def encode_table(
    game: MatchMeRules, known: KnownCards, table: MatchMeState, seat: i64, to_act: tuple[int, ...], out: Numbers
) -> None:
    """Add what a seat may know of a table; it may be the truth or a view. A spectator's is always a view."""
    cards: i64 = len(game.cards)
    seats: i64 = game.seats
    first: i64 = seat if seat > 0 else 0
    out.add_set(table.players[seat].hand if seat != NOBODY else 0, cards)
    place: i64 = 0
    while place < seats:
        owner = (first + place) % seats
        open_hand = owner == seat or table.ended != PLAYING
        # In a spectator's view all seats know the same.
        out.add_set(table.players[owner].hand if open_hand else known.sure_of(first, owner), cards)
        place += 1
    start = out.count
    kinds = game.kinds
    place = 0
    while place < seats:
        owner = (first + place) % seats
        out.count = start + place * kinds
        out.add_set(known.void[owner], kinds)
        out.skip((seats - 1) * kinds)
        out.add_set(known.holds[owner], kinds)
        out.skip((seats - 1) * kinds)
        out.add_set(table.players[owner].laid, kinds)
        out.count = start + 3 * seats * kinds + place
        out.add_share(table.players[owner].hand_size, cards)
        place += 1
    _add_discards(table.discards, cards, out)
    out.add_share(table.draw_left, cards)
    out.add_seats(to_act, first, seats)
    out.add_mark(table.phase, len(PHASES))
    out.add_mark(0 if table.asked else NONE, 1)
    out.add_mark(table.picked, cards)
    if game.draws_when == AFTER_REFUSAL:
        out.add_mark(0 if table.refused else NONE, 1)
    if game.target > 0:
        place = 0
        while place < seats:
            banked = table.players[(first + place) % seats].banked
            out.add_share(banked if banked > 0 else 0, 2 * game.target)
            place += 1
    idle = float(table.idle) if table.idle > 0 else 0.0
    out.add(idle / (idle + SOON))


def _add_discards(discards: list[int], cards: i64, out: Numbers) -> None:
    """Which cards are discarded, and how near the top they lie."""
    start = out.count
    size = float(len(discards))
    height: i64 = 0
    for card in discards:
        height += 1
        out.put(start + card, 1.0)
        out.put(start + cards + card, float(height) / size)
    out.skip(2 * cards)
