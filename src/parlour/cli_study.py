"""The commands that study games: simulate, sweep, tournament, again and report. What they do lives in `terminal/`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.study.wishes import Table, Work


def simulate(
    game: str | None = None,
    /,
    *,
    games: int | None = None,
    bots: str | None = None,
    table: Table | None = None,
    work: Work | None = None,
) -> int:
    """Let bots play many games and keep what happened as tables, for `parlour report` and for your own questions.

    The same seed gives the same files, whoever does the work. Ctrl-C keeps what is done.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    games
        How many games to play. Default: 1000.
    bots
        Who plays: random, easy, normal, or hard@500 for so many iterations a decision; or a list such as normal,easy
        that fills the seats over and over. Every deal is played once for each way around the table. Default: normal.
    table
        The game that is studied.
    work
        Where the files go and who does the work.
    """
    from parlour.terminal.study import simulate

    return simulate(game, games, bots, table or Table(), work or Work())


def sweep(
    game: str | None = None,
    /,
    *,
    vary: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    games: int | None = None,
    bots: str | None = None,
    table: Table | None = None,
    work: Work | None = None,
) -> int:
    """Play the same deals under different house rules or decks, and say what they change.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    vary
        What varies, as name=value,value: a house rule, or deck with deck files. Give it again for a grid.
        The first values together are what the others are compared with.
    games
        How many games to play at each point of the grid. Default: 1000.
    bots
        Who plays, as for `parlour simulate`. Default: normal.
    table
        The game that is studied.
    work
        Where the files go and who does the work.
    """
    from parlour.terminal.study import sweep

    return sweep(game, vary, games, bots, table or Table(), work or Work())


def tournament(
    game: str | None = None,
    /,
    *,
    bots: str | None = None,
    deals: int | None = None,
    table: Table | None = None,
    work: Work | None = None,
) -> int:
    """Let every kind of bot meet every other on the same deals, from every seat.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    bots
        Who takes part, such as random,easy,normal,hard@200.
    deals
        How many deals each line-up plays. Default: 100.
    table
        The game that is studied.
    work
        Where the files go and who does the work.
    """
    from parlour.terminal.study import tournament

    return tournament(game, bots, deals, table or Table(), work or Work())


def again(folder: Path, number: int, /, *, save: Path) -> None:
    """Play one game of a run once more and save its record, to replay or review it.

    Parameters
    ----------
    folder
        The folder of a run.
    number
        The game's number, as the tables name it.
    save
        The file the record is written to.
    """
    from parlour.terminal.study import again

    again(folder, number, save)


def report(*folders: Path, out: Path | None = None) -> int:
    """Read studies and write a report: one HTML file that needs no network, and its plots as pictures.

    Parameters
    ----------
    folders
        What `parlour simulate`, `sweep` or `tournament` wrote; several are compared with the first.
    out
        The file to write. Default: report.html in the folder, or here if there are several.
    """
    from parlour.terminal.report import show_report

    return show_report(folders, out)
