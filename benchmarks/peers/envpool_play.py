"""EnvPool's card games, played in batches on one thread. Prints one JSON object.

Runs in a separate environment that envs.py makes. A decision is one table's action in a call of `step`, with its
observation and mask of legal actions. Time is the CPU time of this process, which includes EnvPool's own thread.
"""

import argparse
import json
import time
from importlib.metadata import version
from typing import Any

import envpool
import numpy as np

GAMES = {"leduc": "LeducHoldem-v1", "kuhn": "KuhnPoker-v1"}
TABLES = 64


def rate(env: Any, seconds: float) -> float:
    """Decisions a second: random legal actions at every table."""
    rng = np.random.default_rng(1)
    _, info = env.reset()
    decisions, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        mask = info["legal_action_mask"]
        *_, info = env.step((rng.random(mask.shape) * mask).argmax(axis=1).astype(np.int32))
        decisions += TABLES
    return decisions / (time.process_time() - started)


def main() -> None:
    """Measure once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each measurement")
    seconds = parser.parse_args().seconds
    rates = {}
    for name, known_as in GAMES.items():
        env = envpool.make(known_as, env_type="gymnasium", num_envs=TABLES, num_threads=1)
        rate(env, seconds / 10)
        rates[name] = {"env": rate(env, seconds)}
    print(json.dumps({"version": version("envpool"), "rates": rates}))


if __name__ == "__main__":
    main()
