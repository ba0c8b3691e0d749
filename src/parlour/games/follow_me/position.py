"""Follow Me positions as readable data, both ways.

    {"turn": 0, "current": "arch-rock", "draw_pile": ["tamarack"], "players": [
        {"hand": ["sea-cave", "sugar-maple"], "observed": ["natural-arch"]}, ...]}

The draw pile is written from bottom to top. Whatever is left out has its natural value: cards not mentioned
are out of play, the stage is "turn" or, without a draw pile, "leading", and the story is empty: nobody
knows anything about a hidden card (telling.py says how to write one).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.bags import has, members, only, set_of, with_card
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.decks.mackinac.cards import HABITATS
from parlour.games.follow_me.state import (
    AFTER_PLACING,
    FOLLOWING,
    GIVING,
    LEADING,
    NO_CARD,
    OVER,
    STAGES,
    TURN,
    Player,
    Table,
)
from parlour.games.follow_me.story import tell_story
from parlour.games.follow_me.telling import read_story

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
        "story": tell_story(table.story, table.passes, keys, len(table.players)),
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
    read_story(table, game, read)
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


def census(table: Table, keys: tuple[str, ...]) -> dict[str, int]:
    """Every card of the box, counted wherever it is."""
    counts = [0] * len(keys)
    for zone in [*_zones(table), table.out_of_play]:
        for card in members(zone):
            counts[card] += 1
    return {key: count for key, count in zip(keys, counts, strict=True) if count}
