"""Deals nobody has to trust: the seed comes from the server's sealed secret and the players' shares."""

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import parlour
from parlour.cli import main
from parlour.core.fair_deal import given_share
from parlour.core.record import parse_record
from server.people import Json, Person, Running, play_out

ANAS, BOS = "a" * 32, "b" * 32


@pytest.fixture(scope="module")
def played(server: Running) -> tuple[Json, Json, str]:
    """A finished game: the table in the lobby and at the end, and its record."""
    ana, bo = Person(server, "Ana"), Person(server, "Bo")
    code = ana.create("around-mackinac", seats=3, options={"first_player": "host"})  # so the bot cannot win at once
    lobby = ana.view(code)["table"]
    bo.join(code)
    assert ana.do(code, {"c": "share", "share": ANAS})["ok"]
    assert bo.do(code, {"c": "share", "share": BOS})["ok"]
    assert ana.do(code, {"c": "start", "fill": "random"})["ok"]
    going = ana.view(code)["table"]
    assert going["secret"] == going["seed"] == "" and going["seal"] == lobby["seal"]
    assert bo.do(code, {"c": "share", "share": "c" * 32})["error"]["code"] == "not_now"
    end = play_out({0: ana, 1: bo}, code, random.Random(2))["table"]
    return lobby, end, ana.ask(f"/api/tables/{code}/record").body.decode()


def test_the_seal_comes_before_the_shares_and_the_seed_follows(played: tuple[Json, Json, str]) -> None:
    lobby, end, _ = played
    assert lobby["seal"] and lobby["secret"] == "" and lobby["seats"][0]["share"] == ""
    assert hashlib.sha256(end["secret"].encode()).hexdigest() == lobby["seal"]
    shares = [seat["share"] for seat in end["seats"]]
    assert shares == [ANAS, BOS, given_share(lobby["seal"], 2)]
    seed = hashlib.sha256("\n".join(["parlour deal 1", end["secret"], *shares]).encode()).hexdigest()
    assert end["seed"] == seed and hashlib.sha256(seed.encode()).hexdigest() == end["seed_hash"]


def verify(text: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> int:
    file = folder / "game.parlour"
    file.write_text(text)
    monkeypatch.setattr("sys.argv", ["parlour", "verify", str(file)])
    with pytest.raises(SystemExit) as ended:
        main()
    code = ended.value.code
    return code if isinstance(code, int) else 0


def test_verify_checks_the_shares(
    played: tuple[Json, Json, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lobby, _, text = played
    assert verify(text, tmp_path, capsys, monkeypatch) == 0
    told = capsys.readouterr().out
    assert lobby["seal"] in told and ANAS in told and "sent none" in told
    header, _, rest = text.partition("\n")
    for field, value in (("secret", "00"), ("seal", "00"), ("shares", [BOS, ANAS, "x"])):
        changed: Json = json.loads(header)
        changed["fair"][field] = value
        assert verify(json.dumps(changed) + "\n" + rest, tmp_path, capsys, monkeypatch) == 1, field
        assert "does not follow" in capsys.readouterr().out
    damaged: list[object] = [{}, [], {"version": 2}, {**json.loads(header)["fair"], "shares": []}]
    for broken in damaged:
        changed = {**json.loads(header), "fair": broken}
        assert verify(json.dumps(changed) + "\n" + rest, tmp_path, capsys, monkeypatch) == 2


def test_a_record_keeps_its_fair_deal_and_older_ones_have_none(played: tuple[Json, Json, str]) -> None:
    record = parse_record(played[2], "it")
    assert record.fair is not None and parse_record(record.text(), "it").fair == record.fair
    assert '"fair"' not in replace(record, fair=None).text()
    assert parlour.Match(parlour.game("st-croix"), seed=1).record.fair is None


def test_a_client_that_sends_no_share_is_given_one_it_can_compute(ana: Person) -> None:
    code = ana.create("st-croix", seats=2, start=True)
    table = ana.view(code)["table"]
    assert [seat["share"] for seat in table["seats"]] == [given_share(table["seal"], seat) for seat in (0, 1)]


def test_a_share_goes_with_its_player_and_a_rematch_has_a_new_secret(ana: Person, bo: Person) -> None:
    code = ana.create("around-mackinac", seats=2)
    bo.join(code)
    bo.do(code, {"c": "share", "share": BOS})
    bo.do(code, {"c": "leave"})
    assert ana.view(code)["table"]["seats"][1]["share"] == ""
    for share in ("", "B" * 32, "b" * 31, "b" * 33, "b" * 31 + "\n"):
        assert ana.do(code, {"c": "share", "share": share})["code"] == "bad_message"
    ana.do(code, {"c": "share", "share": ANAS})
    ana.do(code, {"c": "start"})
    ana.do(code, {"c": "close"})
    ana.do(code, {"c": "rematch"})
    before = ana.view(code)["table"]
    again = ana.view(before["rematch"])["table"]
    assert again["seal"] != before["seal"] and not any(seat["share"] for seat in again["seats"])
