"""What lies on a Deluxe Memory table, and who remembers what: plain data, packed so that a copy is cheap.

Cards are kinds: twice the rank (0 for the Ace up to 12 for the King, 13 for the Jokers), plus 1 if red. Places
of the grid are numbered in reading order; a set of places is one integer. The lists `cards`, `differ`, `barred`,
`kept`, `queue` and `discard` are never changed in place but replaced, so clones share them.

A seat remembers every card it has seen: `known` follows the card when places are exchanged. Whatever everybody
has seen is `shown`. A look that made no match also tells everybody something: the two cards differ in rank.
That is kept in `differ` while neither card has been shown, and in `barred` (ranks a place cannot hold) once one has.
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import has, only, with_card, without_card
from parlour.core.game import State

RANKS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "joker")
NONE: Final = -1

# What the player to decide has to do.
FIRST: Final = 0  # choose the first card of the turn
SECOND: Final = 1  # choose the second
PUT_BACK: Final = 2  # face up or face down
TARGET: Final = 3  # who loses (black pair) or gains (red pair)
GAIN: Final = 4  # Ace: who gains
LOSE: Final = 5  # Ace: who loses
REVEAL: Final = 6  # Ace: which card is revealed
SWAP: Final = 7  # 2: the first card to swap
SWAP_WITH: Final = 8  # 2: the second
REVEAL_SOME: Final = 9  # 3: another card to reveal
TAKE_FROM: Final = 10  # 3: another player who loses
SQUARE: Final = 11  # 4: which square
LOOK: Final = 12  # 4: which of its cards to look at
CENTRE: Final = 13  # 5: the centre of the cross
TURN_UP: Final = 14  # 6: another card to turn up
LEVEL: Final = 15  # Jack: the first player
LEVEL_WITH: Final = 16  # Jack: the second
GIVE: Final = 17  # Queen, Simplicity: who gives
RECEIVE: Final = 18  # Queen, Simplicity: who receives
COPY: Final = 19  # King: which effect
MOVE: Final = 20  # Jokers: a card to move
MOVE_TO: Final = 21  # Jokers: where to
OFFER: Final = 22  # 7: pay for another turn?
SHIELD: Final = 23  # 9 with nine_optional: use it?
STAGES: Final = (
    "first",
    "second",
    "put back",
    "target",
    "gain",
    "lose",
    "reveal",
    "swap",
    "swap with",
    "reveal some",
    "take from",
    "square",
    "look",
    "centre",
    "turn up",
    "level",
    "level with",
    "give",
    "receive",
    "copy",
    "move",
    "move to",
    "offer",
    "shield",
)


def rank_of(kind: i64) -> i64:
    """The rank of a kind of card."""
    return kind >> 1


def is_red(kind: i64) -> bool:
    """Is the card red?"""
    return kind & 1 != 0


# Pairs kept in front of a player (9 or 10, or a King that copied one), packed in one number.


def kept_pair(seat: i64, rank: i64, thief: bool) -> i64:
    """A pair of a rank kept by a seat, as a thief or as a shield."""
    return rank * 16 + (8 if thief else 0) + seat


def keeper(pair: i64) -> i64:
    """Who keeps the pair."""
    return pair & 7


def is_thief(pair: i64) -> bool:
    """Does the pair serve as a thief (10), not as a shield (9)?"""
    return pair & 8 != 0


def kept_rank(pair: i64) -> i64:
    """The rank of the pair."""
    return pair >> 4


def two_places(one: i64, two: i64) -> i64:
    """Two places as one number, whichever comes first."""
    return one * 64 + two if one < two else two * 64 + one


@final
class Player:
    """One player."""

    def __init__(self) -> None:
        self.tokens: i64 = 0
        self.known: i64 = 0  # the places whose card this player has seen
        self.skips: i64 = 0  # turns this player is going to miss
        self.out: i64 = 0  # 0 while in the game, then 1 for the first to leave it ...


@final
class Table(State):
    """The whole table."""

    def __init__(self, players: list[Player], cards: list[int]) -> None:
        self.players = players
        self.cards = cards  # the kind at each place; empty places hold anything
        self.laid: i64 = 0  # the places that still have a card
        self.face_up: i64 = 0
        self.shown: i64 = 0  # places whose card everybody has seen
        self.differ: list[int] = []  # pairs of places known to differ in rank
        self.barred: list[int] = []  # for each place the set of ranks it cannot hold
        self.kept: list[int] = []  # pairs in front of players, oldest first
        self.queue: list[int] = []  # extra turns to come: twice the seat, plus 1 if it may be paid for another
        self.discard: list[int] = []
        self.bank: i64 = 0
        self.turn: i64 = 0  # whose turn it is
        self.order: i64 = 0  # who had the last turn in the normal order
        self.offer: bool = False  # may another turn be bought at the end of this one?
        self.stage: i64 = FIRST
        self.doer: i64 = 0  # who decides
        self.first: i64 = NONE  # the cards chosen this turn
        self.second: i64 = NONE
        self.effect: i64 = NONE  # what is being carried out: see effects.py
        self.rank: i64 = NONE  # the rank of the match
        self.left: i64 = 0  # choices the effect still has
        self.picked: i64 = NONE  # the first of two places or players
        self.targets: i64 = 0  # players chosen, or places of the chosen square
        self.victim: i64 = NONE  # about to lose `amount` ...
        self.amount: i64 = 0
        self.receiver: i64 = NONE  # ... to another player, NONE: to the Bank
        self.looking: i64 = 0  # places being looked at by ...
        self.looker: i64 = NONE
        self.showing: i64 = 0  # places an effect has just revealed
        self.last: i64 = NONE  # the last action
        self.outs: i64 = 0  # how often somebody has left the game
        self.over: bool = False


def copy_player(player: Player) -> Player:
    """A player of its own."""
    twin = Player()
    twin.tokens = player.tokens
    twin.known = player.known
    twin.skips = player.skips
    twin.out = player.out
    return twin


def copy_table(table: Table) -> Table:
    """A table of its own; the lists are shared because they are replaced, never changed."""
    twin = Table([copy_player(player) for player in table.players], table.cards)
    twin.laid = table.laid
    twin.face_up = table.face_up
    twin.shown = table.shown
    twin.differ = table.differ
    twin.barred = table.barred
    twin.kept = table.kept
    twin.queue = table.queue
    twin.discard = table.discard
    twin.bank = table.bank
    twin.turn = table.turn
    twin.order = table.order
    twin.offer = table.offer
    twin.stage = table.stage
    twin.doer = table.doer
    twin.first = table.first
    twin.second = table.second
    twin.effect = table.effect
    twin.rank = table.rank
    twin.left = table.left
    twin.picked = table.picked
    twin.targets = table.targets
    twin.victim = table.victim
    twin.amount = table.amount
    twin.receiver = table.receiver
    twin.looking = table.looking
    twin.looker = table.looker
    twin.showing = table.showing
    twin.last = table.last
    twin.outs = table.outs
    twin.over = table.over
    return twin


# Who remembers what


def look_at(table: Table, seat: i64, place: i64) -> None:
    """A player looks at a card; everybody sees at which."""
    player = table.players[seat]
    player.known = with_card(player.known, place)
    table.looking = with_card(table.looking, place)
    table.looker = seat


def show(table: Table, place: i64) -> None:
    """Everybody sees a card."""
    if has(table.shown, place):
        return
    table.shown = with_card(table.shown, place)
    for player in table.players:
        player.known = with_card(player.known, place)
    if has_partners(table.differ, place):
        rank = rank_of(table.cards[place])
        pairs: list[int] = []
        for pair in table.differ:
            low: i64 = pair >> 6
            high: i64 = pair & 63
            if low == place:
                bar(table, high, rank)
            elif high == place:
                bar(table, low, rank)
            else:
                pairs.append(pair)
        table.differ = pairs
    if table.barred[place] != 0:
        table.barred = table.barred.copy()
        table.barred[place] = 0


def has_partners(differ: list[int], place: i64) -> bool:
    """Is the place one of a pair known to differ?"""
    return any(pair >> 6 == place or pair & 63 == place for pair in differ)


def bar(table: Table, place: i64, rank: i64) -> None:
    """Everybody learns that a place does not hold a rank."""
    before: i64 = table.barred[place]
    if not has(before, rank):
        table.barred = table.barred.copy()
        table.barred[place] = with_card(before, rank)


def tell_apart(table: Table, one: i64, two: i64) -> None:
    """Everybody learns that two cards differ in rank."""
    if has(table.shown, one):
        if not has(table.shown, two):
            bar(table, two, rank_of(table.cards[one]))
    elif has(table.shown, two):
        bar(table, one, rank_of(table.cards[two]))
    else:
        pair: int = two_places(one, two)
        if pair not in table.differ:
            table.differ = sorted([*table.differ, pair])


def lift(table: Table, place: i64) -> None:
    """A card that was shown leaves the grid."""
    gone = ~only(place)
    table.laid &= gone
    table.face_up &= gone
    table.shown &= gone
    table.looking &= gone
    table.showing &= gone
    for player in table.players:
        player.known &= gone


def turn_down(table: Table, place: i64) -> None:
    """A card goes face down; who has seen it remembers it."""
    table.face_up = without_card(table.face_up, place)


def turn_up(table: Table, place: i64) -> None:
    """A card goes face up for all to see."""
    table.face_up = with_card(table.face_up, place)
    show(table, place)


def exchange(places: i64, one: i64, two: i64) -> i64:
    """A set of places after what lies on two of them was exchanged."""
    if has(places, one) != has(places, two):
        return places ^ (only(one) | only(two))
    return places


def exchange_cards(table: Table, one: i64, two: i64) -> None:
    """Whatever lies on two places is exchanged, facing and memories with it."""
    cards = table.cards.copy()
    cards[one], cards[two] = cards[two], cards[one]
    table.cards = cards
    table.laid = exchange(table.laid, one, two)
    table.face_up = exchange(table.face_up, one, two)
    table.shown = exchange(table.shown, one, two)
    table.looking = exchange(table.looking, one, two)
    table.showing = exchange(table.showing, one, two)
    for player in table.players:
        player.known = exchange(player.known, one, two)
    if table.barred[one] != table.barred[two]:
        barred = table.barred.copy()
        barred[one], barred[two] = barred[two], barred[one]
        table.barred = barred
    if len(table.differ) > 0:
        table.differ = sorted([_moved(pair, one, two) for pair in table.differ])


def _moved(pair: i64, one: i64, two: i64) -> i64:
    low = pair >> 6
    high = pair & 63
    return two_places(_other(low, one, two), _other(high, one, two))


def _other(place: i64, one: i64, two: i64) -> i64:
    if place == one:
        return two
    return one if place == two else place
