"""The worlds of the inference benchmark: each explains what happened, and the likelihood prefers what players do."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import parlour
from bots.ongoing import ongoing_match
from parlour.bots import find_bot
from parlour.bots.driver import luck_of
from parlour.core.bags import members, size_of
from parlour.core.rng import Rng
from parlour.games.deluxe_memory.phases import SWAP_WITH
from parlour.games.deluxe_memory.state import MemoryState
from parlour.games.follow_me.state import FollowMeState
from parlour.games.st_croix.state import StCroixState

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "inference.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("inference_script", SCRIPT)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["inference_script"] = found
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize("slug", ["match-me", "follow-me"])
def test_the_game_can_be_replayed_in_every_world(script: ModuleType, slug: str) -> None:
    """In each imagined world the others' choices were legal, and the replay ends at what the viewer sees now."""
    game = parlour.game(slug, 3)
    match = parlour.Match(game, "replayed")
    past = script.Past(game, match._state)
    bots = [find_bot(level).make(game) for level in ("normal", "easy", "normal")]
    looked = 0
    while match.to_act and looked < 40:
        seat = match.to_act[0]
        view = match.view(seat)
        for number in range(3):
            world = game.determinise(view, Rng("world", looked, number))
            assert past.likelihood(world, seat) > script.IMPOSSIBLE
            table = script.first_table(game, past.start, world)
            for actor, action in past.actions:
                there = action if actor == seat else script.action_there(game, table, world, actor, action)
                game.perform(table, actor, there, past.luck, None)
            assert game.view(table, seat).facts() == view.facts()
        action = bots[seat].choose(view, view.legal, luck_of(match, seat))
        past.actions.append((seat, action))
        match.play(seat, action)
        looked += 1
    assert looked > 10


@pytest.mark.parametrize(("slug", "seats"), [("st-croix", 3), ("deluxe-memory", 2)])
def test_the_past_fits_every_world(script: ModuleType, slug: str, seats: int) -> None:
    """In each imagined world the others' choices were legal, and the viewer knew then what it knows of them now."""
    game = parlour.game(slug, seats)
    match = parlour.Match(game, "followed back")
    past = script.Past(game, match._state)
    bots = [find_bot(level).make(game) for level in ("normal", "easy", "normal")]
    looked = 0
    while match.to_act and len(past.actions) < 150:
        seat = match.to_act[0]
        view = match.view(seat)
        places = {place for place, (actor, _) in enumerate(past.actions) if actor != seat}
        for number in range(2):
            world = game.determinise(view, Rng("world", len(past.actions), number))
            for table, actor, action in past.choices(world, seat, places):
                assert actor != seat and action in game.legal(table, actor)
                if isinstance(table, StCroixState) and table.choosing == 0:
                    assert size_of(table.players[actor].hand) == table.players[actor].hand_size
                looked += 1
        action = bots[seat].choose(view, view.legal, luck_of(match, seat))
        past.add(match._state, seat, action)
        match.play(seat, action)
    assert looked > 1000


def test_in_deluxe_memory_cards_are_followed_to_where_they_lay(script: ModuleType) -> None:
    """In the true world the past is as it was, whatever was swapped since."""
    game = parlour.game("deluxe-memory", 2)
    match = parlour.Match(game, "swapped")
    past = script.Past(game, match._state)
    bot = find_bot("normal").make(game)
    while match.to_act:
        seat = match.to_act[0]
        view = match.view(seat)
        action = bot.choose(view, view.legal, luck_of(match, seat))
        past.add(match._state, seat, action)
        match.play(seat, action)
    assert any(table.phase == SWAP_WITH for table in past.tables), "the deal has a swap"
    then = list(past.choices(match._state, 0, set(range(len(past.actions)))))
    assert [table.cards for table, _, _ in reversed(then)] == [table.cards for table in past.tables]


def test_a_world_in_which_the_others_chose_well_is_likelier(script: ModuleType) -> None:
    moves = script.Moves(3)
    for action, rating in ((4, 3.0), (7, 0.0)):
        moves.ratings[moves.count] = rating
        moves.add(action)
    assert script.chosen(moves, 7) < script.chosen(moves, 4) < 0.0
    assert script.chosen(moves, 5) == script.IMPOSSIBLE


@pytest.mark.parametrize("slug", ["match-me", "follow-me", "st-croix"])
def test_who_is_told_sees_the_hands_but_not_the_draw_pile(script: ModuleType, slug: str) -> None:
    game = parlour.game(slug, 3)
    match = parlour.Match(game, "told")
    worlds = script.Told(game)
    truth = match._state
    worlds.truth = truth
    view = match.view(match.to_act[0])
    other = script.with_worlds(game, worlds.pick)
    found = [other.determinise(view, Rng("told", number)) for number in range(2)]
    for world in found:
        for seat in range(game.seats):
            assert game.view(world, seat).facts() == game.view(truth, seat).facts()
    if isinstance(truth, FollowMeState):
        assert found[0].draw_pile != found[1].draw_pile
        assert sorted(found[0].draw_pile) == sorted(truth.draw_pile)


def test_a_told_world_is_true_where_anybody_has_looked(script: ModuleType) -> None:
    match = ongoing_match(parlour.game("deluxe-memory", 2), "told", 30)
    truth, seat = match._state, match.to_act[0]
    assert isinstance(truth, MemoryState)
    told = script.Told(match.game)
    told.truth = truth
    theirs = truth.players[1 - seat].known & truth.laid & ~truth.players[seat].known
    assert theirs, "the rival has seen something that the seat has not"
    worlds = [told.pick(match.view(seat), Rng("told", number)) for number in range(5)]
    for place in members(truth.laid & (theirs | truth.players[seat].known)):
        assert {world.cards[place] for world in worlds} == {truth.cards[place]}
    assert len({tuple(world.cards) for world in worlds}) > 1, "what nobody has seen is still guessed"
    assert truth.players[seat].known & theirs == 0, "the table itself is as it was"
