"""What the tables say about a game is what happened in it."""

import importlib
from collections import Counter
from dataclasses import dataclass

import pytest

from parlour.core.check_events import event_types
from parlour.core.match import Match, check_luck
from parlour.core.outcome import Ending
from parlour.games import all_games, find, open_game
from parlour.study.plan import Batch, Plan, make_plan
from parlour.study.play import Tools, play_batch, play_game, replay_game
from parlour.study.tables import GAMES, TABLES, TURNS, USES, Rows, frames, schemas, unpack
from parlour.study.usage import Counting, Names, action_words

SLUGS = [entry.about.slug for entry in all_games()]
GAMES_EACH = 6


@dataclass(frozen=True)
class Turn:
    number: int
    turn: int
    seat: int
    decisions: int
    choices: int
    chances: list[float] | None


@dataclass(frozen=True)
class Use:
    number: int
    seat: int
    thing: str
    kind: str
    count: int


def turns_of(rows: Rows) -> list[Turn]:
    return [Turn(*row) for row in frames(rows)[TURNS].iter_rows()]


def uses_of(rows: Rows) -> list[Use]:
    return [Use(*row) for row in frames(rows)[USES].iter_rows()]


def play(plan: Plan) -> Rows:
    return unpack(play_batch(plan, Batch(0, plan.games)))


@pytest.fixture(scope="module", params=SLUGS)
def played(request: pytest.FixtureRequest) -> tuple[Plan, Rows]:
    """Some games of every game, by weak and better bots, two of them followed."""
    about = find(request.param).about
    seats = min(max(3, about.min_seats), about.max_seats)
    plan = make_plan(request.param, games=GAMES_EACH, seats=seats, bots=["normal", "random"], followed=2)
    return plan, play(plan)


def test_rows_tell_what_a_match_of_the_same_seed_tells(played: tuple[Plan, Rows]) -> None:
    plan, rows = played
    for number, row in enumerate(rows.games):
        match = replay_game(plan, number)
        outcome = match.outcome
        assert outcome is not None
        assert match.seed == f"study {row.deal}"
        assert (row.number, row.decisions, row.reason) == (number, match.decisions, outcome.reason)
        assert (row.scores, row.ranks) == (list(outcome.scores), list(outcome.ranks))
        assert [seat for seat, win in enumerate(row.wins) if win > 0] == list(outcome.winners)
        assert row.bots == match.record.players
        done = Counter((entry.seat, action_words(match.game.actions[entry.action])) for entry in match.record.entries)
        counted = {
            (use.seat, use.thing): use.count for use in uses_of(rows) if (use.number, use.kind) == (number, "action")
        }
        assert counted == done
        assert check_luck(match.record, open_game)


def test_choices_and_turns_are_those_of_the_match(played: tuple[Plan, Rows]) -> None:
    plan, rows = played
    for row in rows.games:
        record = replay_game(plan, row.number).record
        match = Match(plan.open_game(), plan.table_seed(row.number))
        choices = 0
        active: list[int] = []
        for entry in record.entries:
            if not active or active[-1] != match.to_act[0]:
                active.append(match.to_act[0])
            choices += len(match.legal(entry.seat))
            match.play(entry.seat, entry.action)
        assert row.choices == choices
        assert [turn.seat for turn in turns_of(rows) if turn.number == row.number] == active
        assert row.turns == len(active)


def test_nothing_is_lost_between_the_tables(played: tuple[Plan, Rows]) -> None:
    plan, rows = played
    for row in rows.games:
        turns = [turn for turn in turns_of(rows) if turn.number == row.number]
        assert [turn.turn for turn in turns] == list(range(row.turns))
        assert sum(turn.decisions for turn in turns) == row.decisions
        assert sum(turn.choices for turn in turns) == row.choices
        assert sum(row.wins) == pytest.approx(1.0)
        assert all((win > 0) == (rank == 1) for win, rank in zip(row.wins, row.ranks, strict=True))
        assert 0 <= row.first < plan.seats
        actions = sum(use.count for use in uses_of(rows) if (use.number, use.kind) == (row.number, "action"))
        assert actions == row.decisions


def test_chances_are_given_for_followed_games_only(played: tuple[Plan, Rows]) -> None:
    plan, rows = played
    for row in rows.games:
        chances = [turn.chances for turn in turns_of(rows) if turn.number == row.number]
        known = [turn for turn, found in enumerate(chances) if found is not None]
        step = -(-row.turns // plan.points)
        assert known == (list(range(0, row.turns, step)) if row.number < plan.followed else [])
        assert len(known) <= plan.points
        for found in chances:
            assert found is None or (len(found) == plan.seats and sum(found) == pytest.approx(1.0))


def test_uses_are_those_of_all_events_and_actions_of_the_match(played: tuple[Plan, Rows]) -> None:
    plan, rows = played
    for number in range(plan.games):
        match = replay_game(plan, number)
        counting = Counting(Names(match.game), plan.seats)
        for event in match.events:
            counting(event)
        for entry in match.record.entries:
            counting.act(entry.seat, entry.action)
        seats: list[int] = []
        things: list[int] = []
        counts: list[int] = []
        counting.take(seats, things, counts)
        named = [counting.names.things[thing] for thing in things]
        counted = {(seat, *thing): count for seat, thing, count in zip(seats, named, counts, strict=True)}
        found = {(use.seat, use.thing, use.kind): use.count for use in uses_of(rows) if use.number == number}
        assert found == counted


def test_who_begins_is_who_the_story_says(played: tuple[Plan, Rows]) -> None:
    plan, rows = played
    for row in rows.games:
        began = [event.seat for event in replay_game(plan, row.number).events if event.type.begins]
        assert not began or row.first == began[0]


def test_events_are_counted_for_who_used_the_thing(played: tuple[Plan, Rows]) -> None:
    """Every use a game declares happens under a name people read, for the seat that did it."""
    plan, rows = played
    declared = event_types(plan.open_game())
    cards = {card.name for card in plan.open_game().deck.cards}
    for number in range(plan.games):
        told = Counter(event.type for event in replay_game(plan, number).events)
        simple = [(kind, use) for kind in declared for use in kind.counts if not use.fact and not use.when]
        kinds = {use.words: {kind for kind, other in simple if other.words == use.words} for _, use in simple}
        for words, named in kinds.items():
            counted = sum(row.count for row in uses_of(rows) if (row.number, row.thing) == (number, words))
            assert counted == sum(told[kind] for kind in named)
    for row in uses_of(rows):
        if row.kind == "card":
            assert row.thing.split(" (")[0] in cards


def test_a_deal_is_played_once_for_each_way_around_the_table() -> None:
    plan = make_plan("st-croix", games=6, seats=3, bots=["normal", "random"], followed=0)
    rows = play(plan)
    assert [row.deal for row in rows.games] == [0, 0, 0, 1, 1, 1]
    assert [row.bots.count("random") for row in rows.games] == [1] * 6
    assert sorted(row.bots.index("random") for row in rows.games[:3]) == [0, 1, 2]
    deals = [replay_game(plan, number).record.deal for number in range(6)]
    assert deals[0] == deals[1] == deals[2] != deals[3]


def test_a_guard_that_ends_a_game_is_named() -> None:
    capped = make_plan("st-croix", games=3, bots=["random"], options={"turn_cap": 10}, followed=0)
    assert [row.guard for row in play(capped).games] == ["turn limit"] * 3
    usual = make_plan("around-mackinac", games=3, bots=["normal"], followed=0)
    assert [row.guard for row in play(usual).games] == [""] * 3


GUARDS = {
    "around-mackinac": {"last ferry"},
    "deluxe-memory": set(),
    "follow-me": {"nobody leads", "many deals"},
    "match-me": {"stalemate", "turn limit", "many deals"},
    "mine-and-craft": {"nobody acts", "nothing crafted"},
    "st-croix": {"turn limit"},
}


@pytest.mark.parametrize("slug", GUARDS)
def test_the_guards_of_a_game_keep_their_names(slug: str) -> None:
    """Stored studies hold these names, so that a game must not rename a guard."""
    events = vars(importlib.import_module(f"parlour.games.{slug.replace('-', '_')}.events"))
    named = [value for value in events.values() if isinstance(value, Ending)]
    endings = [*named, *events.get("ENDINGS", {}).values()]
    assert len({ending.name for ending in endings}) == len(endings)
    assert {ending.name for ending in endings if ending.guard} == GUARDS[slug]


def test_order_and_company_do_not_change_a_game() -> None:
    """A game's rows depend on its number alone, not on the games played before it by the same tools."""
    plan = make_plan("mine-and-craft", games=4, seats=2, bots=["normal"], followed=1)
    tools = Tools(plan)
    backwards = [Rows() for _ in range(4)]
    for number in (3, 2, 1, 0):
        play_game(tools, number, backwards[number])
    whole = play(plan)
    assert [row for rows in backwards for row in rows.games] == whole.games
    assert [row for rows in backwards for row in turns_of(rows)] == turns_of(whole)
    assert [row for rows in backwards for row in uses_of(rows)] == uses_of(whole)


def test_frames_have_the_schema(played: tuple[Plan, Rows]) -> None:
    made = frames(played[1])
    assert list(made) == list(TABLES)
    for table, schema in schemas().items():
        assert made[table].schema == schema
    assert made[GAMES]["scores"].to_list() == [row.scores for row in played[1].games]
