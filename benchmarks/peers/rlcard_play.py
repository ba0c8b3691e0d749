"""RLCard's UNO at the same work as Parlour: random play. Prints one JSON object.

Runs in a separate environment that run.py makes. A decision is a call of `env.step`, which `env.timestep` counts. Time
is the CPU time of this process. UNO has two players whatever the configuration asks for.
"""

import argparse
import json
import random
import time
from importlib.metadata import version
from typing import Any

import rlcard
from rlcard.agents import RandomAgent


def rate_of_run(env: Any, seconds: float) -> float:
    """Decisions a second of `env.run` with RLCard's own random agents."""
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    env.timestep = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        env.run(is_training=True)
    return float(env.timestep / (time.process_time() - started))


def play(env: Any) -> None:
    """One random game stepped from Python."""
    rand = random.random
    state, _ = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(rand() * len(legal))])


def rate_of_steps(env: Any, seconds: float) -> float:
    """Decisions a second of a plain loop over `env.step`."""
    env.timestep = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        play(env)
    return float(env.timestep / (time.process_time() - started))


def main() -> None:
    """Measure UNO once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each measurement")
    seconds = parser.parse_args().seconds
    env = rlcard.make("uno")
    rates = {"run": rate_of_run(env, seconds), "steps": rate_of_steps(env, seconds)}
    print(json.dumps({"version": version("rlcard"), "players": env.num_players, "rates": {"uno": rates}}))


if __name__ == "__main__":
    main()
