"""Read parquet files for trial: a program of its own, because some damaged ones end the process that reads them.

It gets paths as arguments and prints one JSON string for each: what is wrong with the file, or nothing. It imports
nothing of Parlour: it is started by its path.
"""

import json
import os
import sys
from contextlib import suppress


def main(paths: list[str]) -> None:
    """Read each file."""
    _limit_memory()
    os.environ["POLARS_MAX_THREADS"] = "1"
    import polars as pl

    for path in paths:
        wrong = ""
        try:
            pl.read_parquet(path)
        except (OSError, ValueError, MemoryError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
            wrong = str(error).partition("\n")[0] or type(error).__name__
        print(json.dumps(wrong), flush=True)


def _limit_memory() -> None:
    """Ask for no more than the machine has: more would be granted first and end other programs later."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (whole, whole))


if __name__ == "__main__":
    main(sys.argv[1:])
