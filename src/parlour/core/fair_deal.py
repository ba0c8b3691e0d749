"""Deals that nobody has to trust: the seed comes from the server's secret and a share of every player.

The server publishes the seal of its secret before any player sends a share. Then it cannot choose the secret any more,
and the players cannot choose well because they do not know it. After the game the secret is public, and everybody can
compute the seed from it and the shares.
"""

import hashlib
from dataclasses import dataclass

from parlour.core.errors import BadRecord

VERSION = 1


@dataclass(frozen=True)
class FairDeal:
    """What a record holds about its seed."""

    secret: str
    seal: str
    shares: list[str]
    """One for each seat."""

    def as_json(self) -> dict[str, object]:
        """As a record's header has it."""
        return {"version": VERSION, "secret": self.secret, "seal": self.seal, "shares": self.shares}

    def leads_to(self, seed: str) -> bool:
        """Does the secret fit its seal, and does the seed follow from secret and shares?"""
        return seal_of(self.secret) == self.seal and deal_seed(self.secret, self.shares) == seed

    def given(self) -> list[bool]:
        """Which shares the server gave, because the seat sent none."""
        return [share == given_share(self.seal, seat) for seat, share in enumerate(self.shares)]


def seal_of(secret: str) -> str:
    """The commitment to a secret: its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()


def given_share(seal: str, seat: int) -> str:
    """The share of a seat that sends none. It follows from the seal, so the server has no choice here either."""
    return hashlib.sha256(f"parlour share {seat} {seal}".encode()).hexdigest()[:32]


def all_shares(seal: str, sent: list[str]) -> list[str]:
    """Each seat's share: as it was sent, or given. None without a seal."""
    return [share or given_share(seal, seat) for seat, share in enumerate(sent)] if seal else []


def deal_seed(secret: str, shares: list[str]) -> str:
    """The seed: the SHA-256 of the secret and all shares, in the order of the seats, one a line.

    >>> deal_seed("s", ["a", "b"])[:16]
    'e3d335493fee6827'
    """
    return hashlib.sha256("\n".join(["parlour deal 1", secret, *shares]).encode()).hexdigest()


def read_fair_deal(data: object, seats: int, source: str) -> FairDeal:
    """What a record's header says; BadRecord if it is damaged."""
    if isinstance(data, dict):
        version, secret, seal, shares = (data.get(name) for name in ("version", "secret", "seal", "shares"))
        if isinstance(version, int) and version > VERSION:
            raise BadRecord(f"{source} was written by a newer Parlour than this one (fair deal {version}).")
        if isinstance(secret, str) and isinstance(seal, str) and isinstance(shares, list) and len(shares) == seats:
            texts = [share for share in shares if isinstance(share, str) and "\n" not in share]
            if version == VERSION and len(texts) == seats and "\n" not in secret:
                return FairDeal(secret, seal, texts)
    raise BadRecord(f"{source} is damaged: 'fair' is of the wrong kind.")
