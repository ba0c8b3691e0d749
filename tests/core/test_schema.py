"""What a schema hides, and from whom."""

from parlour.core.game import NOBODY
from parlour.core.schema import OWNER, Field, Schema


class Notes:
    """A table with a note from each seat."""

    def __init__(self) -> None:
        self.notes = ["from 0", "from 1"]


class OwnNote(Field):
    """Each seat reads its own note only."""

    def write(self, holder: object) -> object:
        assert isinstance(holder, Notes)
        return list(holder.notes)

    def hide_from(self, holder: object, seat: int) -> None:
        assert isinstance(holder, Notes)
        holder.notes = [note if writer == seat else "" for writer, note in enumerate(holder.notes)]


def test_a_field_may_hide_another_part_from_each_seat() -> None:
    schema = Schema(Notes, OwnNote("notes", seen_by=OWNER))
    seen = {}
    for seat in (0, 1, NOBODY):
        table = Notes()
        schema.hide(table, seat)
        seen[seat] = schema.facts(table)["notes"]
    assert seen == {0: ["from 0", ""], 1: ["", "from 1"], NOBODY: ["", ""]}
