"""How a Deluxe Memory table looks to any client, and how its events are told.

The scene shows a person what lies open now: cards that are face up, cards an effect has just revealed, and cards
this person is looking at. It does not remember for them, unless the option memory_aid is on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.bags import count_set, has
from parlour.core.events import Event
from parlour.core.scene import (
    Area,
    Badge,
    Blocked,
    Choice,
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
from parlour.games.deluxe_memory.effects import BOTH_UP, EFFECTS, HIDE_BOTH, HIDE_FIRST, HIDE_SECOND, PAY, RED
from parlour.games.deluxe_memory.layout import Box, cell_name
from parlour.games.deluxe_memory.state import (
    NONE,
    PUT_BACK,
    RANKS,
    SECOND,
    STAGES,
    Table,
    is_thief,
    keeper,
    kept_rank,
)
from parlour.games.deluxe_memory.view import TableView

if TYPE_CHECKING:
    from parlour.games.deluxe_memory.rules import DeluxeMemory

CHART = {
    "ace": "A player gains 1, a player loses 1, one card is revealed.",
    "2": "Look at two cards and swap them.",
    "3": "Reveal up to four cards; a 3 or three of a kind costs up to three players 3 tokens each.",
    "4": "Look at two cards of a 2 by 2 square, the other two are revealed.",
    "5": "A cross of cards is revealed; take another turn.",
    "6": "Turn up any number of cards for good.",
    "7": "Take another turn, and after it one more for 5 tokens if you like.",
    "8": "The next player misses a turn.",
    "9": "Keep the pair: it is discarded instead of your next loss.",
    "10": "Keep the pair: you get the effect of the next match somebody else makes.",
    "jack": "Two players' tokens are levelled.",
    "queen": "One player gives another 6 tokens.",
    "king": "Use any other effect of the chart.",
    "joker": "Rearrange the cards.",
}
SHORTS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
TWO_FACE_UP = "Two face-up cards may be chosen only if they match."

# For each step: what the player is asked, what choosing a card or player is called, and what the others read.
ASKS = {
    "first": ("Choose a card to look at. Only you will see it.", "Look at", "choose a card"),
    "second": ("Choose the second card.", "Look at", "choose a second card"),
    "put back": ("They do not match: put them back face up, or pay 1 token for each card you hide.", "", "put back"),
    "target": ("Choose a player.", "", "choose a player"),
    "gain": ("Aces: choose who gains 1 token.", "1 token for", "choose who gains"),
    "lose": ("Aces: choose who loses 1 token.", "1 token from", "choose who loses"),
    "reveal": ("Aces: choose a card to reveal to everybody.", "Reveal", "reveal a card"),
    "swap": ("2s: choose the first card to look at and swap.", "Look at and swap", "swap two cards"),
    "swap with": ("2s: choose the card to swap it with. You will see it.", "Swap with", "swap two cards"),
    "reveal some": ("3s: reveal up to four cards, one by one.", "Reveal", "reveal cards"),
    "take from": ("3s: choose up to three players who lose 3 tokens each.", "3 tokens from", "choose who loses"),
    "square": ("4s: choose a 2 by 2 square, named by its upper left cell.", "Square at", "choose a square"),
    "look": ("4s: choose two cards of the square to look at; the others are revealed.", "Look at", "look at two cards"),
    "centre": ("5s: choose the centre of a cross to reveal.", "Cross around", "choose a cross"),
    "turn up": ("6s: turn up as many cards as you like; they stay face up.", "Turn up", "turn up cards"),
    "level": ("Jacks: choose the first of two players to level.", "Level", "level two players"),
    "level with": ("Jacks: choose the second player to level.", "Level with", "level two players"),
    "give": ("Choose who gives tokens.", "Taken from", "choose who gives"),
    "receive": ("Choose who receives tokens.", "Given to", "choose who receives"),
    "copy": ("Kings: choose the effect to use.", "", "choose an effect"),
    "move": ("Jokers: choose a card to move.", "Move", "rearrange the cards"),
    "move to": ("Jokers: choose where it goes; a card there changes places with it.", "Move to", "rearrange the cards"),
    "offer": ("Pay 5 tokens for another turn?", "", "buy another turn or not"),
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
        Zone("bank", "Bank", "pool", "side", max(0, table.bank), badges=() if game.finite_bank else _no_limit()),
    ]
    pieces += [
        Piece(f"discard:{place}", "discard", place, view.keys[kind], _new(place >= len(table.discard) - 2 >= 0))
        for place, kind in enumerate(table.discard)
    ]
    for seat in range(view.seats):
        zones += _seat_zones(view, seat, names)
        pieces += _kept_pieces(view, seat)
    stage = STAGES[table.stage]
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase="Game over" if view.outcome else _phase(table),
        players=tuple(_player(game, table, seat, names[seat]) for seat in range(view.seats)),
        types={card.key: _piece_type(game.box, kind) for kind, card in enumerate(game.box.cards) if card},
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(game, view, names, pieces),
        waiting=tuple(Waiting(seat, ASKS[stage][2]) for seat in view.to_act),
        result=result_of(view.outcome, [_line(player.tokens, player.out) for player in table.players]),
    )


def _no_limit() -> tuple[Badge, ...]:
    return (Badge("never runs dry"),)


def _new(is_new: bool) -> tuple[Tag, ...]:
    return ("new",) if is_new else ()


def _line(tokens: int, out: int) -> str:
    return f"{tokens} token{'' if tokens == 1 else 's'}{', out of the game' if out else ''}"


def _phase(table: Table) -> str:
    if table.effect == NONE:
        return "Looking for a pair"
    return f"Effect: {EFFECTS[table.effect]}"


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


def _piece_type(box: Box, kind: int) -> PieceType:
    card = box.cards[kind]
    assert card is not None
    rank = RANKS[kind >> 1]
    if rank == "joker":
        return PieceType(card.name, "JK", {"rank": rank, "colour": "none"}, CHART[rank])
    colour = "red" if kind & 1 else "black"
    # Suits do not matter here: hearts stand for red, spades for black.
    short = SHORTS.get(rank, rank) + ("♥" if colour == "red" else "♠")
    facets: dict[str, str | int] = {"rank": rank, "colour": colour, "value": box.values[kind >> 1]}
    return PieceType(card.name, short, facets, f"Mixed pair: {CHART[rank]}")


def _open_to(game: DeluxeMemory, view: TableView, place: int) -> bool:
    """Does a card lie open to the viewer now?"""
    table = view.seen
    if table.cards[place] == NONE:
        return False
    looked_at = has(table.looking, place) and table.looker == view.seat
    return has(table.face_up | table.showing, place) or looked_at or game.memory_aid


def _grid_pieces(game: DeluxeMemory, view: TableView) -> list[Piece]:
    table = view.seen
    pieces = []
    for place, cell in enumerate(game.grid.places):
        if not has(table.laid, place):
            continue
        tags: list[Tag] = []
        open_now = _open_to(game, view, place)
        if place in (table.first, table.second):
            tags.append("selected")
        if table.effect != NONE and place == table.picked and STAGES[table.stage] in ("swap with", "move to"):
            tags.append("selected")
        if has(table.showing, place):
            tags.append("new")
        if has(table.looking, place):
            tags.append("target")
        if open_now and not has(table.face_up | table.showing, place):
            tags.append("peeked")
        pieces.append(
            Piece(f"place:{place + 1}", "grid", cell, view.keys[table.cards[place]] if open_now else None, tuple(tags))
        )
    return pieces


def _seat_zones(view: TableView, seat: int, names: Sequence[str]) -> list[Zone]:
    mine = seat == view.seat
    whose = "Your" if mine else possessive(names[seat])
    area: Area = "self" if mine else "seat"
    table = view.seen
    pairs = [pair for pair in table.kept if keeper(pair) == seat]
    roles = [Badge("thief" if is_thief(pair) else "shield", "rule") for pair in pairs]
    return [
        Zone(f"tokens:{seat}", f"{whose} tokens", "pool", area, table.players[seat].tokens, owner=seat),
        Zone(f"kept:{seat}", f"{whose} kept pairs", "row", area, 2 * len(pairs), owner=seat, badges=tuple(roles)),
    ]


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
    choices = tuple(_choice(game, view, action, names, here) for action in view.legal)
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
            text = f"{_sentence(_name(game.box, seen))} at {table.first + 1}. {text}"
    elif stage == "put back":
        one, two = (_name(game.box, table.cards[place]) for place in (table.first, table.second))
        text = (
            f"{_sentence(one)} at {table.first + 1} and {two} at {table.second + 1} do not match. "
            "Put them back face up, or pay 1 token for each card you hide."
        )
    elif stage == "target":
        verb = "gains" if table.effect == RED else "loses"
        colour = "red" if table.effect == RED else "black"
        text = f"Two {colour} {_plural(table.rank)}: choose who {verb} {_tokens(game.values[table.rank])}."
    elif stage in ("give", "receive"):
        role = "gives" if stage == "give" else "receives"
        tokens = min(table.amount, table.players[table.picked].tokens) if stage == "receive" else table.amount
        text = f"{_plural(table.rank)}: choose who {role} {_tokens(tokens)}."
    elif stage == "shield":
        text = f"You are to lose {_tokens(table.amount)}. Use your shield, or take the loss?"
    elif stage == "move":
        text = f"Jokers: choose a card to move; {table.left} moves left."
    if table.turn != view.seat and stage != "shield":
        text = f"You took {possessive(names[table.turn])} match. {text}"
    return text


def _sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def _tokens(count: int) -> str:
    return f"{count} token{'' if count == 1 else 's'}"


def _plural(rank: int) -> str:
    word = RANKS[rank]
    return f"{word}s" if word.isdigit() else f"{word.capitalize()}s"


def _name(box: Box, kind: int) -> str:
    card = box.cards[kind]
    return card.name if card else ""


def _choice(game: DeluxeMemory, view: TableView, action: int, names: Sequence[str], here: set[str]) -> Choice:
    what = game.actions[action]
    text = game.actions.texts[action]
    stage = STAGES[view.seen.stage]
    verb = ASKS[stage][1]
    if isinstance(what, PickCard):
        piece = f"place:{what.place}"
        row, column = game.grid.places[what.place - 1]
        label = f"{verb} {what.place} ({cell_name(row, column)})"
        on_card = (piece,) if piece in here else ()
        return Choice(action, text, label, pieces=on_card, zones=() if on_card else ("grid",), option=str(what.place))
    if isinstance(what, PickSquare):
        covered = game.squares[action - game.square_from]
        pieces = tuple(f"place:{p + 1}" for p in range(game.places) if has(covered, p) and f"place:{p + 1}" in here)
        return Choice(action, text, f"{verb} {what.cell}", pieces=pieces, option=what.cell)
    if isinstance(what, PickPlayer):
        seat = what.player - 1
        me = seat == view.seat
        label = f"{verb} {'you' if me else names[seat]} (player {what.player})".strip()
        return Choice(action, text, _sentence(label), seats=(seat,))
    if isinstance(what, PickEffect):
        return Choice(action, text, f"{what.rank.capitalize()}: {CHART[what.rank]}", option=what.rank)
    return _word_choice(game, view, action, text, stage)


def _word_choice(game: DeluxeMemory, view: TableView, action: int, text: str, stage: str) -> Choice:
    table = view.seen
    tokens = table.players[view.seat].tokens
    first, second = table.first + 1, table.second + 1
    ways = {
        BOTH_UP: ("Both face up", ()),
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
        label = "Discard the shield" if used else f"Lose {_tokens(table.amount)}"
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
        return (Blocked(others, "Only face-down cards that nobody has just been shown can be chosen."),)
    return ()


def why_not(game: DeluxeMemory, table: Table, action: int) -> str:
    """Why the player to decide may not do this, for the common mistakes; empty for others."""
    what = game.actions[action]
    if table.stage == PUT_BACK and action in (HIDE_FIRST, HIDE_SECOND, HIDE_BOTH):
        cost = 2 if action == HIDE_BOTH else 1
        if table.players[table.turn].tokens < cost:
            return f"Hiding costs {_tokens(cost)}, and you have only {table.players[table.turn].tokens}."
        return "A card that lay face up may not be hidden again at this table."
    if isinstance(what, PickCard):
        place = what.place - 1
        if STAGES[table.stage] != "move to" and not has(table.laid, place):
            return f"There is no card at {what.place}."
        if table.stage == SECOND:
            return "You have chosen this card already." if place == table.first else TWO_FACE_UP
        if STAGES[table.stage] in ("reveal", "reveal some", "turn up"):
            return f"The card at {what.place} is not face down."
    if isinstance(what, PickPlayer) and table.players[what.player - 1].out:
        return f"Player {what.player} is out of the game."
    return ""


# What happened


def tell(event: Event, names: Sequence[str], box: Box) -> str:
    """A redacted event as one sentence. A card looked at in private is never named, not even to the one who looked."""
    name = names[event.seat] if event.seat is not None else ""
    facts = event.facts
    titles = {card.key: card.name for card in box.cards if card}

    def card(key: object) -> str:
        return f"the {titles[str(key)]}"

    def spots(places: object) -> str:
        return " and ".join(str(place) for place in places) if isinstance(places, list) else ""

    def tokens(fact: str = "tokens") -> str:
        count = facts[fact]
        return _tokens(count if isinstance(count, int) else 0)

    def other(fact: str) -> str:
        seat = facts[fact]
        who = names[seat] if isinstance(seat, int) else ""
        return "you" if who == "You" else who

    kind = event.kind
    if kind == "chose":
        return _tell_choice(name, str(facts["choice"]), str(facts["step"]))
    if kind == "matched":
        keys = facts["cards"]
        pair = " and ".join(card(key) for key in keys) if isinstance(keys, list) else ""
        return f"{says(name, 'match', 'matches')} {spots(facts['places'])}: {pair}."
    if kind == "levelled":
        odd = " The odd token goes to the Bank." if facts["odd"] else ""
        return f"{name} and {other('with')} now have {tokens()} each.{odd}"
    sentences = {
        "begins": lambda: says(name, "begin", "begins"),
        "looked": lambda: f"{says(name, 'look', 'looks')} at {facts['place']}",
        "no match": lambda: f"{spots(facts['places'])} do not match",
        "stole the match": lambda: f"{possessive(name)} thief takes the match: {says(name, 'get', 'gets')} its effect",
        "turned up": lambda: f"{says(name, 'turn', 'turns')} up {facts['place']}: {card(facts['card'])}",
        "hid": lambda: f"{says(name, 'pay', 'pays')} 1 token to hide {facts['place']}",
        "revealed": lambda: f"{says(name, 'reveal', 'reveals')} {facts['place']}: {card(facts['card'])}",
        "swapped": lambda: f"{says(name, 'swap', 'swaps')} {spots(facts['places'])}",
        "moved": lambda: f"{says(name, 'exchange', 'exchanges')} {spots(facts['places'])}",
        "gained": lambda: f"{says(name, 'gain', 'gains')} {tokens()}",
        "lost": lambda: f"{says(name, 'lose', 'loses')} {tokens()}",
        "gave": lambda: f"{says(name, 'give', 'gives')} {other('to')} {tokens()}",
        "shielded": lambda: f"{possessive(name)} shield is discarded and stops the loss",
        "kept": lambda: f"{says(name, 'keep', 'keeps')} the pair as a {facts['role']}",
        "will miss a turn": lambda: f"{says(name, 'are', 'is')} going to miss a turn",
        "missed a turn": lambda: says(name, "miss a turn", "misses a turn"),
        "goes again": lambda: f"{says(name, 'get', 'gets')} another turn",
        "paid": lambda: f"{says(name, 'pay', 'pays')} {tokens()} for it",
        "out": lambda: f"{says(name, 'have', 'has')} no tokens left and {'are' if name == 'You' else 'is'} out",
        "ended": lambda: f"Game over. {str(facts['reason'])[:-1]}",
    }
    return f"{sentences[kind]()}."


def _tell_choice(name: str, choice: str, step: str) -> str:
    """Most choices are told by what they lead to."""
    if step == "copy":
        return f"{says(name, 'use', 'uses')} the King as: {choice.removeprefix('effect ')}."
    if step == "square":
        return f"{says(name, 'choose', 'chooses')} the {choice}."
    if step == "centre":
        return f"{says(name, 'choose', 'chooses')} the cross around {choice.removeprefix('card ')}."
    return ""
