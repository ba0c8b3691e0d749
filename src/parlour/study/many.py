"""Looking at many numbers at once: p-values, Holm's correction, and the smallest effect a study could have seen."""

from collections.abc import Sequence
from math import erfc, sqrt

from parlour.study.estimates import Estimate

LEVEL = 0.05
"""The chance to call anything different at all, however many numbers are looked at, if nothing is."""
POWER = 2.8
"""Standard errors detected with power 0.8: 1.96 for the interval plus 0.84."""


def p_value(found: Estimate) -> float:
    """The chance of a difference at least this large if there is none (normal approximation)."""
    if found.count < 2:
        return 1.0
    if found.error <= 0.0:
        return 1.0 if found.value == 0.0 else 0.0
    return erfc(abs(found.value) / found.error / sqrt(2.0))


def holm(found: Sequence[Estimate]) -> list[bool]:
    """Which differences are clear although many were looked at.

    >>> from parlour.study.estimates import around
    >>> holm([around(0.10, 0.03, 99), around(0.06, 0.03, 99), around(0.0, 0.03, 99)])
    [True, False, False]
    """
    order = sorted(range(len(found)), key=lambda place: p_value(found[place]))
    clear = [False] * len(found)
    for rank, place in enumerate(order):
        if p_value(found[place]) > LEVEL / (len(found) - rank):
            break
        clear[place] = True
    return clear


def detectable(found: Estimate) -> float:
    """The effect that would show in four of five studies of this size."""
    return POWER * found.error
