"""Gymnasium's own check on every game, and what one learner among bots meets."""

import warnings

import pytest

pytest.importorskip("gymnasium")
import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import parlour
from parlour import envs
from parlour.core.rng import Rng

GAMES = [about.slug for about in parlour.games()]


@pytest.mark.parametrize("slug", GAMES)
def test_gymnasiums_own_check_passes(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"parlour.envs.gym:parlour/{slug}-v1")
        check_env(env.unwrapped)


def play(env: object, seed: int) -> list[object]:
    observation, info = env.reset(seed=seed)
    rng = Rng("learner", seed)
    story: list[object] = [observation.tobytes()]
    while True:
        legal = np.flatnonzero(info["action_mask"])
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
        return sum(float(play(env, seed)[-3]) for seed in range(12))

    assert won("normal") < won("random")


def test_the_mask_is_what_the_seat_may_do() -> None:
    env = envs.gymnasium("st-croix", seats=3, seat=2, opponents="random")
    _, info = env.reset(seed=1)
    assert env.episode.seat == 2
    assert np.flatnonzero(info["action_mask"]).tolist() == env.episode.legal
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
    for _ in range(20):
        assert env.action_space.sample() in env.episode.legal


def test_an_illegal_action_loses_or_raises_as_asked() -> None:
    env = envs.gymnasium("st-croix", seats=2)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated) == (-1.0, True)
    assert "not possible" in info["illegal"] or info["illegal"]
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    strict = envs.gymnasium("st-croix", seats=2, illegal="raise")
    strict.reset(seed=1)
    before = strict.game.dump(strict.episode.state)
    with pytest.raises(parlour.IllegalAction):
        strict.step(wrong)
    assert strict.game.dump(strict.episode.state) == before


def test_any_seat_and_any_bot() -> None:
    class First:
        asked: set[int] = set()  # noqa: RUF012

        def choose(self, view: parlour.View, legal: list[int], rng: Rng) -> int:
            self.asked.add(view.seat)
            assert view.legal == legal
            return legal[0]

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
    assert "Table Cards" in env.render()


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
    with pytest.raises(parlour.ParlourError, match=sentence):
        envs.gymnasium("st-croix", seats=2, **wishes)
