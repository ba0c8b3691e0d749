"""Match Me positions as readable data, both ways.

    {"turn": 0, "discard_pile": ["arch-rock"], "draw_pile": [], "players": [
        {"hand": ["barred-owl", "bald-eagle"], "groups": ["insects"]}, ...]}

Piles are written from bottom to top. Without a draw pile, all cards not mentioned form it in the order of the
deck; with one, they are set aside. `history` says what everybody witnessed since the hands were as given
there; without it, nobody has witnessed anything yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.bags import count_set, has, members, only, set_of
from parlour.core.errors import BadPosition, quoted
from parlour.core.positions import Reader
from parlour.games.match_me.state import (
    ADD,
    ASK_AGAIN,
    ASKS,
    DISCARD,
    DISCARDS,
    DRAWS,
    LAYS,
    NO_CARD,
    PLAYING,
    SHUFFLES,
    TAKES,
    WENT_OUT,
    Note,
    Player,
    Start,
    Table,
    notes_in_order,
)
from parlour.games.match_me.view import STEPS, note_text

if TYPE_CHECKING:
    from parlour.games.match_me.rules import MatchMe

ENDINGS = ("no", "went out", "stalemate", "turn limit")


def dump(table: Table, game: MatchMe) -> dict[str, object]:
    """The whole position: card keys and zone names."""

    def names(cards: list[int]) -> list[str]:
        return [game.keys[card] for card in cards]

    def laid(kinds: int) -> list[str]:
        return [game.categories[kind] for kind in members(kinds)]

    hidden = list(reversed(table.piles[0]))
    hands, first = [], 0
    for size in table.start.hand_sizes:
        hands.append(names(hidden[first : first + size]))
        first += size
    drawn = iter(_drawn(table, first))
    notes = []
    for note in notes_in_order(table.last):
        text = note_text(note, game.keys, game.categories)
        notes.append(f"{text} {game.keys[next(drawn)]}" if note.kind == DRAWS else text)
    return {
        "turn": table.turn,
        "step": STEPS[table.step],
        "asked": table.asked,
        "picked": [] if table.picked == NO_CARD else names([table.picked]),
        "turns": table.turns,
        "idle": table.idle,
        "ended": ENDINGS[table.ended],
        "draw_pile": names(table.piles[-1][: table.draw_left]),
        "discard_pile": names(table.discards),
        "players": [{"hand": names(members(player.hand)), "groups": laid(player.laid)} for player in table.players],
        "history": {
            "hands": hands,
            "discard_pile": names(table.start.discards),
            "groups": [laid(kinds) for kinds in table.start.laid],
            "notes": notes,
        },
    }


def _drawn(table: Table, dealt: int) -> list[int]:
    """All cards drawn so far, in order."""
    cards: list[int] = []
    for number, pile in enumerate(table.piles):
        left = table.draw_left if number == len(table.piles) - 1 else 0
        cards += reversed(pile[left : len(pile) - (dealt if number == 0 else 0)])
    return cards


def load(data: Mapping[str, object], game: MatchMe) -> Table:
    """A table from a dumped or hand-written position."""
    read = Reader(data, game.title, game.keys)
    read.only(
        "turn", "step", "asked", "picked", "turns", "idle", "ended", "draw_pile", "discard_pile", "players", "history"
    )
    players = []
    hands: list[list[int]] = []
    for part in read.parts("players", game.seats):
        part.only("hand", "groups")
        hands.append(part.cards("hand"))
        players.append(_player(hands[-1], _kinds(part, part.data.get("groups", []), "groups", game), game))
    discards = read.cards("discard_pile")
    used = _all_different(game, hands, discards, [player.laid for player in players])
    rest = [card for card in range(len(game.cards)) if not has(used, card)]
    draw_pile = read.cards("draw_pile") if read.has("draw_pile") else rest
    _all_different(game, [*hands, draw_pile], discards, [player.laid for player in players])

    start = Start([len(hand) for hand in hands], discards.copy(), [player.laid for player in players])
    hidden = draw_pile + [card for hand in reversed(hands) for card in reversed(hand)]
    table = Table(players, [hidden], discards, [], start)
    table.draw_left = len(draw_pile)
    table.out = set_of([card for card in rest if card not in draw_pile])
    _read_turn(table, read, game)
    if read.has("history"):
        history = read.data["history"]
        if not isinstance(history, Mapping):
            raise read.wrong("history", "must be a table of entries")
        _remember(table, Reader(history, game.title, game.keys, "history: "), game)
    return table


def _player(hand: list[int], laid: int, game: MatchMe) -> Player:
    player = Player()
    player.hand = set_of(hand)
    player.hand_size = len(hand)
    player.laid = laid
    player.laid_cards = sum(count_set(game.group[kind]) for kind in members(laid))
    return player


def _kinds(read: Reader, names: object, where: str, game: MatchMe) -> int:
    """A set of categories from a list of their names."""
    if not isinstance(names, list):
        raise read.wrong(where, f"must be a list of categories, not {quoted(names)}")
    found = 0
    for name in names:
        if name not in game.categories:
            raise read.wrong(where, f"holds {quoted(name)}, which is no category")
        found |= only(game.categories.index(name))
    return found


def _all_different(game: MatchMe, hands: list[list[int]], discards: list[int], laid: list[int]) -> int:
    """The set of all cards in these places; each may be in one of them only."""
    cards = [card for hand in hands for card in hand] + discards
    cards += [card for kinds in laid for kind in members(kinds) for card in members(game.group[kind])]
    for card in cards:
        if cards.count(card) > 1:
            raise BadPosition(f"{game.title}: the card {game.keys[card]!r} is in two places.")
    return set_of(cards)


def _read_turn(table: Table, read: Reader, game: MatchMe) -> None:
    table.turn = read.number("turn", 0, game.seats - 1)
    table.step = STEPS.index(read.word("step", STEPS, STEPS[0]))
    table.asked = read.flag("asked") or table.step == ASK_AGAIN
    picked = read.cards("picked")
    if len(picked) > 1 or (picked and table.step != DISCARD):
        raise read.wrong("picked", "is the one card picked up this turn, if it was only one")
    table.picked = picked[0] if picked else NO_CARD
    table.turns = read.number("turns", 0, 1_000_000)
    table.idle = read.number("idle", -1, 1_000_000, 0)
    table.ended = ENDINGS.index(read.word("ended", ENDINGS, ENDINGS[0]))
    mover = table.players[table.turn]
    if table.ended == WENT_OUT and mover.hand_size > 0:
        raise BadPosition(f"{game.title}: seat {table.turn} still has cards and has not gone out.")
    if table.ended != PLAYING:
        return
    if table.step == ADD and (table.asked or not table.discards):
        raise BadPosition(f"{game.title}: at the start of a turn nobody has asked and the discard pile is never empty.")
    if table.step != ADD and mover.hand_size == 0:
        raise BadPosition(f"{game.title}: seat {table.turn} has nothing to discard.")
    if 0 < game.stale_turns <= table.idle or 0 < game.turn_limit <= table.turns:
        raise BadPosition(f"{game.title}: by its turns this game is over.")


def _remember(table: Table, read: Reader, game: MatchMe) -> None:
    """Go through the history from its start; it must lead to the position."""
    read.only("hands", "discard_pile", "groups", "notes")
    rows, laid_rows = read.data.get("hands"), read.data.get("groups")
    if not isinstance(rows, list) or not isinstance(laid_rows, list) or not len(rows) == len(laid_rows) == game.seats:
        raise read.wrong("hands and groups", f"must have {game.seats} entries each")
    hands = [Reader({"hands": row}, game.title, game.keys, "history: ").cards("hands") for row in rows]
    laid = [_kinds(read, row, "groups", game) for row in laid_rows]
    discards = read.cards("discard_pile")
    _all_different(game, hands, discards, laid)
    notes = read.data.get("notes")
    if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
        raise read.wrong("notes", "must be a list of texts")
    start = Start([len(hand) for hand in hands], discards.copy(), laid.copy())
    story = _Story(game, [set_of(hand) for hand in hands], discards, laid)
    for note in notes:
        story.take(note, read)
    if (
        story.hands != [player.hand for player in table.players]
        or story.laid != [player.laid for player in table.players]
        or story.discards != table.discards
    ):
        raise read.wrong("notes", "lead to another position")
    drawn = [list(reversed(pile)) for pile in story.drawn]
    drawn[-1] = table.piles[0][: table.draw_left] + drawn[-1]
    drawn[0] += [card for hand in reversed(hands) for card in reversed(hand)]
    for number, pile in enumerate(drawn[1:]):
        if sorted(pile) != sorted(story.shuffled[number]):
            raise read.wrong("notes", "draw cards that were not shuffled")
    table.start, table.piles, table.handed, table.last = start, drawn, story.handed, story.last


class _Story:
    """A history being gone through."""

    def __init__(self, game: MatchMe, hands: list[int], discards: list[int], laid: list[int]) -> None:
        self.game = game
        self.hands = hands
        self.discards = discards
        self.laid = laid
        self.drawn: list[list[int]] = [[]]
        self.shuffled: list[list[int]] = []
        self.handed: list[int] = []
        self.last: Note | None = None

    def take(self, text: str, read: Reader) -> None:
        """Take one note and move the cards it tells of."""
        try:
            self._take(text.split())
        except (ValueError, IndexError, KeyError):
            raise read.wrong("notes", f"hold {quoted(text)}, which cannot have happened") from None

    def _take(self, words: list[str]) -> None:
        game = self.game
        if words == ["reshuffle"]:
            top = self.discards.pop()
            self.shuffled.append(self.discards)
            self.drawn.append([])
            self.discards = [top]
            self.last = Note(SHUFFLES, 0, 0, 0, 0, self.last)
            return
        seat = range(game.seats).index(int(words[0]))
        if words[1] == "asks" and len(words) == 5:
            other, kind, count = range(game.seats).index(int(words[2])), game.categories.index(words[3]), int(words[4])
            given = self.hands[other] & game.group[kind]
            if other == seat or count != count_set(given) or not self.hands[seat] & game.group[kind]:
                raise ValueError
            self.hands[other] -= given
            self.hands[seat] += given
            self.handed += [given] if given else []
            self.last = Note(ASKS, seat, kind, count, other, self.last)
        elif words[1] == "takes" and len(words) == 3:
            count = int(words[2])
            for _ in range(count):
                self.hands[seat] += only(self.discards.pop())
            self.last = Note(TAKES, seat, 0, count, 0, self.last)
        elif words[1] == "lays" and len(words) == 3:
            kind = game.categories.index(words[2])
            if self.hands[seat] & game.group[kind] != game.group[kind]:
                raise ValueError
            self.hands[seat] -= game.group[kind]
            self.laid[seat] |= only(kind)
            self.last = Note(LAYS, seat, kind, 0, 0, self.last)
        elif words[1] in ("discards", "draws") and len(words) == 3:
            card = game.keys.index(words[2])
            if has(self.hands[seat], card) == (words[1] == "draws"):
                raise ValueError
            self.hands[seat] ^= only(card)
            if words[1] == "draws":
                self.drawn[-1].append(card)
                self.last = Note(DRAWS, seat, 0, 0, 0, self.last)
            else:
                self.discards.append(card)
                self.last = Note(DISCARDS, seat, card, 0, 0, self.last)
        else:
            raise ValueError


def census(table: Table, game: MatchMe) -> dict[str, int]:
    """Every card of the box, counted wherever it is."""
    cards = table.piles[-1][: table.draw_left] + table.discards + members(table.out)
    for player in table.players:
        cards = cards + members(player.hand) + [c for kind in members(player.laid) for c in members(game.group[kind])]
    return {key: cards.count(card) for card, key in enumerate(game.keys)}
