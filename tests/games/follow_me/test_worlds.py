"""Worlds of Follow Me are found soon, whatever has been passed around before."""

from collections.abc import Iterator

import pytest

import parlour
from parlour.core.chance import Sampled
from parlour.core.game import NOBODY
from parlour.core.rng import Rng
from parlour.games.follow_me import GAME, HEURISTIC
from parlour.games.follow_me.game import FollowMe
from parlour.games.follow_me.hindsight import Hindsight
from parlour.games.follow_me.history import PASSED, PLAYED, beside, kind_of, passed_by, seat_of, step_of, what_of
from parlour.games.follow_me.routes import Routes
from parlour.games.follow_me.state import NO_CARD, FollowMeState

FEW = 400
"""Choices taken back on the way to one world; blind chance needs many thousands now and then."""

GAMES = 3
TABLES = [
    (seats, preset) for preset in (None, "house", "small-hands") for seats in (2, 3, 4, 5, 6) if preset or seats != 2
]


def positions(game: FollowMe, players: str, seed: int, every: int) -> Iterator[FollowMeState]:
    """Every so manieth position of a game between players of one kind."""
    rng, luck = Rng("positions", players, seed), Sampled(Rng("positions' luck", players, seed))
    table = game.new(luck)
    step = 0
    while (seat := game.actor(table)) != NOBODY:
        step += 1
        if step % every == 0:
            yield table
        legal = game.legal(table, seat)
        if players == "normal":
            action = HEURISTIC(game, game.view(table, seat), legal, rng)
        elif players == "passing":  # nearly always pass a card around the table where that is possible
            sending = [action for action in legal if game.actions.texts[action].startswith("send")]
            choices = sending if sending and rng.below(10) < 9 else legal
            action = choices[rng.below(len(choices))]
        else:
            action = legal[rng.below(len(legal))]
        game.apply(table, seat, action, luck)


@pytest.mark.parametrize("players", ["random", "normal", "passing"])
@pytest.mark.parametrize(("seats", "preset"), TABLES)
def test_worlds_are_found_soon(seats: int, preset: str | None, players: str) -> None:
    game = parlour.game("follow-me", seats, preset)
    assert isinstance(game, FollowMe)
    rng = Rng("worlds", seats, players)
    for seed in range(GAMES):
        for table in positions(game, players, seats + seed, every=9):
            for viewer in (0, seats - 1):
                view = game.view(table, viewer)
                world = game.determinise(view, rng)
                assert game.worlds.taken_back < FEW
                assert game.view(world, viewer).facts() == view.facts()


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_planned_ways_lead_to_where_the_cards_turned_up(seats: int) -> None:
    game = GAME(seats=seats)
    routes, hindsight, rng = Routes(seats), Hindsight(seats, list(game.of_class)), Rng("plans", seats)
    plans = 0
    for table in positions(game, "passing", seed=1, every=25):
        viewer = rng.below(seats)
        seen = game.view(table, viewer).seen
        hindsight.look_back(seen, viewer)
        if hindsight.traced and routes.plan(seen, viewer, hindsight, rng):
            plans += 1
            follow_plan(seen, viewer, routes, seats)
    assert plans > 5


def follow_plan(seen: FollowMeState, viewer: int, routes: Routes, seats: int) -> None:
    """Go through the story with the cards the viewer let go of; each must be where the story has it."""
    holder: dict[int, int] = {}
    rounds = 0
    for code in seen.history:
        if kind_of(code) == PASSED:
            step, packed = step_of(code), seen.passes[rounds]
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
