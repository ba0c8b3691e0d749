"""Copies of plain data by `copy` and `pickle`, whether its class is compiled or not."""

from collections.abc import Callable, Mapping


def attributes(holder: object) -> list[str]:
    """The attributes of an object of plain data."""
    compiled = [name for kind in type(holder).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())]
    return sorted({*vars(holder), *compiled} if hasattr(holder, "__dict__") else set(compiled))


def taken_apart(holder: object, *arguments: object) -> tuple[object, ...]:
    """What `__reduce__` returns for plain data. `arguments` are any that its class can be called with."""
    held = {name: getattr(holder, name) for name in attributes(holder) if name not in ("__dict__", "__weakref__")}
    return put_together, (type(holder), arguments, held)


def put_together(kind: Callable[..., object], arguments: tuple[object, ...], held: Mapping[str, object]) -> object:
    """An object with these attributes. A compiled class has a `__setstate__` of its own, so they are set one by one."""
    made = kind(*arguments)
    for name, value in held.items():
        setattr(made, name, value)
    return made
