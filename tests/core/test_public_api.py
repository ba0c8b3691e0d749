"""What `import parlour` offers, and how it refuses what it does not have."""

import subprocess
import sys

import pytest

import parlour


def test_the_collection_lists_its_games() -> None:
    slugs = [about.slug for about in parlour.games()]
    assert "st-croix" in slugs
    assert slugs == sorted(slugs, key=lambda slug: next(a.title for a in parlour.games() if a.slug == slug))


def test_a_game_is_made_by_slug_seats_options_and_preset() -> None:
    assert parlour.game("st-croix").seats == 4
    assert parlour.game("st-croix", seats=6, young=True).options["young"] is True
    assert parlour.game("st-croix", seats=2, preset="tiny").deck.name == "St. Croix, tiny"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: parlour.game("st-croy"), parlour.UnknownGame, "Did you mean st-croix?"),
        (lambda: parlour.game("ST_CROIX"), parlour.UnknownGame, "Did you mean st-croix?"),
        (lambda: parlour.game("Mine & Craft"), parlour.UnknownGame, "Did you mean mine-and-craft?"),
        (lambda: parlour.game("st-croix", seats=7), parlour.UnknownOption, "for 2 to 6 seats, not 7"),
        (lambda: parlour.game("st-croix", preset="huge"), parlour.UnknownOption, "no preset 'huge'"),
        (lambda: parlour.game("st-croix", yung=True), parlour.UnknownOption, "Did you mean young?"),
        (lambda: parlour.game("st-croix", deck="nowhere.toml"), parlour.BadDeck, "nowhere.toml: the deck file"),
    ],
)
def test_what_is_not_there_is_refused(make: object, error: type[Exception], message: str) -> None:
    assert callable(make)
    with pytest.raises(error, match=message):
        make()


def test_the_plain_build_can_be_asked_for() -> None:
    code = "import parlour; from parlour import _build; print(_build.in_use())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PARLOUR_PURE": "1", "PYTHONPATH": ":".join(filter(None, sys.path))},
    )
    assert done.stdout.strip() == "plain Python"
