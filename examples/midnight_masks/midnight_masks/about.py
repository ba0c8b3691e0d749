"""What Midnight Masks is called, who may play it and which house rules it knows."""

from parlour.core.game import About
from parlour.core.options import first_player

ABOUT = About(
    slug="midnight-masks",
    title="Midnight Masks",
    version="1",
    min_seats=2,  # MK-01
    max_seats=4,
    default_seats=4,
    minutes="5-10",
    summary="Choose a mask in secret, unmask the others, and be the finest guest at midnight.",
    goal="Be the finest guest at midnight",
    options=(first_player(),),
    presets={"tiny": {"deck": "tiny", "first_player": "host"}},
)
