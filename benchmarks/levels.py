"""Are the levels of the bots apart? Plays them against each other and writes the table in docs/bots.md.

    python benchmarks/levels.py [--minutes 30] [--game st-croix] [--seats 3] [--bot expert] [--table]

Every game is played with its least, with three and with its largest number of seats. Results are added to
benchmarks/levels.jsonl a few games at a time, so the run can be stopped and resumed at any time, and nothing is played
twice. `--table` only writes the table from existing results. It uses one process.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path

from commits import commit_now

from parlour import _build
from parlour.bots.duel import Duel, play_one, wilson
from parlour.bots.expert import FILE
from parlour.games import Entry, all_games, find
from parlour.study.decision_study import is_guided

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "levels.jsonl"
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- made by benchmarks/levels.py: begin -->", "<!-- end -->"


@dataclass(frozen=True)
class Pair:
    """Two levels to be compared: `a` alone in a field of `b`."""

    a: str
    b: str
    games: int
    batch: int
    """Games per batch, rounded up so that each deal is played from every seat."""
    least_only: bool = False


SEED = "levels"
FRESH = "levels of expert"
"""The deals of expert's duels: none of them has been used to train a network or a policy, or to choose one."""
SHARP = "sharp.py"
"""The file of a game's sharp policy."""
ITERATIONS = 300
"""Budget of hard: a part of its usual one, so that the table takes an hour or two."""
SLOW_GAIN = {"around-mackinac": 15_000, "match-me": 1000}
"""Games in which this few iterations find little: differences are small, or hidden cards make estimates rough."""
GUIDED = 100
"""Iterations of expert, and of hard against it. In the last column, as many as at a table."""
LUCKY = "around-mackinac"
"""The game in which luck decides most: it takes more games to see who is stronger."""
CROWD = 6
"""Number of seats from which an even share is so small that it takes more games to see a difference."""


@dataclass(frozen=True)
class Batch:
    """The outcome of some games of one duel: a line of the results."""

    game: str
    seats: int
    a: str
    b: str
    start: int
    games: int
    wins: float
    seconds: float
    commit: str
    network: str = ""
    """In duels of expert, what guided it (`network_of`)."""


@dataclass(frozen=True)
class Cell:
    """One duel of the table."""

    game: str
    seats: int
    pair: Pair

    @property
    def learned(self) -> bool:
        """Is it a duel of expert?"""
        return self.pair.a.startswith("expert@")

    @property
    def guided(self) -> bool:
        """Does expert have a network or a sharp policy there? Without one, it plays as hard."""
        return is_guided(find(self.game).make(seats=self.seats))

    @property
    def as_at_a_table(self) -> bool:
        """Does expert have as many iterations as at a table?"""
        return self.pair.a == f"expert@{find(self.game).thought}"

    @property
    def games(self) -> int:
        """How many games are planned: every deal from every seat."""
        return -(-self.pair.games // self.seats) * self.seats

    def batches(self) -> Iterator[tuple[int, int]]:
        """Where each part begins and how many games it has."""
        size = -(-self.pair.batch // self.seats) * self.seats
        for start in range(0, self.games, size):
            yield start, min(size, self.games - start)


def hard_games(slug: str, seats: int) -> int:
    """How many games are planned for hard against normal: more where its lead is small beside luck."""
    if slug == LUCKY:
        return 500 if seats == 2 else 1000
    if slug == "match-me":
        return 300
    return 900 if seats >= CROWD else 105


def pairs(slug: str, seats: int) -> tuple[Pair, ...]:
    """What is compared in a game, cheapest first."""
    hard = f"hard@{SLOW_GAIN.get(slug, ITERATIONS)}"
    thought = find(slug).thought
    learned = (
        Pair(f"expert@{GUIDED}", "normal", 200, 20),
        # With more seats an even share is smaller, and so is a lead.
        Pair(f"expert@{GUIDED}", f"hard@{GUIDED}", 300 if seats == 2 else 450, 20),
        Pair(f"expert@{thought}", f"hard@{thought}", 100 if seats == 2 else 150, 6),
    )
    if slug == LUCKY:
        return (
            Pair("easy", "random", 2000, 100),
            Pair("normal", "easy", 2000, 100),
            Pair(hard, "normal", hard_games(slug, seats), 10),
            Pair(hard, "random", 200, 10, least_only=True),
            *learned,
        )
    return (
        Pair("easy", "random", 400, 20),
        Pair("normal", "easy", 1000, 50),
        Pair(hard, "normal", hard_games(slug, seats), 15),
        Pair(hard, "random", 100, 10, least_only=True),
        *learned,
    )


def seat_counts(entry: Entry) -> list[int]:
    """The least, three, and the largest number of seats."""
    about = entry.about
    return sorted({about.min_seats, min(max(3, about.min_seats), about.max_seats), about.max_seats})


def cells(only: str | None = None) -> list[Cell]:
    """Every duel of the table."""
    return [
        Cell(entry.about.slug, seats, pair)
        for entry in all_games()
        for seats in seat_counts(entry)
        for pair in pairs(entry.about.slug, seats)
        if (only is None or entry.about.slug == only) and not (pair.least_only and seats != entry.about.min_seats)
    ]


def read() -> list[Batch]:
    """What has been played so far."""
    if not RESULTS.is_file():
        return []
    return [Batch(**json.loads(line)) for line in RESULTS.read_text(encoding="utf-8").splitlines()]


def played(cell: Cell, done: Sequence[Batch]) -> list[Batch]:
    """The parts of one duel that are done; those of expert only if it was guided then by what guides it now."""
    pair = cell.pair
    network = network_of(cell.game) if cell.learned else ""
    return [
        batch
        for batch in done
        if (batch.game, batch.seats, batch.a, batch.b) == (cell.game, cell.seats, pair.a, pair.b)
        and batch.network == network
    ]


def to_do(
    done: Sequence[Batch], only: str | None, bot: str | None = None, seats: int | None = None
) -> list[tuple[Cell, int, int]]:
    """The parts still to be played: first parts of all duels before second parts of any, cheap ones first.

    Those with as many iterations as at a table come after all others.
    """
    left = []
    for cell in cells(only):
        if seats is not None and cell.seats != seats:
            continue
        if bot is not None and bot not in (cell.pair.a, cell.pair.a.partition("@")[0]):
            continue
        if cell.learned and not cell.guided:
            continue
        there = {batch.start for batch in played(cell, done)}
        cost = 2 if "hard@" in cell.pair.a + cell.pair.b else 0 if cell.pair.a == "easy" else 1
        for number, (start, games) in enumerate(cell.batches()):
            if start not in there:
                left.append(((cell.as_at_a_table, number, cost), cell, start, games))
    left.sort(key=lambda part: part[0])
    return [(cell, start, games) for _, cell, start, games in left]


def play(cell: Cell, start: int, games: int, commit: str) -> Batch:
    """Play a part of a duel."""
    duel = Duel(cell.game, cell.pair.a, cell.pair.b, cell.seats, FRESH if cell.learned else SEED)
    began = time.monotonic()
    wins = sum(play_one(duel, number).win for number in range(start, start + games))
    seconds = round(time.monotonic() - began, 2)
    network = network_of(cell.game) if cell.learned else ""
    wins, pair = round(wins, 4), cell.pair
    return Batch(cell.game, cell.seats, pair.a, pair.b, start, games, wins, seconds, commit, network)


def network_of(slug: str) -> str:
    """The beginnings of the checksums of a game's network and of its sharp policy; empty if it has neither."""
    folder = resources.files(find(slug).folder)
    network, sharp = folder.joinpath(FILE), folder.joinpath(SHARP)
    name = network.read_bytes()[:12].decode() if network.is_file() else ""
    return name + hashlib.sha256(sharp.read_bytes()).hexdigest()[:12] if sharp.is_file() else name


def shown(cell: Cell, done: Sequence[Batch]) -> str:
    """A cell of the table: the share won, its interval, and a word when that does not lie above an even share."""
    parts = played(cell, done)
    games = sum(batch.games for batch in parts)
    if cell.learned and not cell.guided:
        return "plays as hard"
    if games == 0:
        return "not measured" if cell.learned else "not played"
    wins = sum(batch.wins for batch in parts)
    low, high = wilson(wins, games)
    text = f"{wins / games:.1%} [{low:.1%}, {high:.1%}]".replace("%", "")
    if games < cell.games:
        text += f", {games} games"
    if low <= 1 / cell.seats:
        text += ": **not shown yet**" if games < cell.games else ": **not shown**"
    return text


def table(done: Sequence[Batch]) -> str:
    """The table in Markdown."""
    lines = [
        "| game | seats | even share | easy against random | normal against easy | hard against normal "
        "| hard against random | expert against normal | expert against hard | the same as at a table |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for entry in all_games():
        slug = entry.about.slug
        for seats in seat_counts(entry):
            row = [Cell(slug, seats, pair) for pair in pairs(slug, seats)]
            texts = [
                "" if cell.pair.least_only and seats != entry.about.min_seats else shown(cell, done) for cell in row
            ]
            iterations = SLOW_GAIN.get(slug, ITERATIONS)
            name = f"{entry.about.title} (hard@{iterations})"
            lines.append(f"| {name} | {seats} | {1 / seats:.1%} | {' | '.join(texts)} |".replace("%", ""))
    return "\n".join(lines)


def write_table(done: Sequence[Batch]) -> None:
    """Put the table into the page."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(done)}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Play what is missing until the time is up, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin nothing new after this time")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--seats", type=int, help="only tables with this many seats")
    parser.add_argument("--bot", help="only the duels of this bot, such as expert or expert@1500")
    parser.add_argument("--table", action="store_true", help="play nothing, write the table")
    asked = parser.parse_args()
    if asked.game is not None:
        find(asked.game)
    done = read()
    left = [] if asked.table else to_do(done, asked.game, asked.bot, asked.seats)
    commit, until = commit_now(), time.monotonic() + 60 * asked.minutes
    if left and _build.in_use() != "compiled":
        parser.exit(1, "The rules are not compiled here: this would take days. Build them first.\n")
    try:
        for number, (cell, start, games) in enumerate(left, start=1):
            if time.monotonic() > until:
                break
            batch = play(cell, start, games, commit)
            done.append(batch)
            with RESULTS.open("a", encoding="utf-8") as results:
                results.write(json.dumps(asdict(batch)) + "\n")
            duel = f"{cell.game}, {cell.seats} seats, {cell.pair.a} against {cell.pair.b}"
            print(f"{number} of {len(left)}: {duel}: {shown(cell, done)}; {batch.seconds:.0f} s", flush=True)
    except KeyboardInterrupt:
        print("Stopped. The finished games are saved; the next run resumes from here.")
    write_table(done)


if __name__ == "__main__":
    main()
