"""The scene of a game that has none of its own, drawn from its schema.

Fields with cards are zones, numbers of players are counters, words and flags are badges. What a viewer may not see is
counted if its number is known, and left out otherwise. Each legal action is a choice; `Action.label` says it in words
and `Action.touches` what a player taps for it.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar, cast

from parlour.core.actions import ActionTable, Touches
from parlour.core.bags import members
from parlour.core.cards import Card, Deck
from parlour.core.fields import (
    Bag,
    CardField,
    Flag,
    Number,
    NumberList,
    OneCard,
    Pile,
    Places,
    Seat,
    SeatNumbers,
    Seats,
    Word,
)
from parlour.core.scene import (
    Area,
    Badge,
    Choice,
    Ended,
    Facet,
    Layout,
    Piece,
    PieceType,
    Player,
    Policy,
    Prompt,
    Scene,
    Waiting,
    Zone,
    result_of,
)
from parlour.core.schema import Each, Field, Schema

T = TypeVar("T")

FACTS = "table facts"
"""The zone with words and numbers that are nobody's. No field has a name with a blank."""


class Shown(Protocol):
    """A game, as far as it is drawn."""

    actions: ActionTable
    deck: Deck
    words: dict[str, dict[str, str]]

    @property
    def slug(self) -> str:
        """The game's name in addresses."""

    @property
    def title(self) -> str:
        """The game's name as shown to people."""


class Seen(Protocol):
    """A view, as far as it is drawn."""

    seat: int
    seats: int
    to_act: tuple[int, ...]
    legal: list[int]

    @property
    def outcome(self) -> Ended | None:
        """How the game ended."""


def default_scene(game: Shown, schema: Schema[T], view: Seen, table: T, names: Sequence[str], goal: str = "") -> Scene:
    """The scene of a view whose `table` holds only what the viewer may see."""
    drawing = Drawing(game, view, table)
    for field in schema.fields:
        drawing.add(field)
    drawing.add_facts()
    players = [
        Player(seat, names[seat], drawing.counters[seat], tuple(drawing.badges[seat])) for seat in range(view.seats)
    ]
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase="Game over" if view.outcome else "Playing",
        players=tuple(players),
        types=drawing.types,
        zones=tuple(drawing.zones.values()),
        pieces=tuple(drawing.pieces),
        prompt=drawing.prompt(),
        waiting=tuple(Waiting(seat, "choose what to do") for seat in view.to_act),
        result=result_of(view.outcome, []),
        note=game.deck.remark(),
        goal=goal,
    )


class Drawing:
    """A scene on its way."""

    def __init__(self, game: Shown, view: Seen, table: object) -> None:
        self.game = game
        self.view = view
        self.table = table
        self.types = {card.key: _piece_type(card) for card in game.deck.cards}
        self.zones: dict[str, Zone] = {}
        self.pieces: list[Piece] = []
        self.counters: list[dict[str, int]] = [{} for _ in range(view.seats)]
        self.badges: list[list[Badge]] = [[] for _ in range(view.seats)]
        self.facts: list[Badge] = []
        self.per_seat: dict[str, bool] = {}  # the names of fields that can be touched: has each seat one?

    # Fields

    def add(self, field: Field) -> None:
        """Draw a field of the table."""
        if isinstance(field, Each):
            for seat, holder in enumerate(field.holders(self.table)):
                for part in field.fields:
                    self._add_one(part, holder, seat)
        elif isinstance(field, SeatNumbers) and field.label:
            for seat, value in enumerate(field.values(self.table)):
                self.counters[seat][field.label] = value
        elif isinstance(field, Seats) and field.label:
            for seat in field.cards(self.table):
                self.badges[seat].append(Badge(field.label))
        else:
            self._add_one(field, self.table, None)

    def add_facts(self) -> None:
        """Draw what is neither a zone nor a player's."""
        if self.facts:
            self.zones[FACTS] = Zone(FACTS, "Table", "text", "side", 0, badges=tuple(self.facts))

    def _add_one(self, field: Field, holder: object, owner: int | None) -> None:
        label = field.label
        hidden = field.seen_by.excludes(owner is not None and owner == self.view.seat, self.table)
        if isinstance(field, CardField) and field.counts:
            self.per_seat[field.name] = owner is not None
            if label:
                self._add_cards(field, label, holder, owner, hidden)
        elif label and not hidden:
            self._add_value(field, label, holder, owner)

    def _add_value(self, field: Field, label: str, holder: object, owner: int | None) -> None:
        if isinstance(field, Seat):
            return  # whose turn it is, the scene says in its own way
        if isinstance(field, Number) and owner is not None:
            self.counters[owner][label] = field.value(holder) + field.offset
            return
        text = label
        if isinstance(field, Number | Word):
            text = f"{label}: {field.write(holder)}"
        elif isinstance(field, OneCard):
            text = f"{label}: {', '.join(self._name(key) for key in field.kinds.names(field.cards(holder))) or 'none'}"
        elif isinstance(field, NumberList):
            text = f"{label}: {', '.join(map(str, field.values(holder)))}"
        elif not isinstance(field, Flag) or not field.write(holder):
            return
        (self.facts if owner is None else self.badges[owner]).append(Badge(text))

    # Cards

    def _add_cards(self, field: CardField, label: str, holder: object, owner: int | None, hidden: bool) -> None:
        zone = _zone_id(field.name, owner)
        pieces = self._pieces(field, zone, holder, hidden)
        count = _count(field, holder, hidden)
        if pieces is None and count is None:
            return  # not even its number is known
        policy: Policy = "len" if pieces is None else "order" if hidden else "visible"
        area: Area = "table" if owner is None else "self" if owner == self.view.seat else "seat"
        shown = len(pieces or ()) if count is None else count
        self.zones[zone] = Zone(zone, label, _layout(field, owner), area, shown, policy, owner)
        self.pieces += pieces or []

    def _pieces(self, field: CardField, zone: str, holder: object, hidden: bool) -> list[Piece] | None:
        if isinstance(field, Places):
            places = members(field.taken(holder))
            cards = [None] * len(places) if hidden else field.cards(holder)
            return [self._piece(field, zone, place, card, place + 1) for place, card in zip(places, cards, strict=True)]
        if hidden:
            return None
        copies: dict[int, int] = {}
        pieces: list[Piece] = []
        for place, card in enumerate(field.cards(holder)):
            copies[card] = copies.get(card, 0) + 1
            # A card of a bag keeps its id while others leave; one of a pile keeps its place.
            name = f"{field.kinds.keys[card]}:{copies[card]}" if isinstance(field, Bag) else place + 1
            pieces.append(self._piece(field, zone, place, card, name))
        return pieces

    def _piece(self, field: CardField, zone: str, place: int, card: int | None, name: int | str) -> Piece:
        key = None if card is None else field.kinds.keys[card]
        if key is not None and key not in self.types:
            self.types[key] = PieceType(self._name(key), key)
        number = place + 1 if isinstance(field, Places) else None
        return Piece(f"{zone}:{name}", zone, place, key, number=number)

    def _name(self, key: str) -> str:
        return self.game.words[""].get(key, key)

    # Choices

    def prompt(self) -> Prompt | None:
        """What the viewer is asked, with every legal action."""
        view = self.view
        if not view.legal:
            return None
        names = {key: kind.name for key, kind in self.types.items()}
        choices = tuple(self._choice(action, names) for action in view.legal)
        if view.seat not in view.to_act:
            return Prompt(view.seat, "react", "You may act out of turn.", choices)
        if len(view.to_act) > 1:
            return Prompt(view.seat, "commit", "Choose; the others choose at the same time.", choices)
        return Prompt(view.seat, "turn", "It is your turn.", choices)

    def _choice(self, action: int, names: Mapping[str, str]) -> Choice:
        what = self.game.actions[action]
        text = self.game.actions.texts[action]
        touched = what.touches()
        zones = self._touched_zones(touched)
        pieces = self._touched_pieces(touched, zones)
        only_zones = () if touched.cards or touched.places else tuple(zone for zone in zones if zone in self.zones)
        return Choice(action, text, what.label(names), pieces=pieces, zones=only_zones, seats=touched.seats)

    def _touched_zones(self, touched: Touches) -> list[str]:
        zones: list[str] = []
        for name in touched.fields:
            if name not in self.per_seat:
                raise ValueError(f"an action touches {name!r}, but the schema has no such cards")
            owners: Sequence[int | None] = (touched.seats or (self.view.seat,)) if self.per_seat[name] else (None,)
            zones += [_zone_id(name, owner) for owner in owners]
        return zones

    def _touched_pieces(self, touched: Touches, zones: Sequence[str]) -> tuple[str, ...]:
        """The pieces of an action: each card and place is found where it lies."""
        if not zones:
            zones = [zone.id for zone in self.zones.values() if zone.area == "self"]
        near = [piece for zone in zones for piece in self.pieces if piece.zone == zone]
        found: list[str] = []
        for key in touched.cards:
            found += [piece.id for piece in near if piece.type == key and piece.id not in found][:1]
        for place in touched.places:
            found += [piece.id for piece in near if piece.number == place][:1]
        return tuple(found)


def _zone_id(name: str, owner: int | None) -> str:
    return name if owner is None else f"{name}:{owner}"


def _count(field: CardField, holder: object, hidden: bool) -> int | None:
    """How many cards lie in a field; None if a viewer who may not see them does not know it."""
    counter = field.size if isinstance(field, Bag) else field.left if isinstance(field, Pile) else ""
    if counter:
        return cast(int, getattr(holder, counter))
    return None if hidden else len(field.cards(holder))


def _layout(field: CardField, owner: int | None) -> Layout:
    if field.layout is not None:
        return field.layout
    if isinstance(field, Pile):
        return "pile"
    return "fan" if owner is not None and isinstance(field, Bag) and not field.seen_by.others else "row"


def _piece_type(card: Card) -> PieceType:
    facets: dict[str, Facet] = {}
    for name, value in card.fields.items():
        if isinstance(value, list):
            facets[name] = tuple(str(one) for one in value)
        elif isinstance(value, int | str):
            facets[name] = value
    text = facets.pop("text", "")
    return PieceType(card.name, card.key, facets, str(text))
