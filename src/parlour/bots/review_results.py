"""What a review found: decisions, swings of luck, and an account for each seat, also as plain data."""

from dataclasses import dataclass, field

from parlour.bots.budget import Budget
from parlour.bots.evaluation import CLEAR, Judged, Measure, Ranking, in_sight
from parlour.core.game import State, View
from parlour.core.match import Match
from parlour.core.scene import Scene

REVIEW_FORMAT = 1

MEANINGS = {
    "own_mistakes": "what the seat lost at its own decisions: the worth of the action the coach preferred minus the "
    "worth of the action taken, both estimated from what the seat knew; only losses that a second look "
    "found to be more than twice their standard error",
    "others_mistakes": "what the other seats' mistakes gave to this seat: each mistake, shared evenly among the others",
    "luck": "all the rest: how the seat's worth changed between its decisions without a mistake explaining it. That is "
    "the deal, draws, dice, hidden cards coming to light, and errors of the estimate",
    "luck_and_others": "how the seat's worth changed between its decisions: luck and the others' play, which are not "
    "told apart when only one seat is reviewed",
    "luck_share": "of everything that moved the seats away from an even share, the part that was luck: the sum of all "
    "seats' luck without signs, divided by that sum plus the sum of what play (others' mistakes minus own) "
    "did to each seat, without signs; mistakes of both sides cancel out",
}


@dataclass
class Decision:
    """One choice of one seat, with what it knew then; `ranking` is None until the coach has looked at it."""

    number: int
    seat: int
    view: View
    scene: Scene
    action: int
    text: str
    since: int
    """The number of events that came before it."""
    ranking: Ranking | None = None
    looks: int = 0

    @property
    def must(self) -> bool:
        """Did the game wait for this seat? If not, it could also have waited."""
        return self.seat in self.view.to_act

    @property
    def judged(self) -> bool:
        """Did the coach evaluate the action taken?"""
        return self.ranking is not None and self.ranking.of(self.action).value is not None

    @property
    def best(self) -> Judged:
        """What the coach preferred."""
        assert self.ranking is not None
        return self.ranking.best

    @property
    def chosen(self) -> Judged:
        """What the seat did."""
        assert self.ranking is not None
        return self.ranking.of(self.action)

    @property
    def estimated_loss(self) -> tuple[float, float]:
        """What the action cost against the best one, and the standard error of that."""
        if self.action == self.best.action:
            return 0.0, 0.0
        return max(0.0, (self.best.value or 0.0) - (self.chosen.value or 0.0)), self.chosen.error

    @property
    def clear(self) -> bool:
        """Does it count as a mistake?"""
        loss, error = self.estimated_loss
        return self.looks > 1 and loss > CLEAR * error

    @property
    def counted(self) -> float:
        """The loss as far as it is clear."""
        return self.estimated_loss[0] if self.clear else 0.0

    @property
    def before(self) -> float:
        """The value of the position to the seat, if it plays on well."""
        return self.best.value or 0.0

    def as_json(self) -> dict[str, object]:
        """Plain data for a client."""
        assert self.ranking is not None
        loss, error = self.estimated_loss
        return {
            "number": self.number,
            "seat": self.seat,
            "prompt": self.scene.prompt.text if self.scene.prompt else "",
            "must": self.must,
            "knew": self.view.facts(),
            "sight": in_sight(self.scene),
            "chosen": self.chosen.as_json(),
            "best": self.best.as_json(),
            "ranking": [judged.as_json() for judged in self.ranking.actions],
            "loss": round(loss, 4),
            "error": round(error, 4),
            "clear": self.clear,
            "looks": self.looks,
            "iterations": self.ranking.iterations,
        }


@dataclass(frozen=True)
class Swing:
    """A change of a seat's value between two of its decisions that no mistake explains."""

    after: int
    """The action after which it began; 0: the deal."""
    until: int
    change: float
    told: tuple[str, ...]
    """What happened meanwhile, as the seat was told it."""

    def as_json(self) -> dict[str, object]:
        """Plain data for a client."""
        return {"after": self.after, "until": self.until, "change": round(self.change, 4), "told": list(self.told)}


def _change(swing: Swing) -> float:
    return swing.change


@dataclass
class Account:
    """Where one seat's result came from."""

    seat: int
    name: str
    start: float
    """An even share."""
    result: float | None
    """The value of the end, or the last estimate in an unfinished game; None if nothing was evaluated."""
    own_mistakes: float = 0.0
    others_mistakes: float | None = 0.0
    """None when the others' decisions were not evaluated."""
    swings: list[Swing] = field(default_factory=list)
    costliest: list[Decision] = field(default_factory=list)

    @property
    def luck(self) -> float:
        """The sum of the swings."""
        return sum(swing.change for swing in self.swings)

    @property
    def play(self) -> float:
        """What play did to the seat: the others' mistakes minus its own."""
        return (self.others_mistakes or 0.0) - self.own_mistakes

    def luckiest(self) -> Swing | None:
        """The swing that helped most, among those with something to tell."""
        return max((swing for swing in self.swings if swing.told and swing.change > 0), key=_change, default=None)

    def unluckiest(self) -> Swing | None:
        """The swing that hurt most, among those with something to tell."""
        return min((swing for swing in self.swings if swing.told and swing.change < 0), key=_change, default=None)

    def as_json(self) -> dict[str, object]:
        """Plain data for a client."""
        luckiest, unluckiest = self.luckiest(), self.unluckiest()
        return {
            "seat": self.seat,
            "name": self.name,
            "start": round(self.start, 4),
            "luck": round(self.luck, 4),
            "others_mistakes": None if self.others_mistakes is None else round(self.others_mistakes, 4),
            "own_mistakes": round(self.own_mistakes, 4),
            "result": None if self.result is None else round(self.result, 4),
            "costliest": [decision.number for decision in self.costliest],
            "luckiest": luckiest.as_json() if luckiest else None,
            "unluckiest": unluckiest.as_json() if unluckiest else None,
        }


@dataclass
class Review:
    """A reviewed game."""

    match: Match[State, View]
    measure: Measure
    budget: Budget
    only: int | None
    """The one seat that was reviewed, or None for all."""
    decisions: list[Decision]
    accounts: list[Account]

    @property
    def looked_at(self) -> list[Decision]:
        """The decisions the coach evaluated."""
        return [decision for decision in self.decisions if decision.judged]

    @property
    def skipped(self) -> list[int]:
        """The decisions the budget did not cover, by number."""
        return [decision.number for decision in self.decisions if not decision.judged]

    @property
    def luck_share(self) -> float | None:
        """The share of all changes that was luck; None where not every decision was evaluated."""
        luck = sum(abs(account.luck) for account in self.accounts)
        play = sum(abs(account.play) for account in self.accounts)
        told_apart = self.only is None and not self.skipped
        return luck / (luck + play) if told_apart and luck + play > 0 else None

    def as_json(self) -> dict[str, object]:
        """Plain data for a client; docs/coach.md describes it."""
        match, share = self.match, self.luck_share
        meanings = dict(MEANINGS)
        if self.only is not None:
            meanings["luck"] = meanings["luck_and_others"]
        del meanings["luck_and_others"]
        return {
            "review": REVIEW_FORMAT,
            "game": match.game.slug,
            "version": match.game.version,
            "names": match.names,
            "actions": match.decisions,
            "outcome": match.record.outcome,
            "measure": self.measure.as_json(),
            "budget": {"iterations": self.budget.iterations, "seconds": self.budget.seconds},
            "only": self.only,
            "skipped": self.skipped,
            "decisions": [decision.as_json() for decision in self.looked_at],
            "players": [account.as_json() for account in self.accounts],
            "luck_share": None if share is None else round(share, 4),
            "meaning": meanings,
        }
