"""What Parlour's games cost: the same measurements for any game. Time is the CPU time of this process."""

import gc
import random
import statistics
import time
from collections.abc import Callable

from parlour import State, View
from parlour.bots.search import Searcher
from parlour.core.chance import Sampled
from parlour.core.episode import Episode
from parlour.core.game import Moves
from parlour.core.playout import play_out, random_games
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games import AnyGame, find

Numbers = dict[str, float]

GAMES_LOOKED_INTO = 4
POSITIONS = 40  # moments of those games that clone, view and the others are measured on
SIMULATIONS = 100  # iterations of the tree search at one position


def play(game: AnyGame, luck: Sampled) -> int:
    """One random game stepped from Python through the checked interface; returns the number of decisions."""
    state = game.new(luck)
    to_act, legal, apply, rand = game.to_act, game.legal, game.apply, random.random
    decisions = 0
    while waiting := to_act(state):
        seat = waiting[0]
        actions = legal(state, seat)
        apply(state, seat, actions[int(rand() * len(actions))], luck)
        decisions += 1
    return decisions


def play_quickest(game: AnyGame, luck: Sampled) -> int:
    """The same with the fewest calls: an episode answers each action with what is legal next, and checks it too."""
    episode = Episode(game, luck)
    play, rand = episode.play, random.random
    decisions = 0
    actions = episode.legal
    while actions:
        actions = play(actions[int(rand() * len(actions))])
        decisions += 1
    return decisions


def rate_of_steps(step: Callable[[AnyGame, Sampled], int], game: AnyGame, seconds: float) -> tuple[float, float]:
    """Decisions a second of random games, deal included, and decisions in a game.

    Each game is a separate call, as in the peers' loops: Python speeds up functions that are called often.
    """
    luck = Sampled(Rng("benchmark", random.getrandbits(30)))
    decisions, games = 0, 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        decisions += step(game, luck)
        games += 1
    return decisions / (time.process_time() - started), decisions / games


def rate_of_playouts(game: AnyGame, seconds: float) -> float:
    """Decisions a second of random games, deal included, inside compiled code."""
    decisions, batch, spent = 0, 1, 0.0
    while spent < seconds:
        started = time.process_time()
        decisions += random_games(game, batch, random.getrandbits(30))
        took = time.process_time() - started
        spent += took
        if took < seconds / 10:
            batch *= 2
    return decisions / spent


def some_positions(game: AnyGame) -> list[tuple[State, int]]:
    """Moments spread evenly over random games, each with a seat that is to act."""
    found: list[tuple[State, int]] = []
    luck = Sampled(Rng("benchmark positions", game.slug, game.seats))
    rng = Rng("benchmark moves", game.slug, game.seats)
    for _ in range(GAMES_LOOKED_INTO):
        state = game.new(luck)
        while waiting := game.to_act(state):
            found.append((game.clone(state), waiting[0]))
            actions = game.legal(state, waiting[0])
            game.apply(state, waiting[0], actions[rng.below(len(actions))], luck)
    return [found[len(found) * i // POSITIONS] for i in range(POSITIONS)]


def microseconds(call: Callable[[], object], calls: int, seconds: float) -> float:
    """What one of the calls inside `call` takes: the median of many rounds, without the garbage collector.

    A collection falls into some rounds and not into others, and is as long as everything else that lives.
    """
    rounds: list[float] = []
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        while not rounds or sum(rounds) < seconds:
            started = time.process_time()
            call()
            rounds.append(time.process_time() - started)
    finally:
        if collecting:
            gc.enable()
    return statistics.median(rounds) / calls * 1e6


def costs(game: AnyGame, seconds: float) -> Numbers:
    """Microseconds of each operation on one position."""
    positions = some_positions(game)
    views: list[View] = [game.view(state, seat) for state, seat in positions]
    names = [f"Player {seat + 1}" for seat in range(game.seats)]
    rng = Rng("benchmark worlds")
    started = time.process_time()
    for view in views:
        game.determinise(view, rng)
    first = (time.process_time() - started) / POSITIONS * 1e6
    loops: dict[str, Callable[[], object]] = {
        "clone": lambda: [game.clone(state) for state, _ in positions],
        "view": lambda: [game.view(state, seat) for state, seat in positions],
        "determinise": lambda: [game.determinise(view, rng) for view in views],
        "encode": lambda: [game.encode(view) for view in views],
        "scene": lambda: [game.scene(view, names) for view in views],
    }
    return {"first": first} | {name: microseconds(loop, POSITIONS, seconds) for name, loop in loops.items()}


def rate_of_search(game: AnyGame, policy: Policy[State] | None, seconds: float) -> float:
    """Iterations a second of the tree search; without a policy its playouts are random.

    Every position is searched equally often: an early one is played out for much longer than a late one.
    """
    views = [game.view(state, seat) for state, seat in some_positions(game)]
    searcher = Searcher(game, Rng("benchmark search", random.getrandbits(30)), policy)
    rounds, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        for view in views:
            searcher.estimates(view, iterations=SIMULATIONS)
        rounds += 1
    return rounds * len(views) * SIMULATIONS / (time.process_time() - started)


def decisions_imagined(game: AnyGame) -> float:
    """How many decisions random games have from the positions to their end: what an iteration plays."""
    luck, moves = Sampled(Rng("benchmark ends")), Moves(len(game.actions))
    rng = Rng("benchmark play")
    ends = [play_out(game, game.clone(state), rng, luck, moves) for state, _ in some_positions(game)]
    return sum(ends) / len(ends)


def measure(game: AnyGame, seconds: float) -> Numbers:
    """Everything about one game and seat count, once. Each of the costs gets a quarter of the time of a rate."""
    stepped, length = rate_of_steps(play, game, seconds)
    quickest, _ = rate_of_steps(play_quickest, game, seconds)
    return {
        "stepped": stepped,
        "quickest": quickest,
        "length": length,
        "playouts": rate_of_playouts(game, seconds),
        **costs(game, seconds / 4),
        "search": rate_of_search(game, None, seconds),
        "imagined": decisions_imagined(game),
        "thinking": rate_of_search(game, find(game.slug).policy(game), seconds),
    }
