"""What a game must fill in: what each part is for, and in which file of its folder it is written."""

from parlour.core.errors import MissingMethod

METHODS = {
    "new": ("it makes a shuffled and dealt table", "rules.py"),
    "actor": ("it says which seat the game waits for", "rules.py"),
    "list_legal": ("it adds a seat's legal actions to a buffer", "rules.py"),
    "perform": ("it carries out a legal action", "rules.py"),
    "outcome": ("it says how a finished game ended, and None before", "rules.py"),
    "longest": ("it gives a number of decisions no game can reach", "rules.py"),
}
PARTS = {
    **METHODS,
    "about": ("title, seats, house rules and presets", "about.py, and set `about = ABOUT` in the class"),
    "schema": ("the fields of the state", "state.py, and set `self.schema` in `__init__`"),
    "table_facts": ("it gives what the seat knows as plain data", "state.py"),
}


def missing(holder: object, name: str) -> MissingMethod:
    """The error of a game or view that lacks something it needs."""
    purpose, where = PARTS[name]
    return MissingMethod(f"{type(holder).__name__} has no `{name}` ({purpose}): write it in {where}.")
