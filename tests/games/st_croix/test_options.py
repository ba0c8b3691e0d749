"""St. Croix: every house rule, on and off, and odd combinations."""

import pytest

from parlour import IllegalAction
from parlour.games.st_croix import StCroix


def test_glass_ranked(sit):
    """SC-G02: with `glass_ranked` Sea Glass is a 6 that must meet or beat; it stays see-through."""
    assert "play glass" in sit("glass", "9", pile="9").now(0)
    assert "play glass" not in sit("glass", "9", pile="9", glass_ranked=True).now(0)
    match = sit("glass 1", "5 3", pile="4", glass_ranked=True)
    match.play(0, "play glass")
    assert match.now(1) == ["pick up", "play 5"]


def test_glass_ranked_ties(sit):
    """SC-G02, SC-09: ranked Sea Glass and the card of its value meet each other, but are no set and no run."""
    assert "play glass" in sit("glass", "9", pile="6", glass_ranked=True).now(0)
    match = sit("6 glass glass", "9", pile="6 6", glass_ranked=True)
    assert match.now(0) == ["pick up", "play 6", "play glass", "play glass glass"]
    match.play(0, "play glass glass")
    assert match.pile == ["6", "6", "glass", "glass"]


@pytest.mark.parametrize("glass_first", [True, False])
def test_glass_ranked_ties_in_any_order_of_the_file(tmp_path, glass_first):
    """SC-G02: the order of equal values in the deck file makes no difference."""
    glass = '[[card]]\nkey="pane"\nname="Pane"\nvalue=3\npower="glass"\ncopies=4\n'
    three = '[[card]]\nkey="3"\nname="Three"\nvalue=3\ncopies=4\n'
    more = "".join(f'[[card]]\nkey="{n}"\nname="n"\nvalue={n}\ncopies=4\n' for n in (2, 4, 5, 6))
    file = tmp_path / "deck.toml"
    cards = glass + three if glass_first else three + glass
    file.write_text(f'name="x"\n[deal]\nmystery=1\ntable=1\nhand=1\n{cards}{more}')
    game = StCroix(seats=2, deck=file, glass_ranked=True)
    table = game.load({"players": [{"hand": ["pane", "3", "2"]}, {"hand": ["2"]}], "play_pile": ["3"]})
    assert {game.actions.texts[action] for action in game.legal(table, 0)} == {"pick up", "play 3", "play pane"}


def test_lizard_on_any(sit):
    """SC-G03: with `lizard_on_any` the Lizard goes on anything, is see-through, and still reverses."""
    assert "play lizard" not in sit("lizard", "9", pile="15").now(0)
    match = sit("lizard 1", "9", "14 15", pile="15", lizard_on_any=True)
    match.play(0, "play lizard")
    assert match.turn == 2
    assert match.now(2) == ["pick up", "play 15"]


def test_lizard_two_player_skip(sit):
    """SC-G06: with `lizard_two_player=skip` a Lizard of two players brings another play; of three it does not."""
    for option, turn in (("none", 1), ("skip", 0)):
        match = sit("lizard 9", "9", pile="4", lizard_two_player=option)
        match.play(0, "play lizard")
        assert match.turn == turn
        assert match.pile == ["4", "lizard"]
    match = sit("lizard 9", "9", "9", pile="4", lizard_two_player="skip")
    match.play(0, "play lizard")
    assert match.turn == 2


def test_lizard_on_any_and_skip(sit):
    """SC-G03, SC-G06: both together: the same player must now meet or beat the card beneath, or take the pile."""
    match = sit("lizard 9 15", "9", pile="14", lizard_on_any=True, lizard_two_player="skip")
    match.play(0, "play lizard")
    assert match.turn == 0
    assert match.now(0) == ["pick up", "play 15"]


def test_skip_when_two_are_left_of_three(sit):
    """SC-G06, SC-G23: playing for places, two players left are two players."""
    match = sit("lizard 9", "", "9", pile="4", lizard_two_player="skip", play_for_places=True)
    match.play(0, "play lizard")
    assert match.turn == 0


def test_last_card_lizard_with_skip(sit):
    """SC-G06, SC-G14: going out with a Lizard needs no further play."""
    match = sit("lizard", "9", "9", pile="4", lizard_two_player="skip", play_for_places=True)
    match.play(0, "play lizard")
    assert match.turn == 2 and match.position()["players"][0]["place"] == 1


def test_moko_wild_in_sets(sit):
    """SC-G09, SC-G08: with `moko_wild` Mokos complete sets of ordinary cards, never of specials."""
    match = sit("7 7 moko lizard glass cannon", "9", pile="4", moko_wild=True)
    mixed = [text for text in match.now(0) if "moko" in text and text != "play moko"]
    assert mixed == ["play 7 moko", "play 7 7 moko"]
    match.play(0, "play 7 moko")
    assert match.pile == ["4", "moko", "7"]
    assert match.position()["meet_or_beat"] == "7"
    assert match.hand(0) == ["7", "lizard", "cannon", "glass"]
    assert not any("7 moko" in text for text in sit("7 7 moko", "9", pile="4").now(0))


def test_moko_wild_makes_four_in_one_play(sit):
    """SC-G09, SC-23: two 7s and two wild Mokos are four of a kind; more than four are not offered."""
    match = sit("7 7 moko moko moko 1", "9", pile="4", moko_wild=True)
    assert "play 7 7 moko moko moko" not in match.now(0)
    match.play(0, "play 7 7 moko moko")
    assert match.pile == [] and match.turn == 0


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
def test_moko_wild_four_across_turns(sit, pile, move, cleared):
    """SC-G09, SC-G10, SC-G11: wild Mokos on top of the pile count for the four, whoever played them."""
    match = sit("moko 7 9 1", "9", pile=pile, moko_wild=True)
    match.play(0, move)
    assert (match.pile == []) is cleared
    assert match.turn == (0 if cleared else 1)


def test_moko_wild_run_survives_a_saved_position(sit):
    """SC-G09: the run on top follows from the pile alone, so a position that was written down plays on alike."""
    match = sit("7 moko 9", "7 9", pile="7", moko_wild=True)
    match.play(0, "play 7 moko")
    assert match.position()["run"] == ["7", 3]
    assert match.game.dump(match.game.load(match.position())) == match.position()
    bare = {key: value for key, value in match.position().items() if key not in ("run", "meet_or_beat")}
    assert match.game.dump(match.game.load(bare)) == match.position()


def test_moko_wild_from_the_table(sit):
    """SC-G09, SC-G19: one Table Card at a time, wild or not, unless `table_sets` is on."""
    assert sit("| 7 moko", "9", pile="4", moko_wild=True).now(0) == ["pick up", "play 7", "play moko"]
    assert "play 7 moko" in sit("| 7 moko", "9", pile="4", moko_wild=True, table_sets=True).now(0)


def test_moko_wild_sets_must_meet_or_beat(sit):
    """SC-G09, SC-09: the ordinary card of a wild set has to meet or beat."""
    assert sit("7 moko", "9", pile="9", moko_wild=True).now(0) == ["pick up", "play moko"]


def test_four_across_turns_off(sit):
    """SC-G10: with the option off only four in one play count, and more may pile up."""
    match = sit("7 1", "9", pile="7 7 7", four_across_turns=False)
    match.play(0, "play 7")
    assert match.pile == ["7"] * 4 and match.turn == 1
    match = sit("7 7 7 7 1", "9", pile="4", four_across_turns=False)
    match.play(0, "play 7 7 7 7")
    assert match.pile == [] and match.turn == 0


def test_four_across_turns_off_with_wild_mokos(sit):
    """SC-G09, SC-G10: one play of four with Mokos still counts."""
    match = sit("7 7 moko moko 1", "9", pile="4", four_across_turns=False, moko_wild=True)
    match.play(0, "play 7 7 moko moko")
    assert match.pile == [] and match.turn == 0
    match = sit("moko 1", "9", pile="7 7 7", four_across_turns=False, moko_wild=True)
    match.play(0, "play moko")
    assert match.pile == ["7", "7", "7", "moko"]


def test_table_sets(sit):
    """SC-G19: with `table_sets` equal Table Cards go together; hand and table never do."""
    assert sit("| 9 9 9", "1", pile="4", table_sets=True).now(0) == ["pick up", "play 9", "play 9 9", "play 9 9 9"]
    assert sit("| 9 9 9", "1", pile="4").now(0) == ["pick up", "play 9"]
    assert sit("9 | 9 9", "1", pile="4", table_sets=True).now(0) == ["pick up", "play 9"]


@pytest.mark.parametrize("special", ["moko", "cannon", "glass", "lizard"])
def test_no_special_finish(sit, special):
    """SC-G22: with `no_special_finish` the last card may not be special while there is a pile to take."""
    match = sit(special, "9", pile="4", no_special_finish=True)
    assert match.now(0) == ["pick up"]
    with pytest.raises(IllegalAction, match="A special card may not be your last one"):
        match.play(0, f"play {special}")
    assert sit(special, "9", pile="4").now(0) == ["pick up", f"play {special}"]


def test_no_special_finish_without_a_pile(sit):
    """SC-G22, SC-G15: with nothing to take the special card is played, or the game would stand still."""
    match = sit("cannon", "9", no_special_finish=True)
    match.play(0, "play cannon")
    assert match.outcome.winners == (0,)


def test_no_special_finish_and_sets(sit):
    """SC-G22, SC-G08: a set of specials that would finish is barred, a smaller one is not."""
    match = sit("moko moko", "9", pile="4", no_special_finish=True)
    assert match.now(0) == ["pick up", "play moko"]
    assert sit("9 9", "9", pile="4", no_special_finish=True).now(0) == ["pick up", "play 9", "play 9 9"]
    assert "play moko moko" in sit("moko moko || 3", "9", pile="4", no_special_finish=True).now(0)
    drawing = sit("moko moko moko", "9 9 9", pile="4", draw="1", no_special_finish=True)
    assert "play moko moko moko" in drawing.now(0)


def test_no_special_finish_and_wild_sets(sit):
    """SC-G22, SC-G09: a set with a Moko in it may not be the last play either."""
    match = sit("7 7 moko", "9", pile="4", no_special_finish=True, moko_wild=True)
    assert match.now(0) == ["pick up", "play 7", "play 7 7", "play moko", "play 7 moko"]


def test_no_special_finish_from_the_table(sit):
    """SC-G22: the rule holds for Table Cards too, but not while Mystery Cards are left."""
    assert sit("| cannon", "9", pile="4", no_special_finish=True).now(0) == ["pick up"]
    assert "play cannon" in sit("| cannon | 3", "9", pile="4", no_special_finish=True).now(0)


def test_no_special_finish_and_the_last_mystery_card(sit):
    """SC-G22, SC-G21: a special card as the last Mystery Card is taken back with the pile; the log says why."""
    match = sit("|| moko", "9", pile="4", no_special_finish=True)
    match.play(0, "flip 1")
    assert match.outcome is None and match.hand(0) == ["4", "moko"] and match.turn == 1
    assert match.log()[0] == "Ana flips Mystery Card 1, Moko Jumbie: no special card may be the last."
    match = sit("|| moko 3", "9", pile="4", no_special_finish=True)
    match.play(0, "flip 1")
    assert match.pile == ["4", "moko"]


def test_no_special_finish_with_the_young_rules(sit):
    """SC-G22, SC-G30: a young player whose last card is barred takes the pile."""
    assert sit("moko", "9", pile="4", no_special_finish=True, young=True).now(0) == ["pick up"]


def test_play_for_places(sit):
    """SC-G23: with `play_for_places` the others play on until one is left."""
    match = sit("9", "10 1", "11", "1 2", pile="4", play_for_places=True)
    match.play(0, "play 9")
    assert match.outcome is None and match.turn == 1
    match.play(1, "play 10")
    match.play(2, "play 11")
    assert match.turn == 3
    match.play(3, "pick up")
    assert match.turn == 1, "players who are out are passed over"
    match.play(1, "play 1")
    assert match.outcome.ranks == (1, 3, 2, 4)
    assert match.outcome.reason == "Everybody but one has sent every postcard."
    assert match.log()[-2:] == [
        "Bo has sent every postcard (3rd place)!",
        "Game over. Everybody but one has sent every postcard.",
    ]


def test_going_out_with_a_cannon_for_places(sit):
    """SC-G23, SC-22, SC-G14: the pile is cleared, and the next player starts a new one."""
    match = sit("cannon", "1 2", "3", pile="15", play_for_places=True)
    match.play(0, "play cannon")
    assert match.turn == 1 and match.pile == []
    assert match.now(1) == ["play 1", "play 2"]


def test_going_out_with_four_of_a_kind_for_places(sit):
    """SC-G23, SC-23: likewise after four of a kind."""
    match = sit("7", "1 2", "3", pile="7 7 7", play_for_places=True)
    match.play(0, "play 7")
    assert match.turn == 1 and match.pile == []


def test_going_out_with_a_lizard_for_places(sit):
    """SC-G23, SC-25: the reversal counts for the next turn."""
    match = sit("lizard", "1 2", "3", pile="4", play_for_places=True)
    match.play(0, "play lizard")
    assert match.turn == 2


def test_the_turn_cap_inside_places(sit):
    """SC-G23, SC-G28: places won stay, the others follow by cards left, ties shared."""
    match = sit("1 2", "", "3 4", "5 5 5", pile="9", play_for_places=True, turn_cap=50, start={"turns": 49})
    match.play(0, "pick up")
    assert match.outcome.ranks == (3, 1, 2, 3)
    assert match.outcome.reason.startswith("The turn limit was reached")


def test_going_out_at_the_turn_cap_for_places(sit):
    """SC-G23, SC-G28: going out with the last turn is a place."""
    match = sit("9", "3 4", "5", pile="9", play_for_places=True, turn_cap=50, start={"turns": 49})
    match.play(0, "play 9")
    assert match.outcome.ranks == (1, 3, 2)


@pytest.mark.parametrize("cap", [10, 25])
def test_turn_cap(sit, cap):
    """SC-G28: `turn_cap` sets the number of turns."""
    match = sit("1 9", "1 10", pile="4", turn_cap=cap, start={"turns": cap - 2})
    match.play(0, "pick up")
    assert match.outcome is None
    match.play(1, "play 1")
    assert match.outcome.winners == (1,)


def test_young_has_no_voluntary_pick_up(sit):
    """SC-G30, SC-10: with `young` the pile is taken only when nothing can be played."""
    assert sit("5 9", "9", pile="4", young=True).now(0) == ["play 5", "play 9"]
    assert sit("3", "9", pile="4", young=True).now(0) == ["pick up"]
    assert sit("| 9", "9", pile="4", young=True).now(0) == ["play 9"]
    match = sit("5 9", "9", pile="4", young=True)
    with pytest.raises(IllegalAction, match="You can play, so you may not take the pile"):
        match.play(0, "pick up")


def test_young_ends_with_the_table_cards(sit):
    """SC-G30, SC-20: without Mystery Cards the last Table Card wins."""
    match = sit("| 9", "9", pile="4", young=True)
    match.play(0, "play 9")
    assert match.outcome.winners == (0,)


def test_presets_use_known_options():
    """SC-01: every preset opens with two to four seats."""
    for name, options in StCroix.about.presets.items():
        for seats in (2, 3, 4) if options.get("deck") != "tiny" else (2,):
            assert StCroix(seats=seats, **options).options, name
