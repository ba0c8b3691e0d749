"""A live table: one lock, write before telling, who is connected, when a bot plays."""

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from contextlib import nullcontext, suppress
from functools import partial

import msgspec

from parlour.bots.search import WAIT
from parlour.server.live.clock import CLOCK, Clock
from parlour.server.live.connection import Connection
from parlour.server.live.quiet import Quiet
from parlour.server.live.rows import first_row, listing_news, listing_of, new_code, new_seed, seat_changes
from parlour.server.live.slots import PEOPLE, UNATTENDED
from parlour.server.live.worker_pool import WorkerPool
from parlour.server.log import decide
from parlour.server.log.decide import CommandContext, Played, Refused
from parlour.server.log.entries import Created, LogEntry, Rematched, encode_entry
from parlour.server.log.projection import PresenceState, Projection, Sent, Viewer
from parlour.server.log.table import AnyMatch, Table
from parlour.server.log.undo import examine, forget_past, last_action, undo_for
from parlour.server.protocol import messages
from parlour.server.protocol.guidance import UndoOffer
from parlour.server.settings import TablePolicy
from parlour.server.store.types import Row, StoreFailed, TableListing, TableStore, Taken

log = logging.getLogger(__name__)

ENCODER = msgspec.json.Encoder()
TRIES = 20
"""Retries after another process appended first."""
STEP_IN = 3.0
"""Seconds after which this process plays the bots of a table that another process wrote to last."""
QUIET = 0.5
"""Seconds without another action after which a table looks whether the last one can be taken back."""


class LiveTable:
    """One table and everybody connected to it."""

    def __init__(
        self, table: Table, store: TableStore, pool: WorkerPool, policy: TablePolicy, clock: Clock = CLOCK
    ) -> None:
        self.projection = Projection(table)
        self.store = store
        self.pool = pool
        self.policy = policy
        self.clock = clock
        self.lock = asyncio.Lock()
        self.connections: dict[Connection, None] = {}  # in the order they came
        self.arrivals = 0  # grows when somebody connects or disconnects, and when seats change
        self.presence = PresenceState()
        self.touched = clock.monotonic()
        self.changed = asyncio.Event()
        self._away: dict[str, tuple[float, float]] = {}  # when a player went away, by both clocks
        self._host_grace = max(policy.grace, policy.host_grace)
        self._remote: tuple[frozenset[str], int] = (frozenset(), 0)
        self._lately: dict[str, float] = {}  # when a player without a socket stops counting as present
        self._driver: asyncio.Task[None] | None = None
        self._quiet = Quiet(QUIET, lambda: self._run(self._offer_undo()))
        self._reacted = 0  # the update at which bots were last asked whether they act out of turn
        self._listed: TableListing | None = None
        self._stopped = False
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._snapshots: dict[tuple[Viewer, int | None], bytes] = {}
        self._sent: dict[Viewer, Sent] = {}
        self._settle()

    @property
    def table(self) -> Table:
        """The table as stored."""
        return self.projection.table

    # Deciding

    async def commit(
        self,
        player: str,
        choose: Callable[[Table, CommandContext], Played | LogEntry | None],
        once: str = "",
        more: Callable[[Table, LogEntry], Created | None] = lambda table, entry: None,
    ) -> int:
        """Decide, store, tell everybody; returns the update that shows it. Raises Refused."""
        key = f"{player[:16]}:{once}" if once else None
        async with self.lock:
            for attempt in range(TRIES):
                if key and (done := self.table.done_at(key)):
                    return done
                now, grace, host_away = self.clock.now(), self.policy.grace, self._away_for(self.table.host)
                away = [self._away_for(place.player) for place in self.table.places]
                context = CommandContext(player, now, away, grace, host_away, self._host_grace, new_seed, new_code)
                try:
                    chosen = choose(self.table, context)
                except Refused:
                    # Another process may have written what makes it possible, or have done it already.
                    if attempt or not await self._read_more():
                        raise
                    continue
                if chosen is None:
                    return self.table.seq
                entry, played = (chosen.entry, chosen.match) if isinstance(chosen, Played) else (chosen, None)
                try:
                    await self._write(entry, played, context, key, more(self.table, entry))
                    return self.table.seq
                except Taken:
                    await self._read_on()
                except StoreFailed as error:
                    log.error("table %s: %s", self.table.code, error)
                    with suppress(StoreFailed):
                        await self._read_on()
                        if key and (done := self.table.done_at(key)):
                            return done
                    raise Refused("unavailable", "The table cannot store this just now. Try again.") from None
        raise Refused("unavailable", "The table is too busy just now. Try again.")

    async def _write(
        self,
        entry: LogEntry,
        played: AnyMatch | None,
        context: CommandContext,
        once: str | None,
        sister: Created | None,
    ) -> None:
        kind, data = encode_entry(entry)
        row = Row(self.table.code, self.table.seq + 1, kind, data, context.now, once, self.store.author)
        after = self.table.after(row, entry, played)
        rows, listings = [row], listing_news(self._listed, after)
        seatings = [] if kind == "acted" else seat_changes(self.table, after, context.now)
        if sister is not None and isinstance(entry, Rematched):
            first, other = first_row(entry.code, sister, context.now, self.store.author)
            rows.append(first)
            listings.append(listing_of(other))
            seatings += seat_changes(Table(other.code), other, context.now)
        await self.store.append(rows, listings, seatings)
        self._listed = listings[0] if listings else self._listed
        self._advance(after)

    async def read_on(self) -> None:
        """Read the rows that other processes wrote."""
        async with self.lock:
            await self._read_on()

    async def catch_up(self, have: int | None) -> None:
        """Read on for a client that may have seen more than this process has: another one may have answered it."""
        if self.store.shared or (have is not None and have > self.table.seq):
            await self.read_on()

    async def _read_more(self) -> bool:
        """Read on if that is possible; were there new rows?"""
        before = self.table.seq
        with suppress(StoreFailed):
            await self._read_on()
        return self.table.seq != before

    async def _read_on(self) -> None:
        for row in await self.store.rows(self.table.code, self.table.seq):
            self._advance(self.table.after(row))

    def _advance(self, table: Table) -> None:
        """Adopt the changed table and tell everybody."""
        before = self.table.seq
        self.projection.table = table
        self._snapshots.clear()
        who_changed = table.last_other_row == table.seq  # who is who may have changed
        if who_changed:
            self.arrivals += 1
            self._settle(tell=False)
            self._send_off()  # first: they must not see what comes now
        self._tell(before, who_changed)
        if self.connections and last_action(table) is not None:
            self._quiet.stir()
        self.changed.set()
        self.changed = asyncio.Event()
        self.wake_bots()

    def _tell(self, before: int, who_changed: bool) -> None:
        """Tell everybody: what is new to those who have the update before, everything to others."""
        steps: dict[Viewer, bytes | None] = {}
        sent, self._sent = self._sent, {}
        for connection in list(self.connections):
            known = None if who_changed or connection.has is None else connection.has[0]
            viewer = known or self.projection.viewer(connection.player)
            if viewer not in steps:
                steps[viewer] = self._step(viewer, sent.get(viewer))
            step = steps[viewer]
            if step is None or connection.has != (viewer, before):
                self.show(connection, before)
            else:
                connection.has = (viewer, self.table.seq)
                connection.send(step)

    def _step(self, viewer: Viewer, sent: Sent | None) -> bytes | None:
        made = self.projection.step(viewer, self.presence, sent) if sent else None
        if made is None:
            return None
        step, self._sent[viewer] = made
        return ENCODER.encode(step)

    async def _offer_undo(self) -> None:
        """Find out whether the last action can be taken back, and tell its player if so."""
        table, last = self.table, last_action(self.table)
        theirs = [each for each in self.connections if each.has is not None and last and each.has[0].seat == last.seat]
        if last is None or not theirs:
            return
        for _ in examine(table):
            await asyncio.sleep(0)  # other tables continue
        offer = undo_for(table, last.seat, search=False)
        if self.table is not table or offer is None:
            return
        data = ENCODER.encode(UndoOffer(table.seq, offer))
        for connection in theirs:
            if connection.has is not None and connection.has[0] in self._sent and connection in self.connections:
                self._sent[connection.has[0]] = self._sent[connection.has[0]]._replace(undo=offer)
                connection.send(data)

    def show(self, connection: Connection, have: int | None) -> None:
        """Send a snapshot to a client that has update `have`; later steps build on it."""
        viewer = self.projection.viewer(connection.player)
        connection.has = (viewer, self.table.seq)
        connection.send(self.snapshot(viewer, have))

    def _send_off(self) -> None:
        """Disconnect viewers who may no longer look."""
        for connection in list(self.connections):
            if not self.may_look(connection.player):
                connection.bye(messages.Bye("kicked", "This table is for its players only."))

    # Showing

    def may_look(self, player: str) -> bool:
        """May this player see the table?"""
        table = self.table
        looks_after = bool(player) and player == table.host
        return table.settings.watchers or table.status == "lobby" or looks_after or table.seat_of(player) is not None

    def snapshot(self, viewer: Viewer, have: int | None) -> bytes:
        """The update for a viewer who has update `have`; made once for all who see the same."""
        if have is not None and not self.projection.can_catch_up(have):
            have = None  # without events all bases are equal: one cached snapshot, whatever number was sent
        known = self._snapshots.get((viewer, have))
        if known is None:
            known = ENCODER.encode(self.update(viewer, have))
            self._snapshots[viewer, have] = known
        return known

    def update(self, viewer: Viewer, have: int | None) -> messages.Update:
        """What happened after update `have`, and everything as it is now."""
        events = [] if have is None else self.projection.events(viewer.seat, have)
        view = self.projection.view(viewer, self.presence)
        self._sent[viewer] = self.projection.sent(view)
        return messages.Update(self.table.seq, events, view)

    # Who is here

    def attach(self, connection: Connection) -> None:
        """Add a connection; it will be sent a snapshot, so it need not be told who is here."""
        self.connections[connection] = None
        self.arrivals += 1
        self.touched = self.clock.monotonic()
        self._settle(new=connection)

    def detach(self, connection: Connection) -> None:
        """Remove a connection; a player who comes back soon was never away."""
        if connection in self.connections:
            del self.connections[connection]
            self.arrivals += 1
            self._seen(connection.player)
            if not self.connections:
                self._forget_views()

    def _forget_views(self) -> None:
        """Give back what was kept for connected clients: more than half of a table's memory."""
        self.projection = Projection(self.table)
        self._snapshots, self._sent = {}, {}
        forget_past(self.table)

    def polled(self, player: str, seconds: float) -> None:
        """Count a player who polls over HTTP as present for that long."""
        self._seen(player, seconds)

    def connected(self) -> tuple[list[str], int]:
        """The players connected here, and how many watch."""
        seated = sorted(
            {connection.player for connection in self.connections if self.table.seat_of(connection.player) is not None}
        )
        return seated, sum(self.table.seat_of(connection.player) is None for connection in self.connections)

    def set_remote_presence(self, players: frozenset[str], watching: int) -> None:
        """Set who is connected to this table in other processes."""
        if (players, watching) != self._remote:
            for player in self._remote[0] - players:
                self._lately[player] = self.clock.monotonic()
            self._remote = (players, watching)
            self._settle()

    def _seen(self, player: str, seconds: float = 0.0) -> None:
        self.touched = self.clock.monotonic()
        self._lately[player] = max(self.touched + seconds, self._lately.get(player, 0.0))
        self._settle()

    def _away_for(self, player: str) -> float | None:
        """Seconds since a player went away; None while present."""
        away = self._away.get(player)
        return None if away is None else self.clock.monotonic() - away[0]

    def _settle(self, tell: bool = True, new: Connection | None = None) -> None:
        """Work out who is present, and tell clients if it changed."""
        now = self.clock.monotonic()
        self._lately = {who: until for who, until in self._lately.items() if until + self.policy.linger > now}
        if self._lately:
            self._later("linger", min(self._lately.values()) + self.policy.linger - now + 0.01, self._settle)
        connected = {connection.player for connection in self.connections} | set(self._lately) | self._remote[0]
        here, away_since = [], []
        people = {place.player for place in self.table.places if place.kind == "person"}
        absent = (people | {self.table.host}) - connected
        went = (now, self.clock.now())
        self._away = {player: self._away.get(player, went) for player in absent}
        for place in self.table.places:
            away = self._away.get(place.player) if place.kind == "person" else None
            here.append(place.kind == "person" and away is None)
            away_since.append(None if away is None else away[1])
        watching = (
            sum(self.table.seat_of(connection.player) is None for connection in self.connections) + self._remote[1]
        )
        presence = PresenceState(here, away_since, watching)
        if presence != self.presence:
            self.presence = presence
            self._snapshots.clear()
            if tell:
                data = ENCODER.encode(messages.Presence(here, away_since, watching))
                for connection in self.connections:
                    if connection is not new:
                        connection.send(data)
        self._watch_absence()
        self._watch_host()

    def _watch_absence(self) -> None:
        """If the table is set so, a bot takes over automatically after the grace period."""
        if self.table.settings.absence != "bot" or self.table.status not in ("playing", "paused"):
            return
        waiting = [
            self.policy.grace - away
            for seat, place in enumerate(self.table.places)
            if seat not in self.table.standing_in and (away := self._away_for(place.player)) is not None
        ]
        if waiting:
            self._later("absence", max(0.0, min(waiting)) + 0.01, lambda: self._run(self._replace_absent()))

    def _watch_host(self) -> None:
        """Before the start, an absent host is replaced so that the game can start."""
        away = self._away_for(self.table.host)
        if self.table.status == "lobby" and away is not None and any(self.presence.here):
            left = max(0.0, self._host_grace - away)
            self._later("host", left + 0.01, lambda: self._run(self._replace_host()))

    async def _replace_host(self) -> None:
        with suppress(Refused):
            await self.commit("", decide.replace_host)

    async def _replace_absent(self) -> None:
        for seat, place in enumerate(self.table.places):
            away = self._away_for(place.player)
            if place.kind == "person" and away is not None and away >= self.policy.grace:
                with suppress(Refused):
                    await self.commit("", partial(decide.replace_absent, seat))

    # Bots

    def wake_bots(self) -> None:
        """Start a task in which bots play, if it is their turn or they may act out of turn."""
        busy = self._stopped or (self._driver is not None and not self._driver.done())
        if self.table.with_bots and not busy and self._bots_now():
            self._driver = self._run(self._drive())

    def _bots_now(self) -> list[tuple[int, str]]:
        """The bots to ask: those that may act out of turn, once at every moment, then those whose turn it is."""
        reacting = self.table.bots_to_react() if self._reacted != self.table.seq else []
        return [*reacting, *self.table.bots_to_act()]

    async def _drive(self) -> None:
        while turns := self._bots_now():
            seq = self.table.seq
            if self.table.author != self.store.author:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.changed.wait(), STEP_IN * (1 + random.random()))
                if self.table.seq != seq:
                    continue
            self._reacted = seq
            for seat, level in turns:
                attended = any(self.presence.here)
                async with nullcontext() if attended else self.pool.unattended:
                    if not await self._bot_moves(seat, level, PEOPLE if attended else UNATTENDED):
                        return
                if self.table.seq != seq:
                    break

    async def _bot_moves(self, seat: int, level: str, urgency: int) -> bool:
        """Ask a bot and do what it says; False if there is nothing to ask."""
        loop = asyncio.get_running_loop()
        match, prompt = self.table.match, self.table.prompt_of(seat)
        if match is None or prompt is None:
            return False
        started = loop.time()
        # The time a bot takes must not reveal how hard the choice was. The player who wants most of it gets it.
        wanted = [each.pace for each in self.connections if self.table.seat_of(each.player) is not None]
        pace = self.policy.bot_pace * max(wanted, default=1.0) * (0.5 + random.random())
        action = await self.pool.choose(self.table.branch, match, seat, level, urgency)
        if action != WAIT:
            await asyncio.sleep(max(0.0, started + pace - loop.time()))
            with suppress(Refused):
                await self.commit("", lambda table, context: decide.act(table, seat, prompt, action, bot=True))
        return True

    # Housekeeping

    @property
    def idle_for(self) -> float:
        """Seconds since the table was last used."""
        busy = self.connections or self._lately or (self._driver and not self._driver.done())
        return 0.0 if busy else self.clock.monotonic() - self.touched

    def _run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("table %s: work in the background failed", self.table.code, exc_info=task.exception())

    def _later(self, name: str, seconds: float, call: Callable[[], object]) -> None:
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, call)

    def stop(self) -> None:
        """Stop all timers and background tasks."""
        self._stopped = True
        self._quiet.stop()
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
