"""check_game: the conformance suite anyone can run on any game.

Each check plays random games and looks for one way of breaking the contract of `core/game.py`. The suite is
part of the public interface: a new game is right when `parlour.check_game(game)` says nothing.
"""

import random
from collections.abc import Callable
from copy import deepcopy
from importlib import resources
from typing import TypeVar, cast

from parlour.core.actions import Action
from parlour.core.chance import Sampled, Seeded
from parlour.core.check_events import (
    Counted,
    Learnt,
    check_counted,
    check_synthetic,
    folder_of,
    listener,
    never_happened,
)
from parlour.core.check_lesson import check_lesson
from parlour.core.check_policy import MakePolicy, check_policy, policies_of
from parlour.core.check_processes import check_in_processes, record_text
from parlour.core.check_scene import check_moves, drawn
from parlour.core.check_views import changes, check_goes_on, check_load, check_view, check_worlds, difference, position
from parlour.core.errors import BadDeck, CheckFailed, IllegalAction, NoWorld, ParlourError, UnknownOption
from parlour.core.events import Event, EventType, redact
from parlour.core.game import NOBODY, Game, State, View
from parlour.core.match import replay
from parlour.core.missing import METHODS, missing
from parlour.core.policy import Policy
from parlour.core.record import parse_record
from parlour.core.rng import Rng
from parlour.core.seat_record import History
from parlour.core.worlds import check_exact, check_swaps, random_match, viewers

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
AnyGame = Game[State, View]


MOVES_LOOKED_AT = 150
"""Decisions of a random game after which scenes are compared with events: drawing them takes most of the time."""
LOOK_EVERY = 7
"""Decisions from one look at everybody's view to the next."""
LONG_GAME = 700
"""Decisions after which views are looked at a tenth as often: a random match to a target score has thousands."""
REPLAYED_STEPS = 7
"""Decisions after which no more worlds are made of a game without a `determinise` of its own: they take long."""
GO_ON_EVERY = 28
"""Decisions from one loaded position that is played to its end to the next."""
THREE = 3
"""Seats with which two others can know something of each other."""


def check_game(
    game: Game[S, V],
    games: int = 3,
    exact: bool = True,
    seed: str = "check",
    elsewhere: bool = True,
    policy: MakePolicy | None = None,
) -> list[str]:
    """Play a game in every way that has broken games before; raises CheckFailed at the first thing wrong.

    Returns remarks on what is not wrong but worth a look, such as event types that never happened in these games.

    `games` is the number of random games per check. `exact` also plays the game's `tiny` preset through every
    possible deal; leave it out when the same class has been through that before. `elsewhere` also plays in other
    processes; `check_in_processes` does that for many games at once. `policy` is the policy to check, if it is not
    the `POLICY` and the `SHARP` of the game's package.
    """
    return _check_all(cast(AnyGame, game), games, exact, seed, elsewhere, policy)


def _check_all(
    game: AnyGame, games: int, exact: bool, seed: str, elsewhere: bool, policy: MakePolicy | None
) -> list[str]:
    check_complete(game)
    _check_table(game)
    _check_options(game)
    happened: set[EventType] = set()
    check_synthetic(game)
    raters = policies_of(game) if policy is None else [policy(game)]
    remarks: list[str] = []
    for number in range(games):
        _RandomGame(game, f"{seed}-{number}", happened, raters, remarks).play()
        check_swaps(game, f"{seed}-{number}", trials=8, most=120)
    _check_endings(game, games * 5, seed, happened)
    _check_determinism(game, seed)
    if elsewhere:
        check_in_processes([game], seed)
    _check_replay(game, seed)
    check_lesson(game)  # after the rules: a lesson also fails if they are wrong
    if exact:
        remarks += _check_exactly(game, [f"{seed}-{number}" for number in range(games)])
    return [*remarks, *never_happened(game, happened)]


def _check_exactly(game: AnyGame, seeds: list[str]) -> list[str]:
    """Every deal of a tiny preset, with the fewest seats and with three.

    With two seats, all that a seat does not know is known by the other. With three, a world can be wrong about what
    the two others know of each other.
    """
    about = game.about
    presets = about.presets or {}
    if "tiny" not in presets:
        raise CheckFailed("tiny", "the game has no `tiny` preset, so its hidden information cannot be checked exactly")

    def small(preset: str, seats: int) -> AnyGame:
        return type(game)(seats=seats, **presets[preset])  # type: ignore[arg-type]  # games take options, the base class does not

    check_exact(small("tiny", about.min_seats), seeds)
    if about.min_seats >= THREE or about.max_seats < THREE:
        return []
    for preset in sorted(presets.keys() & {"tiny", "tiny-three"}):
        try:
            three = small(preset, THREE)
        except BadDeck:  # too small for three
            continue
        check_exact(three, seeds[:1])
        return []
    return [
        "The preset `tiny` is too small for three seats and there is no `tiny-three`: "
        "what two others know of each other was not checked."
    ]


# What must be there, the table of actions and the options


def check_complete(game: AnyGame) -> None:
    """The game fills in every method it must; the sentence names all that are missing."""
    lacking = [name for name in METHODS if getattr(type(game), name) is getattr(Game, name)]
    if type(game).dump is Game.dump and not hasattr(game, "schema"):
        lacking.append("schema")
    if lacking:
        raise CheckFailed("missing", " ".join(str(missing(game, name)) for name in lacking))


def _check_table(game: AnyGame) -> None:
    for number, action in enumerate(game.actions):
        if not isinstance(action, Action):
            raise CheckFailed("actions", f"{action!r} is no action: derive {type(action).__name__} from `Action`")
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


class _RandomGame:
    """One game by random choices of everybody who may act."""

    def __init__(
        self, game: AnyGame, seed: str, happened: set[EventType], raters: list[Policy[State]], remarks: list[str]
    ) -> None:
        self.game = game
        self.raters = raters
        self.remarks = remarks
        self.rng = Rng("random game", seed)
        self.luck = Sampled(Rng("random game's luck", seed))
        self.history = History()
        self.listen = listener(game, happened)
        self.state = game.new(self.luck, self.hear)
        self.box = game.census(self.state)
        self.steps = 0
        self.shapes: dict[str, int] = {}
        self.loaded: list[tuple[State, State]] = []
        self.learnt: Learnt = {}

    def hear(self, event: Event) -> None:
        self.listen(event)
        self.history.hear(event)

    def play(self) -> None:
        """Check every position from the deal to the end."""
        game, state, rng = self.game, self.state, self.rng
        kept: list[tuple[State, str]] = []
        while True:
            now = position(game, state)
            _check_turn(game, state)
            _check_refusals(game, state, now, rng)
            _check_acceptance(game, state, now, self.luck, rng)
            over = game.outcome(state) is not None
            if over or self.steps % (LOOK_EVERY if self.steps < LONG_GAME else 10 * LOOK_EVERY) == 0:
                self.look(now)
            twin = game.clone(state)
            if wrong := difference(state, twin, "the state"):
                raise CheckFailed("clone", f"{wrong} in the copy")
            kept.append((twin, now))
            # All copies at the end, and at times before: looking at them after every step would take quadratic time.
            if len(kept).bit_count() == 1 or over:
                _check_kept(game, kept)
            if not game.may_act(state):
                break
            self.step()
        for number, (original, loaded) in enumerate(self.loaded):
            check_goes_on(game, original, loaded, number)

    def look(self, now: str) -> None:
        """The position can be loaded, and everybody sees what they may."""
        loaded = check_load(self.game, self.state, now)
        if self.steps % GO_ON_EVERY == 0:
            self.loaded.append((self.game.clone(self.state), loaded))
        for viewer in viewers(self.game):
            view = self.game.view(self.state, viewer)
            check_view(self.game, self.state, viewer, view, self.shapes)
            worlds = self.worlds(view)
            if view.legal and worlds:
                for rater in self.raters:
                    check_policy(rater, self.game, view, [self.state, *worlds], self.rng)

    def worlds(self, view: View) -> list[State]:
        """Some worlds made from a view. Where replaying a record finds none in time, that is told once."""
        if self.game.replays_worlds():
            if self.remarks or self.steps > REPLAYED_STEPS:
                return []
            view.witnessed = self.history.of(view.seat)
        try:
            return check_worlds(self.game, self.box, view, self.rng)
        except NoWorld as error:
            self.remarks.append(f"After {self.steps} decisions: {error}")
            return []

    def step(self) -> None:
        """Somebody acts; for one viewer after another, the scenes before and after are compared."""
        game, state = self.game, self.state
        seats = game.may_act(state)
        seat = seats[self.rng.below(len(seats))]
        legal = game.legal(state, seat)
        action = legal[self.rng.below(len(legal))]
        viewer = viewers(game)[self.steps % (game.seats + 1)]
        looked_at = self.steps < MOVES_LOOKED_AT
        before = drawn(game, game.view(state, viewer)) if looked_at else None
        counted = Counted()
        game.apply(game.clone(state), seat, action, deepcopy(self.luck), counted)
        self.history.decide(seat, action)
        game.apply(state, seat, action, self.luck, self.hear)
        check_counted(self.history.steps[-1][2], counted, self.learnt)
        if game.census(state) != self.box:
            raise CheckFailed("census", f"cards were lost or made: {changes(self.box, game.census(state))}")
        if before is not None:
            told = [redact(event, None if viewer == NOBODY else viewer) for event in self.history.steps[-1][2]]
            check_moves(before, drawn(game, game.view(state, viewer)), told, viewer)
        self.steps += 1
        if self.steps > game.longest():
            raise CheckFailed(
                "endless", f"a game went on after {self.steps} decisions; longest() says {game.longest()}"
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
            continue
        raise CheckFailed("refusal", f"an illegal action was accepted: {action} by seat {seat}")
    if position(game, state) != now:
        raise CheckFailed("refusal", "refusing an action changed the state")


def _check_acceptance(game: AnyGame, state: State, now: str, luck: Sampled, rng: Rng) -> None:
    refused: CheckFailed | None = None
    for seat in game.may_act(state):
        legal = game.legal(state, seat)
        for action in legal if len(legal) <= 6 else [legal[rng.below(len(legal))] for _ in range(6)]:
            try:
                game.apply(game.clone(state), seat, action, luck)
            except ParlourError as error:
                wrong = f"the legal action {game.actions.texts[action]!r} was refused: {error}"
                refused = refused or CheckFailed("legal", wrong)
    if position(game, state) != now:
        raise CheckFailed("clone", "playing on a clone changed the original")
    if refused:
        raise refused


def _check_kept(game: AnyGame, kept: list[tuple[State, str]]) -> None:
    for number, (state, then) in enumerate(kept):
        if position(game, state) != then:
            raise CheckFailed("clone", f"the copy made at step {number} changed when the game went on")


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
                raise _endless(steps, most)


def _endless(steps: int, longest: int) -> CheckFailed:
    return CheckFailed("endless", f"a game went on after {steps} decisions; longest() says {longest}")


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
            raise CheckFailed("replay", "a replay tells another story")
        if any("{" in line or not line.strip() for line in again.log(viewer)):
            raise CheckFailed("log", "a line of the log has an unfilled blank")
