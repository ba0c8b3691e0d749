"""A table in this process: one lock, write first and tell then, who is connected, when a bot steps in."""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Protocol

import msgspec

from parlour.bots.search import WAIT
from parlour.server import decide, messages
from parlour.server.bots import Thinkers
from parlour.server.decide import Asked, Refused
from parlour.server.happenings import Created, Happening, Rematched, written
from parlour.server.settings import Manners
from parlour.server.show import Presence, Shown, Told, Viewer
from parlour.server.store import Store
from parlour.server.store_types import About, Row, Seating, StoreFailed, Taken
from parlour.server.table import Table

log = logging.getLogger(__name__)

ENCODER = msgspec.json.Encoder()
TRIES = 20
"""So often a decision is taken anew because somebody else wrote first."""
STEP_IN = 3.0
"""The process that wrote a table's last row plays its bots; others step in after so many seconds."""
LISTED = 30.0
"""Lists learn of a table's last change at least so many seconds later."""
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What codes are made of: nothing that looks like something else."""


def new_seed() -> str:
    """A fresh secret of 256 bits, from which all luck of a game follows."""
    return secrets.token_hex(32)


def new_code() -> str:
    """A fresh table code: eight letters, 40 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


Has = tuple[Viewer, int]
"""What a client has: whose view, and which update."""


class Link(Protocol):
    """A connection to one viewer."""

    player: str
    has: Has | None

    def send(self, data: bytes) -> None:
        """Put a message into the outbox; never waits."""

    def bye(self, bye: messages.Bye) -> None:
        """Say goodbye and hang up."""


class LiveTable:
    """One table and everybody connected to it."""

    def __init__(self, table: Table, store: Store, thinkers: Thinkers, manners: Manners) -> None:
        self.shown = Shown(table)
        self.store = store
        self.thinkers = thinkers
        self.manners = manners
        self.lock = asyncio.Lock()
        self.links: set[Link] = set()
        self.presence = Presence()
        self.touched = time.monotonic()
        self.changed = asyncio.Event()
        self._away: dict[str, float] = {}
        self._host_away: float | None = None
        self._host_grace = max(manners.grace, manners.host_grace)
        self._elsewhere: tuple[frozenset[str], int] = (frozenset(), 0)
        self._lately: dict[str, float] = {}  # until when somebody without a socket counts as here
        self._driver: asyncio.Task[None] | None = None
        self._reacted = 0  # the update at which bots were last asked whether they act out of turn
        self._listed: About | None = None
        self._stopped = False
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._snapshots: dict[tuple[Viewer, int | None], bytes] = {}
        self._told: dict[Viewer, Told] = {}
        self._settle()

    @property
    def table(self) -> Table:
        """The table as it is written down."""
        return self.shown.table

    # Deciding

    async def commit(
        self,
        player: str,
        choose: Callable[[Table, Asked], Happening | None],
        once: str = "",
        more: Callable[[Table, Happening], Created | None] = lambda table, happening: None,
    ) -> int:
        """Decide, write down, tell everybody; returns the update that shows it. Raises Refused."""
        key = f"{player[:16]}:{once}" if once else None
        async with self.lock:
            for _ in range(TRIES):
                if key and (done := self.table.done_at(key)):
                    return done
                asked = Asked(
                    player,
                    time.time(),
                    self.presence.away_since,
                    self.manners.grace,
                    self._host_away,
                    self._host_grace,
                    new_seed,
                    new_code,
                )
                happening = choose(self.table, asked)
                if happening is None:
                    return self.table.seq
                try:
                    await self._write(happening, asked, key, more(self.table, happening))
                    return self.table.seq
                except Taken:
                    await self._read_on()
                except StoreFailed as error:
                    log.error("table %s: %s", self.table.code, error)
                    with suppress(StoreFailed):
                        await self._read_on()
                        if key and (done := self.table.done_at(key)):
                            return done
                    raise Refused("unavailable", "The table cannot write this down just now. Try again.") from None
        raise Refused("unavailable", "The table is too busy just now. Try again.")

    async def _write(self, happening: Happening, asked: Asked, once: str | None, sister: Created | None) -> None:
        kind, data = written(happening)
        row = Row(self.table.code, self.table.seq + 1, kind, data, asked.now, once, self.store.author)
        after = self.table.after(row)
        rows, abouts = [row], self._news_for_lists(after)
        seatings = [] if kind == "acted" else seat_changes(self.table, after, asked.now)
        if sister is not None and isinstance(happening, Rematched):
            first, other = first_row(happening.code, sister, asked.now, self.store.author)
            rows.append(first)
            abouts.append(about(other))
            seatings += seat_changes(Table(other.code), other, asked.now)
        await self.store.append(rows, abouts, seatings)
        self._listed = abouts[0] if abouts else self._listed
        self._advance(after)

    def _news_for_lists(self, after: Table) -> list[About]:
        """What lists show of the table, if that has changed."""
        now, before = about(after), self._listed
        if before is None or before.changed_at <= now.changed_at - LISTED:
            return [now]
        return [] if (now.status, now.summary) == (before.status, before.summary) else [now]

    async def read_on(self) -> None:
        """Take in what other processes wrote."""
        async with self.lock:
            await self._read_on()

    async def _read_on(self) -> None:
        for row in await self.store.rows(self.table.code, self.table.seq):
            self._advance(self.table.after(row))

    def _advance(self, table: Table) -> None:
        """The table has changed: tell everybody."""
        before = self.table.seq
        self.shown.table = table
        self._snapshots.clear()
        furnished = table.furnished == table.seq  # who is who may have changed
        if furnished:
            self._settle(tell=False)
        self._tell(before, furnished)
        self.changed.set()
        self.changed = asyncio.Event()
        if furnished:
            self._send_off()
        self.wake_bots()

    def _tell(self, before: int, furnished: bool) -> None:
        """Tell everybody: what is new to those who have the update before, everything to others."""
        steps: dict[Viewer, bytes | None] = {}
        told, self._told = self._told, {}
        for link in list(self.links):
            viewer = self.shown.viewer(link.player) if furnished or link.has is None else link.has[0]
            if viewer not in steps:
                steps[viewer] = self._step(viewer, told.get(viewer))
            step = steps[viewer]
            if step is None or link.has != (viewer, before):
                self.show(link, before)
            else:
                link.has = (viewer, self.table.seq)
                link.send(step)

    def _step(self, viewer: Viewer, told: Told | None) -> bytes | None:
        made = self.shown.step(viewer, self.presence, told) if told else None
        if made is None:
            return None
        step, self._told[viewer] = made
        return ENCODER.encode(step)

    def show(self, link: Link, have: int | None) -> None:
        """Send somebody who has update `have` everything as it is now; steps go on from there."""
        viewer = self.shown.viewer(link.player)
        link.has = (viewer, self.table.seq)
        link.send(self.snapshot(viewer, have))

    def _send_off(self) -> None:
        """Hang up on those who may not look any more."""
        for link in list(self.links):
            if not self.may_look(link.player):
                link.bye(messages.Bye("kicked", "This table is for its players only."))

    # Showing

    def may_look(self, player: str) -> bool:
        """May this person see the table at all?"""
        table = self.table
        looks_after = bool(player) and player == table.host
        return table.house.watchers or table.status == "lobby" or looks_after or table.seat_of(player) is not None

    def snapshot(self, viewer: Viewer, have: int | None) -> bytes:
        """The update for a viewer who has update `have`; made once for all who see the same."""
        if have is not None and not self.shown.can_catch_up(have):
            have = None  # without events all bases are alike: one cached snapshot, whatever number was sent
        known = self._snapshots.get((viewer, have))
        if known is None:
            known = ENCODER.encode(self.update(viewer, have))
            self._snapshots[viewer, have] = known
        return known

    def update(self, viewer: Viewer, have: int | None) -> messages.Update:
        """What happened after update `have`, and everything as it is now."""
        events = [] if have is None else self.shown.events(viewer.seat, have)
        view = self.shown.view(viewer, self.presence)
        self._told[viewer] = self.shown.told(view)
        return messages.Update(self.table.seq, events, view)

    # Who is here

    def attach(self, link: Link) -> None:
        """A connection begins; it will be sent a snapshot, so it need not be told who is here."""
        self.links.add(link)
        self.touched = time.monotonic()
        self._settle(new=link)

    def detach(self, link: Link) -> None:
        """A connection has ended; whoever comes back at once was never away."""
        if link in self.links:
            self.links.discard(link)
            self._seen(link.player, time.time())

    def polled(self, player: str, until: float) -> None:
        """Somebody asks over HTTP and so counts as here until then."""
        self._seen(player, until)

    def connected(self) -> tuple[list[str], int]:
        """The players connected here, and how many watch."""
        seated = sorted({link.player for link in self.links if self.table.seat_of(link.player) is not None})
        return seated, sum(self.table.seat_of(link.player) is None for link in self.links)

    def elsewhere(self, players: frozenset[str], watching: int) -> None:
        """Who is connected to this table in other processes."""
        if (players, watching) != self._elsewhere:
            for player in self._elsewhere[0] - players:
                self._lately[player] = time.time()
            self._elsewhere = (players, watching)
            self._settle()

    def _seen(self, player: str, until: float) -> None:
        self.touched = time.monotonic()
        self._lately[player] = max(until, self._lately.get(player, 0.0))
        self._settle()

    def _settle(self, tell: bool = True, new: Link | None = None) -> None:
        """Find out who is here, and say so if it changed."""
        now = time.time()
        self._lately = {who: until for who, until in self._lately.items() if until + self.manners.linger > now}
        if self._lately:
            self._later("linger", min(self._lately.values()) + self.manners.linger - now + 0.01, self._settle)
        connected = {link.player for link in self.links} | set(self._lately) | self._elsewhere[0]
        here, away_since = [], []
        for place in self.table.places:
            present = place.kind == "person" and place.player in connected
            if present:
                self._away.pop(place.player, None)
            here.append(present)
            absent = place.kind == "person" and not present
            away_since.append(self._away.setdefault(place.player, now) if absent else None)
        host = self.table.host
        if host in connected:
            self._away.pop(host, None)
        self._host_away = None if host in connected else self._away.setdefault(host, now)
        watching = sum(self.table.seat_of(link.player) is None for link in self.links) + self._elsewhere[1]
        presence = Presence(here, away_since, watching)
        if presence != self.presence:
            self.presence = presence
            self._snapshots.clear()
            if tell:
                data = ENCODER.encode(messages.Presence(here, away_since, watching))
                for link in self.links:
                    if link is not new:
                        link.send(data)
        self._watch_absence(now)
        self._watch_host(now)

    def _watch_absence(self, now: float) -> None:
        """Where the table wants it, a bot takes over by itself when the time of grace is over."""
        if self.table.house.absence != "bot" or self.table.status not in ("playing", "paused"):
            return
        waiting = [
            since + self.manners.grace - now
            for seat, since in enumerate(self.presence.away_since)
            if since is not None and seat not in self.table.standing_in
        ]
        if waiting:
            self._later("absence", max(0.0, min(waiting)) + 0.01, lambda: self._run(self._replace_absent()))

    def _watch_host(self, now: float) -> None:
        """Before the start somebody must be there to start: the next person follows a host who stays away."""
        if self.table.status == "lobby" and self._host_away is not None and any(self.presence.here):
            left = max(0.0, self._host_away + self._host_grace - now)
            self._later("host", left + 0.01, lambda: self._run(self._replace_host()))

    async def _replace_host(self) -> None:
        with suppress(Refused):
            await self.commit("", decide.replace_host)

    async def _replace_absent(self) -> None:
        for seat, since in enumerate(self.presence.away_since):
            if since is not None and time.time() - since >= self.manners.grace:
                with suppress(Refused):
                    await self.commit("", partial(_replaced, seat))

    # Bots

    def wake_bots(self) -> None:
        """Let bots play if it is their turn or they may act out of turn."""
        if not self._stopped and self._bots_now() and (self._driver is None or self._driver.done()):
            self._driver = self._run(self._drive())

    def _bots_now(self) -> list[tuple[int, str]]:
        """The bots to ask: those that may act out of turn, once at every moment, then those whose turn it is."""
        reacting = self.table.bots_to_react() if self._reacted != self.table.seq else []
        return [*reacting, *self.table.bots_to_act()]

    async def _drive(self) -> None:
        loop = asyncio.get_running_loop()
        while turns := self._bots_now():
            seq = self.table.seq
            if self.table.author != self.store.author:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.changed.wait(), STEP_IN * (1 + random.random()))
                if self.table.seq != seq:
                    continue
            self._reacted = seq
            for seat, level in turns:
                match, prompt = self.table.match, self.table.prompt_of(seat)
                if match is None or prompt is None:
                    return
                started = loop.time()
                # The time a bot takes must not tell how hard the choice was.
                pace = self.manners.bot_pace * (0.5 + random.random())
                action = await self.thinkers.choose(self.table.code, match, seat, level)
                if action != WAIT:
                    await asyncio.sleep(max(0.0, started + pace - loop.time()))
                    with suppress(Refused):
                        await self.commit("", partial(_bot_acts, seat, prompt, action))
                if self.table.seq != seq:
                    break

    # Housekeeping

    @property
    def idle_for(self) -> float:
        """How many seconds nobody has looked at the table."""
        busy = self.links or self._lately or (self._driver and not self._driver.done())
        return 0.0 if busy else time.monotonic() - self.touched

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
        """Stop everything that goes on by itself."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()


# Rows and what goes with them


class Summary(msgspec.Struct):
    """What lists show of a table beside its game and status."""

    title: str
    names: list[str]
    waits_for: list[int]
    """The people whose turn it is."""


def _bot_acts(seat: int, prompt: str, action: int, table: Table, asked: Asked) -> Happening:
    return decide.act(table, seat, prompt, action, bot=True)


def _replaced(seat: int, table: Table, asked: Asked) -> Happening | None:
    return decide.take_over(table, seat, asked, None)


def first_row(code: str, created: Created, now: float, author: str) -> tuple[Row, Table]:
    """The first row of a new table, and that table."""
    kind, data = written(created)
    row = Row(code, 1, kind, data, now, None, author)
    table = Table(code)
    table.fold(row)
    return row, table


def about(table: Table) -> About:
    """What lists show of a table."""
    waits_for = table.match.to_act if table.match and table.status == "playing" else ()
    people = [seat for seat in waits_for if not table.played_by_bot(seat)]
    summary = ENCODER.encode(Summary(table.title, [place.name for place in table.places], people))
    return About(table.code, table.game, table.status, table.changed_at, summary)


def seat_changes(before: Table, after: Table, now: float) -> list[Seating]:
    """Who sat down or got up."""
    old = {place.player: seat for seat, place in enumerate(before.places) if place.player}
    new = {place.player: seat for seat, place in enumerate(after.places) if place.player}
    changed = [player for player in {**old, **new} if old.get(player) != new.get(player)]
    return [Seating(after.code, player, new.get(player), now) for player in changed]
