"""The command that measures what cards are worth."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from parlour.cli.grids import show_grid
from parlour.cli.study_arguments import TableArguments, WorkArguments
from parlour.cli.study_runs import crew_of, dealt, folder_of, play_prepared, slug_of, typed_table
from parlour.study.extras import need_report
from parlour.study.worth import make_trials, prepare, read_trials, setting_text
from parlour.text.screen import QUIET, Screen

DEALS = 200


def worth(
    game: str | None,
    cards: Sequence[str],
    deals: int | None,
    bots: str | None,
    table: TableArguments,
    work: WorkArguments,
) -> int:
    """Play every experiment, or resume; returns the exit code."""
    need_report()
    folder = folder_of("worth", game, work)
    if work.resume and game is None:
        text, trials = read_trials(folder)
    else:
        slug, bot = slug_of(game), bots or "normal"
        given = dealt(slug, table, "Card worth deals its games")
        amount = DEALS if deals is None else deals
        trials, left_out = make_trials(slug, cards, deals=amount, bot=bot, **given)
        typed = ["parlour", "worth", slug, *(word for card in cards for word in ("--card", card)), *typed_table(table)]
        made_by = shlex.join([*typed, "--deals", str(amount), "--bots", bot])
        text = setting_text(trials, bot, amount, made_by, left_out)
    crew = crew_of(work)
    runs = prepare(folder, trials, text, work.resume)
    if code := play_prepared(runs, crew, folder, "worth"):
        return code
    _show(folder)
    return 0


def _show(folder: Path) -> None:
    """Write the page, and print its tables and sentences."""
    from parlour.study.worth_report import CAUSES, write_worth

    screen = Screen()
    chapter = write_worth(folder)
    for section in chapter.sections[:-1]:
        screen.say(section.text)
        show_grid(screen, section.tables[0].head, section.tables[0].rows)
        screen.blank()
    for line in (*chapter.summary, *chapter.advice):
        screen.say(line)
    screen.say(CAUSES, QUIET)
    print(f"The whole table is in {folder / 'worth.html'}.")
