"""Every rule and ruling in a game's rules.md is named by a test, and the page lists the options as they are."""

import re
from pathlib import Path

import pytest

from parlour.core.options import show
from parlour.games import Entry, all_games

TESTS = Path(__file__).parent / "games"
RULE_ID = re.compile(r"\b[A-Z]{2}-G?\d{2}\b")


def folder(entry: Entry) -> str:
    return entry.folder.rpartition(".")[2]


@pytest.mark.parametrize("entry", all_games(), ids=folder)
def test_every_rule_has_a_test_that_names_it(entry: Entry) -> None:
    in_rules = set(RULE_ID.findall(entry.rules()))
    in_tests: set[str] = set()
    for file in (TESTS / folder(entry)).glob("*.py"):
        in_tests |= set(RULE_ID.findall(file.read_text(encoding="utf-8")))
    assert in_rules, "rules.md lists no rule ids"
    assert sorted(in_rules - in_tests) == []


@pytest.mark.parametrize("entry", all_games(), ids=folder)
def test_rule_ids_have_no_gaps(entry: Entry) -> None:
    ids = set(RULE_ID.findall(entry.rules()))
    prefix = min(ids)[:2]
    for form in (f"{prefix}-%02d", f"{prefix}-G%02d"):
        count = sum(form % number in ids for number in range(1, 100))
        assert all(form % number in ids for number in range(1, count + 1)), f"{form} has a gap"


@pytest.mark.parametrize("entry", all_games(), ids=folder)
def test_the_rules_page_lists_every_option_with_its_default(entry: Entry) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+)$", entry.rules(), re.MULTILINE))
    assert sorted(rows) == sorted(option.name for option in entry.about.options)
    for option in entry.about.options:
        cells = [cell.strip(" `") for cell in rows[option.name].split("|")]
        assert show(option.default) in cells, f"{option.name}: the default {show(option.default)} is not in its row"


@pytest.mark.parametrize("entry", all_games(), ids=folder)
def test_the_rules_page_credits_the_makers_and_says_what_the_deck_is(entry: Entry) -> None:
    page = entry.rules()
    assert "## Credits" in page
    assert "unofficial" in page.lower()
    assert entry.make().deck.status in page.lower()
