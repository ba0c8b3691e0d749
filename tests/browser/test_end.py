"""The end of a game: who won is in view on every screen, with joy where motion is welcome; share it, play again."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Site, ask
from browser.moments import ENDS, be_ana, played
from browser.person import Person, play_out
from browser.test_sizes import complete, resize

PHONE = (390, 844)
SIZES = [(1440, 900), (1366, 650), PHONE, (844, 390)]
RESULT = "[data-testid=result]"
# The parts that say who won and are cut off or covered.
UNSEEN = f"""() => [...document.querySelectorAll("{RESULT} h2, {RESULT} .won")].filter((each) => {{
    const box = each.getBoundingClientRect();
    const points = [[box.left + 3, box.top + 3], [box.left + 3, box.bottom - 3]];
    return !points.every(([x, y]) => each.contains(document.elementFromPoint(x, y)));
}}).map((each) => each.innerText)"""
# The scores come up one after the other, then the winner's name.
SETTLED = f"""() => Promise.all([...document.querySelectorAll("{RESULT} li, {RESULT} h2")]
    .flatMap((each) => each.getAnimations()).map((each) => each.finished)).then(() => true)"""
FALLING = """() => document.querySelector(".joy") ? document.querySelector(".joy").getAnimations({ subtree: true })
    .filter((each) => each.animationName.endsWith("fall")).length : 0"""
# A device that can pass a text on to another program, and what comes of that.
SHARING = """() => {{
    const answer = {answer};
    navigator.share = ({{ text }}) => {{
        window.offered = text;
        return answer ? Promise.reject(answer) : Promise.resolve();
    }};
}}"""
LOBBY_SEEN = """() => {
    window.lobbySeen = false;
    new MutationObserver(() => (window.lobbySeen ||= document.querySelector(".lobby") !== null))
        .observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("game", ENDS)
def test_the_winner_is_in_view_on_every_screen(game: str, planted: Site, luck: random.Random) -> None:
    """Played to its end with taps on a phone, which is then turned; and opened again on each screen."""
    width, height = PHONE
    context = planted.context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="no-preference"
    )
    be_ana(context, planted.address)
    person = planted.sit(context, ENDS[game].code, luck, touch=True)
    person.do(played(ENDS[game], to_the_end=True).record.entries[ENDS[game].decisions].action)
    play_out([person])
    page = person.page
    page.locator(RESULT).wait_for()
    complete(page)
    page.evaluate(SETTLED)
    check_rows(person)
    won = 0 in person.view["scene"]["result"]["winners"]
    assert (page.locator(".joy i").count() > 0) == won
    for size in [PHONE, *SIZES]:
        resize(page, *size)
        assert not page.evaluate(UNSEEN), (size, page.evaluate(UNSEEN))
    for size in SIZES:
        resize(page, *size)
        page.reload()
        page.locator(RESULT).wait_for()
        complete(page)
        assert not page.evaluate(UNSEEN), (size, page.evaluate(UNSEEN))
        assert page.locator(".joy").count() == 0  # that was when it happened


def check_rows(person: Person) -> None:
    """Everybody once, the winners first, nobody before somebody with a better rank."""
    result = person.view["scene"]["result"]
    rows = person.page.locator(f"{RESULT} li").all()
    seats = [int(row.get_attribute("data-seat-result") or "") for row in rows]
    assert sorted(seats) == list(range(len(result["ranks"])))
    assert set(seats[: len(result["winners"])]) == set(result["winners"])
    ranks = [result["ranks"][seat] for seat in seats]
    assert ranks == sorted(ranks)
    for seat, row in zip(seats, rows, strict=True):
        assert row.locator(".score").inner_text() == str(result["scores"][seat])
        assert row.locator(".line").inner_text() == result["lines"][seat]


def test_joy_falls_for_who_watches_unless_motion_is_unwelcome(site: Site, luck: random.Random) -> None:
    # Ana begins, so that nobody can win before the pages of those who watch are there.
    options = {"last_ferry": 4, "first_player": "host"}
    [ana] = site.table("around-mackinac", 1, luck, seats=2, options=options)
    lively = site.page(f"/t/{ana.code}", reduced_motion="no-preference")
    calm = site.page(f"/t/{ana.code}")
    for page in (lively, calm):
        page.locator(".table").wait_for()
    play_out([ana])
    for page in (lively, calm):
        page.locator(RESULT).wait_for()
        complete(page)
    assert lively.evaluate(FALLING) == lively.locator(".joy i").count() > 0
    assert calm.locator(".joy").count() == 0
    assert calm.evaluate(SETTLED)
    assert not calm.evaluate(UNSEEN)


def test_share_the_result_and_play_the_bots_again(site: Site, luck: random.Random) -> None:
    context = site.context(permissions=["clipboard-read", "clipboard-write"])
    options = {"last_ferry": 3, "first_player": "host"}  # so that Ana acts before anybody can win
    code = site.begin(context, game="around-mackinac", seats=3, options=options)
    ana = site.sit(context, code, luck)
    play_out([ana])
    check_shared(ana, site.address)
    check_rematch(ana.page, code, luck)


def check_shared(ana: Person, address: str) -> None:
    """Names, places and scores, and where the replay is; not a word more. To a program, or else to the clipboard."""
    page, scene = ana.page, ana.view["scene"]
    share = page.get_by_role("button", name="Share")
    offered = []
    for answer in ("undefined", "new DOMException('', 'AbortError')", "new DOMException('', 'NotAllowedError')"):
        page.evaluate(SHARING.format(answer=answer))
        share.click()
        offered.append(page.evaluate("window.offered"))
        expect(page.get_by_role("button", name="Copied")).to_have_count(int("NotAllowed" in answer))
    text = str(page.evaluate("navigator.clipboard.readText()"))
    assert offered == [text] * 3
    first, *rows, link = text.splitlines()
    assert first == f"{scene['title']}: {scene['result']['reason']}"
    assert link == f"{address}/replay/{ana.code}"
    told = [re.fullmatch(r"(\d+)\. (\w+): (-?\d+)", row) for row in rows]
    scores = {player["name"]: score for player, score in zip(scene["players"], scene["result"]["scores"], strict=True)}
    assert {row[2]: int(row[3]) for row in told if row} == scores
    assert [row[1] for row in told if row] == sorted(row[1] for row in told if row)


def check_rematch(page: Page, code: str, luck: random.Random) -> None:
    """One tap, and the cards are dealt: the same bots, and no lobby on the way."""
    page.evaluate(LOBBY_SEEN)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    again = Person(page, page.url.rsplit("/", 1)[1], luck)
    assert again.calm()["table"]["status"] == "playing"
    assert [seat["kind"] for seat in again.view["table"]["seats"]].count("person") == 1
    assert again.play()
    assert page.evaluate("window.lobbySeen") is False
    assert again.code in page.evaluate("localStorage.getItem('parlour-seals')"), "the player had no part in the seed"


def test_the_page_checks_the_shuffle_of_its_own_accord(site: Site, luck: random.Random) -> None:
    """From the lobby to the end: it compares what it noted when it sent a share. Another browser has noted nothing."""
    context = site.context()
    options = {"last_ferry": 3, "first_player": "host"}
    table = {"game": "around-mackinac", "name": "Ana", "seats": 2, "options": options}
    ana = site.sit(context, ask(context, "/api/tables", table)["code"], luck)
    page = ana.page
    page.wait_for_function("() => localStorage.getItem('parlour-seals')")
    page.get_by_role("button", name="Start").click()
    page.locator(".table").wait_for()
    play_out([ana])
    computed = "the secret fits the seal, the seed follows from the secret and the shares"
    computed += " and the hash is that of the seed."
    noted = "the seal is the one it noted when it sent your share, your share counts for your seat"
    check_shuffle(page, f"Your browser checked: {noted}, {computed}")
    check_shuffle(site.page(f"/t/{ana.code}"), f"Your browser checked: {computed} It noted no seal before the game")
    # As if the server had shown another seal at first.
    page.evaluate("""() => {
        const [[code, seal, share]] = JSON.parse(localStorage.getItem("parlour-seals"));
        localStorage.setItem("parlour-seals", JSON.stringify([[code, seal.replace(/./g, "0"), share]]));
    }""")
    page.reload()
    warning = page.get_by_role("region", name="After the game").get_by_role("alert")
    expect(warning).to_contain_text("the seal is not the one that this browser noted")


def check_shuffle(page: Page, says: str) -> None:
    end = page.get_by_role("region", name="After the game")
    end.get_by_text("Check the shuffle").click()
    expect(end.locator("details")).to_contain_text(says)
    expect(end.get_by_role("alert")).to_have_count(0)
