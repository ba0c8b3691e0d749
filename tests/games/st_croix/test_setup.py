"""St. Croix: set-up."""

from pathlib import Path

import pytest

import parlour
from games.st_croix.positions import choose_all, deal, sit
from parlour import BadDeck, UnknownOption
from parlour.core.chance import Enumerating, Seeded
from parlour.games import find
from scenario import Scenario

SEVENS = "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 5 5 5 5 6 6 6"
"""Two players: Mystery Cards 1 and 2, then 3 3 3 3 4 4 4 for the first and 5 5 5 5 6 6 6 for the second."""


def sizes(table: Scenario, zone: str) -> list[int]:
    """How many cards each player has in a zone."""
    return [len(table.cards("players", seat, zone)) for seat in range(table.game.seats)]


def test_two_to_six_players() -> None:
    """SC-01: 2 to 6 players; best with three or more, so the default is not two."""
    for seats in range(2, 7):
        assert len(Scenario.dealt("st-croix", seats).scene().players) == seats
    for seats in (0, 1, 7):
        with pytest.raises(UnknownOption, match="2 to 6 seats"):
            parlour.game("st-croix", seats)
    assert find("st-croix").about.default_seats >= 3


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_deal(seats: int) -> None:
    """SC-03, SC-04, SC-06, SC-G01: four Mystery Cards and seven more each; of the rest one card is the starter."""
    table = Scenario.dealt("st-croix", seats, seed=3)
    census = table.game.census(table.state)
    assert sum(census.values()) == 72 and set(census.values()) == {4}
    assert sizes(table, "mystery") == [4] * seats
    assert (sizes(table, "hand"), sizes(table, "table")) == ([7] * seats, [0] * seats)
    assert len(table.cards("draw_pile")) == 72 - 11 * seats
    choose_all(table)
    assert len(table.cards("play_pile")) == 1 and table["gone"] == []
    assert len(table.cards("draw_pile")) == {2: 49, 3: 38, 4: 27, 5: 16, 6: 5}[seats]


def test_mystery_cards_come_first() -> None:
    """SC-03, SC-04: all Mystery Cards are dealt before the seven cards of the first hand."""
    table = deal(SEVENS, "9")
    assert table.each("mystery") == [["1"] * 4, ["2"] * 4]
    assert table.each("hand") == [["3"] * 4 + ["4"] * 3, ["5"] * 4 + ["6"] * 3]
    assert table["play_pile"] == []
    assert table["draw_pile", -1] == "9"


def test_the_starter_is_turned_up_after_the_choice() -> None:
    """SC-06: Table Cards are chosen without knowing what the Play Pile will start with."""
    table = deal("", "9 5")
    before = len(table.events())
    assert table.sees(0, "play_pile") == []
    choose_all(table)
    assert table.sees(0, "play_pile") == ["9"]
    kinds = [event.kind for event in table.events()[before:]]
    assert kinds == ["laid"] * 8 + ["showed table cards"] * 2 + ["turned up"]
    assert table["draw_pile", -1] == "5"


def test_choosing_four_of_seven() -> None:
    """SC-04, SC-05, SC-G24: each puts four of the seven on the table, keeps three; shown when all have chosen."""
    table = deal(SEVENS, "9")
    assert table.to_act == (0, 1)
    table.do("lay 3", "lay 4", "lay 4", "lay 4", seat=0)
    assert table.to_act == (1,)
    assert table.legal(0) == []
    assert table.events("showed table cards") == []
    table.do("lay 5", "lay 6", "lay 5", seat=1)
    assert table.to_act == (1,)
    table.do("lay 5", seat=1)
    shown = [event.facts["cards"] for event in table.events("showed table cards")]
    assert shown == [["3", "4", "4", "4"], ["5", "5", "5", "6"]]
    assert table.each("hand") == [["3", "3", "3"], ["5", "6", "6"]]
    assert table.to_act == (0,)


def test_choosing_in_any_order() -> None:
    """SC-G24: nobody waits for anybody while choosing, and the order makes no difference."""
    one, two = Scenario.dealt("st-croix", 3, seed=5), Scenario.dealt("st-croix", 3, seed=5)
    moves = [one.legal(seat)[0] for seat in range(3)]
    for seat in (0, 1, 2):
        one.do(moves[seat], seat=seat)
    for seat in (2, 0, 1):
        two.do(moves[seat], seat=seat)
    assert one.position == two.position


def test_only_own_cards_are_laid() -> None:
    """SC-G24: the four come from the seven; a card one does not have cannot be laid."""
    table = deal(SEVENS, "9")
    assert table.legal(0) == ["lay 3", "lay 4"]
    assert table.why_not("lay 5") == "You do not have Rainbow Beach (5)."
    assert table.why_not("play 3") == "First choose your Table Cards."


def test_table_cards_are_laid_only_once() -> None:
    """SC-G24: after the choice no card goes to the table any more."""
    assert sit("5 6", "9", pile="4").why_not("lay 5") == "The Table Cards have been chosen."


def test_the_first_player_is_any_seat() -> None:
    """SC-07, SC-G25: height is unknown, so luck picks the first player, every seat alike."""
    game = parlour.game("st-croix", 2, deck="tiny")
    shares = {0: 0.0, 1: 0.0}
    for chance in Enumerating.all():
        turn = game.dump(game.new(chance))["turn"]
        assert isinstance(turn, int)
        shares[turn] += chance.probability
    assert shares == pytest.approx({0: 0.5, 1: 0.5})


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """SC-G25: the option first_player; luck only deals."""
    game = parlour.game("st-croix", 3, first_player="host")
    for seed in range(5):
        luck = Seeded(seed)
        assert game.dump(game.new(luck))["turn"] == 0
        assert [outcome["why"] for outcome in luck.outcomes] == ["deal"]


@pytest.mark.parametrize("begins", [0, 1, 2])
def test_the_first_player_plays_first(begins: int) -> None:
    """SC-07: play begins with the seat that was picked, no matter who chose their cards last."""
    table = choose_all(deal("", "9", begins, seats=3))
    assert table.to_act == (begins,)
    assert [event.seat for event in table.events("begins")] == [begins]


@pytest.mark.parametrize("starter", ["moko", "glass"])
def test_anything_follows_a_moko_or_glass_starter(starter: str) -> None:
    """SC-G05: after a Moko or Sea Glass turned up, any card may be played."""
    table = choose_all(deal("", starter))
    assert table["play_pile"] == [starter]
    assert table["meet_or_beat"] == "1", "the lowest card: anything goes"


def test_a_lizard_starter_counts_its_value() -> None:
    """SC-G05: a Lizard turned up is an 8 and reverses nothing."""
    table = choose_all(deal("", "lizard"))
    assert table["meet_or_beat"] == "lizard"
    assert table["direction"] == "left"


def test_a_see_through_lizard_starter() -> None:
    """SC-G03, SC-G05: with `lizard_on_any` there is nothing beneath a Lizard turned up."""
    table = choose_all(deal("", "lizard", lizard_on_any=True))
    assert table["play_pile"] == ["lizard"]
    assert table["meet_or_beat"] == "1", "the lowest card: anything goes"
    assert table["direction"] == "left"


def test_cannons_are_removed_until_a_starter_comes() -> None:
    """SC-G05, SC-G26: Cannons turned up leave the game; the next other card starts the pile."""
    table = choose_all(deal("", "cannon cannon 3", seats=6))
    assert table["gone"] == ["cannon", "cannon"]
    assert table["play_pile"] == ["3"]
    assert len(table.cards("draw_pile")) == 3
    assert [event.facts for event in table.events("turned up")] == [
        {"card": "cannon", "removed": True},
        {"card": "cannon", "removed": True},
        {"card": "3", "removed": False},
    ]


def test_a_draw_pile_of_cannons_only(tmp_path: Path) -> None:
    """SC-G05, SC-G01: if only Cannons are left after the deal, the first player starts the pile."""
    file = tmp_path / "cannons.toml"
    file.write_text(
        'name="x"\n[deal]\nmystery=0\ntable=1\nhand=1\n'
        '[[card]]\nkey="1"\nname="One"\nvalue=1\ncopies=4\n'
        '[[card]]\nkey="boom"\nname="Boom"\npower="cannon"\ncopies=2\n'
    )
    table = choose_all(deal("1 1 1 1", "boom boom", deck=file))
    assert (table["play_pile"], table["draw_pile"]) == ([], [])
    assert table.legal(0) == ["play 1"]


def test_six_players_need_more_than_66_cards(tmp_path: Path) -> None:
    """SC-G01: 6 x 11 cards and a starter, so a deck of 66 is refused and one of 67 is enough."""

    def deck(cards: int) -> Path:
        sevens, rest = divmod(cards, 7)
        rows = [(str(value), 7) for value in range(1, sevens + 1)] + ([("99", rest)] if rest else [])
        text = 'name="x"\n[deal]\nmystery=4\ntable=4\nhand=3\n'
        text += "".join(f'[[card]]\nkey="{key}"\nname="n"\nvalue={key}\ncopies={copies}\n' for key, copies in rows)
        file = tmp_path / f"{cards}.toml"
        file.write_text(text)
        return file

    with pytest.raises(BadDeck, match=r"66\.toml: 6 players need at least 67 cards, the deck has 66"):
        parlour.game("st-croix", 6, deck=deck(66))
    table = choose_all(Scenario.dealt("st-croix", 6, {"deck": deck(67)}))
    assert len(table.cards("play_pile")) == 1


def test_the_young_deal() -> None:
    """SC-26, SC-G30: the publisher's young rules are not public; ours has no Mystery Cards, three and three."""
    table = Scenario.dealt("st-croix", 3, {"young": True})
    assert (table.each("mystery"), sizes(table, "hand")) == ([[]] * 3, [6] * 3)
    choose_all(table)
    assert (sizes(table, "table"), sizes(table, "hand")) == ([3] * 3, [3] * 3)
    young = next(option for option in table.game.about.options if option.name == "young")
    assert young.default is False and "Our own" in young.help


@pytest.mark.parametrize(("short", "each"), [(True, 3), (False, 4)])
def test_the_short_deal(short: bool, each: int) -> None:
    """SC-03 to SC-05 with `short_deal`: three Mystery, three Table and three Hand Cards; off: four, four, three."""
    table = Scenario.dealt("st-croix", 3, {"short_deal": short})
    assert (sizes(table, "mystery"), sizes(table, "hand")) == ([each] * 3, [each + 3] * 3)
    choose_all(table)
    assert (sizes(table, "table"), sizes(table, "hand")) == ([each] * 3, [3] * 3)
