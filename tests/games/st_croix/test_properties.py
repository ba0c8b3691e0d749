"""St. Croix: what holds in every game."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from parlour.games import find
from parlour.games.st_croix.actions import Flip, PickUp, Play
from scenario import Scenario

switches = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from(option.choices) if option.choices else st.booleans()
        for option in find("st-croix").about.options
        if isinstance(option.default, bool | str)
    },
)


def check_choices(table: Scenario, seat: int) -> None:
    """SC-08, SC-13, SC-15 to SC-17, SC-G15: what the zones of cards allow."""
    actions = [table.game.actions[action] for action in table.game.legal(table.state, seat)]
    hand = table.cards("players", seat, "hand")
    if hand:
        from_hand = [action for action in actions if isinstance(action, Play)]
        assert all(hand.count(action.card) >= action.count for action in from_hand)
    if hand or table["players", seat, "table"]:
        assert not any(isinstance(action, Flip) for action in actions)
    else:
        assert all(isinstance(action, Flip) for action in actions)
    if not table["play_pile"]:
        assert not any(isinstance(action, PickUp) for action in actions)
    full = 3  # Hand Cards
    assert not table["draw_pile"] or all(
        len(table.cards("players", other, "hand")) >= full for other in range(table.game.seats)
    )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seats=st.integers(2, 6), seed=st.integers(0, 10**9), options=switches)
def test_every_game(seats: int, seed: int, options: dict[str, object]) -> None:
    """SC-08 to SC-20, SC-G15, SC-G17, SC-G26, SC-G28: what is true at every step, under all house rules."""
    table = Scenario.dealt("st-croix", seats, {**options, "turn_cap": 60}, seed=seed)
    box, gone = table.game.census(table.state), len(table.cards("gone"))
    acted, laid = -1, 0  # who acted last with Hand Cards, and how many Table Cards lay there

    def check_step() -> None:
        nonlocal gone
        if acted >= 0:
            assert len(table.cards("players", acted, "table")) == laid, "a hand forbids Table plays"
        assert table.game.census(table.state) == box
        assert len(table.cards("gone")) >= gone, "nothing comes back"
        gone = len(table.cards("gone"))
        assert "cannon" not in table.cards("play_pile")
        across = table.game.options["four_across_turns"]
        assert not across or table["run"] == [] or table["run", 1] in (1, 2, 3)
        for seat in range(seats):
            hand, seen = table.cards("players", seat, "hand"), table.cards("players", seat, "seen")
            assert all(hand.count(card) >= seen.count(card) for card in seen)
            assert table.sees(parlour.NOBODY, "players", seat, "hand_size") == len(hand)

    for seat in table.play_on(seed):
        check_step()
        choosing = table["choosing"]
        if not choosing:
            check_choices(table, seat)
        laid = len(table.cards("players", seat, "table"))
        acted = seat if table["players", seat, "hand"] and not choosing else -1
    check_step()
    assert table.result.winners and (table.each("place") != [0] * seats or table["turns"] == 60)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), steps=st.integers(0, 150), options=switches)
def test_positions_round_trip(seed: int, steps: int, options: dict[str, object]) -> None:
    """SC-20: every position can be written down, read back and played on in the same way."""
    table = Scenario.dealt("st-croix", 3, options, seed=seed).play_on_for(steps, seed)
    twin = table.reloaded()
    assert twin.position == table.position
    if table.actor != parlour.NOBODY:
        assert twin.legal() == table.legal()
        move = table.legal()[-1]
        assert twin.do(move).position == table.do(move).position
