"""The three variants alone and together, decks, positions, options, texts and the scene."""

import json
from itertools import product

import pytest

import parlour
from parlour.bots.levels import NormalBot
from parlour.core.cards import deck_from_data
from parlour.core.chance import Seeded
from parlour.core.errors import BadDeck, BadPosition, IllegalAction, UnknownOption
from parlour.core.rng import Rng
from parlour.games import find
from parlour.games.deluxe_memory import GAME

REST = "5b 5b 5r 5r"

# Simplicity


def test_simplicity_moves_the_value(board) -> None:
    """DM-27: from one player to a different one; the chart is not used."""
    b = board(f"8b 8r {REST}", tokens=[20, 20, 20], house={"simplicity": True}).do("card 1", "card 2")
    assert b.now("stage") == "give"
    b.do("player 2")
    assert b.legal == ["player 1", "player 3"]
    assert b.do("player 1").tokens == [28, 12, 20]
    assert b.actor == 1
    b = board(f"9b 9r {REST}", house={"simplicity": True}).do("card 1", "card 2", "player 1", "player 2")
    assert b.tokens == [11, 29]
    assert b.now("kept") == []


def test_simplicity_with_a_poor_giver(board) -> None:
    """DM-G40: gives all and is out, unless Underdogs."""
    play = ("card 1", "card 2", "player 2", "player 1")
    b = board(f"kb kr {REST}", tokens=[20, 4, 20], house={"simplicity": True}).do(*play)
    assert b.tokens == [24, 0, 20]
    assert b.out() == [0, 1, 0]
    b = board(f"kb kr {REST}", tokens=[20, 4, 20], house={"simplicity": True, "underdogs": True}).do(*play)
    assert b.tokens == [24, 0, 20]
    assert b.out() == [0, 0, 0]
    assert b.actor == 1


# Jokers

JOKERS = {"jokers": True}


def test_jokers_fill_two_corners() -> None:
    """DM-28, DM-G36"""
    game = GAME(jokers=True)
    assert len(game.whole_deck) == 54
    assert {(0, 0), (6, 7)}.isdisjoint(game.grid.places)
    assert {(0, 7), (6, 0)} <= set(game.grid.places)
    assert "joker" not in GAME().keys


def test_jokers_rearrange(board) -> None:
    """DM-28, DM-G37: onto a card or a free place, facing kept, nobody looks."""
    b = board("joker joker 7b 7b qb qb", house=JOKERS, face_up=[3]).do("card 1", "card 2")
    assert b.legal[0] == "stop"
    b.do("card 3")
    assert "card 40" in b.legal, "a free place"
    assert "card 3" not in b.legal
    b.do("card 40", "card 4", "card 6", "stop")
    assert b.now("cards")[2:6] == [None, "black-queen", "black-queen", "black-7"]
    assert b.now("cards")[39] == "black-7"
    assert b.now("face_up") == [40]
    assert b.knows(0) == [40]
    assert b.actor == 1
    assert "looked" not in b.kinds()[4:]


@pytest.mark.parametrize(("swaps", "count"), [("timer60", 12), (2, 2)])
def test_rearranging_is_counted(board, swaps: object, count: int) -> None:
    """DM-G37: the option joker_swaps; a minute comes to twelve."""
    b = board("joker joker 7b 7b", house={"jokers": True, "joker_swaps": swaps}).do("card 1", "card 2")
    for _ in range(count):
        assert b.now("stage") == "move"
        b.do("card 3", "card 4")
    assert b.actor == 1


def test_jokers_can_be_stolen_but_not_copied(board) -> None:
    """DM-G36: and match only each other, without a value."""
    b = board("joker joker 7b 7b", house=JOKERS, kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert b.actor == 1
    assert b.now("stage") == "move"
    assert "effect joker" not in board("kb kr 7b 7b", house=JOKERS).do("card 1", "card 2").legal
    assert board("joker joker 7b 7b", house=JOKERS).do("card 1", "card 3").now("stage") == "put back"


# Underdogs


def test_underdogs_stay_in(board) -> None:
    """DM-29, DM-G38: without tokens they play on, lose nothing, and can gain."""
    house = {"underdogs": True}
    b = board("7b 7b qb qb 5r 5r", tokens=[3, 20], house=house).do("card 1", "card 2", "player 1")
    assert b.tokens == [0, 20]
    assert b.game.outcome(b.table) is None
    b.do("card 3", "card 4")
    assert b.legal == ["player 1", "player 2"]
    b.do("player 1")
    assert b.tokens == [0, 20]
    b.do("card 5", "card 6", "player 1")
    assert b.tokens == [5, 20]
    assert b.game.outcome(b.table).ranks == (2, 1)


def test_underdogs_without_tokens_cannot_hide_and_keep_their_shield(board) -> None:
    """DM-29, DM-G13"""
    b = board("7b 7b qb qb", tokens=[0, 20], house={"underdogs": True}, kept=[[0, "9", "shield"]])
    assert b.do("card 1", "card 3").legal == ["both up"]
    b = board("7b 7b qb qb", tokens=[0, 20], house={"underdogs": True}, kept=[[0, "9", "shield"]])
    assert b.do("card 1", "card 2", "player 1").now("kept") == [[0, "9", "shield"]]


@pytest.mark.parametrize("chosen", list(product([False, True], repeat=3)))
def test_variants_combine(chosen: tuple[bool, bool, bool]) -> None:
    """DM-30: every subset plays to its end."""
    house = dict(zip(("simplicity", "jokers", "underdogs"), chosen, strict=True))
    game = GAME(seats=3, **house)
    match = parlour.Match(game, "variants")
    rng = Rng("variants")
    while match.to_act:
        legal = match.legal(match.to_act[0])
        match.play(match.to_act[0], legal[rng.below(len(legal))])
    if house["underdogs"]:
        assert "matched" in match.outcome.reason


def test_everybody_has_the_chart() -> None:
    """DM-31: with every card, and when a King chooses."""
    game = GAME()
    scene = game.scene(game.view(game.new(Seeded(1)), 0), "ABC")
    assert all(kind.help for kind in scene.types.values())
    assert "The Mixed Chart" in find("deluxe-memory").rules()


# Decks


def deck(**changes: object) -> dict[str, object]:
    data = json.loads(json.dumps(GAME(deck="tiny").deck.data))
    data.update(changes)
    return data


def refused(data: dict[str, object], match: str, **options: object) -> None:
    with pytest.raises(BadDeck, match=match):
        GAME(seats=2, deck=deck_from_data(data, "mine.toml"), **options)


def test_bad_decks_are_refused() -> None:
    """DM-02, DM-G34: every mistake is named with its file."""
    cards = deck()["card"]
    refused(deck(card=cards[:-1]), "mine.toml: the rank king has 1 cards")
    refused(deck(card=[{**cards[0], "rank": "knight"}, *cards[1:]]), "black-2.*rank must be")
    refused(deck(card=[{**cards[0], "colour": "green"}, *cards[1:]]), "black-2.*colour must be")
    refused(deck(card=[{**cards[0], "value": 9}, *cards[1:]]), "red-2.*value must be 9")
    refused(deck(card=[*cards, {**cards[0], "key": "again"}]), "again.*same rank and colour")
    refused(deck(layout={"rows": 5, "columns": 5}), "do not fit")
    refused(deck(layout={}), "rows must be")
    refused(deck(tokens={"start": 9, "box": 3}), "box must be")
    refused(deck(), "needs a deck with Jokers", jokers=True)
    jokers = [card for card in GAME(deck="tiny-jokers").deck.data["card"] if card["rank"] == "joker"]
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
        ({"nonsense": 1}, "not an entry"),
        ({"players": [{"tokens": 20}]}, "2 entries"),
        ({"players": [{"tokens": 20, "out": 1}, {"tokens": 20}]}, "out must be 0"),
        ({"players": [{"tokens": 0, "out": 1}, {"tokens": 20}]}, "still in the game"),
        ({"stage": "dancing"}, "must be"),
        ({"stage": "second"}, "must hold 1 places"),
        ({"stage": "second", "chosen": [7]}, "places with cards"),
        ({"stage": "put back", "chosen": [1, 1]}, "different places"),
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
        ({"differ": [[1]]}, "makes no sense"),
        ({"barred": [[1, "7"]]}, "not true"),
        ({"barred": [["x"]]}, "rows of a place"),
        ({"kept": [[0, "joker", "shield"]]}, "makes no sense"),
        ({"kept": 3}, "must be a list"),
        ({"discard": ["black-ace"]}, "missing elsewhere"),
        ({"last": "jump"}, "no action"),
        ({"turn": 2}, "whole number"),
    ],
)
def test_bad_positions_are_refused(changes: dict[str, object], match: str) -> None:
    with pytest.raises(BadPosition, match=match):
        GAME(seats=2).load(position(**changes))


def test_bad_positions_of_options() -> None:
    with pytest.raises(BadPosition, match="below 0"):
        GAME(seats=2, finite_bank=True).load(position(bank=-1))
    with pytest.raises(BadPosition, match="Underdogs"):
        GAME(seats=2, underdogs=True).load(position(players=[{"out": 1}, {}]))


def test_bad_options_and_actions() -> None:
    for wrong in ({"joker_swaps": 7}, {"cross_shape": "round"}, {"variant": "jokers"}, {"simplicity": 3}):
        with pytest.raises(UnknownOption):
            GAME(**wrong)
    game = GAME()
    with pytest.raises(IllegalAction, match="Did you mean"):
        game.actions.id_of("cord 7")
    assert GAME(joker_swaps="12").options["joker_swaps"] == 12


# Scene, log and the simple player


def test_the_scene_shows_only_what_lies_open(board) -> None:
    """DM-G42: what was seen and turned down again is not shown, unless memory_aid is on."""

    def shown(b, seat: int) -> dict[str, str]:
        scene = b.game.scene(b.game.view(b.table, seat), ["Ana", "Bo"])
        return {piece.id: piece.type for piece in scene.pieces if piece.zone == "grid" and piece.type}

    for aid in (False, True):
        b = board("7b 7b qb qb ab ar", house={"memory_aid": aid}, face_up=[4]).do("card 1")
        assert shown(b, 0) == {"place:1": "black-7", "place:4": "black-queen"}
        assert shown(b, 1) == {"place:4": "black-queen"}
        b.do("card 3", "hide both")
        remembered = {"place:1": "black-7", "place:3": "black-queen"} if aid else {}
        assert shown(b, 0) == {"place:4": "black-queen", **remembered}
        b.do("card 5", "card 6", "player 1", "player 2", "card 2")
        assert shown(b, 1) == {"place:2": "black-7", "place:4": "black-queen"}, "just revealed"
        b.do("card 1")
        assert "place:2" not in shown(b, 1) or aid, "turned down again"
    b = board("7b 7b qb qb", players=[{}, {"knows": [1]}]).do("card 1")
    assert shown(b, 1) == {}, "where another player looks, one's own memory is not refreshed"


def test_the_log_never_names_a_private_card(board) -> None:
    """DM-G42: hidden, swapped by a 2, or looked at in a square."""
    square = ["4b", "4r", *["_"] * 14]
    square[6], square[7], square[14], square[15] = "7b", "qb", "7b", "qb"
    for b in (
        board("7b 7b qb qb").do("card 1", "card 3", "hide both"),
        board("2b 2r 7b 7b qb qb").do("card 1", "card 2", "card 3", "card 5"),
        board(" ".join(square)).do("card 1", "card 2", "square b1", "card 7", "card 15"),
    ):
        lines = [b.game.tell(event, ["You", "Bo"]) for event in b.events]
        assert not [line for line in lines if "black 7" in line or ("black Queen" in line and "reveal" not in line)]


def test_the_story_of_effects(board) -> None:
    """One sentence for each thing that happened, also where nothing moved."""

    def story(b, *names: str) -> list[str]:
        told = [b.game.tell(event, names or ("You", "Bo", "Cy")) for event in b.events]
        return [line for line in told if line]

    b = board("9r 9r 7b 7b", kept=[[0, "10", "thief"]], house={"ten_own_match": True}).do("card 1", "card 2")
    assert story(b)[-2:] == ["You match 1 and 2: two red 9s.", "Your thief is discarded at your own match."]
    b = board("9r 9b 7b 7b", kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    assert story(b)[-3:] == [
        "You match 1 and 2: red 9 and black 9.",
        "Bo's thief takes the match and its effect.",
        "Bo keeps the pair as a shield.",
    ]
    b = board("kr kb 7b 7b").do("card 1", "card 2", "effect 6", "stop")
    assert story(b)[-2:] == ["You use the Kings like 6s.", "You turn up no more cards."]
    b = board("jr jb 7b 7b", house={"underdogs": True}).do("card 1", "card 2", "player 1", "player 2")
    assert story(b)[-1] == "You and Bo now have 20 tokens each."
    b = board("qr qb 7b 7b", tokens=[0, 20], house={"underdogs": True})
    b.do("card 1", "card 2", "player 1", "player 2")
    assert story(b)[-1] == "You have no tokens to give."
    b = board("joker joker 7b 7b qb qb _", house=JOKERS).do("card 1", "card 2", "card 3", "card 7", "card 4", "card 5")
    assert story(b)[-2:] == ["You move the card at 3 to 7.", "You swap 4 and 5."]


def test_labels_say_what_being_chosen_comes_to(board) -> None:
    def labels(b) -> list[str]:
        choices = b.game.scene(b.game.view(b.table, 0), ["You", "Bo", "Cy"]).prompt.choices
        return [f"{choice.label} {choice.preview}".strip() for choice in choices]

    three = [20, 9, 20]
    b = board("qb qb 7b 7b", tokens=three, kept=[[2, "9", "shield"]]).do("card 1", "card 2")
    assert labels(b) == ["You lose 12 tokens", "Bo loses 9 tokens", "Cy loses 12 tokens has a shield"]
    b = board("qr qb 7b 7b", tokens=[20, 4, 20]).do("card 1", "card 2")
    assert labels(b)[1] == "Bo gives 4 tokens"
    assert labels(b.do("player 2")) == ["You gain 4 tokens", "Cy gains 4 tokens"]
    b = board("3r 3b 3r 3b 7b 7b", tokens=three).do("card 1", "card 2", "card 3", "stop")
    assert labels(b) == ["You lose 3 tokens", "Bo loses 3 tokens", "Cy loses 3 tokens", "Nobody else"]
    b = board("jr jb 7b 7b", tokens=three).do("card 1", "card 2")
    assert labels(b) == ["You (20 tokens)", "Bo (9 tokens)", "Cy (20 tokens)"]


def test_a_card_moved_to_a_matched_place_is_not_marked_as_chosen(board) -> None:
    b = board("joker joker 7b 7b", house=JOKERS).do("card 1", "card 2", "card 3", "card 1")
    pieces = b.game.scene(b.game.view(b.table, 0), ["Ana", "Bo"]).pieces
    assert not [piece.id for piece in pieces if "selected" in piece.tags]


def test_prompts_say_what_to_do(board) -> None:
    b = board("qb qb 7b 7b", tokens=[2, 20]).do("card 1", "card 3")
    prompt = b.game.scene(b.game.view(b.table, 0), ["Ana", "Bo"]).prompt
    assert prompt.text.startswith("Black Queen at 1, black 7 at 3: no match.")
    assert [choice.label for choice in prompt.choices][:2] == ["Leave both face up", "Hide 1 (1 token)"]
    assert "out of the game" in prompt.choices[3].confirm
    b = board("qb qb 7b 7b", kept=[[1, "10", "thief"]]).do("card 1", "card 2")
    prompt = b.game.scene(b.game.view(b.table, 1), ["Ana", "Bo"]).prompt
    assert prompt.text == "You took Ana's match. Two black Queens: choose who loses 12 tokens."
    assert prompt.kind == "react"
    b = board("qb qb 7b 7b", face_up=[1, 3]).do("card 1")
    blocked = b.game.scene(b.game.view(b.table, 0), ["Ana", "Bo"]).prompt.blocked
    assert blocked[1].pieces == ("place:3",)


@pytest.mark.parametrize("preset", [None, "house", "wild", "simple"])
def test_the_simple_player_plays_and_beats_chance(preset: str | None) -> None:
    wins = 0
    for seed in range(8):
        game = parlour.game("deluxe-memory", 2, preset)
        match = parlour.Match(game, seed)
        rng = Rng("simple", seed)
        while match.to_act:
            seat = match.to_act[0]
            legal = match.legal(seat)
            match.play(
                seat,
                NormalBot(game).choose(match.view(seat), legal, rng) if seat == 0 else legal[rng.below(len(legal))],
            )
        wins += 0 in match.outcome.winners
    assert wins >= 6
