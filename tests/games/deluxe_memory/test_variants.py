"""The three variants alone and together, decks, positions, options, texts and the scene."""

from itertools import product

import pytest

import parlour
from games.deluxe_memory.positions import board
from parlour.core.cards import deck_from_data
from parlour.core.errors import BadDeck, BadPosition, IllegalAction, UnknownOption
from parlour.games import find
from parlour.games.deluxe_memory import GAME
from scenario import Scenario, simple_player_wins

REST = "5b 5b 5r 5r"

# Simplicity


def test_simplicity_moves_the_value() -> None:
    """DM-27: from one player to a different one; the chart is not used."""
    table = board(f"8b 8r {REST}", tokens=[20, 20, 20], house={"simplicity": True}).do("card 1", "card 2")
    assert table["stage"] == "give"
    table.do("player 2")
    assert table.legal() == ["player 1", "player 3"]
    assert table.do("player 1").each("tokens") == [28, 12, 20]
    assert table.actor == 1
    table = board(f"9b 9r {REST}", house={"simplicity": True}).do("card 1", "card 2", "player 1", "player 2")
    assert table.each("tokens") == [11, 29]
    assert table["kept"] == []


def test_simplicity_with_a_poor_giver() -> None:
    """DM-G40: gives all and is out, unless Underdogs."""
    play = ("card 1", "card 2", "player 2", "player 1")
    table = board(f"kb kr {REST}", tokens=[20, 4, 20], house={"simplicity": True}).do(*play)
    assert table.each("tokens") == [24, 0, 20]
    assert table.each("out") == [0, 1, 0]
    table = board(f"kb kr {REST}", tokens=[20, 4, 20], house={"simplicity": True, "underdogs": True}).do(*play)
    assert table.each("tokens") == [24, 0, 20]
    assert table.each("out") == [0, 0, 0]
    assert table.actor == 1


# Jokers

JOKERS: dict[str, object] = {"jokers": True}


def test_jokers_fill_two_corners() -> None:
    """DM-28, DM-G36"""
    game = GAME(jokers=True)
    assert len(Scenario.dealt("deluxe-memory", options=JOKERS).cards("cards")) == 54
    assert {(0, 0), (6, 7)}.isdisjoint(game.grid.places)
    assert {(0, 7), (6, 0)} <= set(game.grid.places)
    assert "joker" not in Scenario.dealt("deluxe-memory").cards("cards")


def test_jokers_rearrange() -> None:
    """DM-28, DM-G37: onto a card or a free place, facing kept, nobody looks."""
    table = board("joker joker 7b 7b qb qb", house=JOKERS, face_up=[3]).do("card 1", "card 2")
    looks = len(table.events("looked"))
    assert table.legal()[0] == "stop"
    table.do("card 3")
    assert "card 40" in table.legal(), "a free place"
    assert "card 3" not in table.legal()
    table.do("card 40", "card 4", "card 6", "stop")
    assert table["cards", 2:6] == [None, "black-queen", "black-queen", "black-7"]
    assert table["cards", 39] == "black-7"
    assert table["face_up"] == [40]
    assert table["players", 0, "knows"] == [40]
    assert table.actor == 1
    assert len(table.events("looked")) == looks


@pytest.mark.parametrize(("swaps", "count"), [("timer60", 12), (2, 2)])
def test_rearranging_is_counted(swaps: object, count: int) -> None:
    """DM-G37: the option joker_swaps; a minute comes to twelve."""
    table = board("joker joker 7b 7b", house={"jokers": True, "joker_swaps": swaps}).do("card 1", "card 2")
    for _ in range(count):
        assert table["stage"] == "move"
        table.do("card 3", "card 4")
    assert table.actor == 1


def test_jokers_can_be_stolen_but_not_copied() -> None:
    """DM-G36: and match only each other, without a value."""
    table = board("joker joker 7b 7b", house=JOKERS, kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert table.actor == 1
    assert table["stage"] == "move"
    assert "effect joker" not in board("kb kr 7b 7b", house=JOKERS).do("card 1", "card 2").legal()
    assert board("joker joker 7b 7b", house=JOKERS).do("card 1", "card 3")["stage"] == "put back"


# Underdogs


def test_underdogs_stay_in() -> None:
    """DM-29, DM-G38: without tokens they play on, lose nothing, and can gain."""
    house = {"underdogs": True}
    table = board("7b 7b qb qb 5r 5r", tokens=[3, 20], house=house).do("card 1", "card 2", "player 1")
    assert table.each("tokens") == [0, 20]
    assert not table.over()
    table.do("card 3", "card 4")
    assert table.legal() == ["player 1", "player 2"]
    table.do("player 1")
    assert table.each("tokens") == [0, 20]
    table.do("card 5", "card 6", "player 1")
    assert table.each("tokens") == [5, 20]
    assert table.result.ranks == (2, 1)


def test_underdogs_without_tokens_cannot_hide_and_keep_their_shield() -> None:
    """DM-29, DM-G13"""
    table = board("7b 7b qb qb", tokens=[0, 20], house={"underdogs": True}, kept=[[0, "9", "shield"]])
    assert table.do("card 1", "card 3").legal() == ["both up"]
    table = board("7b 7b qb qb", tokens=[0, 20], house={"underdogs": True}, kept=[[0, "9", "shield"]])
    assert table.do("card 1", "card 2", "player 1")["kept"] == [[0, "9", "shield"]]


@pytest.mark.parametrize("chosen", list(product([False, True], repeat=3)))
def test_variants_combine(chosen: tuple[bool, bool, bool]) -> None:
    """DM-30: every subset plays to its end."""
    house = dict(zip(("simplicity", "jokers", "underdogs"), chosen, strict=True))
    table = Scenario.dealt("deluxe-memory", 3, house, seed="variants")
    for _ in table.play_on("variants"):
        pass
    assert table.result.winners
    if house["underdogs"]:
        assert "matched" in table.result.reason


def test_everybody_has_the_chart() -> None:
    """DM-31: with every card, and when a King chooses."""
    scene = Scenario.dealt("deluxe-memory").scene(0)
    assert all(kind.help for kind in scene.types.values())
    assert "The Mixed Chart" in find("deluxe-memory").rules()


# Decks


def rows(deck: str) -> list[dict[str, object]]:
    """The cards of a small deck, as its file has them."""
    cards = parlour.game("deluxe-memory", deck=deck).deck.data["card"]
    assert isinstance(cards, list)
    return [dict(card) for card in cards]


def deck(**changes: object) -> dict[str, object]:
    return {**parlour.game("deluxe-memory", deck="tiny").deck.data, **changes}


def refused(data: dict[str, object], match: str, **options: object) -> None:
    with pytest.raises(BadDeck, match=match):
        parlour.game("deluxe-memory", 2, None, deck=deck_from_data(data, "mine.toml"), **options)


def test_bad_decks_are_refused() -> None:
    """DM-02, DM-G34: every mistake is named with its file."""
    cards = rows("tiny")
    refused(deck(card=cards[:-1]), "mine.toml: the rank king has 1 cards")
    refused(deck(card=[{**cards[0], "rank": "knight"}, *cards[1:]]), "black-2.*rank must be")
    refused(deck(card=[{**cards[0], "colour": "green"}, *cards[1:]]), "black-2.*colour must be")
    refused(deck(card=[{**cards[0], "value": 9}, *cards[1:]]), "red-2.*value must be 9")
    refused(deck(card=[*cards, {**cards[0], "key": "again"}]), "again.*same rank and colour")
    refused(deck(layout={"rows": 5, "columns": 5}), "do not fit")
    refused(deck(layout={}), "rows must be")
    refused(deck(tokens={"start": 9, "box": 3}), "box must be")
    refused(deck(), "needs a deck with Jokers", jokers=True)
    jokers = [card for card in rows("tiny-jokers") if card["rank"] == "joker"]
    refused(deck(card=jokers), "no cards but Jokers")
    many = [{**card, "copies": 20} for card in cards]
    refused(deck(card=many, layout={"rows": 12, "columns": 10}), "at most 60")


# Positions


def position(**changes: object) -> dict[str, object]:
    cards = ["black-7", "black-7", "black-queen", "black-queen"]
    return {"cards": cards, "players": [{"tokens": 20}, {"tokens": 20}], **changes}


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"cards": ["black-7"]}, "odd number"),
        ({"cards": ["black-7"] * 4}, "more cards 'black-7' than the deck has"),
        ({"cards": ["green-7"]}, "no card of the deck"),
        ({"cards": [None] * 53}, "53 places"),
        ({"cards": []}, "nothing could be done"),
        ({"face_up": [9]}, "without a card"),
        ({"face_up": 9}, "must be a list"),
        ({"players": [{"tokens": 20, "knows": [9]}, {"tokens": 20}]}, r"players\[0\]: knows names a place without"),
        ({"nonsense": 1}, "not an entry"),
        ({"players": [{"tokens": 20}]}, "2 entries"),
        ({"players": [{"tokens": 20, "out": 1}, {"tokens": 20}]}, "out must be 0"),
        ({"players": [{"tokens": 0, "out": 1}, {"tokens": 20}]}, "still in the game"),
        ({"stage": "dancing"}, "must be"),
        ({"stage": "second"}, "must hold 1 places"),
        ({"stage": "second", "chosen": [7]}, "places with cards"),
        ({"stage": "put back", "chosen": [1, 1]}, "different places"),
        ({"stage": "put back", "chosen": [1, 2, 3]}, "at most 2 places"),
        ({"stage": "swap with"}, "needs picked_player or picked_card"),
        ({"stage": "target", "effect": "ace"}, "must be black pair"),
        ({"stage": "shield"}, "player with a shield"),
        ({"stage": "shield", "kept": [[1, "9", "shield"]], "loss_of": 1, "amount": 21}, "from 1 to the 20 tokens"),
        ({"stage": "shield", "kept": [[1, "9", "shield"]], "loss_of": 1, "amount": 3, "loss_to": 0}, "must be -1"),
        (
            {"stage": "shield", "effect": "queen", "kept": [[1, "9", "shield"]], "loss_of": 1, "amount": 3},
            "another player",
        ),
        (
            {
                "stage": "shield",
                "effect": "jack",
                "kept": [[1, "9", "shield"]],
                "loss_of": 1,
                "loss_to": 0,
                "amount": 3,
            },
            "amount must be 0",
        ),
        ({"stage": "look", "square": [1, 2]}, "more face-down cards"),
        ({"stage": "take from", "left": 3}, "left must be a whole number from 1 to 2"),
        ({"stage": "reveal some", "left": 0}, "left must be a whole number from 1 to 4"),
        ({"deciding": 1}, "deciding must be the player whose turn it is"),
        ({"differ": [[1, 2]]}, "different ranks"),
        ({"differ": [[1]]}, "invalid row"),
        ({"barred": [[1, "7"]]}, "not true"),
        ({"barred": [["x"]]}, "rows of a place"),
        ({"kept": [[0, "joker", "shield"]]}, "invalid row"),
        ({"kept": 3}, "must be a list"),
        ({"queue": [[2, False]]}, "invalid row"),
        ({"queue": [[0, 1]]}, "invalid row"),
        ({"discard": ["black-ace"]}, "missing elsewhere"),
        ({"last": "jump"}, "no action"),
        ({"turn": 2}, "whole number"),
    ],
)
def test_bad_positions_are_refused(changes: dict[str, object], match: str) -> None:
    with pytest.raises(BadPosition, match=match):
        parlour.game("deluxe-memory", 2).load(position(**changes))


def test_bad_positions_of_options() -> None:
    with pytest.raises(BadPosition, match="below 0"):
        parlour.game("deluxe-memory", 2, finite_bank=True).load(position(bank=-1))
    with pytest.raises(BadPosition, match="Underdogs"):
        parlour.game("deluxe-memory", 2, underdogs=True).load(position(players=[{"out": 1}, {}]))


def test_bad_options_and_actions() -> None:
    wrong: list[dict[str, object]] = [
        {"joker_swaps": 7},
        {"cross_shape": "round"},
        {"variant": "jokers"},
        {"simplicity": 3},
    ]
    for options in wrong:
        with pytest.raises(UnknownOption):
            parlour.game("deluxe-memory", None, None, **options)
    game = parlour.game("deluxe-memory")
    with pytest.raises(IllegalAction, match="Did you mean"):
        game.actions.id_of("cord 7")
    assert parlour.game("deluxe-memory", joker_swaps="12").options["joker_swaps"] == 12


# Scene, log and the simple player


def test_the_scene_shows_only_what_lies_open() -> None:
    """DM-G42: what was seen and turned down again is not shown, unless memory_aid is on."""

    def shown(table: Scenario, seat: int) -> dict[str, str]:
        scene = table.scene(seat)
        return {piece.id: piece.type for piece in scene.pieces if piece.zone == "grid" and piece.type}

    for aid in (False, True):
        table = board("7b 7b qb qb ab ar", house={"memory_aid": aid}, face_up=[4]).do("card 1")
        assert shown(table, 0) == {"place:1": "black-7", "place:4": "black-queen"}
        assert shown(table, 1) == {"place:4": "black-queen"}
        table.do("card 3", "hide both")
        remembered = {"place:1": "black-7", "place:3": "black-queen"} if aid else {}
        assert shown(table, 0) == {"place:4": "black-queen", **remembered}
        table.do("card 5", "card 6", "player 1", "player 2", "card 2")
        assert shown(table, 1) == {"place:2": "black-7", "place:4": "black-queen"}, "just revealed"
        table.do("card 1")
        assert "place:2" not in shown(table, 1) or aid, "turned down again"
    table = board("7b 7b qb qb", players=[{}, {"knows": [1]}]).do("card 1")
    assert shown(table, 1) == {}, "where another player looks, one's own memory is not refreshed"


def test_the_log_never_names_a_private_card() -> None:
    """DM-G42: hidden, swapped by a 2, or looked at in a square."""
    square = ["4b", "4r", *["_"] * 14]
    square[6], square[7], square[14], square[15] = "7b", "qb", "7b", "qb"
    for table in (
        board("7b 7b qb qb").do("card 1", "card 3", "hide both"),
        board("2b 2r 7b 7b qb qb").do("card 1", "card 2", "card 3", "card 5"),
        board(" ".join(square)).do("card 1", "card 2", "square b1", "card 7", "card 15"),
    ):
        lines = [table.game.tell(event, ["You", "Bo"]) for event in table.events()]
        assert not [line for line in lines if "black 7" in line or ("black Queen" in line and "reveal" not in line)]


def test_the_story_of_effects() -> None:
    """One sentence for each thing that happened, also where nothing moved."""

    def story(table: Scenario) -> list[str]:
        return table.told(0, ["You", "Bo", "Cy"])

    table = board("9r 9r 7b 7b", kept=[[0, "10", "thief"]], house={"ten_own_match": True}).do("card 1", "card 2")
    assert story(table)[-2:] == ["You match places 1 and 2: two red 9s.", "Your thief is discarded at your own match."]
    table = board("9r 9b 7b 7b", kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert story(table)[-3:] == [
        "You match places 1 and 2: red 9 and black 9.",
        "Bo's thief takes the match and its effect.",
        "Bo keeps the pair as a shield.",
    ]
    table = board("kr kb 7b 7b").do("card 1", "card 2", "effect 6", "stop")
    assert story(table)[-2:] == ["You use the Kings like 6s.", "You are done turning up cards."]
    table = board("jr jb 7b 7b", house={"underdogs": True}).do("card 1", "card 2", "player 1", "player 2")
    assert story(table)[-1] == "You share with Bo: both have 20 tokens now."
    table = board("qr qb 7b 7b", tokens=[0, 20], house={"underdogs": True})
    table.do("card 1", "card 2", "player 1", "player 2")
    assert story(table)[-1] == "You have no tokens to give."
    table = board("joker joker 7b 7b qb qb _", house=JOKERS).do(
        "card 1", "card 2", "card 3", "card 7", "card 4", "card 5"
    )
    assert story(table)[-2:] == ["You move the card at place 3 to 7.", "You swap the cards at places 4 and 5."]


def test_labels_say_what_being_chosen_comes_to() -> None:
    def labels(table: Scenario) -> list[str]:
        table.names = ["You", "Bo", "Cy"]
        return [f"{choice.label} {choice.preview}".strip() for choice in table.prompt(0).choices]

    three = [20, 9, 20]
    table = board("qb qb 7b 7b", tokens=three, kept=[[2, "9", "shield"]]).do("card 1", "card 2")
    assert labels(table) == ["Bo loses 9 tokens", "Cy's shield stops the loss", "You lose 12 tokens"]
    assert [choice.style for choice in table.prompt(0).choices] == ["main", "main", "danger"]
    table = board("qr qb 7b 7b", tokens=[20, 4, 20]).do("card 1", "card 2")
    assert labels(table)[0] == "Bo gives 4 tokens"
    assert labels(table.do("player 2")) == ["You gain 4 tokens", "Cy gains 4 tokens"]
    table = board("3r 3b 3r 3b 7b 7b", tokens=three).do("card 1", "card 2", "card 3", "stop")
    assert labels(table) == ["Bo loses 3 tokens", "Cy loses 3 tokens", "You lose 3 tokens", "Nobody else"]
    table = board("qr qb 7b 7b", tokens=three, kept=[[1, "9", "shield"]]).do("card 1", "card 2", "player 2")
    assert labels(table)[0] == "You: nothing moves, a shield stops it"
    table = board("qb qb 7b 7b", tokens=[20, 9]).do("card 1", "card 2")
    assert labels(table)[0] == "Bo loses 9 tokens (ends the game)"
    assert table.prompt(0).choices[0].ends
    table = board("jr jb 7b 7b", tokens=three).do("card 1", "card 2")
    assert labels(table) == ["You (20 tokens)", "Bo (9 tokens)", "Cy (20 tokens)"]


def test_a_card_moved_to_a_matched_place_is_not_marked_as_chosen() -> None:
    table = board("joker joker 7b 7b", house=JOKERS).do("card 1", "card 2", "card 3", "card 1")
    pieces = table.scene(0).pieces
    assert not [piece.id for piece in pieces if "selected" in piece.tags]


def test_prompts_say_what_to_do() -> None:
    table = board("qb qb 7b 7b", tokens=[2, 20]).do("card 1", "card 3")
    prompt = table.prompt(0)
    assert prompt.text.startswith("Black Queen at 1, black 7 at 3: no match.")
    assert [choice.label for choice in prompt.choices][:2] == ["Leave both face up", "Hide 1 (1 token)"]
    assert "out of the game" in prompt.choices[3].confirm
    table = board("qb qb 7b 7b", kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    prompt = table.prompt(1)
    assert prompt.text == "You took Ana's match. Two black Queens: choose who loses 12 tokens."
    assert prompt.kind == "react"
    table = board("qb qb 7b 7b", face_up=[1, 3]).do("card 1")
    blocked = table.prompt(0).blocked
    assert blocked[1].pieces == ("place:3",)


@pytest.mark.parametrize("preset", [None, "house", "wild", "simple"])
def test_the_simple_player_plays_and_beats_chance(preset: str | None) -> None:
    assert simple_player_wins("deluxe-memory", 2, 8, preset) >= 6
