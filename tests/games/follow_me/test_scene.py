"""What a Follow Me player is shown and told."""

from games.follow_me.positions import at
from scenario import Scenario

PLAYERS: list[dict[str, object]] = [
    {"hand": ["sea-cave", "skull-cave", "sugar-maple"], "observed": ["natural-arch"]},
    {"hand": ["harebell", "tamarack"]},
    {"hand": ["bumble-bee", "american-beech"]},
]


def seated(draw: tuple[str, ...] = ("green-darner",), players: list[dict[str, object]] = PLAYERS) -> Scenario:
    """Three players, seat 0 to move."""
    return at([], names=["You", "Bo", "Cy"], draw_pile=list(draw), players=players)


def labels(table: Scenario, seat: int = 0) -> list[str]:
    return [choice.label for choice in table.prompt(seat).choices]


def test_a_turn() -> None:
    table = seated()
    prompt = table.prompt()
    assert prompt.text == (
        "Draw a card (1 more allowed), observe one Limestone Bluff card, place a new Location or end your turn."
    )
    assert labels(table) == [
        "Draw a card",
        "End turn without playing",
        "Observe Skull Cave",
        "Observe Sea Cave",
        "Place Skull Cave",
    ]
    assert [choice.preview for choice in prompt.choices][2:] == ["@B", "B3", "Limestone Bluff, 1 card to observe"]
    (blocked,) = prompt.blocked
    assert blocked.pieces == ("card:sugar-maple",)
    assert "Limestone Bluff" in blocked.why
    assert table.scene(0).players[0].counters == {"points": 4}
    assert "reconstruction" in table.scene(0).note


def test_others_see_no_hand() -> None:
    """FM-G22: only its size."""
    table = seated()
    shown = table.scene(1)
    assert shown.prompt is None
    zones = {zone.id: zone for zone in shown.zones}
    assert (zones["hand:0"].count, zones["hand:0"].policy) == (3, "len")
    assert table.shown(1, "seen:0") == ["natural-arch"]
    assert zones["deck"].count == 1


def test_stopping_early_after_placing_asks_first() -> None:
    """FM-19: while cards could still be observed."""
    table = seated().do("place skull-cave")
    sure = {choice.label: choice.confirm for choice in table.prompt().choices}
    assert sure["Send nothing and end turn"]
    assert not sure["Observe Sea Cave"]
    assert table.told(0) == ["You place Skull Cave: Limestone Bluff."]
    table.do("observe sea-cave")
    assert not any(choice.confirm for choice in table.prompt().choices)
    assert "no Limestone Bluff card" in table.prompt().text


def test_passing_cards() -> None:
    """FM-20, FM-G10"""
    table = seated().do("observe sea-cave")
    assert {"Send Sugar Maple left to Bo", "Send Sugar Maple right to Cy"} <= set(labels(table))
    table.do("send right sugar-maple")
    prompt = table.prompt(1)
    assert prompt.kind == "commit"
    assert prompt.text == "Choose a card to pass right to you. 1 of 3 has chosen."
    assert [badge.text for badge in table.scene(1).players[0].badges] == ["dealer", "ready"]
    table.do("give tamarack", "give bumble-bee")
    assert table.told(0)[-2:] == ["You pass Sugar Maple to Cy.", "Bo passes Tamarack to you."]
    assert not any("Bumble" in line for line in table.told(0))


def test_leading_and_following() -> None:
    """FM-23, FM-24"""
    table = seated(draw=())
    assert table.prompt().text == "Lead one card and name one of its Habitats, or end your turn."
    assert "Lead Sea Cave as Limestone Bluff" in labels(table)
    table.do("lead sea-cave bluff")
    prompt = table.prompt(2)
    assert prompt.text == "You lead Sea Cave as Limestone Bluff: follow with one of your Limestone Bluff cards."
    assert labels(table, 2) == ["Follow with Bumble Bee"]
    assert [waiting.seat for waiting in table.scene(2).waiting] == [1, 2]
    table.do("follow harebell", "follow bumble-bee")
    assert table.told(0) == [
        "You lead Sea Cave as Limestone Bluff.",
        "Bo follows with Harebell.",
        "Cy follows with Bumble Bee.",
        "You observe all 3 cards.",
    ]


def test_the_result() -> None:
    """FM-29, FM-30"""
    table = seated(players=[{"hand": ["sea-cave"]}, *PLAYERS[1:]]).do("observe sea-cave")
    result = table.scene(0).result
    assert result is not None
    assert result.lines == (
        "3 observed + 4 for being out of cards",
        "0 observed, 2 cards left",
        "0 observed, 2 cards left",
    )
    assert table.told(0)[-2:] == ["You are out of cards: 4 bonus points.", "Game over. A hand is empty."]
