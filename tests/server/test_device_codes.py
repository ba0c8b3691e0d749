"""Going on with the same seat on another device: a code that works once, and soon not at all."""

import asyncio
import json
from pathlib import Path

import pytest

from parlour.server.http.device_codes import LASTS, DeviceCodes
from parlour.server.log.decide import Refused
from parlour.server.store.store import Store
from server.people import Person, Running


def handed(ana: Person) -> str:
    found = ana.good("/api/me/handover", {})
    assert found["path"] == f"/here#{found['code']}" and found["qr"].startswith("<svg")
    return str(found["code"])


def test_a_code_brings_the_seat_to_another_device(server: Running, ana: Person) -> None:
    # She begins: a bot's move would come between what the two devices see.
    code = ana.create("around-mackinac", seats=2, start=True, options={"first_player": "host"})
    phone = Person(server, "phone")
    key = handed(ana)
    assert ana.token not in json.dumps(key)
    me = phone.good("/api/me/arrive", {"code": f"{key[:4].lower()} {key[4:8]}-{key[8:]}"})
    assert me["name"] == "Ana" and [table["code"] for table in me["tables"]] == [code]
    assert phone.token == ana.token
    assert phone.view(code)["you"] == {"seat": 0, "role": "host", "name": "Ana", "acted": False}
    with ana.line(code) as laptop, phone.line(code) as other:
        assert laptop.view["scene"] == other.view["scene"]


def test_a_browser_gets_a_cookie_and_no_token_in_words(server: Running, ana: Person) -> None:
    ana.create("st-croix")
    browser = Person(server, token="")
    home = {"origin": f"http://{server.address}"}
    answer = browser.ask("/api/me/arrive", {"code": handed(ana)}, home)
    assert answer.status == 200 and answer.json["token"] == ""
    cookie = answer.headers["set-cookie"]
    assert f"parlour_player={ana.token}" in cookie and "HttpOnly" in cookie
    assert ana.token.encode() not in answer.body


def test_a_code_works_once(server: Running, ana: Person) -> None:
    ana.create("st-croix")
    key = handed(ana)
    assert Person(server).ask("/api/me/arrive", {"code": key}).status == 200
    again = Person(server).ask("/api/me/arrive", {"code": key})
    assert again.status == 404 and again.json["text"].endswith(".")
    assert Person(server).ask("/api/me/arrive", {"code": "AAAABBBBCCCC"}).status == 404


def test_a_device_with_seats_of_its_own_is_asked_first(server: Running, ana: Person, bo: Person) -> None:
    """The code stays good until the player agrees to lose them."""
    ana.create("st-croix")
    hers = bo.create("st-croix")
    key = handed(ana)
    asked = bo.ask("/api/me/arrive", {"code": key})
    assert asked.status == 409 and "lose them" in asked.json["text"]
    assert [table["code"] for table in bo.good("/api/me")["tables"]] == [hers], "it is still Bo's"
    assert bo.good("/api/me/arrive", {"code": key, "replace": True})["name"] == "Ana"


def test_who_is_nobody_has_nothing_to_move(server: Running) -> None:
    assert Person(server, token="").ask("/api/me/handover", {}).status == 401


def test_another_sites_page_cannot_make_or_use_a_code(server: Running, ana: Person) -> None:
    ana.create("st-croix")
    key = handed(ana)
    evil = {"origin": "http://evil.example", "cookie": f"parlour_player={ana.token}"}
    browser = Person(server, token="")
    assert browser.ask("/api/me/handover", {}, evil).status == 403
    assert browser.ask("/api/me/arrive", {"code": key}, evil).status == 403
    assert Person(server).ask("/api/me/arrive", {"code": key}).status == 200


def test_the_database_holds_neither_code_nor_token(server: Running, ana: Person) -> None:
    ana.create("st-croix")
    key = handed(ana)
    files = [file.read_bytes() for file in Path(server.database).parent.glob("tables.db*")]
    assert files and not any(secret.encode() in data for secret in (key, ana.token) for data in files)


@pytest.mark.parametrize("late", [False, True])
def test_a_code_ends_by_itself(tmp_path: Path, late: bool) -> None:
    now = [1000.0]

    async def work() -> None:
        store = await Store.open(str(tmp_path / "t.db"))
        codes = DeviceCodes(store, lambda: now[0])
        code, until = await codes.give("a token of any length, with ümlauts")
        assert until == now[0] + LASTS
        now[0] = until + (1 if late else -1)
        try:
            if late:
                with pytest.raises(Refused, match="expired"):
                    await codes.take(code)
            else:
                assert await codes.take(code) == "a token of any length, with ümlauts"
        finally:
            await store.close()

    asyncio.run(work())
