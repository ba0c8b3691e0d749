"""A review of a played game: what each decision cost, and how much luck and how much play decided it.

Every decision is judged from what its seat knew at the time: the search says what was best, and then that and the
action taken are played on in the same imagined worlds. A first look at all decisions finds the suspicious ones; a
second, longer look with fresh worlds says what those cost. Only a loss that the second look finds clearly above its
error counts as a mistake: otherwise a hundred small errors of estimation would add up to a game lost by play.

The account of a seat holds exactly: result = even share + luck + others' mistakes - own mistakes.
"""

import dataclasses
import math
import time
from collections.abc import Callable, Sequence

from parlour.bots.budget import Budget
from parlour.bots.evaluation import (
    Ranking,
    compare,
    even_worth,
    final_worth,
    judge,
    measure_for,
)
from parlour.bots.review_results import Account, Decision, Review, Swing
from parlour.core.errors import ParlourError
from parlour.core.events import redact
from parlour.core.game import State, View
from parlour.core.match import Match, walk
from parlour.core.record import Record
from parlour.core.rng import Rng
from parlour.games import AnyGame, open_game

USUAL_REVIEW = Budget(iterations=1000, seconds=60.0)
LEAST = 50
"""Minimum iterations per decision within a time limit; decisions with less time are skipped."""
PROBE = 10
"""Iterations that measure how fast the search runs here."""
FIRST_SHARE = 0.6
"""Share of the time for the first look."""
FIRMER = 2
"""Imagined games of the second look, as a multiple of the first."""
SECOND_LOOKS = 6
"""Most decisions of one seat that get a second look."""
COSTLIEST = 3
GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
"""The golden ratio: the fractional parts of its multiples are spread evenly, however many there are."""

Progress = Callable[[int, int], None]
Clock = Callable[[], float]


def review(
    record: Record,
    budget: Budget = USUAL_REVIEW,
    seat: int | None = None,
    progress: Progress | None = None,
    clock: Clock = time.perf_counter,
) -> Review:
    """Judge every decision of a record, or of one seat in it. With a budget in iterations alone it is deterministic."""
    budget.check()
    started = clock() if budget.seconds else 0.0
    if seat is not None and not 0 <= seat < record.seats:
        raise ParlourError(f"There is no seat {seat} in this record.")
    match, decisions = _decisions(record, seat)
    _Looking(match.game, budget, progress or (lambda done, total: None), clock, started).look(decisions)
    seats = range(match.game.seats) if seat is None else [seat]
    accounts = [_account(match, decisions, each, alone=seat is not None) for each in seats]
    return Review(match, measure_for(match.game.seats), budget, seat, decisions, accounts)


def _decisions(record: Record, only: int | None) -> tuple[Match[State, View], list[Decision]]:
    """The decisions with more than one legal action, each with what its seat knew; checks the whole record."""
    decisions = []
    for match in walk(record, open_game):
        if match.decisions == len(record.entries):
            break
        entry = record.entries[match.decisions]
        if only not in (None, entry.seat) or not 0 <= entry.seat < match.game.seats:
            continue
        view = match.view(entry.seat)
        if entry.action in view.legal and (len(view.legal) > 1 or entry.seat not in view.to_act):
            scene = match.game.scene(view, match.names)
            number = match.decisions + 1
            decisions.append(Decision(number, entry.seat, view, scene, entry.action, entry.text, len(match.events)))
    return match, decisions


# Looking


class _Looking:
    """Spends a budget on decisions."""

    def __init__(self, game: AnyGame, budget: Budget, progress: Progress, clock: Clock, started: float) -> None:
        self.game = game
        self.budget = budget
        self.progress = progress
        self.clock = clock
        self.timed = budget.seconds > 0
        self.started = started
        self.speed = 0.0  # iterations a second, where that is needed

    def look(self, decisions: Sequence[Decision]) -> None:
        """A first look at all, then a second one at what looks costly."""
        first = self._affordable(decisions)
        most = len(first) + SECOND_LOOKS * self.game.seats
        self.progress(0, most)
        self._round(_spread(first) if self.timed else first, 1, FIRST_SHARE, 0, most)
        second = _suspicious(first, self.game.seats)
        total = len(first) + len(second)
        self.progress(len(first), total)
        self._round(second, 2, 1.0, len(first), total)

    def _left(self, share: float) -> float:
        return self.budget.seconds * share - (self.clock() - self.started)

    def _affordable(self, decisions: Sequence[Decision]) -> list[Decision]:
        """All decisions, or as many as the time allows a short look at, evenly spread over the game."""
        if not self.timed or not decisions:
            return list(decisions)
        probe = decisions[len(decisions) // 2]
        before = self.clock()
        judge(self.game, probe.view, probe.scene, Rng("probe"), PROBE)
        self.speed = PROBE / max(1e-9, self.clock() - before)
        count = max(1, min(len(decisions), int(self._left(FIRST_SHARE) * self.speed / LEAST)))
        return [decisions[place * len(decisions) // count] for place in range(count)]

    def _round(self, decisions: Sequence[Decision], look: int, share: float, done: int, total: int) -> None:
        for place, decision in enumerate(decisions):
            iterations = self.budget.iterations * (FIRMER if look == 2 else 1)
            seconds = 0.0
            if self.timed:
                seconds = self._left(share)
                if seconds <= 0.0 and (place or look == 2):
                    return
                fair = int(self.speed * seconds / (len(decisions) - place) / 2)
                iterations = max(LEAST, min(fair, iterations or fair))
                seconds = max(seconds, 0.001)
            before = self.clock() if self.timed else 0.0
            ranking = judge(
                self.game,
                decision.view,
                decision.scene,
                Rng("review", look, decision.number),
                iterations,
                seconds,
            )
            if self.timed:
                now = ranking.iterations / max(1e-9, self.clock() - before)
                self.speed = now if not self.speed else math.sqrt(self.speed * now)
            ranking = self._compared(decision, ranking, look, iterations, share)
            cut_short = self.timed and ranking.iterations < LEAST and place > 0
            if ranking.of(decision.action).value is not None and not cut_short:
                decision.ranking, decision.looks = ranking, look
            self.progress(done + place + 1, total)

    def _compared(self, decision: Decision, ranking: Ranking, look: int, worlds: int, share: float) -> Ranking:
        """The ranking, with the action taken compared with the best one in the same worlds."""
        best, chosen = ranking.best, ranking.of(decision.action)
        if best.value is None or chosen is best:
            return ranking
        rng = Rng("compared", look, decision.number)
        loss, error, done = compare(
            self.game, decision.view, best.action, chosen.action, rng, worlds // 2, lambda: self._in_time(share)
        )
        value = min(1.0, max(0.0, best.value - loss))
        held = dataclasses.replace(chosen, value=value, error=error, visits=chosen.visits + done)
        actions = tuple(held if one is chosen else one for one in ranking.actions)
        return Ranking(actions, ranking.iterations + 2 * done)

    def _in_time(self, share: float) -> bool:
        return not self.timed or self._left(share) > 0.0


def _spread(decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions in an order that covers the whole game at any point, because time may run out."""
    order = sorted(range(len(decisions)), key=lambda place: place * GOLDEN % 1.0)
    return [decisions[place] for place in order]


def _suspicious(decisions: Sequence[Decision], seats: int) -> list[Decision]:
    """The decisions that look costly, a limited number for each seat, in the game's order."""
    found: list[Decision] = []
    for seat in range(seats):
        costly = [
            decision
            for decision in decisions
            if decision.seat == seat and decision.judged and decision.estimated_loss[0] > decision.estimated_loss[1]
        ]
        costly.sort(key=lambda decision: (-decision.estimated_loss[0], decision.number))
        found += costly[:SECOND_LOOKS]
    return sorted(found, key=lambda decision: decision.number)


# Accounting


def _account(match: Match[State, View], decisions: Sequence[Decision], seat: int, alone: bool) -> Account:
    """How a seat's value went from an even share to the result."""
    judged = [decision for decision in decisions if decision.judged]
    own = [decision for decision in judged if decision.seat == seat]
    mistakes = sorted((one for one in own if one.clear), key=lambda one: (-one.counted, one.number))
    outcome = match.outcome
    account = Account(seat, match.names[seat], even_worth(match.game.seats), None, costliest=mistakes[:COSTLIEST])
    account.own_mistakes = sum(decision.counted for decision in own)
    worth, number, since, gifts = account.start, 0, 0, 0.0
    share = 1.0 / (match.game.seats - 1)
    for decision in own:
        given = share * sum(one.counted for one in judged if one.seat != seat and number < one.number < decision.number)
        told = _told(match, seat, since, decision.since)
        account.swings.append(Swing(number, decision.number, decision.before - worth - given, told))
        gifts += given
        worth, number, since = decision.before - decision.counted, decision.number, decision.since
        account.result = worth
    if outcome is not None:
        account.result = final_worth(outcome, seat)
        given = share * sum(one.counted for one in judged if one.seat != seat and one.number > number)
        told = _told(match, seat, since, len(match.events))
        account.swings.append(Swing(number, match.decisions, account.result - worth - given, told))
        gifts += given
    account.others_mistakes = None if alone else gifts
    return account


def _told(match: Match[State, View], seat: int, since: int, until: int) -> tuple[str, ...]:
    lines = (match.game.tell(redact(event, seat), match.names) for event in match.events[since:until])
    return tuple(line for line in lines if line)
