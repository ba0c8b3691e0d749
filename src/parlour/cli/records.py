"""The commands about saved games: replay, hint, review, verify and position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from parlour.core.record import Record


def replay(
    file: Path,
    /,
    *,
    as_: Annotated[str | None, Parameter(name="--as")] = None,
    step: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Tell the story of a recorded game.

    Parameters
    ----------
    file
        A saved game.
    as_
        Whose view to show: a player's name or seat number, or `all` for open hands. Default: a spectator's.
    step
        Draw the table after every action and wait for Enter.
    """
    from parlour.core.record import read_record
    from parlour.terminal.replay import find_viewer, watch
    from parlour.text.screen import Screen

    record = read_record(file)
    watch(record, find_viewer(record, as_), Screen(), step)


# long: declares the parameters of the command
def hint(
    file: Path | None = None,
    /,
    *,
    start: Path | None = None,
    game: str | None = None,
    seats: int | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    deck: str | None = None,
    preset: str | None = None,
    seat: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Ask the coach what to do in a saved game, and why; it sees only what the seat may know.

    Parameters
    ----------
    file
        A saved game that is not over.
    start
        A position as JSON instead of a saved game; then --game says which game it is of.
    game
        The game of a position, as `parlour games` names it.
    seats
        How many play in the position. Default: the game's recommended number.
    option
        A house rule of the position's game as name=value; give it again for more.
    deck
        The deck file of the position's game, if it is not its own.
    preset
        A named set of house rules of the position's game.
    seat
        Whose decision: a player's name or seat number. Default: the player to act.
    iterations
        How many games the coach imagines; the same number gives the same hint.
    seconds
        How long it may think.
    json
        Print JSON for a program instead.
    """
    from parlour.cli.coach import PositionArguments, show_hint

    position = None if start is None else PositionArguments(start, game, seats, option, deck, preset)
    show_hint(file, position, seat, iterations, seconds, json)


def review(
    file: Path,
    /,
    *,
    seat: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    every: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Review a game: what each decision cost, and how much was luck.

    Parameters
    ----------
    file
        A saved game, finished or not.
    seat
        Review only one player: a name or seat number.
    iterations
        How many games the coach imagines for each decision; the same number gives the same review.
    seconds
        How long the whole review may take.
    every
        List every decision, not only the costliest.
    json
        Print JSON for a program instead.
    """
    from parlour.cli.coach import show_review

    show_review(file, seat, iterations, seconds, every, json)


def verify(file: Path, /) -> int:
    """Replay a recorded game and check that it ends as it says and that its luck follows from its seed.

    Parameters
    ----------
    file
        A saved game.
    """
    from parlour.core.match import check_luck
    from parlour.core.match import replay as play_again
    from parlour.core.record import read_record
    from parlour.games import open_game

    record = read_record(file)
    match = play_again(record, open_game)
    good = check_luck(record, open_game)
    luck = f"all luck follows from the seed {record.seed}" if good else "but its luck does not follow from a seed"
    state = "finished" if match.outcome else "unfinished"
    print(f"{file}: {match.game.title}, {state}, {match.decisions} actions: it replays to the same end, {luck}.")
    return 0 if good and _fair(record) else 1


def _fair(record: "Record") -> bool:
    """Check how the seed was made, and say it."""
    if record.fair is None:
        return True
    good = record.fair.leads_to(record.seed or "")
    print(
        "The seed follows from the server's sealed secret and these shares:"
        if good
        else "But the seed does not follow from the server's sealed secret and these shares:"
    )
    for name, share, given in zip(record.names, record.fair.shares, record.fair.given(), strict=True):
        print(f"  {name}: {share}{' (sent none; follows from the seal)' if given else ''}")
    print(f"The seal was {record.fair.seal}. Compare it with the one you saw before the start.")
    return good


def position(file: Path, /, *, at: int | None = None) -> None:
    """Print the complete position of a recorded game, hidden cards included, as JSON.

    Parameters
    ----------
    file
        A saved game.
    at
        The number of actions to play first; default: all of them.
    """
    from parlour.cli.listings import show_position

    show_position(file, at)
