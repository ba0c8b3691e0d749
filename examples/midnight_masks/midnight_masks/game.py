"""Midnight Masks, joined: the rules, and what the core's defaults do not say by themselves."""

from collections.abc import Sequence

from msgspec.structs import replace

from midnight_masks.actions import Answer
from midnight_masks.rules import MasksRules
from midnight_masks.state import Ball
from midnight_masks.worlds import fill_in
from parlour.core.bags import members
from parlour.core.errors import BadPosition
from parlour.core.fields import NONE
from parlour.core.game import NOBODY, TableView
from parlour.core.positions import Reader
from parlour.core.rng import Rng
from parlour.core.scene import Badge, Player, Scene, whom


class MidnightMasks(MasksRules):
    """The whole game."""

    def determinise(self, view: TableView[Ball], rng: Rng) -> Ball:
        return fill_in(self, self.clone(view.seen), view.seat, rng)

    def scene(self, view: TableView[Ball], names: Sequence[str]) -> Scene:
        """The core's scene, with the names of guests in the choices and what is known of their masks."""
        scene = super().scene(view, names)
        players = tuple(self._player(view.seen, player) for player in scene.players)
        if scene.prompt is None:
            return replace(scene, players=players)
        choices = tuple(
            replace(choice, label=f"{choice.label} {whom(names[choice.seats[0]])}") if choice.seats else choice
            for choice in scene.prompt.choices
        )
        text = self._question(view.seen, view.seat, names)
        prompt = replace(scene.prompt, text=text, choices=choices, help="the-masks")
        return replace(scene, players=players, prompt=prompt)

    def _player(self, ball: Ball, player: Player) -> Player:
        guest = ball.guests[player.seat]
        known = [self._name(kind) for kind in members(guest.mask_not)]
        badges = [Badge(f"not the {', '.join(known)}")] if known else [Badge("left the ball")] if guest.left else []
        return replace(player, badges=tuple(badges))

    def _question(self, ball: Ball, seat: int, names: Sequence[str]) -> str:
        if not ball.guests[seat].wears():
            return "Choose the mask you wear. All choose at the same time, in secret."
        if ball.asked == NOBODY:
            return "Play one of your two cards."
        named = f" and names the {self._name(ball.named)}" if ball.named != NONE else ""
        return f"{names[ball.turn]} plays the {self._name(ball.threat)} against you{named}."

    def _name(self, kind: int) -> str:
        return self.words[""][self.keys[kind]]

    def explain(self, view: TableView[Ball], action: int) -> str:
        what, me = self.actions[action], view.seen.guests[view.seat]
        if not me.wears():
            return "First choose one of your cards as your mask."
        if view.seen.asked != NOBODY:
            return "You have no Bat to show." if what == Answer(True) else "First stay, or show a Bat."
        return "Play a card you hold, against a guest who is still at the ball and with a mask not known to be wrong."

    def complete(self, ball: Ball, read: Reader) -> None:
        """Refuse a position that cannot be."""
        for key, count in self.schema.census(ball).items():
            if count > self.deck.card(key).copies:
                raise BadPosition(f"{self.title}: there are more cards {key!r} than the deck has.")
        worn = [guest.mask_size + bool(guest.face) + bool(guest.left) for guest in ball.guests]
        if max(worn) > 1 or (ball.asked == NOBODY) != (ball.threat == NONE):
            raise BadPosition(f"{self.title}: a guest wears one mask, or has left; asked goes with threat.")
