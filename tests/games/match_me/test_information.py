"""Who may know what at a Match Me table, and what follows from it."""

import json
from typing import Any

import pytest

import parlour
from parlour.core.bags import count_set
from parlour.core.chance import Sampled, Scripted
from parlour.core.events import Event, redact
from parlour.core.game import NOBODY
from parlour.core.rng import Rng
from parlour.core.worlds import check_exact
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.state import Table

REST: list[str] = ["sea-cave", "natural-arch", "glacial-erratic", "tamarack", "balsam-fir", "sugar-maple"]


def at(game: MatchMe, *hands: list[str], **more: object) -> Table:
    return game.load(
        {"discard_pile": ["arch-rock"], "players": [{"hand": hand} for hand in hands], "draw_pile": REST, **more}
    )


def play(game: MatchMe, table: Table, *moves: tuple[int, str]) -> list[Event]:
    events: list[Event] = []
    for seat, text in moves:
        game.apply(table, seat, game.actions.id_of(text), Sampled(Rng("luck")), events.append)
    return events


def worlds(game: MatchMe, table: Table, viewer: int, count: int = 60) -> list[list[list[str]]]:
    """The hands of the other seats in worlds the viewer considers possible."""
    view = game.view(table, viewer)
    rng = Rng("worlds", viewer)
    found = []
    for _ in range(count):
        players: Any = game.dump(game.determinise(view, rng))["players"]
        found.append([player["hand"] for player in players])
    return found


def birds(hand: list[str]) -> int:
    return sum(key in ("bald-eagle", "barred-owl", "pileated-woodpecker", "herring-gull") for key in hand)


@pytest.fixture
def game() -> MatchMe:
    return MatchMe(seats=3)


def test_a_view_shows_only_the_own_hand(game: MatchMe) -> None:
    """MM-08"""
    table = at(game, ["bald-eagle", "harebell"], ["barred-owl"], ["bumble-bee"])
    for viewer in (0, 1, 2, NOBODY):
        text = json.dumps(game.view(table, viewer).facts())
        for seat, key in enumerate(("bald-eagle", "barred-owl", "bumble-bee")):
            assert (key in text) == (seat == viewer)
        scene = game.scene(game.view(table, viewer), ["A", "B", "C"])
        shown = {piece.zone for piece in scene.pieces if piece.zone.startswith("hand")}
        assert shown == ({f"hand:{viewer}"} if viewer != NOBODY else set())
        assert "sea-cave" not in {piece.type for piece in scene.pieces}


def test_only_the_two_parties_see_handed_over_cards(game: MatchMe) -> None:
    """MM-16: everybody sees how many, two see which."""
    table = at(game, ["bald-eagle", "harebell"], ["barred-owl", "herring-gull"], ["bumble-bee"])
    gave = next(event for event in play(game, table, (0, "ask 2 birds")) if event.kind == "gave")
    for seat in (0, 1, 2, None):
        told = redact(gave, seat).facts
        assert told["count"] == 2
        assert ("cards" in told) == (seat in (0, 1))
    assert "herring-gull" in json.dumps(game.view(table, 1).facts())
    assert "herring-gull" not in json.dumps(game.view(table, 2).facts())
    assert game.tell(redact(gave, None), ["Ana", "Bo", "Cy"]) == "Bo gives Ana 2 Birds cards."
    assert game.tell(redact(gave, 0), ["You", "Bo", "Cy"]) == "Bo gives you 2 Birds cards: Barred Owl, Herring Gull."


def test_the_giver_remembers_what_was_given(game: MatchMe) -> None:
    """MM-16: in every world of the giver the cards are where they went, also on the way further."""
    table = at(game, ["bald-eagle", "harebell"], ["barred-owl", "bumble-bee"], ["herring-gull", "green-darner"])
    play(game, table, (0, "ask 2 birds"), (0, "stop"), (0, "discard harebell"), (1, "take 1"), (1, "discard harebell"))
    assert all("barred-owl" in hands[0] for hands in worlds(game, table, 1))
    play(game, table, (2, "ask 1 birds"))
    assert all("barred-owl" in hands[2] and birds(hands[0]) == 0 for hands in worlds(game, table, 1))
    assert game.view(table, 1).notebook().known[2] & game.group[game.categories.index("birds")]


def test_a_request_proves_a_card_and_a_refusal_proves_none(game: MatchMe) -> None:
    """MM-15, MM-19"""
    hands = (["bald-eagle", "harebell", "bumble-bee"], ["american-toad", "paper-birch"], ["sea-stack"])
    table = at(game, *hands, draw_pile=["barred-owl", "herring-gull", *REST])
    play(game, table, (0, "ask 2 birds"), (0, "discard harebell"))
    for world in worlds(game, table, 2):
        assert birds(world[0]) >= 1
        assert birds(world[1]) == 0
    # Seat 1 draws: the new card may be a bird, the old ones are none.
    play(game, table, (1, "ask 3 deciduous-trees"), (1, "discard american-toad"))
    assert {birds(world[1]) for world in worlds(game, table, 2, 300)} == {0, 1}


def test_a_discard_may_have_been_the_proof(game: MatchMe) -> None:
    """MM-15: after the asker discards a bird, there need be none left."""
    table = at(game, ["bald-eagle", "harebell"], ["american-toad"], ["sea-stack"], draw_pile=["barred-owl", *REST])
    play(game, table, (0, "ask 2 birds"), (0, "discard bald-eagle"))
    held = {birds(hands[0]) for hands in worlds(game, table, 2, 300)}
    assert 0 in held
    assert 1 in held


def test_picked_up_cards_are_known_to_all(game: MatchMe) -> None:
    """MM-21"""
    table = at(game, ["bald-eagle"], ["american-toad"], ["sea-stack"])
    play(game, table, (0, "take 1"), (0, "discard bald-eagle"))
    for viewer in (1, 2, NOBODY):
        assert all(hands[0] == ["arch-rock"] for hands in worlds(game, table, viewer, 10))


def test_a_group_not_laid_was_not_complete(game: MatchMe) -> None:
    """MM-23: who gets two Insects and lays nothing has no third."""
    table = at(game, ["bumble-bee", "harebell"], ["green-darner"], ["sea-stack"])
    play(game, table, (0, "ask 2 insects"), (0, "stop"))
    for hands in worlds(game, table, 2):
        assert sum(key in ("bumble-bee", "green-darner", "monarch-butterfly") for key in hands[0]) == 2


def test_a_kept_group_proves_nothing_where_laying_is_optional() -> None:
    """MM-G06"""
    game = MatchMe(seats=3, lay_optional=True)
    deck = ["monarch-butterfly", *REST]
    table = at(game, ["bumble-bee", "harebell"], ["green-darner"], ["sea-stack"], draw_pile=deck)
    play(game, table, (0, "ask 2 insects"), (0, "stop"))
    counts = {
        sum(key in ("bumble-bee", "green-darner", "monarch-butterfly") for key in hands[0])
        for hands in worlds(game, table, 2, 300)
    }
    assert counts == {2, 3}


def test_a_drawn_card_is_secret(game: MatchMe) -> None:
    """MM-20"""
    table = at(game, ["bald-eagle", "harebell"], ["american-toad"], ["sea-stack"])
    drew = next(e for e in play(game, table, (0, "ask 2 birds"), (0, "discard harebell")) if e.kind == "drew")
    assert redact(drew, 0).facts["cards"] == ["sugar-maple"]
    assert "cards" not in redact(drew, 1).facts
    assert game.view(table, 0).history()[-1] == "0 draws sugar-maple"
    assert game.view(table, 1).history()[-1] == "0 draws"


def test_after_a_reshuffle_the_draw_pile_holds_known_cards() -> None:
    """MM-G02: what was shuffled was seen; what is in hands was not."""
    game = MatchMe(seats=3, reshuffle=True)
    pile = ["arch-rock", "skull-cave", "sugar-loaf"]
    hands = (["bald-eagle", "harebell"], ["american-toad"], ["sea-stack"])
    table = at(game, *hands, discard_pile=pile, draw_pile=[])
    play(game, table, (0, "ask 2 birds"), (0, "discard harebell"))
    for world in worlds(game, table, 2):
        assert sum(key in pile for key in world[0]) == 1
        assert world[0].count("harebell") == 0


def test_at_the_end_all_hands_are_shown(game: MatchMe) -> None:
    """MM-33: the score needs them."""
    table = at(game, ["harebell", "ox-eye-daisy"], ["american-toad"], ["sea-stack"], discard_pile=["fringed-gentian"])
    events = play(game, table, (0, "take 1"))
    assert [redact(event, None).facts["cards"] for event in events if event.kind == "showed"] == [
        ["american-toad"],
        ["sea-stack"],
    ]
    scene = game.scene(game.view(table, NOBODY), ["A", "B", "C"])
    assert {piece.type for piece in scene.pieces if piece.zone == "hand:1"} == {"american-toad"}
    assert scene.result is not None
    assert scene.result.lines[1] == "0 cards in groups, minus 1 category in hand"


def test_the_prompts_say_what_to_do(game: MatchMe) -> None:
    """MM-12, MM-19"""
    names = ["Ana", "Bo", "Cy"]

    def prompt(table: Table, seat: int = 0) -> str:
        shown = game.scene(game.view(table, seat), names).prompt
        assert shown is not None
        return shown.text

    table = at(game, ["bald-eagle", "harebell"], ["barred-owl"], [])
    assert prompt(table).startswith("Ask somebody")
    play(game, table, (0, "ask 2 birds"))
    assert prompt(table) == "You may ask again, or stop."
    play(game, table, (0, "ask 3 birds"))
    assert prompt(table) == "Cy has no Birds. Choose a card to discard; you then draw one."
    play(game, table, (0, "discard harebell"))
    assert prompt(table, 1) == "Your hand is empty: pick up from the discard pile."


def test_a_history_survives_dump_and_load(game: MatchMe) -> None:
    match = parlour.Match(game, seed="history")
    rng = Rng("history")
    while match.to_act and match.decisions < 60:
        legal = match.legal(match.to_act[0])
        match.play(match.to_act[0], legal[rng.below(len(legal))])
    position = match.position()
    loaded = game.load(json.loads(json.dumps(position)))
    assert game.dump(loaded) == position
    for seat in range(3):
        assert game.view(loaded, seat).facts() == match.view(seat).facts()


def test_a_deal_is_not_enough_to_tell_draw_piles_apart(game: MatchMe) -> None:
    """Worlds differ in what nobody knows: the order of the draw pile."""
    table = game.new(Scripted([{"pick": 0, "of": 3, "why": "dealer"}, {"order": list(range(54)), "why": "deal"}]))
    view = game.view(table, 0)
    rng = Rng("order")
    assert len({tuple(game.determinise(view, rng).piles[0]) for _ in range(20)}) == 20


@pytest.mark.parametrize("options", [{}, {"reshuffle": True}, {"ask_complete": False, "draw_timing": "after_asking"}])
def test_exactly_what_may_be_known_with_two_seats(options: dict[str, object]) -> None:
    """MM-G19: two seats, two cards each would leave too little to ask for; one card and three categories do."""
    game: Any = MatchMe(seats=2, deck="tiny", allow_two=True, **options)
    assert check_exact(game, ["a", "b"], most=40) > 10


def test_exactly_what_may_be_known_with_seven_cards() -> None:
    """Three categories of two and three cards: hand-overs, refusals and groups not laid all together."""
    game: Any = MatchMe(seats=3, deck="small")
    assert check_exact(game, ["seven"], most=16) > 10


def test_cards_we_handed_over_are_not_dealt_anew() -> None:
    """MM-16: whoever saw cards change hands knows that they have left the draw pile, whatever happens to them then."""
    game = parlour.game("match-me", 4)
    luck, rng = Sampled(Rng("handed over")), Rng("handed over, moves")
    worlds = 0
    for _ in range(6):
        state = game.new(luck)
        while (seat := game.actor(state)) != parlour.NOBODY and worlds < 900:
            view = game.view(state, rng.below(4))
            world = game.determinise(view, rng)
            assert [count_set(player.hand) for player in world.players] == [p.hand_size for p in world.players]
            worlds += 1
            legal = game.legal(state, seat)
            game.apply(state, seat, legal[rng.below(len(legal))], luck)
    assert worlds > 300
