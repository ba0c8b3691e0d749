"""The house rules of Match Me, and everything wrong that can be handed to it."""

import pytest

import parlour
from games.match_me.positions import at, hand
from parlour.core.cards import Deck, deck_from_data
from scenario import Scenario, simple_player_wins

SUMMER = ["harebell", "ox-eye-daisy", "fringed-gentian"]


TIED = "At equal scores it counts who went out, then more groups, then fewer cards in hand."

# When cards are drawn


def test_drawing_after_asking_comes_before_laying() -> None:
    """MM-G01: the drawn card can complete a group at once; there is no draw at the end."""
    table = at(
        ["harebell", "ox-eye-daisy", "sea-cave"],
        ["tamarack"],
        [],
        draw_pile=["sugar-maple", SUMMER[2]],
        options={"draw_timing": "after_asking"},
    )
    assert table.do("ask 2 summer-flowers").happened == ["asked", "refused", "drew", "laid"]
    assert table.do("discard sea-cave", seat=0).happened == ["discarded"]


def test_drawing_after_asking_also_when_one_stops() -> None:
    """MM-G01, MM-G08"""
    table = at(["bald-eagle"], ["barred-owl"], [], options={"draw_timing": "after_asking"})
    table.do("ask 2 birds")
    assert table.do("stop", seat=0).happened == ["stopped asking", "drew"]


def test_drawing_every_turn_also_after_picking_up() -> None:
    """MM-G01"""
    table = at(["bald-eagle"], ["barred-owl"], [], options={"draw_timing": "every_turn"})
    table.do("take 1")
    assert table.do("discard bald-eagle", seat=0).happened == ["discarded", "drew"]
    table.do("take 1", seat=1)
    assert table.do("discard barred-owl", seat=1).happened == ["discarded", "drew"]


# Reshuffling


def test_reshuffling_leaves_the_top_discard() -> None:
    """MM-G02"""
    pile = ["arch-rock", "sea-cave", "tamarack"]
    table = at(
        ["bald-eagle", "harebell"], ["sugar-maple"], [], discard_pile=pile, draw_pile=[], options={"reshuffle": True}
    )
    table.do("ask 2 birds")
    table.do("discard harebell", luck={"reshuffle": ["tamarack", "arch-rock", "sea-cave"]})
    assert table.happened == ["discarded", "shuffled discards", "drew"]
    assert table["discard_pile"] == ["harebell"]
    assert table["draw_pile"] == ["tamarack", "arch-rock"]
    assert table.reloaded().position == table.position


def test_reshuffling_needs_two_discards() -> None:
    """MM-G02: the top discard stays, so a single one cannot be drawn."""
    table = at(
        ["bald-eagle"], ["sugar-maple"], [], draw_pile=[], options={"reshuffle": True, "draw_timing": "every_turn"}
    )
    table.do("take 1")
    assert table.do("discard bald-eagle", seat=0).happened == ["discarded"]


# Stalemate


@pytest.mark.parametrize("rounds", [2, 3, 4, 5])
def test_idle_rounds_can_be_chosen(rounds: int) -> None:
    """MM-G03"""
    table = at(["bald-eagle"], ["sugar-maple"], ["harebell"], options={"stale_rounds": rounds})
    turns = 0
    while not table.over():
        table.do("take 1").do(table.legal()[0])
        turns += 1
    assert turns == 3 * rounds


@pytest.mark.parametrize("options", [{"stale_rounds": 0}, {"reshuffle": True, "draw_timing": "every_turn"}])
def test_without_a_stalemate_the_turn_limit_ends_the_game(options: dict[str, object]) -> None:
    """MM-G03"""
    table = at(["bald-eagle", "sugar-maple"], [], ["harebell"], options=options, turns=498)
    for _ in range(2):
        assert not table.over()
        table.do("take 1").do(table.legal()[0])
    outcome = table.result
    assert "turn limit" in outcome.reason
    assert outcome.scores[2] == -1  # scored as ever


# Complete groups


def test_without_asking_for_complete_categories_one_may_go_out() -> None:
    """MM-G05"""
    table = at(SUMMER, ["tamarack"], [], options={"ask_complete": False})
    assert table.legal(0) == ["go out", "take 1"]
    table.may_not("ask 2 summer-flowers", because="hold all Summer Flowers")
    assert table.do("go out").happened == ["laid", "showed", "ended"]
    assert table.over()


def test_going_out_needs_a_hand_of_complete_groups() -> None:
    """MM-G05"""
    table = at([*SUMMER, "sea-cave"], ["tamarack"], [], options={"ask_complete": False})
    assert "go out" not in table.legal(0)
    assert "ask 2 summer-flowers" not in table.legal(0)
    table.may("ask 2 geological-features")
    assert "go out" not in at(SUMMER, ["tamarack"], []).legal()


def test_laying_may_be_optional() -> None:
    """MM-G06"""
    table = at([*SUMMER, "sea-cave"], ["tamarack"], [], options={"lay_optional": True})
    assert table.do("take 1").happened == ["took discards"]
    assert table.legal(0)[0] == "lay summer-flowers"
    twin = table.copy()
    table.do("discard sea-cave", seat=0)  # kept
    assert len(hand(table, 0)) == 4
    assert twin.do("lay summer-flowers", seat=0).happened == ["laid"]
    assert twin.to_act == (0,)
    twin.do("discard sea-cave", seat=0)


def test_the_last_group_laid_by_choice_ends_the_game() -> None:
    """MM-25, MM-G06"""
    table = at(SUMMER[:2], ["tamarack"], [], discard_pile=["fringed-gentian"], options={"lay_optional": True})
    table.do("take 1")
    assert table.do("lay summer-flowers", seat=0).happened == ["laid", "showed", "ended"]


# The rest


def test_no_instant_redump() -> None:
    """MM-G10"""
    table = at(["bald-eagle"], ["tamarack"], [], options={"no_instant_redump": True})
    table.do("take 1")
    assert table.legal(0) == ["discard bald-eagle"]
    table.may_not("discard arch-rock", because="just picked that card up")
    assert [blocked.pieces for blocked in table.prompt().blocked] == [("card:arch-rock",)]


def test_a_redump_is_allowed_for_the_only_card_and_for_several() -> None:
    """MM-G10"""
    table = at([], ["tamarack"], [], options={"no_instant_redump": True})
    table.do("take 1")
    assert table.legal(0) == ["discard arch-rock"]
    pile = ["arch-rock", "sea-cave"]
    table = at(["bald-eagle"], ["tamarack"], [], discard_pile=pile, options={"no_instant_redump": True})
    table.do("take 2")
    table.may("discard sea-cave")


@pytest.mark.parametrize(("log", "lines"), [("off", 0), ("last_round", 3), ("full", 4)])
def test_how_many_requests_the_table_shows(log: str, lines: int) -> None:
    """MM-G20: the last round are the requests since your last turn began."""
    table = at(
        ["bald-eagle", "sea-cave"], ["harebell", "tamarack"], ["sugar-maple", "bumble-bee"], options={"ask_log": log}
    )
    for seat, asks in ((0, "ask 2 birds"), (1, "ask 1 summer-flowers"), (2, "ask 1 insects"), (0, "ask 3 birds")):
        table.do(asks, seat=seat)
        table.do(table.legal(seat)[-1], seat=seat)
    shown = [badge.text for zone in table.scene(2).zones if zone.id == "asked" for badge in zone.badges]
    assert len(shown) == lines
    if lines:
        assert shown[-1] == "Ana asks Cy for Birds: none"


# Wrong input


def test_unknown_options_and_values() -> None:
    wrong: list[dict[str, object]] = [
        {"draw_timing": "never"},
        {"stale_rounds": 1},
        {"stale_rounds": 6},
        {"ask_log": "on"},
        {"x": 1},
    ]
    for options in wrong:
        with pytest.raises(parlour.UnknownOption):
            parlour.game("match-me", 3, None, **options)


def card(key: str, kind: str) -> dict[str, object]:
    return {"key": key, "name": key, "kind": "treasure", "type": kind, "habitats": ["any"], "points": 1}


def deck(*cards: dict[str, object], **more: object) -> Deck:
    return deck_from_data({"name": "Mine", "card": list(cards), **more}, "mine.toml")


def test_bad_decks_name_file_card_and_problem() -> None:
    """MM-02, MM-05"""
    birds = [card(f"bird{n}", "Birds") for n in range(20)]
    with pytest.raises(parlour.BadDeck, match=r"mine.toml: card 'bee': it is the only card of its category, Insects"):
        parlour.game("match-me", 3, deck=deck(*birds, card("bee", "Insects")))
    with pytest.raises(parlour.BadDeck, match="typed the same"):
        parlour.game(
            "match-me",
            3,
            deck=deck(*birds, card("a", "Sea Gulls"), card("b", "Sea Gulls"), *[card(c, "Sea-Gulls") for c in "cd"]),
        )
    with pytest.raises(parlour.BadDeck, match="3 players need at least 16 cards"):
        parlour.game("match-me", 3, deck=deck(*birds[:15]))
    with pytest.raises(parlour.BadDeck, match=r"\[deal\] hand"):
        parlour.game("match-me", 3, deck=deck(*birds, deal={"hand": 0}))
    table = Scenario.dealt("match-me", 3, {"deck": deck(*birds, deal={"hand": 6})})
    assert [len(hand(table, seat)) for seat in range(3)] == [6, 6, 6]


def test_bad_action_texts() -> None:
    table = at(["bald-eagle"], ["tamarack"], [])
    table.may_not("ask 2 bird", because="Did you mean 'ask 2 birds'")
    table.may_not("take 1", because="not your turn", seat=1)
    table.may_not("lay birds", because="only at the end of your turn")
    table.may_not("stop", because="'stop' is not possible now")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"players": []}, "players must have 3 entries"),
        ({"players": [{"hand": ["dodo"]}, {}, {}]}, "'dodo', which is no card"),
        ({"players": [{"hand": ["arch-rock"]}, {}, {}]}, "'arch-rock' is in two places"),
        ({"players": [{"groups": ["fish"]}, {}, {}]}, "'fish', which is no category"),
        ({"players": [{"groups": "birds"}, {}, {}]}, "must be a list of categories"),
        ({"players": [{"hand": ["barred-owl"], "groups": ["birds"]}, {}, {}]}, "'barred-owl' is in two places"),
        ({"discard_pile": []}, "the discard pile is never empty"),
        ({"asked": True}, "nobody has asked"),
        ({"picked": ["sea-cave"]}, "picked is the one card"),
        ({"idle": 9}, "by its turns this game is over"),
        ({"ended": "went out", "players": [{"hand": ["sea-cave"]}, {}, {}]}, "has not gone out"),
        ({"step": "discard"}, "nothing to discard"),
        ({"step": "sleep"}, "step must be"),
        ({"turn": 3}, "turn must be a whole number"),
        ({"dealer": 0}, "is not an entry"),
        ({"history": 7}, "history must be a table"),
        ({"history": {"hands": []}}, "must have 3 entries each"),
    ],
)
def test_bad_positions(change: dict[str, object], problem: str) -> None:
    position: dict[str, object] = {"discard_pile": ["arch-rock"], "players": [{}, {}, {}], **change}
    with pytest.raises(parlour.BadPosition, match=problem):
        parlour.game("match-me", 3).load(position)


@pytest.mark.parametrize(
    ("notes", "problem"),
    [
        (["0 asks 1 birds 2"], "cannot have happened"),
        (["0 asks 1 insects 0"], "cannot have happened"),
        (["0 takes 9"], "cannot have happened"),
        (["0 lays birds"], "cannot have happened"),
        (["0 discards harebell"], "cannot have happened"),
        (["0 draws bald-eagle"], "cannot have happened"),
        (["7 draws sea-cave"], "cannot have happened"),
        (["0 sings"], "cannot have happened"),
        (["0 asks 1 birds 1"], "lead to another position"),
        ([4], "must be a list of texts"),
    ],
)
def test_bad_histories(notes: list[object], problem: str) -> None:
    hands: list[list[str]] = [["bald-eagle"], ["barred-owl"], []]
    history = {"hands": hands, "discard_pile": ["arch-rock"], "groups": [[], [], []], "notes": notes}
    with pytest.raises(parlour.BadPosition, match=problem):
        at(*hands, history=history)


def test_cards_not_mentioned_are_the_draw_pile_or_set_aside() -> None:
    position = {"discard_pile": ["arch-rock"], "players": [{"hand": ["bald-eagle"]}, {}, {}]}
    assert len(Scenario("match-me", start=position).cards("draw_pile")) == 52
    small = Scenario("match-me", start=position, draw_pile=["tamarack"])
    assert small["draw_pile"] == ["tamarack"]
    assert set(small.game.census(small.state).values()) == {1}


def test_the_game_with_two_plays_to_its_end() -> None:
    """MM-G19"""
    parlour.check_game(parlour.game("match-me", 2, "two", stale_rounds=2), games=1, exact=False)


def test_the_simple_player_beats_a_random_one() -> None:
    assert simple_player_wins("match-me", 3, games=12) >= 9


# Who begins, and ties


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """MM-07, MM-11: no luck is asked for the dealer, who sits to the right of the first seat."""
    table = Scenario.dealt("match-me", 3, {"first_player": "host"}, luck={"deal": list(range(54))})
    assert table.to_act == (0,)
    begins = table.events()[-1]
    assert (begins.seat, begins.facts["dealer"]) == (0, 2)


def result(tie: str, ended: str, *players: dict[str, object]) -> parlour.Outcome:
    position = {"turn": 0, "ended": ended, "discard_pile": ["arch-rock"], "draw_pile": [], "players": list(players)}
    return Scenario("match-me", options={"tie": tie}, start=position).result


LAST: dict[str, object] = {"hand": ["tamarack"]}


@pytest.mark.parametrize(
    ("ended", "one", "two", "ranks"),
    [
        # Who went out, although the other has no cards either (MM-26) and more groups cannot help.
        ("went out", {"hand": [], "groups": ["summer-flowers"]}, {"hand": [], "groups": ["insects"]}, (1, 2, 3)),
        # More groups, although with more cards in hand.
        (
            "stalemate",
            {"hand": [], "groups": ["geological-features"]},
            {"hand": ["bald-eagle"], "groups": ["insects", "wetland"]},
            (2, 1, 3),
        ),
        # Fewer cards in hand, of as many categories.
        (
            "stalemate",
            {"hand": ["bald-eagle", "barred-owl"], "groups": ["insects"]},
            {"hand": ["red-squirrel"], "groups": ["wetland"]},
            (2, 1, 3),
        ),
    ],
)
def test_equal_scores_may_be_told_apart(
    ended: str, one: dict[str, object], two: dict[str, object], ranks: tuple[int, ...]
) -> None:
    """MM-G16"""
    shared = result("shared", ended, one, two, LAST)
    broken = result("broken", ended, one, two, LAST)
    assert shared.ranks == (1, 1, 3)
    assert broken.ranks == ranks
    assert broken.scores == shared.scores
    assert broken.reason == f"{shared.reason} {TIED}"


def test_players_equal_in_everything_share_even_so() -> None:
    """MM-G16: and a score is never beaten by the tie-break."""
    one: dict[str, object] = {"hand": ["bald-eagle"], "groups": ["insects"]}
    two: dict[str, object] = {"hand": ["red-squirrel"], "groups": ["wetland"]}
    outcome = result("broken", "stalemate", one, two, {"hand": [], "groups": []})
    assert (outcome.scores, outcome.ranks) == ((2, 2, 0), (1, 1, 3))
    assert TIED not in outcome.reason
    ahead = result("broken", "went out", {"hand": [], "groups": ["insects"]}, {"hand": [], "groups": ["birds"]}, LAST)
    assert (ahead.ranks, TIED in ahead.reason) == ((2, 1, 3), False)
