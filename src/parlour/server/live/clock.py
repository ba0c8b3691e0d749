"""The two clocks of the live server, in one object that a test or a simulation can replace."""

import time


class Clock:
    """`now` is the time of day, which people see and rows store. `monotonic` measures how long something takes.

    The time of day may jump, when a machine wakes up or corrects its clock. Nothing may expire because of that.
    """

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since an arbitrary moment; it never jumps."""
        return time.monotonic()


CLOCK = Clock()
"""The machine's own clocks."""
