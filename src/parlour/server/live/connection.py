"""A connection to one viewer, as a live table uses it."""

from typing import Protocol

from parlour.server.log.projection import Viewer
from parlour.server.protocol import messages

Has = tuple[Viewer, int]
"""What a client has: its viewer and update number."""


class Connection(Protocol):
    """A connection to one viewer."""

    player: str
    has: Has | None
    pace: float

    def send(self, data: bytes) -> None:
        """Put a message into the outbox; never waits."""

    def bye(self, bye: messages.Bye) -> None:
        """Say goodbye and hang up."""
