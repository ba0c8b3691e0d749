"""Who may know what in Follow Me If You Can!"""

import pytest

import parlour
from games.follow_me.positions import at, hand
from parlour.core.game import NOBODY
from parlour.core.worlds import check_exact
from parlour.games.follow_me import GAME
from parlour.games.follow_me.encode import may_hold
from scenario import Scenario, simple_player_wins, texts

KEYS = GAME().keys
LOCATIONS = {card.key for card in GAME().cards if card.location}
HANDS = [
    ["sea-cave", "harebell"],
    ["sugar-maple", "limestone-breccia", "red-squirrel"],
    ["american-beech", "spring-peeper", "balsam-fir"],
    ["bumble-bee", "glacial-erratic", "green-darner"],
]


def rest(*used: str) -> list[str]:
    """All cards but these."""
    return [key for key in KEYS if key not in used]


def four() -> Scenario:
    """Four players with cards in the draw pile, seat 0 to play."""
    return at(HANDS, draw_pile=rest("arch-rock", *[card for cards in HANDS for card in cards]))


def hands_of(table: Scenario, viewer: int, seat: int, worlds: int = 200) -> list[set[str]]:
    """What the viewer thinks a seat may hold, world by world."""
    return [set(hand(world, seat)) for world in table.worlds(viewer, worlds)]


def holders(table: Scenario, viewer: int, card: str) -> list[int]:
    """The other seats that may hold a card, as a policy reckons without making worlds."""
    game = GAME(seats=table.game.seats)
    where = may_hold(game.view(game.load(table.position), viewer), game.of_class)[KEYS.index(card)]
    return [seat for seat in range(table.game.seats) if where >> seat & 1]


def passed_left() -> Scenario:
    """Seat 0 has passed harebell to seat 1 and been given bumble-bee by seat 3."""
    table = four().do("observe sea-cave", "send left harebell")
    return table.do("give sugar-maple", seat=1).do("give american-beech", seat=2).do("give bumble-bee", seat=3)


def offers(table: Scenario, viewer: int) -> list[object]:
    """The cards put down to be passed or to follow, as a viewer sees them."""
    return [table.sees(viewer, "players", seat, "offer") for seat in range(table.game.seats)]


# Views


def test_hands_are_secret_and_counts_are_not() -> None:
    """FM-06, FM-G22"""
    table = four()
    assert [table.sees(1, "players", seat, "hand_size") for seat in range(4)] == [2, 3, 3, 3]
    known = [texts(table.sees(1, "players", seat, "hand")) for seat in range(4)]
    assert [sorted(cards) for cards in known] == [[], hand(table, 1), [], []]
    assert [table.sees(NOBODY, "players", seat, "hand") for seat in range(4)] == [[], [], [], []]
    assert table.sees(1, "draw_pile") == 54 - 12
    game = GAME(seats=4)
    assert game.view(game.load(table.position), 1).seen.draw_pile == []


def test_drawn_cards_are_secret() -> None:
    """FM-12: others see that a card was drawn, not which."""
    table = four().do("draw")
    for seat, knows in ((0, True), (1, False), (NOBODY, False)):
        (drawn,) = table.events(seat=seat)
        assert ("card" in drawn.facts) is knows


def test_cards_chosen_to_pass_are_secret_until_all_have_chosen() -> None:
    """FM-G10: the card of the player who sends, too; readiness is open."""
    table = four().do("observe sea-cave", "send left harebell").do("give balsam-fir", seat=2)
    assert "card" not in table.events(seat=1)[1].facts
    assert "card" not in table.events(seat=3)[2].facts
    assert [offers(table, seat) for seat in (0, 1, 2)] == [
        ["harebell", None, "hidden", None],
        ["hidden", None, "hidden", None],
        ["hidden", None, "balsam-fir", None],
    ]
    assert table.shown(1, "pass:0") == table.shown(1, "pass:2") == [None]


def test_only_giver_and_receiver_see_a_passed_card() -> None:
    """FM-20, FM-22"""
    table = passed_left()
    seen = {seat: table.events("handed", seat=seat) for seat in (0, 1, 2, 3, NOBODY)}
    for number, handed in enumerate(table.events("handed")):
        knowing = {seat for seat, events in seen.items() if "card" in events[number].facts}
        assert knowing == {handed.seat, handed.facts["to"]}
    assert len(seen[NOBODY]) == 4
    assert table.sees(0, "story", -1) == ["pass", "left", ["harebell", None, None, "bumble-bee"]]


def test_cards_chosen_to_follow_are_secret_until_all_have_chosen() -> None:
    """FM-24, FM-G15: who must follow is open at once."""
    table = at(HANDS, draw_pile=[]).do("lead harebell bluff")
    assert table.sees(2, "to_act") == [1, 3]
    assert table.last[0].facts["followers"] == [1, 3]
    table.do("follow bumble-bee", seat=3)
    assert "card" not in table.events(seat=0)[-1].facts
    assert offers(table, 0) == [None, None, None, "hidden"]


def test_placing_tells_nothing_about_the_rest_of_the_hand() -> None:
    """FM-19: the same questions whether or not anything fits the new Location."""
    views = []
    for other in ("tamarack", "natural-arch"):
        hands = [["arch-rock", other], ["sugar-maple"]]
        out = rest("haldimand-bay", "bumble-bee", "arch-rock", other, "sugar-maple")
        table = at(hands, current="haldimand-bay", draw_pile=["bumble-bee"], out_of_play=out)
        facts = table.do("place arch-rock").facts(1)
        del facts["out_of_play"]
        views.append(facts)
    assert views[0] == views[1]


# Memory


def test_the_giver_knows_what_the_receiver_holds() -> None:
    """FM-22: until it is played or may have been passed on."""
    table = passed_left()
    assert all("harebell" in cards for cards in hands_of(table, 0, 1))
    assert all("bumble-bee" not in cards for seat in (1, 2, 3) for cards in hands_of(table, 0, seat))
    assert not all("harebell" in cards for cards in hands_of(table, 3, 1))
    assert holders(table, 0, "harebell") == [1]


def test_a_passed_card_may_have_been_passed_on() -> None:
    """FM-22, FM-G10: after another round it is with the receiver or that seat's neighbour, never further."""
    table = passed_left().do("observe limestone-breccia", "send left red-squirrel", seat=1)
    table.do("give bumble-bee", seat=0).do("give balsam-fir", seat=2).do("give green-darner", seat=3)
    assert {"harebell" in cards for cards in hands_of(table, 0, 1)} == {True, False}
    assert any("harebell" in cards for cards in hands_of(table, 0, 2))
    assert not any("harebell" in cards for cards in hands_of(table, 0, 3))
    assert all("bumble-bee" in cards for cards in hands_of(table, 0, 1))
    assert holders(table, 0, "harebell") == [1, 2]


def test_a_player_who_has_no_location_when_asked_is_known_to_have_none() -> None:
    """FM-08: and the starter has one."""
    for seed in range(200):
        table = Scenario.dealt("follow-me", 3, seed=seed)
        lacking = [event.seat for event in table.events("no location")]
        if len(lacking) == 1:
            break
    (seat,) = lacking
    assert seat is not None
    viewer = 3 - seat - table.actor
    assert not any(cards & LOCATIONS for cards in hands_of(table, viewer, seat))
    assert all(cards & LOCATIONS for cards in hands_of(table, viewer, table.actor))


def test_drawing_in_search_of_a_location_tells_its_kind() -> None:
    """FM-09, FM-G01: the cards stay secret, but each is known to be a Location or not."""
    table = at(
        [["sugar-maple", "arch-rock"], ["harebell", "bumble-bee"]],
        first=True,
        draw_pile=["haldimand-bay", "tamarack", "sea-cave"],
        story=[
            ["lacks", 1, "location"],
            ["lacks", 0, "location"],
            ["draws no location", 1, "bumble-bee"],
            ["draws a location", 0, "arch-rock"],
        ],
    )
    assert all(len(cards & LOCATIONS) == 1 for cards in hands_of(table, 1, 0))
    assert any("haldimand-bay" in cards for cards in hands_of(table, 1, 0))
    assert not any(cards & LOCATIONS for cards in hands_of(table, 0, 1))


def test_a_player_who_does_not_follow_has_no_card_of_the_habitat() -> None:
    """FM-24: for the rest of the game, as nobody draws any more."""
    hands = [["sea-cave", "harebell"], ["sugar-maple", "tamarack"], ["natural-arch", "skull-cave", "bumble-bee"]]
    # All other cards lie open, so the hidden ones are these seven and nothing else.
    table = at(hands, draw_pile=[]).do("lead sea-cave bluff").do("follow natural-arch", seat=2)
    bluff = {"skull-cave", "bumble-bee"}
    assert not any(cards & bluff for cards in hands_of(table, 0, 1))
    assert all(cards == bluff for cards in hands_of(table, 0, 2))


def test_followers_waited_for_hold_a_fitting_card() -> None:
    """FM-24: in every world, before and after they have chosen."""
    table = at([["sea-cave", "harebell"], ["natural-arch"], ["skull-cave", "tamarack"]], draw_pile=[])
    table.do("lead sea-cave bluff")
    for chosen in (False, True):
        if chosen:
            table.do("follow natural-arch", seat=1)
        first = {frozenset(cards) for cards in hands_of(table, 0, 1)}
        assert first == {frozenset({"natural-arch"}), frozenset({"skull-cave"})}


# Worlds


def test_exact_information_with_three_players() -> None:
    """FM-20 to FM-22: card passing between three, followed through every possible world."""
    assert check_exact(parlour.game("follow-me", 3, deck="tiny"), ["a"], most=14) > 20


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_worlds_fit_all_through_a_game(seats: int) -> None:
    """A world made from a view looks the same to its viewer, with many rounds of passing behind."""
    table = Scenario.dealt("follow-me", seats, seed="worlds")
    for seat in table.play_on(f"worlds {seats}"):
        for viewer in (NOBODY, seat):
            for world in table.worlds(viewer, 1):
                assert world.facts(viewer) == table.facts(viewer)
                assert world.reloaded().position == world.position  # checks the world's story against its hands
    assert table["stage"] == "over"


def test_the_simple_player_finishes_games_and_beats_random_play() -> None:
    assert simple_player_wins("follow-me", 3, games=12) >= 8
