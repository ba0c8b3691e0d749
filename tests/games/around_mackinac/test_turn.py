"""Set-up, the turn, its three endings, and the end of the game."""

import pytest

from parlour import IllegalAction, UnknownOption
from parlour.core.chance import Enumerating, Scripted, Seeded
from parlour.games.around_mackinac import GAME

# Set-up


def test_two_to_five_players() -> None:
    """AM-01"""
    for seats in (2, 3, 4, 5):
        assert GAME(seats=seats).seats == seats
    for seats in (1, 6):
        with pytest.raises(UnknownOption, match="2 to 5 seats"):
            GAME(seats=seats)


def test_the_cards_are_shuffled_into_a_circle_face_down() -> None:
    """AM-02, AM-G01: the fourteen cards of the default circle, in the order of the shuffle."""
    game = GAME(seats=2)
    order = list(range(13, -1, -1))
    luck = [{"order": order, "why": "circle"}, {"pick": 1, "of": 2, "why": "first player"}]
    table = game.new(Scripted(luck))
    assert table.circle == order
    assert table.face_up == 0
    assert len(game.keys) == 14
    assert {"gifts", "step", "storm", "rush"} < set(game.keys)


@pytest.mark.parametrize(("circle", "without"), [(12, {"fog", "tire", "bike", "sunset"}), (14, {"bike", "sunset"})])
def test_the_circle_can_be_smaller_or_larger(circle: int, without: set[str]) -> None:
    """AM-G01: 12 leaves out Fog and Flat Tire, 16 adds two cards."""
    largest = GAME(seats=2, circle=16)
    assert largest.places == 16
    game = GAME(seats=2, circle=circle)
    assert game.places == circle
    assert set(largest.keys) - set(game.keys) == without


def test_the_pawn_starts_beside_a_card_that_nobody_knows() -> None:
    """AM-03: any card will do, since all are unknown."""
    game = GAME(seats=3)
    firsts = {game.new(Seeded(seed)).circle[0] for seed in range(200)}
    table = game.new(Seeded(0))
    assert table.pawn == 0
    assert firsts == set(range(14))


@pytest.mark.parametrize(("seats", "center"), [(2, 14), (3, 21), (4, 28), (5, 35)])
def test_ten_chips_each_and_three_of_them_to_each_fun_pile(seats: int, center: int) -> None:
    """AM-04, AM-05, AM-T1: with four players 40 chips, 12 taken, 28 left."""
    table = GAME(seats=seats).new(Seeded(1))
    assert table.fun == [3] * seats
    assert table.center == center
    assert (table.stash, table.removed) == (0, 0)


def test_a_random_player_begins() -> None:
    """AM-06, AM-G18"""
    game = GAME(seats=2, deck="tiny")
    starts = {0: 0.0, 1: 0.0}
    for chance in Enumerating.all():
        table = game.new(chance)
        starts[table.turn] += chance.probability
    assert starts == pytest.approx({0: 0.5, 1: 0.5})


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """AM-G18: the option first_player; no luck is asked."""
    game = GAME(seats=3, first_player="host")
    assert game.new(Scripted([{"order": list(game.whole_deck), "why": "circle"}])).turn == 0


# A turn


def test_a_turn_begins_with_a_roll(island) -> None:
    """AM-07: at least once; the pawn moves clockwise, the card is turned up and followed."""
    table = island(ahead={4: "fudge"}, pawn=5)
    assert table.legal() == ["roll"]
    with pytest.raises(IllegalAction, match="at least once"):
        table.do("stop")
    table.do("roll", 4)
    assert table.state.pawn + 1 == 9
    assert (table.facts()["face_up"], table.facts()["circle"][8]) == ([9], "fudge")
    assert table.chips == ([3, 3], 2, 12)


def test_the_pawn_goes_around(island) -> None:
    """AM-07: from place 13 of 14, four steps lead to place 3."""
    assert island(pawn=13).do("roll", 4).state.pawn + 1 == 3


def test_the_starting_card_is_not_turned_up(island) -> None:
    """AM-G12: a lap back to the card the pawn started beside is no Mack' Out."""
    table = island(pawn=1, ahead={0: "fudge", 6: "ferry", 12: "fog"})
    table.do("roll", 6).do("roll", 6).do("roll", 2)
    assert table.state.pawn == 0
    assert table.told("turned up") == [{"card": "fudge", "place": 1}]
    assert table.state.stash == 3


def test_fun_gained_stays_in_the_stash(island) -> None:
    """AM-08: the Fun Pile does not change during the turn."""
    table = island(ahead={1: "fudge", 2: "ferry"}).do("roll", 1)
    assert table.chips == ([3, 3], 2, 12)
    table.do("roll", 1)
    assert table.chips == ([3, 3], 3, 11)


def test_after_a_card_roll_or_stop(island) -> None:
    """AM-09"""
    table = island(ahead={1: "fudge"}).do("roll", 1)
    assert table.to_act == (0,)
    assert table.legal() == ["roll", "stop"]
    assert table.legal(1) == []


def test_stopping_keeps_the_stash(island) -> None:
    """AM-10"""
    table = island(up=["fudge"], stash=2).do("stop")
    assert table.chips == ([5, 3], 0, 12)
    assert table.told("kept") == [{"amount": 2, "why": "stopped"}]
    assert table.to_act == (1,)


@pytest.mark.parametrize(("card", "rolls", "fun"), [("storm", (1,), [6, 3]), ("rush", (1, 2), [8, 3])])
def test_two_cards_end_the_turn(island, card: str, rolls: tuple[int, ...], fun: list[int]) -> None:
    """AM-11: the card is followed, then what is left of the stash is kept."""
    table = island(up=["ferry"], ahead={1: card}, stash=5).do("roll", *rolls)
    assert table.fun == fun
    assert table.state.stash == 0
    assert table.to_act == (1,)


def test_mack_out(island) -> None:
    """AM-12: the turn ends, the stash goes to the Center, the card is not followed again."""
    table = island(up=["fort"], ahead={3: "fudge"}, face_up=[5, 8], stash=4).do("roll", 3)
    assert table.told("macked out") == [{"card": "fudge", "lost": 4}]
    assert table.told("turned up") == []
    assert table.chips == ([3, 3], 0, 14)
    assert table.to_act == (1,)


def test_stolen_fun_is_lost_to_the_center(island) -> None:
    """AM-G03: it does not return to the player it was taken from."""
    table = island(seats=3, up=["cave"], ahead={1: "fort", 3: "ferry"}, face_up=[5, 8]).do("roll", 1)
    assert table.chips == ([3, 2, 2], 2, 21)
    table.do("roll", 2)
    assert table.told("macked out") == [{"card": "ferry", "lost": 2}]
    assert table.chips == ([3, 2, 2], 0, 23)


def test_a_mack_out_costs_what_is_still_in_the_stash(island) -> None:
    """AM-G04: Fun paid before is not owed again."""
    table = island(up=["fudge"], ahead={1: "tire", 2: "ferry"}, face_up=[5, 7], stash=3).do("roll", 1)
    assert table.chips == ([3, 3], 1, 13)
    table.do("roll", 1)
    assert table.chips == ([3, 3], 0, 14)


def test_a_forced_roll_may_mack_out_and_a_turn_has_at_most_one_roll_more_than_cards(island) -> None:
    """AM-G11"""
    everything = [*GAME(seats=2).keys]
    everything.remove("step")
    table = island(up=["step", *everything], stash=2, phase="roll")
    assert table.state.up_count == 14
    assert table.legal() == ["roll"]
    table.do("roll", 3)
    assert table.told("macked out")
    assert table.chips == ([3, 3], 0, 14)
    assert table.to_act == (1,)


# When a turn ends


def test_an_empty_center_ends_the_game_only_after_the_turn(island) -> None:
    """AM-13, AM-G14: in mid-turn the player may go on, or stop and end the game."""
    table = island(up=["step"], ahead={1: "fudge"}, fun=[8, 10]).do("roll", 1)
    assert table.chips == ([8, 10], 2, 0)
    assert table.outcome is None
    assert table.legal() == ["roll", "stop"]
    table.do("stop")
    assert table.to_act == ()
    assert table.outcome is not None
    assert table.outcome.scores == (10, 10)


def test_a_mack_out_can_fill_the_center_again(island) -> None:
    """AM-13, AM-T5: Center 0, Mack' Out with a stash of 4: Center 4 and the game goes on."""
    table = island(up=["fudge"], ahead={2: "ferry"}, face_up=[5, 7], fun=[8, 8], stash=4)
    assert table.state.center == 0
    table.do("roll", 2)
    assert table.chips == ([8, 8], 0, 4)
    assert table.outcome is None
    assert table.to_act == (1,)


def test_most_fun_wins(island) -> None:
    """AM-01, AM-14: and equal piles below the winner share their rank."""
    table = island(seats=4, up=["ferry"], turn=2, fun=[5, 20, 9, 5], stash=1).do("stop")
    assert table.outcome is not None
    assert table.outcome.ranks == (3, 1, 2, 3)
    assert table.outcome.winners == (1,)
    assert table.outcome.reason == "The Center is empty: most Fun wins."


@pytest.mark.parametrize(("turn", "winner", "ranks"), [(0, 0, (1, 2, 2)), (1, 1, (2, 1, 2)), (2, 2, (2, 2, 1))])
def test_a_tie_goes_to_the_latest_turn(island, turn: int, winner: int, ranks: tuple[int, ...]) -> None:
    """AM-14, AM-G22: one winner; the others are ranked by Fun."""
    table = island(seats=3, up=["ferry"], turn=turn, fun=[10, 10, 10]).do("stop")
    assert table.outcome is not None
    assert table.outcome.winners == (winner,)
    assert table.outcome.ranks == ranks
    assert "turn last wins" in table.outcome.reason


@pytest.mark.parametrize(
    ("turn", "fun", "winner"), [(0, [4, 13, 13], 2), (1, [13, 4, 13], 0), (2, [13, 13, 4], 1), (1, [13, 13, 4], 1)]
)
def test_a_tie_is_counted_back_from_the_turn_just_ended(island, turn: int, fun: list[int], winner: int) -> None:
    """AM-G22: the player to the right of the last one took a turn before, and so on."""
    table = island(seats=3, up=["ferry"], turn=turn, fun=fun).do("stop")
    assert table.outcome is not None
    assert table.outcome.winners == (winner,)
    assert sorted(table.outcome.ranks) == [1, 2, 3]


@pytest.mark.parametrize(
    ("fun", "ranks"), [([13, 4, 13], (1, 3, 1)), ([10, 10, 10], (1, 1, 1)), ([4, 20, 6], (3, 1, 2))]
)
def test_ties_may_be_shared(island, fun: list[int], ranks: tuple[int, ...]) -> None:
    """AM-G22: the option tie."""
    table = island(seats=3, up=["ferry"], turn=1, fun=fun, options={"tie": "shared"}).do("stop")
    assert table.outcome is not None
    assert table.outcome.ranks == ranks
    assert table.outcome.reason == "The Center is empty: most Fun wins."


def test_the_turns_cards_are_shuffled_among_their_own_places(island) -> None:
    """AM-15, AM-G20: face down again, and no other card moves."""
    table = island(up=["fudge", "ferry", "cave"], stash=1)
    before = table.circle
    table.do("stop")
    assert table.asked == ["return"]
    assert table.circle[2:5] == ["fudge", "ferry", "cave"]
    assert before[2:5] == ["cave", "ferry", "fudge"]
    assert before[:2] + before[5:] == table.circle[:2] + table.circle[5:]
    assert table.state.face_up == 0
    assert table.facts()["face_up"] == []


def test_a_single_card_goes_back_without_a_shuffle(island) -> None:
    """AM-15, AM-17: its place is known to all."""
    table = island(up=["fudge"]).do("stop")
    assert table.asked == []
    assert {"places": [5], "cards": ["fudge"]} in table.facts()["bundles"]


def test_the_die_goes_left_and_the_pawn_stays(island) -> None:
    """AM-16"""
    table = island(seats=3, up=["fudge"], turn=2, pawn=9).do("stop")
    assert table.to_act == (0,)
    assert table.state.pawn + 1 == 9
    assert table.legal() == ["roll"]


def test_a_player_without_fun_plays_on(island) -> None:
    """AM-G13"""
    table = island(up=["fudge"], ahead={1: "ferry"}, fun=[3, 0]).do("stop")
    assert table.to_act == (1,)
    table.do("roll", 1)
    assert table.chips == ([3, 0], 1, 16)


def test_the_game_ends_at_once(island) -> None:
    """AM-G15: the others get no further turn."""
    table = island(seats=3, up=["fudge"], turns=3, fun=[10, 10, 5], stash=5).do("stop")
    assert table.to_act == ()
    assert table.outcome is not None
    assert table.outcome.scores == (15, 10, 5)


def test_equal_turns_finishes_the_round(island) -> None:
    """AM-G15: the option equal_turns, also when a Mack' Out fills the Center again."""
    table = island(
        seats=3, up=["cave"], ahead={1: "fudge", 2: "ferry"}, turns=3, fun=[14, 10, 6], options={"equal_turns": True}
    ).do("stop")
    assert table.told("last round") == [{}]
    assert table.state.closing
    assert table.to_act == (1,)
    table.do("roll", 1).do("stop").do("roll", 1)
    assert table.to_act == (2,)
    table.do("stop")
    assert table.outcome is not None
    assert table.outcome.reason == "The Center was empty and the round is finished: most Fun wins."
    refilled = island(
        seats=3, up=["cave"], ahead={3: "tire"}, turn=1, turns=4, fun=[14, 10, 6], options={"equal_turns": True}
    )
    refilled.do("stop").do("roll", 3).do("stop")
    assert refilled.chips == ([14, 10, 4], 0, 2)
    assert refilled.outcome is not None
    assert refilled.outcome.winners == (0,)


def test_equal_turns_needs_no_further_turn_after_the_last_of_a_round(island) -> None:
    """AM-G15"""
    table = island(up=["cave"], turn=1, turns=3, fun=[10, 10], options={"equal_turns": True}).do("stop")
    assert table.told("last round") == []
    assert table.outcome is not None


def test_the_last_ferry_leaves_after_thirty_rounds(island) -> None:
    """AM-G16: the usual comparison, the last turn winning ties; the option last_ferry."""
    table = island(up=["fudge"], turns=58).do("stop")
    assert table.outcome is None
    table.do("roll", 1)
    table = island(up=["fudge"], turn=1, turns=59).do("stop")
    assert table.outcome is not None
    assert table.outcome.winners == (1,)
    assert table.outcome.reason.startswith("The last ferry has left")
    assert island(up=["fudge"], turn=1, turns=3, options={"last_ferry": 2}).do("stop").outcome is not None
    assert island(up=["fudge"], turn=1, turns=3, options={"last_ferry": 3}).do("stop").outcome is None
