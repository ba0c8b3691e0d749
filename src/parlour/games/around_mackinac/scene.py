"""How the island looks to any client.

Memory is part of the game: only the cards face up now are shown, and the log does not say where cards lay,
unless the option `show_last_reveal` is on.
"""

from collections.abc import Sequence
from functools import lru_cache

from parlour.core.bags import has
from parlour.core.cards import Card
from parlour.core.game import NOBODY, TableView
from parlour.core.scene import (
    Area,
    Badge,
    Blocked,
    Choice,
    Piece,
    PieceType,
    Player,
    Prompt,
    Scene,
    Waiting,
    Zone,
    ends_game,
    goal_line,
    possessive,
    result_of,
)
from parlour.games.around_mackinac.actions import STOP, Again, Enough, Leave, Roll, Stop, Take, TakeFrom
from parlour.games.around_mackinac.circle import last_reveal
from parlour.games.around_mackinac.directions import (
    DIE,
    END_TURN,
    GIVE_CENTER,
    GIVE_OTHERS,
    REMOVE,
    RUSH,
    SHOP,
    TAKE_NEIGHBOURS,
    TAKE_OTHERS,
)
from parlour.games.around_mackinac.explain import WAITS, explain
from parlour.games.around_mackinac.rules import MackinacRules
from parlour.games.around_mackinac.state import (
    AGAIN,
    GIFT,
    MAY_STOP,
    MUST_ROLL,
    TAKING,
    TARGET,
    MackinacState,
    list_rolls,
)


def draw(game: MackinacRules, view: TableView[MackinacState], names: Sequence[str]) -> Scene:
    """The scene for one view."""
    table = view.seen
    zones, pieces = _middle(game, view)
    for seat in range(view.seats):
        area: Area = "self" if seat == view.seat else "seat"
        zones.append(Zone(f"fun:{seat}", "Fun Pile", "pool", area, table.fun[seat], owner=seat))
    pieces += [
        Piece(f"{zone.id}:chips", zone.id, 0, "fun", value=zone.count)
        for zone in zones
        if zone.layout == "pool" and zone.count
    ]
    turn = "Game over" if view.outcome else f"{possessive(names[table.turn])} turn"
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase=turn,
        players=tuple(_player(view, seat, names) for seat in range(view.seats)),
        types=_types(game),
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(game, view, names),
        waiting=tuple(Waiting(seat, WAITS[table.phase]) for seat in view.to_act),
        result=result_of(view.outcome, tuple(f"{pile} Fun" for pile in table.fun)),
        note=game.deck.remark(),
        goal=goal_line("Most Fun when the Center is empty", table.fun[view.seat] if view.seat != NOBODY else ""),
    )


@lru_cache(maxsize=64)
def _types(game: MackinacRules) -> dict[str, PieceType]:
    types = {card.key: _piece_type(game, kind, card) for kind, card in enumerate(game.cards)}
    types["pawn"] = PieceType("the pawn", "@", help="Walks around the circle and turns up the card it lands on.")
    types["die"] = PieceType("the die", "d6", help="Says how many cards the pawn walks.")
    types["fun"] = PieceType("Fun", "*", help="The most Fun wins.")
    return types


def _piece_type(game: MackinacRules, kind: int, card: Card) -> PieceType:
    steps = game.directions.of_card[kind]
    first = steps[0].verb
    sort = "take"
    if steps[-1].verb in (END_TURN, RUSH):
        sort = "end"
    elif first == SHOP:
        sort = "shop"
    elif first == REMOVE:
        sort = "remove"
    elif first >= GIVE_CENTER:
        sort = "give"
    each = steps[0].per_face_up or first in (TAKE_OTHERS, TAKE_NEIGHBOURS, GIVE_OTHERS)
    return PieceType(card.name, card.key, {"does": sort, "fun": steps[0].amount, "each": int(each)}, card.word("text"))


def _middle(game: MackinacRules, view: TableView[MackinacState]) -> tuple[list[Zone], list[Piece]]:
    """The circle with pawn and die, the Center, the stash, and what the memory aid shows."""
    table = view.seen
    rolls = list_rolls(table)
    last_round = table.closing or game.most_turns - table.turns <= view.seats
    badges = [Badge("Last round", "warn")] if last_round and not view.outcome else []
    if table.center == 0 and not view.outcome:
        badges.append(Badge("Empty", "warn"))
    zones = [
        Zone("track", "The circle", "ring", "table", len(table.circle), "order"),
        Zone("pawn", "Pawn", "ring", "table", 1, under="track"),
        Zone("die", "Die", "slots", "table", 1),
        Zone("center", "The Center", "pool", "table", table.center, badges=tuple(badges)),
        Zone(
            "stash",
            "Stash",
            "pool",
            "table",
            table.stash,
            owner=table.turn,
            badges=(Badge("at risk", "warn"),) if table.stash else (),
        ),
        Zone("box", "Back in the box", "pool", "side", table.removed),
    ]
    latest = last_reveal(table.bundle, table.turns) if game.show_last_reveal else []
    pieces = [_card_piece(game, view, place, place in latest) for place in range(len(table.circle))]
    pieces.append(Piece("pawn", "pawn", table.pawn, "pawn"))
    pieces.append(Piece("die", "die", 0, "die", value=rolls[-1] if rolls else None))
    if latest:
        mixed = "shuffled among the marked places" if len(latest) > 1 else "back in the marked place"
        zones.append(Zone("last", "Last turn's cards", "row", "side", len(latest), badges=(Badge(mixed),)))
        kinds = sorted(table.circle[place] for place in latest)
        pieces += [Piece(f"last:{i + 1}", "last", i, game.keys[kind]) for i, kind in enumerate(kinds)]
    return zones, pieces


def _card_piece(game: MackinacRules, view: TableView[MackinacState], place: int, seen_before: bool) -> Piece:
    table = view.seen
    up = has(table.face_up, place)
    new = up and place == table.pawn and table.rolls != 0
    return Piece(
        f"card:{place + 1}",
        "track",
        place,
        game.keys[table.circle[place]] if up else None,
        ("new",) if new else ("peeked",) if seen_before and not up else (),
    )


def _player(view: TableView[MackinacState], seat: int, names: Sequence[str]) -> Player:
    table = view.seen
    counters = {"fun pile": table.fun[seat]}
    if seat == table.turn and not view.outcome:
        counters["stash"] = table.stash
    return Player(seat, names[seat], counters)


def _prompt(game: MackinacRules, view: TableView[MackinacState], names: Sequence[str]) -> Prompt | None:
    if not view.legal:
        return None
    table = view.seen
    card = game.cards[table.circle[table.pawn]].name
    text, topic = "Roll the die.", "a-turn"
    if table.phase == MUST_ROLL and table.up_count:
        text, topic = f"{card}: you must roll again.", "the-cards"
    elif table.phase == MAY_STOP:
        text = f"Your stash is {table.stash} Fun. Roll again, or stop and keep it?"
        if _last_turn(game, view):
            text += " This is the last turn of the game."
        elif _stopping_ends(game, view):
            text += " The Center is empty: stopping ends the game."
    elif table.phase == TARGET:
        text, topic = f"{card}: these players have the most Fun. From whom do you take?", "the-cards"
    elif table.phase == TAKING:
        text, topic = f"{card}: take the Fun, or leave it?", "the-cards"
    elif table.phase == GIFT:
        text, topic = f"{card}: you rolled {table.gift}. Take {_gift(game, view)} Fun, or leave it?", "the-cards"
    elif table.phase == AGAIN:
        text, topic = f"{card}: you rolled {table.gift} and took {_gift(game, view)} Fun. Roll again?", "the-cards"
    return Prompt(
        view.seat,
        "turn" if view.seat == table.turn else "react",
        text,
        tuple(_choice(game, view, action, names) for action in view.legal),
        (Blocked((), explain(game, view, STOP), zones=("stash",)),) if table.phase == MUST_ROLL else (),
        topic,
    )


def _gift(game: MackinacRules, view: TableView[MackinacState]) -> int:
    table = view.seen
    gift = game.directions.gift(table.circle[table.pawn], table.gift)
    return min(gift, table.center) if table.phase == GIFT else gift


def _last_turn(game: MackinacRules, view: TableView[MackinacState]) -> bool:
    """Is the game over after this turn, however it ends?"""
    table = view.seen
    return table.turns + 1 == game.most_turns or (table.closing and _ends_round(view))


def _stopping_ends(game: MackinacRules, view: TableView[MackinacState]) -> bool:
    """Is the game over if the active player stops now?"""
    empty = view.seen.center == 0
    return _last_turn(game, view) or (empty and (not game.equal_turns or _ends_round(view)))


def _ends_round(view: TableView[MackinacState]) -> bool:
    return (view.seen.turns + 1) % view.seats == 0


def _choice(game: MackinacRules, view: TableView[MackinacState], action: int, names: Sequence[str]) -> Choice:
    table = view.seen
    what, text = game.actions[action], game.actions.texts[action]
    if isinstance(what, Roll):
        again = " again" if table.up_count else ""
        risk = _risk(view)
        preview = f"{risk} of the next {DIE} cards {'is' if risk == 1 else 'are'} face up." if risk else ""
        return Choice(action, text, f"Roll{again}", zones=("die",), preview=preview)
    if isinstance(what, Stop):
        zones = ("stash", f"fun:{view.seat}")
        choice = Choice(action, text, f"Stop and keep {table.stash}", "optional", zones=zones)
        if not _stopping_ends(game, view):
            return choice
        behind = table.fun[table.turn] + table.stash < max(table.fun)
        return ends_game(choice, f"Stopping ends the game{', and you are behind' if behind else ''}. Stop?")
    if isinstance(what, Again):
        return Choice(action, text, "Roll again", zones=("die",))
    if isinstance(what, Enough):
        return Choice(action, text, "That is enough", "quiet")
    if isinstance(what, Take):
        return Choice(action, text, "Take the Fun", zones=("center",))
    if isinstance(what, Leave):
        return Choice(action, text, "Leave it", "quiet")
    assert isinstance(what, TakeFrom)
    seat = what.player - 1
    return Choice(
        action, text, f"Take from {names[seat]} ({table.fun[seat]} Fun)", zones=(f"fun:{seat}",), seats=(seat,)
    )


def _risk(view: TableView[MackinacState]) -> int:
    """How many of the next six cards are face up; anybody can count them on the table."""
    table = view.seen
    return sum(has(table.face_up, (table.pawn + roll) % len(table.circle)) for roll in range(1, DIE + 1))
