"""The games on offer and their rules pages."""

import logging
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from parlour import __version__
from parlour.core.errors import ParlourError
from parlour.core.options import Option
from parlour.games import Entry, all_games, broken_games, find
from parlour.server.http.themes import read_theme
from parlour.server.log.decide import LEVELS
from parlour.server.log.table import lesson_of
from parlour.server.protocol.http_messages import Catalogue, GameInfo, OptionInfo, Rules
from parlour.server.protocol.theme_messages import ThemeInfo

log = logging.getLogger("parlour.server")


@cache
def catalogue() -> Catalogue:
    """Every game, and the levels bots play at; games that cannot be used go to the server's log."""
    for sentence in broken_games():
        log.warning("%s", sentence)
    return Catalogue([_game(entry) for entry in all_games()], list(LEVELS), __version__)


def _game(entry: Entry) -> GameInfo:
    about = entry.about
    return GameInfo(
        slug=about.slug,
        title=about.title,
        summary=about.summary,
        minutes=about.minutes,
        min_seats=about.min_seats,
        max_seats=about.max_seats,
        default_seats=about.default_seats,
        version=about.version,
        teams=about.teams,
        options=[_option(option) for option in about.options],
        theme=_theme(entry),
        lesson=_has_lesson(entry),
    )


def _has_lesson(entry: Entry) -> bool:
    """Is there a lesson for the rules as they are?"""
    try:
        lesson = lesson_of(entry.about.slug)
        return lesson is not None and lesson.version == entry.about.version
    except (ParlourError, OSError, ValueError) as error:
        log.warning("The lesson.toml of %s cannot be used: %s", entry.about.slug, error)
        return False


def _theme(entry: Entry) -> ThemeInfo | None:
    """The game's theme; a game whose theme cannot be used has the plain look."""
    try:
        text = entry.theme()
        return read_theme(text) if text else None
    except (ParlourError, OSError, ValueError, RecursionError) as error:
        log.warning("The theme.toml of %s cannot be used: %s.", entry.about.slug, error)
        return None


def _option(option: Option) -> OptionInfo:
    if option.choices:
        choices, labels = list(option.choices), list(option.labels)
        return OptionInfo(option.name, option.help, option.default, choices, title=option.title, labels=labels)
    if isinstance(option.default, bool):
        return OptionInfo(option.name, option.help, option.default, [False, True], title=option.title)
    return OptionInfo(option.name, option.help, option.default, [], option.low, option.high, option.title)


@cache
def rules_page(slug: str) -> Rules:
    """A game's rules as HTML; every heading has an id, so that prompts can point at it."""
    from markdown_it import MarkdownIt

    entry = find(slug)
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(entry.rules())
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(inner.content))
    return Rules(slug, entry.about.title, parser.renderer.render(tokens, parser.options, {}))


def anchor(heading: str) -> str:
    """The id of a heading, as scenes name it in `help`.

    >>> anchor("Mystery cards, again")
    'mystery-cards-again'
    """
    return re.sub(r"[^\w-]", "", heading.strip().lower().replace(" ", "-"))


def slugs() -> Sequence[str]:
    """The games' slugs."""
    return [game.slug for game in catalogue().games]
