"""The levels are honest, steady, in time, and apart."""

import logging
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import pytest

import parlour
from bots.ongoing import ongoing_match
from parlour.bots import Budget
from parlour.bots.duel import Duel, play_all, score
from parlour.bots.levels import Bot, EasyBot, HardBot, NormalBot, RandomBot, Steady
from parlour.core.game import View
from parlour.core.rng import Rng
from parlour.core.worlds import random_match
from parlour.games import AnyGame, find

EVERY = [about.slug for about in parlour.games()]
LEVELS = ("random", "easy", "normal", "hard")


def level(name: str, game: AnyGame) -> Bot:
    """A bot of a level, hard with a small budget in iterations."""
    made: dict[str, Callable[[], Bot]] = {
        "random": RandomBot,
        "easy": lambda: EasyBot(game),
        "normal": lambda: NormalBot(game),
    }
    return made[name]() if name in made else HardBot(game, Budget(30, 0.0))


def moments(slug: str, seats: int | None = None) -> Iterator[tuple[AnyGame, View]]:
    """Views of a seat that has a real choice, from the beginning to the end of some random play."""
    for number in range(4):
        for decisions in (3, 14, 40, 90):
            match = ongoing_match(parlour.game(slug, seats), f"moment {number}", decisions)
            for seat in match.to_act:
                if len(match.legal(seat)) > 1:
                    yield match.game, match.view(seat)


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("slug", EVERY)
def test_another_world_with_the_same_view_gives_the_same_move(slug: str, name: str) -> None:
    for game, view in moments(slug):
        bot = level(name, game)
        twin = game.view(game.determinise(view, Rng("another world")), view.seat)
        twin.witnessed = view.witnessed
        assert bot.choose(view, view.legal, Rng("luck")) == bot.choose(twin, twin.legal, Rng("luck"))


@pytest.mark.parametrize("slug", [slug for slug in EVERY if find(slug).forget is not None])
def test_an_easy_bot_forgets_on_its_view_alone(slug: str) -> None:
    forget = find(slug).forget
    assert forget is not None
    changed = 0
    for game, view in moments(slug):
        before = view.facts()
        lost = forget(view, 0.5, Rng("memory"))
        assert lost.facts() == forget(view, 0.5, Rng("memory")).facts()
        assert view.facts() == before
        assert lost.legal == view.legal
        assert forget(view, 0.0, Rng("memory")).facts() == before
        changed += lost.facts() != before
        game.determinise(lost, Rng("world"))  # still a view some world fits
    assert changed > 3


def test_deluxe_memory_forgets_nothing_that_lies_open() -> None:
    match = parlour.Match(parlour.game("deluxe-memory", 2), seed="open")
    first = match.to_act[0]
    match.play(first, match.legal(first)[0])
    forget = find("deluxe-memory").forget
    assert forget is not None
    view = match.view(first)
    assert forget(view, 1.0, Rng("memory")).facts()["cards"] == view.facts()["cards"]


class Broken:
    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        raise ZeroDivisionError("a bug")


class Cheat:
    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        return max(legal) + 1


@pytest.mark.parametrize("bad", [Broken(), Cheat()])
@pytest.mark.parametrize("slug", EVERY)
def test_a_failure_falls_back_to_the_rule_of_thumb_and_is_logged(
    slug: str, bad: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    match = ongoing_match(parlour.game(slug), "fallback", 9)
    seat = match.to_act[0]
    view = match.view(seat)
    with caplog.at_level(logging.ERROR):
        chosen = Steady(match.game, bad).choose(view, view.legal, Rng("luck"))
    assert chosen == NormalBot(match.game).choose(view, view.legal, Rng("luck"))
    assert type(bad).__name__ in caplog.text


def test_even_a_broken_rule_of_thumb_does_not_stop_the_table(caplog: pytest.LogCaptureFixture) -> None:
    match = random_match(parlour.game("st-croix", 2), "fallback", 9)
    seat = match.to_act[0]
    steady = Steady(match.game, Broken())
    steady.spare = (Broken(), Broken())
    with caplog.at_level(logging.CRITICAL):
        assert steady.choose(match.view(seat), match.legal(seat), Rng("luck")) in match.legal(seat)


@pytest.mark.parametrize("slug", EVERY)
def test_hard_stops_when_the_clock_says_so(slug: str) -> None:
    """A clock that goes on by 0.3 s at each look leaves time for four iterations in a second."""
    game, view = next(moments(slug))
    looks = count()
    bot = HardBot(game, Budget(100_000, 1.0), clock=lambda: 0.3 * next(looks))
    assert bot.choose(view, view.legal, Rng("luck")) in view.legal
    assert next(looks) == 5  # one look to begin with, then one before each further iteration


@pytest.mark.parametrize("takes", [0.3, 0.9, 1.5])
@pytest.mark.parametrize("slug", EVERY)
def test_hard_never_takes_twice_its_time(slug: str, takes: float) -> None:
    """However long an imagined game takes, here from one look at the clock to the next: none is begun too late."""
    game, view = next(moments(slug))
    looks = count()
    bot = HardBot(game, Budget(100_000, 1.0), clock=lambda: takes * next(looks))
    assert bot.choose(view, view.legal, Rng("luck")) in view.legal
    spent = takes * (next(looks) - 1)  # the first look started the clock
    assert spent < 2.0


@pytest.mark.parametrize(
    ("slug", "strong", "weak", "games"),
    [
        ("deluxe-memory", "easy", "random", 10),
        ("deluxe-memory", "normal", "easy", 20),
        ("st-croix", "easy", "random", 10),
        ("st-croix", "normal", "easy", 100),
        ("st-croix", "hard@40", "normal", 10),
    ],
)
def test_the_levels_are_apart(slug: str, strong: str, weak: str, games: int) -> None:
    duel = Duel(slug, strong, weak, seats=2, seed="apart")
    assert score(list(play_all(duel, games)), 2).share > 0.5
