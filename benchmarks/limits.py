"""How close playouts come to C: the same random games of St. Croix, by `random_games` and by hand-written C.

The C program (limits/st_croix.c) is compiled here and is no part of Parlour. It draws the same random numbers, so it
must count the same decisions; if it does not, one of the two breaks a rule.

    python benchmarks/limits.py [--games 3000] [--repetitions 5]
"""

import argparse
import shlex
import shutil
import statistics
import subprocess
import sysconfig
import time
from pathlib import Path

import parlour
from parlour import _build
from parlour.core.playout import random_games
from parlour.core.rng import Rng
from parlour.games.st_croix.game import StCroix

HERE = Path(__file__).resolve().parent
PROGRAM = HERE.parent / ".bench" / "limits" / "st_croix"
WANTED = 0.6


def compiler() -> list[str] | None:
    """The machine's C compiler, None if it has none."""
    command = shlex.split(str(sysconfig.get_config_var("CC") or "cc"))[:1]
    return command if shutil.which(command[0]) else None


def compile_program(command: list[str]) -> None:
    """Compile the C version, optimised as our own code is."""
    PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([*command, "-O3", "-o", str(PROGRAM), str(HERE / "limits" / "st_croix.c")], check=True)


def in_c(game: StCroix, games: int, seed: int) -> tuple[int, float]:
    """Decisions and CPU seconds of the C version."""
    words = [str(games)]
    for rng in (Rng("random games", seed), Rng("random games' luck", seed)):
        words += [str(rng.a), str(rng.b), str(rng.c), str(rng.d)]
    words += [str(kind) for kind in (len(game.ladder), game.lizard, game.moko, game.cannon, game.glass)]
    words += [str(kind) for kind in game.beat_after]
    answer = subprocess.run([str(PROGRAM), *words], check=True, capture_output=True, text=True).stdout.split()
    return int(answer[0]), float(answer[1])


def in_parlour(game: StCroix, games: int, seed: int) -> tuple[int, float]:
    """Decisions and CPU seconds of `random_games`."""
    began = time.process_time()
    return random_games(game, games, seed), time.process_time() - began


def measure(games: int, repetitions: int) -> list[tuple[float, float]]:
    """Decisions a second of Parlour and of C, in turn; empty without a C compiler."""
    command = compiler()
    if command is None:
        return []
    compile_program(command)
    game = parlour.game("st-croix", seats=4)
    assert isinstance(game, StCroix)
    rates = []
    for seed in range(repetitions):
        ours, took = in_parlour(game, games, seed)
        theirs, took_in_c = in_c(game, games, seed)
        if ours != theirs:
            raise SystemExit(f"Parlour counts {ours} decisions, C counts {theirs}: they play by different rules.")
        rates.append((ours / took, theirs / took_in_c))
    return rates


def sentence(rates: list[tuple[float, float]]) -> str:
    """What was measured, for RESULTS.md."""
    if not rates:
        return "There is no C compiler on this machine: not measured."
    ours, theirs = (statistics.median(numbers) for numbers in zip(*rates, strict=True))
    ratio = statistics.median(mine / c for mine, c in rates)
    verdict = "met" if ratio >= WANTED else "missed"
    return f"Playouts: {ours / 1e6:.2f} M decisions/s, C {theirs / 1e6:.2f} M: {ratio:.2f} (aim {WANTED:g}: {verdict})."


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--repetitions", type=int, default=5)
    given = parser.parse_args()
    print(f"rules: {_build.in_use()}")
    print(sentence(measure(given.games, given.repetitions)))


if __name__ == "__main__":
    main()
