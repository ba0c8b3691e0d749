"""Who acts next where bots play, and what it does: the one loop of duels, studies, terminals and agents.

A bot is handed what its seat may know, what it may do, and luck of its own: never a state.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from parlour.bots.choices import bot_stream
from parlour.bots.levels import Bot
from parlour.bots.search import WAIT
from parlour.core.game import View
from parlour.core.rng import Rng


class Table(Protocol):
    """What bots need of a game in play: a `Match`, or something faster with the same luck."""

    seed: str

    @property
    def decisions(self) -> int:
        """The number of actions played."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for; () when it is over."""

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may do something now, out of turn included."""

    def view(self, seat: int) -> View:
        """What a seat may know."""


T = TypeVar("T", bound=Table)
Move = tuple[int, int]
"""A seat and its action."""


def luck_of(table: Table, seat: int) -> Rng:
    """A bot's own random stream for its next decision in a seat."""
    rng = Rng("bot", table.seed)
    rng.restart(rng, bot_stream(seat, table.decisions))
    return rng


def move(table: Table, seat: int, bot: Bot) -> int:
    """The action a bot takes for its seat now. Deterministic for a table and seed."""
    view = table.view(seat)
    return bot.choose(view, view.legal, luck_of(table, seat))


def reaction(table: T, bots: Mapping[int, Bot], ask: Callable[[T, int, Bot], int] = move) -> Move | None:
    """The seat and action of the first bot that wants to act out of turn now, if one does.

    Ask before the seat to act moves. It costs next to nothing unless somebody may act out of turn.
    """
    waited = table.to_act
    for seat in table.may_act:
        if seat in bots and seat not in waited:
            action = ask(table, seat, bots[seat])
            if action != WAIT:
                return seat, action
    return None


def next_move(
    table: T,
    bots: Mapping[int, Bot],
    person_first: Callable[[], bool] | None = None,
    ask: Callable[[T, int, Bot], int] = move,
) -> Move | None:
    """The next bot to act and its action; None when the game is over or a person decides.

    Bots that want to act out of turn come first. Then `person_first` lets a person decide; if it returns True, no bot
    moves. Then the seat to act moves. `ask` gets the action of a bot.
    """
    if reacting := reaction(table, bots, ask):
        return reacting
    waited = table.to_act
    if not waited or (person_first is not None and person_first()) or waited[0] not in bots:
        return None
    return waited[0], ask(table, waited[0], bots[waited[0]])
