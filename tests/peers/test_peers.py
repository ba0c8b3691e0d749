"""Two games nobody here invented, played by Parlour's core and by OpenSpiel side by side, move by move.

After every decision both must agree on whose turn it is, what is legal, and what players observe (OpenSpiel's
tensor, written from our view); at the end on the returns. Luck is drawn by our engine and handed to OpenSpiel's chance
nodes, which must consider each outcome possible. `PARLOUR_PEER_GAMES=10000` plays more games of each kind.

Differences, all of them known and checked here:

- OpenSpiel's draws are chance nodes after the action that causes them; ours belong to the action. States are compared
  where a player is to act.
- `crazy_eights` documents that a number card costs its face value, but charges the card's place in the deck plus two
  (the nine of spades, card 31, costs 33). The test works out both and finds our scores and OpenSpiel's returns apart by
  exactly that.
- `go_fish` returns are 1 shared by the winners and -1 shared by the others, and zero if all win: worked out here from
  our ranks.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pytest

pyspiel = pytest.importorskip("pyspiel")

from parlour.core.chance import Sampled  # noqa: E402
from parlour.core.events import Event  # noqa: E402
from parlour.core.game import Game, Moves, State, View  # noqa: E402
from parlour.core.rng import Rng  # noqa: E402
from peers import crazy_eights, go_fish  # noqa: E402
from peers.crazy_eights import CARDS, EIGHT, RANKS, SUITS, CrazyEights, cost, rank_of  # noqa: E402
from peers.go_fish import GoFish  # noqa: E402
from peers.spiel import SpielGame, SpielState  # noqa: E402

GAMES = int(os.environ.get("PARLOUR_PEER_GAMES", "200"))

Tensor = npt.NDArray[np.float32]
S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def eights_tensor(game: CrazyEights, table: crazy_eights.Table, seat: int) -> Tensor:
    view = game.view(table, seat)
    kinds, deck = game.decks + 1, game.decks * CARDS + 1
    others = kinds * CARDS + CARDS + len(SUITS)
    values = np.zeros(others + deck * (game.seats - 1) + game.special, np.float32)
    values[np.arange(CARDS) * kinds + view.hand] = 1
    values[kinds * CARDS + view.top] = 1
    values[kinds * CARDS + CARDS + view.suit] = 1
    for other in range(1, game.seats):
        values[others + deck * (other - 1) + view.sizes[(seat + other) % game.seats]] = 1
    if game.special:
        values[-1] = view.direction == 1
    return values


def fish_tensor(game: GoFish, table: go_fish.Table, seat: int) -> Tensor:
    view = game.view(table, seat)
    cards = game.ranks * game.suits
    over = view.outcome is not None
    values: list[npt.ArrayLike] = [
        np.array(view.hand) / game.suits,
        [0, not over, 0, over, view.pool_size / cards],
        view.booked,
    ]
    for other in range(game.seats):
        values.append([other == view.turn, view.books[other] / game.ranks, view.sizes[other] / cards])
        known = [view.asked_for[other], view.was_asked[other], view.drawn_since[other], view.at_least[other]]
        values.append((np.array(known).T / [cards, 1, cards, game.suits]).ravel())
    return np.concatenate([np.asarray(part, np.float32) for part in values])


def luck_of(events: Sequence[Event]) -> list[int]:
    """What OpenSpiel's chance nodes have to bring, from what happened in our game."""
    luck = []
    for event in events:
        dealer, card = event.get("dealer"), event.get("card")
        if event.kind == "dealer" and isinstance(dealer, int):
            luck.append(CARDS + dealer)
        elif isinstance(card, int):
            luck.append(card)
    return luck


def hand_over(peer: SpielState, luck: list[int]) -> None:
    for outcome in luck:
        assert peer.is_chance_node()
        assert outcome in [possible for possible, _ in peer.chance_outcomes()]
        peer.apply_action(outcome)
    assert not peer.is_chance_node()


def compare(game: Game[S, V], table: S, peer: SpielState, observed: Callable[[int], Tensor], decisions: int) -> None:
    actor = peer.current_player()
    over = peer.is_terminal()
    assert over == (game.outcome(table) is not None)
    assert over or game.to_act(table) == (actor,)
    for seat in range(game.seats):
        assert game.legal(table, seat) == (peer.legal_actions() if seat == actor and not over else [])
    # The player to act, and one other player in turn; at the end everybody.
    for seat in range(game.seats) if over else {actor, decisions % game.seats}:
        apart = np.abs(np.asarray(peer.observation_tensor(seat), np.float32) - observed(seat))
        assert apart.max() < 1e-6, f"seat {seat} observes something else at {apart.argmax()}"


def play_side_by_side(
    game: Game[S, V], peer_game: SpielGame, tensor: Callable[[S, int], Tensor], seed: str
) -> tuple[S, SpielState, int]:
    chance, rng = Sampled(Rng("peer luck", seed)), Rng("peer moves", seed)
    events: list[Event] = []
    table = game.new(chance, events.append)
    peer = peer_game.new_initial_state()
    hand_over(peer, luck_of(events))

    def observed(seat: int) -> Tensor:
        return tensor(table, seat)

    compare(game, table, peer, observed, 0)
    decisions = 0
    while (seat := game.actor(table)) >= 0:
        legal = game.legal(table, seat)
        action = legal[rng.below(len(legal))]
        events.clear()
        game.apply(table, seat, action, chance, events.append)
        peer.apply_action(action)
        hand_over(peer, luck_of(events))
        decisions += 1
        compare(game, table, peer, observed, decisions)
    return table, peer, decisions


Options = dict[str, int]

EIGHTS: list[Options] = [
    {"players": 2},
    {"players": 3, "use_special_cards": True},
    {"players": 4, "reshuffle": True, "max_turns": 60},
    {"players": 5, "use_special_cards": True, "reshuffle": True},
    {"players": 6, "use_special_cards": True, "max_draw_cards": 3},
]


@pytest.mark.parametrize("options", EIGHTS, ids=str)
def test_crazy_eights(options: Options) -> None:
    peer_game = pyspiel.load_game("crazy_eights", options)
    game = CrazyEights(seats=options["players"], **{key: value for key, value in options.items() if key != "players"})
    for number in range(-(-GAMES // len(EIGHTS))):
        table, peer, _ = play_side_by_side(game, peer_game, partial(eights_tensor, game), f"eights {options} {number}")
        outcome = game.outcome(table)
        assert outcome is not None
        for seat, hand in enumerate(table.hands):
            # The documented cost, and what OpenSpiel charges for number cards: see the head of this file.
            numbers = [card for card in range(CARDS) if rank_of(card) not in (EIGHT, *range(9, len(RANKS)))]
            too_much = sum(hand[card] * (card + 2 - cost(card)) for card in numbers)
            assert peer.returns()[seat] == outcome.scores[seat] - too_much


FISH: list[Options] = [
    {"players": 2},
    {"players": 3, "ask_after_empty_draw": False},
    {"players": 4},
    {"players": 3, "ranks": 8, "suits": 3, "end_on_first_out": True},
    {"players": 2, "ranks": 8, "end_on_first_out": True, "most_books_wins": False},
]


def fish_returns(ranks: tuple[int, ...]) -> list[float]:
    winners = ranks.count(1)
    if winners == len(ranks):
        return [0.0] * winners
    return [1 / winners if rank == 1 else -1 / (len(ranks) - winners) for rank in ranks]


@pytest.mark.parametrize("options", FISH, ids=str)
def test_go_fish(options: Options) -> None:
    peer_game = pyspiel.load_game("go_fish", options)
    game = GoFish(seats=options["players"], **{key: value for key, value in options.items() if key != "players"})
    for number in range(-(-GAMES // len(FISH))):
        table, peer, _ = play_side_by_side(game, peer_game, partial(fish_tensor, game), f"fish {options} {number}")
        outcome = game.outcome(table)
        assert outcome is not None
        assert peer.returns() == pytest.approx(fish_returns(outcome.ranks))


def test_a_wrong_rule_is_noticed() -> None:
    """Were our rules wrong, the comparison would say so: here eights may not be played on anything."""

    class NoWildEights(CrazyEights):
        def list_legal(self, table: crazy_eights.Table, seat: int, out: Moves) -> None:
            super().list_legal(table, seat, out)
            if seat == table.turn and not table.naming:
                kept = [action for action in out.as_list() if action >= CARDS or rank_of(action) != EIGHT]
                out.count = 0
                for action in kept:
                    out.add(action)

    wrong, peer_game = NoWildEights(seats=2), pyspiel.load_game("crazy_eights(players=2)")
    with pytest.raises(AssertionError):
        for number in range(20):
            play_side_by_side(wrong, peer_game, partial(eights_tensor, wrong), f"wrong {number}")
