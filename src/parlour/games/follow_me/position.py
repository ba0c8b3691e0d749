"""Completes a Follow Me position, and refuses impossible ones.

    {"turn": 0, "current": "arch-rock", "draw_pile": ["tamarack"], "players": [
        {"hand": ["sea-cave", "sugar-maple"], "observed": ["natural-arch"]}, ...]}

The draw pile is written from bottom to top. Missing entries have their default: cards not mentioned are out of play,
`stage` is "turn" or, without a draw pile, "leading", and `story` is empty: nobody knows anything about a hidden card
(history.py says how to write one).
"""

from parlour.core.bags import common, has, minus, set_of, with_card
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.games.follow_me.history_reader import complete_history
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import (
    AFTER_PLACING,
    FOLLOWING,
    GIVING,
    LEADING,
    NO_CARD,
    OVER,
    PHASES,
    TURN,
    FollowMeState,
)


def complete(game: FollowMeRules, table: FollowMeState, read: Reader) -> None:
    """Complete a position that was read, or refuse it."""
    if not read.has("stage") and not (table.draw_pile or table.first or table.drawn):
        table.phase = LEADING
    if table.current != NO_CARD:
        table.placed = with_card(table.placed, table.current)
    elif table.placed:
        raise read.wrong("placed", "needs a current Location on top")
    _count_cards(game, table, read)
    _check_phase(game, table, read)
    _find_choosing(game, table, read)
    complete_history(game, table, read)


def _count_cards(game: FollowMeRules, table: FollowMeState, read: Reader) -> None:
    """The cards not mentioned are out of play."""
    mentioned = game.schema.census(table)
    for key, count in mentioned.items():
        if count > 1:
            raise BadPosition(f"{game.title}: the card {key!r} lies in two places.")
    table.out_of_play = minus(game.all_cards, set_of([game.keys.index(key) for key in mentioned]))
    if table.current != NO_CARD and not has(game.locations, table.current):
        raise read.wrong("current", "must be a Location")


def _check_phase(game: FollowMeRules, table: FollowMeState, read: Reader) -> None:
    active = table.players[table.turn]
    empty = [seat for seat, player in enumerate(table.players) if player.hand_size == 0]
    if table.phase == FOLLOWING and table.turn in empty:
        empty.remove(table.turn)  # the last card is being led, the turn is not over yet
    if empty and table.phase != OVER:
        raise BadPosition(f"{game.title}: seat {empty[0]} has no cards, so the game is over.")
    if table.phase == LEADING and (table.draw_left or table.first):
        raise read.wrong("stage", "is leading only when the draw pile is empty")
    if table.first:
        if table.phase != TURN or table.current != NO_CARD:
            raise read.wrong("first", "means that no Location has been placed yet")
        if active.hand_size < 2 or common(active.hand, game.locations) == 0:
            raise read.wrong("first", "needs a Location and another card in the hand of the player whose turn it is")
    elif table.phase in (TURN, AFTER_PLACING) and table.current == NO_CARD:
        raise read.wrong("current", "is missing: only the first player finds no Location")
    if table.phase == TURN and not table.draw_left and not table.first and not table.drawn:
        raise read.wrong("stage", "is leading when a turn begins with an empty draw pile")


def _find_choosing(game: FollowMeRules, table: FollowMeState, read: Reader) -> None:
    """The seats that still have to choose a card follow from the stage and the cards chosen."""
    offers = {seat for seat, player in enumerate(table.players) if player.offer != NO_CARD}
    others = [seat for seat in range(game.seats) if seat != table.turn]
    if table.phase == GIVING:
        if table.turn not in offers:
            raise read.wrong("stage", "is giving only when the player whose turn it is has made an offer")
        expected = set(others)
    elif table.phase == FOLLOWING:
        if table.lead == NO_CARD:
            raise read.wrong("lead", "is missing while others follow")
        if not has(game.of_class[table.named], table.lead):
            raise read.wrong("named", "must be a habitat of the led card")
        fits = game.of_class[table.named]
        expected = {seat for seat in others if common(table.players[seat].hand, fits)}
        if any(seat not in expected or not has(fits, table.players[seat].offer) for seat in offers):
            raise read.wrong("players", "hold an offer that does not follow the led card")
    else:
        if offers:
            raise read.wrong("players", "make offers only while giving or following")
        if table.lead != NO_CARD:
            raise read.wrong("lead", "lies in the centre only while others follow")
        return
    table.choosing = set_of(sorted(expected - offers))
    if table.choosing == 0:
        raise read.wrong("stage", f"is over when everybody has chosen, so it cannot be {PHASES[table.phase]}")
