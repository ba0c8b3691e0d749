"""A game's `theme.toml`, read strictly: a theme that is wrong in one place is not used at all."""

import json
from functools import cache

import msgspec

from parlour.core.errors import ParlourError
from parlour.server.http.app import client_files
from parlour.server.protocol.theme_messages import CardLook, Palette, ThemeInfo

READABLE = 4.5
"""The least contrast of text and what it stands on: level AA of WCAG."""
SEEN = 3.0
"""The least contrast of a drawing and its paper."""


def read_theme(text: str) -> ThemeInfo:
    """A theme from TOML; ParlourError says what is wrong with it."""
    try:
        theme = msgspec.toml.decode(text, type=ThemeInfo)
    except msgspec.MsgspecError as error:
        raise ParlourError(str(error)) from None
    for palette in filter(None, (theme.light, theme.dark)):
        _check_palette(palette)
        for name, look in theme.cards.items():
            _check_look(name, look, palette)
    _check_contrast("the ink of the back on its paper", theme.back.ink, theme.back.paper, SEEN)
    for icon in [theme.back.icon, *[look.icon for look in theme.cards.values()]]:
        if icon and icon_names() and icon not in icon_names():
            raise ParlourError(f"the client has no icon {icon!r}")
    for name in theme.picture:
        if name not in theme.cards:
            raise ParlourError(f"its picture shows {name!r}, which is none of its cards")
    return theme


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _check_palette(palette: Palette) -> None:
    pairs = (
        ("felt_ink", palette.felt_ink, "felt", palette.felt),
        ("accent_ink", palette.accent_ink, "accent", palette.accent),
        ("card_ink", palette.card_ink, "card_paper", palette.card_paper),
    )
    for ink, colour, ground, other in pairs:
        _check_contrast(f"{ink} on {ground}", colour, other, READABLE)


def _check_look(name: str, look: CardLook, palette: Palette) -> None:
    paper = look.paper or palette.card_paper
    if look.paper:
        _check_contrast(f"card_ink on the paper of {name}", palette.card_ink, paper, READABLE)
    if look.ink:
        _check_contrast(f"the ink of {name} on its paper", look.ink, paper, SEEN)


def _check_contrast(what: str, ink: str, ground: str, least: float) -> None:
    found = contrast(ink, ground)
    if found < least:
        raise ParlourError(f"{what} has a contrast of {found:.1f}, which is less than {least}")


@cache
def icon_names() -> frozenset[str]:
    """The names of the icons in the built client; none if it is not built."""
    file = client_files().joinpath("icons.json")
    return frozenset(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else frozenset()
