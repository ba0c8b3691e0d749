"""What a Deluxe Memory player is asked: the question, the choices, and what cannot be chosen."""

from collections.abc import Sequence

from parlour.core.bags import count_set, has, members
from parlour.core.ending import surely_ends
from parlour.core.scene import (
    Blocked,
    Choice,
    Piece,
    Prompt,
    PromptKind,
    Style,
    ends_game,
    possessive,
    says,
)
from parlour.games.deluxe_memory.actions import (
    BOTH_UP,
    HIDE_BOTH,
    HIDE_FIRST,
    HIDE_SECOND,
    PAY,
    PLAYER_FROM,
    STOP,
    USE_SHIELD,
    PickCard,
    PickEffect,
    PickPlayer,
    PickSquare,
)
from parlour.games.deluxe_memory.chart import THREE_TAKES
from parlour.games.deluxe_memory.explain import why_not_choose
from parlour.games.deluxe_memory.layout import cell_name
from parlour.games.deluxe_memory.packed import (
    NONE,
)
from parlour.games.deluxe_memory.phases import (
    BLACK,
    CENTRE,
    COPY,
    FIRST,
    GAIN,
    GIVE,
    LEVEL,
    LEVEL_WITH,
    LOOK,
    LOSE,
    MOVE,
    MOVE_TO,
    OFFER,
    PUT_BACK,
    RECEIVE,
    RED,
    REVEAL,
    REVEAL_SOME,
    SECOND,
    SHIELD,
    SQUARE,
    SWAP,
    SWAP_WITH,
    TAKE_FROM,
    TARGET,
    TURN_UP,
)
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.state import MemoryState, MemoryView
from parlour.games.deluxe_memory.tokens import find_shield
from parlour.games.deluxe_memory.words import COPIED, card_name, plural, sentence, token_count

# For each phase: what the player is asked, what choosing a card is called, and what the others read.
ASKS = {
    FIRST: ("Choose a card to look at.", "Look at", "choose a card"),
    SECOND: ("Choose the second card.", "Look at", "choose a second card"),
    PUT_BACK: ("No match. Leave both face up, or pay 1 token for each card you hide?", "", "put two cards back"),
    TARGET: ("Choose a player.", "", "choose a player"),
    GAIN: ("Aces: choose who gains 1 token.", "", "choose who gains"),
    LOSE: ("Aces: choose who loses 1 token.", "", "choose who loses"),
    REVEAL: ("Aces: choose a card to reveal to everybody.", "Reveal", "reveal a card"),
    SWAP: ("2s: choose the first of two cards to look at and swap.", "Look at", "swap two cards"),
    SWAP_WITH: ("2s: choose the card to swap it with. You will see that one too.", "Swap with", "swap two cards"),
    REVEAL_SOME: ("3s: reveal up to four cards, one by one.", "Reveal", "reveal cards"),
    TAKE_FROM: ("3s: choose up to three players who lose 3 tokens each.", "", "choose who loses"),
    SQUARE: ("4s: choose a 2 by 2 square by its upper left corner.", "Square at", "choose a square"),
    LOOK: ("4s: choose two cards of the square to look at; the others are revealed.", "Look at", "look at two cards"),
    CENTRE: ("5s: choose the centre of a cross to reveal.", "Cross around", "choose a cross"),
    TURN_UP: ("6s: turn up as many cards as you like; they stay face up.", "Turn up", "turn up cards"),
    LEVEL: ("Jacks: choose the first of two players to level.", "", "level two players"),
    LEVEL_WITH: ("Jacks: choose the second player to level.", "", "level two players"),
    GIVE: ("Choose who gives tokens.", "", "choose who gives"),
    RECEIVE: ("Choose who receives tokens.", "", "choose who receives"),
    COPY: ("Kings: choose the effect to use.", "", "choose an effect"),
    MOVE: ("Jokers: choose a card to move.", "Move", "rearrange the cards"),
    MOVE_TO: ("Jokers: choose where it goes; a card there changes places with it.", "Move to", "rearrange the cards"),
    OFFER: ("The 7s let you pay 5 tokens for another turn. Do you?", "", "buy another turn or not"),
    SHIELD: ("Use your shield, or take the loss?", "", "use a shield or not"),
}
HELP = {FIRST: "a-turn", SECOND: "a-turn", PUT_BACK: "a-turn", TARGET: "black-and-red-pairs"}
STOPS = {
    REVEAL_SOME: "Reveal no more",
    TAKE_FROM: "Nobody else",
    TURN_UP: "Turn up no more",
    MOVE: "Done rearranging",
}


FEW_LEFT = 3
"""Players with tokens: with more of them one action does not end the game."""


def ask(game: MemoryRules, view: MemoryView, names: Sequence[str], pieces: list[Piece]) -> Prompt | None:
    """The prompt for one view, None if there is nothing to decide."""
    if not view.legal:
        return None
    here = {piece.id for piece in pieces}
    # Stopping comes after all one could do, and what hurts oneself after what hurts others.
    own = PLAYER_FROM + view.seat if _hurts(view.seen) else STOP
    legal = sorted(view.legal, key=lambda action: (action == STOP, action == own))
    choices = tuple(_ending(game, view, action, _choice(game, view, action, names, here)) for action in legal)
    kind: PromptKind = "turn" if view.seen.turn == view.seat else "react"
    help_at = HELP.get(view.seen.phase, "the-mixed-chart")
    return Prompt(view.seat, kind, _question(game, view, names), choices, _blocked(game, view), help_at)


def _question(game: MemoryRules, view: MemoryView, names: Sequence[str]) -> str:
    table = view.seen
    phase = table.phase
    text = ASKS[phase][0]
    if phase == FIRST:
        text = f"{text} Only you see a face-down card." if table.face_up else f"{text} Only you will see it."
    elif phase == SECOND:
        seen = table.cards[table.first]
        if seen != NONE:
            text = f"{sentence(card_name(game.pack, seen))} at {table.first + 1}. {text}"
    elif phase == PUT_BACK:
        one, two = (card_name(game.pack, table.cards[place]) for place in (table.first, table.second))
        text = (
            f"{sentence(one)} at {table.first + 1}, {two} at {table.second + 1}: no match. Hide any for 1 token each?"
        )
    elif phase == TARGET:
        verb = "gains" if table.effect == RED else "loses"
        colour = "red" if table.effect == RED else "black"
        text = f"Two {colour} {plural(table.rank)}: choose who {verb} {token_count(_at_stake(game, table))}."
    elif phase in (GIVE, RECEIVE):
        role = "gives" if phase == GIVE else "receives"
        text = f"{plural(table.rank)}: choose who {role} {token_count(_at_stake(game, table))}."
    elif phase == SHIELD:
        text = f"You are to lose {token_count(table.amount)}. Use your shield, or take the loss?"
    elif phase == MOVE:
        text = f"Jokers: choose a card to move; {table.left} move{'' if table.left == 1 else 's'} left."
    if table.turn != view.seat and phase != SHIELD:
        text = f"You took {possessive(names[table.turn])} match. {text}"
    return text


def _ending(game: MemoryRules, view: MemoryView, action: int, choice: Choice) -> Choice:
    """The choice, marked if it ends the game: the grid is empty, or only one player keeps tokens.

    Picking a face-down card is never marked: that would tell what it is, also to somebody who has forgotten it.
    """
    table, what = view.seen, game.actions[action]
    if isinstance(what, PickSquare) or (isinstance(what, PickCard) and not has(table.face_up, what.place - 1)):
        return choice
    near = count_set(table.laid) <= 2 or sum(player.tokens > 0 for player in table.players) <= FEW_LEFT
    return ends_game(choice) if near and surely_ends(game, view, action) else choice


def _choice(game: MemoryRules, view: MemoryView, action: int, names: Sequence[str], here: set[str]) -> Choice:
    what = game.actions[action]
    text = game.actions.texts[action]
    phase = view.seen.phase
    verb = ASKS[phase][1]
    if isinstance(what, PickCard):
        piece = f"place:{what.place}"
        cell = game.grid.places[what.place - 1]
        label = f"{verb} {what.place} ({cell_name(*cell)})"
        on_card = (piece,) if piece in here else ()
        zones = () if on_card else ("grid",)
        return Choice(action, text, label, pieces=on_card, zones=zones, cells=(cell,), number=what.place)
    if isinstance(what, PickSquare):
        square = action - game.chart.square_from
        covered = game.chart.squares[square]
        corner = divmod(square, game.grid.columns - 1)
        pieces = tuple(f"place:{place + 1}" for place in members(covered) if f"place:{place + 1}" in here)
        return Choice(action, text, f"{verb} {what.cell}", pieces=pieces, zones=("grid",), cells=(corner,))
    if isinstance(what, PickPlayer):
        return _player_choice(game, view, action, what.player - 1, names)
    if isinstance(what, PickEffect):
        return Choice(action, text, f"{what.rank.capitalize()}: {COPIED[what.rank]}", option=what.rank)
    return _word_choice(game, view, action, text)


def _player_choice(game: MemoryRules, view: MemoryView, action: int, seat: int, names: Sequence[str]) -> Choice:
    """A player, and what being chosen comes to."""
    table = view.seen
    phase = table.phase
    text = game.actions.texts[action]
    name = "You" if seat == view.seat else names[seat]
    held = table.players[seat].tokens
    tokens = _at_stake(game, table)
    shield = find_shield(table, seat) != NONE
    stopped = shield and not game.chart.nine_optional and min(tokens, held) > 0
    if phase == RECEIVE and _giver_is_safe(game, table):
        label = f"{name}: nothing moves, a shield stops it"
        return Choice(action, text, label, seats=(seat,))
    if phase in (GAIN, RECEIVE) or (phase == TARGET and table.effect == RED):
        return Choice(action, text, f"{says(name, 'gain', 'gains')} {token_count(tokens)}", seats=(seat,))
    if phase in (LEVEL, LEVEL_WITH):
        preview = "has a shield" if shield else ""
        return Choice(action, text, f"{name} ({token_count(held)})", seats=(seat,), preview=preview)
    verb = says(name, "give", "gives") if phase == GIVE else says(name, "lose", "loses")
    label = f"{possessive(name)} shield stops the loss" if stopped else f"{verb} {token_count(min(tokens, held))}"
    mine = seat == view.seat and held > 0 and not stopped
    return Choice(
        action,
        text,
        label,
        "danger" if mine else "main",
        seats=(seat,),
        confirm=f"You would {'give' if phase == GIVE else 'lose'} the tokens yourself. Go on?" if mine else "",
        preview="may use a shield" if shield and not stopped else "",
    )


def _hurts(table: MemoryState) -> bool:
    """Is being chosen now bad for a player?"""
    return table.phase in (LOSE, TAKE_FROM, GIVE) or (table.phase == TARGET and table.effect == BLACK)


def _giver_is_safe(game: MemoryRules, table: MemoryState) -> bool:
    """Will a shield stop what the chosen giver is to give?"""
    giver = table.picked_player
    return not game.chart.nine_optional and table.players[giver].tokens > 0 and find_shield(table, giver) != NONE


def _at_stake(game: MemoryRules, table: MemoryState) -> int:
    """How many tokens the choice of a player is about."""
    phase = table.phase
    if phase in (GAIN, LOSE):
        return 1
    if phase == TAKE_FROM:
        return THREE_TAKES
    if phase == GIVE:
        return table.amount
    if phase == RECEIVE:  # what the chosen giver can give
        return min(table.amount, table.players[table.picked_player].tokens)
    return game.pack.values[table.rank]


def _word_choice(game: MemoryRules, view: MemoryView, action: int, text: str) -> Choice:
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
    if table.phase == OFFER:
        if action == PAY:
            shield = game.nine_pays_seven and find_shield(table, view.seat) != NONE
            price = "Discard the shield" if shield else "Pay 5 tokens"
            return Choice(action, text, f"{price} for another turn", "optional")
        return Choice(action, text, "End your turn")
    if table.phase == SHIELD:
        used = action == USE_SHIELD
        label = "Discard the shield" if used else f"Lose {token_count(table.amount)}"
        return Choice(action, text, label, "main" if used else "optional")
    return Choice(action, text, STOPS[table.phase], "quiet")


def _blocked(game: MemoryRules, view: MemoryView) -> tuple[Blocked, ...]:
    """The cards that may not be chosen, by reason; the card chosen already comes first."""
    table = view.seen
    if table.phase not in (SECOND, REVEAL, REVEAL_SOME, TURN_UP):
        return ()
    legal = set(view.legal)
    others = [place for place in members(table.laid) if game.card_from + place not in legal]
    reasons: dict[str, list[str]] = {}
    for place in sorted(others, key=lambda place: place != table.first):
        reasons.setdefault(why_not_choose(view, place), []).append(f"place:{place + 1}")
    return tuple(Blocked(tuple(blocked), why) for why, blocked in reasons.items())
