"""Taking back the last action: at once among bots, with the consent of the other people otherwise."""

from collections.abc import Iterator

from parlour.core.record import Entry
from parlour.core.take_back import looks_same
from parlour.server.log import entries
from parlour.server.log.decide import CommandContext, Refused, decide
from parlour.server.log.entries import LogEntry
from parlour.server.log.table import Table
from parlour.server.protocol import messages
from parlour.server.protocol.guidance import UndoInfo


def undo_for(table: Table, seat: int, search: bool = True) -> UndoInfo | None:
    """What a seat can do about taking back: its own last action, or somebody's wish to do so.

    Without `search`, an action that was not examined yet is not offered.
    """
    asked = table.undo_asked
    if asked is not None:
        if asked == seat:
            return UndoInfo("asked", seat)
        waits = seat in _others(table, asked) and seat not in table.undo_agreed
        return UndoInfo("answer", asked) if waits else None
    if not may_undo(table, seat, search):
        return None
    return UndoInfo("ask" if _others(table, seat) else "free", seat)


def may_undo(table: Table, seat: int, search: bool = True) -> bool:
    """Is the last action this seat's own, and did it draw no luck and teach its player nothing?"""
    match, examined = table.match, table.undo_examined
    if not search and (examined is None or not examined[1]):
        return False  # most updates
    if match is None or not match.decisions or match.record.entries[-1].seat != seat:
        return False  # most viewers
    if search:
        for _ in examine(table):
            pass
    last, examined = last_action(table), table.undo_examined
    return last is not None and examined is not None and examined[0] is last and examined[1]


def examine(table: Table) -> Iterator[None]:
    """Find out whether the last action taught its player something; the table keeps the answer.

    It takes a sample of worlds, so a live table does it when nobody has acted for a moment, or when somebody asks.
    There are pauses where finding a world takes long.
    """
    last = last_action(table)
    if last is None or table.match is None or (table.undo_examined is not None and table.undo_examined[0] is last):
        return
    same, slow = True, table.match.game.replays_worlds()
    for same in looks_same(table.before_last(), table.match):
        if not same:
            break
        if slow:
            yield
    table.undo_examined = last, same
    if table.previous is not None:
        table.previous.forget_scenes()


def forget_past(table: Table) -> None:
    """Give back the memory of what can be played again from the record: events, scenes, the match before."""
    table.previous = None
    if table.match is not None:
        table.match.forget_scenes()
        table.match.forget_events()


def last_action(table: Table) -> Entry | None:
    """The last action, if a person did it and it drew no luck."""
    match = table.match
    if match is None or table.status != "playing" or table.lesson_step is not None or not match.decisions:
        return None
    last = match.record.entries[-1]
    return None if last.luck or table.played_by_bot(last.seat) else last


def _others(table: Table, seat: int) -> list[int]:
    """The other people who play: they must agree."""
    return [other for other in table.people() if other != seat and not table.played_by_bot(other)]


@decide.register
def _(command: messages.Undo, table: Table, context: CommandContext) -> LogEntry | None:
    seat = table.seat_of(context.player)
    if seat is None:
        raise Refused("forbidden", "You do not sit at this table.")
    if table.undo_asked == seat:
        return None
    if not may_undo(table, seat):
        raise Refused("not_now", "This cannot be taken back: somebody has acted since, or it told you something.")
    return entries.UndoAsked(seat) if _others(table, seat) else entries.Undone(seat)


@decide.register
def _(command: messages.AnswerUndo, table: Table, context: CommandContext) -> LogEntry | None:
    asked, seat = table.undo_asked, table.seat_of(context.player)
    if asked is None:
        raise Refused("not_now", "Nobody asks to take back an action now.")
    others = _others(table, asked)
    if seat is None or seat not in others:
        raise Refused("forbidden", "The answer is up to the others who play.")
    if command.agree and table.undo_agreed | {seat} >= set(others):
        return entries.Undone(asked)
    return None if seat in table.undo_agreed else entries.UndoAnswered(seat, command.agree)
