"""Bots are found by name; those of every level play whole games, legally, the same way every time."""

import logging
from collections.abc import Sequence
from dataclasses import replace

import pytest

import parlour
from parlour.bots import KINDS, Budget, UnknownBot, bots_for, find_bot, move, reaction
from parlour.bots.levels import HardBot, Steady
from parlour.bots.search import WAIT
from parlour.core.game import State, View
from parlour.core.rng import Rng
from parlour.core.worlds import random_match
from parlour.games import find

EVERY = [about.slug for about in parlour.games()]


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("slug", EVERY)
def test_bots_play_legally_and_repeat_themselves(slug: str, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    texts = set()
    for _ in range(2):
        match = parlour.Match(parlour.game(slug), seed=5)
        bot = replace(find_bot(kind), budget=Budget(4, 0.0)).make(match.game)
        while match.to_act and match.decisions < 400:
            seat = match.to_act[-1]
            match.play(seat, move(match, seat, bot))
        texts.add(match.text())
    assert len(texts) == 1
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]  # no fallback was needed


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(UnknownBot, match="Did you mean simple"):
        find_bot("simpel")
    with pytest.raises(UnknownBot):
        bots_for([], 2)
    with pytest.raises(UnknownBot, match=r"^3 bots are named for 2 seats\.$"):
        bots_for(["hard", "easy", "normal"], 2)


def test_hard_can_be_told_how_long_to_think() -> None:
    assert find_bot("hard@50").budget == Budget(50, 0.0)
    for wrong in ("hard@", "hard@0", "hard@many", "easy@50"):
        with pytest.raises(UnknownBot, match="hard@5000"):
            find_bot(wrong)


# Out of turn


def tools_at_hand(rival: list[str]) -> parlour.Match[State, View]:
    """Seat 0 is on turn with some points, seat 1 has a Shovel and a Hoe to use at any time."""
    return parlour.Match(
        parlour.game("mine-and-craft", 2),
        seed="tools",
        start={"turn": 0, "players": [{"crafted": rival}, {"crafted": ["wood-shovel", "stone-hoe"]}]},
    )


DANGEROUS = ["diamond-sword", "gold-sword", "diamond-axe", "gold-axe"]


def test_a_search_by_the_clock_can_be_given_less_time() -> None:
    game = parlour.game("mine-and-craft", seats=2)
    for name in ("hard", "expert"):
        bot = find_bot(name).make(game, 0.25)
        assert isinstance(bot, Steady) and isinstance(bot.bot, HardBot)
        assert bot.bot.budget == Budget(find(game.slug).thought, 0.25)
    counted = find_bot("hard@7").make(game, 0.25)
    assert isinstance(counted, Steady) and isinstance(counted.bot, HardBot)
    assert counted.bot.budget == Budget(7, 0.0), "a number of iterations takes as long as it takes"


def test_a_shovel_stops_a_rival_about_to_win_and_is_kept_otherwise() -> None:
    match = tools_at_hand(DANGEROUS)
    found = reaction(match, {1: find_bot("normal").make(match.game)})
    assert found is not None
    seat, action = found
    assert (seat, match.game.actions.texts[action]) == (1, "shovel 1")
    match.play(seat, action)
    assert match.to_act == (0,)  # it was out of turn: the game goes on where it was
    assert reaction(tools_at_hand([]), {1: find_bot("normal").make(match.game)}) is None


def test_nobody_is_asked_who_may_not_act() -> None:
    """Neither the seat that is waited for, nor a seat without tools, nor one that no bot plays."""

    class Refuses:
        def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
            raise AssertionError("asked")

    match = tools_at_hand(DANGEROUS)
    assert reaction(match, {0: Refuses()}) is None
    assert reaction(match, {}) is None
    with pytest.raises(AssertionError, match="asked"):
        reaction(match, {1: Refuses()})


@pytest.mark.parametrize("kind", ["random", "easy", "normal", "hard@20"])
def test_every_level_answers_out_of_turn_with_a_legal_action_or_waits(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    answers = set()
    for number in range(40):
        match = random_match(parlour.game("mine-and-craft", 3), f"tools {number}", 80)
        bot = find_bot(kind).make(match.game)
        for seat in match.may_act:
            if seat not in match.to_act:
                action = move(match, seat, bot)
                assert action == WAIT or action in match.legal(seat)
                answers.add(action == WAIT)
    assert True in answers
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_bot_that_fails_out_of_turn_waits_or_does_what_the_rule_of_thumb_says() -> None:
    class Waits:
        def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
            return WAIT

    match = tools_at_hand([])
    rng = Rng("luck")
    assert Steady(match.game, Waits()).choose(match.view(1), match.legal(1), rng) == WAIT
    # Waiting is no answer where the game waits for the seat.
    assert Steady(match.game, Waits()).choose(match.view(0), match.legal(0), rng) in match.legal(0)


def test_tools_are_used_out_of_turn_in_duels() -> None:
    """The levels do use tools in others' turns: otherwise the rule would be dead letters for bots."""
    used = 0
    for number in range(6):
        match = parlour.Match(parlour.game("mine-and-craft", 3), seed=number)
        bots = {seat: find_bot("normal").make(match.game) for seat in range(3)}
        while match.to_act:
            if reacting := reaction(match, bots):
                used += 1
                match.play(*reacting)
                continue
            seat = match.to_act[0]
            match.play(seat, move(match, seat, bots[seat]))
    assert used > 0
