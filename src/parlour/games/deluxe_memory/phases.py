"""What the game waits for (the phases), what a match can do (the effects), and which belong together."""

from typing import Final

from parlour.games.deluxe_memory.packed import RANKS

# What the player to act has to do
FIRST: Final = 0  # choose the first card of the turn
SECOND: Final = 1  # choose the second
PUT_BACK: Final = 2  # face up or face down
TARGET: Final = 3  # who loses (black pair) or gains (red pair)
GAIN: Final = 4  # Ace: who gains
LOSE: Final = 5  # Ace: who loses
REVEAL: Final = 6  # Ace: which card is revealed
SWAP: Final = 7  # 2: the first card to swap
SWAP_WITH: Final = 8  # 2: the second
REVEAL_SOME: Final = 9  # 3: another card to reveal
TAKE_FROM: Final = 10  # 3: another player who loses
SQUARE: Final = 11  # 4: which square
LOOK: Final = 12  # 4: which of its cards to look at
CENTRE: Final = 13  # 5: the centre of the cross
TURN_UP: Final = 14  # 6: another card to turn up
LEVEL: Final = 15  # Jack: the first player
LEVEL_WITH: Final = 16  # Jack: the second
GIVE: Final = 17  # Queen, Simplicity: who gives
RECEIVE: Final = 18  # Queen, Simplicity: who receives
COPY: Final = 19  # King: which effect
MOVE: Final = 20  # Jokers: a card to move
MOVE_TO: Final = 21  # Jokers: where to
OFFER: Final = 22  # 7: pay for another turn?
SHIELD: Final = 23  # 9 with nine_optional: use it?
PHASES: Final = (
    "first",
    "second",
    "put back",
    "target",
    "gain",
    "lose",
    "reveal",
    "swap",
    "swap with",
    "reveal some",
    "take from",
    "square",
    "look",
    "centre",
    "turn up",
    "level",
    "level with",
    "give",
    "receive",
    "copy",
    "move",
    "move to",
    "offer",
    "shield",
)

# Effects: the rows of the Mixed Chart by rank, then the others
ACE: Final = 0
TWO: Final = 1
THREE: Final = 2
FOUR: Final = 3
FIVE: Final = 4
SIX: Final = 5
SEVEN: Final = 6
EIGHT: Final = 7
NINE: Final = 8
TEN: Final = 9
JACK: Final = 10
QUEEN: Final = 11
KING: Final = 12
JOKERS: Final = 13
BLACK: Final = 14
RED: Final = 15
SIMPLE: Final = 16
EFFECTS: Final = (*RANKS, "black pair", "red pair", "simple pair")

EFFECTS_IN: Final = {
    TARGET: (BLACK, RED),
    GAIN: (ACE,),
    LOSE: (ACE,),
    REVEAL: (ACE,),
    SWAP: (TWO,),
    SWAP_WITH: (TWO,),
    REVEAL_SOME: (THREE,),
    TAKE_FROM: (THREE,),
    SQUARE: (FOUR,),
    LOOK: (FOUR,),
    CENTRE: (FIVE,),
    TURN_UP: (SIX,),
    LEVEL: (JACK,),
    LEVEL_WITH: (JACK,),
    GIVE: (QUEEN, SIMPLE),
    RECEIVE: (QUEEN, SIMPLE),
    COPY: (KING,),
    MOVE: (JOKERS,),
    MOVE_TO: (JOKERS,),
    SHIELD: (BLACK, ACE, THREE, JACK, QUEEN, SIMPLE),
}
"""The effects each phase belongs to; other phases belong to none."""
