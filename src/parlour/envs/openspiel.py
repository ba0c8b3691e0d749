"""The games in OpenSpiel: importing this module registers `parlour_st_croix` and the others.

Luck is explicit: every card of a shuffle and every die is a chance node. Seats that choose at the same time choose one
after the other and learn nothing in between. Observations are the seat's view; the information state is all that the
seat has been told and has done. `resample_from_infostate` samples a world from the view alone.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

import numpy as np
import pyspiel

import parlour
from parlour.core.chance import Chance
from parlour.core.game import NOBODY, About
from parlour.core.record import canonical
from parlour.core.rng import Rng
from parlour.envs.encoding import Encoder, Vector
from parlour.envs.positions import Position, start
from parlour.envs.rewards import Rewards, check_rewards, rewards_of
from parlour.games import AnyGame

Parameter = bool | int | float | str
MOST_SIDES = 6


class SpielGame(pyspiel.Game):
    """One of Parlour's games with its number of players and house rules."""

    about: ClassVar[About]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: Mapping[str, Parameter]) -> None:
        about = self.about
        # A house rule at its default does not override the preset.
        usual = {option.name: option.default for option in about.options}
        chosen = {name: value for name, value in params.items() if name in usual and value != usual[name]}
        preset = str(params.get("preset", "")) or None
        deck = str(params.get("deck", ""))
        if deck:
            chosen["deck"] = deck
        self.rules: AnyGame = parlour.game(about.slug, int(params.get("players", 0)) or None, preset, **chosen)
        how = str(params.get("rewards", "ranks"))
        check_rewards(how)
        self.how: Rewards = "win" if how == "win" else "ranks"
        self.encoder = Encoder(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions),
            max_chance_outcomes=_most_outcomes(self.rules),
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.longest(),
        )
        super().__init__(self.kind, info, dict(params))
        self.start = start(self.rules)

    def new_initial_state(self) -> "SpielState":
        """A game before its deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound on the chance nodes of a game."""
        return self.rules.longest() * _most_outcomes(self.rules)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> "Watcher":
        """An observer that sees what a player may see, or without private information a spectator."""
        if params:
            raise ValueError(f"Parlour's observers take no parameters, unlike {params}.")
        return Watcher(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """A moment of a game. All it holds is one `Position`, which never changes: cloning is quick."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._go(game.start)

    def _go(self, at: Position) -> None:
        """Be in another position. Who acts is asked several times for each move, so it is kept."""
        self._at = at
        if at.question is not None:
            self._player: int = pyspiel.PlayerId.CHANCE
        else:
            self._player = pyspiel.PlayerId.TERMINAL if at.actor == NOBODY else at.actor

    @property
    def position(self) -> Position:
        """The whole state as text."""
        return self._at

    def current_player(self) -> int:
        """Who acts: a player, chance, or nobody at the end."""
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        at = self._at
        return [] if at.table is None else at.game.legal(at.table, player)

    # OpenSpiel calls the next two from C++. There it writes each tensor twice, of a new game first, to learn its size;
    # from Python, which is where our games are mostly used, both are answered here at once.

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, or of the one to act; at a chance node its outcomes."""
        at, seat = self._at, self._player
        if seat >= 0 and at.table is not None and player in (None, seat):
            return at.game.legal(at.table, seat)
        return super().legal_actions() if player is None else super().legal_actions(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """A player's view as numbers, or that of the player to act."""
        seat = self._player if player is None else player
        table = self._at.table
        if table is None or not 0 <= seat < self._at.game.seats:
            return super().observation_tensor(seat)
        game = self.get_game()
        assert isinstance(game, SpielGame)
        return game.encoder.listed(table, seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance outcomes with their probabilities."""
        question = self._at.question
        return [] if question is None else question.outcomes()

    def _apply_action(self, action: int) -> None:
        at = self._at
        self._go(at.act(action) if at.question is None else at.answer(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            question = self._at.question
            return f"{question.why if question else 'luck'}: {action}"
        return self._at.game.actions.texts[action]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._player == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        """The rewards; zero until the game ends."""
        at = self._at
        outcome = None if at.table is None or at.question is not None else at.game.outcome(at.table)
        game = self.get_game()
        assert isinstance(game, SpielGame)
        return [0.0] * at.game.seats if outcome is None else rewards_of(outcome, game.how)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """The same moment in a random world that fits the player's view. Its history is not known, so it is empty."""
        if self._at.question is not None:
            raise ValueError("This is a chance node: worlds can be sampled when a player is to act.")
        game = self.get_game()
        assert isinstance(game, SpielGame)
        state = game.new_initial_state()
        state._go(self._at.imagine(player, Rng("resample", repr(sampler()))))
        return state

    def __str__(self) -> str:
        return str(self._at)


class Watcher:
    """What a player observes: named pieces of a tensor, or a string. With perfect recall, only the string."""

    def __init__(self, game: SpielGame, kind: pyspiel.IIGObservationType) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise ValueError("Parlour's observers see what everybody sees, alone or with what one player sees.")
        self.encoder = game.encoder
        self.spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.recall = kind.perfect_recall
        self.tensor: Vector | None = None if self.recall else np.zeros(game.encoder.size, np.float32)
        self.dict: dict[str, Vector] = {}
        if self.tensor is not None:
            self.dict = {name: self.tensor[place] for name, place in game.encoder.pieces.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor; before the deal there is nothing to see."""
        if self.tensor is None:
            raise ValueError("There is no tensor of all that a player was told: use the string, or observation_tensor.")
        table = state.position.table
        if table is None:
            self.tensor[:] = 0.0
        else:
            self.encoder.observe_into(table, NOBODY if self.spectator else player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The player's view, or all it has been told and has done."""
        at = state.position
        seat = NOBODY if self.spectator else player
        if self.recall:
            return f"player {seat}\n{at.history.as_told(at.game, seat)}"
        view = at.view(seat)
        return f"player {seat} dealing" if view is None else canonical(view.facts())


class _Counting(Chance):
    """Luck that measures how many outcomes a deal asks for."""

    def __init__(self) -> None:
        self.most = MOST_SIDES

    def pick(self, n: int, why: str) -> int:
        self.most = max(self.most, n)
        return 0

    def shuffle(self, cards: list[int], why: str) -> None:
        self.most = max([self.most, len(cards), *(card + 1 for card in cards)])


def _most_outcomes(game: AnyGame) -> int:
    """An upper bound on the outcomes of a chance node: the deck, a die, the seats, or the places on the table."""
    luck = _Counting()
    box = game.census(game.new(luck))
    return max(luck.most, sum(box.values()), game.seats)


def name_of(slug: str) -> str:
    """A game's name in OpenSpiel.

    >>> name_of("st-croix")
    'parlour_st_croix'
    """
    return f"parlour_{slug.replace('-', '_')}"


def register(about: About) -> None:
    """Register one game with OpenSpiel."""
    kind = pyspiel.GameType(
        short_name=name_of(about.slug),
        long_name=f"Parlour: {about.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=about.max_seats,
        min_num_players=about.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": about.default_seats,
            "preset": "",
            "deck": "",
            "rewards": "ranks",
            **{option.name: option.default for option in about.options},
        },
    )
    # A class, because OpenSpiel keeps the constructor until after the interpreter shuts down: a function would be freed
    # too late, a class never is.
    pyspiel.register_game(kind, type(f"Spiel_{name_of(about.slug)}", (SpielGame,), {"about": about, "kind": kind}))


for _about in parlour.games():
    if name_of(_about.slug) not in pyspiel.registered_names():
        register(_about)
