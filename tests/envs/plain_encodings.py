"""Observations in plain words: for each game what its numbers are, as simply as possible, to compare with."""

from typing import cast

from parlour.core.bags import count_of, has, members, only, set_of, with_card
from parlour.core.encoding import Numbers, flags, mark, marks
from parlour.core.game import NOBODY, State, TableView, View
from parlour.decks.mackinac.cards import HABITATS
from parlour.games import AnyGame
from parlour.games.deluxe_memory import packed
from parlour.games.deluxe_memory.phases import EFFECTS
from parlour.games.deluxe_memory.phases import PHASES as MEMORY_PHASES
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryState, MemoryView, known_to
from parlour.games.deluxe_memory.worlds import what_is_known
from parlour.games.follow_me.encode import may_hold
from parlour.games.follow_me.history import CLASSES, LACKS, kind_of, seat_of, what_of
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import GIVING, NO_CARD, FollowMeView
from parlour.games.follow_me.state import PHASES as FOLLOW_PHASES
from parlour.games.match_me.known_cards import KnownCards
from parlour.games.match_me.rules import AFTER_REFUSAL, MatchMeRules
from parlour.games.match_me.state import PHASES as MATCH_PHASES
from parlour.games.match_me.state import PLAYING, MatchMeState
from parlour.games.mine_and_craft.payment import SORTS, in_purse
from parlour.games.mine_and_craft.resources import KINDS, RESOURCE_KINDS
from parlour.games.mine_and_craft.rules import MineRules
from parlour.games.mine_and_craft.state import PHASES as MINE_PHASES
from parlour.games.mine_and_craft.state import MineView

Pieces = dict[str, list[float]]


def plain(game: AnyGame, view: View) -> Pieces:
    """A view as named pieces of numbers."""
    if isinstance(game, MemoryRules):
        return memory(game, cast(MemoryView, view))
    if isinstance(game, FollowMeRules):
        return follow_me(game, cast(FollowMeView, view))
    if isinstance(game, MatchMeRules):
        return match_me(game, cast(TableView[MatchMeState], view))
    if isinstance(game, MineRules):
        return mine(game, cast(MineView, view))
    assert isinstance(view, TableView)
    return by_schema(game, view)


def by_schema(game: AnyGame, view: TableView[State]) -> Pieces:
    """The numbers of the declared fields."""
    numbers = Numbers()
    order = view.around()
    game.schema.encode(view.seen, order, numbers)
    found: Pieces = {}
    start = 0
    for piece in game.schema.pieces(view.seen, game.seats):
        found[piece.name] = numbers.slice(start, piece.size)
        start += piece.size
    assert start == numbers.count
    return found | {"to_act": flags([seat in view.to_act for seat in order])}


# long: a list of what each number is, piece after piece
def memory(game: MemoryRules, view: MemoryView) -> Pieces:
    """Deluxe Memory."""
    copies, tokens = game.copies, 2 * int(game.box_tokens)
    table = view.seen
    seats = view.seats
    order = view.around()
    players = [table.players[seat] for seat in order]
    size = len(table.cards)
    ranks: list[float] = [0.0] * (size * len(packed.RANKS))
    reds: list[float] = [0.0] * size
    nots = ranks.copy()
    barred, _ = what_is_known(table, known_to(table, view.seat))
    place = 0
    for kind in table.cards:
        if kind != packed.NONE and has(table.laid, place):
            ranks[place * len(packed.RANKS) + packed.rank_of(kind)] = 1.0
            if packed.is_red(kind):
                reds[place] = 1.0
        if barred[place] != 0:
            for rank in members(barred[place]):
                nots[place * len(packed.RANKS) + rank] = 1.0
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
        **({"stays_up": marks(table.stays_up, size)} if game.chart.six_stays else {}),
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
        "extra_turns": [
            min(1.0, sum([packed.turn_of(extra) == seat for extra in table.queue]) / 4.0) for seat in order
        ],
        "bank": [max(0.0, min(1.0, float(table.bank) / (tokens * seats)))],
        "turn": flags([seat == table.turn for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "stage": mark(table.phase, len(MEMORY_PHASES)),
        "effect": mark(table.effect, len(EFFECTS)),
        "amount": [min(1.0, float(table.amount) / 99.0)],
    }


def _chosen(table: MemoryState) -> int:
    places = only(table.first) if table.first != packed.NONE else 0
    return with_card(places, table.second) if table.second != packed.NONE else places


def _kept(table: MemoryState, seat: int, thief: bool) -> float:
    return min(1.0, sum([packed.keeper(pair) == seat and packed.is_thief(pair) == thief for pair in table.kept]) / 4.0)


def follow_me(game: FollowMeRules, view: FollowMeView) -> Pieces:
    """Follow Me."""
    deck_size = len(game.cards)
    table = view.seen
    seats = view.seats
    order = view.around()
    players = [table.players[seat] for seat in order]
    where = may_hold(view, game.of_class)
    lacks = [0.0] * (seats * len(CLASSES))
    for code in table.history:
        if kind_of(code) == LACKS:
            lacks[(seat_of(code) - order[0]) % seats * len(CLASSES) + what_of(code)] = 1.0
    return {
        "hand": marks(players[0].hand, deck_size) if view.seat >= 0 else [0.0] * deck_size,
        "observed": [bit for player in players for bit in marks(player.observed, deck_size)],
        "may_hold": [
            1.0 / float(where[card].bit_count()) if has(where[card], seat) else 0.0
            for seat in order
            for card in range(deck_size)
        ],
        "lacks": lacks,
        "hand_size": [float(player.hand_size) / deck_size for player in players],
        "offered": flags([player.offer != NO_CARD for player in players]),
        "own_offer": mark(players[0].offer, deck_size),
        "placed": marks(table.placed, deck_size),
        "current": mark(table.current, deck_size),
        "out_of_play": marks(table.out_of_play, deck_size),
        "lead": mark(table.lead, deck_size),
        "named": mark(table.named if table.lead >= 0 else -1, len(HABITATS)),
        "draw_pile": [float(table.draw_left) / deck_size],
        "stage": mark(table.phase, len(FOLLOW_PHASES)),
        "turn": flags([table.turn == seat for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "drawn": [float(table.drawn) / 3.0],
        "idle": [float(table.idle) / float(seats), 1.0 if table.must_draw else 0.0],
        "declined": [float(table.declined) / float(game.decline_turns)],
        "direction": flags([table.phase == GIVING and table.step == 1]),
        "first": flags([table.first]),
        **({"banked": _shares([player.banked for player in players], 2 * game.target)} if game.target else {}),
    }


def _shares(points: list[int], full: int) -> list[float]:
    """Points as shares of a number: none below 0, none above 1."""
    return [min(1.0, max(0.0, float(one) / full)) for one in points]


def match_me(game: MatchMeRules, view: TableView[MatchMeState]) -> Pieces:
    """Match Me."""
    known = KnownCards(game)
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
        "step": mark(table.phase, len(MATCH_PHASES)),
        "asked": flags([table.asked]),
        "picked": mark(table.picked, cards),
        **({"refused": flags([table.refused])} if game.draws_when == AFTER_REFUSAL else {}),
        **({"banked": _shares([table.players[seat].banked for seat in order], 2 * game.target)} if game.target else {}),
        "idle": [float(max(table.idle, 0)) / (float(max(table.idle, 0)) + 10.0)],
    }


def _known_hand(known: KnownCards, view: TableView[MatchMeState], seat: int) -> int:
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


def mine(game: MineRules, view: MineView) -> Pieces:
    """Mine & Craft."""
    table = view.seen
    items, deck_size, turn_actions = len(game.items), len(game.whole_deck), float(game.turn_actions)
    tops, craft_tops = table.tops(game.pile_count), table.craft_tops(game.craft_piles)
    order = view.around()
    players = [table.players[seat] for seat in order]
    known = [0.0] * KINDS
    for period in table.periods:
        for kind in range(KINDS):
            known[kind] += float(period.added.count(kind) - period.owed.count(kind)) / 15.0
    return {
        "tops": [bit for top in tops for bit in mark(top, KINDS)],
        "depths": [float(table.depth(pile)) / deck_size for pile in range(len(tops))],
        "craft_tops": [bit for top in craft_tops for bit in mark(top, items)],
        "craft_depths": [float(table.craft_depth(pile)) / 7.0 for pile in range(len(craft_tops))],
        "discard": [float(table.discard.size) / deck_size],
        "out_of_sight": known,
        "stock": [float(player.stock.count(kind)) / 15.0 for player in players for kind in range(RESOURCE_KINDS)],
        "ready": [float(count_of(player.ready, tool)) / 7.0 for player in players for tool in range(5)],
        "reserved": [bit for player in players for bit in marks(player.reserved, items)],
        "points": [min(1.0, float(player.points) / (2.0 * float(game.target))) for player in players],
        "shovelled": [min(1.0, float(player.shovelled) / turn_actions) for player in players],
        "turn": flags([seat == table.turn for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "actions": [min(1.0, float(table.actions) / (turn_actions + 5.0))],
        "phase": mark(table.phase, len(MINE_PHASES)),
        "crafting": mark(table.crafting, items),
        "paid": [float(in_purse(table.paid, sort)) / 15.0 for sort in range(SORTS)],
        "tray": [float(count_of(table.tray, kind)) / 7.0 for kind in range(KINDS)],
        "kept": [float(table.kept) / 2.0],
        "creeper": mark(table.creeper, len(tops)),
        "closing": flags([table.closing]),
        "stale": [_fading(table.stale)],
    }


def _fading(turns: int) -> float:
    return float(turns) / (float(turns) + 20.0)
