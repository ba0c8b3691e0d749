"""`parlour mcp`, used through the protocol's own client."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent, TextResourceContents

import parlour
from parlour.agents.mcp import make_server
from parlour.agents.tables import Tables
from scenario import at

SOURCE = Path(__file__).parents[2] / "src"


def in_process(play: Callable[[Client], Awaitable[None]]) -> None:
    """Talk to a server in this process."""

    async def run() -> None:
        async with Client(make_server(Tables())) as client:
            await play(client)

    asyncio.run(run())


async def use(client: Client, tool: str, **arguments: object) -> CallToolResult:
    """Call a tool. Its result has text, whatever else it has."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    return result


def text_of(result: CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, TextContent)
    return block.text


def test_a_client_plays_with_a_real_process() -> None:
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "parlour", "mcp"], env={**os.environ, "PYTHONPATH": path}
    )

    async def play() -> None:
        async with Client(server) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {
                *("list_games", "read_rules", "start_table", "join_table"),
                *("see_table", "act", "hint", "leave_table"),
            }
            page = await use(client, "start_table", game="around-mackinac", seats=2, bots="random", seed="4", seat=1)
            assert text_of(page).startswith("This is table-1.")
            turns = 0
            while not at(page.structured_content, "over"):
                page = await use(client, "act", table="table-1", action=1)
                assert not page.is_error, page
                turns += 1
                assert turns < 500
            assert "win" in text_of(page)
            assert at((await use(client, "see_table", table="table-1")).structured_content, "over")

    asyncio.run(play())


def test_a_page_is_text_and_data() -> None:
    async def play(client: Client) -> None:
        page = await use(client, "start_table", game="st-croix", seats=3, seed="1")
        data = page.structured_content
        assert at(data, "table") == "table-1" and at(data, "must_act") is True and at(data, "over") is False
        label, action = at(data, "choices", 0, "label"), at(data, "choices", 0, "text")
        assert f"  1. {label}  [{action}]" in text_of(page)
        assert str(at(data, "scene")) in text_of(page) and str(at(data, "asks")) in text_of(page)
        after = await use(client, "act", table="table-1", action=str(action))
        assert not after.is_error and at(after.structured_content, "asks") != at(data, "asks")

    in_process(play)


def test_games_rules_and_a_prompt_to_start_from() -> None:
    async def play(client: Client) -> None:
        games = await use(client, "list_games")
        about = parlour.games()
        assert [at(games.structured_content, "games", number, "game") for number in range(len(about))] == [
            one.slug for one in about
        ]
        assert "House rules: " in text_of(games)
        resources = (await client.list_resources()).resources
        assert {str(one.uri) for one in resources} == {f"parlour://rules/{one.slug}" for one in about}
        read = (await client.read_resource("parlour://rules/st-croix")).contents[0]
        assert isinstance(read, TextResourceContents)
        assert read.text == text_of(await use(client, "read_rules", game="st-croix"))
        (prompt,) = (await client.list_prompts()).prompts
        said = (await client.get_prompt(prompt.name, {"game": "match-me"})).messages[0].content
        assert isinstance(said, TextContent) and "match-me" in said.text

    in_process(play)


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("start_table", {}, "game"),
        ("start_table", {"game": "chess"}, "There is no game"),
        ("start_table", {"game": "st-croix", "seats": "two"}, "seats"),
        ("start_table", {"game": "st-croix", "seats": True}, "seats"),
        ("start_table", {"game": "st-croix", "seat": 12}, "seats 0 to"),
        ("start_table", {"game": "st-croix", "bots": "genius"}, "There is no bot"),
        ("start_table", {"game": "st-croix", "options": {"yung": True}}, "young"),
        ("start_table", {"game": "st-croix", "options": {"deck": "/etc/passwd"}}, "no house rule"),
        ("act", {"table": "table-1", "action": 1}, "There is no table"),
        ("read_rules", {"game": "../secrets"}, "There is no game"),
        ("join_table", {"address": "nowhere"}, "address"),
        ("join_table", {"address": "http://a b/t/ABCDEFGH"}, "cannot be reached"),
    ],
)
def test_what_a_player_does_wrong_is_for_the_model_to_read(
    name: str, arguments: dict[str, object], sentence: str
) -> None:
    async def play(client: Client) -> None:
        result = await use(client, name, **arguments)
        assert result.is_error
        assert sentence in text_of(result)

    in_process(play)


def test_tables_are_apart_and_can_be_left() -> None:
    async def play(client: Client) -> None:
        await use(client, "start_table", game="st-croix", seed="1")
        await use(client, "start_table", game="match-me", seed="1")
        first = await use(client, "see_table", table="table-1")
        assert (await use(client, "act", table="table-2", action="dance")).is_error
        again = await use(client, "see_table", table="table-1")
        assert at(again.structured_content, "scene") == at(first.structured_content, "scene")
        assert not (await use(client, "leave_table", table="table-1")).is_error
        assert (await use(client, "see_table", table="table-1")).is_error

    in_process(play)


def test_a_hint_names_a_move() -> None:
    async def play(client: Client) -> None:
        await use(client, "start_table", game="around-mackinac", seats=2, seed="2")
        result = await use(client, "hint", table="table-1")
        assert not result.is_error and text_of(result)

    in_process(play)
