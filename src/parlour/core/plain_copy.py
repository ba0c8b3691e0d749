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

PLAIN = frozenset({int, bool, float, str, bytes, type(None)})
"""The types of most values: quick to recognise, and never changing."""
SHARED = (int, float, str, bytes, frozenset, Enum, type, FunctionType, BuiltinFunctionType)
"""Everything that never changes."""


def attributes_of(holder: object) -> list[str]:
    """The names of the attributes an object has, whether its class is compiled, has slots or neither."""
    declared = [name for name in _declared(type(holder)) if hasattr(holder, name)]  # one may never have been set
    return [*declared, *getattr(holder, "__dict__", ())]


_DECLARED: dict[type, tuple[str, ...]] = {}


def _declared(kind: type) -> tuple[str, ...]:
    """The attributes that objects of a class keep outside a `__dict__`; looked up once."""
    if kind in _DECLARED:
        return _DECLARED[kind]
    names: set[str] = set()
    for parent in kind.__mro__:
        slots = vars(parent).get("__slots__", ())
        names.update([slots] if isinstance(slots, str) else slots)
        names.update(vars(parent).get("__mypyc_attrs__", ()))
    _DECLARED[kind] = tuple(sorted(names - {"__dict__", "__weakref__"}))
    return _DECLARED[kind]


def plain_copy(original: T, spare: object = None) -> T:
    """A copy that shares nothing that can change.

    `spare` is a fresh object of the same shape, which the copy may use up. Compiled classes need one: Python cannot
    make an object of theirs without calling its `__init__`.
    """
    return cast(T, _copy(original, spare, {}))


def _copy(one: object, spare: object, made: dict[int, object]) -> object:
    kind = type(one)
    if kind in PLAIN:
        return one
    if id(one) in made:  # one thing in two places stays one thing
        return made[id(one)]
    if isinstance(one, tuple):
        parts = _parts(one, spare, made)
        named = getattr(one, "_make", None)  # a named tuple
        return tuple(parts) if named is None else named(parts)
    if isinstance(one, SHARED) or _is_frozen(kind):
        return one
    if kind is list and isinstance(one, list):
        row: list[object] = []
        made[id(one)] = row
        row += _parts(one, spare, made)
        return row
    if kind is dict and isinstance(one, dict):
        table: dict[object, object] = {}
        made[id(one)] = table
        table |= {key: _copy(value, None, made) for key, value in one.items()}
        return table
    if isinstance(one, vec):
        made[id(one)] = twin = type(one)(one)
        return twin
    return _copy_object(one, spare, made)


def _parts(row: list[object] | tuple[object, ...], spare: object, made: dict[int, object]) -> list[object]:
    if PLAIN.issuperset(map(type, row)):
        return list(row)
    spares = spare if isinstance(spare, list | tuple) and len(spare) == len(row) else [None] * len(row)
    return [_copy(part, other, made) for part, other in zip(row, spares, strict=True)]


def _copy_object(one: object, spare: object, made: dict[int, object]) -> object:
    kind = type(one)
    if kind.__module__ in ("builtins", "collections", "array"):
        twin: object = copy.deepcopy(one)
        made[id(one)] = twin
        return twin
    if "__mypyc_attrs__" not in vars(kind):
        twin = kind.__new__(kind)
    elif type(spare) is kind:
        twin = spare
    else:
        raise MissingMethod(
            f"The core cannot copy the compiled class {kind.__name__}: write `clone` in the game's game.py."
        )
    made[id(one)] = twin
    for name in attributes_of(one):
        value = getattr(one, name)
        setattr(twin, name, value if type(value) in PLAIN else _copy(value, getattr(spare, name, None), made))
    return twin


def _is_frozen(kind: type) -> bool:
    how = getattr(kind, "__dataclass_params__", None)
    return how is not None and bool(how.frozen)
