"""How fast Parlour's research environments are, beside the engine underneath and beside their peers; writes ENVS.md.

    python benchmarks/envs.py [--repetitions 5] [--seconds 0.3]

Needs the packages of the extra `rl`; PettingZoo's classic games and EnvPool live in environments of their own under
.bench/.
"""

import argparse
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pyspiel
import run
from commits import exact_commit

import parlour
import parlour.envs.openspiel
from parlour import _build, envs
from parlour.core.chance import Sampled
from parlour.core.episode import Episode
from parlour.core.rng import Rng
from parlour.envs.encoding import Encoder
from parlour.games import AnyGame

HERE = Path(__file__).resolve().parent
LIMIT = 2.5
"""Target: the PettingZoo environment's time as a multiple of the engine's with encoding."""
OPEN_SPIEL_GAMES = {"crazy_eights": "crazy_eights(players=4)", "go_fish": "go_fish(players=4)"}
TABLES = 64
"""Tables of a vector environment, for Parlour and for EnvPool."""
AIMS = {"st-croix": 500_000.0}
"""Decisions a second wanted of the vector environment in self-play."""
USUAL_AIM = 200_000.0
run.PEERS["envpool"] = ("envpool==1.2.5", "numpy==2.4.6")
run.PEERS["pettingzoo"] = ("pettingzoo[classic]==1.27.0", "rlcard==1.2.0", "numpy==2.4.6", "setuptools<81")

Play = Callable[[], int]


def engine(game: AnyGame, luck: Sampled) -> Play:
    """The engine with encoding: every decision's view is encoded, and the action is checked."""

    def play() -> int:
        episode = Episode(game, luck)
        decisions = 0
        while legal := episode.legal:
            game.encode(game.view(episode.state, episode.seat))
            episode.play(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def vectors(game: AnyGame, luck: Sampled) -> Play:
    """What the seat to act observes put into an array, and a mask."""
    encoder = Encoder(game)

    def play() -> int:
        episode = Episode(game, luck)
        decisions = 0
        while legal := episode.legal:
            encoder.observe(episode.state, episode.seat)
            encoder.mask(legal)
            episode.play(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def in_turn(game: AnyGame) -> Play:
    """PettingZoo's documented loop, drawing from the mask."""
    env = envs.pettingzoo(game.slug, seats=game.seats)

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            if terminated or observation is None:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            decisions += 1
        return decisions

    return play


def at_once(game: AnyGame) -> Play:
    """The parallel environment; a decision is an action the game waited for, but every seat is shown its view."""
    env = envs.pettingzoo_parallel(game.slug, seats=game.seats)

    def play() -> int:
        observations, _ = env.reset()
        decisions = 0
        while env.agents:
            actions = {}
            for agent, observation in observations.items():
                legal = observation["action_mask"].nonzero()[0]
                if len(legal):
                    actions[agent] = int(legal[int(random.random() * len(legal))])
            decisions += len(actions)
            observations, *_ = env.step(actions)
        return decisions

    return play


def alone(game: AnyGame) -> Play:
    """The Gymnasium environment among random bots; the bots' decisions count too."""
    env = envs.gymnasium(game.slug, seats=game.seats, opponents=[Counting() for _ in range(game.seats - 1)])

    def play() -> int:
        Counting.decisions = 0
        _, info = env.reset()
        decisions, over = 0, False
        while not over:
            legal = np.asarray(info["action_mask"]).nonzero()[0]
            _, _, over, _, info = env.step(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions + Counting.decisions

    return play


def batch(game: AnyGame, self_play: bool) -> Play:
    """The vector environment, in self-play or against random bots; only the learner's decisions count."""
    env = envs.vector(game.slug, TABLES, game.seats, opponents="random", self_play=self_play)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(20):
            env.step(env.sample_actions())
        return 20 * TABLES

    return play


class Counting:
    """A random bot that counts."""

    decisions = 0

    def choose(self, view: parlour.View, legal: list[int], rng: Rng) -> int:
        """A random legal action."""
        Counting.decisions += 1
        return legal[rng.below(len(legal))]


def in_open_spiel(name: str, chance: bool = False) -> Play:
    """OpenSpiel's interface from Python, with the observation tensor of every decision's player.

    Counts decisions, or with `chance` all nodes.
    """
    game = pyspiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while True:
            player = state.current_player()
            if player >= 0:
                state.observation_tensor(player)
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                decisions += 1
            elif player == pyspiel.PlayerId.CHANCE:
                outcomes = state.chance_outcomes()
                # Evenly among the outcomes: quick, and good enough to measure time.
                state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
                decisions += chance
            else:
                return decisions

    return play


def rate(play: Play, seconds: float) -> float:
    """Decisions a second of CPU time, in whole games."""
    play()
    decisions, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        decisions += play()
    return decisions / (time.process_time() - started)


WAYS = ("engine", "vectors", "AEC", "parallel", "Gymnasium", "OpenSpiel", "nodes", "batch", "learner")


def ways(game: AnyGame) -> dict[str, Play]:
    """Every way to play one game."""
    luck = Sampled(Rng("benchmark", game.slug))
    spiel = f"{parlour.envs.openspiel.name_of(game.slug)}(players={game.seats})"
    single = (engine(game, luck), vectors(game, luck), in_turn(game), at_once(game), alone(game))
    trees = (in_open_spiel(spiel), in_open_spiel(spiel, chance=True))
    return dict(zip(WAYS, (*single, *trees, batch(game, True), batch(game, False)), strict=True))


def times(below: list[float], above: list[float]) -> list[float]:
    """The ratio of two rates in each repetition, sorted. Both are measured close together."""
    return sorted(fast / slow for fast, slow in zip(below, above, strict=True))


def report(own: dict[str, run.Samples], peers: dict[str, run.Samples], facts: dict[str, str]) -> str:
    """ENVS.md."""
    lines = ["# Research environments: speed", "", *(f"- {name}: {fact}" for name, fact in facts.items()), ""]
    lines += [
        "Decisions a second of CPU time of one process, medians of the repetitions, in whole random games with",
        "their deal. The machine was shared: trust ratios more than numbers. **engine**: an `Episode` with `view`",
        "and `encode` of the seat to act, which gives lists of numbers. **vectors**: the same into a float32",
        "array with a mask, which is what the peers' engines give. **AEC**: PettingZoo's documented loop, the",
        "legal action drawn from the mask. **parallel**: every seat is shown its view at each step. **Gymnasium**:",
        "one learner among random bots, whose decisions count (they are not encoded). **OpenSpiel**: its interface",
        "from Python with the mover's observation tensor; chance nodes take time and are not counted; **nodes**: the",
        "same, counted (every card of a shuffle is one). **batch**: the vector environment with",
        f"{TABLES} tables in self-play, **learner**: the same with one learner at each table,",
        "whose decisions alone count, among random bots; the legal action is drawn by `sample_actions`. **cost** is",
        "what AEC costs beside engine, wanted below 2.5; **wrapping** is what it costs beside vectors. **aim**: batch",
        "beside what is wanted of it.",
        "",
        f"| game | seats | {' | '.join(WAYS)} | cost | lowest to highest | | wrapping | aim |",
        f"|---|---|{'---|' * len(WAYS)}---|---|---|---|---|",
    ]
    for name, samples in own.items():
        rates = run.middle(samples)
        costs = times(samples["engine"], samples["AEC"])
        cost, wrapping = statistics.median(costs), statistics.median(times(samples["vectors"], samples["AEC"]))
        shown = " | ".join(run.short(rates[way]) for way in WAYS)
        verdict = "met" if cost < LIMIT else "**missed**"
        aim = AIMS.get(name.partition(" ")[0], USUAL_AIM)
        reached = f"{run.short(aim)}: {'met' if rates['batch'] >= aim else '**missed**'}"
        spread = f"{costs[0]:.2f} to {costs[-1]:.2f}"
        lines.append(f"| {name} | {shown} | {cost:.2f} | {spread} | {verdict} | {wrapping:.2f} | {reached} |")
    if peers:
        lines += [
            "",
            "## Peers",
            "",
            "Different games: the columns say what an interface costs over what is underneath it.",
            "",
            "| peer | game | underneath | environment | cost |",
            "|---|---|---|---|---|",
        ]
        for name, samples in peers.items():
            rates = run.middle(samples)
            if "raw" in rates:
                cells = f"{run.short(rates['raw'])} | {run.short(rates['env'])} | {rates['raw'] / rates['env']:.1f}"
            else:
                cells = f"C++ | {run.short(rates['env'])} | "
            lines.append(f"| {name} | {cells} |")
        lines += ["", beside(own, peers)]
    return "\n".join(lines) + "\n"


def beside(own: dict[str, run.Samples], peers: dict[str, run.Samples]) -> str:
    """St. Croix's batch beside what other projects' environments reach in the same run, and what is wanted of it."""
    batch = next(samples["batch"] for name, samples in own.items() if name.startswith("st-croix"))
    wanted = {"OpenSpiel from Python | crazy_eights": 4.0, f"EnvPool, {TABLES} tables on one thread | leduc": 1.0}
    parts = []
    for name, aim in wanted.items():
        ratio = statistics.median(times(batch, peers[name]["env"]))
        verdict = "met" if ratio >= aim else "**missed**"
        parts.append(f"{ratio:.1f} times {name.replace(' | ', ', ')} (wanted: {aim:.0f} times, {verdict})")
    return f"St. Croix's batch is {' and '.join(parts)}."


def main() -> None:
    """Measure everything and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of one measurement")
    parser.add_argument("--without-peers", action="store_true", help="measure only Parlour")
    parser.add_argument("--out", type=Path, default=HERE / "ENVS.md")
    asked = parser.parse_args()
    if _build.in_use() != "compiled":
        sys.exit("The rules are not compiled here: the numbers would not mean much. Build them first.")
    games = [parlour.game(about.slug) for about in parlour.games()]
    plays = {f"{game.slug} | {game.seats}": ways(game) for game in games}
    own: dict[str, run.Samples] = {name: {} for name in plays}
    peers: dict[str, run.Samples] = {}
    versions = {
        "pettingzoo": version("pettingzoo"),
        "gymnasium": version("gymnasium"),
        "open_spiel": version("open_spiel"),
    }
    started = time.monotonic()
    for repetition in range(asked.repetitions):
        print(f"repetition {repetition + 1} of {asked.repetitions}", file=sys.stderr)
        for name, one in plays.items():
            run.keep(own, name, {way: rate(play, asked.seconds) for way, play in one.items()})
        if asked.without_peers:
            continue
        answer = run.ask_peer("pettingzoo", asked.seconds)
        versions["PettingZoo's classic games"] = answer["version"]
        for name, rates in answer["rates"].items():
            run.keep(peers, f"PettingZoo | {name}", rates)
        answer = run.ask_peer("envpool", asked.seconds)
        versions["EnvPool"] = answer["version"]
        for name, rates in answer["rates"].items():
            run.keep(peers, f"EnvPool, {TABLES} tables on one thread | {name}", rates)
        for name, spiel in OPEN_SPIEL_GAMES.items():
            run.keep(peers, f"OpenSpiel from Python | {name}", {"env": rate(in_open_spiel(spiel), asked.seconds)})
    facts = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "command": f"`python benchmarks/{Path(__file__).name} {' '.join(sys.argv[1:])}`".replace(" `", "`"),
        "took": f"{time.monotonic() - started:.0f} s, {asked.repetitions} repetitions, {asked.seconds} s a measurement",
        "parlour": f"{parlour.__version__}, commit {exact_commit()}, {_build.in_use()}",
        "Python": f"{platform.python_version()} on {platform.system()}",
        **versions,
        "CPU": run.processor(),
        "load": run.busy(),
    }
    text = report(own, peers, facts)
    asked.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
