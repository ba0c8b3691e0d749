"""What a sensible Match Me player likes, in short: ask for what is nearly complete, where it was last heard of.

The player in bot.py remembers more (its notebook is made from a view); this is the quick version for search.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.bags import count_set, only
from parlour.core.game import Moves
from parlour.core.policy import Policy
from parlour.games.match_me.box import GO_OUT, STOP, TAKE_FROM
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.state import ASKS, DRAWS, Player, Table

RECENT: Final = 40
"""How many things a player remembers that everybody witnessed."""
SURE: Final = 20.0
HOLDS: Final = 1.5
NONE_LEFT: Final = -3.0


@final
class MatchPolicy(Policy[Table]):
    """Rates actions by the own hand, the discards, and who asked whom for what."""

    def __init__(self, game: MatchMe) -> None:
        self.game = game
        self.heard: vec[float] = vec[float]([0.0] * (game.seats * len(game.categories)))

    def rate(self, state: Table, seat: i64, moves: Moves) -> None:
        game = self.game
        me = state.players[seat]
        listened = False
        i: i64 = 0
        while i < moves.count:
            action = moves.ids[i]
            if action == STOP:
                rating = 0.0
            elif action == GO_OUT:
                rating = SURE
            elif action < game.ask_from:
                rating = self._take(state, me.hand, action - TAKE_FROM + 1)
            elif action < game.lay_from:
                if not listened:
                    self._listen(state)
                    listened = True
                rating = self._ask(state, me, action - game.ask_from)
            elif action < game.discard_from:
                rating = SURE
            else:
                # Part with the loneliest card.
                group = game.group[game.category_of[action - game.discard_from]]
                rating = -3.0 * float(count_set(me.hand & group)) / float(count_set(group))
            moves.ratings[i] = rating
            i += 1

    def _listen(self, table: Table) -> None:
        """Who asked for a category holds it, who was asked has none left, until a card is drawn."""
        heard, kinds = self.heard, self.game.kinds
        i: i64 = 0
        while i < len(heard):
            heard[i] = 0.0
            i += 1
        drew: i64 = 0
        note = table.last
        for _ in range(RECENT):
            if note is None:
                return
            if note.kind == ASKS:
                asker = note.seat * kinds + note.what
                asked = note.other * kinds + note.what
                if heard[asker] == 0.0:
                    heard[asker] = HOLDS
                if heard[asked] == 0.0:
                    heard[asked] = NONE_LEFT if drew & only(note.other) == 0 else -0.5
            elif note.kind == DRAWS:
                drew |= only(note.seat)
            note = note.before

    def _ask(self, table: Table, me: Player, which: i64) -> float:
        """The nearer the group is to being complete, and the more cards the other holds, the better."""
        game = self.game
        other = which // game.kinds
        group = game.group[which % game.kinds]
        missing = group & ~me.hand
        if missing == 0:
            # Only a way to reach the laying step: good if it empties the hand.
            return SURE if table.step == 0 and me.hand == group else -2.0
        held: i64 = table.draw_left + 1
        for player in table.players:
            held += player.hand_size
        likely = float(table.players[other].hand_size) / float(held - me.hand_size)
        done = 1.0 - float(count_set(missing)) / float(count_set(group))
        return 0.2 + self.heard[which] * (1.0 + done) + float(count_set(missing)) * likely * (1.0 + done)

    def _take(self, table: Table, hand: i64, count: i64) -> float:
        """Groups the cards complete or bring on, less the burden of the others."""
        game = self.game
        after = hand
        size: i64 = len(table.discards)
        place = size - count
        while place < size:
            after |= only(table.discards[place])
            place += 1
        rating = -0.35 * float(count)
        kind: i64 = 0
        while kind < game.kinds:
            group = game.group[kind]
            gained = count_set(after & group) - count_set(hand & group)
            if gained > 0:
                if hand & group != 0:
                    rating += 0.6 * float(gained)
                if after & group == group:
                    rating += 4.0
            kind += 1
        return rating
