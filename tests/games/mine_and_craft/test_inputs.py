"""Decks, options, positions and texts that cannot be: each refused with a sentence."""

import copy
import tomllib
from importlib import resources

import pytest

import parlour
from games.mine_and_craft.positions import start
from parlour.core.cards import deck_from_data

TEXT = resources.files("parlour.games.mine_and_craft").joinpath("deck.toml").read_text(encoding="utf-8")


def changed(key: str, **fields: object) -> dict[str, object]:
    data = copy.deepcopy(tomllib.loads(TEXT))
    card = next(card for card in data["card"] if card["key"] == key)
    for name, value in fields.items():
        if value is None:
            del card[name]
        else:
            card[name] = value
    return data


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (changed("wood1", copies=16), "card 'wood1': copies must be from 1 to 15"),
        (changed("wood1", copies=7), "take 75 cards, the deck has 74"),
        (changed("wood1", material="mud"), "card 'wood1': material must be"),
        (changed("wood1", value=4), "card 'wood1': value must be a whole number from 1 to 3"),
        (changed("wood2", value=1), "card 'wood2': the deck already has a card of this kind"),
        (changed("tnt", type="bomb"), "card 'tnt': type must be"),
        (changed("iron-axe", tool="fork"), "card 'iron-axe': tool must be"),
        (changed("iron-axe", cost=None), "card 'iron-axe': cost must be a table"),
        (changed("iron-axe", cost={"mud": 1}), "card 'iron-axe': cost must be a table"),
        (changed("iron-axe", cost={"iron": 9}), "card 'iron-axe': the cost must be from 1 to 8"),
        (changed("iron-axe", cost={"iron": "x", "wood": 1}), "card 'iron-axe': cost must hold whole numbers"),
        (changed("iron-axe", cost={"iron": 1, "gold": 1}), "card 'iron-axe': the cost can have only one material"),
        (changed("iron-axe", points=-1), "card 'iron-axe': points must be"),
        (changed("iron-axe", copies=2), "card 'iron-axe': a Craft Card has exactly 1 copy"),
        (changed("wild1", value=1, copies=15), "take 75 cards, the deck has 83"),
    ],
)
def test_bad_decks(data: dict[str, object], problem: str) -> None:
    with pytest.raises(parlour.BadDeck, match=problem):
        parlour.game("mine-and-craft", deck=deck_from_data(data, "my.toml"))


def test_bad_deck_settings() -> None:
    data = tomllib.loads(TEXT)
    for table, name, value in (("deal", "piles", 9), ("deal", "craft_pile", 7), ("target", "3", 0)):
        wrong = {**data, table: {**data[table], name: value}}
        with pytest.raises(parlour.BadDeck, match=r"my\.toml"):
            parlour.game("mine-and-craft", deck=deck_from_data(wrong, "my.toml"))
    crowded = copy.deepcopy(data)
    for card in crowded["card"]:
        if card["type"] == "craft":
            card["tool"] = "hoe"
    with pytest.raises(parlour.BadDeck, match="at most 7"):
        parlour.game("mine-and-craft", deck=deck_from_data(crowded, "my.toml"))


@pytest.mark.parametrize(
    "options",
    [
        {"refill": "sometimes"},
        {"reserve_max": 0},
        {"reserve_max": 4},
        {"creeper_only_mine": 3},
        {"tools_own_turn_only": "maybe"},
        {"finish_round": 2},
        {"stale_rounds": 4},
        {"creepers_only_mine": True},
    ],
)
def test_bad_options(options: dict[str, object]) -> None:
    with pytest.raises(parlour.UnknownOption):
        parlour.game("mine-and-craft", None, None, **options)


def test_bad_action_text() -> None:
    start().may_not("craft iron axe", because="Did you mean 'craft iron-axe'")


TWO: list[dict[str, object]] = [{}, {}]
RICH = ["diamond-pickaxe", "gold-pickaxe", "iron-pickaxe", "diamond-axe", "gold-axe"]  # 25 points


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"players": [{}]}, "players must have 2 entries"),
        ({"players": TWO, "pile": []}, "is not an entry"),
        ({"players": TWO, "piles": [["mud"]]}, "no card of the deck"),
        ({"players": TWO, "piles": [[]] * 6}, "at most 5 piles"),
        ({"players": TWO, "piles": "wood1"}, "at most 5 piles"),
        ({"players": TWO, "piles": [["diamond3"], ["diamond3"]]}, "more cards 'diamond3'"),
        ({"players": TWO, "piles": [["creeper"]]}, "a Creeper lies on top of pile 1"),
        ({"players": TWO, "piles": [["wood1"]], "discard": ["wood1"]}, "by the rest of the position, discard is"),
        ({"players": TWO, "craft_piles": [["gold-axe"] * 8]}, "too many cards"),
        ({"players": TWO, "craft_piles": [["gold-axe"], ["gold-axe"]]}, "in two places"),
        (
            {"players": TWO, "craft_piles": [["gold-axe"]], "left_over": ["gold-axe"]},
            "by the rest of the position, left_over is",
        ),
        ({"players": [{"stock": ["tnt"]}, {}]}, "holds only resource cards"),
        ({"players": [{"stock": ["diamond3", "diamond3"]}, {}]}, "has more cards 'diamond3' than the deck"),
        ({"players": [{"used": ["gold-axe"]}, {}]}, "not crafted"),
        ({"players": [{"reserved": ["gold-axe", "iron-axe"]}, {}]}, "more than 1"),
        ({"players": TWO, "phase": "paying", "crafting": "gold-axe"}, "cannot be crafted now"),
        ({"players": TWO, "phase": "paying", "crafting": "gold-axe", "craft_piles": [["gold-axe"]]}, "is not the beg"),
        (
            {"players": TWO, "phase": "paying", "crafting": "gold-axe", "craft_piles": [["gold-axe"]], "paid": ["x"]},
            "does not pay",
        ),
        (
            {"players": TWO, "phase": "paying", "crafting": "gold-axe", "craft_piles": [["gold-axe"]], "paid": 1},
            "must be a list",
        ),
        (
            {"players": TWO, "phase": "paying", "crafting": "gold-axe", "craft_piles": [["gold-axe"]], "paid": [[]]},
            "does not pay",
        ),
        ({"players": TWO, "phase": "keeping"}, "the tray holds"),
        ({"players": TWO, "phase": "keeping", "tray": ["wood2"] * 9 + ["tnt"]}, "tray holds more than one card"),
        ({"players": TWO, "phase": "keeping", "tray": ["tnt"]}, "nothing left to keep"),
        ({"players": TWO, "phase": "fleeing"}, "creeper names the pile"),
        ({"players": TWO, "phase": "fleeing", "creeper": 1}, "no Creeper on that pile"),
        ({"players": TWO, "phase": "fleeing", "creeper": 1, "piles": [["creeper"]]}, "need not flee"),
        ({"players": TWO, "actions": 0}, "has no turn"),
        ({"players": TWO, "known": [{"added": ["wood1"]}]}, "does not fit"),
        ({"players": TWO, "known": [{"owed": ["wood1"]}]}, "does not fit the discards"),
        ({"players": TWO, "known": [{"added": ["wood1"], "pile": 1}]}, "every entry but the last"),
        ({"players": TWO, "known": [{"added": ["wood1"], "pile": 1}, {}]}, "hides nothing"),
        ({"players": TWO, "last_by": 1, "last": "dance"}, "such as 'mine 1', not 'dance'"),
        ({"players": TWO, "last_by": 1, "last": []}, "such as 'mine 1'"),
        ({"players": [{"crafted": ["gold-axe", "gold-axe"]}, {}]}, "crafted holds a card twice"),
        ({"players": TWO, "closing": True}, "last round begins with finish_round"),
        ({"players": [{"crafted": RICH}, {}]}, "somebody has 24 points, so this game is over"),
        ({"players": TWO, "declined": [0, 1]}, "everybody has declined"),
        ({"players": TWO, "stale": 50}, "nothing was crafted for 50 turns"),
    ],
)
def test_bad_positions(position: dict[str, object], problem: str) -> None:
    with pytest.raises(parlour.BadPosition, match=problem):
        parlour.game("mine-and-craft", 2).load(position)


def test_reasons_for_refusals() -> None:
    """Sentences a player can read."""
    table = start({"stock": ["wood1"]}, {"crafted": ["wood-hoe"]}, craft_piles=[["wood-hoe"][:0], ["gold-axe"]])
    assert table.why_not("mine 1", seat=1) == "It is not your turn; you can only use a Hoe or a Shovel now."
    assert table.why_not("pay wood1") == "Choose a Craft Card to pay for first."
    assert table.why_not("keep wood1") == "No TNT has gone off."
    assert table.why_not("discard wood1") == "No Creeper has gone off."
    assert table.why_not("use sword") == "You have no Sword to use."
    table = start({}, {}, piles=[["tnt"], ["wood1"]])
    table.do("mine 1")
    assert table.why_not("mine 2") == "First choose what to keep from the TNT."
    assert table.why_not("keep gold1") == "There is no such card to keep."
    assert table.why_not("end turn") == "First choose what to keep from the TNT."
    table = start({"crafted": ["wood-pickaxe"]}, {}, piles=[["creeper", "wood1"]])
    table.do("mine 1")
    assert table.why_not("discard gold1") == "You have no Gold 1."
    assert table.why_not("use pickaxe").startswith("First answer the Creeper")


def test_reasons_why_something_does_not_pay() -> None:
    stock = ["wood1", "wood2", "iron1", "gold1"]
    table = start({"stock": stock, "crafted": ["wood-hoe"]}, {}, craft_piles=[["iron-shovel"]])
    table.do("craft iron-shovel", "pay wood2")
    assert table.why_not("pay wood2") == "You have no more Wood 2 to pay with."
    assert table.why_not("pay wild1") == "You have no Wild 1 to pay with."
    assert table.why_not("pay axe") == "You have no Axe to pay with."
    assert table.why_not("pay gold1") == "The Iron Shovel costs 1 iron + 2 wood."
    assert table.why_not("pay wood1") == "With that there would be a card too many."
    assert table.why_not("end turn") == "First finish paying for your Craft Card."
    table = start({}, {"crafted": ["wood-hoe"]})
    assert table.why_not("end turn", seat=1) == "It is not your turn."
