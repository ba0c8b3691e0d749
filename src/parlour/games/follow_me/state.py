"""What lies on a Follow Me table: plain data, packed so that a copy is cheap.

Cards are all different: numbers in the order of the deck file, and every zone is a set of them. What happened to hidden
cards since the deal is the table's history (history.py).
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import has
from parlour.core.copying import taken_apart
from parlour.core.deals import MOST_BANKED, MOST_DEALS
from parlour.core.fields import Flag, Kinds, Number, OneCard, Pile, Seat, Set, Word
from parlour.core.game import State, TableView
from parlour.core.positions import Reader
from parlour.core.schema import HIDDEN, OWNER, Each, Schema
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me.history import DIRECTIONS, History, blank_history

# The phases of a turn: what the game waits for
TURN: Final = 0  # draw, then play or pass
AFTER_PLACING: Final = 1  # observe cards at the new Location
SENDING: Final = 2  # start a round of card passing, or not
GIVING: Final = 3  # the others choose their cards for it
LEADING: Final = 4  # the draw pile is empty: lead a card or decline
FOLLOWING: Final = 5  # those who can follow choose a card
OVER: Final = 6
PHASES: Final = ("turn", "after placing", "sending", "giving", "leading", "following", "over")

MOST_DRAWS: Final = 3  # in one turn
NO_CARD: Final = -1
UNSEEN: Final = -2  # an offer that this viewer may not see


@final
class FollowMePlayer:
    """One player's cards."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.hand_size: i64 = 0
        self.observed: i64 = 0  # the Observation Area
        self.offer: i64 = NO_CARD  # chosen in secret to pass on or to follow with, still in the hand
        self.banked: i64 = 0  # points of earlier deals

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self)


@final
class FollowMeState(State):
    """The whole table."""

    def __init__(
        self, players: list[FollowMePlayer], draw_pile: list[int], history: list[int], passes: list[int]
    ) -> None:
        self.players = players
        self.draw_pile = draw_pile  # as shuffled, never changed: clones share it
        self.draw_left: i64 = 0  # the top card is draw_pile[draw_left - 1]
        self.history = history  # a list of entries
        self.passes = passes  # for each PASSED of the history: the card of every seat
        self.placed: i64 = 0  # the Current Location pile ...
        self.current: i64 = NO_CARD  # ... and the card on top
        self.out_of_play: i64 = 0  # led cards nobody could follow, under that pile
        self.lead: i64 = NO_CARD  # the led card while others follow
        self.named: i64 = 0  # and the habitat its leader named
        self.dealer: i64 = 0
        self.turn: i64 = 0
        self.phase: i64 = TURN
        self.first: bool = False  # the starter's turn
        self.drawn: i64 = 0  # cards drawn this turn
        self.idle: i64 = 0  # turns in a row without a draw or a play
        self.must_draw: bool = False  # after an idle round, until someone plays
        self.declined: i64 = 0  # turns in a row without a lead
        self.step: i64 = 1  # passing goes 1: left, -1: right
        self.choosing: i64 = 0  # the set of seats that still have to choose a card
        self.deals: i64 = 0  # finished deals

    def __reduce__(self) -> tuple[object, ...]:
        return taken_apart(self, [], [], [], [])


FollowMeView = TableView[FollowMeState]


def copy_player(player: FollowMePlayer) -> FollowMePlayer:
    """An independent copy."""
    twin = FollowMePlayer()
    twin.hand = player.hand
    twin.hand_size = player.hand_size
    twin.observed = player.observed
    twin.offer = player.offer
    twin.banked = player.banked
    return twin


def copy_table(table: FollowMeState) -> FollowMeState:
    """An independent copy; the shuffled draw pile is shared because it never changes."""
    players = [copy_player(player) for player in table.players]
    twin = FollowMeState(players, table.draw_pile, table.history.copy(), table.passes.copy())
    copy_numbers(table, twin)
    return twin


def deal_into(table: FollowMeState, fresh: FollowMeState) -> None:
    """Make a table look like a fresh one, with the same points and number of deals."""
    for player, dealt in zip(table.players, fresh.players, strict=True):
        dealt.banked = player.banked
    fresh.deals = table.deals
    table.players = fresh.players
    table.draw_pile = fresh.draw_pile
    table.history = fresh.history
    table.passes = fresh.passes
    copy_numbers(fresh, table)


def copy_numbers(table: FollowMeState, twin: FollowMeState) -> None:
    """Copy everything but the lists."""
    twin.draw_left = table.draw_left
    twin.placed = table.placed
    twin.current = table.current
    twin.out_of_play = table.out_of_play
    twin.lead = table.lead
    twin.named = table.named
    twin.dealer = table.dealer
    twin.turn = table.turn
    twin.phase = table.phase
    twin.first = table.first
    twin.drawn = table.drawn
    twin.idle = table.idle
    twin.must_draw = table.must_draw
    twin.declined = table.declined
    twin.step = table.step
    twin.choosing = table.choosing
    twin.deals = table.deals


def redact_table(table: FollowMeState, seat: i64) -> FollowMeState:
    """The same as `Schema.hide` on a copy, several times as fast."""
    seen = copy_table(table)
    seen.draw_pile = []
    owner: i64 = 0
    for player in seen.players:
        if owner != seat:
            player.hand = 0
            if player.offer != NO_CARD:
                player.offer = UNSEEN
        owner += 1
    blank_history(seen.history, seen.passes, seat, owner)
    return seen


def declare(seats: int, deck: Kinds, declines: int, target: bool) -> Schema[FollowMeState]:
    """The fields of the state: what they are called and who may see them."""

    def blank() -> FollowMeState:
        return FollowMeState([FollowMePlayer() for _ in range(seats)], [], [], [])

    return Schema(
        blank,
        Seat("dealer", seats),
        Seat("turn", seats),
        Word("stage", PHASES, "phase"),
        Flag("first"),
        Number("drawn", high=MOST_DRAWS),
        Number("idle", high=seats),
        Flag("must_draw"),
        Number("declined", high=declines),
        *([Number("deals", high=MOST_DEALS)] if target else []),
        Pile("draw_pile", deck, left="draw_left", seen_by=HIDDEN),
        OneCard("current", deck, counts=False),  # it lies in `placed`
        Set("placed", deck),
        Set("out_of_play", deck, derived=True),
        OneCard("lead", deck),
        NamedHabitat("named", HABITATS),
        Word("direction", DIRECTIONS, "step", values=(1, -1)),
        Each(
            "players",
            seats,
            Set("hand", deck, size="hand_size", seen_by=OWNER),  # FM-06, FM-G22
            Set("observed", deck),
            Offer("offer", deck, counts=False, seen_by=OWNER),  # FM-G10
            *([Number("banked", high=MOST_BANKED)] if target else []),
        ),
        History("story", deck, seats, "history", passed="passes"),
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class NamedHabitat(Word):
    """The habitat the leader named for the led card; null while no card is led."""

    def write(self, holder: object) -> object:
        assert isinstance(holder, FollowMeState)
        return super().write(holder) if holder.lead != NO_CARD else None

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, FollowMeState)
        if holder.lead != NO_CARD:
            holder.named = HABITATS.index(read.word(self.name, HABITATS, ""))


@mypyc_attr(allow_interpreted_subclasses=True)
class Offer(OneCard):
    """A card of the hand chosen in secret. Others see that one is chosen, but not which."""

    def cards(self, holder: object) -> list[int]:
        assert isinstance(holder, FollowMePlayer)
        return [holder.offer] if holder.offer >= 0 else []

    def write(self, holder: object) -> object:
        assert isinstance(holder, FollowMePlayer)
        return "hidden" if holder.offer == UNSEEN else super().write(holder)

    def read(self, holder: object, read: Reader) -> None:
        assert isinstance(holder, FollowMePlayer)
        super().read(holder, read)
        if holder.offer != NO_CARD and not has(holder.hand, holder.offer):
            raise read.wrong(self.name, "must be a card of the hand")

    def hide(self, holder: object) -> None:
        assert isinstance(holder, FollowMePlayer)
        if holder.offer != NO_CARD:
            holder.offer = UNSEEN
