"""HTTP responses: JSON that is not cached; every refusal is a sentence with a matching status."""

import logging
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

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
