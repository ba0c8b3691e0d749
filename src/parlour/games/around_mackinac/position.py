"""Positions around Mackinac Island as readable data, both ways.

    {"turn": 0, "circle": ["ferry", "storm", ...], "pawn": 3, "face_up": [3], "fun": [3, 5], "stash": 1}

Places are counted clockwise from 1. `bundles` says what everybody can know: of each list of places, which cards
lie there together, but not in which order; left out, nothing is known. Whatever else is left out has its
natural value: the Center holds the rest of the Fun, and the game waits for a roll, or for a roll or a stop when
cards are face up. In the middle of a card, `phase` says for what, and `step` which direction of the card it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.bags import has, members, set_of
from parlour.core.errors import BadPosition, IllegalAction, quoted
from parlour.core.positions import Reader
from parlour.games.around_mackinac.effects import ROLL_AGAIN, SHOP, TAKE_MOST, most_fun
from parlour.games.around_mackinac.state import (
    AGAIN,
    GIFT,
    MAY_STOP,
    MUST_ROLL,
    OVER,
    PHASES,
    TARGET,
    Table,
    list_rolls,
    pack_rolls,
)
from parlour.games.around_mackinac.view import bundles, last_reveal

if TYPE_CHECKING:
    from parlour.games.around_mackinac.rules import AroundMackinac


def dump(table: Table, keys: tuple[str, ...], texts: tuple[str, ...]) -> dict[str, object]:
    """The whole position: card keys, places from 1."""
    return {
        "turn": table.turn,
        "turns": table.turns,
        "closing": table.closing,
        "phase": PHASES[table.phase],
        "step": table.step,
        "shopper": table.shopper,
        "gift": table.gift,
        "circle": [keys[kind] for kind in table.circle],
        "pawn": table.pawn + 1,
        "face_up": [place + 1 for place in members(table.face_up)],
        "bundles": [[place + 1 for place in places] for places in bundles(table)],
        "last_reveal": [place + 1 for place in last_reveal(table)],
        "fun": list(table.fun),
        "stash": table.stash,
        "center": table.center,
        "removed": table.removed,
        "last_seat": table.last_seat,
        "last_action": texts[table.last_action] if table.last_action >= 0 else "",
        "rolls": list_rolls(table.rolls),
    }


def load(data: Mapping[str, object], game: AroundMackinac) -> Table:
    """A table from a dumped or hand-written position."""
    read = Reader(data, game.title, game.keys)
    read.only(
        "turn",
        "turns",
        "closing",
        "phase",
        "step",
        "shopper",
        "gift",
        "circle",
        "pawn",
        "face_up",
        "bundles",
        "last_reveal",
        "fun",
        "stash",
        "center",
        "removed",
        "last_seat",
        "last_action",
        "rolls",
    )
    circle = read.cards("circle")
    if sorted(circle) != game.whole_deck:
        raise read.wrong("circle", f"must hold each of the {game.places} cards of the deck")
    chips = game.seats * game.chips_each
    fun = read.numbers("fun", 0, chips)
    if len(fun) != game.seats:
        raise read.wrong("fun", f"must have {game.seats} entries, not {len(fun)}")
    table = Table(circle, [], fun)
    table.turn = read.number("turn", 0, game.seats - 1)
    table.turns = read.number("turns", 0, game.most_turns)
    table.closing = read.flag("closing")
    if table.closing and not game.equal_turns:
        raise read.wrong("closing", "needs the option equal_turns")
    table.pawn = read.number("pawn", 1, game.places) - 1
    table.face_up = set_of(_places(read, game, "face_up"))
    table.up_count = len(members(table.face_up))
    _load_bundles(read, game, table)
    _load_fun(read, table, chips)
    _load_phase(read, game, table)
    table.last_seat = read.number("last_seat", -1, game.seats - 1)
    rolls = read.numbers("rolls", 1, 6)
    if len(rolls) > game.seats + 1:  # one for the pawn, one for each shopper
        raise read.wrong("rolls", f"must hold at most {game.seats + 1} rolls, not {len(rolls)}")
    table.rolls = pack_rolls(rolls)
    last = data.get("last_action", "")
    if last != "":
        try:
            table.last_action = game.actions.id_of(str(last))
        except IllegalAction:
            raise read.wrong("last_action", f"must be an action, not {quoted(last)}") from None
    return table


def _places(read: Reader, game: AroundMackinac, name: str) -> list[int]:
    places = [place - 1 for place in read.numbers(name, 1, game.places)]
    if len(set(places)) != len(places):
        raise read.wrong(name, "holds a place twice")
    return places


def _load_bundles(read: Reader, game: AroundMackinac, table: Table) -> None:
    rows = read.data.get("bundles", [list(range(1, game.places + 1))])
    if not isinstance(rows, list):
        raise read.wrong("bundles", f"must be a list of lists of places, not {quoted(rows)}")
    groups = [_places(Reader({"bundles": row}, game.title, ()), game, "bundles") for row in rows]
    if sorted(place for group in groups for place in group) != list(range(game.places)):
        raise read.wrong("bundles", f"must hold each of the {game.places} places once")
    latest = sorted(_places(read, game, "last_reveal"))
    if latest and (table.turns == 0 or latest not in [sorted(group) for group in groups]):
        raise read.wrong("last_reveal", "must be one of the bundles, after at least one turn")
    table.bundle = [0] * game.places
    for number, group in enumerate(groups, start=1):
        for place in group:
            # The bundle of the turn before carries that turn's number; any other number will do for the others.
            table.bundle[place] = table.turns if sorted(group) == latest else -number


def _load_fun(read: Reader, table: Table, chips: int) -> None:
    table.stash = read.number("stash", 0, chips)
    table.removed = read.number("removed", 0, chips)
    elsewhere = sum(table.fun) + table.stash + table.removed
    if elsewhere > chips:
        raise read.wrong("fun", f"is more than the {chips} chips there are")
    table.center = read.number("center", 0, chips, chips - elsewhere)
    if elsewhere + table.center != chips:
        raise read.wrong("center", f"must hold {chips - elsewhere}, so that there are {chips} chips in all")


def _load_phase(read: Reader, game: AroundMackinac, table: Table) -> None:
    natural = MAY_STOP if table.face_up else MUST_ROLL
    table.phase = phase = PHASES.index(read.word("phase", PHASES, PHASES[natural]))
    table.step = read.number("step", 0, 3)
    table.shopper = read.number("shopper", 0, game.seats - 1)
    table.gift = read.number("gift", 0, 6)
    if table.stash and not table.face_up:
        raise read.wrong("stash", "must be 0 before the first card of a turn")
    if phase != OVER and table.turns >= game.most_turns:
        raise read.wrong("turns", f"must be below {game.most_turns} while the game goes on")
    if phase == MUST_ROLL and not table.face_up:
        return
    if not has(table.face_up, table.pawn):
        # Only a Mack' Out leaves the pawn beside a card that was turned up before, and that is face up too.
        raise read.wrong("pawn", "must be beside a face-up card once there is one")
    kind = table.circle[table.pawn]
    name = game.cards[kind].name
    if phase == MUST_ROLL and game.directions.steps[kind][-1].verb != ROLL_AGAIN:
        raise read.wrong("phase", f"'roll' does not fit here: {name} does not forbid stopping")
    if phase in (MUST_ROLL, MAY_STOP, OVER):
        return
    verb = game.directions.verb(kind, table.step)
    if phase in (GIFT, AGAIN):
        if verb != SHOP or not table.gift or table.center == 0:
            raise read.wrong("phase", f"{PHASES[phase]!r} needs a roll in the gift shop and Fun in the Center")
        if phase == AGAIN and table.gift != game.directions.again[kind]:
            raise read.wrong("gift", "must be the number that may be rolled again")
    elif not 0 <= verb <= TAKE_MOST or (phase == TARGET and verb != TAKE_MOST):
        raise read.wrong("phase", f"{PHASES[phase]!r} does not fit direction {table.step} of {name}")
    if phase in (GIFT, PHASES.index("take")) and not game.take_optional:
        raise read.wrong("phase", f"{PHASES[phase]!r} needs the option take_optional")
    if phase == TARGET:
        most = most_fun(table, game.seats)
        tied = [seat for seat, pile in enumerate(table.fun) if seat != table.turn and pile == most]
        if most == 0 or len(tied) < 2:
            raise BadPosition(f"{game.title}: there is no tie for the most Fun to decide.")


def census(table: Table, keys: tuple[str, ...]) -> dict[str, int]:
    """Every card and every chip of the box, counted wherever it is."""
    found = {key: table.circle.count(kind) for kind, key in enumerate(keys)}
    found["fun"] = sum(table.fun) + table.stash + table.center + table.removed
    return found
