"""HTTP responses: JSON that is not cached; every refusal is a sentence with a matching status."""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from parlour.core.errors import ParlourError, UnknownGame
from parlour.server.http.lines import plain
from parlour.server.log.decide import Refused
from parlour.server.protocol.messages import Refusal, RefusalCode
from parlour.server.store.types import StoreFailed

log = logging.getLogger(__name__)

STATUS: dict[RefusalCode, int] = {
    "bad_message": 400,
    "unauthorised": 401,
    "forbidden": 403,
    "not_found": 404,
    "conflict": 409,
    "not_now": 409,
    "stale_prompt": 409,
    "closed": 410,
    "too_large": 413,
    "illegal": 422,
    "too_fast": 429,
    "unavailable": 503,
}

Handler = Callable[[Request], Awaitable[Response]]


def answer(content: object, status: int = 200) -> Response:
    """A JSON response that is not cached."""
    body = content if isinstance(content, bytes) else msgspec.json.encode(content)
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


PART = 1 << 16
"""Bytes of one part of a long response."""


class Unpacked(Response):
    """A gzipped body, sent as it is or unpacked. In parts, so that it is never unpacked for a client that does not
    read it, and other requests are answered in between.
    """

    def __init__(self, packed: bytes, gzip: bool, headers: dict[str, str]) -> None:
        more = {"content-encoding": "gzip", "content-length": str(len(packed))} if gzip else {}
        super().__init__(None, 200, {**headers, **more}, "application/json")
        if not gzip:
            del self.headers["content-length"]
        self.packed = packed
        self.gzip = gzip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; `send` waits while the client does not read."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for part in self.parts():
            await send({"type": "http.response.body", "body": part, "more_body": True})
            await asyncio.sleep(0)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def parts(self) -> Iterator[bytes]:
        """The body."""
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
        for at in range(0, len(self.packed), PART):
            part = self.packed[at : at + PART]
            if self.gzip:
                yield part
            while part and not self.gzip:
                yield unpack.decompress(part, PART)
                part = unpack.unconsumed_tail
        yield unpack.flush()


def refusal(error: Exception) -> Refusal:
    """An exception as an error response; an unexpected one is logged and reported without detail."""
    if isinstance(error, Refused):
        return Refusal(error.code, plain(str(error)))
    if isinstance(error, StoreFailed):
        log.error("the store failed: %s", error)
        return Refusal("unavailable", "The server cannot reach its database just now. Try again.")
    if isinstance(error, UnknownGame):
        return Refusal("not_found", plain(str(error)))
    if isinstance(error, ParlourError):
        return Refusal("illegal", plain(str(error)))
    log.error("a request failed", exc_info=error)
    return Refusal("unavailable", "Something went wrong on our side; nothing was changed.")


def guarded(handler: Handler) -> Handler:
    """A handler whose exceptions become responses."""

    async def guard(request: Request) -> Response:
        try:
            return await handler(request)
        except Exception as error:
            told = refusal(error)
            return answer(told, STATUS[told.code] if isinstance(error, ParlourError) else 500)

    return guard
