"""Train a small network by self-play, with nothing but numpy.

    python examples/train_baseline.py [--game mine-and-craft] [--seats 2] [--minutes 6] [--out DIR]

The learner is a network with one hidden layer that looks at a seat's encoded view and rates the actions; illegal ones
are masked. All seats are played by the same network. After each batch of games every decision is made a little more
likely if its seat ended above what the network expected, and less likely otherwise (proximal policy optimisation with a
learned baseline). Against the random bot, it should win clearly within a few minutes. Writes the learning curve as
`DIR/learning_curve.svg`, the measurements as `DIR/learning_curve.csv` and the network as `DIR/network.npz`.
"""

import argparse
import csv
import time
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

import parlour
from parlour.core.chance import Sampled
from parlour.core.episode import Episode
from parlour.core.game import NOBODY, State, View
from parlour.core.rng import Rng
from parlour.envs.encoding import Encoder
from parlour.envs.rewards import rewards_of
from parlour.games import AnyGame

Array = NDArray[np.float32]

CLIP = 0.2
"""PPO's clip range: how much more or less likely a decision may become in one update."""
PART = 512
"""Decisions per minibatch."""
CURIOSITY = 0.01


class Network:
    """One hidden layer and two heads: a rating for every action, and the expected reward."""

    def __init__(self, inputs: int, hidden: int, actions: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> Array:
            return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights: dict[str, Array] = {
            "in": layer(inputs, hidden, (2.0 / inputs) ** 0.5),
            "in_bias": np.zeros(hidden, np.float32),
            "act": layer(hidden, actions, 0.01),
            "act_bias": np.zeros(actions, np.float32),
            "value": layer(hidden, 1, 0.01),
            "value_bias": np.zeros(1, np.float32),
        }
        self.first = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.second = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self.steps = 0

    def look(self, views: Array) -> tuple[Array, Array, Array]:
        """Hidden layer, ratings and expected rewards for a batch of views."""
        weights = self.weights
        hidden = np.maximum(views @ weights["in"] + weights["in_bias"], 0.0)
        ratings = hidden @ weights["act"] + weights["act_bias"]
        return hidden, ratings, np.tanh(hidden @ weights["value"] + weights["value_bias"])[:, 0]

    def shares(self, view: Array, legal: list[int]) -> Array:
        """The probabilities of the legal actions."""
        weights = self.weights
        hidden = np.maximum(view @ weights["in"] + weights["in_bias"], 0.0)
        ratings = hidden @ weights["act"][:, legal] + weights["act_bias"][legal]
        shares = np.exp(ratings - ratings.max())
        return shares / shares.sum()

    def learn(self, batch: "Batch", rate: float, curiosity: float, rounds: int, rng: np.random.Generator) -> None:
        """A few epochs over the batch in minibatches, clipped at CLIP."""
        views, masks, actions, rewards = batch.arrays()
        played = np.array(batch.shares, np.float32)
        for _ in range(rounds):
            order = rng.permutation(len(actions))
            for start in range(0, len(order), PART):
                part = order[start : start + PART]
                self._push(views[part], masks[part], actions[part], rewards[part], played[part], rate, curiosity)

    def _push(
        self,
        views: Array,
        masks: NDArray[np.bool_],
        actions: NDArray[np.int64],
        rewards: Array,
        played: Array,
        rate: float,
        curiosity: float,
    ) -> None:
        """One step of Adam along the policy gradient; `curiosity` is the entropy bonus."""
        hidden, ratings, expected = self.look(views)
        ratings = np.where(masks, ratings, -1e9)
        shares = np.exp(ratings - ratings.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        better = rewards - expected
        better = (better - better.mean()) / (better.std() + 1e-6)
        count = len(actions)
        chosen = np.zeros_like(shares)
        chosen[np.arange(count), actions] = 1.0
        logs = np.log(np.maximum(shares, 1e-12))
        spread = -(shares * logs).sum(axis=1, keepdims=True)
        ratio = shares[np.arange(count), actions] / played
        far = np.where(better > 0, ratio > 1.0 + CLIP, ratio < 1.0 - CLIP)
        better = np.where(far, 0.0, better * ratio)
        push = better[:, None] * (shares - chosen) + curiosity * shares * (logs + spread)
        push /= count
        miss = (0.5 * (expected - rewards) * (1.0 - expected**2) / count)[:, None]
        back = (push @ self.weights["act"].T + miss @ self.weights["value"].T) * (hidden > 0.0)
        self._step(
            {
                "in": views.T @ back,
                "in_bias": back.sum(axis=0),
                "act": hidden.T @ push,
                "act_bias": push.sum(axis=0),
                "value": hidden.T @ miss,
                "value_bias": miss.sum(axis=0),
            },
            rate,
        )

    def _step(self, slopes: dict[str, Array], rate: float) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            self.first[name] += 0.1 * (slope - self.first[name])
            self.second[name] += 0.001 * (slope**2 - self.second[name])
            first = self.first[name] / (1.0 - 0.9**self.steps)
            second = self.second[name] / (1.0 - 0.999**self.steps)
            self.weights[name] -= (rate * first / (np.sqrt(second) + 1e-8)).astype(np.float32)


class Batch:
    """Decisions of a batch of games, and how the games ended for those who made them."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.views: list[Array] = []
        self.legal: list[list[int]] = []
        self.actions: list[int] = []
        self.shares: list[float] = []
        self.seats: list[int] = []
        self.rewards: list[float] = []

    def add(self, view: Array, legal: list[int], action: int, share: float, seat: int) -> None:
        """Store a decision and its probability."""
        self.views.append(view)
        self.legal.append(legal)
        self.actions.append(action)
        self.shares.append(share)
        self.seats.append(seat)

    def end(self, rewards: list[float]) -> None:
        """Finish the game of the latest decisions."""
        self.rewards += [rewards[seat] for seat in self.seats[len(self.rewards) :]]

    def arrays(self) -> tuple[Array, NDArray[np.bool_], NDArray[np.int64], Array]:
        """Everything as arrays."""
        masks = np.stack([self.encoder.mask(legal) for legal in self.legal]).astype(np.bool_)
        rewards = np.array(self.rewards, np.float32)
        return np.stack(self.views), masks, np.array(self.actions), rewards


def self_play(game: AnyGame, encoder: Encoder, network: Network, batch: Batch, rng: np.random.Generator) -> None:
    """One game of the network against itself; its decisions go into the batch."""
    episode: Episode[State, View] = Episode(game, Sampled(Rng("training", int(rng.integers(1 << 62)))))
    while (seat := episode.seat) != NOBODY:
        legal = episode.legal
        if len(legal) == 1:
            episode.play(legal[0])
            continue
        view = encoder.vector(game.view(episode.state, seat))
        shares = network.shares(view, legal)
        place = min(int(np.searchsorted(np.cumsum(shares), rng.random())), len(legal) - 1)
        batch.add(view, legal, legal[place], float(shares[place]), seat)
        episode.play(legal[place])
    outcome = game.outcome(episode.state)
    assert outcome is not None
    batch.end(rewards_of(outcome, "ranks"))


class Learner:
    """The network as a bot: takes the action with the highest rating."""

    def __init__(self, encoder: Encoder, network: Network) -> None:
        self.encoder = encoder
        self.network = network

    def choose(self, view: View, legal: list[int], rng: Rng) -> int:
        """The action with the highest rating."""
        return legal[int(self.network.shares(self.encoder.vector(view), legal).argmax())]


@dataclass(frozen=True)
class Point:
    """One measurement during training."""

    games: int
    seconds: float
    wins: dict[str, float]


def measure(game: AnyGame, learner: Learner, opponent: str, games: int) -> float:
    """The learner's share of wins among opponents of one kind; every deal is played from each of its seats."""
    from parlour.bots import find_bot

    bot = find_bot(opponent).make(game)
    won = 0.0
    for number in range(games):
        luck = Rng("measuring", number // game.seats)
        thoughts = Rng("measuring bots", number)
        me = number % game.seats
        episode: Episode[State, View] = Episode(game, Sampled(luck))
        while (seat := episode.seat) != NOBODY:
            player = learner if seat == me else bot
            episode.play(player.choose(game.view(episode.state, seat), episode.legal, thoughts))
        outcome = game.outcome(episode.state)
        assert outcome is not None
        if outcome.ranks[me] == 1:
            won += 1.0 / outcome.ranks.count(1)
    return won / games


def draw(points: list[Point], title: str, even: float) -> str:
    """The learning curve as an SVG picture."""
    wide, high, left, top, right, below = 720, 400, 60, 50, 110, 50
    most = max(points[-1].games, 1)

    def at(games: float, share: float) -> str:
        x = left + (wide - left - right) * games / most
        return f"{x:.1f},{top + (high - top - below) * (1.0 - share):.1f}"

    colours = {"random": "#0072b2", "normal": "#d55e00"}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="13">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        f'<text x="{left}" y="28" font-size="17">{escape(title)}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        start, end = at(0, share).split(","), at(most, share).split(",")
        parts.append(f'<path d="M{start[0]} {start[1]}H{end[0]}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{float(start[1]) + 4}" text-anchor="end">{share:.0%}</text>')
    for games in (0, most // 2, most):
        x = at(games, 0.0).split(",")[0]
        parts.append(f'<text x="{x}" y="{high - 28}" text-anchor="middle">{games:,}</text>')
    parts.append(f'<text x="{(wide - right + left) / 2}" y="{high - 8}" text-anchor="middle">games of self-play</text>')
    level = at(0, even).split(",")[1]
    parts.append(f'<path d="M{left} {level}H{wide - right}" stroke="#888" stroke-dasharray="4 4"/>')
    parts.append(f'<text x="{wide - right + 6}" y="{float(level) + 4}" fill="#666">an even share</text>')
    for opponent in points[-1].wins:
        line = " ".join(at(point.games, point.wins[opponent]) for point in points)
        x, y = at(most, points[-1].wins[opponent]).split(",")
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colours[opponent]}" stroke-width="2.5"/>')
        parts.append(
            f'<text x="{float(x) + 6}" y="{float(y) + 4}" fill="{colours[opponent]}">against {opponent}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="mine-and-craft")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=6.0, help="CPU time for training and measuring")
    parser.add_argument("--games", type=int, default=0, help="stop after this number of games instead")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--batch", type=int, default=32, help="games between two updates")
    parser.add_argument("--rounds", type=int, default=3, help="how often each batch is learned from")
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--measure", type=int, default=100, help="games of each measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("training"))
    return parser.parse_args()


def main() -> None:
    """Train, measure now and then, and write everything down."""
    asked = arguments()
    game = parlour.game(asked.game, seats=asked.seats)
    encoder = Encoder(game)
    rng = np.random.default_rng(asked.seed)
    network = Network(encoder.size, asked.hidden, encoder.actions, rng)
    learner = Learner(encoder, network)
    points: list[Point] = []
    played, started, due = 0, time.process_time(), 0

    def finished() -> bool:
        if asked.games:
            return played >= asked.games
        return time.process_time() - started > 60.0 * asked.minutes

    while True:
        if played >= due or finished():
            due = max(played + asked.batch, round(1.25 * played))
            wins = {kind: measure(game, learner, kind, asked.measure) for kind in ("random", "normal")}
            points.append(Point(played, time.process_time() - started, wins))
            shares = ", ".join(f"{share:.0%} against {kind}" for kind, share in wins.items())
            print(f"{played:6} games, {points[-1].seconds:5.0f} s: wins {shares}", flush=True)
        if finished():
            break
        batch = Batch(encoder)
        for _ in range(asked.batch):
            self_play(game, encoder, network, batch, rng)
        network.learn(batch, asked.rate, CURIOSITY, asked.rounds, rng)
        played += asked.batch

    asked.out.mkdir(parents=True, exist_ok=True)
    title = f"{game.title}, {game.seats} seats: share of games won by the learner"
    (asked.out / "learning_curve.svg").write_text(draw(points, title, 1.0 / game.seats), encoding="utf-8")
    with (asked.out / "learning_curve.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["games", "cpu_seconds", "random", "normal"])
        rows.writerows([point.games, f"{point.seconds:.1f}", *point.wins.values()] for point in points)
    np.savez(asked.out / "network.npz", **network.weights)  # type: ignore[arg-type]  # numpy's stubs take no array names
    print(f"The learning curve is in {asked.out / 'learning_curve.svg'}.")


if __name__ == "__main__":
    main()
