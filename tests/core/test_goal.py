"""The goal, the charts and the help of every card: what a newcomer can look up at the table."""

import pytest

import parlour
from parlour.core.rng import Rng
from parlour.games import all_games
from parlour.text.draw import draw, draw_charts
from parlour.text.screen import ASCII

SLUGS = [entry.about.slug for entry in all_games()]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_goal_says_how_far_the_viewer_is_and_a_spectator_sees_only_the_goal(slug: str) -> None:
    match = parlour.Match(parlour.game(slug), seed=5)
    own, watched = match.scene(0).goal, match.scene().goal
    assert watched and own.startswith(f"{watched} · you ")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_says_what_it_does(slug: str) -> None:
    scene = parlour.Match(parlour.game(slug), seed=5).scene(0)
    assert [key for key, kind in scene.types.items() if not kind.help] == []


def test_the_mixed_chart_lights_the_effect_that_is_carried_out() -> None:
    match = parlour.Match(parlour.game("deluxe-memory", 2), seed=1)
    rng = Rng("lit")
    lit: set[str] = set()
    while match.to_act:
        scene = match.scene(match.to_act[0])
        (chart,) = scene.charts
        now = [row.head for row in chart.rows if row.lit]
        assert len(now) <= 1
        lit.update(now)
        legal = match.legal(match.to_act[0])
        match.play(match.to_act[0], legal[rng.below(len(legal))])
    assert lit & {"Aces", "2s", "3s", "4s", "5s", "6s", "Queens"}


def test_the_mixed_chart_lights_the_7s_when_a_turn_can_be_bought() -> None:
    offered = 0
    for seed in range(20):
        match = parlour.Match(parlour.game("deluxe-memory", 2), seed=seed)
        rng = Rng("sevens", seed)
        while match.to_act:
            legal = match.legal(match.to_act[0])
            if "pay" in {match.game.actions.texts[action] for action in legal}:
                offered += 1
                assert [row.head for row in match.scene(match.to_act[0]).charts[0].rows if row.lit] == ["7s"]
            match.play(match.to_act[0], legal[rng.below(len(legal))])
    assert offered


def test_the_tool_chart_lights_the_tools_that_can_be_used_now() -> None:
    match = parlour.Match(parlour.game("mine-and-craft", 2), seed=1)
    rng = Rng("tools")
    lit: set[str] = set()
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        texts = {match.game.actions.texts[action] for action in legal}
        rows = {row.head: row.lit for row in match.scene(seat).charts[0].rows}
        assert rows["Hoe"] == ("use hoe" in texts)
        assert rows["Pick Axe"] == ("use pickaxe" in texts)
        lit.update(head for head, on in rows.items() if on)
        match.play(seat, legal[rng.below(len(legal))])
    assert len(lit) >= 3


def test_the_terminal_shows_goal_and_chart() -> None:
    scene = parlour.Match(parlour.game("mine-and-craft", 3), seed=1).scene(0)
    assert draw(scene, ASCII)[1].plain == "First to 20 points · you 0"
    told = "\n".join(line.plain for line in draw_charts(scene))
    assert "Tools" in told and "One more action in your turn." in told
