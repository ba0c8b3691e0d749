"""Every rule and ruling of Follow Me If You Can!, one situation each."""

from pathlib import Path

import pytest

import parlour
from games.follow_me.positions import at, hand, observed
from parlour import BadDeck, BadPosition, UnknownOption
from parlour.games.follow_me import GAME
from scenario import Order, Scenario

KEYS = GAME().keys
TREES = ["sugar-maple", "american-beech"]
TIED = "At equal scores it counts who ran out of cards, then who observed more of them."


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


# Without a draw pile


def test_lead_and_follow() -> None:
    """FM-23, FM-24, FM-25, FM-G15, FM-T3"""
    players = [["eastern-chipmunk", "sea-cave"], ["tamarack", "spring-peeper", "croghan-water"], TREES[:1]]
    table = at(players, draw_pile=[])
    leads = [move for move in table.legal() if "chipmunk" in move]
    assert len(leads) == 6
    table.may("lead sea-cave bluff")
    table.do("lead eastern-chipmunk wetland")
    assert table.to_act == (1,)
    assert table.legal() == ["follow croghan-water", "follow spring-peeper", "follow tamarack"]
    assert table.legal(2) == []
    assert table.last[0].facts["followers"] == [1]
    table.may_not("follow sugar-maple", because="not your turn", seat=2)
    table.do("follow tamarack")
    assert observed(table, 0) == ["eastern-chipmunk", "tamarack"]
    assert hand(table, 2) == ["sugar-maple"]
    assert table["turn"] == 1


def test_followers_must_follow_suit() -> None:
    """FM-24, FM-G15: a fitting card, any of them."""
    table = at([["sea-cave", "tamarack"], ["natural-arch", "sugar-maple", "bumble-bee"]], draw_pile=[])
    table.do("lead sea-cave bluff")
    assert table.legal() == ["follow bumble-bee", "follow natural-arch"]
    table.may_not("follow sugar-maple", because="Limestone Bluff")


def test_followers_choose_at_the_same_time() -> None:
    """FM-24, FM-G15: nothing is shown before the last one has chosen."""
    table = at([["sea-cave", "tamarack"], ["natural-arch", "harebell"], ["sea-stack", "bumble-bee"]], draw_pile=[])
    table.do("lead sea-cave bluff")
    assert table.to_act == (1, 2)
    table.do("follow bumble-bee", seat=2)
    assert table.happened == ["chose"]
    assert observed(table, 0) == []
    table.do("follow harebell", seat=1)
    assert [event.facts["card"] for event in table.events("followed")] == ["harebell", "bumble-bee"]
    assert observed(table, 0) == ["bumble-bee", "harebell", "sea-cave"]


def test_nobody_can_follow() -> None:
    """FM-26, FM-G16: the card is out of play, the leader's own cards do not follow."""
    table = at([["sea-cave", "natural-arch"], TREES], draw_pile=[])
    table.do("lead sea-cave bluff")
    assert observed(table, 0) == []
    assert "sea-cave" in table.cards("out_of_play")
    assert hand(table, 0) == ["natural-arch"]
    assert table["turn"] == 1


def test_nothing_else_without_a_draw_pile() -> None:
    """FM-27, FM-G20: no drawing, observing or passing, and the Current Location does not matter."""
    table = at([["sea-cave", "haldimand-bay"], ["herring-gull", "tamarack"]], draw_pile=[])
    assert table.legal() == ["end turn", "lead haldimand-bay shore", "lead sea-cave bluff"]
    table.do("lead haldimand-bay shore", "follow herring-gull")
    assert observed(table, 0) == ["haldimand-bay", "herring-gull"]
    assert table["current"] == "arch-rock"


def test_everybody_declines() -> None:
    """FM-G14: the game ends, without a bonus; must_lead makes leading compulsory."""
    players = [["sea-cave", "tamarack"], TREES, ["harebell"]]
    table = at(players, draw_pile=[])
    table.do("end turn", "end turn")
    assert not table.over()
    table.do("end turn")
    assert table.result.scores == (0, 0, 0)
    assert "declined" in table.result.reason
    table = at(players, draw_pile=[], options={"must_lead": True})
    assert "end turn" not in table.legal()
    table.may_not("end turn", because="must lead")


def test_a_lead_breaks_the_round_of_declining() -> None:
    """FM-G14: all must decline in succession."""
    table = at([["sea-cave", "tamarack"], [*TREES, "skull-cave"]], draw_pile=[], turn=0)
    table.do("end turn", "lead sugar-maple hardwood", "end turn")
    assert not table.over()
    table.do("end turn")
    assert table.over()


# The end and the score


def test_the_leader_may_lead_the_last_card() -> None:
    """FM-G17, FM-28: and is out, followed or not."""
    table = at([["sea-cave"], TREES, ["harebell", "tamarack"]], draw_pile=[])
    table.do("lead sea-cave bluff")
    assert not table.over()  # the turn is not over yet
    assert table.reloaded().position == table.position
    table.do("follow harebell")
    assert table.result.scores == (3 + 2 + 3, 0, 0)
    table = at([["sea-cave"], TREES], draw_pile=[])
    table.do("lead sea-cave bluff")
    assert table.result.scores == (2, 0)


def test_a_follower_can_run_out() -> None:
    """FM-28, FM-30, FM-G24: on another player's turn, with the bonus."""
    table = at([["sea-cave", "tamarack"], ["natural-arch"], TREES], draw_pile=[])
    table.do("lead sea-cave bluff", "follow natural-arch")
    assert table.result.scores == (3 + 4, 1 + 2, 0)
    assert [(event.seat, event.facts["bonus"]) for event in table.events("out")] == [(1, 3)]


def test_several_players_out_at_once() -> None:
    """FM-30, FM-G18, FM-T4: each gets the full bonus; bonus_split shares it, rounded down."""
    five = ["sugar-maple", "american-beech", "tamarack", "spring-peeper", "red-squirrel"]
    for split, bonus in (("full", 5), ("split", 2)):
        table = at([["sea-cave"], ["natural-arch"], five], draw_pile=[], options={"bonus_split": split})
        table.do("lead sea-cave bluff", "follow natural-arch")
        assert table.result.scores == (7 + bonus, bonus, 0)
    table = at([["sea-cave"], five], draw_pile=[], options={"bonus_split": "split"})
    table.do("lead sea-cave bluff")
    assert table.result.scores == (5, 0)


def last_card(observed: list[str], other: list[str], tie: str = "shared") -> Scenario:
    """Seat 0 observes its last card; what both have observed before."""
    players = [{"hand": ["sea-cave"], "observed": observed}, {"hand": TREES, "observed": other}]
    return at([], options={"tie": tie}, draw_pile=["tamarack"], players=players).do("observe sea-cave")


def test_scoring() -> None:
    """FM-02, FM-29, FM-31: points of Treasures, 1 per Location, most points win."""
    outcome = last_card(["skull-cave"], ["fringed-gentian", "natural-arch", "haldimand-bay"]).result
    assert outcome.scores == (1 + 3 + 2, 4 + 4 + 1)
    assert outcome.winners == (1,)


def test_ties_share_the_win() -> None:
    """FM-G21"""
    outcome = last_card([], ["fringed-gentian", "skull-cave"]).result
    assert outcome.scores == (5, 5)
    assert outcome.ranks == (1, 1)


def test_of_equal_scores_who_ran_out_may_be_ahead() -> None:
    """FM-G21: the option tie; here with fewer observed cards."""
    outcome = last_card([], ["fringed-gentian", "skull-cave"], tie="broken").result
    assert (outcome.scores, outcome.ranks) == ((5, 5), (1, 2))
    assert outcome.reason == f"A hand is empty. {TIED}"


@pytest.mark.parametrize(
    ("more", "ranks"), [(["skull-cave"], (1, 1)), (["skull-cave", "sugar-loaf", "fort-holmes"], (2, 1))]
)
def test_then_who_observed_more_cards(more: list[str], ranks: tuple[int, ...]) -> None:
    """FM-G21: the option tie; if that is equal too, they share the win."""
    points = {card.key: card.points for card in GAME().cards}
    other = next(key for key in KEYS if points[key] == len(more) and key not in more and key != "arch-rock")
    players = [{"hand": [], "observed": [other]}, {"hand": [], "observed": more}]
    outcome = at([], options={"tie": "broken"}, stage="over", draw_pile=[], players=players).result
    assert (outcome.scores, outcome.ranks) == ((len(more), len(more)), ranks)
    assert (TIED in outcome.reason) == (ranks == (2, 1))


def test_nothing_is_legal_after_the_end() -> None:
    """FM-28"""
    table = at([["sea-cave"], TREES])
    table.do("observe sea-cave")
    assert [table.legal(seat) for seat in range(2)] == [[], []]
    table.may_not("draw", because="over", seat=1)


# Wrong input


def test_bad_action_text() -> None:
    at([["sea-cave"], TREES]).may_not("observe sea-cav", because="observe sea-cave")


def test_a_card_of_somebody_else() -> None:
    table = at([["sea-cave"], TREES])
    table.may_not("observe sugar-maple", because="Sugar Maple is not in your hand")


@pytest.mark.parametrize(
    ("option", "value"),
    [("hand_limit", 63), ("hand_limit", "many"), ("bonus_split", "half"), ("must_lead", 3), ("must_leed", True)],
)
def test_bad_options(option: str, value: object) -> None:
    with pytest.raises(UnknownOption):
        parlour.game("follow-me", None, None, **{option: value})


def test_bad_decks(tmp_path: Path) -> None:
    treasure = (
        '[[card]]\nkey = "a{0}"\nname = "A{0}"\nkind = "treasure"\ntype = "Birds"\nhabitats = ["shore"]\npoints = 1\n'
    )
    head = 'name = "x"\nstatus = "house"\nnote = "x"\n'
    file = tmp_path / "mine.toml"
    file.write_text(head + "".join(treasure.format(n) for n in range(9)))
    with pytest.raises(BadDeck, match=r"mine.toml: the deck has no Location"):
        parlour.game("follow-me", 2, deck=file)
    location = '[[card]]\nkey = "l"\nname = "L"\nkind = "location"\nhabitats = ["shore"]\n'
    file.write_text(head + location)
    with pytest.raises(BadDeck, match="2 players need at least 8 cards"):
        parlour.game("follow-me", 2, deck=file)
    file.write_text(head + location.replace('["shore"]', '["shore", "bluff"]'))
    with pytest.raises(BadDeck, match=r"mine.toml: card 'l': a Location has exactly one habitat"):
        parlour.game("follow-me", 2, deck=file)
    file.write_text(head + "[follow_me]\nhand = 1\n" + location)
    with pytest.raises(BadDeck, match=r"\[follow_me\] hand"):
        parlour.game("follow-me", 2, deck=file)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"colour": 1}, "not an entry"),
        ({"turn": 2}, "whole number from 0 to 1"),
        ({"current": "sea-stack"}, "must be a Location"),
        ({"current": "sugar-maple"}, "two places"),
        ({"current": None}, "is missing"),
        ({"current": None, "placed": ["arch-rock"]}, "needs a current Location"),
        ({"players": [{"hand": ["sea-cave"]}, {"hand": []}]}, "has no cards"),
        ({"players": [{"hand": ["sea-cave", "sea-cave"]}, {"hand": TREES}]}, "twice"),
        ({"players": [{"hand": ["sea-cave"], "offer": "tamarack"}, {"hand": TREES}]}, "card of the hand"),
        ({"players": [{"hand": ["sea-cave"], "offer": "sea-cave"}, {"hand": TREES}]}, "only while giving"),
        ({"stage": "giving"}, "made an offer"),
        ({"stage": "following"}, "is missing while others follow"),
        ({"stage": "following", "lead": "natural-arch", "named": "shore"}, "habitat of the led card"),
        ({"stage": "following", "lead": "natural-arch", "named": "bluff"}, "everybody has chosen"),
        ({"stage": "following", "lead": "natural-arch", "named": "moon"}, "must be"),
        ({"lead": "natural-arch", "named": "bluff"}, "only while others follow"),
        ({"stage": "leading"}, "only when the draw pile is empty"),
        ({"stage": "turn", "draw_pile": []}, "is leading"),
        ({"first": True}, "no Location has been placed"),
        ({"first": True, "current": None}, "needs a Location and another card"),
        ({"out_of_play": ["tamarack"]}, "by the rest of the position, out_of_play is"),
        ({"story": 3}, "must be a list"),
        ({"story": [["sings", 0, "sea-cave"]]}, "cannot be read"),
        ({"story": [["draws"]]}, "cannot be read"),
        ({"story": [["draws", 7, "sea-cave"]]}, "cannot be read"),
        ({"story": [["lacks", 0, "moon"]]}, "cannot be read"),
        ({"story": [["pass", "up", []]]}, "cannot be read"),
        ({"story": [["plays", 0, "sea-cave"]]}, "cannot be true"),
        ({"story": [["lacks", 0, "bluff"]]}, "draw pile is still in use"),
        ({"draw_pile": [], "story": [["holds", 1, "bluff"]]}, "cannot be true"),
        ({"draw_pile": [], "story": [["lacks", 0, "bluff"]]}, "cannot be true"),
        ({"story": [["draws a location", 0, "sea-cave"]]}, "cannot be true"),
        ({"story": [["draws", 0, "sea-cave"], ["draws", 0, "sea-cave"]]}, "cannot be true"),
        ({"story": [["pass", "left", ["sea-cave", "sugar-maple"]]]}, "cannot be true"),
    ],
)
def test_bad_positions(change: dict[str, object], problem: str) -> None:
    good: dict[str, object] = {
        "current": "arch-rock",
        "draw_pile": ["tamarack"],
        "players": [{"hand": ["sea-cave"]}, {"hand": TREES}],
    }
    game = parlour.game("follow-me", 2)
    assert game.load(good) is not None
    with pytest.raises(BadPosition, match=problem):
        game.load({**good, **change})


def test_a_story_must_fit_the_stage() -> None:
    game = parlour.game("follow-me", 2)
    hands = [{"hand": ["sea-cave"]}, {"hand": ["natural-arch", "tamarack"]}]
    following: dict[str, object] = {"stage": "following", "lead": "sea-stack", "named": "bluff", "players": hands}
    assert game.to_act(game.load(following)) == (1,)
    with pytest.raises(BadPosition, match="must end with the lead"):
        game.load({**following, "story": []})
    first: dict[str, object] = {
        "first": True,
        "draw_pile": ["tamarack"],
        "players": [{"hand": ["arch-rock", "sea-cave"]}, {"hand": TREES}],
    }
    assert game.dump(game.load(first))["first"] is True
    with pytest.raises(BadPosition, match="first player holds"):
        game.load({**first, "story": []})
