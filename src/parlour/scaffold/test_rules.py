"""Fresh Game: its rules in positions set up by hand, and the conformance suite."""

import parlour
from parlour.core.game import TableView
from parlour.scaffold.fresh_game.game import FreshGame
from parlour.scaffold.fresh_game.state import Table


def sit(*hands: str, pile: str = "2", draw: str = "1 1 1") -> parlour.Match[Table, TableView[Table]]:
    """A table where seat 0 is to act; cards are given by their keys."""
    players = [{"hand": hand.split()} for hand in hands]
    start = {"turn": 0, "pile": pile.split(), "draw_pile": draw.split(), "players": players}
    return parlour.Match(FreshGame(len(hands)), start=start)


def legal(match: parlour.Match[Table, TableView[Table]]) -> list[str]:
    """What the seat whose turn it is may do."""
    return [match.game.actions.texts[action] for action in match.legal(match.to_act[0])]


def test_the_deal() -> None:
    """FG-01, FG-02, FG-03."""
    match = parlour.Match(FreshGame(4), seed="deal")
    assert [zone.count for zone in match.scene(0).zones if zone.owner is not None] == [3, 3, 3, 3]
    assert len(match.view(0).seen.pile) == 1
    assert len(match.to_act) == 1


def test_the_same_card_or_the_next_one_may_be_played_and_drawing_is_always_possible() -> None:
    """FG-04, FG-05."""
    assert legal(sit("1 2 3 4", "1")) == ["draw", "play 2", "play 3"]
    assert legal(sit("1 5", "1", pile="5")) == ["draw", "play 1", "play 5"]
    assert legal(sit("1", "1", pile="3")) == ["draw"]


def test_the_first_player_without_cards_wins() -> None:
    """FG-06."""
    match = sit("2", "1 1")
    match.play(0, "play 2")
    assert match.outcome is not None and match.outcome.winners == (0,)


def test_the_game_ends_with_the_draw_pile() -> None:
    """FG-07."""
    match = sit("1", "2", draw="1")
    match.play(0, "draw")
    assert match.outcome is not None and match.outcome.ranks == (2, 1)


def test_only_its_player_sees_a_drawn_card() -> None:
    """What the others see and are told does not depend on it."""
    match = sit("2", "2", draw="1 4")
    match.play(0, "draw")
    assert match.view(1).seen.players[0].hand == 0
    assert "draws a card." in match.log(1)[-1]


def test_the_game_keeps_the_contract_of_every_game() -> None:
    """The conformance suite says nothing, and every event happened."""
    assert parlour.check_game(FreshGame()) == []
