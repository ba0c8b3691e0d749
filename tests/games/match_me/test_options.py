"""The house rules of Match Me, and everything wrong that can be handed to it."""

import pytest

import parlour
from parlour.bots.levels import NormalBot
from parlour.core.cards import Deck, deck_from_data
from parlour.core.chance import Sampled, Scripted
from parlour.core.events import Event
from parlour.core.rng import Rng
from parlour.games.match_me.box import TURN_LIMIT
from parlour.games.match_me.rules import TIED, MatchMe
from parlour.games.match_me.state import Table

SUMMER = ["harebell", "ox-eye-daisy", "fringed-gentian"]


def at(game: MatchMe, *hands: list[str], **more: object) -> Table:
    return game.load(
        {
            "discard_pile": ["arch-rock"],
            "draw_pile": ["yellow-trout-lily", "marsh-marigold"],
            "players": [{"hand": hand} for hand in hands],
            **more,
        }
    )


def play(game: MatchMe, table: Table, seat: int, text: str, luck: list[dict[str, object]] | None = None) -> list[str]:
    events: list[Event] = []
    game.apply(table, seat, game.actions.id_of(text), Scripted(luck or []), events.append)
    return [event.kind for event in events]


def offered(game: MatchMe, table: Table, seat: int = 0) -> list[str]:
    return [game.actions.texts[action] for action in game.legal(table, seat)]


# When cards are drawn


def test_drawing_after_asking_comes_before_laying() -> None:
    """MM-G01: the drawn card can complete a group at once; there is no draw at the end."""
    game = MatchMe(seats=3, draw_timing="after_asking")
    table = at(game, ["harebell", "ox-eye-daisy", "sea-cave"], ["tamarack"], [], draw_pile=["sugar-maple", SUMMER[2]])
    assert play(game, table, 0, "ask 2 summer-flowers") == ["asked", "refused", "drew", "laid"]
    assert play(game, table, 0, "discard sea-cave") == ["discarded"]


def test_drawing_after_asking_also_when_one_stops() -> None:
    """MM-G01, MM-G08"""
    game = MatchMe(seats=3, draw_timing="after_asking")
    table = at(game, ["bald-eagle"], ["barred-owl"], [])
    play(game, table, 0, "ask 2 birds")
    assert play(game, table, 0, "stop") == ["stopped asking", "drew"]


def test_drawing_every_turn_also_after_picking_up() -> None:
    """MM-G01"""
    game = MatchMe(seats=3, draw_timing="every_turn")
    table = at(game, ["bald-eagle"], ["barred-owl"], [])
    play(game, table, 0, "take 1")
    assert play(game, table, 0, "discard bald-eagle") == ["discarded", "drew"]
    play(game, table, 1, "take 1")
    assert play(game, table, 1, "discard barred-owl") == ["discarded", "drew"]


# Reshuffling


def test_reshuffling_leaves_the_top_discard() -> None:
    """MM-G02"""
    game = MatchMe(seats=3, reshuffle=True)
    pile = ["arch-rock", "sea-cave", "tamarack"]
    table = at(game, ["bald-eagle", "harebell"], ["sugar-maple"], [], discard_pile=pile, draw_pile=[])
    play(game, table, 0, "ask 2 birds")
    numbers = [game.keys.index(key) for key in ("tamarack", "arch-rock", "sea-cave")]
    kinds = play(game, table, 0, "discard harebell", [{"order": numbers, "why": "reshuffle"}])
    assert kinds == ["discarded", "shuffled discards", "drew"]
    assert [game.keys[card] for card in table.discards] == ["harebell"]
    position = game.dump(table)
    assert position["draw_pile"] == ["tamarack", "arch-rock"]
    assert game.dump(game.load(position)) == position


def test_reshuffling_needs_two_discards() -> None:
    """MM-G02: the top discard stays, so a single one cannot be drawn."""
    game = MatchMe(seats=3, reshuffle=True, draw_timing="every_turn")
    table = at(game, ["bald-eagle"], ["sugar-maple"], [], draw_pile=[])
    play(game, table, 0, "take 1")
    assert play(game, table, 0, "discard bald-eagle") == ["discarded"]


# Stalemate


@pytest.mark.parametrize("rounds", [2, 3, 4, 5])
def test_idle_rounds_can_be_chosen(rounds: int) -> None:
    """MM-G03"""
    game = MatchMe(seats=3, stale_rounds=rounds)
    table = at(game, ["bald-eagle"], ["sugar-maple"], ["harebell"])
    turns = 0
    while game.to_act(table):
        play(game, table, table.turn, "take 1")
        play(game, table, table.turn, offered(game, table, table.turn)[0])
        turns += 1
    assert turns == 3 * rounds


@pytest.mark.parametrize("options", [{"stale_rounds": 0}, {"reshuffle": True, "draw_timing": "every_turn"}])
def test_without_a_stalemate_the_turn_limit_ends_the_game(options: dict[str, object]) -> None:
    """MM-G03"""
    game = MatchMe(seats=3, **options)
    table = at(game, ["bald-eagle", "sugar-maple"], [], ["harebell"], turns=TURN_LIMIT - 2)
    for _ in range(2):
        assert game.outcome(table) is None
        play(game, table, table.turn, "take 1")
        play(game, table, table.turn, offered(game, table, table.turn)[0])
    outcome = game.outcome(table)
    assert outcome is not None
    assert "turn limit" in outcome.reason
    assert outcome.scores[2] == -1  # scored as ever


# Complete groups


def test_without_asking_for_complete_categories_one_may_go_out() -> None:
    """MM-G05"""
    game = MatchMe(seats=3, ask_complete=False)
    table = at(game, SUMMER, ["tamarack"], [])
    assert offered(game, table) == ["go out", "take 1"]
    with pytest.raises(parlour.IllegalAction, match="hold all Summer Flowers"):
        play(game, table, 0, "ask 2 summer-flowers")
    assert play(game, table, 0, "go out") == ["laid", "showed", "ended"]
    assert game.outcome(table) is not None


def test_going_out_needs_a_hand_of_complete_groups() -> None:
    """MM-G05"""
    game = MatchMe(seats=3, ask_complete=False)
    table = at(game, [*SUMMER, "sea-cave"], ["tamarack"], [])
    assert "go out" not in offered(game, table)
    assert "ask 2 summer-flowers" not in offered(game, table)
    assert "ask 2 geological-features" in offered(game, table)
    assert "go out" not in offered(MatchMe(seats=3), at(MatchMe(seats=3), SUMMER, ["tamarack"], []))


def test_laying_may_be_optional() -> None:
    """MM-G06"""
    game = MatchMe(seats=3, lay_optional=True)
    table = at(game, [*SUMMER, "sea-cave"], ["tamarack"], [])
    assert play(game, table, 0, "take 1") == ["took discards"]
    assert offered(game, table)[0] == "lay summer-flowers"
    twin = game.clone(table)
    play(game, table, 0, "discard sea-cave")  # kept
    assert table.players[0].hand_size == 4
    assert play(game, twin, 0, "lay summer-flowers") == ["laid"]
    assert game.to_act(twin) == (0,)
    play(game, twin, 0, "discard sea-cave")


def test_the_last_group_laid_by_choice_ends_the_game() -> None:
    """MM-25, MM-G06"""
    game = MatchMe(seats=3, lay_optional=True)
    table = at(game, SUMMER[:2], ["tamarack"], [], discard_pile=["fringed-gentian"])
    play(game, table, 0, "take 1")
    assert play(game, table, 0, "lay summer-flowers") == ["laid", "showed", "ended"]


# The rest


def test_no_instant_redump() -> None:
    """MM-G10"""
    game = MatchMe(seats=3, no_instant_redump=True)
    table = at(game, ["bald-eagle"], ["tamarack"], [])
    play(game, table, 0, "take 1")
    assert offered(game, table) == ["discard bald-eagle"]
    with pytest.raises(parlour.IllegalAction, match="just picked that card up"):
        play(game, table, 0, "discard arch-rock")
    scene = game.scene(game.view(table, 0), ["A", "B", "C"])
    assert scene.prompt is not None
    assert [blocked.pieces for blocked in scene.prompt.blocked] == [("card:arch-rock",)]


def test_a_redump_is_allowed_for_the_only_card_and_for_several() -> None:
    """MM-G10"""
    game = MatchMe(seats=3, no_instant_redump=True)
    table = at(game, [], ["tamarack"], [])
    play(game, table, 0, "take 1")
    assert offered(game, table) == ["discard arch-rock"]
    table = at(game, ["bald-eagle"], ["tamarack"], [], discard_pile=["arch-rock", "sea-cave"])
    play(game, table, 0, "take 2")
    assert "discard sea-cave" in offered(game, table)


@pytest.mark.parametrize(("log", "lines"), [("off", 0), ("last_round", 3), ("full", 4)])
def test_how_many_requests_the_table_shows(log: str, lines: int) -> None:
    """MM-G20: the last round are the requests since your last turn began."""
    game = MatchMe(seats=3, ask_log=log)
    table = at(game, ["bald-eagle", "sea-cave"], ["harebell", "tamarack"], ["sugar-maple", "bumble-bee"])
    for seat, asks in ((0, "ask 2 birds"), (1, "ask 1 summer-flowers"), (2, "ask 1 insects"), (0, "ask 3 birds")):
        play(game, table, seat, asks)
        play(game, table, seat, offered(game, table, seat)[-1])
    scene = game.scene(game.view(table, 2), ["Ana", "Bo", "Cy"])
    shown = [badge.text for zone in scene.zones if zone.id == "asked" for badge in zone.badges]
    assert len(shown) == lines
    if lines:
        assert shown[-1] == "Ana asks Cy for Birds: none"


# Wrong input


def test_unknown_options_and_values() -> None:
    for wrong in ({"draw_timing": "never"}, {"stale_rounds": 1}, {"stale_rounds": 6}, {"ask_log": "on"}, {"x": 1}):
        with pytest.raises(parlour.UnknownOption):
            MatchMe(seats=3, **wrong)


def card(key: str, kind: str) -> dict[str, object]:
    return {"key": key, "name": key, "kind": "treasure", "type": kind, "habitats": ["any"], "points": 1}


def deck(*cards: dict[str, object], **more: object) -> Deck:
    return deck_from_data({"name": "Mine", "card": list(cards), **more}, "mine.toml")


def test_bad_decks_name_file_card_and_problem() -> None:
    """MM-02, MM-05"""
    birds = [card(f"bird{n}", "Birds") for n in range(20)]
    with pytest.raises(parlour.BadDeck, match=r"mine.toml: card 'bee': it is the only card of its category, Insects"):
        MatchMe(seats=3, deck=deck(*birds, card("bee", "Insects")))
    with pytest.raises(parlour.BadDeck, match="typed the same"):
        MatchMe(
            seats=3,
            deck=deck(*birds, card("a", "Sea Gulls"), card("b", "Sea Gulls"), *[card(c, "Sea-Gulls") for c in "cd"]),
        )
    with pytest.raises(parlour.BadDeck, match="3 players need at least 16 cards"):
        MatchMe(seats=3, deck=deck(*birds[:15]))
    with pytest.raises(parlour.BadDeck, match=r"\[deal\] hand"):
        MatchMe(seats=3, deck=deck(*birds, deal={"hand": 0}))
    assert MatchMe(seats=3, deck=deck(*birds, deal={"hand": 6})).hand_cards == 6


def test_bad_action_texts() -> None:
    game = MatchMe(seats=3)
    with pytest.raises(parlour.IllegalAction, match="Did you mean 'ask 2 birds'"):
        game.actions.id_of("ask 2 bird")
    table = at(game, ["bald-eagle"], ["tamarack"], [])
    with pytest.raises(parlour.IllegalAction, match="not your turn"):
        play(game, table, 1, "take 1")
    with pytest.raises(parlour.IllegalAction, match="only at the end of your turn"):
        play(game, table, 0, "lay birds")
    with pytest.raises(parlour.IllegalAction, match="'stop' is not possible now"):
        play(game, table, 0, "stop")


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
    game = MatchMe(seats=3)
    position: dict[str, object] = {"discard_pile": ["arch-rock"], "players": [{}, {}, {}], **change}
    with pytest.raises(parlour.BadPosition, match=problem):
        game.load(position)


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
    game = MatchMe(seats=3)
    hands = [["bald-eagle"], ["barred-owl"], []]
    history = {"hands": hands, "discard_pile": ["arch-rock"], "groups": [[], [], []], "notes": notes}
    with pytest.raises(parlour.BadPosition, match=problem):
        at(game, *hands, history=history)


def test_cards_not_mentioned_are_the_draw_pile_or_set_aside() -> None:
    game = MatchMe(seats=3)
    position: dict[str, object] = {"discard_pile": ["arch-rock"], "players": [{"hand": ["bald-eagle"]}, {}, {}]}
    assert game.load(position).draw_left == 52
    small = game.load({**position, "draw_pile": ["tamarack"]})
    assert small.draw_left == 1
    assert set(game.census(small).values()) == {1}


def test_the_game_with_two_plays_to_its_end() -> None:
    """MM-G19"""
    parlour.check_game(parlour.game("match-me", 2, "two", stale_rounds=2), games=1, exact=False)


def test_the_simple_player_beats_a_random_one() -> None:
    game = MatchMe(seats=3)
    player = NormalBot(game)  # type: ignore[arg-type]
    rng, luck = Rng("bots"), Sampled(Rng("bots, luck"))
    won = [0, 0, 0]
    for number in range(12):
        table = game.new(luck)
        while game.actor(table) >= 0:
            seat, legal = table.turn, game.legal(table, table.turn)
            clever = seat == number % 3
            action = player.choose(game.view(table, seat), legal, rng) if clever else legal[rng.below(len(legal))]
            game.apply(table, seat, action, luck)
        outcome = game.outcome(table)
        assert outcome is not None
        won[0 if number % 3 in outcome.winners else 1] += 1
    assert won[0] >= 9


# Who begins, and ties


def test_the_first_seat_begins_if_the_host_decides() -> None:
    """MM-07, MM-11: no luck is asked for the dealer, who sits to the right of the first seat."""
    game = MatchMe(seats=3, first_player="host")
    events: list[Event] = []
    table = game.new(Scripted([{"order": list(range(54)), "why": "deal"}]), events.append)
    assert table.turn == 0
    assert (events[-1].seat, events[-1].facts["dealer"]) == (0, 2)


def result(tie: str, ended: str, *players: dict[str, object]) -> parlour.Outcome:
    game = MatchMe(seats=3, tie=tie)
    position = {"turn": 0, "ended": ended, "discard_pile": ["arch-rock"], "draw_pile": [], "players": list(players)}
    outcome = game.outcome(game.load(position))
    assert outcome is not None
    return outcome


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
    one, two = {"hand": ["bald-eagle"], "groups": ["insects"]}, {"hand": ["red-squirrel"], "groups": ["wetland"]}
    outcome = result("broken", "stalemate", one, two, {"hand": [], "groups": []})
    assert (outcome.scores, outcome.ranks) == ((2, 2, 0), (1, 1, 3))
    assert TIED not in outcome.reason
    ahead = result("broken", "went out", {"hand": [], "groups": ["insects"]}, {"hand": [], "groups": ["birds"]}, LAST)
    assert (ahead.ranks, TIED in ahead.reason) == ((2, 1, 3), False)
