"""The worlds that fit what one guest may know. The core finds them without this file, too, but takes seconds."""

from midnight_masks.rules import MasksRules
from midnight_masks.state import Ball, Guest
from parlour.core.bags import bag_of, has
from parlour.core.rng import Rng


def fill_in(game: MasksRules, ball: Ball, seat: int, rng: Rng) -> Ball:
    """Deal the unseen cards into the blanks of a guest's copy of the table, until they fit what is known of each."""
    box = game.schema.census(ball)
    unseen = [kind for kind, key in enumerate(game.keys) for _ in range(game.copies[kind] - box.get(key, 0))]
    others = [guest for owner, guest in enumerate(ball.guests) if owner != seat]
    while True:
        rng.shuffle(unseen)
        left = list(unseen)
        fits = [_fill_guest(guest, left) for guest in others]
        if all(fits):
            ball.draw_pile = left
            return ball


def _fill_guest(guest: Guest, left: list[int]) -> bool:
    """Give a guest cards for mask and hand; False if they cannot be these."""
    mask = [left.pop() for _ in range(guest.mask_size)]
    hand = [left.pop() for _ in range(guest.hand_size)]
    guest.mask, guest.hand = bag_of(mask), bag_of(hand)
    known_wrong = hand and all(has(guest.hand_not, kind) for kind in hand)
    return not known_wrong and not any(has(guest.mask_not, kind) for kind in mask)
