"""The default copy of a state: every attribute of plain data, all the way down.

Lists, tables, sets and objects are copied. What cannot change is shared: numbers, words, frozen dataclasses. A game
that wants speed writes a copy of its own, which is many times as fast and may share more.
"""

import copy
from enum import Enum
from types import BuiltinFunctionType, FunctionType
from typing import TypeVar, cast

from librt.vecs import vec

from parlour.core.errors import MissingMethod

T = TypeVar("T")

SHARED = (int, float, str, bytes, frozenset, type(None), Enum, type, FunctionType, BuiltinFunctionType)
"""What never changes."""


def attributes_of(holder: object) -> list[str]:
    """The names of the attributes an object has, whether its class is compiled, has slots or neither."""
    names: set[str] = set(vars(holder)) if hasattr(holder, "__dict__") else set()
    for kind in type(holder).__mro__:
        slots = vars(kind).get("__slots__", ())
        names.update([slots] if isinstance(slots, str) else slots)
        names.update(vars(kind).get("__mypyc_attrs__", ()))
    # Declared but never set: there is no value to copy.
    return sorted(name for name in names - {"__dict__", "__weakref__"} if hasattr(holder, name))


def plain_copy(original: T, spare: object = None) -> T:
    """A copy that shares nothing that can change.

    `spare` is a fresh object of the same shape, which the copy may use up. Compiled classes need one: Python cannot
    make an object of theirs without calling its `__init__`.
    """
    return cast(T, _copy(original, spare, {}))


def _copy(one: object, spare: object, made: dict[int, object]) -> object:
    if isinstance(one, SHARED) or _is_frozen(one):
        return one
    if id(one) in made:  # one thing in two places stays one thing
        return made[id(one)]
    if isinstance(one, tuple):
        parts = _parts(one, spare, made)
        named = getattr(one, "_make", None)  # a named tuple
        return tuple(parts) if named is None else named(parts)
    if type(one) is list:
        row: list[object] = []
        made[id(one)] = row
        row += _parts(one, spare, made)
        return row
    if type(one) is dict:
        table: dict[object, object] = {}
        made[id(one)] = table
        table |= {key: _copy(value, None, made) for key, value in one.items()}
        return table
    if type(one) is set or isinstance(one, vec):
        made[id(one)] = twin = type(one)(one)
        return twin
    return _copy_object(one, spare, made)


def _parts(row: list[object] | tuple[object, ...], spare: object, made: dict[int, object]) -> list[object]:
    spares = spare if isinstance(spare, list | tuple) and len(spare) == len(row) else [None] * len(row)
    return [_copy(part, other, made) for part, other in zip(row, spares, strict=True)]


def _copy_object(one: object, spare: object, made: dict[int, object]) -> object:
    kind = type(one)
    if kind.__module__ in ("builtins", "collections", "array"):
        return copy.deepcopy(one)
    if "__mypyc_attrs__" not in vars(kind):
        twin: object = kind.__new__(kind)
    elif type(spare) is kind:
        twin = spare
    else:
        raise MissingMethod(
            f"The core cannot copy the compiled class {kind.__name__}: write `clone` in the game's game.py."
        )
    made[id(one)] = twin
    for name in attributes_of(one):
        setattr(twin, name, _copy(getattr(one, name), getattr(spare, name, None), made))
    return twin


def _is_frozen(one: object) -> bool:
    how = getattr(type(one), "__dataclass_params__", None)
    return how is not None and bool(how.frozen)
