"""The commands about decks: print one, say what differs between two, copy one to start from."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

app = App(name="deck", help="Print a deck, compare two, or copy one to start from.", version_flags=[])

Changes = Annotated[tuple[str, ...], Parameter(negative=())]


@app.default
def deck(game: str, /, *, deck: str | None = None, option: Changes = (), preset: str | None = None) -> None:
    """Print a deck as a table.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    deck
        A deck file instead of the game's own.
    option
        A change such as deck.cannon.copies=2; give it again for more.
    preset
        A named set of house rules.
    """
    from parlour.cli.deck_listings import show_deck

    show_deck(game, deck, option, preset)


@app.command
def diff(a: str, b: str, /) -> None:
    """Say what differs between two decks.

    Parameters
    ----------
    a
        A game, a deck file, or the folder of a run.
    b
        Another one.
    """
    from parlour.cli.deck_listings import show_differences

    show_differences(a, b)


@app.command
def new(game: str, file: Path, /, *, option: Changes = (), preset: str | None = None) -> None:
    """Copy a game's deck to a file, to change it and play with `--deck FILE`.

    Parameters
    ----------
    game
        The game, as `parlour games` names it.
    file
        The file to write; it must not exist.
    option
        A change such as deck.cannon.copies=2; give it again for more.
    preset
        A named set of house rules whose deck is copied.
    """
    from parlour.cli.deck_listings import write_deck

    write_deck(game, file, option, preset)
