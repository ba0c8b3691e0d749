"""Every rule and ruling of Follow Me If You Can!, one situation each."""

from typing import Any

import pytest

from parlour.core.chance import Luck, Scripted, Seeded
from parlour.core.errors import BadDeck, BadPosition, IllegalAction, UnknownOption
from parlour.core.events import Event
from parlour.games.follow_me import GAME
from parlour.games.follow_me.game import FollowMe
from parlour.games.follow_me.scoring import TIED
from parlour.games.follow_me.state import FollowMeState

TREES = ["sugar-maple", "american-beech"]
LUCK = Seeded("not used")


def at(players: list[list[str]], seats: int = 0, options: dict[str, object] | None = None, **entries: Any) -> Any:
    """A game and a position with the given hands; the draw pile holds three cards unless said otherwise."""
    game = GAME(seats=seats or len(players), **(options or {}))
    position: dict[str, Any] = {
        "current": "arch-rock",
        "draw_pile": ["green-darner", "eastern-white-pine", "paper-birch"],
        "players": [{"hand": hand} for hand in players],
        **entries,
    }
    if position["current"] is None or position.get("first"):
        position.pop("current")
    return game, game.load(position)


def texts(game: FollowMe, table: FollowMeState, seat: int | None = None) -> list[str]:
    """What a seat may do now, as text."""
    return [game.actions.texts[a] for a in game.legal(table, game.actor(table) if seat is None else seat)]


def play(game: FollowMe, table: FollowMeState, *moves: str) -> list[Event]:
    """Play moves such as "observe sea-cave" for whoever is to act, or "1: give tamarack" for a seat."""
    events: list[Event] = []
    for move in moves:
        who, colon, what = move.partition(": ")
        seat = int(who) if colon else int(game.actor(table))
        game.apply(table, seat, game.actions.id_of(what if colon else move), LUCK, events.append)
    return events


def hand(game: FollowMe, table: FollowMeState, seat: int) -> list[str]:
    return sorted(game.dump(table)["players"][seat]["hand"])  # type: ignore[index]


def observed(game: FollowMe, table: FollowMeState, seat: int) -> list[str]:
    return sorted(game.dump(table)["players"][seat]["observed"])  # type: ignore[index]


def deal(game: FollowMe, hands: list[list[str]], pile: list[str], dealer: int = 0) -> tuple[FollowMeState, list[Event]]:
    """A fresh game with these hands and the first cards of the pile, top card first."""
    keys = list(game.keys)
    top = [key for cards in hands for key in cards] + pile
    rest = [key for key in keys if key not in top]
    order = [keys.index(key) for key in [*rest, *reversed(top)]]
    luck: list[Luck] = [
        {"pick": dealer, "of": game.seats, "why": "dealer"},
        {"order": list(order), "why": "deal"},
    ]
    events: list[Event] = []
    return game.new(Scripted(luck), events.append), events


FLOWERS = ["large-flowered-trillium", "yellow-trout-lily", "marsh-marigold", "ox-eye-daisy"]
BIRDS = ["bald-eagle", "barred-owl", "pileated-woodpecker", "herring-gull"]
ROCKS = ["arch-rock", "sea-stack", "sea-cave", "natural-arch"]


# Frame


@pytest.mark.parametrize("seats", [1, 7])
def test_seats(seats: int) -> None:
    """FM-01"""
    with pytest.raises(UnknownOption):
        GAME(seats=seats)
    assert [GAME(seats=n).seats for n in range(2, 7)] == [2, 3, 4, 5, 6]


def test_the_deck() -> None:
    """FM-03, FM-04"""
    cards = GAME().cards
    assert sum(card.location for card in cards) == 20
    assert sum(not card.location for card in cards) == 34
    assert all(len(card.habitats) == 1 and card.points == 1 for card in cards if card.location)
    assert {len(card.habitats) for card in cards if not card.location} == {1, 2, 3, 6}
    assert len({card.habitats[0] for card in cards if card.location}) == 6


# Set-up


def test_deal() -> None:
    """FM-06, FM-07: four cards each, the rest is the draw pile."""
    game = GAME(seats=3)
    table, events = deal(game, [FLOWERS, ROCKS, BIRDS], [])
    assert hand(game, table, 1) == sorted(ROCKS)
    assert [player.hand_size for player in table.players] == [4, 4, 4]
    assert table.draw_left == 54 - 12
    dealt = [event for event in events if event.kind == "dealt"]
    assert all("cards" in event.secrets for event in dealt)


@pytest.mark.parametrize(("dealer", "starter"), [(0, 1), (1, 2), (2, 1), (3, 1)])
def test_the_first_holder_of_a_location_left_of_the_dealer_begins(dealer: int, starter: int) -> None:
    """FM-08"""
    game = GAME(seats=4)
    other = ["haldimand-bay", "tamarack", "harebell", "spring-peeper"]
    table, events = deal(game, [FLOWERS, ROCKS, other, BIRDS], [], dealer)
    assert table.turn == starter
    said = [event.seat for event in events if event.kind == "no location"]
    assert said == {0: [], 1: [], 2: [3, 0], 3: [0]}[dealer]
    assert table.draw_left == 54 - 16


@pytest.mark.parametrize(("hands", "starter"), [([ROCKS, FLOWERS, BIRDS], 0), ([FLOWERS, BIRDS, ROCKS], 2)])
def test_the_first_seat_is_asked_first_if_the_host_decides(hands: list[list[str]], starter: int) -> None:
    """FM-08: the option first_player; no luck is asked for the dealer, the last seat."""
    game = GAME(seats=3, first_player="host")
    top = [key for cards in hands for key in cards]
    order = [game.keys.index(key) for key in [*(key for key in game.keys if key not in top), *reversed(top)]]
    table = game.new(Scripted([{"order": order, "why": "deal"}]))
    assert (table.dealer, table.turn) == (2, starter)


def test_nobody_holds_a_location() -> None:
    """FM-09, FM-G01: the dealer's left draws first, cards are kept, the drawer of a Location begins."""
    game = GAME(seats=2)
    table, events = deal(game, [FLOWERS, BIRDS], ["tamarack", "harebell", "sea-cave", "arch-rock"], dealer=0)
    assert table.turn == 0
    assert hand(game, table, 1) == sorted([*BIRDS, "tamarack", "sea-cave"])
    assert hand(game, table, 0) == sorted([*FLOWERS, "harebell", "arch-rock"])
    sought = [(event.seat, event.facts["location"]) for event in events if event.kind == "sought"]
    assert sought == [(1, False), (0, False), (1, False), (0, True)]


def test_at_most_27_draws_find_a_location() -> None:
    """FM-G01: the pile cannot run out first, for there are only 34 Natural Treasures."""
    game = GAME(seats=2)
    treasures = [card.key for card in game.cards if not card.location]
    table, events = deal(game, [treasures[:4], treasures[4:8]], [*treasures[8:], "arch-rock"])
    assert sum(event.kind == "sought" for event in events) == 27
    assert table.players[table.turn].hand & game.locations


def test_the_starter_must_place_a_location() -> None:
    """FM-10, FM-G02, FM-G25: drawing is allowed, passing and observing are not."""
    game = GAME(seats=3)
    table, _ = deal(game, [FLOWERS, ROCKS, BIRDS], ["skull-cave"])
    assert texts(game, table) == ["draw", "place arch-rock"]
    play(game, table, "draw")
    assert texts(game, table) == ["draw", "place arch-rock", "place skull-cave"]
    with pytest.raises(IllegalAction, match="must place a Location"):
        play(game, table, "end turn")
    with pytest.raises(IllegalAction, match="must place a Location"):
        play(game, table, "observe sea-cave")
    play(game, table, "place skull-cave", "end turn")
    assert "end turn" in texts(game, table)


def test_turns_go_left() -> None:
    """FM-11"""
    game, table = at([["sea-cave", "tamarack"], TREES, ["harebell"]], draw_pile=["bumble-bee"], turn=1)
    play(game, table, "end turn")
    assert table.turn == 2
    play(game, table, "end turn")
    assert table.turn == 0


# A turn with a draw pile


def test_draw_up_to_three_cards_one_at_a_time() -> None:
    """FM-12, FM-13"""
    pile = ["bumble-bee", "marsh-marigold", "green-darner", "tamarack"]
    game, table = at([["sea-cave"], TREES], draw_pile=pile)
    assert texts(game, table) == ["draw", "end turn", "observe sea-cave"]
    play(game, table, "draw", "draw")
    assert hand(game, table, 0) == ["green-darner", "sea-cave", "tamarack"]
    assert "draw" in texts(game, table)
    play(game, table, "draw")
    assert "draw" not in texts(game, table)
    with pytest.raises(IllegalAction, match="drawn 3 cards"):
        play(game, table, "draw")


def test_fewer_than_three_cards_left() -> None:
    """FM-G03, FM-G04: one draws what there is, and the turn stays a normal one."""
    game, table = at([["sea-cave", "harebell"], TREES], draw_pile=["tamarack"])
    play(game, table, "draw")
    assert texts(game, table) == ["end turn", "observe harebell", "observe sea-cave"]
    with pytest.raises(IllegalAction, match="draw pile is empty"):
        play(game, table, "draw")
    play(game, table, "observe sea-cave", "send left harebell", "1: give sugar-maple")
    assert texts(game, table)[1].startswith("lead")


def test_passing_the_turn() -> None:
    """FM-14, FM-G12, FM-G25: the turn ends at once, drawn cards are kept, no card is sent."""
    game, table = at([["sugar-loaf-road"], TREES])
    assert texts(game, table) == ["draw", "end turn"]
    play(game, table, "draw", "end turn")
    assert table.turn == 1
    assert hand(game, table, 0) == ["paper-birch", "sugar-loaf-road"]


def test_observe_one_card_that_fits() -> None:
    """FM-05, FM-15, FM-16, FM-G23: a Location or a Treasure, only one, and no placing after it."""
    hand_0 = ["sea-cave", "skull-cave", "eastern-chipmunk", "bald-eagle", "sugar-maple"]
    game, table = at([hand_0, TREES[1:]])
    fits = [move for move in texts(game, table) if move.startswith("observe")]
    assert fits == ["observe skull-cave", "observe bald-eagle", "observe eastern-chipmunk", "observe sea-cave"]
    with pytest.raises(IllegalAction, match="does not fit"):
        play(game, table, "observe sugar-maple")
    play(game, table, "observe skull-cave")
    assert observed(game, table, 0) == ["skull-cave"]
    assert not any(move.startswith(("observe", "place", "draw")) for move in texts(game, table))
    with pytest.raises(IllegalAction, match="one card"):
        play(game, table, "observe sea-cave")
    assert game.dump(table)["current"] == "arch-rock"


def test_place_a_location() -> None:
    """FM-17, FM-19, FM-G06: the new Habitat applies to all; any number of fitting cards may follow."""
    game, table = at([["beechwood-trail", "sugar-loaf-road", *TREES, "tamarack"], ["sea-cave", "red-squirrel"]])
    play(game, table, "place beechwood-trail")
    assert game.dump(table)["current"] == "beechwood-trail"
    assert game.dump(table)["placed"] == ["beechwood-trail", "arch-rock"]
    fits = [move for move in texts(game, table) if move.startswith("observe")]
    assert fits == ["observe sugar-loaf-road", "observe sugar-maple", "observe american-beech"]
    with pytest.raises(IllegalAction, match="does not fit"):
        play(game, table, "observe tamarack")
    play(game, table, "observe sugar-maple", "observe sugar-loaf-road")
    assert observed(game, table, 0) == ["sugar-loaf-road", "sugar-maple"]
    assert not any(move.startswith(("place", "draw")) for move in texts(game, table))
    play(game, table, "end turn")  # american-beech stays in hand
    assert [move for move in texts(game, table) if "observe" in move] == ["observe red-squirrel"]


def test_place_and_observe_nothing() -> None:
    """FM-G06: none is a number too."""
    game, table = at([["beechwood-trail", *TREES], ["sea-cave"]])
    play(game, table, "place beechwood-trail", "end turn")
    assert table.turn == 1
    assert observed(game, table, 0) == []


def test_the_last_card() -> None:
    """FM-18, FM-G08, FM-T1: it may be observed but not placed."""
    game, table = at([["skull-cave"], TREES])
    assert texts(game, table) == ["draw", "end turn", "observe skull-cave"]
    with pytest.raises(IllegalAction, match="last card"):
        play(game, table, "place skull-cave")
    play(game, table, "observe skull-cave")
    assert game.to_act(table) == ()
    assert game.outcome(table).scores == (1 + 2, 0)


def test_place_then_empty_the_hand() -> None:
    """FM-G07, FM-G19, FM-T2: one other card is enough; the placed Location scores nothing."""
    game, table = at([["skull-cave", "sea-cave"], TREES], current="haldimand-bay")
    play(game, table, "place skull-cave", "observe sea-cave")
    outcome = game.outcome(table)
    assert outcome is not None
    assert outcome.scores == (3 + 2, 0)


def test_a_location_of_the_same_habitat() -> None:
    """FM-G05: allowed, unless must_change_habitat."""
    players = [["skull-cave", "beechwood-trail", "tamarack"], TREES]
    game, table = at(players)
    assert "place skull-cave" in texts(game, table)
    game, table = at(players, options={"must_change_habitat": True})
    assert [move for move in texts(game, table) if "place" in move] == ["place beechwood-trail"]
    with pytest.raises(IllegalAction, match="another Habitat"):
        play(game, table, "place skull-cave")
    game, table = at([["skull-cave", "tamarack"], TREES], options={"must_change_habitat": True}, first=True)
    assert "place skull-cave" in texts(game, table)


# Passing cards


def test_send_a_card_left_or_right() -> None:
    """FM-20, FM-21, FM-22, FM-G10: all choose, then all cards move at once."""
    players = [["sea-cave", "harebell"], ["sugar-maple", "tamarack"], ["american-beech"], ["balsam-fir"]]
    for direction, expected in (
        ("left", [["balsam-fir"], ["harebell", "tamarack"], ["sugar-maple"], ["american-beech"]]),
        ("right", [["sugar-maple"], ["american-beech", "tamarack"], ["balsam-fir"], ["harebell"]]),
    ):
        game, table = at(players)
        play(game, table, "observe sea-cave")
        assert texts(game, table) == ["end turn", "send left harebell", "send right harebell"]
        play(game, table, f"send {direction} harebell")
        assert game.to_act(table) == (1, 2, 3)
        assert texts(game, table, 0) == []
        play(game, table, "3: give balsam-fir", "1: give sugar-maple")
        assert game.to_act(table) == (2,)
        assert hand(game, table, 3) == ["balsam-fir"]  # nothing moves before everybody has chosen
        assert texts(game, table, 2) == ["give american-beech"]
        play(game, table, "2: give american-beech")
        assert [hand(game, table, seat) for seat in range(4)] == expected
        assert table.turn == 1


def test_the_order_of_choosing_does_not_matter() -> None:
    """FM-G10"""
    ends = []
    for order in (("1: give sugar-maple", "2: give american-beech"), ("2: give american-beech", "1: give sugar-maple")):
        game, table = at([["sea-cave", "harebell"], ["sugar-maple", "tamarack"], ["american-beech", "balsam-fir"]])
        play(game, table, "observe sea-cave", "send left harebell", *order)
        ends.append(game.dump(table))
    assert ends[0] == ends[1]


def test_two_players_swap() -> None:
    """FM-G11: one neighbour, so one direction is offered."""
    game, table = at([["sea-cave", "harebell"], TREES])
    play(game, table, "observe sea-cave")
    assert texts(game, table) == ["end turn", "send left harebell"]
    with pytest.raises(IllegalAction, match="same neighbour"):
        play(game, table, "send right harebell")
    play(game, table, "send left harebell", "give sugar-maple")
    assert hand(game, table, 0) == ["sugar-maple"]
    assert hand(game, table, 1) == ["american-beech", "harebell"]


def test_sending_is_optional_and_follows_a_play_only() -> None:
    """FM-14, FM-15, FM-20"""
    game, table = at([["sea-cave", "harebell"], TREES])
    assert not any(move.startswith("send") for move in texts(game, table))
    play(game, table, "observe sea-cave", "end turn")
    assert table.turn == 1
    assert hand(game, table, 1) == sorted(TREES)


def test_nothing_to_send_when_out_of_cards() -> None:
    """FM-G09: the game is over at once, nobody passes a card."""
    game, table = at([["sea-cave"], TREES, ["harebell"]])
    play(game, table, "observe sea-cave")
    assert game.outcome(table) is not None
    assert game.to_act(table) == ()


def test_the_last_card_may_be_sent() -> None:
    """FM-22: the hand is full again before the turn ends, so the game goes on."""
    game, table = at([["sea-cave", "harebell"], ["sugar-maple"]])
    play(game, table, "observe sea-cave", "send left harebell", "give sugar-maple")
    assert game.outcome(table) is None


# Idle rounds


def test_an_idle_round_forces_draws() -> None:
    """FM-G13: until someone plays."""
    pile = ["bumble-bee", "marsh-marigold", "green-darner", "tamarack"]
    game, table = at([["sugar-maple"], ["american-beech"], ["sea-cave"]], draw_pile=pile)
    play(game, table, "end turn", "end turn")
    assert "end turn" in texts(game, table)
    play(game, table, "end turn")
    assert texts(game, table) == ["draw"]
    with pytest.raises(IllegalAction, match="must draw"):
        play(game, table, "end turn")
    play(game, table, "draw")
    assert "end turn" in texts(game, table)
    play(game, table, "end turn")
    assert texts(game, table) == ["draw"]
    play(game, table, "draw", "end turn", "draw", "observe sea-cave", "end turn")
    assert table.turn == 0
    assert "end turn" in texts(game, table)


def test_a_draw_breaks_an_idle_round() -> None:
    """FM-G13"""
    game, table = at([["sugar-maple"], ["american-beech"], ["sea-cave"]])
    play(game, table, "end turn", "draw", "end turn", "end turn", "end turn")
    assert "end turn" in texts(game, table)
    play(game, table, "end turn")
    assert texts(game, table) == ["draw"]


def test_hand_limit() -> None:
    """FM-G12, FM-G13: a full hand draws only when it must."""
    players = [["sugar-maple", "tamarack"], ["american-beech"]]
    pile = ["bumble-bee", "marsh-marigold"]
    game, table = at(players, options={"hand_limit": 2}, draw_pile=pile)
    assert texts(game, table) == ["end turn"]
    with pytest.raises(IllegalAction, match="hand limit is 2"):
        play(game, table, "draw")
    play(game, table, "end turn", "end turn")
    assert texts(game, table) == ["draw"]
    play(game, table, "draw")
    assert texts(game, table) == ["end turn"]
    game, table = at(players, draw_pile=pile)
    assert texts(game, table) == ["draw", "end turn"]


# Without a draw pile


def test_lead_and_follow() -> None:
    """FM-23, FM-24, FM-25, FM-G15, FM-T3"""
    players = [["eastern-chipmunk", "sea-cave"], ["tamarack", "spring-peeper", "croghan-water"], TREES[:1]]
    game, table = at(players, draw_pile=[])
    leads = [move for move in texts(game, table) if "chipmunk" in move]
    assert len(leads) == 6
    assert "lead sea-cave bluff" in texts(game, table)
    events = play(game, table, "lead eastern-chipmunk wetland")
    assert game.to_act(table) == (1,)
    assert texts(game, table) == ["follow croghan-water", "follow spring-peeper", "follow tamarack"]
    assert texts(game, table, 2) == []
    assert events[0].facts["followers"] == [1]
    with pytest.raises(IllegalAction, match="not your turn"):
        play(game, table, "2: follow sugar-maple")
    play(game, table, "follow tamarack")
    assert observed(game, table, 0) == ["eastern-chipmunk", "tamarack"]
    assert hand(game, table, 2) == ["sugar-maple"]
    assert table.turn == 1


def test_followers_must_follow_suit() -> None:
    """FM-24, FM-G15: a fitting card, any of them."""
    game, table = at([["sea-cave", "tamarack"], ["natural-arch", "sugar-maple", "bumble-bee"]], draw_pile=[])
    play(game, table, "lead sea-cave bluff")
    assert texts(game, table) == ["follow bumble-bee", "follow natural-arch"]
    with pytest.raises(IllegalAction, match="Limestone Bluff"):
        play(game, table, "follow sugar-maple")


def test_followers_choose_at_the_same_time() -> None:
    """FM-24, FM-G15: nothing is shown before the last one has chosen."""
    game, table = at(
        [["sea-cave", "tamarack"], ["natural-arch", "harebell"], ["sea-stack", "bumble-bee"]], draw_pile=[]
    )
    play(game, table, "lead sea-cave bluff")
    assert game.to_act(table) == (1, 2)
    events = play(game, table, "2: follow bumble-bee")
    assert [event.kind for event in events] == ["chose"]
    assert observed(game, table, 0) == []
    events = play(game, table, "1: follow harebell")
    assert [event.facts["card"] for event in events if event.kind == "followed"] == ["harebell", "bumble-bee"]
    assert observed(game, table, 0) == ["bumble-bee", "harebell", "sea-cave"]


def test_nobody_can_follow() -> None:
    """FM-26, FM-G16: the card is out of play, the leader's own cards do not follow."""
    game, table = at([["sea-cave", "natural-arch"], TREES], draw_pile=[])
    play(game, table, "lead sea-cave bluff")
    assert observed(game, table, 0) == []
    assert "sea-cave" in game.dump(table)["out_of_play"]
    assert hand(game, table, 0) == ["natural-arch"]
    assert table.turn == 1


def test_nothing_else_without_a_draw_pile() -> None:
    """FM-27, FM-G20: no drawing, observing or passing, and the Current Location does not matter."""
    game, table = at([["sea-cave", "haldimand-bay"], ["herring-gull", "tamarack"]], draw_pile=[])
    assert texts(game, table) == ["end turn", "lead haldimand-bay shore", "lead sea-cave bluff"]
    play(game, table, "lead haldimand-bay shore", "follow herring-gull")
    assert observed(game, table, 0) == ["haldimand-bay", "herring-gull"]
    assert game.dump(table)["current"] == "arch-rock"


def test_everybody_declines() -> None:
    """FM-G14: the game ends, without a bonus; must_lead makes leading compulsory."""
    players = [["sea-cave", "tamarack"], TREES, ["harebell"]]
    game, table = at(players, draw_pile=[])
    play(game, table, "end turn", "end turn")
    assert game.outcome(table) is None
    play(game, table, "end turn")
    assert game.outcome(table).scores == (0, 0, 0)
    assert "declined" in game.outcome(table).reason
    game, table = at(players, draw_pile=[], options={"must_lead": True})
    assert "end turn" not in texts(game, table)
    with pytest.raises(IllegalAction, match="must lead"):
        play(game, table, "end turn")


def test_a_lead_breaks_the_round_of_declining() -> None:
    """FM-G14: all must decline in succession."""
    game, table = at([["sea-cave", "tamarack"], [*TREES, "skull-cave"]], draw_pile=[], turn=0)
    play(game, table, "end turn", "lead sugar-maple hardwood", "end turn")
    assert game.outcome(table) is None
    play(game, table, "end turn")
    assert game.outcome(table) is not None


# The end and the score


def test_the_leader_may_lead_the_last_card() -> None:
    """FM-G17, FM-28: and is out, followed or not."""
    game, table = at([["sea-cave"], TREES, ["harebell", "tamarack"]], draw_pile=[])
    play(game, table, "lead sea-cave bluff")
    assert game.outcome(table) is None  # the turn is not over yet
    assert game.dump(game.load(game.dump(table))) == game.dump(table)
    play(game, table, "follow harebell")
    assert game.outcome(table).scores == (3 + 2 + 3, 0, 0)
    game, table = at([["sea-cave"], TREES], draw_pile=[])
    play(game, table, "lead sea-cave bluff")
    assert game.outcome(table).scores == (2, 0)


def test_a_follower_can_run_out() -> None:
    """FM-28, FM-30, FM-G24: on another player's turn, with the bonus."""
    game, table = at([["sea-cave", "tamarack"], ["natural-arch"], TREES], draw_pile=[])
    events = play(game, table, "lead sea-cave bluff", "follow natural-arch")
    assert game.outcome(table).scores == (3 + 4, 1 + 2, 0)
    assert [(event.seat, event.facts["bonus"]) for event in events if event.kind == "out"] == [(1, 3)]


def test_several_players_out_at_once() -> None:
    """FM-30, FM-G18, FM-T4: each gets the full bonus; bonus_split shares it, rounded down."""
    five = ["sugar-maple", "american-beech", "tamarack", "spring-peeper", "red-squirrel"]
    for split, bonus in (("full", 5), ("split", 2)):
        game, table = at([["sea-cave"], ["natural-arch"], five], draw_pile=[], options={"bonus_split": split})
        play(game, table, "lead sea-cave bluff", "follow natural-arch")
        assert game.outcome(table).scores == (7 + bonus, bonus, 0)
    game, table = at([["sea-cave"], five], draw_pile=[], options={"bonus_split": "split"})
    play(game, table, "lead sea-cave bluff")
    assert game.outcome(table).scores == (5, 0)


def test_scoring() -> None:
    """FM-02, FM-29, FM-31: points of Treasures, 1 per Location, most points win."""
    game, _ = at([["sea-cave"], TREES])
    position = {
        "current": "arch-rock",
        "draw_pile": ["tamarack"],
        "players": [
            {"hand": ["sea-cave"], "observed": ["skull-cave"]},
            {"hand": TREES, "observed": ["fringed-gentian", "natural-arch", "haldimand-bay"]},
        ],
    }
    table = game.load(position)
    play(game, table, "observe sea-cave")
    outcome = game.outcome(table)
    assert outcome.scores == (1 + 3 + 2, 4 + 4 + 1)
    assert outcome.winners == (1,)


def test_ties_share_the_win() -> None:
    """FM-G21"""
    game, _ = at([["sea-cave"], TREES])
    position = {
        "current": "arch-rock",
        "draw_pile": ["tamarack"],
        "players": [{"hand": ["sea-cave"]}, {"hand": TREES, "observed": ["fringed-gentian", "skull-cave"]}],
    }
    table = game.load(position)
    play(game, table, "observe sea-cave")
    assert game.outcome(table).scores == (5, 5)
    assert game.outcome(table).ranks == (1, 1)


def test_of_equal_scores_who_ran_out_may_be_ahead() -> None:
    """FM-G21: the option tie; here with fewer observed cards."""
    position = {
        "current": "arch-rock",
        "draw_pile": ["tamarack"],
        "players": [{"hand": ["sea-cave"]}, {"hand": TREES, "observed": ["fringed-gentian", "skull-cave"]}],
    }
    game = GAME(seats=2, tie="broken")
    table = game.load(position)
    play(game, table, "observe sea-cave")
    outcome = game.outcome(table)
    assert (outcome.scores, outcome.ranks) == ((5, 5), (1, 2))
    assert outcome.reason == f"A hand is empty. {TIED}"


@pytest.mark.parametrize(
    ("more", "ranks"), [(["skull-cave"], (1, 1)), (["skull-cave", "sugar-loaf", "fort-holmes"], (2, 1))]
)
def test_then_who_observed_more_cards(more: list[str], ranks: tuple[int, ...]) -> None:
    """FM-G21: the option tie; if that is equal too, they share the win."""
    game = GAME(seats=2, tie="broken")
    points = {card.key: card.points for card in game.cards}
    other = next(key for key in game.keys if points[key] == len(more) and key not in more and key != "arch-rock")
    position = {
        "current": "arch-rock",
        "stage": "over",
        "draw_pile": [],
        "players": [{"hand": [], "observed": [other]}, {"hand": [], "observed": more}],
    }
    outcome = game.outcome(game.load(position))
    assert (outcome.scores, outcome.ranks) == ((len(more), len(more)), ranks)
    assert (TIED in outcome.reason) == (ranks == (2, 1))


def test_nothing_is_legal_after_the_end() -> None:
    """FM-28"""
    game, table = at([["sea-cave"], TREES])
    play(game, table, "observe sea-cave")
    assert [game.legal(table, seat) for seat in range(2)] == [[], []]
    with pytest.raises(IllegalAction, match="over"):
        game.apply(table, 1, 0, LUCK)


# Wrong input


def test_bad_action_text() -> None:
    with pytest.raises(IllegalAction, match="observe sea-cave"):
        GAME().actions.id_of("observe sea-cav")


def test_a_card_of_somebody_else() -> None:
    game, table = at([["sea-cave"], TREES])
    with pytest.raises(IllegalAction, match="Sugar Maple is not in your hand"):
        play(game, table, "observe sugar-maple")


@pytest.mark.parametrize(
    ("option", "value"),
    [("hand_limit", 63), ("hand_limit", "many"), ("bonus_split", "half"), ("must_lead", 3), ("must_leed", True)],
)
def test_bad_options(option: str, value: object) -> None:
    with pytest.raises(UnknownOption):
        GAME(**{option: value})


def test_bad_decks(tmp_path: Any) -> None:
    treasure = (
        '[[card]]\nkey = "a{0}"\nname = "A{0}"\nkind = "treasure"\ntype = "Birds"\nhabitats = ["shore"]\npoints = 1\n'
    )
    head = 'name = "x"\nstatus = "house"\nnote = "x"\n'
    file = tmp_path / "mine.toml"
    file.write_text(head + "".join(treasure.format(n) for n in range(9)))
    with pytest.raises(BadDeck, match=r"mine.toml: the deck has no Location"):
        GAME(seats=2, deck=file)
    location = '[[card]]\nkey = "l"\nname = "L"\nkind = "location"\nhabitats = ["shore"]\n'
    file.write_text(head + location)
    with pytest.raises(BadDeck, match="2 players need at least 8 cards"):
        GAME(seats=2, deck=file)
    file.write_text(head + location.replace('["shore"]', '["shore", "bluff"]'))
    with pytest.raises(BadDeck, match=r"mine.toml: card 'l': a Location has exactly one habitat"):
        GAME(seats=2, deck=file)
    file.write_text(head + "[follow_me]\nhand = 1\n" + location)
    with pytest.raises(BadDeck, match=r"\[follow_me\] hand"):
        GAME(seats=2, deck=file)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"colour": 1}, "not an entry"),
        ({"turn": 2}, "whole number from 0 to 1"),
        ({"current": "sea-stack"}, "must be a Location"),
        ({"current": "sugar-maple"}, "two places"),
        ({"current": None}, "is missing"),
        ({"current": None, "placed": ["arch-rock"]}, "needs a current Location"),
        ({"players": [{"hand": ["sea-cave"]}, {"hand": []}]}, "has no cards"),
        ({"players": [{"hand": ["sea-cave", "sea-cave"]}, {"hand": TREES}]}, "twice"),
        ({"players": [{"hand": ["sea-cave"], "offer": "tamarack"}, {"hand": TREES}]}, "card of the hand"),
        ({"players": [{"hand": ["sea-cave"], "offer": "sea-cave"}, {"hand": TREES}]}, "only while giving"),
        ({"stage": "giving"}, "made an offer"),
        ({"stage": "following"}, "is missing while others follow"),
        ({"stage": "following", "lead": "natural-arch", "named": "shore"}, "habitat of the led card"),
        ({"stage": "following", "lead": "natural-arch", "named": "bluff"}, "everybody has chosen"),
        ({"stage": "following", "lead": "natural-arch", "named": "moon"}, "must be"),
        ({"lead": "natural-arch", "named": "bluff"}, "only while others follow"),
        ({"stage": "leading"}, "only when the draw pile is empty"),
        ({"stage": "turn", "draw_pile": []}, "is leading"),
        ({"first": True}, "no Location has been placed"),
        ({"first": True, "current": None}, "needs a Location and another card"),
        ({"out_of_play": ["tamarack"]}, "by the rest of the position, out_of_play is"),
        ({"story": 3}, "must be a list"),
        ({"story": [["sings", 0, "sea-cave"]]}, "cannot be read"),
        ({"story": [["draws"]]}, "cannot be read"),
        ({"story": [["draws", 7, "sea-cave"]]}, "cannot be read"),
        ({"story": [["lacks", 0, "moon"]]}, "cannot be read"),
        ({"story": [["pass", "up", []]]}, "cannot be read"),
        ({"story": [["plays", 0, "sea-cave"]]}, "cannot be true"),
        ({"story": [["lacks", 0, "bluff"]]}, "draw pile is still in use"),
        ({"draw_pile": [], "story": [["holds", 1, "bluff"]]}, "cannot be true"),
        ({"draw_pile": [], "story": [["lacks", 0, "bluff"]]}, "cannot be true"),
        ({"story": [["draws a location", 0, "sea-cave"]]}, "cannot be true"),
        ({"story": [["draws", 0, "sea-cave"], ["draws", 0, "sea-cave"]]}, "cannot be true"),
        ({"story": [["pass", "left", ["sea-cave", "sugar-maple"]]]}, "cannot be true"),
    ],
)
def test_bad_positions(change: dict[str, Any], problem: str) -> None:
    good: dict[str, Any] = {
        "current": "arch-rock",
        "draw_pile": ["tamarack"],
        "players": [{"hand": ["sea-cave"]}, {"hand": TREES}],
    }
    game = GAME(seats=2)
    assert game.load(good) is not None
    with pytest.raises(BadPosition, match=problem):
        game.load({**good, **change})


def test_a_story_must_fit_the_stage() -> None:
    game = GAME(seats=2)
    hands = [{"hand": ["sea-cave"]}, {"hand": ["natural-arch", "tamarack"]}]
    following = {"stage": "following", "lead": "sea-stack", "named": "bluff", "players": hands}
    assert game.to_act(game.load(following)) == (1,)
    with pytest.raises(BadPosition, match="must end with the lead"):
        game.load({**following, "story": []})
    first = {
        "first": True,
        "draw_pile": ["tamarack"],
        "players": [{"hand": ["arch-rock", "sea-cave"]}, {"hand": TREES}],
    }
    assert game.load(first).first
    with pytest.raises(BadPosition, match="first player holds"):
        game.load({**first, "story": []})
