"""What a sharp Deluxe Memory player does better: it pays to keep cards secret, and learns what its rivals know."""

from typing import Final, final

from mypy_extensions import i64

from parlour.core.bags import common, has, minus
from parlour.core.game import Moves
from parlour.games.deluxe_memory.actions import HIDE_BOTH, HIDE_FIRST, HIDE_SECOND
from parlour.games.deluxe_memory.phases import FIRST, SECOND
from parlour.games.deluxe_memory.policy import MemoryPolicy
from parlour.games.deluxe_memory.state import MemoryState

SECRET: Final = 0.5  # hiding a card that a rival has not seen
IN_VAIN: Final = -1.5  # hiding a card that all rivals have seen
LAST_TOKEN: Final = -5.0  # paying with it: a player without tokens is out, or can hide nothing more
FOLLOWS: Final = 0.1  # an unseen card that a rival has seen: better than one that nobody has


@final
class SharpMemoryPolicy(MemoryPolicy):
    """Rates as the rule of thumb does, except where it looks first and what it leaves face up."""

    def rate(self, state: MemoryState, seat: i64, moves: Moves) -> None:
        super().rate(state, seat, moves)
        if state.phase not in (FIRST, SECOND):
            return
        theirs = minus(self._seen_by_rivals(state, seat, False), state.players[seat].known)
        i: i64 = 0
        while i < moves.count:
            if has(theirs, moves.ids[i] - self.game.card_from):
                moves.ratings[i] += FOLLOWS
            i += 1

    def _seen_by_rivals(self, table: MemoryState, seat: i64, by_all: bool) -> i64:
        """The places whose card some rival has seen, or all of them."""
        found = table.laid if by_all else 0
        other: i64 = 0
        for player in table.players:
            if other != seat and player.out == 0:
                found = common(found, player.known) if by_all else found | player.known
            other += 1
        return found

    def _put_back(self, table: MemoryState, seat: i64, action: i64) -> float:
        """Hide what a rival has not seen, as long as a token is left."""
        open_secrets = self._seen_by_rivals(table, seat, True)
        rating = 0.0
        tokens = table.players[seat].tokens
        if action in (HIDE_FIRST, HIDE_BOTH):
            rating += IN_VAIN if has(open_secrets, table.first) else SECRET
            tokens -= 1
        if action in (HIDE_SECOND, HIDE_BOTH):
            rating += IN_VAIN if has(open_secrets, table.second) else SECRET
            tokens -= 1
        return rating if tokens > 0 else rating + LAST_TOKEN
