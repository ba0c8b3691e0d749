"""The closed vocabulary any client can draw: browser, terminal, screen reader, script.

A scene is complete for its viewer: players, zones, pieces, one prompt, the log. A client that knows
these words plays every game; adding a game adds no word. Every legal choice is listed with the pieces,
zones and seats it touches, so a client finds what can be clicked by filtering `prompt.choices`.

The parts are msgspec structs: two to three times as fast to make and encode as dataclasses, which matters at a table
with many viewers.
"""

from collections.abc import Sequence
from typing import Literal, Protocol, cast

import msgspec

Layout = Literal["pile", "spread", "fan", "row", "grid", "ring", "slots", "pool", "text"]
Area = Literal["table", "self", "seat", "side"]
Policy = Literal["visible", "order", "len", "nonempty", "hidden"]
PromptKind = Literal["turn", "react", "commit", "setup", "info"]
Tone = Literal["rule", "info", "warn"]
Style = Literal["main", "optional", "danger", "quiet"]
Tag = Literal["new", "selected", "used", "target", "peeked", "fixed"]

Facet = str | int | tuple[str, ...]
"""A facet to sort, colour or draw a piece by: a word, a number, or several words."""

# The policies: every piece shown / backs in known places / only a count / only whether empty / not even that.


class Badge(msgspec.Struct, frozen=True, gc=False):
    """A short text on a zone or player: a rule in force (`rule`), information (`info`) or a warning (`warn`).

    `about` is the name of the piece it is about, for clients that do not draw that piece beside it. `printed` is true
    if the piece's own face shows the text.
    """

    text: str
    tone: Tone = "info"
    about: str = ""
    printed: bool = False

    def in_words(self) -> str:
        """The text, with the name of the piece it is about in front."""
        return f"{self.about}: {self.text}" if self.about else self.text


class PieceType(msgspec.Struct, frozen=True, gc=False):
    """A kind of card, pawn, die or chip: what it is called and the facets to sort, colour and draw by.

    `title` and `text` are printed on its face, where that is less than `name` and `help` say.
    """

    name: str
    short: str
    facets: dict[str, Facet] = {}
    help: str = ""
    title: str = ""
    text: str = ""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """One thing in a zone; `type` is None for a back. Ids are stable while the viewer can follow the piece."""

    id: str
    zone: str
    pos: int | tuple[int, int]
    type: str | None
    tags: tuple[Tag, ...] = ()
    value: int | None = None
    number: int | None = None
    """The number of the place it lies in, where places are numbered."""


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A place where pieces lie. `label` does not say whose it is or which of several: see `Scene.name_of`."""

    id: str
    label: str
    layout: Layout
    area: Area
    count: int
    policy: Policy = "visible"
    owner: int | None = None
    under: str | None = None
    dim: str | None = None
    badges: tuple[Badge, ...] = ()
    shape: tuple[int, int] | None = None
    """Rows and columns of a grid."""
    number: int | None = None
    """Tells apart zones with the same label."""
    family: str = ""
    """Zones of one family are drawn together."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """One seat as everybody sees it."""

    seat: int
    name: str
    counters: dict[str, int] = {}
    badges: tuple[Badge, ...] = ()
    members: tuple[str, ...] = ()
    """Who plays together at this seat, when seats are teams."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One legal action: its id and text, a label for a button, and what it touches.

    `pieces`, `zones`, `seats` and `cells` are what a player points at to choose it; `option` is a word that
    tells apart choices that touch the same things. A cell is the row and column of a place in a grid, from 0; for a
    block of places it is the upper left one. `number` is that of the place, where places are numbered; the actions
    of such places have consecutive ids.
    """

    action: int
    text: str
    label: str
    style: Style = "main"
    pieces: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    number: int | None = None
    option: str = ""
    confirm: str = ""
    preview: str = ""
    ends: bool = False
    """Does it end the game at once? Then the label says so, and `confirm` asks."""


class Blocked(msgspec.Struct, frozen=True, gc=False):
    """Pieces or zones that cannot be chosen now, and why."""

    pieces: tuple[str, ...]
    why: str
    zones: tuple[str, ...] = ()


class Series(msgspec.Struct, frozen=True, gc=False):
    """Several answers that a client may let the player give together: `count` choices of one piece each.

    The client sends them one after the other. `label` is for the button that does.
    """

    count: int
    label: str


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """What the viewer is asked: every choice is legal and every legal action is a choice."""

    seat: int
    kind: PromptKind
    text: str
    choices: tuple[Choice, ...]
    blocked: tuple[Blocked, ...] = ()
    help: str = ""
    series: Series | None = None


class ChartRow(msgspec.Struct, frozen=True, gc=False):
    """A line of a chart; `lit` if it applies now."""

    head: str
    text: str
    lit: bool = False


class Chart(msgspec.Struct, frozen=True, gc=False):
    """Something to look up at any time: what each pair, tool or symbol does."""

    title: str
    rows: tuple[ChartRow, ...]


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """A seat the game waits for, and for what."""

    seat: int
    text: str


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the game ended, for the final screen, with one line of score breakdown per seat."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    lines: tuple[str, ...] = ()


class Scene(msgspec.Struct, frozen=True, gc=False):
    """Everything one viewer sees now."""

    game: str
    title: str
    seat: int
    phase: str
    players: tuple[Player, ...]
    types: dict[str, PieceType]
    zones: tuple[Zone, ...]
    pieces: tuple[Piece, ...]
    prompt: Prompt | None
    waiting: tuple[Waiting, ...]
    result: Result | None = None
    note: str = ""
    """A permanent remark, such as that the deck is a reconstruction."""
    log: tuple[str, ...] = ()
    goal: str = ""
    """How the game is won and how far the viewer is, in a few words."""
    charts: tuple[Chart, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Plain data, as parsed from the scene's JSON."""
        return cast(dict[str, object], msgspec.json.decode(msgspec.json.encode(self)))

    def name_of(self, zone: Zone) -> str:
        """What a zone is called at the table: whose it is, its label, and its number.

        A zone in the middle of the table is not named after its owner.
        """
        label = zone.label if zone.number is None else f"{zone.label} {zone.number}"
        if zone.owner is None or zone.area not in ("self", "seat"):
            return label
        whose = "Your" if zone.owner == self.seat else possessive(self.players[zone.owner].name)
        return f"{whose} {label}"

    def at_table(self, teams: Sequence[Sequence[str]], log: Sequence[str]) -> "Scene":
        """The same scene with what only the table knows: team members and the log."""
        players = tuple(
            msgspec.structs.replace(player, members=tuple(teams[player.seat])) if teams else player
            for player in self.players
        )
        return msgspec.structs.replace(self, players=players, log=tuple(log))


class Ended(Protocol):
    """How a game ended, as `Outcome` says it."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """1 is best."""

    @property
    def scores(self) -> tuple[int, ...]:
        """One for each seat."""

    @property
    def reason(self) -> str:
        """Why the game is over."""


def result_of(outcome: Ended | None, lines: Sequence[str]) -> Result | None:
    """The final screen's result with one line of explanation per seat; None while the game goes on."""
    if outcome is None:
        return None
    return Result(outcome.winners, outcome.ranks, outcome.scores, outcome.reason, tuple(lines))


def goal_line(goal: str, mine: str | int = "") -> str:
    """The goal and how far the viewer is.

    >>> goal_line("First to 20 points", 12)
    'First to 20 points · you 12'
    """
    return goal if mine == "" else f"{goal} · you {mine}"


def ends_game(choice: Choice, sure: str = "", what: str = "game") -> Choice:
    """The same choice, marked as one that ends the game: its label says so, and it asks once.

    >>> ends_game(Choice(0, "stop", "Stop"), "Stop now?").label
    'Stop (ends the game)'
    """
    label = f"{choice.label} (ends the {what})"
    asked = sure or choice.confirm or f"This ends the {what}. Go on?"
    return msgspec.structs.replace(choice, label=label, confirm=asked, ends=True)


def turns_left(turns: int) -> Badge:
    """A warning that a guard against endless games ends it soon."""
    return Badge(f"{counted(turns, 'turn')} left", "warn")


def says(name: str, plural: str, singular: str) -> str:
    """A name with its verb; the name "You" takes the plural.

    >>> says("You", "play", "plays"), says("Bo", "play", "plays")
    ('You play', 'Bo plays')
    """
    return f"{name} {plural if name == 'You' else singular}"


def whom(name: str) -> str:
    """A name in the middle of a sentence.

    >>> whom("You"), whom("Bo")
    ('you', 'Bo')
    """
    return "you" if name == "You" else name


def counted(number: int, word: str) -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(0, "card")
    ('1 card', '0 cards')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def possessive(name: str) -> str:
    """A name's possessive.

    >>> possessive("You"), possessive("Bo")
    ('Your', "Bo's")
    """
    return "Your" if name == "You" else f"{name}'s"


def open_scene(scenes: Sequence[Scene]) -> Scene:
    """Merge all viewers' scenes of one moment: each zone as the viewer who sees most of it sees it.

    Used to replay finished games. What is the same for everybody comes from the first scene.
    """
    first = scenes[0]
    pieces: list[Piece] = []
    zones: list[Zone] = []
    for zone in first.zones:
        best = max(scenes, key=lambda scene: _seen_of(scene, zone.id))
        known = {
            (piece.id, piece.pos): piece
            for scene in scenes
            for piece in scene.pieces
            if piece.zone == zone.id and piece.type is not None
        }
        seen = next((other for other in best.zones if other.id == zone.id), zone)
        # Owner and place come from the spectator's scene: with four players there is no "your hand".
        zones.append(msgspec.structs.replace(seen, area=zone.area, dim=zone.dim))
        pieces += [known.get((piece.id, piece.pos), piece) for piece in best.pieces if piece.zone == zone.id]
    types = {name: kind for scene in scenes for name, kind in scene.types.items()}
    return msgspec.structs.replace(first, types=types, zones=tuple(zones), pieces=tuple(pieces), prompt=None, seat=-1)


def _seen_of(scene: Scene, zone: str) -> tuple[int, int]:
    """How much of a zone a viewer sees: faces, then pieces."""
    there = [piece for piece in scene.pieces if piece.zone == zone]
    return sum(piece.type is not None for piece in there), len(there)
