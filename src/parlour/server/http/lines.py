"""Texts of others in one line: of a log, or of a refusal."""

LONGEST = 400


def plain(text: str) -> str:
    r"""A text without line breaks or other signs that do not print, cut if it is long.

    >>> print(plain("/a\n2026 forged"))
    /a\n2026 forged
    """
    short = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    return short if short.isprintable() else short.encode("unicode_escape").decode()
