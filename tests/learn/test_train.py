"""Training: it learns, it resumes, it writes everything down, and a bot can play what it wrote."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots.expert import network_move
from parlour.bots.layout import Layout, layout_of
from parlour.bots.weights import unpack
from parlour.core.errors import ParlourError
from parlour.core.game import NOBODY
from parlour.core.outcome import Ending, Outcome
from parlour.core.rng import Rng
from parlour.learn import train
from parlour.learn.model import Critic, Decisions, Model, Pull, forward, log_softmax
from parlour.learn.play import Collector, Rows, measure, reward_of
from parlour.learn.ship import read_weights, write_network
from parlour.learn.train import Run, Settings

EVERY = [about.slug for about in parlour.games()]
HANDS = ("follow-me", "match-me", "st-croix")
"""Games in which players hold hidden cards. In the others, what is hidden is mostly hidden from all."""
SMALL = Settings("around-mackinac", seats=(2,), hidden=16, second=8, tables=8, batch=256, part=128, deals=4)


def quiet(sentence: str) -> None:
    """Say nothing."""


def test_rewards_add_up_to_nothing() -> None:
    outcome = Outcome((1, 2, 2, 4), (9, 5, 5, 0), Ending("done", "Done."))
    rewards = [reward_of(outcome, seat) for seat in range(4)]
    assert rewards[0] == pytest.approx(1.0)
    assert sum(rewards) == pytest.approx(0.0)


def test_a_good_action_becomes_likelier_and_the_slow_copy_holds_it_back() -> None:
    rng = np.random.default_rng(1)
    inputs = rng.random((64, 6)).astype(np.float32)
    secrets = np.zeros((64, 0), np.float32)
    masks = np.ones((64, 3), np.bool_)
    masks[:, 2] = False
    none = np.zeros((64, 3), np.float32)
    actions = rng.integers(0, 2, 64)
    gains = np.where(actions == 1, 1.0, -1.0).astype(np.float32)  # action 1 is always good, 0 always bad

    def after(pull: float) -> float:
        model = Model(6, 8, 8, 3, np.random.default_rng(2))
        logs = log_softmax(forward(model.weights, inputs, none)[2], masks)
        batch = Decisions(inputs, secrets, masks, none, actions, logs[np.arange(64), actions], gains, gains, logs)
        for _ in range(60):
            model.learn(batch, Pull(0.01, 0.0, pull))
        shares = np.exp(log_softmax(forward(model.weights, inputs, none)[2], masks))
        assert shares[:, 2].max() == 0.0
        return float(shares[:, 1].mean())

    assert after(0.0) > 0.59  # the clip range ends at 0.6
    assert 0.5 < after(5.0) < after(0.0)


def test_an_untrained_network_plays_by_the_rule_of_thumb() -> None:
    """The even share within four standard errors; the two differ only in how they break ties."""
    layout = layout_of("st-croix")
    model = Model(layout.inputs, 8, 8, len(layout.actions), np.random.default_rng(1))
    assert 0.3 < measure(layout, parlour.game("st-croix", 2), model.weights, 50, "test") < 0.7


def test_a_critic_learns_from_what_only_others_know() -> None:
    """The reward depends on a number that the acting seat does not see."""
    rng = np.random.default_rng(1)
    inputs = rng.random((256, 3)).astype(np.float32)
    secrets = rng.integers(0, 2, (256, 2)).astype(np.float32)
    returns = secrets[:, 1] * 2.0 - 1.0
    none = np.zeros((256, 1), np.float32)
    batch = Decisions(inputs, secrets, none > 0.0, none, np.zeros(256, np.int64), none[:, 0], none[:, 0], returns, none)
    critic = Critic(5, 16, rng)
    first = critic.learn(batch, 0.01)
    for _ in range(200):
        missed = critic.learn(batch, 0.01)
    assert first == pytest.approx(1.0)
    assert missed < 0.05
    assert np.abs(critic.expect(inputs, secrets) - returns).mean() < 0.3


@pytest.mark.parametrize("slug", EVERY)
def test_the_actor_reads_its_view_and_the_critic_what_others_know(slug: str) -> None:
    """At the same view in another world, the network's inputs are the same; only the critic notices."""
    layout = layout_of(slug)
    game = parlour.game(slug, layout.seats[0])
    noticed = 0
    for number in range(6):
        here, there = Rows(layout, game, 1), Rows(layout, game, 1)
        assert here.tables.deal(0, (1 << game.seats) - 1, Rng("deal", number))
        for _ in range(5 * number):
            here.tables.step([int(here.read()[1].argmax())])
        state, seat = here.tables.states[0], int(here.actors[0])
        if state is None or seat == NOBODY:
            continue
        there.tables.put(0, game.determinise(game.view(state, seat), Rng("another world", number)))
        for mine, other in zip(here.read(), there.read(), strict=True):
            assert (mine == other).all()
        noticed += (here.read_secrets() != there.read_secrets()).any()
    assert noticed > 0 or slug not in HANDS


def test_gathered_decisions_are_those_that_were_made() -> None:
    layout = layout_of("st-croix")
    rng = np.random.default_rng(3)
    model = Model(layout.inputs, 8, 8, len(layout.actions), rng)
    collector = Collector(layout, [parlour.game("st-croix", seats) for seats in (2, 3)], 4, 300, rng)
    batch = collector.gather(model.weights, Critic(layout.inputs + len(layout.numbers), 8, rng))
    assert len(batch.actions) >= 300
    rows = np.arange(len(batch.actions))
    assert batch.masks[rows, batch.actions].all()
    assert (batch.masks.sum(axis=1) > 1).all()
    logs = log_softmax(forward(model.weights, batch.inputs, batch.ratings)[2], batch.masks)
    assert np.abs(logs[rows, batch.actions] - batch.logs).max() < 0.02  # inputs are kept in half precision
    assert np.abs(batch.returns).max() <= 1.5


def test_a_run_writes_everything_down_and_resumes(tmp_path: Path) -> None:
    said: list[str] = []
    Run(tmp_path, SMALL, said.append).train(0.3)
    assert {"state.npz", "curve.csv", "curve.svg", "expert.net", "run.json"} <= {
        path.name for path in tmp_path.iterdir()
    }
    assert json.loads((tmp_path / "run.json").read_text())["seed"] == 1
    assert "against hard@100, 2 seats" in said[0]
    network_move(parlour.game("around-mackinac", 2), unpack((tmp_path / "expert.net").read_bytes(), "it"))
    again = Run(tmp_path, SMALL, said.append)
    assert said[-1].startswith("Resuming after")
    before = again.decisions
    points = len(again.points)
    assert before > 0
    assert again.points[0].hard is not None and 0.0 <= again.points[0].hard <= 1.0
    again.train(again.seconds + 0.3)
    assert again.decisions > before
    assert len(again.points) > points
    with pytest.raises(ParlourError, match="other settings"):
        Run(tmp_path, Settings("around-mackinac", seed=2), quiet)


def test_a_run_from_before_there_was_a_beginning_to_choose_resumes(tmp_path: Path) -> None:
    Run(tmp_path, SMALL, quiet).train(0.1)
    settings = json.loads((tmp_path / "run.json").read_text())
    del settings["begin"]
    (tmp_path / "run.json").write_text(json.dumps(settings))
    assert Run(tmp_path, SMALL, quiet).decisions > 0


def test_a_run_can_begin_with_an_earlier_network(tmp_path: Path) -> None:
    """It starts where that one stood, up to the rounding of its file."""
    first = Run(tmp_path / "first", SMALL, quiet)
    first.train(0.1)
    file = tmp_path / "first" / "expert.net"
    again = Run(tmp_path / "again", replace(SMALL, begin=str(file)), quiet)
    for name, array in first.best.items():
        assert np.abs(again.model.weights[name] - array).max() <= np.abs(array).max() / 100.0
    assert again.slow["trust"] == again.model.weights["trust"] == np.float32(unpack(file.read_bytes(), "it").trust)


def test_a_file_has_softer_ratings_in_the_same_order(tmp_path: Path) -> None:
    """A network that is three times as sure as the policy comes down to it; what it expects stays the same."""
    run = Run(tmp_path, SMALL, quiet)
    run.train(0.1)
    sure = {**run.best, "trust": np.array([3.0], np.float32)}
    write_network(tmp_path / "soft.net", run.layout, sure, [2])
    soft = read_weights(unpack((tmp_path / "soft.net").read_bytes(), "it"))
    rng = np.random.default_rng(1)
    inputs = rng.random((20, run.layout.inputs)).astype(np.float32)
    ratings = rng.random((20, len(run.layout.actions))).astype(np.float32)
    _, _, before, expected = forward(sure, inputs, ratings)
    _, _, after, still = forward(soft, inputs, ratings)
    assert soft["trust"] == 1.0
    assert np.allclose(after, before / 3.0, atol=0.02)  # weights are rounded
    assert np.allclose(still, expected, atol=0.02)


def test_a_run_begins_only_with_a_network_that_fits(tmp_path: Path) -> None:
    Run(tmp_path / "first", SMALL, quiet).train(0.1)
    file = str(tmp_path / "first" / "expert.net")
    with pytest.raises(ParlourError, match="There is no network"):
        Run(tmp_path / "a", replace(SMALL, begin=str(tmp_path / "missing.net")), quiet)
    assert not (tmp_path / "a").exists()
    with pytest.raises(ParlourError, match="has 16 and 8 hidden units"):
        Run(tmp_path / "b", replace(SMALL, hidden=32, begin=file), quiet)
    with pytest.raises(ParlourError, match=r"was not trained on St\. Croix"):
        Run(tmp_path / "c", replace(SMALL, game="st-croix", begin=file), quiet)


def test_a_run_survives_a_new_observation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights follow the names of their inputs and actions."""
    first = Run(tmp_path, SMALL, quiet)
    first.train(0.1)
    old = first.layout
    numbers = ("new number", *reversed(old.numbers))
    changed = Layout(old.slug, numbers, ("new action", *old.actions), old.seats)
    monkeypatch.setattr(train, "layout_of", lambda slug: changed)
    again = Run(tmp_path, SMALL, quiet)
    now, then = again.model.weights, first.model.weights
    assert not now["first"][0].any()
    assert not now["act"][:, 0].any()
    assert (now["first"][len(numbers) - 1] == then["first"][0]).all()
    assert (now["act"][:, 1:] == then["act"]).all()


def test_wrong_wishes_get_a_sentence(tmp_path: Path) -> None:
    from parlour.cli.train import train as command

    with pytest.raises(ParlourError, match=r"--hours takes a number above 0"):
        command("st-croix", hours=0.0, out=tmp_path)
    with pytest.raises(ParlourError, match=r"St\. Croix is for 2 to 6 seats, not 9"):
        command("st-croix", seats=(9,), out=tmp_path)
