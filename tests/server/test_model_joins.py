"""A language model at a distant table: `join_table` of `parlour mcp`, over the same interface as any program."""

import asyncio
import os
import re
import sys
from pathlib import Path
from threading import Thread

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from parlour.agents.mcp import make_server
from parlour.agents.remote_table import RemoteTextTable
from parlour.agents.tables import Tables
from scenario import at
from server.people import Person, Running

SOURCE = Path(__file__).parents[2] / "src"
FIRST = {"first_player": "host"}
"""Who sits on the first seat begins: a bot could win before a model's first turn."""


@pytest.fixture(autouse=True)
def own_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


class Model:
    """A model with tables of its own. Its calls go through the protocol's own client."""

    def __init__(self) -> None:
        self.tables = Tables()
        self.server = make_server(self.tables)


def call(model: Model, tool: str, /, **arguments: object) -> tuple[str, bool]:
    """What a tool says, and whether that is a refusal."""

    async def ask() -> object:
        async with Client(model.server) as client:
            return await client.call_tool(tool, arguments)

    result = asyncio.run(ask())
    assert isinstance(result, CallToolResult) and isinstance(result.content[0], TextContent)
    return result.content[0].text, result.is_error is True


def use(model: Model, tool: str, /, **arguments: object) -> str:
    text, wrong = call(model, tool, **arguments)
    assert not wrong, text
    return text


def has_choices(page: str) -> bool:
    return re.search(r"^  1\. .*\[.+\]$", page, re.MULTILINE) is not None


def join(model: Model, server: Running, code: str, name: str = "Lou") -> str:
    return use(model, "join_table", address=f"http://{server.address}/t/{code}", name=name)


def lobby_of(ana: Person, game: str, **how: object) -> str:
    code: str = ana.create(game, **how)
    return code


def start_when_seated(host: Person, code: str, seat: int) -> None:
    """Wait until somebody sits there, and start the game."""
    update = host.update(code)
    while update["view"]["table"]["seats"][seat]["kind"] == "open":
        update = host.update(code, update["seq"], 5)
    assert host.do(code, {"c": "start"})["ok"]


def test_a_model_plays_a_whole_game_with_a_person_s_bots(server: Running, ana: Person) -> None:
    bots = [{"seat": 1, "level": "random"}]
    code = lobby_of(ana, "around-mackinac", sit=None, seats=2, bots=bots, options=FIRST)
    model = Model()
    page, wrong = call(model, "act", table="table-1", action=1)
    assert wrong and "Start or join one first" in page
    starter = Thread(target=start_when_seated, args=(ana, code, 0))
    starter.start()
    page = join(model, server, code)
    starter.join()
    assert page.startswith("This is table-1. You sit on seat 1.")
    assert ana.view(code)["table"]["seats"][0]["name"] == "Lou"
    turns = 0
    while ana.view(code)["table"]["status"] != "over":
        if has_choices(page):
            if not turns:
                *best, why = use(model, "hint", table="table-1").splitlines()
                assert best and why and all(re.search(r": \d+ % to win$", line) for line in best)
            page = use(model, "act", table="table-1", action=1)
            turns += 1
            assert turns < 500
        else:
            page = use(model, "see_table", table="table-1")
    assert turns > 0
    assert "win" in use(model, "see_table", table="table-1")


def test_what_is_refused_is_said_and_changes_nothing(server: Running, ana: Person) -> None:
    code = lobby_of(ana, "st-croix", seats=2)
    model = Model()
    text, wrong = call(model, "join_table", address="nonsense")
    assert wrong and "not the address of a table" in text
    text, wrong = call(model, "join_table", address="http://a b/t/ABCD2345")
    assert wrong and "cannot be reached" in text
    text, wrong = call(model, "join_table", address=f"http://{server.address}/t/ZZZZ9999")
    assert wrong and text
    ana.do(code, {"c": "start"})
    text, wrong = call(model, "join_table", address=f"http://{server.address}/t/{code}")
    assert wrong and "no free seat" in text
    assert model.tables.seats == {}


def test_leaving_opens_the_seat_before_the_start(server: Running, ana: Person) -> None:
    code = lobby_of(ana, "st-croix", seats=3, bots=[{"seat": 2, "level": "normal"}])
    model = Model()
    table = RemoteTextTable(f"http://{server.address}/t/{code}", "Lou", patience=0.2)
    model.tables.seats["table-1"] = table
    page = use(model, "see_table", table="table-1")
    assert "the host starts the game" in page
    assert ana.view(code)["table"]["seats"][table.seat]["kind"] == "person"
    assert "left" in use(model, "leave_table", table="table-1")
    assert ana.view(code)["table"]["seats"][table.seat]["kind"] == "open"


def test_a_real_process_joins_acts_and_leaves(server: Running, ana: Person) -> None:
    """`parlour mcp` as a model's program starts it, at a table where Ana is the host."""
    bots = [{"seat": 1, "level": "random"}]
    code = lobby_of(ana, "around-mackinac", sit=None, seats=2, bots=bots, options=FIRST)
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    program = StdioServerParameters(
        command=sys.executable, args=["-m", "parlour", "mcp"], env={**os.environ, "PYTHONPATH": path}
    )

    async def play() -> None:
        async with Client(program) as client:
            address = f"http://{server.address}/t/{code}"
            joining = asyncio.create_task(client.call_tool("join_table", {"address": address, "name": "Lou"}))
            await asyncio.to_thread(start_when_seated, ana, code, 0)
            page = await joining
            while not at(page.structured_content, "must_act"):  # a busy machine may take longer than one page waits
                page = await client.call_tool("see_table", {"table": "table-1"})
                assert isinstance(page, CallToolResult)
            assert isinstance(page, CallToolResult)
            assert at(page.structured_content, "table") == "table-1"
            before = ana.view(code)["log"]["total"]
            acted = at(page.structured_content, "choices", 0, "text")
            page = await client.call_tool("act", {"table": "table-1", "action": acted})
            assert isinstance(page, CallToolResult) and not page.is_error, page
            assert ana.view(code)["log"]["total"] > before
            page = await client.call_tool("leave_table", {"table": "table-1"})
            assert isinstance(page, CallToolResult) and not page.is_error, page

    asyncio.run(play())
    update = ana.update(code)
    while update["view"]["table"]["status"] == "playing":  # a bot goes on in its place, to the end
        update = ana.update(code, update["seq"], 5)
    assert update["view"]["table"]["status"] == "over"
