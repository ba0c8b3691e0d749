"""The part of the conformance suite about policies: one uses only what its seat may know."""

from collections.abc import Callable, Sequence
from importlib import import_module
from math import isfinite

from parlour.core.check_events import folder_of
from parlour.core.errors import CheckFailed
from parlour.core.game import Game, State, View
from parlour.core.policy import Policy, rated
from parlour.core.rng import Rng

AnyGame = Game[State, View]
MakePolicy = Callable[[AnyGame], Policy[State]]


def policies_of(game: AnyGame) -> list[Policy[State]]:
    """The policies that the game's package, or the file of its class, calls `POLICY` and `SHARP`."""
    module = import_module(folder_of(game) or type(game).__module__)
    makers: list[MakePolicy] = [getattr(module, name) for name in ("POLICY", "SHARP") if hasattr(module, name)]
    return [make(game) for make in makers]


def check_policy(policy: Policy[State], game: AnyGame, view: View, worlds: Sequence[State], rng: Rng) -> None:
    """Compare its ratings over worlds that look the same to a seat, and over the table it is given to rate on."""
    expected = _ratings(policy, policy.table_of(game, view, rng), view)
    for world in worlds:
        for action, one, two in zip(view.legal, expected, _ratings(policy, world, view), strict=True):
            if one != two:
                raise CheckFailed(
                    "policy",
                    f"{type(policy).__name__} uses what seat {view.seat} cannot know: it rates "
                    f"{game.actions.texts[action]!r} {one} in one world and {two} in another that looks the same.",
                )


def _ratings(policy: Policy[State], world: State, view: View) -> list[float]:
    try:
        moves = rated(policy, world, view.seat, view.legal)
    except Exception as error:
        raise CheckFailed(
            "policy",
            f"{type(policy).__name__} failed for seat {view.seat}: {type(error).__name__}: {error} "
            "It must rate every world that looks the same to the seat, and a view's own table.",
        ) from error
    ratings = [float(rating) for rating in moves.ratings][: len(view.legal)]
    if not all(isfinite(rating) for rating in ratings):
        raise CheckFailed("policy", f"{type(policy).__name__} gives a rating that is no finite number: {ratings}")
    return ratings
