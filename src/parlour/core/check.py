"""check_game: the conformance suite anyone can run on any game.

Each check plays random games and looks for one way of breaking the contract of `core/game.py`. The suite is
part of the public interface: a new game is right when `parlour.check_game(game)` says nothing.
"""

import json
import random
from collections.abc import Callable
from importlib import resources

from parlour.core.chance import Sampled, Seeded
from parlour.core.check_events import check_synthetic, folder_of, listener, never_happened
from parlour.core.check_processes import check_in_processes, record_text
from parlour.core.copying import attributes
from parlour.core.encoding import Numbers
from parlour.core.errors import CheckFailed, IllegalAction, ParlourError, UnknownOption
from parlour.core.events import EventType
from parlour.core.game import NOBODY, Game, State, TableView, View
from parlour.core.match import replay
from parlour.core.record import parse_record
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.core.worlds import check_exact, check_swaps, random_match, spelled, viewers

AnyGame = Game[State, View]


def check_game(
    game: AnyGame, games: int = 3, exact: bool = True, seed: str = "check", elsewhere: bool = True
) -> list[str]:
    """Play a game in every way that has broken games before; raises CheckFailed at the first thing wrong.

    Returns remarks on what is not wrong but worth a look: event types that never happened in these games.

    `games` is the number of random games per check. `exact` also plays the game's `tiny` preset through every
    possible deal; leave it out when the same class has been through that before. `elsewhere` also plays in other
    processes; `check_in_processes` does that for many games at once.
    """
    _check_table(game)
    _check_options(game)
    happened: set[EventType] = set()
    check_synthetic(game)
    for number in range(games):
        _check_random_game(game, f"{seed}-{number}", happened)
        check_swaps(game, f"{seed}-{number}", trials=8, most=120)
    _check_endings(game, games * 5, seed, happened)
    _check_determinism(game, seed)
    if elsewhere:
        check_in_processes([game], seed)
    _check_replay(game, seed)
    if exact:
        tiny = (game.about.presets or {}).get("tiny")
        if tiny is None:
            raise CheckFailed(
                "tiny", "the game has no `tiny` preset, so its hidden information cannot be checked exactly"
            )
        small = type(game)(seats=game.about.min_seats, **tiny)  # type: ignore[arg-type]  # games take options, the base class does not
        check_exact(small, [f"{seed}-{number}" for number in range(games)])
    return never_happened(game, happened)


# The table of actions and the options


def _check_table(game: AnyGame) -> None:
    for number, action in enumerate(game.actions):
        if game.actions.id_of(action.text()) != number or game.actions.id_of(action) != number:
            raise CheckFailed("actions", f"{action.text()!r} does not lead back to action {number}")
    standard = game.deck.source == "deck.toml" and all(game.options[o.name] == o.default for o in game.about.options)
    folder = folder_of(game)
    if not folder or not standard or game.seats != game.about.max_seats:
        return
    snapshot = resources.files(folder).joinpath("actions.txt")
    if not snapshot.is_file():
        raise CheckFailed("actions", "the game's folder has no actions.txt; `parlour actions GAME` prints it")
    if snapshot.read_text(encoding="utf-8") != action_snapshot(game):
        raise CheckFailed(
            "actions", "the action table changed: give the game a new version and write actions.txt again"
        )


def action_snapshot(game: AnyGame) -> str:
    """The table of actions as `actions.txt` keeps it: changing it needs a new version."""
    return f"version {game.version}\n" + "".join(f"{number} {text}\n" for number, text in enumerate(game.actions.texts))


def _check_options(game: AnyGame) -> None:
    make = type(game)
    for wrong in ({"seats": game.about.max_seats + 1}, {"seats": game.about.min_seats - 1}, {"no_such_option": True}):
        try:
            make(**{"seats": game.seats, **wrong})  # type: ignore[arg-type]  # wrong on purpose
        except UnknownOption:
            continue
        raise CheckFailed("options", f"{wrong} was accepted")


# Random games, every step looked at


def _position(game: AnyGame, state: State) -> str:
    return spelled(game.dump(state))


def _check_random_game(game: AnyGame, seed: str, happened: set[EventType]) -> None:
    rng = Rng("random game", seed)
    luck = Sampled(Rng("random game's luck", seed))
    listen = listener(game, happened)
    state = game.new(luck, listen)
    box = game.census(state)
    kept: list[tuple[State, str]] = []
    shapes: dict[str, int] = {}
    steps = 0
    while True:
        now = _position(game, state)
        _check_turn(game, state)
        _check_refusals(game, state, now, rng)
        _check_acceptance(game, state, now, luck, rng)
        if game.census(state) != box:
            raise CheckFailed("census", f"cards were lost or made: {_changes(box, game.census(state))}")
        if steps % 7 == 0 or game.outcome(state) is not None:
            _check_load(game, state, now)
            for viewer in viewers(game):
                _check_view(game, state, viewer, shapes, rng)
        twin = game.clone(state)
        _check_copy(state, twin, "the state")
        kept.append((twin, now))
        # All copies at the end, and a few before: few enough that long games do not take quadratic time.
        if len(kept).bit_count() == 1 or game.outcome(state) is not None:
            _check_kept(game, kept)
        seats = game.may_act(state)
        if not seats:
            return
        seat = seats[rng.below(len(seats))]
        legal = game.legal(state, seat)
        game.apply(state, seat, legal[rng.below(len(legal))], luck, listen)
        steps += 1
        if steps > game.longest():
            raise CheckFailed("endless", f"a game went on after {steps} decisions; longest() says {game.longest()}")


def _check_copy(one: object, two: object, where: str) -> None:
    """Every attribute of a copy has the value of the original, all the way down."""
    if type(one) is not type(two):
        raise CheckFailed("clone", f"{where} was {one!r} and is {two!r} in the copy")
    if isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        for place, (mine, other) in enumerate(zip(one, two, strict=True)):
            _check_copy(mine, other, f"{where}[{place}]")
    elif type(one).__module__ == "builtins":
        if one != two:
            raise CheckFailed("clone", f"{where} was {one!r} and is {two!r} in the copy")
    elif one is not two:
        for name in attributes(one):
            _check_copy(getattr(one, name), getattr(two, name), f"{where}.{name}")


def _changes(before: dict[str, int], after: dict[str, int]) -> str:
    keys = sorted({*before, *after})
    return ", ".join(
        f"{key}: {before.get(key, 0)} to {after.get(key, 0)}" for key in keys if before.get(key) != after.get(key)
    )


def _check_turn(game: AnyGame, state: State) -> None:
    waiting, allowed = game.to_act(state), game.may_act(state)
    outcome = game.outcome(state)
    if (outcome is None) != bool(waiting):
        raise CheckFailed("turn", "a game must either wait for somebody or have an outcome")
    if not set(waiting) <= set(allowed):
        raise CheckFailed("turn", "a seat the game waits for may not act")
    if game.actor(state) != (waiting[0] if waiting else NOBODY):
        raise CheckFailed("turn", "actor is not the first seat of to_act")
    for seat in range(game.seats):
        legal = game.legal(state, seat)
        if legal != sorted(set(legal)):
            raise CheckFailed("legal", f"seat {seat}'s legal actions are not sorted or repeat: {legal}")
        if legal and not 0 <= legal[0] <= legal[-1] < len(game.actions):
            raise CheckFailed("legal", f"seat {seat} is offered an action that is not in the table")
        if seat in allowed and not legal:
            raise CheckFailed("legal", f"seat {seat} may act but has no legal action")
        if seat not in allowed and legal:
            raise CheckFailed("legal", f"seat {seat} has nothing to do but is offered {game.actions.texts[legal[0]]!r}")
    if outcome is not None:
        ranks = outcome.ranks
        proper = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
        if len(ranks) != game.seats or len(outcome.scores) != game.seats or ranks != proper or not outcome.reason:
            raise CheckFailed("outcome", f"ranks {ranks} and scores {outcome.scores} do not make an outcome")


def _check_refusals(game: AnyGame, state: State, now: str, rng: Rng) -> None:
    luck = Seeded("refusals")
    tries = [(rng.below(game.seats), rng.below(len(game.actions))) for _ in range(4)]
    for seat, action in [*tries, (0, -1), (0, len(game.actions)), (game.seats, 0), (-1, 0)]:
        if 0 <= seat < game.seats and action in game.legal(state, seat):
            continue
        try:
            game.apply(state, seat, action, luck)
        except IllegalAction:
            if _position(game, state) != now:
                raise CheckFailed("refusal", f"refusing action {action} of seat {seat} changed the state") from None
            continue
        raise CheckFailed("refusal", f"an illegal action was accepted: {action} by seat {seat}")


def _check_acceptance(game: AnyGame, state: State, now: str, luck: Sampled, rng: Rng) -> None:
    for seat in game.may_act(state):
        legal = game.legal(state, seat)
        for action in legal if len(legal) <= 6 else [legal[rng.below(len(legal))] for _ in range(6)]:
            try:
                game.apply(game.clone(state), seat, action, luck)
            except ParlourError as error:
                raise CheckFailed(
                    "legal", f"the legal action {game.actions.texts[action]!r} was refused: {error}"
                ) from None
            if _position(game, state) != now:
                raise CheckFailed("clone", "playing on a clone changed the original")


def _check_kept(game: AnyGame, kept: list[tuple[State, str]]) -> None:
    for number, (state, position) in enumerate(kept):
        if _position(game, state) != position:
            raise CheckFailed("clone", f"the copy made at step {number} changed when the game went on")


def _check_load(game: AnyGame, state: State, now: str) -> None:
    loaded = game.load(json.loads(json.dumps(game.dump(state))))
    if _position(game, loaded) != now:
        raise CheckFailed("load", "a dumped position loads as another one")
    for viewer in viewers(game):
        if spelled(game.view(loaded, viewer).facts()) != spelled(game.view(state, viewer).facts()):
            raise CheckFailed("load", f"seat {viewer} sees another view after dump and load")


def _check_view(game: AnyGame, state: State, viewer: int, shapes: dict[str, int], rng: Rng) -> None:
    view = game.view(state, viewer)
    seen = spelled(view.facts())
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
    _check_scene(game, game.scene(view, [f"Player {seat}" for seat in range(game.seats)]), view)
    box = game.census(state)
    for _ in range(3):
        world = game.determinise(view, rng)
        if spelled(game.view(world, viewer).facts()) != seen:
            raise CheckFailed("determinise", f"seat {viewer} would see another view in the world made from its view")
        if game.census(world) != box:
            raise CheckFailed("determinise", f"cards were lost or made: {_changes(box, game.census(world))}")
    try:
        _check_load(game, world, _position(game, world))
    except (CheckFailed, ParlourError) as error:
        # What does not survive dump and load is no position of the game.
        raise CheckFailed("determinise", f"it made a world whose parts contradict each other: {error}") from None
    first, second = (_position(game, game.determinise(view, Rng("same", 1))) for _ in range(2))
    if first != second:
        raise CheckFailed("determinise", "the same generator gives different worlds")
    if spelled(view.facts()) != seen:
        raise CheckFailed("determinise", "it changed the view it was given")


def _check_observation(game: AnyGame, state: State, view: View) -> None:
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


def _check_scene(game: AnyGame, scene: Scene, view: View) -> None:
    def wrong(problem: str) -> CheckFailed:
        return CheckFailed("scene", f"in the scene of seat {view.seat}, {problem}")

    offered = [choice.action for choice in scene.prompt.choices] if scene.prompt else []
    if sorted(offered) != view.legal:
        raise wrong("the choices are not the legal actions")
    pieces = {piece.id for piece in scene.pieces}
    zones = {zone.id: zone for zone in scene.zones}
    if len(pieces) != len(scene.pieces) or len(zones) != len(scene.zones):
        raise wrong("two things have the same id")
    for piece in scene.pieces:
        if piece.zone not in zones or (piece.type is not None and piece.type not in scene.types):
            raise wrong(f"piece {piece.id} has an unknown zone or type")
    for zone in scene.zones:
        if zone.layout != "pool" and sum(piece.zone == zone.id for piece in scene.pieces) > zone.count:
            raise wrong(f"zone {zone.id} shows more pieces than it counts")
        if zone.policy in ("len", "nonempty", "hidden") and any(piece.zone == zone.id for piece in scene.pieces):
            raise wrong(f"zone {zone.id} shows pieces although its policy is {zone.policy}")
    if scene.prompt:
        texts = [choice.text for choice in scene.prompt.choices]
        labels = [choice.label for choice in scene.prompt.choices]
        if texts != [game.actions.texts[action] for action in offered]:
            raise wrong("a choice has another text than its action")
        if len(set(labels)) != len(labels) or not all(labels):
            raise wrong(f"two choices have the same label or one has none: {labels}")
        for choice in scene.prompt.choices:
            if not set(choice.pieces) <= pieces or not set(choice.zones) <= set(zones):
                raise wrong(f"choice {choice.text!r} touches things that are not there")
        for blocked in scene.prompt.blocked:
            if not set(blocked.pieces) <= pieces or not set(blocked.zones) <= set(zones) or not blocked.why:
                raise wrong("something blocked is not there or has no reason")
    if "{" in json.dumps(scene.as_json()["prompt"], default=str).replace('{"', ""):
        raise wrong("a text has an unfilled blank")
    if (scene.result is None) != (view.outcome is None):
        raise wrong("the result does not fit the outcome")


# Whole games


def _check_endings(game: AnyGame, games: int, seed: str, happened: set[EventType]) -> None:
    """Games end: at random, and when everybody stubbornly takes the first or the last action offered."""
    most = game.longest()

    def first(count: int, rng: Rng) -> int:
        return 0

    def last(count: int, rng: Rng) -> int:
        return count - 1

    def any_of(count: int, rng: Rng) -> int:
        return rng.below(count)

    ways: list[Callable[[int, Rng], int]] = [first, last, *[any_of] * games]
    for number, choose in enumerate(ways):
        rng = Rng("endings", seed, number)
        luck = Sampled(Rng("endings' luck", seed, number))
        listen = listener(game, happened)
        state = game.new(luck, listen)
        steps = 0
        while (seat := game.actor(state)) != NOBODY:
            legal = game.legal(state, seat)
            game.apply(state, seat, legal[choose(len(legal), rng)], luck, listen)
            steps += 1
            if steps > most:
                raise CheckFailed("endless", f"a game went on after {steps} decisions; longest() says {most}")


def _check_determinism(game: AnyGame, seed: str) -> None:
    plain = record_text(game, seed)
    before = random.getstate()
    try:
        if record_text(game, seed, disturb=True) != plain:
            raise CheckFailed(
                "determinism", "the same seed gave another game: it depends on the global random generator"
            )
    finally:
        random.setstate(before)


def _check_replay(game: AnyGame, seed: str) -> None:
    match = random_match(game, seed)
    text = match.text()
    try:
        again = replay(parse_record(text, "the record"), lambda record: game)
    except ParlourError as error:
        raise CheckFailed("replay", f"a record does not replay: {error}") from None
    if again.text() != text:
        raise CheckFailed("replay", "a replayed record reads differently")
    for viewer in viewers(game):
        if again.log(viewer) != match.log(viewer):
            raise CheckFailed("replay", "a replay gives another log")
        if any("{" in line or not line.strip() for line in again.log(viewer)):
            raise CheckFailed("log", "a line of the log has an unfilled blank")
