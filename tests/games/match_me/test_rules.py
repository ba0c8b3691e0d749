"""Match Me If You Can!, rule by rule: set-up, asking, picking up, laying, discarding, the end."""

from typing import Any

import pytest

import parlour
from parlour.core.chance import Sampled, Scripted
from parlour.core.events import Event
from parlour.core.rng import Rng
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.sayings import REFUSALS
from parlour.games.match_me.state import Table

BIRDS = ["bald-eagle", "barred-owl", "pileated-woodpecker", "herring-gull"]
MAMMALS = ["eastern-chipmunk", "red-squirrel", "american-beaver", "little-brown-bat"]
INSECTS = ["monarch-butterfly", "green-darner", "bumble-bee"]
SUMMER = ["harebell", "ox-eye-daisy", "fringed-gentian"]
WETLAND = ["croghan-water", "browns-brook", "lake-shore-nature-trail"]


def seats(*hands: list[str], groups: dict[int, list[str]] | None = None) -> list[dict[str, object]]:
    laid = groups or {}
    return [{"hand": hand, "groups": laid.get(seat, [])} for seat, hand in enumerate(hands)]


def at(game: MatchMe, players: list[dict[str, object]], **more: object) -> Table:
    """A position: seat 0 to move, Arch Rock on the discard pile, two Spring Flowers left to draw."""
    position: dict[str, object] = {
        "turn": 0,
        "discard_pile": ["arch-rock"],
        "draw_pile": ["yellow-trout-lily", "marsh-marigold"],
        "players": players,
        **more,
    }
    return game.load(position)


def play(game: MatchMe, table: Table, seat: int, text: str, luck: list[dict[str, object]] | None = None) -> list[Event]:
    events: list[Event] = []
    game.apply(table, seat, game.actions.id_of(text), Scripted(luck or []), events.append)
    return events


def offered(game: MatchMe, table: Table, seat: int = 0) -> list[str]:
    return [game.actions.texts[action] for action in game.legal(table, seat)]


def hand(game: MatchMe, table: Table, seat: int) -> list[str]:
    found: Any = game.dump(table)["players"]
    return sorted(found[seat]["hand"])


def groups(game: MatchMe, table: Table, seat: int) -> list[str]:
    found: Any = game.dump(table)["players"]
    return list(found[seat]["groups"])


@pytest.fixture
def three() -> MatchMe:
    return MatchMe(seats=3)


# Frame and set-up


def test_three_to_six_seats() -> None:
    """MM-01"""
    assert [MatchMe(seats=count).seats for count in (3, 4, 5, 6)] == [3, 4, 5, 6]
    for count in (1, 2, 7):
        with pytest.raises(parlour.UnknownOption, match="3 to 6 seats"):
            MatchMe(seats=count)


def test_a_team_is_a_seat_with_one_hand() -> None:
    """MM-01: teams are names at a seat, nothing more."""
    match = parlour.Match(parlour.game("match-me", 3), seed=1, teams=[["Ana", "Al"], ["Bo"], ["Cy"]])
    assert match.scene().players[0].members == ("Ana", "Al")


def test_two_players_only_by_house_rule() -> None:
    """MM-G19"""
    game = MatchMe(seats=2, allow_two=True)
    table = game.new(Sampled(Rng("two")))
    assert len(table.players) == 2
    with pytest.raises(parlour.UnknownOption, match="2 to 6"):
        MatchMe(seats=1, allow_two=True)


def test_the_deck_has_54_cards_in_15_categories(three: MatchMe) -> None:
    """MM-02, MM-04, MM-05, MM-G17"""
    assert len(three.cards) == 54
    assert sum(card.location for card in three.cards) == 20
    sizes = {name: sum(card.category == name for card in three.cards) for name in three.category_names}
    assert len(sizes) == 15
    assert {sizes[name] for name in ("Birds", "Mammals")} == {4}
    assert sizes["Spring Flowers"] == 5
    locations = {card.category for card in three.cards if card.location}
    assert locations == {"Shore", "Wetland", "Evergreen Forest", "Hardwood Forest", "Open Field", "Limestone Bluff"}


def test_points_and_habitats_do_not_matter(three: MatchMe) -> None:
    """MM-06: a score counts cards, whatever their points."""
    table = at(three, seats([], [], [], groups={0: ["insects"]}), ended="went out")
    outcome = three.outcome(table)
    assert outcome is not None
    assert outcome.scores == (3, 0, 0)  # their points are 3 + 3 + 1


def test_the_deal(three: MatchMe) -> None:
    """MM-07, MM-08, MM-09, MM-10, MM-11"""
    order = list(range(54))
    events: list[Event] = []
    luck = [{"pick": 1, "of": 3, "why": "dealer"}, {"order": order, "why": "deal"}]
    table = three.new(Scripted(luck), events.append)
    assert [player.hand_size for player in table.players] == [5, 5, 5]
    keys = three.keys
    assert hand(three, table, 0) == sorted(keys[49:54])
    assert hand(three, table, 2) == sorted(keys[39:44])
    assert [keys[card] for card in table.discards] == [keys[38]]
    assert table.draw_left == 38
    assert table.turn == 2  # left of the dealer
    assert [event.kind for event in events] == ["dealt", "dealt", "dealt", "turned up", "begins"]


@pytest.mark.parametrize(("count", "left"), [(3, 38), (4, 33), (5, 28), (6, 23)])
def test_what_is_left_to_draw(count: int, left: int) -> None:
    """MM-09"""
    assert MatchMe(seats=count).new(Sampled(Rng(count))).draw_left == left


def test_turns_go_to_the_left(three: MatchMe) -> None:
    """MM-11, MM-30"""
    table = at(three, seats(["harebell"], ["sea-cave"], ["tamarack"]))
    for seat in (0, 1, 2, 0):
        assert three.to_act(table) == (seat,)
        play(three, table, seat, "take 1")
        play(three, table, seat, offered(three, table, seat)[0])


# Step 1: asking


def test_a_turn_is_add_lay_discard(three: MatchMe) -> None:
    """MM-12"""
    table = at(three, seats(["croghan-water", "browns-brook", "sea-cave"], ["lake-shore-nature-trail"], ["tamarack"]))
    assert not any(text.startswith(("discard", "lay")) for text in offered(three, table))
    play(three, table, 0, "ask 2 wetland")
    play(three, table, 0, "stop")
    assert groups(three, table, 0) == ["wetland"]
    assert offered(three, table) == ["discard sea-cave"]


def test_asking_and_picking_up_exclude_each_other(three: MatchMe) -> None:
    """MM-13"""
    table = at(three, seats(["bald-eagle", "sea-cave"], ["barred-owl"], ["tamarack"]))
    play(three, table, 0, "ask 2 birds")
    assert not any(text.startswith("take") for text in offered(three, table))
    with pytest.raises(parlour.IllegalAction, match="may not pick up as well"):
        play(three, table, 0, "take 1")
    table = at(three, seats(["bald-eagle", "sea-cave"], ["barred-owl"], ["tamarack"]))
    play(three, table, 0, "take 1")
    with pytest.raises(parlour.IllegalAction, match="added cards already"):
        play(three, table, 0, "ask 2 birds")


def test_a_request_names_another_player_and_a_category_you_hold(three: MatchMe) -> None:
    """MM-14, MM-15"""
    table = at(three, seats(["bald-eagle", "sea-cave"], ["harebell"], []))
    asks = [text for text in offered(three, table) if text.startswith("ask")]
    assert asks == [f"ask {player} {category}" for player in (2, 3) for category in ("birds", "geological-features")]
    with pytest.raises(parlour.IllegalAction, match="You hold no Summer Flowers"):
        play(three, table, 0, "ask 2 summer-flowers")
    with pytest.raises(parlour.IllegalAction, match="cannot ask yourself"):
        play(three, table, 0, "ask 1 birds")


def test_all_cards_of_the_category_are_handed_over(three: MatchMe) -> None:
    """MM-16"""
    table = at(three, seats(["bald-eagle"], ["barred-owl", "herring-gull", "harebell"], ["pileated-woodpecker"]))
    events = play(three, table, 0, "ask 2 birds")
    assert hand(three, table, 0) == ["bald-eagle", "barred-owl", "herring-gull"]
    assert hand(three, table, 1) == ["harebell"]
    assert events[-1].get("count") == 2


def test_after_a_success_ask_again_anybody_or_stop(three: MatchMe) -> None:
    """MM-17, MM-G07, MM-G08"""
    table = at(three, seats(["bald-eagle", "bumble-bee"], ["barred-owl", "green-darner"], ["herring-gull"]))
    play(three, table, 0, "ask 2 birds")
    again = offered(three, table)
    assert {"stop", "ask 2 birds", "ask 2 insects", "ask 3 birds", "ask 3 insects"} == set(again)
    play(three, table, 0, "ask 2 insects")  # the same player, another category
    play(three, table, 0, "ask 3 birds")
    play(three, table, 0, "stop")
    play(three, table, 0, "discard bumble-bee")
    assert "marsh-marigold" in hand(three, table, 0)  # stopping at will does not lose the draw


def test_cards_just_received_count(three: MatchMe) -> None:
    """MM-18: each request needs a card of its own category at that moment."""
    table = at(three, seats(["bald-eagle"], ["barred-owl"], ["herring-gull"]))
    play(three, table, 0, "ask 2 birds")
    assert set(offered(three, table)) == {"stop", "ask 2 birds", "ask 3 birds"}
    with pytest.raises(parlour.IllegalAction, match="You hold no Mammals"):
        play(three, table, 0, "ask 3 mammals")


def test_a_refusal_ends_the_asking(three: MatchMe) -> None:
    """MM-19"""
    table = at(three, seats(["bald-eagle", "sea-cave"], ["harebell"], ["herring-gull"]))
    events = play(three, table, 0, "ask 2 birds")
    assert [event.kind for event in events] == ["asked", "refused"]
    assert events[1].get("words") in REFUSALS
    assert all(text.startswith("discard") for text in offered(three, table))


def test_refusals_vary_without_luck(three: MatchMe) -> None:
    """MM-19: the saying follows from the turn and the seat."""
    said = set()
    for turns in range(12):
        table = at(three, seats(["bald-eagle", "sea-cave"], ["harebell"], ["herring-gull"]), turns=turns)
        said.add(play(three, table, 0, "ask 2 birds")[1].get("words"))
    assert said == set(REFUSALS)


def test_an_asker_draws_at_the_end_of_the_turn(three: MatchMe) -> None:
    """MM-20, MM-G01: after the discard, so the card cannot be laid this turn."""
    table = at(three, seats(["bald-eagle", "sea-cave"], ["harebell"], ["herring-gull"]))
    play(three, table, 0, "ask 2 birds")
    assert table.draw_left == 2
    events = play(three, table, 0, "discard sea-cave")
    assert [event.kind for event in events] == ["discarded", "drew"]
    assert hand(three, table, 0) == ["bald-eagle", "marsh-marigold"]
    assert table.draw_left == 1


def test_a_group_completed_by_the_draw_waits_and_can_be_asked_for(three: MatchMe) -> None:
    """MM-G12"""
    players = seats(["harebell", "ox-eye-daisy", "sea-cave"], ["tamarack"], ["sugar-maple"])
    table = at(three, players, draw_pile=["fringed-gentian"])
    play(three, table, 0, "ask 2 summer-flowers")
    play(three, table, 0, "discard sea-cave")
    assert hand(three, table, 0) == sorted(SUMMER)
    assert groups(three, table, 0) == []
    assert three.outcome(table) is None
    play(three, table, 1, "take 1")
    play(three, table, 1, "discard tamarack")
    # Seat 2 holds none, so it cannot ask; at seat 0's next turn any request lays the group.
    play(three, table, 2, "take 1")
    play(three, table, 2, "discard tamarack")
    play(three, table, 0, "ask 3 summer-flowers")
    assert groups(three, table, 0) == ["summer-flowers"]


def test_an_empty_draw_pile_means_no_draw(three: MatchMe) -> None:
    """MM-G02"""
    table = at(three, seats(["bald-eagle", "sea-cave"], ["harebell"], []), draw_pile=[])
    play(three, table, 0, "ask 2 birds")
    events = play(three, table, 0, "discard sea-cave")
    assert [event.kind for event in events] == ["discarded"]
    assert len(table.discards) == 2


def test_an_empty_hand_must_pick_up(three: MatchMe) -> None:
    """MM-28, MM-G04, MM-T4: with no card to show there is nothing to ask for."""
    table = at(three, seats([], ["harebell"], ["tamarack"]), discard_pile=["arch-rock", "sea-cave"])
    assert offered(three, table) == ["take 1", "take 2"]
    play(three, table, 0, "take 2")
    play(three, table, 0, "discard arch-rock")
    assert hand(three, table, 0) == ["sea-cave"]


def test_the_discard_pile_is_never_empty_when_a_turn_starts(three: MatchMe) -> None:
    """MM-G04: whatever is picked up, the turn leaves a card."""
    rng, luck = Rng("never empty"), Sampled(Rng("never empty, luck"))
    for _ in range(5):
        table = three.new(luck)
        while three.actor(table) >= 0:
            if table.step == 0:
                assert table.discards
            legal = three.legal(table, table.turn)
            three.apply(table, table.turn, legal[rng.below(len(legal))], luck)


def test_asking_for_a_complete_category_is_legal(three: MatchMe) -> None:
    """MM-G05, MM-T3, MM-25: it fails, the group is laid, and that ends the game."""
    table = at(three, seats(SUMMER, ["tamarack"], ["sea-cave"]))
    events = play(three, table, 0, "ask 2 summer-flowers")
    assert [event.kind for event in events] == ["asked", "refused", "laid", "showed", "showed", "ended"]
    assert three.to_act(table) == ()
    assert table.draw_left == 2  # no draw any more


def test_a_player_without_cards_may_be_asked(three: MatchMe) -> None:
    """MM-G09: a known pass."""
    table = at(three, seats(["bald-eagle"], [], ["sea-cave"]))
    assert "ask 2 birds" in offered(three, table)
    assert play(three, table, 0, "ask 2 birds")[1].kind == "refused"


def test_adding_cards_cannot_be_skipped(three: MatchMe) -> None:
    """MM-G11"""
    table = at(three, seats(["bald-eagle"], ["harebell"], ["sea-cave"]))
    assert set(offered(three, table)) == {"take 1", "ask 2 birds", "ask 3 birds"}
    with pytest.raises(parlour.IllegalAction, match="First ask somebody or pick up"):
        play(three, table, 0, "discard bald-eagle")


def test_laid_groups_are_safe(three: MatchMe) -> None:
    """MM-G13"""
    rest = seats(["sea-cave"], ["natural-arch", "harebell"], ["tamarack"], groups={1: ["birds"]})
    table = at(three, rest)
    play(three, table, 0, "ask 2 geological-features")
    assert groups(three, table, 1) == ["birds"]
    assert not any("birds" in text for text in offered(three, table))


def test_a_hand_emptied_by_a_request_does_not_end_the_game(three: MatchMe) -> None:
    """MM-26, MM-28"""
    table = at(three, seats(["bald-eagle", "sea-cave"], ["barred-owl"], ["harebell"]))
    play(three, table, 0, "ask 2 birds")
    assert hand(three, table, 1) == []
    assert three.outcome(table) is None
    play(three, table, 0, "stop")
    play(three, table, 0, "discard sea-cave")
    assert offered(three, table, 1) == ["take 1", "take 2"]


# Step 1: picking up


def test_picking_up_takes_an_unbroken_run_from_the_top(three: MatchMe) -> None:
    """MM-21, MM-T2: wanting the second card from below means taking all above it."""
    pile = ["arch-rock", "sea-cave", "harebell", "tamarack"]
    table = at(three, seats(["bald-eagle"], ["barred-owl"], []), discard_pile=pile)
    assert [text for text in offered(three, table) if text.startswith("take")] == [f"take {n}" for n in (1, 2, 3, 4)]
    play(three, table, 0, "take 3")
    assert hand(three, table, 0) == ["bald-eagle", "harebell", "sea-cave", "tamarack"]
    assert [three.keys[card] for card in table.discards] == ["arch-rock"]
    with pytest.raises(parlour.IllegalAction, match="no more than 1"):
        game = MatchMe(seats=3)
        play(game, at(game, seats(["bald-eagle"], ["barred-owl"], [])), 0, "take 2")


def test_even_the_whole_deck_can_be_picked_up() -> None:
    """MM-21: when everybody has discarded the last card, all cards lie there."""
    game = MatchMe(seats=3, deck="tiny")
    table = game.load({"discard_pile": list(game.keys), "draw_pile": [], "players": [{}, {}, {}]})
    assert offered(game, table) == [f"take {count}" for count in range(1, 7)]
    play(game, table, 0, "take 6")
    assert game.outcome(table) is not None  # both groups complete: laid, and out


def test_no_draw_after_picking_up(three: MatchMe) -> None:
    """MM-22"""
    table = at(three, seats(["bald-eagle"], ["barred-owl"], []))
    play(three, table, 0, "take 1")
    events = play(three, table, 0, "discard bald-eagle")
    assert [event.kind for event in events] == ["discarded"]
    assert table.draw_left == 2


def test_a_card_just_picked_up_may_be_discarded(three: MatchMe) -> None:
    """MM-G10"""
    table = at(three, seats(["bald-eagle"], ["barred-owl"], []))
    play(three, table, 0, "take 1")
    assert "discard arch-rock" in offered(three, table)


# Step 2: laying


def test_complete_groups_are_laid_at_once_and_several(three: MatchMe) -> None:
    """MM-23, MM-24, MM-G06"""
    mine = [*SUMMER[:2], *WETLAND, "sea-cave"]
    table = at(three, seats(mine, ["tamarack"], []), discard_pile=["arch-rock", "fringed-gentian"])
    events = play(three, table, 0, "take 1")
    assert [event.get("category") for event in events if event.kind == "laid"] == ["wetland", "summer-flowers"]
    assert groups(three, table, 0) == ["wetland", "summer-flowers"]
    assert offered(three, table) == ["discard sea-cave"]


def test_an_unfinished_group_is_not_laid(three: MatchMe) -> None:
    """MM-05, MM-23: every card of the category is needed, and sizes differ."""
    table = at(three, seats(BIRDS[:3], ["tamarack"], []), discard_pile=["green-darner"])
    play(three, table, 0, "take 1")
    assert groups(three, table, 0) == []


def test_laying_the_whole_hand_ends_the_game_at_once(three: MatchMe) -> None:
    """MM-25"""
    table = at(three, seats(SUMMER[:2], ["tamarack"], []), discard_pile=["arch-rock", "fringed-gentian"])
    play(three, table, 0, "take 1")
    assert three.to_act(table) == ()
    assert [three.keys[card] for card in table.discards] == ["arch-rock"]  # no discard


# Step 3: discarding


def test_exactly_one_card_is_discarded(three: MatchMe) -> None:
    """MM-29, MM-30"""
    table = at(three, seats(["bald-eagle", "sea-cave"], ["barred-owl"], []))
    play(three, table, 0, "take 1")
    assert set(offered(three, table)) == {"discard arch-rock", "discard bald-eagle", "discard sea-cave"}
    with pytest.raises(parlour.IllegalAction, match="do not hold"):
        play(three, table, 0, "discard harebell")
    play(three, table, 0, "discard sea-cave")
    assert three.to_act(table) == (1,)
    assert [three.keys[card] for card in table.discards] == ["sea-cave"]


def test_a_hand_emptied_by_the_discard_does_not_end_the_game(three: MatchMe) -> None:
    """MM-27, MM-28"""
    table = at(three, seats(["bald-eagle"], ["harebell"], ["sea-cave"]), draw_pile=[])
    play(three, table, 0, "ask 2 birds")
    play(three, table, 0, "discard bald-eagle")
    assert hand(three, table, 0) == []
    assert three.outcome(table) is None
    assert three.to_act(table) == (1,)


def test_the_draw_refills_a_hand_emptied_by_the_discard(three: MatchMe) -> None:
    """MM-G21"""
    table = at(three, seats(["bald-eagle"], ["harebell"], ["sea-cave"]))
    play(three, table, 0, "ask 2 birds")
    play(three, table, 0, "discard bald-eagle")
    assert hand(three, table, 0) == ["marsh-marigold"]


def test_the_discard_pile_is_open(three: MatchMe) -> None:
    """MM-31: everybody, spectators too, sees all of it."""
    table = at(three, seats(["bald-eagle"], ["harebell"], []), discard_pile=["arch-rock", "sea-cave", "tamarack"])
    for viewer in (-1, 0, 1, 2):
        scene = three.scene(three.view(table, viewer), ["A", "B", "C"])
        shown = [piece.type for piece in scene.pieces if piece.zone == "discard"]
        assert shown == ["arch-rock", "sea-cave", "tamarack"]


# The end


def test_three_idle_rounds_end_the_game_once_the_draw_pile_is_empty(three: MatchMe) -> None:
    """MM-G03, first form: nobody lays a group."""
    table = at(three, seats(["bald-eagle"], ["harebell"], ["sea-cave"]), draw_pile=[])
    for turn in range(9):
        seat = turn % 3
        assert three.to_act(table) == (seat,)
        play(three, table, seat, "take 1")
        play(three, table, seat, offered(three, table, seat)[-1])
    outcome = three.outcome(table)
    assert outcome is not None
    assert "Nothing moved" in outcome.reason
    assert outcome.scores == (-1, -1, -1)


def test_three_idle_rounds_end_the_game_with_cards_left_to_draw(three: MatchMe) -> None:
    """MM-G03, second form: neither a draw nor a laid group; a draw starts the count again."""
    table = at(three, seats(["bald-eagle", "tamarack"], ["harebell"], ["sea-cave"]), idle=8)
    twin = three.clone(table)
    play(three, table, 0, "take 1")
    play(three, table, 0, "discard tamarack")
    assert three.outcome(table) is not None
    play(three, twin, 0, "ask 2 birds")
    play(three, twin, 0, "discard tamarack")
    assert three.outcome(twin) is None
    assert twin.idle == 0


def test_a_laid_group_starts_the_count_again(three: MatchMe) -> None:
    """MM-G03"""
    mine = [*SUMMER[:2], "sea-cave"]
    table = at(
        three, seats(mine, ["tamarack"], []), discard_pile=["arch-rock", "fringed-gentian"], draw_pile=[], idle=8
    )
    play(three, table, 0, "take 1")
    play(three, table, 0, "discard sea-cave")
    assert three.outcome(table) is None
    assert table.idle == 0


# Scoring


def test_the_example_of_the_rule_sheet(three: MatchMe) -> None:
    """MM-03, MM-32, MM-33, MM-34, MM-T1: Jane 7, Bob 7 - 2 = 5."""
    bob = ["monarch-butterfly", "green-darner", "large-flowered-trillium", "yellow-trout-lily", "marsh-marigold"]
    players = seats(BIRDS[:3], bob, [], groups={0: ["summer-flowers"], 1: ["deciduous-trees", "mammals"]})
    table = at(three, players, discard_pile=["arch-rock", "herring-gull"], draw_pile=[])
    play(three, table, 0, "take 1")
    outcome = three.outcome(table)
    assert outcome is not None
    assert outcome.scores == (7, 5, 0)
    assert outcome.winners == (0,)
    assert "went out" in outcome.reason


def test_a_complete_group_in_hand_costs_a_point(three: MatchMe) -> None:
    """MM-G14"""
    table = at(three, seats(SUMMER[:2], MAMMALS, []), discard_pile=["fringed-gentian"])
    play(three, table, 0, "take 1")
    outcome = three.outcome(table)
    assert outcome is not None
    assert outcome.scores == (3, -1, 0)  # MM-G15: negative


def test_scores_may_be_negative_and_ties_share_the_win(three: MatchMe) -> None:
    """MM-G15, MM-G16"""
    table = at(three, seats(["bald-eagle"], ["harebell", "sea-cave"], ["tamarack"]), ended="stalemate")
    outcome = three.outcome(table)
    assert outcome is not None
    assert outcome.scores == (-1, -2, -1)
    assert outcome.ranks == (1, 3, 1)
    assert outcome.winners == (0, 2)


def test_one_deal_is_one_game(three: MatchMe) -> None:
    """MM-G18"""
    table = at(three, seats(SUMMER[:2], ["tamarack"], []), discard_pile=["fringed-gentian"])
    play(three, table, 0, "take 1")
    assert three.to_act(table) == ()
    assert all(three.legal(table, seat) == [] for seat in range(3))
    with pytest.raises(parlour.IllegalAction, match="The game is over"):
        play(three, table, 0, "take 1")
