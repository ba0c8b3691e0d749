"""St. Croix: what players read."""

from games.st_croix.positions import sit
from parlour.core.scene import PieceType
from scenario import Scenario


def why(table: Scenario, piece: str) -> str:
    blocked = table.prompt().blocked
    return next((item.why for item in blocked if piece in item.pieces + item.zones), "")


def test_prompts_say_what_to_do() -> None:
    """SC-09, SC-10, SC-12, SC-15, SC-17, SC-24: the prompt names the rule in force."""
    for table, text in (
        (sit("5 9", "9", pile="2 4"), "Meet or beat 4, or take the pile (2 cards)."),
        (sit("5 9", "9", pile="4 glass"), "Meet or beat 4, seen through the Sea Glass, or take the pile (2 cards)."),
        (sit("5 9", "9", pile="moko"), "Play anything, or take the pile (1 card)."),
        (sit("5 9", "9"), "Start a new pile with any card."),
        (
            sit("| 9", "9", pile="4"),
            "Your hand is empty: play from your Table Cards. Meet or beat 4, or take the pile (1 card).",
        ),
        (sit("3", "9", pile="4"), "You have nothing to play: take the pile (1 card)."),
        (sit("|| 3", "9", pile="4"), "Flip one of your Mystery Cards (meet or beat 4)."),
        (sit("5", "9", pile="4", young=True), "Meet or beat 4."),
    ):
        assert table.prompt().text == text
        assert table.scene(1).prompt is None


def test_choosing_prompt() -> None:
    """SC-04: the prompt counts the Table Cards."""
    table = Scenario.dealt("st-croix", 3)
    table.do(table.legal(1)[0], seat=1)
    assert table.prompt(1).text == "Choose Table Card 2 of 4; you keep 3 in your hand."
    assert table.prompt(1).help == "set-up"
    assert [waiting.text for waiting in table.scene().waiting] == ["choose Table Cards"] * 3


def test_what_is_blocked_says_why() -> None:
    """SC-09, SC-16, SC-G17, SC-G20, SC-G22, SC-G30: everything that cannot be chosen has a reason."""
    table = sit("3 9 | 10 | 1", "9", pile="4")
    assert why(table, "hand:0:3:1") == "Too low: meet or beat 4."
    assert why(table, "hand:0:9:1") == ""
    assert why(table, "table:0:10:1") == "Table Cards wait until your hand is empty."
    assert why(table, "mystery:0:1") == "Mystery Cards wait until your hand and Table Cards are gone."
    assert why(sit("|| 1", "9", pile="4"), "pile") == "Now you must flip a Mystery Card."
    assert why(sit("9", "9", pile="4", young=True), "pile") == "You can play, so you cannot take the pile."
    barred = sit("moko", "9", pile="4", no_special_finish=True)
    assert why(barred, "hand:0:moko:1") == "A special card cannot be your last one."


def test_values_follow_the_options() -> None:
    """SC-G02, SC-G03: a card shows a value exactly when it counts."""

    def types(**options: object) -> dict[str, PieceType]:
        return Scenario.dealt("st-croix", 2, options).scene(0).types

    plain, house = types(), types(glass_ranked=True, lizard_on_any=True)
    assert plain["lizard"].name == "Lizard (8)" and plain["lizard"].short == "8~"
    assert plain["glass"].name == "Sea Glass" and "value" not in plain["glass"].facets
    assert house["glass"].name == "Sea Glass (6)" and house["glass"].facets["value"] == 6
    assert house["lizard"].name == "Lizard" and "value" not in house["lizard"].facets
    assert "Goes on anything" in house["lizard"].help and "Must meet or beat" in house["glass"].help


def test_taking_the_pile_asks_only_when_one_could_play() -> None:
    """SC-10: a pick-up by choice is confirmed, one by need is not."""
    free = sit("9", "9", pile="4").prompt().choices[0]
    forced = sit("3", "9", pile="4").prompt().choices[0]
    assert (free.style, bool(free.confirm)) == ("danger", True)
    assert (forced.style, forced.confirm) == ("main", "")


def test_the_log_tells_the_story() -> None:
    """SC-18, SC-22, SC-23, SC-25: one sentence for each thing that happens."""
    table = sit("lizard lizard 9 | 3", "cannon 1", "15 15 2", pile="4")
    table.do("play lizard lizard")
    table.do("play 15 15", seat=2)
    table.do("play cannon", seat=1)
    table.do("play 1", seat=1)
    assert table.told() == [
        "Ana plays 2 x Lizard (8).",
        "The Lizard turns play to the right.",
        "Cy plays 2 x Point Udall Sunrise (15).",
        "Bo plays Cannon.",
        "Cannon! The pile is gone.",
        "Bo plays Hermit Crab (1).",
        "Bo has sent every postcard!",
        "Game over. First to send every postcard.",
    ]
    scene = table.scene(0)
    assert scene.phase == "Game over"
    assert scene.result is not None
    assert scene.result.lines == ("cards left", "sent every postcard", "card left")
    assert scene.result.ranks == (3, 1, 2), "fewer cards left are better"
    assert scene.result.scores == (2, 0, 1)
    assert [badge.text for badge in scene.players[1].badges] == ["1st place"]


def test_a_failed_flip_in_the_log() -> None:
    """SC-18: too low is said, and so is the size of the pile taken."""
    table = sit("|| 3 4", "9", pile="10")
    table.do("flip 1")
    assert table.told() == [
        "Ana flips Mystery Card 1, Pelican at the Frederiksted Pier (3): too low.",
        "Ana takes the pile (2 cards).",
    ]


def test_table_plays_in_the_log() -> None:
    """SC-15: a card from the table is told as such."""
    table = sit("| 9 10", "9", pile="4")
    table.do("play 9")
    assert table.told() == ["Ana plays St. George Village Botanical Garden (9) from the table."]


def test_the_reconstruction_is_mentioned() -> None:
    """SC-G01: players see that the deck is a reconstruction; a deck of their own says nothing of the kind."""
    assert "reconstruction" in Scenario.dealt("st-croix", 2).scene(0).note
    assert Scenario.dealt("st-croix", 2, {"deck": "tiny"}).scene(0).note == ""
