"""The part of the conformance suite about positions, views and worlds: none of them loses or shows too much."""

import json

from parlour.core.chance import Sampled
from parlour.core.check_scene import check_scene, drawn
from parlour.core.encoding import Numbers
from parlour.core.errors import CheckFailed, ParlourError
from parlour.core.game import NOBODY, Game, State, TableView, View
from parlour.core.plain_copy import attributes_of
from parlour.core.rng import Rng
from parlour.core.worlds import spelled, viewers

AnyGame = Game[State, View]


def position(game: AnyGame, state: State) -> str:
    """The position of a state as one text."""
    return spelled(game.dump(state))


def changes(before: dict[str, int], after: dict[str, int]) -> str:
    """What differs between two censuses."""
    keys = sorted({*before, *after})
    return ", ".join(
        f"{key}: {before.get(key, 0)} to {after.get(key, 0)}" for key in keys if before.get(key) != after.get(key)
    )


def difference(one: object, two: object, where: str) -> str:
    """An attribute in which two states differ, all the way down; empty if there is none.

    A state may be as deep as its game is long, so this keeps a list of its own and names places only at the end.
    """
    pairs: list[tuple[object, object, _Path]] = [(one, two, (None, where))]
    while pairs:
        mine, other, path = pairs.pop()
        if mine is other:
            continue
        if type(mine) is type(other):
            if isinstance(mine, list | tuple) and isinstance(other, list | tuple) and len(mine) == len(other):
                places = enumerate(zip(mine, other, strict=True))
                pairs.extend((a, b, (path, f"[{place}]")) for place, (a, b) in places)
                continue
            if type(mine).__module__ != "builtins":
                pairs.extend((getattr(mine, n), getattr(other, n), (path, f".{n}")) for n in attributes_of(mine))
                continue
            if mine == other:
                continue
        return f"{_spelled_out(path)} was {mine!r} and is {other!r}"
    return ""


_Path = tuple["_Path | None", str]
"""A place in a state: where it is, and its own name."""


def _spelled_out(path: _Path) -> str:
    names: list[str] = []
    step: _Path | None = path
    while step is not None:
        step, name = step
        names.append(name)
    return "".join(reversed(names))


def check_load(game: AnyGame, state: State, now: str) -> State:
    """The state that was dumped and loaded: it has the same position and looks the same to everybody."""
    try:
        loaded = game.load(json.loads(json.dumps(game.dump(state))))
    except ParlourError as error:
        raise CheckFailed("load", f"a dumped position is refused: {error}") from None
    if position(game, loaded) != now:
        raise CheckFailed("load", "a dumped position loads as another one")
    if not difference(state, loaded, "the state"):
        return loaded  # everybody sees the same in the same state
    for viewer in viewers(game):
        if spelled(game.view(loaded, viewer).facts()) != spelled(game.view(state, viewer).facts()):
            raise CheckFailed("load", f"seat {viewer} sees another view after dump and load")
    return loaded


def check_goes_on(game: AnyGame, one: State, two: State, number: int) -> None:
    """A loaded position is played on as the original is: nothing was lost that no position and no view shows."""
    states = (one, two)
    lucks = [Sampled(Rng("goes on's luck", number)) for _ in states]
    rng = Rng("goes on", number)
    for _ in range(game.longest()):
        seat = game.actor(one)
        if seat == NOBODY:
            break
        legal = game.legal(one, seat)
        action = legal[rng.below(len(legal))]
        for state, luck in zip(states, lucks, strict=True):
            if game.actor(state) != seat or game.legal(state, seat) != legal:
                raise CheckFailed("load", "after dump and load, a game goes on in another way: a field is not written")
            game.apply(state, seat, action, luck)
    if position(game, one) != position(game, two):
        raise CheckFailed("load", "after dump and load, a game ends in another way: a field is not written")


def check_view(game: AnyGame, state: State, viewer: int, view: View, shapes: dict[str, int]) -> None:
    """A view shows what the schema says, and its numbers and scene fit it. `shapes` keeps the numbers' lengths."""
    if isinstance(view, TableView):
        declared = game.clone(state)
        game.schema.hide(declared, viewer)
        if spelled(game.schema.facts(declared)) != spelled(view.table_facts()):
            raise CheckFailed("redacted", f"what seat {viewer} is shown is not what the schema says it may see")
    if view.seat != viewer or view.legal != (game.legal(state, viewer) if viewer != NOBODY else []):
        raise CheckFailed("view", f"the view of {viewer} has another seat or other legal actions")
    for name, numbers in game.encode(view).items():
        if shapes.setdefault(f"{name}", len(numbers)) != len(numbers):
            raise CheckFailed("encode", f"piece {name!r} has changed its length")
        if not all(0.0 <= number <= 1.0 for number in numbers):
            raise CheckFailed("encode", f"piece {name!r} has a number outside 0 to 1")
    _check_observation(game, state, view)
    check_scene(game, drawn(game, view), view)


def _check_observation(game: AnyGame, state: State, view: View) -> None:
    """What is observed quickly from the state is what the view says, and as long as the pieces say."""
    size = sum(piece.size for piece in game.observation)
    rows: list[list[float]] = []
    for fast in (False, True):
        numbers = Numbers()
        if fast:
            game.observe(state, view.seat, numbers)
        else:
            game.encode_into(view, numbers)
        if numbers.count != size:
            raise CheckFailed("observe", f"there are {numbers.count} numbers, but the pieces say {size}")
        rows.append(numbers.slice(0, size))
    if rows[0] != rows[1]:
        raise CheckFailed("observe", f"what seat {view.seat} observes is not what its view says")


def check_worlds(game: AnyGame, box: dict[str, int], view: View, rng: Rng) -> list[State]:
    """Some worlds made from a view, each of which looks the same to its seat and holds the same cards."""
    viewer, seen = view.seat, spelled(view.facts())
    scene = drawn(game, view)
    worlds: list[State] = []
    slow = game.replays_worlds()
    for _ in range(1 if slow else 3):
        world = game.determinise(view, rng)
        worlds.append(world)
        other = game.view(world, viewer)
        if spelled(other.facts()) != seen:
            raise CheckFailed("determinise", f"seat {viewer} would see another view in the world made from its view")
        if drawn(game, other) != scene:
            raise CheckFailed("scene", f"seat {viewer} is shown more than its view says: worlds it cannot tell apart")
        if game.census(world) != box:
            raise CheckFailed("determinise", f"cards were lost or made: {changes(box, game.census(world))}")
    try:
        check_load(game, world, position(game, world))
    except CheckFailed as error:
        # What does not survive dump and load is no position of the game.
        raise CheckFailed("determinise", f"it made a world whose parts contradict each other: {error}") from None
    if not slow and len({position(game, game.determinise(view, Rng("same", 1))) for _ in range(2)}) > 1:
        raise CheckFailed("determinise", "the same generator gives different worlds")
    if spelled(view.facts()) != seen:
        raise CheckFailed("determinise", "it changed the view it was given")
    return worlds
