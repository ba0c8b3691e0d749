"""What can be read without sitting at a table: the games, their rules, finished games."""

from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from parlour.server.http.catalogue import catalogue, rules_page
from parlour.server.http.entrance import read_message, read_query, read_text
from parlour.server.http.identity import is_loopback
from parlour.server.http.lines import plain
from parlour.server.http.responses import Unpacked, answer
from parlour.server.http.service import Service
from parlour.server.log.decide import Refused
from parlour.server.log.table import Table
from parlour.server.protocol.http_messages import ReplayQuery, ReviewQuery, Seated, WhatIf

LARGEST_RECORD = 2 * 1024 * 1024
KEPT = 32
"""Replays cached in memory."""


class GameEndpoints:
    """The endpoints about games and replays."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._replays: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()

    async def all(self, request: Request) -> Response:
        """The games, and the levels bots play at."""
        return answer(catalogue())

    async def rules(self, request: Request) -> Response:
        """A game's rules as HTML; every heading has an id."""
        return answer(rules_page(request.path_params["slug"]))

    async def health(self, request: Request) -> Response:
        """Health check; writes to the database."""
        problem = await self.service.health.problem()
        text, status = (f"{plain(problem)}\n", 503) if problem else ("ok\n", 200)
        return PlainTextResponse(text, status, headers={"cache-control": "no-store"})

    async def metrics(self, request: Request) -> Response:
        """Numbers for a monitoring system on this machine."""
        visitor = self.service.visitor(request)
        if not self.service.sites.only_here and not is_loopback(visitor.address):
            raise Refused("forbidden", "Metrics are for this machine only.")
        text = self.service.metrics.text(self.service.registry)
        return PlainTextResponse(text, headers={"cache-control": "no-store"}, media_type="text/plain; version=0.0.4")

    async def record(self, request: Request) -> Response:
        """The record of a finished game, for `parlour verify`, `replay` and `review`."""
        table = await self._finished(request)
        assert table.match is not None
        headers = {
            "content-disposition": f'attachment; filename="{table.game}-{table.code}.parlour"',
            "cache-control": "no-store",
        }
        return PlainTextResponse(table.match.text(), headers=headers)

    async def replay(self, request: Request) -> Response:
        """A finished game, moment by moment, as a seat saw it or with all hands open."""
        table = await self._finished(request)
        assert table.match is not None
        seat = _seat(request)
        known = self._replays.pop((table.code, seat), None)
        if known is None:
            await self.service.limits.check("replay", self.service.visitor(request).address)
            known = await self.service.registry.pool.replay(table.match, seat)
        self._replays[table.code, seat] = known
        while len(self._replays) > KEPT:
            self._replays.popitem(last=False)
        return _unpacked(request, known)

    async def review(self, request: Request) -> Response:
        """The review of one seat's decisions: begun by the first request, then how far it is."""
        table = await self._finished(request)
        assert table.match is not None
        visitor, reviews = self.service.visitor(request), self.service.registry.reviews
        seat = read_query(request, ReviewQuery).whose
        seat = table.seat_of(visitor.player) if seat is None else seat
        if seat is None or seat >= len(table.places):
            raise Refused("not_found", "There is nobody to review: name a seat of this table.")
        if not reviews.known(table.branch, seat):
            await self.service.limits.check("replay", visitor.address)
        return answer(reviews.ask(table.branch, table.match, seat))

    async def what_if(self, request: Request) -> Response:
        """A new table, for the visitor alone, that plays on from one of the visitor's own decisions."""
        table = await self._finished(request)
        visitor = self.service.visitor(request)
        wish = await read_message(request, WhatIf)
        await self.service.limits.check("create", visitor.address)
        live = await self.service.registry.play_on(table, wish.n, visitor.player)
        return answer(Seated(live.table.code, live.table.seat_of(visitor.player)), 201)

    async def upload(self, request: Request) -> Response:
        """An uploaded record, checked and shown the same way."""
        visitor = self.service.visitor(request)
        await self.service.limits.check("replay", visitor.address)
        seat = _seat(request)
        text = await read_text(request, LARGEST_RECORD)
        return _unpacked(request, await self.service.registry.pool.replay_upload(text, seat))

    async def _finished(self, request: Request) -> Table:
        live = await self.service.table(request.path_params["code"], self.service.visitor(request))
        if not live.table.finished or live.table.frozen:
            raise Refused("not_now", "This is available when the game is over.")
        return live.table


def _seat(request: Request) -> int | None:
    """The seat whose view is asked for; None for all hands."""
    whose = read_query(request, ReplayQuery).whose
    return whose if isinstance(whose, int) else None


def _unpacked(request: Request, packed: bytes) -> Response:
    gzip = "gzip" in request.headers.get("accept-encoding", "")
    return Unpacked(packed, gzip, {"cache-control": "no-store", "vary": "Accept-Encoding"})
