"""Refreshing, and losing the network, whenever it happens: the same view afterwards, nothing lost, nothing twice."""

import os
import random
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from browser.conftest import Site
from browser.person import Person, play_out
from browser.test_games import check_nothing_lost
from server.people import Json, Running, running

NO_NETWORK = r"ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection to"


def seen(person: Person) -> Json:
    """What the page shows, by name: every piece where it lies, and what it asks."""
    person.calm()
    return person.page.evaluate(
        """() => [...document.querySelectorAll(".table [data-zone-id]")].map((zone) =>
            [zone.dataset.zoneId, [...zone.querySelectorAll("[data-pid]")].map((each) => each.dataset.type ?? "back")])
            .concat([[document.querySelector("[data-testid=prompt-text], [data-testid=result] h2").innerText, []]])"""
    )


def test_refreshing_at_any_moment_shows_the_same_table(site: Site, luck: random.Random) -> None:
    people = site.table("follow-me", 2, luck, seats=4)
    for _ in range(20):
        if people[0].calm()["table"]["status"] == "over":
            break
        for person in people:
            person.play()
        person = luck.choice(people)
        before = seen(person)
        person.page.reload()
        assert seen(person) == before
    play_out(people)
    check_nothing_lost(people)


def test_losing_the_network_loses_no_choice_and_doubles_none(site: Site, luck: random.Random) -> None:
    """A choice made without a network is kept, the page says so, and it is sent once when the network is back."""
    site.forgiven.append(NO_NETWORK)
    contexts = [site.context(service_workers="allow") for _ in range(2)]
    code = site.begin(*contexts, game="st-croix", seats=3, options={"turn_cap": 30})
    people = [site.sit(context, code, luck) for context in contexts]
    for person in people:
        has_notices(person)
        is_kept(person)
    asked = held = 0
    for _ in range(200):
        if people[0].calm()["table"]["status"] == "over":
            break
        for person in people:
            person.calm()
            asked += person.view["prompt"] is not None
            if person.view["prompt"] is None or asked % 4 or held == 3:
                person.play()
                continue
            prompt = person.view["prompt"]
            person.page.context.set_offline(True)
            cut(person)
            person.choose(luck.choice(person.view["scene"]["prompt"]["choices"]))
            person.page.get_by_text("Your choice is kept").wait_for()
            assert other(people, person).look()["scene"] is not None  # the table is there for the others
            person.page.context.set_offline(False)
            person.calm(prompt)
            person.page.get_by_text("Connection lost").wait_for(state="hidden")
            held += 1
    assert held == 3
    check_nothing_lost(people)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Running]:
    """A server to be hard on."""
    with running(str(tmp_path / "tables.db"), port=kept_port()) as started:
        yield started


def kept_port() -> int:
    """A free port below those that the system gives away, so that it is still free when the server comes back to it."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def test_a_server_that_restarts_is_found_again(site: Site, own_server: Running, luck: random.Random) -> None:
    """The page comes back by itself to the same table after a crash of the server."""
    site.forgiven += [NO_NETWORK, "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"]
    site.server = own_server
    [person] = site.table("st-croix", 1, luck, seats=2)
    person.play()
    before = seen(person)
    has_notices(person)
    own_server.kill()
    person.page.get_by_text("Connection lost").wait_for()
    own_server.start(own_server.port)  # where the page looks for it
    person.page.get_by_text("Connection lost").wait_for(state="hidden")
    assert seen(person) == before
    assert person.play()


def test_without_a_network_the_client_opens_and_says_what_does_not_work(site: Site, luck: random.Random) -> None:
    site.forgiven += [NO_NETWORK, "ERR_FAILED"]
    context = site.context(service_workers="allow")
    person = site.sit(context, site.begin(context, game="st-croix", seats=2), luck)
    person.calm()
    page = person.page
    is_kept(person)
    page.context.set_offline(True)
    page.goto("/")
    page.get_by_role("alert").get_by_text("You are offline. Games, rules and replays come from the server").wait_for()
    page.goto(f"/t/{person.code}")
    page.get_by_role("status").get_by_text("You are offline.").wait_for()
    page.context.set_offline(False)
    assert person.play()  # the table is there again by itself


def has_notices(person: Person) -> None:
    """Wait for the part of the page that says that a connection is lost: it is loaded after the table."""
    person.page.locator(".notices").wait_for(state="attached")


def is_kept(person: Person) -> None:
    """Wait until the browser has all files of the client: without a network, none can be loaded from the server."""
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def cut(person: Person) -> None:
    """Offline, the browser keeps the sockets it has; a socket that was cut off is closed from the page's side."""
    person.page.evaluate("window.__cut()")
    person.page.get_by_text("Connection lost").wait_for()


def other(people: list[Person], one: Person) -> Person:
    return next(person for person in people if person is not one)
