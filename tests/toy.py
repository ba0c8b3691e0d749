"""A small game that fills in the form and nothing else: copy, views, worlds, scene and bots are the core's.

Draw a card, play one for its points, flip one of your two face-down cards, or pass. When the draw pile is empty or
everybody has passed, the most points win.
"""

from dataclasses import dataclass, field

from parlour.core.actions import Action, Touches
from parlour.core.bags import bag_of, cards, first_cards, list_of, with_card, without_card
from parlour.core.cards import Deck, deck_from_data
from parlour.core.chance import Chance
from parlour.core.events import Emit, EventType
from parlour.core.fields import Bag, Flag, Kinds, Number, Pile, Places, Seat, SeatNumbers, Seats, Word
from parlour.core.game import NOBODY, About, Game, Moves, State, TableView
from parlour.core.outcome import Ending, Outcome, ranks_by_score
from parlour.core.schema import HIDDEN, OWNER, Each, Schema

KEYS = ("one", "two", "three")
DRAW, PASS, FLIP, PLAY = 0, 1, 2, 4

DEALT = EventType("dealt", secrets=("cards",), secret_to=("seat",))
DREW = EventType("drew", secrets=("card",), secret_to=("seat",), say="{who:draw|draws} a card.")
PLAYED = EventType("played", facts=("card",), say="{who:play|plays} {card:name}.")
FLIPPED = EventType("flipped", facts=("place", "card"), say="{who:flip|flips} {card:name}.")
PASSED = EventType("passed", say="{who:pass|passes}.")
MOST_POINTS = Ending("most points", "The most points win.")


@dataclass(frozen=True)
class Plain(Action):
    """Draw or pass."""

    word: str

    def text(self) -> str:
        return self.word

    def touches(self) -> Touches:
        return Touches(fields=("draw_pile",)) if self.word == "draw" else Touches()


@dataclass(frozen=True)
class Flip(Action):
    """Turn up a face-down card."""

    place: int

    def text(self) -> str:
        return f"flip {self.place}"

    def touches(self) -> Touches:
        return Touches(places=(self.place,), fields=("row",))


@dataclass(frozen=True)
class Play(Action):
    """Play a card of the hand."""

    card: str

    def text(self) -> str:
        return f"play {self.card}"

    def touches(self) -> Touches:
        return Touches(cards=(self.card,))


@dataclass
class ToyPlayer:
    """What lies in front of one player."""

    row: list[int]
    hand: int = 0
    hand_size: int = 0
    face_down: int = 0
    plays: int = 0
    proud: bool = False


@dataclass
class ToyState(State):
    """The table."""

    players: list[ToyPlayer]
    draw_pile: list[int]
    draw_left: int = 0
    discards: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    passed: int = 0
    turn: int = 0
    mood: int = 0


def declare(seats: int, deck: Kinds) -> Schema[ToyState]:
    """The fields of the state."""
    return Schema(
        lambda: ToyState([ToyPlayer([]) for _ in range(seats)], [], points=[0] * seats),
        Seat("turn", seats),
        Pile("draw_pile", deck, left="draw_left", seen_by=HIDDEN),
        Pile("discards", deck).called("played cards"),
        SeatNumbers("points", length=seats, high=100),
        Seats("passed", seats),
        Word("mood", ("calm", "wild")),
        Each(
            "players",
            seats,
            Bag("hand", deck, size="hand_size", seen_by=OWNER),
            Places("row", deck, 2, there="face_down", seen_by=HIDDEN).called("face-down cards", "slots"),
            Number("plays", high=100),
            Flag("proud"),
        ),
    )


class Toy(Game[ToyState, TableView[ToyState]]):
    """The rules; everything else is the core's."""

    about = About("toy", "Toy", "1", 2, 3, 2, "5", "A small game.", presets={"tiny": {}})

    def __init__(self, seats: int = 2, deck: Deck | None = None, **options: object) -> None:
        copies = seats + 1
        listed = [{"key": key, "name": key.title(), "copies": copies, "value": at} for at, key in enumerate(KEYS, 1)]
        super().__init__(seats, deck or deck_from_data({"name": "Toy", "card": listed}, "toy"), options)
        self.schema = declare(seats, Kinds(KEYS, [card.copies for card in self.deck.cards]))
        self.set_actions([Plain("draw"), Plain("pass"), Flip(1), Flip(2), *[Play(key) for key in KEYS]])

    def new(self, chance: Chance, emit: Emit | None = None) -> ToyState:
        stock = [kind for kind, card in enumerate(self.deck.cards) for _ in range(card.copies)]
        chance.shuffle(stock, "deal")
        players = [ToyPlayer([stock.pop(), stock.pop()], face_down=first_cards(2)) for _ in range(self.seats)]
        state = ToyState(players, stock, points=[0] * self.seats)
        for seat, player in enumerate(players):
            player.hand = bag_of([stock.pop()])
            player.hand_size = 1
            if emit is not None:
                emit(DEALT(seat=seat, cards=[KEYS[kind] for kind in list_of(player.hand)]))
        state.draw_left = len(stock)
        return state

    def actor(self, state: ToyState) -> int:
        return NOBODY if self.outcome(state) else state.turn

    def list_legal(self, state: ToyState, seat: int, out: Moves) -> None:
        if seat == self.actor(state):
            player = state.players[seat]
            out.add_run(DRAW, 2)
            out.add_set(player.face_down, FLIP)
            out.add_kinds(player.hand, PLAY)

    def perform(self, state: ToyState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        player = state.players[seat]
        if action == DRAW:
            state.draw_left -= 1
            kind = state.draw_pile[state.draw_left]
            player.hand += cards(kind, 1)
            player.hand_size += 1
            event = DREW(seat=seat, card=KEYS[kind])
        elif action == PASS:
            state.passed = with_card(state.passed, seat)
            event = PASSED(seat=seat)
        elif action < PLAY:
            place = action - FLIP
            player.face_down = without_card(player.face_down, place)
            self._score(state, seat, player.row[place])
            event = FLIPPED(seat=seat, place=place + 1, card=KEYS[player.row[place]])
        else:
            kind = action - PLAY
            player.hand -= cards(kind, 1)
            player.hand_size -= 1
            player.plays += 1
            self._score(state, seat, kind)
            event = PLAYED(seat=seat, card=KEYS[kind])
        state.turn = (seat + 1) % self.seats
        if emit is not None:
            emit(event)

    def _score(self, state: ToyState, seat: int, kind: int) -> None:
        state.discards.append(kind)
        state.points[seat] += kind + 1
        state.players[seat].proud = kind == 2
        state.mood = 1 - state.mood

    def outcome(self, state: ToyState) -> Outcome | None:
        if state.draw_left and state.passed + 1 < 1 << self.seats:
            return None
        return Outcome(ranks_by_score(state.points), tuple(state.points), MOST_POINTS)

    def longest(self) -> int:
        return self.seats * 3 * len(self.deck)
