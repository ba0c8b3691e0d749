"""Whole games by hand: two people in browsers of their own, and bots."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

import parlour
from browser.conftest import Site
from browser.person import Person, play_out

# Enough bots, or a limit of the game's own, for a game of some fifty choices by hand.
SHORT: dict[str, dict[str, Any]] = {  # what a table is asked for, as JSON
    "match-me": {"seats": 4},
    "follow-me": {"seats": 4},
    "around-mackinac": {"seats": 3, "options": {"last_ferry": 6}},
    "deluxe-memory": {"seats": 3},
    "st-croix": {"seats": 3, "options": {"turn_cap": 50}},
    "mine-and-craft": {"seats": 3},
}


def check_nothing_lost(people: list[Person]) -> None:
    """The record holds exactly what each person chose, in that order."""
    record = people[0].page.request.get(f"/api/tables/{people[0].code}/record").text()
    entries = parlour.parse(record).record.entries
    for seat, person in enumerate(people):
        assert [entry.action for entry in entries if entry.seat == seat] == person.made


@pytest.mark.parametrize("game", SHORT)
def test_two_people_and_bots_finish_a_game_by_clicking(game: str, site: Site, luck: random.Random) -> None:
    people = site.table(game, 2, luck, **SHORT[game])
    play_out(people)
    check_nothing_lost(people)
    for person in people:
        result = person.page.get_by_test_id("result")
        assert result.is_visible()
        for line in person.view["scene"]["result"]["lines"]:
            assert line in result.inner_text()
        expect(person.page.get_by_role("button", name="Rematch")).to_be_visible()
