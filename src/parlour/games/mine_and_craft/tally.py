"""Which endings are guards in Mine & Craft."""

from parlour.core.tally import Tally
from parlour.games.mine_and_craft.events import REASONS
from parlour.games.mine_and_craft.state import DECLINED, STALE

COUNTED = Tally(guards={REASONS[DECLINED]: "nobody acts", REASONS[STALE]: "nothing crafted"})
