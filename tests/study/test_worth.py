"""Card worth: restricted bots, exchanged cards, and what the study says about them."""

from pathlib import Path

import pytest

from parlour.bots import find_bot
from parlour.core.chance import Seeded
from parlour.core.errors import ParlourError
from parlour.core.match import Match
from parlour.games import find
from parlour.study.estimates import around
from parlour.study.many import detectable, holm, p_value
from parlour.study.opening import exchanged_seat, hands, opening_of
from parlour.study.plan import make_plan
from parlour.study.play import Tools, play_game, replay_game
from parlour.study.tables import Rows
from parlour.study.worth import make_trials, results
from terminal.running import parlour


def uses(bots: list[str], games: int = 6) -> dict[tuple[int, str], int]:
    """How often each seat used each thing in some games of St. Croix."""
    tools, rows = Tools(make_plan("st-croix", games=games, seats=2, bots=bots, followed=0)), Rows()
    for number in range(0, games, len(tools.plan.lineups)):  # the first bot in the first seat
        play_game(tools, number, rows)
    found: dict[tuple[int, str], int] = {}
    for seat, thing, count in zip(rows.use_seats, rows.use_things, rows.use_counts, strict=True):
        name = rows.things[thing][0]
        found[seat, name] = found.get((seat, name), 0) + count
    return found


def test_a_restricted_bot_avoids_a_card_and_another_bot_does_not() -> None:
    found = uses(["normal!never=cannon", "normal"])
    assert found.get((0, "Cannon"), 0) < found[1, "Cannon"]
    assert uses(["normal!hoarder", "normal"])[0, "pick up"] > uses(["normal", "normal"]).get((0, "pick up"), 0)


def test_a_restriction_plays_the_same_at_a_table_and_in_a_study() -> None:
    """Studies choose without a view; a table gives the bot one."""
    plan = make_plan("st-croix", games=4, seats=2, bots=["normal!never=cannon!always=moko", "hard@5!never=7"])
    tools, rows = Tools(plan), Rows()
    for number in range(2):
        play_game(tools, number, rows)
        assert rows.games[number].decisions == replay_game(plan, number).decisions


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("normal!never=canon", "No action of St. Croix uses 'canon'"),
        ("normal!sometimes", "A bot is restricted by never=THING"),
        ("normal!greedy=7", "A bot is restricted by never=THING"),
        ("genius!greedy", "There is no bot 'genius'"),
        ("hard!greedy", "hard thinks by the clock"),
    ],
)
def test_a_wrong_restriction_is_refused(bot: str, sentence: str) -> None:
    with pytest.raises(ParlourError, match=sentence):
        make_plan("st-croix", games=1, bots=[bot])


def test_a_restriction_without_cards_is_refused() -> None:
    with pytest.raises(ParlourError, match="No action of All Around Mackinac Island names a card"):
        find_bot("normal!hoarder").make(find("around-mackinac").make(seats=2))


def test_an_exchange_changes_one_card_of_one_hand() -> None:
    plan = make_plan("st-croix", games=9, seats=3, exchange="cannon")
    game = plan.open_game()
    opening = opening_of(plan, game)
    assert opening is not None
    places = hands(game)
    for number in range(9):
        seed = plan.table_seed(number)
        before, after = game.new(Seeded(seed, 0)), opening(seed, Seeded(seed, 0), None)
        assert game.schema.census(before) == game.schema.census(after)
        seat = exchanged_seat(seed, 3)
        old, new = ([key for hand in places for key in hand.keys(state, seat)] for state in (before, after))
        assert new.count("cannon") == old.count("cannon") + 1
        assert len(new) == len(old) and sum(old.count(key) > new.count(key) for key in set(old)) == 1


def test_an_exchanged_game_replays_as_a_record(tmp_path: Path) -> None:
    match = replay_game(make_plan("st-croix", games=2, seats=2, exchange="moko"), 1)
    assert isinstance(match, Match) and match.outcome is not None and match.record.start is not None


def test_what_cannot_be_tried_is_left_out_and_named() -> None:
    given = {"deals": 1, "bot": "normal", "seats": 3, "options": {}, "deck": None, "seed": "s"}
    trials, left_out = make_trials("mine-and-craft", ["wood1"], **given)  # type: ignore[arg-type]  # one dict of all
    assert [trial.name for trial in trials] == ["as it is", "never=wood1", "always=wood1", "greedy", "hoarder"]
    assert left_out == ["exchange wood1: Mine & Craft deals no hands, so no card of one can be exchanged."]
    with pytest.raises(ParlourError, match="has no card 'cannon'"):
        make_trials("mine-and-craft", ["cannon"], **given)  # type: ignore[arg-type]  # one dict of all


def test_the_command_measures_and_draws(tmp_path: Path) -> None:
    words = ("worth", "st-croix", "--seats", "2", "--preset", "tiny", "--deals", "8", "--workers", "1", "--out", "w")
    result = parlour(*words, "--card", "moko", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "a seat that is dealt" in " ".join(result.stdout.split()).lower() or "No card is shown" in result.stdout
    page = (tmp_path / "w" / "worth.html").read_text(encoding="utf-8")
    assert "an experiment" in page and "not causes" in page
    found = results(tmp_path / "w")
    assert found.cards[0].never is not None and found.cards[0].exchange is not None
    assert set(found.cards[0].exposed) == {"played", "dealt", "drawn", "held at the end"}
    again = parlour("worth", "--resume", "--out", "w", folder=tmp_path)
    assert again.returncode == 0 and again.stdout == result.stdout
    wrong = parlour("worth", "st-croix", "--card", "canon", "--out", "x", folder=tmp_path)
    assert (wrong.returncode, wrong.stderr) == (
        2,
        "The deck St. Croix, reconstructed has no card 'canon'. Did you mean cannon?\n",
    )
    assert not (tmp_path / "x").exists()


def test_many_looks_are_corrected() -> None:
    found = [around(0.06, 0.03, 99)] * 1 + [around(0.0, 0.03, 99)] * 19
    assert found[0].shown and not any(holm(found))
    assert holm([around(0.2, 0.03, 99), *found])[0]
    assert p_value(around(0.0, 0.0, 9)) == 1.0
    assert abs(detectable(around(0.0, 0.01, 9)) - 0.028) < 1e-9
