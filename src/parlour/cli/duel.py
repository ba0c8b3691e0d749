"""The duel command: plays, shows progress, and says who is stronger."""

import os

from parlour.bots.duel import Duel, Played, Score, play_all, score
from parlour.cli.progress import progress_bar
from parlour.core.errors import ParlourError
from parlour.games import find


def run_duel(duel: Duel, games: int, workers: int | None) -> int:
    """Play the duel and print its result; Ctrl-C stops early and prints what is done."""
    if games < 1:
        raise ParlourError(f"A duel has at least 1 game, not {games}.")
    if workers is not None and workers < 1:
        raise ParlourError(f"At least 1 process must do the work, not {workers}.")
    count = min(games, (os.cpu_count() or 1) if workers is None else workers)
    played: list[Played] = []
    code = 0
    try:
        with progress_bar() as progress:
            task = progress.add_task(f"{duel.a} against {duel.b}", total=games)
            for game in play_all(duel, games, count):
                played.append(game)
                progress.advance(task)
    except KeyboardInterrupt:
        code = 130
    if code:
        print(f"Stopped after {len(played)} of {games} games.")
    if played:
        _show(duel, score(played, duel.seats))
    return code


def _show(duel: Duel, found: Score) -> None:
    others = duel.b if duel.seats == 2 else f"{duel.seats - 1} {duel.b}"
    print(f"{find(duel.game).about.title}, {duel.seats} seats: {duel.a} against {others}, {found.games} games")
    print(
        f"  {duel.a} won {found.share:.1%}, 95 % interval {found.low:.1%} to {found.high:.1%}; "
        f"an even share is {found.even:.1%}: {found.verdict}"
    )
    print(f"  mean rank {found.rank:.2f}; even would be {found.even_rank:.2f}")
    (a, a_spread), (b, b_spread) = found.ratings
    print(f"  rating (openskill) {duel.a} {a:.1f} ± {a_spread:.1f}, {duel.b} {b:.1f} ± {b_spread:.1f}")
    print(f"  time per decision {duel.a} {found.milliseconds[0]:.1f} ms, {duel.b} {found.milliseconds[1]:.1f} ms")
