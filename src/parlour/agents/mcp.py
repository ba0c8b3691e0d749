"""`parlour mcp`: tables for language models, over the Model Context Protocol on standard input and output.

One message is one line of JSON-RPC 2.0. The server offers tools and nothing else; tables live as long as it runs.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO

import parlour
from parlour.agents.tools import TOOLS, Tables, Tool
from parlour.core.errors import ParlourError

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
"""The versions of the protocol this server speaks, newest first."""
ABOUT = (
    "Parlour plays card games; list_games names them. Start a table against bots, or join one on a server by its "
    "address; then act by number or text whenever it is your turn. You only ever see what your seat may know."
)

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, BAD_PARAMETERS = -32700, -32600, -32601, -32602


@dataclass
class Refused(Exception):
    """A message that cannot be served."""

    code: int
    text: str


class Server:
    """Answers one client."""

    def __init__(self) -> None:
        self.tables: Tables = {}
        self.methods: Mapping[str, Callable[[Mapping[str, object]], dict[str, object]]] = {
            "initialize": self._initialize,
            "ping": lambda params: {},
            "tools/list": lambda params: {"tools": [tool.as_json() for tool in TOOLS.values()]},
            "tools/call": self._call,
        }

    def serve(self, read: TextIO, write: TextIO) -> int:
        """Answer line by line until there are no more; the exit code."""
        for line in read:
            if line.strip() and (answer := self.answer(line)) is not None:
                write.write(json.dumps(answer, ensure_ascii=False) + "\n")
                write.flush()
        return 0

    def answer(self, line: str) -> dict[str, object] | None:
        """The reply to one message; None for a notification."""
        number: object = None
        try:
            try:
                message: object = json.loads(line)
            except (ValueError, RecursionError):
                raise Refused(PARSE_ERROR, "This line is not JSON.") from None
            if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
                raise Refused(INVALID_REQUEST, "A message is one JSON-RPC 2.0 object.")
            method, number = message.get("method"), message.get("id")
            if method is None and ("result" in message or "error" in message):
                return None  # a response, although this server sends no requests
            if not isinstance(method, str):
                raise Refused(INVALID_REQUEST, "A request names a method.")
            if "id" not in message:
                return None  # a notification: nothing here depends on one
            return {"jsonrpc": "2.0", "id": number, "result": self._result(method, message.get("params", {}))}
        except Refused as refused:
            return {"jsonrpc": "2.0", "id": number, "error": {"code": refused.code, "message": refused.text}}

    def _result(self, method: str, params: object) -> dict[str, object]:
        if method not in self.methods:
            raise Refused(NO_METHOD, f"There is no method {method!r} here.")
        if not isinstance(params, dict):
            raise Refused(BAD_PARAMETERS, "Parameters are an object.")
        return self.methods[method](params)

    def _initialize(self, params: Mapping[str, object]) -> dict[str, object]:
        wanted = params.get("protocolVersion")
        return {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "parlour", "version": parlour.__version__},
            "instructions": ABOUT,
        }

    def _call(self, params: Mapping[str, object]) -> dict[str, object]:
        name, given = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str) or name not in TOOLS:
            raise Refused(BAD_PARAMETERS, f"There is no tool {name!r}. There are: {', '.join(TOOLS)}.")
        if not isinstance(given, dict):
            raise Refused(BAD_PARAMETERS, "A tool's arguments are an object.")
        tool: Tool = TOOLS[name]
        try:
            text, wrong = tool.run(self.tables, tool.checked(given)), False
        except ParlourError as error:
            # A player's mistake is for the model to read; it is not a protocol error.
            text, wrong = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": wrong}
