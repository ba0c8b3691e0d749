"""The report command: reads a study, writes its page and pictures, and prints a summary."""

import shutil
import textwrap
from pathlib import Path

from parlour.core.errors import ParlourError
from parlour.study.extras import need_report


def show_report(folders: tuple[Path, ...], out: Path | None) -> int:
    """Write the report of some folders and print its summary."""
    need_report()
    from parlour.study.reading import read_study

    study = read_study(folders)
    file = out if out is not None else (folders[0] if len(folders) == 1 else Path()) / "report.html"
    if file.suffix != ".html":
        raise ParlourError(f"A report is an .html file, not {file}.")
    from parlour.study.report import write_report  # the plotting library takes a second to load

    try:
        written = write_report(study, file)
    except OSError as error:
        raise ParlourError(f"{error.filename or file} cannot be written: {error.strerror}.") from None
    width = min(100, shutil.get_terminal_size().columns)
    for chapter in written.chapters:
        print(chapter.title)
        for line in chapter.summary:
            print(textwrap.fill(line, width, initial_indent="  ", subsequent_indent="  "))
        if chapter.advice:
            print("  What you may want to look at:")
        for line in chapter.advice:
            print(textwrap.fill(line, width, initial_indent="  - ", subsequent_indent="    "))
        print()
    print(f"{file} and {len(written.pictures)} pictures in {file.with_suffix('')}")
    return 0
