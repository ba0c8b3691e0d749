"""The course of a game by the chances to win: who leads, how often that changes, when it is decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

import polars as pl

from parlour.study.estimates import Estimate, mean_of, share_of
from parlour.study.reading import Sample

LEAD = 0.2
"""Margin by which a new leader must be ahead of the old one: with 100 playouts, the error of a lead is about 0.1."""
_LEAD = LEAD - 1e-6  # chances are stored as 32-bit floats
CLEAR = 0.75
"""The winner is clear once its chance stays at or above this."""
STEPS = 20
"""Number of points at which the winner's chance is shown, the start excluded."""


@dataclass(frozen=True)
class FollowedGame:
    """One followed game: lead changes, and the part of the game (0 to 1) after which it was settled or clear."""

    number: int
    deal: int
    changes: int
    settled: float
    clear: float
    behind_at_half: bool
    lowest: float
    curve: tuple[float, ...]


@dataclass(frozen=True)
class LeadChanges:
    """What the followed games have in common."""

    games: int
    changes: Estimate
    settled: Estimate
    clear: Estimate
    comebacks: Estimate
    lowest: Estimate
    followed: tuple[FollowedGame, ...]

    def curve(self) -> list[tuple[float, float, float, float]]:
        """The winner's chance along the game: progress, lower quarter, median, upper quarter."""
        found = []
        for step in range(STEPS + 1):
            values = [one.curve[step] for one in self.followed]
            low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
            found.append((step / STEPS, low, middle, high))
        return found

    def clear_parts(self, parts: int = 10) -> list[int]:
        """In how many games the winner became clear in each part of the game."""
        found = [0] * parts
        for one in self.followed:
            found[min(parts - 1, int(one.clear * parts))] += 1
        return found

    def change_counts(self) -> list[int]:
        """How many games had 0, 1, 2, ... lead changes."""
        found = [0] * (max(one.changes for one in self.followed) + 1)
        for one in self.followed:
            found[one.changes] += 1
        return found


def leaders(chances: Sequence[Sequence[float]]) -> list[int]:
    """Who leads at each point; the lead passes only to one who is clearly ahead of the leader."""
    found: list[int] = []
    leader = -1
    for now in chances:
        best = max(range(len(now)), key=lambda seat: now[seat])
        if leader < 0:
            rest = max((chance for seat, chance in enumerate(now) if seat != best), default=0.0)
            leader = best if now[best] - rest >= _LEAD else -1
        elif now[best] - now[leader] >= _LEAD:
            leader = best
        found.append(leader)
    return found


def follow(number: int, deal: int, winner: int, chances: Sequence[Sequence[float]]) -> FollowedGame:
    """A game from the chances at the start of each turn; the end itself is added."""
    seats = len(chances[0])
    points = [*chances, [1.0 if seat == winner else 0.0 for seat in range(seats)]]
    led = leaders(points)
    known = [leader for leader in led if leader >= 0]
    changes = sum(a != b for a, b in pairwise(known))
    last = len(points) - 1
    settled = next(i for i in range(last + 1) if all(leader == winner for leader in led[i:]))
    mine = [now[winner] for now in points]
    clear = next(i for i in range(last + 1) if min(mine[i:]) >= CLEAR)
    curve = tuple(mine[round(step * last / STEPS)] for step in range(STEPS + 1))
    half = led[last // 2]
    return FollowedGame(number, deal, changes, settled / last, clear / last, half not in (-1, winner), min(mine), curve)


def followed_games(run: Sample) -> list[FollowedGame]:
    """All followed games that had one winner."""
    followed = run.turns.filter(pl.col("chances").is_not_null()).sort("number", "turn")
    if followed.height == 0:
        return []
    by_game = (
        followed.group_by("number", maintain_order=True)
        .agg("chances")
        .join(run.games.select("number", "deal", "wins"), on="number", maintain_order="left")
    )
    return [
        follow(number, deal, wins.index(1.0), chances)
        for number, chances, deal, wins in by_game.iter_rows()
        if 1.0 in wins
    ]


def lead_changes(run: Sample) -> LeadChanges | None:
    """What the followed games have in common; None if none was followed."""
    followed = followed_games(run)
    frame = followed_frame(followed)
    if frame is None:
        return None
    changes = mean_of(frame, "changes")
    settled, clear, comebacks, lowest = (
        share_of(frame, column) for column in ("settled", "clear", "behind_at_half", "lowest")
    )
    if changes is None or settled is None or clear is None or comebacks is None or lowest is None:
        return None
    return LeadChanges(len(followed), changes, settled, clear, comebacks, lowest, tuple(followed))


def followed_frame(followed: Sequence[FollowedGame]) -> pl.DataFrame | None:
    """The followed games as a table, one row for each."""
    if not followed:
        return None
    return pl.DataFrame(
        {
            "number": [one.number for one in followed],
            "deal": [one.deal for one in followed],
            "changes": [float(one.changes) for one in followed],
            "settled": [one.settled for one in followed],
            "clear": [one.clear for one in followed],
            "behind_at_half": [float(one.behind_at_half) for one in followed],
            "lowest": [one.lowest for one in followed],
        }
    )
