"""Who may know what: nobody has secrets, but the piles do."""

from collections import Counter

from parlour.core.chance import Sampled
from parlour.core.game import NOBODY
from parlour.core.record import canonical
from parlour.core.rng import Rng
from parlour.core.worlds import check_exact
from parlour.games.mine_and_craft import GAME


def test_only_tops_are_seen():
    """MC-G30, MC-04: other cards below the tops make no difference to anybody."""
    game = GAME(seats=2)
    piles = [["wood1", "wood2"], ["stone1", "stone2"], ["iron1", "iron2"]]
    swapped = [["stone1", "wood2"], ["iron1", "stone2"], ["wood1", "iron2"]]
    rest = {"players": [{"stock": ["wood1"]}, {}], "craft_piles": [["gold-axe", "iron-axe"], ["stone-axe"]]}
    one = game.load({"piles": piles, **rest})
    two = game.load({"piles": swapped, **rest})
    for seat in (0, 1, NOBODY):
        assert game.view(one, seat).facts() == game.view(two, seat).facts()


def test_the_next_craft_card_is_not_known_before_the_payment_is_complete(start):
    """MC-G30"""
    play = start({"stock": ["wood1", "iron1"]}, {}, craft_piles=[["gold-axe", "iron-hoe"]])
    play.do(0, "craft iron-hoe", "pay iron1")
    assert "gold-axe" not in canonical(play.game.view(play.table, 0).facts())
    assert all("gold-axe" not in str(event.as_json()) for event in play.events)
    play.do(0, "pay wood1")
    assert play.told("next craft card") == [{"kind": "next craft card", "seat": None, "pile": 1, "item": "gold-axe"}]


def test_all_seats_know_the_same(start):
    """MC-G29: but for what they may do now."""
    play = start({"stock": ["wood1"], "crafted": ["wood-hoe"]}, {"reserved": ["gold-axe"]})
    views = [play.game.view(play.table, seat).facts() for seat in (0, 1, NOBODY)]
    for view in views:
        del view["seat"], view["legal"]
    assert views[0] == views[1] == views[2]


def known_after_refill():
    """A small box in which three piles of two are refilled out of four discards."""
    game = GAME(seats=2, deck="tiny")
    position = {
        "piles": [["wood1", "wood1"], ["tnt"], ["creeper", "iron1"]],
        "players": [{"stock": ["wild2"]}, {}],
    }
    return game, game.load(position)


def test_a_refill_hides_what_it_took():
    """MC-G07: the new pile and the rest of the discards together are known, not which is which."""
    game, table = known_after_refill()
    luck = Sampled(Rng("refill", 1))
    game.apply(table, 0, game.actions.id_of("mine 2"), luck)
    game.apply(table, 0, game.actions.id_of("keep no more"), luck)
    # The TNT blew Wood 1 and Iron 1 loose, and bared the Creeper.
    game.apply(table, 0, game.actions.id_of("discard wild2"), luck)
    facts = game.view(table, 1).facts()
    assert facts["discard"] + facts["piles"][1]["cards"] + facts["piles"][2]["cards"] == 5
    seen = [pile["top"] for pile in facts["piles"] if pile["top"]]
    known = Counter()
    for period in facts["known"]:
        known.update(period["added"])
        known.subtract(period["owed"])
    everything = known + Counter(seen) + Counter(facts["players"][0]["stock"])
    assert everything + Counter(["wood1"] * (facts["piles"][0]["cards"] - 1)) == Counter(
        ["wood1", "wood1", "iron1", "wild2", "creeper", "tnt"]
    )
    worlds = {canonical(game.dump(game.determinise(game.view(table, 1), Rng("w", i)))) for i in range(60)}
    assert canonical(game.dump(table)) in worlds
    hidden = sum(max(0, pile["cards"] - 1) for pile in facts["piles"][1:]) + facts["discard"]
    assert (len(worlds) > 1) == (hidden > 1)


def test_what_came_to_light_must_have_stayed_behind():
    """A card seen in a later pile cannot be in an earlier one: worlds are made accordingly."""
    game = GAME(seats=2, deck="tiny")
    position = {
        # Pile 1 was dealt out of Wood, Iron and Creeper, and shows the Iron; the Creeper came to light elsewhere.
        "piles": [["wood1", "iron1"], [], []],
        "discard": ["wood1", "wild2", "creeper", "tnt"],
        "known": [
            {"added": ["wood1", "creeper"], "owed": [], "pile": 1},
            {"added": ["wood1", "wild2", "tnt", "creeper"], "owed": ["creeper"], "pile": 0},
        ],
        "players": [{}, {}],
    }
    table = game.load(position)
    for i in range(30):
        world = game.dump(game.determinise(game.view(table, 0), Rng("w", i)))
        assert world["piles"][0] == ["wood1", "iron1"]
    looser = {**position, "known": [{**position["known"][0]}, {"added": ["wood1", "wild2", "tnt"], "pile": 0}]}
    table = game.load(looser)
    tops = {game.dump(game.determinise(game.view(table, 0), Rng("w", i)))["piles"][0][0] for i in range(30)}
    assert tops == {"wood1", "creeper"}


def test_exactly_the_possible_worlds():
    """MC-G07, MC-G30: through every deal and every refill of a tiny game, nothing more and nothing less is known."""
    assert check_exact(GAME(seats=2, deck="tiny", stale_rounds=5), ["refills"], most=40) > 20


def test_refills_happen_in_the_exact_check():
    """The tiny game refills piles with cards left behind, so that the check above means something."""
    game = GAME(seats=2, deck="tiny")
    periods, owed = 0, 0
    for seed in range(40):
        rng, luck = Rng("tiny", seed), Sampled(Rng("luck", seed))
        table = game.new(luck)
        while game.may_act(table):
            seats = game.may_act(table)
            seat = seats[rng.below(len(seats))]
            legal = game.legal(table, seat)
            game.apply(table, seat, legal[rng.below(len(legal))], luck)
            periods = max(periods, len(table.periods))
            owed += sum(period.owed.size for period in table.periods)
    assert periods >= 3
    assert owed > 0
