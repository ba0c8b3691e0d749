"""Match Me If You Can!: collect complete category groups by asking the other players.

The rules in the order of the rule sheet: set-up, the three steps of a turn, the end, scoring. The marks
(MM-14) are the ids of rules.md. The cards, the house rules and the table of actions stand in box.py; a card is its
place in the deck, a category a number in order of appearance.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import count_set, set_of, with_card, without_card
from parlour.core.chance import Chance
from parlour.core.events import Emit
from parlour.core.game import NOBODY, About, Moves, Outcome, break_ties, ranks_by_score
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games.match_me import events, position, scene
from parlour.games.match_me.box import AFTER_ASKING, END_OF_TURN, EVERY_TURN, GO_OUT, OPTIONS, STOP, TAKE_FROM, Box
from parlour.games.match_me.sayings import REFUSALS, explain
from parlour.games.match_me.state import (
    ADD,
    ASK_AGAIN,
    ASKS,
    DISCARD,
    DISCARDS,
    DRAWS,
    LAYS,
    LIMIT,
    NO_CARD,
    PLAYING,
    SHUFFLES,
    STALE,
    TAKES,
    WENT_OUT,
    Note,
    Player,
    Start,
    Table,
    copy_table,
)
from parlour.games.match_me.view import TableView, encode_view, look

TIED: Final = "At equal scores it counts who went out, then more groups, then fewer cards in hand."


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchMe(Box):
    """The rules of Match Me If You Can! with their house-rule options."""

    about: ClassVar[About] = About(
        slug="match-me",
        title="Match Me If You Can!",
        version="1",
        min_seats=3,  # MM-01
        max_seats=6,
        default_seats=4,
        minutes="20-40",
        summary="Ask the others for what you collect and lay complete groups of Mackinac Island's treasures.",
        teams=True,
        options=OPTIONS,
        presets={
            "tiny": {"deck": "tiny"},
            "tiny-draws": {"deck": "tiny", "draw_timing": "after_asking", "reshuffle": True},
            "tiny-house": {"deck": "tiny", "draw_timing": "every_turn", "ask_complete": False, "stale_rounds": 2},
            "tiny-keep": {"deck": "tiny", "lay_optional": True, "no_instant_redump": True, "first_player": "host"},
            "memory": {"ask_log": "off", "draw_timing": "after_asking"},
            "endless": {"reshuffle": True, "stale_rounds": 0, "ask_log": "full", "draw_timing": "every_turn"},
            "house": {
                "ask_complete": False,
                "lay_optional": True,
                "no_instant_redump": True,
                "stale_rounds": 5,
                "tie": "broken",
                "first_player": "host",
            },
            "two": {"allow_two": True, "stale_rounds": 0},
        },
    )

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> Table:
        dealer = self.pick_dealer(chance)  # MM-07: the table's choice is a random seat, or the host's
        stock: list[int] = list(range(len(self.cards)))  # MM-02
        chance.shuffle(stock, "deal")
        left: i64 = len(stock)
        players: list[Player] = []
        seat: i64 = 0
        while seat < self.seats:  # MM-08
            player = Player()
            player.hand = set_of(stock[left - self.hand_cards : left])
            player.hand_size = self.hand_cards
            left -= self.hand_cards
            players.append(player)
            if emit is not None:
                emit(events.DEALT(seat=seat, count=self.hand_cards, cards=self.names(player.hand)))
            seat += 1
        starter = stock.pop(left - 1)  # MM-10
        start = Start([self.hand_cards] * self.seats, [starter], [0] * self.seats)
        table = Table(players, [stock], [starter], [], start)
        table.draw_left = left - 1  # MM-09
        table.turn = (dealer + 1) % self.seats  # MM-11
        if emit is not None:
            emit(events.TURNED_UP(card=self.keys[starter]))
            emit(events.BEGINS(seat=table.turn, dealer=dealer))
        return table

    # A turn (MM-12): add cards, lay groups, discard

    def actor(self, table: Table) -> i64:
        return NOBODY if table.ended != PLAYING else table.turn

    def list_legal(self, table: Table, seat: i64, out: Moves) -> None:
        if seat != table.turn or table.ended != PLAYING:
            return
        player = table.players[seat]
        if table.step == DISCARD:
            if self.lay_optional:
                self._list_lays(player.hand, out)
            self._list_discards(table, player, out)
            return
        if table.step == ASK_AGAIN:
            out.add(STOP)  # MM-G08
        else:
            if not self.ask_complete and player.hand != 0 and self._only_complete(player.hand):  # MM-G05
                out.add(GO_OUT)
            out.add_run(TAKE_FROM, len(table.discards))  # MM-21, MM-G11: at least one
        self._list_asks(player.hand, seat, out)

    def _list_asks(self, hand: i64, seat: i64, out: Moves) -> None:
        """MM-14, MM-15, MM-18: anybody else, any category held; also the same again (MM-G07) or in vain (MM-G09)."""
        group = self.group
        kinds = self.kinds
        start = out.count
        target: i64 = 1 if seat == 0 else 0
        first = self.ask_from + target * kinds
        kind: i64 = 0
        while kind < kinds:
            held = hand & group[kind]
            if held != 0 and (held != group[kind] or self.ask_complete):
                out.add(first + kind)
            kind += 1
        asks = out.count - start
        target += 1
        while target < self.seats:  # the same for everybody else
            if target != seat:
                further = self.ask_from + target * kinds - first
                i: i64 = start
                while i < start + asks:
                    out.add(out.ids[i] + further)
                    i += 1
            target += 1

    def _list_lays(self, hand: i64, out: Moves) -> None:
        kind: i64 = 0
        while kind < self.kinds:
            if hand & self.group[kind] == self.group[kind]:
                out.add(self.lay_from + kind)
            kind += 1

    def _list_discards(self, table: Table, player: Player, out: Moves) -> None:
        rest = player.hand
        if self.no_instant_redump and table.picked != NO_CARD and player.hand_size > 1:  # MM-G10
            rest = without_card(rest, table.picked)
        action = self.discard_from
        while rest != 0:
            if rest & 1 != 0:
                out.add(action)
            rest = rest >> 1
            action += 1

    def _only_complete(self, hand: i64) -> bool:
        kind: i64 = 0
        while kind < self.kinds:
            held = hand & self.group[kind]
            if held != 0 and held != self.group[kind]:
                return False
            kind += 1
        return True

    def perform(self, table: Table, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
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
            if emit is not None:
                emit(events.STOPPED(seat=seat))
            self._stop_asking(table, seat, chance, emit)

    # Step 1: add cards by asking or by picking up, never both (MM-13)

    def _ask(self, table: Table, seat: i64, asked: i64, kind: i64, chance: Chance, emit: Emit | None) -> None:
        asker = table.players[seat]
        giver = table.players[asked]
        given = giver.hand & self.group[kind]  # MM-G13: laid groups are safe
        count = count_set(given)
        table.asked = True
        table.last = Note(ASKS, seat, kind, count, asked, table.last)
        if emit is not None:
            emit(events.ASKED(seat=seat, of=asked, category=self.categories[kind]))
        if count == 0:  # MM-19
            if emit is not None:
                words = REFUSALS[(table.turns * 5 + asked) % len(REFUSALS)]
                emit(events.REFUSED(seat=asked, to=seat, category=self.categories[kind], words=words))
            self._stop_asking(table, seat, chance, emit)
            return
        giver.hand -= given  # MM-16: all of them; MM-26: an empty hand does not end the game
        giver.hand_size -= count
        asker.hand += given
        asker.hand_size += count
        table.handed.append(given)
        table.step = ASK_AGAIN  # MM-17
        if emit is not None:
            category = self.categories[kind]
            emit(events.GAVE(seat=asked, to=seat, category=category, count=count, cards=self.names(given)))

    def _stop_asking(self, table: Table, seat: i64, chance: Chance, emit: Emit | None) -> None:
        if self.draws_when == AFTER_ASKING:  # MM-G01
            self._draw(table, seat, chance, emit)
        self._play_groups(table, seat, emit)

    def _take(self, table: Table, seat: i64, count: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        discards = table.discards
        taken: list[int] = []
        for _ in range(count):  # MM-21: an unbroken run from the top
            taken.append(discards.pop())
        player.hand |= set_of(taken)
        player.hand_size += count
        table.picked = taken[0] if count == 1 else NO_CARD
        table.last = Note(TAKES, seat, 0, count, 0, table.last)
        if emit is not None:
            emit(events.TOOK(seat=seat, cards=[self.keys[card] for card in taken]))
        self._play_groups(table, seat, emit)

    # Step 2: play groups

    def _play_groups(self, table: Table, seat: i64, emit: Emit | None) -> None:
        table.step = DISCARD
        if not self.lay_optional:  # MM-G06
            self._lay_all(table, seat, emit)

    def _lay_all(self, table: Table, seat: i64, emit: Emit | None) -> None:
        """Lay every complete group, several if there are (MM-23, MM-24)."""
        player = table.players[seat]
        group = self.group
        kind: i64 = 0
        while kind < self.kinds:
            if player.hand & group[kind] == group[kind]:
                self._lay(table, seat, kind, emit)
            kind += 1
        self._end_if_out(table, seat, emit)

    def _lay(self, table: Table, seat: i64, kind: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        count = count_set(self.group[kind])  # MM-05: sizes differ
        player.hand -= self.group[kind]
        player.hand_size -= count
        player.laid = with_card(player.laid, kind)
        player.laid_cards += count
        table.idle = -1  # this turn does not count as idle
        table.last = Note(LAYS, seat, kind, 0, 0, table.last)
        if emit is not None:
            emit(events.LAID(seat=seat, category=self.categories[kind], cards=self.names(self.group[kind])))

    def _end_if_out(self, table: Table, seat: i64, emit: Emit | None) -> None:
        if table.players[seat].hand_size == 0:  # MM-25: at once, no discard, no draw
            self._end(table, WENT_OUT, emit)

    # Step 3: discard

    def _discard(self, table: Table, seat: i64, card: i64, chance: Chance, emit: Emit | None) -> None:
        player = table.players[seat]
        player.hand = without_card(player.hand, card)  # MM-29; MM-27: an empty hand does not end the game
        player.hand_size -= 1
        table.discards.append(card)
        table.last = Note(DISCARDS, seat, card, 0, 0, table.last)
        if emit is not None:
            emit(events.DISCARDED(seat=seat, card=self.keys[card]))
        # MM-20, MM-22, MM-G01: the draw at the end belongs to asking
        if self.draws_when == EVERY_TURN or (self.draws_when == END_OF_TURN and table.asked):
            self._draw(table, seat, chance, emit)
        self._pass_turn(table, emit)

    def _draw(self, table: Table, seat: i64, chance: Chance, emit: Emit | None) -> None:
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
        if emit is not None:
            emit(events.DREW(seat=seat, count=1, cards=[self.keys[card]]))

    def _shuffle_discards(self, table: Table, chance: Chance, emit: Emit | None) -> None:
        top = table.discards.pop()
        pile = table.discards
        chance.shuffle(pile, "reshuffle")
        table.piles = [*table.piles, pile]
        table.draw_left = len(pile)
        table.discards = [top]
        table.last = Note(SHUFFLES, 0, 0, 0, 0, table.last)
        if emit is not None:
            emit(events.SHUFFLED(count=len(pile)))

    def _pass_turn(self, table: Table, emit: Emit | None) -> None:
        table.turns += 1
        table.idle += 1
        following = table.turn + 1
        table.turn = 0 if following == self.seats else following  # MM-30
        table.step = ADD
        table.asked = False
        table.picked = NO_CARD
        if self.stale_turns > 0 and table.idle >= self.stale_turns:  # MM-G03
            self._end(table, STALE, emit)
        elif self.turn_limit > 0 and table.turns >= self.turn_limit:
            self._end(table, LIMIT, emit)

    # The end and the score

    def _end(self, table: Table, how: i64, emit: Emit | None) -> None:
        table.ended = how
        if emit is not None:
            seat: i64 = 0
            for player in table.players:
                if player.hand_size > 0:
                    emit(events.SHOWED(seat=seat, cards=self.names(player.hand)))
                seat += 1
            emit(events.ENDED(reason=events.ENDINGS[how].sentence))

    def score(self, player: Player) -> i64:
        """MM-32: a point for each laid card; MM-33, MM-G14: one off for each category in hand; MM-G15: any total."""
        return player.laid_cards - self._categories_in(player.hand)

    def _categories_in(self, hand: i64) -> i64:
        found: i64 = 0
        kind: i64 = 0
        while kind < self.kinds:
            if hand & self.group[kind] != 0:
                found += 1
            kind += 1
        return found

    def outcome(self, table: Table) -> Outcome | None:
        if table.ended == PLAYING:
            return None
        scores: list[int] = [self.score(player) for player in table.players]
        if not self.ties_broken:
            return Outcome(ranks_by_score(scores), tuple(scores), events.ENDINGS[table.ended])  # MM-03, MM-34, MM-G16
        orders: list[tuple[int, ...]] = []
        for seat, player in enumerate(table.players):
            out = 1 if table.ended == WENT_OUT and seat == table.turn else 0
            orders.append((scores[seat], out, int(count_set(player.laid)), -int(player.hand_size)))
        return break_ties(orders, scores, events.ENDINGS[table.ended], TIED)

    def longest(self) -> int:
        # A turn: every card asked for one by one, a refusal, every group laid, a discard.
        per_turn = len(self.cards) + self.kinds + 2
        if self.turn_limit > 0:
            return self.turn_limit * per_turn
        # Each draw and each group sets the stalemate count back, and there are only so many (MM-G03).
        return (len(self.cards) + self.kinds + 1) * self.stale_turns * per_turn

    def why_not(self, table: Table, seat: int, action: int) -> str:
        if 0 <= action < len(self.actions) and table.ended == PLAYING and seat == table.turn:
            reason = explain(self, table, seat, action)
            if reason:
                return reason
        return super().why_not(table, seat, action)

    # Knowing and showing

    def clone(self, table: Table) -> Table:
        return copy_table(table)

    def view(self, table: Table, seat: int) -> TableView:
        return TableView(self.header(table, seat), look(table, seat), self.groups, self.keys, self.categories)

    def determinise(self, view: TableView, rng: Rng) -> Table:
        return view.worlds().world(view.seen, rng)

    def encode(self, view: TableView) -> dict[str, list[float]]:
        return encode_view(view, len(self.cards))

    def scene(self, view: TableView, names: Sequence[str]) -> Scene:
        return scene.draw(self, view, names)

    def dump(self, table: Table) -> dict[str, object]:
        return position.dump(table, self)

    def load(self, data: Mapping[str, object]) -> Table:
        return position.load(data, self)

    def census(self, table: Table) -> dict[str, int]:
        return position.census(table, self)
