"""The tables over HTTP: the same messages as over the socket, for scripts, other clients and restrictive proxies."""

import asyncio
import logging

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from parlour.server.http.device_codes import DeviceCodes
from parlour.server.http.entrance import read_message, read_query
from parlour.server.http.identity import Visitor
from parlour.server.http.responses import STATUS, answer
from parlour.server.http.service import Service
from parlour.server.live.live_table import LiveTable
from parlour.server.live.rows import ListingDetails
from parlour.server.log.decide import Refused
from parlour.server.log.projection import Viewer
from parlour.server.protocol import http_messages, messages

log = logging.getLogger(__name__)

LONGEST_WAIT = 25.0


class TableEndpoints:
    """The endpoints about tables and people."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.device_codes = DeviceCodes(service.registry.store)

    async def me(self, request: Request) -> Response:
        """The visitor: last used name and tables. A browser gets its token here."""
        visitor = self.service.visitor(request)
        await self.service.limits.check("me", visitor.address)
        known = bool(visitor.token)
        visitor.introduce()
        return await self._me(visitor, known)

    async def _me(self, visitor: Visitor, known: bool) -> Response:
        tables, name = [], ""
        for sitting in (await self.service.registry.store.tables_of(visitor.player))[:50] if known else []:
            listing = sitting.listing
            try:
                summary = msgspec.json.decode(listing.summary, type=ListingDetails)
                status = msgspec.convert(listing.status, messages.Status)
            except (msgspec.DecodeError, RecursionError):
                log.error("the listing of table %s is damaged", listing.table)
                continue
            my_turn = status == "playing" and sitting.seat in summary.waits_for
            tables.append(
                http_messages.MyTable(
                    listing.table,
                    listing.game,
                    summary.title,
                    status,
                    sitting.seat,
                    summary.names,
                    my_turn,
                    listing.changed_at,
                )
            )
            name = name or (summary.names[sitting.seat] if sitting.seat < len(summary.names) else "")
        response = answer(http_messages.Me(name, tables, visitor.told))
        visitor.remember(response)
        return response

    async def hand_over(self, request: Request) -> Response:
        """A code to continue on another device."""
        visitor = self.service.visitor(request)
        if not visitor.token:
            raise Refused("unauthorised", "There is nobody to move: you have not sat at a table yet.")
        await self.service.limits.check("join", visitor.address)
        code, until = await self.device_codes.give(visitor.token)
        path = f"/here#{code}"
        return answer(http_messages.Handover(code, until, path, _square(request, path).decode()), 201)

    async def arrive(self, request: Request) -> Response:
        """Redeem a code: this device gets that visitor's token."""
        visitor = self.service.visitor(request)
        wish = await read_message(request, http_messages.Arrive)
        await self.service.limits.check("join", visitor.address)
        store = self.service.registry.store
        if not wish.replace and visitor.token and await store.tables_of(visitor.player):
            text = "This device has seats of its own, and would lose them. Say that it may replace them."
            raise Refused("conflict", text)
        visitor.become(await self.device_codes.take(wish.code))
        return await self._me(visitor, True)

    async def create(self, request: Request) -> Response:
        """Set up a table."""
        visitor = self.service.visitor(request)
        wish = await read_message(request, http_messages.NewTable)
        await self.service.limits.check("create", visitor.address)
        if self.service.registry.closing:
            raise Refused("unavailable", "The server is about to restart. Try again in a moment.")
        live = await self.service.registry.create(wish, visitor.introduce())
        return self._seated(visitor, live, 201)

    async def join(self, request: Request) -> Response:
        """Take a seat."""
        visitor = self.service.visitor(request)
        wish = await read_message(request, http_messages.Join)
        await self.service.limits.check("join", visitor.address)
        live = await self.service.table(request.path_params["code"], visitor)
        await self.service.join(live, visitor.introduce(), wish)
        return self._seated(visitor, live)

    def _seated(self, visitor: Visitor, live: LiveTable, status: int = 200) -> Response:
        seat = live.table.seat_of(visitor.player)
        response = answer(http_messages.Seated(live.table.code, seat, visitor.told, live.table.seal), status)
        visitor.remember(response)
        return response

    async def view(self, request: Request) -> Response:
        """The table as the visitor sees it; with `have` and `wait`, as soon as there is something newer."""
        visitor, live = await self._at_table(request)
        asked = read_query(request, http_messages.ViewQuery)
        have, wait = asked.have, min(LONGEST_WAIT, asked.wait)
        await live.catch_up(have)
        live.polled(visitor.player, wait)
        clock = self.service.registry.clock
        ends = clock.monotonic() + wait
        while have is not None and have >= live.table.seq and not self.service.registry.closing:
            left = ends - clock.monotonic()
            if left <= 0:
                break
            try:
                await asyncio.wait_for(live.changed.wait(), left)
            except TimeoutError:
                break
        if not live.may_look(visitor.player):
            raise Refused("forbidden", "This table is for its players only.")
        return answer(live.snapshot(self._viewer(live, visitor), have))

    async def act(self, request: Request) -> Response:
        """Play an action of the visitor's prompt."""
        visitor, live = await self._at_table(request)
        return _ack(await self.service.act(live, visitor, await read_message(request, messages.Act)))

    async def do(self, request: Request) -> Response:
        """Send a command to the table."""
        visitor, live = await self._at_table(request)
        return _ack(await self.service.do(live, visitor, await read_message(request, messages.Do)))

    async def log(self, request: Request) -> Response:
        """The whole log as the visitor may know it."""
        visitor, live = await self._at_table(request)
        await live.catch_up(None)
        lines = live.projection.log_lines(self._viewer(live, visitor).seat)
        return answer(messages.Log(len(lines), lines[read_query(request, http_messages.LogQuery).after :]))

    async def hint(self, request: Request) -> Response:
        """What the coach would do."""
        visitor, live = await self._at_table(request)
        await live.catch_up(None)
        table = live.table
        seat = table.seat_of(visitor.player)
        if seat is None:
            raise Refused("forbidden", "You do not sit at this table.")
        if not table.settings.hints:
            raise Refused("forbidden", "There are no hints at this table.")
        prompt = table.prompt_of(seat)
        if table.match is None or prompt is None or table.played_by_bot(seat):
            raise Refused("not_now", "There is nothing for you to choose now.")
        await self.service.limits.check_player("hint", visitor.address, visitor.player)
        advice = await self.service.registry.pool.advise(table.branch, table.match, seat)
        best = [http_messages.Hinted(action, label, chance) for action, label, chance in advice.best]
        return answer(http_messages.Hint(prompt, best, advice.why))

    async def qr(self, request: Request) -> Response:
        """The table's address as a QR code."""
        await self._at_table(request)
        picture = _square(request, f"/t/{request.path_params['code'].upper()}")
        return Response(picture, 200, {"cache-control": "no-store"}, "image/svg+xml")

    # Helpers

    async def _at_table(self, request: Request) -> tuple[Visitor, LiveTable]:
        visitor = self.service.visitor(request)
        return visitor, await self.service.table(request.path_params["code"], visitor)

    def _viewer(self, live: LiveTable, visitor: Visitor) -> Viewer:
        return live.projection.viewer(visitor.player)


def _ack(ack: messages.Ack) -> Response:
    return answer(ack, 200 if ack.error is None else STATUS[ack.error.code])


def _square(request: Request, path: str) -> bytes:
    """An address of this server as a QR code."""
    from io import BytesIO

    import segno

    url = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
    picture = BytesIO()
    segno.make(url, error="m", micro=False).save(picture, kind="svg", scale=4, border=2, xmldecl=False)
    return picture.getvalue()
