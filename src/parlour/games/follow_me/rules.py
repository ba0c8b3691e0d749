"""Follow Me If You Can!: follow the habitats around Mackinac Island and observe what lives there.

The rules in the order of the rule sheet: set-up, a turn with cards in the draw pile, passing cards, a turn
without, the end and the score. The marks (FM-16) are the ids of rules.md.
"""

from pathlib import Path
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import common, first_cards, has, lowest, members, minus, set_of, with_card, without_card
from parlour.core.cards import Deck
from parlour.core.chance import Chance
from parlour.core.deals import MOST_DEALS
from parlour.core.events import Emit, tells, wants
from parlour.core.fields import Kinds
from parlour.core.game import NOBODY, About, Game, Moves, TableView
from parlour.core.outcome import Ending, Outcome
from parlour.decks.mackinac.cards import HABITAT_NAMES, HABITATS, MackinacCard, mackinac_cards
from parlour.games.follow_me import events
from parlour.games.follow_me.about import ABOUT
from parlour.games.follow_me.decks import check_deck, pick_deck
from parlour.games.follow_me.history import (
    DREW,
    HIT,
    HOLDS,
    LACKS,
    LOCATION,
    MISSED,
    PASSED,
    PLAYED,
    beside,
    classes_of,
    entry,
    in_pass,
    passed_by,
)
from parlour.games.follow_me.numbering import DRAW, END_TURN, Numbering
from parlour.games.follow_me.scoring import Scoring
from parlour.games.follow_me.state import (
    AFTER_PLACING,
    FOLLOWING,
    GIVING,
    LEADING,
    MOST_DRAWS,
    NO_CARD,
    OVER,
    SENDING,
    TURN,
    FollowMePlayer,
    FollowMeState,
    deal_into,
    declare,
)

FIRST_HAND: Final = 4
"""Cards dealt to each player, unless the deck says otherwise."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FollowMeRules(Game[FollowMeState, TableView[FollowMeState]]):
    """The rules of Follow Me If You Can! with their house-rule options."""

    about: ClassVar[About] = ABOUT

    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        chosen = pick_deck(deck, options.get("habitats") == "few")
        super().__init__(seats, chosen, options)
        house = self.options
        self.must_change_habitat = bool(house["must_change_habitat"])
        self.must_lead = bool(house["must_lead"])
        self.hand_limit: i64 = int(house["hand_limit"])
        self.decline_turns: i64 = seats * (int(house["decline_rounds"]) or (2 if seats == 2 else 1))  # FM-G14
        self.target: i64 = int(house["target"])  # FM-G26

        self.cards: tuple[MackinacCard, ...] = mackinac_cards(chosen)  # FM-03, FM-04
        self.keys = tuple([card.key for card in self.cards])
        self.words["habitat"] = HABITAT_NAMES
        own = chosen.settings.get("follow_me", {})
        self.first_hand: i64 = chosen.setting("follow_me", "hand", 2, 10) if "hand" in own else FIRST_HAND
        self.all_cards: i64 = first_cards(len(self.cards))
        of_class = classes_of(self.cards)
        self.of_class: vec[i64] = vec[i64](of_class)
        self.locations: i64 = of_class[LOCATION]
        self.habitat_of: vec[i64] = vec[i64]([HABITATS.index(card.habitats[0]) for card in self.cards])
        points = [card.points for card in self.cards]  # a Location counts 1
        self.points: vec[i64] = vec[i64](points)
        self.scoring = Scoring(points, house["bonus_split"] == "split", house["tie"] == "broken", self.target)
        check_deck(chosen, self.locations != 0, seats * self.first_hand, seats)
        self.schema = declare(seats, Kinds(self.keys), int(self.decline_turns), self.target > 0)
        self.ids = Numbering(self.cards)
        self.set_actions(self.ids.actions)

    def here(self, table: FollowMeState) -> i64:
        """The cards that fit the Current Location."""
        if table.current == NO_CARD:
            return 0
        return self.of_class[self.habitat_of[table.current]]

    def neighbour(self, seat: i64, step: i64) -> i64:
        """The seat to the left (step 1) or right (step -1)."""
        return beside(seat, step, self.seats)

    def names(self, cards_set: i64) -> list[str]:
        """The cards of a set by key."""
        return [self.keys[card] for card in members(cards_set)]

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> FollowMeState:
        return self._deal(self.pick_dealer(chance), chance, emit)

    def _deal(self, dealer: i64, chance: Chance, emit: Emit | None) -> FollowMeState:
        stock: list[int] = list(range(len(self.cards)))
        chance.shuffle(stock, "deal")  # FM-06
        left: i64 = len(stock)
        players: list[FollowMePlayer] = []
        for seat in range(self.seats):
            player = FollowMePlayer()
            player.hand_size = self.first_hand
            player.hand = set_of(stock[left - self.first_hand : left])
            left -= self.first_hand
            players.append(player)
            if tells(emit):
                emit(events.DEALT(seat=seat, count=player.hand_size, cards=self.names(player.hand)))
        table = FollowMeState(players, stock, [], [])
        table.draw_left = left  # FM-07
        table.dealer = dealer
        table.first = True
        self._find_starter(table, emit)
        if emit is not None and wants(emit, events.BEGINS, table.turn):
            emit(events.BEGINS(seat=table.turn, dealer=dealer))
        return table

    def _find_starter(self, table: FollowMeState, emit: Emit | None) -> None:
        seat = table.dealer
        for _ in range(self.seats):  # FM-08: the first Location holder to the dealer's left
            seat = self.neighbour(seat, 1)
            if common(table.players[seat].hand, self.locations) != 0:
                table.history.append(entry(HOLDS, seat, LOCATION))
                table.turn = seat
                return
            table.history.append(entry(LACKS, seat, LOCATION))
            if tells(emit):
                emit(events.NO_LOCATION(seat=seat))
        while True:  # FM-09, FM-G01: the same order, and the cards are kept
            seat = self.neighbour(seat, 1)
            card = self._take_top(table, table.players[seat])
            found = has(self.locations, card)
            table.history.append(entry(HIT if found else MISSED, seat, card))
            if tells(emit):
                emit(events.SOUGHT(seat=seat, location=found, card=self.keys[card]))
            if found:
                table.turn = seat
                return

    def _take_top(self, table: FollowMeState, player: FollowMePlayer) -> i64:
        table.draw_left -= 1
        card: i64 = table.draw_pile[table.draw_left]
        player.hand = with_card(player.hand, card)
        player.hand_size += 1
        return card

    # Whose turn, and what they may do

    def actor(self, table: FollowMeState) -> i64:
        if table.phase == OVER:
            return NOBODY
        if table.choosing != 0:
            return lowest(table.choosing)
        return table.turn

    def to_act(self, table: FollowMeState) -> tuple[int, ...]:
        if table.choosing != 0:  # FM-G10: cards to pass or to follow with are chosen at the same time
            return tuple(members(table.choosing))
        return super().to_act(table)

    def list_legal(self, table: FollowMeState, seat: i64, out: Moves) -> None:
        player = table.players[seat]
        ids = self.ids
        if table.choosing != 0:
            if has(table.choosing, seat):
                if table.phase == GIVING:  # FM-21
                    out.add_set(player.hand, ids.give_from)
                else:  # FM-24, FM-G15: any card of the named habitat
                    out.add_set(common(player.hand, self.of_class[table.named]), ids.follow_from)
        elif seat != table.turn:
            return
        elif table.phase == TURN:
            self._list_turn(table, player, out)
        elif table.phase == AFTER_PLACING or table.phase == SENDING:
            out.add(END_TURN)
            if table.phase == AFTER_PLACING:  # FM-19, FM-G06: any number, one at a time
                out.add_set(common(player.hand, self.here(table)), ids.observe_from)
            out.add_set(player.hand, ids.send_left_from)
            if self.seats > 2:  # FM-G11: two players have one neighbour each
                out.add_set(player.hand, ids.send_right_from)
        elif table.phase == LEADING:
            if not self.must_lead:
                out.add(END_TURN)
            self._list_leads(player.hand, out)

    def _list_turn(self, table: FollowMeState, player: FollowMePlayer, out: Moves) -> None:
        owes_draw = table.must_draw and table.drawn == 0 and table.draw_left > 0
        if self._may_draw(table, player) or owes_draw:
            out.add(DRAW)
        if owes_draw:  # FM-G13
            return
        if not table.first:  # FM-10: the starter must place a Location
            out.add(END_TURN)
            out.add_set(common(player.hand, self.here(table)), self.ids.observe_from)  # FM-16, FM-G08
        if player.hand_size > 1:  # FM-18, FM-G07
            places = common(player.hand, self.locations)
            if self.must_change_habitat and not table.first:  # FM-G05
                places = minus(places, self.here(table))
            place_id = self.ids.place_id
            while places != 0:
                card = lowest(places)
                out.add(place_id[card])
                places = without_card(places, card)

    def _may_draw(self, table: FollowMeState, player: FollowMePlayer) -> bool:
        below_limit = self.hand_limit == 0 or player.hand_size < self.hand_limit  # FM-G12
        return table.drawn < MOST_DRAWS and table.draw_left > 0 and below_limit  # FM-12, FM-G02, FM-G03

    def _list_leads(self, hand: i64, out: Moves) -> None:
        ids = self.ids
        while hand != 0:
            card = lowest(hand)
            out.add_run(ids.lead_id[card], ids.leads[card])  # FM-23: as any of its habitats
            hand = without_card(hand, card)

    def perform(self, table: FollowMeState, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        ids = self.ids
        card = ids.card_of[action]
        if action == DRAW:
            self._draw(table, seat, emit)
        elif action == END_TURN:
            self._stop(table, seat, emit)
        elif action < ids.place_from:
            self._observe(table, seat, card, emit)
        elif action < ids.send_left_from:
            self._place(table, seat, card, emit)
        elif action < ids.give_from:
            self._send(table, seat, card, 1 if action < ids.send_right_from else -1, emit)
        elif ids.lead_from <= action < ids.follow_from:
            self._lead(table, seat, card, ids.habitat_of[action], emit)
        else:
            self._choose(table, seat, card, emit)
        if table.phase == OVER and self.target > 0:
            self._next_deal(table, chance, emit)

    # A turn with cards in the draw pile

    def _draw(self, table: FollowMeState, seat: i64, emit: Emit | None) -> None:
        card = self._take_top(table, table.players[seat])
        table.drawn += 1
        table.history.append(entry(DREW, seat, card))
        if tells(emit):
            emit(events.DRAWN(seat=seat, left=table.draw_left, card=self.keys[card]))

    def _stop(self, table: FollowMeState, seat: i64, emit: Emit | None) -> None:
        """End the turn: a pass, no card passing, or no lead."""
        if tells(emit):
            why = "pass" if table.phase == TURN else "decline" if table.phase == LEADING else "done"
            emit(events.ENDED_TURN(seat=seat, drew=table.drawn, why=why, left=self.decline_turns - table.declined - 1))
        if table.phase == TURN:  # FM-14, FM-G12, FM-G25
            table.idle += 1
            if table.drawn > 0:
                table.idle = 0
            if table.idle == self.seats:  # FM-G13
                table.must_draw = True
        elif table.phase == LEADING:
            table.declined += 1
            if table.declined >= self.decline_turns:  # FM-G14
                self._end(table, events.NOBODY_LEADS, emit)
                return
        self._end_turn(table, emit)

    def _leaves_hand(self, table: FollowMeState, seat: i64, card: i64) -> None:
        player = table.players[seat]
        player.hand = without_card(player.hand, card)
        player.hand_size -= 1
        table.history.append(entry(PLAYED, seat, card))

    def _plays(self, table: FollowMeState) -> None:
        """Reset the idle count: somebody plays."""
        table.idle = 0
        table.must_draw = False

    def _observe(self, table: FollowMeState, seat: i64, card: i64, emit: Emit | None) -> None:
        self._leaves_hand(table, seat, card)
        self._plays(table)
        player = table.players[seat]
        player.observed = with_card(player.observed, card)  # FM-05, FM-16, FM-19
        if emit is not None and wants(emit, events.OBSERVED, seat, card):
            emit(events.OBSERVED(seat=seat, card=self.keys[card]))
        if player.hand_size == 0:  # FM-G09
            self._end_turn(table, emit)
        elif table.phase == TURN:  # FM-15, FM-G23: one card, then perhaps card passing
            table.phase = SENDING

    def _place(self, table: FollowMeState, seat: i64, card: i64, emit: Emit | None) -> None:
        self._leaves_hand(table, seat, card)
        self._plays(table)
        table.placed = with_card(table.placed, card)  # FM-17
        table.current = card
        table.first = False
        if emit is not None and wants(emit, events.PLACED, seat, card):
            emit(events.PLACED(seat=seat, card=self.keys[card], habitat=HABITATS[self.habitat_of[card]]))
        # Even with nothing to observe: skipping this phase would reveal that to the others.
        table.phase = AFTER_PLACING

    # Passing cards

    def _send(self, table: FollowMeState, seat: i64, card: i64, step: i64, emit: Emit | None) -> None:
        table.players[seat].offer = card  # FM-20
        table.step = step
        table.phase = GIVING
        table.choosing = without_card(first_cards(self.seats), seat)
        if emit is not None and wants(emit, events.SENDS, seat, 1 if step == 1 else 0):
            sends = events.SWAPS if self.seats == 2 else events.SENDS
            emit(sends(seat=seat, direction="left" if step == 1 else "right", card=self.keys[card]))

    def _choose(self, table: FollowMeState, seat: i64, card: i64, emit: Emit | None) -> None:
        """Choose a card in secret, to pass it (FM-21) or to follow with it (FM-24)."""
        giving = table.phase == GIVING
        table.players[seat].offer = card
        table.choosing = without_card(table.choosing, seat)
        if tells(emit):
            emit((events.GIVES if giving else events.CHOSE)(seat=seat, card=self.keys[card]))
        if table.choosing == 0:
            if giving:
                self._pass_cards(table, emit)
            else:
                self._collect(table, emit)

    def _pass_cards(self, table: FollowMeState, emit: Emit | None) -> None:
        """All cards move at once, so nobody passes on a card they just got (FM-22, FM-G10)."""
        seats: i64 = self.seats
        packed: i64 = 0
        seat: i64 = 0
        while seat < seats:
            player = table.players[seat]
            card = player.offer
            to = self.neighbour(seat, table.step)
            packed += in_pass(seat, card)
            player.offer = NO_CARD
            player.hand = without_card(player.hand, card)
            if tells(emit):
                emit(events.HANDED(seat=seat, to=to, card=self.keys[card]))
            seat += 1
        seat = 0
        while seat < seats:
            receiver = table.players[self.neighbour(seat, table.step)]
            receiver.hand = with_card(receiver.hand, passed_by(packed, seat))
            seat += 1
        table.history.append(entry(PASSED, 0, 0 if table.step == 1 else 1))
        table.passes.append(packed)
        self._end_turn(table, emit)

    # A turn without cards in the draw pile

    def _lead(self, table: FollowMeState, seat: i64, card: i64, habitat: i64, emit: Emit | None) -> None:
        self._leaves_hand(table, seat, card)  # FM-23, FM-G17
        table.declined = 0
        table.lead = card
        table.named = habitat  # FM-G20: the Current Location does not matter any more
        fits = self.of_class[habitat]
        seats: i64 = self.seats
        other: i64 = 0
        while other < seats:
            if other != seat:  # FM-G16
                follows = common(table.players[other].hand, fits) != 0  # FM-24
                if follows:
                    table.choosing = with_card(table.choosing, other)
                table.history.append(entry(HOLDS if follows else LACKS, other, habitat))
            other += 1
        if emit is not None and wants(emit, events.LED, seat, card * len(HABITATS) + habitat):
            followers = list(members(table.choosing))
            emit(events.LED(seat=seat, card=self.keys[card], habitat=HABITATS[habitat], followers=followers))
        table.phase = FOLLOWING
        if table.choosing == 0:
            table.out_of_play = with_card(table.out_of_play, card)  # FM-26
            table.lead = NO_CARD
            if emit is not None and wants(emit, events.UNFOLLOWED, seat):
                emit(events.UNFOLLOWED(seat=seat, card=self.keys[card]))
            self._end_turn(table, emit)

    def _collect(self, table: FollowMeState, emit: Emit | None) -> None:
        """The leader observes the led card and all that followed (FM-25)."""
        leader = table.players[table.turn]
        lead = table.lead
        leader.observed = with_card(leader.observed, lead)
        taken: list[str] = []
        seat: i64 = 0
        for player in table.players:
            card = player.offer
            if card != NO_CARD:
                player.offer = NO_CARD
                self._leaves_hand(table, seat, card)
                leader.observed = with_card(leader.observed, card)
                if tells(emit):
                    taken.append(self.keys[card])
                if emit is not None and wants(emit, events.FOLLOWED, seat, card):
                    emit(events.FOLLOWED(seat=seat, card=self.keys[card]))
            seat += 1
        table.lead = NO_CARD
        if tells(emit):
            emit(events.TOOK(seat=table.turn, count=len(taken) + 1, cards=[self.keys[lead], *taken]))
        self._end_turn(table, emit)

    # The end of a turn and of the game

    def _end_turn(self, table: FollowMeState, emit: Emit | None) -> None:
        for player in table.players:  # FM-28, FM-G24
            if player.hand_size == 0:
                self._end(table, events.SOMEONE_OUT, emit)
                return
        table.turn = self.neighbour(table.turn, 1)  # FM-11
        table.drawn = 0
        table.phase = LEADING if table.draw_left == 0 else TURN  # FM-27, FM-G04: looked at as a turn begins

    def _end(self, table: FollowMeState, ending: Ending, emit: Emit | None) -> None:
        table.phase = OVER
        if emit is not None:
            for seat, player in enumerate(table.players):
                if player.hand_size == 0 and wants(emit, events.OUT, seat):
                    emit(events.OUT(seat=seat, bonus=self.scoring.bonus(table)))
            if self.target == 0 and tells(emit):
                emit(events.ENDED(reason=ending.sentence))

    def _next_deal(self, table: FollowMeState, chance: Chance, emit: Emit | None) -> None:
        """FM-G26: as a house rule the points of several deals are added up; the deal moves to the left."""
        ending = self.scoring.bank(table, emit)
        if ending is None:
            deal_into(table, self._deal(self.neighbour(table.dealer, 1), chance, emit))
        elif tells(emit):
            emit(events.ENDED(reason=ending.sentence))

    def outcome(self, table: FollowMeState) -> Outcome | None:
        return self.scoring.outcome(table) if table.phase == OVER else None

    def longest(self) -> int:
        # Each card is drawn and played once. In between lie at most a round of idle turns (FM-G13) or the declined
        # leads of FM-G14, and a play is followed by one round of passing or "end turn".
        one_deal = 2 * len(self.cards) * (self.seats + self.decline_turns + 3) + self.decline_turns
        return one_deal * (MOST_DEALS if self.target > 0 else 1)
