"""Match Me If You Can!: collect complete category groups by asking the other players.

The rules in the order of the rule sheet: set-up, the three steps of a turn, the end, scoring. The marks (MM-14) are
the ids of rules.md. A card is its place in the deck, a category a number in order of appearance.
"""

from pathlib import Path
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.actions import Action
from parlour.core.bags import common, count_set, includes, members, set_of, with_card, without_card
from parlour.core.cards import Deck
from parlour.core.chance import Chance
from parlour.core.deals import MANY_DEALS, MOST_DEALS, how_it_ends, tell_scores
from parlour.core.events import Emit, tells, wants
from parlour.core.fields import Kinds
from parlour.core.game import NOBODY, About, Game, Moves, TableView
from parlour.core.options import read_options
from parlour.core.outcome import Ending, Outcome, break_ties, ranks_by_score
from parlour.decks.mackinac.cards import mackinac_cards
from parlour.games.match_me import events
from parlour.games.match_me.about import ABOUT
from parlour.games.match_me.actions import Ask, Discard, GoOut, Lay, StopAsking, Take
from parlour.games.match_me.categories import pick_deck, slug_of, sort_cards
from parlour.games.match_me.history import (
    ASKS,
    DISCARDS,
    DRAWS,
    LAYS,
    NO_CARD,
    SHUFFLES,
    TAKES,
    Note,
    Start,
    pick_refusal,
)
from parlour.games.match_me.state import (
    ADD,
    ASK_AGAIN,
    DISCARD,
    LIMIT,
    PLAYING,
    STALE,
    WENT_OUT,
    MatchMePlayer,
    MatchMeState,
    bank,
    deal_into,
    declare,
    turns_left,
)

TURN_LIMIT: Final = 500
"""Turn limit, for games that neither the stalemate rule nor an empty draw pile ends."""

HAND_CARDS: Final = 5  # MM-08

# The first ids of the table of actions
STOP: Final = 0
GO_OUT: Final = 1
TAKE_FROM: Final = 2

# When cards are drawn
END_OF_TURN: Final = 0
AFTER_ASKING: Final = 1
EVERY_TURN: Final = 2
AFTER_REFUSAL: Final = 3
DRAW_TIMES: Final = ("end_of_turn", "after_asking", "every_turn", "after_refusal")


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchMeRules(Game[MatchMeState, TableView[MatchMeState]]):
    """The rules of Match Me If You Can! with their house-rule options."""

    about: ClassVar[About] = ABOUT

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        about = self.about
        two = bool(read_options(about.title, about.options, options)["allow_two"])
        super().__init__(seats, pick_deck(deck), options, fewest=2 if two else about.min_seats)  # MM-01, MM-G19
        house = self.options
        self.draws_when: i64 = DRAW_TIMES.index(str(house["draw_timing"]))
        self.reshuffle = bool(house["reshuffle"])
        self.stale_turns: i64 = int(house["stale_rounds"]) * seats
        self.turn_limit: i64 = TURN_LIMIT if self.reshuffle or self.stale_turns == 0 else 0
        self.ask_complete = bool(house["ask_complete"])
        self.lay_optional = bool(house["lay_optional"])
        self.no_instant_redump = bool(house["no_instant_redump"])
        self.ties_broken = house["tie"] == "broken"
        self.target: i64 = int(house["target"])  # MM-G18

        self.cards = mackinac_cards(self.deck)
        self.keys = tuple(card.key for card in self.cards)
        groups = sort_cards(self.deck, self.cards)
        self.category_names = tuple(groups)
        self.categories = tuple(slug_of(name) for name in groups)
        self.words["category"] = dict(zip(self.categories, self.category_names, strict=True))
        self.kinds: i64 = len(groups)
        self.cards_in: list[list[int]] = list(groups.values())  # of each category
        self.group: vec[i64] = vec[i64]([set_of(group) for group in groups.values()])
        self.category_of: vec[i64] = vec[i64]([self.category_names.index(card.category) for card in self.cards])
        dealt = self.deck.setting("deal", "hand", 1, 9) if "deal" in self.deck.settings else HAND_CARDS
        self.hand_cards: i64 = dealt

        refusals = self.draws_when == AFTER_REFUSAL
        categories = Kinds(self.categories)
        self.schema = declare(seats, Kinds(self.keys), categories, self.cards_in, refusals, self.target > 0)
        self._build_actions()
        needed = seats * self.hand_cards + 1
        if needed > len(self.cards):
            raise self.deck.wrong(f"{seats} players need at least {needed} cards, the deck has {len(self.cards)}")

    def _build_actions(self) -> None:
        made: list[Action] = [StopAsking(), GoOut()]
        made += [Take(count) for count in range(1, len(self.cards) + 1)]
        self.ask_from: i64 = len(made)
        made += [Ask(seat + 1, category) for seat in range(self.seats) for category in self.categories]
        self.lay_from: i64 = len(made)
        made += [Lay(category) for category in self.categories]
        self.discard_from: i64 = len(made)
        made += [Discard(key) for key in self.keys]
        self.set_actions(made)

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> MatchMeState:
        return self._deal(self.pick_dealer(chance), chance, emit)  # MM-07: a random seat deals, or the host's choice

    def _deal(self, dealer: i64, chance: Chance, emit: Emit | None) -> MatchMeState:
        stock: list[int] = list(range(len(self.cards)))  # MM-02
        chance.shuffle(stock, "deal")
        left: i64 = len(stock)
        players: list[MatchMePlayer] = []
        seat: i64 = 0
        while seat < self.seats:  # MM-08
            player = MatchMePlayer()
            player.hand = set_of(stock[left - self.hand_cards : left])
            player.hand_size = self.hand_cards
            left -= self.hand_cards
            players.append(player)
            if tells(emit):
                emit(events.DEALT(seat=seat, count=self.hand_cards, cards=self._names(player.hand)))
            seat += 1
        starter = stock.pop(left - 1)  # MM-10
        start = Start([self.hand_cards] * self.seats, [starter], [0] * self.seats)
        table = MatchMeState(players, [stock], [starter], [], start)
        table.draw_left = left - 1  # MM-09
        table.dealer = dealer if self.target > 0 else 0  # nobody asks later, unless there are several deals
        table.turn = (dealer + 1) % self.seats  # MM-11
        if tells(emit):
            emit(events.TURNED_UP(card=self.keys[starter]))
        if emit is not None and wants(emit, events.BEGINS, table.turn):
            emit(events.BEGINS(seat=table.turn, dealer=dealer))
        return table

    # A turn (MM-12): add cards, lay groups, discard

    def actor(self, table: MatchMeState) -> i64:
        return NOBODY if table.ended != PLAYING else table.turn

    def list_legal(self, table: MatchMeState, seat: i64, out: Moves) -> None:
        if seat != table.turn or table.ended != PLAYING:
            return
        player = table.players[seat]
        if table.phase == DISCARD:
            if self.lay_optional:
                self._list_lays(player.hand, out)
            self._list_discards(table, player, out)
            return
        if table.phase == ASK_AGAIN:
            out.add(STOP)  # MM-G08
        else:
            if not self.ask_complete and player.hand != 0 and self.only_complete(player.hand):  # MM-G05
                out.add(GO_OUT)
            out.add_run(TAKE_FROM, len(table.discards))  # MM-21, MM-G11: at least one
        self._list_asks(player.hand, seat, out)

    def _list_asks(self, hand: i64, seat: i64, out: Moves) -> None:
        """MM-14, MM-15, MM-18: anybody else, any category held; also the same again (MM-G07) or in vain (MM-G09)."""
        group = self.group
        held: i64 = 0  # the set of categories to ask for
        kind: i64 = 0
        while kind < self.kinds:
            mine = common(hand, group[kind])
            if mine != 0 and (mine != group[kind] or self.ask_complete):
                held = with_card(held, kind)
            kind += 1
        target: i64 = 0
        while target < self.seats:
            if target != seat:
                out.add_set(held, self.ask_from + target * self.kinds)
            target += 1

    def _list_lays(self, hand: i64, out: Moves) -> None:
        kind: i64 = 0
        while kind < self.kinds:
            if includes(hand, self.group[kind]):
                out.add(self.lay_from + kind)
            kind += 1

    def _list_discards(self, table: MatchMeState, player: MatchMePlayer, out: Moves) -> None:
        rest = player.hand
        if self.no_instant_redump and table.picked != NO_CARD and player.hand_size > 1:  # MM-G10
            rest = without_card(rest, table.picked)
        out.add_set(rest, self.discard_from)

    def only_complete(self, hand: i64) -> bool:
        """Does a hand hold nothing but complete groups?"""
        kind: i64 = 0
        while kind < self.kinds:
            held = common(hand, self.group[kind])
            if held != 0 and held != self.group[kind]:
                return False
            kind += 1
        return True

    def perform(self, table: MatchMeState, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        if action >= self.discard_from:
            self._discard(table, seat, action - self.discard_from, chance, emit)
        elif action >= self.lay_from:
            self._lay(table, seat, action - self.lay_from, emit)
            self._end_if_out(table, seat, emit)
        elif action >= self.ask_from:
            asked = (action - self.ask_from) // self.kinds
            self._ask(table, seat, asked, (action - self.ask_from) % self.kinds, chance, emit)
        elif action >= TAKE_FROM:
            self._take(table, seat, action - TAKE_FROM + 1, emit)
        elif action == GO_OUT:
            self._lay_all(table, seat, emit)
        else:
            if tells(emit):
                emit(events.STOPPED(seat=seat))
            self._stop_asking(table, seat, chance, emit)
        if table.ended != PLAYING and self.target > 0:
            self._next_deal(table, chance, emit)

    # Step 1: add cards by asking or by picking up, never both (MM-13)

    def _ask(self, table: MatchMeState, seat: i64, asked: i64, kind: i64, chance: Chance, emit: Emit | None) -> None:
        asker = table.players[seat]
        giver = table.players[asked]
        given = common(giver.hand, self.group[kind])  # MM-G13: laid groups are safe
        count = count_set(given)
        table.asked = True
        table.last = Note(ASKS, seat, kind, count, asked, table.last)
        if tells(emit):
            emit(events.ASKED(seat=seat, of=asked, category=self.categories[kind]))
        table.refused = count == 0 and self.draws_when == AFTER_REFUSAL
        if count == 0:  # MM-19
            if emit is not None and wants(emit, events.REFUSED, seat):
                words = events.REFUSALS[pick_refusal(table.last, table.start, len(events.REFUSALS))]
                emit(events.REFUSED(seat=asked, to=seat, category=self.categories[kind], words=words))
            self._stop_asking(table, seat, chance, emit)
            return
        giver.hand -= given  # MM-16: all of them; MM-26: an empty hand does not end the game
        giver.hand_size -= count
        asker.hand += given
        asker.hand_size += count
        table.handed.append(given)
        table.phase = ASK_AGAIN  # MM-17
        if emit is not None and wants(emit, events.GAVE, seat):
            category = self.categories[kind]
            emit(events.GAVE(seat=asked, to=seat, category=category, count=count, cards=self._names(given)))

    def _stop_asking(self, table: MatchMeState, seat: i64, chance: Chance, emit: Emit | None) -> None:
        if self.draws_when == AFTER_ASKING:  # MM-G01
            self._draw(table, seat, chance, emit)
        self._play_groups(table, seat, emit)

    def _take(self, table: MatchMeState, seat: i64, count: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        discards = table.discards
        taken: list[int] = []
        for _ in range(count):  # MM-21: an unbroken run from the top
            taken.append(discards.pop())
        player.hand += set_of(taken)
        player.hand_size += count
        table.picked = taken[0] if count == 1 else NO_CARD
        table.last = Note(TAKES, seat, 0, count, 0, table.last)
        if emit is not None and wants(emit, events.TOOK, seat):
            emit(events.TOOK(seat=seat, cards=[self.keys[card] for card in taken]))
        self._play_groups(table, seat, emit)

    # Step 2: play groups

    def _play_groups(self, table: MatchMeState, seat: i64, emit: Emit | None) -> None:
        table.phase = DISCARD
        if not self.lay_optional:  # MM-G06
            self._lay_all(table, seat, emit)

    def _lay_all(self, table: MatchMeState, seat: i64, emit: Emit | None) -> None:
        """Lay every complete group, several if there are (MM-23, MM-24)."""
        player = table.players[seat]
        group = self.group
        kind: i64 = 0
        while kind < self.kinds:
            if includes(player.hand, group[kind]):
                self._lay(table, seat, kind, emit)
            kind += 1
        self._end_if_out(table, seat, emit)

    def _lay(self, table: MatchMeState, seat: i64, kind: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        count = count_set(self.group[kind])  # MM-05: sizes differ
        player.hand -= self.group[kind]
        player.hand_size -= count
        player.laid = with_card(player.laid, kind)
        player.laid_cards += count
        table.idle = -1  # this turn does not count as idle
        table.last = Note(LAYS, seat, kind, 0, 0, table.last)
        if emit is not None and wants(emit, events.LAID, seat, kind):
            emit(events.LAID(seat=seat, category=self.categories[kind], cards=self._names(self.group[kind])))

    def _end_if_out(self, table: MatchMeState, seat: i64, emit: Emit | None) -> None:
        if table.players[seat].hand_size == 0:  # MM-25: at once, no discard, no draw
            self._end(table, WENT_OUT, emit)

    # Step 3: discard

    def _discard(self, table: MatchMeState, seat: i64, card: i64, chance: Chance, emit: Emit | None) -> None:
        player = table.players[seat]
        player.hand = without_card(player.hand, card)  # MM-29; MM-27: an empty hand does not end the game
        player.hand_size -= 1
        table.discards.append(card)
        table.last = Note(DISCARDS, seat, card, 0, 0, table.last)
        if emit is not None and wants(emit, events.DISCARDED, seat, card):
            emit(events.DISCARDED(seat=seat, card=self.keys[card]))
        if self.draws_now(table):
            self._draw(table, seat, chance, emit)
        self._pass_turn(table, emit)

    def draws_now(self, table: MatchMeState) -> bool:
        """MM-20, MM-22, MM-G01: the draw at the end belongs to asking, as a house rule to asking in vain."""
        if self.draws_when == AFTER_REFUSAL:
            return table.refused
        return self.draws_when == EVERY_TURN or (self.draws_when == END_OF_TURN and table.asked)

    def _draw(self, table: MatchMeState, seat: i64, chance: Chance, emit: Emit | None) -> None:
        if table.draw_left == 0:
            if not self.reshuffle or len(table.discards) < 2:  # MM-G02
                return
            self._shuffle_discards(table, chance, emit)
        player = table.players[seat]
        table.draw_left -= 1
        card: i64 = table.piles[-1][table.draw_left]
        player.hand = with_card(player.hand, card)  # MM-G12, MM-G21: it stays there until the next step 2
        player.hand_size += 1
        table.idle = -1
        table.last = Note(DRAWS, seat, 0, 0, 0, table.last)
        if tells(emit):
            emit(events.DREW(seat=seat, count=1, cards=[self.keys[card]]))

    def _shuffle_discards(self, table: MatchMeState, chance: Chance, emit: Emit | None) -> None:
        top = table.discards.pop()
        pile = table.discards
        chance.shuffle(pile, "reshuffle")
        table.piles = [*table.piles, pile]
        table.draw_left = len(pile)
        table.discards = [top]
        table.last = Note(SHUFFLES, 0, 0, 0, 0, table.last)
        if tells(emit):
            emit(events.SHUFFLED(count=len(pile)))

    def _pass_turn(self, table: MatchMeState, emit: Emit | None) -> None:
        table.turns += 1
        table.idle += 1
        following = table.turn + 1
        table.turn = 0 if following == self.seats else following  # MM-30
        table.phase = ADD
        table.asked = False
        table.refused = False
        table.picked = NO_CARD
        if self.stale_turns > 0 and table.idle >= self.stale_turns:  # MM-G03
            self._end(table, STALE, emit)
        elif self.turn_limit > 0 and table.turns >= self.turn_limit:
            self._end(table, LIMIT, emit)
        elif tells(emit) and turns_left(table, self.stale_turns, self.turn_limit) == self.seats:
            emit((events.END_NEAR if self.stale_turns > 0 else events.LIMIT_NEAR)(turns=self.seats))

    # The end and the score

    def _end(self, table: MatchMeState, how: i64, emit: Emit | None) -> None:
        table.ended = how
        if tells(emit):
            seat: i64 = 0
            for player in table.players:
                if player.hand_size > 0:
                    emit(events.SHOWED(seat=seat, cards=self._names(player.hand)))
                seat += 1
            if self.target == 0:
                emit(events.ENDED(reason=events.ENDINGS[how].sentence))

    def _next_deal(self, table: MatchMeState, chance: Chance, emit: Emit | None) -> None:
        """MM-G18: as a house rule the points of several deals are added up; the deal moves to the left."""
        table.deals += 1
        scores: list[int] = [self.score(player) for player in table.players]
        totals = bank(table, scores)
        tell_scores(scores, totals, emit)
        ending = how_it_ends(totals, table.deals, self.target)
        if ending is None:
            events.tell_gathering(table, emit)
            deal_into(table, self._deal((table.dealer + 1) % self.seats, chance, emit))
        elif tells(emit):
            emit(events.ENDED(reason=ending.sentence))

    def score(self, player: MatchMePlayer) -> i64:
        """MM-32: a point for each laid card; MM-33, MM-G14: one off for each category in hand; MM-G15: any total."""
        return player.laid_cards - self._categories_in(player.hand)

    def _categories_in(self, hand: i64) -> i64:
        found: i64 = 0
        kind: i64 = 0
        while kind < self.kinds:
            if common(hand, self.group[kind]) != 0:
                found += 1
            kind += 1
        return found

    def outcome(self, table: MatchMeState) -> Outcome | None:
        if table.ended == PLAYING:
            return None
        scores: list[int] = [self.score(player) for player in table.players]
        ending: Ending = events.ENDINGS[table.ended]
        if self.target > 0:
            scores = [int(player.banked) for player in table.players]
            ending = how_it_ends(scores, table.deals, self.target) or MANY_DEALS
        if not self.ties_broken:
            return Outcome(ranks_by_score(scores), tuple(scores), ending)  # MM-03, MM-34, MM-G16
        orders: list[tuple[int, ...]] = []
        for seat, player in enumerate(table.players):
            out = 1 if table.ended == WENT_OUT and seat == table.turn else 0
            orders.append((scores[seat], out, int(count_set(player.laid)), -int(player.hand_size)))
        return break_ties(orders, scores, ending, events.TIED)

    def longest(self) -> int:
        # A turn: every card asked for one by one, a refusal, every group laid, a discard.
        per_turn = (len(self.cards) + self.kinds + 2) * (MOST_DEALS if self.target > 0 else 1)
        if self.turn_limit > 0:
            return self.turn_limit * per_turn
        # Each draw and each group resets the stalemate count, and their number is limited (MM-G03).
        return (len(self.cards) + self.kinds + 1) * self.stale_turns * per_turn

    def _names(self, cards: i64) -> list[str]:
        return [self.keys[card] for card in members(cards)]
