"""What a Match Me player reads: short names, labels and previews."""

from parlour.core.game import NOBODY
from parlour.core.scene import Choice
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.state import Table

NAMES = ["You", "Bo", "Cy"]


def at(game: MatchMe, *hands: list[str], **more: object) -> Table:
    """Seat 0 to move; Arch Rock lies on Herring Gull on the discard pile."""
    position = {"discard_pile": ["herring-gull", "arch-rock"], "players": [{"hand": hand} for hand in hands], **more}
    return game.load(position)


def choices(game: MatchMe, table: Table) -> dict[str, Choice]:
    prompt = game.scene(game.view(table, 0), NAMES).prompt
    assert prompt is not None
    return {choice.text: choice for choice in prompt.choices}


def test_no_two_categories_look_alike() -> None:
    game = MatchMe(seats=3)
    looks = {game.types[card.key].short for card in game.cards}
    assert len(looks) == len(game.categories)
    assert {"Spri", "Summ", "Open"} <= looks


def test_labels_say_the_category_of_a_card() -> None:
    game = MatchMe(seats=3)
    offered = choices(game, at(game, ["harebell"], ["bald-eagle"], ["bumble-bee"]))
    assert offered["take 1"].label == "Pick up Arch Rock (Limestone Bluff)"
    assert offered["take 2"].label == "Pick up 2, down to Herring Gull (Birds)"
    assert offered["take 2"].pieces == ("card:arch-rock", "card:herring-gull")
    offered = choices(game, at(game, ["harebell"], ["bald-eagle"], ["bumble-bee"], step="discard"))
    assert offered["discard harebell"].label == "Discard Harebell (Summer Flowers)"


def test_picking_up_says_which_group_it_completes() -> None:
    game = MatchMe(seats=3)
    birds = ["bald-eagle", "barred-owl", "pileated-woodpecker"]
    offered = choices(game, at(game, birds, ["harebell"], ["bumble-bee"]))
    assert (offered["take 1"].preview, offered["take 2"].preview) == ("", "completes Birds")


def test_requests_that_must_fail_say_so() -> None:
    game = MatchMe(seats=3)
    insects = ["monarch-butterfly", "green-darner", "bumble-bee"]
    offered = choices(game, at(game, [*insects, "harebell"], ["bald-eagle"], []))
    assert offered["ask 2 insects"].preview == "you hold them all"
    assert offered["ask 2 summer-flowers"].preview == ""
    assert offered["ask 3 summer-flowers"].preview == "no cards in hand"
    styles = [offered[f"ask {of}"].style for of in ("2 insects", "2 summer-flowers", "3 summer-flowers")]
    assert styles == ["optional", "main", "optional"]


def test_laying_is_mentioned_where_there_is_something_to_lay() -> None:
    game = MatchMe(seats=3, lay_optional=True)
    insects = ["monarch-butterfly", "green-darner", "bumble-bee"]
    for hand, text in (
        ([*insects, "harebell"], "Lay a group if you like, or discard a card."),
        (["harebell"], "Choose a card to discard."),
    ):
        prompt = game.scene(game.view(at(game, hand, ["bald-eagle"], [], step="discard"), 0), NAMES).prompt
        assert prompt is not None and prompt.text == text


def test_a_player_is_counted_once_in_each_way() -> None:
    game = MatchMe(seats=3)
    table = at(game, ["harebell"], ["bald-eagle"], ["sea-cave", "sea-stack"])
    scene = game.scene(game.view(table, NOBODY), ["Ana", "Bo", "Cy"])
    assert [player.counters for player in scene.players] == [{"laid": 0}] * 3
    assert [zone.count for zone in scene.zones if zone.id.startswith("hand:")] == [1, 1, 2]
