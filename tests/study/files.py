"""A run's files, byte by byte."""

from pathlib import Path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file under a folder by its path; parts and drafts would show up too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
