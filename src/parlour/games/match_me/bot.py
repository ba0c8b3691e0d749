"""A simple sensible Match Me player: asks where it knows or guesses the cards are, collects what is nearly complete."""

from collections.abc import Sequence

from parlour.core.bags import count_set, has, only
from parlour.core.rng import Rng
from parlour.games.match_me.actions import Ask, Discard, Take
from parlour.games.match_me.rules import MatchMe
from parlour.games.match_me.view import Notebook, TableView


def choose(game: MatchMe, view: TableView, legal: Sequence[int], rng: Rng) -> int:
    """The action of the simple sensible player."""
    book = view.notebook()
    liked = [(_worth(game, view, book, action), action) for action in legal]
    best = max(worth for worth, _ in liked)
    equal = [action for worth, action in liked if worth == best]
    return equal[rng.below(len(equal))]


def _worth(game: MatchMe, view: TableView, book: Notebook, action: int) -> float:
    """How much we like an action; stopping is worth nothing."""
    what = game.actions[action]
    if isinstance(what, Ask):
        return _ask(game, view, book, what.player - 1, game.categories.index(what.category))
    if isinstance(what, Take):
        return _take(game, view, what.count)
    if isinstance(what, Discard):
        return _discard(game, view, book, game.keys.index(what.card))
    return 0.0 if game.actions.texts[action] == "stop" else 100.0


def _ask(game: MatchMe, view: TableView, book: Notebook, seat: int, kind: int) -> float:
    """The cards we expect, more if they complete the group; going out is best of all."""
    hand = view.seen.players[view.seat].hand
    group = game.group[kind]
    missing = group & ~hand
    if missing == 0:
        # Only a way to reach the laying step: good if it empties the hand.
        return 50.0 if view.seen.step == 0 and hand == group else -1.0
    sure = int(count_set(missing & book.known[seat]))
    if sure == 0 and (has(book.void[seat], kind) or view.seen.players[seat].hand_size == 0):
        return -1.0
    elsewhere = 0
    for other in range(view.seats):
        elsewhere |= book.known[other]
    for card in view.seen.discards:
        elsewhere |= only(card)
    unknown = int(count_set(missing & ~elsewhere))
    others = sum(player.hand_size for player in view.seen.players) - view.seen.players[view.seat].hand_size
    share = float(view.seen.players[seat].hand_size) / float(others + view.seen.draw_left + 1)
    expected = sure + unknown * share + (1.0 if has(book.holds[seat], kind) and sure == 0 else 0.0)
    done = 1.0 - float(count_set(missing)) / float(count_set(group))
    whole = 3.0 if sure == count_set(missing) else 0.0
    return 0.2 + expected * (1.0 + done) + whole


def _take(game: MatchMe, view: TableView, count: int) -> float:
    """Groups the cards complete or bring on, less the burden of the others."""
    hand = view.seen.players[view.seat].hand
    after = hand
    for card in view.seen.discards[-count:]:
        after |= only(card)
    worth = -0.35 * count
    for kind in range(len(game.categories)):
        group = game.group[kind]
        before, now = int(count_set(hand & group)), int(count_set(after & group))
        if now > before:
            worth += 0.6 * (now - before) if before else 0.0
            worth += 4.0 if now == count_set(group) else 0.0
    return worth


def _discard(game: MatchMe, view: TableView, book: Notebook, card: int) -> float:
    """Part with the loneliest card, rather one nobody is known to collect."""
    hand = view.seen.players[view.seat].hand
    kind = game.category_of[card]
    held = float(count_set(hand & game.group[kind]))
    wanted = sum(has(book.holds[seat], kind) for seat in range(view.seats) if seat != view.seat)
    return -held / float(count_set(game.group[kind])) - 0.1 * wanted
