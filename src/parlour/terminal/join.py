"""Playing in a terminal at a table on a server, with the same drawings and prompts as at a local one."""

from collections.abc import Sequence

from parlour.core.scene import Choice, Scene
from parlour.remote import RemoteTable
from parlour.server.protocol import messages
from parlour.terminal.play import Quit
from parlour.text.choices import draw_choices, number_choices, understand
from parlour.text.draw import draw, draw_charts, draw_news, draw_result
from parlour.text.pages import rules_page, show_page
from parlour.text.screen import QUIET, Screen

HELP = (
    "A number or the words of a choice make it. Enter draws the table again, r shows the rules, h gives a hint, "
    "l the whole log, c the chart if the game has one, q leaves (your seat is kept), /words are said to everybody. "
    "While others play, Ctrl-C leaves. "
    "The host types start or pause; a player whom a bot replaced types back; after the end, rematch."
)


class Visit:
    """One person's session at a table on a server."""

    def __init__(self, distant: RemoteTable, screen: Screen) -> None:
        self.distant = distant
        self.screen = screen
        self.told = 0
        self.heard = 0
        self.status = ""

    def run(self, name: str) -> int:
        """Sit down and play until the end, or until the player leaves."""
        seat = self.distant.join(name)
        self.screen.say("You watch this table." if seat is None else f"You sit on seat {seat + 1}.", "bold")
        self.screen.say(HELP, QUIET)
        self.distant.listen()
        try:
            while True:
                update = self.distant.next()
                if self._take_in(update):
                    return 0
        except (Quit, EOFError, KeyboardInterrupt):
            self.screen.say("Your seat is kept: the same command brings you back.", QUIET)
            return 0

    def _take_in(self, update: messages.Update) -> bool:
        """Show what is new, and ask if there is something to choose; True at the end of the game."""
        view = update.view
        self._news(view)
        if view.table.status != self.status:
            self.status = view.table.status
            self._status(view)
        if view.scene is not None and view.table.status in ("over", "closed"):
            return self._end(view, view.scene)
        if view.table.status == "lobby" and view.you.role == "host":
            return self._lobby(view)
        if view.you.seat is not None and view.table.seats[view.you.seat].bot_plays:
            self._answer(view, self.screen.ask("A bot plays for you. Enter takes your seat back: ") or "back")
        elif view.prompt is not None and view.scene is not None and view.scene.prompt is not None:
            self._ask(view, view.scene, view.prompt)
        return False

    def _news(self, view: messages.Snapshot) -> None:
        self._show_log(view, [line for line in view.log.tail if line.n > self.told])
        self.told = view.log.total
        for chat in view.chat:
            if chat.seq > self.heard:
                self.heard = chat.seq
                self.screen.say(f"{chat.name}: {chat.text}", "italic")

    def _show_log(self, view: messages.Snapshot, lines: Sequence[messages.LogLine]) -> None:
        names = [seat.name for seat in view.table.seats]
        news = [(line.seat, line.text) for line in lines]
        self.screen.show(draw_news(news, names, self.screen.glyphs, self.screen.width))

    def _status(self, view: messages.Snapshot) -> None:
        table = view.table
        if table.status == "lobby":
            who = ", ".join(f"{seat.name} ({seat.level})" if seat.level else seat.name or "-" for seat in table.seats)
            self.screen.say(f"{table.title}: waiting for the start. At the table: {who}.", "bold")
            if table.seal:
                self.screen.say(f"Fair deal: the server's secret is sealed as {table.seal}.", QUIET)
        elif table.status == "paused":
            self.screen.say("The game is paused.", QUIET)
        elif table.status == "playing":
            self.screen.say(f"{table.title} is played. Fair deal: SHA-256 of the seed is {table.seed_hash}.", QUIET)

    def _lobby(self, view: messages.Snapshot) -> bool:
        taken = sum(seat.kind != "open" for seat in view.table.seats)
        answer = self.screen.ask(f"{taken} of {len(view.table.seats)} seats are taken. start, or Enter to wait: ")
        if answer:
            self._answer(view, answer)
        return False

    def _end(self, view: messages.Snapshot, scene: Scene) -> bool:
        self.screen.blank()
        self._draw(scene)
        self.screen.blank()
        self.screen.show(draw_result(scene, self.screen.width))
        if view.table.note:
            self.screen.say(view.table.note)
        self.screen.say(f"The seed was {view.table.seed}.", QUIET)
        if view.table.secret:
            shares = ", ".join(f"{seat.name} {seat.share}" for seat in view.table.seats)
            self.screen.say(f"It follows from the server's secret {view.table.secret} and the shares: {shares}.", QUIET)
        record = f"{self.distant.server}/api/tables/{self.distant.code}/record"
        self.screen.say(f"The record for parlour verify, replay and review: {record}", QUIET)
        return True

    # Asking

    def _draw(self, scene: Scene) -> None:
        self.screen.show(draw(scene, self.screen.glyphs, self.screen.width))

    def _pose(self, scene: Scene) -> None:
        self.screen.blank()
        self._draw(scene)
        self.screen.blank()
        if scene.prompt is not None:
            self.screen.say(scene.prompt.text, "bold")
        self.screen.show(draw_choices(scene, self.screen.glyphs, self.screen.width))

    def _ask(self, view: messages.Snapshot, scene: Scene, prompt: str) -> None:
        choices = number_choices(scene)
        self._pose(scene)
        while True:
            answer = self.screen.ask("> ")
            choice = understand(choices, answer) if answer else None
            if choice is not None:
                if not choice.confirm or self._sure(choice):
                    self._act(prompt, choice)
                    return
            elif not answer:
                self._pose(scene)
            elif not self._answer(view, answer):
                self.screen.say(f"There is no move {answer[:30]!r} now. Type a number, or ? for help.")

    def _act(self, prompt: str, choice: Choice) -> None:
        ack = self.distant.act(prompt, choice.action)
        if ack.error is not None:
            self.screen.say(ack.error.text)
            if ack.error.view is not None and ack.error.view.scene is not None and ack.error.view.prompt is not None:
                self._ask(ack.error.view, ack.error.view.scene, ack.error.view.prompt)

    def _sure(self, choice: Choice) -> bool:
        return self.screen.ask(f"{choice.confirm} (y/n) ").lower() in ("y", "yes")

    def _answer(self, view: messages.Snapshot, answer: str) -> bool:
        """Run a typed command; False if it is unknown."""
        word = answer.lower()
        commands: dict[str, messages.Command] = {
            "start": messages.Start(),
            "pause": messages.Pause(on=view.table.status != "paused"),
            "back": messages.Back(),
            "rematch": messages.Rematch(),
        }
        if word in ("q", "quit", "exit"):
            raise Quit
        if word in ("?", "help"):
            self.screen.say(HELP)
        elif word in ("r", "rules"):
            show_page(self.screen, rules_page(view.table.game))
        elif word in ("l", "log"):
            self._show_log(view, self.distant.get("log", messages.Log).tail)
        elif word in ("c", "chart") and view.scene is not None and view.scene.charts:
            self.screen.show(draw_charts(view.scene, self.screen.width))
        elif word in ("h", "hint"):
            self._hint()
        elif answer.startswith("/") and answer[1:].strip():
            self._do(messages.Say(answer[1:].strip()[:300]))
        elif word in commands:
            self._do(commands[word])
        else:
            return False
        return True

    def _do(self, command: messages.Command) -> None:
        ack = self.distant.do(command)
        if ack.error is not None:
            self.screen.say(ack.error.text)

    def _hint(self) -> None:
        self.screen.say("The coach thinks...", QUIET)
        best, why = self.distant.hint()
        for line in best:
            self.screen.say(line, indent="  ")
        self.screen.say(why)


def visit(address: str, name: str) -> int:
    """Join a table on a server."""
    return Visit(RemoteTable(address), Screen()).run(name)
