"""Decisions at a table, one by one and without a server: what a command leads to, and why it is refused."""

import pytest

from parlour.core.fair_deal import deal_seed, given_share, seal_of
from parlour.server.log import decide, entries
from parlour.server.log.decide import CommandContext, Refused
from parlour.server.log.entries import Place
from parlour.server.protocol import messages as say
from parlour.server.protocol.http_messages import BotSeat, Join, NewTable
from server.desk import Desk, by


def refusal(desk: Desk, command: say.Command, player: str = "ana", /, **context: object) -> tuple[str, str]:
    """Why a command is refused; it must change nothing."""
    before = desk.table.seq
    with pytest.raises(Refused) as refused:
        desk.decide(command, player, **context)
    assert desk.table.seq == before
    return refused.value.code, str(refused.value)


def test_a_new_table_has_its_host_its_bots_and_open_seats() -> None:
    table = Desk(seats=4, sit=1, bots=[BotSeat(3, "hard"), BotSeat(0, "easy")], options={"young": True}).table
    assert [place.kind for place in table.places] == ["bot", "person", "open", "bot"]
    assert table.places[1] == Place("person", "Ana", "ana")
    assert (table.places[3].name, table.places[3].level) == ("Ada", "hard")
    assert (table.places[0].name, table.places[0].level) == ("Bruno", "easy")
    assert table.options == {"young": True}, "only what was asked for"
    assert Desk(seats=None).table.rules().seats == len(Desk(seats=None).table.places) == 4
    assert Desk(sit=None).kinds() == ["open"] * 3


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (NewTable("st-croix", "Ana", 3, sit=3), ("not_found", "There is no seat 4 at this table.")),
        (NewTable("st-croix", "Ana", 3, sit=-1), ("not_found", "There is no seat 0 at this table.")),
        (NewTable("st-croix", "Ana", 3, bots=[BotSeat(3, "easy")]), ("not_found", "There is no seat 4 at this table.")),
        (NewTable("st-croix", "Ana", 3, bots=[BotSeat(0, "easy")]), ("conflict", "Seat 1 is given to two players.")),
        (
            NewTable("st-croix", "Ana", 3, bots=[BotSeat(2, "easy"), BotSeat(2, "easy")]),
            ("conflict", "Seat 3 is given to two players."),
        ),
        (
            NewTable("st-croix", "Ana", 3, bots=[BotSeat(1, "wild")]),
            ("illegal", f"There is no bot level 'wild'. There are: {', '.join(decide.LEVELS)}."),
        ),
        (NewTable("st-croix", " \t ", 3), ("bad_message", "Please write at least one letter.")),
    ],
)
def test_a_table_that_cannot_be(wish: NewTable, why: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        decide.create(wish, "ana")
    assert (refused.value.code, str(refused.value)) == why


def test_joining() -> None:
    desk = Desk(seats=4)
    desk.join("bo")
    assert desk.table.places[1] == Place("person", "Bo", "bo")
    assert desk.said == "Bo sits down."
    desk.join("cy", 3, "bo", ["Cy ", " Di"])
    assert desk.table.places[3] == Place("person", "bo 2", "cy", members=["Cy", "Di"]), "names differ at a table"
    assert decide.join(desk.table, Join("Bo"), by("bo")) is None, "who sits already keeps the seat"
    assert refused_join(desk, "di", 3) == ("conflict", "Seat 4 is taken.")
    assert refused_join(desk, "di", 4) == ("not_found", "There is no seat 5 at this table.")
    desk.join("di", 2)
    assert refused_join(desk, "ed", None) == ("conflict", "Every seat is taken.")
    desk.do(say.Kick(2))
    assert refused_join(desk, "di", 2) == ("forbidden", "The host sent you away from this table.")
    desk.do(say.Start())
    assert refused_join(desk, "ed", 2) == ("not_now", "The game has begun; you can watch it.")


def refused_join(desk: Desk, player: str, seat: int | None) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        decide.join(desk.table, Join(player.title(), seat), by(player))
    return refused.value.code, str(refused.value)


@pytest.mark.parametrize(
    "command",
    [
        say.Start(),
        say.AddBot(1, "easy"),
        say.RemoveBot(1),
        say.Kick(1),
        say.Mute(1),
        say.Pause(),
        say.Close(),
        say.Change(),
    ],
)
def test_what_only_the_host_can_do(command: say.Command) -> None:
    desk = Desk()
    desk.join("bo")
    assert refusal(desk, command, "bo") == ("forbidden", "Only the host can do that.")
    assert refusal(desk, command, "") == ("forbidden", "Only the host can do that.")
    nobody = Desk()
    nobody.table.host = ""
    assert refusal(nobody, command, "")[0] == "forbidden", "a sender without a token is nobody's host"


@pytest.mark.parametrize(
    "command", [say.Rename("X"), say.Leave(), say.TakeOver(0), say.Back(), say.GoOn(), say.Share("0" * 32)]
)
def test_what_only_those_who_sit_can_do(command: say.Command) -> None:
    assert refusal(Desk(), command, "stranger") == ("forbidden", "You do not sit at this table.")


def test_the_start_fills_open_seats_and_deals() -> None:
    desk = Desk(seats=4, bots=[BotSeat(1, "hard")])
    desk.do(say.Start("easy"), new_seed=lambda: "seven")
    places = desk.table.places
    assert [place.kind for place in places] == ["person", "bot", "bot", "bot"]
    assert [place.level for place in places] == ["", "hard", "easy", "easy"]
    assert len({place.name for place in places}) == 4
    assert desk.table.status == "playing" and desk.said == "The game begins."
    match = desk.table.match
    assert match is not None and match.seed == "seven" and match.names == [place.name for place in places]
    assert match.record.players == ["person", "hard", "easy", "easy"] and not match.record.teams
    assert refusal(desk, say.Start()) == ("not_now", "The game has begun.")


def test_a_team_at_a_seat_stands_in_the_record() -> None:
    desk = Desk(seats=2)
    desk.join("bo", members=["Bo", "Cy"])
    desk.do(say.Start())
    assert desk.table.match is not None
    assert desk.table.match.record.teams == [["Ana"], ["Bo", "Cy"]]


def test_the_seed_comes_from_the_secret_and_the_shares() -> None:
    desk = Desk(seats=2, secret="sealed")
    desk.join("bo")
    assert desk.table.seal == seal_of("sealed")
    share = "0123456789abcdef" * 2
    desk.do(say.Share(share), "bo")
    assert desk.decide(say.Share(share), "bo") is None, "the same again"
    desk.do(say.Start(), new_seed=lambda: "never used")
    match = desk.table.match
    assert match is not None
    shares = [given_share(desk.table.seal, 0), share]
    assert match.seed == deal_seed("sealed", shares)
    assert (
        match.record.fair is not None and match.record.fair.shares == shares and match.record.fair.leads_to(match.seed)
    )
    assert refusal(desk, say.Share("f" * 32), "bo")[1] == "The game has begun."


def test_bots_come_change_and_go() -> None:
    desk = Desk()
    desk.do(say.AddBot(2, "easy"))
    assert desk.table.places[2] == Place("bot", "Ada", level="easy") and desk.said == "Ada, an easy bot, sits down."
    assert desk.decide(say.AddBot(2, "easy")) is None
    desk.do(say.AddBot(2, "hard"))
    assert desk.table.places[2] == Place("bot", "Ada", level="hard") and desk.said == "Ada plays hard now."
    desk.do(say.AddBot(1, "normal"))
    assert desk.said == "Bruno, a normal bot, sits down."
    desk.do(say.RemoveBot(2))
    assert desk.kinds() == ["person", "bot", "open"] and desk.said == "Ada gets up."
    assert desk.decide(say.RemoveBot(2)) is None
    assert refusal(desk, say.AddBot(0, "easy")) == ("conflict", "Ana sits there.")
    assert refusal(desk, say.RemoveBot(0)) == ("conflict", "A person sits there.")
    assert refusal(desk, say.AddBot(3, "easy"))[0] == refusal(desk, say.RemoveBot(3))[0] == "not_found"
    desk.do(say.Start())
    assert refusal(desk, say.RemoveBot(1)) == ("not_now", "The game has begun.")
    desk.do(say.AddBot(1, "easy"))
    assert desk.table.played_by_bot(1) == "easy", "a level may change during the game"
    desk.do(say.Close())
    assert refusal(desk, say.AddBot(1, "hard")) == ("closed", "The table is closed.")
    assert refusal(desk, say.RemoveBot(1)) == ("closed", "The table is closed.")


def test_sending_away() -> None:
    desk = Desk()
    desk.join("bo")
    assert refusal(desk, say.Kick(0)) == ("conflict", "You can leave, but not send yourself away.")
    assert refusal(desk, say.Kick(2)) == ("conflict", "No person sits there.")
    assert refusal(desk, say.Kick(3))[0] == "not_found"
    desk.do(say.Kick(1))
    assert desk.kinds() == ["person", "open", "open"] and desk.said == "Bo had to leave."
    desk.join("cy", 1)
    desk.do(say.Start())
    desk.do(say.Kick(1))
    assert (
        desk.table.places[1] == Place("bot", "Cy", level="normal") and desk.said == "Cy had to leave; a bot plays on."
    )
    assert desk.table.seat_of("cy") is None and desk.table.sent_away == {"bo", "cy"}


def test_muting() -> None:
    desk = Desk()
    desk.join("bo")
    assert desk.decide(say.Mute(1, False)) is None and desk.decide(say.Mute(None, False)) is None
    desk.do(say.Mute(1))
    assert desk.said == "The host muted Bo." and desk.decide(say.Mute(1)) is None
    assert refusal(desk, say.Say("hello"), "bo") == ("forbidden", "The host muted you.")
    desk.do(say.Mute(1, False))
    assert desk.said == "The host unmuted Bo."
    desk.do(say.Say("hello\n there"), "bo")
    assert (
        desk.table.chat[-1].text == "hello there" and desk.table.chat[-1].seat == 1 and desk.said == "Bo: hello there"
    )
    desk.do(say.Mute(None))
    assert desk.said == "The host muted those who watch." and desk.decide(say.Mute(None)) is None
    assert refusal(desk, say.Say("hello"), "watcher") == ("forbidden", "The host muted those who watch.")
    desk.do(say.Mute(None, False))
    assert desk.said == "The host unmuted those who watch."
    desk.do(say.Say("hello"), "watcher")
    assert [(line.name, line.seat) for line in desk.table.chat] == [("Bo", 1), ("A watcher", None)]
    assert refusal(desk, say.Mute(2)) == ("conflict", "No person sits there.")
    assert refusal(desk, say.Mute(3))[0] == "not_found"


def test_who_may_write() -> None:
    desk = Desk(sit=None)
    desk.do(say.Mute(None))
    desk.do(say.Say("sit down"))
    assert desk.table.chat[-1].name == "The host", "a host without a seat writes although watchers are muted"
    desk.do(say.Mute(None, False))
    desk.join("bo", 0)
    desk.do(say.Kick(0))
    assert refusal(desk, say.Say("hello"), "bo") == ("forbidden", "The host muted those who watch.")
    desk.do(say.Say("hello"), "")
    assert desk.table.chat[-1].name == "A watcher"
    silent = Desk(house=say.TableSettings(chat=False))
    assert refusal(silent, say.Say("hello")) == ("forbidden", "There is no chat at this table.")
    assert refusal(desk, say.Say("\u200b \n")) == ("bad_message", "Please write at least one letter.")


def test_pausing() -> None:
    desk = Desk()
    assert refusal(desk, say.Pause()) == ("not_now", "There is no game going on.")
    desk.do(say.Start())
    assert desk.decide(say.Pause(False)) is None
    desk.do(say.Pause())
    assert desk.table.status == "paused" and desk.said == "The host paused the game."
    assert desk.decide(say.Pause()) is None
    assert desk.table.prompt_of(0) is None and not desk.table.bots_to_act()
    with pytest.raises(Refused, match="The game is paused"):
        decide.act(desk.table, 0, "0.0", 0)
    assert desk.do(say.Pause(False)).status == "playing" and desk.said == "The game continues."


def test_changing_the_table() -> None:
    desk = Desk(seats=4, options={"young": True})
    desk.join("bo", 3)
    desk.do(say.Change(house=say.TableSettings(chat=False)))
    assert not desk.table.settings.chat and desk.table.options == {"young": True} and len(desk.table.places) == 4
    desk.do(say.Change(options={}))
    assert desk.table.options == {} and not desk.table.settings.chat, "what is not named stays"
    desk.do(say.Change(seats=2))
    assert [place.name for place in desk.table.places] == ["Ana", "Bo"], "people keep a seat"
    desk.do(say.Change(seats=5))
    assert desk.kinds() == ["person", "person", "open", "open", "open"]
    desk.join("cy", 4)
    desk.do(say.AddBot(2, "easy"))
    desk.do(say.Change(seats=3))
    assert [place.name for place in desk.table.places] == ["Ana", "Bo", "Cy"], "a person goes before a bot"
    assert refusal(desk, say.Change(seats=2)) == ("conflict", "More than 2 people sit at the table.")
    assert desk.said == "The host changed the table's settings."
    desk.do(say.Start())
    assert refusal(desk, say.Change(seats=4)) == ("not_now", "The game has begun.")


def test_new_names() -> None:
    desk = Desk()
    desk.join("bo")
    desk.do(say.Rename("ANA"), "bo")
    assert desk.table.places[1].name == "ANA 2" and desk.said == "Bo is now called ANA 2."
    desk.do(say.Rename("Ana", ["Ana", "Zoe"]))
    assert desk.table.places[0].members == ["Ana", "Zoe"] and desk.said == "Ana changed the team."
    assert desk.table.places[0].player == "ana"
    desk.do(say.Start())
    assert refusal(desk, say.Rename("Bo"), "bo") == ("not_now", "The game has begun.")


def test_a_third_equal_name_counts_on_and_long_names_stay_short() -> None:
    long = "Maximiliana Theodora Ottilie"
    places = [Place("person", name) for name in ("Bo", "bo 2", long)]
    assert decide.unique("BO", places, 4) == "BO 3"
    assert decide.unique("Bo", places, 0) == "Bo", "one's own name is no conflict"
    assert decide.unique(long, places, 0) == f"{long[:20]} 2"
    everyone = [Place("bot", name) for name in decide.BOT_NAMES]
    assert decide.bot_name(everyone) == f"Bot {len(decide.BOT_NAMES) + 1}"
    assert decide.bot_name([Place("person", "ada")]) == "Bruno"


def test_leaving_and_coming_back() -> None:
    desk = Desk()
    desk.join("bo")
    desk.do(say.Leave(), "bo")
    assert desk.kinds() == ["person", "open", "open"] and desk.said == "Bo left."
    desk.join("bo", 1)
    desk.do(say.Start())
    assert desk.decide(say.Back(), "bo") is None
    desk.do(say.Leave(), "bo")
    assert desk.said == "Bo left; a bot plays on." and desk.table.played_by_bot(1) == "normal"
    assert desk.table.people() == [0] and desk.decide(say.Leave(), "bo") is None
    with pytest.raises(Refused, match="A bot plays for you; take your seat back first"):
        decide.act(desk.table, 1, str(desk.table.prompt_of(1)), 0)
    desk.do(say.Back(), "bo")
    assert desk.said == "Bo is back." and desk.table.played_by_bot(1) == "" and desk.table.people() == [0, 1]
    desk.do(say.Close())
    assert refusal(desk, say.Leave(), "bo") == ("not_now", "The game is over; there is nothing to leave.")


def test_a_bot_plays_for_somebody_who_is_away_long_enough() -> None:
    desk = Desk()
    desk.join("bo")
    assert refusal(desk, say.TakeOver(1)) == ("not_now", "There is no game going on.")
    desk.do(say.Start())
    away = {"grace": 60.0, "away_for": [None, 59.0, None]}
    early = ("not_now", "Bo may still come back: ask again in 2 seconds.")
    assert refusal(desk, say.TakeOver(1), **away) == early
    assert refusal(desk, say.TakeOver(0), **away) == ("not_now", "Ana is here.")
    assert refusal(desk, say.TakeOver(1), away_for=[None]) == ("not_now", "Bo is here.")
    assert refusal(desk, say.TakeOver(2), **away) == ("conflict", "No person sits there.")
    assert refusal(desk, say.TakeOver(3), **away)[0] == "not_found"
    desk.do(say.Pause())
    taken = desk.decide(say.TakeOver(1), grace=60.0, away_for=[None, 60.0, None])
    assert taken == entries.TakenOver(1, "normal", 0)
    automatic = decide.replace_absent(1, desk.table, CommandContext("", 0.0, [None, 90.0, None], 60.0))
    assert automatic == entries.TakenOver(1, "normal", None)
    desk.add(automatic)
    assert desk.said == "A bot plays for Bo now." and desk.table.played_by_bot(1) == "normal"
    assert desk.decide(say.TakeOver(1), **away) is None
    waiting = Desk(seats=2, house=say.TableSettings(absence="wait"))
    waiting.join("bo")
    waiting.do(say.Start())
    forbidden = ("forbidden", "At this table everybody waits for those who are away.")
    assert refusal(waiting, say.TakeOver(1), away_for=[None, 1000.0]) == forbidden


def test_a_host_who_stays_away_before_the_start_is_replaced() -> None:
    desk = Desk(seats=4)
    desk.join("bo", 1)
    desk.join("cy", 2)
    desk.join("di", 3)

    def replaced(away: float | None, *others: float | None) -> object:
        context = CommandContext("", 0.0, [away, *others], host_away_for=away, host_grace=60.0)
        return decide.replace_host(desk.table, context)

    assert replaced(60.0, None, None, None) == entries.HostChanged(1)
    assert replaced(60.0, 1.0, None, None) == entries.HostChanged(2), "only somebody who is here"
    assert replaced(60.0, 1.0, 1.0) is None
    assert replaced(59.9, None, None, None) is None and replaced(None, None, None, None) is None
    desk.add(entries.HostChanged(3))
    assert desk.table.host == "di" and desk.said == "Di looks after the table now."
    assert replaced(60.0, None, None, None) == entries.HostChanged(1), "around the table, after the host"
    desk.do(say.Start(), "di")
    assert replaced(60.0, None, None, None) is None
    without_seat = Desk(sit=None)
    without_seat.join("bo", 2)
    without_seat.join("cy", 0)
    gone = CommandContext("", 0.0, [None, None, None], host_away_for=60.0, host_grace=60.0)
    assert decide.replace_host(without_seat.table, gone) == entries.HostChanged(0)


def test_a_rematch() -> None:
    desk = Desk(seats=2, options={"young": True}, secret="one")
    desk.join("bo")
    desk.do(say.Share("1" * 32), "bo")
    assert refusal(desk, say.Rematch()) == ("not_now", "The game is not over yet.")
    desk.do(say.Start())
    assert refusal(desk, say.Rematch()) == ("not_now", "The game is not over yet.")
    desk.play_out()
    assert desk.table.status == "over" and desk.table.finished
    assert refusal(desk, say.Rematch(), "stranger") == (
        "forbidden",
        "Only players of this table can ask for a rematch.",
    )
    desk.do(say.Rematch(), "bo", new_code=lambda: "NEWTABLE")
    assert desk.table.rematch == "NEWTABLE" and desk.decide(say.Rematch()) is None
    assert desk.said == "The players continue at a new table."
    new = decide.again(desk.table, "bo", "two")
    assert [(place.name, place.share) for place in new.places] == [("Bo", ""), ("Ana", "")]
    assert (new.host, new.before, new.secret, new.options) == ("ana", "ABCDEFGH", "two", {"young": True})
    assert refusal(desk, say.Close()) == ("not_now", "The game is over already.")
    assert refusal(desk, say.Kick(1)) == ("closed", "The game is over.")
    with pytest.raises(Refused, match="The game is over"):
        decide.act(desk.table, 0, "0.0", 0)


def test_the_host_of_a_rematch_sits_at_it() -> None:
    desk = Desk(seats=2, sit=None)
    desk.join("bo")
    desk.do(say.Start())
    desk.play_out()
    assert decide.again(desk.table, "bo").host == "bo"
    desk.do(say.Rematch(), new_code=lambda: "NEWTABLE")  # a host without a seat may ask, too
