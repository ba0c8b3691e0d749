"""A Deluxe Memory view as numbers for learning."""

from mypy_extensions import i64

from parlour.core.bags import has, members, only, with_card
from parlour.core.encoding import flags, mark, marks
from parlour.games.deluxe_memory.packed import NONE, RANKS, is_red, is_thief, keeper, rank_of, turn_of
from parlour.games.deluxe_memory.phases import EFFECTS, PHASES
from parlour.games.deluxe_memory.state import MemoryState, MemoryView, known_to
from parlour.games.deluxe_memory.worlds import what_is_known


def encode_view(view: MemoryView, copies: list[int], tokens: int) -> dict[str, list[float]]:
    """The view as numbers; players in order of play to the left, the viewer first. `tokens` scales their tokens."""
    table = view.seen
    seats = view.seats
    order = view.around()
    players = [table.players[seat] for seat in order]
    size = len(table.cards)
    ranks: list[float] = [0.0] * (size * len(RANKS))
    reds: list[float] = [0.0] * size
    nots = ranks.copy()
    barred, _ = what_is_known(table, known_to(table, view.seat))
    place: i64 = 0
    for kind in table.cards:
        if kind != NONE and has(table.laid, place):
            ranks[place * len(RANKS) + rank_of(kind)] = 1.0
            if is_red(kind):
                reds[place] = 1.0
        if barred[place] != 0:
            for rank in members(barred[place]):
                nots[place * len(RANKS) + rank] = 1.0
        place += 1
    gone: list[float] = [0.0] * len(copies)
    for kind in table.discard:
        gone[kind] += 1.0 / copies[kind]
    return {
        "rank": ranks,
        "red": reds,
        "not": nots,
        "laid": marks(table.laid, size),
        "face_up": marks(table.face_up, size),
        "looking": marks(table.looking, size),
        "showing": marks(table.showing, size),
        "chosen": marks(_chosen(table), size),
        "knows": [bit for player in players for bit in marks(player.known, size)],
        "gone": [min(share, 1.0) for share in gone],
        "tokens": [min(1.0, float(player.tokens) / tokens) for player in players],
        "out": flags([player.out > 0 for player in players]),
        "skips": [min(1.0, float(player.skips) / 4.0) for player in players],
        "shields": [_kept(table, seat, False) for seat in order],
        "thieves": [_kept(table, seat, True) for seat in order],
        "extra_turns": [min(1.0, sum([turn_of(extra) == seat for extra in table.queue]) / 4.0) for seat in order],
        "bank": [max(0.0, min(1.0, float(table.bank) / (tokens * seats)))],
        "turn": flags([seat == table.turn for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "stage": mark(table.phase, len(PHASES)),
        "effect": mark(table.effect, len(EFFECTS)),
        "amount": [min(1.0, float(table.amount) / 99.0)],
    }


def _chosen(table: MemoryState) -> i64:
    places = only(table.first) if table.first != NONE else 0
    return with_card(places, table.second) if table.second != NONE else places


def _kept(table: MemoryState, seat: int, thief: bool) -> float:
    return min(1.0, sum([keeper(pair) == seat and is_thief(pair) == thief for pair in table.kept]) / 4.0)
