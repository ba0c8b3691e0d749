"""Completes a position around Mackinac Island, and refuses impossible ones.

    {"turn": 0, "circle": ["ferry", "storm", ...], "pawn": 3, "face_up": [3], "fun": [3, 5], "stash": 1}

Places are counted clockwise from 1. `bundles` says what everybody can know: of each list of places, which cards
lie there together, but not in which order; left out, nothing is known. The Center holds the rest of the Fun. Without
a `phase`, the game waits for a roll, or for a roll or a stop when cards are face up. In the middle of a card, `phase`
says for what, and `step` which direction of the card it is.
"""

from parlour.core.bags import has
from parlour.core.errors import BadPosition
from parlour.core.positions import Reader
from parlour.games.around_mackinac.directions import ROLL_AGAIN, SHOP, TAKE_MOST
from parlour.games.around_mackinac.effects import most_fun
from parlour.games.around_mackinac.rules import MackinacRules
from parlour.games.around_mackinac.state import (
    AGAIN,
    GIFT,
    MAY_STOP,
    MUST_ROLL,
    OVER,
    PHASES,
    TAKING,
    TARGET,
    MackinacState,
)


def complete(game: MackinacRules, table: MackinacState, read: Reader) -> None:
    """Complete a position that was read, or refuse it."""
    if table.closing and not game.equal_turns:
        raise read.wrong("closing", "needs the option equal_turns")
    chips = game.seats * game.chips_each
    table.center = chips - sum(table.fun) - table.stash - table.removed
    if table.center < 0:
        raise read.wrong("fun", f"is more than the {chips} chips there are")
    if table.stash and not table.face_up:
        raise read.wrong("stash", "must be 0 before the first card of a turn")
    if table.face_up and not read.has("phase"):
        table.phase = MAY_STOP
    if table.phase != OVER and table.turns >= game.most_turns:
        raise read.wrong("turns", f"must be below {game.most_turns} while the game goes on")
    if table.phase != MUST_ROLL or table.face_up:
        _check_turn(game, table, read)


def _check_turn(game: MackinacRules, table: MackinacState, read: Reader) -> None:
    """In the middle of a turn, the phase fits the card beside the pawn."""
    if not has(table.face_up, table.pawn):
        # Only a Mack' Out leaves the pawn beside a card that was turned up before, and that is face up too.
        raise read.wrong("pawn", "must be beside a face-up card once there is one")
    phase = table.phase
    kind = table.circle[table.pawn]
    name = game.cards[kind].name
    if phase == MUST_ROLL and game.directions.of_card[kind][-1].verb != ROLL_AGAIN:
        raise read.wrong("phase", f"'roll' does not fit here: {name} does not forbid stopping")
    if phase in (MUST_ROLL, MAY_STOP, OVER):
        return
    verb = game.directions.verb(kind, table.direction)
    if phase in (GIFT, AGAIN):
        if verb != SHOP or not table.gift or table.center == 0:
            raise read.wrong("phase", f"{PHASES[phase]!r} needs a roll in the gift shop and Fun in the Center")
        if phase == AGAIN and table.gift != game.directions.again[kind]:
            raise read.wrong("gift", "must be the number that may be rolled again")
    elif not 0 <= verb <= TAKE_MOST or (phase == TARGET and verb != TAKE_MOST):
        raise read.wrong("phase", f"{PHASES[phase]!r} does not fit direction {table.direction} of {name}")
    if phase in (GIFT, TAKING) and not game.take_optional:
        raise read.wrong("phase", f"{PHASES[phase]!r} needs the option take_optional")
    if phase == TARGET:
        most = most_fun(table)
        tied = [seat for seat, pile in enumerate(table.fun) if seat != table.turn and pile == most]
        if most == 0 or len(tied) < 2:
            raise BadPosition(f"{game.title}: there is no tie for the most Fun to decide.")
