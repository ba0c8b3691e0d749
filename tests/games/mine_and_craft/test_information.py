"""Who may know what: nobody has secrets, but the piles do."""

from collections import Counter

import parlour
from games.mine_and_craft.positions import start
from parlour.core.game import NOBODY
from parlour.core.record import canonical
from parlour.core.worlds import check_exact
from scenario import Scenario, at, texts


def test_only_tops_are_seen() -> None:
    """MC-G30, MC-04: other cards below the tops make no difference to anybody."""
    piles = [["wood1", "wood2"], ["stone1", "stone2"], ["iron1", "iron2"]]
    swapped = [["stone1", "wood2"], ["iron1", "stone2"], ["wood1", "iron2"]]
    crafts = [["gold-axe", "iron-axe"], ["stone-axe"]]
    one = start({"stock": ["wood1"]}, piles=piles, craft_piles=crafts)
    two = start({"stock": ["wood1"]}, piles=swapped, craft_piles=crafts)
    for seat in (0, 1, NOBODY):
        assert one.facts(seat) == two.facts(seat)


def test_the_next_craft_card_is_not_known_before_the_payment_is_complete() -> None:
    """MC-G30"""
    table = start({"stock": ["wood1", "iron1"]}, {}, craft_piles=[["gold-axe", "iron-hoe"]])
    table.do("craft iron-hoe", "pay iron1")
    assert "gold-axe" not in canonical(table.facts(0))
    assert all("gold-axe" not in str(event.as_json()) for event in table.events())
    table.do("pay wood1", seat=0)
    (bared,) = table.events("next craft card")
    assert bared.as_json() == {"kind": "next craft card", "seat": None, "pile": 1, "item": "gold-axe"}


def test_all_seats_know_the_same() -> None:
    """MC-G29: but for what they may do now."""
    table = start({"stock": ["wood1"], "crafted": ["wood-hoe"]}, {"reserved": ["gold-axe"]})
    views = [table.facts(seat) for seat in (0, 1, NOBODY)]
    for view in views:
        del view["seat"], view["legal"]
    assert views[0] == views[1] == views[2]


def tiny(*players: dict[str, object], **position: object) -> Scenario:
    """A position with the small box: two Wood 1, Iron 1, Wild 2, a Creeper and a TNT."""
    return Scenario("mine-and-craft", options={"deck": "tiny"}, start={"players": list(players), **position})


def test_a_refill_hides_what_it_took() -> None:
    """MC-G07: the new pile and the rest of the discards together are known, not which is which."""
    table = tiny({"stock": ["wild2"]}, {}, piles=[["wood1", "wood1"], ["tnt"], ["creeper", "iron1"]])
    # The TNT blew Wood 1 and Iron 1 loose, and bared the Creeper.
    table.do("mine 2", "keep no more", "discard wild2")
    facts = table.facts(1)

    def number(*path: str | int) -> int:
        found = at(facts, *path)
        assert isinstance(found, int)
        return found

    assert table.asked == ["refill"]
    assert number("discard") + number("piles", 1, "cards") + number("piles", 2, "cards") == 5
    tops = [at(facts, "piles", pile, "top") for pile in range(3)]
    known: Counter[str] = Counter(top for top in tops if isinstance(top, str))
    stages = facts["known"]
    assert isinstance(stages, list)
    for stage in range(len(stages)):
        known.update(texts(at(facts, "known", stage, "added")))
        known.subtract(texts(at(facts, "known", stage, "owed")))
    known.update(texts(at(facts, "players", 0, "stock")))
    known.update(["wood1"] * (number("piles", 0, "cards") - 1))
    assert +known == Counter(["wood1", "wood1", "iron1", "wild2", "creeper", "tnt"])
    worlds = {canonical(world.position) for world in table.worlds(1, 60)}
    assert canonical(table.position) in worlds
    hidden = sum(max(0, number("piles", pile, "cards") - 1) for pile in (1, 2)) + number("discard")
    assert (len(worlds) > 1) == (hidden > 1)


def test_what_came_to_light_must_have_stayed_behind() -> None:
    """A card seen in a later pile cannot be in an earlier one: worlds are made accordingly."""
    first = {"added": ["wood1", "creeper"], "owed": [], "pile": 1}

    def bottoms(*known: dict[str, object]) -> set[str]:
        # Pile 1 was dealt out of Wood, Iron and Creeper, and shows the Iron; the Creeper came to light elsewhere.
        table = tiny(
            {},
            {},
            piles=[["wood1", "iron1"], [], []],
            discard=["wood1", "wild2", "creeper", "tnt"],
            known=list(known),
        )
        piles = [world.cards("piles", 0) for world in table.worlds(0, 30)]
        assert {len(pile) for pile in piles} == {2} and {pile[1] for pile in piles} == {"iron1"}
        return {pile[0] for pile in piles}

    owing: dict[str, object] = {"added": ["wood1", "wild2", "tnt", "creeper"], "owed": ["creeper"], "pile": 0}
    assert bottoms(first, owing) == {"wood1"}
    assert bottoms(first, {"added": ["wood1", "wild2", "tnt"], "pile": 0}) == {"wood1", "creeper"}


def test_exactly_the_possible_worlds() -> None:
    """MC-G07, MC-G30: through every deal and every refill of a tiny game, nothing more and nothing less is known."""
    assert check_exact(parlour.game("mine-and-craft", 2, deck="tiny", stale_rounds=5), ["refills"], most=40) > 20


def test_refills_happen_in_the_exact_check() -> None:
    """The tiny game refills piles with cards left behind, so that the check above means something."""
    stages, owed = 0, 0
    for seed in range(40):
        table = Scenario.dealt("mine-and-craft", 2, {"deck": "tiny"}, seed=seed)
        for _ in table.play_on(seed):
            known = table["known"]
            assert isinstance(known, list)
            stages = max(stages, len(known))
            owed += sum(len(texts(at(stage, "owed"))) for stage in known)
    assert stages >= 3
    assert owed > 0
