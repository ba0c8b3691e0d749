"""Follow Me: what players are told before the game ends, and at its beginning."""

from games.follow_me.positions import at
from scenario import Scenario

TREES = ["sugar-maple", "american-beech"]


def test_declining_for_the_last_time_says_so() -> None:
    """FM-G14: on the button, in the prompt, on the table and in the log."""
    table = at([["sea-cave", "tamarack"], TREES, ["harebell"]], draw_pile=[])
    first = table.prompt()
    assert not first.choices[0].ends
    table.do("end turn", "end turn")
    assert table.told()[-1] == "Bo leads nothing. One more turn without a lead ends the game."
    prompt = table.prompt()
    assert prompt.text.endswith("Last chance: ending your turn now ends the game.")
    assert prompt.choices[0].label == "Lead nothing and end turn (ends the game)"
    assert prompt.choices[0].confirm
    assert [badge.text for badge in table.scene(2).zones[0].badges] == ["1 more without a lead: over"]


def test_the_last_card_says_that_it_ends_the_game() -> None:
    """FM-28: observing or leading it."""
    observe = at([["sea-cave"], TREES]).prompt().choices
    assert [choice.label for choice in observe if choice.ends] == ["Observe Sea Cave (ends the game)"]
    lead = at([["sea-cave"], TREES], draw_pile=[]).prompt().choices
    assert [choice.label for choice in lead if choice.ends] == ["Lead Sea Cave as Limestone Bluff (ends the game)"]


def test_the_deal_is_told() -> None:
    """FM-06: the dealer is named, and you hear your own cards only."""
    table = Scenario.dealt("follow-me", 3, seed=3)
    told = table.told(0, ["You", "Bo", "Cy"])
    assert told[0].startswith("You are dealt ")
    assert not any("Bo is dealt" in line for line in told)
    assert " deals. " in told[-1] or " deal. " in told[-1]


def test_how_many_cards_may_be_drawn() -> None:
    """FM-12, FM-G03, FM-G12: never more than there are, or than the hand limit allows."""
    one_left = at([["sea-cave", "tamarack"], TREES], draw_pile=["paper-birch"])
    assert "Draw a card (1 more allowed)" in one_left.prompt().text
    limited = at([["sea-cave", "tamarack"], TREES], options={"hand_limit": 4})
    assert "Draw a card (2 more allowed)" in limited.prompt().text


def test_nothing_to_observe() -> None:
    """FM-19: said in two sentences."""
    table = at([["croghan-water", "sea-cave"], TREES]).do("place croghan-water")
    assert table.prompt().text == "You have no Wetland card to observe. Send a card, or end your turn."


def test_the_normal_bot_does_not_end_a_game_it_is_losing() -> None:
    """FM-G14: it leads, while one who is ahead may decline."""
    players = [{"hand": ["sea-cave", "tamarack"]}, {"hand": TREES, "observed": ["natural-arch", "bald-eagle"]}]
    behind = at([], draw_pile=[], declined=3, players=players)
    assert behind.simple_choice().startswith("lead ")
    ahead = at([], draw_pile=[], declined=3, turn=1, players=players)
    assert ahead.simple_choice() == "end turn"
