"""St. Croix: what holds in every game."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.core.bags import list_of
from parlour.core.chance import Sampled
from parlour.core.rng import Rng
from parlour.games.st_croix import StCroix
from parlour.games.st_croix.actions import Flip, PickUp, Play

switches = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from(option.choices) if option.choices else st.booleans()
        for option in StCroix.about.options
        if option.name != "turn_cap"
    },
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seats=st.integers(2, 6), seed=st.integers(0, 10**9), options=switches)
def test_every_game(seats, seed, options):
    """SC-08 to SC-20, SC-G15, SC-G17, SC-G26, SC-G28: what is true at every step, under all house rules."""
    game = StCroix(seats=seats, turn_cap=60, **options)
    luck, rng = Sampled(Rng("luck", seed)), Rng("moves", seed)
    table = game.new(luck)
    box, gone = game.census(table), len(list_of(table.gone))
    while (seat := game.actor(table)) != -1:
        legal = game.legal(table, seat)
        actions = [game.actions[action] for action in legal]
        player = table.players[seat]
        if not table.choosing:
            if player.hand_size:
                from_hand = [action for action in actions if isinstance(action, Play)]
                assert all(list_of(player.hand).count(game.keys.index(a.card)) >= a.count for a in from_hand)
            if player.hand_size or player.table_size:
                assert not any(isinstance(action, Flip) for action in actions)
            else:
                assert all(isinstance(action, Flip) for action in actions)
            if not table.pile:
                assert not any(isinstance(action, PickUp) for action in actions)
            assert table.draw_left == 0 or all(each.hand_size >= game.hand_cards for each in table.players)
        action = legal[rng.below(len(legal))]
        before = table.players[seat].table_size
        had_hand = player.hand_size > 0 and not table.choosing
        game.apply(table, seat, action, luck)
        assert not had_hand or table.players[seat].table_size == before, "a hand forbids Table plays"
        assert game.census(table) == box
        assert len(list_of(table.gone)) >= gone, "nothing comes back"
        gone = len(list_of(table.gone))
        assert game.cannon not in table.pile
        assert not game.four_across_turns or table.run_length < 4
        for each in table.players:
            assert len(list_of(each.hand)) == each.hand_size
            assert all(
                list_of(each.hand).count(kind) >= list_of(each.known).count(kind) for kind in list_of(each.known)
            )
    outcome = game.outcome(table)
    assert outcome.winners and (table.finished or table.turns == 60)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), steps=st.integers(0, 150), options=switches)
def test_positions_round_trip(seed, steps, options):
    """SC-20: every position can be written down, read back and played on in the same way."""
    game = StCroix(seats=3, **options)
    luck, rng = Sampled(Rng("luck", seed)), Rng("moves", seed)
    table = game.new(luck)
    for _ in range(steps):
        if (seat := game.actor(table)) == -1:
            break
        legal = game.legal(table, seat)
        game.apply(table, seat, legal[rng.below(len(legal))], luck)
    twin = game.load(game.dump(table))
    assert game.dump(twin) == game.dump(table)
    if (seat := game.actor(table)) != -1:
        assert game.legal(twin, seat) == game.legal(table, seat)
        game.apply(twin, seat, game.legal(table, seat)[-1], luck)
        game.apply(table, seat, game.legal(table, seat)[-1], luck)
        assert game.dump(twin) == game.dump(table)
