"""Arguments shared by the study commands; None means "not given"."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

GAME = "The game, as `parlour games` names it."
GameArgument = Annotated[str | None, Parameter(help=GAME)]


@Parameter(name="*")
@dataclass(frozen=True)
class TableArguments:
    """The game that is studied.

    Parameters
    ----------
    seats
        How many play. Default: the game's recommended number.
    option
        A house rule as name=value; give it again for more. `parlour rules GAME` lists them.
    preset
        A named set of house rules.
    deck
        A deck file to play with instead of the game's own.
    seed
        The seed of all deals. Default: study.
    followed
        Number of games in which win chances are estimated turn by turn (slow). Default: one in 350, from 10 to 100.
    start
        A position as JSON from which every game starts; `parlour position FILE --at N` prints one.
    """

    seats: int | None = None
    option: Annotated[tuple[str, ...], Parameter(negative=())] = ()
    preset: str | None = None
    deck: str | None = None
    seed: str | None = None
    followed: int | None = None
    start: Path | None = None


@Parameter(name="*")
@dataclass(frozen=True)
class WorkArguments:
    """Where the files go and who does the work.

    Parameters
    ----------
    out
        The folder for the files. Default: a new one named after the command and the game.
    resume
        Resume the unfinished run in --out; all other arguments may be left out.
    workers
        Number of processes; the files do not depend on it. Default: one per core.
    cluster
        The address of a dask scheduler whose workers play the games instead, such as tcp://10.0.0.1:8786.
    """

    out: Path | None = None
    resume: Annotated[bool, Parameter(negative=())] = False
    workers: int | None = None
    cluster: str | None = None
