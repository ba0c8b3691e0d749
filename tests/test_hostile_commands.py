"""Hostile files and the command line: a good answer, or one sentence and exit code 2.

The commands run in this process, with their real arguments and exit codes; a few run as processes of their own.
`make hostile` tries 20,000 files of each kind.
"""

import io
import json
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hostile_files import (
    MANY,
    SLUGS,
    Memory,
    deck_file,
    folder_of,
    mutated,
    mutated_record,
    mutated_toml,
    position,
    record,
    scratched,
    small_run,
    tries,
)
from parlour.cli import main
from parlour.core.errors import ParlourError
from parlour.core.match import replay
from parlour.core.record import parse_record
from parlour.games import Entry, open_game
from parlour.study.checksums import SUMS
from parlour.study.plan import RUN
from parlour.study.tables import TABLES
from terminal.running import parlour

Command = Callable[..., int]
READERS = ("verify", "replay", "position")
THINKERS = ("hint", "review")


@pytest.fixture(autouse=True)
def bounded_memory() -> Iterator[None]:
    memory = Memory()
    yield
    memory.check()


@pytest.fixture(autouse=True)
def same_signals() -> Iterator[None]:
    """`parlour play` ends deaf to Ctrl-C. This process goes on, and those it starts would be deaf, too."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Runs a command and returns its exit code; what it may say with code 2 is one sentence."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object, typed: str = "") -> int:
        monkeypatch.setattr("sys.argv", ["parlour", *map(str, words)])
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        code = ended.value.code or 0  # None is success too
        assert code in (0, 1, 2), code
        if code == 2:
            assert len(said.err.strip().splitlines()) == 1 and len(said.err) < 2000, said.err
        return code

    return run


@pytest.mark.parametrize("slug", SLUGS)
def test_records(command: Command, slug: str, tmp_path: Path) -> None:
    text, luck, file = record(slug), random.Random(f"commands {slug}"), tmp_path / "game.jsonl"
    refused = 0
    for _ in tries(25):
        file.write_text(broken := mutated_record(text, luck), encoding="utf-8")
        name = luck.choice((*READERS, *THINKERS))
        if name in THINKERS and replays(broken):
            name = "verify"  # to think about a good record takes its time and proves nothing here
        code = command(name, file)
        assert code == 2 or replays(broken)
        refused += code == 2
    assert refused


def replays(text: str) -> bool:
    try:
        replay(parse_record(text, "it"), open_game)
    except ParlourError:
        return False
    return True


@pytest.mark.parametrize("slug", SLUGS)
def test_decks(command: Command, slug: str, tmp_path: Path) -> None:
    source, luck, file = deck_file(slug).read_bytes(), random.Random(f"deck {slug}"), tmp_path / "deck.toml"
    refused = 0
    for _ in tries(15):
        file.write_bytes(mutated_toml(source, luck))
        words = luck.choice((("deck", slug, "--deck", file), ("deck", "diff", slug, file)))
        refused += command(*words) == 2
    assert refused


@pytest.mark.parametrize("slug", SLUGS)
def test_positions(command: Command, slug: str, tmp_path: Path) -> None:
    whole, luck, file = position(slug), random.Random(f"position {slug}"), tmp_path / "position.json"
    refused = 0
    for _ in tries(15):
        text = json.dumps(mutated(whole, luck)).encode()
        file.write_bytes(scratched(text, luck) if luck.random() < 0.3 else text)
        words = ("play", slug, "--start", file, "--bots", "random", "--seed", "1")
        refused += command(*words) == 2  # nobody types anything
    assert refused


@pytest.mark.parametrize("slug", SLUGS)
def test_lessons(command: Command, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson is a file of its game, whose package may be anybody's."""
    source, luck = (folder_of(slug) / "lesson.toml").read_bytes(), random.Random(f"lesson {slug}")
    refused = 0
    for _ in tries(15):
        text = mutated_toml(source, luck).decode("utf-8", "replace")
        monkeypatch.setattr(Entry, "lesson", lambda entry, text=text: text)
        refused += command("learn", slug, typed="\n" * 3 + "1\n" * 40) == 2
    assert refused


def test_studies(command: Command, tmp_path: Path) -> None:
    run = small_run(tmp_path / "run")
    whole = {name: (run / name).read_bytes() for name in (*TABLES, RUN, SUMS)}
    luck = random.Random("study")
    refused = 0
    for _ in tries(60, 1):
        name = luck.choice((*TABLES, RUN, RUN, RUN))
        text = json.dumps(mutated(json.loads(whole[RUN]), luck)).encode()
        broken = text if name == RUN and luck.random() < 0.7 else scratched(whole[name], luck)
        (run / name).write_bytes(whole[name][:-9] if broken == whole[name] else broken)
        words = ("again", run, "0", "--save", tmp_path / "game.jsonl") if name == RUN else ("compare", run, run)
        refused += command(*words) == 2
        (tmp_path / "game.jsonl").unlink(missing_ok=True)
        (run / name).write_bytes(whole[name])
    assert refused


@pytest.mark.parametrize("kind", ["record", "deck", "position", "study", "older study"])
def test_processes_of_their_own(kind: str, tmp_path: Path) -> None:
    run, luck, file = small_run(tmp_path / "run"), random.Random(kind), tmp_path / "file"
    table = (run / TABLES[0]).read_bytes()
    if kind == "older study":
        (run / SUMS).unlink()
    words: dict[str, tuple[str, ...]] = {
        "record": ("verify", "file"),
        "deck": ("deck", "st-croix", "--deck", "file"),
        "position": ("play", "st-croix", "--start", "file"),
    }
    for _ in range(2 + MANY // 400):
        if kind in words:
            file.write_bytes(luck.randbytes(20) + scratched(deck_file("st-croix").read_bytes(), luck))
        else:
            (run / TABLES[0]).write_bytes(table[: luck.randrange(len(table))])
        ended = parlour(*words.get(kind, ("compare", "run", "run")), folder=tmp_path)
        assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr


def test_a_name_that_is_no_text_is_shown_but_not_saved(command: Command, tmp_path: Path) -> None:
    lines = record("st-croix").splitlines()
    header = json.loads(lines[0])
    header["names"][0] = "\ud800"
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n", encoding="utf-8")
    assert command("replay", file) == 0
    assert command("play", "--resume", file) == 2
