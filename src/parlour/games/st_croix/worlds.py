"""The worlds that fit what one seat may know of a St. Croix table.

The hidden cards are the Draw Pile, all Mystery Cards (their owner does not know them either, SC-03), the hands of
others except the cards everybody saw them pick up, and the Table Cards of others while they are being chosen (SC-G24).
"""

from mypy_extensions import i64

from parlour.core.bags import cards, has, list_of, size_of
from parlour.core.rng import Rng
from parlour.games.st_croix.state import StCroixPlayer, StCroixState, copy_table


def fill_in(seen: StCroixState, whole_bag: i64, mystery_cards: i64, rng: Rng) -> StCroixState:
    """A world that fits the view: the unseen cards are shuffled into the blanks."""
    table = copy_table(seen)
    unseen: i64 = whole_bag - table.gone
    for kind in table.pile:
        unseen -= cards(kind, 1)
    for player in table.players:
        unseen -= player.hand + player.table
    blanks = list_of(unseen)
    rng.shuffle(blanks)
    for player in table.players:
        _fill_player(player, table.choosing > 0, mystery_cards, blanks)
    table.draw_pile = blanks
    return table


def _fill_player(player: StCroixPlayer, choosing: bool, mystery_cards: i64, blanks: list[int]) -> None:
    shown: i64 = size_of(player.hand)
    while shown < player.hand_size:
        player.hand += cards(blanks.pop(), 1)
        shown += 1
    if choosing:
        shown = size_of(player.table)
        while shown < player.table_size:
            player.table += cards(blanks.pop(), 1)
            shown += 1
    mystery: list[int] = []
    place: i64 = 0
    while place < mystery_cards:
        # Flipped places hold nothing; any number will do there.
        mystery.append(blanks.pop() if has(player.face_down, place) else 0)
        place += 1
    player.mystery = mystery
