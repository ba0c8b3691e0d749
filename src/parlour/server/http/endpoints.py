"""Every endpoint of the HTTP interface, defined once; routing and the OpenAPI description both use this list."""

from dataclasses import dataclass

import msgspec

from parlour.server.http.games import GameEndpoints
from parlour.server.http.responses import Handler
from parlour.server.http.service import Service
from parlour.server.http.tables import TableEndpoints
from parlour.server.protocol import messages
from parlour.server.protocol.http_messages import (
    Arrive,
    Catalogue,
    Handover,
    Hint,
    Join,
    LogQuery,
    Me,
    NewTable,
    Replay,
    ReplayQuery,
    ReviewQuery,
    ReviewState,
    Rules,
    Seated,
    ViewQuery,
    WhatIf,
)

AT = "/api/tables/{code}"


@dataclass(frozen=True)
class Endpoint:
    """One endpoint: its method, path, request and response."""

    method: str
    path: str
    run: Handler
    summary: str
    answers: object = None
    """The response message; None if the response is not JSON."""
    asks: object = None
    status: int = 200
    query: type[msgspec.Struct] | None = None
    media: str = "application/json"
    asks_media: str = "application/json"
    acks: bool = False
    """Are refusals part of the message itself?"""


def endpoints(service: Service) -> list[Endpoint]:
    """The HTTP interface of a service."""
    tables, games = TableEndpoints(service), GameEndpoints(service)
    return [
        Endpoint("GET", "/api/games", games.all, "The games, and the levels bots play at.", Catalogue),
        Endpoint("GET", "/api/games/{slug}/rules", games.rules, "A game's rules as HTML.", Rules),
        Endpoint("GET", "/api/me", tables.me, "The visitor, and the tables sat at.", Me),
        Endpoint("POST", "/api/me/handover", tables.hand_over, "A code for another device.", Handover, status=201),
        Endpoint("POST", "/api/me/arrive", tables.arrive, "Redeem a code from another device.", Me, Arrive),
        Endpoint("POST", "/api/tables", tables.create, "Set up a table.", Seated, NewTable, 201),
        Endpoint("POST", f"{AT}/join", tables.join, "Take a seat.", Seated, Join),
        Endpoint("GET", f"{AT}/view", tables.view, "What the visitor sees.", messages.Update, query=ViewQuery),
        Endpoint("POST", f"{AT}/act", tables.act, "Choose an action.", messages.Ack, messages.Act, acks=True),
        Endpoint("POST", f"{AT}/do", tables.do, "A command at the table.", messages.Ack, messages.Do, acks=True),
        Endpoint(
            "GET",
            f"{AT}/log",
            tables.log,
            "The log so far.",
            messages.Log,
            query=LogQuery,
        ),
        Endpoint("GET", f"{AT}/hint", tables.hint, "What the coach would do.", Hint),
        Endpoint("GET", f"{AT}/qr.svg", tables.qr, "The table's address as a QR code.", media="image/svg+xml"),
        Endpoint("GET", f"{AT}/record", games.record, "The record of a finished game.", media="text/plain"),
        Endpoint("GET", f"{AT}/replay", games.replay, "A finished game.", Replay, query=ReplayQuery),
        Endpoint("GET", f"{AT}/review", games.review, "The coach's review.", ReviewState, query=ReviewQuery),
        Endpoint("POST", f"{AT}/what_if", games.what_if, "Play on from a past decision.", Seated, WhatIf, 201),
        Endpoint(
            "POST",
            "/api/replay",
            games.upload,
            "Show an uploaded record file, checked.",
            Replay,
            str,
            query=ReplayQuery,
            asks_media="text/plain",
        ),
        Endpoint("GET", "/healthz", games.health, "Health check.", media="text/plain"),
        Endpoint("GET", "/metrics", games.metrics, "Numbers in Prometheus' format.", media="text/plain"),
    ]
