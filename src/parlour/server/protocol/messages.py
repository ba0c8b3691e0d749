"""Every message between a table and its clients, defined once; those that go only over HTTP are in `http_messages.py`.

The browser's TypeScript types and the OpenAPI description are generated from both (`typescript.py`, `openapi.py`).
Decoding is strict: unknown fields, wrong types and long texts are refused. Scenes (`parlour.core.scene`) stay as is.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from parlour.core.moves import Moved
from parlour.core.options import Value
from parlour.core.scene import Chart, Piece, PieceType, Player, Prompt, Result, Scene, Waiting, Zone
from parlour.server.protocol.guidance import LessonInfo, UndoInfo, UndoOffer
from parlour.server.protocol.guidance import Message as Message

PROTOCOL = 5

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=11)]
Level = Annotated[str, msgspec.Meta(max_length=80)]
Once = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""A new id for each request, chosen by the client: a retry with the same id is done only once."""
Fact = int | str | bool | list[int | str] | None
BIGGEST = 2**31 - 1
Whole = Annotated[int, msgspec.Meta(ge=0, le=BIGGEST)]
OptionName = Annotated[str, msgspec.Meta(max_length=40)]
OptionValue = bool | Annotated[int, msgspec.Meta(ge=-BIGGEST, le=BIGGEST)] | OptionName
Options = Annotated[dict[OptionName, OptionValue], msgspec.Meta(max_length=40)]
"""A client's house rules: as many and as long as any game has, and more."""


# What a table looks like to one viewer

Absence = Literal["ask", "bot", "wait"]
"""What happens when a player is away: the others may let a bot play, a bot takes over automatically, or all wait."""
Status = Literal["lobby", "playing", "paused", "over", "closed"]
SeatKind = Literal["open", "person", "bot"]


class SeatInfo(Message, frozen=True):
    """One seat as everybody sees it."""

    seat: int
    kind: SeatKind
    name: str
    level: str = ""
    """The bot's level; for a person, that of the bot that plays for them now."""
    members: list[str] = []
    """Who plays together at this seat, where seats are teams."""
    here: bool = False
    away_since: float | None = None
    """When the person's last connection ended, in seconds since 1970; None while connected, and for bots."""
    bot_plays: bool = False
    """A bot plays for the absent person, who may come back at any time."""
    muted: bool = False
    share: str = ""
    """This seat's part of the seed; see `Share`."""


class TableSettings(Message, frozen=True):
    """The host's settings of the table, apart from the game's own options."""

    absence: Absence = "ask"
    hints: bool = True
    chat: bool = True
    watchers: bool = True
    studies: bool = False
    """May whoever runs the server study the finished game (`parlour study tables`)? Names are left out."""


class TableInfo(Message, frozen=True):
    """The table: what is played, by whom, and its status."""

    code: str
    game: str
    title: str
    status: Status
    seats: list[SeatInfo]
    host: int | None
    options: dict[str, Value]
    changed: list[str]
    """The options that differ from their defaults."""
    house: TableSettings
    seal: str = ""
    """SHA-256 of the server's secret part of the seed, shown before anybody sends a share."""
    secret: str = ""
    """That secret, once the game is over."""
    seed_hash: str = ""
    """SHA-256 of the seed of all luck, shown from the start."""
    seed: str = ""
    """The seed itself, once the game is over."""
    rematch: str = ""
    """The code of the table where these players continue."""
    watching: int = 0
    started_at: float | None = None
    note: str = ""
    """Why the table is closed."""
    watchers_muted: bool = False
    """Those who watch cannot write."""


class You(Message, frozen=True):
    """Who the viewer is at this table; `acted` if they have made a choice in its game."""

    seat: int | None
    role: Literal["host", "player", "watcher"]
    name: str = ""
    acted: bool = False


class LogLine(Message, frozen=True):
    """One line of the log; `n` counts the lines this viewer may know, `seq` is the update that added it."""

    n: int
    seq: int
    text: str
    seat: int | None = None


class Log(Message, frozen=True):
    """The end of the log; older lines are at `/api/tables/{code}/log`."""

    total: int
    tail: list[LogLine]


class ChatLine(Message, frozen=True):
    """A line of chat."""

    seq: int
    name: str
    text: str
    at: float
    seat: int | None = None


class Snapshot(Message, frozen=True):
    """Everything one viewer sees now. Nothing else is needed to draw the table."""

    table: TableInfo
    you: You
    scene: Scene | None
    """None until the game starts."""
    prompt: str | None
    """The id of the viewer's prompt, sent with an action; None when there is nothing to choose."""
    log: Log
    chat: list[ChatLine]
    lesson: LessonInfo | None = None
    undo: UndoInfo | None = None


class TableEvent(Message, frozen=True):
    """One thing that led to this view, with what this viewer may know of it."""

    kind: str
    seat: int | None = None
    say: str = ""
    facts: dict[str, Fact] = {}
    moves: list[Moved] = []
    """The pieces it moves, in order; named as far as this viewer may know them."""


# From the table to a client


class Welcome(Message, frozen=True, tag_field="t", tag="welcome"):
    """The answer to `hello`."""

    proto: int
    version: str
    now: float
    you: You
    grace: float
    """Seconds a player may be away before a bot can take the seat."""


class Update(Message, frozen=True, tag_field="t", tag="update"):
    """What happened since the last update, and everything as it is now. `seq` grows by one for everyone."""

    seq: int
    events: list[TableEvent]
    view: Snapshot


Kept = tuple[int, int]
"""A range of unchanged items of the previous list: from the first index up to, but not including, the second."""


class SceneStep(Message, frozen=True):
    """A scene after a step; what is left out did not change.

    In the lists a pair of numbers stands for a range of the previous list: from the first up to, but not including, the
    second.
    """

    phase: str
    players: list[Player | Kept]
    zones: list[Zone | Kept]
    pieces: list[Piece | Kept]
    prompt: Prompt | None
    waiting: tuple[Waiting, ...]
    result: Result | None
    types: dict[str, PieceType] | UnsetType = UNSET
    note: str | UnsetType = UNSET
    goal: str | UnsetType = UNSET
    charts: tuple[Chart, ...] | UnsetType = UNSET


class LogStep(Message, frozen=True):
    """The new lines; a client that keeps the last 40 has what a complete view would show."""

    total: int
    more: list[LogLine]


class Step(Message, frozen=True, tag_field="t", tag="step"):
    """An update for a socket that has the previous one (`seq` - 1): only what may have changed."""

    seq: int
    events: list[TableEvent]
    scene: SceneStep
    prompt: str | None
    log: LogStep
    table: TableInfo | UnsetType = UNSET
    you: You | UnsetType = UNSET
    chat: list[ChatLine] | UnsetType = UNSET
    lesson: LessonInfo | UnsetType | None = UNSET
    undo: UndoInfo | UnsetType | None = UNSET


RefusalCode = Literal[
    "bad_message",
    "closed",
    "conflict",
    "forbidden",
    "illegal",
    "not_found",
    "not_now",
    "stale_prompt",
    "too_fast",
    "too_large",
    "unauthorised",
    "unavailable",
]


class Refusal(Message, frozen=True):
    """Why something was not done: a code for programs, a sentence for people."""

    code: RefusalCode
    text: str
    view: Snapshot | None = None
    """With `stale_prompt`: the current view."""


class Ack(Message, frozen=True, tag_field="t", tag="ack"):
    """Whether a request was done; `seq` is the update that shows it."""

    id: str
    ok: bool
    seq: int = 0
    error: Refusal | None = None


class Presence(Message, frozen=True, tag_field="t", tag="presence"):
    """Who is connected; not part of the numbered updates."""

    here: list[bool]
    away_since: list[float | None]
    watching: int


class Pong(Message, frozen=True, tag_field="t", tag="pong"):
    """The answer to `ping`."""

    now: float


class Bye(Message, frozen=True, tag_field="t", tag="bye"):
    """The last message before the server hangs up."""

    reason: Literal["restart", "kicked", "closed", "slow", "bad_message", "too_fast"]
    text: str
    retry_ms: int = 0
    """Milliseconds until the client should reconnect; 0: do not reconnect automatically."""


FromTable = Welcome | Update | Step | Ack | Presence | UndoOffer | Pong | Bye


# From a client to the table: commands


class Start(Message, frozen=True, tag_field="c", tag="start"):
    """Host: start; open seats are filled with bots of this level."""

    fill: Level = "normal"


class AddBot(Message, frozen=True, tag_field="c", tag="add_bot"):
    """Host: a bot takes an open seat, or changes its level."""

    seat: Seat
    level: Level


class RemoveBot(Message, frozen=True, tag_field="c", tag="remove_bot"):
    """Host, before the start: the bot's seat is open again."""

    seat: Seat


class Kick(Message, frozen=True, tag_field="c", tag="kick"):
    """Host: remove a person; before the start the seat is open again, during a game a bot takes over."""

    seat: Seat


class Mute(Message, frozen=True, tag_field="c", tag="mute"):
    """Host: nobody at this seat can write, or with None nobody who watches."""

    seat: Seat | None
    on: bool = True


class Pause(Message, frozen=True, tag_field="c", tag="pause"):
    """Host: pause or resume the game."""

    on: bool = True


class Change(Message, frozen=True, tag_field="c", tag="change"):
    """Host, before the start: other options, number of seats or table settings."""

    seats: Seat | None = None
    options: Options | None = None
    house: TableSettings | None = None


class Rename(Message, frozen=True, tag_field="c", tag="rename"):
    """A person, before the start: another name, or the members of the team at this seat."""

    name: Name
    members: Annotated[list[Name], msgspec.Meta(max_length=6)] = []


class Share(Message, frozen=True, tag_field="c", tag="share"):
    """A person, before the start: their part of the seed, best chosen at random after looking at the seal."""

    share: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Leave(Message, frozen=True, tag_field="c", tag="leave"):
    """A person leaves: before the start the seat is open again, during a game a bot takes over."""


class TakeOver(Message, frozen=True, tag_field="c", tag="take_over"):
    """Any player: let a bot play for somebody who is away (`ask` tables, after the grace period)."""

    seat: Seat


class Back(Message, frozen=True, tag_field="c", tag="back"):
    """A person takes their seat back from the bot."""


class Say(Message, frozen=True, tag_field="c", tag="say"):
    """Anybody at the table: a line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class GoOn(Message, frozen=True, tag_field="c", tag="go_on"):
    """In a lesson: the learner has read this step."""


class Undo(Message, frozen=True, tag_field="c", tag="undo"):
    """A player: take back the last action, or ask the others for it."""


class AnswerUndo(Message, frozen=True, tag_field="c", tag="answer_undo"):
    """Another player's answer."""

    agree: bool


class Rematch(Message, frozen=True, tag_field="c", tag="rematch"):
    """Any player, after the end: a new table with the same seats and options."""


class Close(Message, frozen=True, tag_field="c", tag="close"):
    """Host: end the game for all, without a result."""


Command = (
    Start
    | AddBot
    | RemoveBot
    | Kick
    | Mute
    | Pause
    | Change
    | Rename
    | Share
    | Leave
    | TakeOver
    | Back
    | Say
    | GoOn
    | Undo
    | AnswerUndo
    | Rematch
    | Close
)


# From a client to the table: over the socket


class Hello(Message, frozen=True, tag_field="t", tag="hello"):
    """The first message, or a later one: the last update the client has. Bots take `pace` of their usual time."""

    proto: Whole
    have: Whole | None = None
    client: Annotated[str, msgspec.Meta(max_length=80)] = ""
    pace: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0


class Act(Message, frozen=True, tag_field="t", tag="act"):
    """Play an action of the prompt."""

    id: Once
    prompt: Annotated[str, msgspec.Meta(max_length=40)]
    action: Whole


class Do(Message, frozen=True, tag_field="t", tag="do"):
    """Send a command to the table."""

    id: Once
    do: Command


class Ping(Message, frozen=True, tag_field="t", tag="ping"):
    """A keep-alive."""


ToTable = Hello | Act | Do | Ping
