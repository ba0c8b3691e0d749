"""Playing a game in a terminal against bots: one person's seat, any game."""

import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rich.text import Text

from parlour.bots import DEFAULT, PERSON, Bot, UnknownBot, bots_for, find_bot, next_move
from parlour.bots.coach import hint
from parlour.core.errors import IllegalAction, ParlourError
from parlour.core.game import State, View
from parlour.core.match import Match
from parlour.core.scene import Choice, Prompt, Scene
from parlour.terminal.saving import CannotSave, check_path, command_name, fresh_path, save, save_somewhere
from parlour.text.choices import draw_choices, number_choices, understand
from parlour.text.coach import draw_hint
from parlour.text.draw import AROUND, draw, draw_charts, draw_news, draw_result, news_of
from parlour.text.pages import rules_page, section, show_page
from parlour.text.screen import QUIET, Screen, columns, flow, ink

AnyMatch = Match[State, View]


class Quit(Exception):
    """The player quits, to resume later."""


@dataclass(frozen=True)
class Seating:
    """The person's seat, and the kinds of bots on the others."""

    person: int
    kinds: Mapping[int, str]


def seat_players(match: AnyMatch, bots: Sequence[str]) -> Seating:
    """Take the record's seat, or seat 0; named bots replace the record's."""
    written = match.record.players
    person = written.index(PERSON) if PERSON in written else 0
    others = [seat for seat in range(match.game.seats) if seat != person]
    if bots or not written:
        kinds = dict(zip(others, bots_for(bots or [DEFAULT], len(others)), strict=True))
    else:
        kinds = {seat: _of_record(written[seat]) for seat in others}
    match.record.players = [kinds.get(seat, PERSON) for seat in range(match.game.seats)]
    return Seating(person, kinds)


def _of_record(name: str) -> str:
    """A bot that a record names. Records come from anywhere: only our own bots are taken from them."""
    try:
        return find_bot(name, only_ours=True).name
    except UnknownBot:
        raise UnknownBot(
            f"The record names the bot {name!r}, which is not one of ours: say --bots to choose."
        ) from None


def _answer(signals: Sequence[str], how: Callable[[int, FrameType | None], object] | signal.Handlers) -> None:
    """Set what this process does on signals; not every system has all of them."""
    for name in signals:
        if number := getattr(signal, name, None):
            signal.signal(number, how)


class Session:
    """One session at one table."""

    def __init__(self, match: AnyMatch, seating: Seating, screen: Screen, path: Path | None) -> None:
        self.match = match
        self.me = seating.person
        self.kinds = seating.kinds
        self.bots: dict[int, Bot] = {seat: find_bot(kind).make(match.game) for seat, kind in seating.kinds.items()}
        self.screen = screen
        self.path = path
        self.told = 0
        self.out_of_turn = False
        self.resting = False  # asked out of turn, the player chose to wait for their next turn
        self.hinted = False

    def run(self) -> int:
        """Play to the end, or until the player quits; returns the exit code."""
        _answer(("SIGTERM", "SIGHUP"), signal.default_int_handler)
        try:
            self._open()
            while self.match.to_act:
                self._next()
            self._finish()
        except (Quit, EOFError, BrokenPipeError):
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)
        return 0

    # The course of a game

    def _open(self) -> None:
        match = self.match
        others = [match.names[seat] for seat in self.kinds]
        kinds = sorted(set(self.kinds.values()))
        who = f"{', '.join(others[:-1])} and {others[-1]}" if len(others) > 1 else others[0]
        bots = f" ({kinds[0]} bot{'s' if len(others) > 1 else ''})" if len(kinds) == 1 else ""
        self.screen.say(f"{match.game.title}: {match.names[self.me]} against {who}{bots}.", "bold")
        if note := match.scene(self.me, 0).note:
            self.screen.say(note, QUIET)
        self.screen.say(
            "Type the number of a move. ? helps, h gives a hint, r shows the rules, q saves and quits.", QUIET
        )
        self.screen.blank()
        if match.decisions:
            self.told = max(0, len(match.events) - 8)
        self._news()

    def _next(self) -> None:
        match = self.match
        waited = match.to_act
        found = next_move(match, self.bots, self._decide)
        if found is None:
            return
        match.play(*found)
        seat, _ = found
        if seat not in waited or seat not in match.to_act:
            self._news()

    def _decide(self) -> bool:
        """Ask the player if it is their decision; True if they decided."""
        match = self.match
        if self.me in match.to_act:
            self.resting = False
            self._ask(waited=True)
            return True
        if self.me in match.may_act:
            if self.out_of_turn and not self.resting and self._ask(waited=False):
                return True
            if not self.out_of_turn and not self.hinted:
                self.hinted = True
                self.screen.say("(You may act out of turn; type o at your next move to be asked.)", QUIET)
        return False

    def _news(self) -> None:
        self._show_log(self.told)
        self.told = len(self.match.events)

    def _show_log(self, since: int = 0) -> None:
        match = self.match
        news = news_of(match.game, match.seen_by(self.me, since), match.names)
        self.screen.show(draw_news(news, match.names, self.screen.glyphs, self.screen.width))

    def _finish(self) -> None:
        self.screen.blank()
        self._draw(self.match.scene(self.me, 0))
        self.screen.blank()
        self.screen.show(draw_result(self.match.scene(self.me, 0), self.screen.width))
        self.screen.blank()
        if self.path is not None:
            save(self.match, self.path)
            self._tell_saved(self.path)
            return
        self._offer_record()

    def _offer_record(self) -> None:
        usual = fresh_path(self.match.game.slug, Path())
        while True:
            try:
                answer = self.screen.ask(f"Keep the record? y for {usual}, a file name, or Enter for no: ")
            except EOFError:
                return
            if answer.lower() in ("", "n", "no"):
                return
            if answer.isdigit():
                # The player is still typing moves; a number is no file name.
                self.screen.say("Type y, the name of a file, or just Enter.")
                continue
            path = usual if answer.lower() in ("y", "yes") else Path(answer)
            try:
                check_path(path)
                save(self.match, path)
            except CannotSave as error:
                self.screen.say(str(error))
                continue
            self._tell_saved(path)
            return

    def _tell_saved(self, path: Path) -> None:
        self.screen.say(f"The record is saved as {path}. To watch it again:")
        self.screen.say(f"parlour replay {path}", "", "  ")

    def _leave(self, code: int) -> int:
        _answer(("SIGINT", "SIGTERM", "SIGHUP"), signal.SIG_IGN)  # a second Ctrl-C must not stop the saving
        if self.match.outcome is not None and self.path is None:
            # The game is over and the player did not keep the record.
            return code
        path = save_somewhere(self.match, self.path)
        self.screen.blank()
        self.screen.say(f"The game is saved as {path}. To resume it:")
        self.screen.say(f"{command_name()} play --resume {path}", "", "  ")
        return code

    # Asking

    def _draw(self, scene: Scene) -> None:
        mixed = self.kinds if len(set(self.kinds.values())) > 1 else {}
        self.screen.show(draw(scene, self.screen.glyphs, self.screen.width, mixed))

    def _ask(self, waited: bool) -> bool:
        """Ask until a move is made, or declined if it is optional."""
        scene = self.match.scene(self.me, 0)
        prompt = scene.prompt
        if prompt is None:
            return False
        choices = number_choices(scene)
        self._pose(scene, prompt, waited)
        while True:
            answer = self.screen.ask("> ")
            if not waited and answer in ("", "0"):
                self.resting = answer == "0"
                return False
            choice = understand(choices, answer)
            if choice is None:
                if not self._command(scene, prompt, answer, waited):
                    self._refuse(choices, answer)
                if not waited and not self.out_of_turn:
                    return False
                continue
            if not choice.confirm or self._sure(choice):
                break
        self.match.play(self.me, choice.action)
        self._news()
        self._glimpse(scene)
        return True

    def _glimpse(self, before: Scene) -> None:
        """Draw what only this seat sees for a moment, before the others play."""
        if self.me in self.match.to_act:
            return
        scene = self.match.scene(self.me, 0)
        known = {piece.id for piece in before.pieces if "peeked" in piece.tags and piece.type is not None}
        seen = {piece.id for piece in scene.pieces if "peeked" in piece.tags and piece.type is not None}
        if seen - known:
            self.screen.say("Only you see the cards in ( ), before the game continues:")
            self._draw(scene)
            self.screen.blank()

    def _pose(self, scene: Scene, prompt: Prompt, waited: bool) -> None:
        self._news()
        self.screen.blank()
        self._draw(scene)
        self.screen.blank()
        self.screen.say(prompt.text, "bold")
        self.screen.show(draw_choices(scene, self.screen.glyphs, self.screen.width))
        if not waited:
            self.screen.show(
                [ink("  0 ", "bold") + Text("Let the others play until your next turn (Enter: only one step)")]
            )

    def _command(self, scene: Scene, prompt: Prompt, answer: str, waited: bool) -> bool:
        word = answer.lower()
        if word in ("q", "quit", "exit"):
            raise Quit
        if word in ("?", "help"):
            self._help(scene, prompt, waited)
        elif word in ("h", "hint"):
            self._hint()
        elif word in ("r", "rules"):
            self._rules()
        elif word in ("l", "log"):
            self._show_log()
        elif word in ("c", "chart") and scene.charts:
            self.screen.show(draw_charts(scene, self.screen.width))
        elif word == "o":
            self.out_of_turn = not self.out_of_turn
            self.screen.say(f"You will {'' if self.out_of_turn else 'not '}be asked when you may act out of turn.")
            return True
        elif word:
            return False
        else:
            self._pose(scene, prompt, waited)
            return True
        self.screen.say(f"(Enter {_enter(waited)}.)", QUIET)
        return True

    def _refuse(self, choices: Mapping[int, Choice], answer: str) -> None:
        try:
            if answer.lstrip("+-").isdigit():
                action = self._at_place(choices, answer)
            else:
                action = self.match.game.actions.id_of(answer)
        except IllegalAction as error:
            self.screen.say(f"{error} Type a number, or ? for help.")
            return
        if action is None:
            many = f"the numbers go from {min(choices)} to {max(choices)}" if len(choices) > 1 else "there is only one"
            self.screen.say(f"There is no move {answer[:20]} now: {many}.")
            return
        self.screen.say(f"{self.match.why_not(self.me, action)} Type a number, or ? for help.")

    def _at_place(self, choices: Mapping[int, Choice], answer: str) -> int | None:
        """The action for a numbered place that is not legal now, so that the game can say why."""
        actions = self.match.game.actions
        offered = next((choice for choice in choices.values() if choice.number is not None), None)
        if offered is None or offered.number is None or not answer.isdecimal() or len(answer) > 4:
            return None
        action = offered.action + int(answer) - offered.number
        same_kind = 0 <= action < len(actions) and type(actions[action]) is type(actions[offered.action])
        return action if same_kind else None

    def _sure(self, choice: Choice) -> bool:
        return self.screen.ask(f"{choice.confirm} (y/n) ").lower() in ("y", "yes")

    # Helping

    def _hint(self) -> None:
        self.screen.say("The coach thinks...", QUIET)
        advice = hint(self.match.game, self.match.view(self.me), self.match.names)
        self.screen.show(draw_hint(advice, self.screen.glyphs, self.screen.width))

    def _rules(self) -> None:
        try:
            show_page(self.screen, rules_page(self.match.game.slug))
        except ParlourError as error:
            self.screen.say(str(error))

    def _help(self, scene: Scene, prompt: Prompt, waited: bool) -> None:
        say = self.screen.say
        example = prompt.choices[0].text
        keys = (
            ("a number", "makes that move"),
            ("words", f'make it too: "{example}"'),
            ("Enter", _enter(waited)),
            ("?", "this help"),
            ("h", "a hint from the coach"),
            ("r", "the rules"),
            ("l", "the whole log"),
            *([("c", f"the chart: {scene.charts[0].title}")] if scene.charts else []),
            ("q", "saves and quits"),
            ("o", "asks you out of turn too, or not"),
        )
        tags = {tag for piece in scene.pieces for tag in piece.tags}
        signs = [(f"{around[0]} {around[1]}", what) for tag, (around, what) in AROUND.items() if tag in tags]
        self.screen.show(
            columns([ink(f"{key:<9}", "bold") + Text(what) for key, what in (*keys, *signs)], self.screen.width)
        )
        seen = {piece.type for piece in scene.pieces if piece.type is not None}
        told = [kind for key, kind in scene.types.items() if key in seen and (kind.help or kind.short != kind.name)]
        if told:
            self.screen.blank()
            wide = min(12, max(len(kind.short) for kind in told))
            plain = [ink(f"{kind.short:<{wide}} ", "bold") + Text(kind.name) for kind in told if not kind.help]
            self.screen.show(columns(plain, self.screen.width))
            for kind in told:
                if kind.help:
                    words = [Text(word) for word in f"{kind.name}. {kind.help}".split()]
                    head = ink(f"  {kind.short:<{wide}} ", "bold")
                    self.screen.show(flow(head, words, self.screen.width, " "))
        shorts = {piece.id: scene.types[piece.type].short for piece in scene.pieces if piece.type is not None}
        for blocked in prompt.blocked:
            which = " ".join(shorts[piece] for piece in blocked.pieces if piece in shorts)
            say(f"Not now{': ' if which else ''}{which}. {blocked.why}", QUIET, "  ")
        if prompt.help:
            try:
                part = section(rules_page(self.match.game.slug), prompt.help)
            except ParlourError:
                part = ""
            if part:
                self.screen.blank()
                show_page(self.screen, part)


def _enter(waited: bool) -> str:
    return "draws the table again" if waited else "lets the others play one step"
