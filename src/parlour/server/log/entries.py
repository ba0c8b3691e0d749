"""The entries of a table's log. A table is the fold of its entries.

Each entry is one row in the store. Databases hold these names and fields: an entry may gain a field with a default,
but never lose or rename one.
"""

import msgspec

from parlour.core.chance import Luck
from parlour.core.errors import BadRecord, ParlourError
from parlour.core.options import Value
from parlour.server.protocol.messages import SeatKind, TableSettings


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """Base class of all entries."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """Who has a seat: nobody, a person (`player` is the hash of their token) or a bot of some level."""

    kind: SeatKind = "open"
    name: str = ""
    player: str = ""
    level: str = ""
    members: list[str] = []
    share: str = ""
    """A person's part of the seed, sent before the start."""


class Created(LogEntry, frozen=True):
    """A table is set up; `host` is the hash of the host's token."""

    game: str
    version: str
    host: str
    places: list[Place]
    options: dict[str, Value]
    house: TableSettings
    before: str = ""
    """The table these players come from."""
    lesson: bool = False
    """Is the game's lesson taught here?"""
    secret: str = ""
    """The server's part of the seed; only its seal is shown before the end."""


class Joined(LogEntry, frozen=True):
    """A person sits down."""

    seat: int
    player: str
    name: str
    members: list[str] = []


class Left(LogEntry, frozen=True):
    """A person left the seat or was removed by the host. During a game a bot of this level and name plays on."""

    seat: int
    kicked: bool = False
    level: str = ""
    name: str = ""


class Shared(LogEntry, frozen=True):
    """A person sent a share of the seed."""

    seat: int
    share: str


class BotSat(LogEntry, frozen=True):
    """A bot takes a seat, or plays at another level from now on."""

    seat: int
    level: str
    name: str


class BotLeft(LogEntry, frozen=True):
    """A bot's seat is open again."""

    seat: int


class Changed(LogEntry, frozen=True):
    """Other options, another number of seats, or other settings of the table."""

    places: list[Place]
    options: dict[str, Value]
    house: TableSettings


class Renamed(LogEntry, frozen=True):
    """A person has another name, or a team other members."""

    seat: int
    name: str
    members: list[str] = []


class Started(LogEntry, frozen=True):
    """The game begins: who sits where, the secret seed and the luck of the deal."""

    version: str
    places: list[Place]
    seed: str
    deal: list[Luck]
    luck: int = 1
    """How the luck follows from the seed, as in records."""
    start: dict[str, object] | None = None
    """The position the game begins from, if it is not dealt."""
    shares: list[str] = []
    """Each seat's part of the seed; empty at a table without a sealed secret."""


class Acted(LogEntry, frozen=True):
    """A decision, with the luck it met."""

    seat: int
    action: int
    text: str
    luck: list[Luck]
    bot: bool = False


class TakenOver(LogEntry, frozen=True):
    """A bot plays for a person who is away; `by` is the seat that asked, None if it was automatic."""

    seat: int
    level: str
    by: int | None = None


class CameBack(LogEntry, frozen=True):
    """A person plays again instead of the bot."""

    seat: int


class Said(LogEntry, frozen=True):
    """A line of chat; `seat` is None for a watcher."""

    text: str
    name: str
    seat: int | None = None


class Muted(LogEntry, frozen=True):
    """The host muted or unmuted a seat, or with None everybody who watches."""

    seat: int | None
    on: bool


class Paused(LogEntry, frozen=True):
    """The game is paused or resumed."""

    on: bool


class HostChanged(LogEntry, frozen=True):
    """The host stayed away before the start; the person on this seat is the new host."""

    seat: int


class UndoAsked(LogEntry, frozen=True):
    """A player asks the others whether the last action may be taken back."""

    seat: int


class UndoAnswered(LogEntry, frozen=True):
    """A player's answer, unless it was the last one needed (then `undone` follows at once)."""

    seat: int
    agrees: bool


class Undone(LogEntry, frozen=True):
    """The last action of this seat is taken back."""

    seat: int


class WentOn(LogEntry, frozen=True):
    """The learner has read a step of the lesson."""


class Rematched(LogEntry, frozen=True):
    """The players continue at another table."""

    code: str


class Closed(LogEntry, frozen=True):
    """The table ends without a result."""

    why: str


KINDS: dict[str, type[LogEntry]] = {
    "created": Created,
    "joined": Joined,
    "left": Left,
    "shared": Shared,
    "bot_sat": BotSat,
    "bot_left": BotLeft,
    "changed": Changed,
    "renamed": Renamed,
    "started": Started,
    "acted": Acted,
    "taken_over": TakenOver,
    "came_back": CameBack,
    "said": Said,
    "muted": Muted,
    "paused": Paused,
    "host_changed": HostChanged,
    "undo_asked": UndoAsked,
    "undo_answered": UndoAnswered,
    "undone": Undone,
    "went_on": WentOn,
    "rematched": Rematched,
    "closed": Closed,
}
NAMES = {kind: name for name, kind in KINDS.items()}
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
_ENCODER = msgspec.json.Encoder()


def encode_entry(entry: LogEntry) -> tuple[str, bytes]:
    """An entry as the store keeps it: its kind and its JSON."""
    return NAMES[type(entry)], _ENCODER.encode(entry)


def decode_entry(kind: str, data: bytes) -> LogEntry:
    """An entry from the store; msgspec.ValidationError or KeyError if this version does not know it."""
    return _DECODERS[kind].decode(data)


def why_not(error: Exception) -> str:
    """A sentence for everybody about why a row could not be folded."""
    if isinstance(error, BadRecord):
        return "Its game does not replay with these rules."  # the error itself may name a hidden card
    known = isinstance(error, ParlourError | msgspec.DecodeError | KeyError)
    return str(error) if known else f"Its log is damaged ({type(error).__name__})."
