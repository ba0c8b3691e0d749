"""The fields of a game's state, declared once.

A game lists what lies on its table: what each field is, who may see it and what it is called. That list is its
`Schema`. From it come the readable position (`dump`, `load`), the `census`, what a view leaves out and what it says
(`hide`, `facts`), numbers for learning (`encode`), a copy, and the zones, pieces and counters of a scene
(`default_scene.py`). A game writes by hand only what is special about it.

    Schema(
        lambda: MyState([MyPlayer() for _ in range(seats)], []),
        Number("turn", high=seats - 1),
        Pile("draw_pile", deck, left="draw_left", seen_by=HIDDEN),
        Each("players", seats, Bag("hand", deck, size="hand_size", seen_by=OWNER)),
    )

`core/fields.py` has the kinds of field. One that none of them describes is a subclass of `Field` in the game's folder.
"""

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar, final

from mypy_extensions import i64, mypyc_attr

from parlour.core.encoding import Numbers, Piece, seat_words
from parlour.core.errors import BadPosition, quoted
from parlour.core.positions import Reader
from parlour.core.scene import Layout

T = TypeVar("T")


@final
class Audience:
    """Who may see a field: everybody, its owner or nobody; perhaps only at some times."""

    def __init__(self, owner: bool, others: bool, during: str = "", until: str = "") -> None:
        self.owner = owner
        self.others = others
        self.during = during
        self.until = until

    def only_while(self, attribute: str) -> "Audience":
        """The same audience while an attribute of the table is set; everybody at other times."""
        return Audience(self.owner, self.others, attribute, self.until)

    def only_until(self, attribute: str) -> "Audience":
        """The same audience until an attribute of the table is set; everybody from then on."""
        return Audience(self.owner, self.others, self.during, attribute)

    def excludes(self, mine: bool, table: object) -> bool:
        """Is the field hidden from a viewer now?"""
        if self.owner if mine else self.others:
            return False
        if self.during and not getattr(table, self.during):
            return False
        return not (self.until and getattr(table, self.until))


EVERYBODY: Final = Audience(True, True)
OWNER: Final = Audience(True, False)
HIDDEN: Final = Audience(False, False)
"""Nobody may see it, not even the player it lies in front of."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """One entry of a position: an attribute of the state (or several that belong together) and its readable form.

    A `derived` field follows from the others: `load` does not read it, but refuses a position that contradicts it.
    """

    def __init__(self, name: str, attribute: str = "", *, seen_by: Audience = EVERYBODY, derived: bool = False) -> None:
        self.name = name
        self.attribute = attribute or name
        self.seen_by = seen_by
        self.derived = derived
        self.label: str | None = name.replace("_", " ")
        self.layout: Layout | None = None

    def called(self, label: str | None, layout: Layout | None = None) -> "Field":
        """Set what the default scene calls the field (None: do not show it), and how its cards lie."""
        self.label = label
        self.layout = layout
        return self

    def write(self, holder: object) -> object:
        """The field in its readable form."""
        raise NotImplementedError

    def read(self, holder: object, read: Reader) -> None:
        """Set the field from a position; a missing entry has its natural value."""
        raise NotImplementedError

    def agrees(self, holder: object, given: object) -> bool:
        """Does an entry of a position say what a derived field holds?"""
        return self.write(holder) == given

    def hide(self, holder: object) -> None:
        """Blank what only the audience may see."""
        raise NotImplementedError

    def hide_from(self, holder: object, seat: i64) -> None:
        """Blank what one seat may not see (NOBODY: a spectator).

        A field of which each seat may see another part, such as a history, fills in this instead of `hide`.
        """
        self.hide(holder)

    def facts(self, holder: object, out: dict[str, object]) -> None:
        """Add what a view says about the field."""
        out[self.name] = self.write(holder)

    def count(self, holder: object, box: dict[str, int]) -> None:
        """Add the cards and chips of this field to a census."""

    def encode(self, holder: object, order: list[int], out: Numbers) -> None:
        """Add the field as numbers from 0 to 1, always the same count. Seats come in `order`: the viewer first."""

    def piece(self, seats: int) -> Piece:
        """What the numbers of `encode` mean. Where their count differs, they are only numbered."""
        return Piece(self.name, "", ())


@final
class Each(Field):
    """A list with one object for each seat, all with the same fields."""

    def __init__(self, name: str, seats: int, *fields: Field) -> None:
        super().__init__(name)
        self.seats = seats
        self.fields = fields
        self.secrets: list[Field] = [field for field in fields if not field.seen_by.others]

    def holders(self, table: object) -> list[object]:
        """The objects of all seats."""
        found: list[object] = getattr(table, self.attribute)
        return found

    def write(self, holder: object) -> object:
        return [{field.name: field.write(each) for field in self.fields} for each in self.holders(holder)]

    def read(self, holder: object, read: Reader) -> None:
        names = [field.name for field in self.fields]
        for each, part in zip(self.holders(holder), read.parts(self.name, self.seats), strict=True):
            part.only(*names)
            for field in self.fields:
                if not field.derived:
                    field.read(each, part)

    def hide(self, holder: object) -> None:
        for each in self.holders(holder):
            for field in self.secrets:
                field.hide(each)

    def facts(self, holder: object, out: dict[str, object]) -> None:
        rows: list[dict[str, object]] = []
        for each in self.holders(holder):
            row: dict[str, object] = {}
            for field in self.fields:
                field.facts(each, row)
            rows.append(row)
        out[self.name] = rows

    def count(self, holder: object, box: dict[str, int]) -> None:
        for each in self.holders(holder):
            for field in self.fields:
                field.count(each, box)


@mypyc_attr(allow_interpreted_subclasses=True)
class Schema(Generic[T]):
    """All fields of a state; `blank` makes a state in which nothing lies anywhere."""

    def __init__(self, blank: Callable[[], T], *fields: Field) -> None:
        self.blank = blank
        self.fields = fields
        self._secrets: list[Field] = [field for field in fields if not field.seen_by.others]
        self._groups: list[Each] = [field for field in fields if isinstance(field, Each) and field.secrets]

    def dump(self, table: T) -> dict[str, object]:
        """The whole position as readable data."""
        return {field.name: field.write(table) for field in self.fields}

    def load(self, position: Mapping[str, object], title: str, complete: Callable[[T, Reader], None]) -> T:
        """The state of a position. `complete` works out what follows from the entries and refuses contradictions."""
        read = Reader(position, title, ())
        read.only(*[field.name for field in self.fields])
        table = self.blank()
        for field in self.fields:
            if not field.derived:
                field.read(table, read)
        complete(table, read)
        for field in self.fields:
            if field.derived and field.name in position and not field.agrees(table, position[field.name]):
                right = quoted(field.write(table))
                raise BadPosition(f"{title}: by the rest of the position, {field.name} is {right}.")
        return table

    def hide(self, table: T, seat: i64) -> None:
        """Blank everything a seat may not see; the table is a copy made for its view."""
        for field in self._secrets:
            if field.seen_by.excludes(False, table):
                field.hide_from(table, seat)
        for group in self._groups:
            secrets = group.secrets
            owner: i64 = 0
            for holder in group.holders(table):
                for field in secrets:
                    if field.seen_by.excludes(owner == seat, table):
                        field.hide_from(holder, seat)
                owner += 1

    def facts(self, table: T) -> dict[str, object]:
        """What a view says about a table whose secrets are blank."""
        out: dict[str, object] = {}
        for field in self.fields:
            field.facts(table, out)
        return out

    def census(self, table: T) -> dict[str, int]:
        """Everything in the box, counted."""
        box: dict[str, int] = {}
        for field in self.fields:
            field.count(table, box)
        return box

    def encode(self, table: T, order: list[int], out: Numbers) -> None:
        """Add a view's table as numbers, players in the given order."""
        for field in self.fields:
            if isinstance(field, Each):
                holders = field.holders(table)
                for part in field.fields:
                    for seat in order:
                        part.encode(holders[seat], order, out)
            else:
                field.encode(table, order, out)

    def pieces(self, table: T, seats: int) -> list[Piece]:
        """What the numbers of `encode` mean, in their order; any view's table tells how many there are."""
        found: list[Piece] = []
        order = list(range(seats))
        for field in self.fields:
            if isinstance(field, Each):
                holder = field.holders(table)[0]
                for part in field.fields:
                    one = _piece(part, holder, order)
                    found.append(Piece(one.name, one.meaning, seat_words(seats), *one.axes))
            else:
                found.append(_piece(field, table, order))
        return [piece for piece in found if piece.size > 0]


def _piece(field: Field, holder: object, order: list[int]) -> Piece:
    out = Numbers()
    field.encode(holder, order, out)
    piece = field.piece(len(order))
    if piece.size == out.count:
        return piece
    return Piece(field.name, "", [str(number) for number in range(out.count)])
