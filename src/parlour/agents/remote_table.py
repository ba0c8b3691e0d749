"""A table on a server for a player who reads and writes text: people and bots play the other seats."""

from parlour.agents.page import Page, ask
from parlour.core.errors import IllegalAction, ParlourError
from parlour.remote import RemoteTable
from parlour.server.protocol import messages
from parlour.text.choices import number_choices, understand
from parlour.text.plain import WAIT, scene_text

PATIENCE = 20.0
"""Maximum seconds one response waits for the others; the next request waits again."""


class RemoteTextTable:
    """A seat at a distant table. It polls in the background, which keeps the seat while the reader thinks."""

    def __init__(self, address: str, name: str, patience: float = PATIENCE) -> None:
        self.distant = RemoteTable(address)
        seat = self.distant.join(name)
        if seat is None:
            raise ParlourError("There is no free seat at this table.")
        self.seat = seat
        self.patience = patience
        self.told = 0
        self.passed = ""
        self.distant.listen()

    def act(self, answer: object) -> None:
        """Do what the reader says by number, text or label."""
        view = self._now()
        scene = view.scene
        if scene is None or view.prompt is None:
            raise IllegalAction("There is nothing for you to choose now; see_table waits for your turn.")
        if answer in (WAIT, 0) and not self._must(view):
            self.passed = view.prompt
            return
        choice = understand(number_choices(scene), str(answer))
        if choice is None:
            raise IllegalAction("An action is a number from the list, or its text.")
        ack = self.distant.act(view.prompt, choice.action)
        if ack.error is not None:
            raise IllegalAction(ack.error.text)
        self.passed = view.prompt  # answered, even before the update arrives

    def page(self) -> Page:
        """What the reader is shown, as soon as there is something to choose or the time is up."""
        view = self._now()
        if self._bot_plays(view):
            self.distant.do(messages.Back())
            view = self._now()
        news = [line.text for line in view.log.tail if line.n > self.told]
        self.told = view.log.total
        if view.scene is not None and view.table.status == "playing" and self._open(view):
            return ask(view.scene, news, self._must(view))
        drawn = scene_text(view.scene) if view.scene is not None else ""
        return Page(news, drawn, False, self._waits_for(view), over=view.table.status in ("over", "closed"))

    def hint(self) -> str:
        """What the server's coach would do here, and why."""
        best, why = self.distant.hint()
        return "\n".join([*best, why])

    def leave(self) -> str:
        """Leave: before the start the seat is open again; during a game a bot takes over."""
        self.distant.do(messages.Leave())
        self.distant.go()
        return "You left the table; in a running game a bot plays on for you."

    def _now(self) -> messages.Snapshot:
        return self.distant.latest(self._stops, self.patience)

    def _stops(self, view: messages.Snapshot) -> bool:
        """Is there something to tell the reader?"""
        over = view.table.status in ("over", "closed")
        return over or self._bot_plays(view) or (view.prompt is not None and view.prompt != self.passed)

    def _bot_plays(self, view: messages.Snapshot) -> bool:
        return view.table.seats[self.seat].bot_plays

    def _must(self, view: messages.Snapshot) -> bool:
        return view.scene is not None and any(waiting.seat == self.seat for waiting in view.scene.waiting)

    def _open(self, view: messages.Snapshot) -> bool:
        """Is there a prompt that the reader has not answered?"""
        return not view.table.note and view.prompt is not None and view.prompt != self.passed

    def _waits_for(self, view: messages.Snapshot) -> str:
        """What the table waits for."""
        table = view.table
        if table.status == "lobby":
            taken = sum(seat.kind != "open" for seat in table.seats)
            return f"{taken} of {len(table.seats)} seats are taken; the host starts the game. see_table waits for it."
        if table.status == "paused":
            return "The game is paused."
        if table.note or table.status != "playing" or view.scene is None:
            return table.note
        names = [table.seats[waiting.seat].name for waiting in view.scene.waiting]
        return f"The game waits for {', '.join(names)}. see_table waits for your turn."
