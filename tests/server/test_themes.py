"""A game's look as data: read strictly, with one sentence about what is wrong."""

import logging
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from parlour.core.errors import ParlourError
from parlour.games import Entry, find
from parlour.server.http import catalogue, themes
from parlour.server.http.themes import read_theme

LIGHT = """
felt = "#2b1b3d"
felt_ink = "#f6e9d8"
accent = "#a5352a"
accent_ink = "#ffffff"
card_paper = "#fff6e3"
card_ink = "#10333b"
"""
GOOD = f"""
corner = "rank"
picture = ["owl"]
[light]{LIGHT}
[back]
icon = "bat"
[cards.owl]
icon = "barn-owl"
ink = "#5a3d0c"
help = "Sees at night."
[zones]
Hand = "Only you see it."
"""


def test_a_theme_is_read_with_everything_in_it() -> None:
    theme = read_theme(GOOD)
    assert theme.light.felt_ink == "#f6e9d8" and theme.dark is None
    assert theme.cards["owl"].help == "Sees at night." and theme.cards["owl"].paper is None
    assert theme.zones == {"Hand": "Only you see it."}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('felt = "#2b1b3d"', 'felt = "red"', "$.light.felt"),
        ('felt = "#2b1b3d"', 'felt = "#2b1b3d;background:url(//x)"', "$.light.felt"),
        ('felt = "#2b1b3d"', 'felt = "#2b1b3d\\n"', "$.light.felt"),
        ('felt = "#2b1b3d"', "", "missing required field `felt`"),
        ('felt = "#2b1b3d"', 'felt = "#f6e9d7"', "felt_ink on felt has a contrast of 1.0, which is less than 4.5"),
        ('"bat"', '"../bat"', "$.back.icon"),
        ('"bat"', '"no-such-icon"', "the client has no icon 'no-such-icon'"),
        ('ink = "#5a3d0c"', 'ink = "#fff0d0"', "the ink of owl on its paper has a contrast of 1.0"),
        ('icon = "bat"', 'ink = "#2d5248"', "the ink of the back on its paper has a contrast of 1.0"),
        ('ink = "#5a3d0c"', 'paper = "#10333c"', "card_ink on the paper of owl has a contrast of 1.0"),
        ("Sees at night.", "<b>Sees</b>", "$.cards[...].help"),
        ("Sees at night.", "See https://example.com", "$.cards[...].help"),
        ("Sees at night.", "x" * 301, "$.cards[...].help"),
        ("corner =", "style =", "unknown field `style`"),
        ('picture = ["owl"]', 'picture = ["fox"]', "its picture shows 'fox', which is none of its cards"),
        ("[light]", "[light", "Expected"),
    ],
)
def test_what_is_wrong_is_one_sentence(monkeypatch: pytest.MonkeyPatch, old: str, new: str, why: str) -> None:
    monkeypatch.setattr(themes, "icon_names", lambda: {"bat", "barn-owl"})
    assert old in GOOD
    with pytest.raises(ParlourError) as said:
        read_theme(GOOD.replace(old, new))
    assert why in str(said.value) and "\n" not in str(said.value)


def unreadable() -> str:
    return bytes([255]).decode("utf-8")


@pytest.mark.parametrize("theme", [lambda: "corner = 1", unreadable, lambda: "a = " + "[" * 100_000])
def test_a_game_with_a_bad_theme_plays_with_the_plain_look(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, theme: Callable[[], str]
) -> None:
    about = find("st-croix").about
    monkeypatch.setattr(catalogue, "all_games", lambda: [SimpleNamespace(about=about, theme=theme)])
    with caplog.at_level(logging.WARNING):
        games = catalogue.catalogue.__wrapped__().games
    assert [(game.slug, game.theme) for game in games] == [("st-croix", None)]
    assert caplog.messages[0].startswith("The theme.toml of st-croix cannot be used: ")


def test_a_good_theme_is_in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Entry, "theme", lambda entry: GOOD if entry.about.slug == "st-croix" else "")
    sent = {game.slug: game.theme for game in catalogue.catalogue.__wrapped__().games}
    assert sent["st-croix"] == read_theme(GOOD)
    assert sent["match-me"] is None
