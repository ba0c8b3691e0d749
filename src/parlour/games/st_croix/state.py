"""What lies on a St. Croix table: plain data, packed so that a copy is cheap.

Cards are kinds: numbers in the order of the game's ladder (see rules.py). Bags count cards of each kind.
"""

from typing import final

from mypy_extensions import i64

from parlour.core.game import State


@final
class Player:
    """One player's cards."""

    def __init__(self, mystery: list[int]) -> None:
        self.hand: i64 = 0
        self.hand_size: i64 = 0
        self.known: i64 = 0  # the part of the hand all have seen: picked up from the Play Pile
        self.table: i64 = 0  # Table Cards; secret until everybody has chosen
        self.table_size: i64 = 0
        self.mystery = mystery  # as dealt, never changed: clones share it
        self.face_down: i64 = 0  # the set of Mystery places not yet flipped
        self.mystery_left: i64 = 0
        self.place: i64 = 0  # 1 for the first to get rid of everything, 0 while playing

    def cards_left(self) -> i64:
        """Cards in all three zones."""
        return self.hand_size + self.table_size + self.mystery_left


@final
class Table(State):
    """The whole table."""

    def __init__(self, players: list[Player], draw_pile: list[int], pile: list[int]) -> None:
        self.players = players
        self.draw_pile = draw_pile  # as shuffled, never changed: clones share it
        self.draw_left: i64 = 0  # the top card is draw_pile[draw_left - 1]
        self.pile = pile  # the Play Pile, top card last
        self.beat: i64 = 0  # the lowest kind that may be played
        self.run_kind: i64 = -1  # the value on top of the pile ...
        self.run_length: i64 = 0  # ... and how often it lies there unbroken
        self.gone: i64 = 0  # cards out of the game
        self.choosing: i64 = 0  # players who have not yet put down all their Table Cards
        self.turn: i64 = 0
        self.step: i64 = 1  # 1: play goes left, -1: right
        self.turns: i64 = 0
        self.finished: i64 = 0  # players without cards
        self.over: bool = False


def copy_player(player: Player) -> Player:
    """A player of its own; the dealt Mystery Cards are shared because they never change."""
    twin = Player(player.mystery)
    twin.hand = player.hand
    twin.hand_size = player.hand_size
    twin.known = player.known
    twin.table = player.table
    twin.table_size = player.table_size
    twin.face_down = player.face_down
    twin.mystery_left = player.mystery_left
    twin.place = player.place
    return twin


def copy_table(table: Table) -> Table:
    """A table of its own; the shuffled Draw Pile is shared because it never changes."""
    twin = Table([copy_player(player) for player in table.players], table.draw_pile, table.pile.copy())
    twin.draw_left = table.draw_left
    twin.beat = table.beat
    twin.run_kind = table.run_kind
    twin.run_length = table.run_length
    twin.gone = table.gone
    twin.choosing = table.choosing
    twin.turn = table.turn
    twin.step = table.step
    twin.turns = table.turns
    twin.finished = table.finished
    twin.over = table.over
    return twin
