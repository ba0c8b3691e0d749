"""Who may know what: all have seen the same cards, and nobody knows more than that."""

import itertools
from collections import Counter

import pytest

from parlour.core.cards import Deck, bundled_deck, deck_from_data
from parlour.core.chance import Enumerating, Scripted
from parlour.core.events import Event, redact
from parlour.core.game import NOBODY
from parlour.core.match import Match
from parlour.core.record import canonical
from parlour.core.rng import Rng
from parlour.core.worlds import check_exact, facts, random_match, told
from parlour.games.around_mackinac import FORGET, GAME


def test_the_order_of_face_down_cards_is_nobodys_to_know(island) -> None:
    """AM-02: any other order of the unknown cards looks the same to every seat and to spectators."""
    one = island(up=["fudge"], pawn=1)
    order = one.circle
    other = island(up=["fudge"], pawn=1, circle=[order[0], *reversed(order[1:])])
    assert one.circle != other.circle
    for seat in (0, 1, NOBODY):
        assert {**one.facts(seat)} == {**other.facts(seat)}


def test_a_known_card_is_known_to_all_seats(island) -> None:
    """AM-17: a single card returned, and cards that stay, keep their places; exchanging them would show."""
    one = island(bundles=[[1], [2], list(range(3, 15))])
    order = one.circle
    other = island(bundles=[[1], [2], list(range(3, 15))], circle=[order[1], order[0], *order[2:]])
    for seat in (0, 1, NOBODY):
        assert one.facts(seat)["bundles"] != other.facts(seat)["bundles"]


def test_bundles_split_and_form_anew(island) -> None:
    """AM-15, AM-17, AM-G20: what all know after three turns."""
    table = island(pawn=1, ahead={1: "fudge", 2: "ferry", 3: "cave", 4: "fog", 10: "tire"})
    table.do("roll", 1).do("roll", 1).do("roll", 1).do("stop")  # fudge, ferry, cave in places 2, 3, 4
    rest = list(range(5, 15))
    assert [bundle["places"] for bundle in table.facts()["bundles"]] == [[1, *rest], [2, 3, 4]]
    assert table.facts()["bundles"][1] == {"places": [2, 3, 4], "cards": ["ferry", "fudge", "cave"]}
    assert table.facts()["last_reveal"] == [2, 3, 4]

    table.do("roll", 1)  # place 5: fog; the bundle it lay in is known without it
    bundles = table.facts()["bundles"]
    assert [bundle["places"] for bundle in bundles] == [[1, *rest[1:]], [2, 3, 4]]
    assert "fog" not in bundles[0]["cards"]
    table.do("stop")
    assert {"places": [5], "cards": ["fog"]} in table.facts()["bundles"]

    # Somebody goes around and turns up place 3: of places 2 and 4 the two other cards are known, not which is where.
    table.do("roll", 6).do("roll", 6)
    assert table.state.pawn + 1 == 3
    turned = table.circle[2]
    left = [bundle for bundle in table.facts()["bundles"] if bundle["places"] == [2, 4]]
    assert set(left[0]["cards"]) == {"fudge", "ferry", "cave"} - {turned}
    table.do("stop")
    assert [3, 11] in [bundle["places"] for bundle in table.facts()["bundles"]]

    # Then place 4 alone: place 2 is known by elimination.
    table.do("roll", 1)
    assert {"places": [2], "cards": [table.circle[1]]} in table.facts()["bundles"]
    table.do("stop")
    assert {"places": [4], "cards": [table.circle[3]]} in table.facts()["bundles"]


def test_events_hide_nothing_but_the_shuffle(island) -> None:
    """AM-15, AM-17: every event is public, and the returned cards are told without their order."""
    table = island(up=["fudge", "ferry", "cave"]).do("stop")
    assert [event.kind for event in table.events] == ["kept", "returned"]
    assert table.told("returned") == [{"places": [3, 4, 5]}]
    for event in table.events:
        assert not event.secrets
        assert redact(event, None) == event


def test_a_turned_up_card_is_told_to_all(island) -> None:
    """AM-07"""
    table = island(ahead={3: "fudge"}).do("roll", 3)
    for seat in (0, 1, None):
        assert {"kind": "turned up", "seat": 0, "card": "fudge", "place": 8} in [
            redact(event, seat).as_json() for event in table.events
        ]


def test_worlds_are_made_evenly(island) -> None:
    """AM-15: the six orders of three returned cards come up equally often, and all else stays."""
    table = island(bundles=[[2, 5, 9], *[[place] for place in range(1, 15) if place not in (2, 5, 9)]])
    view = table.game.view(table.state, 1)
    rng = Rng("even")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(3000):
        world = table.game.determinise(view, rng)
        orders[tuple(world.circle[place] for place in (1, 4, 8))] += 1
        assert [c for p, c in enumerate(world.circle) if p not in (1, 4, 8)] == [
            c for p, c in enumerate(table.state.circle) if p not in (1, 4, 8)
        ]
    assert set(orders) == set(itertools.permutations(sorted(table.state.circle[place] for place in (1, 4, 8))))
    assert all(400 < count < 600 for count in orders.values())


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_bundles_are_the_whole_truth_about_probability(seed: str) -> None:
    """AM-17, AM-G20: by Bayes' rule over every shuffle, the possible worlds are equally likely at every step.

    So a bundle's arrangements are even and bundles tell nothing about each other: what state.py claims.
    """
    game = GAME(seats=2, deck="tiny")
    match = random_match(game, seed, most=25)
    events: list[Event] = []
    truth = game.new(Scripted(match.record.deal), events.append)
    weights: dict[str, tuple[object, float]] = {}
    for chance in Enumerating.all():
        heard: list[Event] = []
        world = game.new(chance, heard.append)
        if told(heard, 0) == told(events, 0):
            weights[canonical(game.dump(world))] = (world, chance.probability)
    sizes = set()
    for entry in match.record.entries:
        events = []
        game.apply(truth, entry.seat, entry.action, Scripted(entry.luck), events.append)
        following: dict[str, tuple[object, float]] = {}
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
        for bundle in game.view(truth, 0).facts()["bundles"]:
            for number in range(1, len(bundle["places"]) + 1):
                expected *= number
        assert len(weights) == expected
        sizes.add(len(weights))
    assert len(sizes) > 2


def twins() -> Deck:
    """A deck with two equal cards: they cannot be told apart."""
    tiny = bundled_deck("parlour.games.around_mackinac", "tiny.toml")
    rows = [dict(row) for row in tiny.data["card"]]
    rows[0]["copies"] = 2
    return deck_from_data({**tiny.data, "card": [row for row in rows if row["key"] not in ("fort",)]}, "twins")


def test_equal_cards_cannot_be_told_apart() -> None:
    """AM-02: exactness with two copies of a card."""
    assert check_exact(GAME(seats=2, deck=twins()), ["one", "two"]) > 40


def test_the_screen_shows_only_what_is_face_up_now(island) -> None:
    """AM-G21: no trace of earlier cards in scene or log."""
    table = island(up=["fudge", "ferry"])
    names = ["Ana", "Bo"]

    def shown() -> list[str | None]:
        scene = table.game.scene(table.game.view(table.state, 1), names)
        return [piece.type for piece in scene.pieces if piece.zone == "track"]

    assert shown()[3:5] == ["ferry", "fudge"]
    assert shown().count(None) == 12
    table.do("stop")
    scene = table.game.scene(table.game.view(table.state, 1), names)
    assert shown() == [None] * 14
    assert not any(piece.tags for piece in scene.pieces)
    assert "last" not in [zone.id for zone in scene.zones]
    table = island(ahead={4: "fudge"}).do("roll", 4)
    log = [table.game.tell(event, names) for event in table.events]
    assert log == ["Ana rolls 4.", "Ana turns up Sample the Fudge.", "Ana takes 2 Fun from the Center."]


def test_the_memory_aid_shows_the_turn_before(island) -> None:
    """AM-G21: the option show_last_reveal, for one turn, without the order of shuffled cards."""
    aid = {"show_last_reveal": True}
    table = island(up=["ferry", "fudge"], ahead={1: "cave"}, options=aid).do("stop")
    scene = table.game.scene(table.game.view(table.state, 1), ["Ana", "Bo"])
    marked = [piece.id for piece in scene.pieces if piece.tags == ("peeked",)]
    assert marked == ["card:4", "card:5"]
    assert [piece.type for piece in scene.pieces if piece.zone == "last"] == ["ferry", "fudge"]
    assert all(piece.type is None for piece in scene.pieces if piece.zone == "track")
    table.do("roll", 1)
    assert "Bo turns up Skull Cave at place 6." in [table.game.tell(event, ["Ana", "Bo"]) for event in table.events]
    table.do("stop")
    scene = table.game.scene(table.game.view(table.state, 0), ["Ana", "Bo"])
    assert [piece.id for piece in scene.pieces if piece.tags == ("peeked",)] == ["card:6"]
    assert [piece.type for piece in scene.pieces if piece.zone == "last"] == ["cave"]


def test_knowledge_survives_saving_and_loading() -> None:
    """AM-17: a dumped position carries the bundles."""
    match: Match = random_match(GAME(seats=3), "keep", most=60)
    game = match.game
    loaded = game.load(match.position())
    for seat in range(3):
        assert facts(game, loaded, seat) == canonical(match.view(seat).facts())
    assert len(match.view(0).facts()["bundles"]) > 2


def test_a_forgotten_card_does_not_blur_the_others(island) -> None:
    """AM-17: also in a position written by hand, what is remembered stays apart from what is forgotten."""
    table = island(bundles=[[place] for place in range(1, 15)])
    known = {"places": [1], "cards": [table.circle[0]]}
    view = table.game.view(table.state, 0)
    kept = [known in FORGET(view, 0.5, Rng("memory", number)).facts()["bundles"] for number in range(40)]
    assert 10 < sum(kept) < 30
