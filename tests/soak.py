"""Plays many random games of every game; none may fail or run for ever.

python tests/soak.py [games per game] [slug ...]
"""

import sys
import time

import parlour
from parlour.core.chance import Sampled
from parlour.core.game import NOBODY
from parlour.core.rng import Rng
from parlour.games import AnyGame, all_games

GAMES = 100_000


def play_many(game: AnyGame, count: int, seed: str) -> tuple[int, int]:
    """Play games with random actions; returns the decisions in all and in the longest game."""
    rng, luck = Rng("soak", seed), Sampled(Rng("soak's luck", seed))
    most = game.longest()
    total = longest = 0
    for number in range(count):
        state = game.new(luck)
        steps = 0
        while (seat := game.actor(state)) != NOBODY:
            legal = game.legal(state, seat)
            game.apply(state, seat, legal[rng.below(len(legal))], luck)
            steps += 1
            if steps > most:
                raise AssertionError(f"{game.title}, {game.seats} seats: game {number} of {seed!r} goes on for ever")
        if game.outcome(state) is None:
            raise AssertionError(f"{game.title}, {game.seats} seats: game {number} of {seed!r} has no outcome")
        total += steps
        longest = max(longest, steps)
    return total, longest


def main(games: int, slugs: list[str]) -> None:
    """Soak every game, its seat counts and presets sharing the games evenly."""
    for entry in all_games():
        about = entry.about
        if slugs and about.slug not in slugs:
            continue
        variants: list[AnyGame] = []
        for preset in (None, *(about.presets or {})):
            for seats in range(about.min_seats, about.max_seats + 1):
                try:
                    variants.append(parlour.game(about.slug, seats, preset))
                except parlour.BadDeck:
                    continue  # a tiny deck is too small for many seats
        started = time.perf_counter()
        each = -(-games // len(variants))
        results = [play_many(game, each, f"{number}") for number, game in enumerate(variants)]
        print(
            f"{about.title}: {each * len(variants)} games, {sum(total for total, _ in results)} decisions, "
            f"longest {max(longest for _, longest in results)}, no error ({time.perf_counter() - started:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, sys.argv[2:])
