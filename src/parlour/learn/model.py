"""The network as numpy arrays, and one step of learning.

Two hidden layers and two heads: a rating for each action, added to what the rule of thumb says, and the expected
reward. The last layers begin at zero, so an untrained network plays by the rule of thumb.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

CLIP = 0.2
"""PPO's clip range: how much more or less likely a decision may become in one update."""
NEVER = -1e9
"""Logit of an illegal action."""


@dataclass
class Decisions:
    """Decisions to learn from, one row each."""

    inputs: Array
    secrets: Array
    """What the other seats know: for the critic only."""
    masks: Flags
    ratings: Array
    actions: Numbers
    logs: Array
    """Log-probability of the action when it was taken."""
    gains: Array
    """How much better it went than expected."""
    returns: Array
    slow: Array
    """Log-probabilities of all actions under the slow copy."""

    def part(self, rows: Numbers) -> "Decisions":
        """Some of the rows."""
        return Decisions(
            self.inputs[rows],
            self.secrets[rows],
            self.masks[rows],
            self.ratings[rows],
            self.actions[rows],
            self.logs[rows],
            self.gains[rows],
            self.returns[rows],
            self.slow[rows],
        )


@dataclass(frozen=True)
class Pull:
    """How strongly an update is held back: learning rate, entropy bonus and the pull of the slow copy."""

    rate: float
    entropy: float
    slow: float


class Adam:
    """Weights that follow a slope, and the moments of Adam."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(array) for name, array in weights.items()}
        self.squares = {name: np.zeros_like(array) for name, array in weights.items()}
        self.steps = 0

    def step(self, slopes: dict[str, Array], rate: float) -> None:
        """Go down the slopes, which are cut to a length of 0.5."""
        size = sum(float((slope * slope).sum()) for slope in slopes.values()) ** 0.5
        scale = np.float32(min(1.0, 0.5 / (size + 1e-8)))
        self.steps += 1
        warm = rate * (1.0 - 0.999**self.steps) ** 0.5 / (1.0 - 0.9**self.steps)
        for name, slope in slopes.items():
            slope = slope * scale
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            self.weights[name] -= np.float32(warm) * mean / (np.sqrt(square) + np.float32(1e-7))


class Critic(Adam):
    """Says what reward to expect. It sees everything, also what the other seats know, and is used only in training."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        super().__init__(
            {
                "first": normal(rng, inputs, hidden, 0.1),
                "first_bias": np.zeros(hidden, np.float32),
                "value": np.zeros((hidden, 1), np.float32),
                "value_bias": np.zeros(1, np.float32),
            }
        )

    def expect(self, inputs: Array, secrets: Array) -> Array:
        """The expected rewards."""
        return self._forward(np.concatenate((inputs, secrets), axis=1))[1]

    def _forward(self, seen: Array) -> tuple[Array, Array]:
        weights = self.weights
        hidden = np.maximum(seen @ weights["first"] + weights["first_bias"], 0.0)
        return hidden, (hidden @ weights["value"] + weights["value_bias"])[:, 0]

    def learn(self, batch: Decisions, rate: float) -> float:
        """One step towards the returns; returns the mean square of what is still missed."""
        seen = np.concatenate((batch.inputs, batch.secrets), axis=1)
        hidden, expected = self._forward(seen)
        miss = expected - batch.returns
        slope = (0.5 * miss / len(miss))[:, None].astype(np.float32)
        back = (slope @ self.weights["value"].T) * (hidden > 0.0)
        slopes = {
            "first": seen.T @ back,
            "first_bias": back.sum(axis=0),
            "value": hidden.T @ slope,
            "value_bias": slope.sum(axis=0),
        }
        self.step(slopes, rate)
        return float((miss * miss).mean())


class Model(Adam):
    """The network that plays. Its own expectation is learned beside its ratings, for a search that looks no further."""

    def __init__(self, inputs: int, hidden: int, second: int, actions: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int) -> Array:
            return normal(rng, rows, columns, (2.0 / rows) ** 0.5)

        super().__init__(
            {
                # Few inputs are not 0 at a time, so they may weigh more than usual.
                "first": normal(rng, inputs, hidden, 0.1),
                "first_bias": np.zeros(hidden, np.float32),
                "second": layer(hidden, second),
                "second_bias": np.zeros(second, np.float32),
                "act": np.zeros((second, actions), np.float32),
                "act_bias": np.zeros(actions, np.float32),
                "value": np.zeros((second, 1), np.float32),
                "value_bias": np.zeros(1, np.float32),
                "trust": np.ones(1, np.float32),
            }
        )

    def learn(self, batch: Decisions, pull: Pull) -> float:
        """One step of Adam on the clipped policy gradient; returns the mean entropy of the policy."""
        weights, count = self.weights, len(batch.actions)
        h1, h2, logits, expected = forward(weights, batch.inputs, batch.ratings)
        logs = log_softmax(logits, batch.masks)
        shares = np.exp(logs) * batch.masks
        logs = np.where(batch.masks, logs, 0.0)
        rows = np.arange(count)
        ratio = np.exp(logs[rows, batch.actions] - batch.logs)
        far = np.where(batch.gains > 0, ratio > 1.0 + CLIP, ratio < 1.0 - CLIP)
        push = np.where(far, 0.0, batch.gains * ratio).astype(np.float32)
        spread = -(shares * logs).sum(axis=1, keepdims=True)
        apart = logs - np.where(batch.masks, batch.slow, 0.0)
        drift = (shares * apart).sum(axis=1, keepdims=True)
        slope = push[:, None] * shares
        slope[rows, batch.actions] -= push
        slope += pull.entropy * shares * (logs + spread) + pull.slow * shares * (apart - drift)
        slope /= count
        miss = (0.5 * (expected - batch.returns) / count)[:, None].astype(np.float32)
        back2 = (slope @ weights["act"].T + miss @ weights["value"].T) * (h2 > 0.0)
        back1 = (back2 @ weights["second"].T) * (h1 > 0.0)
        self.step(
            {
                "first": batch.inputs.T @ back1,
                "first_bias": back1.sum(axis=0),
                "second": h1.T @ back2,
                "second_bias": back2.sum(axis=0),
                "act": h2.T @ slope,
                "act_bias": slope.sum(axis=0),
                "value": h2.T @ miss,
                "value_bias": miss.sum(axis=0),
                "trust": np.array([(slope * batch.ratings).sum()], np.float32),
            },
            pull.rate,
        )
        return float(spread.mean())


def normal(rng: np.random.Generator, rows: int, columns: int, spread: float) -> Array:
    """Random numbers with a standard deviation."""
    found: Array = rng.standard_normal((rows, columns), np.float32) * np.float32(spread)
    return found


def forward(weights: dict[str, Array], inputs: Array, ratings: Array) -> tuple[Array, Array, Array, Array]:
    """Both hidden layers, the ratings of all actions, and the expected rewards."""
    h1 = np.maximum(inputs @ weights["first"] + weights["first_bias"], 0.0)
    h2 = np.maximum(h1 @ weights["second"] + weights["second_bias"], 0.0)
    logits = h2 @ weights["act"] + weights["act_bias"] + weights["trust"] * ratings
    return h1, h2, logits, (h2 @ weights["value"] + weights["value_bias"])[:, 0]


def log_softmax(logits: Array, masks: Flags) -> Array:
    """Log-probabilities of the legal actions."""
    masked = np.where(masks, logits, np.float32(NEVER))
    masked -= masked.max(axis=1, keepdims=True)
    found: Array = masked - np.log(np.exp(masked).sum(axis=1, keepdims=True))
    return found


def liked(ratings: Array, masks: Flags) -> Array:
    """The rule of thumb's share of each legal action: an input of the network."""
    shares = np.exp(ratings) * masks
    found: Array = shares / np.maximum(shares.sum(axis=1, keepdims=True), np.float32(1e-9))
    return found
