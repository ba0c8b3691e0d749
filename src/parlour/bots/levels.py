"""The levels of play: easy makes human mistakes, normal plays by the rule of thumb, hard thinks ahead.

Expert thinks ahead, too, guided by a trained network (`expert.py`) or by a sharper policy than the rule of thumb.

Every level decides from a view, the legal actions and its own random stream, and from nothing else. Where the game does
not wait for its seat (a tool "at any time"), a bot may also answer WAIT.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from parlour.bots.budget import Budget
from parlour.bots.choices import AnyMove, Choice, RatedMove, may_wait, moves_of
from parlour.bots.expert import NetworkBot, guide_of
from parlour.bots.guide import Guide
from parlour.bots.search import WAIT, Searcher
from parlour.core.game import State, View
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.games import AnyGame, find

log = logging.getLogger(__name__)

MISTAKES = 0.4
"""Share of decisions in which an easy bot takes a random plausible action instead of the best."""
FORGETS = 0.5
"""Probability, at each decision, that an easy bot has forgotten a card it saw, in games of memory."""


class Bot(Protocol):
    """A player made for one game. Its choice may depend only on what it is given here."""

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """One of the legal actions, or WAIT where the game does not wait for the seat."""


class Narrowed:
    """A bot made from another by leaving out choices; `choice` is its way to choose, if the other's is known."""

    choice: Choice | None


GLANCE = 5
"""Divides the budget of a decision out of turn, because one comes up after every action at the table."""
SECONDS = 1.0
"""Time limit of a decision, in seconds. With compiled rules and the default iterations a laptop needs far less."""


EXPERT_SECONDS = 0.3
"""The same for expert: what guides its search makes it good in less time."""
AT_ONCE = Budget(1, 0.0)
"""One iteration tries what the guide likes best: the network's own move."""


def choice_of(bot: "Bot") -> Choice | None:
    """How a bot chooses, if that needs nothing of a view but the moves and their ratings; None if it needs more.

    Ratings are the same in every world that fits a view (`check_game` proves it), so also at the true table: whoever
    holds it, as a study does, may let such a bot choose there, and makes no view.
    """
    if isinstance(bot, Steady):
        return choice_of(bot.bot)
    if isinstance(bot, RandomBot | NetworkBot | Narrowed) or (isinstance(bot, NormalBot) and bot.forget is None):
        return bot.choice
    return None


class RandomBot:
    """Takes a uniformly random legal action."""

    def __init__(self) -> None:
        self.choice = AnyMove()

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """A random legal action; out of turn, waiting is one more."""
        return self.choice.choose(State(), view.seat, moves_of(legal), may_wait(view), rng)


class NormalBot:
    """Plays by the game's own rule of thumb."""

    def __init__(self, game: AnyGame, mistakes: float = 0.0, forgets: float = 0.0) -> None:
        entry = find(game.slug)
        self.game = game
        self.policy = entry.policy(game)
        self.choice = RatedMove(self.policy, mistakes)
        self.forget = entry.forget if forgets > 0.0 else None
        self.forgets = forgets

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """The best rated action; out of turn, only if it is rated better than waiting."""
        if self.forget is not None:
            view = self.forget(view, self.forgets, rng)
        # Ratings depend only on what the seat knows, so every world that fits the view gives the same.
        world = self.policy.table_of(self.game, view, Rng("any world"))
        return self.choice.choose(world, view.seat, moves_of(legal), may_wait(view), rng)


class EasyBot(NormalBot):
    """Plays by the rule of thumb, but forgets cards and makes mistakes: plausible ones, as people do."""

    def __init__(self, game: AnyGame, mistakes: float = MISTAKES, forgets: float = FORGETS) -> None:
        super().__init__(game, mistakes, forgets)


class HardBot:
    """Searches: imagines worlds that fit what it knows and plays them out."""

    def __init__(
        self,
        game: AnyGame,
        budget: Budget | None = None,
        clock: Callable[[], float] = time.perf_counter,
        guide: Guide | None = None,
        policy: Policy[State] | None = None,
    ) -> None:
        entry = find(game.slug)
        self.game = game
        self.guide = guide
        self.budget = Budget(entry.thought, SECONDS) if budget is None else budget
        self.clock = clock
        self.policy = entry.policy(game) if policy is None else policy

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """The action the search visited most, which is the one that did best."""
        if may_wait(view):
            return self._react(view, rng)
        if len(legal) == 1:
            return legal[0]
        searcher = Searcher(self.game, rng, self.policy, self.clock, self.guide)
        found = searcher.estimates(view, self.budget.iterations, self.budget.seconds, settle=True)
        return next((one.action for one in found if one.action in legal), found[0].action)

    def _react(self, view: View, rng: Rng) -> int:
        """What to do out of turn, if anything. Asked after every action at the table, so with a smaller budget."""
        iterations = -(-self.budget.iterations // GLANCE)
        searcher = Searcher(self.game, rng, self.policy, self.clock, self.guide)
        return searcher.estimates(view, iterations, self.budget.seconds / GLANCE, settle=True)[0].action


def expert(game: AnyGame, budget: Budget | None) -> Bot:
    """Expert: a search guided by the game's network and its sharp policy. With one iteration there is no search."""
    if budget == AT_ONCE:
        return NetworkBot(game)
    entry = find(game.slug)
    usual = Budget(entry.thought, EXPERT_SECONDS)
    return HardBot(game, usual if budget is None else budget, guide=guide_of(game), policy=entry.sharp(game))


class Steady:
    """A bot that always answers: an error is logged, and the rule of thumb decides instead."""

    def __init__(self, game: AnyGame, bot: Bot) -> None:
        self.bot = bot
        self.spare: Sequence[Bot] = (NormalBot(game), RandomBot())

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """The bot's action if it is legal, otherwise the rule of thumb's, otherwise any legal one."""
        for bot in (self.bot, *self.spare):
            try:
                action = bot.choose(view, legal, rng)
            except Exception:
                log.exception("%s failed at %s", type(bot).__name__, view.facts())
                continue
            if action in legal or (action == WAIT and may_wait(view)):
                return action
            log.error("%s chose %s, which is not legal, at %s", type(bot).__name__, action, view.facts())
        return WAIT if may_wait(view) else legal[0]
