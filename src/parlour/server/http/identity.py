"""Visitors: a random token in a cookie that scripts cannot read, or in a header for programs. No accounts, no names.

Only the hash of a token is stored, and no token appears in an address or a log.
"""

import hashlib
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from parlour.server.log.decide import Refused

COOKIE = "parlour_player"
YEAR = 365 * 24 * 3600
NEW = "new"
"""`Authorization: Bearer new` asks for a token."""


class Visitor:
    """The sender of a request; `player` is the hash of the token, "" without one."""

    def __init__(self, connection: HTTPConnection) -> None:
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        self.program = scheme.lower() == "bearer"
        token = bearer.strip() if self.program else connection.cookies.get(COOKIE, "")
        self.token = token if 32 <= len(token) <= 128 and token.isascii() else ""
        self.fresh = ""
        self.secure = connection.url.scheme in ("https", "wss")
        self.address = connection.client.host if connection.client else ""
        if self.program and not self.token and token != NEW:
            raise Refused("unauthorised", "This is not a token. Ask for one with 'Authorization: Bearer new'.")

    @property
    def player(self) -> str:
        """The hash of the token."""
        token = self.token or self.fresh
        return hashlib.sha256(token.encode()).hexdigest() if token else ""

    def introduce(self) -> str:
        """The hash of the visitor's token, a new one if there was none."""
        if not self.token and not self.fresh:
            self.fresh = secrets.token_urlsafe(32)
        return self.player

    def become(self, token: str) -> None:
        """Give this visitor that token."""
        self.token, self.fresh = "", token

    @property
    def told(self) -> str:
        """The new token of a program, "" otherwise."""
        return self.fresh if self.program else ""

    def remember(self, response: Response) -> None:
        """Give a browser its new token."""
        if self.fresh and not self.program:
            response.set_cookie(
                COOKIE, self.fresh, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure, path="/"
            )


def check_origin(connection: HTTPConnection, visitor: Visitor, allowed: frozenset[str]) -> None:
    """Refuse cross-site requests that carry our visitor's cookie."""
    origin = connection.headers.get("origin")
    if origin is None:
        if not visitor.program and connection.scope["type"] == "websocket":
            raise Refused("forbidden", "A socket without an Origin needs a token in its Authorization header.")
        return
    parts = urlsplit(origin)
    if parts.netloc.lower() != connection.headers.get("host", "").lower() and origin.lower() not in allowed:
        raise Refused("forbidden", "This request comes from another site.")
