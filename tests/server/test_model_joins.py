"""A language model at a distant table: `join_table` of `parlour mcp`, over the same interface as any program."""

import asyncio
import re
from pathlib import Path
from threading import Thread

import pytest
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent

from parlour.agents.mcp import make_server
from parlour.agents.remote_table import RemoteTextTable
from parlour.agents.tables import Tables
from server.people import Person, Running


@pytest.fixture(autouse=True)
def own_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


class Model:
    """A model with tables of its own. Its calls go through the protocol's server."""

    def __init__(self) -> None:
        self.tables = Tables()
        self.server = make_server(self.tables)


def call(model: Model, tool: str, /, **arguments: object) -> tuple[str, bool]:
    """What a tool says, and whether that is a refusal."""
    try:
        result = asyncio.run(model.server.call_tool(tool, arguments))
    except ToolError as error:
        return str(error), True
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


def test_a_model_plays_a_whole_game_with_a_person_s_bots(server: Running, ana: Person) -> None:
    code = lobby_of(ana, "around-mackinac", sit=None, seats=2, bots=[{"seat": 1, "level": "random"}])
    model = Model()
    page, wrong = call(model, "act", table="table-1", action=1)
    assert wrong and "Start or join one first" in page

    def start_when_seated() -> None:
        update = ana.update(code)
        while update["view"]["table"]["seats"][0]["kind"] == "open":
            update = ana.update(code, update["seq"], 5)
        assert ana.do(code, {"c": "start"})["ok"]

    starter = Thread(target=start_when_seated)
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
