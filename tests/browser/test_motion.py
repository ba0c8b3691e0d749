"""Moves are shown as they happened: in order, where they happened, and nobody has to wait for them."""

import random

from browser.conftest import Site
from browser.person import Person

PACE = """localStorage.setItem("parlour-settings", JSON.stringify({ pace: "PACE" }))"""
# What is animated, in the order in which it begins.
RECORD = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const piece = this.closest("[data-pid]");
        window.moved.push(this.closest(".flying") ? "flying" : piece?.dataset.type ?? piece?.dataset.pid ?? "");
        return animate.apply(this, how);
    };
}"""


def seated(site: Site, luck: random.Random, pace: str) -> Person:
    """Alone with a bot on the island; the moves are recorded."""
    context = site.context(reduced_motion="no-preference")
    context.add_init_script(f"try {{ {PACE.replace('PACE', pace)} }} catch {{}}")
    while True:
        person = site.sit(context, site.begin(context, game="around-mackinac", seats=2), luck)
        person.calm()
        if not person.over:  # the bot may take all Fun in the first turn
            person.page.evaluate(RECORD)
            return person


def test_the_die_rolls_before_the_pawn_walks_and_the_chips_fly_last(site: Site, luck: random.Random) -> None:
    person = seated(site, luck, "fast")
    for _ in range(20):
        view = person.calm()
        if person.over:
            person = seated(site, luck, "fast")
            view = person.view
        person.page.evaluate("window.moved = []")  # at rest: what moves now belongs to this choice
        choice = view["scene"]["prompt"]["choices"][0]  # to roll, while that is possible
        person.choose(choice)
        person.page.wait_for_function("seq => window.__table.seq > seq", arg=person.update["seq"])
        moved = person.page.evaluate("async () => { await window.__table.idle(); return window.moved }")
        # The bot's moves may have begun as well, so only those that begin with a roll of one's own are certain.
        if choice["text"] == "roll" and {"die", "pawn", "flying"} <= set(moved):
            break
    pawn = moved.index("pawn")
    die = pawn - 1 - moved[:pawn][::-1].index("die")
    assert "flying" not in moved[die:pawn]
    assert "flying" in moved[pawn:]


def test_a_tap_jumps_to_the_end_of_a_move(site: Site, luck: random.Random) -> None:
    person = seated(site, luck, "slow")
    page = person.page
    seq = page.evaluate("window.__table.seq")
    page.locator(".prompt [data-action]").first.click()
    page.wait_for_function("() => window.moved.length > 0")
    page.locator(".middle").dispatch_event("pointerdown")
    assert page.evaluate("window.__table.seq") > seq  # without waiting
