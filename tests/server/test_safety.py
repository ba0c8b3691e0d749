"""Who may ask, from where and how often."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets.sync.client as sync
from websockets.exceptions import InvalidStatus

from parlour.server.http.limits import Limits
from parlour.server.http.rates import Bucket, Rate
from parlour.server.log.decide import Refused
from server.people import COMMAND, PATIENCE, Person, Running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with its limits on, that writes down what is asked."""
    folder: Path = tmp_path_factory.mktemp("strict")
    server = Running(
        str(folder / "t.db"), ("--limits", "--tables-an-hour", "12", "--log-requests"), errors=folder / "e"
    )
    server.start()
    yield server
    server.stop()


def browser(server: Running) -> tuple[Person, str]:
    """Somebody whose browser got a cookie."""
    person = Person(server, token="")
    answer = person.ask("/api/me")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    assert answer.json["token"] == ""
    return person, cookie.partition(";")[0]


def test_a_browser_keeps_its_seat_by_a_cookie(server: Running) -> None:
    person, cookie = browser(server)
    home = f"http://{server.address}"
    made = person.ask("/api/tables", {"game": "st-croix", "name": "Ana"}, {"cookie": cookie, "origin": home})
    assert made.status == 201 and made.json["token"] == "" and made.json["seat"] == 0
    view = person.ask(f"/api/tables/{made.json['code']}/view", headers={"cookie": cookie}).json["view"]
    assert view["you"] == {"seat": 0, "role": "host", "name": "Ana", "acted": False}


def test_another_sites_page_can_do_nothing(server: Running) -> None:
    person, cookie = browser(server)
    body = {"game": "st-croix", "name": "Ana"}
    for origin in ("http://evil.example", "null", f"http://{server.address}.evil.example"):
        assert person.ask("/api/tables", body, {"cookie": cookie, "origin": origin}).status == 403
        code = Person(server).create("st-croix")
        url = f"ws://{server.address}/api/tables/{code}/ws"
        asked = {"Cookie": cookie, "Origin": origin}
        with pytest.raises(InvalidStatus), sync.connect(url, additional_headers=asked, open_timeout=PATIENCE):
            pass
    asked = {"Cookie": cookie}
    with pytest.raises(InvalidStatus), sync.connect(url, additional_headers=asked, open_timeout=PATIENCE):
        pass  # a socket without an Origin is no browser's, so a cookie proves nothing


def test_a_form_of_another_site_is_no_message(server: Running) -> None:
    person, cookie = browser(server)
    data = b'{"game":"st-croix","name":"x"}'
    assert person.ask("/api/tables", data, {"cookie": cookie, "content-type": "text/plain"}).status == 400


def test_tokens_that_are_none(server: Running) -> None:
    for token in ("short", "x" * 500):
        answer = Person(server, token=token).ask("/api/me")
        assert answer.status == 401 and answer.json["code"] == "unauthorised"


def test_codes_cannot_be_found_by_trying(strict: Running) -> None:
    person = Person(strict, token="")
    codes = map("".join, itertools.product("ABCDEFGH", repeat=8))
    statuses = [person.ask(f"/api/tables/{next(codes)}/view").status]
    while statuses[-1] == 404:  # on a slow machine it takes longer
        statuses.append(person.ask(f"/api/tables/{next(codes)}/view").status)
    assert len(statuses) > 1 and statuses[-1] == 429


def test_tables_are_limited_by_address(strict: Running) -> None:
    statuses = [Person(strict).ask("/api/tables", {"game": "st-croix", "name": "A"}).status for _ in range(15)]
    assert statuses[0] == 201 and statuses[-1] == 429


def test_chat_is_limited(server: Running) -> None:
    async def scenario() -> None:
        limits = Limits(lambda: 0.0)  # no time passes, on a busy machine either
        for _ in range(8):
            await limits.check_player("say", "192.0.2.1", "ana")
        with pytest.raises(Refused, match="too much"):
            await limits.check_player("say", "192.0.2.1", "ana")
        await limits.check_player("say", "192.0.2.1", "bo")

    asyncio.run(scenario())


def test_a_bucket_fills_up_again() -> None:
    now = [0.0]
    bucket = Bucket(Rate(2, 10), lambda: now[0])
    assert [bucket.take(), bucket.take(), bucket.take()] == [True, True, False]
    now[0] = 5.0
    assert [bucket.take(), bucket.take()] == [True, False]


def test_nothing_private_is_logged_or_stored(strict: Running) -> None:
    """Tokens appear in no log and in no database, addresses are logged without their query."""
    ana = Person(strict, "Ana")
    token = ana.good("/api/me")["token"]
    person, cookie = browser(strict)
    person.ask("/api/me?secret=hunter2", headers={"cookie": cookie})
    ana.ask("/api/tables/AAAAAAAA/view?have=777777")
    headers = {"Authorization": f"Bearer {token}"}
    url = f"ws://{strict.address}/api/tables/AAAAAAAA/ws?secret=hunter2"
    with sync.connect(url, additional_headers=headers, open_timeout=PATIENCE, proxy=None):
        pass
    ana.ask("/api/nothing%0a2026-01-01 00:00:00 INFO parlour.requests: GET /forged 200".replace(" ", "%20"))
    assert strict.errors is not None
    logged = strict.errors.read_text()
    assert "forged" in logged and not any(line.startswith("2026-01-01") for line in logged.splitlines())
    assert "GET /api/me 200" in logged and "socket /api/tables/AAAAAAAA/ws" in logged
    for secret in (token, cookie.partition("=")[2], "hunter2", "777777", "Bearer"):
        assert secret not in logged
    files = [file.read_bytes() for file in Path(strict.database).parent.glob("t.db*")]
    assert files and not any(token.encode() in data for data in files)


def test_names_and_chat_are_sent_as_they_are_and_never_as_html(ana: Person) -> None:
    code = ana.create("st-croix", name="<b>Ana</b>")
    ana.do(code, {"c": "say", "text": "<script>alert(1)</script>"})
    answer = ana.ask(f"/api/tables/{code}/view")
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.body)["view"]["chat"][0]["text"] == "<script>alert(1)</script>"
    assert COMMAND


def test_seeds_cannot_be_seen_before_the_end(ana: Person) -> None:
    code = ana.create("st-croix", seats=2, start=True)
    table = ana.view(code)["table"]
    assert table["seed"] == "" and table["seed_hash"]
    for path in ("record", "replay"):
        assert ana.ask(f"/api/tables/{code}/{path}").status == 409


def test_an_unknown_address_with_a_line_break_is_answered_as_any_other(server: Running) -> None:
    answer = Person(server).ask("/api/tables/A%0AB%2FC/act", {})
    assert answer.status == 404 and answer.json["code"] == "not_found"
