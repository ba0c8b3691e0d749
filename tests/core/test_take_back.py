"""What tells its player something cannot be taken back."""

import parlour
from parlour.core.game import State, View
from parlour.core.match import Match
from parlour.core.take_back import looks_same, one_back


def played(match: Match[State, View], *actions: str) -> bool:
    """Play the actions; did the last one tell its player nothing?"""
    for action in actions:
        before = match.fork()
        match.play(match.to_act[0], action)
    assert one_back(match).hash() == before.hash()
    return all(looks_same(before, match))


def memory() -> Match[State, View]:
    cards = ["black-3", "red-queen", "red-3", "black-queen", "black-7", "red-7"]
    start = {"turn": 0, "cards": cards, "players": [{"tokens": 20}, {"tokens": 20}]}
    return parlour.Match(parlour.game("deluxe-memory", 2), seed=1, start=start)


def test_looking_at_a_card_tells_and_leaving_it_does_not() -> None:
    match = memory()
    assert not played(match, "card 1")
    assert not played(match, "card 2")
    assert played(match, "both up")


def test_looking_again_counts_although_the_view_remembers() -> None:
    match = memory()
    played(match, "card 1", "card 2", "hide both", "card 5", "card 4", "both up")
    assert not played(match, "card 1")


def test_paying_for_a_tool_tells_nothing_and_mining_does() -> None:
    start = {
        "turn": 0,
        "actions": 2,
        "piles": [["wood1", "wood2"], ["iron1"], ["gold1"], ["iron2"], ["gold2"]],
        "craft_piles": [["stone-hoe"], ["wood-sword"], ["wood-axe"], ["iron-axe"]],
        "players": [{"stock": ["stone1", "wood1"]}, {"stock": []}],
    }
    match = parlour.Match(parlour.game("mine-and-craft", 2), seed=1, start=start)
    assert played(match, "craft stone-hoe")
    assert played(match, "pay stone1")
    assert not played(match, "pay wood1") or len(match.position()["craft_piles"][0]) == 0  # type: ignore[index]
    assert not played(match, "mine 1")


def test_a_roll_cannot_be_taken_back() -> None:
    assert not played(parlour.Match(parlour.game("around-mackinac", 2), seed=1), "roll")


def test_asking_in_vain_tells_something() -> None:
    match = parlour.Match(parlour.game("match-me", 3), seed=3)
    seat = match.to_act[0]
    asks = [text for action in match.legal(seat) if (text := match.game.actions.texts[action]).startswith("ask")]
    told = []
    for ask in asks:
        trial = match.fork()
        trial.play(seat, ask)
        told.append(not all(looks_same(match, trial)))
    assert all(told)
