"""Expert: bots read a network as training does, see only their view, and refuse a network that does not fit."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import parlour
from bots.ongoing import ongoing_match
from parlour.bots.budget import Budget
from parlour.bots.choices import moves_of
from parlour.bots.expert import FILE, NetworkBot, _warn, network_move
from parlour.bots.layout import layout_of, relative_texts
from parlour.bots.levels import HardBot, NormalBot, choice_of, expert
from parlour.bots.players import find_bot
from parlour.bots.search import Searcher
from parlour.bots.weights import BadNetwork, Stored, pack, unpack
from parlour.core.game import NOBODY, View
from parlour.core.rng import Rng
from parlour.games import AnyGame, Entry, all_games
from parlour.games.deluxe_memory.sharp import SharpMemoryPolicy
from parlour.learn.model import Model, forward, log_softmax
from parlour.learn.play import Rows
from parlour.learn.ship import write_network

EVERY = [about.slug for about in parlour.games()]
LARGEST = 300_000
"""Bytes that a shipped network may have."""


def wild(slug: str, path: Path) -> Stored:
    """A network with random weights, so large that they matter more than the rule of thumb."""
    layout, rng = layout_of(slug), np.random.default_rng(7)
    model = Model(layout.inputs, 24, 16, len(layout.actions), rng)
    for array in model.weights.values():
        array[:] = rng.standard_normal(array.shape)
    write_network(path, layout, model.weights, layout.seats)
    return unpack(path.read_bytes(), "the file")


def dense(stored: Stored) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """The stored weights as training has them."""
    found = {}
    for name, (scales, rows) in zip(("first", "second", "act"), stored.matrices, strict=False):
        bytes_ = np.frombuffer(rows, np.int8).reshape(len(scales), -1)
        found[name] = (bytes_ * np.array(scales)[:, None]).astype(np.float32)
    found["act"] = found["act"].T
    scales, rows = stored.matrices[3]
    found["value"] = (np.frombuffer(rows, np.int8)[:, None] * scales[0]).astype(np.float32)
    for name, biases in zip(("first_bias", "second_bias", "act_bias"), stored.biases, strict=True):
        found[name] = np.array(biases, np.float32)
    found["trust"] = np.array([stored.trust], np.float32)
    found["value_bias"] = np.array([stored.value_bias], np.float32)
    return found


@pytest.mark.parametrize("slug", EVERY)
def test_bots_choose_what_training_would(slug: str, tmp_path: Path) -> None:
    """At every decision of whole games, from views, from tables and from training's rows."""
    stored = wild(slug, tmp_path / FILE)
    weights, layout = dense(stored), layout_of(slug)
    game = parlour.game(slug, layout.seats[-1])
    bot, rows = NetworkBot(game, stored), Rows(layout, game, 1)
    assert rows.tables.deal(0, (1 << game.seats) - 1, Rng("deal"))
    unlike = NormalBot(game)
    compared = differs = 0
    while (seat := int(rows.actors[0])) != NOBODY and compared < 60:
        inputs, masks, ratings = rows.read()
        best = int(log_softmax(forward(weights, inputs, ratings)[2], masks).argmax())
        state = rows.tables.states[0]
        assert state is not None
        view = game.view(state, seat)
        chosen = bot.choose(view, view.legal, Rng("luck"))
        assert relative_texts(game, seat)[chosen] == layout.actions[best]
        choice = choice_of(bot)
        assert choice is not None
        assert choice.choose(state, seat, moves_of(view.legal), False, Rng("luck")) == chosen
        differs += chosen != unlike.choose(view, view.legal, Rng("luck"))
        compared += 1
        rows.tables.step([best])
    assert differs > 0


@pytest.mark.parametrize("slug", EVERY)
def test_another_world_with_the_same_view_gives_the_same_move(slug: str, tmp_path: Path) -> None:
    stored = wild(slug, tmp_path / FILE)
    for number in range(8):
        match = ongoing_match(parlour.game(slug), f"moment {number}", 4 + 9 * number)
        bot = NetworkBot(match.game, stored)
        for seat in match.to_act:
            view = match.view(seat)
            twin = match.game.view(match.game.determinise(view, Rng("another world")), seat)
            twin.witnessed = view.witnessed
            assert bot.choose(view, view.legal, Rng("luck")) == bot.choose(twin, twin.legal, Rng("luck"))


@pytest.mark.parametrize("slug", EVERY)
def test_a_guided_search_sees_only_its_view(slug: str, tmp_path: Path) -> None:
    stored = wild(slug, tmp_path / FILE)
    for foresees in (1.0, 0.5, 0.0):
        match = ongoing_match(parlour.game(slug), "guided", 20)
        guide = network_move(match.game, replace(stored, foresees=foresees)).guide
        bot = HardBot(match.game, Budget(12), guide=guide)
        for seat in match.to_act:
            view = match.view(seat)
            twin = match.game.view(match.game.determinise(view, Rng("another world")), seat)
            twin.witnessed = view.witnessed
            assert bot.choose(view, view.legal, Rng("luck")) == bot.choose(twin, twin.legal, Rng("luck"))


@pytest.mark.parametrize("foresees", [1.0, 0.5, 0.0])
def test_a_search_follows_its_guide_where_it_has_no_time(foresees: float, tmp_path: Path) -> None:
    """The first iteration tries what the guide likes best."""
    stored = replace(wild("st-croix", tmp_path / FILE), foresees=foresees)
    game = parlour.game("st-croix", 2)
    guided, alone = HardBot(game, Budget(1), guide=network_move(game, stored).guide), NetworkBot(game, stored)
    for number in range(6):
        match = ongoing_match(game, f"moment {number}", 3 + 5 * number)
        for seat in match.to_act:
            view = match.view(seat)
            assert guided.choose(view, view.legal, Rng("luck")) == alone.choose(view, view.legal, Rng("luck"))


def test_rewards_that_a_guide_expects_are_shared_out(tmp_path: Path) -> None:
    """What one seat expects to win, the others expect to lose: each action's value stays between losing and winning."""
    stored = replace(wild("follow-me", tmp_path / FILE), foresees=1.0)
    game = parlour.game("follow-me", 3)
    match = ongoing_match(game, "expecting", 6)
    view = match.view(match.to_act[0])
    found = Searcher(game, Rng("luck"), guide=network_move(game, stored).guide).estimates(view, 60)
    assert sum(one.visits for one in found) == 60
    assert all(0.0 <= one.value <= 1.0 for one in found if one.visits)


@pytest.mark.parametrize(("slug", "seats"), [("st-croix", 2), ("follow-me", 3), ("mine-and-craft", 4)])
def test_every_seat_is_asked_what_it_can_expect(slug: str, seats: int, tmp_path: Path) -> None:
    """If all seats expect the same, each gets an even share. Asking only the seat to act would favour that one."""
    stored = wild(slug, tmp_path / FILE)
    scales, rows = stored.matrices[3]
    same = replace(stored, matrices=(*stored.matrices[:3], ([0.0 for _ in scales], rows)), value_bias=0.6, foresees=1.0)
    game = parlour.game(slug, seats)
    match = ongoing_match(game, "expecting", 3)
    view = match.view(match.to_act[0])
    found = Searcher(game, Rng("luck"), guide=network_move(game, same).guide).estimates(view, 40)
    assert all(abs(one.value - (0.25 + 0.5 / seats)) < 1e-9 for one in found if one.visits)
    assert all(abs(one.wins - 1.0 / seats) < 1e-9 for one in found if one.visits)


def test_a_guide_and_the_end_of_the_game_count_together(tmp_path: Path) -> None:
    """A guide that expects the average of everybody leaves half of what a playout says."""
    stored = wild("st-croix", tmp_path / FILE)
    scales, rows = stored.matrices[3]
    even = replace(stored, matrices=(*stored.matrices[:3], ([0.0 for _ in scales], rows)), value_bias=0.0, foresees=0.5)
    match = ongoing_match(parlour.game("st-croix", 2), "half", 12)
    view = match.view(match.to_act[0])
    found = Searcher(match.game, Rng("luck"), guide=network_move(match.game, even).guide).estimates(view, 1)
    assert [one.value for one in found if one.visits] in ([0.25], [0.5], [0.75])


def test_expert_searches_and_expert_at_one_does_not() -> None:
    game = parlour.game("mine-and-craft", 2)
    search, alone = expert(game, None), expert(game, find_bot("expert@1").budget)
    assert isinstance(search, HardBot)
    assert search.guide is not None
    assert isinstance(alone, NetworkBot)
    assert choice_of(alone) is not None
    assert search.budget == Budget(1500, 0.3)
    plain = expert(parlour.game("st-croix", 2, preset="house"), None)
    assert isinstance(plain, HardBot)
    assert plain.budget == search.budget
    assert plain.guide is None  # no network knows these house rules: it thinks as hard does
    assert type(plain.policy) is type(HardBot(plain.game).policy)


def test_expert_follows_a_games_sharp_policy() -> None:
    game = parlour.game("deluxe-memory", 2)
    bot = expert(game, Budget(20))
    assert isinstance(bot, HardBot)
    assert isinstance(bot.policy, SharpMemoryPolicy)
    assert not isinstance(HardBot(game).policy, SharpMemoryPolicy)


def first_views(game: AnyGame) -> Sequence[View]:
    match = ongoing_match(game, "first views", 5)
    return [match.view(seat) for seat in match.to_act]


def test_a_network_that_does_not_fit_is_refused_with_a_sentence(tmp_path: Path) -> None:
    stored = wild("st-croix", tmp_path / FILE)
    with pytest.raises(BadNetwork, match=r"^The network was trained on st-croix, not on mine-and-craft\.$"):
        network_move(parlour.game("mine-and-craft"), stored)
    with pytest.raises(BadNetwork, match="trained on another observation"):
        network_move(parlour.game("st-croix"), replace(stored, layout="other"))
    with pytest.raises(BadNetwork, match=r"^No network of St\. Croix \(4 seats\) has been shown to be stronger"):
        network_move(parlour.game("st-croix", 4), replace(stored, seats=(2,)))
    data = (tmp_path / FILE).read_bytes()
    with pytest.raises(BadNetwork, match=r"^The file is damaged"):
        unpack(data[:-1] + bytes([data[-1] ^ 1]), "The file")
    with pytest.raises(BadNetwork, match="another length"):
        unpack(pack(replace(stored, biases=stored.biases[:2])), "The file")
    with pytest.raises(BadNetwork, match=r"^The network of St\. Croix \(2 seats\) does not know .* these house rules"):
        network_move(parlour.game("st-croix", 2, preset="house"), stored)


def test_a_game_without_a_fitting_network_is_played_by_the_rule_of_thumb(caplog: pytest.LogCaptureFixture) -> None:
    game = parlour.game("match-me", 2, preset="two")  # no network is trained for two seats there
    _warn.cache_clear()  # another test of this process may have heard it already
    with caplog.at_level(logging.WARNING):
        bot = NetworkBot(game)
        NetworkBot(game)  # says nothing more
    assert caplog.text.count("Expert plays without a network here.") == 1
    for view in first_views(game):
        assert bot.choose(view, view.legal, Rng("luck")) == NormalBot(game).choose(view, view.legal, Rng("luck"))


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.about.slug)
def test_a_shipped_network_is_small_and_fits_every_seat_count(entry: Entry) -> None:
    slug = entry.about.slug
    file = resources.files(entry.folder).joinpath(FILE)
    if not file.is_file():
        pytest.skip("no network is shipped for this game")
    data = file.read_bytes()
    assert len(data) <= LARGEST
    stored = unpack(data, "The shipped network")
    assert stored.seats
    for seats in stored.seats:
        network_move(parlour.game(slug, seats), stored)
