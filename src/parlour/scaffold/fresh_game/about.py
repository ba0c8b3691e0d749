"""What Fresh Game is called, who may play it and which house rules it knows."""

from parlour.core.game import About

ABOUT = About(
    slug="fresh-game",
    title="Fresh Game",
    version="1",  # changes with every change of an action's id or a rule's effect
    min_seats=2,
    max_seats=4,
    default_seats=3,
    minutes="5",
    summary="Play the same card or the next one, or draw. The first player without cards wins.",
    goal="Be first without cards",  # shown at the table
    options=(),  # house rules: Option("name", default, "What it does.")
    presets={"tiny": {"deck": "tiny"}},  # named sets of house rules; `tiny` is small enough to try every deal
)
