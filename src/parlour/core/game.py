"""The contract every game keeps.

A `Game` is rules plus options plus a number of seats; it never changes. A `State` is plain data, the
truth at one table, seen by the referee only. A `View` is what one seat may know. Bots, encoders,
clients and the coach receive views, never states: a bot that cannot reach the truth cannot cheat.

A game fills in the methods below `# A game fills in`; the rest is written once, here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, TypeVar, cast, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.about import About as About
from parlour.core.actions import Action, ActionTable
from parlour.core.bags import held_kinds, lowest
from parlour.core.cards import Deck
from parlour.core.chance import Chance, Sampled
from parlour.core.default_scene import default_scene
from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.core.errors import IllegalAction, UnknownOption
from parlour.core.events import Emit, Event
from parlour.core.missing import missing
from parlour.core.options import Value, read_options
from parlour.core.outcome import Outcome
from parlour.core.plain_copy import plain_copy
from parlour.core.positions import Reader
from parlour.core.replayed_worlds import replayed_world
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.core.schema import Schema
from parlour.core.seat_record import SeatRecord

NOBODY: Final = -1
"""The seat of a spectator, and the actor when the game is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The truth at one table: plain data, changed only by `Game.apply`."""


@final
class Header:
    """What every view says first: whose it is, whom the game waits for, what this seat may do, how the game ended."""

    def __init__(
        self, seat: int, seats: int, to_act: tuple[int, ...], legal: list[int], outcome: Outcome | None
    ) -> None:
        self.seat, self.seats = seat, seats
        self.to_act, self.legal = to_act, legal
        self.outcome = outcome


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """What one seat may know, its own legal actions included. `seat` is NOBODY for a spectator."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.seat, self.seats = header.seat, header.seats
        self.to_act, self.legal = header.to_act, header.legal
        self.outcome = header.outcome
        self.witnessed: SeatRecord | None = None  # what the seat was told since the deal, where that is known

    def around(self) -> list[int]:
        """All seats in order of play to the left, the viewer first; from seat 0 on for a spectator."""
        return [(max(self.seat, 0) + place) % self.seats for place in range(self.seats)]

    def facts(self) -> dict[str, object]:
        """Everything in the view as readable plain data; two views are the same when their facts are."""
        return {
            "seat": self.seat,
            "to_act": list(self.to_act),
            "legal": self.legal,
            "outcome": self.outcome.as_json() if self.outcome is not None else None,
            **self.table_facts(),
        }

    def table_facts(self) -> dict[str, object]:
        """What the seat knows about the table, as readable plain data. A game fills this in."""
        raise missing(self, "table_facts")


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@mypyc_attr(allow_interpreted_subclasses=True)
class TableView(View, Generic[S]):
    """A view that is a copy of the table, `seen`, with blanks where the seat may not look."""

    def __init__(self, header: Header, seen: S, schema: Schema[S]) -> None:
        super().__init__(header)
        self.seen = seen
        self.schema = schema

    def table_facts(self) -> dict[str, object]:
        """What the seat knows about the table, by the schema."""
        return self.schema.facts(self.seen)


@final
class Moves:
    """A reusable buffer for legal actions, for play inside compiled code."""

    def __init__(self, size: int) -> None:
        self.ids: vec[i64] = vec[i64]([0] * (size + 1))  # one to spare: see add_set
        self.ratings: vec[float] = vec[float]([0.0] * (size + 1))  # filled in by a policy, one for each move
        self.count: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        return Moves, (len(self.ids) - 1,)  # what it holds is only good for a moment

    def add(self, action: i64) -> None:
        """Append an action."""
        self.ids[self.count] = action
        self.count += 1

    def add_set(self, cards_set: i64, first: i64) -> None:
        """Put one action for each card of a set into the buffer: `first` plus the card's number."""
        ids = self.ids
        place = self.count
        while cards_set != 0:
            while cards_set & 15 == 0:  # four cards at a time where a set is sparse
                cards_set >>= 4
                first += 4
            ids[place] = first  # even if the card is not there: that is faster than a branch
            place += cards_set & 1
            cards_set >>= 1
            first += 1
        self.count = place

    def add_kinds(self, bag: i64, first: i64) -> None:
        """Put one action for each kind in a bag into the buffer: `first` plus the kind's number."""
        while bag != 0:
            if bag & 7 != 0:
                self.add(first)
            bag >>= 3
            first += 1

    def add_sets(self, bag: i64, starts: vec[i64], most: i64) -> None:
        """Put the ways to take equal cards out of a bag into the buffer: of each kind one card, two, up to `most`.

        `starts` holds for each kind the id of the action that takes one card; those that take more follow it.
        """
        ids, place = self.ids, self.count
        held = held_kinds(bag)
        while held != 0:
            shift = lowest(held)
            count = (bag >> shift) & 7
            count = count if count < most else most
            first = starts[shift // 3]
            ids[place] = first
            taken: i64 = 1
            while taken < count:
                ids[place + taken] = first + taken
                taken += 1
            place += count
            held &= held - 1
        self.count = place

    def add_run(self, first: i64, count: i64) -> None:
        """Put `count` actions with consecutive ids into the buffer; none is fine."""
        ids = self.ids
        place = self.count
        self.count = place + count
        ids[place] = first  # even if none is wanted: that is faster than a branch, and the next one overwrites it
        while count > 1:
            first += 1
            place += 1
            count -= 1
            ids[place] = first

    def holds(self, action: i64) -> bool:
        """Is the action in the buffer?"""
        ids = self.ids
        i: i64 = 0
        while i < self.count:
            if ids[i] == action:
                return True
            i += 1
        return False

    def as_list(self) -> list[int]:
        """The actions as a fresh list."""
        return [self.ids[i] for i in range(self.count)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S, V]):
    """Rules, options and a number of seats. One instance serves any number of tables."""

    about: ClassVar[About]
    schema: Schema[S]
    """The fields of the state, declared once."""

    def __init__(self, seats: int, deck: Deck, options: Mapping[str, object], fewest: int | None = None) -> None:
        if not hasattr(self, "about"):
            raise missing(self, "about")
        about = self.about
        least = about.min_seats if fewest is None else fewest  # a house rule may let fewer play
        if not isinstance(seats, int) or isinstance(seats, bool) or not least <= seats <= about.max_seats:
            raise UnknownOption(f"{about.title} is for {least} to {about.max_seats} seats, not {seats}.")
        self.seats: int = seats
        self._alone: list[tuple[int, ...]] = [(seat,) for seat in range(seats)]  # made once, handed out by to_act
        self.deck = deck
        self.options: dict[str, Value] = read_options(about.title, about.options, options)
        self._numbers = Numbers()
        self._pieces: list[Piece] | None = None
        # What events call things: the cards, and whatever else a game has keys for (see `sentences.py`).
        self.words: dict[str, dict[str, str]] = {"": {card.key: card.name for card in deck.cards}}
        self.set_actions([])

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (type(self), self.seats, self.deck, dict(self.options))

    def __deepcopy__(self, memo: object) -> "Game[S, V]":
        return self  # it never changes

    def set_actions(self, actions: Sequence[Action]) -> None:
        """Fix the table of actions; the place in it is an action's id."""
        self.actions = ActionTable(actions)
        self._moves = Moves(len(actions))

    # A game fills in: playing.

    def new(self, chance: Chance, emit: Emit | None = None) -> S:
        """A fresh table: shuffled, dealt, ready for the first decision."""
        raise missing(self, "new")

    def actor(self, state: S) -> i64:
        """The first seat the game waits for, NOBODY when it is over."""
        raise missing(self, "actor")

    def list_legal(self, state: S, seat: i64, out: Moves) -> None:
        """Add the seat's legal actions to the buffer, smallest id first; nothing for a seat with nothing to do."""
        raise missing(self, "list_legal")

    def perform(self, state: S, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        """Carry out an action known to be legal. `apply` is the checked way in."""
        raise missing(self, "perform")

    def outcome(self, state: S) -> Outcome | None:
        """Scores, ranks and the reason once the game is over, None before."""
        raise missing(self, "outcome")

    def clone(self, state: S) -> S:
        """A copy that shares nothing that can change. A game may write this out for speed."""
        schema: Schema[S] | None = getattr(self, "schema", None)
        return plain_copy(state, None if schema is None else schema.blank())

    def longest(self) -> int:
        """A number of decisions no game can reach; the stall guards of the rules make it finite."""
        raise missing(self, "longest")

    # A game fills in: knowing and showing. With a schema, the core knows how to do most of it.

    def view(self, state: S, seat: int) -> V:
        """What a seat may know (NOBODY: a spectator): a copy of the state without what the schema hides from it.

        A game may write this out for speed; `check_game` compares the two.
        """
        seen = self.clone(state)
        self.schema.hide(seen, seat)
        return cast(V, TableView(self.header(state, seat), seen, self.schema))

    def explain(self, view: V, action: int) -> str:
        """One sentence on why an action is not open to a seat that may do something else now (see `may_act`)."""
        return f"{self.actions.texts[action]!r} is not possible now."

    def explain_waiting(self, view: V, action: int) -> str:
        """One sentence on why an action is not open to a seat that can do nothing now."""
        return "It is not your turn."

    def determinise(self, view: V, rng: Rng) -> S:
        """A random world in which this seat would see exactly this view.

        By default found by replaying what the seat witnessed: sound, but slow.
        """
        return replayed_world(self, view.witnessed, view.facts(), rng)

    def replays_worlds(self) -> bool:
        """Does the game need what a seat witnessed to make worlds? Then views carry it where it is known."""
        return type(self).determinise is Game.determinise

    def encode(self, view: V) -> dict[str, list[float]]:
        """The view as named pieces of numbers from 0 to 1, always of the same lengths."""
        out = self._numbers
        out.begin()
        self.encode_into(view, out)
        found: dict[str, list[float]] = {}
        start = 0
        for piece in self.observation:
            found[piece.name] = out.slice(start, piece.size)
            start += piece.size
        return found

    def encode_into(self, view: V, out: Numbers) -> None:
        """Add the numbers of a view to a buffer, as many as `observation` says."""
        if self._names_numbers():
            for numbers in self.encode(view).values():
                for number in numbers:
                    out.add(number)
            return
        assert isinstance(view, TableView)
        self.schema.encode(view.seen, view.around(), out)
        out.add_seats(view.to_act, max(view.seat, 0), self.seats)

    def observe(self, state: S, seat: i64, out: Numbers) -> None:
        """Add what a seat may know of the table to a buffer: the numbers of its view.

        A game may read the state itself for speed, as its policy does; `check_game` compares the two.
        """
        self.encode_into(self.view(state, seat), out)

    def pieces(self) -> list[Piece]:
        """What the numbers of a view mean, in their order."""
        view = self.view(self.new(Sampled(Rng("any table"))), 0)
        if self._names_numbers():
            named = self.encode(view)
            return [Piece(name, "", [str(place) for place in range(len(part))]) for name, part in named.items()]
        assert isinstance(view, TableView)
        waiting = Piece("to_act", "1 for each seat the game waits for", seat_words(self.seats))
        return [*self.schema.pieces(view.seen, self.seats), waiting]

    @property
    def observation(self) -> list[Piece]:
        """The pieces of an observation, made once."""
        if self._pieces is None:
            self._pieces = self.pieces()
        return self._pieces

    def _names_numbers(self) -> bool:
        """Does the game fill in `encode` and nothing faster?"""
        return type(self).encode is not Game.encode

    def scene(self, view: V, names: Sequence[str]) -> Scene:
        """The view in the vocabulary any client can draw; by default what the schema says."""
        assert isinstance(view, TableView)
        return default_scene(self, self.schema, view, view.seen, names, self.about.goal)

    def dump(self, state: S) -> dict[str, object]:
        """The whole position as readable JSON data: card names and zone names, no numbers in disguise."""
        return self.schema.dump(state)

    def load(self, position: Mapping[str, object]) -> S:
        """The state of a dumped or hand-written position; BadPosition if it cannot be one."""
        return self.schema.load(position, self.title, self.complete)

    def complete(self, state: S, read: Reader) -> None:
        """Work out what follows from the entries of a position, and refuse what cannot be: BadPosition."""

    def census(self, state: S) -> dict[str, int]:
        """Everything in the box, counted: the same at every moment of a game."""
        return self.schema.census(state)

    # Written once for all games.
    @property
    def slug(self) -> str:
        """The game's name in commands and addresses."""
        return self.about.slug

    @property
    def title(self) -> str:
        """The game's name as shown to people."""
        return self.about.title

    @property
    def version(self) -> str:
        """Changes whenever an action's id or a rule's effect does."""
        return self.about.version

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """A redacted event as a sentence for the log; empty when it is not worth one."""
        teller = event.type.teller
        return "" if teller is None else teller(event.seat, event.facts, names, self.words)

    def pick_first(self, chance: Chance) -> i64:
        """Who begins: any seat, or the first one if the option `first_player` says so."""
        return 0 if self.options.get("first_player") == "host" else chance.pick(self.seats, "first player")

    def pick_dealer(self, chance: Chance) -> i64:
        """Who deals, where the dealer's left begins: any seat, or the last one if the first is to begin."""
        return self.seats - 1 if self.options.get("first_player") == "host" else chance.pick(self.seats, "dealer")

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats the game waits for: () when it is over, several when they choose at the same time."""
        actor = self.actor(state)
        return () if actor == NOBODY else self._alone[actor]

    def may_act(self, state: S) -> tuple[int, ...]:
        """The seats that may do something now; more than `to_act` where a rule allows acting out of turn."""
        return self.to_act(state)

    def header(self, state: S, seat: int) -> Header:
        """What a seat's view says first."""
        legal = self.legal(state, seat) if seat != NOBODY else []
        return Header(seat, self.seats, self.to_act(state), legal, self.outcome(state))

    def legal(self, state: S, seat: int) -> list[int]:
        """The ids of a seat's legal actions, sorted; [] for a seat that has nothing to do."""
        moves = self._moves
        moves.count = 0
        self.list_legal(state, seat, moves)
        return moves.as_list()

    def is_legal(self, state: S, seat: int, action: int) -> bool:
        """May the seat do this now?"""
        moves = self._moves
        moves.count = 0
        if 0 <= seat < self.seats:
            self.list_legal(state, seat, moves)
        return moves.holds(action)

    def apply(self, state: S, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        """Carry out an action, or raise IllegalAction and change nothing. The only way a state changes."""
        if not self.is_legal(state, seat, action):
            raise IllegalAction(self.why_not(state, seat, action))
        self.perform(state, seat, action, chance, emit)

    def why_not(self, state: S, seat: int, action: int) -> str:
        """One sentence on why an action cannot be done now."""
        if not 0 <= seat < self.seats:
            return f"There is no seat {seat} at this table."
        if not 0 <= action < len(self.actions):
            return f"There is no action number {action} in {self.title}."
        if self.outcome(state) is not None:
            return "The game is over."
        if seat not in self.may_act(state):
            return self.explain_waiting(self.view(state, seat), action)
        return self.explain(self.view(state, seat), action)


def _make(kind: Callable[..., object], seats: int, deck: Deck, options: Mapping[str, object]) -> object:
    """A game that was pickled."""
    return kind(seats, deck, **options)
