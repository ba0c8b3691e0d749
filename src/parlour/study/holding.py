"""Who held which card: dealt it, drew it later, and still had it at the end."""

from dataclasses import dataclass

import polars as pl

from parlour.core.game import State
from parlour.study.opening import hands
from parlour.study.plan import Plan
from parlour.study.play import Tools
from parlour.study.quick import Turns


@dataclass
class Held:
    """The cards of one seat in one game, by their keys."""

    dealt: set[str]
    ever: set[str]
    end: set[str]


def holdings(plan: Plan, games: int) -> pl.DataFrame | None:
    """A row for each game, seat and card that was in hand at any turn's start; None where nobody has a hand.

    The games are replayed here, since the tables of a run do not say who held what.
    """
    tools = Tools(plan)
    found = hands(tools.game)
    if not found:
        return None
    rows: list[tuple[int, int, str, bool, bool]] = []
    for number in range(min(games, plan.games)):
        seats = [Held(set(), set(), set()) for _ in range(plan.seats)]
        first = True

        def look(state: State, seats: list[Held] = seats) -> None:
            nonlocal first
            for seat, held in enumerate(seats):
                now = {key for hand in found for key in hand.keys(state, seat)}
                held.ever |= now
                held.end = now
                if first:
                    held.dealt = now
            first = False

        end = tools.table_of(number).play(plan.table_seed(number), Turns([], [], []), look)
        tools.counting.take([], [], [])
        look(end)
        for seat, held in enumerate(seats):
            rows += [(number, seat, key, key in held.dealt, key in held.end) for key in sorted(held.ever)]
    schema = {"number": pl.Int64, "seat": pl.Int8, "card": pl.String, "dealt": pl.Boolean, "end": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")
