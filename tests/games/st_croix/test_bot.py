"""St. Croix: the simple player."""

import pytest

from parlour.bots.levels import NormalBot
from parlour.core.chance import Sampled
from parlour.core.rng import Rng
from parlour.games.st_croix import StCroix


@pytest.mark.parametrize("seats", [2, 4])
def test_better_than_random(seats):
    """SC-02: the simple player wins nearly every game against random ones."""
    game = StCroix(seats=seats)
    player = NormalBot(game)
    rng, luck = Rng("bot", seats), Sampled(Rng("bot's luck", seats))
    wins = 0
    for number in range(30):
        table, hero = game.new(luck), number % seats
        while (seat := game.actor(table)) != -1:
            legal = game.legal(table, seat)
            move = player.choose(game.view(table, seat), legal, rng) if seat == hero else legal[rng.below(len(legal))]
            game.apply(table, seat, move, luck)
        wins += hero in game.outcome(table).winners
    assert wins >= 25


def test_simple_wisdom(sit):
    """SC-08, SC-22: lowest cards first, sets whole, four of a kind and the last card at once."""

    def chosen(match):
        move = NormalBot(match.game).choose(match.view(0), match.legal(0), Rng("x"))
        return match.game.actions.texts[move]

    assert chosen(sit("5 5 9 cannon", "9", pile="4")) == "play 5 5"
    assert chosen(sit("3 cannon", "9", pile="4")) == "play cannon"
    assert chosen(sit("5 7 7 9", "9", pile="7 7")) == "play 7 7"
    assert chosen(sit("moko moko", "9", pile="4")) == "play moko moko"
