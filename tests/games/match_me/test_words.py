"""Match Me: what players are told before the game ends, and what the normal bot does about it."""

import pytest

import parlour
from games.match_me.positions import at
from parlour.bots.levels import NormalBot
from parlour.study.quick import QuickTable, Turns
from parlour.study.usage import Counting, Names
from scenario import Scenario

INSECTS = ["monarch-butterfly", "green-darner", "bumble-bee"]


def ending(table_prompt: object) -> list[str]:
    return [choice.label for choice in table_prompt.choices if choice.ends]  # type: ignore[attr-defined]


def test_going_out_says_so() -> None:
    """MM-25: by asking in vain, by stopping, and by picking up."""
    table = at(INSECTS, ["harebell"], ["tamarack"])
    assert "Ask Bo for Insects (ends the game)" in ending(table.prompt())
    table = at(INSECTS[:2], ["harebell"], ["tamarack"], discard_pile=[INSECTS[2]])
    assert ending(table.prompt()) == ["Pick up Bumble Bee (Insects) (ends the game)"]
    table = at(INSECTS[:2], [INSECTS[2], "harebell"], ["tamarack"]).do("ask 2 insects")
    assert "Stop asking (ends the game)" in ending(table.prompt())


def test_the_stalemate_is_announced() -> None:
    """MM-G03: a round before, in the log and on the table; the last discard says so on its button."""
    hands = (["bald-eagle", "sea-cave"], ["harebell", "tamarack"], ["ox-eye-daisy", "red-squirrel"])
    table = at(*hands, draw_pile=[], idle=5)
    table.do("take 1", "discard arch-rock")
    assert table.told()[-1] == "The game ends in 3 turns, unless somebody draws a card or lays a group."
    assert [badge.text for badge in table.scene(1).zones[0].badges] == ["3 turns left"]
    table.do("take 1", "discard arch-rock", "take 1", "discard arch-rock", "take 1")
    labels = ending(table.prompt())
    assert "Discard Sea Cave (Geological Features) (ends the game)" in labels
    assert table.do("discard sea-cave").over()


@pytest.mark.parametrize("seed", ["mm-65", "mm-85", "mm-89"])
def test_the_normal_bot_asks_in_vain_to_draw(seed: str) -> None:
    """MM-20, MM-G03: in these games it used to swap discards until the game ended with cards left to draw."""
    game = parlour.game("match-me", 3)
    table = QuickTable(game, [NormalBot(game) for _ in range(3)], Counting(Names(game), 3))
    state = table.play(seed, Turns([], [], []))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.ending.name == "went out" or game.dump(state)["draw_pile"] == []


def test_who_deals_and_who_begins() -> None:
    """MM-07, MM-11: two sentences."""
    told = Scenario.dealt("match-me", 3, luck=[2]).told(0, ["You", "Bo", "Cy"])
    assert told[-1] == "Cy deals. You begin."
