"""Why something cannot be done in St. Croix, with the names of cards and of the rule in force."""

from parlour.core.actions import Action
from parlour.core.bags import count_of
from parlour.core.game import TableView
from parlour.core.sentences import tallied
from parlour.games.st_croix.actions import Flip, Lay, PickUp, Play
from parlour.games.st_croix.rules import StCroixRules
from parlour.games.st_croix.state import StCroixState


def name_of(game: StCroixRules, key: str) -> str:
    """A card's name with the value that counts: `Cane Bay (7)`, `Moko Jumbie`."""
    return game.words[""][key]


def listed(game: StCroixRules, keys: list[str]) -> str:
    """Cards in words: `2 x Cane Bay (7), Moko Jumbie`."""
    return tallied([name_of(game, key) for key in keys])


def rule_in_force(game: StCroixRules, view: TableView[StCroixState]) -> str:
    """What the next card must do, in words."""
    table = view.seen
    if not table.pile:
        return "new pile: any card"
    if table.beat == 0:
        return "anything goes"
    top = table.pile[-1]
    through = f", seen through the {game.ladder[top].name}" if game.see_through(top) else ""
    return f"meet or beat {game.values[game.keys[table.beat]]}{through}"


def high_enough(game: StCroixRules, view: TableView[StCroixState], key: str | None) -> bool:
    """Does a card meet or beat what lies on the pile?"""
    return key is not None and game.keys.index(key) >= view.seen.beat


def explain(game: StCroixRules, view: TableView[StCroixState], action: int) -> str:
    """One sentence on why the seat to act cannot do this."""
    what: Action = game.actions[action]
    me = view.seen.players[view.seat]
    if view.seen.choosing:
        if isinstance(what, Lay):
            return f"You do not have {name_of(game, what.card)}."
        return "First choose your Table Cards."
    if isinstance(what, Lay):
        return "The Table Cards have been chosen."
    if isinstance(what, PickUp):
        return why_not_pick_up(view)
    if isinstance(what, Flip):
        if me.hand_size or me.table_size:
            return "Mystery Cards wait until your hand and Table Cards are gone."
        return f"Mystery Card {what.place} has been flipped already."
    assert isinstance(what, Play)
    return _why_not_play(game, view, what)


def _why_not_play(game: StCroixRules, view: TableView[StCroixState], what: Play) -> str:
    me = view.seen.players[view.seat]
    if not me.hand_size and not me.table_size:
        return "Only your Mystery Cards are left: flip one."
    bag = me.hand if me.hand_size else me.table
    kind = game.keys.index(what.card)
    if count_of(bag, kind) < what.count or (what.mokos and count_of(bag, game.moko) < what.mokos):
        if me.hand_size and count_of(me.table, kind) and not count_of(bag, kind):
            return "Table Cards wait until your hand is empty."
        wanted = listed(game, [what.card] * what.count + [what.moko] * what.mokos)
        return f"You do not have {wanted} {'in your hand' if me.hand_size else 'on the table'}."
    if not high_enough(game, view, what.card):
        return f"{name_of(game, what.card)} is too low: {rule_in_force(game, view)}."
    if not me.hand_size and not game.table_sets and what.count + what.mokos > 1:
        return "Table Cards are played one at a time."
    return "A special card cannot be your last one."


def why_not_pick_up(view: TableView[StCroixState]) -> str:
    """Why the pile cannot be taken."""
    me = view.seen.players[view.seat]
    if not view.seen.pile:
        return "There is no pile to take: start a new one."
    if not me.hand_size and not me.table_size:
        return "Now you must flip a Mystery Card."
    return "You can play, so you cannot take the pile."
