"""Called to the table: what must be answered out of turn, its sound, and what happened since one's turn."""

import random
import re

from playwright.sync_api import Page, expect

from browser.conftest import Site
from browser.moments import CREEPER, be_ana, played
from browser.person import Person

# The page's sounds as it makes them: each source that is started, and how loud it gets.
LISTEN = """(() => {
    window.sounds = { contexts: 0, pitches: [], peaks: [] };
    window.AudioContext = class extends AudioContext {
        constructor(...how) { super(...how); window.sounds.contexts += 1; }
    };
    const start = AudioScheduledSourceNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.sounds.pitches.push(this.frequency.value);
        return start.apply(this, when);
    };
    const swell = AudioParam.prototype.linearRampToValueAtTime;
    AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
        window.sounds.peaks.push(value);
        return swell.call(this, value, at);
    };
})()"""
HEARD = """count => window.sounds.pitches.length >= count && [window.sounds.pitches.splice(0).map(Math.round),
    window.sounds.peaks.splice(0)]"""
YOUR_TURN = [523, 659]
NOTES = len(YOUR_TURN)


def heard(page: Page) -> tuple[list[int], float]:
    """The notes since this was asked last, and how loud the loudest was."""
    pitches, peaks = page.wait_for_function(HEARD, arg=NOTES).json_value()
    return pitches, max(peaks)


def test_a_creeper_calls_like_a_turn(planted: Site, luck: random.Random) -> None:
    """Cleo digs it up; Ana, whose turn it is not, must give up a card."""
    people = []
    for seat in CREEPER.people:
        context = planted.context()
        context.add_init_script(LISTEN)
        be_ana(context, planted.address, seat)
        people.append(planted.sit(context, CREEPER.code, luck))
    ana, cleo = people
    ana.calm()
    check_settings(ana.page)
    expect(ana.page).not_to_have_title(re.compile("Your turn"))
    expect(ana.page.get_by_test_id("prompt")).not_to_have_class(re.compile("yours"))

    digs, gives = played(CREEPER, to_the_end=True).record.entries[CREEPER.decisions :][:2]
    assert digs.seat == gives.seat == CREEPER.people[1]
    cleo.do(digs.action)
    cleo.do(gives.action)

    prompt = ana.calm()["scene"]["prompt"]
    assert prompt["kind"] == "react"
    expect(ana.page).to_have_title(re.compile("● Your turn"))
    expect(ana.page.get_by_test_id("prompt")).to_have_class(re.compile("yours"))
    expect(ana.page.get_by_test_id("prompt-text")).to_contain_text("Creeper!")
    pitches, _ = heard(ana.page)
    assert pitches[-NOTES:] == YOUR_TURN
    # Cleo asked for no sound, and there was none.
    assert cleo.page.evaluate("window.sounds") == {"contexts": 0, "pitches": [], "peaks": []}
    assert ana.play()
    expect(ana.page).not_to_have_title(re.compile("Your turn"))


def test_who_must_answer_another_s_turn_is_called(site: Site, luck: random.Random) -> None:
    called = next(found for _ in range(10) if (found := asked_together(site.table("follow-me", 2, luck, seats=2))))
    expect(called.page).to_have_title(re.compile("● Your turn"))
    expect(called.page.get_by_test_id("prompt")).to_have_class(re.compile("yours"))
    assert called.play()


def asked_together(people: list[Person]) -> Person | None:
    """Play until a lead wants to be followed or a card that was sent wants one in return; None if the game ends."""
    while asked := [person for person in people if person.calm()["prompt"]]:
        for person in asked:
            if person.view["scene"]["prompt"]["kind"] == "commit":
                return person
        asked[0].play()
    return None


def check_settings(page: Page) -> None:
    """Sound is off until it is asked for, and as loud as one likes."""
    assert page.evaluate("window.sounds.contexts") == 0
    page.get_by_role("button", name="Settings").click()
    sound = page.get_by_role("checkbox", name="Sound")
    assert not sound.is_checked()
    assert page.get_by_role("slider", name="Volume").count() == 0
    sound.check()
    pitches, usual = heard(page)
    assert pitches == YOUR_TURN
    volume = page.get_by_role("slider", name="Volume")
    assert volume.input_value() == "50"
    for _ in range(5):
        volume.press("ArrowRight")
    pitches, louder = heard(page)
    assert set(pitches) == set(YOUR_TURN)
    assert usual < louder
    page.get_by_role("button", name="Close settings").click()


def test_what_happened_since_the_own_turn_is_shown_again_step_by_step(site: Site, luck: random.Random) -> None:
    ana = next(found for _ in range(10) if (found := with_news(site, luck)))
    page = ana.page
    opener = page.get_by_role("button", name="Since your turn")
    now = page.get_by_test_id("prompt-text").inner_text()
    opener.click()
    recap = page.get_by_role("region", name="Since your turn")
    back, onward = (recap.get_by_role("button", name=name, exact=True) for name in ("Back", "Next"))
    current = recap.locator("[aria-current=step]")
    steps = recap.get_by_role("listitem")
    # It is shown by itself, to its end.
    expect(onward).to_be_disabled()
    expect(steps.last).to_have_attribute("aria-current", "step")
    told = steps.all_inner_texts()
    assert len(told) > 1
    assert page.locator(".prompt [data-action]").count() == 0

    while back.is_enabled():
        back.click()
    expect(current).to_have_count(0)
    seen = []
    while onward.is_enabled():
        onward.click()
        if current.count():
            seen.append(current.inner_text())
            assert seen[-1].endswith(last_sentence(page))
    assert seen == told
    steps.first.get_by_role("button").click()
    expect(steps.first).to_have_attribute("aria-current", "step")
    assert told[0].endswith(last_sentence(page))
    recap.get_by_role("button", name="Show again").click()
    expect(steps.last).to_have_attribute("aria-current", "step")
    recap.get_by_role("button", name="Close").click()
    expect(recap).to_have_count(0)
    expect(page.get_by_test_id("prompt-text")).to_have_text(now)
    assert ana.play()


def with_news(site: Site, luck: random.Random) -> Person | None:
    """Somebody to whom the page offers a recap; None if the game ends before that: all Fun may be taken in a round."""
    [ana] = site.table("around-mackinac", 1, luck, seats=4)
    while ana.play():
        ana.calm()
        if ana.page.get_by_role("button", name="Since your turn").count():
            return ana
    return None


def last_sentence(page: Page) -> str:
    """What the table says when everything of a step has moved; meanwhile it says what is moving."""
    page.evaluate("window.__table.idle()")
    return page.get_by_test_id("last").inner_text()
