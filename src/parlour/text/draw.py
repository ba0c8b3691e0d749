"""Draws any scene as lines of text: other players, the table, yourself. Knows no game."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rich.text import Text

from parlour.core.events import Event
from parlour.core.game import Game, State, View
from parlour.core.scene import Piece, Player, Scene, Zone
from parlour.text.choices import numbers_on_board, place_of, row_name
from parlour.text.screen import QUIET, Glyphs, broken, columns, flow, ink, wrapped

TONES = {"rule": "bold yellow", "info": "cyan", "warn": "bold red"}
AROUND = {
    "selected": ("[]", "chosen"),
    "target": ("><", "aimed at"),
    "peeked": ("()", "seen before"),
    "fixed": ("==", "stays face up"),
    "used": ("()", "used up"),
}
"""Signs around a tagged piece; the first tag that matches is used."""
READY = "bold green"
BOARDS = ("grid", "ring", "text")
"""Layouts that take lines of their own."""
PILE_SHOWN = 6
"""Cards of a pile to draw, from the top."""
MANY = 12
"""Row length from which equal neighbours are counted instead of repeated."""


class Drawing:
    """Draws one scene in lines of at most `width` columns."""

    def __init__(self, scene: Scene, glyphs: Glyphs, width: int, kinds: Mapping[int, str]) -> None:
        self.scene = scene
        self.glyphs = glyphs
        self.width = width
        self.kinds = kinds
        prompt = scene.prompt
        self.ready = {piece for choice in prompt.choices for piece in choice.pieces} if prompt else set()
        self.stuck = {piece for blocked in prompt.blocked for piece in blocked.pieces} if prompt else set()
        self.numbers = numbers_on_board(scene, width)
        self.held: dict[str, list[Piece]] = {zone.id: [] for zone in scene.zones}
        boards = {zone.id for zone in scene.zones if zone.layout in BOARDS}
        # A pawn's own zone on top of a board is drawn on the board.
        self.onto = {zone.id: zone.under for zone in scene.zones if zone.id in boards and zone.under in boards}
        for piece in scene.pieces:
            self.held[self.onto.get(piece.zone) or piece.zone].append(piece)
        for pieces in self.held.values():
            pieces.sort(key=place_of)

    def lines(self) -> list[Text]:
        """The whole scene."""
        zones = [zone for zone in self.scene.zones if zone.id not in self.onto]
        shared = [zone for zone in zones if zone.area in ("table", "side")]
        own = [zone for zone in zones if zone.area == "self"]
        rows = [zone for zone in shared + own if zone.layout not in BOARDS and not self._only_counted(zone)]
        self.edge = min(max((len(self._name(zone)) for zone in rows), default=0) + 4, self.width // 3)
        sections = [self._others(), self._zones(shared), self._self(own)]
        lines = [self._title(), *wrapped(self.scene.goal, self.width, QUIET)] if self.scene.goal else [self._title()]
        for section in sections:
            if section:
                lines += [*section, Text()]
        return lines[:-1] if not lines[-1].plain else lines

    def _title(self) -> Text:
        words = f" {self.scene.title} {self.glyphs.dot} {self.scene.phase} "
        line = ink(self.glyphs.line * 2, QUIET) + ink(words, "bold")
        return line + ink(self.glyphs.line * max(0, self.width - line.cell_len), QUIET)

    # People

    def _label(self, player: Player) -> Text:
        waited = any(waiting.seat == player.seat for waiting in self.scene.waiting)
        line = ink(f"{self.glyphs.turn if waited else ' '} ", "bold yellow")
        line.append(player.name, "bold")
        if kind := self.kinds.get(player.seat):
            line.append(f" ({kind})", QUIET)
        return line

    def _facts(self, player: Player) -> list[Text]:
        facts = [Text(f"{name} {number}") for name, number in player.counters.items()]
        facts += [ink(badge.in_words(), TONES[badge.tone]) for badge in player.badges]
        if len(player.members) > 1 and player.name != " & ".join(player.members):
            facts.append(ink(" + ".join(player.members), QUIET))
        return facts

    def _others(self) -> list[Text]:
        """A line for each other player, with their zones in columns if that fits."""
        others = [player for player in self.scene.players if player.seat != self.scene.seat]
        heads = [self._label(player) for player in others]
        edge = max((head.cell_len for head in heads), default=0) + 2
        people = {player.seat for player in others}
        filled = {
            zone.label for zone in self.scene.zones if zone.owner in people and (zone.count or self.held[zone.id])
        }
        rows: list[list[Text]] = []
        boards: list[list[Text]] = []
        for player in others:
            zones = [zone for zone in self.scene.zones if zone.area == "seat" and zone.owner == player.seat]
            flat = [zone for zone in zones if zone.layout not in BOARDS and zone.label in filled]
            flat = [zone for zone in flat if not _is_counter(zone, player)]
            rows.append(self._facts(player) + [self._chunk(zone, player) for zone in flat])
            boards.append([line for zone in zones if zone.layout in BOARDS for line in self._board(zone)])
        gap = f" {self.glyphs.dot} "
        fitted = _in_columns(rows, self.width - edge, len(gap))
        lines: list[Text] = []
        for head, row, board in zip(heads, fitted, boards, strict=True):
            lines += flow(head + Text(" " * (edge - head.cell_len)), row, self.width, gap) + board
        return lines

    def _chunk(self, zone: Zone, player: Player) -> Text:
        text = ink(f"{zone.label} ", QUIET)
        parts = self._contents(zone)
        text.append_text(Text(" ").join(parts) if parts else Text(str(zone.count)))
        for note in self._notes(zone):
            text.append(" ").append_text(note)
        return text

    # Places

    def _self(self, zones: Sequence[Zone]) -> list[Text]:
        me = next((player for player in self.scene.players if player.seat == self.scene.seat), None)
        zones = [zone for zone in zones if me is None or not _is_counter(zone, me)]
        head = flow(self._label(me) + Text("  "), self._facts(me), self.width, f" {self.glyphs.dot} ") if me else []
        return head + self._zones(zones)

    def _zones(self, zones: Sequence[Zone]) -> list[Text]:
        """A row for each zone with visible pieces, and one row for all zones that are only counted."""
        boards = [zone for zone in zones if zone.layout in BOARDS]
        plain = [zone for zone in zones if zone not in boards]
        counted = [zone for zone in plain if self._only_counted(zone)]
        rows = [zone for zone in plain if zone not in counted]
        lines: list[Text] = []
        for many, group in groupby(rows, self._is_small_pile):
            found = list(group)
            if many and len(found) > 2:
                lines += columns([self._row_head(zone) + self._contents(zone)[0] for zone in found], self.width)
                continue
            for zone in found:
                body = self._contents(zone) or [ink("empty", QUIET)]
                lines += flow(Text("  ") + self._row_head(zone), [*body, *self._notes(zone)], self.width)
        for zone in boards:
            lines += self._board(zone)
        if counted:
            chunks = []
            for zone in counted:
                chunk = ink(f"{self.scene.name_of(zone)} ", QUIET).append(str(zone.count))
                for note in self._notes(zone):
                    chunk.append(" ").append_text(note)
                chunks.append(chunk)
            lines += flow(Text("  "), chunks, self.width, f" {self.glyphs.dot} ")
        return lines

    def _row_head(self, zone: Zone) -> Text:
        head = ink(self._name(zone), QUIET if zone.dim else "")
        head.pad_right(max(2, (0 if self._is_small_pile(zone) else self.edge - 2) - head.cell_len))
        return head

    def _is_small_pile(self, zone: Zone) -> bool:
        return zone.layout == "pile" and not self._notes(zone) and len(self._contents(zone)) == 1

    def _only_counted(self, zone: Zone) -> bool:
        if zone.layout == "pool":
            return self._is_plain_pool(zone)
        return not self.held[zone.id] and zone.area != "self" and zone.policy != "visible"

    def _is_plain_pool(self, zone: Zone) -> bool:
        """Chips of one kind: the number is enough."""
        return len({piece.type for piece in self.held[zone.id]}) <= 1

    def _name(self, zone: Zone) -> str:
        many = zone.count > PILE_SHOWN and zone.layout != "pool"
        name = self.scene.name_of(zone)
        return f"{name} ({zone.count})" if many or zone.layout == "pile" else name

    def _notes(self, zone: Zone) -> list[Text]:
        """The notes beside a zone: the rules in force there, and why it must wait."""
        notes = [ink(badge.in_words(), TONES[badge.tone]) for badge in zone.badges]
        if zone.dim:
            notes.append(ink(zone.dim, QUIET))
        return [ink(f"{self.glyphs.dash} ", QUIET) + ink(f" {self.glyphs.dot} ", QUIET).join(notes)] if notes else []

    def _board(self, zone: Zone) -> list[Text]:
        if zone.layout == "text":
            lines = [line for badge in zone.badges for line in broken(Text(badge.in_words()), self.width - 4)]
            return [Text(f"  {self.scene.name_of(zone)}"), *(Text("    ") + line for line in lines)]
        head = flow(Text(f"  {self.scene.name_of(zone)}  "), self._notes(zone), self.width)
        if zone.layout == "grid":
            return head + self._grid(zone)
        return head + self._ring(zone)

    def _grid(self, zone: Zone) -> list[Text]:
        places = _by_place(self.held[zone.id])
        high = max((row + 1 for row, _ in places), default=0)
        wide = max((column + 1 for _, column in places), default=0)
        rows, cols = zone.shape or (high, wide)
        spots = {place for grid, place in self.numbers if grid == zone.id} | set(places)
        cells = {place: self._cell(zone, place, places.get(place, [])) for place in spots}
        size = max([len(str(cols)), *(cell.cell_len for cell in cells.values())])
        if 5 + cols * (size + 1) > self.width:
            size = max(1, (self.width - 5) // cols - 1)
        lines = [ink("    " + " ".join(f"{col + 1:>{size}}" for col in range(cols)), QUIET)]
        for row in range(rows):
            line = ink(f"  {row_name(row):>2}", QUIET)
            for col in range(cols):
                cell = cells.get((row, col), ink(self.glyphs.gap, QUIET)).copy()
                cell.truncate(size)
                line = line + Text(" " * (size - cell.cell_len + 1)) + cell
            lines.append(line)
        lines[0] = Text(" ") + lines[0]
        return lines

    def _ring(self, zone: Zone) -> list[Text]:
        places = _by_place(self.held[zone.id])
        cells = []
        last = max((spot for _, spot in places), default=-1)
        for spot in range(max(last + 1, zone.shape[1] if zone.shape else 0)):
            cells.append(ink(f"{spot + 1:>2} ", QUIET) + self._cell(zone, (0, spot), places.get((0, spot), [])))
        wide = max((cell.cell_len for cell in cells), default=0)
        for cell in cells:
            cell.pad_right(wide - cell.cell_len)
        return flow(Text("    "), cells, self.width) if cells else []

    def _cell(self, zone: Zone, place: tuple[int, int], pieces: Sequence[Piece]) -> Text:
        """A cell of a board with the number that chooses it: 7 for a back, 7:fort, or a gap and 7."""
        number = self.numbers.get((zone.id, place))
        drawn = Text("+").join(map(self._piece, pieces)) if pieces else ink(self.glyphs.gap, QUIET)
        if number is None:
            return drawn
        sign = ink(str(number), READY)
        if not pieces:
            return drawn + sign
        return sign if all(piece.type is None for piece in pieces) else sign + ink(":", QUIET) + drawn

    def _contents(self, zone: Zone) -> list[Text]:
        """The pieces of a zone in short form; empty for a zone that is only counted."""
        pieces = self.held[zone.id]
        if zone.layout == "pool":
            return [Text(str(zone.count))] if self._is_plain_pool(zone) else [self._piece(piece) for piece in pieces]
        if not pieces:
            return [] if zone.policy == "visible" and not zone.count else [Text(str(zone.count))]
        if zone.layout == "pile":
            shown = [self._piece(piece) for piece in pieces[-PILE_SHOWN:]]
            shown[-1] = Text("[") + shown[-1] + Text("]")
            return [ink(self.glyphs.dots, QUIET), *shown] if 1 < len(shown) < zone.count else shown
        if all(piece.type is None for piece in pieces):
            return [self._backs(pieces)]
        if len(pieces) > MANY and zone.layout in ("fan", "row"):
            return self._counted(pieces)
        shown = [self._piece(piece) for piece in pieces]
        if zone.layout == "spread":  # a pile whose cards all lie open: its top is the last one
            shown[-1] = Text("[") + shown[-1] + Text("]")
        return shown

    def _backs(self, pieces: Sequence[Piece]) -> Text:
        """Backs in a row, with a mark where one is missing."""
        taken = {piece.pos: piece for piece in pieces if isinstance(piece.pos, int)}
        if len(taken) != len(pieces):
            return Text(self.glyphs.back * len(pieces))
        row = Text()
        for spot in range(max(taken) + 1):
            row.append_text(self._piece(taken[spot]) if spot in taken else ink(self.glyphs.gap, QUIET))
        return row

    def _counted(self, pieces: Sequence[Piece]) -> list[Text]:
        drawn: list[tuple[Text, int]] = []
        for piece in pieces:
            text = self._piece(piece)
            if drawn and drawn[-1][0].plain == text.plain:  # of equal pieces only the first may be marked as ready
                drawn[-1] = (drawn[-1][0], drawn[-1][1] + 1)
            else:
                drawn.append((text, 1))
        return [text + ink(f"{self.glyphs.times}{count}", QUIET) if count > 1 else text for text, count in drawn]

    def _piece(self, piece: Piece) -> Text:
        style = READY if piece.id in self.ready else QUIET if piece.id in self.stuck or "used" in piece.tags else ""
        short = self.glyphs.back if piece.type is None else self.scene.types[piece.type].short
        if piece.value is not None:
            short = f"{short}:{piece.value}"
        around = next((signs for tag, (signs, _) in AROUND.items() if tag in piece.tags), "")
        if around:
            short = f"{around[0]}{short}{around[1]}"
        return ink(short, "underline" if "new" in piece.tags and not style else style)


def draw(scene: Scene, glyphs: Glyphs, width: int = 80, kinds: Mapping[int, str] | None = None) -> list[Text]:
    """A scene as lines; `kinds` has what follows a seat's name in parentheses."""
    return Drawing(scene, glyphs, width, kinds or {}).lines()


def _is_counter(zone: Zone, player: Player) -> bool:
    """Does one of the player's counters already show this pool?"""
    return zone.layout == "pool" and player.counters.get(zone.label.lower()) == zone.count


def _by_place(pieces: Sequence[Piece]) -> dict[tuple[int, int], list[Piece]]:
    places: dict[tuple[int, int], list[Piece]] = {}
    for piece in pieces:
        places.setdefault(place_of(piece), []).append(piece)
    return places


def _in_columns(rows: list[list[Text]], width: int, gap: int) -> list[list[Text]]:
    """Rows with cells padded to columns if that fits, otherwise unchanged."""
    if len({len(row) for row in rows}) != 1:
        return rows
    widths = [max(cell.cell_len for cell in cells) for cells in zip(*rows, strict=True)]
    if sum(widths) + gap * (len(widths) - 1) > width:
        return rows
    for row in rows:
        for cell, wide in zip(row, widths, strict=True):
            cell.pad_right(wide - cell.cell_len)
    return rows


def draw_charts(scene: Scene, width: int = 80) -> list[Text]:
    """The scene's charts; the lines that apply now stand out."""
    lines: list[Text] = []
    for chart in scene.charts:
        lines.append(ink(chart.title, "bold"))
        wide = max(len(row.head) for row in chart.rows)
        for row in chart.rows:
            head = ink(f"{'>' if row.lit else ' '} {row.head:<{wide}}  ", READY if row.lit else "bold")
            first, *more = broken(Text(row.text), width - head.cell_len)
            lines += [head + first, *(Text(" " * head.cell_len) + line for line in more)]
    return lines


# How it ended


def draw_result(scene: Scene, width: int = 80) -> list[Text]:
    """The final table: ranks, names, scores and a line for each player."""
    result = scene.result
    if result is None:
        return []
    names = [player.name for player in scene.players]
    lines = [ink(_winners([names[seat] for seat in result.winners]), "bold green")]
    lines += wrapped(result.reason, width)
    wide = max(len(name) for name in names)
    deep = max(len(str(score)) for score in result.scores)
    for seat in sorted(range(len(names)), key=lambda seat: (result.ranks[seat], seat)):
        head = ink(f"  {result.ranks[seat]}.  {names[seat]:<{wide}}  ", "bold" if seat in result.winners else "")
        head.append(f"{result.scores[seat]:>{deep}}  ")
        lines += flow(head, [ink(result.lines[seat], QUIET)] if result.lines else [], width)
    return lines


def _winners(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} {'win' if names[0] == 'You' else 'wins'}!"
    return f"{', '.join(names[:-1])} and {names[-1]} share the win."


News = tuple[int | None, str]
"""A sentence of the log, and the seat that acted."""


def news_of(game: Game[State, View], events: Iterable[Event], names: Sequence[str]) -> list[News]:
    """The sentences of redacted events."""
    return [(event.seat, line) for event in events if (line := game.tell(event, names))]


def draw_news(news: Sequence[News], names: Sequence[str], glyphs: Glyphs, width: int = 80) -> list[Text]:
    """New lines of the log; short sentences about the same player share a line."""
    joined: list[News] = []
    for seat, line in news:
        before = joined[-1] if joined else (None, "")
        if seat is not None and before[0] == seat and len(before[1]) + len(line) + 3 <= width:
            joined[-1] = seat, f"{before[1]} {line}"
        else:
            joined.append((seat, line))
    drawn = []
    for seat, line in joined:
        first, *more = wrapped(line, width, "", f"{glyphs.news} ", "  ")
        first.stylize(QUIET, 0, 1)
        if seat is not None and line.startswith(names[seat]):
            first.stylize("bold", 2, 2 + len(names[seat]))
        drawn += [first, *more]
    return drawn
