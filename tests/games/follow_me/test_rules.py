"""Every rule and ruling of Follow Me If You Can!, one situation each."""

import pytest

import parlour
from games.follow_me.positions import at, hand, observed
from parlour import UnknownOption
from parlour.games.follow_me import GAME
from scenario import Order, Scenario

KEYS = GAME().keys
TREES = ["sugar-maple", "american-beech"]


def order(hands: list[list[str]], pile: list[str]) -> list[str]:
    """A shuffled deck that deals these hands; then the first cards of the pile come, top card first."""
    top = [key for cards in hands for key in cards] + pile
    return [*(key for key in KEYS if key not in top), *reversed(top)]


def deal(hands: list[list[str]], pile: list[str], dealer: int = 0) -> Scenario:
    """A fresh game with these hands."""
    luck: dict[str, int | Order] = {"dealer": dealer, "deal": order(hands, pile)}
    return Scenario.dealt("follow-me", len(hands), luck=luck)


FLOWERS = ["large-flowered-trillium", "yellow-trout-lily", "marsh-marigold", "ox-eye-daisy"]
BIRDS = ["bald-eagle", "barred-owl", "pileated-woodpecker", "herring-gull"]
ROCKS = ["arch-rock", "sea-stack", "sea-cave", "natural-arch"]


# Frame


@pytest.mark.parametrize("seats", [1, 7])
def test_seats(seats: int) -> None:
    """FM-01"""
    with pytest.raises(UnknownOption):
        parlour.game("follow-me", seats)
    assert [parlour.game("follow-me", n).seats for n in range(2, 7)] == [2, 3, 4, 5, 6]


def test_the_deck() -> None:
    """FM-03, FM-04"""
    cards = GAME().cards
    assert sum(card.location for card in cards) == 20
    assert sum(not card.location for card in cards) == 34
    assert all(len(card.habitats) == 1 and card.points == 1 for card in cards if card.location)
    assert {len(card.habitats) for card in cards if not card.location} == {1, 2, 3, 6}
    assert len({card.habitats[0] for card in cards if card.location}) == 6


# Set-up


def test_deal() -> None:
    """FM-06, FM-07: four cards each, the rest is the draw pile."""
    table = deal([FLOWERS, ROCKS, BIRDS], [])
    assert [hand(table, seat) for seat in range(3)] == [sorted(FLOWERS), sorted(ROCKS), sorted(BIRDS)]
    assert len(table.cards("draw_pile")) == 54 - 12
    dealt = table.events("dealt")
    assert len(dealt) == 3 and all("cards" in event.secrets for event in dealt)


@pytest.mark.parametrize(("dealer", "starter"), [(0, 1), (1, 2), (2, 1), (3, 1)])
def test_the_first_holder_of_a_location_left_of_the_dealer_begins(dealer: int, starter: int) -> None:
    """FM-08"""
    other = ["haldimand-bay", "tamarack", "harebell", "spring-peeper"]
    table = deal([FLOWERS, ROCKS, other, BIRDS], [], dealer)
    assert table.to_act == (starter,)
    said = [event.seat for event in table.events("no location")]
    assert said == {0: [], 1: [], 2: [3, 0], 3: [0]}[dealer]
    assert len(table.cards("draw_pile")) == 54 - 16


@pytest.mark.parametrize(("hands", "starter"), [([ROCKS, FLOWERS, BIRDS], 0), ([FLOWERS, BIRDS, ROCKS], 2)])
def test_the_first_seat_is_asked_first_if_the_host_decides(hands: list[list[str]], starter: int) -> None:
    """FM-08: the option first_player; no luck is asked for the dealer, the last seat."""
    table = Scenario.dealt("follow-me", 3, {"first_player": "host"}, luck={"deal": order(hands, [])})
    assert (table["dealer"], table["turn"]) == (2, starter)


def test_nobody_holds_a_location() -> None:
    """FM-09, FM-G01: the dealer's left draws first, cards are kept, the drawer of a Location begins."""
    table = deal([FLOWERS, BIRDS], ["tamarack", "harebell", "sea-cave", "arch-rock"], dealer=0)
    assert table.to_act == (0,)
    assert hand(table, 1) == sorted([*BIRDS, "tamarack", "sea-cave"])
    assert hand(table, 0) == sorted([*FLOWERS, "harebell", "arch-rock"])
    sought = [(event.seat, event.facts["location"]) for event in table.events("sought")]
    assert sought == [(1, False), (0, False), (1, False), (0, True)]


def test_at_most_27_draws_find_a_location() -> None:
    """FM-G01: the pile cannot run out first, for there are only 34 Natural Treasures."""
    treasures = [card.key for card in GAME().cards if not card.location]
    table = deal([treasures[:4], treasures[4:8]], [*treasures[8:], "arch-rock"])
    assert len(table.events("sought")) == 27
    assert "arch-rock" in hand(table, table.actor)


def test_the_starter_must_place_a_location() -> None:
    """FM-10, FM-G02, FM-G25: drawing is allowed, passing and observing are not."""
    table = deal([FLOWERS, ROCKS, BIRDS], ["skull-cave"])
    assert table.legal() == ["draw", "place arch-rock"]
    table.do("draw")
    assert table.legal() == ["draw", "place arch-rock", "place skull-cave"]
    table.may_not("end turn", because="must place a Location")
    table.may_not("observe sea-cave", because="must place a Location")
    table.do("place skull-cave", "end turn")
    table.may("end turn")


def test_turns_go_left() -> None:
    """FM-11"""
    table = at([["sea-cave", "tamarack"], TREES, ["harebell"]], draw_pile=["bumble-bee"], turn=1)
    table.do("end turn")
    assert table["turn"] == 2
    table.do("end turn")
    assert table["turn"] == 0


# A turn with a draw pile


def test_draw_up_to_three_cards_one_at_a_time() -> None:
    """FM-12, FM-13"""
    pile = ["bumble-bee", "marsh-marigold", "green-darner", "tamarack"]
    table = at([["sea-cave"], TREES], draw_pile=pile)
    assert table.legal() == ["draw", "end turn", "observe sea-cave"]
    table.do("draw", "draw")
    assert hand(table, 0) == ["green-darner", "sea-cave", "tamarack"]
    table.may("draw")
    table.do("draw")
    assert "draw" not in table.legal()
    table.may_not("draw", because="drawn 3 cards")


def test_fewer_than_three_cards_left() -> None:
    """FM-G03, FM-G04: one draws what there is, and the turn stays a normal one."""
    table = at([["sea-cave", "harebell"], TREES], draw_pile=["tamarack"])
    table.do("draw")
    assert table.legal() == ["end turn", "observe harebell", "observe sea-cave"]
    table.may_not("draw", because="draw pile is empty")
    table.do("observe sea-cave", "send left harebell").do("give sugar-maple", seat=1)
    assert table.legal()[1].startswith("lead")


def test_passing_the_turn() -> None:
    """FM-14, FM-G12, FM-G25: the turn ends at once, drawn cards are kept, no card is sent."""
    table = at([["sugar-loaf-road"], TREES])
    assert table.legal() == ["draw", "end turn"]
    table.do("draw", "end turn")
    assert table["turn"] == 1
    assert hand(table, 0) == ["paper-birch", "sugar-loaf-road"]


def test_observe_one_card_that_fits() -> None:
    """FM-05, FM-15, FM-16, FM-G23: a Location or a Treasure, only one, and no placing after it."""
    hand_0 = ["sea-cave", "skull-cave", "eastern-chipmunk", "bald-eagle", "sugar-maple"]
    table = at([hand_0, TREES[1:]])
    fits = [move for move in table.legal() if move.startswith("observe")]
    assert fits == ["observe skull-cave", "observe bald-eagle", "observe eastern-chipmunk", "observe sea-cave"]
    table.may_not("observe sugar-maple", because="does not fit")
    table.do("observe skull-cave")
    assert observed(table, 0) == ["skull-cave"]
    assert not any(move.startswith(("observe", "place", "draw")) for move in table.legal())
    table.may_not("observe sea-cave", because="one card")
    assert table["current"] == "arch-rock"


def test_place_a_location() -> None:
    """FM-17, FM-19, FM-G06: the new Habitat applies to all; any number of fitting cards may follow."""
    table = at([["beechwood-trail", "sugar-loaf-road", *TREES, "tamarack"], ["sea-cave", "red-squirrel"]])
    table.do("place beechwood-trail")
    assert table["current"] == "beechwood-trail"
    assert table["placed"] == ["beechwood-trail", "arch-rock"]
    fits = [move for move in table.legal() if move.startswith("observe")]
    assert fits == ["observe sugar-loaf-road", "observe sugar-maple", "observe american-beech"]
    table.may_not("observe tamarack", because="does not fit")
    table.do("observe sugar-maple", "observe sugar-loaf-road")
    assert observed(table, 0) == ["sugar-loaf-road", "sugar-maple"]
    assert not any(move.startswith(("place", "draw")) for move in table.legal())
    table.do("end turn")  # american-beech stays in hand
    assert [move for move in table.legal() if "observe" in move] == ["observe red-squirrel"]


def test_place_and_observe_nothing() -> None:
    """FM-G06: none is a number too."""
    table = at([["beechwood-trail", *TREES], ["sea-cave"]])
    table.do("place beechwood-trail", "end turn")
    assert table["turn"] == 1
    assert observed(table, 0) == []


def test_the_last_card() -> None:
    """FM-18, FM-G08, FM-T1: it may be observed but not placed."""
    table = at([["skull-cave"], TREES])
    assert table.legal() == ["draw", "end turn", "observe skull-cave"]
    table.may_not("place skull-cave", because="last card")
    table.do("observe skull-cave")
    assert table.to_act == ()
    assert table.result.scores == (1 + 2, 0)


def test_place_then_empty_the_hand() -> None:
    """FM-G07, FM-G19, FM-T2: one other card is enough; the placed Location scores nothing."""
    table = at([["skull-cave", "sea-cave"], TREES], current="haldimand-bay")
    table.do("place skull-cave", "observe sea-cave")
    outcome = table.result
    assert outcome.scores == (3 + 2, 0)


def test_a_location_of_the_same_habitat() -> None:
    """FM-G05: allowed, unless must_change_habitat."""
    players = [["skull-cave", "beechwood-trail", "tamarack"], TREES]
    table = at(players)
    table.may("place skull-cave")
    table = at(players, options={"must_change_habitat": True})
    assert [move for move in table.legal() if "place" in move] == ["place beechwood-trail"]
    table.may_not("place skull-cave", because="another Habitat")
    table = at([["skull-cave", "tamarack"], TREES], options={"must_change_habitat": True}, first=True)
    table.may("place skull-cave")


# Passing cards


def test_send_a_card_left_or_right() -> None:
    """FM-20, FM-21, FM-22, FM-G10: all choose, then all cards move at once."""
    players = [["sea-cave", "harebell"], ["sugar-maple", "tamarack"], ["american-beech"], ["balsam-fir"]]
    for direction, expected in (
        ("left", [["balsam-fir"], ["harebell", "tamarack"], ["sugar-maple"], ["american-beech"]]),
        ("right", [["sugar-maple"], ["american-beech", "tamarack"], ["balsam-fir"], ["harebell"]]),
    ):
        table = at(players)
        table.do("observe sea-cave")
        assert table.legal() == ["end turn", "send left harebell", "send right harebell"]
        table.do(f"send {direction} harebell")
        assert table.to_act == (1, 2, 3)
        assert table.legal(0) == []
        table.do("give balsam-fir", seat=3).do("give sugar-maple", seat=1)
        assert table.to_act == (2,)
        assert hand(table, 3) == ["balsam-fir"]  # nothing moves before everybody has chosen
        assert table.legal(2) == ["give american-beech"]
        table.do("give american-beech", seat=2)
        assert [hand(table, seat) for seat in range(4)] == expected
        assert table["turn"] == 1


def test_the_order_of_choosing_does_not_matter() -> None:
    """FM-G10"""
    table = at([["sea-cave", "harebell"], ["sugar-maple", "tamarack"], ["american-beech", "balsam-fir"]])
    table.do("observe sea-cave", "send left harebell")
    other = table.copy()
    table.do("give sugar-maple", seat=1).do("give american-beech", seat=2)
    other.do("give american-beech", seat=2).do("give sugar-maple", seat=1)
    assert table.position == other.position


def test_two_players_swap() -> None:
    """FM-G11: one neighbour, so one direction is offered."""
    table = at([["sea-cave", "harebell"], TREES])
    table.do("observe sea-cave")
    assert table.legal() == ["end turn", "send left harebell"]
    table.may_not("send right harebell", because="same neighbour")
    table.do("send left harebell", "give sugar-maple")
    assert hand(table, 0) == ["sugar-maple"]
    assert hand(table, 1) == ["american-beech", "harebell"]


def test_sending_is_optional_and_follows_a_play_only() -> None:
    """FM-14, FM-15, FM-20"""
    table = at([["sea-cave", "harebell"], TREES])
    assert not any(move.startswith("send") for move in table.legal())
    table.do("observe sea-cave", "end turn")
    assert table["turn"] == 1
    assert hand(table, 1) == sorted(TREES)


def test_nothing_to_send_when_out_of_cards() -> None:
    """FM-G09: the game is over at once, nobody passes a card."""
    table = at([["sea-cave"], TREES, ["harebell"]])
    table.do("observe sea-cave")
    assert table.over()
    assert table.to_act == ()


def test_the_last_card_may_be_sent() -> None:
    """FM-22: the hand is full again before the turn ends, so the game goes on."""
    table = at([["sea-cave", "harebell"], ["sugar-maple"]])
    table.do("observe sea-cave", "send left harebell", "give sugar-maple")
    assert not table.over()


# Idle rounds


def test_an_idle_round_forces_draws() -> None:
    """FM-G13: until someone plays."""
    pile = ["bumble-bee", "marsh-marigold", "green-darner", "tamarack"]
    table = at([["sugar-maple"], ["american-beech"], ["sea-cave"]], draw_pile=pile)
    table.do("end turn", "end turn")
    table.may("end turn")
    table.do("end turn")
    assert table.legal() == ["draw"]
    table.may_not("end turn", because="must draw")
    table.do("draw")
    table.may("end turn")
    table.do("end turn")
    assert table.legal() == ["draw"]
    table.do("draw", "end turn", "draw", "observe sea-cave", "end turn")
    assert table["turn"] == 0
    table.may("end turn")


def test_a_draw_breaks_an_idle_round() -> None:
    """FM-G13"""
    table = at([["sugar-maple"], ["american-beech"], ["sea-cave"]])
    table.do("end turn", "draw", "end turn", "end turn", "end turn")
    table.may("end turn")
    table.do("end turn")
    assert table.legal() == ["draw"]


def test_hand_limit() -> None:
    """FM-G12, FM-G13: a full hand draws only when it must."""
    players = [["sugar-maple", "tamarack"], ["american-beech"]]
    pile = ["bumble-bee", "marsh-marigold"]
    table = at(players, options={"hand_limit": 2}, draw_pile=pile)
    assert table.legal() == ["end turn"]
    table.may_not("draw", because="hand limit is 2")
    table.do("end turn", "end turn")
    assert table.legal() == ["draw"]
    table.do("draw")
    assert table.legal() == ["end turn"]
    table = at(players, draw_pile=pile)
    assert table.legal() == ["draw", "end turn"]
