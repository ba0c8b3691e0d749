"""Reading a hand-written story, and checking that it can have led to the position.

The entries are, in this order,

    ["lacks", 1, "location"]  ["holds", 2, "location"]  ["draws no location", 1, "tamarack"]
    ["draws a location", 2, "arch-rock"]

about the hands as dealt, then the turns with a draw pile

    ["draws", 0, "harebell"]  ["plays", 0, "sea-cave"]  ["pass", "left", ["tamarack", "bumble-bee", ...]]

and those without one, each led card with what the others hold of the named habitat:

    ["plays", 0, "green-darner"]  ["holds", 1, "wetland"]  ["lacks", 2, "wetland"]  ["plays", 1, "tamarack"]

A story may begin at any moment of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.bags import has, set_of, with_card, without_card
from parlour.core.positions import Reader
from parlour.games.follow_me.state import FOLLOWING, LEADING, OVER, Table
from parlour.games.follow_me.story import (
    CLASSES,
    DREW,
    HIT,
    HOLDS,
    LACKS,
    LOCATION,
    MISSED,
    MOST_PASSES,
    PASSED,
    PLAYED,
    WORDS,
    entry,
    in_pass,
    kind_of,
    passed_by,
    seat_of,
    step_of,
    what_of,
)

if TYPE_CHECKING:
    from parlour.games.follow_me.rules import FollowMe


def read_story(table: Table, game: FollowMe, read: Reader) -> None:
    """Fill in the story of a position, an empty one if nothing is said."""
    ending = _ending(table, game)
    if not read.has("story"):
        table.story = [entry(HOLDS, table.turn, LOCATION)] if table.first else ending
        return
    rows = read.data["story"]
    if not isinstance(rows, list):
        raise read.wrong("story", f"must be a list, not {rows!r}")
    for row in rows:
        _read_entry(row, table, game, read)
    if ending and table.story[-len(ending) :] != ending:
        raise read.wrong("story", "must end with the lead and who can follow it")
    starts = [code for code in table.story if kind_of(code) == HIT or code == entry(HOLDS, table.turn, LOCATION)]
    if table.first and not any(seat_of(code) == table.turn for code in starts):
        raise read.wrong("story", "must say that the first player holds or draws a location")
    _check_order(table, read)
    _check_truth(table, game, read, len(rows) - len(ending))


def _ending(table: Table, game: FollowMe) -> list[int]:
    """What the table has just seen when a led card waits for others to follow."""
    if table.stage != FOLLOWING:
        return []
    fits = game.of_class[table.named]
    ending: list[int] = [entry(PLAYED, table.turn, table.lead)]
    for seat, player in enumerate(table.players):
        if seat != table.turn:
            ending.append(entry(HOLDS if player.hand & fits else LACKS, seat, table.named))
    return ending


def _read_entry(row: object, table: Table, game: FollowMe, read: Reader) -> None:
    wrong = read.wrong("story", f"has an entry that cannot be read: {row!r}")
    if not isinstance(row, list) or len(row) != 3 or row[0] not in WORDS:
        raise wrong
    kind = WORDS.index(row[0])
    if kind == PASSED:
        _, direction, passed = row
        if direction not in ("left", "right") or not isinstance(passed, list) or len(passed) != game.seats:
            raise wrong
        if len(table.passes) == MOST_PASSES:
            raise read.wrong("story", f"has more than {MOST_PASSES} rounds of passing")
        cards = [read.kind(key, "story") for key in passed]
        table.story.append(entry(PASSED, 0, 0 if direction == "left" else 1))
        table.passes.append(sum(in_pass(seat, card) for seat, card in enumerate(cards)))
        return
    _, seat, what = row
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < game.seats:
        raise wrong
    if kind in (LACKS, HOLDS):
        if what not in CLASSES:
            raise wrong
        table.story.append(entry(kind, seat, CLASSES.index(what)))
    else:
        table.story.append(entry(kind, seat, read.kind(what, "story")))


def _check_order(table: Table, read: Reader) -> None:
    """First the hands as dealt, then the search for a Location, then turns with a draw pile, then turns without."""
    part = 0
    for place, code in enumerate(table.story):
        kind = kind_of(code)
        if kind in (LACKS, HOLDS):
            now = 0 if what_of(code) == LOCATION else 3
        elif kind == PLAYED:
            now = max(part, 2)
        else:
            now = 1 if kind in (MISSED, HIT) else 2
        if now < part:
            raise read.wrong("story", f"tells its entry {place + 1} too late")
        part = now
    if part == 3 and table.stage not in (LEADING, FOLLOWING, OVER):
        raise read.wrong("story", "speaks of following a lead while the draw pile is still in use")


def _check_truth(table: Table, game: FollowMe, read: Reader, settled: int) -> None:
    """Undo the story step by step from the cards as they lie now; entries before `settled` have been followed."""
    hands = [player.hand for player in table.players]
    pile = set_of(table.draw_pile)
    shown = [0] * game.seats  # what each seat plays later
    rounds = len(table.passes)
    for place in range(len(table.story) - 1, -1, -1):
        code = table.story[place]
        kind, seat, what = kind_of(code), seat_of(code), what_of(code)
        if kind == PASSED:
            rounds -= 1
            true = _undo_round(hands, table.passes[rounds], step_of(code), game)
        elif kind == PLAYED:
            true = not has(pile, what) and not any(has(hand, what) for hand in hands)
            hands[seat] = with_card(hands[seat], what)
            shown[seat] = with_card(shown[seat], what)
        elif kind == LACKS:
            true = hands[seat] & game.of_class[what] == 0
        elif kind == HOLDS:
            asked = shown[seat] if what != LOCATION and place < settled else hands[seat]
            true = asked & game.of_class[what] != 0
        else:
            true = has(hands[seat], what) and (kind == DREW or has(game.locations, what) == (kind == HIT))
            hands[seat] = without_card(hands[seat], what)
            pile = with_card(pile, what)
        if not true:
            raise read.wrong("story", f"cannot be true: its entry {place + 1} does not lead to this position")


def _undo_round(hands: list[int], packed: int, step: int, game: FollowMe) -> bool:
    """Take a round of passing back; False if it cannot have been."""
    to = [game.neighbour(seat, step) for seat in range(game.seats)]
    cards = [passed_by(packed, seat) for seat in range(game.seats)]
    if not all(has(hands[to[seat]], cards[seat]) for seat in range(game.seats)):
        return False
    for seat in range(game.seats):
        hands[to[seat]] = without_card(hands[to[seat]], cards[seat])
    for seat in range(game.seats):
        hands[seat] = with_card(hands[seat], cards[seat])
    return True
