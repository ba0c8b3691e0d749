"""Decisions: a command becomes a log entry or a refusal in one sentence. Pure; nothing here changes the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch

from msgspec import structs

from parlour.bots import KINDS
from parlour.core.errors import IllegalAction, ParlourError
from parlour.core.fair_deal import all_shares, deal_seed
from parlour.core.lesson import LEARNER
from parlour.core.match import Match
from parlour.core.options import Value
from parlour.games import find
from parlour.server.log import entries
from parlour.server.log.entries import LogEntry, Place
from parlour.server.log.table import AnyMatch, Table, lesson_of, rules_of
from parlour.server.protocol import messages
from parlour.server.protocol.http_messages import Join, NewTable

LEVELS = [name for name in KINDS if name != "simple"]
"""The levels a table offers, weakest first; after them the bots that the host of this server named."""
BOT_NAMES = ("Ada", "Bruno", "Clio", "Dario", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jonas", "Kira", "Leo")
LESSON_LEVEL = "easy"
"""The level of the bots when a lesson is played on."""
STAND_IN = "normal"
"""The level of a bot that plays for a person."""

Code = messages.RefusalCode


class Refused(ParlourError):
    """A command is refused; `code` is for programs, the sentence for people."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code: Code = code


@dataclass(frozen=True)
class CommandContext:
    """Who sent a command, and what the log does not hold: the time, who is away, sources of fresh secrets."""

    player: str
    """The hash of the sender's token; "" for the server."""
    now: float
    away_for: Sequence[float | None] = ()
    """Seconds each seat's person has been away; None while connected."""
    grace: float = 180.0
    host_away_for: float | None = None
    host_grace: float = 180.0
    new_seed: Callable[[], str] = str
    new_code: Callable[[], str] = str
    """Makes the code of a new table, for a rematch."""


@dataclass(frozen=True)
class Played:
    """The entry of an action with the match after it, so that the rules carry out each action once."""

    entry: entries.Acted
    match: AnyMatch


def create(wish: NewTable, player: str, secret: str = "") -> entries.Created:
    """The first entry of a new table."""
    if wish.lesson:
        return _lesson_table(wish, player)
    entry = find(wish.game)
    seats = entry.about.default_seats if wish.seats is None else wish.seats
    game = rules_of(wish.game, seats, wish.options)
    places = [Place() for _ in range(seats)]
    if wish.sit is not None:
        _check_seat(places, wish.sit)
        places[wish.sit] = Place("person", tidy(wish.name), player)
    for bot in wish.bots:
        _check_seat(places, bot.seat)
        if places[bot.seat].kind != "open":
            raise Refused("conflict", f"Seat {bot.seat + 1} is given to two players.")
        places[bot.seat] = Place("bot", bot_name(places), level=_level(bot.level))
    options = _changed(game.options, wish.options)
    return entries.Created(wish.game, game.version, player, places, options, wish.house, secret=secret)


def _lesson_table(wish: NewTable, player: str) -> entries.Created:
    """The table of a game's lesson: nobody else can sit down or watch."""
    lesson = lesson_of(wish.game)
    if lesson is None:
        raise Refused("not_found", "This game has no lesson.")
    game = rules_of(wish.game, len(lesson.names), lesson.options)
    places = [Place("bot", name, level=LESSON_LEVEL) for name in lesson.names]
    places[LEARNER] = Place("person", unique(tidy(wish.name), places, LEARNER), player)
    house = messages.TableSettings(chat=False, watchers=False)
    return entries.Created(wish.game, game.version, player, places, lesson.options, house, lesson=True)


def join(table: Table, wish: Join, context: CommandContext) -> entries.Joined | None:
    """Take a seat; None if the player already has one."""
    if table.seat_of(context.player) is not None:
        return None
    if table.status != "lobby":
        raise Refused("not_now", "The game has begun; you can watch it.")
    if context.player in table.sent_away:
        raise Refused("forbidden", "The host sent you away from this table.")
    seat = wish.seat
    free = [n for n, place in enumerate(table.places) if place.kind == "open"]
    if seat is None:
        if not free:
            raise Refused("conflict", "Every seat is taken.")
        seat = free[0]
    _check_seat(table.places, seat)
    if seat not in free:
        raise Refused("conflict", f"Seat {seat + 1} is taken.")
    return entries.Joined(
        seat, context.player, unique(tidy(wish.name), table.places, seat), [tidy(m) for m in wish.members]
    )


def act(table: Table, seat: int, prompt: str, action: int, bot: bool = False) -> Played:
    """A decision of a seat, with the luck it meets."""
    match = table.match
    if match is None:
        raise Refused("not_now", "The game has not begun.")
    if table.status == "paused":
        raise Refused("not_now", "The game is paused.")
    if table.status != "playing":
        raise Refused("not_now", "The game is over.")
    if not bot and table.played_by_bot(seat):
        raise Refused("not_now", "A bot plays for you; take your seat back first.")
    current = table.prompt_of(seat)
    if current is None:
        raise Refused("stale_prompt", "There is nothing for you to choose now.")
    if prompt != current:
        raise Refused("stale_prompt", "The table has changed since you were asked. Please choose again.")
    after = match.fork()
    try:
        if table.lesson is None or table.lesson_step is None:
            after.play(seat, action)
        else:
            table.lesson.refuse(table.lesson_at, match, action)
            table.lesson.play(after, table.lesson_at)
    except IllegalAction as error:
        raise Refused("illegal", str(error)) from None
    return _played(after, bot)


def _played(after: AnyMatch, bot: bool) -> Played:
    """The last action of a match, with that match."""
    entry = after.record.entries[-1]
    return Played(entries.Acted(entry.seat, entry.action, entry.text, entry.luck, bot), after)


@singledispatch
def decide(command: object, table: Table, context: CommandContext) -> Played | LogEntry | None:
    """The entry a command leads to; None if it would change nothing. Raises Refused."""
    raise Refused("bad_message", "There is no such command.")


@decide.register
def _(command: messages.Start, table: Table, context: CommandContext) -> LogEntry:
    _host_only(table, context)
    _lobby_only(table)
    places = list(table.places)
    for seat, place in enumerate(places):
        if place.kind == "open":
            places[seat] = Place("bot", bot_name(places), level=_level(command.fill))
    teams = [place.members or [place.name] for place in places] if any(place.members for place in places) else []
    names = [place.name for place in places]
    shares: list[str] = []
    if table.lesson is None:
        shares = all_shares(table.seal, [place.share for place in places])
        seed = deal_seed(table.secret, shares) if table.secret else context.new_seed()
        match = Match(table.rules(), seed, names, teams)
    else:
        match = table.lesson.begin(table.rules(), names)
    record = match.record
    return entries.Started(match.game.version, places, match.seed, record.deal, record.luck, record.start, shares)


@decide.register
def _(command: messages.GoOn, table: Table, context: CommandContext) -> Played | LogEntry:
    _seated(table, context)
    step = table.lesson_step
    if table.lesson is None or table.match is None or step is None:
        raise Refused("not_now", "There is no lesson here, or it is over.")
    if step.asks:
        raise Refused("not_now", "First do what the lesson asks.")
    if not step.do:
        return entries.WentOn()
    after = table.match.fork()
    table.lesson.play(after, table.lesson_at)
    return _played(after, bot=True)


@decide.register
def _(command: messages.Share, table: Table, context: CommandContext) -> LogEntry | None:
    seat = _seated(table, context)
    _lobby_only(table)
    return None if table.places[seat].share == command.share else entries.Shared(seat, command.share)


@decide.register
def _(command: messages.AddBot, table: Table, context: CommandContext) -> LogEntry | None:
    _host_only(table, context)
    _open_only(table)
    _check_seat(table.places, command.seat)
    place = table.places[command.seat]
    level = _level(command.level)
    if place.kind == "person":
        raise Refused("conflict", f"{place.name} sits there.")
    if place.kind == "bot":
        return None if place.level == level else entries.BotSat(command.seat, level, place.name)
    return entries.BotSat(command.seat, level, bot_name(table.places))


@decide.register
def _(command: messages.RemoveBot, table: Table, context: CommandContext) -> LogEntry | None:
    _host_only(table, context)
    _lobby_only(table)
    _check_seat(table.places, command.seat)
    kind = table.places[command.seat].kind
    if kind == "person":
        raise Refused("conflict", "A person sits there.")
    return entries.BotLeft(command.seat) if kind == "bot" else None


@decide.register
def _(command: messages.Kick, table: Table, context: CommandContext) -> LogEntry:
    _host_only(table, context)
    _open_only(table)
    _check_seat(table.places, command.seat)
    if table.places[command.seat].kind != "person":
        raise Refused("conflict", "No person sits there.")
    if table.seat_of(context.player) == command.seat:
        raise Refused("conflict", "You can leave, but not send yourself away.")
    return entries.Left(command.seat, kicked=True, level=STAND_IN)


@decide.register
def _(command: messages.Mute, table: Table, context: CommandContext) -> LogEntry | None:
    _host_only(table, context)
    if command.seat is None:
        return None if table.watchers_muted == command.on else entries.Muted(None, command.on)
    _check_seat(table.places, command.seat)
    if table.places[command.seat].kind != "person":
        raise Refused("conflict", "No person sits there.")
    return None if (command.seat in table.muted) == command.on else entries.Muted(command.seat, command.on)


@decide.register
def _(command: messages.Pause, table: Table, context: CommandContext) -> LogEntry | None:
    _host_only(table, context)
    if table.status not in ("playing", "paused"):
        raise Refused("not_now", "There is no game going on.")
    return None if table.paused == command.on else entries.Paused(command.on)


@decide.register
def _(command: messages.Change, table: Table, context: CommandContext) -> LogEntry:
    _host_only(table, context)
    _lobby_only(table)
    seats = len(table.places) if command.seats is None else command.seats
    given = table.options if command.options is None else command.options
    game = rules_of(table.game, seats, given)
    places = [*table.places[:seats], *(Place() for _ in range(seats - len(table.places)))]
    if any(place.kind == "person" for place in table.places[seats:]):
        # People keep a seat as long as there is one that no other person has.
        extra = [place for place in table.places[seats:] if place.kind == "person"]
        for seat, place in enumerate(places):
            if place.kind != "person" and extra:
                places[seat] = extra.pop(0)
        if extra:
            raise Refused("conflict", f"More than {seats} people sit at the table.")
    return entries.Changed(places, _changed(game.options, given), command.house or table.settings)


@decide.register
def _(command: messages.Rename, table: Table, context: CommandContext) -> LogEntry:
    seat = _seated(table, context)
    _lobby_only(table)
    name = unique(tidy(command.name), table.places, seat)
    return entries.Renamed(seat, name, [tidy(member) for member in command.members])


@decide.register
def _(command: messages.Leave, table: Table, context: CommandContext) -> LogEntry | None:
    seat = _seated(table, context)
    if table.status in ("over", "closed"):
        raise Refused("not_now", "The game is over; there is nothing to leave.")
    return None if seat in table.gone else entries.Left(seat, level=STAND_IN)


@decide.register
def _(command: messages.TakeOver, table: Table, context: CommandContext) -> LogEntry | None:
    by = _seated(table, context)
    return take_over(table, command.seat, context, by)


def take_over(table: Table, seat: int, context: CommandContext, by: int | None) -> LogEntry | None:
    """Let a bot play for a person who has been away long enough; `by` is None when automatic."""
    if table.status not in ("playing", "paused"):
        raise Refused("not_now", "There is no game going on.")
    _check_seat(table.places, seat)
    place = table.places[seat]
    if place.kind != "person":
        raise Refused("conflict", "No person sits there.")
    if seat in table.standing_in:
        return None
    if table.settings.absence == "wait":
        raise Refused("forbidden", "At this table everybody waits for those who are away.")
    away = context.away_for[seat] if seat < len(context.away_for) else None
    if away is None:
        raise Refused("not_now", f"{place.name} is here.")
    left = context.grace - away
    if left > 0:
        raise Refused("not_now", f"{place.name} may still come back: ask again in {round(left) + 1} seconds.")
    return entries.TakenOver(seat, STAND_IN, by)


def replace_absent(seat: int, table: Table, context: CommandContext) -> LogEntry | None:
    """Let a bot play for a person who stayed away too long."""
    return take_over(table, seat, context, None)


def replace_host(table: Table, context: CommandContext) -> LogEntry | None:
    """Before the start, replace a host who stayed away too long by the next person present."""
    away = context.host_away_for
    if table.status != "lobby" or away is None or away < context.host_grace:
        return None
    seat = table.seat_of(table.host)
    present = [
        other
        for other in table.people_after(-1 if seat is None else seat)
        if other != seat and other < len(context.away_for) and context.away_for[other] is None
    ]
    return entries.HostChanged(present[0]) if present else None


@decide.register
def _(command: messages.Back, table: Table, context: CommandContext) -> LogEntry | None:
    seat = _seated(table, context)
    return entries.CameBack(seat) if seat in table.standing_in else None


@decide.register
def _(command: messages.Say, table: Table, context: CommandContext) -> LogEntry:
    if not table.settings.chat:
        raise Refused("forbidden", "There is no chat at this table.")
    text = tidy(command.text)
    seat = table.seat_of(context.player)
    if seat is None:
        host = bool(context.player) and context.player == table.host
        if not host and (table.watchers_muted or context.player in table.sent_away):
            raise Refused("forbidden", "The host muted those who watch.")
        return entries.Said(text, "The host" if host else "A watcher")
    if seat in table.muted:
        raise Refused("forbidden", "The host muted you.")
    return entries.Said(text, table.places[seat].name, seat)


@decide.register
def _(command: messages.Rematch, table: Table, context: CommandContext) -> LogEntry | None:
    if table.seat_of(context.player) is None and context.player != table.host:
        raise Refused("forbidden", "Only players of this table can ask for a rematch.")
    if table.match is None or not table.finished:
        raise Refused("not_now", "The game is not over yet.")
    return None if table.rematch else entries.Rematched(context.new_code())


def again(table: Table, player: str, secret: str = "") -> entries.Created:
    """The table of a rematch: the same people and bots, each one seat further, so that somebody else begins."""
    turned = [*table.places[1:], *table.places[:1]]
    places = [structs.replace(place, share="") for place in turned]  # a share is for one secret
    host = table.host if any(place.player == table.host for place in places) else player
    version, settings = table.rules().version, table.settings
    return entries.Created(table.game, version, host, places, table.options, settings, table.code, secret=secret)


@decide.register
def _(command: messages.Close, table: Table, context: CommandContext) -> LogEntry | None:
    _host_only(table, context)
    if table.status == "over":
        raise Refused("not_now", "The game is over already.")
    return None if table.closed else entries.Closed("The host closed the table.")


# Checks


def tidy(text: str) -> str:
    """A cleaned name or line: printable, on one line; Refused if nothing is left."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not shown:
        raise Refused("bad_message", "Please write at least one letter.")
    return shown


def unique(name: str, places: Sequence[Place], seat: int) -> str:
    """The name, with a number appended if another player at the table has it."""
    others = {place.name.casefold() for n, place in enumerate(places) if n != seat}
    shown, number = name, 2
    while shown.casefold() in others:
        shown, number = f"{name[:20]} {number}", number + 1
    return shown


def bot_name(places: Sequence[Place]) -> str:
    """A name for one more bot."""
    used = {place.name.casefold() for place in places}
    return next((name for name in BOT_NAMES if name.casefold() not in used), f"Bot {len(used) + 1}")


def _level(level: str) -> str:
    if level not in LEVELS:
        raise Refused("illegal", f"There is no bot level {level!r}. There are: {', '.join(LEVELS)}.")
    return level


def _changed(options: dict[str, Value], given: dict[str, Value]) -> dict[str, Value]:
    return {name: options[name] for name in given}


def _check_seat(places: Sequence[Place], seat: int) -> None:
    if not 0 <= seat < len(places):
        raise Refused("not_found", f"There is no seat {seat + 1} at this table.")


def _host_only(table: Table, context: CommandContext) -> None:
    if not context.player or context.player != table.host:
        raise Refused("forbidden", "Only the host can do that.")


def _seated(table: Table, context: CommandContext) -> int:
    seat = table.seat_of(context.player)
    if seat is None:
        raise Refused("forbidden", "You do not sit at this table.")
    return seat


def _lobby_only(table: Table) -> None:
    if table.status == "closed":
        raise Refused("closed", "The table is closed.")
    if table.status != "lobby":
        raise Refused("not_now", "The game has begun.")


def _open_only(table: Table) -> None:
    if table.status in ("over", "closed"):
        raise Refused("closed", "The table is closed." if table.status == "closed" else "The game is over.")
