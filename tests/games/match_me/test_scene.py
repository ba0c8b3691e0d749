"""What a Match Me player reads: short names, labels and previews."""

from games.match_me.positions import at
from parlour.games.match_me import GAME
from scenario import Scenario

INSECTS = ["monarch-butterfly", "green-darner", "bumble-bee"]


def seated(*hands: list[str], step: str = "add cards") -> Scenario:
    """Seat 0 to move; Arch Rock lies on Herring Gull on the discard pile."""
    return at(*hands, discard_pile=["herring-gull", "arch-rock"], step=step)


def test_no_two_categories_look_alike() -> None:
    types = Scenario.dealt("match-me", 3).scene(0).types
    looks = {types[card.key].short for card in GAME(seats=3).cards}
    assert len(looks) == 15
    assert {"Spri", "Summ", "Open"} <= looks


def test_labels_say_the_category_of_a_card() -> None:
    offered = seated(["harebell"], ["bald-eagle"], ["bumble-bee"]).choices()
    assert offered["take 1"].label == "Pick up Arch Rock (Limestone Bluff)"
    assert offered["take 2"].label == "Pick up 2, down to Herring Gull (Birds)"
    assert offered["take 2"].pieces == ("card:arch-rock", "card:herring-gull")
    offered = seated(["harebell"], ["bald-eagle"], ["bumble-bee"], step="discard").choices()
    assert offered["discard harebell"].label == "Discard Harebell (Summer Flowers)"


def test_picking_up_says_which_group_it_completes() -> None:
    birds = ["bald-eagle", "barred-owl", "pileated-woodpecker"]
    offered = seated(birds, ["harebell"], ["bumble-bee"]).choices()
    assert (offered["take 1"].preview, offered["take 2"].preview) == ("", "completes Birds")


def test_requests_that_must_fail_say_so() -> None:
    offered = seated([*INSECTS, "harebell"], ["bald-eagle"], []).choices()
    assert offered["ask 2 insects"].preview == "you hold them all"
    assert offered["ask 2 summer-flowers"].preview == ""
    assert offered["ask 3 summer-flowers"].preview == "no cards in hand"
    styles = [offered[f"ask {of}"].style for of in ("2 insects", "2 summer-flowers", "3 summer-flowers")]
    assert styles == ["optional", "main", "optional"]


def test_laying_is_mentioned_where_there_is_something_to_lay() -> None:
    for hand, text in (
        ([*INSECTS, "harebell"], "Lay a group if you like, or discard a card."),
        (["harebell"], "Choose a card to discard."),
    ):
        table = at(hand, ["bald-eagle"], [], step="discard", options={"lay_optional": True})
        assert table.prompt().text == text


def test_a_player_is_counted_once_in_each_way() -> None:
    scene = seated(["harebell"], ["bald-eagle"], ["sea-cave", "sea-stack"]).scene()
    assert [player.counters for player in scene.players] == [{"laid cards": 0}] * 3
    assert [zone.count for zone in scene.zones if zone.id.startswith("hand:")] == [1, 1, 2]
