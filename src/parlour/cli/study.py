"""The commands that let bots play: duel, simulate, sweep, tournament, again and report."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from parlour.cli.study_arguments import GAME, GameArgument, TableArguments, WorkArguments


# long: declares the parameters of the command
def duel(
    game: Annotated[str, Parameter(help=GAME)],
    a: str,
    b: str,
    /,
    *,
    games: int = 100,
    seats: int | None = None,
    seed: str = "duel",
    iterations: int | None = None,
    seconds: float | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    preset: str | None = None,
    start: Path | None = None,
    workers: int | None = None,
) -> int:
    """Let two kinds of bots play each other and say which is stronger.

    One bot of kind A sits among bots of kind B. Every deal is played once for each seat A can have.

    Parameters
    ----------
    a
        A kind of bot: random, easy, normal, hard, expert, or hard@5000 for 5000 iterations per decision (expert@1 is
        the network alone); or a bot of your own as my_module:MyBot, or a network file.
    b
        The kind of bot in all other seats.
    games
        How many games to play.
    seats
        How many play. Default: the fewest the game allows.
    seed
        Makes the duel repeatable: the same seed deals the same cards.
    iterations
        How many iterations hard thinks about a decision, however long that takes.
    seconds
        How many seconds hard thinks about a decision; then the result depends on the machine.
    option
        A house rule as name=value; give it again for more.
    preset
        A named set of house rules.
    start
        A position as JSON from which every game starts; `parlour position FILE --at N` prints one.
    workers
        Number of processes; the result does not depend on it. Default: one per core.
    """
    from parlour.bots.duel import Duel
    from parlour.cli.duel import run_duel
    from parlour.cli.start import house_rules, position_for, read_budget
    from parlour.games import find

    entry = find(game)
    at_table = entry.about.min_seats if seats is None else seats
    rules = house_rules(entry, option, preset)
    position = None if start is None else position_for(entry.table(at_table, rules), start)
    fight = Duel(game, a, b, at_table, seed, rules, read_budget(iterations, seconds), position)
    return run_duel(fight, games, workers)


def simulate(
    game: GameArgument = None,
    /,
    *,
    games: int | None = None,
    bots: str | None = None,
    table: TableArguments | None = None,
    work: WorkArguments | None = None,
) -> int:
    """Let bots play many games and write what happened as tables, for `parlour report` and your own analysis.

    The same seed gives the same files on any machine. Ctrl-C keeps what is done.

    Parameters
    ----------
    games
        How many games to play. Default: 1000.
    bots
        Who plays: random, easy, normal, or hard@500 or expert@500 for 500 iterations a decision. A list such as
        normal,easy is repeated to fill the seats. Every deal is played once for each rotation of the seats.
        Default: normal.
    """
    from parlour.cli.study_runs import simulate

    return simulate(game, games, bots, table or TableArguments(), work or WorkArguments())


def sweep(
    game: GameArgument = None,
    /,
    *,
    vary: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    each: Annotated[bool, Parameter(negative=())] = False,
    games: int | None = None,
    bots: str | None = None,
    table: TableArguments | None = None,
    work: WorkArguments | None = None,
) -> int:
    """Play the same seeds under different house rules, decks, seats or bots, and say what they change.

    Parameters
    ----------
    vary
        What varies, as name=value,value: a house rule; deck with deck files; a count or setting of the deck such as
        deck.cannon.copies=2,4,6 or deck.deal.hand=2..5; seats=2,4; or bots=normal,hard@100. Give it again for a grid.
        The first values together are what the others are compared with.
    each
        Change one thing at a time instead of a grid. Without --vary: every option, and one copy more and less of
        every card.
    games
        How many games to play at each point of the grid. Default: 1000.
    bots
        Who plays, as for `parlour simulate`. Default: normal.
    """
    from parlour.cli.study_runs import sweep

    return sweep(game, vary, each, games, bots, table or TableArguments(), work or WorkArguments())


def tournament(
    game: GameArgument = None,
    /,
    *,
    bots: str | None = None,
    deals: int | None = None,
    table: TableArguments | None = None,
    work: WorkArguments | None = None,
) -> int:
    """Play a round robin: every kind of bot meets every other on the same deals, from every seat.

    Parameters
    ----------
    bots
        Who takes part, such as random,easy,normal,hard@200.
    deals
        How many deals each line-up plays. Default: 100.
    """
    from parlour.cli.study_runs import tournament

    return tournament(game, bots, deals, table or TableArguments(), work or WorkArguments())


def worth(
    game: GameArgument = None,
    /,
    *,
    card: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    deals: int | None = None,
    bots: str | None = None,
    table: TableArguments | None = None,
    work: WorkArguments | None = None,
) -> int:
    """Measure what cards are worth by experiments: players who never or always use one, and hands with one exchanged.

    Parameters
    ----------
    card
        The key of a card, as `parlour deck GAME` lists them; give it again for more. Default: every card.
    deals
        How many deals each experiment plays from every seat. Default: 200.
    bots
        The bot that plays all seats, restricted or not. Default: normal.
    """
    from parlour.cli.study_worth import worth

    return worth(game, card, deals, bots, table or TableArguments(), work or WorkArguments())


def decisions(
    game: GameArgument = None,
    /,
    *,
    games: int | None = None,
    ladder: int | None = None,
    bots: str | None = None,
    table: TableArguments | None = None,
    work: WorkArguments | None = None,
) -> int:
    """Say which decisions matter: gaps between actions, interaction, hidden cards, the skill ladder and skill depth.

    Parameters
    ----------
    games
        How many games to look at, eight decisions in each. Default: 20.
    ladder
        How many games each step of the ladders plays, with the fewest seats unless --seats says how many; 0 leaves
        them out. Default: 100.
    bots
        The bot that plays the games. Default: normal.
    """
    from parlour.cli.study_decisions import decisions

    return decisions(game, games, ladder, bots, table or TableArguments(), work or WorkArguments())


# long: declares the parameters of the command
def tune(
    game: GameArgument = None,
    /,
    *,
    goal: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    vary: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    games: int | None = None,
    confirm: int | None = None,
    bots: str | None = None,
    table: TableArguments | None = None,
    work: WorkArguments | None = None,
) -> int:
    """Search for the deck and house rules that come closest to your goals, and confirm the best on fresh deals.

    Parameters
    ----------
    goal
        What you want: turns=25..35, first=even, tied<5%, ending:guard<1%, used:lead>30%; also decisions, choices and
        margin. Give it again for more.
    vary
        What may change, as for `parlour sweep`, such as deck.*.copies=1..6; give it again for more.
    games
        How many games the search may play. Default: 20000.
    confirm
        How many fresh games each finalist plays. Default: 2000.
    bots
        Who plays, as for `parlour simulate`. Default: normal.
    """
    from parlour.cli.study_tune import tune

    return tune(game, goal, vary, games, confirm, bots, table or TableArguments(), work or WorkArguments())


def again(folder: Path, number: int, /, *, save: Path) -> None:
    """Replay one game of a run and save its record, to watch or review it.

    Parameters
    ----------
    folder
        The folder of a run.
    number
        The game's number, as the tables name it.
    save
        The file the record is written to.
    """
    from parlour.cli.study_runs import again

    again(folder, number, save)


def report(*folders: Path, out: Path | None = None) -> int:
    """Read studies and write a report: one HTML file that needs no network, and its plots as pictures.

    Parameters
    ----------
    folders
        What `parlour simulate`, `sweep` or `tournament` wrote; several are compared with the first.
    out
        The file to write. Default: report.html in the folder, or in the current folder if there are several.
    """
    from parlour.cli.report import show_report

    return show_report(folders, out)


def compare(a: Path, b: Path, /, *, out: Path | None = None) -> int:
    """Say what a change did: card by card, ending by ending, seat by seat, with the decks' difference on top.

    Parameters
    ----------
    a
        The folder of a run, before the change.
    b
        The folder of another run, after it.
    out
        The page to write. Default: compare.html in the current folder.
    """
    from parlour.cli.study_compare import compare_runs

    return compare_runs(a, b, out)


study = App(name="study", help="Read games that people played as a study.", version_flags=[])


@study.command
def tables(database: str, /, *, out: Path) -> int:
    """Read the finished games of your own server's tables as runs, where the table agreed to be studied.

    Parameters
    ----------
    database
        The server's database: a SQLite file or a PostgreSQL URL.
    out
        The folder for the runs, one for each game, number of seats and set of house rules.
    """
    from parlour.cli.study_tables import study_tables

    return study_tables(database, out)
