"""What Follow Me refuses: wrong actions, options, decks and positions."""

from pathlib import Path

import pytest

import parlour
from games.follow_me.positions import at
from parlour import BadDeck, BadPosition, UnknownOption

TREES = ["sugar-maple", "american-beech"]


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
        ({"story": [["draws", 0, "sea-cave"], ["draws", 0, "sea-cave"]]}, "cannot be true: its entry 1 does"),
        ({"story": [["draws", 0, "sea-cave"], ["draws a location", 0, "sea-cave"]]}, "has its entry 2 too late"),
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
