"""`parlour mcp`: tables for language models, over the Model Context Protocol, on the protocol's own library."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

import parlour
from parlour.agents.page import Page
from parlour.agents.tables import Tables
from parlour.bots import KINDS
from parlour.core.errors import ParlourError
from parlour.core.options import show
from parlour.games import find

ABOUT = (
    "Parlour plays card games; list_games names them. Start a table against bots, or join one on a server by its "
    "address; then act by number or text whenever it is your turn. You only ever see what your seat may know. "
    "The rules of each game are resources."
)

P = ParamSpec("P")
R = TypeVar("R")
GameName = Annotated[str, Field(description="The game, as list_games names it, such as st-croix.")]
TableName = Annotated[
    str, Field(description="The table, as start_table or join_table named it, such as table-1.", max_length=100)
]
LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


@dataclass(frozen=True)
class TablePage(Page):
    """A page with the name of its table."""

    table: str = ""


@dataclass(frozen=True)
class GameLine:
    """One game, as the list of games shows it."""

    game: str
    title: str
    min_seats: int
    max_seats: int
    minutes: str
    summary: str
    options: dict[str, str]
    """House rules with their defaults."""


@dataclass(frozen=True)
class GameList:
    """All games."""

    games: list[GameLine]


TableResult = Annotated[CallToolResult, TablePage]


def make_server(tables: Tables) -> MCPServer[object]:
    """A server for these tables. They live as long as it runs."""
    server: MCPServer[object] = MCPServer(
        "parlour", title="Parlour", instructions=ABOUT, version=parlour.__version__, log_level="WARNING"
    )
    _offer_tables(server, tables)
    _offer_seats(server, tables)
    _offer_reading(server)
    return server


def _offer_tables(server: MCPServer[object], tables: Tables) -> None:
    """Tools that open and leave tables."""

    @server.tool(description="Start a game against bots; the answer shows the table and your choices.")
    @_told
    def start_table(
        game: GameName,
        seats: Annotated[int | None, Field(strict=True, description="How many play, you included.")] = None,
        seat: Annotated[int, Field(strict=True, description="Your seat, from 0 on.")] = 0,
        bots: Annotated[
            str,
            Field(description=f"Who plays the other seats: {', '.join(KINDS)}, or a list such as hard,easy."),
        ] = "",
        seed: Annotated[str | None, Field(description="Makes the luck repeatable.")] = None,
        preset: Annotated[str | None, Field(description="A named set of house rules.")] = None,
        options: Annotated[
            dict[str, bool | int | str] | None, Field(strict=True, description="House rules by name.")
        ] = None,
    ) -> TableResult:
        with tables.lock:
            name, said = tables.start(game, seats, seat, bots, seed, preset, options)
            return _result(tables, name, said)

    @server.tool(
        description="Take a seat at a table on a server, with people and bots; calling it again brings you back."
    )
    @_told
    def join_table(
        address: Annotated[str, Field(description="The table's address, such as http://host:8000/t/ABCD2345.")],
        name: Annotated[str, Field(description="What the others call you.")] = "Model",
    ) -> TableResult:
        with tables.lock:
            table, said = tables.join(address, name)
            return _result(tables, table, said)

    @server.tool(description="Leave a table; at a distant one a bot goes on in your place.")
    @_told
    def leave_table(table: TableName) -> str:
        with tables.lock:
            return tables.leave(table)


def _offer_seats(server: MCPServer[object], tables: Tables) -> None:
    """Tools of a player who sits at a table."""

    @server.tool(
        annotations=LOOKS,
        description="See the table as your seat sees it, with the news and your choices; it waits for the others.",
    )
    @_told
    def see_table(table: TableName) -> TableResult:
        with tables.lock:
            return _result(tables, table)

    @server.tool(
        description="Act at a table; the others play on until it is your turn again, and the answer shows the table."
    )
    @_told
    def act(
        table: TableName,
        action: Annotated[int | str, Field(description="A number from your choices, or the text of one.")],
    ) -> TableResult:
        with tables.lock:
            tables.find(table).act(action)
            return _result(tables, table)

    @server.tool(annotations=LOOKS, description="Ask the coach what to do now, and why; it sees only what you may see.")
    @_told
    def hint(table: TableName) -> str:
        with tables.lock:
            return tables.find(table).hint()


def _offer_reading(server: MCPServer[object]) -> None:
    """What there is to read: the list of games, their rules, and a prompt to start from."""

    @server.tool(annotations=LOOKS, description="List the games with their numbers of players and house rules.")
    def list_games() -> Annotated[CallToolResult, GameList]:
        games = [
            GameLine(
                about.slug,
                about.title,
                about.min_seats,
                about.max_seats,
                str(about.minutes),
                about.summary,
                {option.name: show(option.default) for option in about.options},
            )
            for about in parlour.games()
        ]
        return _both("\n".join(_in_words(game) for game in games), GameList(games))

    @server.tool(annotations=LOOKS, description="Read the rules of a game: how to play, every ruling, its options.")
    @_told
    def read_rules(game: GameName) -> str:
        return find(game).rules()

    for about in parlour.games():
        _offer_rules(server, about.slug, about.title)

    @server.prompt(title="Play a game", description="Start a game against bots and play it to its end.")
    def play(game: str = "st-croix", bots: str = "normal") -> str:
        return (
            f"Play a game of {game} at Parlour. Read its rules first (read_rules). Start a table with start_table and "
            f"bots={bots}. On each turn, say in one sentence what you want to achieve, then act. Play until the game "
            "is over and tell who won and why."
        )


def _offer_rules(server: MCPServer[object], slug: str, title: str) -> None:
    """Offer the rules of one game under an address of their own, so that a client can list them."""

    @server.resource(f"parlour://rules/{slug}", name=slug, title=f"Rules of {title}", mime_type="text/markdown")
    def rules() -> str:
        return find(slug).rules()


def _told(tool: Callable[P, R]) -> Callable[P, R]:
    """A tool whose refusals reach the model as sentences to read."""

    @wraps(tool)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return tool(*args, **kwargs)
        except ParlourError as error:
            raise ToolError(str(error)) from error

    return run


def _result(tables: Tables, name: str, said: str = "") -> CallToolResult:
    """The table as text and as data."""
    page = tables.find(name).page()
    text = "\n\n".join(part for part in (said, page.text) if part)
    return _both(text, TablePage(**{**vars(page), "table": name}))


def _both(text: str, data: TablePage | GameList) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=asdict(data))


def _in_words(game: GameLine) -> str:
    seats = f"{game.min_seats}-{game.max_seats} players"
    lines = [f"{game.game}: {game.title}, {seats}, {game.minutes} minutes.", f"  {game.summary}"]
    if game.options:
        lines.append(f"  House rules: {', '.join(f'{name}={value}' for name, value in game.options.items())}.")
    return "\n".join(lines)
