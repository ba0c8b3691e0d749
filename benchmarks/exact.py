"""How far from perfect play is each level? Walks through the whole tree of every `micro` preset.

    python benchmarks/exact.py

Writes the table in docs/exact.md. NashConv is how much both seats together gain if each answers the level as well as
possible; 0 is perfect play. Takes a few minutes with compiled rules.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import parlour
from parlour.bots import find_bot
from parlour.core.game import View
from parlour.core.rng import Rng
from parlour.envs.exact import Chooser, Tree, nash_conv, solve, strategy_of, uniform, value
from parlour.games import AnyGame
from parlour.study.decision_study import is_guided

PAGE = Path(__file__).resolve().parents[1] / "docs" / "exact.md"
BEGIN, END = "<!-- made by benchmarks/exact.py: begin -->", "<!-- end -->"
LEVELS = {"random": 0, "easy": 40, "normal": 8, "hard@100": 1, "expert@100": 1}
"""Each level, and how often it is asked in each information set; `random` is known without asking."""
ROUNDS = {"st-croix": 1000, "follow-me": 1000, "match-me": 100, "mine-and-craft": 100}
"""Rounds of the solver, fewer where the tree is larger."""


def asked(game: AnyGame, level: str, times: int) -> Chooser:
    """A level as a strategy: how often it takes each action, with different luck each time."""
    bot = find_bot(level).make(game)

    def choose(view: View, legal: Sequence[int], told: str) -> Sequence[float]:
        found = [0.0] * len(legal)
        for number in range(times):
            found[legal.index(bot.choose(view, legal, Rng("exact", told, number)))] += 1.0 / times
        return found

    return choose


def line(slug: str, rounds: int) -> str:
    """The row of a game."""
    game = parlour.game(slug, 2, "micro")
    began = time.perf_counter()
    tree = Tree(game)
    found = []
    for level, times in LEVELS.items():
        if level.startswith("expert") and not is_guided(game):
            found.append("as hard")
            continue
        strategy = strategy_of(tree, asked(game, level, times)) if times else uniform(tree)
        found.append(f"{nash_conv(tree, strategy):.3f}")
    solved = solve(tree, rounds)
    cells = [game.title, f"{tree.size:,}", f"{len(tree.spots):,}", *found]
    cells += [f"{nash_conv(tree, solved):.4f}", f"{value(tree, solved)[0]:+.3f}"]
    print(f"{slug}: {time.perf_counter() - began:.0f} s", *cells, flush=True)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure every game and write the table."""
    sys.setrecursionlimit(10_000)
    head = ["game", "nodes", "information sets", *LEVELS, "solved", "value of the first seat"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [line(slug, rounds) for slug, rounds in ROUNDS.items()]
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{chr(10).join(lines)}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
