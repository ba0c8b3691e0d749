"""A few hundred random games of each game; `make soak` plays 100,000."""

import pytest

import parlour
from soak import play_many


@pytest.mark.parametrize("slug", [about.slug for about in parlour.games()])
def test_random_games_end_without_an_error(slug: str) -> None:
    about = next(about for about in parlour.games() if about.slug == slug)
    for seats in range(about.min_seats, about.max_seats + 1):
        total, longest = play_many(parlour.game(slug, seats), 40, "ci")
        assert 0 < longest <= total
