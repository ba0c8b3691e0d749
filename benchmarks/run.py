"""How fast Parlour is, next to its peers in the same run; writes RESULTS.md.

    python benchmarks/run.py [--repetitions 7] [--seconds 0.2]

Each repetition measures everything once, ours and the peers' in turn; the tables show medians. Peers live in separate
environments under .bench/, made at the first run.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import limits
import ours
from commits import exact_commit

import parlour
from parlour import _build
from parlour.games import AnyGame

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "benchmarks"
PEERS = {
    "open_spiel": ("open_spiel==2.0.2", "numpy==2.4.6"),
    "rlcard": ("rlcard==1.2.0", "numpy==2.4.6", "setuptools<81"),
}
SEARCHED_SEATS = {"hearts": 4, "oh_hell": 4, "euchre": 4, "gin_rummy": 2}
"""OpenSpiel's games that its IS-MCTS is measured on, with their players."""
HEADLINE = ("st-croix", 4)
WORLD_AIM = 20.0
"""Microseconds wanted of a world, in every game and with every number of seats."""
LIMIT_GAMES, LIMIT_REPETITIONS = 2000, 5
"""Games of each measurement of the C version, and measurements."""

Samples = dict[str, list[float]]


@dataclass(frozen=True)
class Target:
    """A target and the measured value: a ratio to a peer, or microseconds."""

    text: str
    measured: float
    wanted: float
    unit: str
    at_most: bool = False

    def line(self) -> str:
        """A row of the table, with the verdict in words."""
        met = self.measured < self.wanted if self.at_most else self.measured >= self.wanted
        sign = "below" if self.at_most else "at least"
        measured = f"{self.measured:.2f} {self.unit}"
        return f"| {self.text} | {sign} {self.wanted:g} {self.unit} | {measured} | {'met' if met else '**missed**'} |"


def peer_python(name: str) -> Path:
    """The interpreter of a peer's environment, which is created if necessary."""
    folder = ROOT / ".bench" / name
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = folder / "requirements.txt"
    wanted = "\n".join(PEERS[name])
    if not done.is_file() or done.read_text(encoding="utf-8") != wanted:
        print(f"installing {', '.join(PEERS[name])}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PEERS[name]], check=True)
        done.write_text(wanted, encoding="utf-8")
    return python


def ask_peer(name: str, seconds: float) -> dict[str, Any]:
    """One measurement of a peer, in its own process."""
    script = HERE / "peers" / f"{name}_play.py"
    command = [str(peer_python(name)), str(script), "--seconds", str(seconds)]
    answer: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return answer


def keep(samples: dict[Any, Samples], key: object, numbers: dict[str, float]) -> None:
    """Add one repetition's numbers to those before."""
    for name, number in numbers.items():
        samples.setdefault(key, {}).setdefault(name, []).append(number)


def every_setting() -> list[AnyGame]:
    """Every game with every seat count."""
    return [
        parlour.game(about.slug, seats=seats)
        for about in parlour.games()
        for seats in range(about.min_seats, about.max_seats + 1)
    ]


def processor() -> str:
    """The CPU's name and the number of cores."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        name = names[0] if names else name
    return f"{name}, {os.cpu_count()} cores"


def busy() -> str:
    """How busy the machine was in the last minutes; a core that does nothing else has 1 while we measure."""
    return ", ".join(f"{load:.1f}" for load in os.getloadavg()) + " (averages over 1, 5 and 15 minutes at the end)"


def short(number: float) -> str:
    """A rate with three figures.

    >>> short(1234567), short(56789), short(123)
    ('1.23 M', '56.8 k', '123')
    """
    if number >= 1e6:
        return f"{number / 1e6:.2f} M"
    return f"{number / 1e3:.1f} k" if number >= 1e3 else f"{number:.0f}"


def targets(mine: dict[str, float], spiel: dict[str, float], uno: dict[str, float]) -> list[Target]:
    """The targets of St. Croix with four seats."""
    rlcard = max(uno.values())
    return [
        Target("stepped, to OpenSpiel as documented", mine["stepped"] / spiel["documented"], 6, "times"),
        Target(
            "stepped, quickest loop to quickest loop for OpenSpiel", mine["quickest"] / spiel["quickest"], 2.5, "times"
        ),
        Target("stepped, to RLCard's UNO (its quicker way)", mine["stepped"] / rlcard, 25, "times"),
        Target("playouts, to OpenSpiel's evaluate_bots", mine["playouts"] / spiel["bots"], 3, "times"),
        Target("playouts, to OpenSpiel's rollout evaluator", mine["playouts"] / spiel["rollouts"], 2, "times"),
        Target("clone", mine["clone"], 1, "µs", at_most=True),
        Target("determinise", mine["determinise"], 10, "µs", at_most=True),
    ]


def middle(samples: Samples) -> dict[str, float]:
    """The medians."""
    return {name: statistics.median(numbers) for name, numbers in samples.items()}


def spread(numbers: list[float]) -> str:
    """The lowest and the highest repetition."""
    return f"{short(min(numbers))} to {short(max(numbers))}"


INTRODUCTION = [
    "Every number is the median of the repetitions, in CPU time of one process on one core. Trust ratios more than",
    "absolute numbers: the machine was shared.",
    "",
    "**What counts as a decision:** one action of one player, for everybody. Chance (deals, draws, dice) takes",
    "time but is not counted: OpenSpiel's chance nodes are left out by their player number, RLCard's decisions",
    "are calls of `env.step`, ours are calls of `apply` (or `perform` inside playouts). Games are whole games with",
    "their deal, except for OpenSpiel's rollout evaluator, which starts after the deal (in its favour); its",
    "decisions are its number of rollouts times the mean length of games from the same positions.",
    "",
    "**These are different games.** A decision of St. Croix is not a decision of Crazy Eights; the ratios say how",
    "the engines compare at similar card games, not on equal rules.",
    "",
    "Measured by commands of their own: the research environments beside the engine and their peers",
    "([ENVS.md](ENVS.md)), studies on one core and more ([STUDY.md](STUDY.md)), the server under load",
    "([LOAD.md](LOAD.md)).",
    "",
]


def report(own: dict[Any, Samples], peers: dict[Any, Samples], facts: dict[str, str]) -> str:
    """RESULTS.md."""
    lines = ["# Benchmark results", "", *(f"- {name}: {fact}" for name, fact in facts.items()), ""]
    lines += INTRODUCTION
    if peers:
        lines += targets_section(own, peers)
    lines += [
        "## How close to C",
        "",
        "The same random games of St. Croix with four seats, by `random_games` and by hand-written C",
        "(`benchmarks/limits/st_croix.c`), in turn in this run; both count the same decisions.",
        limits.sentence(limits.measure(LIMIT_GAMES, LIMIT_REPETITIONS)),
        "",
        "## Every game and seat count",
        "",
        "Decisions a second (stepped from Python through `to_act`, `legal` and `apply`; quickest: stepped through an",
        "`Episode`, which checks every action too; playouts in compiled code by `random_games`), microseconds for",
        "one call (the median of rounds over 40 positions, with the garbage collector switched off). **first**: the",
        "first world of a view, for which a game may work out what the seat knows.",
        "",
        "| game | seats | decisions | stepped | quickest | playouts "
        "| clone | view | determinise | first | encode | scene |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for (slug, seats), samples in own.items():
        m = middle(samples)
        costs = " | ".join(f"{m[name]:.2f}" for name in ("clone", "view", "determinise", "first", "encode", "scene"))
        rates = f"{short(m['stepped'])} | {short(m['quickest'])} | {short(m['playouts'])}"
        lines.append(f"| {slug} | {seats} | {m['length']:.0f} | {rates} | {costs} |")
    lines += ["", worlds_aim(own)]
    lines += search_table(own, peers)
    if peers:
        lines += peers_section(peers)
    return "\n".join(lines) + "\n"


def worlds_aim(own: dict[Any, Samples]) -> str:
    """Where a world takes longer than wanted."""
    took = {f"{slug} with {seats}": middle(samples)["determinise"] for (slug, seats), samples in own.items()}
    slow = ", ".join(f"{name} ({time:.0f})" for name, time in took.items() if time >= WORLD_AIM) or "none"
    return f"Aim: `determinise` below {WORLD_AIM:.0f} µs with every number of seats. Missed: {slow}."


def targets_section(own: dict[Any, Samples], peers: dict[Any, Samples]) -> list[str]:
    """What was wanted and what was measured."""
    head, spiel, uno = middle(own[HEADLINE]), middle(peers["crazy_eights"]), middle(peers["uno"])
    return [
        "## Targets: St. Croix, 4 seats, to Crazy Eights, 4 players, and UNO, 2 players",
        "",
        "| what | wanted | measured | |",
        "|---|---|---|---|",
        *(target.line() for target in targets(head, spiel, uno)),
        "",
        "OpenSpiel's documented loop draws chance outcomes with `numpy.random.choice`, which takes about",
        "two thirds of its time: the quickest loop (one call for the legal actions, one to apply) is the fairer",
        "comparison.",
        "",
        "Lowest and highest repetition: "
        f"ours stepped {spread(own[HEADLINE]['stepped'])}, quickest {spread(own[HEADLINE]['quickest'])}, "
        f"playouts {spread(own[HEADLINE]['playouts'])}; "
        f"OpenSpiel documented {spread(peers['crazy_eights']['documented'])}, "
        f"quickest {spread(peers['crazy_eights']['quickest'])}, bots {spread(peers['crazy_eights']['bots'])}, "
        f"rollouts {spread(peers['crazy_eights']['rollouts'])}; RLCard {spread(peers['uno']['steps'])}.",
        "",
    ]


def peers_section(peers: dict[Any, Samples]) -> list[str]:
    """The figures of OpenSpiel and RLCard."""
    lines = [
        "",
        "## Peers",
        "",
        "| OpenSpiel | as documented | quickest loop | evaluate_bots | rollout evaluator |",
        "|---|---|---|---|---|",
    ]
    for name in ("crazy_eights", "go_fish", "hearts"):
        m = middle(peers[name])
        rates = " | ".join(short(m[way]) for way in ("documented", "quickest", "bots", "rollouts"))
        lines.append(f"| {name}, 4 players | {rates} |")
    m = middle(peers["uno"])
    lines += [
        "",
        f"RLCard, UNO, 2 players (whatever number is asked for): `env.run` with random agents {short(m['run'])},",
        f"a loop over `env.step` {short(m['steps'])} decisions/s.",
    ]
    return lines


def search_table(own: dict[Any, Samples], peers: dict[Any, Samples]) -> list[str]:
    """Tree search of every game, and OpenSpiel's of card games for which it can imagine worlds."""
    lines = [
        "",
        "## Search",
        "",
        "Information-set tree search at random moments of random games: iterations a second, each with one random",
        "playout to the end of the game; how many decisions random games have from there to the end; the product of",
        "the two, for games differ in length; and iterations a second with the game's policy in the playouts.",
        "OpenSpiel's is its C++ `ISMCTSBot` with the random-rollout evaluator, in the same run.",
        "",
        "| game | seats | iterations/s | decisions to the end | decisions/s imagined | iterations/s with the policy |",
        "|---|---|---|---|---|---|",
    ]
    for (slug, seats), samples in own.items():
        lines.append(f"| {slug} | {seats} | {_search_cells(middle(samples))} | {short(middle(samples)['thinking'])} |")
    for name, samples in peers.items():
        if "search" in samples:
            lines.append(f"| OpenSpiel {name} | {SEARCHED_SEATS[name]} | {_search_cells(middle(samples))} | |")
    return lines


def _search_cells(m: dict[str, float]) -> str:
    return f"{short(m['search'])} | {m['imagined']:.0f} | {short(m['search'] * m['imagined'])}"


def main() -> None:
    """Measure everything and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument(
        "--seconds", type=float, default=0.2, help="CPU time of one measurement of a peer or of St. Croix"
    )
    parser.add_argument("--without-peers", action="store_true", help="measure only Parlour")
    parser.add_argument("--out", type=Path, default=HERE / "RESULTS.md")
    asked = parser.parse_args()
    if _build.in_use() != "compiled":
        sys.exit("The rules are not compiled here: the numbers would not mean much. Build them first.")

    games = every_setting()
    own: dict[Any, Samples] = {(game.slug, game.seats): {} for game in games}
    peers: dict[Any, Samples] = {}
    versions: dict[str, str] = {}
    if not asked.without_peers:
        for name in PEERS:
            peer_python(name)
    started = time.monotonic()
    for repetition in range(asked.repetitions):
        print(f"repetition {repetition + 1} of {asked.repetitions}", file=sys.stderr)
        for name in [] if asked.without_peers else PEERS:
            headline = parlour.game(HEADLINE[0], seats=HEADLINE[1])
            keep(own, HEADLINE, ours.measure(headline, asked.seconds))
            answer = ask_peer(name, asked.seconds)
            versions[name] = answer["version"]
            for game_name, rates in answer["rates"].items():
                keep(peers, game_name, rates)
        for game in games:
            keep(own, (game.slug, game.seats), ours.measure(game, asked.seconds / 2))
    facts = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "command": f"`python benchmarks/{Path(__file__).name} {' '.join(sys.argv[1:])}`".replace(" `", "`"),
        "took": f"{time.monotonic() - started:.0f} s, {asked.repetitions} repetitions, {asked.seconds} s a measurement",
        "parlour": f"{parlour.__version__}, commit {exact_commit()}, {_build.in_use()} with mypy {version('mypy')}",
        "Python": f"{platform.python_version()} on {platform.system()}",
        **versions,
        "CPU": processor(),
        "load": busy(),
    }
    text = report(own, peers, facts)
    asked.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
