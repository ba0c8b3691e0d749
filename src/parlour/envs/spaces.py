"""Spaces shared by the adapters."""

import operator
from collections.abc import Mapping
from typing import cast

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space

from parlour.core.errors import IllegalAction, UnknownOption
from parlour.envs.encoding import Encoder, Mask, Vector


class LegalActions(Discrete):
    """The action numbers; `sample()` without a mask draws among what is legal now, as far as the environment said."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.now: Mask | None = None

    def sample(self, mask: Mask | None = None, probability: Mask | None = None) -> np.int64:
        """A uniformly random action."""
        if mask is None and probability is None:
            mask = self.now
        return super().sample(mask, probability)


def wishes(arguments: Mapping[str, object], options: Mapping[str, object]) -> dict[str, object]:
    """What an environment was asked for, from the `locals()` of its `__init__`, to make the same one again."""
    others = ("self", "options", "__class__")
    return {**{name: wish for name, wish in arguments.items() if name not in others}, **options}


def check_illegal(illegal: str) -> None:
    """Check what is to become of illegal actions."""
    if illegal not in ("lose", "raise"):
        raise UnknownOption(f"illegal takes lose or raise, not {illegal!r}.")


def view_space(encoder: Encoder) -> Space[Vector]:
    """Vectors of numbers from 0 to 1."""
    return cast(Space[Vector], Box(0.0, 1.0, (encoder.size,), np.float32))


def masked_space(encoder: Encoder) -> Dict:
    """A vector and the mask of legal actions."""
    return Dict({"observation": view_space(encoder), "action_mask": Box(0, 1, (encoder.actions,), np.int8)})


def number_of(action: object) -> int:
    """An action as a plain number; a clear error for anything else."""
    try:
        return operator.index(action)  # type: ignore[arg-type]  # any object a learner passes: this is the check
    except TypeError:
        raise IllegalAction(f"An action is a number, not {action!r}.") from None
