"""Room for the cards: nothing lies under the bar at the bottom of a phone, nothing lies on top of something else."""

import random

import pytest
from playwright.sync_api import Page

from browser.conftest import House, ask
from browser.moments import MOMENTS, be_ana
from browser.person import Person
from server.people import Json

PHONES = [(320, 640), (360, 740), (390, 800)]
# Everything that lies on the table, scrolled to as a person would: how much of it the bar or the edge still hides.
COVERED = """() => {
    const bar = document.querySelector("[data-testid=prompt]")?.getBoundingClientRect();
    const hidden = [];
    for (const piece of document.querySelectorAll(".table :is([data-pid], .ghost, .place)")) {
        if (!piece.checkVisibility()) continue;
        piece.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        const box = piece.getBoundingClientRect();
        const edge = document.querySelector("main > .board").getBoundingClientRect();
        const low = Math.min(bar ? bar.top : Infinity, edge.bottom);
        if (box.bottom > low + 1 || box.top < edge.top - 1) {
            hidden.push(`${piece.dataset.pid ?? piece.className}: ${Math.round(box.top)} to ${Math.round(box.bottom)}, `
                + `seen ${Math.round(edge.top)} to ${Math.round(low)}`);
        }
    }
    return hidden;
}"""
# Panels of players whose cards stick out of them.
OUTSIDE = """() => [...document.querySelectorAll(".others .player")].flatMap((panel) => {
    const right = panel.getBoundingClientRect().right + 1;
    return [...panel.querySelectorAll("[data-pid], .ghost, .counter, .pool")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > right)
        .map((each) => `${panel.dataset.seat}: ${each.dataset.pid ?? each.className}`);
})"""


def check_room(page: Page) -> None:
    """Every card can be brought clear of the bar."""
    hidden: Json = page.evaluate(COVERED)
    assert not hidden, hidden[:3]


@pytest.mark.parametrize(("width", "height"), PHONES)
@pytest.mark.parametrize("game", MOMENTS)
def test_every_card_can_be_scrolled_clear_of_the_bar(game: str, width: int, height: int, planted: House) -> None:
    context = planted.context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS[game].code}")
    page.get_by_test_id("prompt").wait_for()
    check_room(page)  # with a tip below the bar
    assert not page.evaluate(OUTSIDE)
    listing = page.get_by_role("button", name="choices")
    if listing.count():
        listing.tap()
        check_room(page)  # with all choices in the bar


def test_a_hint_leaves_room(planted: House) -> None:
    context = planted.phone()
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS['st-croix'].code}")
    page.get_by_role("button", name="Hint").tap()
    page.get_by_role("region", name="Hint").wait_for()
    check_room(page)


@pytest.mark.parametrize("game", MOMENTS)
def test_there_is_room_in_every_position(game: str, house: House, luck: random.Random) -> None:
    """A game on the smallest phone, with as many players as it takes; the other seats are bots."""
    games = ask_shelf(house)
    context = house.context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    code = house.begin(context, game=game, seats=games[game])
    person = house.sit(context, code, luck, touch=True)
    for turn in range(16):
        view = person.calm()
        check_room(person.page)
        assert not person.page.evaluate(OUTSIDE)
        if person.over:
            break
        if turn % 4 == 3:
            person.play()  # by hand
        else:
            act(person, view)
    else:
        return
    assert person.page.get_by_test_id("result").is_visible()


def ask_shelf(house: House) -> dict[str, int]:
    """How many may play each game."""
    shelf: Json = house.context().request.get("/api/games").json()
    return {game["slug"]: game["max_seats"] for game in shelf["games"]}


def act(person: Person, view: Json) -> None:
    """The quick way: the request alone."""
    choice = person.luck.choice(view["scene"]["prompt"]["choices"])
    body = {"t": "act", "id": f"quick-{person.update['seq']}", "prompt": view["prompt"], "action": choice["action"]}
    assert ask(person.page.context, f"/api/tables/{person.code}/act", body)["ok"]
    person.calm(view["prompt"])


@pytest.mark.parametrize("size", [(1440, 900), (360, 740)])
def test_the_spread_discards_begin_at_the_newest(size: tuple[int, int], planted: House) -> None:
    context = planted.context(viewport={"width": size[0], "height": size[1]})
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS['match-me'].code}")
    page.get_by_test_id("prompt").wait_for()
    beyond = page.evaluate(
        """() => {
            const row = document.querySelector(".lay-spread .pieces");
            return row.scrollWidth - row.clientWidth - row.scrollLeft;
        }"""
    )
    assert beyond <= 1


def test_the_result_covers_no_card(house: House, luck: random.Random) -> None:
    """Beside a ring: the result stands where the prompt stood, and no empty bar remains."""
    context = house.context()
    code = house.begin(context, game="around-mackinac", seats=2)
    person = house.sit(context, code, luck)
    for _ in range(200):
        view = person.calm()
        if person.over:
            break
        act(person, view)
    page = person.page
    assert page.get_by_test_id("prompt").count() == 0
    result = page.get_by_test_id("result").bounding_box()
    ring = page.locator("[data-layout=ring] .round").bounding_box()
    assert result and ring
    assert result["x"] + result["width"] <= ring["x"]
