"""Why something cannot be done on Mackinac Island, and what the game waits for, in words."""

from parlour.core.game import TableView
from parlour.games.around_mackinac.actions import FROM, STOP
from parlour.games.around_mackinac.rules import MackinacRules
from parlour.games.around_mackinac.state import AGAIN, GIFT, MAY_STOP, MUST_ROLL, TAKING, TARGET, MackinacState

WAITS = {
    MUST_ROLL: "roll the die",
    MAY_STOP: "roll again or stop",
    TARGET: "choose whom to take from",
    TAKING: "take the Fun or leave it",
    GIFT: "take the gift or leave it",
    AGAIN: "roll again in the gift shop or leave",
}


def explain(game: MackinacRules, view: TableView[MackinacState], action: int) -> str:
    """One sentence on why the seat to act cannot do this."""
    table = view.seen
    if action == STOP and table.phase == MUST_ROLL:
        if table.up_count == 0:
            return "You must roll at least once."
        return f"{game.cards[table.circle[table.pawn]].name} forbids stopping."
    if action >= FROM and table.phase == TARGET:
        return "That player is not one of those with the most Fun."
    return f"{game.actions.texts[action]!r} is not possible now: {WAITS[table.phase]}."
