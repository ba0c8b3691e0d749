"""Follow Me If You Can!: follow the habitats around Mackinac Island and observe what lives there.

The rules in the order of the rule sheet: set-up, a turn with cards in the draw pile, passing cards, a turn
without, the end and the score. The marks (FM-16) are the ids of rules.md. The cards, the house rules and the table
of actions stand in box.py.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import count_set, has, members, only, set_of, with_card, without_card
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.game import NOBODY, About, Ending, Moves, Outcome, break_ties, ranks_by_score
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me import events, position, refusals, scene
from parlour.games.follow_me.box import DRAW, END_TURN, MOST_DRAWS, OPTIONS, Box
from parlour.games.follow_me.state import (
    AFTER_PLACING,
    FOLLOWING,
    GIVING,
    LEADING,
    NO_CARD,
    OVER,
    SENDING,
    TURN,
    Player,
    Table,
    copy_table,
)
from parlour.games.follow_me.story import (
    DREW,
    HIT,
    HOLDS,
    LACKS,
    LOCATION,
    MISSED,
    PASSED,
    PLAYED,
    entry,
    in_pass,
    passed_by,
)
from parlour.games.follow_me.view import TableView, encode_view, look

TIED = "At equal scores it counts who ran out of cards, then who observed more of them."


@mypyc_attr(allow_interpreted_subclasses=True)
class FollowMe(Box):
    """The rules of Follow Me If You Can! with their house-rule options."""

    about: ClassVar[About] = About(
        slug="follow-me",
        title="Follow Me If You Can!",
        version="1",
        min_seats=2,  # FM-01
        max_seats=6,
        default_seats=4,
        minutes="10-20",
        summary="Follow the habitats, observe the most, and be first out of cards.",  # FM-02
        teams=True,
        options=OPTIONS,
        presets={
            "tiny": {"deck": "tiny"},
            "tiny-house": {"deck": "tiny", "must_change_habitat": True, "must_lead": True, "hand_limit": 3},
            "tiny-host": {"deck": "tiny", "tie": "broken", "first_player": "host"},
            "house": {
                "must_change_habitat": True,
                "must_lead": True,
                "hand_limit": 7,
                "bonus_split": "split",
                "tie": "broken",
                "first_player": "host",
            },
            "small-hands": {"hand_limit": 4},
        },
    )

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        dealer = self.pick_dealer(chance)
        stock: list[int] = list(range(len(self.cards)))
        chance.shuffle(stock, "deal")  # FM-06
        left: i64 = len(stock)
        players: list[Player] = []
        for seat in range(self.seats):
            player = Player()
            player.hand_size = self.first_hand
            player.hand = set_of(stock[left - self.first_hand : left])
            left -= self.first_hand
            players.append(player)
            if emit is not None:
                emit(events.DEALT(seat=seat, count=player.hand_size, cards=self.names(player.hand)))
        table = Table(players, stock, [], [])
        table.draw_left = left  # FM-07
        table.dealer = dealer
        table.first = True
        self._find_starter(table, emit)
        if emit is not None:
            emit(events.BEGINS(seat=table.turn))
        return table

    def _find_starter(self, table: Table, emit: Emit | None) -> None:
        seats: i64 = self.seats
        seat = table.dealer
        for _ in range(seats):  # FM-08: the first Location holder to the dealer's left
            seat = seat + 1 if seat + 1 < seats else 0
            if table.players[seat].hand & self.locations != 0:
                table.story.append(entry(HOLDS, seat, LOCATION))
                table.turn = seat
                return
            table.story.append(entry(LACKS, seat, LOCATION))
            if emit is not None:
                emit(events.NO_LOCATION(seat=seat))
        while True:  # FM-09, FM-G01: the same order, and the cards are kept
            seat = seat + 1 if seat + 1 < seats else 0
            card = self._take_top(table, table.players[seat])
            found = has(self.locations, card)
            table.story.append(entry(HIT if found else MISSED, seat, card))
            if emit is not None:
                emit(events.SOUGHT(seat=seat, location=found, card=self.keys[card]))
            if found:
                table.turn = seat
                return

    def _take_top(self, table: Table, player: Player) -> i64:
        table.draw_left -= 1
        card: i64 = table.draw_pile[table.draw_left]
        player.hand = with_card(player.hand, card)
        player.hand_size += 1
        return card

    # Whose turn, and what they may do

    def actor(self, table: Table) -> i64:
        if table.stage == OVER:
            return NOBODY
        if table.choosing != 0:
            seat: i64 = 0
            while not has(table.choosing, seat):
                seat += 1
            return seat
        return table.turn

    def to_act(self, table: Table) -> tuple[int, ...]:
        if table.choosing != 0:  # FM-G10: cards to pass or to follow with are chosen at the same time
            return tuple(members(table.choosing))
        return super().to_act(table)

    def list_legal(self, table: Table, seat: i64, out: Moves) -> None:
        player = table.players[seat]
        if table.choosing != 0:
            if has(table.choosing, seat):
                if table.stage == GIVING:  # FM-21
                    self._list_cards(player.hand, self.give_from, out)
                else:  # FM-24, FM-G15: any card of the named habitat
                    self._list_cards(player.hand & self.of_class[table.named], self.follow_from, out)
        elif seat != table.turn:
            return
        elif table.stage == TURN:
            self._list_turn(table, player, out)
        elif table.stage == AFTER_PLACING or table.stage == SENDING:
            out.add(END_TURN)
            if table.stage == AFTER_PLACING:  # FM-19, FM-G06: any number, one at a time
                self._list_cards(player.hand & self.here(table), self.observe_from, out)
            self._list_cards(player.hand, self.send_left_from, out)
            if self.seats > 2:  # FM-G11: two players have one neighbour each
                self._list_cards(player.hand, self.send_right_from, out)
        elif table.stage == LEADING:
            if not self.must_lead:
                out.add(END_TURN)
            self._list_leads(player.hand, out)

    def _list_turn(self, table: Table, player: Player, out: Moves) -> None:
        owes_draw = table.must_draw and table.drawn == 0 and table.draw_left > 0
        if self._may_draw(table, player) or owes_draw:
            out.add(DRAW)
        if owes_draw:  # FM-G13
            return
        if not table.first:  # FM-10: the starter must place a Location
            out.add(END_TURN)
            self._list_cards(player.hand & self.here(table), self.observe_from, out)  # FM-16, FM-G08
        if player.hand_size > 1:  # FM-18, FM-G07
            places = player.hand & self.locations
            if self.must_change_habitat and not table.first:  # FM-G05
                places &= ~self.here(table)
            card: i64 = 0
            place_id = self.place_id
            while places != 0:
                if places & 1 != 0:
                    out.add(place_id[card])
                places >>= 1
                card += 1

    def _may_draw(self, table: Table, player: Player) -> bool:
        below_limit = self.hand_limit == 0 or player.hand_size < self.hand_limit  # FM-G12
        return table.drawn < MOST_DRAWS and table.draw_left > 0 and below_limit  # FM-12, FM-G02, FM-G03

    def _list_cards(self, cards_set: i64, first: i64, out: Moves) -> None:
        while cards_set != 0:
            while cards_set & 15 == 0:
                cards_set >>= 4
                first += 4
            if cards_set & 1 != 0:
                out.add(first)
            cards_set >>= 1
            first += 1

    def _list_leads(self, hand: i64, out: Moves) -> None:
        card: i64 = 0
        lead_id = self.lead_id
        of_class = self.of_class
        while hand != 0:
            if hand & 1 != 0:
                habitat: i64 = 0
                while habitat < LOCATION:
                    if has(of_class[habitat], card):  # FM-23
                        out.add(lead_id[card * LOCATION + habitat])
                    habitat += 1
            hand >>= 1
            card += 1

    def perform(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        card = self.card_of[action]
        if action == DRAW:
            self._draw(table, seat, emit)
        elif action == END_TURN:
            self._stop(table, seat, emit)
        elif action < self.send_left_from:
            if action < self.observe_from + len(self.cards):
                self._observe(table, seat, card, emit)
            else:
                self._place(table, seat, card, emit)
        elif action < self.give_from:
            self._send(table, seat, card, 1 if action < self.send_right_from else -1, emit)
        elif action < self.lead_from:
            self._give(table, seat, card, emit)
        elif action < self.follow_from:
            self._lead(table, seat, card, self.names_habitat[action], emit)
        else:
            self._follow(table, seat, card, emit)

    # A turn with cards in the draw pile

    def _draw(self, table: Table, seat: i64, emit: Emit | None) -> None:
        card = self._take_top(table, table.players[seat])
        table.drawn += 1
        table.story.append(entry(DREW, seat, card))
        if emit is not None:
            emit(events.DRAWN(seat=seat, left=table.draw_left, card=self.keys[card]))

    def _stop(self, table: Table, seat: i64, emit: Emit | None) -> None:
        """End the turn: a pass, no card passing, or no lead."""
        if emit is not None:
            stages = {TURN: "pass", LEADING: "decline"}
            emit(events.ENDED_TURN(seat=seat, drew=table.drawn, why=stages.get(table.stage, "done")))
        if table.stage == TURN:  # FM-14, FM-G12, FM-G25
            table.idle += 1
            if table.drawn > 0:
                table.idle = 0
            if table.idle == self.seats:  # FM-G13
                table.must_draw = True
        elif table.stage == LEADING:
            table.declined += 1
            if table.declined == self.seats:  # FM-G14
                self._end(table, events.NOBODY_LEADS, emit)
                return
        self._end_turn(table, emit)

    def _leaves_hand(self, table: Table, seat: i64, card: i64) -> None:
        player = table.players[seat]
        player.hand = without_card(player.hand, card)
        player.hand_size -= 1
        table.story.append(entry(PLAYED, seat, card))

    def _plays(self, table: Table) -> None:
        """Somebody plays: nobody is idle any more."""
        table.idle = 0
        table.must_draw = False

    def _observe(self, table: Table, seat: i64, card: i64, emit: Emit | None) -> None:
        self._leaves_hand(table, seat, card)
        self._plays(table)
        player = table.players[seat]
        player.observed = with_card(player.observed, card)  # FM-05, FM-16, FM-19
        if emit is not None:
            emit(events.OBSERVED(seat=seat, card=self.keys[card]))
        if player.hand_size == 0:  # FM-G09
            self._end_turn(table, emit)
        elif table.stage == TURN:  # FM-15, FM-G23: one card, then perhaps card passing
            table.stage = SENDING

    def _place(self, table: Table, seat: i64, card: i64, emit: Emit | None) -> None:
        self._leaves_hand(table, seat, card)
        self._plays(table)
        table.placed = with_card(table.placed, card)  # FM-17
        table.current = card
        table.first = False
        if emit is not None:
            emit(events.PLACED(seat=seat, card=self.keys[card], habitat=HABITATS[self.habitat_of[card]]))
        # Even with nothing to observe: moving on by itself would tell the others so.
        table.stage = AFTER_PLACING

    # Passing cards

    def _send(self, table: Table, seat: i64, card: i64, step: i64, emit: Emit | None) -> None:
        table.players[seat].offer = card  # FM-20
        table.step = step
        table.stage = GIVING
        table.choosing = without_card(only(self.seats) - 1, seat)
        if emit is not None:
            sends = events.SWAPS if self.seats == 2 else events.SENDS
            emit(sends(seat=seat, direction="left" if step == 1 else "right", card=self.keys[card]))

    def _give(self, table: Table, seat: i64, card: i64, emit: Emit | None) -> None:
        table.players[seat].offer = card
        table.choosing = without_card(table.choosing, seat)
        if emit is not None:
            emit(events.GIVES(seat=seat, card=self.keys[card]))
        if table.choosing == 0:
            self._pass_cards(table, emit)

    def _pass_cards(self, table: Table, emit: Emit | None) -> None:
        """All cards move at once, so nobody passes on what they are given (FM-22, FM-G10)."""
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
            if emit is not None:
                emit(events.HANDED(seat=seat, to=to, card=self.keys[card]))
            seat += 1
        seat = 0
        while seat < seats:
            receiver = table.players[self.neighbour(seat, table.step)]
            receiver.hand = with_card(receiver.hand, passed_by(packed, seat))
            seat += 1
        table.story.append(entry(PASSED, 0, 0 if table.step == 1 else 1))
        table.passes.append(packed)
        self._end_turn(table, emit)

    # A turn without cards in the draw pile

    def _lead(self, table: Table, seat: i64, card: i64, habitat: i64, emit: Emit | None) -> None:
        self._leaves_hand(table, seat, card)  # FM-23, FM-G17
        table.declined = 0
        table.lead = card
        table.named = habitat  # FM-G20: the Current Location does not matter any more
        fits = self.of_class[habitat]
        seats: i64 = self.seats
        other: i64 = 0
        while other < seats:
            if other != seat:  # FM-G16
                follows = table.players[other].hand & fits != 0  # FM-24
                if follows:
                    table.choosing = with_card(table.choosing, other)
                table.story.append(entry(HOLDS if follows else LACKS, other, habitat))
            other += 1
        if emit is not None:
            followers = list(members(table.choosing))
            emit(events.LED(seat=seat, card=self.keys[card], habitat=HABITATS[habitat], followers=followers))
        table.stage = FOLLOWING
        if table.choosing == 0:
            table.out_of_play = with_card(table.out_of_play, card)  # FM-26
            table.lead = NO_CARD
            if emit is not None:
                emit(events.UNFOLLOWED(seat=seat, card=self.keys[card]))
            self._end_turn(table, emit)

    def _follow(self, table: Table, seat: i64, card: i64, emit: Emit | None) -> None:
        table.players[seat].offer = card
        table.choosing = without_card(table.choosing, seat)
        if emit is not None:
            emit(events.CHOSE(seat=seat, card=self.keys[card]))
        if table.choosing == 0:
            self._collect(table, emit)

    def _collect(self, table: Table, emit: Emit | None) -> None:
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
                if emit is not None:
                    taken.append(self.keys[card])
                    emit(events.FOLLOWED(seat=seat, card=self.keys[card]))
            seat += 1
        table.lead = NO_CARD
        if emit is not None:
            emit(events.TOOK(seat=table.turn, count=len(taken) + 1, cards=[self.keys[lead], *taken]))
        self._end_turn(table, emit)

    # The end of a turn and of the game

    def _end_turn(self, table: Table, emit: Emit | None) -> None:
        for player in table.players:  # FM-28, FM-G24
            if player.hand_size == 0:
                self._end(table, events.SOMEONE_OUT, emit)
                return
        table.turn = self.neighbour(table.turn, 1)  # FM-11
        table.drawn = 0
        table.stage = LEADING if table.draw_left == 0 else TURN  # FM-27, FM-G04: looked at as a turn begins

    def _end(self, table: Table, ending: Ending, emit: Emit | None) -> None:
        table.stage = OVER
        if emit is not None:
            bonus = self.bonus(table)
            for seat, player in enumerate(table.players):
                if player.hand_size == 0:
                    emit(events.OUT(seat=seat, bonus=bonus))
            emit(events.ENDED(reason=ending.sentence))

    def bonus(self, table: Table) -> int:
        """What each player without cards gets: all cards left in the hands of the others (FM-30, FM-G18)."""
        left = 0
        out = 0
        for player in table.players:
            left += player.hand_size
            if player.hand_size == 0:
                out += 1
        return left // out if self.split_bonus and out > 1 else left

    def observation_points(self, player: Player) -> int:
        """The points in an Observation Area (FM-29; FM-G19: the Current Location pile is nobody's)."""
        total: i64 = 0
        for card in members(player.observed):
            total += self.points[card]
        return total

    def outcome(self, table: Table) -> Outcome | None:
        if table.stage != OVER:
            return None
        bonus = self.bonus(table)
        scores: list[int] = []
        out = False
        for player in table.players:
            points = self.observation_points(player)
            if player.hand_size == 0:
                out = True
                points += bonus
            scores.append(points)
        ending = events.SOMEONE_OUT if out else events.NOBODY_LEADS
        if not self.ties_broken:  # FM-31, FM-G21: the highest total wins, ties share the win
            return Outcome(ranks_by_score(scores), tuple(scores), ending)
        orders: list[tuple[int, ...]] = []
        for seat, player in enumerate(table.players):
            orders.append((scores[seat], 1 if player.hand_size == 0 else 0, int(count_set(player.observed))))
        return break_ties(orders, scores, ending, TIED)

    def longest(self) -> int:
        # Each card is drawn once and played once. Between two such moments lie at most one round of idle turns
        # (FM-G13) or declined leads (FM-G14), and a play is followed by one round of passing or "end turn".
        return 2 * len(self.cards) * (2 * self.seats + 3) + self.seats

    # Knowing and showing

    def clone(self, table: Table) -> Table:
        return copy_table(table)

    def view(self, table: Table, seat: int) -> TableView:
        return TableView(self.header(table, seat), look(table, seat), self.keys)

    def determinise(self, view: TableView, rng: Rng) -> Table:
        return self.worlds.find(view.seen, view.seat, rng)

    def encode(self, view: TableView) -> dict[str, list[float]]:
        return encode_view(view, self.of_class, len(self.cards))

    def scene(self, view: TableView, names: Sequence[str]) -> Scene:
        return scene.draw(self, view, names)

    def dump(self, table: Table) -> dict[str, object]:
        return position.dump(table, self.keys)

    def load(self, data: Mapping[str, object]) -> Table:
        return position.load(data, self)

    def census(self, table: Table) -> dict[str, int]:
        return position.census(table, self.keys)

    def why_not(self, table: Table, seat: int, action: int) -> str:
        sentence = super().why_not(table, seat, action)
        return refusals.explain(self, table, seat, action) or sentence if seat in self.to_act(table) else sentence
