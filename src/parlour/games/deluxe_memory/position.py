"""Deluxe Memory positions as readable data, both ways.

    {"turn": 0, "cards": ["black-7", null, "red-7", ...], "face_up": [1],
     "players": [{"tokens": 20, "knows": [1, 3]}, {"tokens": 18}]}

Places are counted from 1 in reading order; null is an empty place, and places left out at the end are empty.
Whatever is left out has its natural value: cards not mentioned are discarded, everybody knows what lies face up,
and the player whose turn it is chooses a first card.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from parlour.core.bags import count_set, has, members, set_of
from parlour.core.errors import quoted
from parlour.core.positions import Reader
from parlour.games.deluxe_memory.effects import EFFECTS, MOST_REVEALED, MOST_ROBBED
from parlour.games.deluxe_memory.state import (
    FIRST,
    LEVEL_WITH,
    LOOK,
    MOVE_TO,
    NONE,
    OFFER,
    PUT_BACK,
    RANKS,
    RECEIVE,
    SECOND,
    SHIELD,
    STAGES,
    SWAP_WITH,
    TAKE_FROM,
    Player,
    Table,
    is_thief,
    keeper,
    kept_pair,
    kept_rank,
    rank_of,
    two_places,
)
from parlour.games.deluxe_memory.view import barred_ranks, numbered

if TYPE_CHECKING:
    from parlour.games.deluxe_memory.rules import DeluxeMemory

ENTRIES = (
    "cards",
    "face_up",
    "shown",
    "differ",
    "barred",
    "players",
    "kept",
    "discard",
    "bank",
    "turn",
    "order",
    "offer",
    "queue",
    "stage",
    "deciding",
    "chosen",
    "effect",
    "rank",
    "left",
    "picked_card",
    "picked_player",
    "robbed",
    "square",
    "loss_of",
    "amount",
    "loss_to",
    "looker",
    "looking",
    "showing",
    "last",
    "over",
)

# The effects a step can belong to.
STEPS = {
    "target": ("black pair", "red pair"),
    "gain": ("ace",),
    "lose": ("ace",),
    "reveal": ("ace",),
    "swap": ("2",),
    "swap with": ("2",),
    "reveal some": ("3",),
    "take from": ("3",),
    "square": ("4",),
    "look": ("4",),
    "centre": ("5",),
    "turn up": ("6",),
    "level": ("jack",),
    "level with": ("jack",),
    "give": ("queen", "simple pair"),
    "receive": ("queen", "simple pair"),
    "copy": ("king",),
    "move": ("joker",),
    "move to": ("joker",),
    "shield": ("black pair", "ace", "3", "jack", "queen", "simple pair"),
}
PICKS_CARD = (SWAP_WITH, MOVE_TO)
PICKS_PLAYER = (RECEIVE, LEVEL_WITH)


def dump(table: Table, game: DeluxeMemory) -> dict[str, object]:
    """The whole position: card keys, place numbers, words."""
    keys = game.keys
    players_picked = table.stage in PICKS_PLAYER or (table.stage == SHIELD and table.picked != NONE)
    in_square = table.stage == LOOK
    return {
        "turn": table.turn,
        "order": table.order,
        "offer": table.offer,
        "over": table.over,
        "stage": STAGES[table.stage],
        "deciding": table.doer,
        "cards": [keys[kind] if has(table.laid, place) else None for place, kind in enumerate(table.cards)],
        "face_up": numbered(table.face_up),
        "shown": numbered(table.shown),
        "differ": [[(pair >> 6) + 1, (pair & 63) + 1] for pair in table.differ],
        "barred": barred_ranks(table),
        "chosen": [place + 1 for place in (table.first, table.second) if place != NONE],
        "effect": EFFECTS[table.effect] if table.effect != NONE else "",
        "rank": RANKS[table.rank] if table.rank != NONE else "",
        "left": table.left,
        "picked_card": table.picked + 1 if not players_picked else 0,
        "picked_player": table.picked if players_picked else NONE,
        "robbed": [] if in_square else members(table.targets),
        "square": numbered(table.targets) if in_square else [],
        "loss_of": table.victim,
        "amount": table.amount,
        "loss_to": table.receiver,
        "looker": table.looker,
        "looking": numbered(table.looking),
        "showing": numbered(table.showing),
        "players": [
            {"tokens": player.tokens, "knows": numbered(player.known), "skips": player.skips, "out": player.out}
            for player in table.players
        ],
        "bank": table.bank,
        "kept": [
            [keeper(pair), RANKS[kept_rank(pair)], "thief" if is_thief(pair) else "shield"] for pair in table.kept
        ],
        "queue": [[turn >> 1, turn & 1 != 0] for turn in table.queue],
        "discard": [keys[kind] for kind in table.discard],
        "last": game.actions.texts[table.last] if table.last != NONE else "",
    }


def load(data: Mapping[str, object], game: DeluxeMemory) -> Table:
    """A table from a dumped or hand-written position."""
    read = Reader(data, game.title, tuple(key or f"no card {kind}" for kind, key in enumerate(game.keys)))
    read.only(*ENTRIES)
    table = _load_cards(read, game)
    seat = game.seats - 1
    table.turn = read.number("turn", 0, seat)
    table.order = read.number("order", 0, seat, table.turn)
    table.doer = read.number("deciding", 0, seat, table.turn)
    table.offer = read.flag("offer")
    table.over = read.flag("over")
    table.outs = max(player.out for player in table.players)
    table.queue = [turn * 2 + offer for turn, offer in _rows(read, "queue", (range(game.seats), (False, True)))]
    in_box = game.box_tokens * game.seats - sum(player.tokens for player in table.players)
    table.bank = read.number("bank", -100_000, 100_000, in_box)
    if game.finite_bank and table.bank < 0:
        raise read.wrong("bank", "cannot be below 0 with the option finite_bank")
    table.looker = read.number("looker", NONE, seat, NONE)
    table.looking = _places(read, "looking", table)
    table.showing = _places(read, "showing", table)
    last = read.data.get("last", "")
    if last != "" and last not in game.actions.texts:
        raise read.wrong("last", f"is no action: {quoted(last)}")
    table.last = game.actions.id_of(str(last)) if last else NONE
    _load_step(read, table, game)
    if not table.over and not game.legal(table, game.actor(table)):
        raise read.wrong("stage", f"cannot be {STAGES[table.stage]!r} here: nothing could be done")
    return table


def _load_cards(read: Reader, game: DeluxeMemory) -> Table:
    size = len(game.grid.places)
    cards = read.places("cards")
    if len(cards) > size:
        raise read.wrong("cards", f"has {len(cards)} places, the grid only {size}")
    cards += [None] * (size - len(cards))
    readers = read.parts("players", game.seats)
    table = Table([Player() for _ in readers], [0 if kind is None else kind for kind in cards])
    table.laid = set_of([place for place, kind in enumerate(cards) if kind is not None])
    table.face_up = _places(read, "face_up", table)
    table.shown = _places(read, "shown", table) | table.face_up
    for player, part in zip(table.players, readers, strict=True):
        part.only("tokens", "knows", "skips", "out")
        player.tokens = part.number("tokens", 0, 100_000)
        player.known = _places(part, "knows", table) | table.shown
        player.skips = part.number("skips", 0, 1000)
        player.out = part.number("out", 0, game.seats)
        if not game.underdogs and (player.out > 0) > (player.tokens == 0):
            raise part.wrong("out", "must be 0 for a player who has tokens")
        if game.underdogs and player.out:
            raise part.wrong("out", "must be 0 in the variant Underdogs")
    _load_conclusions(read, table, game)
    ranks = [rank for rank in RANKS if rank != "joker"]
    kept = _rows(read, "kept", (range(game.seats), ranks, ("shield", "thief")))
    table.kept = [kept_pair(seat, RANKS.index(rank), role == "thief") for seat, rank, role in kept]
    in_play = [kind for kind in cards if kind is not None]
    in_play += [kind for pair in table.kept for kind in (2 * kept_rank(pair), 2 * kept_rank(pair) + 1)]
    missing = list(game.whole_deck)
    for kind in in_play:
        if kind not in missing:
            raise read.wrong("cards", f"and kept pairs hold more cards {game.keys[kind]!r} than the deck has")
        missing.remove(kind)
    table.discard = read.cards("discard") if read.has("discard") else missing
    if sorted(table.discard) != missing:
        raise read.wrong("discard", "must hold the cards that are missing elsewhere")
    for rank in range(len(RANKS)):
        if sum(kind is not None and kind >> 1 == rank for kind in cards) % 2:
            raise read.wrong("cards", f"hold an odd number of cards of the rank {RANKS[rank]}")
    return table


def _load_conclusions(read: Reader, table: Table, game: DeluxeMemory) -> None:
    """What everybody knows about cards not shown: it must be true."""
    places = range(1, len(table.cards) + 1)
    hidden = table.laid & ~table.shown
    pairs = []
    for one, two in _rows(read, "differ", (places, places)):
        same = rank_of(table.cards[one - 1]) == rank_of(table.cards[two - 1])
        if not has(hidden, one - 1) or not has(hidden, two - 1) or same:
            raise read.wrong(
                "differ", f"names places {one} and {two}, which are not two unseen cards of different ranks"
            )
        pairs.append(two_places(one - 1, two - 1))
    table.differ = sorted(set(pairs))
    barred = list(game.nothing_barred)
    rows = read.data.get("barred", [])
    for row in rows if isinstance(rows, list) else [rows]:
        if not isinstance(row, list) or len(row) < 2 or row[0] not in places or any(r not in RANKS for r in row[1:]):
            raise read.wrong("barred", f"must hold rows of a place and ranks, not {quoted(row)}")
        ranks = [RANKS.index(rank) for rank in row[1:]]
        if not has(hidden, row[0] - 1) or rank_of(table.cards[row[0] - 1]) in ranks:
            raise read.wrong("barred", f"is not true of an unseen card at place {row[0]}")
        barred[row[0] - 1] |= set_of(ranks)
    table.barred = barred


def _load_step(read: Reader, table: Table, game: DeluxeMemory) -> None:
    """How far the turn has come."""
    stage = read.word("stage", STAGES, STAGES[FIRST])
    table.stage = STAGES.index(stage)
    chosen = read.numbers("chosen", 1, len(table.cards))
    needed = {FIRST: 0, OFFER: 0, SECOND: 1}.get(table.stage, 2)
    if len(chosen) != (0 if table.over else needed) and (read.has("chosen") or needed == 1 or table.stage == PUT_BACK):
        raise read.wrong("chosen", f"must hold {needed} places at the step {stage!r}")
    if table.stage in (SECOND, PUT_BACK) and not all(has(table.laid, place - 1) for place in chosen):
        raise read.wrong("chosen", "must be places with cards")
    if len(chosen) > 1 and chosen[0] == chosen[1]:
        raise read.wrong("chosen", "must be two different places")
    table.first = chosen[0] - 1 if chosen else NONE
    table.second = chosen[1] - 1 if len(chosen) > 1 else NONE
    effects = STEPS.get(stage, ("",))
    effect = read.word("effect", effects, effects[0])
    table.effect = EFFECTS.index(effect) if effect else NONE
    default = effect if effect in RANKS else RANKS[0] if effect else ""
    rank = read.word("rank", (*RANKS, "") if effect else ("",), default)
    table.rank = RANKS.index(rank) if rank else NONE
    most_left = {
        "reveal some": MOST_REVEALED,
        "take from": min(MOST_ROBBED, game.seats),
        "look": 2,
        "move": game.joker_swaps,
        "move to": game.joker_swaps,
    }.get(stage, 0)
    last = game.seats - 1
    if table.stage == SHIELD and effect == "3":
        table.left = read.number("left", 0, MOST_ROBBED)
    else:
        table.left = read.number("left", min(1, most_left), most_left, most_left)
    seat, place = read.number("picked_player", NONE, last, NONE), read.number("picked_card", 0, len(table.cards))
    if (table.stage in PICKS_PLAYER and seat == NONE) or (
        table.stage in PICKS_CARD and not has(table.laid, place - 1 if place else 63)
    ):
        raise read.wrong("stage", f"{stage!r} needs picked_player or picked_card")
    table.picked = seat if seat != NONE else place - 1
    square, robbed = _places(read, "square", table), set_of(read.numbers("robbed", 0, last))
    table.targets = robbed if table.stage in (TAKE_FROM, SHIELD) else square
    if table.stage == LOOK and count_set(square & ~table.face_up) <= table.left:
        raise read.wrong("square", "must hold more face-down cards than may be looked at")
    table.victim = read.number("loss_of", NONE, last, NONE)
    table.receiver = read.number("loss_to", NONE, last, NONE)
    value = {"queen": 6, "simple pair": game.values[table.rank]}.get(effect, 0) if stage in ("give", "receive") else 0
    table.amount = read.number("amount", 0, 100_000, value)
    if table.stage == SHIELD:
        _check_loss(read, table, game, effect)
    if table.effect == NONE and table.doer != table.turn:
        raise read.wrong("deciding", f"must be the player whose turn it is at the step {stage!r}")
    if not table.over and table.players[game.actor(table)].out:
        raise read.wrong("deciding", "must be a player who is still in the game")


def _check_loss(read: Reader, table: Table, game: DeluxeMemory, effect: str) -> None:
    """A loss that a shield may stop: by whom, how much, and to whom."""
    if table.victim == NONE or game.find_shield(table, table.victim) == NONE:
        raise read.wrong("loss_of", "must be a player with a shield at the step 'shield'")
    moves = effect in ("jack", "queen", "simple pair")
    if moves != (table.receiver != NONE) or table.receiver == table.victim:
        raise read.wrong("loss_to", f"must be {'another player' if moves else NONE} for the effect {effect!r}")
    held = table.players[table.victim].tokens
    if not 1 <= table.amount <= held:
        raise read.wrong("amount", f"must be from 1 to the {held} tokens the player has")
    if effect == "jack":
        level = held - (held + table.players[table.receiver].tokens) // 2
        if table.amount != level:
            raise read.wrong("amount", f"must be {level}, so that both players end up level")


def _places(read: Reader, name: str, table: Table) -> int:
    """A set of places that have cards."""
    places = [number - 1 for number in read.numbers(name, 1, len(table.cards))]
    if not all(has(table.laid, place) for place in places):
        raise read.wrong(name, "names a place without a card")
    return set_of(places)


def _rows(read: Reader, name: str, columns: Sequence[Container[object]]) -> list[list[Any]]:
    """An entry that is a list of rows, each value one of those its column allows."""
    rows = read.data.get(name, [])
    if not isinstance(rows, list):
        raise read.wrong(name, f"must be a list, not {quoted(rows)}")
    for row in rows:
        fits = isinstance(row, list) and len(row) == len(columns)
        if not fits or any(value not in allowed for value, allowed in zip(row, columns, strict=True)):
            raise read.wrong(name, f"has a row that makes no sense: {quoted(row)}")
    return rows


def census(table: Table, keys: tuple[str, ...]) -> dict[str, int]:
    """Every card and every token of the box, counted wherever it is."""
    kinds = [kind for place, kind in enumerate(table.cards) if has(table.laid, place)] + table.discard
    kinds += [kind for pair in table.kept for kind in (2 * kept_rank(pair), 2 * kept_rank(pair) + 1)]
    count = {keys[kind]: kinds.count(kind) for kind in sorted(set(kinds))}
    return {**count, "tokens": table.bank + sum(player.tokens for player in table.players)}
