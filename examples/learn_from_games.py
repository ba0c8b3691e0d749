"""Learn to play from stored games, with nothing but numpy and polars.

    parlour simulate st-croix --seats 2 --games 300 --bots normal --out games
    parlour trajectories games
    python examples/learn_from_games.py games/trajectories.parquet

The learner copies those who won: a linear model looks at the observation and rates the actions, illegal ones are
masked, and only decisions with a return above 0 count. Every fifth game is kept for the test: how often does the model
choose what the winner chose, and how often would a random legal action be the same?
"""

import argparse
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

Array = NDArray[np.float32]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

RATE, PART = 0.3, 256


def log_shares(weights: Array, seen: Array, masks: Flags) -> Array:
    """Log-probabilities of the actions; the last row of the weights is the same for every observation."""
    ratings = np.where(masks, seen @ weights[:-1] + weights[-1], np.float32(-1e9))
    ratings -= ratings.max(axis=1, keepdims=True)
    found: Array = ratings - np.log(np.exp(ratings).sum(axis=1, keepdims=True))
    return found


def arrays(rows: pl.DataFrame) -> tuple[Array, Flags, Numbers]:
    """Observations, masks and actions."""
    seen, masks = rows["observation"].to_numpy(), rows["mask"].to_numpy()
    return seen.astype(np.float32), masks.astype(np.bool_), rows["action"].to_numpy().astype(np.int64)


def learn(rows: pl.DataFrame, epochs: int) -> Array:
    """Make what the winners did more likely, a few decisions at a time."""
    seen, masks, actions = arrays(rows)
    weights = np.zeros((seen.shape[1] + 1, masks.shape[1]), np.float32)
    rng = np.random.default_rng(1)
    for _ in range(epochs):
        order = rng.permutation(len(actions))
        for start in range(0, len(order), PART):
            part = order[start : start + PART]
            slope = np.exp(log_shares(weights, seen[part], masks[part])).astype(np.float32)
            slope[np.arange(len(part)), actions[part]] -= 1.0
            weights[:-1] -= RATE * seen[part].T @ slope / len(part)
            weights[-1] -= RATE * slope.mean(axis=0)
    return weights


def main() -> None:
    """Read, learn, test."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="what parlour trajectories wrote")
    parser.add_argument("--epochs", type=int, default=20)
    asked = parser.parse_args()
    won = pl.col("return") > 0
    choice = pl.col("mask").cast(pl.List(pl.Boolean)).list.sum() > 1
    rows = pl.read_parquet(asked.file).filter(won & choice)
    test = pl.col("game") % 5 == 4
    weights = learn(rows.filter(~test), asked.epochs)
    seen, masks, actions = arrays(rows.filter(test))
    same = (log_shares(weights, seen, masks).argmax(axis=1) == actions).mean()
    chance = (1.0 / masks.sum(axis=1)).mean()
    print(f"{rows.height:,} decisions of winners, {len(actions):,} of them for the test")
    print(f"the model chooses what the winner chose in {same:.1%} of them; a random action would in {chance:.1%}")


if __name__ == "__main__":
    main()
