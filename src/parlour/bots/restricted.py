"""Restricted play: a bot made from any other that never uses a card, always does, plays cards at once or hoards them.

A restriction is a set of actions that are preferred wherever one of them is legal. So a bot that "never" uses a card
still uses it where nothing else is possible.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from parlour.bots.choices import Choice, Preferred, may_wait
from parlour.bots.levels import Bot, Narrowed, choice_of
from parlour.bots.search import WAIT
from parlour.core.actions import Action
from parlour.core.errors import ParlourError
from parlour.core.game import View
from parlour.core.rng import Rng
from parlour.games import AnyGame

MARK = "!"
"""Between a bot and its restrictions: normal!never=cannon."""
HOW = "never=THING, always=THING, greedy (uses a card whenever it can) or hoarder (uses one only if it must)"


@dataclass(frozen=True)
class Restriction:
    """How play is restricted; `thing` is a card's key or a kind of action, "" where all cards are meant."""

    name: str
    thing: str = ""


def split_restrictions(typed: str) -> tuple[str, list[str]]:
    """The bot that somebody names, and its restrictions."""
    bot, *limits = typed.split(MARK)
    return bot, limits


def read_restriction(typed: str) -> Restriction:
    """A restriction as somebody types it."""
    verb, equals, thing = typed.partition("=")
    if verb in ("never", "always") and thing:
        return Restriction(verb, thing)
    if verb in ("greedy", "hoarder") and not equals:
        return Restriction(verb)
    raise ParlourError(f"A bot is restricted by {HOW}, not by {typed!r}.")


def uses_of(game: AnyGame, thing: str) -> set[int]:
    """The actions that use a thing: those that name the card (or other word), or are of that kind."""
    return {number for number, action in enumerate(game.actions) if thing == kind_of(action) or thing in _words(action)}


def card_uses(game: AnyGame) -> set[int]:
    """The actions that name any card of the deck."""
    keys = {card.key for card in game.deck.cards}
    return {number for number, action in enumerate(game.actions) if not keys.isdisjoint(_words(action))}


def _words(action: Action) -> list[str]:
    """What an action names."""
    values = [getattr(action, field.name) for field in fields(action)]
    return [value for value in values if isinstance(value, str)]


def kind_of(action: Action) -> str:
    """The kind of an action, such as pick-up."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(action).__name__).lower()


def preferred_by(game: AnyGame, restriction: Restriction) -> list[bool]:
    """For each action: is it preferred? An error if the restriction means nothing in this game."""
    uses = uses_of(game, restriction.thing) if restriction.thing else card_uses(game)
    if not uses:
        kinds = ", ".join(sorted({kind_of(action) for action in game.actions}))
        what = f"uses {restriction.thing!r}" if restriction.thing else "names a card"
        raise ParlourError(f"No action of {game.title} {what}, so nothing can be restricted. It has: {kinds}.")
    wanted = restriction.name in ("always", "greedy")
    return [(number in uses) == wanted for number in range(len(game.actions))]


class RestrictedBot(Narrowed):
    """A bot that takes preferred actions where it can, and chooses among them as another bot does."""

    def __init__(self, game: AnyGame, bot: Bot, restrictions: Sequence[Restriction]) -> None:
        self.bot = bot
        self.preferred = [preferred_by(game, one) for one in restrictions]
        inner: Choice | None = choice_of(bot)
        for preferred in self.preferred if inner is not None else ():
            inner = Preferred(inner, preferred) if inner is not None else None
        self.choice = inner

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """The other bot's choice among the preferred actions."""
        for preferred in reversed(self.preferred):
            kept = [action for action in legal if preferred[action]]
            if not kept and may_wait(view):
                return WAIT
            legal = kept or legal
        return self.bot.choose(view, legal, rng)
