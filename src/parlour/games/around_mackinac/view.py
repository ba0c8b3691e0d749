"""What one seat may know of the table, and the worlds that fit it.

Everything but the face-down cards is public, and everybody has seen the same cards turned up, so all seats know
the same. A view holds a table like the true one in which each bundle's face-down cards (see state.py) lie in
order of kind instead of their true order; mixing every bundle gives all worlds that fit, each equally likely.
"""

from typing import final

from mypy_extensions import i64

from parlour.core.bags import has, members
from parlour.core.encoding import flags, mark
from parlour.core.game import Header, View
from parlour.core.rng import Rng
from parlour.games.around_mackinac.state import PHASES, Table, copy_table, list_rolls


@final
class TableView(View):
    """The table as a seat sees it; the face-down cards of `seen` are sorted within their bundles."""

    def __init__(
        self,
        header: Header,
        seen: Table,
        keys: tuple[str, ...],
        texts: tuple[str, ...],
    ) -> None:
        super().__init__(header)
        self.seen = seen
        self.keys = keys
        self.texts = texts

    def face_up_cards(self) -> list[str]:
        """The cards face up now, clockwise."""
        return [self.keys[self.seen.circle[place]] for place in members(self.seen.face_up)]

    def table_facts(self) -> dict[str, object]:
        table = self.seen
        return {
            "turn": table.turn,
            "turns": table.turns,
            "closing": table.closing,
            "phase": PHASES[table.phase],
            "step": table.step,
            "shopper": table.shopper,
            "gift": table.gift,
            "pawn": table.pawn + 1,
            "fun": list(table.fun),
            "stash": table.stash,
            "center": table.center,
            "removed": table.removed,
            "face_up": [[place + 1, self.keys[table.circle[place]]] for place in members(table.face_up)],
            "bundles": [
                {"places": [place + 1 for place in places], "cards": [self.keys[table.circle[p]] for p in places]}
                for places in face_down_bundles(table)
            ],
            "last_reveal": [place + 1 for place in last_reveal(table)],
            "last_seat": table.last_seat,
            "last_action": self.texts[table.last_action] if table.last_action >= 0 else "",
            "rolls": list_rolls(table.rolls),
        }


def bundles(table: Table) -> list[list[int]]:
    """The places of each bundle, face-up ones too, in order of their first place."""
    found: dict[int, list[int]] = {}
    for place, bundle in enumerate(table.bundle):
        found.setdefault(bundle, []).append(place)
    return list(found.values())


def face_down_bundles(table: Table) -> list[list[int]]:
    """The places of each bundle that are face down now."""
    down = [[place for place in places if not has(table.face_up, place)] for places in bundles(table)]
    return sorted([places for places in down if places])


def last_reveal(table: Table) -> list[int]:
    """The places whose cards were turned up in the turn before this one."""
    if table.turns == 0:
        return []
    return [place for place, bundle in enumerate(table.bundle) if bundle == table.turns]


def look(table: Table) -> Table:
    """A copy of the table that tells nothing about the order of face-down cards within a bundle."""
    seen = copy_table(table)
    circle = table.circle.copy()
    bundle = table.bundle
    count: i64 = len(circle)
    place: i64 = 0
    while place < count:
        if not has(table.face_up, place):
            mine: i64 = bundle[place]
            other = place + 1
            while other < count:
                if bundle[other] == mine and circle[other] < circle[place] and not has(table.face_up, other):
                    circle[place], circle[other] = circle[other], circle[place]
                other += 1
        place += 1
    seen.circle = circle
    return seen


def fill_in(view: TableView, rng: Rng) -> Table:
    """A world that fits the view: the face-down cards of every bundle are shuffled."""
    table = copy_table(view.seen)
    circle = table.circle.copy()
    bundle = table.bundle
    place: i64 = len(circle) - 1
    while place > 0:
        if not has(table.face_up, place):
            mine: i64 = bundle[place]
            earlier: i64 = 0
            other: i64 = 0
            while other < place:
                if bundle[other] == mine and not has(table.face_up, other):
                    earlier += 1
                other += 1
            if earlier > 0:
                pick = rng.below(earlier + 1)
                if pick < earlier:  # exchange with that one of the earlier places, otherwise stay
                    other = -1
                    while pick >= 0:
                        other += 1
                        if bundle[other] == mine and not has(table.face_up, other):
                            pick -= 1
                    circle[place], circle[other] = circle[other], circle[place]
        place -= 1
    table.circle = circle
    return table


def chances(view: TableView, steps: int, kinds: int) -> list[float]:
    """How likely each kind of card lies so many steps ahead of the pawn, face-up cards being certain."""
    table = view.seen
    place = (table.pawn + steps) % len(table.circle)
    if has(table.face_up, place):
        return mark(table.circle[place], kinds)
    found = [0.0] * kinds
    among = [
        other
        for other, bundle in enumerate(table.bundle)
        if bundle == table.bundle[place] and not has(table.face_up, other)
    ]
    for other in among:
        found[table.circle[other]] += 1 / len(among)
    return [min(1.0, share) for share in found]


def encode_view(view: TableView, kinds: int, chips: int, most_turns: int) -> dict[str, list[float]]:
    """The view as numbers: places from the pawn clockwise, players to the left, the viewer first."""
    table = view.seen
    places = len(table.circle)
    order = view.around()
    return {
        "cards": [share for steps in range(places) for share in chances(view, steps, kinds)],
        "face_up": flags([has(table.face_up, (table.pawn + i) % places) for i in range(places)]),
        "fun": [float(table.fun[seat]) / chips for seat in order],
        "stash": [float(table.stash) / chips],
        "center": [float(table.center) / chips],
        "removed": [float(table.removed) / chips],
        "phase": mark(table.phase, len(PHASES)),
        "turn": flags([seat == table.turn for seat in order]),
        "to_act": flags([seat in view.to_act for seat in order]),
        "gift": [float(table.gift) / 6.0],
        "closing": flags([table.closing]),
        "turns": [float(table.turns) / most_turns],
    }
