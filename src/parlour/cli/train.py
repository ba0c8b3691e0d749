"""The command that trains a network for `expert`."""

import os
from pathlib import Path

from parlour.core.errors import ParlourError


def train(
    game: str,
    /,
    *,
    hours: float = 0.25,
    out: Path | None = None,
    seats: tuple[int, ...] = (),
    seed: int = 1,
    begin: Path | None = None,
) -> int:
    """Train a network for a game by self-play, and measure it against normal and hard while it learns.

    Writes `expert.net` (the best network so far), `curve.csv` and `curve.svg` (the learning curve) and what it needs to
    resume. Ctrl-C loses at most the time since the last measurement; the same command resumes.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    hours
        CPU time that goes into the run, earlier parts included.
    out
        The folder of the run. Default: training/GAME.
    seats
        Seat counts to train. Default: all.
    seed
        Makes the run repeatable; it is written down in `run.json`.
    begin
        A network to train further: its `expert.net`. Default: begin with the rule of thumb.
    """
    from parlour.games import find

    about = find(game).about
    if hours <= 0.0:
        raise ParlourError(f"--hours takes a number above 0, not {hours}.")
    for count in seats:
        if not about.min_seats <= count <= about.max_seats:
            raise ParlourError(f"{about.title} is for {about.min_seats} to {about.max_seats} seats, not {count}.")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only wait for each other
    try:
        from parlour.learn.train import Run, Settings
    except ImportError:
        raise ParlourError("numpy is not installed: pip install 'parlour[rl]' brings it.") from None
    folder = Path("training") / game if out is None else out
    start = "" if begin is None else str(begin)
    Run(folder, Settings(game, seats=tuple(sorted(set(seats))), seed=seed, begin=start)).train(3600.0 * hours)
    print(f"The network is in {folder / 'expert.net'}, its learning curve in {folder / 'curve.svg'}.")
    return 0
