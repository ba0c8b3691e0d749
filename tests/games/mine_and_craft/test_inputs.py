"""Decks, options, positions and texts that cannot be: each refused with a sentence."""

import copy
import tomllib
from importlib import resources

import pytest

import parlour
from parlour.core.cards import deck_from_data
from parlour.games.mine_and_craft import GAME

TEXT = resources.files("parlour.games.mine_and_craft").joinpath("deck.toml").read_text(encoding="utf-8")


def changed(key, **fields):
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
        (changed("wood2", value=1), "card 'wood2': another card of this kind"),
        (changed("tnt", type="bomb"), "card 'tnt': type must be"),
        (changed("iron-axe", tool="fork"), "card 'iron-axe': tool must be"),
        (changed("iron-axe", cost=None), "card 'iron-axe': cost must be a table"),
        (changed("iron-axe", cost={"mud": 1}), "card 'iron-axe': cost must be a table"),
        (changed("iron-axe", cost={"iron": 9}), "card 'iron-axe': the cost must be from 1 to 8"),
        (changed("iron-axe", cost={"iron": "x", "wood": 1}), "card 'iron-axe': cost must hold whole numbers"),
        (changed("iron-axe", cost={"iron": 1, "gold": 1}), "card 'iron-axe': the cost may have only one material"),
        (changed("iron-axe", points=-1), "card 'iron-axe': points must be"),
        (changed("iron-axe", copies=2), "card 'iron-axe': every Craft Card is there once"),
        (changed("wild1", value=1, copies=15), "take 75 cards, the deck has 83"),
    ],
)
def test_bad_decks(data, problem):
    with pytest.raises(parlour.BadDeck, match=problem):
        GAME(deck=deck_from_data(data, "my.toml"))


def test_bad_deck_settings():
    data = tomllib.loads(TEXT)
    for table, name, value in (("deal", "piles", 9), ("deal", "craft_pile", 7), ("target", "3", 0)):
        wrong = {**data, table: {**data[table], name: value}}
        with pytest.raises(parlour.BadDeck, match=r"my\.toml"):
            GAME(deck=deck_from_data(wrong, "my.toml"))
    crowded = copy.deepcopy(data)
    for card in crowded["card"]:
        if card["type"] == "craft":
            card["tool"] = "hoe"
    with pytest.raises(parlour.BadDeck, match="at most 7"):
        GAME(deck=deck_from_data(crowded, "my.toml"))


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
def test_bad_options(options):
    with pytest.raises(parlour.UnknownOption):
        GAME(**options)


def test_bad_action_text(start):
    with pytest.raises(parlour.IllegalAction, match="Did you mean 'craft iron-axe'"):
        start().do(0, "craft iron axe")


TWO = [{}, {}]
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
def test_bad_positions(position, problem):
    with pytest.raises(parlour.BadPosition, match=problem):
        GAME(seats=2).load(position)


def test_reasons_for_refusals(start):
    """Sentences a player can read."""
    play = start({"stock": ["wood1"]}, {"crafted": ["wood-hoe"]}, craft_piles=[["wood-hoe"][:0], ["gold-axe"]])
    assert play.why_not(1, "mine 1") == "It is not your turn; you may only use a Hoe or a Shovel now."
    assert play.why_not(0, "pay wood1") == "Choose a Craft Card to pay for first."
    assert play.why_not(0, "keep wood1") == "No TNT has gone off."
    assert play.why_not(0, "discard wood1") == "No Creeper has gone off."
    assert play.why_not(0, "use sword") == "You have no Sword to use."
    play = start({}, {}, piles=[["tnt"], ["wood1"]])
    play.do(0, "mine 1")
    assert play.why_not(0, "mine 2") == "First choose what to keep from the TNT."
    assert play.why_not(0, "keep gold1") == "There is no such card to keep."
    assert play.why_not(0, "end turn") == "First choose what to keep from the TNT."
    play = start({"crafted": ["wood-pickaxe"]}, {}, piles=[["creeper", "wood1"]])
    play.do(0, "mine 1")
    assert play.why_not(0, "discard gold1") == "You have no Gold 1."
    assert play.why_not(0, "use pickaxe").startswith("First answer the Creeper")


def test_reasons_why_something_does_not_pay(start):
    stock = ["wood1", "wood2", "iron1", "gold1"]
    play = start({"stock": stock, "crafted": ["wood-hoe"]}, {}, craft_piles=[["iron-shovel"]])
    play.do(0, "craft iron-shovel", "pay wood2")
    assert play.why_not(0, "pay wood2") == "You have no more Wood 2 to pay with."
    assert play.why_not(0, "pay wild1") == "You have no Wild 1 to pay with."
    assert play.why_not(0, "pay axe") == "You have no Axe to pay with."
    assert play.why_not(0, "pay gold1") == "The Iron Shovel costs 1 iron + 2 wood."
    assert play.why_not(0, "pay wood1") == "With that there would be a card too many."
    assert play.why_not(0, "end turn") == "First finish paying for your Craft Card."
    play = start({}, {"crafted": ["wood-hoe"]})
    assert play.why_not(1, "end turn") == "It is not your turn."
