"""St. Croix: be the first to send all your postcards.

The rules in the order of the rule sheet: set-up, a turn, the special cards, the end. The marks (SC-08)
are the ids of rules.md. Cards are `kinds`, numbers up a ladder: all ranked cards from the lowest value to
the highest, then the cards that may be played on anything. So "meets or beats" is simply `kind >= beat`.
"""

from pathlib import Path
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bags import (
    MAX_COPIES,
    bag_of,
    cards,
    count_of,
    fewer,
    first_cards,
    from_kind,
    has,
    kinds_in,
    list_of,
    minus,
    set_of,
    without_card,
)
from parlour.core.cards import Deck, choose_deck
from parlour.core.chance import Chance
from parlour.core.events import Emit, tells, wants
from parlour.core.fields import Kinds
from parlour.core.game import NOBODY, About, Game, Moves, TableView
from parlour.core.outcome import Ending, Outcome
from parlour.games.st_croix import events
from parlour.games.st_croix.about import ABOUT
from parlour.games.st_croix.actions import FOUR, Play, all_actions
from parlour.games.st_croix.ladder import find_power, lowest_after, make_ladder, values_that_count
from parlour.games.st_croix.state import StCroixPlayer, StCroixState, declare

PICK_UP: Final = 0  # the id of "pick up"; "flip 1" follows
FLIP: Final = 1
NO_KIND: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class StCroixRules(Game[StCroixState, TableView[StCroixState]]):
    """The rules of St. Croix with their house-rule options."""

    about: ClassVar[About] = ABOUT

    # long: compiled code reads an attribute without a check only if `__init__` itself sets it
    def __init__(self, seats: int = 4, deck: Deck | Path | str | None = None, **options: object) -> None:
        super().__init__(seats, choose_deck(deck, "parlour.games.st_croix", ("tiny", "tiny_three", "micro")), options)
        house = self.options
        self.glass_ranked = bool(house["glass_ranked"])
        self.lizard_on_any = bool(house["lizard_on_any"])
        self.lizard_skips = house["lizard_two_player"] == "skip"
        self.lizards_each = bool(house["lizards_each"])
        self.moko_wild = bool(house["moko_wild"])
        self.four_across_turns = bool(house["four_across_turns"])
        self.table_sets = bool(house["table_sets"])
        self.no_special_finish = bool(house["no_special_finish"])
        self.play_for_places = bool(house["play_for_places"])
        self.young = bool(house["young"])
        self.draw_limit: i64 = int(house["draw_pile"]) * seats
        self.turn_cap: i64 = int(house["turn_cap"])
        shorter, mystery = bool(house["short_deal"]), self.deck.setting("deal", "mystery", 0, 8)
        on_table = self.deck.setting("deal", "table", 1, 8)
        self.mystery_cards: i64 = 0 if self.young else min(3, mystery) if shorter else mystery  # SC-G30
        self.table_cards: i64 = min(3, on_table) if shorter or self.young else on_table
        in_hand = self.deck.setting("deal", "hand", 1, 8)
        self.hand_cards: i64 = min(3, in_hand) if shorter or self.young else in_hand

        self.ladder = make_ladder(self.deck, self.glass_ranked, self.lizard_on_any)
        self.keys = tuple(card.key for card in self.ladder)
        self.values: dict[str, int] = values_that_count(self.ladder, self.glass_ranked, self.lizard_on_any)
        self.words[""] = {
            card.key: f"{card.name} ({self.values[card.key]})" if card.key in self.values else card.name
            for card in self.ladder
        }
        self.lizard: i64 = find_power(self.ladder, "lizard")
        self.moko: i64 = find_power(self.ladder, "moko")
        self.cannon: i64 = find_power(self.ladder, "cannon")
        self.glass: i64 = find_power(self.ladder, "glass")
        specials = (self.lizard, self.moko, self.cannon, self.glass)
        self.no_break: i64 = self.glass if bool(house["fours_through_glass"]) else NO_KIND  # SC-G11
        self.special: i64 = set_of([kind for kind in specials if kind >= 0])
        self.whole_deck: list[int] = [kind for kind, card in enumerate(self.ladder) for _ in range(card.copies)]
        self.whole_bag: i64 = bag_of(self.whole_deck)
        self.beat_after: vec[i64] = vec[i64](lowest_after(self.keys, self.values, int(self.moko)))

        self.kinds = Kinds(self.keys, [card.copies for card in self.ladder])
        self.schema = declare(seats, self.kinds, self.mystery_cards, self.turn_cap, self.young)
        wilds = self.ladder[self.moko].copies if self.moko_wild and self.moko >= 0 else 0
        made = all_actions(self.ladder, self.special, self.mystery_cards, wilds)
        self.lay_from: i64 = made.lay_from
        self.play_from: vec[i64] = vec[i64](made.play_from)
        self.wild_from: vec[i64] = vec[i64](made.wild_from)
        # For each action: which kind, how many, with how many Mokos.
        plays = [action if isinstance(action, Play) else None for action in made.actions]
        self.kind_of: vec[i64] = vec[i64]([self.keys.index(play.card) if play else -1 for play in plays])
        self.count_in: vec[i64] = vec[i64]([play.count if play else 0 for play in plays])
        self.mokos_in: vec[i64] = vec[i64]([play.mokos if play else 0 for play in plays])
        self.set_actions(made.actions)
        needed = seats * (self.mystery_cards + self.table_cards + self.hand_cards) + 1  # SC-G01
        if needed > len(self.whole_deck):
            raise self.deck.wrong(f"{seats} players need at least {needed} cards, the deck has {len(self.whole_deck)}")

    # Set-up

    def new(self, chance: Chance, emit: Emit | None = None) -> StCroixState:
        stock = self.whole_deck.copy()
        chance.shuffle(stock, "deal")
        left: i64 = len(stock)
        players: list[StCroixPlayer] = []
        for _ in range(self.seats):  # SC-03: Mystery Cards, seen by nobody
            mystery: list[int] = stock[left - self.mystery_cards : left]
            left -= self.mystery_cards
            player = StCroixPlayer(mystery)
            player.face_down = first_cards(self.mystery_cards)
            player.mystery_left = self.mystery_cards
            players.append(player)
        for seat, player in enumerate(players):  # SC-04: seven more, of which four become Table Cards
            player.hand_size = self.table_cards + self.hand_cards
            player.hand = bag_of(stock[left - player.hand_size : left])
            left -= player.hand_size
            if tells(emit):
                dealt = events.DEALT_OPEN if self.young else events.DEALT
                emit(dealt(seat=seat, count=player.hand_size, cards=self._names(player.hand)))

        table = StCroixState(players, stock, [])
        table.choosing = self.seats
        table.draw_left = left  # SC-06: the rest is the Draw Pile
        if self.draw_limit > 0:
            self._shorten_pile(table, emit)
        table.turn = self.pick_first(chance)  # SC-07, SC-G25: the table's choice is a random seat
        if emit is not None and wants(emit, events.BEGINS, table.turn):
            emit(events.BEGINS(seat=table.turn))
        return table

    def _shorten_pile(self, table: StCroixState, emit: Emit | None) -> None:
        out: i64 = 0  # SC-G32: as a house rule the Draw Pile is short, so that the game is
        while table.draw_left > self.draw_limit + 1:  # one more starts the Play Pile
            table.draw_left -= 1
            out += cards(table.draw_pile[table.draw_left], 1)
        table.gone += out
        if tells(emit) and out != 0:
            emit(events.PUT_OUT(cards=self._names(out), left=table.draw_left))

    def _start_pile(self, table: StCroixState, emit: Emit | None) -> None:
        """SC-06: when everybody has chosen, the top card of the Draw Pile starts the Play Pile."""
        while table.draw_left > 0 and len(table.pile) == 0:
            table.draw_left -= 1
            self._turn_up(table, table.draw_pile[table.draw_left], emit)

    def _turn_up(self, table: StCroixState, starter: i64, emit: Emit | None) -> None:
        removed = starter == self.cannon
        if tells(emit):
            emit(events.TURNED_UP(card=self.keys[starter], removed=removed))
        if removed:  # SC-G05: a Cannon is removed and the next card turned up
            table.gone += cards(starter, 1)
            return
        table.pile.append(starter)
        table.run_kind = starter
        table.run_length = 1
        # SC-G05: anything may follow a Moko or a see-through card; a Lizard counts its value, nothing is reversed.
        table.beat = 0 if self.see_through(starter) else self.beat_after[starter]

    def wild_kind(self) -> i64:
        """The kind that stands in for ordinary cards (SC-G09)."""
        return self.moko if self.moko_wild else NO_KIND

    def see_through(self, kind: i64) -> bool:
        """Does the card beneath this kind still count?"""
        return kind == self.glass or (self.lizard_on_any and kind == self.lizard)

    def _put_on_table(self, table: StCroixState, seat: i64, kind: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        player.hand -= cards(kind, 1)
        player.hand_size -= 1
        player.table += cards(kind, 1)
        player.table_size += 1
        if tells(emit):
            laid = events.LAID_OPEN if self.young else events.LAID
            emit(laid(seat=seat, left=self.table_cards - player.table_size, card=self.keys[kind]))
        if player.table_size == self.table_cards:
            table.choosing -= 1
            if table.choosing == 0:
                if tells(emit):  # SC-G24: revealed together
                    for owner, each_player in enumerate(table.players):
                        emit(events.SHOWED(seat=owner, cards=self._names(each_player.table)))
                self._start_pile(table, emit)

    # A turn

    def actor(self, table: StCroixState) -> i64:
        if table.over:
            return NOBODY
        if table.choosing > 0:
            seat: i64 = 0
            while table.players[seat].table_size == self.table_cards:
                seat += 1
            return seat
        return table.turn

    def to_act(self, table: StCroixState) -> tuple[int, ...]:
        if table.choosing > 0:  # SC-G24: everybody chooses at the same time
            return tuple([seat for seat in range(self.seats) if table.players[seat].table_size < self.table_cards])
        return super().to_act(table)

    def list_legal(self, table: StCroixState, seat: i64, out: Moves) -> None:
        player = table.players[seat]
        if table.choosing > 0:
            if player.table_size < self.table_cards:
                out.add_kinds(player.hand, self.lay_from)
        elif seat == table.turn and not table.over:
            if player.hand_size > 0:
                self._list_plays(table, player, player.hand, True, out)
            elif player.table_size > 0:  # SC-15, SC-16: only with an empty hand; SC-G19: one at a time
                self._list_plays(table, player, player.table, self.table_sets, out)
            else:  # SC-17, SC-G20; SC-G17: no taking the pile instead; SC-G18: any place
                out.add_set(player.face_down, FLIP)

    def _list_plays(self, table: StCroixState, player: StCroixPlayer, bag: i64, sets: bool, out: Moves) -> None:
        playable = from_kind(bag, table.beat)  # SC-09
        piled = len(table.pile) > 0
        last_allowed: i64 = 99
        if self.no_special_finish and piled and table.draw_left == 0:  # SC-G22
            last_allowed = player.cards_left() - 1
            if last_allowed == 0 and self._special_only(playable):
                playable = 0
        if piled and (not self.young or playable == 0):  # SC-10, SC-G15: with no pile there is nothing to take
            out.add(PICK_UP)
        most: i64 = MAX_COPIES if sets else 1
        if last_allowed < most:
            self._list_before_last(playable, most, last_allowed, out)
        else:
            out.add_sets(playable, self.play_from, most)  # SC-08: one card or a set of equal cards
        if self.moko_wild and sets and self.moko >= 0:
            self._list_wild_plays(table.beat, playable, last_allowed, out)

    def _list_before_last(self, playable: i64, most: i64, last_allowed: i64, out: Moves) -> None:
        """The same where special cards may not be a player's last ones (SC-G22)."""
        for kind in kinds_in(playable):
            largest = min(count_of(playable, kind), most)
            if has(self.special, kind):
                largest = min(largest, last_allowed)
            out.add_run(self.play_from[kind], largest)

    def _list_wild_plays(self, beat: i64, playable: i64, last_allowed: i64, out: Moves) -> None:
        """Sets of ordinary cards completed by Mokos (SC-G09)."""
        mokos = count_of(playable, self.moko)
        largest: i64 = FOUR if last_allowed > FOUR else last_allowed
        kind: i64 = beat
        while kind < len(self.ladder):
            if not has(self.special, kind):
                count: i64 = 1
                while count <= count_of(playable, kind) and count < largest:
                    wild: i64 = 1
                    while wild <= mokos and count + wild <= largest:
                        out.add(self.wild_from[kind * MAX_COPIES + count - 1] + wild - 1)
                        wild += 1
                    count += 1
            kind += 1

    def _special_only(self, bag: i64) -> bool:
        return minus(set_of(kinds_in(bag)), self.special) == 0

    def perform(self, table: StCroixState, seat: i64, action: i64, chance: Chance, emit: Emit | None) -> None:
        if table.choosing > 0:
            self._put_on_table(table, seat, action - self.lay_from, emit)
        elif action == PICK_UP:
            self._pick_up(table, seat, emit)
        elif action <= self.mystery_cards:
            self._flip(table, seat, action - FLIP, emit)
        else:
            self._play(table, seat, self.kind_of[action], self.count_in[action], self.mokos_in[action], emit)

    def _play(self, table: StCroixState, seat: i64, kind: i64, count: i64, mokos: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        played = cards(kind, count)
        if mokos > 0:
            played += cards(self.moko, mokos)
        if tells(emit):
            source = "hand" if player.hand_size > 0 else "table"
            emit(events.PLAYED(seat=seat, cards=self._names(played), source=source))
        if player.hand_size > 0:
            player.hand -= played
            player.hand_size -= count + mokos
            if player.known != 0:
                player.known = fewer(player.known, kind, count)
                if mokos > 0:
                    player.known = fewer(player.known, self.moko, mokos)
        else:
            player.table -= played
            player.table_size -= count + mokos
        self._lands(table, seat, kind, count, mokos, emit)

    def _flip(self, table: StCroixState, seat: i64, place: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        kind: i64 = player.mystery[place]
        last = player.mystery_left == 1
        barred = self.no_special_finish and last and len(table.pile) > 0 and has(self.special, kind)  # SC-G22
        fits = kind >= table.beat and not barred
        player.face_down = without_card(player.face_down, place)
        player.mystery_left -= 1
        if emit is not None and wants(emit, events.FLIPPED, seat, 1 if fits else 0):
            emit(events.FLIPPED(seat=seat, place=place + 1, card=self.keys[kind], fits=fits, barred=barred))
        if fits:  # SC-18, SC-G21: it counts like any other play
            self._lands(table, seat, kind, 1, 0, emit)
        else:  # SC-18: the pile is taken, the flipped card with it
            table.pile.append(kind)
            self._pick_up(table, seat, emit)

    def _pick_up(self, table: StCroixState, seat: i64, emit: Emit | None) -> None:
        player = table.players[seat]
        taken = bag_of(table.pile)
        if emit is not None and wants(emit, events.TOOK, seat):
            emit(events.TOOK(seat=seat, cards=self._names(taken)))
        player.hand += taken  # SC-10, SC-19
        player.known += taken
        player.hand_size += len(table.pile)
        self._new_pile(table)
        self._pass_turn(table, seat, emit)  # SC-11, SC-12

    def _new_pile(self, table: StCroixState) -> None:
        table.pile = []
        table.beat = 0
        table.run_kind = -1
        table.run_length = 0

    def _refill(self, table: StCroixState, player: StCroixPlayer, seat: i64, emit: Emit | None) -> None:
        drawn: i64 = 0
        while player.hand_size < self.hand_cards and table.draw_left > 0:  # SC-13, SC-14, SC-G29
            table.draw_left -= 1
            drawn += cards(table.draw_pile[table.draw_left], 1)
            player.hand_size += 1
        if drawn != 0:
            player.hand += drawn
            if tells(emit):
                names = self._names(drawn)
                emit((events.DREW_OPEN if self.young else events.DREW)(seat=seat, count=len(names), cards=names))

    def _pass_turn(self, table: StCroixState, seat: i64, emit: Emit | None) -> None:
        seats: i64 = self.seats
        table.turns += 1
        following = seat
        while True:
            following += table.step
            if following == seats:
                following = 0
            elif following < 0:
                following = seats - 1
            if table.players[following].place == 0:
                break
        table.turn = following
        if table.turns >= self.turn_cap:  # SC-G28
            self._end(table, events.OUT_OF_TURNS, emit)
        elif tells(emit):
            events.warn(self.turn_cap - table.turns, emit)

    # Special cards

    def _lands(self, table: StCroixState, seat: i64, kind: i64, count: i64, mokos: i64, emit: Emit | None) -> None:
        """What a play does once it lies on the Play Pile."""
        laid = count + mokos
        pile = table.pile
        for _ in range(mokos):
            pile.append(self.moko)
        for _ in range(count):
            pile.append(kind)
        if self.moko_wild or self.no_break != NO_KIND:
            table.find_run(self.wild_kind(), self.special, self.no_break)
        elif kind == table.run_kind:
            table.run_length += laid
        else:  # SC-G11: anything else in between, Sea Glass too, breaks a run
            table.run_kind = kind
            table.run_length = laid
        if not self.see_through(kind):  # SC-24, SC-G04: the card beneath Sea Glass still counts
            table.beat = self.beat_after[kind]
        if kind == self.lizard and (not self.lizards_each or count % 2 == 1):  # SC-25, SC-G07: once per play
            table.step = -table.step
            if emit is not None and wants(emit, events.REVERSED, seat):
                way, alone = "left" if table.step == 1 else "right", self.seats - table.finished == 2
                turned = events.PLAYS_AGAIN if alone and self.lizard_skips else events.REVERSED
                emit(turned(seat=seat, direction=way, alone=alone))

        fours = table.run_length if self.four_across_turns else laid  # SC-G10
        again = kind == self.cannon or fours >= FOUR
        if again:  # SC-22, SC-23, SC-G26: the pile leaves the game
            if emit is not None and wants(emit, events.CLEARED, seat, 1 if kind == self.cannon else 0):
                why = "cannon" if kind == self.cannon else "four of a kind"
                emit(events.CLEARED(seat=seat, count=len(pile), why=why))
            table.gone += bag_of(pile)
            self._new_pile(table)
        elif kind == self.lizard and self.lizard_skips and self.seats - table.finished == 2:  # SC-G06
            again = True

        player = table.players[seat]
        self._refill(table, player, seat, emit)  # SC-G13: also before a bonus play
        if player.hand_size == 0 and player.table_size == 0 and player.mystery_left == 0:
            self._out_of_cards(table, seat, emit)
        elif not again:  # SC-G27: a reversal only shows when the turn passes
            self._pass_turn(table, seat, emit)

    # The end

    def _out_of_cards(self, table: StCroixState, seat: i64, emit: Emit | None) -> None:
        table.finished += 1
        table.players[seat].place = table.finished
        if tells(emit):
            finished = events.FINISHED_PLACE if self.play_for_places else events.FINISHED
            emit(finished(seat=seat, place=table.finished))
        if not self.play_for_places:  # SC-20, SC-G14, SC-G22, SC-G23
            self._end(table, events.FIRST_OUT, emit)
        elif table.finished == self.seats - 1:
            self._end(table, events.PLACES, emit)
        else:
            self._pass_turn(table, seat, emit)

    def _end(self, table: StCroixState, ending: Ending, emit: Emit | None) -> None:
        table.over = True
        if tells(emit):
            emit(events.ENDED(reason=ending.sentence))

    def outcome(self, table: StCroixState) -> Outcome | None:
        if not table.over:
            return None
        left: list[int] = [player.cards_left() for player in table.players]
        scores = tuple([-cards_left for cards_left in left])
        if self.play_for_places:
            # Places first, in order; then those left after the turn limit, fewest cards first.
            order: list[int] = [
                player.place if player.place > 0 else self.seats + player.cards_left() for player in table.players
            ]
            ending = events.OUT_OF_TURNS if table.finished < self.seats - 1 else events.PLACES
            return Outcome(tuple([1 + sum([other < mine for other in order]) for mine in order]), scores, ending)
        fewest = min(left)
        winners = sum([cards_left == fewest for cards_left in left])
        ranks = tuple([1 if cards_left == fewest else winners + 1 for cards_left in left])
        return Outcome(ranks, scores, events.FIRST_OUT if table.finished > 0 else events.OUT_OF_TURNS)

    def longest(self) -> int:
        # A turn is at most one play per card of the deck, and the turn cap bounds the turns.
        return self.seats * self.table_cards + self.turn_cap * (len(self.whole_deck) + 1)

    def _names(self, bag: i64) -> list[str]:
        return [self.keys[kind] for kind in list_of(bag)]
