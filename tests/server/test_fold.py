"""The fold of a table's log: what each row leaves behind, prompts, taking back, lessons, and logs that are damaged."""

import random

import pytest

from parlour.core.lesson import LEARNER
from parlour.games import find
from parlour.server.log import decide, entries
from parlour.server.log.decide import Played, Refused
from parlour.server.log.entries import Place, encode_entry
from parlour.server.log.table import CHAT_KEPT, Table, lesson_of
from parlour.server.log.undo import may_undo, undo_for
from parlour.server.protocol import messages as say
from parlour.server.protocol.guidance import UndoInfo
from parlour.server.protocol.http_messages import NewTable
from parlour.server.store.types import Row
from server.desk import Desk, by


def begun(seats: int = 2, game: str = "st-croix") -> Desk:
    """A game of people, dealt from a fixed seed."""
    desk = Desk(game, seats)
    for seat, player in enumerate(["bo", "cy", "di"][: seats - 1], start=1):
        desk.join(player, seat)
    desk.do(say.Start(), new_seed=lambda: "fold")
    return desk


def test_a_table_knows_its_beginning() -> None:
    empty = Table("ABCDEFGH")
    assert not empty.exists and empty.seat_of("") is None
    desk = Desk(seats=2)
    table = desk.table
    assert table.exists and table.title == "St. Croix" and table.created_at == table.changed_at == 100.0
    assert desk.said == "The table is set up." and table.author == "here" and table.started_at is None
    assert table.seat_of("ana") == 0 and table.seat_of("bo") is None and table.seat_of("") is None
    assert not table.finished and table.prompt_of(0) is None
    desk.do(say.Start())
    assert desk.table.started_at == desk.table.changed_at == 101.0 and desk.table.created_at == 100.0


def test_rows_are_read_back_as_they_were_decided() -> None:
    desk = begun(3)
    for _ in range(20):
        assert desk.table.match is not None
        desk.play(desk.table.match.to_act[0])
    read = desk.read_again()
    for name in ("seq", "status", "places", "host", "changed_at", "last_other_row", "_prompts", "options", "title"):
        assert getattr(read, name) == getattr(desk.table, name), name
    assert read.moments[:] == desk.table.moments[:]


def test_a_prompt_changes_with_every_action_and_answers_to_old_ones_are_stale() -> None:
    desk = begun()
    while desk.table.match is not None and len(desk.table.match.to_act) > 1:
        desk.play(desk.table.match.to_act[0])
    assert desk.table.match is not None
    seat = desk.table.match.to_act[0]
    prompt = desk.table.prompt_of(seat)
    assert desk.table.prompt_of(1 - seat) is None
    with pytest.raises(Refused, match="There is nothing for you to choose now"):
        decide.act(desk.table, 1 - seat, str(prompt), 0)
    with pytest.raises(Refused) as illegal:
        decide.act(desk.table, seat, str(prompt), 100_000)
    assert illegal.value.code == "illegal"
    desk.do(say.Say("hello"))
    assert desk.table.prompt_of(seat) == prompt, "talk changes no prompt"
    desk.play(seat)
    while desk.table.match.to_act[0] != seat:
        desk.play(desk.table.match.to_act[0])
    assert desk.table.prompt_of(seat) != prompt
    with pytest.raises(Refused, match="Please choose again") as stale:
        decide.act(desk.table, seat, str(prompt), desk.table.match.legal(seat)[0])
    assert stale.value.code == "stale_prompt"


def test_somebody_elses_secret_choice_leaves_a_prompt_as_it_is() -> None:
    desk = begun(3)
    assert desk.table.match is not None and desk.table.match.to_act == (0, 1, 2), "all choose their Table Cards"
    mine, others = desk.table.prompt_of(0), desk.table.prompt_of(1)
    desk.play(0)
    assert desk.table.prompt_of(1) == others == "1.0" and desk.table.prompt_of(0) != mine
    assert desk.table.prompt_of(0) == "0.1"
    while desk.table.match is not None and 1 in desk.table.match.to_act:
        desk.play(1)
    last = desk.table.prompt_of(2)
    while desk.table.match is not None and 0 in desk.table.match.to_act:
        desk.play(0)
    assert desk.table.prompt_of(2) == last, "the last one who chooses is still asked the same"


def test_before_the_start_nothing_can_be_played() -> None:
    with pytest.raises(Refused, match="The game has not begun"):
        decide.act(Desk().table, 0, "0.0", 0)


def test_bots_to_act_and_to_react() -> None:
    desk = Desk("mine-and-craft", 2)
    assert desk.table.bots_to_act() == [] == desk.table.bots_to_react()
    desk.do(say.Start("easy"), new_seed=lambda: "fold")
    seen: set[str] = set()
    luck = random.Random(1)
    for _ in range(400):
        match = desk.table.match
        assert match is not None
        if not match.to_act:
            break
        assert desk.table.bots_to_act() == ([(1, "easy")] if 1 in match.to_act else [])
        reacts = 1 in match.may_act and 1 not in match.to_act
        assert desk.table.bots_to_react() == ([(1, "easy")] if reacts else [])
        seen.add("reacts" if reacts else "acts")
        seat = match.to_act[0]
        desk.play(seat, luck.choice(match.legal(seat)), bot=seat == 1)
    assert seen == {"reacts", "acts"}
    desk = begun(2)
    assert desk.table.bots_to_act() == [], "people play for themselves"


def test_a_request_is_done_once() -> None:
    desk = Desk()
    before = desk.table
    desk.add(entries.Said("hello", "Ana", 0), once="key")
    assert desk.table.done_at("key") == 2 == desk.read_again().done_at("key")
    assert desk.table.done_at("other") is None
    assert before.done_at("key") is None, "the table before it knows nothing of it"


def test_the_next_host() -> None:
    desk = Desk(seats=4)
    desk.join("bo", 3)
    desk.join("cy", 2)
    desk.do(say.Leave())
    assert desk.table.host == "cy" and desk.kinds() == ["open", "open", "person", "person"]
    desk.do(say.Leave(), "bo")
    assert desk.table.host == "cy"
    desk.do(say.Leave(), "cy")
    assert desk.table.host == "cy", "without another person the host stays"


def test_a_mute_ends_when_the_muted_person_leaves() -> None:
    desk = Desk()
    desk.join("bo", 1)
    desk.do(say.Mute(1))
    desk.do(say.Leave(), "bo")
    desk.join("cy", 1)
    desk.do(say.Say("hello"), "cy")
    assert desk.said == "Cy: hello"


def test_a_person_sent_away_leaves_no_stand_in() -> None:
    desk = begun(3)
    desk.do(say.Leave(), "cy")
    assert desk.table.standing_in == {2: "normal"} and desk.table.gone == {2}
    desk.do(say.Kick(2))
    assert desk.table.standing_in == {} and desk.table.places[2] == Place("bot", "Cy", level="normal")


def test_only_the_last_lines_of_chat_are_kept() -> None:
    desk = Desk()
    for number in range(CHAT_KEPT + 2):
        desk.add(entries.Said(str(number), "Ana", 0))
    assert [line.text for line in desk.table.chat] == [str(number) for number in range(2, CHAT_KEPT + 2)]
    assert desk.table.chat[-1].seq == desk.table.seq and desk.table.chat[-1].at == desk.table.changed_at


def test_an_action_and_its_moment() -> None:
    desk = begun(2)
    desk.do(say.Say("hello"))
    assert desk.table.last_other_row == desk.table.seq
    desk.play(0)
    assert desk.table.last_other_row == desk.table.seq - 1
    moment = desk.table.moments[desk.table.seq - 1]
    assert desk.table.match is not None
    assert moment.in_story and moment.seat == 0 and moment.kind == "acted"
    assert moment.after_event == len(desk.table.match.events) > moment.first_event


STORY: list[tuple[entries.LogEntry, bool]] = [
    (entries.Joined(2, "di", "Di"), False),
    (entries.Shared(0, "0" * 32), False),
    (entries.BotSat(2, "easy", "Ada"), False),
    (entries.BotLeft(2), False),
    (entries.Renamed(0, "Anna"), False),
    (entries.Said("hello", "Ana", 0), False),
    (entries.Muted(1, True), False),
    (entries.Muted(None, True), False),
    (entries.HostChanged(1), False),
    (entries.WentOn(), False),
    (entries.Rematched("NEWTABLE"), False),
    (entries.TakenOver(1, "normal"), True),
    (entries.CameBack(1), True),
    (entries.Left(1), True),
    (entries.Paused(True), True),
    (entries.UndoAsked(0), True),
    (entries.UndoAnswered(1, True), True),
    (entries.Undone(0), True),
    (entries.Closed("Enough."), True),
]


@pytest.mark.parametrize(("entry", "in_story"), STORY, ids=lambda one: type(one).__name__)
def test_what_belongs_to_the_game_s_log_and_changes_no_table_before_it(entry: entries.LogEntry, in_story: bool) -> None:
    desk = begun(3)
    desk.play(0)
    before = desk.table
    kept = (list(before.places), dict(before.standing_in), set(before.gone), set(before.muted), before.seq)
    desk.add(entry)
    moment = desk.table.moments[desk.table.seq - 1]
    assert not desk.table.frozen and moment.in_story == in_story
    assert (before.places, before.standing_in, before.gone, before.muted, before.seq) == kept
    assert len(before.moments[:]) == before.seq


@pytest.mark.parametrize("entry", [entries.Changed([Place()], {}, say.TableSettings()), entries.Left(0)])
def test_before_the_start_nothing_belongs_to_the_game_s_log(entry: entries.LogEntry) -> None:
    desk = Desk()
    assert not desk.table.moments[0].in_story, "setting up"
    desk.add(entry)
    moment = desk.table.moments[1]
    assert not moment.in_story and moment.first_event == moment.after_event == 0


def test_the_beginning_belongs_to_the_game_s_log() -> None:
    desk = begun()
    moment = desk.table.moments[desk.table.seq - 1]
    assert moment.in_story and moment.first_event == 0 < moment.after_event


def test_closing() -> None:
    desk = begun()
    desk.do(say.Close())
    assert desk.table.status == "closed" and desk.table.finished and desk.said == "The host closed the table."
    assert desk.decide(say.Close()) is None
    lobby = Desk()
    lobby.do(say.Close())
    assert not lobby.table.finished, "there was no game"
    with pytest.raises(Refused, match="The table is closed") as closed:
        lobby.decide(say.Start())
    assert closed.value.code == "closed"


# Taking back


def chosen(desk: Desk) -> Desk:
    """Table Cards are chosen: no luck, nothing learnt."""
    desk.play(0)
    return desk


def test_taking_back_among_bots_is_free() -> None:
    desk = Desk(seats=2)
    desk.do(say.Start(), new_seed=lambda: "fold")
    assert undo_for(desk.table, 0) is None
    with pytest.raises(Refused, match="This cannot be taken back"):
        desk.decide(say.Undo())
    before = desk.table
    assert before.match is not None
    chosen(desk)
    assert undo_for(desk.table, 0) == UndoInfo("free", 0) and undo_for(desk.table, 1) is None
    desk.do(say.Undo())
    table = desk.table
    assert table.match is not None and desk.said == "Ana takes back the last action."
    assert table.match.text() == before.match.text() and table.undone == 1 and table.branch == "ABCDEFGH.1"
    assert table.prompt_of(0) not in (None, before.prompt_of(0)), "the old prompt must not be answered again"
    undone = table.moments[2 - 1 + 1]
    assert undone.undone and undone.first_event == undone.after_event
    assert not may_undo(table, 0), "it is done"
    desk.play(0)
    desk.do(say.Undo())
    assert desk.table.branch == "ABCDEFGH.2" and [moment.undone for moment in desk.table.moments[2:]] == [
        True,
        False,
        True,
        False,
    ]
    assert desk.read_again().moments[:] == desk.table.moments[:]


def test_taking_back_among_people_needs_everybody() -> None:
    desk = chosen(begun(4))
    assert undo_for(desk.table, 0) == UndoInfo("ask", 0)
    with pytest.raises(Refused, match="You do not sit at this table"):
        desk.decide(say.Undo(), "stranger")
    with pytest.raises(Refused, match="Nobody asks"):
        desk.decide(say.AnswerUndo(True), "bo")
    desk.do(say.Undo())
    assert desk.said == "Ana asks to take back the last action." and desk.decide(say.Undo()) is None
    assert undo_for(desk.table, 0) == UndoInfo("asked", 0) and undo_for(desk.table, 1) == UndoInfo("answer", 0)
    for player in ("ana", "stranger"):
        with pytest.raises(Refused, match="The answer is up to the others who play"):
            desk.decide(say.AnswerUndo(True), player)
    desk.do(say.AnswerUndo(True), "bo")
    assert desk.said == "Bo agrees." and undo_for(desk.table, 1) is None
    assert desk.decide(say.AnswerUndo(True), "bo") is None
    desk.do(say.Leave(), "di")
    assert undo_for(desk.table, 3) is None, "a bot plays for Di, who is not asked"
    desk.do(say.AnswerUndo(True), "cy")
    assert desk.said == "Ana takes back the last action." and desk.table.undo_asked is None


def test_one_who_does_not_agree_ends_it() -> None:
    desk = chosen(begun(3))
    desk.do(say.Undo())
    desk.do(say.AnswerUndo(False), "cy")
    assert desk.said == "Cy does not agree." and desk.table.undo_asked is None and desk.table.undone == 0
    desk.do(say.Undo())
    assert desk.table.undo_agreed == frozenset(), "everybody is asked again"
    desk.play(1)
    assert desk.table.undo_asked is None and not may_undo(desk.table, 0), "somebody has acted since"


def test_what_drew_luck_or_is_not_ones_own_stays() -> None:
    desk = chosen(begun(2))
    assert not may_undo(desk.table, 1)
    desk.do(say.Pause())
    assert not may_undo(desk.table, 0)
    desk.do(say.Pause(False))
    desk.do(say.Leave())
    assert not may_undo(desk.table, 0), "a bot plays for Ana"
    memory = begun(2, "deluxe-memory")
    assert memory.table.match is not None
    seat = memory.table.match.to_act[0]
    memory.play(seat)
    assert not may_undo(memory.table, seat), "a card was turned up"


def test_many_actions_can_be_taken_back() -> None:
    """Also those whose matches are no longer kept."""
    desk = Desk("st-croix", 6)
    desk.do(say.Start(), new_seed=lambda: "fold")
    texts = []
    for number in range(12):
        match = desk.table.match
        assert match is not None
        texts.append(match.text())
        desk.play(match.to_act[number % len(match.to_act)], bot=True)
    for text in reversed(texts):
        desk.add(entries.Undone(0))
        assert desk.table.match is not None and desk.table.match.text() == text


# Lessons


def test_a_lesson_from_the_first_step_to_the_last() -> None:
    lesson = lesson_of("st-croix")
    assert lesson is not None
    desk = Desk(lesson=True, seats=None)
    assert [place.name for place in desk.table.places] == ["Ana", *lesson.names[1:]] and LEARNER == 0
    assert [place.level for place in desk.table.places] == ["", "easy", "easy"]
    assert not desk.table.settings.chat and not desk.table.settings.watchers
    with pytest.raises(Refused, match="There is no lesson here, or it is over"):
        desk.decide(say.GoOn())
    desk.do(say.Start())
    for number, step in enumerate(lesson.steps):
        assert desk.table.lesson_at == number and desk.table.lesson_step == step
        assert desk.table.bots_to_act() == [] == desk.table.bots_to_react() and not may_undo(desk.table, 0)
        if step.asks:
            with pytest.raises(Refused, match="First do what the lesson asks"):
                desk.decide(say.GoOn())
            match = desk.table.match
            assert match is not None and step.do is not None
            wrong = [action for action in match.legal(0) if match.game.actions.texts[action] != step.do]
            for action in wrong:
                with pytest.raises(Refused):
                    decide.act(desk.table, 0, str(desk.table.prompt_of(0)), action)
            right = next(action for action in match.legal(0) if match.game.actions.texts[action] == step.do)
            desk.play(0, right)
        else:
            entry = desk.decide(say.GoOn())
            assert isinstance(entry, Played) == bool(step.do)
            desk.do(say.GoOn())
    assert desk.table.lesson_step is None
    with pytest.raises(Refused, match="There is no lesson here, or it is over"):
        desk.decide(say.GoOn())
    with pytest.raises(Refused, match="There is no lesson here, or it is over"):
        begun().decide(say.GoOn())


def test_the_learners_name_is_not_a_bots() -> None:
    wish = NewTable("st-croix", "ada", lesson=True)
    assert decide.create(wish, "x").places[0].name == "ada 2"


# Damaged logs


def test_a_row_that_came_before_is_refused() -> None:
    desk = Desk()
    with pytest.raises(ValueError, match="row 1 of table ABCDEFGH cannot follow row 1"):
        desk.table.fold(desk.rows[0])


def test_a_missing_row_freezes_the_table_and_is_named() -> None:
    desk = begun()
    table = Table("ABCDEFGH")
    for row in (desk.rows[0], desk.rows[2]):
        table.fold(row)
    assert table.status == "closed" and table.seq == 3
    assert table.frozen == "This table cannot continue: row 2 of its log is missing."
    assert [moment.kind for moment in table.moments[:]] == ["created", "missing", "started"]
    assert table.moments[1].first_event == table.moments[1].after_event == 0


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        ("never_heard_of", b"{}", "'never_heard_of'"),
        ("acted", b'{"seat": 0}', "missing required field `action`"),
        ("renamed", b'{"seat": 99, "name": "x"}', "Its log is damaged (IndexError)."),
    ],
)
def test_a_row_that_cannot_be_read_freezes_the_table(kind: str, data: bytes, why: str) -> None:
    desk = begun()
    desk.table.fold(Row("ABCDEFGH", desk.table.seq + 1, kind, data, 200.0))
    assert desk.table.status == "closed" and why in desk.table.frozen
    assert desk.table.frozen.startswith("This version of Parlour cannot continue this table. ")
    first = desk.table.frozen
    assert not desk.table.moments[desk.table.seq - 1].in_story
    desk.table.fold(Row("ABCDEFGH", desk.table.seq + 1, "other", b"{}", 201.0))
    assert desk.table.frozen == first, "the first reason stays"
    text = desk.table.match.text() if desk.table.match else ""
    desk.table.fold(Row("ABCDEFGH", desk.table.seq + 1, *encode_entry(entries.Acted(0, 0, "x", [])), 202.0))
    assert desk.table.match is not None and desk.table.match.text() == text, "a frozen game stands still"


def test_an_older_version_keeps_the_rules_it_had() -> None:
    about = find("st-croix").about
    older = next(iter(about.older or {}), None)
    entry = decide.create(NewTable("st-croix", "Ana", 3), "ana")
    table = Table("ABCDEFGH")
    version = older or about.version
    table.fold(
        Row(
            "ABCDEFGH",
            1,
            *encode_entry(entries.Created("st-croix", version, "ana", entry.places, {"young": True}, entry.house)),
            1.0,
        )
    )
    assert table.options == {**about.meant(version), "young": True}


def test_a_command_that_is_none() -> None:
    with pytest.raises(Refused, match="There is no such command"):
        decide.decide(object(), Desk().table, by("ana"))
