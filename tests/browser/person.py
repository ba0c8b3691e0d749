"""A person at a table in a browser: looks at the page, chooses something legal at random, and does it by hand.

Nothing here knows a game. What may be chosen is read from the person's own view, as the page itself gets it; doing it
means real taps or real keys on what the page shows.
"""

import json
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from server.people import Json

HANDS = Path(__file__).with_name("hands.js")
MOST_TAPS = 14
MOST_KEYS = 200
# A view comes as text: taking it apart value by value, as objects are handed over, takes most of a test's time.
LOOK = "code => window.__hands.look(code)"
CALM = "wish => window.__hands.calm(wish)"


class Person:
    """Plays one seat of one table by tapping."""

    def __init__(self, page: Page, code: str, luck: random.Random, touch: bool = False) -> None:
        self.page, self.code, self.luck, self.touch = page, code, luck, touch
        self.update: Json = None
        self.made: list[int] = []
        self.answered: str | None = None
        """The prompt of the last choice, until its result was seen."""

    # Looking

    def look(self) -> Json:
        """The view as it is now."""
        self.update = json.loads(self.page.evaluate(LOOK, self.code))
        return self.view

    @property
    def view(self) -> Json:
        return self.update["view"]

    @property
    def over(self) -> bool:
        return bool(self.view["table"]["status"] == "over")

    def calm(self, answered: str | None = None) -> Json:
        """Wait until no bot acts and what was answered is done, and the page shows it and has come to rest."""
        found = self.page.evaluate(CALM, [self.code, answered or self.answered])
        self.update = json.loads(found["text"])
        assert not found["silent"], f"nothing happens after {self.made[-3:]} at {self.view['scene']['prompt']}"
        self.answered = None
        return self.view

    # Doing

    def play(self) -> bool:
        """Choose something if asked, and wait for what comes of it; returns whether there was something to choose."""
        chosen = self.answer()
        if chosen:
            self.calm()
        return chosen

    def answer(self) -> bool:
        """The same without waiting at the end: whatever this person does next waits for it."""
        view = self.calm()
        if view["prompt"] is None or self.over:
            return False
        self.choose(self.luck.choice(view["scene"]["prompt"]["choices"]))
        self.answered = view["prompt"]
        return True

    def do(self, action: int) -> None:
        """Do this by hand, and wait for what comes of it."""
        view = self.calm()
        self.choose(next(each for each in view["scene"]["prompt"]["choices"] if each["action"] == action))
        self.calm(view["prompt"])

    def choose(self, choice: Json) -> None:
        """Do what makes this choice, as far as sending it off."""
        wish = self.wish(choice)
        for _ in range(MOST_TAPS):
            self.page.locator(".table").wait_for()  # on a busy machine the page may still be opening
            step = self.page.evaluate("wish => window.__hands.step(wish)", wish)
            assert step["act"] in ("tap", "press", "confirm"), (step, choice, self.page.url)
            self.tap(step)
            wish["eager"] = True
            if step["act"] != "tap" and self.page.evaluate("__hands.done()"):
                self.made.append(choice["action"])
                return
        raise AssertionError(f"no way to choose {choice} of {self.view['scene']['prompt']}")

    def wish(self, choice: Json) -> dict[str, Any]:
        """A choice, and in which order its things are pointed at."""
        targets: list[tuple[str, object]] = [("piece", piece) for piece in choice["pieces"]]
        targets += [("zone", zone) for zone in choice["zones"]] + [("seat", seat) for seat in choice["seats"]]
        targets += [("cell", cell) for cell in choice["cells"]]
        targets += [("option", choice["option"])] if choice["option"] else []
        self.luck.shuffle(targets)
        return {"choice": choice, "targets": targets, "eager": self.luck.random() < 0.3}

    def tap(self, step: Json) -> None:
        if self.touch:
            self.page.touchscreen.tap(step["x"], step["y"])
        else:
            self.page.mouse.click(step["x"], step["y"])


class Typist(Person):
    """The same with the keyboard alone."""

    def choose(self, choice: Json) -> None:
        wish = self.wish(choice)
        for _ in range(MOST_TAPS):
            aim = self.page.evaluate("wish => window.__hands.aim(wish)", wish)
            assert aim["act"] in ("tap", "press", "confirm"), (aim, choice, self.view["scene"]["prompt"])
            self._do(aim)
            wish["eager"] = True
            # A redraw may take the focus for a moment; the page gives it back when it has come to rest.
            self.page.evaluate("window.__table.idle()")
            self.page.wait_for_function("() => document.activeElement !== document.body")
            if aim["act"] == "confirm" or (aim["act"] == "press" and not self.page.evaluate("__hands.asking()")):
                self.made.append(choice["action"])
                return
        raise AssertionError(f"no way to choose {choice} by keys")

    def _do(self, aim: Json) -> None:
        """A letter, Enter from where one is, or going there and pressing it."""
        ways = [way for way in ("letter", "enter") if aim[way]]
        way = self.luck.choice([*ways, "walk"])
        if way == "letter":
            self.page.keyboard.press(aim["letter"])
        elif way == "enter":
            self.page.keyboard.press("Enter")
        else:
            self.walk(aim)
            self.page.keyboard.press("Space")

    def walk(self, aim: Json) -> None:
        """Bring the focus to what was aimed at, key by key."""
        for tries in range(MOST_KEYS):
            key = self.page.evaluate("tries => window.__hands.key(tries)", tries)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not get to {aim}; it is at {self.focus}")

    @property
    def focus(self) -> str:
        found: str = self.page.evaluate("window.__hands.focus()")
        return found


def play_out(people: list[Person], most: int = 600) -> None:
    """Play until the game is over."""
    silent = 0
    for _ in range(most):
        # Whose turn it is may pass to somebody who was looked at before: a single round without a choice says nothing.
        # What somebody may do out of turn can change with another's choice, so nobody chooses before that is there.
        chosen = [person.play() if len(people) > 1 else person.answer() for person in people]
        silent = 0 if any(chosen) else silent + 1
        if all(person.over for person in people):
            return
        assert silent < 3, "nobody is asked anything, and the game is not over"
    raise AssertionError("the game does not end")
