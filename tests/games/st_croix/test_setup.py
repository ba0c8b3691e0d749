"""St. Croix: set-up."""

import pytest

from parlour import BadDeck, Match, UnknownOption
from parlour.core.chance import Enumerating, Seeded
from parlour.games.st_croix import StCroix


def test_two_to_six_players():
    """SC-01: 2 to 6 players; best with three or more, so the default is not two."""
    for seats in range(2, 7):
        assert len(StCroix(seats=seats).new(Seeded(1)).players) == seats
    for seats in (0, 1, 7):
        with pytest.raises(UnknownOption, match="2 to 6 seats"):
            StCroix(seats=seats)
    assert StCroix.about.default_seats >= 3


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_deal(seats, choose_all):
    """SC-03, SC-04, SC-06, SC-G01: four Mystery Cards and seven more each; of the rest one card is the starter."""
    game = StCroix(seats=seats)
    assert len(game.whole_deck) == 72 and set(game.census(game.new(Seeded(3))).values()) == {4}
    table = game.new(Seeded(3))
    for player in table.players:
        assert (player.mystery_left, player.hand_size, player.table_size) == (4, 7, 0)
    assert table.draw_left == 72 - 11 * seats
    choose_all(game, table)
    assert len(table.pile) == 1 and not table.gone
    assert table.draw_left == {2: 49, 3: 38, 4: 27, 5: 16, 6: 5}[seats]


def test_mystery_cards_come_first(deal):
    """SC-03, SC-04: all Mystery Cards are dealt before the seven cards of the first hand."""
    game, table, _ = deal(StCroix(seats=2), "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 5 5 5 5 6 6 6", "9")
    position = game.dump(table)
    assert [player["mystery"] for player in position["players"]] == [["1"] * 4, ["2"] * 4]
    assert [player["hand"] for player in position["players"]] == [["3"] * 4 + ["4"] * 3, ["5"] * 4 + ["6"] * 3]
    assert position["play_pile"] == []
    assert position["draw_pile"][-1] == "9"


def test_the_starter_is_turned_up_after_the_choice(deal, choose_all):
    """SC-06: Table Cards are chosen without knowing what the Play Pile will start with."""
    game, table, events = deal(StCroix(seats=2), "", "9 5")
    before = len(events)
    assert game.view(table, 0).facts()["play_pile"] == []
    choose_all(game, table, events)
    assert game.view(table, 0).facts()["play_pile"] == ["9"]
    kinds = [event.kind for event in events[before:]]
    assert kinds == ["laid"] * 8 + ["showed table cards"] * 2 + ["turned up"]
    assert game.dump(table)["draw_pile"][-1] == "5"


def test_choosing_four_of_seven(deal):
    """SC-04, SC-05, SC-G24: each puts four of the seven on the table, keeps three; shown when all have chosen."""
    game, table, events = deal(StCroix(seats=2), "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 5 5 5 5 6 6 6", "9")
    assert game.to_act(table) == (0, 1)
    luck = Seeded(1)

    def lay(seat, card):
        game.apply(table, seat, game.actions.id_of(f"lay {card}"), luck, events.append)

    for card in ("3", "4", "4", "4"):
        lay(0, card)
    assert game.to_act(table) == (1,)
    assert game.legal(table, 0) == []
    assert "showed table cards" not in [event.kind for event in events]
    for card in ("5", "6", "5"):
        lay(1, card)
    assert game.to_act(table) == (1,)
    lay(1, "5")
    shown = [event for event in events if event.kind == "showed table cards"]
    assert [event.facts["cards"] for event in shown] == [["3", "4", "4", "4"], ["5", "5", "5", "6"]]
    assert [player["hand"] for player in game.dump(table)["players"]] == [["3", "3", "3"], ["5", "6", "6"]]
    assert game.to_act(table) == (0,)


def test_choosing_in_any_order():
    """SC-G24: nobody waits for anybody while choosing, and the order makes no difference."""
    one, two = Match(StCroix(seats=3), seed=5), Match(StCroix(seats=3), seed=5)
    moves = {seat: [one.legal(seat)[0]] for seat in range(3)}
    for seat in (0, 1, 2):
        one.play(seat, moves[seat][0])
    for seat in (2, 0, 1):
        two.play(seat, moves[seat][0])
    assert one.position() == two.position()


def test_only_own_cards_are_laid(deal):
    """SC-G24: the four come from the seven; a card one does not have cannot be laid."""
    game, table, _ = deal(StCroix(seats=2), "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 5 5 5 5 6 6 6", "9")
    assert [game.actions.texts[action] for action in game.legal(table, 0)] == ["lay 3", "lay 4"]
    assert game.why_not(table, 0, game.actions.id_of("lay 5")) == "You do not have Rainbow Beach (5)."
    assert game.why_not(table, 0, game.actions.id_of("play 3")) == "First choose your Table Cards."


def test_table_cards_are_laid_only_once(sit):
    """SC-G24: after the choice no card goes to the table any more."""
    match = sit("5 6", "9", pile="4")
    assert match.game.why_not(match._state, 0, match.game.actions.id_of("lay 5")) == "The Table Cards have been chosen."


def test_the_first_player_is_any_seat():
    """SC-07, SC-G25: height is unknown, so luck picks the first player, every seat alike."""
    game = StCroix(seats=2, deck="tiny")
    shares = [0.0, 0.0]
    for chance in Enumerating.all():
        shares[game.new(chance).turn] += chance.probability
    assert shares == pytest.approx([0.5, 0.5])


def test_the_first_seat_begins_if_the_host_decides():
    """SC-G25: the option first_player; luck only deals."""
    for seed in range(5):
        luck = Seeded(seed)
        assert StCroix(seats=3, first_player="host").new(luck).turn == 0
        assert [outcome["why"] for outcome in luck.outcomes] == ["deal"]


@pytest.mark.parametrize("begins", [0, 1, 2])
def test_the_first_player_plays_first(deal, begins):
    """SC-07: play begins with the seat that was picked, whoever chose their cards last."""
    game, table, events = deal(StCroix(seats=3), "", "9", begins)
    while table.choosing:
        seat = game.actor(table)
        game.apply(table, seat, game.legal(table, seat)[0], Seeded(1))
    assert game.to_act(table) == (begins,)
    assert [event.seat for event in events if event.kind == "begins"] == [begins]


@pytest.mark.parametrize("starter", ["moko", "glass"])
def test_anything_follows_a_moko_or_glass_starter(dealt, starter):
    """SC-G05: after a Moko or Sea Glass turned up, any card may be played."""
    game, table, _ = dealt(StCroix(seats=2), "", starter)
    assert table.pile == [game.keys.index(starter)]
    assert table.beat == 0


def test_a_lizard_starter_counts_its_value(dealt):
    """SC-G05: a Lizard turned up is an 8 and reverses nothing."""
    game, table, _ = dealt(StCroix(seats=2), "", "lizard")
    assert game.dump(table)["meet_or_beat"] == "lizard"
    assert game.dump(table)["direction"] == "left"


def test_a_see_through_lizard_starter(dealt):
    """SC-G03, SC-G05: with `lizard_on_any` there is nothing beneath a Lizard turned up."""
    _, table, _ = dealt(StCroix(seats=2, lizard_on_any=True), "", "lizard")
    assert len(table.pile) == 1 and table.beat == 0 and table.step == 1


def test_cannons_are_removed_until_a_starter_comes(dealt):
    """SC-G05, SC-G26: Cannons turned up leave the game; the next other card starts the pile."""
    game, table, events = dealt(StCroix(seats=6), "", "cannon cannon 3")
    assert game.dump(table)["gone"] == ["cannon", "cannon"]
    assert game.dump(table)["play_pile"] == ["3"]
    assert table.draw_left == 3
    turned = [event.facts for event in events if event.kind == "turned up"]
    assert turned == [
        {"card": "cannon", "removed": True},
        {"card": "cannon", "removed": True},
        {"card": "3", "removed": False},
    ]


def test_a_draw_pile_of_cannons_only(tmp_path, dealt):
    """SC-G05, SC-G01: if only Cannons are left after the deal, the first player starts the pile."""
    file = tmp_path / "cannons.toml"
    file.write_text(
        'name="x"\n[deal]\nmystery=0\ntable=1\nhand=1\n'
        '[[card]]\nkey="1"\nname="One"\nvalue=1\ncopies=4\n'
        '[[card]]\nkey="boom"\nname="Boom"\npower="cannon"\ncopies=2\n'
    )
    game, table, _ = dealt(StCroix(seats=2, deck=file), "1 1 1 1", "boom boom")
    assert (table.pile, table.draw_left) == ([], 0)
    assert [game.actions.texts[action] for action in game.legal(table, 0)] == ["play 1"]


def test_six_players_need_more_than_66_cards(tmp_path, choose_all):
    """SC-G01: 6 x 11 cards and a starter, so a deck of 66 is refused and one of 67 is enough."""

    def deck(cards):
        sevens, rest = divmod(cards, 7)
        rows = [(str(value), 7) for value in range(1, sevens + 1)] + ([("99", rest)] if rest else [])
        text = 'name="x"\n[deal]\nmystery=4\ntable=4\nhand=3\n'
        text += "".join(f'[[card]]\nkey="{key}"\nname="n"\nvalue={key}\ncopies={copies}\n' for key, copies in rows)
        file = tmp_path / f"{cards}.toml"
        file.write_text(text)
        return file

    with pytest.raises(BadDeck, match=r"66\.toml: 6 players need at least 67 cards, the deck has 66"):
        StCroix(seats=6, deck=deck(66))
    enough = StCroix(seats=6, deck=deck(67))
    table = enough.new(Seeded(1))
    choose_all(enough, table)
    assert len(table.pile) == 1


def test_the_young_deal():
    """SC-26, SC-G30: the publisher's young rules are not public; ours has no Mystery Cards, three and three."""
    game = StCroix(seats=3, young=True)
    table = game.new(Seeded(1))
    assert [(player.mystery_left, player.hand_size) for player in table.players] == [(0, 6)] * 3
    assert (game.table_cards, game.hand_cards) == (3, 3)
    young = next(option for option in game.about.options if option.name == "young")
    assert young.default is False and "Our own" in young.help


def test_the_short_deal():
    """SC-03 to SC-05 with `short_deal`: three Mystery, three Table and three Hand Cards; off: four, four, three."""
    for short, mystery, table in ((True, 3, 3), (False, 4, 4)):
        game = StCroix(seats=3, short_deal=short)
        assert (game.mystery_cards, game.table_cards, game.hand_cards) == (mystery, table, 3)
        assert game.new(Seeded(1)).players[0].hand_size == table + 3
