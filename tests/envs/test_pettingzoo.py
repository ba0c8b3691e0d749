"""PettingZoo's own tests on every game and seat count, and what they do not look at: leaks, masks, rewards."""

import copy
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import TypeVar

import pytest

pytest.importorskip("pettingzoo")
import numpy as np
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import parlour
from parlour import envs
from parlour.core.rng import Rng
from parlour.envs.zoo import ParallelTable, TurnTable

SETTINGS = [(about.slug, seats) for about in parlour.games() for seats in range(about.min_seats, about.max_seats + 1)]
EXPECTED = (
    "Observation space for each agent probably should be",  # ours is a Dict, as PettingZoo wants it for masks
    "Observation is not a NumPy array",
)


@pytest.fixture(autouse=True)
def no_other_warnings() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in EXPECTED:
            warnings.filterwarnings("ignore", message=text)
        yield


Env = TypeVar("Env", TurnTable, ParallelTable)


def seeded(env: Env) -> Env:
    """PettingZoo's tests draw actions from the spaces; so they draw the same ones every time."""
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    return env


@pytest.mark.parametrize(("slug", "seats"), SETTINGS)
def test_the_turn_environment_passes_pettingzoos_tests(slug: str, seats: int) -> None:
    api_test(seeded(envs.pettingzoo(slug, seats=seats)), num_cycles=60)
    seed_test(lambda: envs.pettingzoo(slug, seats=seats), num_cycles=20)


@pytest.mark.parametrize(("slug", "seats"), SETTINGS)
def test_the_parallel_environment_passes_pettingzoos_tests(slug: str, seats: int) -> None:
    parallel_api_test(seeded(envs.pettingzoo_parallel(slug, seats=seats)), num_cycles=40)
    parallel_seed_test(lambda: envs.pettingzoo_parallel(slug, seats=seats), num_cycles=10)


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_a_whole_game_pays_every_seat_at_its_end(slug: str) -> None:
    env = envs.pettingzoo(slug)
    env.reset(seed=3)
    rng = Rng("a whole game")
    paid: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert not truncated
        if terminated:
            paid[agent] = reward
            assert info["rank"] >= 1
            assert observation is not None and not observation["action_mask"].any()
            env.step(None)
            continue
        assert reward == 0.0 and observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[rng.below(len(legal))]))
    assert list(paid) == env.possible_agents
    assert sum(paid.values()) == pytest.approx(0.0)
    assert all(-1.0 <= reward <= 1.0 for reward in paid.values())


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_the_vector_is_the_encoded_view_and_the_mask_its_legal_actions(slug: str) -> None:
    env = envs.pettingzoo(slug)
    env.reset(seed=5)
    rng = Rng("looking")
    for _ in range(30):
        if env.terminations[env.agent_selection]:
            break
        for seat, agent in enumerate(env.possible_agents):
            view = env.game.view(env.episode.state, seat)
            seen = env.observe(agent)
            for name, numbers in env.game.encode(view).items():
                np.testing.assert_allclose(seen["observation"][env.encoder.pieces[name]], numbers, atol=1e-6)
            waited = view.legal if seat in view.to_act else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == waited
        legal = env.episode.legal
        env.step(legal[rng.below(len(legal))])


def test_who_chooses_second_does_not_see_what_the_first_one_chose() -> None:
    """St. Croix begins with everybody choosing Table Cards at the same time."""
    seen = []
    for choice in (0, -1):
        env = envs.pettingzoo("st-croix", seats=3)
        env.reset(seed=1)
        legal = env.episode.legal
        assert len(legal) > 1
        for _ in range(4):
            env.step(env.episode.legal[choice])
        assert env.agent_selection == "player_1"
        seen.append(env.observe("player_1"))
    np.testing.assert_array_equal(seen[0]["observation"], seen[1]["observation"])
    np.testing.assert_array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_in_parallel_those_who_choose_at_the_same_time_act_in_one_step() -> None:
    env = envs.pettingzoo_parallel("st-croix", seats=3)
    observations, _ = env.reset(seed=1)
    steps = 0
    while all(observation["action_mask"].any() for observation in observations.values()):
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, *_ = env.step(actions)
        steps += 1
    assert steps == 4  # four Table Cards each
    assert sum(seen["action_mask"].any() for seen in observations.values()) == 1


def test_a_parallel_step_with_one_illegal_action_changes_nothing() -> None:
    env = envs.pettingzoo_parallel("st-croix", seats=2)
    observations, _ = env.reset(seed=1)
    good = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    before = env.game.dump(env.table)
    wrong = int(np.flatnonzero(observations["player_1"]["action_mask"] == 0)[0])
    with pytest.raises(parlour.IllegalAction, match="player_1"):
        env.step({**good, "player_1": wrong})
    with pytest.raises(parlour.IllegalAction, match="The game waits for player_1"):
        env.step({"player_0": good["player_0"]})
    assert env.game.dump(env.table) == before


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = envs.pettingzoo("st-croix", seats=2)
    env.reset(seed=1)
    before = env.game.dump(env.episode.state)
    wrong = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    step: Callable[..., None] = env.step
    for action in (wrong, -1, 10_000, None, "play 7", 1.5):
        with pytest.raises(parlour.IllegalAction):
            step(action)
    assert env.game.dump(env.episode.state) == before
    assert env.agent_selection == "player_0"


def test_an_illegal_action_loses_if_asked() -> None:
    env = envs.pettingzoo("st-croix", seats=3, illegal="lose")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0]))
    assert env.rewards == {"player_0": -1.0, "player_1": 0.5, "player_2": 0.5}
    assert all(env.terminations.values()) and env.infos["player_0"]["illegal"]
    assert not env.observe("player_0")["action_mask"].any()
    both = envs.pettingzoo_parallel("st-croix", seats=3, illegal="lose")
    observations, _ = both.reset(seed=1)
    good = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    wrong = int(np.flatnonzero(observations["player_1"]["action_mask"] == 0)[0])
    observations, rewards, over, _, infos = both.step({**good, "player_1": wrong})
    assert rewards["player_1"] == -1.0 and all(over.values()) and not both.agents and infos["player_1"]["illegal"]
    assert not any(seen["action_mask"].any() for seen in observations.values())
    observations, _ = both.reset(seed=1)
    assert observations["player_1"]["action_mask"].any()


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alike(slug: str, how: Callable[[TurnTable], TurnTable]) -> None:
    env = envs.pettingzoo(slug)
    env.reset(seed=2)
    rng = Rng("copies")
    for _ in range(25):
        env.step(env.episode.legal[rng.below(len(env.episode.legal))])
    twin = how(env)
    for _ in range(25):
        if env.terminations[env.agent_selection]:
            break
        assert env.game.dump(twin.episode.state) == env.game.dump(env.episode.state)
        agent = env.agent_selection
        np.testing.assert_array_equal(env.observe(agent)["observation"], twin.observe(agent)["observation"])
        action = env.episode.legal[rng.below(len(env.episode.legal))]
        env.step(action)
        twin.step(action)


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_a_parallel_environment_and_its_game_can_be_pickled(slug: str) -> None:
    env = envs.pettingzoo_parallel(slug)
    env.reset(seed=2)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.game.dump(twin.table) == env.game.dump(env.table)
    assert twin.game.options == env.game.options and list(twin.game.actions) == list(env.game.actions)


def test_without_a_new_seed_the_luck_goes_on() -> None:
    first, second = envs.pettingzoo("match-me"), envs.pettingzoo("match-me")
    deals = []
    for env in (first, second):
        env.reset(seed=9)
        one = env.game.dump(env.episode.state)
        env.reset()
        deals.append((one, env.game.dump(env.episode.state)))
    assert deals[0] == deals[1]
    assert deals[0][0] != deals[0][1]


def test_the_global_state_is_every_seats_view() -> None:
    env = envs.pettingzoo("follow-me", seats=3)
    env.reset(seed=2)
    whole = np.concatenate([env.observe(agent)["observation"] for agent in env.agents])
    np.testing.assert_array_equal(env.state(), whole)


def test_rendering_shows_the_mover_its_own_table_only() -> None:
    env = envs.pettingzoo("st-croix", seats=2, render_mode="ansi")
    env.reset(seed=1)
    page = env.render()
    assert page is not None and "Table Cards" in page
    assert envs.pettingzoo("st-croix").render_mode is None


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"game": "st-crox"}, "Did you mean st-croix"),
        ({"game": "st-croix", "seats": 9}, "seats"),
        ({"game": "st-croix", "yung": True}, "Did you mean young"),
        ({"game": "st-croix", "rewards": "chips"}, "ranks or win"),
        ({"game": "st-croix", "render_mode": "human"}, "ansi"),
    ],
)
def test_wrong_wishes_get_one_kind_sentence(wishes: dict[str, object], sentence: str) -> None:
    make: Callable[..., object] = envs.pettingzoo
    with pytest.raises(parlour.ParlourError, match=sentence):
        make(**wishes)


def test_importing_parlour_imports_no_numpy() -> None:
    code = "import sys, parlour, parlour.envs, parlour.cli; print(sorted({'numpy', 'gymnasium'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "[]"
