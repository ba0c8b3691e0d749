"""What every door of the server needs: the hall, the limits, who may ask. HTTP and sockets both come here."""

from collections.abc import Callable

from starlette.requests import HTTPConnection

from parlour.server import decide, messages, over_http
from parlour.server.answers import refusal
from parlour.server.decide import Refused
from parlour.server.hall import Hall
from parlour.server.happenings import Created, Happening, Rematched
from parlour.server.identity import Visitor, check_origin
from parlour.server.limits import Limits
from parlour.server.live import LiveTable
from parlour.server.table import Table


class Desk:
    """Takes requests to the tables, whatever way they come in."""

    def __init__(self, hall: Hall, limits: Limits, origins: frozenset[str] = frozenset()) -> None:
        self.hall = hall
        self.limits = limits
        self.origins = origins

    def visitor(self, asked: HTTPConnection) -> Visitor:
        """Who asks; Refused if another site's page does."""
        visitor = Visitor(asked)
        if asked.scope["type"] == "websocket" or asked.scope.get("method") not in ("GET", "HEAD"):
            check_origin(asked, visitor, self.origins)
        return visitor

    async def table(self, code: str, visitor: Visitor) -> LiveTable:
        """A table this visitor may look at."""
        self.limits.check("read", visitor.address)
        try:
            live = await self.hall.find(code)
        except Refused:
            self.limits.check("lookup", visitor.address)
            raise
        if not live.may_look(visitor.player):
            raise Refused("forbidden", "This table is for its players only.")
        return live

    async def act(self, live: LiveTable, player: str, act: messages.Act) -> messages.Ack:
        """Choose an action; the answer says whether it was done."""

        def choose(table: Table, asked: decide.Asked) -> Happening:
            seat = table.seat_of(player)
            if seat is None:
                raise Refused("forbidden", "You do not sit at this table.")
            return decide.act(table, seat, act.prompt, act.action)

        try:
            self.limits.check("act", player)
            return messages.Ack(act.id, True, await live.commit(player, choose, act.id))
        except Exception as error:
            told = refusal(error)
            if told.code == "stale_prompt":
                view = live.shown.view(live.shown.viewer(player), live.presence)
                told = messages.Refusal(told.code, told.text, view)
            return messages.Ack(act.id, False, live.table.seq, told)

    async def do(self, live: LiveTable, player: str, do: messages.Do) -> messages.Ack:
        """Carry out a command; the answer says whether it was done."""
        command = do.do

        def choose(table: Table, asked: decide.Asked) -> Happening | None:
            return decide.decide(command, table, asked)

        def sister(table: Table, happening: Happening) -> Created | None:
            return decide.again(table, player) if isinstance(happening, Rematched) else None

        try:
            self.limits.check("say" if isinstance(command, messages.Say) else "do", player or "watchers")
            if isinstance(command, messages.Say) and not player:
                raise Refused("unauthorised", "Only visitors with a token can write.")
            return messages.Ack(do.id, True, await live.commit(player, choose, do.id, sister))
        except Exception as error:
            return messages.Ack(do.id, False, live.table.seq, refusal(error))

    async def join(self, live: LiveTable, player: str, wish: over_http.Join) -> int | None:
        """Take a seat; returns which."""
        choose: Callable[[Table, decide.Asked], Happening | None] = lambda table, asked: decide.join(table, wish, asked)  # noqa: E731
        await live.commit(player, choose)
        return live.table.seat_of(player)
