"""Rewards of a finished game, one per seat. They are zero until the game ends and always sum to zero."""

from typing import Literal, get_args

from parlour.core.errors import UnknownOption
from parlour.core.outcome import Outcome

Rewards = Literal["ranks", "win"]


def check_rewards(how: str) -> None:
    """Check the name of a reward scheme."""
    if how not in get_args(Rewards):
        raise UnknownOption(f"rewards takes {' or '.join(get_args(Rewards))}, not {how!r}.")


def loser_pays(seats: int, loser: int) -> list[float]:
    """The rewards of a game that a seat has lost alone, by an illegal action.

    >>> loser_pays(3, 1)
    [0.5, -1.0, 0.5]
    """
    return [-1.0 if seat == loser else 1.0 / (seats - 1) for seat in range(seats)]


def rewards_of(outcome: Outcome, how: Rewards) -> list[float]:
    """The seats' rewards, from -1 to 1.

    `ranks`: first place is 1, last is -1, the places between are spread evenly, equal ranks share their places.
    `win`: the winner gets 1, the others -1/(seats - 1) each; several winners share the one win.

    >>> from parlour.core.outcome import Ending
    >>> ending = Ending("done", "Done.")
    >>> rewards_of(Outcome((1, 2, 2, 4), (9, 5, 5, 0), ending), "ranks")
    [1.0, 0.0, 0.0, -1.0]
    >>> rewards_of(Outcome((1, 1, 3), (9, 9, 0), ending), "win")
    [0.25, 0.25, -0.5]
    """
    ranks = outcome.ranks
    others = len(ranks) - 1
    if how == "win":
        winners = ranks.count(1)
        return [((len(ranks) / winners if rank == 1 else 0.0) - 1.0) / others for rank in ranks]
    # Tied seats get the mean of the places they share.
    places = [rank - 1 + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1.0 - 2.0 * place / others for place in places]
