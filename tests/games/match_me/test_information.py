"""Who may know what at a Match Me table, and what follows from it."""

import json

import pytest

import parlour
from games.match_me.positions import at as position_at
from games.match_me.positions import hand
from parlour.core.game import NOBODY
from parlour.core.worlds import check_exact
from parlour.games.match_me import GAME
from parlour.games.match_me.known_cards import KnownCards
from scenario import Scenario

REST = ["sea-cave", "natural-arch", "glacial-erratic", "tamarack", "balsam-fir", "sugar-maple"]
BIRDS = {"bald-eagle", "barred-owl", "pileated-woodpecker", "herring-gull"}
INSECTS = {"bumble-bee", "green-darner", "monarch-butterfly"}


def at(*hands: list[str], draw: list[str] = REST, **more: object) -> Scenario:
    """A position with more cards to draw than usual."""
    return position_at(*hands, options=None, groups=None, draw_pile=draw, **more)


def held(table: Scenario, viewer: int, seat: int, cards: set[str], count: int = 60) -> set[int]:
    """How many of these cards a seat may hold, as far as the viewer knows."""
    return {len(cards & set(hand(world, seat))) for world in table.worlds(viewer, count)}


def notes(table: Scenario, viewer: int) -> list[str]:
    """What a viewer has witnessed, note by note."""
    history = table.facts(viewer)["history"]
    assert isinstance(history, dict)
    return list(history["notes"])


def test_a_view_shows_only_the_own_hand() -> None:
    """MM-08"""
    table = at(["bald-eagle", "harebell"], ["barred-owl"], ["bumble-bee"])
    for viewer in (0, 1, 2, NOBODY):
        text = json.dumps(table.facts(viewer))
        for seat, key in enumerate(("bald-eagle", "barred-owl", "bumble-bee")):
            assert (key in text) == (seat == viewer)
        pieces = table.scene(viewer).pieces
        shown = {piece.zone for piece in pieces if piece.zone.startswith("hand")}
        assert shown == ({f"hand:{viewer}"} if viewer != NOBODY else set())
        assert "sea-cave" not in {piece.type for piece in pieces}


def test_only_the_two_parties_see_handed_over_cards() -> None:
    """MM-16: everybody sees how many, two see which."""
    table = at(["bald-eagle", "harebell"], ["barred-owl", "herring-gull"], ["bumble-bee"]).do("ask 2 birds")
    for seat in (0, 1, 2, NOBODY):
        (gave,) = table.events("gave", seat=seat)
        assert gave.facts["count"] == 2
        assert ("cards" in gave.facts) == (seat in (0, 1))
    for seat, told in ((0, ": barred-owl herring-gull"), (1, ": barred-owl herring-gull"), (2, ""), (NOBODY, "")):
        assert notes(table, seat) == [f"0 asks 1 birds 2{told}"]
    assert "herring-gull" in json.dumps(table.facts(1))
    assert "herring-gull" not in json.dumps(table.facts(2))
    assert table.told()[-1] == "Bo gives Ana 2 cards (Birds)."
    assert table.told(0, ["You", "Bo", "Cy"])[-1] == "Bo gives you 2 cards (Birds): Barred Owl, Herring Gull."


def test_the_giver_remembers_what_was_given() -> None:
    """MM-16: in every world of the giver the cards are where they went, also on the way further."""
    table = at(["bald-eagle", "harebell"], ["barred-owl", "bumble-bee"], ["herring-gull", "green-darner"])
    table.do("ask 2 birds", "stop", "discard harebell", seat=0).do("take 1", "discard harebell", seat=1)
    assert held(table, 1, 0, {"barred-owl"}) == {1}
    table.do("ask 1 birds", seat=2)
    assert held(table, 1, 2, {"barred-owl"}) == {1}
    assert held(table, 1, 0, BIRDS) == {0}
    game = GAME(seats=3)
    known = KnownCards(game)
    known.read(game.view(game.load(table.position), 1).seen)
    assert known.sure_of(1, 2) & game.group[game.categories.index("birds")]


def test_a_request_proves_a_card_and_a_refusal_proves_none() -> None:
    """MM-15, MM-19"""
    hands = (["bald-eagle", "harebell", "bumble-bee"], ["american-toad", "paper-birch"], ["sea-stack"])
    table = at(*hands, draw=["barred-owl", "herring-gull", *REST]).do("ask 2 birds", "discard harebell")
    assert min(held(table, 2, 0, BIRDS)) >= 1
    assert held(table, 2, 1, BIRDS) == {0}
    # Seat 1 draws: the new card may be a bird, the old ones are none.
    table.do("ask 3 deciduous-trees", "discard american-toad", seat=1)
    assert held(table, 2, 1, BIRDS, 300) == {0, 1}


def test_a_discard_may_have_been_the_proof() -> None:
    """MM-15: after the asker discards a bird, there need be none left."""
    table = at(["bald-eagle", "harebell"], ["american-toad"], ["sea-stack"], draw=["barred-owl", *REST])
    table.do("ask 2 birds", "discard bald-eagle")
    assert {0, 1} <= held(table, 2, 0, BIRDS, 300)


def test_picked_up_cards_are_known_to_all() -> None:
    """MM-21"""
    table = at(["bald-eagle"], ["american-toad"], ["sea-stack"]).do("take 1", "discard bald-eagle")
    for viewer in (1, 2, NOBODY):
        assert all(hand(world, 0) == ["arch-rock"] for world in table.worlds(viewer, 10))


def test_a_group_not_laid_was_not_complete() -> None:
    """MM-23: who gets two Insects and lays nothing has no third."""
    table = at(["bumble-bee", "harebell"], ["green-darner"], ["sea-stack"]).do("ask 2 insects", "stop")
    assert held(table, 2, 0, INSECTS) == {2}


def test_a_kept_group_proves_nothing_where_laying_is_optional() -> None:
    """MM-G06"""
    hands = (["bumble-bee", "harebell"], ["green-darner"], ["sea-stack"])
    pile = ["monarch-butterfly", *REST]
    table = position_at(*hands, options={"lay_optional": True}, draw_pile=pile).do("ask 2 insects", "stop")
    assert held(table, 2, 0, INSECTS, 300) == {2, 3}


def test_a_drawn_card_is_secret() -> None:
    """MM-20"""
    table = at(["bald-eagle", "harebell"], ["american-toad"], ["sea-stack"]).do("ask 2 birds", "discard harebell")
    (drew,), (seen,) = table.events("drew", seat=0), table.events("drew", seat=1)
    assert drew.facts["cards"] == ["sugar-maple"]
    assert "cards" not in seen.facts
    assert [notes(table, seat)[-1] for seat in (0, 1, NOBODY)] == ["0 draws sugar-maple", "0 draws", "0 draws"]


def test_after_a_reshuffle_the_draw_pile_holds_known_cards() -> None:
    """MM-G02: what was shuffled was seen; what is in hands was not."""
    pile = ["arch-rock", "skull-cave", "sugar-loaf"]
    hands = (["bald-eagle", "harebell"], ["american-toad"], ["sea-stack"])
    table = position_at(*hands, options={"reshuffle": True}, discard_pile=pile, draw_pile=[])
    table.do("ask 2 birds", "discard harebell")
    assert table.asked == ["reshuffle"]
    assert held(table, 2, 0, set(pile)) == {1}
    assert held(table, 2, 0, {"harebell"}) == {0}


def test_at_the_end_all_hands_are_shown() -> None:
    """MM-33: the score needs them."""
    pile = ["fringed-gentian"]
    table = at(["harebell", "ox-eye-daisy"], ["american-toad"], ["sea-stack"], discard_pile=pile).do("take 1")
    shown = [event.facts["cards"] for event in table.events("showed", seat=NOBODY)]
    assert shown == [["american-toad"], ["sea-stack"]]
    assert table.shown(NOBODY, "hand:1") == ["american-toad"]
    result = table.scene().result
    assert result is not None
    assert result.lines[1] == "0 cards in groups, minus 1 category in hand"


def test_the_prompts_say_what_to_do() -> None:
    """MM-12, MM-19"""
    table = at(["bald-eagle", "harebell"], ["barred-owl"], [])
    assert table.prompt().text.startswith("Ask somebody")
    assert table.do("ask 2 birds").prompt().text == "You may ask again, or stop."
    table.do("ask 3 birds")
    assert table.prompt().text == "Cy has none. Choose a card to discard; you then draw one."
    table.do("discard harebell")
    assert table.prompt(1).text == "Your hand is empty: pick up from the discard pile."


def test_a_history_survives_dump_and_load() -> None:
    table = Scenario.dealt("match-me", 3, seed="history").play_on_for(60, "history")
    loaded = Scenario("match-me", 3, start=json.loads(json.dumps(table.position)))
    assert loaded.position == table.position
    for seat in range(3):
        assert loaded.facts(seat) == table.facts(seat)


def test_a_deal_is_not_enough_to_tell_draw_piles_apart() -> None:
    """Worlds differ in what nobody knows: the order of the draw pile."""
    table = Scenario.dealt("match-me", 3)
    assert len({tuple(world.cards("draw_pile")) for world in table.worlds(0, 20)}) == 20


@pytest.mark.parametrize("options", [{}, {"reshuffle": True}, {"ask_complete": False, "draw_timing": "after_asking"}])
def test_exactly_what_may_be_known_with_two_seats(options: dict[str, object]) -> None:
    """MM-G19: two seats, two cards each would leave too little to ask for; one card and three categories do."""
    game = parlour.game("match-me", 2, None, deck="tiny", allow_two=True, **options)
    assert check_exact(game, ["a", "b"], most=40) > 10


def test_exactly_what_may_be_known_with_seven_cards() -> None:
    """Three categories of two and three cards: hand-overs, refusals and groups not laid all together."""
    assert check_exact(parlour.game("match-me", 3, deck="small"), ["eight"], most=16) > 10


def test_cards_we_handed_over_are_not_dealt_anew() -> None:
    """MM-16: a player who saw cards change hands knows that they have left the draw pile, whatever happens later."""
    worlds = 0
    for seed in range(6):
        table = Scenario.dealt("match-me", 4, seed=seed)
        for step, _ in enumerate(table.play_on(seed, most=100)):
            for world in table.worlds(step % 4, 1):
                assert [len(hand(world, seat)) for seat in range(4)] == [len(hand(table, seat)) for seat in range(4)]
                worlds += 1
    assert worlds > 300
