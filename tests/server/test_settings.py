"""What a server cannot be run with is refused in one sentence, before anybody is let in."""

import socket

import pytest

from parlour.core.errors import ParlourError
from parlour.server.listen import listen
from parlour.server.settings import Settings, TablePolicy


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (Settings(workers=0), "There must be at least one worker."),
        (Settings(policy=TablePolicy(grace=-1)), "--grace takes a number from 0 on, not -1."),
        (Settings(policy=TablePolicy(grace=float("nan"))), "--grace takes a number from 0 on, not nan."),
        (Settings(policy=TablePolicy(bot_pace=-0.005)), "--bot-pace takes a number from 0 on, not -5."),
        (Settings(tables_an_hour=-5), "--tables-an-hour takes a number from 0 on, not -5."),
        (Settings(thinkers=-1), "--thinkers takes a number from 1 on, not -1."),
        (Settings(thinkers=0), "--thinkers takes a number from 1 on, not 0."),
        (
            Settings(origins=("games.example.org",)),
            "--origin takes an address such as https://games.example.org, not 'games.example.org'.",
        ),
        (
            Settings(origins=("https://games.example.org", "https://games.example.org/play")),
            "--origin takes an address such as https://games.example.org, not 'https://games.example.org/play'.",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: Settings, sentence: str) -> None:
    with pytest.raises(ParlourError) as refused:
        settings.check()
    assert str(refused.value) == sentence


def test_sensible_settings_are_taken() -> None:
    Settings(
        policy=TablePolicy(grace=0, bot_pace=0), tables_an_hour=0, origins=("https://games.example.org:8443/",)
    ).check()
    Settings(workers=3, thinkers=1).check()


@pytest.mark.parametrize("port", [-3, 65536, 99999])
def test_a_port_that_cannot_be_is_refused(port: int) -> None:
    with pytest.raises(ParlourError, match=f"^--port takes a number from 0 to 65535, not {port}.$"):
        listen("127.0.0.1", port)


def test_another_port_is_advised_only_where_it_helps() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ParlourError, match=rf"cannot listen on 127.0.0.1:{port} \(.*\). Try --port 0.$"):
            listen("127.0.0.1", port)
    with pytest.raises(ParlourError, match=r"cannot listen on nowhere.invalid:0 \([^)]*\)\.$"):
        listen("nowhere.invalid", 0)
