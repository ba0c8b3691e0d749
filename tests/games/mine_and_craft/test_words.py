"""Mine & Craft: who begins, tools one does not have, and endings that say so."""

from games.mine_and_craft.positions import start
from scenario import Scenario


def test_somebody_begins() -> None:
    """MC-G28: and the log says who."""
    table = Scenario.dealt("mine-and-craft", 2, seed=2)
    assert any(line.endswith(("begin.", "begins.")) for line in table.told())


def test_a_tool_one_does_not_have() -> None:
    """MC-24: the reason is the missing tool, not the turn."""
    table = start({}, {})
    table.may_not("use hoe", because="You have no Hoe to use.", seat=1)
    table.may_not("mine 1", because="It is not your turn.", seat=1)


def test_the_payment_that_wins_says_so() -> None:
    """MC-31: the last card paid ends the game."""
    table = start({"stock": ["wood3", "wood2"]}, craft_piles=[["wood-pickaxe"]], options={"points": 1})
    table.do("craft wood-pickaxe", "pay wood2")
    (pay,) = table.prompt().choices
    assert pay.ends
    assert pay.label == "Pay Wood 3 (ends the game)"


def test_a_round_without_actions_is_announced() -> None:
    """MC-G24: the turn that completes it says so."""
    table = start({}, {})
    assert not any(choice.ends for choice in table.prompt().choices)
    table.do("end turn")
    assert [choice.text for choice in table.prompt().choices if choice.ends] == ["end turn"]


def test_a_stale_game_is_announced() -> None:
    """MC-G33: two rounds before, in the log and on the table."""
    table = start({}, {}, stale=45).do("mine 1", "end turn")
    assert table.told()[-1] == "The game ends in 4 turns, unless somebody crafts a card."
    badges = [badge.text for zone in table.scene(0).zones for badge in zone.badges]
    assert "4 turns left" in badges


def test_the_creepers_help_fits_the_house_rule() -> None:
    """MC-G02: option creeper_only_mine."""
    assert "comes to light" in start({}).scene(0).types["creeper"].help
    assert "when mining" in start({}, options={"creeper_only_mine": True}).scene(0).types["creeper"].help
