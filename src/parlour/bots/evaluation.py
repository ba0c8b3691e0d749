"""What the coach measures: how well a seat stands, and what each of its actions is worth.

The numbers come from the tree search, which sees the seat's view and nothing else. A worth is the chance to win,
a shared first place counting in parts.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from parlour.bots.search import SLIPS, WAIT, Estimate, Searcher, win_of
from parlour.core.chance import Sampled
from parlour.core.game import Moves, Outcome, View
from parlour.core.playout import play_on
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games import AnyGame, find

DOUBT = 4.0
"""Average tries added to an action's own, which pulls its value towards the mean of all."""
FEWEST_WORLDS = 16
"""Worlds a comparison uses even when time is up."""
CLEAR = 2.0
"""Standard errors above which a difference is clear."""


@dataclass(frozen=True)
class Measure:
    """What the coach's numbers are called and mean, for a number of seats."""

    name: str
    meaning: str

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        return {"name": self.name, "meaning": self.meaning}


def measure_for(seats: int) -> Measure:
    """The measure of a table."""
    part = "half" if seats == 2 else "in parts"
    return Measure("chance to win", f"the estimated chance to win, a shared first place counting {part}")


def even_worth(seats: int) -> float:
    """What a seat can expect before anything is known."""
    return 1.0 / seats


def final_worth(outcome: Outcome, seat: int) -> float:
    """What the end of a game was worth to a seat: 1 for winning alone, a part of it for sharing first place."""
    return win_of(outcome, seat)


@dataclass(frozen=True)
class Judged:
    """One legal action as the coach sees it; `value` is None for one the search had no time to try."""

    action: int
    text: str
    label: str
    value: float | None
    error: float
    """The standard error of the value."""
    visits: int

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        value = None if self.value is None else round(self.value, 4)
        return {
            "action": self.action,
            "do": self.text,
            "label": self.label,
            "value": value,
            "error": round(self.error, 4),
            "visits": self.visits,
        }


@dataclass(frozen=True)
class Ranking:
    """The legal actions from best to worst, and how many imagined games that took."""

    actions: tuple[Judged, ...]
    iterations: int

    @property
    def best(self) -> Judged:
        """What the coach would do."""
        return self.actions[0]

    def of(self, action: int) -> Judged:
        """The judgement of one action."""
        return next(judged for judged in self.actions if judged.action == action)


def judge(
    game: AnyGame,
    view: View,
    scene: Scene,
    rng: Rng,
    iterations: int = 0,
    seconds: float = 0.0,
) -> Ranking:
    """Rank a seat's legal actions from its view, within a number of iterations or seconds, whichever ends first.

    A search soon gives up an action that began badly, so the mean of a few tries is too low more often than too high.
    Values are therefore drawn a little towards the mean of the whole search (`DOUBT`): much tried ones hardly move.
    The order is that of the values less their standard errors, so that a lucky few tries do not come first.
    A seat that may act but need not may also wait.
    """
    searcher = Searcher(game, rng, find(game.slug).policy(game))
    found = searcher.estimates(view, iterations=iterations, seconds=seconds)
    found = [one for one in found if one.visits and (one.action in view.legal or one.action == WAIT)]
    labels = {choice.action: choice.label for choice in scene.prompt.choices} if scene.prompt else {}
    labels[WAIT] = "Let the others go on"
    texts = game.actions.texts
    usual = sum(one.wins * one.visits for one in found) / max(1, sum(one.visits for one in found))
    tried = [_judged(one, "wait" if one.action == WAIT else texts[one.action], labels, usual) for one in found]
    # The search's own order leans towards what the policy likes; what is said here must agree with its numbers.
    tried.sort(key=lambda judged: judged.error - (judged.value or 0.0))
    known = {judged.action for judged in tried}
    rest = [
        Judged(action, texts[action], labels.get(action, texts[action]), None, 0.5, 0)
        for action in view.legal
        if action not in known
    ]
    return Ranking((*tried, *rest), searcher.iterations)


def _judged(estimate: Estimate, text: str, labels: dict[int, str], usual: float) -> Judged:
    value = (estimate.wins * estimate.visits + usual * DOUBT) / (estimate.visits + DOUBT)
    error = standard_error(value, estimate.visits)
    return Judged(estimate.action, text, labels.get(estimate.action, text), value, error, estimate.visits)


def standard_error(value: float, visits: int) -> float:
    """Standard error of a win rate after `visits` games, widened for small samples.

    >>> round(standard_error(0.5, 98), 3), round(standard_error(0.0, 1), 2)
    (0.05, 0.33)
    """
    cautious = (value * visits + 1.0) / (visits + 2.0)
    return math.sqrt(cautious * (1.0 - cautious) / (visits + 1.0))


def difference(better: Judged, worse: Judged) -> tuple[float, float]:
    """How much one action is worth more than another (never below 0), and the standard error of that."""
    if better.value is None or worse.value is None:
        return 0.0, 1.0
    return max(0.0, better.value - worse.value), math.hypot(better.error, worse.error)


def compare(
    game: AnyGame, view: View, better: int, worse: int, rng: Rng, worlds: int, go_on: Callable[[], bool]
) -> tuple[float, float, int]:
    """How much one action wins more often than another, the standard error of that, and in how many worlds.

    Both are taken in the same imagined worlds, and everybody plays on by the game's policy with a few slips. Unlike
    a search, which soon leaves a poor action alone, this gives both the same attention.
    """
    policy, moves = find(game.slug).policy(game), Moves(len(game.actions) + 1)
    total, squares, done = 0.0, 0.0, 0
    while done < worlds and (done < FEWEST_WORLDS or done % 16 or go_on()):
        world = game.determinise(view, rng)
        wins = []
        for action in (better, worse):
            state = game.clone(world)
            chance = Sampled(rng)
            if action != WAIT:
                game.perform(state, view.seat, action, chance, None)
            play_on(game, policy, state, SLIPS, rng, chance, moves)
            outcome = game.outcome(state)
            wins.append(0.0 if outcome is None else final_worth(outcome, view.seat))
        difference = wins[0] - wins[1]
        total += difference
        squares += difference * difference
        done += 1
    # Two more tries, one for either side, keep the error of a few equal results from being nothing.
    mean = total / (done + 2)
    return mean, math.sqrt(max(0.0, (squares + 2.0) / (done + 2) - mean * mean) / (done + 2)), done


def in_sight(scene: Scene) -> str:
    """What a seat had before its eyes, in a line: its own things, what lies on the table, the others' counters."""
    shorts = {piece.id: scene.types[piece.type].short for piece in scene.pieces if piece.type is not None}
    own: dict[str, str] = {}
    table: dict[str, str] = {}
    for zone in scene.zones:
        if zone.area not in ("self", "table") or zone.layout in ("grid", "ring", "text", "pool"):
            continue
        held = [shorts[piece.id] for piece in scene.pieces if piece.zone == zone.id and piece.id in shorts]
        if not held:
            continue
        shown = " ".join(held[-1:] if zone.layout == "pile" else held)
        rules = "; ".join(badge.in_words() for badge in zone.badges if badge.tone == "rule")
        # Places that are only numbered, such as five piles, share a label.
        place = own if zone.area == "self" else table
        place[zone.label] = f"{place.get(zone.label, zone.label)} {shown}{f' ({rules})' if rules else ''}"
    others = [
        f"{player.name}: {', '.join(f'{name} {count}' for name, count in player.counters.items())}"
        for player in scene.players
        if player.counters and player.seat != scene.seat
    ]
    return " · ".join((*own.values(), *table.values(), *others))
