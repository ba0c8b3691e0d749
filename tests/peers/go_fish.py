"""Go Fish on Parlour's core, by the rules that OpenSpiel documents for its own `go_fish`.

Ask somebody for a rank you hold. A player who has it gives you all; one who has none sends you fishing, and only a
catch of that rank gives you another turn. Complete ranks are laid down as books, which win the game.
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

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
NO_ONE: Final = -1

DREW = EventType("drew", secrets=("card",), secret_to=("seat",))
ASKED = EventType("asked", facts=("target", "rank", "received"))


@dataclass(frozen=True)
class Ask(Action):
    target: int
    rank: str

    def text(self) -> str:
        return f"ask {self.target} for {self.rank}"


@dataclass
class Player:
    """A hand, and what everybody can tell about it."""

    hand: list[int]
    asked_for: list[int]
    was_asked: list[bool]
    drawn_since: list[int]
    at_least: list[int]
    books: int = 0

    @property
    def size(self) -> int:
        return sum(self.hand)


@dataclass
class Table(State):
    players: list[Player]
    pool: list[int]
    booked: list[bool]
    turn: int = 0
    over: bool = False
    first_out: int = NO_ONE


class TableView(View):
    def __init__(self, header: Header, table: Table) -> None:
        super().__init__(header)
        seat = header.seat
        self.hand = list(table.players[seat].hand)
        self.sizes = [player.size for player in table.players]
        self.books = [player.books for player in table.players]
        self.asked_for = [list(player.asked_for) for player in table.players]
        self.was_asked = [list(player.was_asked) for player in table.players]
        self.drawn_since = [list(player.drawn_since) for player in table.players]
        self.at_least = [list(player.at_least) for player in table.players]
        self.pool_size = sum(table.pool)
        self.booked = list(table.booked)
        self.turn = table.turn

    def table_facts(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name not in ("header", "outcome")}


class GoFish(Game[Table, TableView]):
    about = About(
        slug="go-fish",
        title="Go Fish",
        version="1",
        min_seats=2,
        max_seats=10,
        default_seats=2,
        minutes="10",
        summary="A game that OpenSpiel has too.",
        options=(
            Option("ranks", 13, "Ranks in the deck.", low=2, high=26),
            Option("suits", 4, "Copies of each rank, and the size of a book.", low=2, high=8),
            Option("most_books_wins", True, "The most books win, or the first player out of cards."),
            Option("end_on_first_out", False, "The game ends when somebody runs out of cards with a book."),
            Option("ask_after_empty_draw", True, "A player who had no cards and drew one may ask at once."),
        ),
    )

    def __init__(self, seats: int, **options: object) -> None:
        ranks, suits = int(str(options.get("ranks", 13))), int(str(options.get("suits", 4)))
        cards = [{"key": LETTERS[rank], "name": LETTERS[rank], "copies": suits} for rank in range(ranks)]
        super().__init__(seats, deck_from_data({"name": "Ranks", "card": cards}, "peers"), options)
        self.set_actions([Ask(target, LETTERS[rank]) for target in range(seats) for rank in range(ranks)])
        self.ranks, self.suits = ranks, suits
        self.dealt = 7 if seats == 2 else 5
        self.ends_first_out = bool(self.options["end_on_first_out"])
        self.asks_after_draw = bool(self.options["ask_after_empty_draw"])

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        none = [0] * self.ranks
        table = Table(
            players=[
                Player(list(none), list(none), [False] * self.ranks, list(none), list(none)) for _ in range(self.seats)
            ],
            pool=[self.suits] * self.ranks,
            booked=[False] * self.ranks,
        )
        last = self.seats - 1
        while not table.over:
            # A book made during the deal makes room for more cards, except for the very last one.
            seat = next(seat for seat, player in enumerate(table.players) if player.size < self.dealt)
            full = seat == last and table.players[seat].size == self.dealt - 1
            self._draw(table, seat, chance, emit)
            if full:
                break
        return table

    def _draw(self, table: Table, seat: int, chance: Chance, emit: Emit | None) -> int:
        """A card from the pool; a book it completes is laid down."""
        left = chance.pick(sum(table.pool), "card")
        rank = 0
        while left >= table.pool[rank]:
            left -= table.pool[rank]
            rank += 1
        table.pool[rank] -= 1
        table.players[seat].hand[rank] += 1
        if emit is not None:
            emit(DREW(seat, card=rank))
        self._book(table, seat, rank)
        return rank

    def _book(self, table: Table, seat: int, rank: int) -> None:
        player = table.players[seat]
        if player.hand[rank] < self.suits:
            return
        player.books += 1
        player.hand[rank] = player.at_least[rank] = 0
        table.booked[rank] = True
        if self.ends_first_out and player.size == 0:
            table.first_out, table.over = seat, True
        elif not any(table.pool) and not any(other.size for other in table.players):
            table.over = True

    def actor(self, table: Table) -> int:
        return NOBODY if table.over else table.turn

    def list_legal(self, table: Table, seat: int, out: Moves) -> None:
        if table.over or seat != table.turn:
            return
        hand = table.players[seat].hand
        for target, player in enumerate(table.players):
            if target != seat and player.size > 0:
                for rank in range(self.ranks):
                    if hand[rank] > 0:
                        out.add(target * self.ranks + rank)

    def perform(self, table: Table, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        rank = action % self.ranks
        asker, target = table.players[seat], table.players[action // self.ranks]
        received = target.hand[rank]
        asker.asked_for[rank] += 1
        asker.at_least[rank] = max(1, asker.at_least[rank]) + received
        target.was_asked[rank], target.drawn_since[rank], target.at_least[rank] = True, 0, 0
        if emit is not None:
            emit(ASKED(seat, target=action // self.ranks, rank=rank, received=received))
        if received:
            target.hand[rank] = 0
            asker.hand[rank] += received
            self._book(table, seat, rank)
        elif not any(table.pool) or self._fish(table, seat, chance, emit) != rank:
            table.turn = self._left_of(seat)
        while not table.over and not self._can_ask(table, chance, emit):
            pass

    def _fish(self, table: Table, seat: int, chance: Chance, emit: Emit | None) -> int:
        """A draw during play, which everybody counts for the ranks the player was asked for."""
        player = table.players[seat]
        for rank in range(self.ranks):
            player.drawn_since[rank] += player.was_asked[rank]
        return self._draw(table, seat, chance, emit)

    def _can_ask(self, table: Table, chance: Chance, emit: Emit | None) -> bool:
        """Can the player whose turn it is ask? If not, move on to somebody who can."""
        seat = table.turn
        if table.players[seat].size == 0:
            if not any(table.pool):
                while table.players[table.turn].size == 0:
                    table.turn = self._left_of(table.turn)
                return True
        elif any(player.size for other, player in enumerate(table.players) if other != seat):
            return True
        else:
            # There is nobody to ask: the next player draws first.
            table.turn = seat = self._left_of(seat)
        self._fish(table, seat, chance, emit)
        if not self.asks_after_draw and not table.over:
            table.turn = self._left_of(seat)
        return False

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def outcome(self, table: Table) -> Outcome | None:
        if not table.over:
            return None
        if self.options["most_books_wins"]:
            scores = tuple(player.books for player in table.players)
        else:
            scores = tuple(int(seat == table.first_out) for seat in range(self.seats))
        return Outcome(ranks_by_score(scores), scores, Ending("over", "All books are made, or somebody is out."))

    def clone(self, table: Table) -> Table:
        twin = Table(**vars(table))
        twin.players = [
            Player(
                list(player.hand),
                list(player.asked_for),
                list(player.was_asked),
                list(player.drawn_since),
                list(player.at_least),
                player.books,
            )
            for player in table.players
        ]
        twin.pool, twin.booked = list(table.pool), list(table.booked)
        return twin

    def longest(self) -> int:
        # The rules allow asking in vain for ever; random players do not.
        return 1_000_000

    def view(self, table: Table, seat: int) -> TableView:
        return TableView(self.header(table, seat), table)
