"""Every game keeps the contract: each seat count, each preset of options."""

from collections.abc import Iterator

import pytest

import parlour
from parlour.core.check_processes import check_in_processes
from parlour.core.game import Game, State, View
from parlour.core.rng import Rng
from parlour.core.worlds import check_exact
from parlour.games import AnyGame, all_games, find


def variants() -> Iterator[tuple[str, str | None, int]]:
    """Every game, preset and seat count that can be played (a tiny deck is too small for many seats)."""
    for entry in all_games():
        for preset in (None, *(entry.about.presets or {})):
            for seats in range(entry.about.min_seats, entry.about.max_seats + 1):
                try:
                    parlour.game(entry.about.slug, seats, preset)
                except parlour.BadDeck:
                    continue
                yield entry.about.slug, preset, seats


def contracts() -> Iterator[object]:
    """All variants. As plain Python, a game is checked again at every seat count, a preset at the usual one."""
    for slug, preset, seats in variants():
        usual = preset is None or seats == find(slug).about.default_seats
        yield pytest.param(slug, preset, seats, marks=() if usual else pytest.mark.once)


@pytest.mark.parametrize(("slug", "preset", "seats"), list(contracts()))
def test_the_game_keeps_the_contract(slug: str, preset: str | None, seats: int) -> None:
    parlour.check_game(parlour.game(slug, seats, preset), games=1, exact=False, elsewhere=False)


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games()])
def test_every_process_plays_the_same_game(slug: str) -> None:
    check_in_processes([parlour.game(slug, seats, preset) for game, preset, seats in variants() if game == slug])


def tiny_variants() -> list[tuple[str, str, int]]:
    """Every tiny preset with the fewest seats and with three, where its deck is large enough for that."""
    return [
        (slug, preset, seats)
        for slug, preset, seats in variants()
        if preset is not None and preset.startswith("tiny") and seats in (find(slug).about.min_seats, 3)
    ]


@pytest.mark.parametrize(("slug", "preset", "seats"), tiny_variants())
def test_what_a_seat_knows_is_exactly_what_it_may_know(slug: str, preset: str, seats: int) -> None:
    """With three seats, also what two others know of each other and the third was not told."""
    seeds = ["one", "two", "three"] if seats == find(slug).about.min_seats else ["one"]
    assert check_exact(parlour.game(slug, seats, preset), seeds) > 10


@pytest.mark.parametrize(
    ("slug", "preset", "seats"),
    [(slug, preset, seats) for slug, preset, seats in tiny_variants() if preset == "tiny" or seats < 3],
)
def test_replaying_a_seats_record_finds_exactly_the_possible_worlds(slug: str, preset: str, seats: int) -> None:
    """The `determinise` of a game that has none of its own, on games that have one."""
    game: AnyGame = parlour.game(slug, seats, preset)

    def replayed(view: View, rng: Rng) -> State:
        return Game.determinise(game, view, rng)

    assert check_exact(game, ["replayed"], most=24, determinise=replayed, every=8) >= seats


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games() if entry.about.max_seats >= 3])
def test_every_game_is_checked_exactly_with_three_seats(slug: str) -> None:
    assert any(game == slug and seats == 3 for game, _, seats in tiny_variants())


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games()])
def test_every_game_has_a_tiny_preset_and_every_option_is_played(slug: str) -> None:
    about = next(about for about in parlour.games() if about.slug == slug)
    presets = about.presets or {}
    assert "tiny" in presets
    played = {name for preset in presets.values() for name in preset}
    assert played >= {option.name for option in about.options}
