"""Set-up, the turn, its three endings, and the end of the game."""

import pytest

import parlour
from games.around_mackinac.positions import bundles, chips, island
from parlour import UnknownOption
from parlour.core.chance import Enumerating
from parlour.games.around_mackinac import GAME
from scenario import Scenario

CIRCLE = GAME(seats=2).keys

# Set-up


def test_two_to_five_players() -> None:
    """AM-01"""
    for seats in (2, 3, 4, 5):
        assert parlour.game("around-mackinac", seats).seats == seats
    for seats in (1, 6):
        with pytest.raises(UnknownOption, match="2 to 5 seats"):
            parlour.game("around-mackinac", seats)


def test_the_cards_are_shuffled_into_a_circle_face_down() -> None:
    """AM-02, AM-G01: the fourteen cards of the default circle, in the order of the shuffle."""
    order = CIRCLE[::-1]
    table = Scenario.dealt("around-mackinac", 2, luck={"circle": order, "first player": 1})
    assert table["circle"] == list(order)
    assert table["face_up"] == []
    assert len(CIRCLE) == 14
    assert {"gifts", "step", "storm", "rush"} < set(CIRCLE)


@pytest.mark.parametrize(("circle", "without"), [(12, {"ferry", "tire", "bike", "sunset"}), (14, {"bike", "sunset"})])
def test_the_circle_can_be_smaller_or_larger(circle: int, without: set[str]) -> None:
    """AM-G01: 12 leaves out Ferry and Flat Tire, 16 adds two cards."""
    largest = Scenario.dealt("around-mackinac", 2, {"circle": 16}).cards("circle")
    assert len(largest) == 16
    cards = Scenario.dealt("around-mackinac", 2, {"circle": circle}).cards("circle")
    assert len(cards) == circle
    assert set(largest) - set(cards) == without


def test_every_kind_of_card_stays_in_the_small_circle() -> None:
    """AM-G01, AM-24: Fog is the only card that removes Fun; as a house rule it may leave."""
    assert "fog" in Scenario.dealt("around-mackinac", 2, {"circle": 12}).cards("circle")
    dry = Scenario.dealt("around-mackinac", 2, {"circle": 12, "fog_in_twelve": False}).cards("circle")
    assert len(dry) == 12
    assert "fog" not in dry
    assert "ferry" in dry


def test_the_pawn_starts_beside_a_card_that_nobody_knows() -> None:
    """AM-03: any card will do, since all are unknown."""
    tables = [Scenario.dealt("around-mackinac", 3, seed=seed) for seed in range(200)]
    assert {table["pawn"] == 1 for table in tables} == {True}
    assert {table.cards("circle")[0] for table in tables} == set(CIRCLE)


@pytest.mark.parametrize(("seats", "center"), [(2, 14), (3, 21), (4, 28), (5, 35)])
def test_ten_chips_each_and_three_of_them_to_each_fun_pile(seats: int, center: int) -> None:
    """AM-04, AM-05, AM-T1: with four players 40 chips, 12 taken, 28 left."""
    table = Scenario.dealt("around-mackinac", seats)
    assert chips(table) == ([3] * seats, 0, center)
    assert table["removed"] == 0


def test_a_random_player_begins() -> None:
    """AM-06, AM-G18"""
    game = parlour.game("around-mackinac", 2, deck="tiny")
    starts = {0: 0.0, 1: 0.0}
    for chance in Enumerating.all():
        (first,) = game.to_act(game.new(chance))
        starts[first] += chance.probability
    assert starts == pytest.approx({0: 0.5, 1: 0.5})


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """AM-G18: the option first_player; no luck is asked."""
    table = Scenario.dealt("around-mackinac", 3, {"first_player": "host"}, luck={"circle": CIRCLE})
    assert table.to_act == (0,)


# A turn


def test_a_turn_begins_with_a_roll() -> None:
    """AM-07: at least once; the pawn moves clockwise, the card is turned up and followed."""
    table = island(ahead={4: "fudge"}, pawn=5)
    assert table.legal() == ["roll"]
    table.may_not("stop", because="at least once")
    table.do("roll", luck=[4])
    assert table["pawn"] == 9
    assert (table.sees(0, "face_up"), table.sees(0, "circle", 8)) == ([9], "fudge")
    assert chips(table) == ([3, 3], 2, 12)


def test_the_pawn_goes_around() -> None:
    """AM-07: from place 13 of 14, four steps lead to place 3."""
    assert island(pawn=13).do("roll", luck=[4])["pawn"] == 3


def test_the_starting_card_is_not_turned_up() -> None:
    """AM-G12: a lap back to the card the pawn started beside is no Mack' Out."""
    table = island(pawn=1, ahead={0: "fudge", 6: "ferry", 12: "fog"})
    table.do("roll", "roll", "roll", luck=[6, 6, 2])
    assert table["pawn"] == 1
    assert table.last[-2].as_json() == {"kind": "turned up", "seat": 0, "card": "fudge", "place": 1}
    assert table["stash"] == 3


def test_fun_gained_stays_in_the_stash() -> None:
    """AM-08: the Fun Pile does not change during the turn."""
    table = island(ahead={1: "fudge", 2: "ferry"}).do("roll", luck=[1])
    assert chips(table) == ([3, 3], 2, 12)
    table.do("roll", luck=[1])
    assert chips(table) == ([3, 3], 3, 11)


def test_after_a_card_roll_or_stop() -> None:
    """AM-09"""
    table = island(ahead={1: "fudge"}).do("roll", luck=[1])
    assert table.to_act == (0,)
    assert table.legal() == ["roll", "stop"]
    assert table.legal(1) == []


def test_stopping_keeps_the_stash() -> None:
    """AM-10"""
    table = island(up=["fudge"], stash=2).do("stop")
    assert chips(table) == ([5, 3], 0, 12)
    assert [event.facts for event in table.events("kept")] == [{"amount": 2, "why": "stopped"}]
    assert table.to_act == (1,)


@pytest.mark.parametrize(("card", "rolls", "fun"), [("storm", (1,), [6, 3]), ("rush", (1, 2), [8, 3])])
def test_two_cards_end_the_turn(card: str, rolls: tuple[int, ...], fun: list[int]) -> None:
    """AM-11: the card is followed, then what is left of the stash is kept."""
    table = island(up=["ferry"], ahead={1: card}, stash=5).do("roll", luck=rolls)
    assert table["fun"] == fun
    assert table["stash"] == 0
    assert table.to_act == (1,)


def test_mack_out() -> None:
    """AM-12: the turn ends, the stash goes to the Center, the card is not followed again."""
    table = island(up=["fort"], ahead={3: "fudge"}, face_up=[5, 8], stash=4).do("roll", luck=[3])
    assert [event.facts for event in table.events("macked out")] == [{"card": "fudge", "lost": 4}]
    assert [event.facts for event in table.events("turned up")] == []
    assert chips(table) == ([3, 3], 0, 14)
    assert table.to_act == (1,)


def test_stolen_fun_is_lost_to_the_center() -> None:
    """AM-G03: it does not return to the player it was taken from."""
    table = island(seats=3, up=["cave"], ahead={1: "fort", 3: "ferry"}, face_up=[5, 8]).do("roll", luck=[1])
    assert chips(table) == ([3, 2, 2], 2, 21)
    table.do("roll", luck=[2])
    assert [event.facts for event in table.events("macked out")] == [{"card": "ferry", "lost": 2}]
    assert chips(table) == ([3, 2, 2], 0, 23)


def test_a_mack_out_costs_what_is_still_in_the_stash() -> None:
    """AM-G04: Fun paid before is not owed again."""
    table = island(up=["fudge"], ahead={1: "tire", 2: "ferry"}, face_up=[5, 7], stash=3).do("roll", luck=[1])
    assert chips(table) == ([3, 3], 1, 13)
    table.do("roll", luck=[1])
    assert chips(table) == ([3, 3], 0, 14)


def test_a_forced_roll_may_mack_out_and_a_turn_has_at_most_one_roll_more_than_cards() -> None:
    """AM-G11"""
    everything = [card for card in CIRCLE if card != "step"]
    table = island(up=["step", *everything], stash=2, phase="roll")
    assert table["face_up"] == list(range(1, 15))
    assert table.legal() == ["roll"]
    table.do("roll", luck=[3])
    assert table.happened[1] == "macked out"
    assert chips(table) == ([3, 3], 0, 14)
    assert table.to_act == (1,)


# When a turn ends


def test_an_empty_center_ends_the_game_only_after_the_turn() -> None:
    """AM-13, AM-G14: in mid-turn the player may go on, or stop and end the game."""
    table = island(up=["step"], ahead={1: "fudge"}, fun=[8, 10]).do("roll", luck=[1])
    assert chips(table) == ([8, 10], 2, 0)
    assert not table.over()
    assert table.legal() == ["roll", "stop"]
    table.do("stop")
    assert table.to_act == ()
    assert table.result.scores == (10, 10)


def test_a_mack_out_can_fill_the_center_again() -> None:
    """AM-13, AM-T5: Center 0, Mack' Out with a stash of 4: Center 4 and the game goes on."""
    table = island(up=["fudge"], ahead={2: "ferry"}, face_up=[5, 7], fun=[8, 8], stash=4)
    assert table["center"] == 0
    table.do("roll", luck=[2])
    assert chips(table) == ([8, 8], 0, 4)
    assert not table.over()
    assert table.to_act == (1,)


def test_most_fun_wins() -> None:
    """AM-01, AM-14: and equal piles below the winner share their rank."""
    table = island(seats=4, up=["ferry"], turn=2, fun=[5, 20, 9, 5], stash=1).do("stop")
    assert table.result.ranks == (3, 1, 2, 3)
    assert table.result.winners == (1,)
    assert table.result.reason == "The Center is empty: most Fun wins."


@pytest.mark.parametrize(("turn", "winner", "ranks"), [(0, 0, (1, 2, 2)), (1, 1, (2, 1, 2)), (2, 2, (2, 2, 1))])
def test_a_tie_goes_to_the_latest_turn(turn: int, winner: int, ranks: tuple[int, ...]) -> None:
    """AM-14, AM-G22: one winner; the others are ranked by Fun."""
    table = island(seats=3, up=["ferry"], turn=turn, fun=[10, 10, 10]).do("stop")
    assert table.result.winners == (winner,)
    assert table.result.ranks == ranks
    assert "turn last wins" in table.result.reason


@pytest.mark.parametrize(
    ("turn", "fun", "winner"), [(0, [4, 13, 13], 2), (1, [13, 4, 13], 0), (2, [13, 13, 4], 1), (1, [13, 13, 4], 1)]
)
def test_a_tie_is_counted_back_from_the_turn_just_ended(turn: int, fun: list[int], winner: int) -> None:
    """AM-G22: the player to the right of the last one took a turn before, and so on."""
    table = island(seats=3, up=["ferry"], turn=turn, fun=fun).do("stop")
    assert table.result.winners == (winner,)
    assert sorted(table.result.ranks) == [1, 2, 3]


@pytest.mark.parametrize(
    ("fun", "ranks"), [([13, 4, 13], (1, 3, 1)), ([10, 10, 10], (1, 1, 1)), ([4, 20, 6], (3, 1, 2))]
)
def test_ties_may_be_shared(fun: list[int], ranks: tuple[int, ...]) -> None:
    """AM-G22: the option tie."""
    table = island(seats=3, up=["ferry"], turn=1, fun=fun, options={"tie": "shared"}).do("stop")
    assert table.result.ranks == ranks
    assert table.result.reason == "The Center is empty: most Fun wins."


def test_the_turns_cards_are_shuffled_among_their_own_places() -> None:
    """AM-15, AM-G20: face down again, and no other card moves."""
    table = island(up=["fudge", "ferry", "cave"], stash=1)
    before = table.cards("circle")
    table.do("stop")
    assert table.asked == ["return"]
    assert table["circle", 2:5] == ["fudge", "ferry", "cave"]
    assert before[2:5] == ["cave", "ferry", "fudge"]
    assert (before[:2], before[5:]) == (table["circle", :2], table["circle", 5:])
    assert table["face_up"] == []
    assert table.sees(0, "face_up") == []


def test_a_single_card_goes_back_without_a_shuffle() -> None:
    """AM-15, AM-17: its place is known to all."""
    table = island(up=["fudge"]).do("stop")
    assert table.asked == []
    assert {"places": [5], "cards": ["fudge"]} in bundles(table)


def test_the_die_goes_left_and_the_pawn_stays() -> None:
    """AM-16"""
    table = island(seats=3, up=["fudge"], turn=2, pawn=9).do("stop")
    assert table.to_act == (0,)
    assert table["pawn"] == 9
    assert table.legal() == ["roll"]


def test_a_player_without_fun_plays_on() -> None:
    """AM-G13"""
    table = island(up=["fudge"], ahead={1: "ferry"}, fun=[3, 0]).do("stop")
    assert table.to_act == (1,)
    table.do("roll", luck=[1])
    assert chips(table) == ([3, 0], 1, 16)


def test_the_game_ends_at_once() -> None:
    """AM-G15: the others get no further turn."""
    table = island(seats=3, up=["fudge"], turns=3, fun=[10, 10, 5], stash=5).do("stop")
    assert table.to_act == ()
    assert table.result.scores == (15, 10, 5)


def test_equal_turns_finishes_the_round() -> None:
    """AM-G15: the option equal_turns, also when a Mack' Out fills the Center again."""
    table = island(
        seats=3, up=["cave"], ahead={1: "fudge", 2: "ferry"}, turns=3, fun=[14, 10, 6], options={"equal_turns": True}
    ).do("stop")
    assert [event.facts for event in table.events("last round")] == [{}]
    assert table["closing"]
    assert table.to_act == (1,)
    table.do("roll", luck=[1]).do("stop").do("roll", luck=[1])
    assert table.to_act == (2,)
    table.do("stop")
    assert table.result.reason == "The Center was empty and the round is finished: most Fun wins."
    refilled = island(
        seats=3, up=["cave"], ahead={3: "tire"}, turn=1, turns=4, fun=[14, 10, 6], options={"equal_turns": True}
    )
    refilled.do("stop").do("roll", luck=[3]).do("stop")
    assert chips(refilled) == ([14, 10, 4], 0, 2)
    assert refilled.over()
    assert refilled.result.winners == (0,)


def test_equal_turns_needs_no_further_turn_after_the_last_of_a_round() -> None:
    """AM-G15"""
    table = island(up=["cave"], turn=1, turns=3, fun=[10, 10], options={"equal_turns": True}).do("stop")
    assert [event.facts for event in table.events("last round")] == []
    assert table.over()


def test_the_last_ferry_leaves_after_thirty_rounds() -> None:
    """AM-G16: the usual comparison, the last turn winning ties; the option last_ferry."""
    table = island(up=["fudge"], turns=58).do("stop")
    assert not table.over()
    table.do("roll", luck=[1])
    table = island(up=["fudge"], turn=1, turns=59).do("stop")
    assert table.result.winners == (1,)
    assert table.result.reason.startswith("The last ferry has left")
    assert island(up=["fudge"], turn=1, turns=3, options={"last_ferry": 2}).do("stop").over()
    assert not island(up=["fudge"], turn=1, turns=3, options={"last_ferry": 3}).do("stop").over()
