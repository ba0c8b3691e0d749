"""What Follow Me If You Can! is called, who may play it and which house rules it knows."""

from parlour.core.deals import target_score
from parlour.core.game import About
from parlour.core.options import Option, first_player, tie

OPTIONS = (
    Option("must_change_habitat", False, "A new Location must have a different Habitat from the one it covers."),
    Option(
        "habitats",
        "many",
        "Many Natural Treasures live in several Habitats; or few do, and games are longer. The deck file says which.",
        ("many", "few"),
    ),
    target_score(),
    Option(
        "decline_rounds",
        0,
        "Rounds without a lead that end the game; 0: one, and two with two players.",
        low=0,
        high=5,
    ),
    Option("must_lead", False, "With no draw pile left, leading a card is mandatory."),
    Option("hand_limit", 0, "Hand size at which nobody may choose to draw; 0 means no limit.", low=0, high=62),
    Option(
        "bonus_split",
        "full",
        "When several players run out of cards at once, each gets the full bonus, or they split it.",
        ("full", "split"),
    ),
    tie("Tied players share the win, or the one who ran out of cards wins, then the one who observed more cards."),
    first_player(
        "The dealer is random, or the first seat begins if it has a Location: the host decides who sits there."
    ),
)

ABOUT = About(
    slug="follow-me",
    title="Follow Me If You Can!",
    version="2",
    min_seats=2,  # FM-01
    max_seats=6,
    default_seats=4,
    minutes="10-20",
    summary="Follow the habitats, observe the most, and be first out of cards.",  # FM-02
    options=OPTIONS,
    observation=2,
    older={"1": {"decline_rounds": 1}},
    presets={
        "tiny": {"deck": "tiny"},
        "micro": {"deck": "micro", "first_player": "host"},
        "tiny-house": {"deck": "tiny", "must_change_habitat": True, "must_lead": True, "hand_limit": 3},
        "tiny-host": {"deck": "tiny", "tie": "broken", "first_player": "host"},
        "house": {
            "must_change_habitat": True,
            "must_lead": True,
            "hand_limit": 7,
            "bonus_split": "split",
            "tie": "broken",
            "first_player": "host",
        },
        "long": {"habitats": "few"},
        "match": {"target": 30, "decline_rounds": 2},
        "small-hands": {"hand_limit": 4},
    },
)
