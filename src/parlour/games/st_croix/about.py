"""What St. Croix is called, who may play it and which house rules it knows."""

from parlour.core.game import About
from parlour.core.options import Option, first_player

OPTIONS = (
    Option("glass_ranked", False, "Sea Glass has a printed value and must meet or beat like any card."),
    Option("lizard_on_any", False, "The Lizard may be played on anything and is see-through like Sea Glass."),
    Option(
        "lizard_two_player",
        "none",
        "With two players left a Lizard does nothing, or its player goes again.",
        ("none", "skip"),
    ),
    Option("lizards_each", False, "Each Lizard of a set reverses play, so two of them change nothing."),
    Option("moko_wild", False, "Moko Jumbies stand in for ordinary cards, in sets and for four of a kind."),
    Option("four_across_turns", True, "Four of a kind counts over several plays; if off, only four in one play."),
    Option("fours_through_glass", False, "Sea Glass between equal cards does not break four of a kind."),
    Option("table_sets", False, "Equal Table Cards may be played together."),
    Option("no_special_finish", False, "Your last play cannot contain a special card while there is a pile to take."),
    Option("play_for_places", False, "Play goes on after the first player is out, until one is left."),
    Option("turn_cap", 400, "Number of turns after which the player with the fewest cards wins.", low=10, high=5000),
    Option(
        "young",
        False,
        "Our own gentle variant: open hands, no Mystery Cards, 3 Table Cards, picking up only when you must.",
    ),
    Option("short_deal", False, "Deal only 3 Mystery, 3 Table and 3 Hand Cards to each player."),
    Option(
        "draw_pile",
        0,
        "Cards of the Draw Pile for each player; the rest are put out of the game, face up. 0: no limit.",
        low=0,
        high=50,
    ),
    first_player(),
)

ABOUT = About(
    slug="st-croix",
    title="St. Croix",
    version="1",
    min_seats=2,  # SC-01
    max_seats=6,
    default_seats=4,
    minutes="15-30",
    summary="Meet or beat the pile, or take it. First to send all postcards wins.",
    options=OPTIONS,
    presets={
        "tiny": {"deck": "tiny"},
        "tiny-three": {"deck": "tiny_three", "first_player": "host"},
        "micro": {"deck": "micro", "turn_cap": 10, "first_player": "host"},
        "tiny-young": {"deck": "tiny", "young": True},
        "young": {"young": True},
        "short": {"short_deal": True},
        "quick": {"short_deal": True, "draw_pile": 1},
        "house": {
            "glass_ranked": True,
            "lizard_on_any": True,
            "lizard_two_player": "skip",
            "moko_wild": True,
            "table_sets": True,
            "no_special_finish": True,
            "play_for_places": True,
            "first_player": "host",
        },
        "glass-fours": {"fours_through_glass": True, "lizards_each": True},
        "wild-glass": {"fours_through_glass": True, "moko_wild": True},
        "strict-fours": {"four_across_turns": False, "turn_cap": 60},
    },
)
