"""Worlds of Follow Me are found soon, whatever has been passed around before."""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from parlour.core.rng import Rng
from parlour.games import find
from parlour.games.follow_me import GAME
from parlour.games.follow_me.hindsight import Hindsight
from parlour.games.follow_me.history import PASSED, PLAYED, beside, kind_of, passed_by, seat_of, step_of, what_of
from parlour.games.follow_me.routes import Routes
from parlour.games.follow_me.state import NO_CARD
from scenario import Scenario

FEW = 400
"""Choices taken back on the way to one world; blind chance needs many thousands now and then."""

GAMES = 3
TABLES = [
    (seats, preset) for preset in (None, "house", "small-hands") for seats in (2, 3, 4, 5, 6) if preset or seats != 2
]


def house(preset: str | None) -> Mapping[str, object]:
    """The options of a preset."""
    return (find("follow-me").about.presets or {})[preset] if preset else {}


def positions(seats: int, preset: str | None, players: str, seed: int, every: int) -> Iterator[Scenario]:
    """Every few positions of a game between players of one kind."""
    table = Scenario.dealt("follow-me", seats, house(preset), seed=f"{players} {seed}")
    rng = Rng("positions", players, seed)
    step = 0
    while not table.over():
        step += 1
        if step % every == 0:
            yield table
        legal = table.legal()
        sending = table.legal(start="send")
        if players == "normal":
            table.do(table.simple_choice())
        elif players == "passing" and sending and rng.below(10) < 9:  # pass a card around the table where possible
            table.do(sending[rng.below(len(sending))])
        else:
            table.do(legal[rng.below(len(legal))])


@pytest.mark.parametrize("players", ["random", "normal", "passing"])
@pytest.mark.parametrize(("seats", "preset"), TABLES)
def test_worlds_are_found_soon(seats: int, preset: str | None, players: str) -> None:
    game, rng = GAME(seats, None, **house(preset)), Rng("worlds", seats, players)
    for seed in range(GAMES):
        for table in positions(seats, preset, players, seats + seed, every=9):
            state = game.load(table.position)
            for viewer in (0, seats - 1):
                view = game.view(state, viewer)
                world = game.determinise(view, rng)
                assert game.worlds.taken_back < FEW
                assert game.view(world, viewer).facts() == view.facts()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_planned_ways_lead_to_where_the_cards_turned_up(seats: int) -> None:
    game = GAME(seats=seats)
    routes, rng = Routes(seats), Rng("plans", seats)
    plans = 0
    for seed in range(3):
        for table in positions(seats, None, "passing", seed, every=20):
            viewer = rng.below(seats)
            seen = game.view(game.load(table.position), viewer).seen
            hindsight = Hindsight(seats, game.of_class, seen, viewer)
            if hindsight.traced and routes.plan(seen, viewer, hindsight, rng):
                plans += 1
                follow_plan(list(seen.history), list(seen.passes), viewer, routes, seats)
    assert plans > 5


def follow_plan(story: Sequence[int], passes: Sequence[int], viewer: int, routes: Routes, seats: int) -> None:
    """Go through the story with the cards the viewer let go of; each must be where the story has it."""
    holder: dict[int, int] = {}
    rounds = 0
    for code in story:
        if kind_of(code) == PASSED:
            step, packed = step_of(code), passes[rounds]
            moving = {}
            for seat in range(seats):
                card = passed_by(packed, seat)
                to = beside(seat, step, seats)
                if seat != viewer and to != viewer:
                    card = routes.passes(rounds, seat, viewer)
                    assert card == NO_CARD or holder[card] == seat
                elif to == viewer and card in holder:
                    assert holder.pop(card) == seat
                    continue
                if card != NO_CARD and to != viewer:
                    moving[card] = to
            holder.update(moving)
            rounds += 1
        elif kind_of(code) == PLAYED and what_of(code) in holder:
            assert holder.pop(what_of(code)) == seat_of(code)
