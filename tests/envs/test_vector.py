"""Many tables at once: the same games as one table at a time, whoever plays, however they begin again."""

import copy
import pickle
from collections.abc import Callable, Sequence
from typing import cast

import pytest

pytest.importorskip("gymnasium")
import gymnasium
import numpy as np
import numpy.typing as npt

import parlour
from parlour import envs
from parlour.core.batch import EVERY_SEAT, Batch, Rival
from parlour.core.game import Moves, State
from parlour.core.policy import Policy
from parlour.core.rng import Rng
from parlour.envs.tables import VectorTables

GAMES = [about.slug for about in parlour.games()]
Row = npt.NDArray[np.int8]


def masks_of(infos: dict[str, object]) -> Row:
    """The masks of all tables."""
    masks = infos["action_mask"]
    assert isinstance(masks, np.ndarray)
    return cast(Row, masks)


def choose(masks: Row, rng: Rng) -> npt.NDArray[np.int64]:
    """A random legal action for each table; any number where the game is over."""
    found = []
    for mask in masks:
        legal = np.flatnonzero(mask)
        found.append(int(legal[rng.below(len(legal))]) if len(legal) else 0)
    return np.array(found)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(("seat", "opponents"), [(0, "random"), (None, "normal"), (1, "easy")])
def test_each_table_plays_what_a_single_environment_plays(slug: str, seat: int | None, opponents: str) -> None:
    env = envs.vector(slug, 3, seat=seat, opponents=opponents)
    singles = [envs.gymnasium(slug, seat=seat, opponents=opponents) for _ in range(3)]
    rng = Rng("learners", slug)
    observations, infos = env.reset(seed=5)
    alone = [single.reset(seed=5 + table)[0] for table, single in enumerate(singles)]
    over = [False] * 3
    for _ in range(60):
        np.testing.assert_array_equal(observations, np.stack(alone))
        masks = masks_of(infos)
        np.testing.assert_array_equal(masks, np.stack([single.action_masks() for single in singles]))
        assert env.observation_space.contains(observations)
        actions = choose(masks, rng)
        observations, rewards, ended, cut, infos = env.step(actions)
        assert not cut.any()
        for table, single in enumerate(singles):
            if over[table]:
                alone[table], _ = single.reset()
                assert (rewards[table], ended[table]) == (0.0, False)
                over[table] = False
                continue
            alone[table], reward, over[table], _, info = single.step(actions[table])
            assert (rewards[table], ended[table]) == (reward, over[table])
            if over[table]:
                assert cast(Row, infos["rank"])[table] == info["rank"]


@pytest.mark.parametrize("slug", GAMES)
def test_self_play_hands_over_every_turn_and_pays_every_seat(slug: str) -> None:
    env = envs.vector(slug, 4, self_play=True, autoreset_mode="SameStep")
    observations, infos = env.reset(seed=3)
    finished = 0
    for _ in range(200):
        for table, state in enumerate(env.batch.states):
            assert state is not None
            seat = int(cast(Row, infos["seat"])[table])
            assert seat == env.game.actor(state)
            np.testing.assert_array_equal(observations[table], env.encoder.vector(env.game.view(state, seat)))
            assert np.flatnonzero(masks_of(infos)[table]).tolist() == env.game.legal(state, seat)
        observations, rewards, ended, _, infos = env.step(env.sample_actions())
        shares = cast(npt.NDArray[np.float64], infos["rewards"])
        np.testing.assert_allclose(shares.sum(axis=1), 0.0, atol=1e-9)
        assert not shares[~ended].any() and not rewards[~ended].any()
        finished += int(ended.sum())
        if finished > 2:
            return
    assert finished or slug != "around-mackinac"  # random games of some others are longer than this


def test_a_seed_repeats_everything_and_a_list_has_one_for_each_table() -> None:
    def story(seed: int | list[int]) -> bytes:
        env = envs.vector("match-me", 3, opponents="random")
        observations, _ = env.reset(seed=seed)
        seen = [observations.tobytes()]
        for _ in range(30):
            observations, *_ = env.step(env.sample_actions() if isinstance(seed, int) else env.action_masks().argmax(1))
            seen.append(observations.tobytes())
        return b"".join(seen)

    assert story(4) == story(4)
    assert story(4) != story(5)
    first, _ = envs.vector("match-me", 3).reset(seed=[4, 4, 9])
    np.testing.assert_array_equal(first[0], first[1])
    assert (first[0] != first[2]).any()


def play_until_an_end(env: VectorTables) -> tuple[object, ...]:
    """Random actions until a game is over; returns what that step said."""
    while True:
        said = env.step(env.sample_actions())
        if said[2].any():
            return said


def test_in_the_same_step_the_last_observation_is_in_the_infos() -> None:
    env = envs.vector("around-mackinac", 4, opponents="random", autoreset_mode="SameStep")
    env.reset(seed=1)
    observations, _, ended, _, infos = play_until_an_end(env)
    assert isinstance(infos, dict) and isinstance(ended, np.ndarray) and isinstance(observations, np.ndarray)
    table = int(np.flatnonzero(ended)[0])
    assert infos["final_obs"][table].shape == observations[table].shape
    assert infos["final_info"]["rank"][table] >= 1
    assert not infos["final_info"]["action_mask"][table].any()
    assert infos["action_mask"][table].any()  # already the next game


def test_without_autoreset_the_caller_says_which_tables_begin_again() -> None:
    env = envs.vector("around-mackinac", 4, opponents="random", autoreset_mode="Disabled")
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.DISABLED
    env.reset(seed=1)
    before, _, ended, _, infos = play_until_an_end(env)
    assert isinstance(ended, np.ndarray) and isinstance(before, np.ndarray)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.sample_actions())
    after, infos = env.reset(options={"reset_mask": ended})
    assert masks_of(infos).any(axis=1).all()
    np.testing.assert_array_equal(after[~ended], before[~ended])
    env.step(env.sample_actions())


def test_an_illegal_action_loses_that_game_or_raises_before_anything_is_done() -> None:
    env = envs.vector("st-croix", 2, seats=3, self_play=True)
    _, infos = env.reset(seed=1)
    actions = env.sample_actions()
    actions[1] = int(np.flatnonzero(masks_of(infos)[1] == 0)[0])
    _, rewards, ended, _, infos = env.step(actions)
    assert ended.tolist() == [False, True] and rewards.tolist() == [0.0, -1.0]
    assert cast(Row, infos["rewards"])[1].tolist() == [-1.0, 0.5, 0.5]
    assert cast(list[str], infos["illegal"])[1]
    _, _, ended, _, infos = env.step(np.array([int(env.sample_actions()[0]), 0]))
    assert not ended.any() and masks_of(infos)[1].any()
    strict = envs.vector("st-croix", 2, seats=3, illegal="raise")
    _, infos = strict.reset(seed=1)
    actions = strict.sample_actions()
    actions[1] = int(np.flatnonzero(masks_of(infos)[1] == 0)[0])
    before = [strict.game.dump(state) for state in strict.batch.states if state is not None]
    with pytest.raises(parlour.IllegalAction, match="Table 1"):
        strict.step(actions)
    assert before == [strict.game.dump(state) for state in strict.batch.states if state is not None]
    for wrong in (np.array([0]), np.array([0.5, 1.0]), ["lay", "lay"]):
        with pytest.raises(parlour.IllegalAction, match="whole numbers"):
            strict.step(cast(npt.NDArray[np.int64], wrong))


def test_opponents_rate_their_view_and_never_the_truth() -> None:
    game = parlour.game("st-croix", seats=3)
    asked: list[object] = []

    class Spy(Policy[State]):
        def rate(self, state: State, seat: int, moves: Moves) -> None:
            assert all(state is not truth for truth in batch.states)
            dump = game.dump(state)
            asked.append(dump["draw_pile"])
            super().rate(state, seat, moves)

    batch = Batch(game, 2, sum(piece.size for piece in game.observation), 0, [Rival(Spy(game)), Rival(Spy(game))])
    for table in range(2):
        batch.deal(table)
    for _ in range(20):
        batch.step(batch.random_actions(Rng("me")), True)
    assert asked and not any(asked)


def test_a_bot_of_ones_own_is_asked_with_its_view() -> None:
    class First:
        asked: set[int] = set()  # noqa: RUF012

        def choose(self, view: parlour.View, legal: Sequence[int], rng: Rng) -> int:
            assert view.legal == legal
            self.asked.add(view.seat)
            return int(legal[0])

    env = envs.vector("st-croix", 2, seats=3, opponents=[First(), "random"])
    env.reset(seed=1)
    for _ in range(10):
        env.step(env.sample_actions())
    assert First.asked == {1}


def test_gymnasium_makes_the_vector_environment_by_its_name() -> None:
    env = gymnasium.make_vec("parlour.envs.gym:parlour/st-croix-v1", num_envs=3, seats=2, opponents="random")
    assert isinstance(env, VectorTables)
    observations, _ = env.reset(seed=1)
    assert observations.shape == (3, env.encoder.size)
    slow = gymnasium.make_vec(
        "parlour.envs.gym:parlour/st-croix-v1", num_envs=3, vectorization_mode="sync", seats=2, opponents="random"
    )
    np.testing.assert_array_equal(slow.reset(seed=1)[0], observations)


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alike(how: Callable[[VectorTables], VectorTables]) -> None:
    env = envs.vector("mine-and-craft", 3, seats=2)
    env.reset(seed=1)
    for _ in range(10):
        env.step(env.sample_actions())
    twin = how(env)
    np.testing.assert_array_equal(env.action_masks(), twin.action_masks())
    for _ in range(30):
        actions = env.sample_actions()
        for one, other in zip(env.step(actions)[:4], twin.step(actions)[:4], strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"num_envs": 0}, "1 or more"),
        ({"seat": 7}, "seats 0 to 1"),
        ({"opponents": "nromal"}, "Did you mean normal"),
        ({"illegal": "ignore"}, "lose or raise"),
        ({"render_mode": "human"}, "ansi"),
    ],
)
def test_wrong_wishes_get_one_kind_sentence(wishes: dict[str, object], sentence: str) -> None:
    make: Callable[..., object] = envs.vector
    with pytest.raises(parlour.ParlourError, match=sentence):
        make("st-croix", seats=2, **wishes)


def test_every_seat_means_no_rivals() -> None:
    env = envs.vector("st-croix", 2, self_play=True, render_mode="ansi")
    assert env.batch.learner == EVERY_SEAT and not env.batch.rivals
    assert env.render() is None
    env.reset(seed=1)
    pages = env.render()
    assert pages is not None and len(pages) == 2 and "Table Cards" in pages[0]
