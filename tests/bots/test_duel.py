"""A duel is fair, repeatable, and the same for any number of processes."""

from collections.abc import Iterator

import pytest

from parlour.bots import UnknownBot
from parlour.bots.duel import Duel, Played, play_all, play_one, score, wilson
from parlour.cli.duel import run_duel
from parlour.core.errors import UnknownOption


def told(played: list[Played]) -> list[tuple[int, int, tuple[int, ...], tuple[int, int]]]:
    """All but the time it took."""
    return [(game.number, game.seat, game.ranks, game.decisions) for game in played]


def test_each_deal_is_played_from_every_seat() -> None:
    duel = Duel("st-croix", "normal", "normal", seats=3)
    played = [play_one(duel, number) for number in range(6)]
    assert [game.seat for game in played] == [0, 1, 2, 0, 1, 2]
    # The same bots at the same deal: the game is the same, only the seat that is counted changes.
    assert played[0].ranks == played[1].ranks == played[2].ranks
    assert sum(game.win for game in played[:3]) == pytest.approx(1.0)


def test_the_number_of_workers_changes_nothing() -> None:
    duel = Duel("around-mackinac", "normal", "easy", seats=2)
    assert told(list(play_all(duel, 6, workers=1))) == told(list(play_all(duel, 6, workers=2)))


def test_wrong_names_and_seats_are_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownBot):
        next(play_all(Duel("st-croix", "normal", "nobody", seats=2), 5, workers=2))
    with pytest.raises(UnknownOption):
        next(play_all(Duel("st-croix", "normal", "easy", seats=9), 5, workers=2))


def test_ctrl_c_prints_what_is_done(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(duel: Duel, games: int, workers: int) -> Iterator[Played]:
        yield from play_all(duel, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("parlour.cli.duel.play_all", interrupted)
    assert run_duel(Duel("st-croix", "normal", "random", seats=2), 50, 1) == 130
    told_so_far = capsys.readouterr().out
    assert "Stopped after 3 of 50 games." in told_so_far
    assert "normal against random, 3 games" in told_so_far


def test_ties_share_the_win_and_the_place() -> None:
    tie = Played(0, 1, (1, 1, 3), (1, 1), (0.0, 0.0))
    assert (tie.win, tie.rank) == (0.5, 1.5)
    last = Played(1, 2, (1, 1, 3), (1, 1), (0.0, 0.0))
    assert (last.win, last.rank) == (0.0, 3.0)


def test_the_score_says_who_is_stronger() -> None:
    wins = [
        Played(number, number % 2, (1, 2) if number % 2 == 0 else (2, 1), (4, 4), (2.0, 0.4)) for number in range(30)
    ]
    found = score(wins, 2)
    assert (found.share, found.rank, found.verdict) == (1.0, 1.0, "stronger")
    assert found.milliseconds == pytest.approx((500.0, 100.0))
    (a, _), (b, _) = found.ratings
    assert a > 25 > b
    even = score([*wins, *(Played(0, 0, (2, 1), (4, 4), (0.0, 0.0)) for _ in range(30))], 2)
    assert even.verdict == "undecided"
    assert wilson(0, 0) == (0.0, 1.0)
