"""How strong is the search? Beside OpenSpiel's IS-MCTS, and with its network beside itself without one.

    python benchmarks/strength.py [--minutes 10] [--table]

One bot of the first kind sits among bots of the second; each deal is played once from every seat. Every finished game
is added to benchmarks/strength.jsonl, so the run can be stopped and resumed; `--table` only writes the page from it,
benchmarks/STRENGTH.md. It uses one process.

OpenSpiel's search (`open_spiel.python.algorithms.ismcts`, random rollouts) plays through our adapter
(`parlour.envs.openspiel`). It is handed a state that is made from the view alone. With equal time, hard thinks as many
seconds about a decision as OpenSpiel took on average for its simulations in the same game.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from parlour import _build
from parlour.bots import find_bot
from parlour.bots.budget import Budget
from parlour.bots.driver import next_move
from parlour.bots.duel import Timed, wilson
from parlour.bots.levels import Bot, HardBot
from parlour.core.game import View
from parlour.core.match import Match
from parlour.core.record import canonical
from parlour.core.rng import Rng
from parlour.envs.openspiel import SpielState, name_of
from parlour.envs.positions import History, Position
from parlour.games import AnyGame, find

HERE = Path(__file__).resolve().parent
RESULTS, PAGE = HERE / "strength.jsonl", HERE / "STRENGTH.md"
SPIEL, SECONDS = "openspiel", "seconds"
EXPLORES = 1.4
"""OpenSpiel's exploration constant, as in its own examples."""


@dataclass(frozen=True)
class Pair:
    """Two bots to compare in a game: `openspiel@N` is OpenSpiel with N simulations, `hard:seconds` equal time."""

    game: str
    seats: int
    a: str
    b: str
    games: int


@dataclass(frozen=True)
class Line:
    """One game."""

    game: str
    seats: int
    a: str
    b: str
    number: int
    win: float
    decisions: tuple[int, int]
    seconds: tuple[float, float]


PLAN = [
    pair
    for slug in ("follow-me", "st-croix", "mine-and-craft")
    for pair in (
        Pair(slug, 2, "hard@20", f"{SPIEL}@20", 20),
        Pair(slug, 2, f"hard:{SECONDS}", f"{SPIEL}@20", 10),
    )
]


class Spiel:
    """OpenSpiel's IS-MCTS behind a bot's interface."""

    def __init__(self, game: AnyGame, simulations: int) -> None:
        self.game, self.simulations = game, simulations
        self.spiel = pyspiel.load_game(f"{name_of(game.slug)}(players={game.seats})")

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """Put the view into a state of OpenSpiel, with any world that fits it, and let its bot decide."""
        game = self.game
        if len(legal) == 1:
            return legal[0]
        world = game.determinise(view, rng)
        known = tuple(canonical(game.view(world, seat).facts()) + "\n" for seat in range(game.seats))
        state = SpielState(self.spiel)
        state._go(Position(game, world, History((), None, known)))
        luck = np.random.RandomState(rng.below(1 << 31))
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        bot = ismcts.ISMCTSBot(self.spiel, evaluator, EXPLORES, self.simulations, random_state=luck)
        return int(bot.step(state))


def make(name: str, game: AnyGame, seconds: float) -> Bot:
    """A bot by its name in the plan."""
    if name.startswith(f"{SPIEL}@"):
        return Spiel(game, int(name.partition("@")[2]))
    if name == f"hard:{SECONDS}":
        return HardBot(game, Budget(0, seconds))
    return find_bot(name).make(game)


def play(pair: Pair, number: int, seconds: float) -> Line:
    """Play one game of a pair: deal `number // seats`, `a` in seat `number % seats`."""
    game = find(pair.game).make(seats=pair.seats)
    match = Match(game, f"strength {number // pair.seats}")
    place = number % pair.seats
    mine, others = Timed(make(pair.a, game, seconds)), Timed(make(pair.b, game, seconds))
    bots = {seat: mine if seat == place else others for seat in range(pair.seats)}
    while found := next_move(match, bots):
        match.play(*found)
    assert match.outcome is not None
    ranks = match.outcome.ranks
    win = 1.0 / ranks.count(1) if ranks[place] == 1 else 0.0
    times = (round(mine.seconds, 3), round(others.seconds, 3))
    return Line(pair.game, pair.seats, pair.a, pair.b, number, win, (mine.decisions, others.decisions), times)


def of(pair: Pair, done: Sequence[Line]) -> list[Line]:
    """The games of a pair."""
    return [line for line in done if (line.game, line.seats, line.a, line.b) == (pair.game, pair.seats, pair.a, pair.b)]


def pace(lines: Sequence[Line], side: int) -> float:
    """The mean seconds of a decision; 0 if none was made."""
    decisions = sum(line.decisions[side] for line in lines)
    return sum(line.seconds[side] for line in lines) / decisions if decisions else 0.0


def spiel_pace(pair: Pair, done: Sequence[Line]) -> float:
    """How long OpenSpiel took for a decision in the pair's game, from the games with equal simulations."""
    return pace([line for line in done if (line.game, line.b) == (pair.game, pair.b) and ":" not in line.a], 1)


def table(done: Sequence[Line]) -> str:
    """The table in Markdown."""
    lines = [
        "| game | seats | bot | against | share won, 95 % interval | even | games | ms a decision | of the others |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for pair in PLAN:
        played = of(pair, done)
        if not played:
            continue
        won, games = sum(line.win for line in played), len(played)
        low, high = wilson(won, games)
        name = "hard, equal time" if pair.a.endswith(SECONDS) else pair.a
        times = " | ".join(f"{1000 * pace(played, side):.1f}" for side in (0, 1))
        lines.append(
            f"| {find(pair.game).about.title} | {pair.seats} | {name} | {pair.b} "
            f"| {won / games:.1%} [{low:.1%}, {high:.1%}] | {1 / pair.seats:.1%} | {games} | {times} |"
        )
    return "\n".join(lines)


def write_page(done: Sequence[Line]) -> None:
    """Write STRENGTH.md: the docstring's words, and the table."""
    words = __doc__.partition("\n\n")[2].partition("\n\n")[2]
    notes = HERE / "strength_notes.md"
    more = notes.read_text("utf-8") if notes.is_file() else ""
    PAGE.write_text(
        f"# Strength\n\nMade by `python benchmarks/strength.py`.\n\n{words}\n{table(done)}\n\n{more}", "utf-8"
    )


def main() -> None:
    """Play what is missing until the time is up, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no new game after this time")
    parser.add_argument("--table", action="store_true", help="play nothing, write the page")
    asked = parser.parse_args()
    done: list[Line] = []
    if RESULTS.is_file():
        for text in RESULTS.read_text("utf-8").splitlines():
            kept = json.loads(text)
            done.append(Line(**{**kept, "decisions": tuple(kept["decisions"]), "seconds": tuple(kept["seconds"])}))
    until = time.monotonic() + 60 * asked.minutes
    if not asked.table and _build.in_use() != "compiled":
        parser.exit(1, "The rules are not compiled here. Build them first.\n")
    for pair in [] if asked.table else PLAN:
        for number in range(len(of(pair, done)), pair.games):
            if time.monotonic() > until:
                break
            done.append(play(pair, number, spiel_pace(pair, done)))
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(done[-1])) + "\n")
        print(pair, len(of(pair, done)), sum(line.win for line in of(pair, done)), flush=True)
    write_page(done)


if __name__ == "__main__":
    main()
