"""OpenSpiel's own tests on the registered games; luck, recall and worlds imagined from a view."""

import pickle
from importlib import resources

import pytest

pyspiel = pytest.importorskip("pyspiel")
import numpy as np  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import parlour  # noqa: E402
import parlour.envs.openspiel as bridge  # noqa: E402
from parlour.core.rng import Rng  # noqa: E402
from parlour.envs.encoding import Encoder  # noqa: E402
from parlour.envs.luck import Answered, Question  # noqa: E402
from peers.spiel import SpielGame, SpielState  # noqa: E402

NAMES = [bridge.name_of(about.slug) for about in parlour.games()]


def random_step(state: SpielState, rng: np.random.RandomState) -> None:
    if state.is_chance_node():
        outcomes, shares = zip(*state.chance_outcomes(), strict=True)
        assert sum(shares) == pytest.approx(1.0)
        state.apply_action(int(rng.choice(outcomes, p=shares)))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))


def dealt(game: SpielGame, seed: int) -> SpielState:
    state, rng = game.new_initial_state(), np.random.RandomState(seed)
    while state.is_chance_node():
        random_step(state, rng)
    return state


def bridge_state(state: object) -> bridge.SpielState:
    assert isinstance(state, bridge.SpielState)
    return state


def test_every_game_is_registered() -> None:
    assert set(NAMES) <= set(pyspiel.registered_names())
    assert len(set(NAMES)) == len(parlour.games())


@pytest.mark.parametrize("name", NAMES)
def test_open_spiels_random_simulation(name: str) -> None:
    """Clones, serialisation, masks, unique action strings, returns and bounds at every state."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_what_the_api_test_of_open_spiel_asks(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng = game.new_initial_state(), np.random.RandomState(3)
    with pytest.raises(pyspiel.SpielError):
        state.observation_tensor(game.num_players())
    while not state.is_terminal():
        player = state.current_player()
        for other in range(game.num_players()):
            if not state.is_chance_node() and other != player:
                assert state.legal_actions(other) == []
        assert state.returns() == [0.0] * game.num_players()
        if state.is_chance_node():
            assert state.legal_actions() == [outcome for outcome, _ in state.chance_outcomes()]
        random_step(state, rng)
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(0.0)


@pytest.mark.parametrize("name", NAMES)
def test_imagined_worlds_fit_the_player_and_differ(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng = dealt(game, 2), np.random.RandomState(5)
    worlds = set()
    for _ in range(8):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            player = state.current_player()
            for _ in range(4):
                world = state.resample_from_infostate(player, rng.random_sample)
                assert world.current_player() == player
                assert world.legal_actions() == state.legal_actions()
                assert world.information_state_string(player) == state.information_state_string(player)
                assert world.observation_string(player) == state.observation_string(player)
                worlds.add(str(world))
        random_step(state, rng)
    assert len(worlds) > 4 or state.is_terminal()  # a game may be too short to tell worlds apart


def test_a_world_cannot_be_imagined_while_luck_is_open() -> None:
    with pytest.raises(ValueError, match="chance node"):
        pyspiel.load_game("parlour_st_croix").new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_the_information_state_is_what_the_seat_was_told_and_did() -> None:
    """Two games that differ only in what another player chose secretly look the same to this one."""
    game = pyspiel.load_game("parlour_st_croix(players=2)")
    first, second = dealt(game, 4), dealt(game, 4)
    for _ in range(4):
        first.apply_action(first.legal_actions()[0])
        second.apply_action(second.legal_actions()[-1])
    assert first.current_player() == second.current_player() == 1
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(1) == second.information_state_string(1)
    np.testing.assert_array_equal(first.observation_tensor(1), second.observation_tensor(1))


def test_recall_is_perfect() -> None:
    game = pyspiel.load_game("parlour_match_me")
    state, rng = dealt(game, 1), np.random.RandomState(1)
    before = [state.information_state_string(player) for player in range(game.num_players())]
    for _ in range(40):
        random_step(state, rng)
        now = [state.information_state_string(player) for player in range(game.num_players())]
        assert all(later.startswith(earlier) for earlier, later in zip(before, now, strict=True))
        before = now


@pytest.mark.parametrize("name", ["parlour_st_croix(players=2)", "parlour_follow_me(players=3)"])
def test_open_spiels_search_plays(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 8, random_state=rng)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    state = dealt(game, 1)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_observers_have_named_pieces_and_a_spectator() -> None:
    game = pyspiel.load_game("parlour_st_croix(players=2)")
    state = dealt(game, 1)
    seen = make_observation(game)
    seen.set_from(state, 1)
    position = bridge_state(state).position
    view = position.view(1)
    assert view is not None
    np.testing.assert_allclose(seen.dict["hand"], np.array(position.game.encode(view)["hand"]), atol=1e-6)
    public = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE)
    spectator = make_observation(game, public)
    spectator.set_from(state, 1)
    assert position.table is not None
    hidden = position.game.encode(position.game.view(position.table, -1))["hand"]
    np.testing.assert_allclose(spectator.dict["hand"], np.array(hidden), atol=1e-6)
    with pytest.raises(ValueError, match="everybody"):
        bridge.Watcher(game, pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS))


@pytest.mark.parametrize("name", NAMES)
def test_python_gets_the_answers_that_open_spiel_gets(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng = dealt(game, 6), np.random.RandomState(2)
    for _ in range(20):
        if not state.is_terminal() and not state.is_chance_node():
            assert state.legal_actions() == pyspiel.State.legal_actions(state) != []
            for seat in range(game.num_players()):
                through_open_spiel = np.array(pyspiel.State.observation_tensor(state, seat), np.float32)
                np.testing.assert_array_equal(np.array(state.observation_tensor(seat), np.float32), through_open_spiel)
                assert state.legal_actions(seat) == pyspiel.State.legal_actions(state, seat)
        if not state.is_terminal():
            random_step(state, rng)


def test_there_is_no_empty_information_state_tensor_to_learn_from() -> None:
    state = bridge_state(dealt(pyspiel.load_game("parlour_st_croix(players=2)"), 1))
    with pytest.raises(ValueError, match="observation_tensor"):
        state.information_state_tensor(0)
    with pytest.raises(ValueError, match="observation_tensor"):
        state.get_game().information_state_tensor_shape()
    assert len(state.observation_tensor(0)) == Encoder(state.position.game).size


def test_house_rules_presets_and_rewards_are_parameters() -> None:
    game = pyspiel.load_game("parlour_st_croix(players=3,young=True,turn_cap=100,rewards=win)")
    assert (game.rules.seats, game.rules.options["young"], game.rules.options["turn_cap"]) == (3, True, 100)
    assert game.how == "win"
    tiny = pyspiel.load_game("parlour_st_croix(players=2,preset=tiny)")
    assert len(tiny.rules.deck) < len(game.rules.deck)
    file = resources.files("parlour.games.st_croix").joinpath("tiny.toml")
    own = pyspiel.load_game("parlour_st_croix", {"players": 2, "deck": str(file)})
    assert own.rules.deck.name == tiny.rules.deck.name


def test_states_and_positions_survive_pickling() -> None:
    game = pyspiel.load_game("parlour_mine_and_craft(players=2,preset=tiny)")
    state, rng = game.new_initial_state(), np.random.RandomState(2)
    for _ in range(25):
        if state.is_terminal():
            break
        random_step(state, rng)
        at = pickle.loads(pickle.dumps(state.position))
        assert str(at) == str(state.position)
        assert [at.history.as_told(at.game, seat) for seat in (0, 1)] == [
            state.position.history.as_told(state.position.game, seat) for seat in (0, 1)
        ]


def test_luck_is_asked_card_by_card_with_true_probabilities() -> None:
    """Going through all answers gives every order of equal cards once, with probabilities that add up to one."""
    found: dict[tuple[int, ...], float] = {}
    todo: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while todo:
        answers, share = todo.pop()
        cards = [0, 0, 1, 2]
        try:
            Answered(answers).shuffle(cards, "deal")
        except Question as question:
            todo += [((*answers, outcome), share * part) for outcome, part in question.outcomes()]
            continue
        found[tuple(cards)] = share
    assert len(found) == 12
    assert list(found.values()) == pytest.approx([1 / 12] * 12)


def test_the_deal_is_as_likely_as_the_engine_deals_it() -> None:
    """The chance nodes of a tiny game lead to the positions that the engine's own enumeration finds, as often."""
    from parlour.core.chance import Enumerating
    from parlour.core.record import canonical

    game = pyspiel.load_game("parlour_deluxe_memory(players=2,preset=tiny)")
    rules = game.rules
    wanted: dict[str, float] = {}
    for chance in Enumerating.all():
        position = canonical(rules.dump(rules.new(chance)))
        wanted[position] = wanted.get(position, 0.0) + chance.probability
        if len(wanted) > 3000:
            pytest.skip("the tiny deck has grown too large to enumerate here")
    found: dict[str, float] = {}
    todo = [(game.start, 1.0)]
    while todo:
        at, share = todo.pop()
        if at.question is None:
            found[str(at)] = found.get(str(at), 0.0) + share
        else:
            todo += [(at.answer(outcome), share * part) for outcome, part in at.question.outcomes()]
    assert found.keys() == wanted.keys()
    assert all(found[position] == pytest.approx(share) for position, share in wanted.items())


def test_the_resampler_draws_from_what_it_is_given() -> None:
    state = dealt(pyspiel.load_game("parlour_st_croix(players=2)"), 1)
    same = [str(state.resample_from_infostate(0, lambda: 0.25)) for _ in range(2)]
    assert same[0] == same[1] != str(state.resample_from_infostate(0, lambda: 0.75))
    position = bridge_state(state).position
    assert str(position.imagine(0, Rng("a"))) != str(position.imagine(0, Rng("b")))
