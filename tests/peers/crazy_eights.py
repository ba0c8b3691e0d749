"""Crazy Eights on Parlour's core, by the rules that OpenSpiel documents for its own `crazy_eights`.

Match the rank or the suit on top, or play an eight and name a suit; draw up to a limit of cards in a turn, then pass.
The first player without cards ends the game, the others pay for what they hold. With special cards, queens skip, aces
turn the direction, and twos make the next player draw two, or four, or six if twos answer twos.
"""

from dataclasses import dataclass
from typing import Final

from parlour.core.actions import Action
from parlour.core.cards import deck_from_data
from parlour.core.chance import Chance
from parlour.core.events import Emit, EventType
from parlour.core.game import NOBODY, About, Game, Header, Moves, State, View
from parlour.core.options import Option
from parlour.core.outcome import Ending, Outcome, ranks_by_score

RANKS: Final = "23456789tjqka"
SUITS: Final = "cdhs"
KEYS: Final = [rank + suit for rank in RANKS for suit in SUITS]
CARDS: Final = len(KEYS)
DRAW, PASS, NAME = CARDS, CARDS + 1, CARDS + 2
EIGHT, TWO, QUEEN, ACE = (RANKS.index(rank) for rank in "82qa")

DEALER = EventType("dealer", facts=("dealer",))
TOOK = EventType("took", secrets=("card",), secret_to=("seat",))
TURNED_UP = EventType("turned up", facts=("card",))


def rank_of(card: int) -> int:
    return card // len(SUITS)


def suit_of(card: int) -> int:
    return card % len(SUITS)


def cost(card: int) -> int:
    """What a card costs at the end: 50 for an eight, 10 for a court card or an ace, its number otherwise."""
    rank = rank_of(card)
    return 50 if rank == EIGHT else 10 if rank >= RANKS.index("j") else rank + 2


@dataclass(frozen=True)
class Said(Action):
    words: str

    def text(self) -> str:
        return self.words


@dataclass
class Table(State):
    hands: list[list[int]]
    """For each seat how many it has of each card."""
    deck: list[int]
    discards: list[int]
    top: int
    suit: int
    turn: int
    direction: int = 1
    drawn: int = 0
    owed: int = 0
    """Cards the next player must draw because of twos."""
    naming: bool = False
    may_pass: bool = False
    passes: int = 0
    plays: int = 0
    over: bool = False


class TableView(View):
    def __init__(self, header: Header, table: Table) -> None:
        super().__init__(header)
        seat = header.seat
        self.hand = list(table.hands[seat])
        self.sizes = [sum(hand) for hand in table.hands]
        self.top, self.suit, self.direction = table.top, table.suit, table.direction

    def table_facts(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name not in ("header", "outcome")}


class CrazyEights(Game[Table, TableView]):
    about = About(
        slug="crazy-eights",
        title="Crazy Eights",
        version="1",
        min_seats=2,
        max_seats=15,
        default_seats=5,
        minutes="10",
        summary="A game that OpenSpiel has too.",
        options=(
            Option("max_draw_cards", 5, "Cards one may draw in a turn.", low=1, high=50),
            Option("max_turns", 100, "Cards played until the game is stopped.", low=1, high=1000),
            Option("use_special_cards", False, "Queens skip, aces turn, twos make draw."),
            Option("reshuffle", False, "The discards become the new deck."),
        ),
    )

    def __init__(self, seats: int, **options: object) -> None:
        decks = 2 if seats > 5 else 1
        cards = [{"key": key, "name": key, "copies": decks} for key in KEYS]
        super().__init__(seats, deck_from_data({"name": "French", "card": cards}, "peers"), options)
        words = [f"play {key}" for key in KEYS] + ["draw", "pass"] + [f"name {suit}" for suit in SUITS]
        self.set_actions([Said(text) for text in words])
        self.decks = decks
        self.most_draws = int(self.options["max_draw_cards"])
        self.most_plays = int(self.options["max_turns"])
        self.special = bool(self.options["use_special_cards"])
        self.reshuffles = bool(self.options["reshuffle"])

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        table = Table(
            hands=[[0] * CARDS for _ in range(self.seats)],
            deck=[card for card in range(CARDS) for _ in range(self.decks)],
            discards=[],
            top=-1,
            suit=-1,
            turn=0,
        )
        dealer = chance.pick(self.seats, "dealer")
        if emit is not None:
            emit(DEALER(None, dealer=dealer))
        for number in range(self.seats * (7 if self.seats == 2 else 5)):
            self._take(table, (dealer + 1 + number) % self.seats, chance, emit)
        while True:
            card = table.deck.pop(chance.pick(len(table.deck), "first card"))
            if emit is not None:
                emit(TURNED_UP(None, card=card))
            if rank_of(card) != EIGHT:
                break
            table.deck.append(card)
        table.top, table.suit, table.turn = card, suit_of(card), dealer
        self._go_on(table, rank_of(card))
        return table

    def _take(self, table: Table, seat: int, chance: Chance, emit: Emit | None) -> None:
        card = table.deck.pop(chance.pick(len(table.deck), "card"))
        table.hands[seat][card] += 1
        if emit is not None:
            emit(TOOK(seat, card=card))
        self._refill(table)

    def _refill(self, table: Table) -> None:
        if self.reshuffles and not table.deck:
            table.deck, table.discards = table.discards, []

    def _go_on(self, table: Table, rank: int) -> None:
        """The turn passes on after a card of this rank."""
        steps = 1
        if self.special:
            if rank == QUEEN:
                steps = 2
            elif rank == ACE:
                table.direction = -table.direction
            elif rank == TWO and table.deck:
                table.owed += 2
        table.turn = (table.turn + steps * table.direction) % self.seats

    def actor(self, table: Table) -> int:
        return NOBODY if table.over else table.turn

    def list_legal(self, table: Table, seat: int, out: Moves) -> None:
        if table.over or seat != table.turn:
            return
        if table.naming:
            out.add_run(NAME, len(SUITS))
            return
        rank, suit = rank_of(table.top), table.suit
        for card, count in enumerate(table.hands[seat]):
            if count > 0:
                mine = rank_of(card)
                fits = mine in (EIGHT, rank) or suit_of(card) == suit
                if mine == TWO if table.owed else fits:
                    out.add(card)
        if table.deck and (table.owed or table.drawn < self.most_draws):
            out.add(DRAW)
        if table.may_pass or not table.deck:
            out.add(PASS)

    def perform(self, table: Table, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        if action == PASS:
            self._pass(table)
            return
        table.passes = 0
        if action == DRAW:
            self._draw(table, seat, chance, emit)
        elif action >= NAME:
            table.suit, table.naming = action - NAME, False
            self._go_on(table, EIGHT)
        else:
            self._play(table, seat, action)

    def _pass(self, table: Table) -> None:
        # A pass counts towards the end only if there is nothing left to draw.
        table.passes = 0 if table.deck else table.passes + 1
        if table.passes > self.seats:
            table.over = True
            return
        if table.drawn == self.most_draws:
            table.drawn = 0
        if table.deck:
            table.may_pass = False
        self._go_on(table, EIGHT)

    def _draw(self, table: Table, seat: int, chance: Chance, emit: Emit | None) -> None:
        if table.owed:
            while table.owed:
                self._take(table, seat, chance, emit)
                table.owed -= 1
                if not table.deck:
                    # A player who cannot draw everything owed is let off; drawing exactly the rest counts as a pass.
                    table.passes += table.owed == 0
                    table.may_pass = True
                    table.owed = 0
            self._go_on(table, EIGHT)
            return
        self._take(table, seat, chance, emit)
        table.drawn = table.drawn + 1 if table.deck else self.most_draws
        if table.drawn == self.most_draws:
            table.may_pass = True

    def _play(self, table: Table, seat: int, card: int) -> None:
        table.plays += 1
        table.drawn, table.may_pass = 0, False
        table.hands[seat][card] -= 1
        table.discards.append(table.top)
        table.top, table.suit = card, suit_of(card)
        # The last card of a game still does what it says: an ace turns the direction everybody sees.
        table.over = not any(table.hands[seat]) or table.plays >= self.most_plays
        self._refill(table)
        if rank_of(card) == EIGHT:
            table.naming = True
        else:
            self._go_on(table, rank_of(card))

    def outcome(self, table: Table) -> Outcome | None:
        if not table.over:
            return None
        scores = tuple(-sum(count * cost(card) for card, count in enumerate(hand)) for hand in table.hands)
        return Outcome(ranks_by_score(scores), scores, Ending("over", "Somebody is out of cards, or nobody can move."))

    def clone(self, table: Table) -> Table:
        twin = Table(**vars(table))
        twin.hands = [list(hand) for hand in table.hands]
        twin.deck, twin.discards = list(table.deck), list(table.discards)
        return twin

    def longest(self) -> int:
        return 10_000

    def view(self, table: Table, seat: int) -> TableView:
        return TableView(self.header(table, seat), table)
