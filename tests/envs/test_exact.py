"""Exact play on micro games: our tree against OpenSpiel's, and solved values that must not change."""

from functools import cache

import pytest

import parlour
from parlour.envs.exact import Strategy, TooLarge, Tree, best_response, nash_conv, solve, uniform, value

pyspiel = pytest.importorskip("pyspiel")


@cache
def micro(slug: str) -> Tree:
    """The tree of a game's micro preset. Nothing changes a tree, so tests share it."""
    return Tree(parlour.game(slug, 2, "micro"))


@pytest.mark.parametrize(
    ("slug", "nodes", "spots", "first", "gap"),
    [
        ("st-croix", 2478, 502, -0.12060, 1.19074),
        ("follow-me", 3985, 566, 0.16985, 1.44444),
        ("match-me", 16777, 10264, 0.17954, 1.13889),
        ("mine-and-craft", 19349, 12310, 0.06513, 1.37384),
    ],
)
def test_random_play_is_worth_what_it_was(slug: str, nodes: int, spots: int, first: float, gap: float) -> None:
    tree = micro(slug)
    assert (tree.size, len(tree.spots)) == (nodes, spots)
    strategy = uniform(tree)
    assert value(tree, strategy) == pytest.approx([first, -first], abs=1e-5)
    assert nash_conv(tree, strategy) == pytest.approx(gap, abs=1e-5)


@pytest.mark.parametrize(
    ("slug", "first"), [("st-croix", 0.133), ("follow-me", 0.0), ("match-me", 0.667), ("mine-and-craft", 0.333)]
)
def test_the_solver_finds_the_value_of_the_game(slug: str, first: float) -> None:
    tree = micro(slug)
    solved = solve(tree, 30)
    assert nash_conv(tree, solved) < 0.01
    assert value(tree, solved)[0] == pytest.approx(first, abs=0.005)


def test_openspiel_finds_the_same() -> None:
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    import parlour.envs.openspiel  # noqa: F401  registers the games

    tree = micro("st-croix")
    strategy = solve(tree, 3)
    theirs = pyspiel.load_game("parlour_st_croix(players=2,preset=micro)")

    class Ours(policies.Policy):  # type: ignore[misc]  # OpenSpiel has no types
        def action_probabilities(self, state: object, player_id: int | None = None) -> dict[int, float]:
            told = state.information_state_string()  # type: ignore[attr-defined]  # OpenSpiel has no types
            return dict(zip(tree.spots[told].legal, strategy[told], strict=True))

    expected = exploitability.nash_conv(theirs, Ours(theirs, [0, 1]))
    assert nash_conv(tree, strategy) == pytest.approx(expected, abs=1e-9)


def test_a_best_response_beats_what_it_answers() -> None:
    tree = micro("follow-me")
    strategy: Strategy = uniform(tree)
    usual = value(tree, strategy)
    for seat in range(2):
        assert best_response(tree, strategy, seat) > usual[seat] + 0.1


def test_a_large_game_is_refused() -> None:
    with pytest.raises(TooLarge, match=r"^St\. Croix with these rules has more than 1,000 nodes\.$"):
        Tree(parlour.game("st-croix", 2, "tiny"), most=1000)
