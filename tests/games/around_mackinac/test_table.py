"""Decks, positions, options, texts, the screen, the numbers, and the simple player."""

import copy
from pathlib import Path

import pytest

import parlour
from games.around_mackinac.positions import island
from parlour import BadDeck, BadPosition, IllegalAction, UnknownOption
from parlour.core.cards import Deck, bundled_deck, deck_from_data, read_deck
from parlour.core.check import action_snapshot
from parlour.games.around_mackinac import GAME
from scenario import Scenario, simple_player_wins

# Decks


def deck_with(**fields: object) -> Deck:
    data = copy.deepcopy(dict(bundled_deck("parlour.games.around_mackinac", "tiny.toml").data))
    cards = data["card"]
    assert isinstance(cards, list)
    cards[0].update(fields)
    return deck_from_data(data, "mine.toml")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"do": []}, "a list of 1 to 4 directions"),
        ({"do": "rush"}, "a list of 1 to 4 directions"),
        ({"do": ["dance"]}, "'dance' is no direction; the words are roll again, end turn, rush"),
        ({"do": [3]}, "3 is no direction"),
        ({"do": [{"steal": 2}]}, "must be to take, give, remove or shop"),
        ({"do": [{"take": 0, "from": "center"}]}, "take must be a whole number from 1 to 20, not 0"),
        ({"do": [{"take": True, "from": "center"}]}, "take must be a whole number"),
        ({"do": [{"take": 1}]}, "from must be center or others or neighbours or most, not None"),
        ({"do": [{"give": 1, "to": "most"}]}, "to must be center or others or left, not 'most'"),
        ({"do": [{"give": 1, "from": "center"}]}, "'from' does not go with give"),
        ({"do": [{"take": 1, "from": "center", "per": "player"}]}, "per must be face-up, not 'player'"),
        ({"do": [{"take": 1, "from": "center", "or": 2}]}, "face_up must be a whole number"),
        ({"do": [{"remove": 99}]}, "remove must be a whole number from 1 to 20, not 99"),
        ({"do": [{"shop": [1, 2], "again": 6}]}, "what each of the six numbers brings"),
        ({"do": [{"shop": [0, 1, 1, 1, 1, 1], "again": 6}]}, "each number must bring from 1 to 20 Fun, not 0"),
        ({"do": [{"shop": [1] * 6, "again": 7}]}, "again must be a whole number from 1 to 6"),
        ({"do": [{"shop": [1] * 6, "again": 6}] * 2}, "shopping only once"),
        ({"do": ["rush", {"remove": 1}]}, "can only be the last direction"),
        ({"text": 3}, "text must be text, not 3"),
        ({"from_circle": 1}, "from_circle must be a whole number"),
    ],
)
def test_a_bad_card_is_named(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(BadDeck) as error:
        parlour.game("around-mackinac", 2, deck=deck_with(**fields))
    assert "mine.toml: card 'fudge':" in str(error.value)
    assert problem in str(error.value)


def test_a_bad_deck_is_named() -> None:
    with pytest.raises(BadDeck, match="from 2 to 40 cards, not 44"):
        parlour.game("around-mackinac", 2, deck=deck_with(copies=40))
    data = dict(deck_with().data)
    with pytest.raises(BadDeck, match=r"mine.toml: \[chips\] start must leave something"):
        parlour.game("around-mackinac", 2, deck=deck_from_data({**data, "chips": {"each": 3, "start": 3}}, "mine.toml"))
    with pytest.raises(BadDeck, match="each must be a whole number"):
        parlour.game("around-mackinac", 2, deck=deck_from_data({**data, "chips": {}}, "mine.toml"))


def test_ones_own_deck_can_be_played(tmp_path: Path) -> None:
    """AM-G01: a box's true list, whatever its size."""
    file = tmp_path / "box.toml"
    file.write_text(
        'name = "Box"\nstatus = "transcribed"\n[chips]\neach = 10\nstart = 3\n'
        '[[card]]\nkey = "sun"\nname = "Sun"\ncopies = 3\ntext = "Take 1."\ndo = [{ take = 1, from = "center" }]\n'
        '[[card]]\nkey = "rain"\nname = "Rain"\ntext = "Ends."\ndo = ["end turn"]\n'
    )
    table = Scenario.dealt("around-mackinac", 2, {"deck": read_deck(file)})
    assert sorted(table.cards("circle")) == ["rain", "sun", "sun", "sun"]
    assert table.scene(0).note == ""


def test_the_deck_says_that_it_is_reconstructed() -> None:
    table = Scenario.dealt("around-mackinac", 2)
    assert table.game.deck.status == "reconstructed"
    assert "reconstruction" in table.scene(0).note
    for card in GAME(seats=2, circle=16).cards:
        assert card.word("text").endswith(".")


# Positions


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"circle": ["fudge"]}, "circle must hold each of the 14 cards"),
        ({"circle": ["moon"] * 14}, "'moon', which is no card"),
        ({"fun": [3]}, "fun must have 2 entries"),
        ({"fun": [30, 3]}, "fun must hold whole numbers from 0 to 20"),
        ({"fun": [15, 15]}, "more than the 20 chips"),
        ({"center": 13}, "by the rest of the position, center is 14"),
        ({"pawn": 15}, "pawn must be a whole number from 1 to 14"),
        ({"pawn": 4, "face_up": [5]}, "must be beside a face-up card"),
        ({"phase": "roll or stop"}, "must be beside a face-up card"),
        ({"face_up": [5, 5]}, "face_up holds a place twice"),
        ({"stash": 2}, "stash must be 0 before the first card"),
        ({"turns": 60}, "turns must be below 60"),
        ({"bundles": [[1, 2]]}, "bundles must hold each of the 14 places once"),
        ({"bundles": 7}, "bundles must be a list of lists"),
        ({"bundles": [7]}, "bundles must be a list, not 7"),
        ({"last_reveal": [3]}, "last_reveal must be one of the bundles"),
        ({"phase": "dancing"}, "phase must be roll or"),
        ({"phase": "again", "face_up": [5]}, "needs a roll in the gift shop"),
        ({"phase": "target", "face_up": [5]}, "'target' does not fit direction 0 of Grand Hotel Porch"),
        ({"phase": "take", "face_up": [5]}, "needs the option take_optional"),
        ({"phase": "target", "pawn": 7, "face_up": [7]}, "no tie for the most Fun"),
        ({"phase": "again", "pawn": 11, "face_up": [11], "gift": 5}, "gift must be the number that may be rolled"),
        ({"last_action": "dance"}, "last_action must be '' or roll or stop"),
        ({"rolls": [6] * 4}, "rolls must hold at most 3 rolls, not 4"),
        ({"closing": True}, "closing needs the option equal_turns"),
        ({"phase": "roll", "face_up": [5]}, "Grand Hotel Porch does not forbid stopping"),
        ({"weather": "fine"}, "'weather' is not an entry"),
        ({"turn": 2}, "turn must be a whole number from 0 to 1"),
    ],
)
def test_a_bad_position_is_refused(change: dict[str, object], problem: str) -> None:
    good = {"circle": list(GAME(seats=2).keys), "pawn": 5, "fun": [3, 3]}
    assert Scenario("around-mackinac", 2, start=good)["center"] == 14
    with pytest.raises(BadPosition) as error:
        Scenario("around-mackinac", 2, start={**good, **change})
    assert problem in str(error.value)


def test_positions_in_the_middle_of_a_card() -> None:
    """AM-25, AM-G17: a hand-written position may wait for a shopper or for a choice between players."""
    shop = island(seats=3, up=["gifts"], phase="again", shopper=2, gift=6)
    assert shop.to_act == (2,)
    shop.do("enough")
    assert shop.to_act == (0,)
    assert island(seats=3, up=["arch"], phase="target").legal() == ["from 2", "from 3"]


# Options and actions


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"circle": 13}, "Option circle takes 12 or 14 or 16, not 13"),
        ({"take_optional": "maybe"}, "Option take_optional takes true or false"),
        ({"equal_turns": 1}, "Option equal_turns takes true or false"),
        ({"last_ferry": 0}, "Option last_ferry takes a whole number from 1 to 500"),
        ({"show_last_reveal": 2}, "Option show_last_reveal takes true or false"),
        ({"circles": 12}, "Did you mean circle"),
    ],
)
def test_a_bad_option_is_refused(options: dict[str, object], problem: str) -> None:
    with pytest.raises(UnknownOption, match=problem):
        parlour.game("around-mackinac", 2, None, **options)


def test_the_table_of_actions() -> None:
    game = parlour.game("around-mackinac", 5)
    assert game.actions.texts[:6] == ("roll", "stop", "again", "enough", "take", "leave")
    assert game.actions.texts[6:] == tuple(f"from {player}" for player in range(1, 6))
    assert action_snapshot(game).startswith("version 2\n0 roll\n")
    with pytest.raises(IllegalAction, match="Did you mean 'roll'"):
        game.actions.id_of("rol")


def test_wrong_actions_are_explained() -> None:
    table = island(up=["fudge"])
    table.may_not("roll", because="not your turn", seat=1)
    table.may_not("from 2", because="not possible now")
    island(up=["fudge"], fun=[10, 10]).do("stop").may_not("roll", because="The game is over", seat=1)


# The screen


def test_the_screen_in_a_turn() -> None:
    """AM-08, AM-09: the stash is shown as being at risk."""
    table = island(up=["ferry", "fudge"], stash=3, fun=[3, 4])
    scene = table.scene(0)
    zones = {zone.id: zone for zone in scene.zones}
    assert zones["track"].layout == "ring"
    assert (zones["track"].count, zones["center"].count, zones["stash"].count) == (14, 10, 3)
    assert (zones["fun:0"].count, scene.name_of(zones["fun:1"])) == (3, "Bo's Fun Pile")
    assert zones["stash"].badges[0].text == "at risk"
    assert table.prompt().text == "Your stash is 3 Fun. Roll again, or stop and keep it?"
    assert [choice.label for choice in table.prompt().choices] == ["Roll again", "Stop and keep 3"]
    assert [piece.pos for piece in scene.pieces if piece.id == "pawn"] == [4]
    assert table.scene(1).prompt is None
    assert table.scene(1).waiting[0].text == "roll again or stop"


def test_the_screen_says_what_the_next_card_forbids() -> None:
    """AM-07, AM-26: why stopping is not offered."""
    first = island().prompt(0)
    forced = island(up=["step"], phase="roll").prompt(0)
    assert first.blocked[0].why == "You must roll at least once."
    assert forced.text == "Watch Your Step: you must roll again."
    assert forced.blocked[0].why == "Watch Your Step forbids stopping."


def test_the_screen_warns_before_ending_a_lost_game() -> None:
    """AM-G14"""
    behind = island(up=["ferry"], fun=[9, 11]).prompt(0)
    ahead = island(up=["ferry"], fun=[9, 10], stash=1).prompt(0)
    assert "stopping ends the game" in behind.text
    assert behind.choices[1].confirm == "Stopping ends the game, and you are behind. Stop?"
    assert ahead.choices[1].confirm == "Stopping ends the game. Stop?"
    assert ahead.choices[1].label == "Stop and keep 1 (ends the game)"
    assert not island(up=["ferry"]).prompt(0).choices[1].ends


def test_the_screen_announces_the_last_turn() -> None:
    """AM-G15, AM-G16: with a word when this turn ends the game whatever happens."""
    last = "This is the last turn of the game."
    ferry = island(up=["ferry"], turn=1, turns=59)
    assert last in ferry.prompt(1).text
    assert last not in island(up=["ferry"], turns=58).prompt(0).text
    house = {"equal_turns": True}
    closing = island(seats=3, up=["ferry"], turn=2, turns=5, closing=True, fun=[9, 9, 3], options=house)
    prompt = closing.prompt(2)
    assert last in prompt.text
    assert prompt.choices[1].confirm == "Stopping ends the game, and you are behind. Stop?"
    waiting = island(seats=3, up=["ferry"], turn=1, turns=4, closing=True, fun=[9, 9, 3], options=house)
    assert last not in waiting.prompt(1).text
    emptied = island(seats=3, up=["ferry"], turn=1, turns=4, fun=[20, 7, 3], options=house)
    assert "ends the game" not in emptied.prompt(1).text


def test_the_screen_asks_another_player_in_the_gift_shop() -> None:
    """AM-25, AM-G07"""
    table = island(seats=3, ahead={1: "gifts"}).do("roll", luck=[1, 2, 6])
    scene = table.scene(1)
    assert table.prompt().kind == "react"
    assert table.prompt().text == "Shop for Gifts: you rolled 6 and took 1 Fun. Roll again?"
    assert [piece.value for piece in scene.pieces if piece.id == "die"] == [6]


def test_the_screen_asks_from_whom() -> None:
    """AM-G17"""
    prompt = island(seats=3, up=["arch"], phase="target").prompt(0)
    assert [(choice.label, choice.seats) for choice in prompt.choices] == [
        ("Take from Bo (3 Fun)", (1,)),
        ("Take from Cy (3 Fun)", (2,)),
    ]


def test_the_screen_with_optional_taking() -> None:
    """AM-G02"""
    options = {"take_optional": True}
    take = island(ahead={1: "fudge"}, options=options).do("roll", luck=[1]).prompt(0)
    gift = island(ahead={1: "gifts"}, options=options).do("roll", luck=[1, 4]).prompt(0)
    assert take.text == "Sample the Fudge: take the Fun, or leave it?"
    assert gift.text == "Shop for Gifts: you rolled 4. Take 2 Fun, or leave it?"


def test_the_final_screen() -> None:
    """AM-14"""
    scene = island(up=["ferry"], fun=[9, 11]).do("stop").scene(0)
    assert scene.phase == "Game over"
    assert scene.result is not None
    assert (scene.result.winners, scene.result.lines) == ((1,), ("9 Fun", "11 Fun"))


def test_the_story_of_a_turn() -> None:
    """Each thing that happens is one sentence, from anybody's point of view."""

    def log(table: Scenario, *names: str) -> list[str]:
        return table.told(names=names or None, last=True)

    table = island(seats=3, fun=[3, 0, 3], ahead={1: "fort"}).do("roll", luck=[1])
    assert log(table, "You", "Bo", "Cy") == [
        "You roll 1.",
        "You turn up Fort Mackinac.",
        "You take nothing from Bo, and 1 from the Center makes up for it.",
        "You take 1 Fun from Cy.",
    ]
    assert log(table.do("stop"), "You", "Bo", "Cy") == [
        "You stop with 2 Fun gained.",
        "The card is turned face down again.",
    ]
    mack = island(up=["ferry"], ahead={2: "fudge"}, face_up=[5, 7], stash=2).do("roll", luck=[2])
    assert log(mack) == [
        "Ana rolls 2.",
        "Sample the Fudge is face up already. Mack' Out! 2 Fun go to the Center.",
        "The turn's cards are shuffled and put back.",
    ]
    rush = island(ahead={2: "rush"}).do("roll", luck=[2, 3])
    assert log(rush, "Ana", "Bo")[2:4] == [
        "Ana's turn ends with nothing gained.",
        "Ana rolls 3: all Fun Piles move 3 seats to the left. Now: Ana 3, Bo 3.",
    ]
    assert log(island(ahead={1: "fog"}).do("roll", luck=[1]))[2] == "2 Fun leave the Center for the box."
    assert (
        log(island(fun=[10, 10], ahead={1: "fog"}).do("roll", luck=[1]))[2] == "The Center has nothing left to remove."
    )
    assert log(island(ahead={1: "cave"}).do("roll", luck=[1]))[2] == "Ana gives 1 Fun to Bo."
    assert log(island(ahead={1: "gifts"}).do("roll", luck=[1, 6]).do("enough", luck=[1]))[:2] == [
        "Ana has shopped enough.",
        "Bo rolls 1 in the gift shop.",
    ]
    left = island(ahead={1: "fudge"}, options={"take_optional": True}).do("roll", luck=[1]).do("leave")
    assert log(left) == ["Ana leaves the Fun where it is."]
    end = island(up=["ferry"], fun=[10, 10]).do("stop")
    assert log(end)[-1] == "Game over. The Center is empty: most Fun wins."


# Numbers


def test_encoding_looks_from_the_viewer_and_the_pawn() -> None:
    table = island(seats=3, up=["ferry"], stash=2, fun=[3, 6, 9], turn=1)
    mine, other = (table.game.encode(table.view(seat)) for seat in (1, 2))
    assert mine["fun"] == pytest.approx([0.2, 0.3, 0.1])
    assert other["fun"] == pytest.approx([0.3, 0.1, 0.2])
    assert mine["turn"] == [1.0, 0.0, 0.0]
    assert other["turn"] == [0.0, 0.0, 1.0]
    assert mine["face_up"] == [1.0] + [0.0] * 13
    assert mine["circle"][0] == 1.0
    assert mine["circle"][14:28] == pytest.approx([0.0] + [1 / 13] * 13)


# The simple player


def test_the_simple_player_knows_when_to_stop() -> None:
    """AM-G07, AM-G14: it banks a big stash at risk, ends a won game, never a lost one, and shops on."""
    assert island(up=["ferry"], stash=1).simple_choice() == "roll"
    assert island(up=["ferry"], face_up=[5, 6, 7, 8, 9], stash=9).simple_choice() == "stop"
    assert island(up=["ferry"], fun=[6, 10], stash=4).simple_choice() == "stop"
    assert island(up=["ferry"], fun=[6, 11], stash=3).simple_choice() == "roll"
    assert island(up=["gifts"], phase="again", gift=6).simple_choice() == "again"
    assert island(up=["fudge"], phase="take", options={"take_optional": True}).simple_choice() == "take"
    assert island(seats=3, up=["arch"], turn=1, phase="target").simple_choice() == "from 3"


def test_the_simple_player_beats_chance() -> None:
    assert simple_player_wins("around-mackinac", 2, games=120) > 72
