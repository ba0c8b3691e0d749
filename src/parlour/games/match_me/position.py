"""Completes a Match Me position, and refuses impossible ones.

    {"turn": 0, "discard_pile": ["arch-rock"], "draw_pile": [], "players": [
        {"hand": ["barred-owl", "bald-eagle"], "groups": ["insects"]}, ...]}

Piles are written from bottom to top. Without a draw pile, all cards not mentioned form it in the order of the
deck; with one, they are set aside. `history` says what everybody witnessed since the hands were as given
there; without it, nobody has witnessed anything yet.
"""

from collections import Counter
from collections.abc import Mapping

from parlour.core.bags import members, set_of
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.games.match_me.history import Start, cards_taken
from parlour.games.match_me.history_reader import follow_history
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import ADD, ASK_AGAIN, PLAYING, WENT_OUT, MatchMeState


def complete(game: MatchMeRules, table: MatchMeState, read: Reader) -> None:
    """Complete a position that was read, or refuse it."""
    _count_cards(game, table, read)
    _check_turn(game, table)
    if read.has("history"):
        _check_start(game, table)
        follow_history(game, table, read)
    else:
        hands = [part.among(game.keys).cards("hand") for part in read.parts("players", game.seats)]
        laid: list[int] = [player.laid for player in table.players]
        table.start = Start([len(hand) for hand in hands], table.discards.copy(), laid)
        table.piles[0] += [card for hand in reversed(hands) for card in reversed(hand)]


def _count_cards(game: MatchMeRules, table: MatchMeState, read: Reader) -> None:
    """Each card lies in one place; those not mentioned are the draw pile or set aside."""
    mentioned = game.schema.census(table)
    _all_different(game, mentioned)
    rest = [card for card, key in enumerate(game.keys) if key not in mentioned]
    if read.has("draw_pile"):
        table.out = set_of(rest)
    else:
        table.piles[-1] = rest + table.piles[-1]
        table.draw_left = len(rest)


def _check_start(game: MatchMeRules, table: MatchMeState) -> None:
    """When the history began, too, each card lay in one place."""
    start = table.start
    cards = start.discards + cards_taken(table.piles, table.draw_left)[: sum(start.hand_sizes)]
    cards += [card for laid in start.laid for kind in members(laid) for card in game.cards_in[kind]]
    _all_different(game, Counter(game.keys[card] for card in cards))


def _all_different(game: MatchMeRules, mentioned: Mapping[str, int]) -> None:
    for key, count in mentioned.items():
        if count > 1:
            raise BadPosition(f"{game.title}: the card {key!r} is in two places.")


def _check_turn(game: MatchMeRules, table: MatchMeState) -> None:
    table.asked = table.asked or table.phase == ASK_AGAIN
    mover = table.players[table.turn]
    if table.ended == WENT_OUT and mover.hand_size > 0:
        raise BadPosition(f"{game.title}: seat {table.turn} still has cards and has not gone out.")
    if table.ended != PLAYING:
        return
    if table.phase == ADD and (table.asked or not table.discards):
        raise BadPosition(f"{game.title}: at the start of a turn nobody has asked and the discard pile is never empty.")
    if table.phase != ADD and mover.hand_size == 0:
        raise BadPosition(f"{game.title}: seat {table.turn} has nothing to discard.")
    if 0 < game.stale_turns <= table.idle or 0 < game.turn_limit <= table.turns:
        raise BadPosition(f"{game.title}: by its turns this game is over.")
