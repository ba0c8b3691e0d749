"""The compiled rules and the plain ones are one source: they must play the same games, action by action.

Run as a script, this file plays the games with the build in use and prints a digest per game.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import parlour
from parlour import _build
from parlour.core import game as contract
from parlour.core.chance import Sampled
from parlour.core.record import canonical
from parlour.core.rng import Rng
from parlour.games import AnyGame

GAMES = 1000
LOOK = 16  # actions between two comparisons of whole positions; legal actions are compared at every one


def settings() -> list[tuple[str, int]]:
    """Every game with every seat count."""
    return [(about.slug, seats) for about in parlour.games() for seats in range(about.min_seats, about.max_seats + 1)]


@cache
def game_of(slug: str, seats: int) -> AnyGame:
    """The rules for a table, made once."""
    return parlour.game(slug, seats=seats)


def steps_of(slug: str, seats: int, number: int) -> Iterator[str]:
    """A random game in words: who may do what at every step, what was done, and how the table looks."""
    game = game_of(slug, seats)
    luck = Sampled(Rng("builds' luck", slug, seats, number))
    rng = Rng("builds", slug, seats, number)
    state = game.new(luck)
    step = 0
    while allowed := game.may_act(state):
        seat = allowed[rng.below(len(allowed))]
        legal = game.legal(state, seat)
        action = legal[rng.below(len(legal))]
        table = canonical(game.dump(state)) if step % LOOK == 0 else ""
        yield f"{step}: {game.to_act(state)} {allowed} seat {seat} of {legal} does {action} {table}"
        game.apply(state, seat, action, luck)
        step += 1
    outcome = game.outcome(state)
    yield f"{step}: {canonical(game.dump(state))} {canonical(outcome.as_json() if outcome else None)}"


def digest_of(slug: str, seats: int, number: int) -> str:
    """One short text for everything that happened in a game."""
    made = hashlib.sha256()
    for step in steps_of(slug, seats, number):
        made.update(step.encode())
    return made.hexdigest()[:16]


def start(build: str, *arguments: str) -> "subprocess.Popen[str]":
    """Run this file as a script, with one of the builds."""
    path = os.pathsep.join([str(Path(parlour.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    plain = "1" if build == "plain Python" else "0"
    environment = {**os.environ, "PYTHONPATH": path, _build.SWITCH: plain}
    return subprocess.Popen(
        [sys.executable, __file__, *arguments], env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )


def finish(process: "subprocess.Popen[str]", build: str) -> list[str]:
    """The lines it printed, after the first one, which says which build played."""
    lines = process.communicate()[0].splitlines()
    assert process.returncode == 0, f"the {build} build failed"
    assert lines[0] == build
    return lines[1:]


def is_compiled_build_here() -> bool:
    folder = Path(contract.__file__).parent
    return any((folder / f"game{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


@pytest.mark.skipif(not is_compiled_build_here(), reason="no compiled rules here: build them with a C compiler first")
@pytest.mark.skipif(_build.in_use() != "compiled", reason="both builds are compared when the compiled one is tested")
def test_both_builds_play_the_same_games() -> None:
    builds = ("compiled", "plain Python")
    running = [start(build) for build in builds]
    compiled, plain = (finish(process, build) for process, build in zip(running, builds, strict=True))
    assert len(compiled) == GAMES
    for ours, theirs in zip(compiled, plain, strict=True):
        if ours != theirs:
            slug, seats, number, _ = json.loads(ours)
            one = [start(build, slug, str(seats), str(number)) for build in builds]
            first, second = (finish(process, build) for process, build in zip(one, builds, strict=True))
            steps = [pair for pair in zip(first, second, strict=False) if pair[0] != pair[1]]
            pytest.fail(
                f"{slug}, {seats} seats, game {number} differs:\ncompiled {steps[0][0]}\nplain    {steps[0][1]}"
            )


def main(arguments: list[str]) -> None:
    print(_build.in_use())
    if arguments:
        slug, seats, number = arguments
        for step in steps_of(slug, int(seats), int(number)):
            print(step)
        return
    every = settings()
    for game in range(GAMES):
        slug, players = every[game % len(every)]
        print(json.dumps([slug, players, game, digest_of(slug, players, game)]))


if __name__ == "__main__":
    main(sys.argv[1:])
