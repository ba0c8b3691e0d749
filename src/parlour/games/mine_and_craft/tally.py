"""What a study counts in Mine & Craft."""

from parlour.core.events import Event
from parlour.core.tally import Tally, Use
from parlour.games.mine_and_craft.box import TOOL_NAMES
from parlour.games.mine_and_craft.events import (
    BLAST,
    CRAFTED,
    EXPLODES,
    MINED,
    PAID,
    RESERVED,
    TOOL,
    TURN_BEGINS,
)


def _tool(event: Event) -> str:
    """The tool used; an Axe is used by paying with it."""
    return TOOL_NAMES.get(str(event.get("tool") or event.get("card")), "")


COUNTED = Tally(
    uses={
        MINED.kind: (Use("card", "card"),),
        CRAFTED.kind: (Use("card", "item"),),
        RESERVED.kind: (Use("effect", words="craft card reserved"),),
        TOOL.kind: (Use("tool", name=_tool),),
        PAID.kind: (Use("tool", name=_tool),),
        BLAST.kind: (Use("effect", words="TNT set off"),),
        EXPLODES.kind: (Use("effect", words="creeper met"),),
    },
    begins=TURN_BEGINS.kind,
)
