"""Edges of the engine: limits and refusals that whole games seldom reach."""

from types import SimpleNamespace

import pytest

from parlour.core.cards import Card, Deck
from parlour.core.chance import Seeded, Stepped
from parlour.core.encoding import Numbers
from parlour.core.errors import LONGEST, BadDeck, BadPosition, BadRecord, ParlourError, quoted
from parlour.core.events import EventType
from parlour.core.fair_deal import VERSION, read_fair_deal
from parlour.core.game import NOBODY
from parlour.core.match import Match
from parlour.core.plain_fields import Number, NumberList
from parlour.core.positions import Reader
from parlour.core.rng import WORD, Rng
from parlour.core.schema import EVERYBODY, HIDDEN, OWNER
from toy import Toy


def about_to_give(word: int) -> Rng:
    """A generator whose next word is this one."""
    rng = Rng("edge")
    rng.a, rng.d = 0, ((word >> 7) | (word << 25)) & WORD
    return rng


@pytest.mark.parametrize(("low", "taken"), [(0, False), (2, False), (4, True), (6, True)])
def test_words_that_would_favour_small_numbers_are_not_taken(low: int, taken: bool) -> None:
    """2**32 words for six faces leave four over: words whose product ends in 0 to 3 are drawn again."""
    word = low // 2 * pow(3, -1, 2**31) % 2**31
    assert about_to_give(word).word() == word and word * 6 % 2**32 == low
    rng = about_to_give(word)
    rng.word()
    second = rng.word()
    assert about_to_give(word).below(6) == (word if taken else second) * 6 >> 32


def test_luck_without_a_record_is_the_luck_with_one() -> None:
    quick = Stepped()
    for seed in (3, 4):
        quick.begin(seed)
        for step in range(3):
            quick.step = step
            recorded = Seeded(seed, step)
            assert [quick.pick(1000, "") for _ in range(3)] == [recorded.pick(1000, "") for _ in range(3)]


def test_an_entry_of_a_card_and_a_number() -> None:
    def read(pair: object) -> tuple[int, int]:
        return Reader({"lead": pair}, "Toy", ("one", "two")).counted("lead")

    assert read([]) == (-1, 0) and read(["two", 1]) == (1, 1) and read(["one", 3]) == (0, 3)
    for wrong in (["two", 0], ["two"], ["two", "1"], ["two", 1, 1], ["four", 1]):
        with pytest.raises(BadPosition, match="Toy: lead"):
            read(wrong)


def test_an_entry_of_numbers() -> None:
    def read(values: object) -> list[int]:
        return Reader({"scores": values}, "Toy", ()).numbers("scores", 1, 3)

    assert read([1, 3]) == [1, 3]
    for wrong in ([0], [4], [True], ["2"], [2.0]):
        with pytest.raises(BadPosition, match="must hold whole numbers from 1 to 3"):
            read(wrong)


def test_a_cards_words_are_allowed_ones() -> None:
    def card(value: object) -> Card:
        return Card("fox", "Fox", 1, {"habitats": value}, "deck.toml")

    assert card(["wood", "shore"]).words("habitats", ("wood", "shore")) == ("wood", "shore")
    for wrong in ("wood", [], ["sea"], ["wood", "sea"], None):
        with pytest.raises(BadDeck, match="habitats must be a list of wood, shore"):
            card(wrong).words("habitats", ("wood", "shore"))


def test_a_deck_may_be_as_large_as_the_game_can_hold() -> None:
    deck: Deck = Toy(2).deck
    kinds, copies = len(deck.cards), max(card.copies for card in deck.cards)
    deck.at_most(kinds, copies)
    for most in ((kinds - 1, copies), (kinds, copies - 1)):
        with pytest.raises(BadDeck):
            deck.at_most(*most)


def test_a_wrong_value_is_cut_only_if_it_is_long() -> None:
    assert quoted("x" * 58) == repr("x" * 58)
    assert quoted("x" * 59) == "'" + "x" * 53 + "..."


def test_no_message_is_longer_than_a_reader_reads() -> None:
    assert str(ParlourError("x" * LONGEST)) == "x" * LONGEST
    assert str(BadRecord("y" * 10**6)) == "y" * (LONGEST - 3) + "..."


def test_a_records_fair_deal_has_a_share_for_each_seat() -> None:
    good = {"version": VERSION, "secret": "s", "seal": "t", "shares": ["a", "b"]}
    assert read_fair_deal(good, 2, "game.jsonl").shares == ["a", "b"]
    for wrong in ({"shares": ["a"]}, {"shares": ["a", 2]}, {"shares": ["a", "b\nc"]}, {"secret": "s\nt"}, {"seal": 1}):
        with pytest.raises(BadRecord, match="is damaged"):
            read_fair_deal({**good, **wrong}, 2, "game.jsonl")
    with pytest.raises(BadRecord, match="newer Parlour"):
        read_fair_deal({**good, "version": VERSION + 1}, 2, "game.jsonl")


def test_a_secret_may_last_while_or_until() -> None:
    table = SimpleNamespace(closed=True)
    assert not EVERYBODY.excludes(False, table)
    assert not OWNER.excludes(True, table) and OWNER.excludes(False, table)
    for audience, hidden in ((OWNER.only_while("closed"), True), (OWNER.only_until("closed"), False)):
        assert audience.excludes(False, SimpleNamespace(closed=True)) == hidden
        assert audience.excludes(False, SimpleNamespace(closed=False)) != hidden
        assert not audience.excludes(True, table)
    assert HIDDEN.excludes(True, table)


def test_a_default_view_hides_what_others_hold() -> None:
    match = Match(Toy(2), 1)
    for viewer in (0, 1, NOBODY):
        shown = match.view(viewer).facts()["players"]
        assert isinstance(shown, list)
        truth = match.position()["players"]
        assert isinstance(truth, list)
        for seat in (0, 1):
            assert truth[seat]["hand"], "there is something to hide"
            assert (shown[seat].get("hand") == truth[seat]["hand"]) == (seat == viewer)


def test_numbers_of_a_state_as_shares() -> None:
    out, holder = Numbers(4), SimpleNamespace(turn=5, chips=[1, 4])
    Number("turn", low=2, high=6).encode(holder, [0], out)
    NumberList("chips", length=2, high=4).encode(holder, [0], out)
    assert list(out.values) == [0.75, 0.25, 1.0, 0.0]
    box: dict[str, int] = {"red": 2}
    NumberList("chips", length=2, high=4, box="red").count(holder, box)
    NumberList("chips", length=2, high=4, box="blue").count(holder, box)
    assert box == {"red": 7, "blue": 5}


@pytest.mark.parametrize("form", ["whom", "whose"])
def test_a_form_that_stands_alone(form: str) -> None:
    with pytest.raises(ValueError, match=f"the form '{form}' stands alone"):
        EventType("seen", facts=("other",), say=f"{{other:{form} more}} card.")
