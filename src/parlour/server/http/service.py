"""The service behind HTTP and sockets: the table registry, rate limits, permissions."""

from starlette.requests import HTTPConnection

from parlour.server.http.health import Health
from parlour.server.http.identity import Sites, Visitor
from parlour.server.http.limits import Limits
from parlour.server.http.metrics import Metrics
from parlour.server.http.responses import refusal
from parlour.server.live.live_table import LiveTable
from parlour.server.live.registry import Registry
from parlour.server.live.rows import new_seed
from parlour.server.log import decide
from parlour.server.log.decide import Refused
from parlour.server.log.entries import Created, LogEntry, Rematched
from parlour.server.log.table import Table
from parlour.server.protocol import http_messages, messages


class Service:
    """Handles requests to tables, from HTTP and from sockets."""

    def __init__(self, registry: Registry, limits: Limits, sites: Sites | None = None) -> None:
        self.registry = registry
        self.limits = limits
        self.sites = sites or Sites()
        self.metrics = Metrics()
        self.health = Health(_nothing_to_check, registry.clock.monotonic)

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """The visitor of a request; Refused for a cross-site request."""
        self.sites.check_host(connection)
        visitor = Visitor(connection)
        if connection.scope["type"] == "websocket" or connection.scope.get("method") not in ("GET", "HEAD"):
            self.sites.check_origin(connection, visitor)
        return visitor

    async def table(self, code: str, visitor: Visitor) -> LiveTable:
        """A table this visitor may see."""
        await self.limits.check("read", visitor.address)
        unknown = not self.registry.holds(code)
        if unknown:  # counted before the database is asked
            await self.limits.check("lookup", visitor.address)
        live = await self.registry.find(code)
        if unknown:
            self.limits.give_back("lookup", visitor.address)
        if not live.may_look(visitor.player):
            raise Refused("forbidden", "This table is for its players only.")
        return live

    async def act(self, live: LiveTable, visitor: Visitor, act: messages.Act) -> messages.Ack:
        """Play an action; the response says whether it was done."""
        with self.metrics.timed("act"):
            return self.metrics.count("act", await self._act(live, visitor, act))

    async def _act(self, live: LiveTable, visitor: Visitor, act: messages.Act) -> messages.Ack:
        player = visitor.player

        def choose(table: Table, context: decide.CommandContext) -> decide.Played:
            seat = table.seat_of(player)
            if seat is None:
                raise Refused("forbidden", "You do not sit at this table.")
            return decide.act(table, seat, act.prompt, act.action)

        try:
            await self.limits.check_player("act", visitor.address, player)
            return messages.Ack(act.id, True, await live.commit(player, choose, act.id))
        except Exception as error:
            told = refusal(error)
            if told.code == "stale_prompt":
                view = live.projection.view(live.projection.viewer(player), live.presence)
                told = messages.Refusal(told.code, told.text, view)
            return messages.Ack(act.id, False, live.table.seq, told)

    async def do(self, live: LiveTable, visitor: Visitor, do: messages.Do) -> messages.Ack:
        """Carry out a command; the response says whether it was done."""
        with self.metrics.timed("do"):
            return self.metrics.count("do", await self._do(live, visitor, do))

    async def _do(self, live: LiveTable, visitor: Visitor, do: messages.Do) -> messages.Ack:
        command, player = do.do, visitor.player

        def choose(table: Table, context: decide.CommandContext) -> decide.Played | LogEntry | None:
            return decide.decide(command, table, context)

        def sister(table: Table, entry: LogEntry) -> Created | None:
            return decide.again(table, player, new_seed()) if isinstance(entry, Rematched) else None

        try:
            kind = "say" if isinstance(command, messages.Say) else "do"
            await self.limits.check_player(kind, visitor.address, player)
            if isinstance(command, messages.Rematch) and not live.table.rematch:
                await self.limits.check("create", visitor.address)
            if isinstance(command, messages.Say) and not player:
                raise Refused("unauthorised", "Only visitors with a token can write.")
            return messages.Ack(do.id, True, await live.commit(player, choose, do.id, sister))
        except Exception as error:
            return messages.Ack(do.id, False, live.table.seq, refusal(error))

    async def join(self, live: LiveTable, player: str, wish: http_messages.Join) -> int | None:
        """Take a seat; returns its number."""

        def choose(table: Table, context: decide.CommandContext) -> LogEntry | None:
            return decide.join(table, wish, context)

        await live.commit(player, choose)
        return live.table.seat_of(player)


async def _nothing_to_check() -> None:
    """For a store that is always there."""
