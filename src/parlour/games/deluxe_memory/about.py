"""What Deluxe Memory is called, who may play it and which house rules it knows."""

from parlour.core.game import About
from parlour.core.options import Option, first_player, tie

OPTIONS = (
    Option("simplicity", False, "Variant Simplicity: a mixed pair just moves its value from one player to another."),
    Option("jokers", False, "Variant Jokin' Around: two Jokers are laid out; matching them lets you rearrange cards."),
    Option("underdogs", False, "Variant Underdogs: nobody is out, and without tokens there is nothing to lose."),
    Option("underdogs_end", False, "Underdogs: the game also ends when only one player has tokens."),
    Option("start_tokens", 0, "Tokens each player begins with; 0: as many as the deck says (20).", low=0, high=200),
    Option("six_stays", True, "Cards turned up by a 6 stay face up: nobody can hide them again."),
    Option("select_both", False, "Both cards of a turn are chosen before either is seen."),
    Option("no_rehide", False, "A card that was face up cannot be put back face down."),
    Option("finite_bank", False, "The Bank can run dry: there are only 30 tokens for each player."),
    Option("nine_optional", False, "The owner of a shield may accept a loss and keep the pair."),
    Option("nine_pays_seven", False, "A shield also pays for the extra turn of a 7, in place of the 5 tokens."),
    Option("ten_own_match", False, "A thief also triggers at its owner's own match, where it is simply discarded."),
    Option("cross_shape", "plus", "The cross of a 5: along rows and columns, or diagonal.", ("plus", "diagonal")),
    Option(
        "joker_swaps",
        "timer60",
        "How much the Jokers let you rearrange: a minute on the clock, or a number of exchanges.",
        ("timer60", 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30),
    ),
    Option("memory_aid", False, "For learning: face-down cards you have seen are shown to you."),
    tie("Tied players share the win, or the one who made the last match wins."),
    first_player(),
)

ABOUT = About(
    slug="deluxe-memory",
    title="Deluxe Memory",
    version="2",
    min_seats=2,  # DM-01
    max_seats=4,
    default_seats=3,
    minutes="30-45",
    summary="Memory with stakes: pairs win, cost and move tokens, and mixed pairs do stranger things.",
    options=OPTIONS,
    observation=2,
    older={"1": {"six_stays": False}},
    presets={
        "tiny": {"deck": "tiny"},
        "tiny-colours": {"deck": "tiny-colours"},
        "tiny-jokers": {"deck": "tiny-jokers", "jokers": True, "joker_swaps": 2, "underdogs": True},
        "tiny-both": {"deck": "tiny", "select_both": True, "nine_optional": True},
        "simple": {"simplicity": True, "memory_aid": True},
        "all-variants": {"simplicity": True, "jokers": True, "underdogs": True},
        "wild": {"jokers": True, "underdogs": True, "joker_swaps": 4},
        "two": {"underdogs": True},
        "two-quick": {"underdogs": True, "underdogs_end": True, "start_tokens": 12},
        "house-two": {"six_stays": False, "nine_pays_seven": True, "start_tokens": 30},
        "house": {
            "select_both": True,
            "no_rehide": True,
            "finite_bank": True,
            "nine_optional": True,
            "ten_own_match": True,
            "cross_shape": "diagonal",
            "tie": "broken",
            "first_player": "host",
        },
    },
)
