"""Training: gather decisions, learn from them, measure on held-out deals, keep the best, write everything down.

A run is a folder. `state.npz` holds everything needed to resume, `curve.csv` the measurements, `curve.svg` their plot,
`expert.net` the best network so far, and `run.json` the settings with the seed.
"""

import csv
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from parlour.bots.duel import Duel, play_all
from parlour.bots.layout import Layout, layout_of
from parlour.bots.weights import unpack
from parlour.core.errors import ParlourError
from parlour.games import AnyGame, find
from parlour.learn.curve import draw_curve
from parlour.learn.model import Array, Critic, Decisions, Model, Pull, forward, log_softmax
from parlour.learn.play import Collector, measure
from parlour.learn.ship import read_weights, write_network

NETWORK = "expert.net"
HARD = "hard@100"
HARD_DEALS = 10
"""Held-out deals with the fewest seats that each new best also plays against HARD, without a search of its own."""


@dataclass(frozen=True)
class Settings:
    """Everything that decides how a run goes, apart from its length."""

    game: str
    seats: tuple[int, ...] = ()
    """Seat counts to train; all if empty."""
    hidden: int = 128
    second: int = 64
    critic: int = 64
    """Hidden units of the critic."""
    tables: int = 64
    """Tables for each seat count."""
    batch: int = 8192
    part: int = 1024
    """Decisions per minibatch."""
    rounds: int = 3
    """How often each batch is learned from."""
    rate: float = 2e-3
    last_rate: float = 3e-4
    entropy: float = 0.01
    last_entropy: float = 0.002
    slow: float = 0.02
    """Weight of the divergence from the slow copy."""
    follow: float = 0.05
    """How much of the current weights the slow copy takes over after each batch."""
    deals: int = 150
    """Held-out deals of a measurement, for each seat count; each is played from every seat."""
    patience: int = 12
    """Measurements without a new best before the run stops."""
    seed: int = 1
    begin: str = ""
    """A network's file whose weights the run begins with; its hidden layers have the same sizes."""


@dataclass(frozen=True)
class Point:
    """One measurement: how long, how many games, and the share of games won against normal by seat count."""

    seconds: float
    games: int
    decisions: int
    wins: dict[int, float]
    hard: float | None = None
    """The share won against hard; measured for each new best. It chooses nothing."""

    @property
    def score(self) -> float:
        """Wins as a multiple of an even share, averaged over the seat counts."""
        return sum(share * seats for seats, share in self.wins.items()) / len(self.wins)


class Run:
    """A training run in a folder; an existing one is resumed."""

    def __init__(self, folder: Path, settings: Settings, say: Callable[[str], None] = print) -> None:
        self.folder, self.say = folder, say
        self.settings = settings
        self.layout: Layout = layout_of(settings.game)
        entry = find(settings.game)
        self.games: list[AnyGame] = [entry.make(seats=seats) for seats in settings.seats or self.layout.seats]
        self.rng = np.random.default_rng(settings.seed)
        self.model = Model(self.layout.inputs, settings.hidden, settings.second, len(self.layout.actions), self.rng)
        if settings.begin:
            self.model.weights.update(self._begin(Path(settings.begin)))
        self.critic = Critic(self.layout.inputs + len(self.layout.numbers), settings.critic, self.rng)
        self.slow = copied(self.model.weights)
        self.best = copied(self.model.weights)
        self.points: list[Point] = []
        self.seconds, self.decisions, self.played, self.batches = 0.0, 0, 0, 0
        if (folder / "state.npz").is_file():
            self._resume()
        folder.mkdir(parents=True, exist_ok=True)
        written = json.dumps(asdict(settings), indent=2) + "\n"
        (folder / "run.json").write_text(written, "utf-8")

    def train(self, seconds: float, plan: float = 0.0) -> None:
        """Train until this much CPU time has gone into the run, or nothing has improved for long.

        The learning rate falls until `plan` seconds, if that is more.
        """
        settings = self.settings
        collector = Collector(self.layout, self.games, settings.tables, settings.batch, self.rng)
        started, before = time.process_time() - self.seconds, self.played
        due = self.seconds
        while True:
            self.seconds = time.process_time() - started
            if self.seconds >= due or self.seconds >= seconds:
                self._measure()
                due = max(1.15 * self.seconds, self.seconds + 20.0)
                self._save()
                if self.seconds >= seconds or self._stalled():
                    return
            share = min(1.0, self.seconds / max(seconds, plan))
            batch = collector.gather(self.model.weights, self.critic)
            self.learn(batch, share)
            self.decisions += len(batch.actions)
            self.played = before + collector.games
            self.batches += 1

    def learn(self, batch: Decisions, share: float) -> None:
        """Learn from a batch; `share` is how much of the run is over."""
        settings = self.settings
        _, _, logits, _ = forward(self.slow, batch.inputs, batch.ratings)
        batch.slow = log_softmax(logits, batch.masks)
        pull = Pull(
            settings.rate + share * (settings.last_rate - settings.rate),
            settings.entropy + share * (settings.last_entropy - settings.entropy),
            settings.slow,
        )
        for _ in range(settings.rounds):
            order = self.rng.permutation(len(batch.actions))
            for start in range(0, len(order), settings.part):
                part = batch.part(order[start : start + settings.part])
                self.entropy = self.model.learn(part, pull)
                self.missed = self.critic.learn(part, pull.rate)
        for name, array in self.slow.items():
            array += np.float32(settings.follow) * (self.model.weights[name] - array)

    def _measure(self) -> None:
        """Let the slow copy, which wavers less, play against normal on deals that training never sees."""
        wins = {game.seats: measure(self.layout, game, self.slow, self.settings.deals, "curve") for game in self.games}
        point = Point(self.seconds, self.played, self.decisions, wins)
        shares = ", ".join(f"{seats} seats {share:.1%}" for seats, share in wins.items())
        if not self.points or point.score > max(earlier.score for earlier in self.points):
            self.best = copied(self.slow)
            point = replace(point, hard=self._against_hard())
            shares += f"; against {HARD}, {self.games[0].seats} seats {point.hard:.1%}"
        self.points.append(point)
        self.say(f"{self.seconds:6.0f} s, {self.played:8,} games, {self.decisions:10,} decisions: {shares}")

    def _against_hard(self) -> float:
        """Let the best network, as it would ship and without a search, play against hard."""
        self._write_best()
        seats = self.games[0].seats
        duel = Duel(self.settings.game, str(self.folder / NETWORK), HARD, seats, seed="against hard")
        return sum(played.win for played in play_all(duel, HARD_DEALS * seats)) / (HARD_DEALS * seats)

    def _write_best(self) -> None:
        write_network(self.folder / NETWORK, self.layout, self.best, [game.seats for game in self.games])

    def _stalled(self) -> bool:
        scores = [point.score for point in self.points]
        return len(scores) - 1 - int(np.argmax(scores)) >= self.settings.patience

    def _save(self) -> None:
        arrays: dict[str, Array] = {}
        for prefix, group in self._groups().items():
            arrays.update({f"{prefix}.{name}": array for name, array in group.items()})
        arrays["names"] = np.array(self.layout.names())
        arrays["secrets"] = np.array(self._secrets())
        arrays["actions"] = np.array(self.layout.actions)
        arrays["counts"] = np.array([self.seconds, self.decisions, self.played, self.batches, self.model.steps])
        part = self.folder / "state.part.npz"
        np.savez(part, **arrays)  # type: ignore[arg-type]  # numpy's stubs take no array names
        part.replace(self.folder / "state.npz")
        with (self.folder / "curve.csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(
                ["cpu_seconds", "games", "decisions", *[f"seats_{game.seats}" for game in self.games], "hard"]
            )
            for point in self.points:
                shares = [f"{point.wins[game.seats]:.4f}" for game in self.games]
                hard = "" if point.hard is None else f"{point.hard:.4f}"
                rows.writerow([f"{point.seconds:.1f}", point.games, point.decisions, *shares, hard])
        title = f"{self.games[0].title}: share of games won against normal"
        curves = {
            game.seats: [(point.seconds / 60.0, point.wins[game.seats]) for point in self.points] for game in self.games
        }
        (self.folder / "curve.svg").write_text(draw_curve(curves, title), "utf-8")
        self._write_best()

    def _begin(self, path: Path) -> dict[str, Array]:
        """The weights of an earlier network of this game."""
        if not path.is_file():
            raise ParlourError(f"There is no network {path}.")
        stored = unpack(path.read_bytes(), str(path))
        sizes = stored.hidden, stored.second
        if (stored.game, stored.layout) != (self.layout.slug, self.layout.digest):
            raise ParlourError(f"{path} was not trained on {self.games[0].title} as it is now.")
        if sizes != (self.settings.hidden, self.settings.second):
            raise ParlourError(f"{path} has {sizes[0]} and {sizes[1]} hidden units: choose the same for the run.")
        return read_weights(stored)

    def _secrets(self) -> list[str]:
        """What each input is about that only the critic has."""
        return [f"others: {name}" for name in self.layout.numbers]

    def _groups(self) -> dict[str, dict[str, Array]]:
        model, critic = self.model, self.critic
        return {
            "weights": model.weights,
            "means": model.means,
            "squares": model.squares,
            "critic": critic.weights,
            "critic means": critic.means,
            "critic squares": critic.squares,
            "slow": self.slow,
            "best": self.best,
        }

    def _resume(self) -> None:
        """Go on where a run stopped. Weights are found by the names of inputs and actions: new ones begin at zero."""
        before = json.loads((self.folder / "run.json").read_text("utf-8"))
        before.setdefault("begin", "")  # runs from before there was a choice
        if before != json.loads(json.dumps(asdict(self.settings))):
            raise ParlourError(f"{self.folder} holds a run with other settings (run.json). Choose another folder.")
        with np.load(self.folder / "state.npz") as file:
            names, actions = file["names"].tolist(), file["actions"].tolist()
            inputs = places(names, self.layout.names())
            seen = places([*names, *file["secrets"].tolist()], [*self.layout.names(), *self._secrets()])
            outputs = places(actions, list(self.layout.actions))
            for prefix, group in self._groups().items():
                for name, array in group.items():
                    stored = file[f"{prefix}.{name}"]
                    if name == "first":
                        rows = seen if prefix.startswith("critic") else inputs
                        array[:] = np.where((rows >= 0)[:, None], stored[rows], 0.0)
                    elif name == "act":
                        array[:] = np.where(outputs >= 0, stored[:, outputs], 0.0)
                    elif name == "act_bias":
                        array[:] = np.where(outputs >= 0, stored[outputs], 0.0)
                    else:
                        array[:] = stored
            counts = file["counts"].tolist()
        self.seconds = counts[0]
        self.decisions, self.played, self.batches, self.model.steps = (int(count) for count in counts[1:])
        self.critic.steps = self.model.steps
        self.rng = np.random.default_rng([self.settings.seed, self.batches])
        with (self.folder / "curve.csv").open(newline="", encoding="utf-8") as file_of_points:
            for row in csv.DictReader(file_of_points):
                wins = {game.seats: float(row[f"seats_{game.seats}"]) for game in self.games}
                hard = float(row["hard"]) if row.get("hard") else None  # not in older curves
                seconds, games, decisions = float(row["cpu_seconds"]), int(row["games"]), int(row["decisions"])
                self.points.append(Point(seconds, games, decisions, wins, hard))
        self.say(f"Resuming after {self.seconds:.0f} s and {self.played:,} games.")


def places(old: list[str], new: list[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Where each new name stood before, -1 if it did not."""
    known = {name: place for place, name in enumerate(old)}
    return np.array([known.get(name, -1) for name in new])


def copied(weights: dict[str, Array]) -> dict[str, Array]:
    """An independent copy of weights."""
    return {name: array.copy() for name, array in weights.items()}
