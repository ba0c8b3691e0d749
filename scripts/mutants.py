"""How many small changes of the rules do the tests notice? `make mutants ARGS="st-croix --count 300 --seed 1"`.

Changes one place of a game's rules (or of the engine, with `core`; or of the server's decisions and fold, with
`server`), runs the quick tests of that part with plain Python, and goes on with the next. A change that no test notices
is printed: read it, and write a test if it is a hole. The places follow from the seed. Results are kept in
`build/mutants/` and used again while the changed function stays as it was; `--again` tries those once more that were
not noticed.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
BASE = ROOT / "src" / "parlour"
KEPT = ROOT / "build" / "mutants"
SHOWING = {"__init__", "about", "actions", "encode", "events", "explain", "game", "policy", "prompt", "scene", "words"}
"""Files of a game that show it or play it; the others say what its rules are and what a seat may know."""
CHECKING = ("__init__", "check", "worlds")
"""Files of the core that test games: planted bugs test them (`tests/test_planted_bugs.py`)."""
WHOLE_GAMES = ["tests/test_golden.py", "tests/test_conformance.py"]
CORE_TESTS = [
    "tests/core",
    "tests/test_golden.py",
    "tests/test_records_v1.py",
    "tests/test_moves.py",
    "tests/test_deck_command.py",
    "tests/envs/test_observations.py",
    "tests/envs/test_vector.py",
    "tests/bots/test_players.py",
    "tests/server/test_decide.py",
    "tests/games/follow_me",
    "tests/games/st_croix",
]
"""Tests of the engine, and quick tests of what uses each part of it."""
SLOW_FOR_CORE = ["neighbouring", "finds_nothing_in_a_game_of_defaults", "printed_copied", "by_the_clock", "in_duels"]
SERVER_FILES = ["server/log/decide.py", "server/log/table.py", "server/log/undo.py"]


def files_of(part: str) -> list[str]:
    """The files to change."""
    if part == "server":
        return SERVER_FILES
    folder = BASE / ("core" if part == "core" else f"games/{part.replace('-', '_')}")
    if not folder.is_dir():
        sys.exit(f"There is no game {part!r}; the other parts are `core` and `server`.")
    names = sorted(path.stem for path in folder.glob("*.py"))
    chosen = [name for name in names if not (name.startswith(CHECKING) if part == "core" else name in SHOWING)]
    return [(folder / f"{name}.py").relative_to(BASE).as_posix() for name in chosen]


def tests_of(part: str) -> list[str]:
    """The tests to run, as pytest is told them."""
    if part == "server":
        return [f"tests/server/test_{name}.py" for name in ("decide", "fold", "log", "older_luck")]
    if part == "core":
        return [*CORE_TESTS, "-k", f"not ({' or '.join(SLOW_FOR_CORE)}) and not (zones_change and not mackinac)"]
    folder = part.replace("-", "_")
    return [
        f"tests/games/{folder}",
        *WHOLE_GAMES,
        "-k",
        f"{folder} or golden and {part} or contract and {part} and tiny",
    ]


def equivalents() -> dict[str, str]:
    """Changes that change nothing anybody can notice, with the reason."""
    listed = tomllib.loads((ROOT / "scripts" / "equivalent_mutants.toml").read_text(encoding="utf-8"))
    return {one["name"]: one["why"] for one in listed.get("mutant", [])}


def main() -> int:
    """Change, run, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="+", help="games, `server` or `core`")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--again", action="store_true", help="try those once more that were not noticed")
    parser.add_argument("--budget", type=float, default=4.0, help="CPU seconds of tests for one change, quickest first")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if os.environ.get("PARLOUR_PURE") != "1" or os.environ.get("PYTHONHASHSEED") != "0":
        plain = {**os.environ, "PARLOUR_PURE": "1", "PYTHONHASHSEED": "0", "HYPOTHESIS_STORAGE_DIRECTORY": os.devnull}
        os.execve(sys.executable, [sys.executable, *sys.argv], plain)
    os.chdir(ROOT)
    if given.one is not None:
        return only(given.one)
    if len(given.part) > 1:
        flags = ["--count", str(given.count), "--seed", given.seed, "--budget", str(given.budget)]
        flags += ["--again"] if given.again else []
        return max(subprocess.run([sys.executable, __file__, part, *flags]).returncode for part in given.part)
    return run(given.part[0], given)


def run(part: str, given: argparse.Namespace) -> int:
    """Try the changes of one part that have no result yet."""
    from mutant_tests import Tests
    from mutations import mutants

    every = [one for file in files_of(part) for one in mutants(BASE, file)]
    chosen = random.Random(given.seed).sample(every, min(given.count, len(every)))
    kept = KEPT / f"{part}.jsonl"
    KEPT.mkdir(parents=True, exist_ok=True)
    known = read(kept)
    wanted = [one for one in chosen if one.name not in known or (given.again and not known[one.name]["test"])]
    if wanted:
        tests = Tests(BASE, files_of(part), tests_of(part))
        failed = tests.learn()
        if failed:
            print("These tests fail without a change; mend them first:", *failed, sep="\n  ")
            return 2
        print(f"{part}: {len(tests.items)} tests, {sum(one.seconds for one in tests.known):.0f} s watched", flush=True)
        for mutant in wanted:
            verdict = tests.try_out(mutant, given.budget)
            test, how, seconds = verdict.test, verdict.how, verdict.seconds
            wanted_tests = [] if test else tests.too_late_for(mutant, given.budget / 2)
            if wanted_tests:
                test, how = in_a_fresh_process(part, mutant.name, wanted_tests)
            result = {"name": mutant.name, "line": mutant.first, "before": mutant.before, "after": mutant.after}
            result |= {"test": test, "how": how, "seconds": round(seconds, 3), "tests": verdict.tests}
            known[mutant.name] = result
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
    report(part, [known[one.name] for one in chosen], len(every))
    return 0


def in_a_fresh_process(part: str, name: str, wanted: list[str]) -> tuple[str, str]:
    """Is a change noticed that is there from the first import on? What noticed it, and how."""
    command = [sys.executable, __file__, part, "--one", name]
    try:
        done = subprocess.run(command, input=json.dumps(wanted).encode(), stdout=subprocess.DEVNULL, timeout=600)
    except subprocess.TimeoutExpired:
        return "(loaded with the change)", "hangs"
    return ("(loaded with the change)", "fails") if done.returncode else ("", "")


def only(name: str) -> int:
    """One change in this process, from the first import on: 1 if a test notices it."""
    from mutant_tests import cold
    from mutations import mutants

    file = name.partition(":")[0]
    mutant = next(one for one in mutants(BASE, file) if one.name == name)
    return int(cold(BASE, mutant, json.load(sys.stdin)))


def read(kept: Path) -> dict[str, dict[str, object]]:
    """The results of earlier runs; of several, the last."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.is_file() else []
    return {one["name"]: one for one in map(json.loads, lines)}


def report(part: str, results: list[dict[str, object]], of: int) -> None:
    """Print what was not noticed, and the score."""
    excused = equivalents()
    counted = [one for one in results if one["name"] not in excused]
    missed = [one for one in counted if not one["test"]]
    for one in sorted(missed, key=lambda one: str(one["name"])):
        file, function, *_ = str(one["name"]).split(":")
        ran = "" if one["tests"] else " (no test runs it)"
        print(f"not noticed{ran}: {file}:{one['line']} {function}: {one['before']}  ->  {one['after']}")
        print(f"    {one['name']}")
    noticed = len(counted) - len(missed)
    seconds = sum(float(str(one["seconds"])) for one in results) / max(1, len(results))
    hung = Counter(str(one["how"]).partition(" ")[0] for one in results)["hangs"]
    print(
        f"{part}: {noticed} of {len(counted)} noticed ({100 * noticed / max(1, len(counted)):.1f} %), "
        f"{hung} of them by hanging; {len(results) - len(counted)} left out as equivalent; "
        f"{of} places in all; {seconds:.2f} s of CPU each"
    )


if __name__ == "__main__":
    sys.exit(main())
