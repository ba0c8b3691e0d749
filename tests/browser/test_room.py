"""Room for the cards: nothing lies under the bar at the bottom of a phone, nothing lies on top of something else."""

import random

import pytest
from playwright.sync_api import Page

from browser.conftest import Site, ask
from browser.moments import CROWDED, MOMENTS, Moment, be_ana
from browser.person import Person
from browser.test_sizes import complete, drawn, resize
from server.people import Json

PHONES = [(320, 640), (360, 740), (390, 800)]
LARGER = [(768, 1024), (1440, 900)]
LEAST_SEEN = 4
"""Pixels of each card that are in view, however many lie in a row."""
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
# What players have before them and is not seen: outside of its place or of its player's panel, or under something else.
# A hand of one's own may be longer than its place, for it can be moved sideways.
UNSEEN = """least => [...document.querySelectorAll(".others .player, .own")].flatMap((panel) => {
    const box = (each) => each.getBoundingClientRect();
    const visible = (what) => [...panel.querySelectorAll(what)].filter((each) => each.checkVisibility());
    const begins = (a, b) => a.left < b.left + 1 && a.top < b.top + 1;
    const holds = (a, b) => begins(a, b) && a.right > b.right - 1 && a.bottom > b.bottom - 1;
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const unseen = [];
    for (const each of visible(":is([data-pid], .ghost, .counter, .pool):not(.own .lay-fan *)")) {
        const place = each.closest(".zone") ?? panel;
        const next = each.nextElementSibling;
        const name = `${panel.dataset.seat ?? "own"}: ${each.dataset.pid ?? each.className}`;
        if (![place, panel].every((around) => holds(box(around), box(each)))) unseen.push(`${name} is outside`);
        if (each.dataset.pid && next?.dataset.pid) {
            const [a, b] = [box(each), box(next)];
            if (meet(a, b) && b.left - a.left < least) unseen.push(`${name} is covered`);
        }
    }
    const hand = panel.querySelector(".own .lay-fan .pieces:has(> [data-pid])");
    if (hand && hand.clientWidth < hand.firstElementChild.offsetWidth) unseen.push("the hand is pushed away");
    const places = visible(".zone");
    for (const [index, one] of places.entries()) {
        for (const other of places.slice(index + 1)) {
            if (meet(box(one), box(other))) unseen.push(`${one.dataset.zoneId} meets ${other.dataset.zoneId}`);
        }
    }
    return unseen;
})"""


def check_room(page: Page) -> None:
    """Every card can be brought clear of the bar."""
    hidden: Json = page.evaluate(COVERED)
    assert not hidden, hidden[:3]


def check_panels(page: Page) -> None:
    """Everything the players have before them is seen."""
    unseen: Json = page.evaluate(UNSEEN, LEAST_SEEN)
    assert not unseen, unseen


def open_as_ana(site: Site, moment: Moment, size: tuple[int, int], phone: bool) -> Page:
    """Ana's page of this position in a window of this size."""
    context = site.context(viewport={"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone)
    be_ana(context, site.address)
    page = context.new_page()
    page.goto(f"/t/{moment.code}")
    page.locator("[data-testid=prompt], [data-testid=result]").wait_for()
    complete(page)
    return page


@pytest.mark.parametrize("game", MOMENTS)
def test_every_card_can_be_scrolled_clear_of_the_bar(game: str, planted: Site) -> None:
    page = open_as_ana(planted, MOMENTS[game], PHONES[0], phone=True)
    for size in PHONES:
        resize(page, *size)
        check_room(page)  # with a tip below the bar
        check_panels(page)
    listing = page.get_by_role("button", name="choices")
    if listing.count():
        listing.tap()
        for size in PHONES:
            resize(page, *size)
            check_room(page)  # with all choices in the bar


@pytest.mark.parametrize("crowded", CROWDED)
def test_however_much_lies_before_the_players_it_is_seen_on_a_phone(crowded: str, planted: Site) -> None:
    page = open_as_ana(planted, CROWDED[crowded], PHONES[0], phone=True)
    for size in PHONES:
        resize(page, *size)
        check_panels(page)
        check_room(page)
    for summary in page.locator(".others .who[aria-expanded]").all():
        summary.tap()
    for size in PHONES:
        resize(page, *size)
        check_panels(page)  # as far as they can be opened now


@pytest.mark.parametrize("crowded", CROWDED)
def test_however_much_lies_before_the_players_it_is_seen(crowded: str, planted: Site) -> None:
    page = open_as_ana(planted, CROWDED[crowded], LARGER[0], phone=False)
    for size in LARGER:
        resize(page, *size)
        check_panels(page)


def test_a_hint_leaves_room(planted: Site) -> None:
    context = planted.phone()
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS['st-croix'].code}")
    page.get_by_role("button", name="Hint").tap()
    page.get_by_role("region", name="Hint").wait_for()
    drawn(page)
    check_room(page)


@pytest.mark.parametrize("game", MOMENTS)
def test_there_is_room_in_every_position(game: str, site: Site, luck: random.Random) -> None:
    """A game on the smallest phone, with as many players as it takes; the other seats are bots."""
    games = ask_catalogue(site)
    context = site.context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    code = site.begin(context, game=game, seats=games[game])
    person = site.sit(context, code, luck, touch=True)
    for turn in range(16):
        view = person.calm()
        drawn(person.page)
        check_room(person.page)
        check_panels(person.page)
        if person.over:
            break
        if turn % 4 == 3:
            person.play()  # by hand
        else:
            act(person, view)
    else:
        return
    assert person.page.get_by_test_id("result").is_visible()


def ask_catalogue(site: Site) -> dict[str, int]:
    """How many may play each game."""
    catalogue: Json = site.context().request.get("/api/games").json()
    return {game["slug"]: game["max_seats"] for game in catalogue["games"]}


def act(person: Person, view: Json) -> None:
    """The quick way: the request alone."""
    choice = person.luck.choice(view["scene"]["prompt"]["choices"])
    body = {"t": "act", "id": f"quick-{person.update['seq']}", "prompt": view["prompt"], "action": choice["action"]}
    assert ask(person.page.context, f"/api/tables/{person.code}/act", body)["ok"]
    person.calm(view["prompt"])


@pytest.mark.parametrize("size", [(1440, 900), (360, 740)])
def test_the_spread_discards_begin_at_the_newest(size: tuple[int, int], planted: Site) -> None:
    context = planted.context(viewport={"width": size[0], "height": size[1]})
    be_ana(context, planted.address)
    page = context.new_page()
    page.goto(f"/t/{MOMENTS['match-me'].code}")
    page.get_by_test_id("prompt").wait_for()
    complete(page)
    beyond = page.evaluate(
        """() => {
            const row = document.querySelector(".lay-spread .pieces");
            return row.scrollWidth - row.clientWidth - row.scrollLeft;
        }"""
    )
    assert beyond <= 1


def test_the_result_covers_no_card(site: Site, luck: random.Random) -> None:
    """Beside a ring: the result stands where the prompt stood, and no empty bar remains."""
    context = site.context()
    code = site.begin(context, game="around-mackinac", seats=2)
    person = site.sit(context, code, luck)
    for _ in range(200):
        view = person.calm()
        if person.over:
            break
        act(person, view)
    page = person.page
    complete(page)
    assert page.get_by_test_id("prompt").count() == 0
    result = page.get_by_test_id("result").bounding_box()
    ring = page.locator("[data-layout=ring] .round").bounding_box()
    assert result and ring
    assert result["x"] + result["width"] <= ring["x"]
