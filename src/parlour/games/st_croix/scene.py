"""How a St. Croix table looks to any client, and how its events are told."""

from collections.abc import Mapping, Sequence

from parlour.core.actions import ActionTable
from parlour.core.bags import list_of, members
from parlour.core.cards import Card, Deck
from parlour.core.events import Event
from parlour.core.game import About
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
    Style,
    Waiting,
    Zone,
    possessive,
    result_of,
    says,
)
from parlour.games.st_croix.actions import Flip, Lay, PickUp, Play
from parlour.games.st_croix.view import TableView

SHORTS = {"lizard": "8~", "moko": "M", "cannon": "CN", "glass": "SG"}
POWERS = {
    "lizard": "Reverses the direction of play.",
    "moko": "Goes on anything, and anything may follow.",
    "cannon": "Goes on anything, clears the pile; play again.",
    "glass": "See-through: the card beneath still counts.",
}


def draw(
    about: About, deck: Deck, ladder: Sequence[Card], actions: ActionTable, view: TableView, names: Sequence[str]
) -> Scene:
    """The scene for one view."""
    table = view.seen
    zones, pieces = _middle(view, ladder)
    for seat in range(view.seats):
        own_zones, own_pieces = _tiers(view, seat, names)
        zones += own_zones
        pieces += own_pieces
    phase = "Choosing Table Cards" if table.choosing else "Playing"
    return Scene(
        game=about.slug,
        title=about.title,
        seat=view.seat,
        phase="Game over" if view.outcome else phase,
        players=tuple(
            Player(seat, names[seat], {"cards": player.cards_left()}) for seat, player in enumerate(table.players)
        ),
        types={card.key: _piece_type(card) for card in ladder},
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(view, ladder, actions, pieces),
        waiting=tuple(
            Waiting(seat, "choose Table Cards" if table.choosing else "play or take the pile") for seat in view.to_act
        ),
        result=result_of(view.outcome, tuple(f"{player.cards_left()} cards left" for player in table.players)),
        note="The deck is a reconstruction: the publisher's card list is not public."
        if deck.status == "reconstructed"
        else "",
    )


def _piece_type(card: Card) -> PieceType:
    power = card.word("power", default="none")
    value = card.fields.get("value")
    facets: dict[str, str | int] = {"power": power}
    if isinstance(value, int) and power in ("none", "lizard"):
        facets["value"] = value
    name = f"{card.name}, {value}" if "value" in facets else card.name
    return PieceType(name, SHORTS.get(power, card.key), facets, POWERS.get(power, ""))


def _middle(view: TableView, ladder: Sequence[Card]) -> tuple[list[Zone], list[Piece]]:
    table = view.seen
    badges = [Badge(rule_in_force(view, ladder), "rule"), Badge(f"play goes {'left' if table.step == 1 else 'right'}")]
    zones = [
        Zone("draw", "Draw Pile", "pile", "table", table.draw_left, "len"),
        Zone("pile", "Play Pile", "pile", "table", len(table.pile), badges=tuple(badges)),
        Zone("gone", "Out of the game", "pile", "side", len(list_of(table.gone)), "len"),
    ]
    top = len(table.pile) - 1
    pieces = [
        Piece(f"pile:{place}", "pile", place, view.keys[kind], ("new",) if place == top else ())
        for place, kind in enumerate(table.pile)
    ]
    return zones, pieces


def rule_in_force(view: TableView, ladder: Sequence[Card]) -> str:
    """What the next card must do, in words."""
    table = view.seen
    if not table.pile:
        return "new pile: any card"
    if table.beat == 0:
        return "anything goes"
    beat = ladder[table.beat].fields["value"]
    through = ladder[table.pile[-1]].word("power", default="none") == "glass"
    return f"{'the glass shows' if through else 'meet or beat'} {beat}"


def _tiers(view: TableView, seat: int, names: Sequence[str]) -> tuple[list[Zone], list[Piece]]:
    """A player's hand, Table Cards and Mystery Cards."""
    player = view.seen.players[seat]
    mine = seat == view.seat
    whose = "Your" if mine else possessive(names[seat])
    open_hand = mine or len(list_of(player.hand)) == player.hand_size > len(list_of(player.known))
    area: Area = "self" if mine else "seat"
    hidden_table = bool(view.seen.choosing) and not mine and not open_hand
    wait_table = "after your hand is empty" if mine and player.hand_size and player.table_size else None
    wait_mystery = "after your Table Cards are gone" if mine and (player.hand_size or player.table_size) else None
    zones = [
        Zone(f"hand:{seat}", f"{whose} hand", "fan", area, player.hand_size, "visible" if open_hand else "len", seat),
        Zone(
            f"table:{seat}",
            f"{whose} Table Cards",
            "row",
            area,
            player.table_size,
            "len" if hidden_table else "visible",
            seat,
            dim=wait_table,
        ),
    ]
    pieces = []
    if open_hand:
        pieces += _row(f"hand:{seat}", [view.keys[kind] for kind in list_of(player.hand)])
    if not hidden_table:
        pieces += _row(f"table:{seat}", [view.keys[kind] for kind in list_of(player.table)])
    if player.mystery_left:
        zones.append(
            Zone(
                f"mystery:{seat}",
                f"{whose} Mystery Cards",
                "row",
                area,
                player.mystery_left,
                "order",
                seat,
                under=f"table:{seat}",
                dim=wait_mystery,
            )
        )
        pieces += [
            Piece(f"mystery:{seat}:{place + 1}", f"mystery:{seat}", place, None) for place in members(player.face_down)
        ]
    return zones, pieces


def _row(zone: str, keys: list[str]) -> list[Piece]:
    """Pieces named by card and copy, so that they keep their ids while others leave."""
    copies: dict[str, int] = {}
    pieces = []
    for place, key in enumerate(keys):
        copies[key] = copies.get(key, 0) + 1
        pieces.append(Piece(f"{zone}:{key}:{copies[key]}", zone, place, key))
    return pieces


def _prompt(view: TableView, ladder: Sequence[Card], actions: ActionTable, pieces: list[Piece]) -> Prompt | None:
    if not view.legal:
        return None
    table = view.seen
    me = table.players[view.seat]
    source = "hand" if me.hand_size else "table"
    mine = [piece for piece in pieces if piece.zone == f"{source}:{view.seat}"]
    can_play = any(isinstance(actions[action], Play) for action in view.legal)
    choices = tuple(_choice(actions, action, view, ladder, mine, can_play) for action in view.legal)
    if table.choosing:
        need = max(player.table_size + player.hand_size for player in table.players)
        left = "your Table Cards" if not me.table_size else "another Table Card"
        return Prompt(
            view.seat, "commit", f"Choose {left} from your {need - me.table_size} cards.", choices, help="set-up"
        )
    if not me.hand_size and not me.table_size:
        return Prompt(view.seat, "turn", "Flip one of your Mystery Cards.", choices, help="mystery-cards")
    from_where = "" if me.hand_size else "Your hand is empty: play a Table Card. "
    what = rule_in_force(view, ladder)
    rule = {"new pile: any card": "Start a new pile with any card", "anything goes": "Play anything"}.get(
        what, what[0].upper() + what[1:]
    )
    take = f", or take the pile ({len(table.pile)})" if table.pile else ""
    return Prompt(
        view.seat,
        "turn",
        f"{from_where}{rule}{take}.",
        choices,
        _blocked(view, ladder, mine, choices, pieces),
        "a-turn",
    )


def _choice(
    actions: ActionTable, action: int, view: TableView, ladder: Sequence[Card], mine: list[Piece], can_play: bool
) -> Choice:
    what = actions[action]
    text = actions.texts[action]
    names = {card.key: _piece_type(card).name for card in ladder}
    style: Style = "main"
    if isinstance(what, Lay):
        piece = next(piece.id for piece in mine if piece.type == what.card)
        return Choice(action, text, f"Lay {names[what.card]} on the table", pieces=(piece,))
    if isinstance(what, Flip):
        return Choice(action, text, f"Flip Mystery Card {what.place}", pieces=(f"mystery:{view.seat}:{what.place}",))
    if isinstance(what, PickUp):
        style = "danger" if can_play else "main"
        sure = "You could play. Take the pile anyway?" if can_play else ""
        return Choice(action, text, f"Take the pile ({len(view.seen.pile)})", style, zones=("pile",), confirm=sure)
    assert isinstance(what, Play)
    ids = [piece.id for piece in mine if piece.type == what.card][: what.count]
    ids += [piece.id for piece in mine if piece.type == what.moko][: what.mokos]
    times = f"{what.count} x " if what.count > 1 else ""
    wild = f" with {what.mokos} Moko" if what.mokos else ""
    return Choice(action, text, f"Play {times}{names[what.card]}{wild}", style, pieces=tuple(ids))


def _blocked(
    view: TableView, ladder: Sequence[Card], mine: list[Piece], choices: Sequence[Choice], pieces: list[Piece]
) -> tuple[Blocked, ...]:
    usable = {piece for choice in choices for piece in choice.pieces}
    types = {piece.id: piece.type for piece in pieces}
    usable_types = {types[piece] for piece in usable}
    low = tuple(piece.id for piece in mine if piece.type not in usable_types)
    table, me = view.seen, view.seen.players[view.seat]
    blocked = []
    if low:
        blocked.append(Blocked(low, f"You need {rule_in_force(view, ladder)} here."))
    later = tuple(piece.id for piece in pieces if piece.zone == f"table:{view.seat}") if me.hand_size else ()
    if later:
        blocked.append(Blocked(later, "Table Cards wait until your hand is empty."))
    covered = tuple(piece.id for piece in pieces if piece.zone == f"mystery:{view.seat}")
    if covered and not table.choosing:
        blocked.append(Blocked(covered, "Mystery Cards wait until your hand and Table Cards are gone."))
    return tuple(blocked)


def tell(event: Event, names: Sequence[str], cards: Mapping[str, str]) -> str:
    """A redacted event as one sentence."""
    name = names[event.seat] if event.seat is not None else ""

    def listed(keys: object) -> str:
        return (
            ", ".join(f"{cards[key]} ({key})" if key.isdigit() else cards[key] for key in keys)
            if isinstance(keys, list)
            else ""
        )

    facts = event.facts
    if event.kind == "turned up":
        card = listed([facts["card"]])
        return f"{card} is turned up" + (" and removed." if facts["removed"] else " to start the Play Pile.")
    if event.kind == "begins":
        return f"{says(name, 'begin', 'begins')}."
    if event.kind == "showed table cards":
        return f"{possessive(name)} Table Cards: {listed(facts['cards'])}."
    if event.kind == "played":
        return f"{says(name, 'play', 'plays')} {listed(facts['cards'])}."
    if event.kind == "flipped":
        end = "." if facts["fits"] else ": too low."
        return f"{says(name, 'flip', 'flips')} Mystery Card {facts['place']}: {listed([facts['card']])}{end}"
    if event.kind == "drew":
        if "cards" in facts:
            return f"{says(name, 'draw', 'draws')} {listed(facts['cards'])}."
        return f"{says(name, 'draw', 'draws')} {facts['count']}."
    if event.kind == "took the pile":
        taken = facts["cards"]
        return f"{says(name, 'take', 'takes')} the pile ({len(taken) if isinstance(taken, list) else 0})."
    if event.kind == "cleared the pile":
        return f"{'Cannon!' if facts['why'] == 'cannon' else 'Four of a kind!'} The pile is gone."
    if event.kind == "reversed":
        return f"The Lizard turns play to the {facts['direction']}."
    if event.kind == "finished":
        return f"{says(name, 'have', 'has')} sent every postcard!"
    if event.kind == "ended":
        return f"Game over. {facts['reason']}"
    return ""
