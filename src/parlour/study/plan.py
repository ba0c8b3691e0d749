"""The plan of a run: everything that determines its files, and nothing else."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from parlour.bots import bots_for, find_bot
from parlour.bots.players import THINKERS
from parlour.bots.restricted import split_restrictions
from parlour.core.cards import Deck, deck_from_data
from parlour.core.chance import LUCK
from parlour.core.deck_changes import PREFIX, split_changes
from parlour.core.errors import ParlourError
from parlour.core.game import NOBODY
from parlour.core.options import Value, show
from parlour.core.record import digest
from parlour.games import AnyGame, find
from parlour.study.folders import read_about
from parlour.study.tables import write_atomically

FORMAT = 1
RUN = "run.json"
TOURNAMENT = "tournament.json"
"""The file beside run.json in the folder of a tournament."""
SEED = "study"
FEWEST_FOLLOWED, MOST_FOLLOWED, ONE_IN = 10, 100, 350
"""By default one game in 350 is followed: in no game does that take longer than all games played."""
POINTS = 20
"""Turns of a followed game, evenly spread, at which win chances are estimated."""
PLAYOUTS = 50
"""Playouts for each of these estimates."""
BATCHES, FEWEST, MOST = 50, 25, 1000
"""Batches of a run, if they get neither fewer nor more games than this."""
STUDIED = {"simple": "normal", "expert": "expert@100"}
"""What some names of bots mean in a study: there, expert has iterations in place of a time limit."""
MOST_GAMES = 10_000_000

Kind = Literal["simulate", "tournament", "tables"]
"""Where a run comes from: the command that plays it, or tables at which people played."""
ORIGIN = ("made_by", "kind")
"""Fields of a plan that say where it comes from and do not affect any row."""


@dataclass(frozen=True)
class Batch:
    """Games that are played together, from `first` up to but not including `stop`."""

    first: int
    stop: int

    @property
    def name(self) -> str:
        """The name of its part file."""
        return f"{self.first:08}-{self.stop:08}.part"


@dataclass(frozen=True)
class Plan:
    """A run: a game with its options and deck, who sits where, the seed of all deals, and how many games.

    Game `number` is played by line-up `number % len(lineups)` on deal `number // len(lineups)`.
    """

    game: str
    title: str
    rules: str
    seats: int
    bots: list[str]
    lineups: list[list[str]]
    options: dict[str, Value]
    deck: str
    deck_digest: str
    deck_data: dict[str, object] | None
    """The whole deck, unless it is the game's own."""
    seed: str
    games: int
    followed: int
    playouts: int
    made_by: str
    kind: Kind = "simulate"
    format: int = FORMAT
    luck: int = 1
    """How luck follows from the seed, as in records; a run that does not say so is of version 1."""
    points: int = 0
    """At how many turns of a followed game chances are estimated; 0: at all of them, as in older runs."""
    start: dict[str, object] | None = None
    """The position every game starts from; None: each is dealt."""
    exchange: str = ""
    """A card that one seat gets instead of a card it was dealt; deal n changes seat n modulo their number."""

    def deal(self, number: int) -> int:
        """The deal a game is played on; games of one deal share the same shuffles."""
        return number // len(self.lineups)

    def lineup(self, number: int) -> list[str]:
        """The kinds of bots by seat."""
        return self.lineups[number % len(self.lineups)]

    def table_seed(self, number: int) -> str:
        """The seed of a game, as a table or a record would have it."""
        return f"{self.seed} {self.deal(number)}"

    def open_game(self) -> AnyGame:
        """The game, ready to play; an error if its games would not be the ones that were planned."""
        if self.luck != LUCK:
            raise ParlourError(
                f"The run's luck was made by version {self.luck} of the random streams, this is version {LUCK}: "
                "its games cannot be played here. Its files can still be read."
            )
        game = find(self.game).open(self.seats, self.options, self._changed_deck())
        if game.version != self.rules or digest(dict(game.deck.data)) != self.deck_digest:
            raise ParlourError(
                f"The run is played by version {self.rules} of the rules of {game.title} with the deck {self.deck}; "
                f"this installation has version {game.version} or another deck."
            )
        return game

    def _changed_deck(self) -> Deck | None:
        return None if self.deck_data is None else deck_from_data(self.deck_data, "the run's deck")

    def open_deck(self) -> Deck:
        """The deck of the run; if it is the game's own, the one of this installation."""
        return self._changed_deck() or find(self.game).open(self.seats, self.options).deck

    def batches(self) -> list[Batch]:
        """The batches, mostly of less than a second. Followed games take longer, so they get their own."""
        size = 1 if any("@" in bot for bot in self.bots) else min(max(FEWEST, self.games // BATCHES), MOST)
        followed = min(self.followed, self.games)
        made = _cut(0, followed, min(size, 2))
        return made + _cut(followed, self.games, size)

    @cached_property
    def key(self) -> str:
        """A digest of everything that determines the rows."""
        return digest({name: value for name, value in asdict(self).items() if name not in ORIGIN})

    def text(self) -> str:
        """The plan as the text of run.json."""
        facts = asdict(self)
        return json.dumps({"format": facts.pop("format"), **facts}, indent=2, ensure_ascii=False) + "\n"

    def write(self, folder: Path) -> None:
        """Write run.json."""
        write_atomically(folder / RUN, self.text().encode())


def _cut(first: int, stop: int, size: int) -> list[Batch]:
    return [Batch(start, min(start + size, stop)) for start in range(first, stop, size)]


def usually_followed(games: int) -> int:
    """How many games of a run are followed by default."""
    return min(games, max(FEWEST_FOLLOWED, min(games // ONE_IN, MOST_FOLLOWED)))


def rotations(lineup: Sequence[str]) -> list[list[str]]:
    """A line-up moved around the table, each arrangement once.

    >>> rotations(["hard@100", "normal", "normal"])
    [['hard@100', 'normal', 'normal'], ['normal', 'normal', 'hard@100'], ['normal', 'hard@100', 'normal']]
    >>> rotations(["random", "random"])
    [['random', 'random']]
    """
    made: list[list[str]] = []
    for turned in range(len(lineup)):
        arrangement = [*lineup[turned:], *lineup[:turned]]
        if arrangement not in made:
            made.append(arrangement)
    return made


def repeatable(names: Sequence[str], seats: int) -> list[str]:
    """Kinds of bots whose play depends on the seed alone; one with a time limit is refused."""
    found = [STUDIED.get(name, name) for name in bots_for(names, seats)]
    for bot in (split_restrictions(name)[0] for name in found):
        if bot in THINKERS:
            raise ParlourError(
                f"{bot} thinks by the clock, so its games could not be repeated; "
                f"say how many iterations, as in {bot}@500."
            )
    return found


# long: names every field of a plan
def make_plan(
    slug: str,
    *,
    games: int,
    seats: int | None = None,
    bots: Sequence[str] = ("normal",),
    options: Mapping[str, object] | None = None,
    deck: object = None,
    seed: str = SEED,
    followed: int | None = None,
    lineups: Sequence[Sequence[str]] | None = None,
    start: Mapping[str, object] | None = None,
    exchange: str = "",
) -> Plan:
    """A checked plan; what cannot be played is refused in one sentence."""
    entry = find(slug)
    at_table = entry.about.default_seats if seats is None else seats
    house = dict(options or {})
    if deck is not None:
        house["deck"] = deck
    game = entry.table(at_table, house)
    if start is not None:
        check_start(game, start)
    if not 1 <= games <= MOST_GAMES:
        raise ParlourError(f"A run has from 1 to {MOST_GAMES:,} games, not {games:,}.")
    usual = usually_followed(games)
    followed = usual if followed is None else followed
    if followed < 0:
        raise ParlourError(f"--followed takes a number of games from 0 on, not {followed}.")
    kinds = repeatable(bots, at_table if lineups is None else len(bots))
    for bot in dict.fromkeys(kinds):
        find_bot(bot).make(game)  # a restriction may mean nothing in this game
    own = game.deck.source == "deck.toml"
    kind: Kind = "simulate" if lineups is None else "tournament"
    made = rotations(kinds) if lineups is None else [list(lineup) for lineup in lineups]
    amount = ["--games", str(games)] if lineups is None else ["--deals", str(games // len(lineups))]
    return Plan(
        game=slug,
        title=game.title,
        rules=game.version,
        seats=at_table,
        bots=kinds,
        lineups=made,
        options=dict(game.options),
        deck=game.deck.name,
        deck_digest=digest(dict(game.deck.data)),
        deck_data=None if own else dict(game.deck.data),
        seed=seed,
        games=games,
        followed=min(followed, games),
        playouts=PLAYOUTS,
        made_by=_command(kind, game, kinds[: len(bots)], house, amount, seed, followed, usual)
        + (" --start FILE" if start is not None else ""),
        kind=kind,
        luck=LUCK,
        points=POINTS,
        start=None if start is None else dict(start),
        exchange=exchange,
    )


def check_start(game: AnyGame, start: Mapping[str, object]) -> None:
    """Refuse a position from which nothing can be played."""
    if game.actor(game.load(start)) == NOBODY:
        raise ParlourError(f"{game.title}: the game is over in this position; there is nothing to play.")


def _command(
    kind: Kind,
    game: AnyGame,
    bots: Sequence[str],
    house: Mapping[str, object],
    amount: Sequence[str],
    seed: str,
    followed: int,
    usual: int,
) -> str:
    """The shell command that makes the run, with every argument that is not the default."""
    words = ["parlour", kind, game.slug, "--seats", str(game.seats)]
    words += ["--bots", ",".join(bots)]
    for option in game.about.options:
        if game.options[option.name] != option.default:
            words += ["--option", f"{option.name}={show(game.options[option.name])}"]
    deck, changes = house.get("deck"), split_changes(house)[1]
    if deck is not None:
        words += ["--deck", str(deck) if isinstance(deck, str | Path) else game.deck.source]
    for name, value in changes.items():
        words += ["--option", f"{PREFIX}{name}={value}"]
    words += amount
    words += ["--seed", seed] if seed != SEED else []
    words += ["--followed", str(followed)] if followed != usual else []
    return shlex.join(words)


def read_plan(folder: Path) -> Plan:
    """The plan in a run's folder; an error if there is none or it cannot be used."""
    path = folder / RUN
    _, plan = read_about(folder, RUN, "run", Plan)
    if plan.format != FORMAT:
        raise ParlourError(f"{path}: it has format {plan.format}, this version of Parlour reads format {FORMAT}.")
    if not plan.lineups or any(len(lineup) != plan.seats for lineup in plan.lineups):
        raise ParlourError(f"{path}: the file is damaged (its line-ups do not fit {plan.seats} seats).")
    if (folder / TOURNAMENT).is_file():  # a plan written by an early version does not say its kind
        return replace(plan, kind="tournament")
    return plan
