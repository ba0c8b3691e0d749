"""The server's interface inside a page, as the page's script uses it. Loads no database and no web server."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine

import pytest

import parlour
from parlour.bots.levels import SECONDS as USUAL_SECONDS
from parlour.core.match import replay
from parlour.core.record import parse_record
from parlour.games import open_game
from parlour.offline.host import Host, PageSocket
from parlour.server.protocol.messages import PROTOCOL
from scenario import at

TOKEN = "a-page-keeps-one-long-token-for-its-visitor"
Json = dict[str, object]


class Page:
    """The page's script: it keeps what the store hands out, and follows one table by socket."""

    def __init__(self, kept: list[str]) -> None:
        self.kept = kept
        self.host = Host(TOKEN, list(kept), kept.append, bot_pace=0.0)
        self.heard: asyncio.Queue[Json] = asyncio.Queue()
        self.closed: list[int] = []

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Json]:
        text = "" if body is None else json.dumps(body)
        status, _, told = await self.host.request(method, path, "application/json", text)
        return status, json.loads(told) if told else {}  # a busy machine may have no news in time

    async def open(self, game: str, seats: int, level: str = "normal") -> str:
        bots = [{"seat": seat, "level": level} for seat in range(1, seats)]
        wish = {"game": game, "seats": seats, "sit": 0, "name": "Ana", "bots": bots, "start": True}
        status, seated = await self.ask("POST", "/api/tables", wish)
        assert status == 201, seated
        return str(seated["code"])

    def follow(self, code: str) -> PageSocket:
        socket = self.host.connect(code, lambda text: self.heard.put_nowait(json.loads(text)), self.closed.append)
        socket.send(json.dumps({"t": "hello", "proto": PROTOCOL, "have": None, "client": "web"}))
        return socket


def in_page(play: Callable[[Page], Coroutine[None, None, None]], kept: list[str] | None = None) -> None:
    async def run() -> None:
        await play(Page([] if kept is None else kept))

    asyncio.run(run())


@pytest.mark.parametrize("about", parlour.games(), ids=lambda about: about.slug)
def test_a_whole_game_of_each(about: parlour.About) -> None:
    async def play(page: Page) -> None:
        code = await page.open(about.slug, about.min_seats)
        number = 0
        while True:
            _, update = await page.ask("GET", f"/api/tables/{code}/view")
            view = at(update, "view")
            if at(view, "table", "status") == "over":
                break
            if at(view, "prompt") is None:
                await page.ask("GET", f"/api/tables/{code}/view?have={at(update, 'seq')}&wait=5")
                continue
            number += 1
            act = {"t": "act", "id": str(number), "prompt": at(view, "prompt")}
            choices = at(view, "scene", "prompt", "choices")
            assert isinstance(choices, list)
            chosen = choices[number % len(choices)]
            _, ack = await page.ask("POST", f"/api/tables/{code}/act", {**act, "action": at(chosen, "action")})
            assert at(ack, "ok") or at(ack, "error", "code") == "stale_prompt", ack
        status, kind, record = await page.host.request("GET", f"/api/tables/{code}/record", "", "")
        assert status == 200 and kind.startswith("text/plain")
        assert replay(parse_record(record, "The record"), open_game).outcome is not None

    in_page(play)


def test_a_socket_carries_the_server_s_messages() -> None:
    async def play(page: Page) -> None:
        code = await page.open("st-croix", 3)
        socket = page.follow(code)
        assert [(await page.heard.get())["t"] for _ in range(2)] == ["welcome", "update"]
        socket.send('{"t": "ping"}')
        while (await page.heard.get())["t"] != "pong":
            pass
        socket.close()
        await asyncio.sleep(0)
        assert page.closed == []  # the page hung up itself
        page.heard = asyncio.Queue()  # bots may have moved before that
        page.follow("AAAA2222")
        assert (await page.heard.get())["t"] == "bye"

    in_page(play)


def test_a_reloaded_page_finds_its_tables() -> None:
    kept: list[str] = []
    codes: list[str] = []

    async def begin(page: Page) -> None:
        codes.append(await page.open("match-me", 3))

    async def go_on(page: Page) -> None:
        _, me = await page.ask("GET", "/api/me")
        assert at(me, "tables", 0, "code") == codes[0]
        status, update = await page.ask("GET", f"/api/tables/{codes[0]}/view")
        assert status == 200 and at(update, "view", "you", "seat") == 0

    in_page(begin, kept)
    in_page(go_on, kept)


def test_what_the_browser_cannot_keep_is_refused() -> None:
    """A full disk changes nothing."""

    async def play(page: Page) -> None:
        code = await page.open("st-croix", 2)

        def full(text: str) -> None:
            raise OSError("the disk is full")

        page.host.service.registry.store._keep = full  # type: ignore[attr-defined] # a store that fails from now on
        _, before = await page.ask("GET", f"/api/tables/{code}/view")
        do = {"t": "do", "id": "1", "do": {"c": "say", "text": "hello"}}
        _, ack = await page.ask("POST", f"/api/tables/{code}/do", do)
        assert at(ack, "error", "code") == "unavailable"
        _, after = await page.ask("GET", f"/api/tables/{code}/view")
        assert at(after, "view", "chat") == at(before, "view", "chat")

    in_page(play)


def test_it_loads_nothing_that_a_page_does_not_have() -> None:
    check = (
        "import sys, parlour.offline.host\n"
        "heavy = {'sqlalchemy', 'uvicorn', 'websockets', 'multiprocessing', 'rich', 'cyclopts', 'numpy', 'uvloop'}\n"
        "sys.exit(', '.join(sorted(heavy & sys.modules.keys())) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_hard_bots_stop_thinking_until_the_visitor_s_next_action(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[str] = []
    busy: list[bool] = []

    def noted(news: None, seat: int, level: str, luck: str, seconds: float) -> int:
        levels.append(level)
        assert 0.0 < seconds < USUAL_SECONDS, "a page gives a search less time than a server"
        return 0

    monkeypatch.setattr("parlour.offline.host.think", noted)

    async def play() -> None:
        host = Host(TOKEN, [], lambda text: None, thinking=busy.append)
        socket = host.connect("AAAA2222", lambda text: None, lambda code: None)
        host.hurry()
        socket.send('{"t": "ping"}')
        await host.worker.submit(noted, None, 0, "hard", "luck")
        socket.send('{"t": "act", "id": "1", "prompt": "0.0", "action": 1}')
        await host.worker.submit(noted, None, 0, "hard", "luck")

    asyncio.run(play())
    assert levels == ["normal", "hard"] and busy == [True, False, True, False]
