"""St. Croix positions as readable data, both ways.

    {"turn": 0, "play_pile": ["9", "glass"], "draw_pile": [], "players": [
        {"hand": ["5", "12"], "table": ["lizard"], "mystery": ["3", null]}, ...]}

Piles are written from bottom to top. Whatever is left out has its natural value: cards not mentioned are
out of the game, `meet_or_beat` and `run` follow from the pile, and a player with nothing at all is out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.bags import bag_of, count_of, each, has, list_of, only
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.games.st_croix.state import Player, Table

if TYPE_CHECKING:
    from parlour.games.st_croix.rules import StCroix


def dump(table: Table, keys: tuple[str, ...]) -> dict[str, object]:
    """The whole position: card keys and zone names."""

    def names(kinds: list[int]) -> list[str]:
        return [keys[kind] for kind in kinds]

    return {
        "turn": table.turn,
        "direction": "left" if table.step == 1 else "right",
        "turns": table.turns,
        "over": table.over,
        "draw_pile": names(table.draw_pile[: table.draw_left]),
        "play_pile": names(table.pile),
        "meet_or_beat": keys[table.beat],
        "run": [keys[table.run_kind], table.run_length] if table.run_length else [],
        "gone": names(list_of(table.gone)),
        "players": [
            {
                "hand": names(list_of(player.hand)),
                "seen": names(list_of(player.known)),
                "table": names(list_of(player.table)),
                "mystery": [
                    keys[kind] if has(player.face_down, place) else None for place, kind in enumerate(player.mystery)
                ],
                "place": player.place,
            }
            for player in table.players
        ],
        "choosing": table.choosing > 0,
    }


def load(data: Mapping[str, object], game: StCroix) -> Table:
    """A table from a dumped or hand-written position."""
    read = Reader(data, game.title, game.keys)
    read.only(
        "turn",
        "direction",
        "turns",
        "over",
        "draw_pile",
        "play_pile",
        "meet_or_beat",
        "run",
        "gone",
        "players",
        "choosing",
    )
    seats = read.parts("players", game.seats)
    choosing = read.flag("choosing")
    players = [_load_player(seat, game, choosing) for seat in seats]
    table = Table(players, read.cards("draw_pile"), read.cards("play_pile"))
    table.draw_left = len(table.draw_pile)
    table.turn = read.number("turn", 0, game.seats - 1)
    table.step = 1 if read.word("direction", ("left", "right"), "left") == "left" else -1
    table.turns = read.number("turns", 0, 1_000_000)
    table.over = read.flag("over")
    table.choosing = sum(player.table_size < game.table_cards for player in players) if choosing else 0
    table.finished = sum(player.place > 0 for player in players)
    if choosing and table.choosing == 0:
        raise BadPosition(f"{game.title}: choosing is over when everybody has {game.table_cards} Table Cards.")
    if not table.over and players[table.turn].cards_left() == 0:
        raise BadPosition(f"{game.title}: it is the turn of seat {table.turn}, who has no cards.")
    _find_top(table, game)
    if read.has("meet_or_beat"):
        table.beat = read.card("meet_or_beat")
    if read.has("run"):
        kind, length = read.counted("run")
        table.run_kind, table.run_length = kind, length
    left_over = game.whole_bag - _in_play(table)
    for kind in range(len(game.keys)):
        if count_of(game.whole_bag, kind) < _how_many(table, kind):
            raise BadPosition(f"{game.title}: there are more cards {game.keys[kind]!r} than the deck has.")
    table.gone = left_over
    if read.has("gone") and bag_of(read.cards("gone")) != left_over:
        raise BadPosition(f"{game.title}: the cards out of the game are not those missing from the deck.")
    return table


def _load_player(read: Reader, game: StCroix, choosing: bool) -> Player:
    read.only("hand", "seen", "table", "mystery", "place")
    mystery = read.places("mystery")
    if len(mystery) > game.mystery_cards:
        raise BadPosition(f"{game.title}: a player has at most {game.mystery_cards} Mystery Cards.")
    mystery += [None] * (game.mystery_cards - len(mystery))
    player = Player([0 if kind is None else kind for kind in mystery])
    player.face_down = sum(only(place) for place, kind in enumerate(mystery) if kind is not None)
    player.mystery_left = sum(kind is not None for kind in mystery)
    hand, on_table, seen = read.cards("hand"), read.cards("table"), read.cards("seen")
    if choosing and len(hand) + len(on_table) != game.hand_cards + game.table_cards:
        raise BadPosition(f"{game.title}: while choosing, everybody has {game.hand_cards + game.table_cards} cards.")
    if len(on_table) > game.table_cards:
        raise BadPosition(f"{game.title}: a player has at most {game.table_cards} Table Cards.")
    for kinds in (hand, on_table, seen):
        if any(kinds.count(kind) > 7 for kind in kinds):
            raise BadPosition(f"{game.title}: no zone holds more than seven equal cards.")
    if any(seen.count(kind) > hand.count(kind) for kind in seen):
        raise BadPosition(f"{game.title}: cards seen by all must be in the hand.")
    player.hand, player.hand_size = bag_of(hand), len(hand)
    player.known = bag_of(seen)
    player.table, player.table_size = bag_of(on_table), len(on_table)
    player.place = read.number("place", 0, game.seats)
    return player


def _find_top(table: Table, game: StCroix) -> None:
    """What must be met or beaten and how long the run on top is, from the pile itself."""
    for kind in table.pile:
        if kind == table.run_kind:
            table.run_length += 1
        else:
            table.run_kind, table.run_length = kind, 1
        if not game.see_through(kind):
            table.beat = game.beat_after[kind]


def _in_play(table: Table) -> int:
    return sum(bag_of(zone) for zone in _zones(table))


def _how_many(table: Table, kind: int) -> int:
    return sum(zone.count(kind) for zone in _zones(table))


def _zones(table: Table) -> list[list[int]]:
    zones = [table.draw_pile[: table.draw_left], table.pile]
    for player in table.players:
        zones += [list_of(player.hand), list_of(player.table)]
        zones.append([kind for place, kind in enumerate(player.mystery) if has(player.face_down, place)])
    return zones


def census(table: Table, keys: tuple[str, ...]) -> dict[str, int]:
    """Every card of the box, counted wherever it is."""
    return {keys[kind]: count for kind, count in each(_in_play(table) + table.gone)}
