"""Games with one bug planted in each class, for the conformance suite to find."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from parlour.core.bags import members, set_of, size_of
from parlour.core.chance import Chance, Scripted
from parlour.core.encoding import Numbers
from parlour.core.errors import IllegalAction
from parlour.core.events import Emit, Event, EventType, Move, Tally, tells
from parlour.core.fields import Kinds
from parlour.core.game import NOBODY, Game, Moves, TableView
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.core.schema import Schema
from parlour.games.follow_me.game import FollowMe
from parlour.games.follow_me.state import FollowMeState, FollowMeView
from parlour.games.st_croix.events import DREW_OPEN, TOOK
from parlour.games.st_croix.game import StCroix, StCroixView
from parlour.games.st_croix.rules import PICK_UP
from parlour.games.st_croix.state import StCroixState, copy_table, declare


class ShallowClone(StCroix):
    """Clones share the players."""

    def clone(self, table: StCroixState) -> StCroixState:
        twin = copy_table(table)
        twin.players = table.players
        return twin


class ForgetsInCopy(StCroix):
    """A clone does not know how many Mystery Cards are left; no position shows that number."""

    def clone(self, table: StCroixState) -> StCroixState:
        twin = copy_table(table)
        twin.players[0].mystery_left = 0
        return twin


class DeclaredTooOpen(StCroix):
    """The schema says that everybody may see all hands, and views follow the schema."""

    def __init__(self, seats: int = 4, deck: object = None, **options: object) -> None:
        super().__init__(seats, deck, **options)  # type: ignore[arg-type]  # passed on unchanged
        kinds = Kinds(self.keys, [card.copies for card in self.ladder])
        self.schema = declare(seats, kinds, self.mystery_cards, self.turn_cap, open_hands=True)

    def view(self, table: StCroixState, seat: int) -> StCroixView:
        return Game.view(self, table, seat)


class ShowsLessThanDeclared(StCroix):
    """The view written out for speed forgets the cards everybody has seen."""

    def view(self, table: StCroixState, seat: int) -> StCroixView:
        view = super().view(table, seat)
        for owner, player in enumerate(view.seen.players):
            if owner != seat:
                player.hand = 0
        return view


class NotInPositions(StCroix):
    """No position and no view says which way play goes, so a loaded game goes on in another way."""

    def __init__(self, seats: int = 4, deck: object = None, **options: object) -> None:
        super().__init__(seats, deck, **options)  # type: ignore[arg-type]  # passed on as it came
        written = [field for field in self.schema.fields if field.name != "direction"]
        self.schema = Schema(self.schema.blank, *written)

    # By the schema: the game's own numbers would give the missing field away.

    def encode_into(self, view: StCroixView, out: Numbers) -> None:
        Game.encode_into(self, view, out)

    def observe(self, state: StCroixState, seat: int, out: Numbers) -> None:
        Game.observe(self, state, seat, out)


class ObservesTheTruth(StCroix):
    """The numbers for learning are those of the whole table."""

    def observe(self, state: StCroixState, seat: int, out: Numbers) -> None:
        table = TableView(self.header(state, seat), self.clone(state), self.schema)
        Game.encode_into(self, table, out)


class AcceptsIllegal(StCroix):
    """Anybody may pick up at any time."""

    def is_legal(self, table: StCroixState, seat: int, action: int) -> bool:
        anybody = action == PICK_UP and table.choosing == 0 and 0 <= seat < self.seats
        return anybody or super().is_legal(table, seat, action)


class RefusesLegal(StCroix):
    """Picking up is offered and then refused."""

    def apply(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        if action == PICK_UP and table.choosing == 0:
            raise IllegalAction("no")
        super().apply(table, seat, action, chance, emit)


class MutatesBeforeError(StCroix):
    """Counts a turn before looking whether the action is legal."""

    def apply(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None = None) -> None:
        table.turns += 1
        super().apply(table, seat, action, chance, emit)


class OffersOutOfTurn(StCroix):
    """Offers the next player to pick up although it is not their turn."""

    def list_legal(self, table: StCroixState, seat: int, out: Moves) -> None:
        super().list_legal(table, seat, out)
        if table.choosing == 0 and seat == (table.turn + 1) % self.seats and table.pile:
            out.add(PICK_UP)


class LosesCard(StCroix):
    """Cards that leave the game vanish."""

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        before = table.gone
        super().perform(table, seat, action, chance, emit)
        table.gone = before


class DuplicatesCard(StCroix):
    """A player who picks up leaves the top card lying."""

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        top = table.pile[-1:]
        super().perform(table, seat, action, chance, emit)
        if action == PICK_UP and table.choosing == 0:
            table.pile = top


class ShowsHiddenCard(StCroix):
    """The view holds the next player's hand once the cards are laid."""

    def view(self, table: StCroixState, seat: int) -> StCroixView:
        view = super().view(table, seat)
        if table.choosing == 0:
            view.seen.players[(seat + 1) % self.seats].hand = table.players[(seat + 1) % self.seats].hand
        return view


class ShowsMystery(StCroix):
    """The view gives away a player's Mystery Cards through an innocent-looking number."""

    def view(self, table: StCroixState, seat: int) -> StCroixView:
        view = super().view(table, seat)
        view.seen.turns += sum(table.players[0].mystery) % 2
        return view


class DrawsTheTruth(StCroix):
    """The scene shows the next card of the Draw Pile, which no view holds."""

    def view(self, table: StCroixState, seat: int) -> StCroixView:
        self.top = self.keys[table.draw_pile[table.draw_left - 1]]
        return super().view(table, seat)

    def scene(self, view: StCroixView, names: Sequence[str]) -> Scene:
        return msgspec.structs.replace(Game.scene(self, view, names), note=self.top)


class TellsEverybody(StCroix):
    """Drawn cards are announced to the whole table."""

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        def loud(event: Event) -> None:
            assert emit is not None
            if event.kind == "drew":
                event = DREW_OPEN(seat=event.seat, **event.facts, **event.secrets)
            emit(event)

        super().perform(table, seat, action, chance, loud if emit is not None else None)


class CrashesTelling(StCroix):
    """Has no words for a rare event."""

    def tell(self, event: Event, names: Sequence[str]) -> str:
        if event.kind == "cleared the pile":
            raise KeyError(event.kind)
        return super().tell(event, names)


class CrashesTellingRarely(StCroix):
    """Has no words for an event that happens only when the young play."""

    def tell(self, event: Event, names: Sequence[str]) -> str:
        if event.type is DREW_OPEN:
            raise KeyError(event.kind)
        return super().tell(event, names)


MISPLACED = replace(TOOK, moves=(Move("draw", "gone", "hand:{seat}", pieces="cards"),))
MISCOUNTED = replace(TOOK, moves=(Move("draw", "pile", "hand:{seat}", count=1),))


class MovesFromElsewhere(StCroix):
    """Says that a taken pile comes out of the cards that left the game."""

    wrong = MISPLACED

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        def retell(event: Event) -> None:
            assert emit is not None
            emit(self.wrong(event.seat, **event.facts) if event.type is TOOK else event)

        super().perform(table, seat, action, chance, retell if emit is not None else None)


class MovesTooFew(MovesFromElsewhere):
    """Says that one card moves where the whole pile does."""

    wrong = MISCOUNTED


class CountsTooLittle(StCroix):
    """Who only counts is told nothing."""

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        super().perform(table, seat, action, chance, emit if tells(emit) else None)


class Misled(Tally):
    """Hands on what the rules say about events that count, but wrongly."""

    def __init__(self, tally: Tally, wrong_seat: bool) -> None:
        self.tally = tally
        self.wrong_seat = wrong_seat

    def counted(self, kind: EventType, seat: int, what: int) -> bool:
        return self.tally.counted(kind, 1 - seat, what) if self.wrong_seat else self.tally.counted(kind, seat, 0)

    def __call__(self, event: Event) -> None:
        self.tally(event)


class CountsAllAlike(StCroix):
    """Says that all events of a type count the same."""

    wrong_seat = False

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        listener = Misled(emit, self.wrong_seat) if isinstance(emit, Tally) else emit
        super().perform(table, seat, action, chance, listener)


class CountsForAnother(CountsAllAlike):
    """Says that events count for another seat."""

    wrong_seat = True


class OrderedBySet(StCroix):
    """The first player depends on the iteration order of a set of words."""

    def new(self, chance: Chance, emit: Emit | None = None) -> StCroixState:
        table = super().new(chance, emit)
        table.turn = list({"ana", "bo", "cy", "dee", "eli", "fay"}).index("ana") % self.seats
        return table


class OneWorld(StCroix):
    """Always imagines the same world."""

    def determinise(self, view: StCroixView, rng: Rng) -> StCroixState:
        return super().determinise(view, Rng("always the same"))


class ForgetsWhatItSaw(StCroix):
    """Redeals all cards of the others, even those everybody saw them pick up."""

    def determinise(self, view: StCroixView, rng: Rng) -> StCroixState:
        blank = copy_table(view.seen)
        for seat, player in enumerate(blank.players):
            if seat != view.seat:
                player.hand = 0
        forgetful = TableView(view.header, blank, self.schema)
        return super().determinise(forgetful, rng)


class ForgetsThirdParties(FollowMe):
    """Deals the cards of the two others again, whatever they passed each other; with two players nothing is wrong."""

    def determinise(self, view: FollowMeView, rng: Rng) -> FollowMeState:
        world = super().determinise(view, rng)
        if view.seat == NOBODY:
            return world
        others = [player for seat, player in enumerate(world.players) if seat != view.seat and player.offer < 0]
        pool = [card for player in others for card in members(player.hand)]
        rng.shuffle(pool)
        for player in others:
            player.hand = set_of([pool.pop() for _ in range(player.hand_size)])
        return world


class NeverEnds(StCroix):
    """Turns are not counted, so the turn limit never comes."""

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        super().perform(table, seat, action, chance, emit)
        table.turns = 0


class ReplaysDifferently(StCroix):
    """Turns the direction when luck comes from a record."""

    def perform(self, table: StCroixState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        super().perform(table, seat, action, chance, emit)
        if isinstance(chance, Scripted) and action == PICK_UP and table.choosing == 0:
            table.step = -table.step


class ReordersActions(StCroix):
    """The action table changed, the version did not."""

    def __init__(self, seats: int = 4, deck: object = None, **options: object) -> None:
        super().__init__(seats, deck, **options)  # type: ignore[arg-type]  # passed on unchanged
        actions = list(self.actions)
        actions[-1], actions[-2] = actions[-2], actions[-1]
        self.set_actions(actions)


class Cheats(Policy[StCroixState]):
    """Likes actions by the cards in the next player's hand."""

    def rate(self, state: StCroixState, seat: int, moves: Moves) -> None:
        super().rate(state, seat, moves)
        moves.ratings[0] = float(size_of(state.players[(seat + 1) % len(state.players)].hand))


class LooksAhead(Policy[StCroixState]):
    """Looks at the next card of the Draw Pile, which a view does not even have."""

    def rate(self, state: StCroixState, seat: int, moves: Moves) -> None:
        super().rate(state, seat, moves)
        moves.ratings[0] = float(state.draw_pile[state.draw_left - 1])


POLICIES: tuple[type[Policy[StCroixState]], ...] = (Cheats, LooksAhead)

# How many play where it matters: the snapshot of the action table is that of the largest table, and only the exact
# check with three seats finds what is not wrong with two.
SEATS: dict[type[object], int] = {ReordersActions: 6, ForgetsThirdParties: 2}

EXPECTED: dict[type[StCroix] | type[FollowMe], set[str]] = {
    ShallowClone: {"clone"},
    ForgetsInCopy: {"clone"},
    DeclaredTooOpen: {"leak"},
    ShowsLessThanDeclared: {"redacted"},
    NotInPositions: {"load"},
    ObservesTheTruth: {"observe"},
    AcceptsIllegal: {"refusal"},
    RefusesLegal: {"legal"},
    MutatesBeforeError: {"refusal"},
    OffersOutOfTurn: {"legal"},
    LosesCard: {"census"},
    DuplicatesCard: {"census"},
    ShowsHiddenCard: {"redacted"},
    ShowsMystery: {"redacted"},
    DrawsTheTruth: {"scene"},
    TellsEverybody: {"leak"},
    CrashesTelling: {"tell"},
    CrashesTellingRarely: {"tell"},
    MovesFromElsewhere: {"moves"},
    MovesTooFew: {"moves"},
    CountsAllAlike: {"counts"},
    CountsForAnother: {"counts"},
    CountsTooLittle: {"counts"},
    OrderedBySet: {"determinism", "leak", "replay"},
    OneWorld: {"determinise"},
    ForgetsWhatItSaw: {"determinise"},
    ForgetsThirdParties: {"determinise"},
    NeverEnds: {"endless"},
    ReplaysDifferently: {"replay"},
    ReordersActions: {"actions"},
}
