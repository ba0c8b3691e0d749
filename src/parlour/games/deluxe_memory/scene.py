"""How a Deluxe Memory table looks to any client.

The scene shows a person what lies open now: cards that are face up, cards an effect has just revealed, and cards
this person is looking at. It does not remember for them, unless the option memory_aid is on.
"""

from collections.abc import Sequence
from functools import lru_cache

from parlour.core.bags import count_set, has, minus
from parlour.core.game import NOBODY
from parlour.core.scene import (
    Area,
    Badge,
    Chart,
    ChartRow,
    Facet,
    Piece,
    PieceType,
    Player,
    Scene,
    Tag,
    Waiting,
    Zone,
    goal_line,
    result_of,
)
from parlour.games.deluxe_memory.layout import Pack
from parlour.games.deluxe_memory.packed import (
    JOKER,
    NONE,
    RANKS,
    black,
    is_red,
    is_thief,
    keeper,
    kept_rank,
    rank_of,
    red,
    turn_of,
)
from parlour.games.deluxe_memory.phases import (
    BLACK,
    JOKERS,
    MOVE_TO,
    OFFER,
    RED,
    SEVEN,
    SWAP_WITH,
)
from parlour.games.deluxe_memory.prompt import ASKS, ask
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryState, MemoryView
from parlour.games.deluxe_memory.words import CHART, SHORTS, plural, token_count


def draw(game: MemoryRules, view: MemoryView, names: Sequence[str]) -> Scene:
    """The scene for one view."""
    table = view.seen
    zones, pieces = _middle(game, view)
    for seat in range(view.seats):
        own_zones, own_pieces = _seat_zones(game, view, seat)
        zones += own_zones
        pieces += own_pieces
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase="Game over" if view.outcome else _phase(table),
        players=tuple(_player(game, table, seat, names[seat]) for seat in range(view.seats)),
        types=_types(game),
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=ask(game, view, names, pieces),
        waiting=tuple(Waiting(seat, ASKS[table.phase][2]) for seat in view.to_act),
        result=result_of(view.outcome, [_score_line(player.tokens, player.out) for player in table.players]),
        goal=goal_line(
            "Most tokens when the last pair is found",
            table.players[view.seat].tokens if view.seat != NOBODY else "",
        ),
        charts=(_chart_of(bool(game.options["jokers"]), _line_now(table)),),
    )


def _line_now(table: MemoryState) -> int:
    """The effect of the Mixed Chart that is being carried out: the 7s offer a turn after the one they gave."""
    if table.phase == OFFER:
        return SEVEN
    return table.effect if table.effect <= JOKERS else NONE


@lru_cache(maxsize=64)
def _chart_of(jokers: bool, effect: int) -> Chart:
    """The Mixed Chart; the line of the effect being carried out is lit."""
    lit = RANKS[effect] if effect != NONE else ""
    return Chart(
        "Mixed Chart",
        tuple(
            ChartRow(f"{rank.capitalize()}s" if not rank.isdigit() else f"{rank}s", text, rank == lit)
            for rank, text in CHART.items()
            if jokers or rank != "joker"
        ),
    )


def _new(is_new: bool) -> tuple[Tag, ...]:
    return ("new",) if is_new else ()


def _score_line(tokens: int, out: int) -> str:
    return f"{tokens} token{'' if tokens == 1 else 's'}{', out of the game' if out else ''}"


def _phase(table: MemoryState) -> str:
    if table.effect == NONE:
        return "Looking for a pair"
    if table.effect <= JOKERS:
        return f"Effect of the {plural(table.effect)}"
    return {BLACK: "A black pair", RED: "A red pair"}.get(table.effect, "A mixed pair")


def _player(game: MemoryRules, table: MemoryState, seat: int, name: str) -> Player:
    player = table.players[seat]
    badges = []
    if player.out:
        badges.append(Badge("out", "warn"))
    if seat == table.turn and not table.over and seat != table.doer:
        badges.append(Badge("match stolen", "rule"))
    if player.skips:
        badges.append(Badge(f"misses {'a turn' if player.skips == 1 else f'{player.skips} turns'}", "rule"))
    extra = sum(turn_of(turn) == seat for turn in table.queue)
    if extra:
        badges.append(Badge(f"{extra} extra turn{'' if extra == 1 else 's'}", "rule"))
    if table.looker == seat and table.looking:
        badges.append(Badge("looking"))
    return Player(seat, name, {"tokens": player.tokens}, tuple(badges))


@lru_cache(maxsize=64)
def _types(game: MemoryRules) -> dict[str, PieceType]:
    return {card.key: _piece_type(game.pack, kind) for kind, card in enumerate(game.pack.cards) if card}


def _piece_type(pack: Pack, kind: int) -> PieceType:
    card = pack.cards[kind]
    assert card is not None
    rank = RANKS[rank_of(kind)]
    if rank_of(kind) == JOKER:
        return PieceType(card.name, "JK", {"rank": rank, "colour": "none"}, CHART[rank])
    colour = "red" if is_red(kind) else "black"
    # Suits do not matter here: hearts stand for red, spades for black.
    short = SHORTS.get(rank, rank) + ("♥" if colour == "red" else "♠")
    facets: dict[str, Facet] = {"rank": rank, "colour": colour, "value": pack.values[rank_of(kind)]}
    worth = token_count(pack.values[rank_of(kind)])
    help_text = f"Two black ones cost a player {worth}, two red ones bring {worth}. Mixed pair: {CHART[rank]}"
    return PieceType(card.name, short, facets, help_text, text=CHART[rank])


def _open_to(game: MemoryRules, view: MemoryView, place: int) -> bool:
    """Does a card lie open to the viewer now?"""
    table = view.seen
    if table.cards[place] == NONE:
        return False
    looked_at = has(table.looking, place) and table.looker == view.seat
    return has(table.face_up | table.showing, place) or looked_at or game.memory_aid


def _grid_pieces(game: MemoryRules, view: MemoryView) -> list[Piece]:
    table = view.seen
    # Once there is a match its places are free, and an effect may point at another card.
    chosen = [table.first, table.second] if table.effect == NONE else []
    if table.phase in (SWAP_WITH, MOVE_TO):
        chosen = [table.picked_card]
    pieces = []
    for place, cell in enumerate(game.grid.places):
        if not has(table.laid, place):
            continue
        tags: list[Tag] = []
        open_now = _open_to(game, view, place)
        if place in chosen:
            tags.append("selected")
        if has(table.showing, place):
            tags.append("new")
        if has(table.looking, place):
            tags.append("target")
        if has(table.stays_up, place):
            tags.append("fixed")
        if open_now and not has(table.face_up | table.showing, place):
            tags.append("peeked")
        kind = game.keys[table.cards[place]] if open_now else None
        pieces.append(Piece(f"place:{place + 1}", "grid", cell, kind, tuple(tags), number=place + 1))
    return pieces


def _middle(game: MemoryRules, view: MemoryView) -> tuple[list[Zone], list[Piece]]:
    """The grid, the discard pile and the Bank."""
    table = view.seen
    pieces = _grid_pieces(game, view)
    zones = [
        Zone(
            "grid",
            "The cards",
            "grid",
            "table",
            count_set(table.laid),
            "order",
            shape=(game.grid.rows, game.grid.columns),
            badges=(Badge(f"{count_set(minus(table.laid, table.face_up))} face down"),),
        ),
        Zone("discard", "Discard pile", "pile", "table", len(table.discard)),
        Zone(
            "bank",
            "Bank",
            "pool",
            "side",
            max(0, table.bank),
            badges=() if game.finite_bank else (Badge("never runs dry"),),
        ),
    ]
    pieces += [
        Piece(f"discard:{place}", "discard", place, game.keys[kind], _new(place >= len(table.discard) - 2 >= 0))
        for place, kind in enumerate(table.discard)
    ]
    return zones, pieces


def _seat_zones(game: MemoryRules, view: MemoryView, seat: int) -> tuple[list[Zone], list[Piece]]:
    """A player's tokens and kept pairs."""
    area: Area = "self" if seat == view.seat else "seat"
    table = view.seen
    pairs = [pair for pair in table.kept if keeper(pair) == seat]
    zones = [Zone(f"tokens:{seat}", "tokens", "pool", area, table.players[seat].tokens, owner=seat)]
    if pairs:
        roles = tuple([Badge("thief" if is_thief(pair) else "shield", "rule") for pair in pairs])
        zones.append(Zone(f"kept:{seat}", "kept pairs", "row", area, 2 * len(pairs), owner=seat, badges=roles))
    kinds = [kind for pair in pairs for kind in (black(kept_rank(pair)), red(kept_rank(pair)))]
    pieces = [Piece(f"kept:{seat}:{place}", f"kept:{seat}", place, game.keys[kind]) for place, kind in enumerate(kinds)]
    return zones, pieces
