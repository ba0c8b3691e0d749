"""How a game looks in the browser, as data: colours, icons of the client's sprite, help texts.

A game's folder may hold it as `theme.toml`. Nothing in it is a path, an address, HTML or CSS: colours are six
hexadecimal digits, icons are names, texts are shown as they are.
"""

from typing import Annotated

import msgspec

from parlour.server.protocol.messages import Message

Colour = Annotated[str, msgspec.Meta(pattern=r"\A#[0-9a-f]{6}\Z")]
Icon = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=40)]
Word = Annotated[str, msgspec.Meta(pattern=r"\A[^<>\x00-\x1f]*\Z", max_length=40)]
Text = Annotated[str, msgspec.Meta(pattern=r"\A(?!.*://)[^<>\x00-\x1f]*\Z", max_length=300)]


class Palette(Message, frozen=True):
    """The colours of a table: cloth, what is written on it, buttons, cards."""

    felt: Colour
    felt_ink: Colour
    accent: Colour
    accent_ink: Colour
    card_paper: Colour
    card_ink: Colour


class BackLook(Message, frozen=True):
    """How the backs of cards look."""

    icon: Icon | None = None
    paper: Colour = "#2d5249"
    ink: Colour = "#f4ead5"


class CardLook(Message, frozen=True):
    """How one card looks. What is left out looks like the palette says."""

    icon: Icon | None = None
    paper: Colour | None = None
    ink: Colour | None = None
    help: Text = ""
    """What it does, where the game itself does not say so."""


class ThemeInfo(Message, frozen=True):
    """How a game looks. `light` is used in the dark scheme, too, unless there is `dark`."""

    light: Palette
    dark: Palette | None = None
    back: BackLook = BackLook()
    corner: Word = ""
    """The card's field that is printed in its corner; its key if there is none."""
    by: Word = ""
    """The card's field that chooses its look in `cards`; its key if there is none."""
    cards: Annotated[dict[Word, CardLook], msgspec.Meta(max_length=200)] = {}
    picture: Annotated[list[Word], msgspec.Meta(max_length=5)] = []
    """The looks of the cards in the game's picture on the home page."""
    zones: Annotated[dict[Word, Text], msgspec.Meta(max_length=50)] = {}
    """What each zone is for, by its label."""
