"""What `/metrics` tells a monitoring system, in Prometheus' text format. Numbers only: no names, codes or addresses."""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import get_args

from parlour.server.live.registry import Registry
from parlour.server.protocol.messages import Ack, Status

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the latency histogram, in seconds."""


class Timing:
    """How long something took, as a histogram."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, labels: str) -> Iterator[str]:
        """The histogram's lines."""
        so_far = 0
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], self.counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{{labels},le="{bound}"}} {so_far}'
        yield f"{name}_sum{{{labels}}} {self.total:.6f}"
        yield f"{name}_count{{{labels}}} {so_far}"


class Metrics:
    """Counts of one process since it started."""

    def __init__(self) -> None:
        self.results: Counter[tuple[str, str]] = Counter()
        self.timings: dict[str, Timing] = {"act": Timing(), "do": Timing()}

    @contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        """Measure a request."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.timings[kind].add(time.perf_counter() - began)

    def count(self, kind: str, ack: Ack) -> Ack:
        """Count a response."""
        self.results[kind, ack.error.code if ack.error else "done"] += 1
        return ack

    def text(self, registry: Registry) -> str:
        """Everything, with what is true of the tables at this moment."""
        tables: Counter[str] = Counter(live.table.status for live in registry.tables.values())
        people = sum(
            live.table.seat_of(connection.player) is not None
            for live in registry.tables.values()
            for connection in live.connections
        )
        sockets = sum(len(live.connections) for live in registry.tables.values())
        slots = registry.pool.slots
        parts = [
            *_gauge("parlour_tables", "Tables in memory.", {f'status="{name}"': tables[name] for name in STATUSES}),
            *_gauge("parlour_sockets", "Open sockets.", {'kind="player"': people, 'kind="watcher"': sockets - people}),
            *_gauge("parlour_thinkers_busy", "Worker processes at work.", {"": registry.pool.processes - slots.free}),
            *_gauge("parlour_thinkers_queue", "Jobs that wait for a worker process.", {"": len(slots)}),
            *_gauge("parlour_tables_writing", "Tables that wait for the database.", {"": registry.writing()}),
            "# HELP parlour_requests_total Actions and commands, by their result.",
            "# TYPE parlour_requests_total counter",
        ]
        for (kind, result), count in sorted(self.results.items()):
            parts.append(f'parlour_requests_total{{kind="{kind}",result="{result}"}} {count}')
        parts += [
            "# HELP parlour_request_seconds Time from a request to its acknowledgement, writing included.",
            "# TYPE parlour_request_seconds histogram",
        ]
        for kind, timing in self.timings.items():
            parts += timing.lines("parlour_request_seconds", f'kind="{kind}"')
        return "\n".join(parts) + "\n"


STATUSES: tuple[str, ...] = get_args(Status)


def _gauge(name: str, help: str, values: dict[str, int]) -> list[str]:
    told = [f"{name}{f'{{{labels}}}' if labels else ''} {value}" for labels, value in values.items()]
    return [f"# HELP {name} {help}", f"# TYPE {name} gauge", *told]
