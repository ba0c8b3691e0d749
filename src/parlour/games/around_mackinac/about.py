"""What All Around Mackinac Island is called, who may play it and which house rules it knows."""

from parlour.core.game import About
from parlour.core.options import Option, first_player, tie

OPTIONS = (
    Option("circle", 14, "How many cards make the circle.", (12, 14, 16)),
    Option("fog_in_twelve", True, "In a circle of 12, Ride the Ferry is left out; if off, Fog on the Straits is."),
    Option("take_optional", False, "Taking Fun is a choice: a player who may take Fun may also decline."),
    Option(
        "equal_turns",
        False,
        "Once the Center is empty the round is finished, so that everybody has the same number of turns.",
    ),
    Option(
        "last_ferry", 30, "Number of rounds after which the game ends, even with Fun in the Center.", low=1, high=500
    ),
    Option("show_last_reveal", False, "Memory aid: shows which cards the last turn turned up, and in which places."),
    tie("Players tied at the top share the win, or the last of them to take a turn wins.", "broken"),
    first_player(),
)

ABOUT = About(
    slug="around-mackinac",
    title="All Around Mackinac Island",
    version="2",
    min_seats=2,  # AM-01
    max_seats=5,
    default_seats=4,
    minutes="15-25",
    summary="Roll on for more Fun or stop in time. Land on a card you have seen this turn and you Mack' Out.",
    options=OPTIONS,
    older={"1": {"fog_in_twelve": False}},
    presets={
        "tiny": {"deck": "tiny"},
        "tiny-shop": {"deck": "tiny_shop"},
        "tiny-optional": {"deck": "tiny_shop", "take_optional": True, "equal_turns": True, "last_ferry": 6},
        "short": {"circle": 12, "last_ferry": 4, "tie": "shared"},
        "short-dry": {"circle": 12, "fog_in_twelve": False},
        "memory-aid": {"show_last_reveal": True},
        "house": {
            "circle": 16,
            "take_optional": True,
            "equal_turns": True,
            "tie": "shared",
            "first_player": "host",
        },
    },
)
