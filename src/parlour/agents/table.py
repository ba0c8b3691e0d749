"""A table on this machine for a player who reads and writes text: one seat is theirs, bots play the others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from parlour.agents.page import Page, ask
from parlour.bots import DEFAULT, PERSON, bots_for, find_bot, next_move
from parlour.bots.coach import hint
from parlour.core.errors import IllegalAction, UnknownOption
from parlour.core.game import State, View
from parlour.core.match import NAMES, Match
from parlour.core.scene import Choice, Scene
from parlour.games import AnyGame
from parlour.text.choices import number_choices
from parlour.text.coach import draw_hint
from parlour.text.plain import WAIT, WIDTH, scene_text
from parlour.text.screen import Glyphs

LONGEST_ANSWER = 200


class TextTable:
    """A game with one seat for a reader. It stops at the reader's decisions and at the end.

    With `out_of_turn` it also stops when the reader may act although the game does not wait for it; then `wait` is an
    answer too.
    """

    def __init__(
        self,
        game: AnyGame,
        seat: int = 0,
        bots: Sequence[str] = (),
        seed: str | None = None,
        out_of_turn: bool = False,
    ) -> None:
        if not 0 <= seat < game.seats:
            raise UnknownOption(f"{game.title} has seats 0 to {game.seats - 1} here, not {seat}.")
        others = [other for other in range(game.seats) if other != seat]
        self.kinds = dict(zip(others, bots_for(list(bots) or [DEFAULT], len(others)), strict=True))
        self.bots = {other: find_bot(kind).make(game) for other, kind in self.kinds.items()}
        names = list(NAMES[: game.seats])
        names[seat] = "You"
        self.game = game
        self.seat = seat
        self.out_of_turn = out_of_turn
        self.match: Match[State, View] = Match(game, seed, names)
        self.match.record.players = [self.kinds.get(other, PERSON) for other in range(game.seats)]
        self.told = 0
        self._play_others()

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.match.outcome is not None

    @property
    def must(self) -> bool:
        """Does the game wait for the reader?"""
        return self.seat in self.match.to_act

    def act(self, answer: object) -> None:
        """Play the reader's action (number, text or label), then the others' until its next decision."""
        if self.over:
            raise IllegalAction("The game is over.")
        if not self.must and answer in (WAIT, 0):
            self._bot_moves()
        else:
            self.match.play(self.seat, self._understand(answer))
        self._play_others()

    def news(self) -> list[str]:
        """What happened since the last call, as the reader may know it."""
        lines = self.match.log(self.seat, self.told)
        self.told = len(self.match.events)
        return lines

    def scene(self) -> Scene:
        """What the reader sees."""
        return self.match.scene(self.seat, 0)

    def choices(self) -> Mapping[int, Choice]:
        """The legal actions by the numbers to answer with."""
        return number_choices(self.scene())

    def page(self) -> Page:
        """What the reader is shown now, with the news since the last page."""
        scene = self.scene()
        if self.over or scene.prompt is None:
            return Page(self.news(), scene_text(scene), False, "", over=self.over)
        return ask(scene, self.news(), self.must)

    def as_json(self) -> dict[str, object]:
        """The page as a message of the line protocol, with the result at the end."""
        page = self.page()
        said: dict[str, object] = {"news": page.news, "scene": page.scene}
        outcome = self.match.outcome
        if outcome is not None:
            told = {"rank": outcome.ranks[self.seat], "seed": self.match.seed, **outcome.as_json()}
            return {"type": "over", **said, **told}
        actions = [asdict(choice) for choice in page.choices]
        return {"type": "turn", **said, "must": page.must_act, "prompt": page.asks, "actions": actions}

    def hint(self) -> str:
        """What the coach would do here, and why."""
        advice = hint(self.game, self.match.view(self.seat), self.match.names)
        return "\n".join(line.plain for line in draw_hint(advice, Glyphs(), WIDTH))

    def leave(self) -> str:
        """Leave; nobody else was waiting."""
        return "You left the table; its game is forgotten."

    def _understand(self, answer: object) -> int:
        choices = self.choices()
        if isinstance(answer, str):
            plain = " ".join(answer.lower().split())
            if plain.isascii() and plain.isdigit() and len(plain) < 6:
                answer = int(plain)
            else:
                for choice in choices.values():
                    if plain in (choice.text.lower(), choice.label.lower()):
                        return choice.action
                if len(answer) > LONGEST_ANSWER:
                    raise IllegalAction(f"An answer has at most {LONGEST_ANSWER} letters.")
                action = self.game.actions.id_of(answer)
                if action not in self.match.legal(self.seat):
                    raise IllegalAction(self.match.why_not(self.seat, action))
                return action
        if not isinstance(answer, int) or isinstance(answer, bool):
            raise IllegalAction("An action is a number from the list, or its text.")
        if answer not in choices:
            some = ", ".join(str(number) for number in list(choices)[:12])
            raise IllegalAction(f"There is no choice {answer} now; there are: {some}{', ...' * (len(choices) > 12)}.")
        return choices[answer].action

    def _play_others(self) -> None:
        while self._bot_moves(self._stops):
            pass

    def _bot_moves(self, person_first: Callable[[], bool] | None = None) -> bool:
        found = next_move(self.match, self.bots, person_first)
        if found is not None:
            self.match.play(*found)
        return found is not None

    def _stops(self) -> bool:
        return self.must or (self.out_of_turn and self.seat in self.match.may_act)
