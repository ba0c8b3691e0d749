"""What Match Me If You Can! is called, who may play it and which house rules it knows."""

from parlour.core.deals import target_score
from parlour.core.game import About
from parlour.core.options import Option, first_player, tie

OPTIONS = (
    Option(
        "draw_timing",
        "end_of_turn",
        "Players who asked draw at the end of the turn, or before laying, or only if the last request was refused; "
        "or everybody draws at the end of every turn.",
        ("end_of_turn", "after_asking", "every_turn", "after_refusal"),
    ),
    target_score(),
    Option(
        "reshuffle", False, "When the draw pile is empty, all discards except the top one become the new draw pile."
    ),
    Option(
        "stale_rounds",
        3,
        "Rounds without a draw or a laid group after which the game ends; 0: only the turn limit ends it.",
        (0, 2, 3, 4, 5),
    ),
    Option("ask_complete", True, "You may ask for a category you hold completely; if off, you may go out instead."),
    Option("lay_optional", False, "You may keep a complete group in your hand."),
    Option(
        "no_instant_redump",
        False,
        "A single card picked up cannot be discarded in the same turn.",
        title="Keep what you pick up",
    ),
    Option("ask_log", "last_round", "How many past requests the table shows.", ("off", "last_round", "full")),
    Option("allow_two", False, "Allows two players; the rule sheet asks for three."),
    tie("Tied players share the win, or the one who went out wins, then more groups, then fewer cards in hand."),
    first_player("The dealer is random, or the first seat begins: the host decides who sits there."),
)

ABOUT = About(
    slug="match-me",
    title="Match Me If You Can!",
    version="1",
    min_seats=3,  # MM-01
    max_seats=6,
    default_seats=4,
    minutes="20-40",
    summary="Ask the others for what you collect and lay complete groups of Mackinac Island's treasures.",
    teams=True,
    options=OPTIONS,
    presets={
        "tiny": {"deck": "tiny"},
        "micro": {"deck": "micro", "allow_two": True, "stale_rounds": 2, "first_player": "host"},
        "tiny-draws": {"deck": "tiny", "draw_timing": "after_asking", "reshuffle": True},
        "tiny-house": {"deck": "tiny", "draw_timing": "every_turn", "ask_complete": False, "stale_rounds": 2},
        "tiny-keep": {"deck": "tiny", "lay_optional": True, "no_instant_redump": True, "first_player": "host"},
        "memory": {"ask_log": "off", "draw_timing": "after_asking"},
        "endless": {"reshuffle": True, "stale_rounds": 0, "ask_log": "full", "draw_timing": "every_turn"},
        "house": {
            "ask_complete": False,
            "lay_optional": True,
            "no_instant_redump": True,
            "stale_rounds": 5,
            "tie": "broken",
            "first_player": "host",
        },
        "match": {"target": 8},
        "strict-draws": {"draw_timing": "after_refusal"},
        "two": {"allow_two": True, "stale_rounds": 0},
    },
)
