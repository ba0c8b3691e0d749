"""Whether two objects of plain data hold the same, without making readable data of them."""

from mypy_extensions import i64

from parlour.core.plain_copy import attributes_of


def alike(one: object, other: object) -> bool:
    """Do two objects hold the same, all the way down? "No" may be wrong for what only compares by identity.

    >>> alike([1, "a"], [1, "a"]), alike([1], [2])
    (True, False)
    """
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        count: i64 = len(one)
        if count != len(other):
            return False
        place: i64 = 0
        while place < count:
            if not alike(one[place], other[place]):
                return False
            place += 1
        return True
    names = _names(one, kind)
    if not names:
        return one == other
    for name in names:
        mine: object = getattr(one, name, None)
        yours: object = getattr(other, name, None)
        if mine is not yours and not alike(mine, yours):
            return False
    return True


_NAMES: dict[type, tuple[str, ...]] = {}


def _names(holder: object, kind: type) -> tuple[str, ...]:
    """The attributes of a compiled class, which are the same for all objects; () for anything else."""
    found = _NAMES.get(kind)
    if found is None:
        compiled = "__mypyc_attrs__" in vars(kind) and not hasattr(holder, "__dict__")
        found = _NAMES[kind] = tuple(attributes_of(holder)) if compiled else ()
    return found
