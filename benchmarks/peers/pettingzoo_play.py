"""PettingZoo's classic card environments: the environment, and the RLCard game underneath it. Prints one JSON object.

Runs in a separate environment that envs.py makes. A decision is a call of `step` with an action. Both loops look at
every decision's observation and pick a random legal action. Time is the CPU time of this process.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

import rlcard

GAMES = {"leduc_holdem": ("leduc_holdem_v4", "leduc-holdem"), "texas_holdem": ("texas_holdem_v4", "limit-holdem")}


def through_pettingzoo(env: Any) -> int:
    """The loop of PettingZoo's documentation, with a quicker way to draw from the mask."""
    env.reset()
    decisions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(int(legal[int(random.random() * len(legal))]))
        decisions += 1
    return decisions


def underneath(env: Any) -> int:
    """RLCard's own environment, which encodes every observation too."""
    state, _ = env.reset()
    decisions = 0
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(random.random() * len(legal))])
        decisions += 1
    return decisions


def rate(play: Callable[[Any], int], env: Any, seconds: float) -> float:
    """Decisions a second."""
    decisions, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        decisions += play(env)
    return decisions / (time.process_time() - started)


def main() -> None:
    """Measure once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each measurement")
    seconds = parser.parse_args().seconds
    rates = {}
    for name, (module, below) in GAMES.items():
        env = import_module(f"pettingzoo.classic.{module}").env()
        rates[name] = {
            "env": rate(through_pettingzoo, env, seconds),
            "raw": rate(underneath, rlcard.make(below), seconds),
        }
    print(json.dumps({"version": f"{version('pettingzoo')} on rlcard {version('rlcard')}", "rates": rates}))


if __name__ == "__main__":
    main()
