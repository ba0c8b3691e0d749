"""A table at hand, without a server: commands are decided and folded at once, as a process would do it."""

from parlour.server.log import decide
from parlour.server.log.decide import CommandContext, Played
from parlour.server.log.entries import LogEntry, encode_entry
from parlour.server.log.table import Table
from parlour.server.protocol.http_messages import Join, NewTable
from parlour.server.protocol.messages import Command
from parlour.server.store.types import Row


class Desk:
    """One table, its rows, and what each row said. Players are named by the hash of their token: `ana`, `bo`."""

    def __init__(self, game: str = "st-croix", seats: int | None = 3, secret: str = "", **more: object) -> None:
        wish = NewTable(game, "Ana", seats, **more)  # type: ignore[arg-type]  # fields of NewTable
        self.table = Table("ABCDEFGH")
        self.rows: list[Row] = []
        self.add(decide.create(wish, "ana", secret))

    def add(self, entry: LogEntry, once: str | None = None, author: str = "here") -> Table:
        """Fold in an entry."""
        row = Row(self.table.code, self.table.seq + 1, *encode_entry(entry), 100.0 + self.table.seq, once, author)
        self.rows.append(row)
        self.table = self.table.after(row)
        return self.table

    def join(self, player: str, seat: int | None = None, name: str = "", members: list[str] | None = None) -> Table:
        """A person takes a seat."""
        entry = decide.join(self.table, Join(name or player.title(), seat, members or []), by(player))
        assert entry is not None
        return self.add(entry)

    def decide(self, command: Command, player: str = "ana", /, **context: object) -> Played | LogEntry | None:
        """What a command leads to; nothing is folded."""
        return decide.decide(command, self.table, by(player, **context))

    def do(self, command: Command, player: str = "ana", /, **context: object) -> Table:
        """Carry out a command that changes something."""
        decided = self.decide(command, player, **context)
        assert decided is not None, "it changes nothing"
        return self.add(decided.entry if isinstance(decided, Played) else decided)

    def play(self, seat: int, action: int | None = None, bot: bool = False) -> Table:
        """The seat plays its first legal action, or this one."""
        match = self.table.match
        assert match is not None
        chosen = match.legal(seat)[0] if action is None else action
        return self.add(decide.act(self.table, seat, str(self.table.prompt_of(seat)), chosen, bot).entry)

    def play_out(self) -> Table:
        """Play to the end of the game."""
        while self.table.match is not None and self.table.match.to_act:
            seat = self.table.match.to_act[0]
            self.play(seat, bot=bool(self.table.played_by_bot(seat)))
        return self.table

    @property
    def said(self) -> str:
        """The sentence of the last row."""
        return self.table.moments[self.table.seq - 1].say

    def kinds(self) -> list[str]:
        """Who sits where."""
        return [place.kind for place in self.table.places]

    def read_again(self) -> Table:
        """The same rows, folded from the beginning."""
        table = Table(self.table.code)
        for row in self.rows:
            table.fold(row)
        return table


def by(player: str, **context: object) -> CommandContext:
    """A command's sender."""
    return CommandContext(player, 0.0, **context)  # type: ignore[arg-type]  # fields of CommandContext
