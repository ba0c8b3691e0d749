"""Copies of plain data by `copy` and `pickle`, whether its class is compiled or not."""

from collections.abc import Callable, Mapping

from parlour.core.plain_copy import attributes_of


def taken_apart(holder: object, *arguments: object) -> tuple[object, ...]:
    """What `__reduce__` returns for plain data. `arguments` are any that its class can be called with."""
    held = {name: getattr(holder, name) for name in attributes_of(holder)}
    return put_together, (type(holder), arguments, held)


def put_together(kind: Callable[..., object], arguments: tuple[object, ...], held: Mapping[str, object]) -> object:
    """An object with these attributes. A compiled class has a `__setstate__` of its own, so they are set one by one."""
    made = kind(*arguments)
    for name, value in held.items():
        setattr(made, name, value)
    return made
