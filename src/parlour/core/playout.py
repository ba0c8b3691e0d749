"""Whole games inside compiled code, for studies and search."""

from typing import TypeVar

from mypy_extensions import i64

from parlour.core.chance import Chance, Sampled
from parlour.core.game import NOBODY, Game, Moves, State, View
from parlour.core.policy import Policy, favourite
from parlour.core.rng import Rng

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def play_out(game: Game[S, V], state: S, rng: Rng, chance: Chance, moves: Moves) -> i64:
    """Play a game to its end with uniformly random actions; returns the number of decisions."""
    decisions: i64 = 0
    while True:
        seat = game.actor(state)
        if seat == NOBODY:
            return decisions
        moves.count = 0
        game.list_legal(state, seat, moves)
        game.perform(state, seat, moves.ids[rng.below(moves.count)], chance, None)
        decisions += 1


def play_on(game: Game[S, V], policy: Policy[S], state: S, slips: float, rng: Rng, chance: Chance, moves: Moves) -> i64:
    """Play a game to its end by a policy with a share of random moves; returns the number of decisions."""
    decisions: i64 = 0
    longest: i64 = game.longest()
    while True:
        seat = game.actor(state)
        if seat == NOBODY:
            return decisions
        moves.count = 0
        game.list_legal(state, seat, moves)
        if moves.count == 0 or decisions > longest:
            # Only an impossible world gets here: a clear failure is better than an endless game.
            raise ValueError(f"{game.slug}: seat {seat} has no move or the game has no end in an imagined world")
        action = moves.ids[0]
        if moves.count > 1:
            if rng.chance(slips):
                action = moves.ids[rng.below(moves.count)]
            else:
                policy.rate(state, seat, moves)
                action = favourite(moves, rng)
        game.perform(state, seat, action, chance, None)
        decisions += 1


def random_games(game: Game[S, V], count: i64, seed: int | str) -> i64:
    """Deal and play `games` games with random actions; returns the number of decisions."""
    rng = Rng("random games", seed)
    chance = Sampled(Rng("random games' luck", seed))
    moves = Moves(len(game.actions))
    decisions: i64 = 0
    for _ in range(count):
        decisions += play_out(game, game.new(chance), rng, chance, moves)
    return decisions
