"""A simple sensible Deluxe Memory player: remembers everything, takes the best pair it knows, robs the richest."""

from collections.abc import Sequence

from parlour.core.bags import has, members
from parlour.core.rng import Rng
from parlour.games.deluxe_memory.effects import (
    BOTH_UP,
    END_TURN,
    HIDE_BOTH,
    HIDE_FIRST,
    HIDE_SECOND,
    PAY,
    PLAYER_FROM,
    RED,
    STOP,
    USE_SHIELD,
)
from parlour.games.deluxe_memory.rules import DeluxeMemory
from parlour.games.deluxe_memory.state import RANKS, STAGES, is_thief, keeper, rank_of
from parlour.games.deluxe_memory.view import TableView

# What the effect of a mixed pair is worth to its player, in tokens, roughly.
WORTH = {
    "ace": 3.0,
    "2": 2.0,
    "3": 3.0,
    "4": 2.0,
    "5": 4.0,
    "6": 1.0,
    "7": 4.0,
    "8": 3.0,
    "9": 5.0,
    "10": 6.0,
    "jack": 4.0,
    "queen": 8.0,
    "king": 9.0,
    "joker": 1.0,
}
RICH = 6
"""With fewer tokens than this, none is spent on hiding."""


def choose(game: DeluxeMemory, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    if len(legal) == 1:
        return legal[0]
    stage = STAGES[view.seen.stage]
    if stage == "first":
        return _first(game, view, legal, rng)
    if stage == "second":
        return _second(game, view, legal, rng)
    if stage == "put back":
        return _put_back(view, legal)
    if stage in ("reveal", "swap", "swap with", "look", "reveal some"):
        return _unseen(game, view, legal, rng)
    if stage in ("turn up", "move"):
        return STOP
    if stage == "offer":
        return PAY if view.seen.players[view.seat].tokens > 3 * RICH and _pairs(game, view) else END_TURN
    if stage == "shield":
        return USE_SHIELD
    if stage == "copy":
        return game.effect_from + RANKS.index(_effect_to_copy(view))
    if stage in ("square", "centre", "move to"):
        return legal[rng.below(len(legal))]
    return _player(view, legal, stage)


def _pairs(game: DeluxeMemory, view: TableView) -> list[tuple[float, int, int]]:
    """Pairs the player knows, with their worth."""
    table = view.seen
    places = members(view.known() & table.laid)
    found = []
    for i, one in enumerate(places):
        for two in places[i + 1 :]:
            a, b = table.cards[one], table.cards[two]
            if rank_of(a) == rank_of(b):
                rank = rank_of(a)
                mixed = (a & 1) != (b & 1) or RANKS[rank] == "joker"
                plain = float(game.values[rank])
                found.append((plain if not mixed or game.simplicity else WORTH[RANKS[rank]], one, two))
    return found


def _first(game: DeluxeMemory, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    table = view.seen
    pairs = _pairs(game, view)
    robbed = any(is_thief(pair) and keeper(pair) != view.seat for pair in table.kept)
    if pairs:
        # A thief gets the next match: feed it the least.
        best = min(pairs) if robbed else max(pairs)
        if not robbed or best[0] <= 2.0:
            return game.card_from + best[1]
    return _unseen(game, view, legal, rng)


def _second(game: DeluxeMemory, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    first = view.seen.first
    mates = [(worth, one, two) for worth, one, two in _pairs(game, view) if first in (one, two)]
    if mates:
        _, one, two = max(mates)
        return game.card_from + (two if one == first else one)
    return _unseen(game, view, legal, rng)


def _unseen(game: DeluxeMemory, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """A card the player has not seen, else any."""
    known = view.known()
    cards = [action for action in legal if action >= game.card_from]
    fresh = [action for action in cards if not has(known, action - game.card_from)]
    options = fresh or cards or list(legal)
    return options[rng.below(len(options))]


def _put_back(view: TableView, legal: Sequence[int]) -> int:
    """Hide a card whose mate the player knows, so as to take the pair next time."""
    table = view.seen
    tokens = table.players[view.seat].tokens
    if tokens < RICH:
        return BOTH_UP
    known = [place for place in members(view.known() & table.laid) if place not in (table.first, table.second)]
    ranks = {rank_of(table.cards[place]) for place in known}
    first = rank_of(table.cards[table.first]) in ranks and HIDE_FIRST in legal
    second = rank_of(table.cards[table.second]) in ranks and HIDE_SECOND in legal
    if first and second and HIDE_BOTH in legal:
        return HIDE_BOTH
    return HIDE_FIRST if first else HIDE_SECOND if second else BOTH_UP


def _richest(view: TableView) -> int:
    """The opponent with the most tokens."""
    players = view.seen.players
    others = [seat for seat in range(view.seats) if seat != view.seat and not players[seat].out]
    return max(others, key=lambda seat: (players[seat].tokens, -seat))


def _effect_to_copy(view: TableView) -> str:
    mine = view.seen.players[view.seat].tokens
    gap = view.seen.players[_richest(view)].tokens - mine
    return "jack" if gap >= 14 else "queen"


def _player(view: TableView, legal: Sequence[int], stage: str) -> int:
    """Good things for oneself, bad things for the richest opponent."""
    table = view.seen
    mine = PLAYER_FROM + view.seat
    rich = PLAYER_FROM + _richest(view)
    good = stage in ("gain", "receive") or (stage == "target" and table.effect == RED)
    if stage in ("level", "level with"):
        # Share with the richest when that is a gain; otherwise level two others, if there are two.
        ahead = table.players[view.seat].tokens >= table.players[_richest(view)].tokens
        others = [action for action in legal if action not in (mine, STOP)]
        if ahead:
            return others[-1]
        return rich if rich in legal else mine
    if good and mine in legal:
        return mine
    if rich in legal:
        return rich
    return next((action for action in legal if action != mine), legal[0])
