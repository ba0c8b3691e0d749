"""Completes a St. Croix position, and refuses impossible ones.

    {"turn": 0, "play_pile": ["9", "glass"], "draw_pile": [], "players": [
        {"hand": ["5", "12"], "table": ["lizard"], "mystery": ["3", null]}, ...]}

Piles are written from bottom to top. Cards not mentioned are out of the game; `meet_or_beat`, `run` and `over` follow
from the rest; a player with no cards at all is out.
"""

from parlour.core.bags import bag_of, count_of, list_of
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.games.st_croix.actions import FOUR
from parlour.games.st_croix.rules import StCroixRules
from parlour.games.st_croix.state import StCroixPlayer, StCroixState


def complete(game: StCroixRules, table: StCroixState, read: Reader) -> None:
    """Complete a position that was read, or refuse it."""
    players = table.players
    for seat, player in enumerate(players):
        _check_player(game, seat, player, table.choosing > 0)
    _count_cards(game, table)
    if table.choosing:
        table.choosing = sum(player.table_size < game.table_cards for player in players)
        if table.choosing == 0:
            raise BadPosition(f"{game.title}: choosing is over when everybody has {game.table_cards} Table Cards.")
        if table.turns or table.pile or any(player.known for player in players):
            raise BadPosition(f"{game.title}: while choosing there is no Play Pile, and nobody has had a turn.")
    else:
        _check_hands(game, table)
    _find_places(game, table)
    _find_top(game, table)


def _check_player(game: StCroixRules, seat: int, player: StCroixPlayer, choosing: bool) -> None:
    if choosing and player.hand_size + player.table_size != game.hand_cards + game.table_cards:
        raise BadPosition(f"{game.title}: while choosing, everybody has {game.hand_cards + game.table_cards} cards.")
    if player.table_size > game.table_cards:
        raise BadPosition(f"{game.title}: a player has at most {game.table_cards} Table Cards.")
    if any(count_of(player.known, kind) > count_of(player.hand, kind) for kind in list_of(player.known)):
        raise BadPosition(f"{game.title}: cards seen by all must be in the hand.")


def _count_cards(game: StCroixRules, table: StCroixState) -> None:
    """The cards not mentioned are out of the game."""
    table.gone = 0
    mentioned = game.schema.census(table)
    for key, card in zip(game.keys, game.ladder, strict=True):
        if mentioned.get(key, 0) > card.copies:
            raise BadPosition(f"{game.title}: there are more cards {key!r} than the deck has.")
    table.gone = bag_of(
        [kind for kind, card in enumerate(game.ladder) for _ in range(card.copies - mentioned.get(card.key, 0))]
    )


def _check_hands(game: StCroixRules, table: StCroixState) -> None:
    """Hands are refilled after every play, so a short one means that the Draw Pile is empty (SC-13)."""
    for seat, player in enumerate(table.players):
        if table.draw_left and player.hand_size < game.hand_cards:
            raise BadPosition(
                f"{game.title}: players[{seat}] has fewer than {game.hand_cards} Hand Cards beside a Draw Pile."
            )


def _find_places(game: StCroixRules, table: StCroixState) -> None:
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
    if not table.over and table.turn in out:
        raise BadPosition(f"{game.title}: it is the turn of seat {table.turn}, who has no cards.")


def _find_top(game: StCroixRules, table: StCroixState) -> None:
    """What must be met or beaten and how long the run on top is, from the pile itself."""
    table.beat = 0
    for kind in table.pile:
        if kind == game.cannon:
            raise BadPosition(f"{game.title}: a Cannon never stays on the Play Pile.")
        if not game.see_through(kind):
            table.beat = game.beat_after[kind]
    table.find_run(game.wild_kind(), game.special, game.no_break)
    if game.four_across_turns and table.run_length >= FOUR:
        raise BadPosition(f"{game.title}: four equal cards never stay on top of the Play Pile.")
