"""Completes a Deluxe Memory position, and refuses impossible ones.

    {"turn": 0, "cards": ["black-7", null, "red-7", ...], "face_up": [1],
     "players": [{"tokens": 20, "knows": [1, 3]}, {"tokens": 18}]}

Places are counted from 1 in reading order; null is an empty place, and places left out at the end are empty. Entries
left out have their natural value: cards not mentioned are discarded, everybody knows what lies face up, and the player
whose turn it is chooses a first card.
"""

from parlour.core.bags import count_set, has, minus
from parlour.core.positions import Reader
from parlour.games.deluxe_memory.chart import MOST_REVEALED, MOST_ROBBED, QUEEN_GIVES
from parlour.games.deluxe_memory.packed import NONE, RANKS, higher_place, lower_place, rank_of
from parlour.games.deluxe_memory.phases import (
    EFFECTS,
    EFFECTS_IN,
    FIRST,
    GIVE,
    JACK,
    LEVEL_WITH,
    LOOK,
    MOVE,
    MOVE_TO,
    OFFER,
    PHASES,
    PUT_BACK,
    QUEEN,
    RECEIVE,
    REVEAL_SOME,
    SECOND,
    SHIELD,
    SIMPLE,
    SWAP_WITH,
    TAKE_FROM,
    THREE,
)
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryState
from parlour.games.deluxe_memory.tokens import find_shield


def complete(game: MemoryRules, table: MemoryState, read: Reader) -> None:
    """Complete a position that was read, or refuse it."""
    _check_places(table, read)
    _complete_knowledge(table, read)
    _check_conclusions(table, read)
    _count_cards(game, table, read)
    _complete_players(game, table, read)
    _check_chosen(table, read)
    _complete_effect(game, table, read)
    if table.phase == SHIELD:
        _check_loss(table, read)
    if table.effect == NONE and table.doer != table.turn:
        raise read.wrong("deciding", f"must be the player whose turn it is at the stage {PHASES[table.phase]!r}")
    if table.over:
        return
    if table.players[game.actor(table)].out:
        raise read.wrong("deciding", "must be a player who is still in the game")
    if not game.legal(table, game.actor(table)):
        raise read.wrong("stage", f"cannot be {PHASES[table.phase]!r} here: nothing could be done")


# Cards


def _check_places(table: MemoryState, read: Reader) -> None:
    sets = {
        "face_up": table.face_up,
        "stays_up": table.stays_up,
        "shown": table.shown,
        "square": table.square,
        "looking": table.looking,
        "showing": table.showing,
    }
    for name, places in sets.items():
        if minus(places, table.laid):
            raise read.wrong(name, "names a place without a card")
    if minus(table.stays_up, table.face_up):
        raise read.wrong("stays_up", "names a card that is not face up")


def _complete_knowledge(table: MemoryState, read: Reader) -> None:
    """Everybody knows what lies face up or has been shown."""
    table.shown |= table.face_up
    for player, part in zip(table.players, read.parts("players", len(table.players)), strict=True):
        if minus(player.known, table.laid):
            raise part.wrong("knows", "names a place without a card")
        player.known |= table.shown


def _check_conclusions(table: MemoryState, read: Reader) -> None:
    """What everybody knows about cards not shown must be true."""
    hidden = minus(table.laid, table.shown)
    for pair in table.differ:
        one, two = lower_place(pair), higher_place(pair)
        same = rank_of(table.cards[one]) == rank_of(table.cards[two])
        if not has(hidden, one) or not has(hidden, two) or same:
            raise read.wrong(
                "differ", f"names places {one + 1} and {two + 1}, which are not two unseen cards of different ranks"
            )
    for place, ranks in enumerate(table.barred):
        if ranks and (not has(hidden, place) or has(ranks, rank_of(table.cards[place]))):
            raise read.wrong("barred", f"is not true of an unseen card at place {place + 1}")


def _count_cards(game: MemoryRules, table: MemoryState, read: Reader) -> None:
    """The cards not mentioned are discarded; those in the grid pair off."""
    given = table.discard
    table.discard = []
    in_play = game.schema.census(table)
    missing: list[int] = []
    for kind, key in enumerate(game.keys):
        left = game.copies[kind] - in_play.get(key, 0)
        if left < 0:
            raise read.wrong("cards", f"and kept pairs hold more cards {key!r} than the deck has")
        missing += [kind] * left
    table.discard = given if read.has("discard") else missing
    if sorted(table.discard) != missing:
        raise read.wrong("discard", "must hold the cards that are missing elsewhere")
    ranks = [rank_of(kind) for place, kind in enumerate(table.cards) if has(table.laid, place)]
    for rank, name in enumerate(RANKS):
        if ranks.count(rank) % 2:
            raise read.wrong("cards", f"hold an odd number of cards of the rank {name}")


# Players


def _complete_players(game: MemoryRules, table: MemoryState, read: Reader) -> None:
    """Who is out, and how many tokens the Bank has."""
    for player, part in zip(table.players, read.parts("players", game.seats), strict=True):
        if game.underdogs and player.out:
            raise part.wrong("out", "must be 0 in the variant Underdogs")
        if player.out and player.tokens:
            raise part.wrong("out", "must be 0 for a player who has tokens")
    table.outs = max(player.out for player in table.players)
    if not read.has("bank"):
        table.bank = game.box_tokens * game.seats - sum(player.tokens for player in table.players)
    if game.finite_bank and table.bank < 0:
        raise read.wrong("bank", "cannot be below 0 with the option finite_bank")


# How far the turn has come


def _check_chosen(table: MemoryState, read: Reader) -> None:
    phase = table.phase
    chosen = [place for place in (table.first, table.second) if place != NONE]
    needed = {FIRST: 0, OFFER: 0, SECOND: 1}.get(phase, 2)
    optional = not read.has("chosen") and phase not in (SECOND, PUT_BACK)
    if len(chosen) != (0 if table.over else needed) and not optional:
        raise read.wrong("chosen", f"must hold {needed} places at the stage {PHASES[phase]!r}")
    if phase in (SECOND, PUT_BACK) and not all(has(table.laid, place) for place in chosen):
        raise read.wrong("chosen", "must be places with cards")
    if len(chosen) > 1 and table.first == table.second:
        raise read.wrong("chosen", "must be two different places")


def _complete_effect(game: MemoryRules, table: MemoryState, read: Reader) -> None:
    """Entries whose natural value and range depend on the stage are read again, now that it is known."""
    phase = table.phase
    effects = [EFFECTS[effect] for effect in EFFECTS_IN.get(phase, ())] or [""]
    effect = read.word("effect", effects, effects[0])
    table.effect = EFFECTS.index(effect) if effect else NONE
    usual = effect if effect in RANKS else RANKS[0] if effect else ""
    rank = read.word("rank", (*RANKS, "") if effect else ("",), usual)
    table.rank = RANKS.index(rank) if rank else NONE
    most = {
        REVEAL_SOME: MOST_REVEALED,
        TAKE_FROM: min(MOST_ROBBED, game.seats),
        LOOK: 2,
        MOVE: game.chart.joker_swaps,
        MOVE_TO: game.chart.joker_swaps,
    }.get(phase, 0)
    if phase == SHIELD and table.effect == THREE:
        table.left = read.number("left", 0, MOST_ROBBED)
    else:
        table.left = read.number("left", min(1, most), most, most)
    no_player = phase in (RECEIVE, LEVEL_WITH) and table.picked_player == NONE
    picked = table.picked_card
    if no_player or (phase in (SWAP_WITH, MOVE_TO) and (picked == NONE or not has(table.laid, picked))):
        raise read.wrong("stage", f"{PHASES[phase]!r} needs picked_player or picked_card")
    if phase == LOOK and count_set(minus(table.square, table.face_up)) <= table.left:
        raise read.wrong("square", "must hold more face-down cards than may be looked at")
    given = {QUEEN: QUEEN_GIVES, SIMPLE: game.pack.values[table.rank]}.get(table.effect, 0)
    table.amount = read.number("amount", 0, 100_000, given if phase in (GIVE, RECEIVE) else 0)


def _check_loss(table: MemoryState, read: Reader) -> None:
    """A loss that a shield may stop: by whom, how much, and to whom."""
    if table.victim == NONE or find_shield(table, table.victim) == NONE:
        raise read.wrong("loss_of", "must be a player with a shield at the stage 'shield'")
    moves = table.effect in (JACK, QUEEN, SIMPLE)
    if moves != (table.receiver != NONE) or table.receiver == table.victim:
        effect = EFFECTS[table.effect]
        raise read.wrong("loss_to", f"must be {'another player' if moves else NONE} for the effect {effect!r}")
    held = table.players[table.victim].tokens
    if not 1 <= table.amount <= held:
        raise read.wrong("amount", f"must be from 1 to the {held} tokens the player has")
    if table.effect == JACK:
        level = held - (held + table.players[table.receiver].tokens) // 2
        if table.amount != level:
            raise read.wrong("amount", f"must be {level}, so that both players end up level")
