"""Sentences as data: what the templates say, and that a wrong one is refused when it is declared."""

import pickle

import pytest

from parlour.core.check_events import check_synthetic, event_types
from parlour.core.events import EventType, Use, redact
from parlour.core.game import Game, State, View
from parlour.core.sentences import Fact, Say, Words
from parlour.games import all_games

WORDS: Words = {
    "": {"7": "Cane Bay (7)", "moko": "Moko Jumbie", "tnt": "TNT"},
    "habitat": {"field": "Open Field"},
}
NAMES = ["You", "Bo", "Cy"]


def told(say: Say, seat: int | None = 1, **facts: Fact) -> str:
    kind = EventType("happened", facts=tuple(facts), say=say)
    assert kind.teller is not None
    return kind.teller(seat, facts, NAMES, WORDS)


@pytest.mark.parametrize(
    ("said", "say", "facts"),
    [
        ("Bo takes the pile (1 card).", "{who:take|takes} the pile ({cards:count card}).", {"cards": ["7"]}),
        ("Bo passes Moko Jumbie to you.", "{who:pass|passes} {card:name} to {to:whom}.", {"card": "moko", "to": 0}),
        ("You deal; Bo begins.", "{dealer:deal|deals}; {who:begin|begins}.", {"dealer": 0}),
        ("Bo's own.", "{who:whose} own.", {}),
        ("Your own.", "{to:whose} own.", {"to": 0}),
        ("2 x Cane Bay (7), Moko Jumbie", "{cards:names}", {"cards": ["7", "moko", "7"]}),
        ("Cane Bay (7), Moko Jumbie and TNT", "{cards:names and}", {"cards": ["7", "moko", "tnt"]}),
        ("Cane Bay (7)", "{cards:names and}", {"cards": ["7"]}),
        ("Open Field", "{habitat:name}", {"habitat": "field"}),
        ("3 Fun go, 1 Fun goes", "{a} Fun {a:plural goes|go}, {b} Fun {b:plural goes|go}", {"a": 3, "b": 1}),
        ("3 to 7", "{places:join to}", {"places": [3, 7]}),
        ("2nd place", "{place:ordinal} place", {"place": 2}),
        ("Now: you 1, Bo 2, Cy 3", "Now: {fun:by seat}", {"fun": [1, 2, 3]}),
        ("Bo and 100%.", "{who} and 100%.", {}),
        ("Taken.", "Taken[, and {more} from the Center].", {"more": 0}),
        ("Taken, and 2 from the Center.", "Taken[, and {more} from the Center].", {"more": 2}),
    ],
)
def test_forms(said: str, say: str, facts: dict[str, Fact]) -> None:
    assert told(say, 1, **facts) == said


def test_you_take_the_plural() -> None:
    say = "{who:have|has} no tokens and {who:agree are|is} out."
    assert told(say, seat=0) == "You have no tokens and are out."
    assert told(say, seat=1) == "Bo has no tokens and is out."


def test_the_first_condition_that_holds_is_taken() -> None:
    say: Say = {
        "why=cannon": "Cannon!",
        "count=4": {"big": "Four, big!", "else": "Four!"},
        "not big": "",
        "else": "Big!",
    }
    assert told(say, why="cannon", count=4, big=True) == "Cannon!"
    assert told(say, why="", count=4, big=True) == "Four, big!"
    assert told(say, why="", count=4, big=False) == "Four!"
    assert told(say, why="", count=3, big=False) == ""
    assert told(say, why="", count=3, big=True) == "Big!"
    assert told({"has target": "on {target:whom}"}, target=0) == "on you"
    assert told({"has target": "on {target:whom}"}, target=None) == ""


def test_a_secret_is_told_to_its_audience_only() -> None:
    drew = EventType(
        "drew",
        facts=("count",),
        secrets=("cards",),
        secret_to=("seat",),
        say={"cards": "{who:draw|draws} {cards:names}.", "else": "{who:draw|draws} {count:count card}."},
    )
    event = drew(seat=1, count=1, cards=["moko"])
    assert drew.teller is not None
    assert [drew.teller(event.seat, redact(event, seat).facts, NAMES, WORDS) for seat in (None, 0, 1)] == [
        "Bo draws 1 card.",
        "Bo draws 1 card.",
        "Bo draws Moko Jumbie.",
    ]


def test_an_event_can_be_pickled() -> None:
    took = EventType("took", facts=("cards",), say="{who:take|takes} {cards:names}.", counts=(Use("card", "cards"),))
    again = pickle.loads(pickle.dumps(took(seat=1, cards=["7"])))
    assert again.as_json() == {"kind": "took", "seat": 1, "cards": ["7"]}
    assert again.type.teller(again.seat, again.facts, NAMES, WORDS) == "Bo takes Cane Bay (7)."
    assert again.type.counts == took.counts


@pytest.mark.parametrize(
    ("say", "problem"),
    [
        ("{cads:names}", "there is no fact 'cads'; there are cards"),
        ("{cards:shout}", "there is no form 'shout'"),
        ("{cards:count}", "count needs a noun"),
        ("{cards:plural card}", "'card' must be two words with a bar in between"),
        ("{who:a|b|c}", "'a|b|c' must be two words with a bar in between"),
        ("{cards:names or}", "names are listed with commas or with 'and', not with 'or'"),
        ("{who:whom now}", "the form 'whom' stands alone, without 'now'"),
        ("{cards:join}", "join needs the word in between"),
        ("{cards:by card}", "a list is told 'by seat'"),
        ("{cards", "'{' has no partner"),
        ("[nothing]", "[nothing] has no fact that decides whether it is said"),
        ({"cads": "x"}, "there is no fact 'cads'"),
        ({"never cards": "x"}, "there is no condition 'never cards'"),
        ({"else": "x", "cards": "y"}, "what comes after 'else' is never said"),
    ],
)
def test_a_wrong_template_fails_when_it_is_declared(say: Say, problem: str) -> None:
    with pytest.raises(ValueError) as failed:
        EventType("happened", facts=("cards",), say=say)
    assert str(failed.value).startswith("event 'happened': ")
    assert problem in str(failed.value)


def test_a_wrong_use_fails_when_it_is_declared() -> None:
    with pytest.raises(ValueError, match="event 'took': there is no fact 'card' to count; there are cards"):
        EventType("took", facts=("cards",), counts=(Use("card", "card"),))
    with pytest.raises(ValueError, match="event 'took': there is no fact 'fits'"):
        EventType("took", facts=("cards",), counts=(Use("card", "cards", when="fits"),))


@pytest.mark.parametrize(
    "game",
    [entry.make(seats=seats) for entry in all_games() for seats in (entry.about.min_seats, entry.about.max_seats)],
    ids=lambda game: f"{game.slug}-{game.seats}",
)
def test_every_declared_event_can_be_told(game: Game[State, View]) -> None:
    """With facts made up from its declaration, redacted and not: also those that hardly ever happen."""
    assert event_types(game)
    check_synthetic(game)
