"""What one seat was told and did since the deal: the input of the default `determinise`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parlour.core.events import Event, redact

Happened = tuple[int, int, Sequence[Event]]
"""One step of a game: who acted, its action, and all events, secrets included. The deal comes first, acted by -1."""


@dataclass(frozen=True)
class Step:
    """The deal or one decision, as one seat witnessed it."""

    actor: int
    """Who acted; -1 for the deal."""
    action: int | None
    """What this seat did itself; None for the deal and for what others did."""
    told: tuple[Event, ...]
    """The events, redacted for this seat."""


@dataclass(frozen=True)
class SeatRecord:
    """What one seat witnessed, the deal first. It holds redacted events and the seat's own actions, nothing else."""

    seat: int
    steps: tuple[Step, ...]


def seat_record(seat: int, steps: Iterable[Happened]) -> SeatRecord:
    """The record of one seat (-1: a spectator), made from everything that happened."""
    viewer = seat if seat >= 0 else None
    return SeatRecord(
        seat,
        tuple(
            Step(
                actor, action if actor == seat and seat >= 0 else None, tuple(redact(event, viewer) for event in events)
            )
            for actor, action, events in steps
        ),
    )


class History:
    """Records what happens at a table that keeps no record, decision by decision."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int, list[Event]]] = [(-1, -1, [])]

    def hear(self, event: Event) -> None:
        """Keep an event of the deal or of the last decision."""
        self.steps[-1][2].append(event)

    def decide(self, seat: int, action: int) -> None:
        """Begin a new decision; the events that follow belong to it."""
        self.steps.append((seat, action, []))

    def of(self, seat: int) -> SeatRecord:
        """What one seat was told and did."""
        return seat_record(seat, self.steps)
