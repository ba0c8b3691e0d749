"""Positions of Deluxe Memory: `board("7b 7r _ qb qb", tokens=[20, 20])` lays cards on the places 1, 2, 4 and 5."""

from collections.abc import Mapping, Sequence

from scenario import Scenario

WORDS = {"a": "ace", "j": "jack", "q": "queen", "k": "king"}


def key(short: str) -> str:
    """`7b` is the black 7, `qr` the red Queen, `joker` the Joker."""
    if short == "joker":
        return short
    rank = WORDS.get(short[:-1], short[:-1])
    return f"{'black' if short[-1] == 'b' else 'red'}-{rank}"


def board(
    cards: str,
    tokens: Sequence[int] = (20, 20),
    players: Sequence[Mapping[str, object]] = (),
    house: Mapping[str, object] | None = None,
    **entries: object,
) -> Scenario:
    """Cards in their places and the tokens of each player; `players` holds what else is known of them."""
    more = players or [{}] * len(tokens)
    rows = [{"tokens": count, **extra} for count, extra in zip(tokens, more, strict=True)]
    places = [None if word == "_" else key(word) for word in cards.split()]
    return Scenario("deluxe-memory", options=house, start={"cards": places, "players": rows, **entries})
