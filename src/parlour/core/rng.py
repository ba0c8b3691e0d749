"""A small random generator of our own: the same numbers on every machine and Python version.

The algorithm is xoshiro128++ over four 32-bit words, seeded through SHA-256, so that streams made from different names
are independent. Where thousands of streams are needed, they are the numbered streams of one root: mixing a number in is
a hundred times faster than hashing. Python's `random` is never used: its methods may change between versions and its
state costs more to copy than a whole game.
"""

import hashlib
from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
GOLDEN: Final = 0x1E3779B9  # odd, so that different numbers stay different; small enough for 64 bits with any word


@final
class Rng:
    """Random numbers from a name: the same parts give the same stream.

    >>> Rng("table", 7).below(6) == Rng("table", 7).below(6)
    True
    """

    def __init__(self, *name: int | str) -> None:
        digest = hashlib.sha256(repr(name).encode()).digest()
        self.a: i64 = _word_at(digest, 0)
        self.b: i64 = _word_at(digest, 4)
        self.c: i64 = _word_at(digest, 8)
        self.d: i64 = _word_at(digest, 12) | 1

    def restart(self, root: "Rng", number: i64) -> None:
        """Become the stream with a number of a root that was just made; the root may be this generator itself.

        >>> root, rng = Rng("table", 7), Rng()
        >>> rng.restart(root, 3); one = rng.word()
        >>> rng.restart(root, 3); rng.word() == one
        True
        """
        b, c, d = root.b, root.c, root.d
        self.a = _scramble((root.a + (number & WORD) * GOLDEN) & WORD)
        self.b = _scramble(self.a ^ b)
        self.c = _scramble(self.b ^ c)
        self.d = _scramble(self.c ^ d) | 1

    def become(self, other: "Rng") -> None:
        """Continue as another generator would.

        >>> one, other = Rng("table", 7), Rng()
        >>> other.become(one); other.word() == one.word()
        True
        """
        self.a, self.b, self.c, self.d = other.a, other.b, other.c, other.d

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


def _word_at(digest: bytes, place: i64) -> i64:
    """Four bytes of a digest as a word."""
    word: i64 = 0
    for _ in range(4):
        word = (word << 8) | digest[place]
        place += 1
    return word


def _scramble(word: i64) -> i64:
    """Another word for each word, in which every bit depends on all bits. The factors are below 2**31: no overflow."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
    word = ((word ^ (word >> 15)) * 0x45D9F3B) & WORD
    return word ^ (word >> 16)
