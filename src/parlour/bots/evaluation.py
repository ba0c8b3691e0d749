"""What the coach measures: how good a position is for a seat, and the value of each of its actions.

The numbers come from the tree search, which sees the seat's view and nothing else. A value is the chance to win; a
shared first place counts as a fraction.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from parlour.bots.search import SLIPS, WAIT, Estimate, Searcher, win_of
from parlour.core.chance import Sampled
from parlour.core.game import Moves, View
from parlour.core.outcome import Outcome
from parlour.core.playout import play_on
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games import AnyGame, find

DOUBT = 4.0
"""Average visits added to an action's own; they pull its value towards the mean of all actions."""
FEWEST_WORLDS = 16
"""Minimum worlds of a comparison, even when time is up."""
CLEAR = 2.0
"""Standard errors above which a difference is clear."""


@dataclass(frozen=True)
class Measure:
    """The name and meaning of the coach's numbers, for a number of seats."""

    name: str
    meaning: str

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        return {"name": self.name, "meaning": self.meaning}


def measure_for(seats: int) -> Measure:
    """The measure of a table."""
    part = "half" if seats == 2 else "as a fraction"
    return Measure("chance to win", f"the estimated chance to win, a shared first place counting {part}")


def even_worth(seats: int) -> float:
    """The chance to win before anything is known."""
    return 1.0 / seats


def final_worth(outcome: Outcome, seat: int) -> float:
    """The value of a finished game to a seat: 1 for winning alone, a fraction for sharing first place."""
    return win_of(outcome, seat)


@dataclass(frozen=True)
class Judged:
    """The coach's judgement of one legal action; `value` is None if the search had no time to try it."""

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
    """The legal actions from best to worst, and the number of imagined games behind that."""

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
    """Rank a seat's legal actions from its view, within a limit of iterations or seconds, whichever is reached first.

    A search soon abandons an action that began badly, so the mean of a few visits is too low more often than too high.
    Values are therefore shrunk a little towards the mean of the whole search (`DOUBT`); well-visited ones hardly
    change. Actions are sorted by value minus standard error, so that a few lucky visits do not come first. A seat that
    may act but need not may also wait.
    """
    searcher = Searcher(game, rng, find(game.slug).policy(game))
    found = searcher.estimates(view, iterations=iterations, seconds=seconds)
    found = [one for one in found if one.visits and (one.action in view.legal or one.action == WAIT)]
    labels = {choice.action: choice.label for choice in scene.prompt.choices} if scene.prompt else {}
    labels[WAIT] = "Let the others go on"
    texts = game.actions.texts
    usual = sum(one.wins * one.visits for one in found) / max(1, sum(one.visits for one in found))
    tried = [_judged(one, "wait" if one.action == WAIT else texts[one.action], labels, usual) for one in found]
    # The search's own order favours what the policy likes; the ranking must agree with the numbers it shows.
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
    """How much better one action is than another (never below 0), and the standard error of that."""
    if better.value is None or worse.value is None:
        return 0.0, 1.0
    return max(0.0, better.value - worse.value), math.hypot(better.error, worse.error)


def compare(
    game: AnyGame, view: View, better: int, worse: int, rng: Rng, worlds: int, go_on: Callable[[], bool]
) -> tuple[float, float, int]:
    """How much more often one action wins than another, the standard error of that, and the number of worlds.

    Both are played in the same imagined worlds, and everybody plays on by the game's policy with a few random moves.
    Unlike a search, which soon abandons a poor action, this gives both the same number of samples.
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
    # Two extra samples, one for each side, keep the error of a few equal results above zero.
    mean = total / (done + 2)
    return mean, math.sqrt(max(0.0, (squares + 2.0) / (done + 2) - mean * mean) / (done + 2)), done


def in_sight(scene: Scene) -> str:
    """What a seat saw, in one line: its own pieces, the table, the others' counters."""
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
        # Zones that differ only in number, such as five piles, share a label.
        place = own if zone.area == "self" else table
        place[zone.label] = f"{place.get(zone.label, zone.label)} {shown}{f' ({rules})' if rules else ''}"
    others = [
        f"{player.name}: {', '.join(f'{name} {count}' for name, count in player.counters.items())}"
        for player in scene.players
        if player.counters and player.seat != scene.seat
    ]
    return " · ".join((*own.values(), *table.values(), *others))
