"""Networks trained by self-play (`parlour train`), found in their game's folder: to play by, or to guide a search."""

import logging
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from parlour.bots.choices import Choice, RatedMove, may_wait, moves_of
from parlour.bots.guide import Guide
from parlour.bots.layout import layout_of
from parlour.bots.network import Network, NetworkGuide, NetworkMove
from parlour.bots.weights import BadNetwork, Stored, unpack
from parlour.core.game import View
from parlour.core.rng import Rng
from parlour.games import AnyGame, find

log = logging.getLogger(__name__)

FILE = "expert.net"
"""The trained network in a game's folder."""


class NetworkBot:
    """Plays by a trained network alone, without a search. Where none fits, the rule of thumb decides."""

    def __init__(self, game: AnyGame, stored: Stored | None = None) -> None:
        self.choice: Choice
        try:
            self.choice = network_move(game, _shipped(game.slug) if stored is None else stored)
        except BadNetwork as error:
            if stored is not None:
                raise
            _warn(str(error))
            self.choice = RatedMove(find(game.slug).policy(game))
        self.policy = find(game.slug).policy(game)
        self.game = game

    def choose(self, view: View, legal: Sequence[int], rng: Rng) -> int:
        """The action the network likes best; out of turn, what the rule of thumb says."""
        if isinstance(self.choice, NetworkMove):
            return self.choice.choose_by_view(view, moves_of(legal), may_wait(view), rng)
        world = self.policy.table_of(self.game, view, Rng("any world"))
        return self.choice.choose(world, view.seat, moves_of(legal), may_wait(view), rng)


def guide_of(game: AnyGame) -> Guide | None:
    """The game's network as the guide of a search; None if none fits, and the log says why."""
    try:
        return network_move(game, _shipped(game.slug)).guide
    except BadNetwork as error:
        _warn(str(error))
        return None


def network_move(game: AnyGame, stored: Stored) -> NetworkMove:
    """A network at a table of a game, or BadNetwork if the two do not fit."""
    layout = layout_of(game.slug)
    spoken = f"{game.title} ({game.seats} seats)"
    if stored.game != game.slug:
        raise BadNetwork(f"The network was trained on {stored.game}, not on {game.slug}.")
    if stored.layout != layout.digest:
        raise BadNetwork(f"{game.title}: the network was trained on another observation. Train it again.")
    if game.seats not in stored.seats:
        raise BadNetwork(f"No network of {spoken} has been shown to be stronger than the rule of thumb.")
    columns = layout.columns(game)
    outputs = layout.outputs(game)
    if columns is None or outputs is None:
        raise BadNetwork(f"The network of {spoken} does not know this deck or these house rules.")
    policy = find(game.slug).policy(game)
    liked = len(layout.numbers)
    guide = NetworkGuide(game, policy, _network(stored), columns, outputs, liked, layout.seats_input(game))
    return NetworkMove(guide)


@lru_cache(maxsize=16)
def _shipped(slug: str) -> Stored:
    """The network in a game's folder."""
    entry = find(slug)
    file = resources.files(entry.folder).joinpath(FILE)
    if not file.is_file():
        raise BadNetwork(f"{entry.about.title} has no trained network.")
    return unpack(file.read_bytes(), f"The network of {entry.about.title}")


_networks: dict[int, tuple[Stored, Network]] = {}


def _network(stored: Stored) -> Network:
    """The network of a file, made once: it takes a moment, and its buffers are used by one decision at a time."""
    if id(stored) not in _networks:
        _networks[id(stored)] = stored, Network(stored)
    return _networks[id(stored)][1]


@lru_cache(maxsize=64)
def _warn(sentence: str) -> None:
    """Say once why there is no network."""
    log.warning("%s Expert plays without a network here.", sentence)
