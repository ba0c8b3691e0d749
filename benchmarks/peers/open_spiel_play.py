"""OpenSpiel at the same work as Parlour: random play, playouts and search. Prints one JSON object.

Runs in a separate environment that run.py makes. A decision is an action of a player; chance nodes take time but are
not counted. Time is the CPU time of this process.
"""

import argparse
import json
import random
import time
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel

GAMES = {
    "crazy_eights": "crazy_eights(players=4)",
    "go_fish": "go_fish(players=4)",
    "hearts": "hearts",
}
SEARCHED = {
    "hearts": ("hearts", 12, 40),
    "oh_hell": ("oh_hell(players=4)", 4, 20),
    "euchre": ("euchre", 5, 20),
    "gin_rummy": ("gin_rummy", 2, 40),
}
"""Card games for which it can imagine worlds, and between which decisions the search is asked.

In hearts the twelve cards are passed first: 2.0.2 crashed when it was to search four or eight passes in.
"""
ROLLOUTS = 200  # of the evaluator in one call
SIMULATIONS = 500  # of IS-MCTS in one move


def decisions_in(states: list[Any]) -> int:
    """The players' actions in finished games."""
    return sum(step.player >= 0 for state in states for step in state.full_history())


def play_as_documented(game: Any) -> Any:
    """The loop of OpenSpiel's own example.py without its printing."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action_list, prob_list = zip(*outcomes, strict=True)
            action = np.random.choice(action_list, p=prob_list)
            state.apply_action(action)
        else:
            action = random.choice(state.legal_actions(state.current_player()))
            state.apply_action(action)
    return state


def play_quickest(game: Any) -> Any:
    """A Python loop with the fewest calls, for games whose chance outcomes are all equally likely."""
    state = game.new_initial_state()
    legal, apply, rand = state.legal_actions, state.apply_action, random.random
    while actions := legal():  # at a chance node these are the outcomes, at the end there are none
        apply(actions[int(rand() * len(actions))])
    return state


def play_quickest_weighted(game: Any) -> Any:
    """The same for games whose chance outcomes are not equally likely."""
    state = game.new_initial_state()
    legal, apply, rand, actor = state.legal_actions, state.apply_action, random.random, state.current_player
    while (seat := actor()) != pyspiel.PlayerId.TERMINAL:
        if seat >= 0:
            actions = legal()
            apply(actions[int(rand() * len(actions))])
        else:
            left = rand()
            for outcome, share in state.chance_outcomes():
                chosen = outcome
                left -= share
                if left < 0:
                    break
            apply(chosen)
    return state


def chance_is_even(game: Any) -> bool:
    """Are the outcomes of every chance node equally likely, as far as twenty games show?"""
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node() and len({round(share, 9) for _, share in state.chance_outcomes()}) > 1:
                return False
            state.apply_action(random.choice(state.legal_actions()))
    return True


def dealt(game: Any) -> Any:
    """A game just after its deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, shares)[0])
    return state


def rate_of_play(play: Any, game: Any, seconds: float) -> float:
    """Decisions a second of whole games; the counting is not timed."""
    decisions, spent = 0, 0.0
    while spent < seconds:
        started = time.process_time()
        states = [play(game) for _ in range(10)]
        spent += time.process_time() - started
        decisions += decisions_in(states)
    return decisions / spent


def rate_of_bots(game: Any, seconds: float) -> float:
    """Decisions a second of whole games in C++ through evaluate_bots."""
    bots = [pyspiel.make_uniform_random_bot(seat, random.getrandbits(30)) for seat in range(game.num_players())]
    return rate_of_play(lambda game: play_with_bots(game.new_initial_state(), bots), game, seconds)


def play_with_bots(state: Any, bots: list[Any]) -> Any:
    """One game inside OpenSpiel, from the given state to its end."""
    pyspiel.evaluate_bots(state, bots, random.getrandbits(30))
    return state


def rate_of_rollouts(game: Any, seconds: float) -> float:
    """Decisions a second of the C++ random-rollout evaluator, from just after the deal.

    Python reaches the evaluator through a search with one simulation only. It does not say how many decisions it
    made: that is the mean length of games played by evaluate_bots from the same states, not timed.
    """
    bots = [pyspiel.make_uniform_random_bot(seat, random.getrandbits(30)) for seat in range(game.num_players())]
    decisions, spent = 0.0, 0.0
    while spent < seconds:
        start = dealt(game)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.getrandbits(30))
        search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, random.getrandbits(30), False)
        started = time.process_time()
        search.mcts_search(start)
        spent += time.process_time() - started
        decisions += ROLLOUTS * decisions_in([play_with_bots(start.clone(), bots) for _ in range(50)]) / 50
    return decisions / spent


def moment(game: Any, decisions: int) -> Any:
    """A game after a number of random decisions, at the next one; a new game if it ends before that."""
    while True:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, shares)[0])
            elif made == decisions:
                return state
            else:
                state.apply_action(random.choice(state.legal_actions()))
                made += 1


def rate_of_search(game: Any, first: int, last: int, seconds: float) -> dict[str, float]:
    """Iterations a second of IS-MCTS with one rollout each, at random moments of random games.

    Also how many decisions random games have from there to their end, which is what an iteration plays.
    """
    bots = [pyspiel.make_uniform_random_bot(seat, random.getrandbits(30)) for seat in range(game.num_players())]
    iterations, spent, lengths = 0, 0.0, []
    while spent < seconds:
        decisions = random.randrange(first, last)
        state = moment(game, decisions)
        lengths.append(decisions_in([play_with_bots(state.clone(), bots)]) - decisions)
        evaluator = pyspiel.RandomRolloutEvaluator(1, random.getrandbits(30))
        bot = pyspiel.ISMCTSBot(random.getrandbits(30), evaluator, 2.0, SIMULATIONS)
        started = time.process_time()
        bot.step(state)
        spent += time.process_time() - started
        iterations += SIMULATIONS
    return {"search": iterations / spent, "imagined": sum(lengths) / len(lengths)}


def main() -> None:
    """Measure every game once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each measurement")
    seconds = parser.parse_args().seconds
    rates: dict[str, dict[str, float]] = {}
    for name, setting in GAMES.items():
        game = pyspiel.load_game(setting)
        quickest = play_quickest if chance_is_even(game) else play_quickest_weighted
        rates[name] = {
            "documented": rate_of_play(play_as_documented, game, seconds),
            "quickest": rate_of_play(quickest, game, seconds),
            "bots": rate_of_bots(game, seconds),
            "rollouts": rate_of_rollouts(game, seconds),
        }
    for name, (setting, first, last) in SEARCHED.items():
        game = pyspiel.load_game(setting)
        rates.setdefault(name, {}).update(rate_of_search(game, first, last, seconds))
    print(json.dumps({"version": version("open_spiel"), "settings": GAMES, "rates": rates}))


if __name__ == "__main__":
    main()
