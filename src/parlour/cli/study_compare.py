"""The command that says what a change did."""

from pathlib import Path

from parlour.cli.grids import show_grid
from parlour.core.errors import ParlourError
from parlour.study.extras import need_report


def compare_runs(a: Path, b: Path, out: Path | None) -> int:
    """Compare two runs number by number, print it and write the page."""
    need_report()
    from parlour.study.reading import read_study

    study = read_study([a, b])
    if len(study.samples) != 2:
        raise ParlourError("Two runs are compared; `parlour report FOLDER` compares the runs of a sweep.")
    file = Path("compare.html") if out is None else out
    if file.suffix != ".html":
        raise ParlourError(f"A report is an .html file, not {file}.")
    from parlour.study import words
    from parlour.study.change_report import NOTE, change_section
    from parlour.study.compare import compare
    from parlour.study.report import labels, write_report
    from parlour.text.screen import QUIET, Screen

    found = compare(*study.samples)
    screen = Screen()
    name = labels(study.samples)[1]
    section = change_section(found, name, "")
    screen.say(f"{words.what(found.base)} and {words.what(found.other)}", "bold")
    for table in section.tables:
        screen.blank()
        screen.say(table.title, "bold")
        show_grid(screen, table.head[:5], [row[:5] for row in table.rows])
    screen.blank()
    screen.say(section.text)
    screen.say(f"{words.pairing([found])} {NOTE}", QUIET)
    try:
        written = write_report(study, file)
    except OSError as error:
        raise ParlourError(f"{error.filename or file} cannot be written: {error.strerror}.") from None
    print(f"{file} and {len(written.pictures)} pictures in {file.with_suffix('')}")
    return 0
