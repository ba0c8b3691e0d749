"""What lies on a Follow Me table: plain data, packed so that a copy is cheap.

Cards are all different: numbers in the order of the deck file, and every zone is a set of them. What the table
has seen of hidden cards since the deal is its story (story.py).
"""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.game import State

# The stages of a turn
TURN: Final = 0  # draw, then play or pass
AFTER_PLACING: Final = 1  # observe cards at the new Location
SENDING: Final = 2  # start a round of card passing, or not
GIVING: Final = 3  # the others choose their cards for it
LEADING: Final = 4  # the draw pile is empty: lead a card or decline
FOLLOWING: Final = 5  # those who can follow choose a card
OVER: Final = 6
STAGES: Final = ("turn", "after placing", "sending", "giving", "leading", "following", "over")

NO_CARD: Final = -1
HIDDEN: Final = -2  # an offer made, but not for this viewer's eyes


def lowest(cards_set: i64) -> i64:
    """The lowest card of a set that is not empty."""
    card: i64 = 0
    while cards_set & 255 == 0:
        cards_set >>= 8
        card += 8
    while cards_set & 1 == 0:
        cards_set >>= 1
        card += 1
    return card


@final
class Player:
    """One player's cards."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.hand_size: i64 = 0
        self.observed: i64 = 0  # the Observation Area
        self.offer: i64 = NO_CARD  # chosen in secret to pass on or to follow with, still in the hand


@final
class Table(State):
    """The whole table."""

    def __init__(self, players: list[Player], draw_pile: list[int], story: list[int], passes: list[int]) -> None:
        self.players = players
        self.draw_pile = draw_pile  # as shuffled, never changed: clones share it
        self.draw_left: i64 = 0  # the top card is draw_pile[draw_left - 1]
        self.story = story  # a list of entries
        self.passes = passes  # for each PASSED of the story: the card of every seat
        self.placed: i64 = 0  # the Current Location pile ...
        self.current: i64 = NO_CARD  # ... and the card on top
        self.out_of_play: i64 = 0  # led cards nobody could follow, under that pile
        self.lead: i64 = NO_CARD  # the led card while others follow
        self.named: i64 = 0  # and the habitat its leader named
        self.dealer: i64 = 0
        self.turn: i64 = 0
        self.stage: i64 = TURN
        self.first: bool = False  # the starter's turn
        self.drawn: i64 = 0  # cards drawn this turn
        self.idle: i64 = 0  # turns in a row without a draw or a play
        self.must_draw: bool = False  # after an idle round, until someone plays
        self.declined: i64 = 0  # turns in a row without a lead
        self.step: i64 = 1  # passing goes 1: left, -1: right
        self.choosing: i64 = 0  # the set of seats that still have to choose a card


def copy_player(player: Player) -> Player:
    """A player of its own."""
    twin = Player()
    twin.hand = player.hand
    twin.hand_size = player.hand_size
    twin.observed = player.observed
    twin.offer = player.offer
    return twin


def copy_table(table: Table) -> Table:
    """A table of its own; the shuffled draw pile is shared because it never changes."""
    players = [copy_player(player) for player in table.players]
    twin = Table(players, table.draw_pile, table.story.copy(), table.passes.copy())
    twin.draw_left = table.draw_left
    twin.placed = table.placed
    twin.current = table.current
    twin.out_of_play = table.out_of_play
    twin.lead = table.lead
    twin.named = table.named
    twin.dealer = table.dealer
    twin.turn = table.turn
    twin.stage = table.stage
    twin.first = table.first
    twin.drawn = table.drawn
    twin.idle = table.idle
    twin.must_draw = table.must_draw
    twin.declined = table.declined
    twin.step = table.step
    twin.choosing = table.choosing
    return twin
