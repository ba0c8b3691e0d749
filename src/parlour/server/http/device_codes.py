"""Moving to another device: a code that works once and for a few minutes stands for the visitor's token.

The token itself is in no address and not readable in the database: a row holds the code's hash and the token sealed
with the code. Redeeming a code deletes its row in the same statement.
"""

import hashlib
import secrets
import time
from collections.abc import Callable

from parlour.server.live.rows import LETTERS
from parlour.server.log.decide import Refused
from parlour.server.store.types import TableStore

LASTS = 600.0
"""Lifetime of a code, in seconds."""
LENGTH = 12
"""60 bits: too many to guess, short enough to type."""

KEEP = "INSERT INTO handovers (code_hash, sealed, until) VALUES (:code, :sealed, :until)"
TAKE = "DELETE FROM handovers WHERE code_hash = :code RETURNING sealed, until"
TIDY = "DELETE FROM handovers WHERE until < :now"


class DeviceCodes:
    """The codes that were issued and not yet redeemed."""

    def __init__(self, store: TableStore, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock

    async def give(self, token: str) -> tuple[str, float]:
        """A new code for a token, and when it expires."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        until = self.clock() + LASTS
        await self.store.look(TIDY, {"now": self.clock()})
        await self.store.look(KEEP, {"code": _hash(code), "sealed": _seal(token.encode(), code).hex(), "until": until})
        return code, until

    async def take(self, code: str) -> str:
        """Redeem a code for its token; Refused if it is unknown or expired."""
        plain = "".join(letter for letter in code.upper() if letter in LETTERS)
        found = await self.store.look(TAKE, {"code": _hash(plain)})
        for sealed, until in found:
            if isinstance(until, float) and until > self.clock():
                return _seal(bytes.fromhex(str(sealed)), plain).decode()
        raise Refused(
            "not_found", "This code has been used already or has expired. Make a new one on the other device."
        )


def _hash(code: str) -> str:
    return hashlib.sha256(f"parlour handover {code}".encode()).hexdigest()


def _seal(token: bytes, code: str) -> bytes:
    """Encrypt or decrypt a token with a code (the operation is its own inverse)."""
    pad = hashlib.shake_256(f"parlour seal {code}".encode()).digest(len(token))
    return bytes(a ^ b for a, b in zip(token, pad, strict=True))
