"""The one command: parlour. Each command is a few lines; what it does lives in the packages it calls."""

import errno
import gc
import os
import sys
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from parlour import __version__, _build, cli_records, cli_study
from parlour.core.errors import ParlourError


def _version() -> str:
    return f"parlour {__version__} ({_build.in_use()} rules)"


def _worth_saying(default: object) -> str | None:
    """A default as --help shows it: none of those that only mean that nothing is given."""
    return None if default is None or default is False or default in ("", ()) else str(default)


app = App(
    name="parlour",
    help="Six tabletop card games: play them, watch them, look inside them.",
    version=_version,
    result_action="return_value",
    default_parameter=Parameter(show_default=_worth_saying),
)


@app.command
def games() -> None:
    """List the games."""
    from parlour.terminal.tables import show_games

    show_games()


@app.command
def rules(game: str, /) -> None:
    """Show a game's rules, house rules and credits.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    """
    from parlour.terminal.pages import rules_page, show_page
    from parlour.terminal.screen import Screen

    page = rules_page(game)
    show_page(Screen(), page)


@app.command
def play(
    game: str | None = None,
    /,
    *,
    seats: int | None = None,
    bots: str | None = None,
    seed: str | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    deck: str | None = None,
    preset: str | None = None,
    name: str | None = None,
    teams: str | None = None,
    save: Path | None = None,
    resume: Path | None = None,
) -> int:
    """Play a game against bots, or go on with a saved one.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    seats
        How many play, you included.
    bots
        Who plays the other seats: random, easy, normal or hard, or a list such as hard,easy that is used over and over.
    seed
        Makes the luck repeatable: the same seed deals the same cards.
    option
        A house rule as name=value; give it again for more. `parlour rules GAME` lists them.
    deck
        A deck file to play with instead of the game's own.
    preset
        A named set of house rules.
    name
        Your name at the table.
    teams
        The people of each seat, such as Ana+Bo,Cy+Dee.
    save
        The file the game is saved to when it ends or you leave.
    resume
        A saved game to go on with.
    """
    from parlour.terminal.start import Wishes, resume_game, start_game

    bot_names = None if bots is None else bots.split(",")
    if resume is not None:
        given = {"GAME": game, "--seats": seats, "--seed": seed, "--option": option or None, "--deck": deck}
        given |= {"--preset": preset, "--name": name, "--teams": teams}
        return resume_game(resume, bot_names, save, [word for word, value in given.items() if value is not None])
    return start_game(Wishes(game, seats, bot_names, seed, option, deck, preset, name, teams, save))


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    workers: int = 1,
    open_browser: Annotated[bool, Parameter(negative="--no-browser")] = False,
    bot_pace: float = 800.0,
    grace: float = 180.0,
    origin: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    tables_an_hour: int | None = None,
    limits: bool = True,
    thinkers: int | None = None,
    proxy: str = "",
    compress: bool = False,
    log_requests: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Serve tables for browsers and other clients, to play with friends and bots.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets other machines in.
    port
        The port to listen on; 0 takes any that is free.
    database
        Where tables are kept: a file, or postgresql://... Default: a file in your data folder.
    workers
        How many processes share the work.
    open_browser
        Open the page in a browser.
    bot_pace
        About how many milliseconds a bot takes for a move.
    grace
        After so many seconds away a player may be replaced by a bot.
    origin
        Another address browsers reach this server by, such as https://games.example.org; give it again for more.
    tables_an_hour
        How many tables one address may open in an hour, 0 for any number. Default: 20, any number if only this
        machine is let in.
    limits
        Whether there are limits at all on how fast clients may ask.
    thinkers
        How many processes think for strong bots and hints. Default: one less than there are cores.
    proxy
        The address of a proxy in front of this server that may say whom it asks for.
    compress
        Compress what goes over sockets: less traffic, more work.
    log_requests
        Write down what is asked, without anything private.
    """
    from parlour.server import listen

    listener = listen.listen(host, port)
    if open_browser:
        listen.open_browser(listen.address_of(listener))
    # What is loaded now stays: looking through it for garbage would be in vain.
    gc.disable()

    from parlour.server.serve import serve as start
    from parlour.server.settings import Settings, TablePolicy

    policy = TablePolicy(grace=grace, bot_pace=bot_pace / 1000)
    return start(
        Settings(
            database=database,
            workers=workers,
            policy=policy,
            limits=limits,
            tables_an_hour=tables_an_hour if tables_an_hour is not None else 0 if listen.only_here(host) else 20,
            origins=origin,
            proxies=proxy,
            thinkers=thinkers,
            deflate=compress,
            log_requests=log_requests,
        ),
        listener,
    )


@app.command
def join(url: str, /, *, name: str | None = None) -> int:
    """Sit down at a table on a server and play here, in the terminal.

    Parameters
    ----------
    url
        The table's address, as its host sends it to friends.
    name
        Your name at the table.
    """
    import getpass

    from parlour.terminal.join import visit

    return visit(url, (name or getpass.getuser())[:24])


@app.command
def duel(
    game: str,
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
    workers: int | None = None,
) -> int:
    """Let two kinds of bots play each other and say which is stronger.

    One bot of kind A sits among bots of kind B. Every deal is played once for each seat A can have.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    a
        A kind of bot: random, easy, normal, hard, or hard@5000 for so many iterations per decision.
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
    workers
        How many processes share the work; the result stays the same. Default: one for each core.
    """
    from parlour.bots.duel import Duel
    from parlour.games import find
    from parlour.terminal.duel import read_budget, run_duel
    from parlour.terminal.start import house_rules

    entry = find(game)
    at_table = entry.about.min_seats if seats is None else seats
    rules = house_rules(entry, option, preset)
    return run_duel(Duel(game, a, b, at_table, seed, rules, read_budget(iterations, seconds)), games, workers)


app.command(cli_study.simulate)
app.command(cli_study.sweep)
app.command(cli_study.tournament)
app.command(cli_study.again)
app.command(cli_study.report)

app.command(cli_records.replay)
app.command(cli_records.hint)
app.command(cli_records.review)
app.command(cli_records.verify)
app.command(cli_records.position)


@app.command
def agent(
    game: str,
    /,
    *,
    as_: Annotated[int, Parameter(name="--as")] = 0,
    seats: int | None = None,
    bots: str | None = None,
    seed: str | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    deck: str | None = None,
    preset: str | None = None,
    out_of_turn: Annotated[bool, Parameter(negative=())] = False,
    save: Path | None = None,
) -> int:
    """Give a seat to a script or a language model: lines of JSON on standard input and output.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    as_
        The seat, from 0 on.
    seats
        How many play.
    bots
        Who plays the other seats: random, easy, normal or hard, or a list such as hard,easy that is used over and over.
    seed
        Makes the luck repeatable: the same seed deals the same cards.
    option
        A house rule as name=value; give it again for more.
    deck
        A deck file to play with instead of the game's own.
    preset
        A named set of house rules.
    out_of_turn
        Ask also when the seat may act although the game does not wait for it.
    save
        The file the record is written to at the end.
    """
    from parlour.envs.lines import run_lines
    from parlour.envs.table import TextTable
    from parlour.games import find
    from parlour.terminal.saving import check_path
    from parlour.terminal.start import make_game

    entry = find(game)
    made = make_game(entry, entry.about.default_seats if seats is None else seats, option, deck, preset)
    if save is not None:
        check_path(save)
    table = TextTable(made, as_, bots.split(",") if bots else (), seed, out_of_turn)
    return run_lines(table, *_pipes(), save)


@app.command
def mcp() -> int:
    """Serve tables to a language model over the Model Context Protocol, on standard input and output."""
    from parlour.envs.mcp import Server

    return Server().serve(*_pipes())


def _pipes() -> tuple[TextIO, TextIO]:
    """Standard input and output for programs: UTF-8 whatever the terminal says, and no line is worth a crash."""
    for stream in (sys.stdin, sys.stdout):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin, sys.stdout


@app.command
def actions(game: str, /, *, seats: int | None = None) -> None:
    """Print a game's table of actions.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    seats
        The number of seats; the table may depend on it. Default: the most there are.
    """
    from parlour.core.check import action_snapshot
    from parlour.games import find

    entry = find(game)
    print(action_snapshot(entry.make(seats=entry.about.max_seats if seats is None else seats)), end="")


def main() -> None:
    """Run the command line; what is wrong with the input is said in one sentence, with exit code 2."""
    # A stream is None if whoever started us has closed it.
    sys.stdin, sys.stdout = sys.stdin or Path(os.devnull).open(), sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    try:
        code = app(sys.argv[1:], print_error=False, exit_on_error=False)
        sys.stdout.flush()
    except UnusedCliTokensError as error:
        print(f"There is too much on the command line: {' '.join(error.unused_tokens or ())}", file=sys.stderr)
        code = 2
    except (ParlourError, CycloptsError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        code = 2
    except EOFError:
        code = 0
    except KeyboardInterrupt:
        code = 130
    except OSError as error:
        full = error.errno == errno.ENOSPC
        if not full and not isinstance(error, BrokenPipeError):
            raise
        # The reader left or the disk is full; Python must not try to write what is still unwritten when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1 if full else 0
        if full:
            print(f"What there is to say cannot be written ({error.strerror}).", file=sys.stderr)
    raise SystemExit(code)
