"""What the coach measures: how well a seat stands, and what each of its actions is worth.

The numbers come from the tree search, which sees the seat's view and nothing else. A worth is the share of
the opponents a seat can expect to leave behind, a tie counting half: with two players that is the chance to win.
"""

import math
from dataclasses import dataclass

from parlour.bots.search import Estimate, Searcher
from parlour.core.game import Outcome, View
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games import AnyGame

DOUBT = 4.0
"""An action's value is drawn towards the mean of all as if so many more tries had ended like the average one."""
CLEAR = 2.0
"""A difference is clear when it is more than so many standard errors."""


@dataclass(frozen=True)
class Measure:
    """What the coach's numbers are called and mean, for a number of seats."""

    name: str
    meaning: str

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        return {"name": self.name, "meaning": self.meaning}


def measure_for(seats: int) -> Measure:
    """The measure of a table: the chance to win between two, the standing among more."""
    if seats == 2:
        return Measure("chance to win", "the estimated chance to win, a tie counting half")
    return Measure(
        "standing",
        "the share of the opponents expected to finish behind, a tie counting half: "
        "100 is sure to come first, 0 sure to come last",
    )


def even_worth(seats: int) -> float:
    """What a seat can expect before anything is known."""
    return 0.5


def final_worth(outcome: Outcome, seat: int) -> float:
    """What the end of a game was worth to a seat: the share of opponents behind it, a tie counting half."""
    mine = outcome.ranks[seat]
    others = [rank for place, rank in enumerate(outcome.ranks) if place != seat]
    return sum(1.0 if rank > mine else 0.5 if rank == mine else 0.0 for rank in others) / len(others)


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


def judge(game: AnyGame, view: View, scene: Scene, rng: Rng, iterations: int = 0, seconds: float = 0.0) -> Ranking:
    """Rank a seat's legal actions from its view, after so many iterations or so much time, whichever ends first.

    A search soon gives up an action that began badly, so the mean of a few tries is too low more often than too high.
    Values are therefore drawn a little towards the mean of the whole search (`DOUBT`): much tried ones hardly move.
    """
    searcher = Searcher(game, rng)
    found = searcher.estimates(view, iterations=iterations, seconds=seconds)
    found = [estimate for estimate in found if estimate.action in view.legal and estimate.visits]
    labels = {choice.action: choice.label for choice in scene.prompt.choices} if scene.prompt else {}
    texts = game.actions.texts
    usual = sum(one.value * one.visits for one in found) / max(1, sum(one.visits for one in found))
    tried = [_judged(estimate, texts[estimate.action], labels, usual) for estimate in found]
    known = {judged.action for judged in tried}
    rest = [
        Judged(action, texts[action], labels.get(action, texts[action]), None, 0.5, 0)
        for action in view.legal
        if action not in known
    ]
    return Ranking((*tried, *rest), searcher.iterations)


def _judged(estimate: Estimate, text: str, labels: dict[int, str], usual: float) -> Judged:
    value = (estimate.value * estimate.visits + usual * DOUBT) / (estimate.visits + DOUBT)
    error = standard_error(value, estimate.visits)
    return Judged(estimate.action, text, labels.get(estimate.action, text), value, error, estimate.visits)


def standard_error(value: float, visits: int) -> float:
    """The standard error of a share found in so many tries; cautious where there were few.

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
        rules = "; ".join(badge.text for badge in zone.badges if badge.tone == "rule")
        # Places that are only numbered, such as five piles, share a name.
        name = zone.name.removeprefix("Your ").rstrip(" 0123456789")
        place = own if zone.area == "self" else table
        place[name] = f"{place.get(name, name)} {shown}{f' ({rules})' if rules else ''}"
    others = [
        f"{player.name}: {', '.join(f'{name} {count}' for name, count in player.counters.items())}"
        for player in scene.players
        if player.counters and player.seat != scene.seat
    ]
    return " · ".join((*own.values(), *table.values(), *others))
