"""What a client can rely on: nothing is done twice, nothing stale is done, every view is complete."""

import asyncio
import json
import random
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from parlour.server.http import socket_protocol
from parlour.server.log import decide
from parlour.server.log.entries import encode_entry
from parlour.server.log.projection import game_events
from parlour.server.log.table import Table
from parlour.server.store.store import Row, Store
from server.people import PATIENCE, Line, Person, Running, whose_turn
from server.test_attacks import open_server


def started(ana: Person, bo: Person, game: str = "st-croix", **wishes: object) -> str:
    code = ana.create(game, seats=2, **wishes)
    bo.join(code)
    assert ana.do(code, {"c": "start"})["ok"]
    return code


async def stored(database: str, code: str) -> list[Row]:
    store = await Store.open(database)
    try:
        return await store.rows(code)
    finally:
        await store.close()


def choices(view: Any) -> list[int]:
    return [choice["action"] for choice in view["scene"]["prompt"]["choices"]]


def seen(view: Any) -> Any:
    """A view without who is connected just now, which is told beside the updates."""
    seats = [{**seat, "here": None, "away_since": None} for seat in view["table"]["seats"]]
    return {**view, "table": {**view["table"], "seats": seats, "watching": None}}


def test_the_same_act_twice_is_done_once(ana: Person) -> None:
    code = ana.create("around-mackinac", seats=2, start=True, options={"first_player": "host"})
    view = ana.my_turn(code)
    first = ana.act(code, view["prompt"], choices(view)[0], id="only")
    again = ana.act(code, view["prompt"], choices(view)[0], id="only")
    assert first["ok"] and again == first
    told = ana.do(code, {"c": "say", "text": "hi"}, id="chat")
    assert ana.do(code, {"c": "say", "text": "hi"}, id="chat") == told
    assert len(ana.view(code)["chat"]) == 1


def test_a_stale_prompt_is_refused_with_the_present_view(ana: Person, bo: Person) -> None:
    code = started(ana, bo, "around-mackinac")
    one = whose_turn(code, ana, bo)
    view = one.view(code)
    assert one.act(code, view["prompt"], choices(view)[0])["ok"]
    refused = one.act(code, view["prompt"], choices(view)[0])
    assert refused["error"]["code"] == "stale_prompt"
    assert refused["error"]["view"]["scene"] == one.view(code)["scene"]
    assert refused["error"]["view"]["prompt"] == one.view(code)["prompt"]


def test_what_is_not_legal_is_refused_in_words(ana: Person, bo: Person) -> None:
    code = started(ana, bo)
    view, other = ana.view(code), bo.view(code)
    illegal = ana.act(code, view["prompt"], 10_000)
    assert illegal["error"]["code"] == "illegal" and illegal["error"]["text"].endswith(".")
    foreign = ana.act(code, other["prompt"], choices(other)[0])
    assert foreign["error"]["code"] == "stale_prompt"
    watcher = Person(ana.server, "Cy")
    watcher.good("/api/me")
    assert watcher.act(code, view["prompt"], choices(view)[0])["error"]["code"] == "forbidden"
    assert watcher.view(code)["scene"]["prompt"] is None
    assert ana.view(code)["scene"] == view["scene"] and ana.view(code)["prompt"] == view["prompt"]


@pytest.mark.parametrize("first", ["Ana", "Bo"])
@pytest.mark.parametrize("together", [False, True])
def test_choices_made_at_the_same_moment_both_land_and_stay_secret(
    ana: Person, bo: Person, first: str, together: bool
) -> None:
    """Two seats commit from two connections, one after the other or at once; nobody learns the other's choice."""
    code = started(ana, bo)
    with ana.line(code) as hers, bo.line(code) as his:
        lines = {"Ana": hers, "Bo": his}
        order = [lines[first], lines["Bo" if first == "Ana" else "Ana"]]
        for line in order:
            assert line.view["scene"]["prompt"]["kind"] == "commit"
        start = max(line.seq for line in order)
        ready = threading.Barrier(2)

        def choose(line: Line) -> None:
            act = {"t": "act", "id": "c", "prompt": line.view["prompt"], "action": choices(line.view)[0]}
            if together:
                ready.wait(PATIENCE)
            line.send(act)

        # Both answer the prompts they were shown, before either hears of the other.
        threads = [threading.Thread(target=choose, args=(line,)) for line in order]
        for thread in threads:
            thread.start()
            if not together:
                thread.join()
        for thread in threads:
            thread.join()
        acks = [line.ack("c") for line in order]
        assert all(ack["ok"] for ack in acks), acks
        assert sorted(ack["seq"] for ack in acks) == [start + 1, start + 2]
        for line in order:
            line.until(start + 2)
    rows = asyncio.run(stored(ana.server.database, code))
    assert [row.kind for row in rows[start:]] == ["acted", "acted"]
    assert_nothing_of_the_others_choice(code, rows, start, [hers, his])


def assert_nothing_of_the_others_choice(code: str, rows: list[Row], start: int, lines: list[Line]) -> None:
    """Whatever the other had chosen, each would have heard the same, byte by byte."""
    table = Table(code)
    for row in rows[:start]:
        table.fold(row)
    compared = 0
    for row in rows[start:]:
        act = msgspec.json.decode(row.data)
        other = 1 - act["seat"]
        heard = lines[other].updates[row.seq]
        assert table.match is not None
        since = len(table.match.events)
        for action in table.match.legal(act["seat"]):
            chosen = decide.act(table, act["seat"], str(table.prompt_of(act["seat"])), action)
            after = table.after(Row(code, row.seq, *encode_entry(chosen.entry), row.at)).match
            assert after is not None
            assert heard["view"]["scene"] == json.loads(msgspec.json.encode(after.scene(other, lines=0)))
            told = game_events(after, other, since, len(after.events))
            assert heard["events"] == json.loads(msgspec.json.encode(told))
            compared += 1
        table = table.after(row)
    assert compared > 4


def test_two_sockets_on_one_seat_both_see_and_both_act(ana: Person) -> None:
    code = ana.create("around-mackinac", seats=2, start=True)
    with ana.line(code) as laptop, ana.line(code) as phone:
        luck = random.Random(2)
        for turn in range(12):
            acting, other = (laptop, phone) if turn % 2 else (phone, laptop)
            seq = ana.update(code)["seq"]
            acting.until(seq), other.until(seq)
            if acting.view["table"]["status"] != "playing":
                break
            if acting.view["prompt"] is None:
                acting.hear("update")
                continue
            ack = acting.act(luck.choice(choices(acting.view)))
            if ack["ok"]:
                assert acting.until(ack["seq"]) is not None and other.until(ack["seq"]) is not None
        last = ana.update(code)
        while last["view"]["table"]["status"] == "playing" and last["view"]["prompt"] is None:
            last = ana.update(code, last["seq"], 5)
        seq = last["seq"]
        assert json.dumps(laptop.until(seq)["scene"]) == json.dumps(phone.until(seq)["scene"])


def test_messages_lost_doubled_and_late_change_nothing(ana: Person, bo: Person) -> None:
    """Two people play over sockets that break, with acts sent twice, late and out of order."""
    code = started(ana, bo, "deluxe-memory")
    luck = random.Random(11)
    lines = [ana.line(code), bo.line(code)]
    every = list(lines)
    sent: list[dict[str, object]] = []
    newest = 0
    for _ in range(160):
        who = luck.randrange(2)
        line = lines[who]
        if luck.random() < 0.8:  # otherwise it acts on what it saw long ago
            line.until(newest)
        if luck.random() < 0.1:
            line.close()
            lines[who] = line = (ana, bo)[who].line(code, have=line.seq)
            every.append(line)
        if luck.random() < 0.3 and sent:
            old = luck.choice(sent)  # perhaps not even ours, or lost on the way before
            line.send(old)
            newest = max(newest, line.ack(str(old["id"]))["seq"] or 0)
        if line.view["prompt"] is None:
            continue
        act: dict[str, object] = {
            "t": "act",
            "id": f"n{len(sent)}",
            "prompt": line.view["prompt"],
            "action": luck.choice(choices(line.view)),
        }
        sent.append(act)
        if luck.random() < 0.2:
            continue  # lost on the way
        for _ in range(luck.choice((1, 1, 2, 3))):
            line.send(act)
        newest = max(newest, line.ack(str(act["id"]))["seq"] or 0)
    last = ana.update(code)["seq"]
    for line in lines:
        line.until(last)
    done = {(line.person.name, id): ack["seq"] for line in every for id, ack in line.acks.items() if ack["ok"]}
    assert len(done) > 20 and len(set(done.values())) == len(done)
    updates = [update for line in lines for update in line.updates.values()]
    assert all(update["view"]["you"]["seat"] is not None for update in updates)
    for line in lines:
        assert line.view["scene"] == line.person.view(code)["scene"]
    for line in lines:
        line.close()
    # Every act that was done is one row, and nothing else is.
    assert ana.update(code)["seq"] == 3 + len(done)


def test_reconnecting_tells_what_was_missed(ana: Person, bo: Person) -> None:
    code = started(ana, bo, "around-mackinac")
    with ana.line(code) as line:
        have = line.seq
    one = whose_turn(code, ana, bo)
    view = one.view(code)
    one.act(code, view["prompt"], choices(view)[0])
    with ana.line(code, have=have) as line:
        update = json.loads(line.heard[-1])
        assert update["seq"] == have + 1 and update["events"]
    with ana.line(code) as line:
        assert json.loads(line.heard[-1])["events"] == []


def test_a_socket_is_sent_what_is_new_and_that_adds_up_to_the_whole(ana: Person, bo: Person) -> None:
    """Steps leave out what is as it was; with what came before they are what the HTTP twin sends complete."""
    for slug in ("st-croix", "follow-me"):
        code = started(ana, bo, slug)
        luck = random.Random(slug)
        with bo.line(code) as his, ana.line(code) as line:  # both stay connected: who is here would be told, too
            first = line.seq
            for turn in range(60):
                if turn % 7 == 3:
                    bo.do(code, {"c": "say", "text": f"turn {turn}"})
                if turn % 11 == 5:
                    ana.do(code, {"c": "pause", "on": True})
                    ana.do(code, {"c": "pause", "on": False})
                for person in (ana, bo):
                    person.play_one(code, luck)
                update = ana.update(code)
                assert seen(line.settled(update)) == seen(update["view"])
                his.until(update["seq"])
            steps = [json.loads(text) for text in line.heard if text.startswith('{"t":"step"')]
            assert [step["seq"] for step in steps] == list(range(first + 1, line.seq + 1))
            assert all("types" not in step["scene"] for step in steps)
            plain = [step for step in steps if all(event["kind"] != "said" for event in step["events"])]
            assert all("chat" not in step for step in plain)
            assert sum("table" in step for step in plain) < 20


def test_a_watcher_who_sits_down_gets_a_complete_view(ana: Person, bo: Person) -> None:
    code = ana.create("st-croix", seats=2)
    bo.good("/api/me")
    with bo.line(code) as line:
        assert line.view["you"]["role"] == "watcher"
        bo.join(code)
        seated = {"seat": 1, "role": "player", "name": "Bo", "acted": False}
        assert line.until(ana.update(code)["seq"])["you"] == seated
        ana.do(code, {"c": "start"})
        assert line.until(ana.update(code)["seq"])["scene"]["seat"] == 1
        ana.play_one(code, random.Random(1))
        update = bo.update(code)
        assert seen(line.settled(update)) == seen(update["view"])


def test_the_long_poll_twin_says_the_same_as_the_socket(ana: Person, bo: Person) -> None:
    code = started(ana, bo, "around-mackinac")
    with ana.line(code) as line:
        have = line.seq
        heard: list[Any] = []

        def wait() -> None:
            while not heard or heard[-1]["seq"] == have:  # a busy machine may take longer than one request waits
                heard.append(ana.update(code, have, 20))

        waiting = threading.Thread(target=wait)
        waiting.start()
        one = whose_turn(code, ana, bo)
        view = one.view(code)
        one.act(code, view["prompt"], choices(view)[0])
        waiting.join(PATIENCE)
        update = line.hear("update")
        assert heard[-1]["seq"] == update["seq"] and heard[-1]["events"] == update["events"]
        assert heard[-1]["view"]["scene"] == update["view"]["scene"]


def test_the_order_of_simultaneous_choices_does_not_matter(server: Running) -> None:
    """The result does not depend on who chooses first: seen in the table's own arithmetic, with the luck fixed."""
    from parlour.core.match import Match
    from parlour.games import find
    from parlour.server.log import entries
    from parlour.server.log.entries import Place
    from parlour.server.protocol.messages import TableSettings

    for slug in ("st-croix", "follow-me"):
        for seed in range(5):
            places = [Place("person", name, name) for name in ("Ana", "Bo", "Cy")]
            match = Match(find(slug).make(seats=3), f"{seed}", ["Ana", "Bo", "Cy"])
            begin = [
                entries.Created(slug, match.game.version, "Ana", places, {}, TableSettings()),
                entries.Started(match.game.version, places, f"{seed}", match.record.deal),
            ]
            table = Table("ABCDEFGH")
            for number, entry in enumerate(begin, start=1):
                table.fold(Row(table.code, number, *encode_entry(entry), 0.0))
            luck = random.Random(seed)
            compared = 0
            for _ in range(60):
                assert table.match is not None
                together = table.match.to_act
                if len(together) > 1:
                    chosen = {seat: luck.choice(table.match.legal(seat)) for seat in together}
                    prompts = {seat: table.prompt_of(seat) for seat in together}
                    ends = []
                    for order in (list(together), list(reversed(together))):
                        one = table
                        for seat in order:
                            act = decide.act(one, seat, str(prompts[seat]), chosen[seat])
                            one = one.after(Row(one.code, one.seq + 1, *encode_entry(act.entry), 0.0))
                        assert one.match is not None
                        ends.append(one.match.hash())
                    compared += len(set(ends)) == 1
                    assert one.match is not None
                    if len(set(ends)) > 1 and not any(entry.luck for entry in one.match.record.entries[-3:]):
                        raise AssertionError((slug, seed))
                    table = one
                elif not together:
                    break
                else:
                    seat = together[0]
                    assert table.match is not None
                    act = decide.act(table, seat, str(table.prompt_of(seat)), luck.choice(table.match.legal(seat)))
                    table = table.after(Row(table.code, table.seq + 1, *encode_entry(act.entry), 0.0))
            assert compared


@pytest.mark.parametrize(
    "message",
    [
        "",
        "null",
        "[]",
        "{}",
        "nonsense",
        "\ud800".encode("utf-8", "surrogatepass"),
        b"\xff\xfe\x00",
        '{"t":"act"}',
        '{"t":"act","id":"h","prompt":"0.0","action":"0"}',
        '{"t":"act","id":"h","prompt":"0.0","action":-1}',
        '{"t":"act","id":"h","prompt":"0.0","action":1e999}',
        '{"t":"act","id":"h","prompt":"0.0","action":0,"seat":1}',
        '{"t":"act","id":"","prompt":"0.0","action":0}',
        '{"t":"act","id":"h","prompt":"' + "x" * 100 + '","action":0}',
        '{"t":"do","id":"h","do":{"c":"nothing"}}',
        '{"t":"do","id":"h","do":{"c":"say","text":""}}',
        '{"t":"do","id":"h","do":{"c":"say","text":"' + "x" * 301 + '"}}',
        '{"t":"do","id":"h","do":{"c":"kick","seat":99}}',
        '{"t":"do","id":"h","do":{"c":"change","options":{"__class__":1}}}',
        '{"t":"welcome","proto":4}',
        "[" * 4000,
    ],
)
def test_hostile_messages_get_a_reason_and_change_nothing(ana: Person, message: str | bytes) -> None:
    code = ana.create("st-croix", seats=2)
    with ana.line(code) as line:
        seq = line.seq
        line.send(message)
        answer = line.hear("ack")
        assert not answer["ok"] and answer["error"]["text"].endswith(".")
        line.send({"t": "ping"})
        line.hear("pong")
    assert ana.update(code)["seq"] == seq


def test_a_huge_frame_ends_only_its_own_socket(ana: Person) -> None:
    code = ana.create("st-croix", seats=2)
    with ana.line(code) as good, ana.line(code) as bad:
        bad.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            while True:
                bad.hear()
        good.send({"t": "ping"})
        good.hear("pong")
    big = ana.ask("/api/tables", b'{"game":"' + b"x" * 20_000 + b'"}')
    assert big.status == 413 and big.json["code"] == "too_large"


def test_the_first_message_must_be_hello(ana: Person) -> None:
    code = ana.create("st-croix", seats=2)
    for first in ('{"t":"ping"}', "nonsense", '{"t":"hello","proto":99}'):
        with Line(ana, code, hello=False) as line:
            line.send(first)
            assert line.hear()["t"] == "bye"


def test_a_client_that_stops_reading_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_protocol, "LAST_WORDS", PATIENCE)  # what it is sent waits until the others have played
    with open_server(tmp_path / "tables.db") as (server, _):
        ana, bo = Person(server, "Ana"), Person(server, "Bo")
        code = ana.create("around-mackinac", seats=2)
        bo.join(code)
        stuck = Line(ana, code, max_queue=1, compression=None)  # hears nothing more from here on
        ana.do(code, {"c": "start"})
        with bo.line(code) as line:
            for number in range(200):
                assert line.do({"c": "say", "text": f"{number} " + "x" * 290})["ok"]
                if number % 50 == 0:
                    view = ana.view(code)
                    if view["prompt"]:
                        assert ana.act(code, view["prompt"], choices(view)[0])["ok"]
        with pytest.raises(ConnectionClosed):
            while True:
                stuck.hear()
        assert stuck.bye["reason"] == "slow"
