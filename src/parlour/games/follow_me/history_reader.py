"""Completes the history of a position, and checks that it can have led there."""

from parlour.core.bags import common, has, set_of, with_card, without_card
from parlour.core.positions import Reader
from parlour.games.follow_me.history import (
    DREW,
    HIT,
    HOLDS,
    LACKS,
    LOCATION,
    MISSED,
    PASSED,
    PLAYED,
    entry,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    what_of,
)
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import FOLLOWING, LEADING, OVER, FollowMeState


def complete_history(game: FollowMeRules, table: FollowMeState, read: Reader) -> None:
    """Refuse an impossible history; without one, write the little that follows from the position."""
    ending = _ending(game, table)
    if not read.has("story"):
        table.history = [entry(HOLDS, table.turn, LOCATION)] if table.first else ending
        return
    if ending and table.history[-len(ending) :] != ending:
        raise read.wrong("story", "must end with the lead and who can follow it")
    starts = [code for code in table.history if kind_of(code) == HIT or code == entry(HOLDS, table.turn, LOCATION)]
    if table.first and not any(seat_of(code) == table.turn for code in starts):
        raise read.wrong("story", "must say that the first player holds or draws a location")
    _check_order(table, read)
    _check_truth(game, table, read, len(table.history) - len(ending))


def _ending(game: FollowMeRules, table: FollowMeState) -> list[int]:
    """What the table has just seen when a led card waits for others to follow."""
    if table.phase != FOLLOWING:
        return []
    fits = game.of_class[table.named]
    ending: list[int] = [entry(PLAYED, table.turn, table.lead)]
    for seat, player in enumerate(table.players):
        if seat != table.turn:
            ending.append(entry(HOLDS if common(player.hand, fits) else LACKS, seat, table.named))
    return ending


def _check_order(table: FollowMeState, read: Reader) -> None:
    """First the hands as dealt, then the search for a Location, then turns with a draw pile, then turns without."""
    part = 0
    for place, code in enumerate(table.history):
        kind = kind_of(code)
        if kind in (LACKS, HOLDS):
            now = 0 if what_of(code) == LOCATION else 3
        elif kind == PLAYED:
            now = max(part, 2)
        else:
            now = 1 if kind in (MISSED, HIT) else 2
        if now < part:
            raise read.wrong("story", f"has its entry {place + 1} too late")
        part = now
    if part == 3 and table.phase not in (LEADING, FOLLOWING, OVER):
        raise read.wrong("story", "has a lead followed while the draw pile is still in use")


def _check_truth(game: FollowMeRules, table: FollowMeState, read: Reader, settled: int) -> None:
    """Undo the history step by step from the cards as they lie now; entries before `settled` were checked already."""
    hands = [player.hand for player in table.players]
    pile = set_of(table.draw_pile)
    shown = [0] * game.seats  # the cards each seat plays later
    rounds = len(table.passes)
    for place in range(len(table.history) - 1, -1, -1):
        code = table.history[place]
        kind, seat, what = kind_of(code), seat_of(code), what_of(code)
        if kind == PASSED:
            rounds -= 1
            true = _undo_round(hands, table.passes[rounds], step_of(code), game)
        elif kind == PLAYED:
            true = not has(pile, what) and not any(has(hand, what) for hand in hands)
            hands[seat] = with_card(hands[seat], what)
            shown[seat] = with_card(shown[seat], what)
        elif kind == LACKS:
            true = common(hands[seat], game.of_class[what]) == 0
        elif kind == HOLDS:
            asked = shown[seat] if what != LOCATION and place < settled else hands[seat]
            true = common(asked, game.of_class[what]) != 0
        else:
            true = has(hands[seat], what) and (kind == DREW or has(game.locations, what) == (kind == HIT))
            hands[seat] = without_card(hands[seat], what)
            pile = with_card(pile, what)
        if not true:
            raise read.wrong("story", f"cannot be true: its entry {place + 1} does not lead to this position")


def _undo_round(hands: list[int], packed: int, step: int, game: FollowMeRules) -> bool:
    """Undo a round of passing; False if it is impossible."""
    to = [game.neighbour(seat, step) for seat in range(game.seats)]
    cards = [passed_by(packed, seat) for seat in range(game.seats)]
    if not all(has(hands[to[seat]], cards[seat]) for seat in range(game.seats)):
        return False
    for seat in range(game.seats):
        hands[to[seat]] = without_card(hands[to[seat]], cards[seat])
    for seat in range(game.seats):
        hands[seat] = with_card(hands[seat], cards[seat])
    return True
