"""How a Deluxe Memory table looks to any client; words.py tells what happened.

The scene shows a person what lies open now: cards that are face up, cards an effect has just revealed, and cards
this person is looking at. It does not remember for them, unless the option memory_aid is on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from parlour.core.bags import count_set, has
from parlour.core.scene import (
    Area,
    Badge,
    Blocked,
    Choice,
    Facet,
    Piece,
    PieceType,
    Player,
    Prompt,
    PromptKind,
    Scene,
    Style,
    Tag,
    Waiting,
    Zone,
    possessive,
    result_of,
    says,
)
from parlour.games.deluxe_memory.actions import PickCard, PickEffect, PickPlayer, PickSquare
from parlour.games.deluxe_memory.effects import (
    BLACK,
    BOTH_UP,
    HIDE_BOTH,
    HIDE_FIRST,
    HIDE_SECOND,
    JOKERS,
    PAY,
    RED,
    STOP,
    THREE_TAKES,
)
from parlour.games.deluxe_memory.layout import Box, cell_name
from parlour.games.deluxe_memory.state import (
    MOVE_TO,
    NONE,
    PUT_BACK,
    RANKS,
    SECOND,
    STAGES,
    SWAP_WITH,
    Table,
    is_thief,
    keeper,
    kept_rank,
)
from parlour.games.deluxe_memory.view import TableView
from parlour.games.deluxe_memory.words import CHART, COPIED, SHORTS, card_name, plural, sentence, token_count

if TYPE_CHECKING:
    from parlour.games.deluxe_memory.rules import DeluxeMemory

TWO_FACE_UP = "Two face-up cards may be chosen only if they match."

# For each step: what the player is asked, what choosing a card is called, and what the others read.
ASKS = {
    "first": ("Choose a card to look at. Only you will see it.", "Look at", "choose a card"),
    "second": ("Choose the second card.", "Look at", "choose a second card"),
    "put back": ("No match. Leave both face up, or pay 1 token for each card you hide?", "", "put two cards back"),
    "target": ("Choose a player.", "", "choose a player"),
    "gain": ("Aces: choose who gains 1 token.", "", "choose who gains"),
    "lose": ("Aces: choose who loses 1 token.", "", "choose who loses"),
    "reveal": ("Aces: choose a card to reveal to everybody.", "Reveal", "reveal a card"),
    "swap": ("2s: choose the first of two cards to look at and swap.", "Look at", "swap two cards"),
    "swap with": ("2s: choose the card to swap it with. You will see that one too.", "Swap with", "swap two cards"),
    "reveal some": ("3s: reveal up to four cards, one by one.", "Reveal", "reveal cards"),
    "take from": ("3s: choose up to three players who lose 3 tokens each.", "", "choose who loses"),
    "square": ("4s: choose a 2 by 2 square by its upper left corner.", "Square at", "choose a square"),
    "look": ("4s: choose two cards of the square to look at; the others are revealed.", "Look at", "look at two cards"),
    "centre": ("5s: choose the centre of a cross to reveal.", "Cross around", "choose a cross"),
    "turn up": ("6s: turn up as many cards as you like; they stay face up.", "Turn up", "turn up cards"),
    "level": ("Jacks: choose the first of two players to level.", "", "level two players"),
    "level with": ("Jacks: choose the second player to level.", "", "level two players"),
    "give": ("Choose who gives tokens.", "", "choose who gives"),
    "receive": ("Choose who receives tokens.", "", "choose who receives"),
    "copy": ("Kings: choose the effect to use.", "", "choose an effect"),
    "move": ("Jokers: choose a card to move.", "Move", "rearrange the cards"),
    "move to": ("Jokers: choose where it goes; a card there changes places with it.", "Move to", "rearrange the cards"),
    "offer": ("The 7s let you pay 5 tokens for another turn. Do you?", "", "buy another turn or not"),
    "shield": ("Use your shield, or take the loss?", "", "use a shield or not"),
}
HELP = {"first": "a-turn", "second": "a-turn", "put back": "a-turn", "target": "black-and-red-pairs"}
STOPS = {
    "reveal some": "Reveal no more",
    "take from": "Nobody else",
    "turn up": "Turn up no more",
    "move": "Done rearranging",
}


def draw(game: DeluxeMemory, view: TableView, names: Sequence[str]) -> Scene:
    """The scene for one view."""
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
            badges=(Badge(f"{count_set(table.laid & ~table.face_up)} face down"),),
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
        Piece(f"discard:{place}", "discard", place, view.keys[kind], _new(place >= len(table.discard) - 2 >= 0))
        for place, kind in enumerate(table.discard)
    ]
    for seat in range(view.seats):
        zones += _seat_zones(view, seat)
        pieces += _kept_pieces(view, seat)
    stage = STAGES[table.stage]
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase="Game over" if view.outcome else _phase(table),
        players=tuple(_player(game, table, seat, names[seat]) for seat in range(view.seats)),
        types=_types(game),
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(game, view, names, pieces),
        waiting=tuple(Waiting(seat, ASKS[stage][2]) for seat in view.to_act),
        result=result_of(view.outcome, [_line(player.tokens, player.out) for player in table.players]),
    )


def _new(is_new: bool) -> tuple[Tag, ...]:
    return ("new",) if is_new else ()


def _line(tokens: int, out: int) -> str:
    return f"{tokens} token{'' if tokens == 1 else 's'}{', out of the game' if out else ''}"


def _phase(table: Table) -> str:
    if table.effect == NONE:
        return "Looking for a pair"
    if table.effect <= JOKERS:
        return f"Effect of the {plural(table.effect)}"
    return {BLACK: "A black pair", RED: "A red pair"}.get(table.effect, "A mixed pair")


def _player(game: DeluxeMemory, table: Table, seat: int, name: str) -> Player:
    player = table.players[seat]
    badges = []
    if player.out:
        badges.append(Badge("out", "warn"))
    if seat == table.turn and not table.over and seat != table.doer:
        badges.append(Badge("match stolen", "rule"))
    if player.skips:
        badges.append(Badge(f"misses {'a turn' if player.skips == 1 else f'{player.skips} turns'}", "rule"))
    extra = sum(turn >> 1 == seat for turn in table.queue)
    if extra:
        badges.append(Badge(f"{extra} extra turn{'' if extra == 1 else 's'}", "rule"))
    if table.looker == seat and table.looking:
        badges.append(Badge("looking"))
    return Player(seat, name, {"tokens": player.tokens}, tuple(badges))


@lru_cache(maxsize=64)
def _types(game: DeluxeMemory) -> dict[str, PieceType]:
    return {card.key: _piece_type(game.box, kind) for kind, card in enumerate(game.box.cards) if card}


def _piece_type(box: Box, kind: int) -> PieceType:
    card = box.cards[kind]
    assert card is not None
    rank = RANKS[kind >> 1]
    if rank == "joker":
        return PieceType(card.name, "JK", {"rank": rank, "colour": "none"}, CHART[rank])
    colour = "red" if kind & 1 else "black"
    # Suits do not matter here: hearts stand for red, spades for black.
    short = SHORTS.get(rank, rank) + ("♥" if colour == "red" else "♠")
    facets: dict[str, Facet] = {"rank": rank, "colour": colour, "value": box.values[kind >> 1]}
    return PieceType(card.name, short, facets, f"Mixed pair: {CHART[rank]}", text=CHART[rank])


def _open_to(game: DeluxeMemory, view: TableView, place: int) -> bool:
    """Does a card lie open to the viewer now?"""
    table = view.seen
    if table.cards[place] == NONE:
        return False
    looked_at = has(table.looking, place) and table.looker == view.seat
    return has(table.face_up | table.showing, place) or looked_at or game.memory_aid


def _grid_pieces(game: DeluxeMemory, view: TableView) -> list[Piece]:
    table = view.seen
    # Once there is a match its places are free, and an effect may point at another card.
    chosen = [table.first, table.second] if table.effect == NONE else []
    if table.stage in (SWAP_WITH, MOVE_TO):
        chosen = [table.picked]
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
        if open_now and not has(table.face_up | table.showing, place):
            tags.append("peeked")
        kind = view.keys[table.cards[place]] if open_now else None
        pieces.append(Piece(f"place:{place + 1}", "grid", cell, kind, tuple(tags), number=place + 1))
    return pieces


def _seat_zones(view: TableView, seat: int) -> list[Zone]:
    mine = seat == view.seat
    area: Area = "self" if mine else "seat"
    table = view.seen
    pairs = [pair for pair in table.kept if keeper(pair) == seat]
    roles = [Badge("thief" if is_thief(pair) else "shield", "rule") for pair in pairs]
    tokens = Zone(f"tokens:{seat}", "tokens", "pool", area, table.players[seat].tokens, owner=seat)
    if not pairs:
        return [tokens]
    kept = Zone(f"kept:{seat}", "kept pairs", "row", area, 2 * len(pairs), owner=seat, badges=tuple(roles))
    return [tokens, kept]


def _kept_pieces(view: TableView, seat: int) -> list[Piece]:
    pieces: list[Piece] = []
    for pair in view.seen.kept:
        if keeper(pair) == seat:
            for kind in (2 * kept_rank(pair), 2 * kept_rank(pair) + 1):
                pieces.append(Piece(f"kept:{seat}:{len(pieces)}", f"kept:{seat}", len(pieces), view.keys[kind]))
    return pieces


# What the viewer is asked


def _prompt(game: DeluxeMemory, view: TableView, names: Sequence[str], pieces: list[Piece]) -> Prompt | None:
    if not view.legal:
        return None
    stage = STAGES[view.seen.stage]
    here = {piece.id for piece in pieces}
    legal = sorted(view.legal, key=lambda action: action == STOP)  # stopping comes after all one could do
    choices = tuple(_choice(game, view, action, names, here) for action in legal)
    kind: PromptKind = "turn" if view.seen.turn == view.seat else "react"
    help_at = HELP.get(stage, "the-mixed-chart")
    return Prompt(view.seat, kind, _question(game, view, names), choices, _blocked(view, pieces, choices), help_at)


def _question(game: DeluxeMemory, view: TableView, names: Sequence[str]) -> str:
    table = view.seen
    stage = STAGES[table.stage]
    text = ASKS[stage][0]
    if stage == "second":
        seen = table.cards[table.first]
        if seen != NONE:
            text = f"{sentence(card_name(game.box, seen))} at {table.first + 1}. {text}"
    elif stage == "put back":
        one, two = (card_name(game.box, table.cards[place]) for place in (table.first, table.second))
        text = (
            f"{sentence(one)} at {table.first + 1}, {two} at {table.second + 1}: no match. Hide any for 1 token each?"
        )
    elif stage == "target":
        verb = "gains" if table.effect == RED else "loses"
        colour = "red" if table.effect == RED else "black"
        text = f"Two {colour} {plural(table.rank)}: choose who {verb} {token_count(game.values[table.rank])}."
    elif stage in ("give", "receive"):
        role = "gives" if stage == "give" else "receives"
        tokens = _given(table) if stage == "receive" else table.amount
        text = f"{plural(table.rank)}: choose who {role} {token_count(tokens)}."
    elif stage == "shield":
        text = f"You are to lose {token_count(table.amount)}. Use your shield, or take the loss?"
    elif stage == "move":
        text = f"Jokers: choose a card to move; {table.left} move{'' if table.left == 1 else 's'} left."
    if table.turn != view.seat and stage != "shield":
        text = f"You took {possessive(names[table.turn])} match. {text}"
    return text


def _choice(game: DeluxeMemory, view: TableView, action: int, names: Sequence[str], here: set[str]) -> Choice:
    what = game.actions[action]
    text = game.actions.texts[action]
    stage = STAGES[view.seen.stage]
    verb = ASKS[stage][1]
    if isinstance(what, PickCard):
        piece = f"place:{what.place}"
        cell = game.grid.places[what.place - 1]
        label = f"{verb} {what.place} ({cell_name(*cell)})"
        on_card = (piece,) if piece in here else ()
        zones = () if on_card else ("grid",)
        return Choice(action, text, label, pieces=on_card, zones=zones, cells=(cell,), number=what.place)
    if isinstance(what, PickSquare):
        square = action - game.square_from
        covered = game.squares[square]
        corner = divmod(square, game.grid.columns - 1)
        pieces = tuple(f"place:{p + 1}" for p in range(game.places) if has(covered, p) and f"place:{p + 1}" in here)
        return Choice(action, text, f"{verb} {what.cell}", pieces=pieces, zones=("grid",), cells=(corner,))
    if isinstance(what, PickPlayer):
        return _player_choice(game, view, action, what.player - 1, names)
    if isinstance(what, PickEffect):
        return Choice(action, text, f"{what.rank.capitalize()}: {COPIED[what.rank]}", option=what.rank)
    return _word_choice(game, view, action, text, stage)


def _player_choice(game: DeluxeMemory, view: TableView, action: int, seat: int, names: Sequence[str]) -> Choice:
    """A player, and what being chosen comes to."""
    table = view.seen
    stage = STAGES[table.stage]
    name = "You" if seat == view.seat else names[seat]
    held = table.players[seat].tokens
    shield = "has a shield" if game.find_shield(table, seat) != NONE else ""
    if stage in ("gain", "receive") or (stage == "target" and table.effect == RED):
        tokens = {"gain": 1, "receive": _given(table)}.get(stage, game.values[table.rank])
        return Choice(
            action, game.actions.texts[action], f"{says(name, 'gain', 'gains')} {token_count(tokens)}", seats=(seat,)
        )
    if stage in ("level", "level with"):
        return Choice(
            action, game.actions.texts[action], f"{name} ({token_count(held)})", seats=(seat,), preview=shield
        )
    tokens = {"lose": 1, "take from": THREE_TAKES, "give": table.amount}.get(stage, game.values[table.rank])
    verb = says(name, "give", "gives") if stage == "give" else says(name, "lose", "loses")
    label = f"{verb} {token_count(min(tokens, held))}"
    return Choice(action, game.actions.texts[action], label, seats=(seat,), preview=shield)


def _given(table: Table) -> int:
    """What the giver chosen can give."""
    return min(table.amount, table.players[table.picked].tokens)


def _word_choice(game: DeluxeMemory, view: TableView, action: int, text: str, stage: str) -> Choice:
    table = view.seen
    tokens = table.players[view.seat].tokens
    first, second = table.first + 1, table.second + 1
    ways = {
        BOTH_UP: ("Leave both face up", ()),
        HIDE_FIRST: (f"Hide {first} (1 token)", (f"place:{first}",)),
        HIDE_SECOND: (f"Hide {second} (1 token)", (f"place:{second}",)),
        HIDE_BOTH: ("Hide both (2 tokens)", (f"place:{first}", f"place:{second}")),
    }
    if action in ways:
        label, pieces = ways[action]
        cost = len(pieces)
        sure = ""
        if cost == tokens and cost and not game.underdogs:
            sure = "That costs your last tokens, and you will be out of the game. Hide anyway?"
        style: Style = "danger" if sure else "optional" if cost else "main"
        return Choice(action, text, label, style, pieces=pieces, option=text, confirm=sure)
    if stage == "offer":
        if action == PAY:
            return Choice(action, text, "Pay 5 tokens for another turn", "optional")
        return Choice(action, text, "End your turn")
    if stage == "shield":
        used = text == "shield"
        label = "Discard the shield" if used else f"Lose {token_count(table.amount)}"
        return Choice(action, text, label, "main" if used else "optional")
    return Choice(action, text, STOPS[stage], "quiet")


def _blocked(view: TableView, pieces: list[Piece], choices: Sequence[Choice]) -> tuple[Blocked, ...]:
    usable = {piece for choice in choices for piece in choice.pieces}
    table = view.seen
    others = tuple(piece.id for piece in pieces if piece.zone == "grid" and piece.id not in usable)
    if table.stage == SECOND:
        first = f"place:{table.first + 1}"
        clash = tuple(piece for piece in others if piece != first)
        again = Blocked((first,), "You have chosen this card already.")
        return (again, Blocked(clash, TWO_FACE_UP)) if clash else (again,)
    if STAGES[table.stage] in ("reveal", "reveal some", "turn up") and others:
        return (Blocked(others, "Only face-down cards can be chosen, each once."),)
    return ()


def why_not(game: DeluxeMemory, table: Table, action: int) -> str:
    """Why the player to decide may not do this, for the common mistakes; empty for others."""
    what = game.actions[action]
    if table.stage == PUT_BACK and action in (HIDE_FIRST, HIDE_SECOND, HIDE_BOTH):
        cost = 2 if action == HIDE_BOTH else 1
        if table.players[table.turn].tokens < cost:
            return f"Hiding costs {token_count(cost)}, and you have only {table.players[table.turn].tokens}."
        return "A card that lay face up may not be hidden again at this table."
    if isinstance(what, PickCard):
        place = what.place - 1
        if STAGES[table.stage] != "move to" and not has(table.laid, place):
            return f"There is no card at {what.place}."
        if table.stage == SECOND:
            return "You have chosen this card already." if place == table.first else TWO_FACE_UP
        if STAGES[table.stage] in ("reveal", "reveal some", "turn up"):
            shown = has(table.showing, place)
            return f"The card at {what.place} {'has just been revealed' if shown else 'is not face down'}."
    if isinstance(what, PickPlayer) and table.players[what.player - 1].out:
        return f"Player {what.player} is out of the game."
    return ""
