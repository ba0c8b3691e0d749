"""`parlour mcp`, driven over its pipes as a client of the Model Context Protocol would."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.agents.mcp import VERSIONS, Server
from scenario import at

SOURCE = Path(__file__).parents[2] / "src"


def ask(server: Server, method: str, **params: object) -> dict[str, object]:
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    answer = server.answer(line)
    assert answer is not None and answer["id"] == 1 and answer["jsonrpc"] == "2.0"
    return answer


def call(server: Server, name: str, **arguments: object) -> tuple[str, bool]:
    answer = ask(server, "tools/call", name=name, arguments=arguments)
    return str(at(answer, "result", "content", 0, "text")), bool(at(answer, "result", "isError"))


# long: one conversation with one process
def test_a_client_plays_with_a_real_process() -> None:
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
    )
    to_it, from_it = process.stdin, process.stdout
    assert to_it is not None and from_it is not None
    number = 0

    def request(method: str, **params: object) -> object:
        nonlocal number
        number += 1
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        to_it.write(json.dumps(message) + "\n")
        to_it.flush()
        answer = json.loads(from_it.readline())
        assert at(answer, "id") == number
        return at(answer, "result")

    started = request(
        "initialize", protocolVersion=VERSIONS[0], capabilities={}, clientInfo={"name": "t", "version": "1"}
    )
    assert at(started, "protocolVersion") == VERSIONS[0]
    to_it.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    listed = at(request("tools/list"), "tools")
    assert isinstance(listed, list)
    tools = {str(at(tool, "name")): tool for tool in listed}
    assert {"list_games", "read_rules", "start_table", "see_table", "act", "hint"} <= set(tools)
    assert at(tools["act"], "inputSchema", "required") == ["table", "action"]

    def use(name: str, **arguments: object) -> str:
        result = request("tools/call", name=name, arguments=arguments)
        assert not at(result, "isError"), result
        return str(at(result, "content", 0, "text"))

    assert "st-croix" in use("list_games")
    assert "Mackinac" in use("read_rules", game="around-mackinac")
    page = use("start_table", game="around-mackinac", seats=2, bots="random", seed="4", seat=1)
    assert page.startswith("This is table-1.")
    turns = 0
    while re.search(r"^  1\. .*\[.+\]$", page, re.MULTILINE):
        page = use("act", table="table-1", action=1)
        turns += 1
        assert turns < 500
    assert "win" in page
    assert use("see_table", table="table-1")
    to_it.close()
    assert process.wait(timeout=60) == 0


def test_versions_are_negotiated() -> None:
    server = Server()
    assert at(ask(server, "initialize", protocolVersion="2024-11-05"), "result", "protocolVersion") == "2024-11-05"
    assert at(ask(server, "initialize", protocolVersion="1999-01-01"), "result", "protocolVersion") == VERSIONS[0]
    assert ask(server, "ping")["result"] == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", -32700),
        ("[" * 100_000, -32700),
        ("[]", -32600),
        ('{"id": 1, "method": "ping"}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', -32601),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "cheat"}}', -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "act", "arguments": 3}}', -32602),
    ],
)
def test_broken_messages_get_the_protocols_error(line: str, code: int) -> None:
    answer = Server().answer(line)
    assert answer is not None
    assert at(answer, "error", "code") == code
    assert at(answer, "error", "message") != ""


def test_notifications_and_answers_get_no_reply() -> None:
    server = Server()
    assert server.answer('{"jsonrpc": "2.0", "method": "notifications/cancelled"}') is None
    assert server.answer('{"jsonrpc": "2.0", "id": 4, "result": {}}') is None


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("start_table", {}, "needs game"),
        ("start_table", {"game": "chess"}, "There is no game"),
        ("start_table", {"game": "st-croix", "seats": "two"}, "seats"),
        ("start_table", {"game": "st-croix", "seats": True}, "seats"),
        ("start_table", {"game": "st-croix", "seat": 12}, "seats 0 to"),
        ("start_table", {"game": "st-croix", "bots": "genius"}, "There is no bot"),
        ("start_table", {"game": "st-croix", "options": {"yung": True}}, "young"),
        ("start_table", {"game": "st-croix", "options": {"deck": "/etc/passwd"}}, "no house rule"),
        ("start_table", {"game": "st-croix", "colour": "red"}, "no argument"),
        ("act", {"table": "table-1", "action": 1}, "There is no table"),
        ("read_rules", {"game": "../secrets"}, "There is no game"),
    ],
)
def test_what_a_player_does_wrong_is_for_the_model_to_read(
    name: str, arguments: dict[str, object], sentence: str
) -> None:
    text, wrong = call(Server(), name, **arguments)
    assert wrong
    assert sentence in text


def test_tables_are_apart_and_can_be_left() -> None:
    server = Server()
    call(server, "start_table", game="st-croix", seed="1")
    call(server, "start_table", game="match-me", seed="1")
    first, _ = call(server, "see_table", table="table-1")
    text, wrong = call(server, "act", table="table-2", action="dance")
    assert wrong and text
    assert call(server, "see_table", table="table-1")[0] in first
    assert not call(server, "leave_table", table="table-1")[1]
    assert call(server, "see_table", table="table-1")[1]


def test_a_hint_names_a_move() -> None:
    server = Server()
    call(server, "start_table", game="around-mackinac", seats=2, seed="2")
    text, wrong = call(server, "hint", table="table-1")
    assert not wrong
    assert text
