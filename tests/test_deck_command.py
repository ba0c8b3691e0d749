"""Decks from the command line: printed, compared, copied, changed by name."""

import tomllib
from pathlib import Path

import pytest

from parlour.core.cards import read_deck
from parlour.core.deck_changes import changed_deck, deck_differences, deck_text
from parlour.core.errors import ParlourError
from parlour.games import all_games, find
from terminal.running import parlour


@pytest.mark.parametrize("slug", [entry.about.slug for entry in all_games()])
def test_a_deck_written_as_text_is_the_same_deck(slug: str) -> None:
    deck = find(slug).make(seats=find(slug).about.default_seats).deck
    assert tomllib.loads(deck_text(deck.data)) == deck.data


def test_a_deck_is_printed_copied_and_compared(tmp_path: Path) -> None:
    shown = parlour("deck", "st-croix", "--option", "deck.cannon.copies=2", folder=tmp_path)
    line = next(line for line in shown.stdout.splitlines() if line.startswith("cannon "))
    assert line.split() == ["cannon", "Cannon", "2", "cannon"]
    assert "70 cards of 18 kinds" in " ".join(shown.stdout.split())
    assert parlour("deck", "new", "st-croix", "mine.toml", folder=tmp_path).returncode == 0
    text = (tmp_path / "mine.toml").read_text()
    assert text == find("st-croix").make(seats=2).deck.text  # comments included
    (tmp_path / "mine.toml").write_text(text.replace('key = "moko"', 'key = "dancer"'))
    said = parlour("deck", "diff", "st-croix", "mine.toml", folder=tmp_path).stdout
    assert "Moko Jumbie (moko)" in said and "Moko Jumbie (dancer)" in said
    again = parlour("deck", "new", "st-croix", "mine.toml", folder=tmp_path)
    assert (again.returncode, again.stderr) == (2, "mine.toml exists already; choose another file.\n")


def test_a_deck_changed_by_name(tmp_path: Path) -> None:
    deck = find("st-croix").make(seats=2).deck
    other = changed_deck(deck, {"cannon.copies": "6", "moko.copies": 0, "deal.hand": 4})
    assert [(one.what, one.before, one.after) for one in deck_differences(deck, other)] == [
        ("Moko Jumbie (moko)", "4 copies", ""),
        ("Cannon (cannon): copies", "4", "6"),
        ("[deal] hand", "3", "4"),
        ("cards in the deck", "72", "70"),
    ]
    (tmp_path / "changed.toml").write_text(deck_text(other.data))
    assert deck_differences(read_deck(tmp_path / "changed.toml"), other) == []
    assert find("st-croix").table(3, {"deck.deal.hand": 4}).deck.setting("deal", "hand", 1, 9) == 4


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"canon.copies": 2}, "there is no card 'canon' to change"),
        ({"cannon.colour": 2}, "cannon has no 'colour' to change; it has copies, power"),
        ({"cannon.copies": 101}, "from 0 to 100, not 101"),
        ({"cannon.copies": "few"}, "takes a whole number, not 'few'"),
        ({"cannon": 2}, "A deck change is named as deck.cannon.copies, not 'deck.cannon'"),
    ],
)
def test_a_wrong_change_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(ParlourError, match=sentence):
        changed_deck(find("st-croix").make(seats=2).deck, changes)
