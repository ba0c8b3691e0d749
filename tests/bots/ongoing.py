"""Matches that are not over, whatever a game's length."""

from parlour.core.game import State, View
from parlour.core.match import Match
from parlour.core.worlds import random_match
from parlour.games import AnyGame


def ongoing_match(game: AnyGame, seed: str, decisions: int) -> Match[State, View]:
    """A match after this many random decisions, or in the middle of one that ended before."""
    match = random_match(game, seed, decisions)
    return match if match.to_act else random_match(game, seed, match.decisions // 2)
