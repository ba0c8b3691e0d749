"""What can happen at a Deluxe Memory table, who may know it, and why the game ends.

Everything but the faces of the cards happens in the open: `chose` repeats each choice for all to hear, and only
`looked` keeps a secret.
"""

from parlour.core.events import EventType
from parlour.core.game import Ending

BEGINS = EventType("begins")
CHOSE = EventType("chose", facts=("choice", "step"))
LOOKED = EventType("looked", facts=("place",), secrets=("card",), secret_to=("seat",))
NO_MATCH = EventType("no match", facts=("places",))
MATCHED = EventType("matched", facts=("places", "cards"))
STOLEN = EventType("stole the match", facts=("matcher",))
TURNED_UP = EventType("turned up", facts=("place", "card"))
HID = EventType("hid", facts=("place",))
REVEALED = EventType("revealed", facts=("place", "card"))
SWAPPED = EventType("swapped", facts=("places",))
MOVED = EventType("moved", facts=("places",))
GAINED = EventType("gained", facts=("tokens",))
LOST = EventType("lost", facts=("tokens",))
GAVE = EventType("gave", facts=("to", "tokens"))
LEVELLED = EventType("levelled", facts=("with", "tokens", "odd"))
SHIELDED = EventType("shielded", facts=("rank",))
KEPT = EventType("kept", facts=("rank", "role"))
MARKED = EventType("will miss a turn")
SKIPPED = EventType("missed a turn")
AGAIN = EventType("goes again")
PAID = EventType("paid", facts=("tokens",))
OUT = EventType("out")
ENDED = EventType("ended", facts=("reason",))

ALL_MATCHED = Ending("all matched", "All cards are matched: most tokens win.")
ONE_LEFT = Ending("one left", "Only one player has tokens left.")
NONE_LEFT = Ending("none left", "The last players ran out of tokens together.")
