"""St. Croix positions as readable data, both ways.

    {"turn": 0, "play_pile": ["9", "glass"], "draw_pile": [], "players": [
        {"hand": ["5", "12"], "table": ["lizard"], "mystery": ["3", null]}, ...]}

Piles are written from bottom to top. Whatever is left out has its natural value: cards not mentioned are
out of the game, `meet_or_beat`, `run` and `over` follow from the rest, and a player with nothing at all is out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.bags import bag_of, count_of, each, has, list_of, only
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.games.st_croix.actions import FOUR
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
    choosing = read.flag("choosing")
    players = [_load_player(seat, game, choosing) for seat in read.parts("players", game.seats)]
    table = Table(players, read.cards("draw_pile"), read.cards("play_pile"))
    table.draw_left = len(table.draw_pile)
    table.turn = read.number("turn", 0, game.seats - 1)
    table.step = 1 if read.word("direction", ("left", "right"), "left") == "left" else -1
    table.turns = read.number("turns", 0, game.turn_cap)
    _count_cards(table, read, game)
    if choosing:
        table.choosing = sum(player.table_size < game.table_cards for player in players)
        if table.choosing == 0:
            raise BadPosition(f"{game.title}: choosing is over when everybody has {game.table_cards} Table Cards.")
        if table.turns or table.pile or any(player.known for player in players):
            raise BadPosition(f"{game.title}: while choosing there is no Play Pile, and nobody has had a turn.")
    else:
        _check_hands(table, game)
    _find_places(table, read, game)
    _find_top(table, read, game)
    return table


def _count_cards(table: Table, read: Reader, game: StCroix) -> None:
    """The cards not mentioned are out of the game."""
    everywhere = [kind for zone in _zones(table) for kind in zone]
    for kind, key in enumerate(game.keys):
        if everywhere.count(kind) > count_of(game.whole_bag, kind):
            raise BadPosition(f"{game.title}: there are more cards {key!r} than the deck has.")
    table.gone = game.whole_bag - bag_of(everywhere)
    if read.has("gone") and sorted(read.cards("gone")) != list_of(table.gone):
        raise BadPosition(f"{game.title}: the cards out of the game are not those missing from the deck.")


def _check_hands(table: Table, game: StCroix) -> None:
    """Hands are refilled after every play, so a short one means that the Draw Pile is empty (SC-13)."""
    for seat, player in enumerate(table.players):
        if table.draw_left and player.hand_size < game.hand_cards:
            raise BadPosition(
                f"{game.title}: players[{seat}] has fewer than {game.hand_cards} Hand Cards beside a Draw Pile."
            )


def _find_places(table: Table, read: Reader, game: StCroix) -> None:
    """Who is out, in which order, and whether the game is over."""
    out = [seat for seat, player in enumerate(table.players) if player.cards_left() == 0]
    given = [table.players[seat].place for seat in out]
    free = [place for place in range(1, game.seats + 1) if place not in given]
    for seat, player in enumerate(table.players):
        if player.place and seat not in out:
            raise BadPosition(f"{game.title}: players[{seat}] has a place but still has cards.")
        if seat in out and not player.place:
            player.place = free.pop(0)
    places = sorted(table.players[seat].place for seat in out)
    most = game.seats - 1 if game.play_for_places else 1
    if places != list(range(1, len(out) + 1)) or len(out) > most:
        raise BadPosition(f"{game.title}: {len(out)} players without cards cannot have the places {places}.")
    table.finished = len(out)
    table.over = len(out) == most or table.turns == game.turn_cap
    if read.has("over") and read.flag("over") != table.over:
        raise BadPosition(f"{game.title}: by its cards and turns this game is {'' if table.over else 'not '}over.")
    if not table.over and table.turn in out:
        raise BadPosition(f"{game.title}: it is the turn of seat {table.turn}, who has no cards.")


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
    for kinds in (hand, on_table):
        for kind in kinds:
            if kinds.count(kind) > count_of(game.whole_bag, kind):
                raise BadPosition(f"{game.title}: there are more cards {game.keys[kind]!r} than the deck has.")
    if any(seen.count(kind) > hand.count(kind) for kind in seen):
        raise BadPosition(f"{game.title}: cards seen by all must be in the hand.")
    player.hand, player.hand_size = bag_of(hand), len(hand)
    player.known = bag_of(seen)
    player.table, player.table_size = bag_of(on_table), len(on_table)
    player.place = read.number("place", 0, game.seats)
    return player


def _find_top(table: Table, read: Reader, game: StCroix) -> None:
    """What must be met or beaten and how long the run on top is, from the pile itself."""
    for kind in table.pile:
        if kind == game.cannon:
            raise BadPosition(f"{game.title}: a Cannon never stays on the Play Pile.")
        if not game.see_through(kind):
            table.beat = game.beat_after[kind]
    game.find_run(table)
    if game.four_across_turns and table.run_length >= FOUR:
        raise BadPosition(f"{game.title}: four equal cards never stay on top of the Play Pile.")
    if read.has("meet_or_beat") and read.card("meet_or_beat") != table.beat:
        raise BadPosition(f"{game.title}: by the Play Pile, meet_or_beat is {game.keys[table.beat]!r}.")
    run = (table.run_kind, table.run_length)
    if read.has("run") and read.counted("run") != run:
        raise BadPosition(f"{game.title}: the run on top of the Play Pile is another one.")


def _in_play(table: Table) -> int:
    return sum(bag_of(zone) for zone in _zones(table))


def _zones(table: Table) -> list[list[int]]:
    zones = [table.draw_pile[: table.draw_left], table.pile]
    for player in table.players:
        zones += [list_of(player.hand), list_of(player.table)]
        zones.append([kind for place, kind in enumerate(player.mystery) if has(player.face_down, place)])
    return zones


def census(table: Table, keys: tuple[str, ...]) -> dict[str, int]:
    """Every card of the box, counted wherever it is."""
    return {keys[kind]: count for kind, count in each(_in_play(table) + table.gone)}
