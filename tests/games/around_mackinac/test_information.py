"""Who may know what: all have seen the same cards, and nobody knows more than that."""

import itertools
from collections import Counter
from math import factorial

import pytest

import parlour
from games.around_mackinac.positions import bundles, island
from parlour.core.cards import Deck, bundled_deck, deck_from_data
from parlour.core.chance import Enumerating, Scripted
from parlour.core.events import Event, redact
from parlour.core.game import NOBODY, State
from parlour.core.record import canonical
from parlour.core.rng import Rng
from parlour.core.worlds import check_exact, facts, random_match, told
from parlour.games import find
from scenario import Scenario, texts


def test_the_order_of_face_down_cards_is_nobodys_to_know() -> None:
    """AM-02: any other order of the unknown cards looks the same to every seat and to spectators."""
    one = island(up=["fudge"], pawn=1)
    order = one.cards("circle")
    other = island(up=["fudge"], pawn=1, circle=[order[0], *reversed(order[1:])])
    assert one["circle"] != other["circle"]
    for seat in (0, 1, NOBODY):
        assert one.facts(seat) == other.facts(seat)


def test_a_known_card_is_known_to_all_seats() -> None:
    """AM-17: a single card returned, and cards that stay, keep their places; exchanging them would show."""
    one = island(bundles=[[1], [2], list(range(3, 15))])
    order = one.cards("circle")
    other = island(bundles=[[1], [2], list(range(3, 15))], circle=[order[1], order[0], *order[2:]])
    for seat in (0, 1, NOBODY):
        assert one.sees(seat, "bundles") != other.sees(seat, "bundles")


def test_bundles_split_and_form_anew() -> None:
    """AM-15, AM-17, AM-G20: what all know after three turns."""
    table = island(pawn=1, ahead={1: "fudge", 2: "ferry", 3: "cave", 4: "fog", 10: "tire"})
    table.do("roll", luck=[1]).do("roll", luck=[1]).do("roll", luck=[1]).do(
        "stop"
    )  # fudge, ferry, cave in places 2, 3, 4
    rest = list(range(5, 15))
    assert [bundle["places"] for bundle in bundles(table)] == [[1, *rest], [2, 3, 4]]
    assert bundles(table)[1] == {"places": [2, 3, 4], "cards": ["ferry", "fudge", "cave"]}
    assert table.sees(0, "last_reveal") == [2, 3, 4]

    table.do("roll", luck=[1])  # place 5: fog; the bundle it lay in is known without it
    now = bundles(table)
    assert [bundle["places"] for bundle in now] == [[1, *rest[1:]], [2, 3, 4]]
    assert "fog" not in texts(now[0]["cards"])
    table.do("stop")
    assert {"places": [5], "cards": ["fog"]} in bundles(table)

    # Somebody goes around and turns up place 3: of places 2 and 4 the two other cards are known, not which is where.
    table.do("roll", "roll", luck=[6, 6])
    assert table["pawn"] == 3
    turned = table.cards("circle")[2]
    left = [bundle for bundle in bundles(table) if bundle["places"] == [2, 4]]
    assert set(texts(left[0]["cards"])) == {"fudge", "ferry", "cave"} - {turned}
    table.do("stop")
    assert [3, 11] in [bundle["places"] for bundle in bundles(table)]

    # Then place 4 alone: place 2 is known by elimination.
    table.do("roll", luck=[1])
    assert {"places": [2], "cards": [table["circle", 1]]} in bundles(table)
    table.do("stop")
    assert {"places": [4], "cards": [table["circle", 3]]} in bundles(table)


def test_events_hide_nothing_but_the_shuffle() -> None:
    """AM-15, AM-17: every event is public, and the returned cards are told without their order."""
    table = island(up=["fudge", "ferry", "cave"]).do("stop")
    assert table.happened == ["kept", "returned"]
    assert [event.facts for event in table.events("returned")] == [{"places": [3, 4, 5]}]
    for event in table.events():
        assert not event.secrets
        assert redact(event, None) == event


def test_a_turned_up_card_is_told_to_all() -> None:
    """AM-07"""
    table = island(ahead={3: "fudge"}).do("roll", luck=[3])
    for seat in (0, 1, NOBODY):
        (turned,) = table.events("turned up", seat=seat)
        assert turned.as_json() == {"kind": "turned up", "seat": 0, "card": "fudge", "place": 8}


def test_worlds_are_made_evenly() -> None:
    """AM-15: the six orders of three returned cards come up equally often, and all else stays."""
    table = island(bundles=[[2, 5, 9], *[[place] for place in range(1, 15) if place not in (2, 5, 9)]])
    truth, loose = table.cards("circle"), (1, 4, 8)
    orders: Counter[tuple[str, ...]] = Counter()
    for world in table.worlds(1, 3000):
        circle = world.cards("circle")
        orders[tuple(circle[place] for place in loose)] += 1
        assert all(circle[place] == truth[place] for place in range(14) if place not in loose)
    assert set(orders) == set(itertools.permutations(truth[place] for place in loose))
    assert all(400 < count < 600 for count in orders.values())


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_bundles_are_the_whole_truth_about_probability(seed: str) -> None:
    """AM-17, AM-G20: by Bayes' rule over every shuffle, the possible worlds are equally likely at every step.

    So a bundle's arrangements are even and bundles tell nothing about each other: what state.py claims.
    """
    game = parlour.game("around-mackinac", 2, deck="tiny")
    match = random_match(game, seed, most=25)
    events: list[Event] = []
    truth = game.new(Scripted(match.record.deal), events.append)
    weights: dict[str, tuple[State, float]] = {}
    for chance in Enumerating.all():
        heard: list[Event] = []
        world = game.new(chance, heard.append)
        if told(heard, 0) == told(events, 0):
            weights[canonical(game.dump(world))] = (world, chance.probability)
    sizes = set()
    for entry in match.record.entries:
        events = []
        game.apply(truth, entry.seat, entry.action, Scripted(entry.luck), events.append)
        following: dict[str, tuple[State, float]] = {}
        for world, weight in weights.values():
            for chance in Enumerating.all():
                heard = []
                after = game.clone(world)
                game.apply(after, entry.seat, entry.action, chance, heard.append)
                if told(heard, 0) == told(events, 0):
                    place = canonical(game.dump(after))
                    before = following[place][1] if place in following else 0.0
                    following[place] = (after, before + weight * chance.probability)
        weights = following
        shares = [weight for _, weight in weights.values()]
        assert max(shares) == pytest.approx(min(shares))
        assert all(facts(game, world, 0) == facts(game, truth, 0) for world, _ in weights.values())
        expected = 1
        known = game.view(truth, 0).facts()["bundles"]
        assert isinstance(known, list)
        for bundle in known:
            expected *= factorial(len(bundle["places"]))
        assert len(weights) == expected
        sizes.add(len(weights))
    assert len(sizes) > 2


def twins() -> Deck:
    """A deck with two equal cards: they cannot be told apart."""
    tiny = bundled_deck("parlour.games.around_mackinac", "tiny.toml")
    cards = tiny.data["card"]
    assert isinstance(cards, list)
    rows = [dict(row) for row in cards]
    rows[0]["copies"] = 2
    return deck_from_data({**tiny.data, "card": [row for row in rows if row["key"] not in ("fort",)]}, "twins")


def test_equal_cards_cannot_be_told_apart() -> None:
    """AM-02: exactness with two copies of a card."""
    assert check_exact(parlour.game("around-mackinac", 2, deck=twins()), ["one", "two"]) > 40


def test_the_screen_shows_only_what_is_face_up_now() -> None:
    """AM-G21: no trace of earlier cards in scene or log."""
    table = island(up=["fudge", "ferry"])
    assert table.shown(1, "track")[3:5] == ["ferry", "fudge"]
    assert table.shown(1, "track").count(None) == 12
    table.do("stop")
    assert table.shown(1, "track") == [None] * 14
    scene = table.scene(1)
    assert not any(piece.tags for piece in scene.pieces)
    assert "last" not in [zone.id for zone in scene.zones]
    table = island(ahead={4: "fudge"}).do("roll", luck=[4])
    assert table.told(1) == ["Ana rolls 4.", "Ana turns up Sample the Fudge.", "Ana takes 2 Fun from the Center."]


def test_the_memory_aid_shows_the_turn_before() -> None:
    """AM-G21: the option show_last_reveal, for one turn, without the order of shuffled cards."""
    aid = {"show_last_reveal": True}
    table = island(up=["ferry", "fudge"], ahead={1: "cave"}, options=aid).do("stop")
    scene = table.scene(1)
    marked = [piece.id for piece in scene.pieces if piece.tags == ("peeked",)]
    assert marked == ["card:4", "card:5"]
    assert table.shown(1, "last") == ["ferry", "fudge"]
    assert table.shown(1, "track") == [None] * 14
    table.do("roll", luck=[1])
    assert "Bo turns up Skull Cave at place 6." in table.told(0)
    table.do("stop")
    scene = table.scene(0)
    assert [piece.id for piece in scene.pieces if piece.tags == ("peeked",)] == ["card:6"]
    assert table.shown(0, "last") == ["cave"]


def test_knowledge_survives_saving_and_loading() -> None:
    """AM-17: a dumped position carries the bundles."""
    table = Scenario.dealt("around-mackinac", 3, seed="keep").play_on_for(60, "keep")
    loaded = table.reloaded()
    for seat in range(3):
        assert loaded.facts(seat) == table.facts(seat)
    assert len(bundles(table)) > 2


def test_a_forgotten_card_does_not_blur_the_others() -> None:
    """AM-17: also in a position written by hand, what is remembered stays apart from what is forgotten."""
    table = island(bundles=[[place] for place in range(1, 15)])
    known = {"places": [1], "cards": [table["circle", 0]]}
    view, forget = table.view(0), find("around-mackinac").forget
    assert forget is not None
    kept = [known in as_list(forget(view, 0.5, Rng("memory", number)).facts()["bundles"]) for number in range(40)]
    assert 10 < sum(kept) < 30


def as_list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
