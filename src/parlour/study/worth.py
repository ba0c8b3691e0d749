"""What a card is worth: experiments that change one thing, beside what merely goes along with winning.

Restricted play: one player never (or always) uses the card, on the same deals and from the same seats as a player who
may. Exchange: one seat is dealt the card instead of another one, and everything else stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import polars as pl

from parlour.bots.restricted import MARK
from parlour.core.errors import ParlourError
from parlour.games import AnyGame
from parlour.study.estimates import Estimate, apart, mean_of
from parlour.study.folders import begin_folder, read_about
from parlour.study.holding import holdings
from parlour.study.measures import seat_rows
from parlour.study.opening import exchanged_seat, opening_of
from parlour.study.plan import Plan, make_plan, read_plan
from parlour.study.reading import Sample, read_sample
from parlour.study.vary import check_card
from parlour.study.work import RunFolder

WORTH = "worth.json"
BASE = "as it is"
PLAYS = ("never", "always")
HABITS = ("greedy", "hoarder")
REPLAYED = 400
"""Games that are replayed to see who held what."""


@dataclass(frozen=True)
class Trial:
    """One experiment: a card (or "" for a habit), what is done, and the run that plays it."""

    card: str
    what: str
    plan: Plan

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.what}={self.card}" if self.card else self.what


@dataclass(frozen=True)
class Exposure:
    """A group of seats, such as those that were dealt a card: how many there are, and how much more they won."""

    share: float
    more: Estimate | None


@dataclass(frozen=True)
class Worth:
    """Everything known about one card; None where it cannot be tried in this game."""

    card: str
    name: str
    never: Estimate | None
    always: Estimate | None
    exchange: Estimate | None
    exposed: Mapping[str, Exposure]


class Setting(msgspec.Struct):
    """What the whole study shares, as worth.json keeps it."""

    game: str
    cards: list[str]
    bot: str
    deals: int
    runs: list[list[str]]
    made_by: str
    left_out: list[str] = []


def make_trials(
    slug: str,
    cards: Sequence[str],
    *,
    deals: int,
    bot: str,
    seats: int | None,
    options: Mapping[str, object],
    deck: object,
    seed: str,
) -> tuple[list[Trial], list[str]]:
    """The baseline and every experiment, and what cannot be tried in this game."""
    if deals < 1:
        raise ParlourError(f"Card worth needs at least 1 deal, not {deals}.")

    def plan(bots: Sequence[str], exchange: str = "") -> Plan:
        return make_plan(
            slug,
            games=deals * at_table,
            seats=seats,
            bots=bots,
            options=options,
            deck=deck,
            seed=seed,
            followed=0,
            exchange=exchange,
        )

    at_table = seats or 1
    base = plan([bot])
    at_table = base.seats
    base = plan([bot])
    trials, left_out = [Trial("", BASE, base)], []
    game = base.open_game()
    chosen = list(cards) or [card.key for card in game.deck.cards]
    for card in chosen:
        check_card(game.deck, card)
    for what, card in [*((w, c) for c in chosen for w in (*PLAYS, "exchange")), *((w, "") for w in HABITS)]:
        try:
            if what == "exchange":
                one = plan([bot], card)
                _try_exchange(one, game)
            else:
                one = plan([f"{bot}{MARK}{what}" + (f"={card}" if card else ""), *[bot] * (base.seats - 1)])
            trials.append(Trial(card, what, one))
        except ParlourError as error:
            left_out.append(f"{what} {card}: {error}")
    if len(trials) == 1:
        raise ParlourError(f"Nothing can be tried: {left_out[0]}")
    return trials, left_out


def _try_exchange(plan: Plan, game: AnyGame) -> None:
    """Deal a few hands with the card exchanged; an error if this game's positions cannot say so."""
    from parlour.core.chance import Seeded

    opening = opening_of(plan, game)
    for number in range(3):
        seed = plan.table_seed(number)
        if opening is not None:
            opening(seed, Seeded(seed, 0), None)


def setting_text(trials: Sequence[Trial], bot: str, deals: int, made_by: str, left_out: Sequence[str]) -> str:
    """What worth.json says."""
    cards = list(dict.fromkeys(trial.card for trial in trials if trial.card))
    runs = [[trial.name, trial.what, trial.card] for trial in trials]
    about = Setting(trials[0].plan.game, cards, bot, deals, runs, made_by, list(left_out))
    return json.dumps(msgspec.to_builtins(about), indent=2, ensure_ascii=False) + "\n"


def prepare(folder: Path, trials: Sequence[Trial], text: str, resume: bool) -> list[RunFolder]:
    """Write worth.json, or check that the folder holds the same study; the runs to play."""
    begin_folder(folder, WORTH, text, resume, "study of card worth")
    runs = [RunFolder(trial.plan, folder / trial.name) for trial in trials]
    for run in runs:
        run.prepare(resume=(run.folder / "run.json").exists())
    return runs


def read_trials(folder: Path) -> tuple[str, list[Trial]]:
    """The text of worth.json, and the experiments in a folder."""
    text, about = read_about(folder, WORTH, "study of card worth", Setting)
    return text, [Trial(card, what, read_plan(folder / name)) for name, what, card in about.runs]


@dataclass(frozen=True)
class Found:
    """The results of a study of card worth."""

    base: Sample
    cards: tuple[Worth, ...]
    habits: Mapping[str, Estimate]
    samples: tuple[Sample, ...]
    left_out: tuple[str, ...]
    made_by: str


def results(folder: Path) -> Found:
    """Read back every experiment and compare it with the baseline."""
    _, about = read_about(folder, WORTH, "study of card worth", Setting)
    samples = {name: read_sample(folder / name) for name, _, _ in about.runs}
    base = samples[BASE]
    effects = {(card, what): _effect(base, samples[name]) for name, what, card in about.runs if name != BASE}
    deck = base.plan.open_deck()
    held = holdings(base.plan, REPLAYED)
    cards = tuple(
        Worth(
            card,
            deck.card(card).name,
            effects.get((card, "never")),
            effects.get((card, "always")),
            effects.get((card, "exchange")),
            _exposures(base, held, card, deck.card(card).name),
        )
        for card in about.cards
    )
    habits = {what: found for what in HABITS if (found := effects.get(("", what))) is not None}
    return Found(base, cards, habits, tuple(samples.values()), tuple(about.left_out), about.made_by)


def _effect(base: Sample, other: Sample) -> Estimate | None:
    """How much more the changed seat wins than the same seat of the same deal without the change."""
    usual = seat_rows(base).select("deal", "seat", pl.col("win").alias("usual"))
    rows = seat_rows(other)
    if other.plan.exchange:
        seats = {deal: exchanged_seat(f"{other.plan.seed} {deal}", other.seats) for deal in rows["deal"].unique()}
        rows = rows.filter(pl.col("seat") == pl.col("deal").replace_strict(seats, return_dtype=pl.Int64))
    else:
        rows = rows.filter(pl.col("bot") == other.plan.bots[0])
    both = rows.join(usual, on=["deal", "seat"], maintain_order="left")
    return mean_of(both.with_columns((pl.col("win") - pl.col("usual")).alias("by")), "by")


def _exposures(base: Sample, held: pl.DataFrame | None, card: str, name: str) -> dict[str, Exposure]:
    """How seats fared that were dealt, drew, played or still held a card; none of it is an experiment but the deal."""
    rows = seat_rows(base)
    played = base.uses.filter((pl.col("thing") == name) & (pl.col("kind") == "card")).select("number", "seat")
    found = {"played": _exposure(rows, played)}
    if held is not None:
        rows = rows.filter(pl.col("number") < REPLAYED)
        mine = held.filter(pl.col("card") == card)
        found["dealt"] = _exposure(rows, mine.filter(pl.col("dealt")))
        found["drawn"] = _exposure(rows, mine.filter(~pl.col("dealt")))
        found["held at the end"] = _exposure(rows, mine.filter(pl.col("end")))
    return found


def _exposure(rows: pl.DataFrame, group: pl.DataFrame) -> Exposure:
    key = [pl.col("number"), pl.col("seat").cast(pl.Int64)]
    marked = rows.with_columns(pl.col("seat").cast(pl.Int64)).join(
        group.select(key).unique().with_columns(pl.lit(True).alias("in")), on=["number", "seat"], how="left"
    )
    inside, outside = marked.filter(pl.col("in")), marked.filter(pl.col("in").is_null())
    ours, others = mean_of(inside, "win"), mean_of(outside, "win")
    return Exposure(inside.height / rows.height, apart(others, ours) if ours and others else None)
