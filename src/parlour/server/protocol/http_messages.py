"""The messages that go only over HTTP: requests and responses beside the table itself.

They follow the rules of `messages.py`, which has everything a socket carries and the shared parts.
"""

from typing import Annotated, Literal

import msgspec

from parlour.core.options import Value
from parlour.core.scene import Scene
from parlour.games import LONGEST_SLUG
from parlour.server.protocol.messages import (
    Level,
    Message,
    Name,
    Options,
    Seat,
    Status,
    TableEvent,
    TableSettings,
    Whole,
)
from parlour.server.protocol.theme_messages import ThemeInfo

Slug = Annotated[str, msgspec.Meta(max_length=LONGEST_SLUG)]


class ViewQuery(msgspec.Struct, frozen=True):
    """The query of a view."""

    have: Annotated[Whole, msgspec.Meta(description="The number of the last update the client has.")] | None = None
    wait: Annotated[Whole, msgspec.Meta(description="Seconds to wait for a newer one, at most 25.")] = 0


class LogQuery(msgspec.Struct, frozen=True):
    """The query of a log."""

    after: Annotated[Whole, msgspec.Meta(description="The number of lines to skip.")] = 0


class ReplayQuery(msgspec.Struct, frozen=True, rename={"whose": "as"}):
    """The query of a replay."""

    whose: Annotated[Seat, msgspec.Meta(description="A seat's number, or `open` for all hands.")] | Literal["open"] = (
        "open"
    )


class OptionInfo(Message, frozen=True):
    """A house rule of a game."""

    name: str
    help: str
    default: Value
    choices: list[Value]
    """The values it takes; empty for any whole number from `least` to `most`."""
    least: int | None = None
    most: int | None = None
    title: str = ""
    """What players call it; empty if its name says enough."""
    labels: list[str] = []
    """What players call the choices; empty if they say enough."""


class GameInfo(Message, frozen=True):
    """A game of the catalogue."""

    slug: str
    title: str
    summary: str
    minutes: str
    min_seats: int
    max_seats: int
    default_seats: int
    version: str
    teams: bool
    """Seats may be teams."""
    options: list[OptionInfo]
    theme: ThemeInfo | None = None
    """How it looks, if the client has no look for it."""
    lesson: bool = False
    """Is there a lesson?"""


class Catalogue(Message, frozen=True):
    """The games, and the levels bots play at."""

    games: list[GameInfo]
    levels: list[str]
    version: str


class Rules(Message, frozen=True):
    """A game's rules page as HTML made from our own Markdown."""

    slug: str
    title: str
    html: str


class BotSeat(Message, frozen=True):
    """A bot at a new table."""

    seat: Seat
    level: Level


class NewTable(Message, frozen=True):
    """Ask for a table. The sender is its host and takes seat `sit` (None: host without a seat)."""

    game: Slug
    name: Name
    seats: Seat | None = None
    options: Options = {}
    bots: Annotated[list[BotSeat], msgspec.Meta(max_length=12)] = []
    house: TableSettings = TableSettings()
    sit: Seat | None = 0
    start: bool = False
    """Start at once; open seats are filled with bots."""
    fill: Level = "normal"
    lesson: bool = False
    """The game's lesson: its own seats, options and deal."""


class Join(Message, frozen=True):
    """Take a seat: this one, or any that is open."""

    name: Name
    seat: Seat | None = None
    members: Annotated[list[Name], msgspec.Meta(max_length=6)] = []


class Seated(Message, frozen=True):
    """The seat taken."""

    code: str
    seat: int | None
    token: str = ""
    """For programs that ask with `Authorization: Bearer new`; browsers get a cookie that scripts cannot read."""
    seal: str = ""
    """The table's, for a client that sends its share at once; see `TableInfo`."""


class MyTable(Message, frozen=True):
    """One of the visitor's tables."""

    code: str
    game: str
    title: str
    status: Status
    seat: int
    names: list[str]
    my_turn: bool
    changed_at: float


class Me(Message, frozen=True):
    """The visitor: the name used last, and their tables."""

    name: str
    tables: list[MyTable]
    token: str = ""
    """For programs that ask with `Authorization: Bearer new`."""


class Handover(Message, frozen=True):
    """A code that moves the visitor to another device: it works once, until `until`."""

    code: str
    until: float
    path: str
    """The path of the page that redeems the code; the code is in the fragment, which is never sent."""
    qr: str
    """The same address as a QR code, in SVG."""


class Arrive(Message, frozen=True):
    """Redeem a code on this device."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    replace: bool = False
    """Give up the seats this device has now."""


class Frame(Message, frozen=True):
    """A moment of a replay: what happened, and the scene after it."""

    n: int
    seat: int | None
    text: str
    """The action, in words; empty for the deal."""
    events: list[TableEvent]
    scene: Scene


class Replay(Message, frozen=True):
    """A finished game from one seat's view, or with all hands open (`seat` None)."""

    game: str
    title: str
    names: list[str]
    seat: int | None
    seed: str
    seed_hash: str
    seal: str
    """SHA-256 of the server's secret part of the seed; empty if there was none."""
    secret: str
    shares: list[str]
    """Each seat's part of the seed; empty if there were none."""
    options: dict[str, Value]
    verified: bool
    """All luck came from the seed."""
    frames: list[Frame]


class ReviewQuery(msgspec.Struct, frozen=True, rename={"whose": "as"}):
    """The query of a review."""

    whose: Annotated[Seat, msgspec.Meta(description="A seat's number; left out: the visitor's own.")] | None = None


class ReviewedChoice(Message, frozen=True):
    """A decision as the coach judges it, from what the player knew."""

    n: int
    """The number of the action."""
    prompt: str
    chosen: str
    best: str
    loss: float
    """What it cost: 0.1 is ten percent of the chance to win."""
    error: float
    """The standard error of that."""
    mistake: bool
    """Is the loss clear?"""


class ReviewSwing(Message, frozen=True):
    """How the chance to win changed between two decisions without a mistake explaining it: luck and the others."""

    after: int
    until: int
    change: float
    told: list[str]


class GameReview(Message, frozen=True):
    """The review of one player's decisions; `start` + `luck` - `mistakes` = `result`."""

    seat: int
    name: str
    start: float
    luck: float
    mistakes: float
    result: float | None
    decisions: list[ReviewedChoice]
    swings: list[ReviewSwing]
    skipped: int
    """Decisions the time did not suffice for."""


class ReviewState(Message, frozen=True):
    """How far a review is; ask again until it is done."""

    state: Literal["waiting", "thinking", "done"]
    done: int
    total: int
    review: GameReview | None = None


class WhatIf(Message, frozen=True):
    """Play a finished game on from one's own decision: the action with this number is not played."""

    n: Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Hinted(Message, frozen=True):
    """The coach's judgement of one action."""

    action: int
    label: str
    chance: float
    """The estimated chance to win, 0 to 1, less its likely error."""


class Hint(Message, frozen=True):
    """What the coach would do, best first, from what this seat may know."""

    prompt: str
    best: list[Hinted]
    why: str
