"""The numbers of an observation: their values, their meaning, and that nobody sees more than its view."""

from importlib import resources

import pytest

import parlour
from envs.plain_encodings import plain
from parlour.core.chance import Sampled
from parlour.core.encoding import Numbers
from parlour.core.observation import observation_labels, observation_text
from parlour.core.rng import Rng
from parlour.games import AnyGame, find

SETTINGS = [(about.slug, seats) for about in parlour.games() for seats in range(about.min_seats, about.max_seats + 1)]


def games(slug: str, seats: int) -> list[AnyGame]:
    """A game as it is usually played; with the fewest seats also with its presets."""
    about = parlour.game(slug).about
    presets = list(about.presets or {}) if seats == about.min_seats else []
    return [parlour.game(slug, seats, preset) for preset in (None, *presets)]


def close(some: list[float], others: list[float]) -> bool:
    """Are the numbers the same?"""
    return all(abs(one - other) < 1e-9 for one, other in zip(some, others, strict=True))


def observed(game: AnyGame, state: parlour.State, seat: int, out: Numbers) -> list[float]:
    """The numbers the fast way."""
    out.begin(1)
    game.observe(state, seat, out)
    assert out.count == 2 * out.size
    return out.slice(out.size, out.size)


@pytest.mark.parametrize(("slug", "seats"), SETTINGS)
def test_the_fast_numbers_are_those_of_the_view_in_plain_words(slug: str, seats: int) -> None:
    for game in games(slug, seats):
        size = sum(piece.size for piece in game.observation)
        out = Numbers(size, 3)
        luck, rng = Sampled(Rng("luck", slug, seats)), Rng("choices", slug, seats)
        state = game.new(luck)
        for step in range(150):
            waiting = game.to_act(state)
            if step % 10 == 0 or not waiting:
                for seat in range(-1, seats):
                    view = game.view(state, seat)
                    wanted = plain(game, view)
                    assert list(wanted) == [piece.name for piece in game.observation]
                    numbers = [number for piece in wanted.values() for number in piece]
                    assert close(observed(game, state, seat, out), numbers)
                    assert all(close(part, wanted[name]) for name, part in game.encode(view).items())
            if not waiting:
                state = game.new(luck)
                continue
            seat = waiting[rng.below(len(waiting))]
            legal = game.legal(state, seat)
            game.apply(state, seat, legal[rng.below(len(legal))], luck)
        assert not any(out.slice(0, size)) and not any(out.slice(2 * size, size))  # the rows beside it are untouched


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_a_changed_observation_has_a_new_version(slug: str) -> None:
    """`parlour observation GAME` prints observation.txt; a change needs a new number in about.py (`observation`)."""
    entry = find(slug)
    game = entry.make(seats=entry.about.max_seats)
    kept = resources.files(entry.folder).joinpath("observation.txt").read_text(encoding="utf-8")
    assert observation_text(game) == kept


@pytest.mark.parametrize(("slug", "seats"), SETTINGS)
def test_every_number_has_a_label_of_its_own(slug: str, seats: int) -> None:
    game = parlour.game(slug, seats)
    labels = observation_labels(game)
    assert len(labels) == len(set(labels)) == sum(piece.size for piece in game.observation)
    assert all(piece.meaning for piece in game.observation)
