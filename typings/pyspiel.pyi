"""The part of OpenSpiel's compiled module that Parlour uses."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

Parameter = bool | int | float | str

class PlayerId:
    CHANCE: ClassVar[int]
    TERMINAL: ClassVar[int]

class PrivateInfoType:
    NONE: ClassVar[PrivateInfoType]
    SINGLE_PLAYER: ClassVar[PrivateInfoType]
    ALL_PLAYERS: ClassVar[PrivateInfoType]

class IIGObservationType:
    public_info: bool
    perfect_recall: bool
    private_info: PrivateInfoType
    def __init__(
        self, public_info: bool = ..., perfect_recall: bool = ..., private_info: PrivateInfoType = ...
    ) -> None: ...

class GameType:
    class Dynamics:
        SEQUENTIAL: ClassVar[GameType.Dynamics]

    class ChanceMode:
        EXPLICIT_STOCHASTIC: ClassVar[GameType.ChanceMode]

    class Information:
        IMPERFECT_INFORMATION: ClassVar[GameType.Information]

    class Utility:
        ZERO_SUM: ClassVar[GameType.Utility]

    class RewardModel:
        TERMINAL: ClassVar[GameType.RewardModel]

    def __init__(
        self,
        short_name: str,
        long_name: str,
        dynamics: GameType.Dynamics,
        chance_mode: GameType.ChanceMode,
        information: GameType.Information,
        utility: GameType.Utility,
        reward_model: GameType.RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: Mapping[str, Parameter] = ...,
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(self, game_type: GameType, game_info: GameInfo, params: Mapping[str, Parameter]) -> None: ...
    def new_initial_state(self) -> State: ...
    def information_state_tensor_shape(self) -> list[int]: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def get_game(self) -> Game: ...
    def is_chance_node(self) -> bool: ...
    def information_state_tensor(self, player: int) -> list[float]: ...
    def observation_tensor(self, player: int | None = None) -> list[float]: ...
    def legal_actions(self, player: int | None = None) -> list[int]: ...

def register_game(game_type: GameType, creator: Callable[[Mapping[str, Parameter]], Game]) -> None: ...
def registered_names() -> Sequence[str]: ...
