"""Watching, and what comes after a game: the rematch, the replay, the record."""

import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from browser.conftest import Site
from browser.moments import MOMENTS, NAMES, played
from browser.person import Person, play_out

SHOWN = "() => [...document.querySelectorAll('.table [data-pid][data-type]')].map((each) => each.dataset.pid)"


def test_who_watches_sees_no_hidden_hand(site: Site, luck: random.Random) -> None:
    """A spectator's page holds no card that is only in a player's hand, and offers nothing to choose."""
    people = site.table("st-croix", 2, luck, seats=3)
    for _ in range(3):
        for person in people:
            person.play()
    people[0].calm()
    page = site.page(f"/t/{people[0].code}")
    watcher = Person(page, people[0].code, luck)
    watcher.calm()
    hand = {piece["type"] for piece in people[0].calm()["scene"]["pieces"] if piece["zone"] == "hand:0"}
    assert hand
    assert page.locator('[data-zone-id="hand:0"] [data-type]').count() == 0
    assert page.locator("[data-action]").count() == 0
    assert watcher.view["you"]["role"] == "watcher"
    assert not [piece for piece in watcher.view["scene"]["pieces"] if piece["zone"].startswith("hand:")]
    page.get_by_role("tab", name="Players").click()
    people[0].page.get_by_role("tab", name="Players").click()
    people[0].page.get_by_text("1 watching").wait_for()


def test_a_rematch_a_replay_and_a_record(site: Site, luck: random.Random, tmp_path: Path) -> None:
    people = site.table("around-mackinac", 2, luck, seats=2, options={"last_ferry": 4})
    ana, bo = people
    play_out(people)

    with ana.page.expect_download() as download:
        ana.page.get_by_role("link", name="Record").click()
    record = tmp_path / "game.jsonl"
    download.value.save_as(record)
    parlour("verify", str(record), folder=tmp_path)

    check_replay(site, ana)
    check_study(ana.page, record)

    ana.page.goto(f"/t/{ana.code}")
    ana.page.get_by_role("button", name="Rematch").click()
    ana.page.wait_for_url(lambda url: ana.code not in url and "/t/" in url)
    bo.page.get_by_role("link", name="Go to the rematch").click()
    bo.page.wait_for_url(ana.page.url)
    again = Person(bo.page, bo.page.url.rsplit("/", 1)[1], luck)
    names = {seat["name"] for seat in again.look()["table"]["seats"]}
    assert names == {"Ana", "Bo"}
    assert again.view["table"]["options"]["last_ferry"] == 4


def parlour(*arguments: str, folder: Path) -> str:
    """What a command prints."""
    command = [sys.executable, "-c", "import sys; sys.argv[0] = 'parlour'; from parlour.cli import main; main()"]
    told = subprocess.run([*command, *arguments], capture_output=True, text=True, cwd=folder)
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def check_study(page: Page, record: Path) -> None:
    """The commands beside a moment of a replay work as they stand there."""
    page.get_by_text("Study this position").click()
    first, second = page.locator("pre.code").inner_text().splitlines()
    _, *position, arrow, target = shlex.split(first)
    assert arrow == ">"
    record.rename(record.parent / position[1])
    (record.parent / target).write_text(parlour(*position, folder=record.parent))
    _, *simulate = shlex.split(second)
    assert "20 games" in parlour(*simulate, "--games", "20", folder=record.parent)


def check_replay(site: Site, ana: Person) -> None:
    """Step, scrub, another's eyes, and a link to a moment that opens there for anybody."""
    page = ana.page
    page.get_by_role("link", name="Replay").click()
    moment = page.locator(".moment")
    moment.wait_for()
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="One step on").click()
    assert moment.inner_text().startswith("2 of ")
    page.keyboard.press("ArrowLeft")
    assert moment.inner_text().startswith("1 of ")
    last = int(moment.inner_text().split()[2])
    page.get_by_role("slider", name="Moment").fill(str(last))
    page.get_by_test_id("result").wait_for()
    page.get_by_role("slider", name="Moment").fill(str(last // 2))
    page.get_by_label("Seen by").select_option("1")
    page.wait_for_url("**as=bo*")
    assert f"n={last // 2}" in page.url
    assert moment.inner_text().startswith(f"{last // 2} of")
    shown = page.evaluate(SHOWN)
    stranger = site.context().new_page()
    held: list[Route] = []
    stranger.route("**/replay?as=1", lambda route: held.append(route))
    with stranger.expect_request("**/replay?as=1"):
        stranger.goto(page.url)
    assert stranger.locator(".moment").count() == 0, "all hands are shown before what Bo saw arrives"
    held[0].continue_()
    stranger.locator(".moment").wait_for()
    stranger.wait_for_function(
        "at => document.querySelector('.moment').innerText.startsWith(`${at} of`)", arg=last // 2
    )
    assert stranger.get_by_label("Seen by").input_value() == "1"
    assert stranger.evaluate(SHOWN) == shown


@pytest.fixture
def upload(tmp_path: Path, site: Site) -> Page:
    record = tmp_path / "record.jsonl"
    record.write_text(played(MOMENTS["st-croix"], to_the_end=True).text())
    page = site.page("/replay")
    page.locator("input[type=file]").set_input_files(record)
    page.locator(".moment").wait_for()
    return page


def test_a_record_file_is_replayed(upload: Page) -> None:
    """Whose eyes decides which cards lie open."""
    assert upload.get_by_role("heading", name="Replay of St. Croix").count() == 1
    upload.get_by_role("slider", name="Moment").fill("40")
    hand = upload.locator('[data-zone-id="hand:1"] [data-type]')
    assert hand.count() > 0
    upload.get_by_label("Seen by").select_option("0")
    upload.locator('[data-zone-id="hand:1"] .ghost').first.wait_for()
    assert hand.count() == 0
    assert [each.inner_text() for each in upload.locator(".table .who .name").all()].count(f"{NAMES[0]} (you)") == 1


def test_what_is_no_record_is_refused_kindly(site: Site, tmp_path: Path) -> None:
    site.forgiven.append("the server responded with a status of 4")
    wrong = tmp_path / "holiday.jsonl"
    wrong.write_text("Dear diary")
    page = site.page("/replay")
    page.locator("input[type=file]").set_input_files(wrong)
    assert page.get_by_role("alert").inner_text()
    page.get_by_text("Choose a record").wait_for()
