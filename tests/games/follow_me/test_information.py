"""Who may know what in Follow Me If You Can!"""

from typing import Any

import pytest

from parlour.core.chance import Sampled, Seeded
from parlour.core.events import Event, redact
from parlour.core.game import NOBODY
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.core.worlds import check_exact
from parlour.games.follow_me import GAME, HEURISTIC
from parlour.games.follow_me.encode import may_hold
from parlour.games.follow_me.game import FollowMe
from parlour.games.follow_me.state import FollowMeState

LUCK = Seeded("not used")
HANDS = [
    ["sea-cave", "harebell"],
    ["sugar-maple", "limestone-breccia", "red-squirrel"],
    ["american-beech", "spring-peeper", "balsam-fir"],
    ["bumble-bee", "glacial-erratic", "green-darner"],
]


def four(**entries: Any) -> tuple[FollowMe, FollowMeState]:
    """Four players with cards in the draw pile, seat 0 to play."""
    game = GAME(seats=4)
    used = {card for hand in HANDS for card in hand} | {"arch-rock"}
    pile = [key for key in game.keys if key not in used]
    position = {"current": "arch-rock", "draw_pile": pile, "players": [{"hand": hand} for hand in HANDS], **entries}
    return game, game.load(position)


def play(game: FollowMe, table: FollowMeState, *moves: str) -> list[Event]:
    events: list[Event] = []
    for move in moves:
        who, colon, what = move.partition(": ")
        seat = int(who) if colon else int(game.actor(table))
        game.apply(table, seat, game.actions.id_of(what if colon else move), LUCK, events.append)
    return events


def hands_of(game: FollowMe, table: FollowMeState, viewer: int, seat: int, worlds: int = 200) -> list[set[str]]:
    """What the viewer thinks a seat may hold, world by world."""
    view, rng = game.view(table, viewer), Rng("worlds", viewer, seat)
    made = [game.dump(game.determinise(view, rng)) for _ in range(worlds)]
    return [set(world["players"][seat]["hand"]) for world in made]  # type: ignore[index]


def passed_left() -> tuple[FollowMe, FollowMeState]:
    """Seat 0 has passed harebell to seat 1 and been given bumble-bee by seat 3."""
    game, table = four()
    play(game, table, "observe sea-cave", "send left harebell")
    play(game, table, "1: give sugar-maple", "2: give american-beech", "3: give bumble-bee")
    return game, table


# Views


def test_hands_are_secret_and_counts_are_not() -> None:
    """FM-06, FM-G22"""
    game, table = four()
    players: Any = game.view(table, 1).facts()["players"]
    assert [player["hand_size"] for player in players] == [2, 3, 3, 3]
    assert [bool(player["hand"]) for player in players] == [False, True, False, False]
    watcher: Any = game.view(table, NOBODY).facts()["players"]
    assert not any(player["hand"] for player in watcher)
    assert game.view(table, 1).facts()["draw_pile"] == 54 - 12
    assert game.view(table, 1).seen.draw_pile == []


def test_drawn_cards_are_secret() -> None:
    """FM-12: others see that a card was drawn, not which."""
    game, table = four()
    (event,) = play(game, table, "draw")
    assert "card" in redact(event, 0).facts
    assert "card" not in redact(event, 1).facts
    assert "card" not in redact(event, None).facts


def test_cards_chosen_to_pass_are_secret_until_all_have_chosen() -> None:
    """FM-G10: the card of the player who sends, too; readiness is open."""
    game, table = four()
    events = play(game, table, "observe sea-cave", "send left harebell", "2: give balsam-fir")
    assert "card" not in redact(events[1], 1).facts
    assert "card" not in redact(events[2], 3).facts
    offers = [[player["offer"] for player in game.view(table, seat).facts()["players"]] for seat in (0, 1, 2)]  # type: ignore[attr-defined]
    assert offers == [
        ["harebell", None, "hidden", None],
        ["hidden", None, "hidden", None],
        ["hidden", None, "balsam-fir", None],
    ]
    scene = game.scene(game.view(table, 1), ["A", "B", "C", "D"])
    backs = [piece for piece in scene.pieces if piece.zone in ("pass:0", "pass:2")]
    assert [piece.type for piece in backs] == [None, None]


def test_only_giver_and_receiver_see_a_passed_card() -> None:
    """FM-20, FM-22"""
    game, table = four()
    events = play(game, table, "observe sea-cave", "send left harebell")
    events = play(game, table, "1: give sugar-maple", "2: give american-beech", "3: give bumble-bee")
    handed = [event for event in events if event.kind == "handed"]
    for event in handed:
        knowing = [seat for seat in range(4) if "card" in redact(event, seat).facts]
        assert knowing == sorted([event.seat, event.facts["to"]])  # type: ignore[type-var,list-item]
        assert "card" not in redact(event, None).facts
    story: Any = game.view(table, 0).facts()["story"]
    assert story[-1] == ["pass", "left", ["harebell", None, None, "bumble-bee"]]


def test_cards_chosen_to_follow_are_secret_until_all_have_chosen() -> None:
    """FM-24, FM-G15: who must follow is open at once."""
    game, table = four(draw_pile=[])
    events = play(game, table, "lead harebell bluff")
    assert game.view(table, 2).to_act == (1, 3)
    assert events[0].facts["followers"] == [1, 3]
    events = play(game, table, "3: follow bumble-bee")
    assert "card" not in redact(events[0], 0).facts
    players: Any = game.view(table, 0).facts()["players"]
    assert [player["offer"] for player in players] == [None, None, None, "hidden"]


def test_placing_tells_nothing_about_the_rest_of_the_hand() -> None:
    """FM-19: the same questions whether or not anything fits the new Location."""
    views = []
    for other in ("tamarack", "natural-arch"):
        game = GAME(seats=2)
        position = {
            "current": "haldimand-bay",
            "draw_pile": ["bumble-bee"],
            "players": [{"hand": ["arch-rock", other]}, {"hand": ["sugar-maple"]}],
            "out_of_play": [
                key
                for key in game.keys
                if key not in ("haldimand-bay", "bumble-bee", "arch-rock", other, "sugar-maple")
            ],
        }
        table = game.load(position)
        play(game, table, "place arch-rock")
        facts = dict(game.view(table, 1).facts())
        facts.pop("out_of_play")
        views.append(facts)
    assert views[0] == views[1]


# Memory


def test_the_giver_knows_what_the_receiver_holds() -> None:
    """FM-22: until it is played or may have been passed on."""
    game, table = passed_left()
    assert all("harebell" in hand for hand in hands_of(game, table, 0, 1))
    assert all("bumble-bee" not in hand for seat in (1, 2, 3) for hand in hands_of(game, table, 0, seat))
    assert not all("harebell" in hand for hand in hands_of(game, table, 3, 1))
    where = may_hold(game.view(table, 0), game.of_class)
    assert where[game.keys.index("harebell")] == 1 << 1


def test_a_passed_card_may_have_been_passed_on() -> None:
    """FM-22, FM-G10: after another round it is with the receiver or that seat's neighbour, never further."""
    game, table = passed_left()
    play(game, table, "1: observe limestone-breccia", "1: send left red-squirrel")
    play(game, table, "0: give bumble-bee", "2: give balsam-fir", "3: give green-darner")
    at_1 = ["harebell" in hand for hand in hands_of(game, table, 0, 1)]
    at_2 = ["harebell" in hand for hand in hands_of(game, table, 0, 2)]
    assert any(at_1)
    assert not all(at_1)
    assert any(at_2)
    assert not any("harebell" in hand for hand in hands_of(game, table, 0, 3))
    assert all("bumble-bee" in hand for hand in hands_of(game, table, 0, 1))
    where = may_hold(game.view(table, 0), game.of_class)
    assert where[game.keys.index("harebell")] == (1 << 1) | (1 << 2)


def test_whoever_is_asked_and_has_no_location_is_known_to_have_none() -> None:
    """FM-08: and the starter has one."""
    game = GAME(seats=3)
    for seed in range(200):
        table = game.new(Sampled(Rng("deal", seed)))
        lacking = [row[1] for row in game.view(table, NOBODY).facts()["story"] if row[0] == "lacks"]  # type: ignore[attr-defined]
        if len(lacking) == 1:
            break
    (seat,) = lacking
    viewer = 3 - seat - table.turn
    locations = {card.key for card in game.cards if card.location}
    assert not any(hand & locations for hand in hands_of(game, table, viewer, seat))
    assert all(hand & locations for hand in hands_of(game, table, viewer, table.turn))


def test_drawing_in_search_of_a_location_tells_its_kind() -> None:
    """FM-09, FM-G01: the cards stay secret, but each is known to be a Location or not."""
    game = GAME(seats=2)
    position: dict[str, Any] = {
        "first": True,
        "turn": 0,
        "draw_pile": ["haldimand-bay", "tamarack", "sea-cave"],
        "players": [{"hand": ["sugar-maple", "arch-rock"]}, {"hand": ["harebell", "bumble-bee"]}],
        "story": [
            ["lacks", 1, "location"],
            ["lacks", 0, "location"],
            ["draws no location", 1, "bumble-bee"],
            ["draws a location", 0, "arch-rock"],
        ],
    }
    table = game.load(position)
    locations = {card.key for card in game.cards if card.location}
    assert all(len(hand & locations) == 1 for hand in hands_of(game, table, 1, 0))
    assert any("haldimand-bay" in hand for hand in hands_of(game, table, 1, 0))
    assert not any(hand & locations for hand in hands_of(game, table, 0, 1))


def test_whoever_does_not_follow_has_no_card_of_the_habitat() -> None:
    """FM-24: for the rest of the game, as nobody draws any more."""
    players = [
        {"hand": ["sea-cave", "harebell"]},
        {"hand": ["sugar-maple", "tamarack"]},
        {"hand": ["natural-arch", "skull-cave", "bumble-bee"]},
    ]
    game = GAME(seats=3)
    # All other cards lie open, so the hidden ones are these seven and nothing else.
    table = game.load({"draw_pile": [], "players": players})
    play(game, table, "lead sea-cave bluff", "2: follow natural-arch")
    bluff = {"skull-cave", "bumble-bee"}
    assert not any(hand & bluff for hand in hands_of(game, table, 0, 1))
    assert all(hand == {"skull-cave", "bumble-bee"} for hand in hands_of(game, table, 0, 2))


def test_followers_waited_for_hold_a_fitting_card() -> None:
    """FM-24: in every world, before and after they have chosen."""
    players = [{"hand": ["sea-cave", "harebell"]}, {"hand": ["natural-arch"]}, {"hand": ["skull-cave", "tamarack"]}]
    game = GAME(seats=3)
    table = game.load({"draw_pile": [], "players": players})
    play(game, table, "lead sea-cave bluff")
    for chosen in (False, True):
        if chosen:
            play(game, table, "1: follow natural-arch")
        first = hands_of(game, table, 0, 1)
        assert {frozenset(hand) for hand in first} == {frozenset({"natural-arch"}), frozenset({"skull-cave"})}


# Worlds


def test_exact_information_with_three_players() -> None:
    """FM-20 to FM-22: card passing between three, followed through every possible world."""
    game = GAME(seats=3, deck="tiny")
    assert check_exact(game, ["a"], most=14) > 20


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_worlds_fit_all_through_a_game(seats: int) -> None:
    """A world made from a view looks the same to its viewer, with many rounds of passing behind."""
    match = Match(GAME(seats=seats), "worlds")
    game, rng = match.game, Rng("worlds", seats)
    while match.to_act:
        for viewer in (NOBODY, match.to_act[0]):
            view = match.view(viewer)
            world = game.determinise(view, rng)
            assert game.view(world, viewer).facts() == view.facts()
            again = game.load(game.dump(world))  # checks the world's story against its hands
            assert game.dump(again) == game.dump(world)
        legal = match.legal(match.to_act[0])
        match.play(match.to_act[0], legal[rng.below(len(legal))])
    assert match.position()["stage"] == "over"


def test_the_simple_player_finishes_games_and_beats_random_play() -> None:
    wins = 0
    for number in range(12):
        game = GAME(seats=3)
        rng = Rng("simple", number)
        luck = Sampled(Rng("simple luck", number))
        table = game.new(luck)
        mine = number % 3
        while (seat := game.actor(table)) != NOBODY:
            legal = game.legal(table, seat)
            action = (
                HEURISTIC(game, game.view(table, seat), legal, rng) if seat == mine else legal[rng.below(len(legal))]
            )
            game.apply(table, seat, action, luck)
        outcome = game.outcome(table)
        assert outcome is not None
        wins += outcome.ranks[mine] == 1
    assert wins >= 8
