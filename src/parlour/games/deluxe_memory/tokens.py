"""Gaining and losing tokens, and the pairs kept in front of players: shields and thieves.

The marks (DM-21) are the ids of rules.md.
"""

from mypy_extensions import i64

from parlour.core.events import Emit, tells
from parlour.games.deluxe_memory.events import GAINED, GAVE, KEPT, LEVELLED, LOST, SHIELD_PAID, SHIELDED
from parlour.games.deluxe_memory.packed import NONE, RANKS, black, is_thief, keeper, kept_pair, kept_rank, red
from parlour.games.deluxe_memory.phases import JACK, SHIELD
from parlour.games.deluxe_memory.state import MemoryState

# Kept pairs


def keep_pair(table: MemoryState, thief: bool, emit: Emit | None) -> None:
    """DM-21, DM-22: the pair stays in front of the player; DM-G31: a King pair may do so too."""
    table.discard = table.discard[:-2]
    pair: int = kept_pair(table.doer, table.rank, thief)
    table.kept = [*table.kept, pair]
    if emit is not None:
        emit(KEPT(seat=table.doer, rank=RANKS[table.rank], role="thief" if thief else "shield"))


def drop_pair(table: MemoryState, index: i64) -> i64:
    """A kept pair goes to the discard pile; returns it."""
    kept = table.kept.copy()
    pair: i64 = kept.pop(index)
    table.kept = kept
    table.discard = [*table.discard, black(kept_rank(pair)), red(kept_rank(pair))]
    return pair


def find_shield(table: MemoryState, seat: i64) -> i64:
    """The place of the seat's oldest shield among the kept pairs, NONE if it has none."""
    index: i64 = 0
    for pair in table.kept:
        if keeper(pair) == seat and not is_thief(pair):
            return index
        index += 1
    return NONE


def use_shield(table: MemoryState, emit: Emit | None) -> None:
    """DM-21, DM-G24: the pair is discarded, and nothing moves at all."""
    pair = drop_pair(table, find_shield(table, table.victim))
    if emit is not None:
        emit(SHIELDED(seat=table.doer, player=table.victim, rank=RANKS[kept_rank(pair)]))


def pay_with_shield(table: MemoryState, emit: Emit | None) -> None:
    """DM-G23, as a house rule: the shield is discarded in place of the price of a turn."""
    pair = drop_pair(table, find_shield(table, table.turn))
    if emit is not None:
        emit(SHIELD_PAID(seat=table.turn, player=table.turn, rank=RANKS[kept_rank(pair)]))


# Gains and losses


def gain(table: MemoryState, seat: i64, tokens: i64, finite_bank: bool, emit: Emit | None) -> None:
    """Tokens from the Bank, which never runs dry (DM-G08) unless the option says so."""
    if finite_bank and tokens > table.bank:
        tokens = table.bank
    table.players[seat].tokens += tokens
    table.bank -= tokens
    if tells(emit):
        emit(GAINED(seat=table.doer, player=seat, tokens=tokens))


def lose(table: MemoryState, seat: i64, tokens: i64, receiver: i64, ask: bool, emit: Emit | None) -> bool:
    """A loss imposed by an effect: no more than the player has (DM-G07), and a shield stops it (DM-21, DM-G23).

    Returns whether the loss is settled: with `ask`, the owner of a shield is asked first.
    """
    held = table.players[seat].tokens
    table.victim = seat
    table.amount = tokens if tokens < held else held
    table.receiver = receiver
    # DM-29: where there is nothing to lose, no shield is used up.
    if table.amount == 0 or find_shield(table, seat) == NONE:
        pay_loss(table, emit)
    elif ask:
        table.phase = SHIELD
        return False
    else:
        use_shield(table, emit)
    return True


def level(table: MemoryState, one: i64, two: i64, ask: bool, emit: Emit | None) -> bool:
    """DM-23: both end up with half, rounded down, and an odd token goes to the Bank. Returns like `lose`."""
    if table.players[one].tokens < table.players[two].tokens:
        one, two = two, one
    higher = table.players[one].tokens
    return lose(table, one, higher - (higher + table.players[two].tokens) // 2, two, ask, emit)


def pay_loss(table: MemoryState, emit: Emit | None) -> None:
    """The victim loses the amount, to the receiver or to the Bank."""
    loser = table.players[table.victim]
    odd: i64 = 0
    if table.effect == JACK:
        lower = table.players[table.receiver]
        odd = (loser.tokens + lower.tokens) % 2
        lower.tokens += table.amount - odd
        table.bank += odd
    elif table.receiver != NONE:
        table.players[table.receiver].tokens += table.amount
    else:
        table.bank += table.amount
    loser.tokens -= table.amount
    if emit is None:
        return
    if table.effect == JACK:
        passed = table.amount - odd
        both = {"player": table.victim, "with": table.receiver}
        emit(LEVELLED(seat=table.doer, tokens=loser.tokens, odd=odd, passed=passed, **both))
    elif table.receiver != NONE:
        emit(GAVE(seat=table.doer, player=table.victim, to=table.receiver, tokens=table.amount))
    else:
        emit(LOST(seat=table.doer, player=table.victim, tokens=table.amount))
