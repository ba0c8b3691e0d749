"""St. Croix: wrong decks, options, actions and positions are refused with a clear sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from games.st_croix.positions import sit
from parlour import BadDeck, BadPosition, IllegalAction, UnknownOption
from parlour.games import find
from scenario import Scenario

Write = Callable[[str], Path]

GOOD: dict[str, object] = {"turn": 0, "play_pile": ["4"], "players": [{"hand": ["5", "9"]}, {"hand": ["9"]}]}

HEAD = 'name="x"\n[deal]\nmystery=1\ntable=1\nhand=1\n'


def card(key: str, copies: int = 4, **fields: object) -> str:
    rows = "".join(f"{name} = {value!r}\n".replace("'", '"') for name, value in fields.items())
    return f'[[card]]\nkey="{key}"\nname="Card {key}"\ncopies={copies}\n{rows}'


PLAIN = "".join(card(str(value), value=value) for value in range(1, 6))


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(text: str) -> Path:
        file = tmp_path / "box.toml"
        file.write_text(text)
        return file

    return make


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (HEAD + PLAIN + card("6"), "card '6': value must be a whole number from 0 to 1000, not None"),
        (HEAD + PLAIN + card("6", value=1001), "card '6': value must be a whole number from 0 to 1000, not 1001"),
        (HEAD + PLAIN + card("6", value=5), "card '6': another card has the value 5 already"),
        (HEAD + PLAIN + card("6", 8, value=6), "card '6': copies must be from 1 to 7, not 8"),
        (HEAD + PLAIN + card("6", 0, value=6), "card '6': copies must be a whole number from 1 to 100, not 0"),
        (HEAD + PLAIN + card("6", value=6, power="laser"), "card '6': power must be none or lizard or moko"),
        (HEAD + PLAIN + card("a", power="moko") + card("b", power="moko"), "card 'b': only one kind of card may have"),
        (HEAD + PLAIN + card("6", value=6, pwoer="moko"), "card '6': there is no field 'pwoer'"),
        (HEAD + PLAIN + card("a", power="cannon", value=3), "card 'a': a card with the power cannon has no value"),
        (HEAD + PLAIN + card("g", power="glass", value="six"), "card 'g': value must be a whole number"),
        (HEAD + PLAIN + card("l", power="lizard"), "card 'l': value must be a whole number"),
        (HEAD + PLAIN + card("1", value=9), "card '1': the key appears twice"),
        (HEAD + card("1", 6, value=1), "2 players need at least 7 cards, the deck has 6"),
        (HEAD.replace("hand=1", "hand=0") + PLAIN, r"\[deal\] hand must be a whole number from 1 to 8, not 0"),
        (HEAD.replace("mystery=1", "mystery=9") + PLAIN, r"\[deal\] mystery must be a whole number from 0 to 8"),
        ('name="x"\n' + PLAIN, r"\[deal\] mystery must be a whole number"),
        (HEAD + "".join(card(f"c{n}", value=n) for n in range(21)), "at most 20 kinds of card, not 21"),
        (HEAD, r"a deck needs at least one \[\[card\]\]"),
        ("name=", "not valid TOML"),
    ],
)
def test_bad_decks(write: Write, text: str, problem: str) -> None:
    """SC-G01: a deck file that breaks a rule is refused; the message names the file, the card and the problem."""
    with pytest.raises(BadDeck, match=r"box\.toml: ") as caught:
        parlour.game("st-croix", 2, deck=write(text))
    assert caught.match(problem)


def test_ranked_glass_needs_a_value(write: Write) -> None:
    """SC-G02: Sea Glass without a value is fine until `glass_ranked` asks for one."""
    deck = write(HEAD + PLAIN + card("g", power="glass"))
    assert parlour.game("st-croix", 2, deck=deck)
    with pytest.raises(BadDeck, match="card 'g': value must be a whole number"):
        parlour.game("st-croix", 2, deck=deck, glass_ranked=True)


def test_a_missing_deck_file(tmp_path: Path) -> None:
    """SC-G01: a file that is not there is named."""
    with pytest.raises(BadDeck, match=r"nothing\.toml: the deck file cannot be read"):
        parlour.game("st-croix", 2, deck=tmp_path / "nothing.toml")


@pytest.mark.parametrize("missing", ["lizard", "moko", "cannon", "glass", "all"])
@pytest.mark.parametrize("copies", [1, 7])
@pytest.mark.parametrize("house", [False, True])
def test_decks_without_some_special(write: Write, missing: str, copies: int, house: bool) -> None:
    """SC-G01: decks may lack any special card and have 1 to 7 copies; no card is ever lost or made."""
    powers = [power for power in ("lizard", "moko", "cannon", "glass") if missing not in (power, "all")]
    specials = "".join(
        card(power, copies, power=power, **({"value": 8} if power in ("lizard", "glass") else {})) for power in powers
    )
    numbers = "".join(card(str(value), copies, value=value) for value in (1, 2, 3, 4, 5, 6, 7, 9))
    preset = (find("st-croix").about.presets or {})["house"] if house else {}
    options = {**preset, "turn_cap": 120, "deck": write(HEAD + numbers + specials)}
    for seed in range(4):
        table = Scenario.dealt("st-croix", 2, options, seed=f"{copies} {seed}")
        box = table.game.census(table.state)
        for _ in table.play_on(seed):
            assert table.game.census(table.state) == box
            assert table.reloaded().position == table.position
        assert table.over()
        assert table.game.census(table.state) == box


def test_seven_copies_are_more_than_four(write: Write) -> None:
    """SC-23: with seven copies a play of five is four of a kind too."""
    deck = write(HEAD + card("1", 7, value=1) + PLAIN.replace('key="1"', 'key="one"').replace("value = 1", "value = 9"))
    table = sit("1 1 1 1 1 2", "2", deck=deck).do("play 1 1 1 1 1")
    assert table["play_pile"] == [] and table.actor == 0


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"glass_rank": True}, "St. Croix has no option 'glass_rank'. Did you mean glass_ranked"),
        ({"turn_cap": 9}, "Option turn_cap takes a whole number from 10 to 5000, not 9"),
        ({"turn_cap": True}, "Option turn_cap takes a whole number"),
        ({"lizard_two_player": "jump"}, "Option lizard_two_player takes none or skip, not 'jump'"),
        ({"young": 1}, "Option young takes true or false, not 1"),
        ({"young": "maybe"}, "Option young takes true or false, not 'maybe'"),
    ],
)
def test_bad_options(options: dict[str, object], problem: str) -> None:
    """SC-01: unknown options and wrong values are refused."""
    with pytest.raises(UnknownOption, match=problem):
        parlour.game("st-croix", 2, None, **options)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("play 16", "'play 16' is not an action of this game. Did you mean 'play "),
        ("pickup", "Did you mean 'pick up'"),
        ("play 5 9", "is not an action of this game"),
        ("xyzzy", "Possible now: 'pick up', 'play 5', 'play 9'"),
        ("", "is not an action of this game"),
        ("play 12", "You do not have Fort Frederik \\(12\\) in your hand"),
        ("play 5 5", "You do not have 2 x Rainbow Beach \\(5\\) in your hand"),
        (9999, "There is no action number 9999"),
        (-1, "There is no action number -1"),
    ],
)
def test_bad_actions(text: str | int, problem: str) -> None:
    """SC-08: what is no action, or not possible now, is refused with a hint; nothing changes."""
    match = parlour.Match(parlour.game("st-croix", 2), seed=1, start=GOOD)
    before, record = match.position(), match.text()
    with pytest.raises(IllegalAction, match=problem):
        match.play(0, text)
    assert match.position() == before and match.text() == record


def test_actions_are_read_kindly() -> None:
    """SC-08: spaces and capitals in an action do not matter."""
    table = sit("5 5 9", "9", pile="4")
    table.do("  Play 5   5 ")
    assert table["play_pile"] == ["4", "5", "5"]


def test_not_holding_table_cards() -> None:
    """SC-15: the reason names the place where the card is missing."""
    sit("| 9", "9", pile="4").may_not("play 10", because="on the table")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"players": [{"hand": ["5"]}]}, "players must have 2 entries, not 1"),
        ({"players": [{"hand": ["5"]}, {"hnad": ["9"]}]}, r"players\[1\]: 'hnad' is not an entry"),
        ({"players": [{"hand": ["99"]}, {"hand": ["9"]}]}, "holds '99', which is no card of the deck"),
        ({"players": [{"hand": ["5"] * 5}, {"hand": ["9"]}]}, "more cards '5' than the deck has"),
        ({"players": [{"hand": ["4"] * 4}, {"hand": ["9"]}]}, "more cards '4' than the deck has"),
        ({"players": [{"hand": ["5"], "seen": ["6"]}, {"hand": ["9"]}]}, "seen by all must be in the hand"),
        ({"players": [{"hand": ["5"], "table": ["1"] * 3 + ["2"] * 2}, {"hand": ["9"]}]}, "at most 4 Table Cards"),
        (
            {"players": [{"hand": ["5"], "mystery": ["1"] * 3 + ["2"] * 2}, {"hand": ["9"]}]},
            "mystery has 5 places, there are at most 4",
        ),
        ({"players": [{"hand": ["5"], "place": 1}, {"hand": ["9"]}]}, "has a place but still has cards"),
        ({"players": [{}, {}]}, "2 players without cards cannot have the places"),
        ({"players": [{"place": 2}, {"hand": ["9"]}]}, r"cannot have the places \[2\]"),
        ({"turn": 2}, "turn must be a whole number from 0 to 1, not 2"),
        ({"turn": "0"}, "turn must be a whole number"),
        ({"turns": 401}, "turns must be a whole number from 0 to 400"),
        ({"over": True}, "by the rest of the position, over is False"),
        ({"turns": 400, "over": False}, "by the rest of the position, over is True"),
        ({"direction": "up"}, "direction must be left or right"),
        ({"play_pile": ["cannon"]}, "a Cannon never stays on the Play Pile"),
        ({"play_pile": ["7"] * 4}, "four equal cards never stay"),
        ({"play_pile": "7"}, "play_pile must be a list"),
        ({"draw_pile": ["1"]}, "fewer than 3 Hand Cards beside a Draw Pile"),
        ({"meet_or_beat": "9"}, "by the rest of the position, meet_or_beat is '4'"),
        ({"run": ["4", 2]}, r"by the rest of the position, run is \['4', 1\]"),
        ({"run": ["4"]}, r"by the rest of the position, run is \['4', 1\]"),
        ({"gone": ["1"]}, "by the rest of the position, gone is"),
        ({"choosing": True}, "while choosing, everybody has 7 cards"),
        ({"choosing": 1}, "choosing must be true or false"),
        ({"colour": "red"}, "'colour' is not an entry"),
    ],
)
def test_bad_positions(change: dict[str, object], problem: str) -> None:
    """SC-20: a position that cannot be one is refused with the reason."""
    game = parlour.game("st-croix", 2)
    assert game.load(GOOD)
    with pytest.raises(BadPosition, match=problem):
        game.load({**GOOD, **change})


def test_gone_is_compared_card_by_card() -> None:
    """SC-G26: eight 1s are not mistaken for a 2."""
    game = parlour.game("st-croix", 2)
    gone = Scenario("st-croix", start=GOOD).cards("gone")
    assert game.load({**GOOD, "gone": list(reversed(gone))})
    without = [key for key in gone if key != "2"] + ["2"] * 3
    with pytest.raises(BadPosition):
        game.load({**GOOD, "gone": without + ["1"] * 8})


def test_choosing_positions() -> None:
    """SC-G24: choosing cannot be over, and nobody has played yet."""
    game = parlour.game("st-croix", 2)
    seven = ["1", "2", "3", "4", "5", "6", "7"]
    chosen: dict[str, object] = {"hand": seven[4:], "table": seven[:4]}
    start: dict[str, object] = {"draw_pile": ["9"], "choosing": True, "players": [chosen, {"hand": seven}]}
    assert game.to_act(game.load(start)) == (1,)
    with pytest.raises(BadPosition, match="choosing is over when everybody has 4 Table Cards"):
        game.load({**start, "players": [chosen, chosen]})
    with pytest.raises(BadPosition, match="nobody has had a turn"):
        game.load({**start, "turns": 3})
    with pytest.raises(BadPosition, match="there is no Play Pile"):
        game.load({**start, "play_pile": ["9"], "draw_pile": []})


def test_a_player_with_nothing_is_out() -> None:
    """SC-20, SC-G23: in a hand-written position, no cards mean that the player is out, and perhaps that it is over."""
    assert Scenario("st-croix", players=[{}, {"hand": ["9"]}]).result.winners == (0,)
    assert sit("", "9 1", "", "9", turn=1, pile="4", play_for_places=True).do("play 9").to_act == (3,)
    with pytest.raises(BadPosition, match="it is the turn of seat 0, who has no cards"):
        sit("", "9", "", "9", play_for_places=True)
