"""Who plays the seats that no learner plays."""

from collections.abc import Sequence

from parlour.bots import Bot, bots_for, check_count, find_bot
from parlour.core.batch import Rival
from parlour.games import AnyGame, find

Wanted = str | Sequence[str | Bot]


def bots(game: AnyGame, wanted: Wanted) -> list[Bot]:
    """The bots of the other seats, from the learner's left on."""
    return [find_bot(one).make(game) if isinstance(one, str) else one for one in _each(game, wanted)]


def rivals(game: AnyGame, wanted: Wanted) -> list[Rival]:
    """The same inside compiled code, where `random` and `normal` need nothing else."""
    return [_rival(game, one) for one in _each(game, wanted)]


def _each(game: AnyGame, wanted: Wanted) -> list[str | Bot]:
    given = [wanted] if isinstance(wanted, str) else list(wanted)
    if not given:
        bots_for([], game.seats - 1)
    check_count(len(given), game.seats - 1)
    return [given[place % len(given)] for place in range(game.seats - 1)]


def _rival(game: AnyGame, one: str | Bot) -> Rival:
    if isinstance(one, str):
        name = find_bot(one).name
        if name == "random":
            return Rival()
        if name in ("normal", "simple"):
            return Rival(find(game.slug).policy(game))
        one = find_bot(one).make(game)
    return Rival(None, one.choose)
