"""Tests of who may know what, for any game.

Visibility is said twice: in `view`, and in the audience of each kind of event. Two worlds that told a seat
the same must look the same to it, and two worlds that look the same must have told it the same. `check_swaps`
compares worlds that differ by two swapped cards in a full game; `check_exact` goes through every deal of a
tiny one and holds `determinise` against the exact set of worlds a seat considers possible.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import msgspec

from parlour.core.chance import Enumerating, Luck, Scripted
from parlour.core.errors import CheckFailed, ParlourError
from parlour.core.events import Event, redact
from parlour.core.game import NOBODY, Game, State, View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.core.seat_record import History

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
AnyGame = Game[State, View]
Determinise = Callable[[View, Rng], State]

MOST_WORLDS = 60_000
COVERED_WORLDS = 12
DRAWS = 400

_ENCODER = msgspec.json.Encoder(order="deterministic")


def spelled(data: object) -> str:
    """Plain data as a text to compare: one spelling for the same data, written many times as fast as a record's."""
    return _ENCODER.encode(data).decode()


def told(events: Sequence[Event], viewer: int) -> str:
    """What a viewer is told, as one text."""
    seat = None if viewer == NOBODY else viewer
    return spelled([redact(event, seat).as_json() for event in events])


def facts(game: AnyGame, state: State, viewer: int) -> str:
    """What a viewer's view holds, as one text."""
    return spelled(game.view(state, viewer).facts())


def viewers(game: AnyGame) -> list[int]:
    """Every seat, and a spectator."""
    return [*range(game.seats), NOBODY]


def random_match(game: AnyGame, seed: str, most: int = 1_000_000) -> Match[State, View]:
    """A match played by uniformly random choices of everybody who may act."""
    match = Match(game, seed)
    rng = Rng("conformance", seed)
    while match.to_act and match.decisions < most:
        seats = match.may_act
        seat = seats[rng.below(len(seats))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def check_swaps(game: AnyGame, seed: str, trials: int, most: int) -> None:
    """Non-interference on the full game: swap two cards in a shuffle, replay, compare what each viewer learns."""
    match = random_match(game, seed, most)
    rng = Rng("swaps", seed)
    truth = _trace(game, match, match.record.deal, [entry.luck for entry in match.record.entries])
    for _ in range(trials):
        deal, luck = _swapped(match.record.deal, [entry.luck for entry in match.record.entries], rng)
        other = _trace(game, match, deal, luck)
        for viewer in viewers(game):
            _compare(game, truth[viewer], other[viewer], viewer)


def _swapped(deal: list[Luck], luck: list[list[Luck]], rng: Rng) -> tuple[list[Luck], list[list[Luck]]]:
    """The same luck with two cards of one shuffle exchanged."""
    deal, luck = copy.deepcopy(deal), copy.deepcopy(luck)
    orders = [item["order"] for items in [deal, *luck] for item in items if "order" in item]
    orders = [order for order in orders if isinstance(order, list) and len(set(order)) > 1]
    if orders:
        order = orders[rng.below(len(orders))]
        assert isinstance(order, list)
        first = rng.below(len(order))
        others = [place for place in range(len(order)) if order[place] != order[first]]
        second = others[rng.below(len(others))]
        order[first], order[second] = order[second], order[first]
    return deal, luck


@dataclass
class _Trace:
    """What one viewer was told and saw at each step."""

    told: list[str]
    seen: list[str]


def _trace(game: AnyGame, match: Match[State, View], deal: list[Luck], luck: list[list[Luck]]) -> dict[int, _Trace]:
    """Play the match's actions with other luck, as far as they stay legal."""
    traces = {viewer: _Trace([], []) for viewer in viewers(game)}
    events: list[Event] = []

    def note(state: State) -> None:
        for viewer, trace in traces.items():
            trace.told.append(told(events, viewer))
            trace.seen.append(facts(game, state, viewer))
        events.clear()

    state = game.new(Scripted(deal), events.append)
    note(state)
    for entry, outcomes in zip(match.record.entries, luck, strict=True):
        try:
            game.apply(state, entry.seat, entry.action, Scripted(outcomes), events.append)
        except ParlourError:
            break
        note(state)
    return traces


def _compare(game: AnyGame, truth: _Trace, other: _Trace, viewer: int) -> None:
    for step in range(min(len(truth.told), len(other.told))):
        same_told = truth.told[step] == other.told[step]
        same_seen = truth.seen[step] == other.seen[step]
        if same_told and not same_seen:
            raise CheckFailed(
                "leak",
                f"after action {step}, {_who(viewer)} sees a difference between worlds that told it the same: "
                f"{_difference(truth.seen[step], other.seen[step])}",
            )
        if same_seen and not same_told:
            raise CheckFailed(
                "leak",
                f"action {step} tells {_who(viewer)} what its view does not know: "
                f"{_difference(truth.told[step], other.told[step])}",
            )
        if not same_told:
            return


def _who(viewer: int) -> str:
    return "a spectator" if viewer == NOBODY else f"seat {viewer}"


def _difference(one: str, two: str) -> str:
    """The first place where two texts differ, with a little around it."""
    place = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    start = max(0, place - 40)
    return f"...{one[start : place + 40]}... against ...{two[start : place + 40]}..."


def _worlds_after_deal(game: AnyGame) -> list[tuple[State, list[Event]]]:
    worlds: list[tuple[State, list[Event]]] = []
    known: set[str] = set()
    for count, chance in enumerate(Enumerating.all()):
        if count > MOST_WORLDS:
            raise CheckFailed("tiny", f"the tiny preset has more than {MOST_WORLDS} deals")
        events: list[Event] = []
        state = game.new(chance, events.append)
        place = spelled(game.dump(state))
        if place not in known:
            known.add(place)
            worlds.append((state, events))
    return worlds


def check_exact(
    game: Game[S, V],
    seeds: Sequence[str],
    most: int = 60,
    determinise: Callable[[V, Rng], S] | None = None,
    every: int = 1,
) -> int:
    """Exact information sets on a tiny game: equal views, and `determinise` neither too wide nor too narrow.

    Another `determinise` than the game's own can be given; `every` is the number of decisions between two checks.
    Returns how many information sets were compared.
    """
    any_game = cast(AnyGame, game)
    exact = _Exact(any_game, cast(Determinise, determinise) if determinise else any_game.determinise, every)
    for seed in seeds:
        match = random_match(any_game, seed, most)
        for viewer in range(game.seats):
            exact.follow(match, viewer, Rng("exact", seed, viewer))
    return exact.compared


class _Exact:
    """Follows matches through the eyes of one seat, with every world it considers possible."""

    def __init__(self, game: AnyGame, determinise: Determinise, every: int) -> None:
        self.game = game
        self.determinise = determinise
        self.every = every
        self.deals = _worlds_after_deal(game)
        self.compared = 0

    def follow(self, match: Match[State, View], viewer: int, rng: Rng) -> None:
        """Compare the worlds of one seat after the deal and after each decision of a match."""
        game = self.game
        history = History()
        state = game.new(Scripted(match.record.deal), history.hear)
        heard = told(history.steps[0][2], viewer)
        seen = facts(game, state, viewer)
        possible: dict[str, State] = {}
        for world, dealt in self.deals:
            _hold(game, heard == told(dealt, viewer), world, seen, viewer, 0)
            if heard == told(dealt, viewer):
                possible[spelled(game.dump(world))] = world
        self._check_determinise(state, viewer, possible, rng, history)
        for step, entry in enumerate(match.record.entries, start=1):
            history.decide(entry.seat, entry.action)
            game.apply(state, entry.seat, entry.action, Scripted(entry.luck), history.hear)
            heard, seen = told(history.steps[-1][2], viewer), facts(game, state, viewer)
            possible = _step(game, possible, viewer, entry.seat, entry.action, heard, seen, step)
            if step % self.every == 0:
                self._check_determinise(state, viewer, possible, rng, history)

    def _check_determinise(
        self, state: State, viewer: int, possible: dict[str, State], rng: Rng, history: History
    ) -> None:
        game = self.game
        self.compared += 1
        view = game.view(state, viewer)
        view.witnessed = history.of(viewer)
        if spelled(game.dump(state)) not in possible:
            raise CheckFailed("worlds", f"the truth is not among the worlds {_who(viewer)} considers possible")
        small = len(possible) <= COVERED_WORLDS
        drawn: set[str] = set()
        for _ in range(DRAWS if small else 40):
            world = spelled(game.dump(self.determinise(view, rng)))
            if world not in possible:
                near = min(possible, key=lambda place: sum(a != b for a, b in zip(place, world, strict=False)))
                raise CheckFailed(
                    "determinise",
                    f"it made a world that contradicts what {_who(viewer)} knows: {_difference(world, near)}",
                )
            drawn.add(world)
            if small and len(drawn) == len(possible):
                return
        if small:
            never = f"{len(possible) - len(drawn)} of {len(possible)} worlds"
            raise CheckFailed("determinise", f"it never makes {never} {_who(viewer)} considers possible")
        if len(drawn) == 1:
            raise CheckFailed("determinise", f"it always makes the same of {len(possible)} possible worlds")


def _step(
    game: AnyGame, possible: dict[str, State], viewer: int, seat: int, action: int, heard: str, seen: str, step: int
) -> dict[str, State]:
    """The worlds still possible after an action: in each, the actor may have done anything that sounds the same."""
    following: dict[str, State] = {}
    for world in possible.values():
        options = game.legal(world, seat)
        if seat == viewer:
            options = [action] if action in options else []
        for option in options:
            for chance in Enumerating.all():
                events: list[Event] = []
                after = game.clone(world)
                game.apply(after, seat, option, chance, events.append)
                same = told(events, viewer) == heard
                _hold(game, same, after, seen, viewer, step)
                if same:
                    following[spelled(game.dump(after))] = after
    return following


def _hold(game: AnyGame, same_told: bool, world: State, seen: str, viewer: int, step: int) -> None:
    theirs = facts(game, world, viewer)
    if same_told and theirs != seen:
        raise CheckFailed(
            "leak",
            f"after action {step}, {_who(viewer)} sees a difference between worlds that told it the same: "
            f"{_difference(seen, theirs)}",
        )
    if not same_told and theirs == seen:
        raise CheckFailed("leak", f"action {step} tells {_who(viewer)} what its view does not know")
