"""Match Me If You Can!, rule by rule: set-up, asking, picking up, laying, discarding, the end."""

import pytest

import parlour
from games.match_me.positions import at, hand
from parlour.games.match_me import GAME
from scenario import Scenario

BIRDS = ["bald-eagle", "barred-owl", "pileated-woodpecker", "herring-gull"]
MAMMALS = ["eastern-chipmunk", "red-squirrel", "american-beaver", "little-brown-bat"]
INSECTS = ["monarch-butterfly", "green-darner", "bumble-bee"]
SUMMER = ["harebell", "ox-eye-daisy", "fringed-gentian"]
WETLAND = ["croghan-water", "browns-brook", "lake-shore-nature-trail"]


# Frame and set-up


def test_three_to_six_seats() -> None:
    """MM-01"""
    assert [parlour.game("match-me", count).seats for count in (3, 4, 5, 6)] == [3, 4, 5, 6]
    for count in (1, 2, 7):
        with pytest.raises(parlour.UnknownOption, match="3 to 6 seats"):
            parlour.game("match-me", count)


def test_a_team_is_a_seat_with_one_hand() -> None:
    """MM-01: teams are names at a seat, nothing more."""
    match = parlour.Match(parlour.game("match-me", 3), seed=1, teams=[["Ana", "Al"], ["Bo"], ["Cy"]])
    assert match.scene().players[0].members == ("Ana", "Al")


def test_two_players_only_by_house_rule() -> None:
    """MM-G19"""
    assert len(Scenario.dealt("match-me", 2, {"allow_two": True}).scene().players) == 2
    with pytest.raises(parlour.UnknownOption, match="2 to 6"):
        parlour.game("match-me", 1, allow_two=True)


def test_the_deck_has_54_cards_in_15_categories() -> None:
    """MM-02, MM-04, MM-05, MM-G17"""
    three = GAME(seats=3)
    assert len(three.cards) == 54
    assert sum(card.location for card in three.cards) == 20
    sizes = {name: sum(card.category == name for card in three.cards) for name in three.category_names}
    assert len(sizes) == 15
    assert {sizes[name] for name in ("Birds", "Mammals")} == {4}
    assert sizes["Spring Flowers"] == 5
    locations = {card.category for card in three.cards if card.location}
    assert locations == {"Shore", "Wetland", "Evergreen Forest", "Hardwood Forest", "Open Field", "Limestone Bluff"}


def test_points_and_habitats_do_not_matter() -> None:
    """MM-06: a score counts cards, whatever their points."""
    table = at([], [], [], groups={0: ["insects"]}, ended="went out")
    outcome = table.result
    assert outcome.scores == (3, 0, 0)  # their points are 3 + 3 + 1


def test_the_deal() -> None:
    """MM-07, MM-08, MM-09, MM-10, MM-11"""
    keys = GAME(seats=3).keys
    table = Scenario.dealt("match-me", 3, luck={"dealer": 1, "deal": keys})
    assert [len(hand(table, seat)) for seat in range(3)] == [5, 5, 5]
    assert hand(table, 0) == sorted(keys[49:54])
    assert hand(table, 2) == sorted(keys[39:44])
    assert table["discard_pile"] == [keys[38]]
    assert table["draw_pile"] == list(keys[:38])
    assert table.to_act == (2,)  # left of the dealer
    assert [event.kind for event in table.events()] == ["dealt", "dealt", "dealt", "turned up", "begins"]


@pytest.mark.parametrize(("count", "left"), [(3, 38), (4, 33), (5, 28), (6, 23)])
def test_what_is_left_to_draw(count: int, left: int) -> None:
    """MM-09"""
    assert len(Scenario.dealt("match-me", count).cards("draw_pile")) == left


def test_turns_go_to_the_left() -> None:
    """MM-11, MM-30"""
    table = at(["harebell"], ["sea-cave"], ["tamarack"])
    for seat in (0, 1, 2, 0):
        assert table.to_act == (seat,)
        table.do("take 1", seat=seat)
        table.do(table.legal(seat)[0], seat=seat)


# Step 1: asking


def test_a_turn_is_add_lay_discard() -> None:
    """MM-12"""
    table = at(["croghan-water", "browns-brook", "sea-cave"], ["lake-shore-nature-trail"], ["tamarack"])
    assert not any(text.startswith(("discard", "lay")) for text in table.legal(0))
    table.do("ask 2 wetland", "stop")
    assert table["players", 0, "groups"] == ["wetland"]
    assert table.legal(0) == ["discard sea-cave"]


def test_asking_and_picking_up_exclude_each_other() -> None:
    """MM-13"""
    table = at(["bald-eagle", "sea-cave"], ["barred-owl"], ["tamarack"])
    table.do("ask 2 birds")
    assert not any(text.startswith("take") for text in table.legal(0))
    table.may_not("take 1", because="cannot pick up as well")
    table = at(["bald-eagle", "sea-cave"], ["barred-owl"], ["tamarack"])
    table.do("take 1")
    table.may_not("ask 2 birds", because="added cards already")


def test_a_request_names_another_player_and_a_category_you_hold() -> None:
    """MM-14, MM-15"""
    table = at(["bald-eagle", "sea-cave"], ["harebell"], [])
    asks = [text for text in table.legal(0) if text.startswith("ask")]
    assert asks == [f"ask {player} {category}" for player in (2, 3) for category in ("birds", "geological-features")]
    table.may_not("ask 2 summer-flowers", because="You hold no Summer Flowers")
    table.may_not("ask 1 birds", because="cannot ask yourself")


def test_all_cards_of_the_category_are_handed_over() -> None:
    """MM-16"""
    table = at(["bald-eagle"], ["barred-owl", "herring-gull", "harebell"], ["pileated-woodpecker"])
    table.do("ask 2 birds")
    assert hand(table, 0) == ["bald-eagle", "barred-owl", "herring-gull"]
    assert hand(table, 1) == ["harebell"]
    assert table.last[-1].get("count") == 2


def test_after_a_success_ask_again_anybody_or_stop() -> None:
    """MM-17, MM-G07, MM-G08"""
    table = at(["bald-eagle", "bumble-bee"], ["barred-owl", "green-darner"], ["herring-gull"])
    table.do("ask 2 birds")
    again = table.legal(0)
    assert {"stop", "ask 2 birds", "ask 2 insects", "ask 3 birds", "ask 3 insects"} == set(again)
    table.do("ask 2 insects", seat=0)  # the same player, another category
    table.do("ask 3 birds", "stop", "discard bumble-bee", seat=0)
    assert "marsh-marigold" in hand(table, 0)  # stopping at will does not lose the draw


def test_cards_just_received_count() -> None:
    """MM-18: each request needs a card of its own category at that moment."""
    table = at(["bald-eagle"], ["barred-owl"], ["herring-gull"])
    table.do("ask 2 birds")
    assert set(table.legal(0)) == {"stop", "ask 2 birds", "ask 3 birds"}
    table.may_not("ask 3 mammals", because="You hold no Mammals")


def test_a_refusal_ends_the_asking() -> None:
    """MM-19"""
    table = at(["bald-eagle", "sea-cave"], ["harebell"], ["herring-gull"])
    table.do("ask 2 birds")
    assert table.happened == ["asked", "refused"]
    assert str(table.last[1].get("words")).startswith("Go ")
    assert all(text.startswith("discard") for text in table.legal(0))


def test_refusals_vary_without_luck() -> None:
    """MM-19: twelve refusals use each of the sayings once, with any number of players."""
    table = Scenario.dealt("match-me", 3, seed="sayings")
    for _ in table.play_on("sayings", 600):
        said = [str(event.get("words")) for event in table.events("refused")]
        if len(said) >= 12:
            break
    assert len(set(said[:12])) == 12


def test_an_asker_draws_at_the_end_of_the_turn() -> None:
    """MM-20, MM-G01: after the discard, so the card cannot be laid this turn."""
    table = at(["bald-eagle", "sea-cave"], ["harebell"], ["herring-gull"])
    table.do("ask 2 birds")
    assert len(table.cards("draw_pile")) == 2
    table.do("discard sea-cave", seat=0)
    assert table.happened == ["discarded", "drew"]
    assert hand(table, 0) == ["bald-eagle", "marsh-marigold"]
    assert len(table.cards("draw_pile")) == 1


def test_a_group_completed_by_the_draw_waits_and_can_be_asked_for() -> None:
    """MM-G12"""
    table = at(["harebell", "ox-eye-daisy", "sea-cave"], ["tamarack"], ["sugar-maple"], draw_pile=["fringed-gentian"])
    table.do("ask 2 summer-flowers", "discard sea-cave")
    assert hand(table, 0) == sorted(SUMMER)
    assert table["players", 0, "groups"] == []
    assert not table.over()
    table.do("take 1", "discard tamarack", seat=1)
    # Seat 2 holds none, so it cannot ask; at seat 0's next turn any request lays the group.
    table.do("take 1", "discard tamarack", seat=2)
    table.do("ask 3 summer-flowers", seat=0)
    assert table["players", 0, "groups"] == ["summer-flowers"]


def test_an_empty_draw_pile_means_no_draw() -> None:
    """MM-G02"""
    table = at(["bald-eagle", "sea-cave"], ["harebell"], [], draw_pile=[])
    table.do("ask 2 birds")
    table.do("discard sea-cave")
    assert table.happened == ["discarded"]
    assert len(table.cards("discard_pile")) == 2


def test_an_empty_hand_must_pick_up() -> None:
    """MM-28, MM-G04, MM-T4: with no card to show there is nothing to ask for."""
    table = at([], ["harebell"], ["tamarack"], discard_pile=["arch-rock", "sea-cave"])
    assert table.legal(0) == ["take 1", "take 2"]
    table.do("take 2", "discard arch-rock")
    assert hand(table, 0) == ["sea-cave"]


def test_the_discard_pile_is_never_empty_when_a_turn_starts() -> None:
    """MM-G04: whatever is picked up, the turn leaves a card."""
    for seed in range(5):
        table = Scenario.dealt("match-me", 3, seed=seed)
        for _ in table.play_on(seed):
            assert table["step"] != "add cards" or table["discard_pile"] != []


def test_asking_for_a_complete_category_is_legal() -> None:
    """MM-G05, MM-T3, MM-25: it fails, the group is laid, and that ends the game."""
    table = at(SUMMER, ["tamarack"], ["sea-cave"])
    table.do("ask 2 summer-flowers")
    assert table.happened == ["asked", "refused", "laid", "showed", "showed", "ended"]
    assert table.to_act == ()
    assert len(table.cards("draw_pile")) == 2  # no draw any more


def test_a_player_without_cards_may_be_asked() -> None:
    """MM-G09: a known pass."""
    table = at(["bald-eagle"], [], ["sea-cave"])
    table.may("ask 2 birds")
    assert table.do("ask 2 birds").happened[1] == "refused"


def test_adding_cards_cannot_be_skipped() -> None:
    """MM-G11"""
    table = at(["bald-eagle"], ["harebell"], ["sea-cave"])
    assert set(table.legal(0)) == {"take 1", "ask 2 birds", "ask 3 birds"}
    table.may_not("discard bald-eagle", because="First ask somebody or pick up")


def test_laid_groups_are_safe() -> None:
    """MM-G13"""
    table = at(["sea-cave"], ["natural-arch", "harebell"], ["tamarack"], groups={1: ["birds"]})
    table.do("ask 2 geological-features")
    assert table["players", 1, "groups"] == ["birds"]
    assert not any("birds" in text for text in table.legal(0))


def test_a_hand_emptied_by_a_request_does_not_end_the_game() -> None:
    """MM-26, MM-28"""
    table = at(["bald-eagle", "sea-cave"], ["barred-owl"], ["harebell"])
    table.do("ask 2 birds")
    assert hand(table, 1) == []
    assert not table.over()
    table.do("stop", "discard sea-cave", seat=0)
    assert table.legal(1) == ["take 1", "take 2"]


# Step 1: picking up


def test_picking_up_takes_an_unbroken_run_from_the_top() -> None:
    """MM-21, MM-T2: wanting the second card from below means taking all above it."""
    pile = ["arch-rock", "sea-cave", "harebell", "tamarack"]
    table = at(["bald-eagle"], ["barred-owl"], [], discard_pile=pile)
    assert [text for text in table.legal(0) if text.startswith("take")] == [f"take {n}" for n in (1, 2, 3, 4)]
    table.do("take 3")
    assert hand(table, 0) == ["bald-eagle", "harebell", "sea-cave", "tamarack"]
    assert table["discard_pile"] == ["arch-rock"]
    at(["bald-eagle"], ["barred-owl"], []).may_not("take 2", because="no more than 1")


def test_even_the_whole_deck_can_be_picked_up() -> None:
    """MM-21: when everybody has discarded the last card, all cards lie there."""
    table = at([], [], [], options={"deck": "tiny"}, discard_pile=list(GAME(seats=3, deck="tiny").keys), draw_pile=[])
    assert table.legal(0) == [f"take {count}" for count in range(1, 7)]
    table.do("take 6")
    assert table.over()  # both groups complete: laid, and out


def test_no_draw_after_picking_up() -> None:
    """MM-22"""
    table = at(["bald-eagle"], ["barred-owl"], [])
    table.do("take 1")
    table.do("discard bald-eagle")
    assert table.happened == ["discarded"]
    assert len(table.cards("draw_pile")) == 2


def test_a_card_just_picked_up_may_be_discarded() -> None:
    """MM-G10"""
    table = at(["bald-eagle"], ["barred-owl"], [])
    table.do("take 1")
    table.may("discard arch-rock")


# Step 2: laying


def test_complete_groups_are_laid_at_once_and_several() -> None:
    """MM-23, MM-24, MM-G06"""
    mine = [*SUMMER[:2], *WETLAND, "sea-cave"]
    table = at(mine, ["tamarack"], [], discard_pile=["arch-rock", "fringed-gentian"])
    table.do("take 1")
    assert [event.get("category") for event in table.last if event.kind == "laid"] == ["wetland", "summer-flowers"]
    assert table["players", 0, "groups"] == ["wetland", "summer-flowers"]
    assert table.legal(0) == ["discard sea-cave"]


def test_an_unfinished_group_is_not_laid() -> None:
    """MM-05, MM-23: every card of the category is needed, and sizes differ."""
    table = at(BIRDS[:3], ["tamarack"], [], discard_pile=["green-darner"])
    table.do("take 1")
    assert table["players", 0, "groups"] == []


def test_laying_the_whole_hand_ends_the_game_at_once() -> None:
    """MM-25"""
    table = at(SUMMER[:2], ["tamarack"], [], discard_pile=["arch-rock", "fringed-gentian"])
    table.do("take 1")
    assert table.to_act == ()
    assert table["discard_pile"] == ["arch-rock"]  # no discard


# Step 3: discarding


def test_exactly_one_card_is_discarded() -> None:
    """MM-29, MM-30"""
    table = at(["bald-eagle", "sea-cave"], ["barred-owl"], [])
    table.do("take 1")
    assert set(table.legal(0)) == {"discard arch-rock", "discard bald-eagle", "discard sea-cave"}
    table.may_not("discard harebell", because="do not hold")
    table.do("discard sea-cave", seat=0)
    assert table.to_act == (1,)
    assert table["discard_pile"] == ["sea-cave"]


def test_a_hand_emptied_by_the_discard_does_not_end_the_game() -> None:
    """MM-27, MM-28"""
    table = at(["bald-eagle"], ["harebell"], ["sea-cave"], draw_pile=[])
    table.do("ask 2 birds", "discard bald-eagle")
    assert hand(table, 0) == []
    assert not table.over()
    assert table.to_act == (1,)


def test_the_draw_refills_a_hand_emptied_by_the_discard() -> None:
    """MM-G21"""
    table = at(["bald-eagle"], ["harebell"], ["sea-cave"])
    table.do("ask 2 birds", "discard bald-eagle")
    assert hand(table, 0) == ["marsh-marigold"]


def test_the_discard_pile_is_open() -> None:
    """MM-31: everybody, spectators too, sees all of it."""
    table = at(["bald-eagle"], ["harebell"], [], discard_pile=["arch-rock", "sea-cave", "tamarack"])
    for viewer in (-1, 0, 1, 2):
        assert table.shown(viewer, "discard") == ["arch-rock", "sea-cave", "tamarack"]


# The end


def test_three_idle_rounds_end_the_game_once_the_draw_pile_is_empty() -> None:
    """MM-G03, first form: nobody lays a group."""
    table = at(["bald-eagle"], ["harebell"], ["sea-cave"], draw_pile=[])
    for turn in range(9):
        seat = turn % 3
        assert table.to_act == (seat,)
        table.do("take 1", seat=seat)
        table.do(table.legal(seat)[-1], seat=seat)
    outcome = table.result
    assert "Nothing moved" in outcome.reason
    assert outcome.scores == (-1, -1, -1)


def test_three_idle_rounds_end_the_game_with_cards_left_to_draw() -> None:
    """MM-G03, second form: neither a draw nor a laid group; a draw starts the count again."""
    table = at(["bald-eagle", "tamarack"], ["harebell"], ["sea-cave"], idle=8)
    twin = table.copy()
    table.do("take 1", "discard tamarack")
    assert table.over()
    twin.do("ask 2 birds", "discard tamarack", seat=0)
    assert not twin.over()
    assert twin["idle"] == 0


def test_a_laid_group_starts_the_count_again() -> None:
    """MM-G03"""
    mine = [*SUMMER[:2], "sea-cave"]
    table = at(mine, ["tamarack"], [], discard_pile=["arch-rock", "fringed-gentian"], draw_pile=[], idle=8)
    table.do("take 1", "discard sea-cave")
    assert not table.over()
    assert table["idle"] == 0


# Scoring


def test_the_example_of_the_rule_sheet() -> None:
    """MM-03, MM-32, MM-33, MM-34, MM-T1: Jane 7, Bob 7 - 2 = 5."""
    bob = ["monarch-butterfly", "green-darner", "large-flowered-trillium", "yellow-trout-lily", "marsh-marigold"]
    table = at(
        BIRDS[:3],
        bob,
        [],
        groups={0: ["summer-flowers"], 1: ["deciduous-trees", "mammals"]},
        discard_pile=["arch-rock", "herring-gull"],
        draw_pile=[],
    )
    table.do("take 1")
    outcome = table.result
    assert outcome.scores == (7, 5, 0)
    assert outcome.winners == (0,)
    assert "went out" in outcome.reason


def test_a_complete_group_in_hand_costs_a_point() -> None:
    """MM-G14"""
    table = at(SUMMER[:2], MAMMALS, [], discard_pile=["fringed-gentian"])
    table.do("take 1")
    outcome = table.result
    assert outcome.scores == (3, -1, 0)  # MM-G15: negative


def test_scores_may_be_negative_and_ties_share_the_win() -> None:
    """MM-G15, MM-G16"""
    table = at(["bald-eagle"], ["harebell", "sea-cave"], ["tamarack"], ended="stalemate")
    outcome = table.result
    assert outcome.scores == (-1, -2, -1)
    assert outcome.ranks == (1, 3, 1)
    assert outcome.winners == (0, 2)


def test_one_deal_is_one_game() -> None:
    """MM-G18"""
    table = at(SUMMER[:2], ["tamarack"], [], discard_pile=["fringed-gentian"])
    table.do("take 1")
    assert table.to_act == ()
    assert [table.legal(seat) for seat in range(3)] == [[], [], []]
    table.may_not("take 1", because="The game is over")
