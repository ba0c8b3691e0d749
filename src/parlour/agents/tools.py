"""What a language model can do at Parlour: each tool has a name, typed arguments and a sentence about itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, cast

import parlour
from parlour.agents.remote_table import RemoteTextTable
from parlour.agents.table import TextTable
from parlour.bots import KINDS
from parlour.core.errors import ParlourError
from parlour.core.options import show
from parlour.games import find


class Sat(Protocol):
    """A table where the model has a seat, here or on a server."""

    def as_text(self) -> str:
        """The news, the table and the choices."""

    def act(self, answer: object) -> None:
        """Play the model's action, given by number or text."""

    def hint(self) -> str:
        """What the coach would do here, and why."""

    def leave(self) -> str:
        """Leave the table; returns a sentence on what that means."""


Tables = dict[str, Sat]
Kind = Literal["string", "integer", "object", "action"]
MOST_TABLES = 50

_TYPES: Mapping[str, tuple[type, ...]] = {"string": (str,), "integer": (int,), "object": (dict,), "action": (str, int)}


@dataclass(frozen=True)
class Argument:
    """One argument of a tool."""

    name: str
    kind: Kind
    help: str
    needed: bool = True


@dataclass(frozen=True)
class Tool:
    """One thing a model can do."""

    name: str
    help: str
    arguments: tuple[Argument, ...]
    run: Callable[[Tables, Mapping[str, object]], str]

    def as_json(self) -> dict[str, object]:
        """How the protocol describes a tool."""
        properties = {
            one.name: {"type": ["integer", "string"] if one.kind == "action" else one.kind, "description": one.help}
            for one in self.arguments
        }
        needed = [one.name for one in self.arguments if one.needed]
        schema = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
        return {"name": self.name, "description": self.help, "inputSchema": schema}

    def checked(self, given: Mapping[str, object]) -> Mapping[str, object]:
        """The arguments, checked."""
        known = {one.name: one for one in self.arguments}
        for name, value in given.items():
            if name not in known:
                takes = ", ".join(known) or "none"
                raise ParlourError(f"{self.name} has no argument {name!r}; it takes: {takes}.")
            if not isinstance(value, _TYPES[known[name].kind]) or isinstance(value, bool):
                raise ParlourError(f"{name} of {self.name} is wrong: {known[name].help}")
        for name, one in known.items():
            if one.needed and name not in given:
                raise ParlourError(f"{self.name} needs {name}: {one.help}")
        return given


def _list_games(tables: Tables, given: Mapping[str, object]) -> str:
    lines = []
    for about in parlour.games():
        lines.append(
            f"{about.slug}: {about.title}, {about.min_seats}-{about.max_seats} players, {about.minutes} minutes."
        )
        lines.append(f"  {about.summary}")
        if about.options:
            options = ", ".join(f"{option.name}={show(option.default)}" for option in about.options)
            lines.append(f"  House rules: {options}.")
    return "\n".join(lines)


def _read_rules(tables: Tables, given: Mapping[str, object]) -> str:
    return find(str(given["game"])).rules()


def _check_room(tables: Tables) -> None:
    if len(tables) >= MOST_TABLES:
        raise ParlourError(f"There are {MOST_TABLES} tables already; leave one of them first.")


def _put(tables: Tables, table: Sat) -> str:
    """Keep a table under a new name."""
    number = len(tables) + 1
    while (name := f"table-{number}") in tables:
        number += 1
    tables[name] = table
    return name


def _start(tables: Tables, given: Mapping[str, object]) -> str:
    _check_room(tables)
    options = cast(dict[str, object], given.get("options", {}))
    reserved = sorted({"deck", "seats"} & options.keys())
    if reserved:
        raise ParlourError(f"{reserved[0]} is no house rule.")
    preset = given.get("preset")
    game = parlour.game(
        str(given["game"]),
        cast(int | None, given.get("seats")),
        None if preset is None else str(preset),
        **options,
    )
    seed = given.get("seed")
    bots = str(given.get("bots", "")).replace(" ", "")
    table = TextTable(
        game,
        cast(int, given.get("seat", 0)),
        bots.split(",") if bots else (),
        None if seed is None else str(seed),
        out_of_turn=True,
    )
    name = _put(tables, table)
    others = ", ".join(f"{table.match.names[seat]} ({kind} bot)" for seat, kind in table.kinds.items())
    return f"This is {name}. You play {game.title} with {others}.\n\n{table.as_text()}"


def _join(tables: Tables, given: Mapping[str, object]) -> str:
    _check_room(tables)
    table = RemoteTextTable(str(given["address"]), str(given.get("name", "Model")))
    name = _put(tables, table)
    return f"This is {name}. You sit on seat {table.seat + 1}.\n\n{table.as_text()}"


def _table(tables: Tables, given: Mapping[str, object]) -> Sat:
    name = str(given["table"])
    if name not in tables:
        known = f"There are: {', '.join(tables)}." if tables else "Start or join one first."
        raise ParlourError(f"There is no table {name!r}. {known}")
    return tables[name]


def _see(tables: Tables, given: Mapping[str, object]) -> str:
    return _table(tables, given).as_text()


def _act(tables: Tables, given: Mapping[str, object]) -> str:
    table = _table(tables, given)
    table.act(given["action"])
    return table.as_text()


def _hint(tables: Tables, given: Mapping[str, object]) -> str:
    return _table(tables, given).hint()


def _leave(tables: Tables, given: Mapping[str, object]) -> str:
    said = _table(tables, given).leave()
    del tables[str(given["table"])]
    return said


_GAME = Argument("game", "string", "The game, as list_games names it, such as st-croix.")
_TABLE = Argument("table", "string", "The table, as start_table or join_table named it, such as table-1.")

TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool("list_games", "List the games with their numbers of players and house rules.", (), _list_games),
        Tool(
            "read_rules",
            "Read the rules of a game: how it is played, every ruling, its options.",
            (_GAME,),
            _read_rules,
        ),
        Tool(
            "start_table",
            "Start a game against bots; the answer shows the table and your choices.",
            (
                _GAME,
                Argument("seats", "integer", "How many play, you included.", needed=False),
                Argument("seat", "integer", "Your seat, from 0 on; 0 if left out.", needed=False),
                Argument(
                    "bots",
                    "string",
                    f"Who plays the other seats: {', '.join(KINDS)}, or a list such as hard,easy.",
                    needed=False,
                ),
                Argument("seed", "string", "Makes the luck repeatable.", needed=False),
                Argument("preset", "string", "A named set of house rules.", needed=False),
                Argument("options", "object", "House rules by name.", needed=False),
            ),
            _start,
        ),
        Tool(
            "join_table",
            "Take a seat at a table on a server, with people and bots; calling it again brings you back to your seat.",
            (
                Argument("address", "string", "The table's address, such as http://host:8000/t/ABCD2345."),
                Argument("name", "string", "What the others call you.", needed=False),
            ),
            _join,
        ),
        Tool(
            "see_table",
            "See the table as your seat sees it, with the news and your choices; it waits a while for the others.",
            (_TABLE,),
            _see,
        ),
        Tool(
            "act",
            "Act at a table; the others play on until it is your turn again, and the answer shows the table.",
            (_TABLE, Argument("action", "action", "A number from your choices, or the text of one.")),
            _act,
        ),
        Tool("hint", "Ask the coach what to do now, and why; it sees only what you may see.", (_TABLE,), _hint),
        Tool("leave_table", "Leave a table; at a distant one a bot goes on in your place.", (_TABLE,), _leave),
    )
}
