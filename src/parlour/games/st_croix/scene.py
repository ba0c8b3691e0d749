"""How a St. Croix table looks to any client."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from parlour.core.actions import Action
from parlour.core.bags import list_of, members, size_of
from parlour.core.cards import Card
from parlour.core.ending import surely_ends
from parlour.core.game import NOBODY, TableView
from parlour.core.outcome import ranks_by_order
from parlour.core.pieces import row_of
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
    Result,
    Scene,
    Series,
    Waiting,
    Zone,
    counted,
    ends_game,
    goal_line,
    result_of,
    turns_left,
)
from parlour.games.st_croix.actions import Flip, Lay, PickUp, Play
from parlour.games.st_croix.events import LAST_TURNS
from parlour.games.st_croix.explain import high_enough, listed, name_of, rule_in_force, why_not_pick_up
from parlour.games.st_croix.rules import StCroixRules
from parlour.games.st_croix.state import StCroixState

SHORTS = {"lizard": "LZ", "moko": "M", "cannon": "CN", "glass": "SG"}
ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")


def draw(game: StCroixRules, view: TableView[StCroixState], names: Sequence[str]) -> Scene:
    """The scene for one view."""
    table = view.seen
    zones, pieces = _middle(game, view)
    for seat in range(view.seats):
        own_zones, own_pieces = _seat_zones(game, view, seat)
        zones += own_zones
        pieces += own_pieces
    phase = "Choosing Table Cards" if table.choosing else "Playing"
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase="Game over" if view.outcome else phase,
        players=tuple(
            [_player(seat, names[seat], player.cards_left(), player.place) for seat, player in enumerate(table.players)]
        ),
        types=_types(game),
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(game, view, pieces),
        waiting=tuple([Waiting(seat, _awaited(view, seat)) for seat in view.to_act]),
        result=_result(view),
        note=game.deck.remark(),
        goal=goal_line(
            "Be first to send every postcard",
            f"{table.players[view.seat].cards_left()} left" if view.seat != NOBODY else "",
        ),
    )


@lru_cache(maxsize=2048)
def _player(seat: int, name: str, left: int, place: int) -> Player:
    return Player(seat, name, {"cards": left}, (Badge(f"{ORDINALS[place]} place"),) if place else ())


def _result(view: TableView[StCroixState]) -> Result | None:
    """How the game ended; players read the cards they have left, not a negative score, and fewer are better."""
    left = [int(player.cards_left()) for player in view.seen.players]
    lines = ["sent every postcard" if count == 0 else "card left" if count == 1 else "cards left" for count in left]
    result = result_of(view.outcome, lines)
    if result is None:
        return None
    ranks = ranks_by_order([(-rank, -count) for rank, count in zip(result.ranks, left, strict=True)])
    return replace(result, ranks=ranks, scores=tuple(left))


# Cards


def _power_of(card: Card) -> str:
    return card.word("power", default="none")


@lru_cache(maxsize=64)
def _types(game: StCroixRules) -> dict[str, PieceType]:
    return {card.key: _piece_type(game, card) for card in game.ladder}


def _piece_type(game: StCroixRules, card: Card) -> PieceType:
    power = _power_of(card)
    value = game.values.get(card.key)
    facets: dict[str, Facet] = {"power": power}
    if value is not None:
        facets["value"] = value
    short = f"{value}~" if power == "lizard" and value is not None else SHORTS.get(power, card.key)
    help_text = _power_in_words(game, power)
    if not help_text and value is not None:
        help_text = f"Goes on {value} or lower, and on an empty pile."
    return PieceType(name_of(game, card.key), short, facets, help_text, title=card.name)


def _power_in_words(game: StCroixRules, power: str) -> str:
    if power == "moko":
        wild = " Stands in for ordinary cards of a set." if game.moko_wild else ""
        return f"Goes on anything, and anything may follow.{wild}"
    if power == "cannon":
        return "Goes on anything and clears the pile; play again."
    if power == "glass":
        goes = "Must meet or beat the pile. " if game.glass_ranked else "Goes on anything. "
        return f"{goes}See-through: the card beneath still counts."
    if power == "lizard":
        on_any = " Goes on anything. See-through: the card beneath still counts." if game.lizard_on_any else ""
        skip = " With two players left, play again." if game.lizard_skips else ""
        return f"Reverses the direction of play.{on_any}{skip}"
    return ""


# Zones


def _middle(game: StCroixRules, view: TableView[StCroixState]) -> tuple[list[Zone], list[Piece]]:
    table = view.seen
    badges = []
    if not table.choosing and not table.over:
        badges.append(Badge(rule_in_force(game, view), "rule"))
    if view.seats - table.finished > 2:  # with two players it makes no difference
        badges.append(Badge(f"play goes {'left' if table.step == 1 else 'right'}"))
    if game.turn_cap - table.turns <= LAST_TURNS and not table.over:
        badges.append(turns_left(game.turn_cap - table.turns))
    if table.run_length > 1 and game.four_across_turns:
        badges.append(Badge(f"{table.run_length} of a kind on top"))
    zones = [
        Zone("draw", "Draw Pile", "pile", "table", table.draw_left, "len"),
        Zone("pile", "Play Pile", "pile", "table", len(table.pile), badges=tuple(badges)),
        Zone("gone", "Out of the game", "pile", "side", size_of(table.gone), "len"),
    ]
    return zones, list(_pile(game, tuple(table.pile)))


@lru_cache(maxsize=1024)
def _pile(game: StCroixRules, pile: tuple[int, ...]) -> tuple[Piece, ...]:
    """The Play Pile, the same for everybody."""
    top = len(pile) - 1
    return tuple(
        Piece(f"pile:{place}", "pile", place, game.keys[kind], ("new",) if place == top else ())
        for place, kind in enumerate(pile)
    )


def _seat_zones(
    game: StCroixRules, view: TableView[StCroixState], seat: int
) -> tuple[tuple[Zone, ...], tuple[Piece, ...]]:
    """A player's hand, Table Cards and Mystery Cards."""
    player = view.seen.players[seat]
    mine = seat == view.seat
    return _laid_out(
        game,
        seat,
        mine,
        mine or game.young,
        view.seen.choosing > 0,
        player.hand,
        player.hand_size,
        player.table,
        player.table_size,
        player.face_down,
        player.mystery_left,
    )


@lru_cache(maxsize=8192)
def _laid_out(
    game: StCroixRules,
    seat: int,
    mine: bool,
    shown: bool,
    choosing: bool,
    hand: int,
    hand_size: int,
    table: int,
    table_size: int,
    face_down: int,
    mystery_left: int,
) -> tuple[tuple[Zone, ...], tuple[Piece, ...]]:
    """One player's cards, cached: a move changes only one player's cards, and all others see them alike."""
    area: Area = "self" if mine else "seat"
    hidden_table = choosing and not shown
    wait_table = "after your hand is empty" if mine and hand_size and table_size and not choosing else None
    wait_mystery = "after your Table Cards are gone" if mine and (hand_size or table_size) else None
    zones = [
        Zone(f"hand:{seat}", "hand", "fan", area, hand_size, "visible" if shown else "len", seat),
        Zone(
            f"table:{seat}",
            "Table Cards",
            "row",
            area,
            table_size,
            "len" if hidden_table else "visible",
            seat,
            dim=wait_table,
        ),
    ]
    pieces = []
    if shown:
        pieces += row_of(f"hand:{seat}", [game.keys[kind] for kind in list_of(hand)])
    if not hidden_table:
        pieces += row_of(f"table:{seat}", [game.keys[kind] for kind in list_of(table)])
    if mystery_left:
        under = f"table:{seat}"
        mystery = Zone(
            f"mystery:{seat}", "Mystery Cards", "row", area, mystery_left, "order", seat, under, wait_mystery
        )
        zones.append(mystery)
        pieces += [Piece(f"mystery:{seat}:{place + 1}", f"mystery:{seat}", place, None) for place in members(face_down)]
    return tuple(zones), tuple(pieces)


# The prompt


def _awaited(view: TableView[StCroixState], seat: int) -> str:
    player = view.seen.players[seat]
    if view.seen.choosing:
        return "choose Table Cards"
    if not player.hand_size and not player.table_size:
        return "flip a Mystery Card"
    return "play or take the pile" if view.seen.pile else "start a new pile"


def _prompt(game: StCroixRules, view: TableView[StCroixState], pieces: list[Piece]) -> Prompt | None:
    if not view.legal:
        return None
    table = view.seen
    me = table.players[view.seat]
    source = "hand" if me.hand_size else "table"
    mine = [piece for piece in pieces if piece.zone == f"{source}:{view.seat}"]
    actions = [game.actions[action] for action in view.legal]
    can_play = any(isinstance(action, Play) for action in actions)
    can_take = any(isinstance(action, PickUp) for action in actions)
    held: dict[str | None, list[str]] = {}
    for piece in mine:
        held.setdefault(piece.type, []).append(piece.id)
    choices = tuple(
        [
            _ending(game, view, what, _choice(game, action, what, view, held, can_play))
            for action, what in zip(view.legal, actions, strict=True)
        ]
    )
    if table.choosing:
        text = f"Choose Table Card {me.table_size + 1} of {game.table_cards}; you keep {game.hand_cards} in your hand."
        left = game.table_cards - me.table_size
        together = Series(left, f"Lay these {left} cards on the table") if left > 1 else None
        return Prompt(view.seat, "commit", text, choices, help="set-up", series=together)
    blocked = _blocked(game, view, mine, choices, pieces, can_take)
    if not me.hand_size and not me.table_size:
        rule = f" ({rule_in_force(game, view)})" if table.pile else ""
        return Prompt(view.seat, "turn", f"Flip one of your Mystery Cards{rule}.", choices, blocked, "mystery-cards")
    from_where = "" if me.hand_size else "Your hand is empty: play from your Table Cards. "
    what = rule_in_force(game, view)
    rule = {"new pile: any card": "Start a new pile with any card", "anything goes": "Play anything"}.get(
        what, what[0].upper() + what[1:]
    )
    take = f"take the pile ({counted(len(table.pile), 'card')})"
    if not can_play:
        text = f"You have nothing to play: {take}."
    else:
        text = f"{from_where}{rule}{f', or {take}' if can_take else ''}."
    return Prompt(view.seat, "turn", text, choices, blocked, "a-turn")


def _choice(
    game: StCroixRules,
    action: int,
    what: Action,
    view: TableView[StCroixState],
    held: dict[str | None, list[str]],
    can_play: bool,
) -> Choice:
    """One legal action; `held` has the ids of the pieces it may be done with, by type."""
    if isinstance(what, Play):
        ids = held.get(what.card, [])[: what.count] + held.get(what.moko, [])[: what.mokos]
        return _play_choice(game, action, tuple(ids))
    text = game.actions.texts[action]
    if isinstance(what, Lay):
        label = f"Lay {name_of(game, what.card)} on the table"
        return Choice(action, text, label, pieces=(held[what.card][0],))
    if isinstance(what, Flip):
        return Choice(action, text, f"Flip Mystery Card {what.place}", pieces=(f"mystery:{view.seat}:{what.place}",))
    if isinstance(what, PickUp):
        sure = "You could play. Take the pile anyway?" if can_play else ""
        label = f"Take the pile ({counted(len(view.seen.pile), 'card')})"
        return Choice(action, text, label, "danger" if can_play else "main", zones=("pile",), confirm=sure)
    raise AssertionError(what)


def _ending(game: StCroixRules, view: TableView[StCroixState], what: Action, choice: Choice) -> Choice:
    """The choice, marked if it ends the game: your last cards, or the last turn before the limit.

    A Mystery Card is marked only on an empty pile, where any card can be played.
    """
    table, me = view.seen, view.seen.players[view.seat]
    laid = what.count + what.mokos if isinstance(what, Play) else 1 if isinstance(what, Flip) and not table.pile else 0
    goes_out = table.draw_left == 0 and laid == me.cards_left()
    last_turn = table.turns + 1 >= game.turn_cap and not isinstance(what, Flip)
    if table.choosing or not (goes_out or last_turn) or not surely_ends(game, view, choice.action):
        return choice
    if not goes_out:
        return ends_game(choice, "This is the last turn. Go on?")
    won = "and the game ends" if game.play_for_places else "and win"
    return ends_game(choice, f"You play your last cards {won}. Go on?")


@lru_cache(maxsize=4096)
def _play_choice(game: StCroixRules, action: int, pieces: tuple[str, ...]) -> Choice:
    what = game.actions[action]
    assert isinstance(what, Play)
    label = f"Play {listed(game, [what.card] * what.count + [what.moko] * what.mokos)}"
    return Choice(action, game.actions.texts[action], label, pieces=pieces)


def _blocked(
    game: StCroixRules,
    view: TableView[StCroixState],
    mine: list[Piece],
    choices: Sequence[Choice],
    pieces: list[Piece],
    can_take: bool,
) -> tuple[Blocked, ...]:
    """What cannot be chosen now, and why."""
    table, me = view.seen, view.seen.players[view.seat]
    touched = {piece for choice in choices for piece in choice.pieces}
    usable = {piece.type for piece in pieces if piece.id in touched}
    stuck = [piece for piece in mine if piece.type not in usable]
    low = tuple(piece.id for piece in stuck if not high_enough(game, view, piece.type))
    barred = tuple(piece.id for piece in stuck if high_enough(game, view, piece.type))
    blocked = []
    if low:
        blocked.append(Blocked(low, f"Too low: {rule_in_force(game, view)}."))
    if barred:
        blocked.append(Blocked(barred, "A special card cannot be your last one."))
    if me.hand_size:
        on_table = tuple(piece.id for piece in pieces if piece.zone == f"table:{view.seat}")
        if on_table:
            blocked.append(Blocked(on_table, "Table Cards wait until your hand is empty."))
    if me.hand_size or me.table_size:
        covered = tuple(piece.id for piece in pieces if piece.zone == f"mystery:{view.seat}")
        if covered:
            blocked.append(Blocked(covered, "Mystery Cards wait until your hand and Table Cards are gone."))
    if table.pile and not can_take:
        blocked.append(Blocked((), why_not_pick_up(view), ("pile",)))
    return tuple(blocked)
