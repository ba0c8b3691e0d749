"""Files that somebody damaged or wrote to do harm: records, decks, positions, studies and lessons, mutated."""

import gc
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import parlour
from parlour.core.errors import ParlourError
from parlour.games import all_games
from parlour.study.plan import make_plan
from parlour.study.work import Alone, RunFolder, play_runs

MANY = int(os.environ.get("PARLOUR_HOSTILE_FILES", "0"))
"""Files of each kind in a nightly run."""
SLUGS = [entry.about.slug for entry in all_games()]
MOST_MEMORY = 200 << 20
"""Bytes a process may grow by while it reads files."""
Json = Any  # whatever a file may hold

DEEP = b"[" * 100_000
"""Nested more deeply than a parser can follow."""
HOSTILE: tuple[Json, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, 2**64, 10**30, -(10**30), 0.5, 1e308, float("inf"), float("nan"), "",
    "x", "\0", "/etc/passwd", "x" * 5000, "\ud800", [], [[]], [None] * 100, {}, {"": ""}, {"x": {}}, [2**70],
)  # fmt: skip


def mutated(value: Json, luck: random.Random) -> Json:
    """A copy with one thing in it changed, removed, doubled or exchanged."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        key = luck.choice(list(value))
        match luck.randrange(8):
            case 0:
                return {name: inner for name, inner in value.items() if name != key}
            case 1:
                return {**value, luck.choice(("deck", "seats", "x", "", "turn", "copies")): luck.choice(HOSTILE)}
        return {**value, key: mutated(value[key], luck)}
    if isinstance(value, list) and value and luck.random() < 0.9:
        at = luck.randrange(len(value))
        match luck.randrange(6):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case 2:
                return [*value[:at], luck.choice(value), *value[at + 1 :]]
        return [*value[:at], mutated(value[at], luck), *value[at + 1 :]]
    return luck.choice(HOSTILE)


def scratched(data: bytes, luck: random.Random) -> bytes:
    """Bytes with some of them changed, removed or repeated."""
    at, many = luck.randrange(len(data) + 1), luck.choice((0, 1, 1, 8, 200))
    noise = DEEP if luck.random() < 0.02 else luck.randbytes(luck.choice((0, 1, 1, 8)))
    return data[:at] + noise + data[at + many :] + (data[:at] if luck.random() < 0.05 else b"")


def survives(read: Callable[[], object], what: object) -> bool:
    """It works, or says why not in one sentence."""
    try:
        read()
    except ParlourError as error:
        assert str(error) and len(str(error)) < 2000, what
        return False
    return True


def tries(least: int, kinds: int = len(SLUGS)) -> range:
    """The numbers of the files of one among several kinds."""
    return range(max(least, MANY // kinds))


def record(slug: str) -> str:
    """A game of up to 40 actions as text."""
    match = parlour.Match(parlour.game(slug), seed=5)
    luck = random.Random(slug)
    while match.outcome is None and match.decisions < 40:
        seat = match.to_act[0]
        match.play(seat, luck.choice(match.legal(seat)))
    return match.text()


def mutated_record(text: str, luck: random.Random) -> str:
    """The text with a line changed, or some of its bytes."""
    lines = text.splitlines()
    if luck.random() < 0.3:
        return scratched(text.encode(), luck).decode("utf-8", "replace")
    at = luck.choice((0, 0, 1, luck.randrange(len(lines))))
    lines[at] = json.dumps(mutated(json.loads(lines[at]), luck))
    return "\n".join(lines) + "\n"


def folder_of(slug: str) -> Path:
    """Where a game's files are."""
    return Path(parlour.__file__).parent / "games" / slug.replace("-", "_")


def deck_file(slug: str) -> Path:
    """A game's deck."""
    usual = folder_of(slug) / "deck.toml"
    return usual if usual.exists() else folder_of(slug) / "tiny.toml"


def mutated_toml(source: bytes, luck: random.Random) -> bytes:
    """A TOML file with a value or some of its bytes changed."""
    if luck.random() < 0.5:
        return scratched(source, luck)
    lines = source.decode().splitlines()
    at = luck.randrange(len(lines))
    name, equals, _ = lines[at].partition(" = ")
    value = luck.choice(("-1", "99999999999999999999", "1e400", "nan", '""', "[]", "{}", "[[]]", "true", "'\\0'", "x"))
    lines[at] = f"{name} = {value}" if equals else luck.choice((name, *lines))
    return "\n".join(lines).encode()


def position(slug: str) -> Json:
    """A position early in a game."""
    game = parlour.game(slug)
    return json.loads(json.dumps(game.dump(parlour.Match(game, seed=5)._state)))


def small_run(folder: Path) -> Path:
    """A finished run of a few games, in a folder of this name."""
    run = RunFolder(make_plan("st-croix", games=20, seats=2, bots=["random"], followed=1), folder)
    run.prepare(resume=False)
    play_runs([run], Alone(), lambda games: None)
    return folder


class Memory:
    """How much this process grew since it began."""

    def __init__(self) -> None:
        self.began = self._now()

    def _now(self) -> int:
        status = Path("/proc/self/statm")
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else 0

    def check(self) -> None:
        """It did not grow much."""
        gc.collect()
        grown = self._now() - self.began
        assert grown < MOST_MEMORY, f"{grown >> 20} MB more"
