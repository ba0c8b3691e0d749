"""A Match Me view as numbers for learning: the table, and the cards the seat knows to be in other hands."""

from mypy_extensions import i64

from parlour.core.bags import set_of
from parlour.core.encoding import flags, mark, marks
from parlour.core.game import NOBODY, TableView
from parlour.games.match_me.known_cards import KnownCards
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.state import PHASES, PLAYING, MatchMeState


def encode_view(game: MatchMeRules, known: KnownCards, view: TableView[MatchMeState]) -> dict[str, list[float]]:
    """The view as numbers; players in order of play, the viewer first."""
    table = view.seen
    order = view.around()
    known.read(table)
    cards = len(game.cards)
    kinds: int = game.kinds
    return {
        "hand": marks(table.players[view.seat].hand if view.seat != NOBODY else 0, cards),
        "known": [bit for seat in order for bit in marks(_known_hand(known, view, seat), cards)],
        "void": [bit for seat in order for bit in marks(known.void[seat], kinds)],
        "holds": [bit for seat in order for bit in marks(known.holds[seat], kinds)],
        "laid": [bit for seat in order for bit in marks(table.players[seat].laid, kinds)],
        "hand_size": [float(table.players[seat].hand_size) / cards for seat in order],
        "discards": marks(set_of(table.discards), cards),
        "depth": _depths(table.discards, cards),
        "draw_pile": [float(table.draw_left) / cards],
        "turn": flags([seat in view.to_act for seat in order]),
        "step": mark(table.phase, len(PHASES)),
        "asked": flags([table.asked]),
        "picked": mark(table.picked, cards),
        "idle": [float(max(table.idle, 0)) / (float(max(table.idle, 0)) + 10.0)],
    }


def _known_hand(known: KnownCards, view: TableView[MatchMeState], seat: int) -> i64:
    """The cards the viewer knows to be in a hand: all of them in its own, and in every hand after the end."""
    table = view.seen
    if seat == view.seat or table.ended != PLAYING:
        return table.players[seat].hand
    # In a spectator's view all seats know the same.
    return known.sure_of(view.seat if view.seat != NOBODY else 0, seat)


def _depths(discards: list[int], cards: int) -> list[float]:
    """For each card in the discard pile how near it is to the top; 1 is the top."""
    depths = [0.0] * cards
    for place, card in enumerate(discards):
        depths[card] = (place + 1) / len(discards)
    return depths
