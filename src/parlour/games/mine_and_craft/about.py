"""What Mine & Craft is called, who may play it and which house rules it knows."""

from parlour.core.game import About
from parlour.core.options import Option, first_player

OPTIONS = (
    Option(
        "refill",
        "pile15",
        "An empty pile is refilled with a pile of discards, with all of them, only when all piles are empty, or never.",
        ("pile15", "whole_discard", "only_when_all_empty", "never"),
        title="Refill empty piles",
        labels=("with up to 15 discards", "with all discards", "only when all piles are empty", "never"),
    ),
    Option("creeper_only_mine", False, "Only a Creeper uncovered by mining explodes; others are just removed."),
    Option("hoe_creepers", True, "Creepers uncovered by a Hoe explode; if off, they are just removed."),
    Option("tnt_creepers", True, "Creepers uncovered by TNT explode; if off, they are just removed."),
    Option("points", 0, "Points to win; 0: 24, 20 or 16 with two, three or four players.", low=0, high=60),
    Option("short_opening", False, "The first player has one action fewer in the very first turn."),
    Option("reserve_max", 1, "How many Craft Cards a player may reserve.", low=1, high=3),
    Option("tools_own_turn_only", False, "Hoe and Shovel can be used only in your own turn."),
    Option(
        "finish_round", False, "When somebody reaches the target the round is played to its end, and most points win."
    ),
    Option("stale_rounds", 25, "Rounds without a crafted card after which the game ends.", low=5, high=500),
    first_player(),
)

ABOUT = About(
    slug="mine-and-craft",
    title="Mine & Craft",
    version="1",
    min_seats=2,  # MC-01
    max_seats=4,
    default_seats=3,
    minutes="15-25",
    summary="Mine resources, dodge the Creepers, craft tools. First to reach the target wins.",
    options=OPTIONS,
    presets={
        "tiny": {"deck": "tiny"},
        "micro": {
            "deck": "micro",
            "refill": "never",
            "stale_rounds": 5,
            "tools_own_turn_only": True,
            "first_player": "host",
        },
        "tiny-whole": {"deck": "tiny", "refill": "whole_discard"},
        "tiny-all-empty": {"deck": "tiny", "refill": "only_when_all_empty"},
        "tiny-never": {"deck": "tiny", "refill": "never"},
        "fair": {"finish_round": True},
        "one-action": {"short_opening": True},
        "short": {"points": 12, "hoe_creepers": False},
        "quiet-tnt": {"tnt_creepers": False},
        "pass-and-play": {"tools_own_turn_only": True},
        "house": {
            "creeper_only_mine": True,
            "reserve_max": 3,
            "finish_round": True,
            "refill": "whole_discard",
            "first_player": "host",
        },
        "all-empty": {"refill": "only_when_all_empty", "reserve_max": 2},
        "no-refill": {"refill": "never", "stale_rounds": 10},
    },
)
