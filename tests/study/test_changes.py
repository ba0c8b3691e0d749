"""What a change did: deck differences, number by number, corrected for many looks."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour.study import words
from parlour.study.change_report import change_section, said, sensitivity_section
from parlour.study.changes import ENDINGS, SEATS, USED, deck_changes, deltas
from parlour.study.compare import Comparison, compare
from parlour.study.plan import make_plan
from parlour.study.reading import Sample
from study.samples import Hand, sample
from terminal.running import parlour


def with_deck(run: Sample, **changes: int) -> Sample:
    """The same run as if it had been played with a changed deck."""
    options = {f"deck.{card}.copies": copies for card, copies in changes.items()}
    plan = make_plan("st-croix", games=run.count, seats=run.seats, seed=run.plan.seed, options=options)
    return replace(run, plan=plan)


@pytest.fixture(scope="module")
def found() -> Comparison:
    """Forty games in which a card was used, and forty with another deck in which another one was."""
    before = [Hand((1, 0) if i % 2 else (0, 1), uses=[(0, "Moko Jumbie")], turns=10 + i % 3) for i in range(40)]
    after = [
        Hand((1, 0), uses=[(0, "Cannon")], turns=10 + (i * 7) % 3, reason="Another end.", deal=i) for i in range(40)
    ]
    return compare(with_deck(sample(before), cannon=0), with_deck(sample(after), moko=0))


def test_a_change_is_told_card_by_card(found: Comparison) -> None:
    made = {(one.group, one.name): one for one in deltas(found)}
    assert made[USED, "Cannon"].note == "new" and made[USED, "Cannon"].difference.value == 1.0
    assert made[USED, "Moko Jumbie"].note == "gone" and made[USED, "Moko Jumbie"].difference.value == -1.0
    assert made[ENDINGS, "Another end."].difference.value == 1.0 and made[ENDINGS, "Another end."].clear
    assert made[SEATS, "the first player"].difference.value == 0.5
    assert not any(one.clear for one in made.values() if one.name == "turns a game")
    assert [one.what for one in deck_changes(found)] == ["Moko Jumbie (moko)", "Cannon (cannon)"]


def test_the_section_has_the_deck_on_top_and_names_the_new_card(found: Comparison) -> None:
    section = change_section(found, "the new deck", "")
    assert section.tables[0].title == "What differs between the decks"
    assert "The new card \u201cCannon\u201d was played 1 times a game." in section.text
    assert any(row[0] == "Cannon (new)" for table in section.tables for row in table.rows)


def test_decks_of_another_size_are_not_called_the_same_deals() -> None:
    games = [Hand((1, 0) if i % 3 else (0, 1), turns=10 + i % 7) for i in range(60)]
    other = [Hand((1, 0) if i % 2 else (0, 1), turns=10 + (i * 5) % 11) for i in range(60)]
    base = sample(games)
    loose = compare(base, with_deck(sample(other), cannon=6))
    text = words.pairing([loose])
    assert "(72 and 74 cards)" in text and "these are not the same deals" in text
    assert "pairing narrows no interval here" in text
    assert "Of the same deals" not in words.compared(loose, "six Cannons")
    assert "of a seat's wins in four of five such studies" in said(loose, deltas(loose))
    tight = compare(base, sample(games, turn_cap=500))
    assert "correlates by 1.00: that narrows its interval by 100.0 %" in words.pairing([tight])


def test_many_runs_are_ranked_with_a_correction(found: Comparison) -> None:
    section = sensitivity_section([found, found], ["a", "b"], "")
    assert "are clear after Holm's correction" in section.text
    assert len(section.tables[0].rows) == 2 * sum(change.difference.error > 0 for change in found.changes)


def test_the_command_compares_two_runs(tmp_path: Path) -> None:
    words = ("simulate", "st-croix", "--seats", "2", "--preset", "tiny", "--games", "30", "--workers", "1")
    assert parlour(*words, "--followed", "0", "--out", "a", folder=tmp_path).returncode == 0
    changed = parlour(*words, "--followed", "0", "--option", "deck.moko.copies=3", "--out", "b", folder=tmp_path)
    assert changed.returncode == 0, changed.stderr
    result = parlour("compare", "a", "b", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "Moko Jumbie (moko): copies" in result.stdout
    assert "What differs between the decks" in (tmp_path / "compare.html").read_text(encoding="utf-8")
    wrong = parlour("compare", "a", "c", folder=tmp_path)
    assert (wrong.returncode, wrong.stderr) == (2, "There is no folder c.\n")
