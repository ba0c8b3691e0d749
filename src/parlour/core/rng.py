"""A small random generator of our own: the same numbers on every machine and Python version.

The algorithm is xoshiro128++ over four 32-bit words, seeded through SHA-256, so that streams
made from different names are independent. Python's `random` is never used: its methods may
change between versions and its state costs more to copy than a whole game.
"""

import hashlib
from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF


@final
class Rng:
    """Random numbers from a name: the same parts give the same stream.

    >>> Rng("table", 7).below(6) == Rng("table", 7).below(6)
    True
    """

    def __init__(self, *name: int | str) -> None:
        digest = hashlib.sha256(repr(name).encode()).digest()
        self.a: i64 = int.from_bytes(digest[0:4], "big")
        self.b: i64 = int.from_bytes(digest[4:8], "big")
        self.c: i64 = int.from_bytes(digest[8:12], "big")
        self.d: i64 = int.from_bytes(digest[12:16], "big") | 1

    def word(self) -> i64:
        """The next 32 random bits."""
        a, b, c, d = self.a, self.b, self.c, self.d
        total = (a + d) & WORD
        result = (((total << 7) | (total >> 25)) + a) & WORD
        shifted = (b << 9) & WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = ((d << 11) | (d >> 21)) & WORD
        self.a, self.b, self.c, self.d = a, b, c, d
        return result

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each equally likely."""
        product = self.word() * n
        low = product & WORD
        if low < n:
            # Lemire's method: reject the few words that would favour small numbers.
            floor = (WORD + 1 - n) % n
            while low < floor:
                product = self.word() * n
                low = product & WORD
        return product >> 32

    def shuffle(self, cards: list[int]) -> None:
        """Put the cards in random order, in place."""
        i: i64 = len(cards) - 1
        while i > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1

    def chance(self, share: float) -> bool:
        """True with the given probability."""
        return float(self.word()) < share * 4294967296.0
