"""The entrance: the one place where what a client sends becomes checked values.

Bodies, queries and socket messages have declared types (`protocol/`): shape, length and range of every field. Nothing
else of a request reaches the rest of the server, except the codes in a path, which are looked up in memory or as a
parameter of a database query.
"""

from typing import TypeVar

import msgspec
from starlette.requests import Request

from parlour.server.http.lines import plain
from parlour.server.log.decide import Refused
from parlour.server.protocol import messages

LARGEST = 8 * 1024
"""Bytes of an ordinary message, over HTTP or a socket."""

Body = TypeVar("Body")
_SOCKET: "msgspec.json.Decoder[messages.ToTable]" = msgspec.json.Decoder(messages.ToTable)


async def read_text(request: Request, largest: int) -> str:
    """A request's body as text."""
    try:
        return (await _read_bytes(request, largest)).decode()
    except UnicodeDecodeError:
        raise Refused("bad_message", "This is not text in UTF-8.") from None


async def read_message(request: Request, kind: type[Body]) -> Body:
    """A request's body as a message."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("bad_message", "Messages must be JSON with Content-Type: application/json.")
    return _decode(await _read_bytes(request, LARGEST), msgspec.json.Decoder(kind))


def read_query(request: Request, kind: type[Body]) -> Body:
    """A request's query; parameters that nobody declared are ignored."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refused("bad_message", plain(f"The query cannot be read: {error}.")) from None


def read_socket_message(data: str | bytes) -> messages.ToTable:
    """A message from a socket."""
    return _decode(data, _SOCKET)


def _decode(data: str | bytes, decoder: "msgspec.json.Decoder[Body]") -> Body:
    try:
        return decoder.decode(data)
    except msgspec.DecodeError as error:
        raise Refused("bad_message", plain(f"This message cannot be read: {error}.")) from None
    except (RecursionError, UnicodeError):
        raise Refused("bad_message", "This message cannot be read: it is nested too deeply or not UTF-8.") from None


async def _read_bytes(request: Request, largest: int) -> bytes:
    """A request's body, read up to the limit."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > largest:
            raise Refused("too_large", f"A message may be at most {largest} bytes long.")
        parts.append(part)
    return b"".join(parts)
