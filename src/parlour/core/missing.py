"""Which methods a game must write, and in which file of its folder."""

from parlour.core.errors import MissingMethod

WRITTEN_IN = {
    "new": "rules.py",
    "actor": "rules.py",
    "list_legal": "rules.py",
    "perform": "rules.py",
    "outcome": "rules.py",
    "longest": "rules.py",
    "table_facts": "view.py",
}


def missing(holder: object, method: str) -> MissingMethod:
    """The error of a game or view without a method it needs."""
    return MissingMethod(f"{type(holder).__name__} has no `{method}`: write it in {WRITTEN_IN[method]}.")
