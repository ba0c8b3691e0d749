"""A game's lesson in a terminal."""

from parlour.core.errors import IllegalAction, ParlourError
from parlour.core.lesson import LEARNER, read_lesson
from parlour.core.scene import Scene
from parlour.games import Entry
from parlour.terminal.play import Quit
from parlour.text.choices import draw_choices, number_choices, understand
from parlour.text.draw import draw, draw_news, news_of
from parlour.text.screen import QUIET, Screen


class LessonSession:
    """One session with a game's lesson."""

    def __init__(self, entry: Entry, screen: Screen) -> None:
        text = entry.lesson()
        if not text:
            raise ParlourError(f"{entry.about.title} has no lesson; parlour rules {entry.about.slug} explains it.")
        self.slug = entry.about.slug
        self.lesson = read_lesson(text)
        self.match = self.lesson.begin(entry.open(len(self.lesson.names), self.lesson.options))
        self.screen = screen
        self.told = 0

    def run(self) -> int:
        """From the first step to the last, or until the learner leaves."""
        try:
            for number in range(len(self.lesson.steps)):
                self._step(number)
        except (Quit, EOFError):
            return 0
        self.screen.say(f"To play it: parlour play {self.slug}", QUIET)
        return 0

    def _step(self, number: int) -> None:
        step = self.lesson.steps[number]
        scene = self.match.scene(LEARNER, 0)
        news = news_of(self.match.game, self.match.seen_by(LEARNER, self.told), self.match.names)
        self.told = len(self.match.events)
        self.screen.show(draw_news(news, self.match.names, self.screen.glyphs, self.screen.width))
        self.screen.blank()
        if number == 0 or step.asks:
            self.screen.show(draw(scene, self.screen.glyphs, self.screen.width))
            self.screen.blank()
        self.screen.say(f"{number + 1}/{len(self.lesson.steps)}  {self.lesson.said(number, scene.types)}", "bold")
        if step.asks:
            self.screen.show(draw_choices(scene, self.screen.glyphs, self.screen.width))
            while not self._right(number, scene, self._answer("> ")):
                pass
        elif number + 1 < len(self.lesson.steps):
            self._answer("(Enter continues, q leaves.) ")
        if step.do:
            self.lesson.play(self.match, number)

    def _answer(self, question: str) -> str:
        answer = self.screen.ask(question)
        if answer.lower() in ("q", "quit", "exit"):
            raise Quit
        return answer

    def _right(self, number: int, scene: Scene, answer: str) -> bool:
        """Is this what the lesson asks for?"""
        choice = understand(number_choices(scene), answer)
        if choice is None:
            self.screen.say("Type the number of a move, or q to leave.")
            return False
        try:
            self.lesson.refuse(number, self.match, choice.action)
        except IllegalAction as error:
            self.screen.say(str(error))
            return False
        return True
