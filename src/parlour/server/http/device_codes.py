"""Moving to another device: a code that works once and for a few minutes stands for the visitor's token.

The token itself is in no address and readable in no database: a code is kept as its hash, beside the token sealed with
the code. Whoever brings the code gets the token; the row is gone with the same statement.
"""

import hashlib
import secrets
import time
from collections.abc import Callable

import sqlalchemy as sa

from parlour.server.live.rows import LETTERS
from parlour.server.log.decide import Refused
from parlour.server.store.store import Store

LASTS = 600.0
"""Seconds a code lives."""
LENGTH = 12
"""60 bits: nobody finds one by trying, and it can still be typed."""

KEEP = sa.text("INSERT INTO handovers (code_hash, sealed, until) VALUES (:code, :sealed, :until)")
TAKE = sa.text("DELETE FROM handovers WHERE code_hash = :code RETURNING sealed, until")
TIDY = sa.text("DELETE FROM handovers WHERE until < :now")


class DeviceCodes:
    """The codes that are on their way from one device to another."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock

    async def give(self, token: str) -> tuple[str, float]:
        """A new code for a token, and when it ends."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        until = self.clock() + LASTS
        await self.store.look(TIDY, {"now": self.clock()})
        await self.store.look(KEEP, {"code": _hash(code), "sealed": _seal(token.encode(), code).hex(), "until": until})
        return code, until

    async def take(self, code: str) -> str:
        """The token a code stands for; the code is used up, and Refused if it is none or too old."""
        plain = "".join(letter for letter in code.upper() if letter in LETTERS)
        found = await self.store.look(TAKE, {"code": _hash(plain)})
        for sealed, until in found:
            if isinstance(until, float) and until > self.clock():
                return _seal(bytes.fromhex(str(sealed)), plain).decode()
        raise Refused(
            "not_found", "This code has been used already, or is too old. Make a new one on the other device."
        )


def _hash(code: str) -> str:
    return hashlib.sha256(f"parlour handover {code}".encode()).hexdigest()


def _seal(token: bytes, code: str) -> bytes:
    """The token made unreadable without the code, or readable again: the same both ways."""
    pad = hashlib.shake_256(f"parlour seal {code}".encode()).digest(len(token))
    return bytes(a ^ b for a, b in zip(token, pad, strict=True))
