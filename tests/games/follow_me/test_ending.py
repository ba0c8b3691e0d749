"""The rules of Follow Me without a draw pile, and its end and score, one situation each."""

import pytest

from games.follow_me.positions import at, hand, observed
from parlour.games.follow_me import GAME
from scenario import Scenario

KEYS = GAME().keys
TREES = ["sugar-maple", "american-beech"]
TIED = "At equal scores it counts who ran out of cards, then who observed more of them."


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
    table.may_not("follow sugar-maple", because="Wait until the others have chosen", seat=2)
    table.may_not("lead sea-cave bluff", because="Wait until the others have chosen", seat=0)
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
    table.do("end turn", "lead sugar-maple hardwood", "end turn", "end turn", "end turn")
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
