"""The rules, in the order of rules.md and with its ids (FG-01). They import nothing that shows."""

from pathlib import Path
from typing import ClassVar

from parlour.core.bags import MAX_COPIES, MAX_KINDS, bag_of, cards, count_of
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.fields import Kinds
from parlour.core.game import NOBODY, About, Game, Moves, TableView
from parlour.core.outcome import Outcome, ranks_by_score
from parlour.scaffold.fresh_game import events
from parlour.scaffold.fresh_game.about import ABOUT
from parlour.scaffold.fresh_game.actions import DRAW, PLAY, all_actions
from parlour.scaffold.fresh_game.state import Player, Table, declare


class Rules(Game[Table, TableView[Table]]):
    """Set-up, a turn, the end."""

    about: ClassVar[About] = ABOUT

    def __init__(self, seats: int = 3, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "parlour.scaffold.fresh_game", ("tiny",)), options)
        self.deck.at_most(MAX_KINDS, MAX_COPIES)  # what fits into a bag
        self.keys = [card.key for card in self.deck.cards]
        self.hand_cards = self.deck.setting("deal", "hand", 1, 10)
        self.schema = declare(seats, Kinds(self.keys, [card.copies for card in self.deck.cards]))
        self.set_actions(all_actions(self.keys))
        needed = seats * self.hand_cards + 2
        if needed > len(self.deck):
            raise self.deck.wrong(f"{seats} players need at least {needed} cards, the deck has {len(self.deck)}")

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        """A fresh table: shuffled, dealt, ready for the first decision. All luck comes from `chance`."""
        stock = [kind for kind, card in enumerate(self.deck.cards) for _ in range(card.copies)]
        chance.shuffle(stock, "deal")
        table = Table([Player() for _ in range(self.seats)], stock)
        for seat, player in enumerate(table.players):  # FG-01
            dealt = [self._take(table) for _ in range(self.hand_cards)]
            player.hand, player.hand_size = bag_of(dealt), len(dealt)
            if emit is not None:
                emit(events.DEALT(seat=seat, count=len(dealt), cards=sorted(self.keys[kind] for kind in dealt)))
        table.pile.append(self._take(table))  # FG-02
        table.turn = self.pick_first(chance)  # FG-03
        if emit is not None:
            emit(events.TURNED_UP(card=self.keys[table.pile[-1]]))
            emit(events.BEGINS(seat=table.turn))
        return table

    def actor(self, state: Table) -> int:
        """The seat the game waits for, NOBODY when it is over."""
        return NOBODY if self.outcome(state) else state.turn

    def list_legal(self, state: Table, seat: int, out: Moves) -> None:
        """Add the ids of the seat's legal actions, smallest first; none for a seat with nothing to do."""
        if seat != self.actor(state):
            return
        out.add(DRAW)  # FG-05
        top = state.pile[-1] if state.pile else None
        for kind in range(len(self.keys)):
            fits = top is None or kind in (top, (top + 1) % len(self.keys))  # FG-04
            if fits and count_of(state.players[seat].hand, kind):
                out.add(PLAY + kind)

    def perform(self, state: Table, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
        """Carry out a legal action; emit events only if somebody listens."""
        player = state.players[seat]
        if action == DRAW:
            kind = self._take(state)
            player.hand += cards(kind, 1)
            player.hand_size += 1
        else:
            kind = action - PLAY
            player.hand -= cards(kind, 1)
            player.hand_size -= 1
            state.pile.append(kind)
        state.turn = (seat + 1) % self.seats
        if emit is not None:
            emit((events.DREW if action == DRAW else events.PLAYED)(seat=seat, card=self.keys[kind]))
            if ended := self.outcome(state):
                emit(events.ENDED(reason=ended.reason))

    def outcome(self, state: Table) -> Outcome | None:
        """Ranks, scores and the reason once the game is over, None before."""
        scores = [-player.hand_size for player in state.players]
        out = 0 in scores
        if not out and state.draw_left:
            return None
        ending = events.FIRST_OUT if out else events.PILE_EMPTY  # FG-06, FG-07
        return Outcome(ranks_by_score(scores), tuple(scores), ending)

    def longest(self) -> int:
        """A number of decisions no game can reach: each card is drawn and played at most once."""
        return 2 * len(self.deck)

    def _take(self, table: Table) -> int:
        table.draw_left -= 1
        return table.draw_pile[table.draw_left]
