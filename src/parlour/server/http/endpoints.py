"""Every address of the HTTP interface, said once: the server answers by this list and describes itself by it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.server.http.games import Library
from parlour.server.http.responses import Endpoint
from parlour.server.http.service import Desk
from parlour.server.http.tables import Api
from parlour.server.protocol import messages
from parlour.server.protocol.http_messages import (
    Arrive,
    Handover,
    Hint,
    Join,
    Me,
    NewTable,
    Replay,
    Rules,
    Seated,
    Shelf,
)

AT = "/api/tables/{code}"
SEAT = "A seat's number, or `open` for all hands."


@dataclass(frozen=True)
class Door:
    """One address: how it is asked and what it answers."""

    method: str
    path: str
    run: Endpoint
    summary: str
    answers: object = None
    """The message it answers with; None for something else than JSON."""
    asks: object = None
    status: int = 200
    query: Mapping[str, str] = field(default_factory=dict)
    media: str = "application/json"
    asks_media: str = "application/json"
    acks: bool = False
    """Are refusals told in the message itself?"""


def doors(desk: Desk) -> list[Door]:
    """The HTTP interface of a desk."""
    api, library = Api(desk), Library(desk)
    have = {
        "have": "The number of the last update the client has.",
        "wait": "Seconds to wait for a newer one, at most 25.",
    }
    return [
        Door("GET", "/api/games", library.games, "The games, and the levels bots play at.", Shelf),
        Door("GET", "/api/games/{slug}/rules", library.rules, "A game's rules as HTML.", Rules),
        Door("GET", "/api/me", api.me, "The visitor, and the tables sat at.", Me),
        Door("POST", "/api/me/handover", api.hand_over, "A code for another device.", Handover, status=201),
        Door("POST", "/api/me/arrive", api.arrive, "Be whom a code stands for.", Me, Arrive),
        Door("POST", "/api/tables", api.create, "Set up a table.", Seated, NewTable, 201),
        Door("POST", f"{AT}/join", api.join, "Take a seat.", Seated, Join),
        Door("GET", f"{AT}/view", api.view, "The table as the visitor sees it.", messages.Update, query=have),
        Door("POST", f"{AT}/act", api.act, "Choose an action.", messages.Ack, messages.Act, acks=True),
        Door("POST", f"{AT}/do", api.do, "Ask for something at the table.", messages.Ack, messages.Do, acks=True),
        Door(
            "GET",
            f"{AT}/log",
            api.log,
            "The story so far.",
            messages.Log,
            query={"after": "Leave out so many lines from the beginning."},
        ),
        Door("GET", f"{AT}/hint", api.hint, "What the coach would do.", Hint),
        Door("GET", f"{AT}/qr.svg", api.qr, "The table's address as a QR code.", media="image/svg+xml"),
        Door("GET", f"{AT}/record", library.record, "The record of a finished game.", media="text/plain"),
        Door("GET", f"{AT}/replay", library.replay, "A finished game.", Replay, query={"as": SEAT}),
        Door(
            "POST",
            "/api/replay",
            library.upload,
            "A record file, checked and told.",
            Replay,
            str,
            query={"as": SEAT},
            asks_media="text/plain",
        ),
        Door("GET", "/healthz", library.health, "Is the server well?", media="text/plain"),
    ]
