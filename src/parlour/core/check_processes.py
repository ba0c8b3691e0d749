"""The same game in other processes: the same seed must give the same game everywhere.

Python goes through sets of words in another order in every process (PYTHONHASHSEED). A game that depends on that order
looks right as long as one process plays it, so it is played in two more, each with another order.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module

from parlour.core.cards import deck_from_data
from parlour.core.errors import CheckFailed
from parlour.core.game import Game, State, View
from parlour.core.match import Match
from parlour.core.record import digest
from parlour.core.rng import Rng

AnyGame = Game[State, View]

LONG_ENOUGH = 200
"""Decisions of a game to compare."""


def check_in_processes(games: Sequence[AnyGame], seed: str = "check") -> None:
    """Play each game here and in two other processes, which play all of them in a row; the records must be the same."""
    here = [digest(record_text(game, seed)) for game in games]
    jobs = [_job(game, seed) for game in games]
    for hash_seed in ("1", "2"):
        for game, mine, theirs in zip(games, here, _in_another_process(jobs, hash_seed), strict=True):
            if theirs != mine:
                raise CheckFailed(
                    "determinism",
                    f"the same seed gave another game of {game.about.title} ({game.seats} seats, {game.options}) "
                    "in another process: it depends on iteration order",
                )


def record_text(game: AnyGame, seed: str, disturb: bool = False) -> str:
    """The record of a game by random choices; `disturb` uses Python's global generator meanwhile."""
    match = Match(game, seed)
    rng = Rng("conformance", seed)
    while match.to_act and match.decisions < LONG_ENOUGH:
        if disturb:
            random.seed(match.decisions)
            random.random()
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match.text()


def report_digests() -> None:
    """Play the games described on standard input and print a digest of each record; runs in the other processes."""
    for job in json.load(sys.stdin):
        make = getattr(import_module(job["module"]), job["name"])
        deck = deck_from_data(job["deck"], "deck") if job["deck"] else None
        print(digest(record_text(make(seats=job["seats"], deck=deck, **job["options"]), job["seed"])))


def _job(game: AnyGame, seed: str) -> dict[str, object]:
    return {
        "module": type(game).__module__,
        "name": type(game).__qualname__,
        "seats": game.seats,
        "options": game.options,
        "deck": dict(game.deck.data) if game.deck.source != "deck.toml" else None,
        "seed": seed,
    }


def _in_another_process(jobs: list[dict[str, object]], hash_seed: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", "from parlour.core.check_processes import report_digests; report_digests()"],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if done.returncode != 0:
        raise CheckFailed("determinism", f"the game does not run in a process of its own: {done.stderr.strip()[-300:]}")
    return done.stdout.split()
