"""Over real sockets, no byte depends on what its reader may not know.

Four people and a watcher hear a whole game. Then the truth is taken from the database and, for each of them at each
moment, replaced by another world that fits what they know: other hands, other piles, other faces. What the server
sent must be what that other world would have sent, byte by byte: a hidden card that left a trace would show here.
"""

import asyncio
import json
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.core.game import NOBODY, State, View
from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games import all_games
from parlour.server.log.projection import game_events, without_kept
from parlour.server.log.table import Table
from parlour.server.store.store import Row, Store
from server.people import Line, Person, Running, running

SLUGS = [entry.about.slug for entry in all_games()]
GAMES = int(os.environ.get("PARLOUR_CANARY_GAMES", "1"))
"""How many games of each kind are listened to."""
MOST = int(os.environ.get("PARLOUR_CANARY_ACTIONS", "80"))
"""Actions that are played before the table is closed."""
PEOPLE = ("Ana", "Bo", "Cy", "Dee")


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_hidden_is_heard(tmp_path: Path, server: Running, slug: str) -> None:
    for number in range(GAMES):
        listen_to(server, slug, random.Random(f"{slug} {number}"))


def listen_to(server: Running, slug: str, luck: random.Random) -> None:
    people = [Person(server, name) for name in PEOPLE]
    code = people[0].create(slug, seats=4)
    for person in people[1:]:
        person.join(code)
    watcher = Person(server, token="")
    lines: dict[int, Line] = {seat: person.line(code) for seat, person in enumerate(people)}
    lines[NOBODY] = watcher.line(code)
    assert lines[0].do({"c": "start"})["ok"]
    seq = played(lines, luck)
    over = lines[0].view["table"]["status"] == "over"
    if not over:
        seq = lines[0].do({"c": "close"})["seq"]
    for line in lines.values():
        line.until(seq)
        line.close()
    rows = asyncio.run(stored(server.database, code))
    assert len(rows) == seq
    heard = {seat: line.updates for seat, line in lines.items()}
    secrets = [json.loads(row.data)["seed"] for row in rows if row.kind == "started"]
    secrets += [person.token for person in people]
    table = Table(code)
    rng = Rng("another world", slug)
    compared = 0
    for row in rows:
        before = len(table.match.events) if table.match else 0
        table.fold(row)
        for seat, got in heard.items():
            if row.seq in got:
                compared += same_in_another_world(table, seat, got[row.seq], before, rng)
    assert compared > 20
    for line in lines.values():
        for text in line.heard:
            finished = '"status":"over"' in text or '"status":"closed"' in text
            assert not any(secret in text for secret in secrets[0 if not finished else 1 :])
            assert '"luck":' not in text and '"deal":' not in text
    for line in lines.values():
        check_steps(line)
    check_replays(people[0], code, heard, rows)


def played(lines: dict[int, Line], luck: random.Random) -> int:
    """Random play over the sockets, one choice at a time; returns the last update."""
    seq = lines[0].seq
    for _ in range(MOST):
        for line in lines.values():
            line.until(seq)
        able = [seat for seat, line in lines.items() if line.view["prompt"] is not None]
        if not able:
            break
        line = lines[luck.choice(able)]
        ack = line.act(luck.choice(line.view["scene"]["prompt"]["choices"])["action"])
        assert ack["ok"], ack
        seq = ack["seq"]
    for line in lines.values():
        line.until(seq)
    return seq


async def stored(database: str, code: str) -> list[Row]:
    store = await Store.open(database)
    try:
        return await store.rows(code)
    finally:
        await store.close()


def check_steps(line: Line) -> None:
    """Whether a step leaves something out depends on nothing but what this viewer was shown before and after."""
    for text in line.heard:
        step = json.loads(text)
        if step["t"] != "step":
            continue
        before, after = line.updates[step["seq"] - 1]["view"], line.updates[step["seq"]]["view"]
        for part in ("types", "note"):
            assert (part in step["scene"]) == (before["scene"][part] != after["scene"][part])
        was, now = (msgspec.convert(view["scene"], Scene) for view in (before, after))
        assert step["scene"]["players"] == plain(without_kept(was.players, now.players))
        assert step["scene"]["zones"] == plain(without_kept(was.zones, now.zones))
        assert step["scene"]["pieces"] == plain(without_kept(was.pieces, now.pieces))
        for part in ("table", "you", "chat"):
            assert part in step or before[part] == after[part]
        fresh = [one for one in after["log"]["tail"] if one["n"] > before["log"]["total"]]
        assert step["log"]["more"] == fresh


def plain(data: object) -> Any:
    return json.loads(msgspec.json.encode(data))


def same_in_another_world(table: Table, seat: int, got: Any, before: int, rng: Rng) -> bool:
    """Compare what was heard with what would have been heard if all that is hidden were otherwise."""
    match = table.match
    view = got["view"]
    if match is None:
        assert view["scene"] is None
        return False
    other = other_world(match, seat, rng)
    assert view["scene"] == plain(other.scene(seat, lines=0)), (table.game, seat, table.seq)
    events = [event for event in got["events"] if event["kind"] not in ("started", "closed")]
    assert events == plain(game_events(match, seat, before, len(match.events)))
    told = match.log(seat)
    assert [line["text"] for line in view["log"]["tail"] if line["text"] in told] == [
        line["text"] for line in view["log"]["tail"] if line["text"] not in ("The game begins.", table.closed)
    ]
    return bool(other.hash() != match.hash())


def other_world(match: Match[State, View], seat: int, rng: Rng) -> Match[State, View]:
    """The match with everything this viewer cannot know replaced."""
    other = match.fork()
    other._state = match.game.determinise(match.view(seat), rng)
    return other


def check_replays(person: Person, code: str, heard: dict[int, dict[int, Any]], rows: list[Row]) -> None:
    """A replay as a seat shows what that seat heard in the game, no more."""
    acts = [row.seq for row in rows if row.kind == "acted"]
    for seat, got in heard.items():
        if seat == NOBODY:
            continue
        frames = person.good(f"/api/tables/{code}/replay?as={seat}")["frames"]
        assert len(frames) == len(acts) + 1
        for seq, frame in zip(acts, frames[1:], strict=True):
            assert frame["scene"] == got[seq]["view"]["scene"]
            assert frame["events"] == got[seq]["events"]


def test_a_leak_would_be_found(tmp_path: Path) -> None:
    """The comparison notices one card of somebody else's hand."""
    with running(str(tmp_path / "t.db")) as server:
        people = [Person(server, name) for name in PEOPLE[:2]]
        code = people[0].create("st-croix", seats=2)
        people[1].join(code)
        line = people[0].line(code)
        line.do({"c": "start"})
        line.until(3)
        line.close()
        table = Table(code)
        for row in asyncio.run(stored(server.database, code)):
            table.fold(row)
    got = line.updates[3]
    assert table.match is not None
    assert any(same_in_another_world(table, 0, got, 0, Rng("good", n)) for n in range(5))
    theirs = next(piece for piece in plain(table.match.scene(1, 0))["pieces"] if piece["zone"] == "hand:1")
    got["view"]["scene"]["pieces"].append(theirs)
    with pytest.raises(AssertionError):
        for n in range(20):
            same_in_another_world(table, 0, got, 0, Rng("bad", n))
