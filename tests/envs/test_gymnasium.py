"""Gymnasium's own check on every game, and what one learner among bots meets."""

import copy
import pickle
import warnings
from collections.abc import Callable, Sequence

import pytest

pytest.importorskip("gymnasium")
import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils.env_checker import check_env

import parlour
from parlour import envs
from parlour.core.rng import Rng
from parlour.envs.gym import SoloEnv

GAMES = [about.slug for about in parlour.games()]


@pytest.mark.parametrize("slug", GAMES)
def test_gymnasiums_own_check_passes(slug: str) -> None:
    version = parlour.game(slug).version
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"parlour.envs.gym:parlour/{slug}-v{version}").unwrapped
        env.reset(seed=1)  # its first deal and its actions have no seed of their own
        env.action_space.seed(1)
        check_env(env)


def mask_of(info: dict[str, object]) -> npt.NDArray[np.int64]:
    """The actions that an info's mask allows, by number."""
    mask = info["action_mask"]
    assert isinstance(mask, np.ndarray)
    return np.flatnonzero(mask)


def play(env: SoloEnv, seed: int) -> list[object]:
    observation, info = env.reset(seed=seed)
    rng = Rng("learner", seed)
    story: list[object] = [observation.tobytes()]
    while True:
        legal = mask_of(info)
        observation, reward, terminated, truncated, info = env.step(legal[rng.below(len(legal))])
        story += [observation.tobytes(), reward]
        if terminated or truncated:
            return [*story, info["rank"], info["reason"]]


@pytest.mark.parametrize("slug", GAMES)
def test_a_seed_repeats_a_whole_game(slug: str) -> None:
    opponents = ["random", "easy"][: parlour.game(slug).seats - 1]
    first, second = (envs.gymnasium(slug, seat=1, opponents=opponents) for _ in range(2))
    assert play(first, 4) == play(second, 4)
    assert play(first, 4) != play(first, 5)


def test_stronger_opponents_leave_less() -> None:
    def won(opponents: str) -> float:
        env = envs.gymnasium("mine-and-craft", seats=2, opponents=opponents)
        return sum(float(str(play(env, seed)[-3])) for seed in range(12))

    assert won("normal") < won("random")


def test_the_mask_is_what_the_seat_may_do() -> None:
    env = envs.gymnasium("st-croix", seats=3, seat=2, opponents="random")
    _, info = env.reset(seed=1)
    assert env.episode is not None
    assert env.episode.seat == 2
    assert mask_of(info).tolist() == env.episode.legal
    assert np.flatnonzero(env.action_masks()).tolist() == env.episode.legal
    for _ in range(20):
        assert env.action_space.sample() in env.episode.legal


def test_an_illegal_action_loses_or_raises_as_asked() -> None:
    env = envs.gymnasium("st-croix", seats=2)
    _, info = env.reset(seed=1)
    wrong = np.int64(min(set(range(len(env.game.actions))) - set(mask_of(info).tolist())))
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated) == (-1.0, True)
    assert info["illegal"]
    assert not mask_of(info).size
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.int64(0))
    strict = envs.gymnasium("st-croix", seats=2, illegal="raise")
    strict.reset(seed=1)
    assert strict.episode is not None
    before = strict.game.dump(strict.episode.state)
    with pytest.raises(parlour.IllegalAction):
        strict.step(wrong)
    assert strict.game.dump(strict.episode.state) == before


def test_any_seat_and_any_bot() -> None:
    class First:
        asked: set[int] = set()  # noqa: RUF012

        def choose(self, view: parlour.View, legal: Sequence[int], rng: Rng) -> int:
            self.asked.add(view.seat)
            assert view.legal == legal
            return int(legal[0])

    env = envs.gymnasium("st-croix", seats=3, seat=None, opponents=[First()])
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
        play(env, seed)
    assert seats == {0, 1, 2}
    assert First.asked == {0, 1, 2}


def test_rendering_shows_the_learners_table() -> None:
    env = envs.gymnasium("st-croix", seats=2, seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert "Table Cards" in str(env.render())


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"seat": 7}, "seats 0 to 1"),
        ({"opponents": "nromal"}, "Did you mean normal"),
        ({"opponents": []}, "No bot is named"),
        ({"illegal": "ignore"}, "lose or raise"),
        ({"render_mode": "human"}, "ansi"),
    ],
)
def test_wrong_wishes_get_one_kind_sentence(wishes: dict[str, object], sentence: str) -> None:
    make: Callable[..., object] = envs.gymnasium
    with pytest.raises(parlour.ParlourError, match=sentence):
        make("st-croix", seats=2, **wishes)


def test_a_render_mode_that_does_not_exist_is_a_type_error_as_stable_baselines_expects() -> None:
    with pytest.raises(TypeError, match="ansi"):
        gymnasium.make("parlour.envs.gym:parlour/st-croix-v1", render_mode="rgb_array")


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alike(how: Callable[[SoloEnv], SoloEnv]) -> None:
    env = envs.gymnasium("match-me", seats=3)
    env.reset(seed=1)
    for _ in range(5):
        env.step(np.int64(env.action_masks().argmax()))
    twin = how(env)
    for _ in range(10):
        action = np.int64(env.action_masks().argmax())
        one, other = env.step(action), twin.step(action)
        np.testing.assert_array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
