"""The small parts of the core: bags, options, actions, events, outcomes."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import IllegalAction, UnknownOption
from parlour.core import bags
from parlour.core.actions import Action, ActionTable
from parlour.core.events import EventType, redact
from parlour.core.game import Moves
from parlour.core.options import Option, read_options
from parlour.core.outcome import Ending, Outcome, ranks_by_score

HANDS = st.lists(st.integers(0, bags.MAX_KINDS - 1), max_size=40).filter(
    lambda kinds: all(kinds.count(kind) <= bags.MAX_COPIES for kind in kinds)
)


@settings(deadline=None)  # a busy machine may take its time
@given(HANDS)
def test_a_bag_holds_what_was_put_in(kinds: list[int]) -> None:
    bag = bags.bag_of(kinds)
    assert bags.list_of(bag) == sorted(kinds)
    assert bags.size_of(bag) == len(kinds)
    assert all(bags.count_of(bag, kind) == kinds.count(kind) for kind in range(bags.MAX_KINDS))
    assert dict(bags.each(bag)) == {kind: kinds.count(kind) for kind in sorted(kinds)}


@settings(deadline=None)  # a busy machine may take its time
@given(HANDS, st.integers(0, bags.MAX_KINDS - 1), st.integers(0, 7))
def test_taking_out_and_leaving_out_kinds(kinds: list[int], kind: int, count: int) -> None:
    bag = bags.bag_of(kinds)
    assert bags.list_of(bags.from_kind(bag, kind)) == [held for held in sorted(kinds) if held >= kind]
    left = bags.fewer(bag, kind, count)
    assert bags.count_of(left, kind) == max(0, kinds.count(kind) - count)
    assert bags.size_of(left) == len(kinds) - min(count, kinds.count(kind))


@settings(deadline=None)  # a busy machine may take its time
@given(st.sets(st.integers(0, 61)), st.integers(0, 61))
def test_a_set_holds_what_was_put_in(cards: set[int], card: int) -> None:
    packed = bags.set_of(sorted(cards))
    assert bags.members(packed) == sorted(cards)
    assert bags.count_set(packed) == len(cards)
    assert bags.has(packed, card) == (card in cards)
    assert bags.members(bags.with_card(packed, card)) == sorted(cards | {card})
    assert bags.members(bags.without_card(packed, card)) == sorted(cards - {card})


SWITCH = Option("fast", False, "Quick.")
NUMBER = Option("cap", 5, "Limit.", low=1, high=9)
WORD = Option("mode", "a", "Mode.", ("a", "b"))
MIXED = Option("limit", "none", "Limit or none.", ("none", 3, 4))


@pytest.mark.parametrize(
    ("option", "given", "read"),
    [
        (SWITCH, True, True),
        (SWITCH, "yes", True),
        (SWITCH, "off", False),
        (NUMBER, 9, 9),
        (NUMBER, " 3 ", 3),
        (WORD, "b", "b"),
        (MIXED, "4", 4),
        (MIXED, "none", "none"),
    ],
)
def test_options_read_values_and_text(option: Option, given: object, read: object) -> None:
    assert option.read(given) == read
    assert type(option.read(given)) is type(read)


@pytest.mark.parametrize(
    ("option", "given", "message"),
    [
        (SWITCH, "perhaps", "fast takes true or false, not 'perhaps'"),
        (SWITCH, 1, "true or false"),
        (NUMBER, 10, "cap takes a whole number from 1 to 9, not 10"),
        (NUMBER, True, "whole number"),
        (NUMBER, "many", "whole number"),
        (WORD, "c", "mode takes a or b, not 'c'"),
        (MIXED, 5, "none or 3 or 4"),
    ],
)
def test_options_refuse_what_they_do_not_take(option: Option, given: object, message: str) -> None:
    with pytest.raises(UnknownOption, match=message):
        option.read(given)


def test_an_unknown_option_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownOption, match=r"Chess has no option 'caps'\. Did you mean cap\?"):
        read_options("Chess", (SWITCH, NUMBER), {"caps": 3})
    assert read_options("Chess", (SWITCH, NUMBER), {"cap": 3}) == {"fast": False, "cap": 3}


@dataclass(frozen=True)
class Move(Action):
    where: str

    def text(self) -> str:
        return f"move {self.where}"


def test_actions_lead_to_ids_and_back() -> None:
    table = ActionTable([Move("North"), Move("south")])
    assert table.id_of("  MOVE   north ") == 0
    assert table.id_of(Move("south")) == 1
    assert table.id_of(1) == 1
    assert [action.text() for action in table] == list(table.texts)
    with pytest.raises(IllegalAction, match="Did you mean 'move south'"):
        table.id_of("move soth")
    with pytest.raises(IllegalAction, match="no action number 2"):
        table.id_of(2)
    with pytest.raises(ValueError, match="same text"):
        ActionTable([Move("a"), Move("A")])


def test_secrets_go_only_to_those_named_in_the_event_type() -> None:
    gave = EventType("gave", facts=("to", "count"), secrets=("cards",), secret_to=("seat", "to"))
    event = gave(seat=0, to=2, count=1, cards=["7"])
    assert redact(event, 0).get("cards") == redact(event, 2).get("cards") == ["7"]
    assert redact(event, 1).get("cards") is None
    assert "cards" not in redact(event, None).as_json()
    whisper = EventType("whisper", secrets=("word",))(seat=1, word="x")
    assert all(redact(whisper, seat).get("word") is None for seat in (None, 0, 1))


def test_an_event_must_give_all_its_facts_and_nothing_else() -> None:
    drew = EventType("drew", facts=("count",))
    with pytest.raises(TypeError, match="takes"):
        drew(seat=0)
    with pytest.raises(TypeError, match="takes"):
        drew(seat=0, count=1, cards=[])
    with pytest.raises(TypeError, match="takes"):
        _ = drew(seat=0, cards=[]).facts


def test_outcomes_rank_with_ties() -> None:
    assert ranks_by_score([5, 7, 7, 1]) == (3, 1, 1, 4)
    assert Outcome((2, 1, 1), (0, 3, 3), Ending("over", "Most points.")).winners == (1, 2)


def test_the_buffer_of_moves_is_used_again() -> None:
    moves = Moves(3)
    moves.add(2)
    moves.add(0)
    assert moves.as_list() == [2, 0]
    assert moves.holds(0)
    assert not moves.holds(1)
    moves.count = 0
    assert moves.as_list() == []
    assert not moves.holds(2)
