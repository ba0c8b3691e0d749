"""The coach's hint: what a seat should do now, how sure that is, and why. It sees the seat's view and nothing else."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.bots.budget import Budget
from parlour.bots.evaluation import CLEAR, Judged, Measure, Ranking, difference, judge, measure_for
from parlour.bots.reasons import Imagination, share_first
from parlour.core.errors import ParlourError
from parlour.core.game import View
from parlour.core.rng import Rng
from parlour.games import AnyGame

HINT_FORMAT = 1
HARDLY = 0.03
"""Share of the search's visits below which an action counts as abandoned and its value as unreliable."""
SEARCH_SHARE = 0.6
"""Share of a hint's time spent on the ranking; the rest goes into the reasons."""


USUAL_HINT = Budget(iterations=2000, seconds=4.0)


@dataclass(frozen=True)
class Hint:
    """The coach's advice for one decision."""

    game: str
    seat: int
    name: str
    prompt: str
    measure: Measure
    ranking: Ranking
    why: tuple[str, ...]
    worlds: int
    """The number of imagined worlds in which the best action and the runner-up were played out by the policy."""
    first: tuple[float, float]
    """The share of those in which the seat came first, after the best action and after the runner-up."""
    must: bool
    """Does the game wait for this seat? If not, waiting is one of the choices."""

    @property
    def best(self) -> Judged:
        """What the coach would do."""
        return self.ranking.best

    @property
    def runner_up(self) -> Judged | None:
        """The next best action, if it was tried."""
        others = self.ranking.actions[1:]
        return others[0] if others and others[0].value is not None else None

    @property
    def behind(self) -> str:
        """A sentence on the runner-up and how much worse it is."""
        runner_up = self.runner_up
        if runner_up is None:
            return ""
        loss, error = difference(self.best, runner_up)
        if runner_up.visits < HARDLY * self.ranking.iterations:
            seldom = f"{runner_up.visits:,} of {self.ranking.iterations:,}"
            return f"{runner_up.label} comes next, but looked so much worse that it was hardly tried ({seldom} times)."
        if loss <= CLEAR * error:
            return f"{runner_up.label} is about as good: the difference is within the error of the estimate."
        return f"{runner_up.label} comes next, {100 * loss:.0f} points worse."

    def as_json(self) -> dict[str, object]:
        """Plain data for a client; docs/coach.md describes it."""
        runner_up = self.runner_up
        return {
            "hint": HINT_FORMAT,
            "game": self.game,
            "seat": self.seat,
            "name": self.name,
            "prompt": self.prompt,
            "must": self.must,
            "measure": self.measure.as_json(),
            "iterations": self.ranking.iterations,
            "ranking": [judged.as_json() for judged in self.ranking.actions],
            "why": list(self.why),
            "behind": self.behind,
            "imagined": {
                "worlds": self.worlds,
                "first": round(self.first[0], 4),
                "first_runner_up": None if runner_up is None else round(self.first[1], 4),
            },
        }


def hint(
    game: AnyGame,
    view: View,
    names: Sequence[str],
    budget: Budget = USUAL_HINT,
    clock: Callable[[], float] = time.perf_counter,
) -> Hint:
    """Advice for the seat of a view. With a budget in iterations alone it is deterministic."""
    budget.check()
    if view.outcome is not None:
        raise ParlourError("The game is over: there is nothing left to advise on.")
    if not view.legal:
        raise ParlourError("There is nothing to decide for this seat now.")
    scene = game.scene(view, names)
    started = clock() if budget.seconds else 0.0
    ranking = judge(game, view, scene, Rng("hint"), budget.iterations, budget.seconds * SEARCH_SHARE)
    others = [judged for judged in ranking.actions[1:2] if judged.value is not None]
    left = max(0.001, budget.seconds - (clock() - started)) if budget.seconds else 0.0
    imagination = Imagination(game, view, names)
    games = imagination.glimpses([judged.action for judged in (ranking.best, *others)], left, clock)
    why = imagination.reasons(ranking.best, games[0], others[0] if others else None, games[-1])
    if len(ranking.actions) == 1:
        why = ["It is the only thing you can do.", *why]
    return Hint(
        game=game.slug,
        seat=view.seat,
        name=names[view.seat],
        prompt=scene.prompt.text if scene.prompt else "",
        measure=measure_for(game.seats),
        ranking=ranking,
        why=tuple(why),
        worlds=len(games[0]),
        first=(share_first(games[0]), share_first(games[-1])),
        must=view.seat in view.to_act,
    )
