"""The report command: reads a study, writes its page and pictures, and says in the terminal what is most telling."""

from pathlib import Path

from parlour.core.errors import ParlourError
from parlour.study.needs import need_report


def show_report(folders: tuple[Path, ...], out: Path | None) -> int:
    """Write the report of some folders and print its summary."""
    need_report()
    from rich.console import Console

    from parlour.study.reading import read_study
    from parlour.study.report import write_report

    study = read_study(folders)
    file = out if out is not None else (folders[0] if len(folders) == 1 else Path()) / "report.html"
    if file.suffix != ".html":
        raise ParlourError(f"A report is an .html file, not {file}.")
    try:
        written = write_report(study, file)
    except OSError as error:
        raise ParlourError(f"{error.filename or file} cannot be written: {error.strerror}.") from None
    console = Console(highlight=False, soft_wrap=False)
    for chapter in written.chapters:
        console.print(f"[bold]{chapter.title}[/bold]", style=None)
        for line in chapter.summary:
            console.print(f"  {line}", markup=False)
        if chapter.advice:
            console.print("  You may want to look at:", markup=False)
        for line in chapter.advice:
            console.print(f"  - {line}", markup=False)
        console.print()
    console.print(f"{file} and {len(written.pictures)} pictures in {file.with_suffix('')}", markup=False)
    return 0
