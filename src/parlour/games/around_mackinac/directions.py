"""The directions on the cards: a small closed list of verbs with amounts, read from the deck.

    do = [{ take = 2, from = "center" }, { give = 1, to = "left" }]

A card's directions are carried out in order. `take` is from "center", "others", "neighbours" or "most" (the other
player with the most Fun); `give` is to "center", "others" or "left"; `remove` puts Fun from the Center into the box.
`per = "face-up"` multiplies an amount by the number of face-up cards; `or = 2, face_up = 3` is another amount once that
many cards are face up. `shop` lists what each number of the die brings every player, `again` is the number that may be
rolled again. The words "roll again", "end turn" and "rush" come last.
"""

from collections.abc import Mapping, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.cards import Card

# The verbs.
TAKE_CENTER: Final = 0
TAKE_OTHERS: Final = 1
TAKE_NEIGHBOURS: Final = 2
TAKE_MOST: Final = 3
GIVE_CENTER: Final = 4
GIVE_OTHERS: Final = 5
GIVE_LEFT: Final = 6
REMOVE: Final = 7
SHOP: Final = 8
ROLL_AGAIN: Final = 9
END_TURN: Final = 10
RUSH: Final = 11

SOURCES: Final = {
    "center": TAKE_CENTER,
    "others": TAKE_OTHERS,
    "neighbours": TAKE_NEIGHBOURS,
    "most": TAKE_MOST,
}
TARGETS: Final = {"center": GIVE_CENTER, "others": GIVE_OTHERS, "left": GIVE_LEFT}
WORDS: Final = {"roll again": ROLL_AGAIN, "end turn": END_TURN, "rush": RUSH}

MOST_DIRECTIONS: Final = 4
MOST_FUN: Final = 20
DIE: Final = 6


@final
class Direction:
    """One direction on a card."""

    def __init__(self, verb: int, amount: int = 0) -> None:
        self.verb = verb
        self.amount = amount
        self.per_face_up = False
        self.many = 0  # with at least this number of cards face up ...
        self.many_amount = 0  # ... it is this amount instead
        self.gifts: list[int] = []
        self.again = 0


def read_directions(card: Card) -> list[Direction]:
    """The directions of a card, checked."""
    rows = card.fields.get("do")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_DIRECTIONS:
        raise card.wrong(f"do must be a list of 1 to {MOST_DIRECTIONS} directions, not {rows!r}")
    card.word("text")
    directions = [_read_word(card, row) if isinstance(row, str) else _read_direction(card, row) for row in rows]
    for direction in directions[:-1]:
        if direction.verb >= ROLL_AGAIN:
            raise card.wrong("roll again, end turn and rush can only be the last direction")
    if sum([direction.verb == SHOP for direction in directions]) > 1:
        raise card.wrong("a card can send everybody shopping only once")
    return directions


def is_only_one(card: Card, cards: Sequence[Card]) -> bool:
    """Does a card do something that no other card does?"""
    others = {direction.verb for other in cards if other is not card for direction in read_directions(other)}
    return any(direction.verb not in others for direction in read_directions(card))


def _read_word(card: Card, word: str) -> Direction:
    verb = WORDS.get(word)
    if verb is None:
        raise card.wrong(f"{word!r} is no direction; the words are {', '.join(WORDS)}")
    return Direction(verb)


def _read_direction(card: Card, row: object) -> Direction:
    if not isinstance(row, Mapping):
        raise card.wrong(f"{row!r} is no direction")
    if "take" in row:
        _only(card, row, "take", "from", "per", "or", "face_up")
        direction = Direction(_word(card, row, "from", SOURCES), _number(card, row, "take", 1, MOST_FUN))
    elif "give" in row:
        _only(card, row, "give", "to", "per", "or", "face_up")
        direction = Direction(_word(card, row, "to", TARGETS), _number(card, row, "give", 1, MOST_FUN))
    elif "remove" in row:
        _only(card, row, "remove", "per", "or", "face_up")
        direction = Direction(REMOVE, _number(card, row, "remove", 1, MOST_FUN))
    elif "shop" in row:
        _only(card, row, "shop", "again")
        return _read_shop(card, row)
    else:
        raise card.wrong("a direction must be to take, give, remove or shop")
    if "per" in row:
        direction.per_face_up = _word(card, row, "per", {"face-up": 1}) == 1
    if "or" in row or "face_up" in row:
        direction.many_amount = _number(card, row, "or", 1, MOST_FUN)
        direction.many = _number(card, row, "face_up", 2, MOST_FUN)
    return direction


def _read_shop(card: Card, row: Mapping[str, object]) -> Direction:
    direction = Direction(SHOP)
    gifts = row["shop"]
    if not isinstance(gifts, list) or len(gifts) != DIE:
        raise card.wrong("shop must list what each of the six numbers brings")
    for gift in gifts:  # AM-25: everybody gets something
        if not isinstance(gift, int) or isinstance(gift, bool) or not 1 <= gift <= MOST_FUN:
            raise card.wrong(f"each number must bring from 1 to {MOST_FUN} Fun, not {gift!r}")
        direction.gifts.append(gift)
    direction.again = _number(card, row, "again", 1, DIE)
    return direction


def _only(card: Card, row: Mapping[str, object], *names: str) -> None:
    for name in row:
        if name not in names:
            raise card.wrong(f"{name!r} does not go with {names[0]}; possible are {', '.join(names[1:])}")


def _word(card: Card, row: Mapping[str, object], name: str, words: Mapping[str, int]) -> int:
    value = row.get(name)
    if not isinstance(value, str) or value not in words:
        raise card.wrong(f"{name} must be {' or '.join(words)}, not {value!r}")
    return words[value]


def _number(card: Card, row: Mapping[str, object], name: str, low: int, high: int) -> int:
    value = row.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise card.wrong(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


@final
class Directions:
    """The directions of all cards in flat lists, for speed: card `kind`, direction `number`."""

    def __init__(self, cards: list[list[Direction]]) -> None:
        self.of_card = cards
        rows: list[Direction | None] = []
        for directions in cards:
            rows += directions
            rows += [None] * (MOST_DIRECTIONS - len(directions))
        gifts: list[int] = []
        again: list[int] = []
        for directions in cards:
            shop = [direction for direction in directions if direction.verb == SHOP]
            gifts += shop[0].gifts if shop else [0] * DIE
            again.append(shop[0].again if shop else 0)
        self.count: vec[i64] = vec[i64]([len(directions) for directions in cards])
        self.verbs: vec[i64] = vec[i64]([row.verb if row is not None else -1 for row in rows])
        self.amounts: vec[i64] = vec[i64]([row.amount if row is not None else 0 for row in rows])
        self.per_face_up: vec[i64] = vec[i64]([1 if row is not None and row.per_face_up else 0 for row in rows])
        self.many: vec[i64] = vec[i64]([row.many if row is not None else 0 for row in rows])
        self.many_amounts: vec[i64] = vec[i64]([row.many_amount if row is not None else 0 for row in rows])
        self.gifts: vec[i64] = vec[i64](gifts)
        self.again: vec[i64] = vec[i64](again)

    def verb(self, kind: i64, number: i64) -> i64:
        """What to do."""
        return self.verbs[kind * MOST_DIRECTIONS + number]

    def amount(self, kind: i64, number: i64, face_up: i64) -> i64:
        """How much, with `face_up` cards face up, the one being read included (AM-23)."""
        row = kind * MOST_DIRECTIONS + number
        amount = self.amounts[row]
        if self.many[row] > 0 and face_up >= self.many[row]:
            amount = self.many_amounts[row]
        if self.per_face_up[row] != 0:
            amount *= face_up
        return amount

    def gift(self, kind: i64, roll: i64) -> i64:
        """What a roll in the gift shop brings (AM-25)."""
        return self.gifts[kind * DIE + roll - 1]
