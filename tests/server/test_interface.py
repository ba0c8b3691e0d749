"""The HTTP interface: every address answers as it is described, and the browser's types are up to date."""

import gzip
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.server.protocol.typescript import typescript
from server.people import COMMAND, Person, Running, play_out, whose_turn
from server.schema import misfit

ROOT = Path(__file__).parents[2]


def test_the_browsers_types_are_up_to_date() -> None:
    written = (ROOT / "web" / "src" / "lib" / "wire.ts").read_text(encoding="utf-8")
    assert written == typescript(), "run `make types`"


@pytest.fixture(scope="module")
def finished(server: Running) -> tuple[Person, str]:
    ana = Person(server, "Ana")
    code = ana.create("around-mackinac", seats=2, start=True)
    play_out({0: ana}, code, random.Random(3))
    return ana, code


# long: one line for each request
def test_every_address_answers_as_described(finished: tuple[Person, str]) -> None:
    ana, over = finished
    described = ana.good("/api/openapi.json")
    going = ana.create("st-croix", seats=2, start=True)
    lobby = ana.create("st-croix", seats=3)
    view = ana.view(going)
    record = ana.ask(f"/api/tables/{over}/record").body
    handed = ana.good("/api/me/handover", {})["code"]
    requests: list[tuple[str, str, str, object, int]] = [
        ("get", "/api/games", "/api/games", None, 200),
        ("get", "/api/games/{slug}/rules", "/api/games/st-croix/rules", None, 200),
        ("get", "/api/games/{slug}/rules", "/api/games/chess/rules", None, 404),
        ("get", "/api/me", "/api/me", None, 200),
        ("post", "/api/me/handover", "/api/me/handover", {}, 201),
        ("post", "/api/me/arrive", "/api/me/arrive", {"code": handed}, 409),
        ("post", "/api/me/arrive", "/api/me/arrive", {"code": handed, "replace": True}, 200),
        ("post", "/api/me/arrive", "/api/me/arrive", {"code": handed, "replace": True}, 404),
        ("post", "/api/tables", "/api/tables", {"game": "st-croix", "name": "Ana"}, 201),
        ("post", "/api/tables", "/api/tables", {"game": "chess", "name": "Ana"}, 404),
        ("post", "/api/tables", "/api/tables", {"game": "st-croix", "name": "Ana", "seats": 9}, 422),
        ("post", "/api/tables", "/api/tables", {"game": "st-croix"}, 400),
        ("post", "/api/tables/{code}/join", f"/api/tables/{lobby}/join", {"name": "Ana"}, 200),
        ("post", "/api/tables/{code}/join", "/api/tables/22222222/join", {"name": "Ana"}, 404),
        ("get", "/api/tables/{code}/view", f"/api/tables/{going}/view", None, 200),
        ("get", "/api/tables/{code}/view", f"/api/tables/{lobby.lower()}/view?have=0&wait=1", None, 200),
        ("get", "/api/tables/{code}/view", f"/api/tables/{over}/view?have=x", None, 400),
        (
            "post",
            "/api/tables/{code}/act",
            f"/api/tables/{going}/act",
            {"t": "act", "id": "x", "prompt": "no", "action": 0},
            409,
        ),
        (
            "post",
            "/api/tables/{code}/act",
            f"/api/tables/{going}/act",
            {
                "t": "act",
                "id": "y",
                "prompt": view["prompt"],
                "action": view["scene"]["prompt"]["choices"][0]["action"],
            },
            200,
        ),
        (
            "post",
            "/api/tables/{code}/do",
            f"/api/tables/{going}/do",
            {"t": "do", "id": "z", "do": {"c": "say", "text": "hi"}},
            200,
        ),
        ("get", "/api/tables/{code}/log", f"/api/tables/{over}/log?after=2", None, 200),
        ("get", "/api/tables/{code}/hint", f"/api/tables/{lobby}/hint", None, 409),
        ("get", "/api/tables/{code}/record", f"/api/tables/{over}/record", None, 200),
        ("get", "/api/tables/{code}/record", f"/api/tables/{going}/record", None, 409),
        ("get", "/api/tables/{code}/replay", f"/api/tables/{over}/replay?as=1", None, 200),
        ("get", "/api/tables/{code}/replay", f"/api/tables/{over}/replay?as=7", None, 422),
        ("get", "/api/tables/{code}/review", f"/api/tables/{going}/review", None, 409),
        ("post", "/api/tables/{code}/what_if", f"/api/tables/{going}/what_if", {"n": 1}, 409),
        ("post", "/api/replay", "/api/replay?as=open", record, 200),
        ("post", "/api/replay", "/api/replay", b"nonsense", 422),
        ("get", "/api/tables/{code}/qr.svg", f"/api/tables/{lobby}/qr.svg", None, 200),
        ("get", "/healthz", "/healthz", None, 200),
        ("get", "/metrics", "/metrics", None, 200),
    ]
    asked = {(method, path) for method, path, *_ in requests}
    hint_of = ana.create("around-mackinac", seats=2, start=True, options={"first_player": "host"})
    ana.my_turn(hint_of)
    requests.append(("get", "/api/tables/{code}/hint", f"/api/tables/{hint_of}/hint", None, 200))
    assert asked == {(method, path) for path, methods in described["paths"].items() for method in methods}
    for method, path, address, body, status in requests:
        answer = ana.ask(address, body)
        assert answer.status == status, (address, answer.body[:300])
        _fits(described, method, path, answer.status, answer.headers["content-type"], answer.body)


def _fits(described: Any, method: str, path: str, status: int, media: str, body: bytes) -> None:
    content = described["paths"][path][method]["responses"][str(status)]["content"]
    media = media.partition(";")[0]
    assert media in content, (path, media)
    if media == "application/json":
        assert not misfit(json.loads(body), content[media]["schema"], described), path


def test_what_a_socket_says_is_described_too(ana: Person) -> None:
    described = ana.good("/api/openapi.json")
    code = ana.create("deluxe-memory", seats=2, start=True)
    ana.my_turn(code)
    with ana.line(code) as line:
        line.act(line.view["scene"]["prompt"]["choices"][0]["action"])
        line.send({"t": "ping"})
        line.hear("pong")
        for text in line.heard:
            assert not misfit(json.loads(text), described["components"]["schemas"]["FromTable"], described)


def test_rules_pages_have_the_anchors_that_prompts_name(ana: Person, bo: Person) -> None:
    cy = Person(ana.server, "Cy")
    for game in ana.good("/api/games")["games"]:
        html = ana.good(f"/api/games/{game['slug']}/rules")["html"]
        assert "<script" not in html
        # People on every seat: bots have been known to win before Ana's first turn.
        code = ana.create(game["slug"], seats=game["min_seats"])
        friends = [bo, cy][: game["min_seats"] - 1]
        for friend in friends:
            friend.join(code)
        assert ana.do(code, {"c": "start"})["ok"]
        prompt = whose_turn(code, ana, *friends).view(code)["scene"]["prompt"]
        if prompt["help"]:
            assert f'id="{prompt["help"]}"' in html


def test_a_finished_game_can_be_checked(finished: tuple[Person, str], tmp_path: Path) -> None:
    """The hash is shown from the start, the seed at the end, and the record's luck follows from it."""
    ana, code = finished
    table = ana.view(code)["table"]
    assert hashlib.sha256(table["seed"].encode()).hexdigest() == table["seed_hash"]
    record = tmp_path / "game.parlour"
    record.write_bytes(ana.ask(f"/api/tables/{code}/record").body)
    done = subprocess.run([sys.executable, "-c", COMMAND, "verify", str(record)], capture_output=True, text=True)
    assert done.returncode == 0 and "all luck follows from the seed" in done.stdout


def test_replays_of_a_table_and_of_its_record_are_the_same(finished: tuple[Person, str]) -> None:
    ana, code = finished
    record = ana.ask(f"/api/tables/{code}/record").body
    for whose in ("0", "1", "open"):
        packed = ana.ask(f"/api/tables/{code}/replay?as={whose}", headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        here = json.loads(gzip.decompress(packed.body))
        there = ana.ask(f"/api/replay?as={whose}", record).json
        assert here == there
        assert here["verified"] and here["frames"][-1]["scene"]["result"]
        assert [frame["n"] for frame in here["frames"]] == list(range(len(here["frames"])))


def test_an_open_replay_shows_every_hand(ana: Person) -> None:
    code = ana.create("st-croix", seats=2, start=True)
    ana.do(code, {"c": "close"})
    frame = ana.good(f"/api/tables/{code}/replay?as=open")["frames"][-1]["scene"]
    mine = ana.good(f"/api/tables/{code}/replay?as=0")["frames"][-1]["scene"]
    faces = {zone["id"]: [p["type"] for p in frame["pieces"] if p["zone"] == zone["id"]] for zone in frame["zones"]}
    assert faces["hand:0"] and faces["hand:1"] and None not in faces["hand:0"] + faces["hand:1"]
    assert all(piece["type"] is None for piece in mine["pieces"] if piece["zone"] == "hand:1")


def test_pages_have_safe_headers_and_no_inline_script(ana: Person) -> None:
    for path in ("/", "/new/st-croix", "/t/ABCDEFGH", "/rules/st-croix", "/replay", "/replay/x"):
        page = ana.ask(path)
        assert page.status == 200 and page.headers["content-type"].startswith("text/html")
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert "script-src" not in page.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"
    for path in ("/../pyproject.toml", "/assets/..%2f..%2f__init__.py", "/assets/../../__init__.py", "/nothing.js"):
        assert ana.ask(path).status == 404
    lost = ana.ask("/no/such/page")
    assert lost.status == 404 and lost.headers["content-type"].startswith("text/html")
    assert ana.ask("/api/nothing").json["code"] == "not_found"
