"""The commands to play a game: games, rules, learn, play, join, agent, mcp, actions and observation."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter

from parlour.core.errors import ParlourError


def games() -> None:
    """List the games."""
    from parlour.cli.listings import show_games

    show_games()


def rules(game: str, /) -> None:
    """Show a game's rules, house rules and credits.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    """
    from parlour.text.pages import rules_page, show_page
    from parlour.text.screen import Screen

    page = rules_page(game)
    show_page(Screen(), page)


# long: declares the parameters of the command
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
    start: Path | None = None,
) -> int:
    """Play a game against bots, or resume a saved one.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    seats
        How many play, you included.
    bots
        Who plays the other seats: random, easy, normal, hard, expert or my_module:MyBot. A list is repeated as needed.
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
        The file the game is saved to when it ends or you quit.
    resume
        A saved game to resume.
    start
        A position as JSON to start from; `parlour position FILE --at N` prints one. You have the first seat.
    """
    from parlour.cli.start import PlayArguments, resume_game, start_game

    bot_names = None if bots is None else bots.split(",")
    if resume is not None:
        given: dict[str, object] = {
            "GAME": game,
            "--seats": seats,
            "--seed": seed,
            "--option": option or None,
            "--deck": deck,
        }
        given |= {"--preset": preset, "--name": name, "--teams": teams, "--start": start}
        return resume_game(resume, bot_names, save, [word for word, value in given.items() if value is not None])
    return start_game(PlayArguments(game, seats, bot_names, seed, option, deck, preset, name, teams, save, start))


def learn(game: str, /) -> int:
    """Learn a game in two minutes, at a table where every step is told.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    """
    from parlour.games import find
    from parlour.terminal.learn import LessonSession
    from parlour.text.screen import Screen

    return LessonSession(find(game), Screen()).run()


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


# long: declares the parameters of the command
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
    """Give a seat to a script or a language model, over lines of JSON on standard input and output.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    as_
        The seat, from 0 on.
    seats
        How many play.
    bots
        Who plays the other seats: random, easy, normal, hard, expert or my_module:MyBot. A list is repeated as needed.
    seed
        Makes the luck repeatable: the same seed deals the same cards.
    option
        A house rule as name=value; give it again for more.
    deck
        A deck file to play with instead of the game's own.
    preset
        A named set of house rules.
    out_of_turn
        Also ask when the seat may act out of turn.
    save
        The file the record is written to at the end.
    """
    from parlour.agents.lines import run_lines
    from parlour.agents.table import TextTable
    from parlour.cli.start import make_game
    from parlour.games import find
    from parlour.terminal.saving import check_path

    entry = find(game)
    made = make_game(entry, entry.about.default_seats if seats is None else seats, option, deck, preset)
    if save is not None:
        check_path(save)
    table = TextTable(made, as_, bots.split(",") if bots else (), seed, out_of_turn)
    return run_lines(table, *_pipes(), save)


def mcp() -> int:
    """Serve tables to a language model over the Model Context Protocol, on standard input and output."""
    if find_spec("mcp") is None:
        raise ParlourError("`parlour mcp` needs mcp; install it with: pip install 'parlour[mcp]'")
    from parlour.agents.mcp import make_server
    from parlour.agents.tables import Tables

    make_server(Tables()).run()
    return 0


def _pipes() -> tuple[TextIO, TextIO]:
    """Standard input and output for programs: UTF-8 whatever the locale, with undecodable bytes replaced."""
    for stream in (sys.stdin, sys.stdout):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin, sys.stdout


def observation(game: str, /, *, seats: int | None = None, every: bool = False) -> None:
    """Print what each number of a game's observations means, for learning.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    seats
        The number of seats; the numbers depend on it. Default: the maximum.
    every
        Print one line for each number.
    """
    from parlour.core.observation import observation_labels, observation_text
    from parlour.games import find

    entry = find(game)
    made = entry.make(seats=entry.about.max_seats if seats is None else seats)
    if every:
        print("".join(f"{number} {label}\n" for number, label in enumerate(observation_labels(made))), end="")
    else:
        print(observation_text(made), end="")


def actions(game: str, /, *, seats: int | None = None) -> None:
    """Print a game's table of actions.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    seats
        The number of seats; the table may depend on it. Default: the maximum.
    """
    from parlour.core.check import action_snapshot
    from parlour.games import find

    entry = find(game)
    print(action_snapshot(entry.make(seats=entry.about.max_seats if seats is None else seats)), end="")
