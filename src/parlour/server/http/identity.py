"""Visitors: a random token in a cookie that scripts cannot read, or in a header for programs. No accounts, no names.

Only the hash of a token is stored, and no token appears in an address or a log.
"""

import hashlib
import ipaddress
import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from parlour.server.log.decide import Refused

COOKIE = "parlour_player"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""The cookie over HTTPS: with this prefix, browsers accept it from this very host only."""
YEAR = 365 * 24 * 3600
NEW = "new"
"""`Authorization: Bearer new` asks for a token."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{43,128}")
"""A token: this server makes them of 43 letters, which are 256 bits."""
LONGEST_HOST = 255


class Visitor:
    """The sender of a request; `player` is the hash of the token, "" without one."""

    def __init__(self, connection: HTTPConnection) -> None:
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        self.program = scheme.lower() == "bearer"
        self.secure = connection.url.scheme in ("https", "wss")
        self.cookie = SECURE_COOKIE if self.secure else COOKIE
        token = bearer.strip() if self.program else connection.cookies.get(self.cookie, "")
        self.token = token if TOKEN.fullmatch(token) else ""
        self.fresh = ""
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
                self.cookie, self.fresh, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure, path="/"
            )


@dataclass(frozen=True)
class Sites:
    """The addresses under which browsers reach this server."""

    origins: frozenset[str] = frozenset()
    """Named with `--origin`, in lower case."""
    only_here: bool = False
    """Only this machine can connect, so no other name can be meant."""

    def check_host(self, connection: HTTPConnection) -> None:
        """Refuse a Host that is none of ours: another site's name may have been pointed at this machine."""
        hosts = connection.headers.getlist("host")
        name = _name_of(hosts[0]) if len(hosts) == 1 else None
        if name is None:
            raise Refused("bad_message", "This request does not say which host it is for.")
        if self.only_here or self.origins:
            named = {urlsplit(origin).hostname for origin in self.origins}
            if name not in named and name != "localhost" and not _is_address(name):
                raise Refused("forbidden", f"This server is not known as {name}. Its host can name it with --origin.")

    def check_origin(self, connection: HTTPConnection, visitor: Visitor) -> None:
        """Refuse cross-site requests that carry our visitor's cookie."""
        origins = connection.headers.getlist("origin")
        if not origins:
            if not visitor.program and connection.scope["type"] == "websocket":
                raise Refused("forbidden", "A socket without an Origin needs a token in its Authorization header.")
            return
        origin = origins[0].lower()
        scheme, _, place = origin.partition("://")
        # A proxy may speak HTTPS for us, so a page may be more secure than the request, but never less.
        schemes = ("https",) if visitor.secure else ("http", "https")
        same = scheme in schemes and place == connection.headers.get("host", "").lower()
        if len(origins) > 1 or not (same or origin in self.origins):
            raise Refused("forbidden", "This request comes from another site.")


def _name_of(host: str) -> str | None:
    """The name in a Host header, without the port; None if it is none."""
    try:
        parts = urlsplit(f"//{host}")
        return parts.hostname if parts.netloc == host and len(host) <= LONGEST_HOST and parts.port != 0 else None
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Is this the address of a program on this machine?"""
    return _is_address(address) and ipaddress.ip_address(address).is_loopback
