"""What a Follow Me player is shown and told."""

from typing import Any

from parlour.core.chance import Seeded
from parlour.core.events import Event, redact
from parlour.core.scene import Scene
from parlour.games.follow_me import GAME

NAMES = ["You", "Bo", "Cy"]
PLAYERS = [
    {"hand": ["sea-cave", "skull-cave", "sugar-maple"], "observed": ["natural-arch"]},
    {"hand": ["harebell", "tamarack"]},
    {"hand": ["bumble-bee", "american-beech"]},
]


def scene(viewer: int = 0, moves: tuple[str, ...] = (), **entries: Any) -> tuple[Scene, list[str]]:
    """The scene for a viewer after some moves, and the lines of the log."""
    game = GAME(seats=3)
    table = game.load({"current": "arch-rock", "draw_pile": ["green-darner"], "players": PLAYERS, **entries})
    events: list[Event] = []
    for move in moves:
        game.apply(table, game.actor(table), game.actions.id_of(move), Seeded(1), events.append)
    lines = [game.tell(redact(event, viewer), NAMES) for event in events]
    return game.scene(game.view(table, viewer), NAMES), [line for line in lines if line]


def labels(shown: Scene) -> list[str]:
    assert shown.prompt is not None
    return [choice.label for choice in shown.prompt.choices]


def test_a_turn() -> None:
    shown, _ = scene()
    assert shown.prompt is not None
    assert shown.prompt.text == (
        "Draw a card (3 more allowed), observe one Limestone Bluff card, place a new Location or end your turn."
    )
    assert labels(shown) == [
        "Draw a card",
        "End turn without playing",
        "Observe Skull Cave",
        "Observe Sea Cave",
        "Place Skull Cave",
    ]
    assert [choice.preview for choice in shown.prompt.choices][2:] == ["@B", "B3", "Limestone Bluff, 1 card to observe"]
    (blocked,) = shown.prompt.blocked
    assert blocked.pieces == ("card:sugar-maple",)
    assert "Limestone Bluff" in blocked.why
    assert shown.players[0].counters == {"points": 4}
    assert "reconstruction" in shown.note


def test_others_see_no_hand() -> None:
    """FM-G22: only its size."""
    shown, _ = scene(viewer=1)
    assert shown.prompt is None
    zones = {zone.id: zone for zone in shown.zones}
    assert (zones["hand:0"].count, zones["hand:0"].policy) == (3, "len")
    assert {piece.type for piece in shown.pieces if piece.zone == "seen:0"} == {"natural-arch"}
    assert zones["deck"].count == 1


def test_stopping_early_after_placing_asks_first() -> None:
    """FM-19: while cards could still be observed."""
    shown, lines = scene(moves=("place skull-cave",))
    assert shown.prompt is not None
    sure = {choice.label: choice.confirm for choice in shown.prompt.choices}
    assert sure["Send nothing and end turn"]
    assert not sure["Observe Sea Cave"]
    assert lines == ["You place Skull Cave: Limestone Bluff."]
    shown, _ = scene(moves=("place skull-cave", "observe sea-cave"))
    assert shown.prompt is not None
    assert not any(choice.confirm for choice in shown.prompt.choices)
    assert "no Limestone Bluff card" in shown.prompt.text


def test_passing_cards() -> None:
    """FM-20, FM-G10"""
    moves = ("observe sea-cave", "send right sugar-maple")
    shown, _ = scene(moves=moves[:1])
    assert "Send Sugar Maple left to Bo" in labels(shown)
    assert "Send Sugar Maple right to Cy" in labels(shown)
    shown, _ = scene(viewer=1, moves=moves)
    assert shown.prompt is not None
    assert shown.prompt.kind == "commit"
    assert shown.prompt.text == "Choose a card to pass right to you. 1 of 3 have chosen."
    assert [badge.text for badge in shown.players[0].badges] == ["dealer", "ready"]
    shown, lines = scene(moves=(*moves, "give tamarack", "give bumble-bee"))
    assert lines[-2:] == ["You pass Sugar Maple to Cy.", "Bo passes Tamarack to you."]
    assert not any("Bumble" in line for line in lines)


def test_leading_and_following() -> None:
    """FM-23, FM-24"""
    shown, _ = scene(draw_pile=[])
    assert shown.prompt is not None
    assert shown.prompt.text == "Lead one card and name one of its Habitats, or end your turn."
    assert "Lead Sea Cave as Limestone Bluff" in labels(shown)
    shown, _ = scene(viewer=2, moves=("lead sea-cave bluff",), draw_pile=[])
    assert shown.prompt is not None
    assert shown.prompt.text == "You lead Sea Cave as Limestone Bluff: follow with one of your Limestone Bluff cards."
    assert labels(shown) == ["Follow with Bumble Bee"]
    assert [waiting.seat for waiting in shown.waiting] == [1, 2]
    _, lines = scene(moves=("lead sea-cave bluff", "follow harebell", "follow bumble-bee"), draw_pile=[])
    assert lines == [
        "You lead Sea Cave as Limestone Bluff.",
        "Bo follows with Harebell.",
        "Cy follows with Bumble Bee.",
        "You observe all 3 cards.",
    ]


def test_the_result() -> None:
    """FM-29, FM-30"""
    hands = [{"hand": ["sea-cave"]}, *PLAYERS[1:]]
    shown, lines = scene(moves=("observe sea-cave",), players=hands)
    assert shown.result is not None
    assert shown.result.lines == (
        "3 observed + 4 for being out of cards",
        "0 observed, 2 cards left",
        "0 observed, 2 cards left",
    )
    assert lines[-2:] == ["You are out of cards: 4 bonus points.", "Game over. A hand is empty."]
