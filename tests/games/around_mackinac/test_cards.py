"""Following the directions on the cards."""

import pytest

from games.around_mackinac.positions import chips, island, number
from parlour.games.around_mackinac.directions import TAKE_CENTER, TAKE_NEIGHBOURS, TAKE_OTHERS
from parlour.games.around_mackinac.effects import something_to_take
from parlour.games.around_mackinac.state import MackinacState

# Take


@pytest.mark.parametrize(
    ("card", "fun", "stash", "center"),
    [
        ("ferry", [3, 3, 3], 1, 20),
        ("fudge", [3, 3, 3], 2, 19),
        ("fort", [3, 2, 2], 2, 21),
        ("porch", [3, 4, 3], 1, 19),
        ("butterfly", [3, 2, 2], 2, 21),
        ("cave", [1, 4, 4], 0, 21),
        ("tire", [1, 3, 3], 0, 23),
        ("step", [2, 3, 3], 0, 22),
    ],
)
def test_what_the_plain_cards_do(card: str, fun: list[int], stash: int, center: int) -> None:
    """AM-18, AM-20: three players with 3 Fun each, the first card of a turn."""
    assert chips(island(seats=3, ahead={2: card}).do("roll", luck=[2])) == (fun, stash, center)


def test_take_from_each_other_player() -> None:
    """AM-18: Fort Mackinac among five."""
    table = island(seats=5, turn=3, fun=[5, 4, 3, 2, 1], ahead={1: "fort"}).do("roll", luck=[1])
    assert chips(table) == ([4, 3, 2, 2, 0], 4, 35)


@pytest.mark.parametrize(("seats", "fun"), [(2, [3, 2]), (3, [3, 2, 2]), (4, [3, 2, 3, 2]), (5, [3, 2, 3, 3, 2])])
def test_neighbours(seats: int, fun: list[int]) -> None:
    """AM-18, AM-G19: left and right; with two players the opponent pays once."""
    table = island(seats=seats, ahead={1: "butterfly"}).do("roll", luck=[1])
    assert table["fun"] == fun
    assert table["stash"] == seats * 3 - sum(fun)


def test_fun_on_another_players_turn_is_safe_at_once() -> None:
    """AM-19: Skull Cave pays straight into the others' Fun Piles."""
    assert chips(island(seats=3, turn=1, stash=2, up=["ferry"], ahead={1: "cave"}).do("roll", luck=[1])) == (
        [4, 3, 4],
        0,
        19,
    )


def test_give_from_the_stash_first() -> None:
    """AM-20, AM-T2: stash 3, Fun Pile 2, giving 4 to the Center: stash 0, pile 1, Center 4 more."""
    table = island(up=["ferry", "fudge", "fort"], stash=3, fun=[2, 5], ahead={1: "storm"})
    center = number(table, "center")
    table.do("roll", luck=[1])
    assert chips(table) == ([1, 5], 0, center + 4)


def test_a_short_payer_pays_what_there_is_to_the_center() -> None:
    """AM-21: nobody makes up for what the Center does not get."""
    assert chips(island(fun=[1, 9], ahead={1: "tire"}).do("roll", luck=[1])) == ([0, 9], 0, 11)


def test_the_center_makes_up_for_a_short_payer() -> None:
    """AM-21, AM-T3: an opponent with 1 should pay 2: 1 comes from the Center, both go to the stash."""
    table = island(fun=[5, 1], ahead={1: "arch"}).do("roll", luck=[1])
    assert chips(table) == ([5, 0], 2, 13)
    assert [event.facts for event in table.events("took")] == [{"source": 1, "amount": 1, "topped_up": 1}]


def test_the_center_makes_up_for_a_short_giver() -> None:
    """AM-21, AM-G05: in order from the left, each in full while the Fun lasts, then the Center."""
    table = island(seats=4, turn=1, fun=[3, 2, 3, 3], ahead={1: "cave"}).do("roll", luck=[1])
    assert chips(table) == ([4, 0, 4, 4], 0, 28)
    assert [
        tuple(event.facts[fact] for fact in ("target", "amount", "topped_up")) for event in table.events("gave")
    ] == [
        (2, 1, 0),
        (3, 1, 0),
        (0, 0, 1),
    ]


def test_a_short_center_serves_in_the_same_order() -> None:
    """AM-22, AM-G05: with 1 own Fun and 1 in the Center, the third player gets nothing."""
    table = island(seats=4, fun=[1, 9, 9, 9], removed=11, ahead={1: "cave"})
    assert table["center"] == 1
    assert chips(table.do("roll", luck=[1])) == ([0, 10, 10, 9], 0, 0)


def test_a_short_center_pays_what_there_is() -> None:
    """AM-22: for taking, removing and making up."""
    assert chips(island(fun=[9, 10], ahead={1: "fudge"}).do("roll", luck=[1])) == ([9, 10], 1, 0)
    assert chips(island(fun=[10, 10], up=["cave"], ahead={1: "fudge"}).do("roll", luck=[1])) == ([10, 10], 0, 0)
    fog = island(fun=[9, 10], ahead={1: "fog"}).do("roll", luck=[1])
    assert chips(fog) == ([9, 10], 0, 0)
    assert fog["removed"] == 1
    assert chips(island(fun=[20, 0], up=["cave"], ahead={1: "arch"}).do("roll", luck=[1])) == ([20, 0], 0, 0)


def test_face_up_cards_are_counted_with_the_one_being_read() -> None:
    """AM-23, AM-T6: the third card of the turn brings 3 Fun."""
    assert island(ahead={1: "carriage"}).do("roll", luck=[1])["stash"] == 1
    assert island(up=["fog", "cave"], ahead={1: "carriage"}).do("roll", luck=[1])["stash"] == 3


def test_another_amount_with_many_cards_face_up() -> None:
    """AM-23: Bike the Shore Road brings 2 from the third face-up card on."""
    for up, stash in (([], 1), (["fog"], 1), (["fog", "cave"], 2), (["fog", "cave", "tire"], 2)):
        assert island(up=up, ahead={1: "bike"}, options={"circle": 16}).do("roll", luck=[1])["stash"] == stash


def test_several_directions_in_order() -> None:
    """AM-18, AM-20: Sunset takes 3 and gives 1 back, out of the fresh stash."""
    assert chips(island(ahead={1: "sunset"}, options={"circle": 16}).do("roll", luck=[1])) == ([3, 3], 2, 12)


def test_removed_fun_goes_to_nobody() -> None:
    """AM-24"""
    table = island(ahead={1: "fog"}).do("roll", luck=[1])
    assert chips(table) == ([3, 3], 0, 12)
    assert table["removed"] == 2


# The player with the most Fun


def test_the_richest_other_player_pays() -> None:
    """AM-18, AM-G17: the active player is never the one."""
    assert chips(island(seats=3, fun=[9, 4, 5], ahead={1: "arch"}).do("roll", luck=[1])) == ([9, 4, 3], 2, 12)


def test_the_active_player_chooses_among_tied_players() -> None:
    """AM-G17"""
    table = island(seats=5, turn=1, fun=[6, 9, 6, 5, 6], ahead={1: "arch"}).do("roll", luck=[1])
    assert table.to_act == (1,)
    assert table.legal() == ["from 1", "from 3", "from 5"]
    table.may_not("from 4", because="most Fun")
    table.do("from 5")
    assert table["fun"] == [6, 9, 6, 5, 4]
    assert table["stash"] == 2
    assert table.legal() == ["roll", "stop"]


def test_players_with_nothing_are_no_choice() -> None:
    """AM-G17, AM-21: all tied at 0, the Center pays."""
    table = island(seats=3, fun=[9, 0, 0], ahead={1: "arch"}).do("roll", luck=[1])
    assert chips(table) == ([9, 0, 0], 2, 19)
    assert table.legal() == ["roll", "stop"]


# Shop for Gifts


@pytest.mark.parametrize(("roll", "gift"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_what_a_roll_in_the_gift_shop_brings(roll: int, gift: int) -> None:
    """AM-25, AM-19: everybody rolls, the active player's Fun goes to the stash."""
    table = island(ahead={1: "gifts"}).do("roll", luck=[1, 1, roll])
    assert chips(table) == ([3, 3 + gift], 1, 13 - gift)
    assert table.legal() == ["roll", "stop"]


def test_the_dice_of_the_last_action_stay_on_the_table() -> None:
    """Those of a roll; those of the gift shop are told one by one."""
    assert island(ahead={4: "ferry"}).do("roll", luck=[4])["rolls"] == [4]
    assert island(ahead={4: "ferry", 6: "fort"}).do("roll", luck=[4]).do("roll", luck=[2])["rolls"] == [2]


@pytest.mark.parametrize(
    ("verb", "center", "fun", "answer"),
    [
        (TAKE_NEIGHBOURS, 0, [2, 0, 5, 0], False),
        (TAKE_NEIGHBOURS, 0, [2, 1, 5, 0], True),
        (TAKE_NEIGHBOURS, 0, [2, 0, 5, 1], True),
        (TAKE_NEIGHBOURS, 1, [2, 0, 0, 0], True),
        (TAKE_OTHERS, 0, [2, 0, 5, 0], True),
        (TAKE_OTHERS, 0, [2, 0, 0, 0], False),
        (TAKE_CENTER, 0, [2, 1, 5, 1], False),
        (TAKE_CENTER, 1, [2, 0, 0, 0], True),
    ],
)
def test_is_there_anything_to_take(verb: int, center: int, fun: list[int], answer: bool) -> None:
    """AM-21: from the neighbours only theirs counts, and always the Center, which tops up."""
    state = island(seats=4, turn=0).state
    assert isinstance(state, MackinacState)
    state.center, state.fun = center, fun
    assert something_to_take(state, verb) == answer


def test_gifts_in_order_from_the_active_player() -> None:
    """AM-25, AM-G06"""
    table = island(seats=3, turn=1, ahead={1: "gifts"}).do("roll", luck=[1, 4, 1, 5])
    assert [(event.seat, event.facts["roll"]) for event in table.events("shopped")] == [
        (1, 4),
        (2, 1),
        (0, 5),
    ]
    assert chips(table) == ([5, 3, 4], 2, 16)
    assert table.to_act == (1,)


def test_a_player_who_rolls_a_six_may_roll_again() -> None:
    """AM-25, AM-G07: another player's decision in the middle of a turn; only after a 6."""
    table = island(seats=3, ahead={1: "gifts"}).do("roll", luck=[1, 2, 6])
    assert table.to_act == (1,)
    assert table.legal() == ["again", "enough"]
    assert table.legal(0) == []
    assert chips(table) == ([3, 4, 3], 1, 19)
    table.do("again", luck=[6])
    assert table.to_act == (1,)
    table.do("again", luck=[4, 1])
    assert chips(table) == ([3, 7, 4], 1, 15)
    assert table.to_act == (0,)
    assert table.legal() == ["roll", "stop"]


def test_the_second_roll_may_be_declined() -> None:
    """AM-G07"""
    table = island(ahead={1: "gifts"}).do("roll", luck=[1, 6])
    assert table.to_act == (0,)
    table.do("enough", luck=[3])
    assert chips(table) == ([3, 4], 1, 12)
    assert table.to_act == (0,)


def test_no_rolls_for_an_empty_center() -> None:
    """AM-G06, AM-G08: the first serve themselves, then nobody rolls any more, after a 6 neither."""
    short = island(seats=3, fun=[9, 9, 9], ahead={1: "gifts"}, removed=2).do("roll", luck=[1, 4])
    assert chips(short) == ([9, 9, 9], 1, 0)
    six = island(fun=[9, 10], ahead={1: "gifts"}).do("roll", luck=[1, 6])
    assert chips(six) == ([9, 10], 1, 0)
    assert six.legal() == ["roll", "stop"]
    none = island(fun=[10, 10], up=["cave"], ahead={1: "gifts"}).do("roll", luck=[1])
    assert chips(none) == ([10, 10], 0, 0)
    assert none.legal() == ["roll", "stop"]


def test_endless_sixes_are_bounded_by_the_center() -> None:
    """AM-G08"""
    table = island(ahead={1: "gifts"}).do("roll", luck=[1, 6])
    for _ in range(13):
        assert table.legal() == ["again", "enough"]
        table.do("again", luck=[6])
    assert chips(table) == ([3, 3], 14, 0)
    assert table.legal() == ["roll", "stop"]


# The other named cards


def test_watch_your_step_forbids_stopping() -> None:
    """AM-26: pay, then roll again."""
    table = island(up=["ferry"], stash=1, ahead={1: "step", 2: "fudge"}).do("roll", luck=[1])
    assert chips(table) == ([3, 3], 0, 14)
    assert table.legal() == ["roll"]
    table.may_not("stop", because="Watch Your Step forbids stopping")
    assert table.do("roll", luck=[1]).legal() == ["roll", "stop"]


@pytest.mark.parametrize(
    ("roll", "fun"), [(1, [2, 5, 9]), (2, [9, 2, 5]), (3, [5, 9, 2]), (4, [2, 5, 9]), (6, [5, 9, 2])]
)
def test_tourist_rush_moves_all_fun_piles(roll: int, fun: list[int]) -> None:
    """AM-27, AM-T4: with a 4, 5/9/2 becomes 2/5/9."""
    table = island(seats=3, fun=[5, 9, 2], ahead={1: "rush"}).do("roll", luck=[1, roll])
    assert table["fun"] == fun
    assert table.asked == ["die", "rush"]
    assert table.to_act == (1,)


def test_tourist_rush_keeps_the_stash_first() -> None:
    """AM-27, AM-11: the stash goes into the Fun Pile, which then moves on."""
    table = island(seats=3, up=["ferry"], stash=4, fun=[1, 2, 3], ahead={1: "rush"}).do("roll", luck=[1, 1])
    assert chips(table) == ([3, 5, 2], 0, 20)


def test_tourist_rush_moves_an_empty_pile() -> None:
    """AM-G10"""
    assert island(fun=[6, 0], ahead={1: "rush"}).do("roll", luck=[1, 3])["fun"] == [0, 6]


def test_tourist_rush_before_the_end_of_the_game() -> None:
    """AM-G09: the Fun Piles move, then an empty Center ends the game, then Fun is compared."""
    table = island(up=["ferry"], stash=12, fun=[4, 4], ahead={1: "rush"}).do("roll", luck=[1, 1])
    assert table["fun"] == [4, 16]
    assert table.result.winners == (1,)


@pytest.mark.parametrize(("up", "fun"), [([], [2, 3]), (["fog", "cave"], [0, 3]), (["fog", "cave", "tire"], [0, 3])])
def test_storm_rolls_in(up: list[str], fun: list[int]) -> None:
    """AM-28, AM-23: 1 for each face-up card, then the turn ends."""
    table = island(up=up, ahead={1: "storm"}).do("roll", luck=[1])
    assert table["fun"] == fun
    assert table.to_act == (1,)
    assert table["face_up"] == []


# take_optional


def test_taking_is_compulsory() -> None:
    """AM-G02: no decision by default, even if it takes the last chip."""
    assert chips(island(fun=[9, 10], ahead={1: "ferry"}).do("roll", luck=[1])) == ([9, 10], 1, 0)


def test_taking_may_be_optional() -> None:
    """AM-G02: with take_optional, take or leave; the rest of the card is followed anyway."""
    optional = {"take_optional": True}
    table = island(ahead={1: "porch"}, options=optional).do("roll", luck=[1])
    assert table.legal() == ["take", "leave"]
    assert chips(table) == ([3, 3], 0, 14)
    table.do("leave")
    assert chips(table) == ([2, 4], 0, 14)
    assert table.legal() == ["roll", "stop"]
    assert chips(island(ahead={1: "porch"}, options=optional).do("roll", luck=[1]).do("take")) == ([3, 4], 1, 12)


def test_taking_from_the_richest_may_be_optional() -> None:
    """AM-G02, AM-G17: first whether, then from whom."""
    table = island(seats=3, ahead={1: "arch"}, options={"take_optional": True}).do("roll", luck=[1])
    assert table.legal() == ["take", "leave"]
    table.do("take")
    assert table.legal() == ["from 2", "from 3"]
    assert chips(table.do("from 3")) == ([3, 3, 1], 2, 21)


def test_no_question_where_nothing_can_be_taken() -> None:
    """AM-G02, AM-22"""
    optional = {"take_optional": True}
    for card in ("fudge", "fort", "butterfly", "arch"):
        table = island(fun=[20, 0], up=["cave"], ahead={1: card}, options=optional).do("roll", luck=[1])
        assert table.legal() == ["roll", "stop"]
    for card in ("fort", "butterfly", "arch"):
        table = island(fun=[10, 10], up=["cave"], ahead={1: card}, options=optional).do("roll", luck=[1])
        assert table.legal() == ["take", "leave"]


def test_gifts_may_be_left() -> None:
    """AM-G02, AM-25: each shopper decides; leaving a 6 gives up the further roll."""
    table = island(seats=3, ahead={1: "gifts"}, options={"take_optional": True}).do("roll", luck=[1, 6])
    assert table.to_act == (0,)
    table.do("leave", luck=[5])
    assert table.to_act == (1,)
    assert table.legal() == ["take", "leave"]
    table.do("take", luck=[6])
    assert table.to_act == (2,)
    table.do("take")
    assert table.legal() == ["again", "enough"]
    table.do("enough")
    assert table.to_act == (0,)
    assert chips(table) == ([3, 5, 4], 0, 18)
