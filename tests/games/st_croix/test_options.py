"""St. Croix: every house rule, on and off, and odd combinations."""

from pathlib import Path

import pytest

import parlour
from games.st_croix.positions import sit
from parlour.games import find
from scenario import Scenario


def test_glass_ranked() -> None:
    """SC-G02: with `glass_ranked` Sea Glass is a 6 that must meet or beat; it stays see-through."""
    sit("glass", "9", pile="9").may("play glass")
    sit("glass", "9", pile="9", glass_ranked=True).may_not("play glass")
    table = sit("glass 1", "5 3", pile="4", glass_ranked=True)
    table.do("play glass")
    assert table.legal(1) == ["pick up", "play 5"]


def test_glass_ranked_ties() -> None:
    """SC-G02, SC-09: ranked Sea Glass and the card of its value meet each other, but are no set and no run."""
    sit("glass", "9", pile="6", glass_ranked=True).may("play glass")
    table = sit("6 glass glass", "9", pile="6 6", glass_ranked=True)
    assert table.legal() == ["pick up", "play 6", "play glass", "play glass glass"]
    table.do("play glass glass")
    assert table["play_pile"] == ["6", "6", "glass", "glass"]


@pytest.mark.parametrize("glass_first", [True, False])
def test_glass_ranked_ties_in_any_order_of_the_file(tmp_path: Path, glass_first: bool) -> None:
    """SC-G02: the order of equal values in the deck file makes no difference."""
    glass = '[[card]]\nkey="pane"\nname="Pane"\nvalue=3\npower="glass"\ncopies=4\n'
    three = '[[card]]\nkey="3"\nname="Three"\nvalue=3\ncopies=4\n'
    more = "".join(f'[[card]]\nkey="{n}"\nname="n"\nvalue={n}\ncopies=4\n' for n in (2, 4, 5, 6))
    file = tmp_path / "deck.toml"
    cards = glass + three if glass_first else three + glass
    file.write_text(f'name="x"\n[deal]\nmystery=1\ntable=1\nhand=1\n{cards}{more}')
    table = sit("pane 3 2", "2", pile="3", deck=file, glass_ranked=True)
    assert set(table.legal()) == {"pick up", "play 3", "play pane"}


def test_lizard_on_any() -> None:
    """SC-G03: with `lizard_on_any` the Lizard goes on anything, is see-through, and still reverses."""
    sit("lizard", "9", pile="15").may_not("play lizard")
    table = sit("lizard 1", "9", "14 15", pile="15", lizard_on_any=True)
    table.do("play lizard")
    assert table.actor == 2
    assert table.legal(2) == ["pick up", "play 15"]


def test_lizard_two_player_skip() -> None:
    """SC-G06: with `lizard_two_player=skip` a Lizard of two players brings another play; of three it does not."""
    for option, turn in (("none", 1), ("skip", 0)):
        table = sit("lizard 9", "9", pile="4", lizard_two_player=option)
        table.do("play lizard")
        assert table.actor == turn
        assert table["play_pile"] == ["4", "lizard"]
    table = sit("lizard 9", "9", "9", pile="4", lizard_two_player="skip")
    table.do("play lizard")
    assert table.actor == 2


def test_lizard_on_any_and_skip() -> None:
    """SC-G03, SC-G06: both together: the same player must now meet or beat the card beneath, or take the pile."""
    table = sit("lizard 9 15", "9", pile="14", lizard_on_any=True, lizard_two_player="skip")
    table.do("play lizard")
    assert table.actor == 0
    assert table.legal() == ["pick up", "play 15"]


def test_skip_when_two_are_left_of_three() -> None:
    """SC-G06, SC-G23: playing for places, two players left are two players."""
    table = sit("lizard 9", "", "9", pile="4", lizard_two_player="skip", play_for_places=True)
    table.do("play lizard")
    assert table.actor == 0


def test_last_card_lizard_with_skip() -> None:
    """SC-G06, SC-G14: going out with a Lizard needs no further play."""
    table = sit("lizard", "9", "9", pile="4", lizard_two_player="skip", play_for_places=True)
    table.do("play lizard")
    assert table.actor == 2 and table["players", 0, "place"] == 1


def test_moko_wild_in_sets() -> None:
    """SC-G09, SC-G08: with `moko_wild` Mokos complete sets of ordinary cards, never of specials."""
    table = sit("7 7 moko lizard glass cannon", "9", pile="4", moko_wild=True)
    mixed = [text for text in table.legal() if "moko" in text and text != "play moko"]
    assert mixed == ["play 7 moko", "play 7 7 moko"]
    table.do("play 7 moko")
    assert table["play_pile"] == ["4", "moko", "7"]
    assert table["meet_or_beat"] == "7"
    assert table["players", 0, "hand"] == ["7", "lizard", "cannon", "glass"]
    assert not any("7 moko" in text for text in sit("7 7 moko", "9", pile="4").legal())


def test_moko_wild_makes_four_in_one_play() -> None:
    """SC-G09, SC-23: two 7s and two wild Mokos are four of a kind; more than four are not offered."""
    table = sit("7 7 moko moko moko 1", "9", pile="4", moko_wild=True)
    assert "play 7 7 moko moko moko" not in table.legal()
    table.do("play 7 7 moko moko")
    assert table["play_pile"] == [] and table.actor == 0


@pytest.mark.parametrize(
    ("pile", "move", "cleared"),
    [
        ("7 7 7", "play moko", True),  # a Moko alone completes the 7s
        ("7 7 moko", "play 7", True),  # a Moko played earlier counts as a 7
        ("moko moko moko", "play 7", True),
        ("7 moko 9", "play 9", False),  # 9 9 and the Moko: three
        ("7 7 glass", "play moko", False),  # glass interrupts
        ("lizard lizard lizard", "play moko", False),  # a Moko is no Lizard
        ("7 7", "play moko", False),
    ],
)
def test_moko_wild_four_across_turns(pile: str, move: str, cleared: bool) -> None:
    """SC-G09, SC-G10, SC-G11: wild Mokos on top of the pile count for the four, no matter who played them."""
    table = sit("moko 7 9 1", "9", pile=pile, moko_wild=True)
    table.do(move)
    assert (table["play_pile"] == []) is cleared
    assert table.actor == (0 if cleared else 1)


def test_moko_wild_run_survives_a_saved_position() -> None:
    """SC-G09: the run on top follows from the pile alone, so a position that was written down plays on alike."""
    table = sit("7 moko 9", "7 9", pile="7", moko_wild=True)
    table.do("play 7 moko")
    assert table["run"] == ["7", 3]
    assert table.reloaded().position == table.position
    bare = {key: value for key, value in table.position.items() if key not in ("run", "meet_or_beat")}
    assert Scenario("st-croix", options={"moko_wild": True}, start=bare).position == table.position


def test_moko_wild_from_the_table() -> None:
    """SC-G09, SC-G19: one Table Card at a time, wild or not, unless `table_sets` is on."""
    assert sit("| 7 moko", "9", pile="4", moko_wild=True).legal() == ["pick up", "play 7", "play moko"]
    sit("| 7 moko", "9", pile="4", moko_wild=True, table_sets=True).may("play 7 moko")


def test_moko_wild_sets_must_meet_or_beat() -> None:
    """SC-G09, SC-09: the ordinary card of a wild set has to meet or beat."""
    assert sit("7 moko", "9", pile="9", moko_wild=True).legal() == ["pick up", "play moko"]


def test_four_across_turns_off() -> None:
    """SC-G10: with the option off only four in one play count, and more may pile up."""
    table = sit("7 1", "9", pile="7 7 7", four_across_turns=False)
    table.do("play 7")
    assert table["play_pile"] == ["7"] * 4 and table.actor == 1
    table = sit("7 7 7 7 1", "9", pile="4", four_across_turns=False)
    table.do("play 7 7 7 7")
    assert table["play_pile"] == [] and table.actor == 0


def test_four_across_turns_off_with_wild_mokos() -> None:
    """SC-G09, SC-G10: one play of four with Mokos still counts."""
    table = sit("7 7 moko moko 1", "9", pile="4", four_across_turns=False, moko_wild=True)
    table.do("play 7 7 moko moko")
    assert table["play_pile"] == [] and table.actor == 0
    table = sit("moko 1", "9", pile="7 7 7", four_across_turns=False, moko_wild=True)
    table.do("play moko")
    assert table["play_pile"] == ["7", "7", "7", "moko"]


def test_table_sets() -> None:
    """SC-G19: with `table_sets` equal Table Cards go together; hand and table never do."""
    assert sit("| 9 9 9", "1", pile="4", table_sets=True).legal() == ["pick up", "play 9", "play 9 9", "play 9 9 9"]
    assert sit("| 9 9 9", "1", pile="4").legal() == ["pick up", "play 9"]
    assert sit("9 | 9 9", "1", pile="4", table_sets=True).legal() == ["pick up", "play 9"]


@pytest.mark.parametrize("special", ["moko", "cannon", "glass", "lizard"])
def test_no_special_finish(special: str) -> None:
    """SC-G22: with `no_special_finish` the last card may not be special while there is a pile to take."""
    table = sit(special, "9", pile="4", no_special_finish=True)
    assert table.legal() == ["pick up"]
    table.may_not(f"play {special}", because="A special card cannot be your last one")
    assert sit(special, "9", pile="4").legal() == ["pick up", f"play {special}"]


def test_no_special_finish_without_a_pile() -> None:
    """SC-G22, SC-G15: with nothing to take the special card is played, or the game would stand still."""
    table = sit("cannon", "9", no_special_finish=True)
    table.do("play cannon")
    assert table.result.winners == (0,)


def test_no_special_finish_and_sets() -> None:
    """SC-G22, SC-G08: a set of specials that would finish is barred, a smaller one is not."""
    table = sit("moko moko", "9", pile="4", no_special_finish=True)
    assert table.legal() == ["pick up", "play moko"]
    assert sit("9 9", "9", pile="4", no_special_finish=True).legal() == ["pick up", "play 9", "play 9 9"]
    sit("moko moko || 3", "9", pile="4", no_special_finish=True).may("play moko moko")
    drawing = sit("moko moko moko", "9 9 9", pile="4", draw="1", no_special_finish=True)
    assert "play moko moko moko" in drawing.legal()


def test_no_special_finish_and_wild_sets() -> None:
    """SC-G22, SC-G09: a set with a Moko in it may not be the last play either."""
    table = sit("7 7 moko", "9", pile="4", no_special_finish=True, moko_wild=True)
    assert table.legal() == ["pick up", "play 7", "play 7 7", "play moko", "play 7 moko"]


def test_no_special_finish_from_the_table() -> None:
    """SC-G22: the rule holds for Table Cards too, but not while Mystery Cards are left."""
    assert sit("| cannon", "9", pile="4", no_special_finish=True).legal() == ["pick up"]
    sit("| cannon | 3", "9", pile="4", no_special_finish=True).may("play cannon")


def test_no_special_finish_and_the_last_mystery_card() -> None:
    """SC-G22, SC-G21: a special card as the last Mystery Card is taken back with the pile; the log says why."""
    table = sit("|| moko", "9", pile="4", no_special_finish=True)
    table.do("flip 1")
    assert not table.over() and table["players", 0, "hand"] == ["4", "moko"] and table.actor == 1
    assert table.told()[0] == "Ana flips Mystery Card 1, Moko Jumbie: no special card may be the last."
    table = sit("|| moko 3", "9", pile="4", no_special_finish=True)
    table.do("flip 1")
    assert table["play_pile"] == ["4", "moko"]


def test_no_special_finish_with_the_young_rules() -> None:
    """SC-G22, SC-G30: a young player whose last card is barred takes the pile."""
    assert sit("moko", "9", pile="4", no_special_finish=True, young=True).legal() == ["pick up"]


def test_play_for_places() -> None:
    """SC-G23: with `play_for_places` the others play on until one is left."""
    table = sit("9", "10 1", "11", "1 2", pile="4", play_for_places=True)
    table.do("play 9")
    assert not table.over() and table.actor == 1
    table.do("play 10", seat=1)
    table.do("play 11", seat=2)
    assert table.actor == 3
    table.do("pick up", seat=3)
    assert table.actor == 1, "players who are out are passed over"
    table.do("play 1", seat=1)
    assert table.result.ranks == (1, 3, 2, 4)
    assert table.result.reason == "Everybody but one has sent every postcard."
    assert table.told()[-2:] == [
        "Bo has sent every postcard (3rd place)!",
        "Game over. Everybody but one has sent every postcard.",
    ]


def test_going_out_with_a_cannon_for_places() -> None:
    """SC-G23, SC-22, SC-G14: the pile is cleared, and the next player starts a new one."""
    table = sit("cannon", "1 2", "3", pile="15", play_for_places=True)
    table.do("play cannon")
    assert table.actor == 1 and table["play_pile"] == []
    assert table.legal(1) == ["play 1", "play 2"]


def test_going_out_with_four_of_a_kind_for_places() -> None:
    """SC-G23, SC-23: likewise after four of a kind."""
    table = sit("7", "1 2", "3", pile="7 7 7", play_for_places=True)
    table.do("play 7")
    assert table.actor == 1 and table["play_pile"] == []


def test_going_out_with_a_lizard_for_places() -> None:
    """SC-G23, SC-25: the reversal counts for the next turn."""
    table = sit("lizard", "1 2", "3", pile="4", play_for_places=True)
    table.do("play lizard")
    assert table.actor == 2


def test_the_turn_cap_inside_places() -> None:
    """SC-G23, SC-G28: places won stay, the others follow by cards left, ties shared."""
    table = sit("1 2", "", "3 4", "5 5 5", pile="9", play_for_places=True, turn_cap=50, start={"turns": 49})
    table.do("pick up")
    assert table.result.ranks == (3, 1, 2, 3)
    assert table.result.reason.startswith("The turn limit was reached")


def test_going_out_at_the_turn_cap_for_places() -> None:
    """SC-G23, SC-G28: going out with the last turn is a place."""
    table = sit("9", "3 4", "5", pile="9", play_for_places=True, turn_cap=50, start={"turns": 49})
    table.do("play 9")
    assert table.result.ranks == (1, 3, 2)


@pytest.mark.parametrize("cap", [10, 25])
def test_turn_cap(cap: int) -> None:
    """SC-G28: `turn_cap` sets the number of turns."""
    table = sit("1 9", "1 10", pile="4", turn_cap=cap, start={"turns": cap - 2})
    table.do("pick up")
    assert not table.over()
    table.do("play 1", seat=1)
    assert table.result.winners == (1,)


def test_young_has_no_voluntary_pick_up() -> None:
    """SC-G30, SC-10: with `young` the pile is taken only when nothing can be played."""
    assert sit("5 9", "9", pile="4", young=True).legal() == ["play 5", "play 9"]
    assert sit("3", "9", pile="4", young=True).legal() == ["pick up"]
    assert sit("| 9", "9", pile="4", young=True).legal() == ["play 9"]
    table = sit("5 9", "9", pile="4", young=True)
    table.may_not("pick up", because="You can play, so you cannot take the pile")


def test_young_ends_with_the_table_cards() -> None:
    """SC-G30, SC-20: without Mystery Cards the last Table Card wins."""
    table = sit("| 9", "9", pile="4", young=True)
    table.do("play 9")
    assert table.result.winners == (0,)


def test_presets_use_known_options() -> None:
    """SC-01: every preset opens with two to four seats, as far as its deck goes."""
    most = {"tiny": 2, "tiny_three": 3, "micro": 2}
    for name, options in (find("st-croix").about.presets or {}).items():
        for seats in range(2, most.get(str(options.get("deck")), 4) + 1):
            assert parlour.game("st-croix", seats, None, **options).options, name
