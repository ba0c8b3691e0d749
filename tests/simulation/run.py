"""Simulates hours of play with faults: `make simulate-faults ARGS="--hours 1000 --seed 7"`.

The hours are table-hours. They are split into runs of 500; the seed of a run and the commit repeat it exactly.
"""

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from simulation.checker import Violation
from simulation.world import Plan, World

TABLES = 50


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1000.0, help="table-hours in all")
    parser.add_argument("--seed", default="1", help="the first run's seed is this, the second's this and .1, and so on")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--each", type=float, default=10.0, help="hours of a run")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    began, done, number = time.process_time(), 0.0, 0
    while done < given.hours:
        seed = f"{given.seed}.{number}" if number else given.seed
        plan = Plan(seed, given.tables, given.each, given.processes)
        try:
            print(f"seed {seed}: {World(plan).run()}", flush=True)
        except Violation as error:
            again = f"--seed {seed} --tables {plan.tables} --each {plan.hours} --processes {plan.processes} --hours 1"
            print(f"seed {seed}: {error}\nTo repeat it: make simulate-faults ARGS='{again}'")
            return 1
        number, done = number + 1, done + plan.tables * plan.hours
    seconds = time.process_time() - began
    print(
        f"{done:.0f} table-hours in {seconds:.1f} s of CPU: {60 * done / seconds:.0f} a minute; every promise was kept"
    )
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets of texts must not change between runs
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    sys.exit(main())
