"""Follow Me positions as readable data, both ways.

    {"turn": 0, "current": "arch-rock", "draw_pile": ["tamarack"], "players": [
        {"hand": ["sea-cave", "sugar-maple"], "observed": ["natural-arch"]}, ...]}

The draw pile is written from bottom to top. Whatever is left out has its natural value: cards not mentioned
are out of play, the stage is "turn" or, without a draw pile, "leading", and the story is empty: nobody
knows anything about a hidden card. A story is a list of

    ["draws", 0]  ["draws no location", 0]  ["draws a location", 0]  ["plays", 0, "sea-cave"]
    ["lacks", 1, "wetland"]  ["holds", 1, "location"]  ["pass", "left", ["tamarack", "sea-cave", ...]]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.bags import count_set, has, members, only, set_of, with_card, without_card
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me.state import (
    AFTER_PLACING,
    FOLLOWING,
    GIVING,
    HIT,
    HOLDS,
    LACKS,
    LEADING,
    LOCATION,
    MISSED,
    NO_CARD,
    OVER,
    PASSED,
    PLAYED,
    STAGES,
    TURN,
    Player,
    Table,
    entry,
    in_pass,
    passed_by,
)
from parlour.games.follow_me.view import CLASSES, MOST_HOLDS, MOST_PASSES, WORDS, tell_story

if TYPE_CHECKING:
    from parlour.games.follow_me.rules import FollowMe

ENTRIES = (
    "dealer",
    "turn",
    "stage",
    "first",
    "drawn",
    "idle",
    "must_draw",
    "declined",
    "draw_pile",
    "current",
    "placed",
    "out_of_play",
    "lead",
    "named",
    "direction",
    "players",
    "story",
)


def dump(table: Table, keys: tuple[str, ...]) -> dict[str, object]:
    """The whole position: card keys and zone names."""

    def names(cards_set: int) -> list[str]:
        return [keys[card] for card in members(cards_set)]

    def name(card: int) -> str | None:
        return None if card == NO_CARD else keys[card]

    return {
        "dealer": table.dealer,
        "turn": table.turn,
        "stage": STAGES[table.stage],
        "first": table.first,
        "drawn": table.drawn,
        "idle": table.idle,
        "must_draw": table.must_draw,
        "declined": table.declined,
        "draw_pile": [keys[card] for card in table.draw_pile[: table.draw_left]],
        "current": name(table.current),
        "placed": names(table.placed),
        "out_of_play": names(table.out_of_play),
        "lead": name(table.lead),
        "named": HABITATS[table.named] if table.lead != NO_CARD else None,
        "direction": "left" if table.step == 1 else "right",
        "players": [
            {"hand": names(player.hand), "observed": names(player.observed), "offer": name(player.offer)}
            for player in table.players
        ],
        "story": tell_story(table, keys),
    }


def load(data: Mapping[str, object], game: FollowMe) -> Table:
    """A table from a dumped or hand-written position."""
    read = Reader(data, game.title, game.keys)
    read.only(*ENTRIES)
    players = [_load_player(part) for part in read.parts("players", game.seats)]
    table = Table(players, read.cards("draw_pile"), [], [])
    table.draw_left = len(table.draw_pile)
    table.dealer = read.number("dealer", 0, game.seats - 1)
    table.turn = read.number("turn", 0, game.seats - 1)
    table.first = read.flag("first")
    table.drawn = read.number("drawn", 0, 3)
    table.idle = read.number("idle", 0, game.seats)
    table.must_draw = read.flag("must_draw")
    table.declined = read.number("declined", 0, game.seats)
    table.step = 1 if read.word("direction", ("left", "right"), "left") == "left" else -1
    natural = "turn" if table.draw_pile or table.first or table.drawn else "leading"
    table.stage = STAGES.index(read.word("stage", STAGES, natural))
    if data.get("current") is not None:
        table.current = read.card("current")
        table.placed = with_card(set_of(read.cards("placed")), table.current)
    elif read.cards("placed"):
        raise read.wrong("placed", "needs a current Location on top")
    if data.get("lead") is not None:
        table.lead = read.card("lead")
        table.named = HABITATS.index(read.word("named", HABITATS, ""))
    _count_cards(table, game, read)
    _check_stage(table, game, read)
    _find_choosing(table, game, read)
    _load_story(table, game, read)
    return table


def _load_player(read: Reader) -> Player:
    read.only("hand", "observed", "offer")
    player = Player()
    hand = read.cards("hand")
    player.hand, player.hand_size = set_of(hand), len(hand)
    player.observed = set_of(read.cards("observed"))
    if len(set(hand)) != len(hand):
        raise read.wrong("hand", "holds a card twice")
    if read.data.get("offer") is not None:
        player.offer = read.card("offer")
        if not has(player.hand, player.offer):
            raise read.wrong("offer", "must be a card of the hand")
    return player


def _zones(table: Table) -> list[int]:
    """Every zone as a set of cards, the cards out of play left out."""
    zones: list[int] = [only(card) for card in table.draw_pile[: table.draw_left]]
    zones.append(table.placed)
    if table.lead != NO_CARD:
        zones.append(only(table.lead))
    for player in table.players:
        zones += [player.hand, player.observed]
    return zones


def _count_cards(table: Table, game: FollowMe, read: Reader) -> None:
    seen = 0
    for zone in _zones(table):
        for card in members(zone & seen):
            raise BadPosition(f"{game.title}: the card {game.keys[card]!r} lies in two places.")
        seen |= zone
    table.out_of_play = game.all_cards & ~seen
    if read.has("out_of_play") and set_of(read.cards("out_of_play")) != table.out_of_play:
        raise read.wrong("out_of_play", "must hold the cards that are nowhere else")
    if table.current != NO_CARD and not has(game.locations, table.current):
        raise read.wrong("current", "must be a Location")


def _check_stage(table: Table, game: FollowMe, read: Reader) -> None:
    active = table.players[table.turn]
    empty = [seat for seat, player in enumerate(table.players) if player.hand_size == 0]
    if table.stage == FOLLOWING and table.turn in empty:
        empty.remove(table.turn)  # the last card is being led, the turn is not over yet
    if empty and table.stage != OVER:
        raise BadPosition(f"{game.title}: seat {empty[0]} has no cards, so the game is over.")
    if table.stage == LEADING and (table.draw_left or table.first):
        raise read.wrong("stage", "is leading only when the draw pile is empty")
    if table.first:
        if table.stage != TURN or table.current != NO_CARD:
            raise read.wrong("first", "means that no Location has been placed yet")
        if active.hand_size < 2 or active.hand & game.locations == 0:
            raise read.wrong("first", "needs a Location and another card in the hand of the player whose turn it is")
    elif table.stage in (TURN, AFTER_PLACING) and table.current == NO_CARD:
        raise read.wrong("current", "is missing: only the first player finds no Location")
    if table.stage == TURN and not table.draw_left and not table.first and not table.drawn:
        raise read.wrong("stage", "is leading when a turn begins with an empty draw pile")


def _find_choosing(table: Table, game: FollowMe, read: Reader) -> None:
    """The seats that still have to choose a card follow from the stage and the cards chosen."""
    offers = {seat for seat, player in enumerate(table.players) if player.offer != NO_CARD}
    others = [seat for seat in range(game.seats) if seat != table.turn]
    if table.stage == GIVING:
        if table.turn not in offers:
            raise read.wrong("stage", "is giving only when the player whose turn it is has made an offer")
        expected = set(others)
    elif table.stage == FOLLOWING:
        if table.lead == NO_CARD:
            raise read.wrong("lead", "is missing while others follow")
        if not has(game.of_class[table.named], table.lead):
            raise read.wrong("named", "must be a habitat of the led card")
        fits = game.of_class[table.named]
        expected = {seat for seat in others if table.players[seat].hand & fits}
        if any(seat not in expected or not has(fits, table.players[seat].offer) for seat in offers):
            raise read.wrong("players", "hold an offer that does not follow the led card")
    else:
        if offers:
            raise read.wrong("players", "make offers only while giving or following")
        if table.lead != NO_CARD:
            raise read.wrong("lead", "lies in the centre only while others follow")
        return
    table.choosing = set_of(sorted(expected - offers))
    if table.choosing == 0:
        raise read.wrong("stage", f"is over when everybody has chosen, so it cannot be {STAGES[table.stage]}")


# Stories


def _load_story(table: Table, game: FollowMe, read: Reader) -> None:
    ending = _latest(table, game)
    if not read.has("story"):
        if table.first:
            ending = [entry(HOLDS, table.turn, LOCATION)]
        table.story = ending
        return
    rows = read.data["story"]
    if not isinstance(rows, list):
        raise read.wrong("story", f"must be a list, not {rows!r}")
    for row in rows:
        _load_entry(row, table, game, read)
    if ending and table.story[-len(ending) :] != ending:
        raise read.wrong("story", "must end with the lead and who can follow it")
    starts = (entry(HOLDS, table.turn, LOCATION), entry(HIT, table.turn, 0))
    if table.first and not any(start in table.story for start in starts):
        raise read.wrong("story", "must say that the first player holds or draws a location")
    _check_story(table, game, read)


def _latest(table: Table, game: FollowMe) -> list[int]:
    """What the table has just seen when a led card waits for others to follow."""
    if table.stage != FOLLOWING:
        return []
    fits = game.of_class[table.named]
    ending: list[int] = [entry(PLAYED, table.turn, table.lead)]
    for seat, player in enumerate(table.players):
        if seat != table.turn:
            ending.append(entry(HOLDS if player.hand & fits else LACKS, seat, table.named))
    return ending


def _load_entry(row: object, table: Table, game: FollowMe, read: Reader) -> None:
    wrong = read.wrong("story", f"has an entry that cannot be read: {row!r}")
    if not isinstance(row, list) or not row or row[0] not in WORDS:
        raise wrong
    kind = WORDS.index(row[0])
    if len(row) != (2 if kind <= HIT else 3):
        raise wrong
    if kind == PASSED:
        direction, passed = row[1], row[2]
        if direction not in ("left", "right") or not isinstance(passed, list) or len(passed) != game.seats:
            raise wrong
        cards = [read.kind(key, "story") for key in passed]
        if len(table.passes) == MOST_PASSES:
            raise read.wrong("story", f"has more than {MOST_PASSES} rounds of passing")
        table.story.append(entry(PASSED, 0, 0 if direction == "left" else 1))
        table.passes.append(sum(in_pass(seat, card) for seat, card in enumerate(cards)))
        return
    seat = row[1]
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < game.seats:
        raise wrong
    what = 0
    if kind == PLAYED:
        what = read.kind(row[2], "story")
    elif kind >= LACKS:
        if row[2] not in CLASSES:
            raise wrong
        what = CLASSES.index(row[2])
    table.story.append(entry(kind, seat, what))
    if sum(code // 512 == HOLDS for code in table.story) > MOST_HOLDS:
        raise read.wrong("story", f"says more than {MOST_HOLDS} times who holds what")


def _check_story(table: Table, game: FollowMe, read: Reader) -> None:
    """Undo the story step by step; drawn cards are not named, so earlier hands are known only roughly."""
    hands = [player.hand for player in table.players]
    sizes = [player.hand_size for player in table.players]
    rounds = len(table.passes)

    def must(true: bool, step: int) -> None:
        if not true:
            raise read.wrong("story", f"cannot be true: its entry {step + 1} does not lead to this position")

    for step in range(len(table.story) - 1, -1, -1):
        code = table.story[step]
        kind, seat, what = code // 512, code // 64 % 8, code % 64
        if kind == PLAYED:
            must(not any(has(hand, what) for hand in hands) and what not in table.draw_pile, step)
            hands[seat] = with_card(hands[seat], what)
            sizes[seat] += 1
        elif kind == PASSED:
            rounds -= 1
            givers = range(game.seats)
            to = [game.neighbour(giver, 1 if what == 0 else -1) for giver in givers]
            cards = [passed_by(table.passes[rounds], giver) for giver in givers]
            for giver in givers:
                must(has(hands[to[giver]], cards[giver]), step)
            for giver in givers:
                hands[to[giver]] = without_card(hands[to[giver]], cards[giver])
            for giver in givers:
                hands[giver] = with_card(hands[giver], cards[giver])
        elif kind == LACKS:
            must(count_set(hands[seat] & ~game.of_class[what]) >= sizes[seat], step)
        elif kind == HOLDS:
            must(hands[seat] & game.of_class[what] != 0, step)
        else:
            drawn = hands[seat] & (
                game.locations if kind == HIT else ~game.locations if kind == MISSED else game.all_cards
            )
            sizes[seat] -= 1
            must(sizes[seat] >= 0 and drawn != 0, step)


def census(table: Table, keys: tuple[str, ...]) -> dict[str, int]:
    """Every card of the box, counted wherever it is."""
    counts = [0] * len(keys)
    for zone in [*_zones(table), table.out_of_play]:
        for card in members(zone):
            counts[card] += 1
    return {key: count for key, count in zip(keys, counts, strict=True) if count}
