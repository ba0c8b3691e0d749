"""Reads the games of a server's own tables for a study."""

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from parlour.core.errors import ParlourError
from parlour.core.record import Record
from parlour.server.log.table import Table
from parlour.server.store.database import Database, log, tables
from parlour.server.store.types import BadDatabase, Row
from parlour.study.people import write_people
from parlour.study.tables import need_polars


def study_tables(database: str, out: Path) -> int:
    """Write the finished games of tables that agreed to it as runs; returns the exit code."""
    need_polars()
    if "://" not in database and not Path(database).is_file():
        raise ParlourError(f"There is no database {database}.")
    written = write_people(shared_records(database), out)
    for path in written:
        print(path)
    print(f"`parlour report {written[0]} FOLDER` compares these people with a run by bots.")
    return 0


def shared_records(database: str) -> Iterator[Record]:
    """The records of finished games whose tables share them for studies."""
    opened = Database(database)
    try:
        with opened.reader.connect() as connection:
            over = sa.select(tables.c.code).where(tables.c.status == "over").order_by(tables.c.code)
            for (code,) in connection.execute(over).all():
                table = Table(code)
                wanted = sa.select(log).where(log.c.code == code).order_by(log.c.seq)
                for found in connection.execute(wanted):
                    table.fold(
                        Row(found.code, found.seq, found.kind, found.data.encode(), found.at, found.once, found.author)
                    )
                if table.settings.studies and table.match is not None and table.match.outcome is not None:
                    yield table.match.record
    except sa.exc.SQLAlchemyError as error:
        raise BadDatabase(f"The database {database} cannot be read: {str(error).splitlines()[0]}") from None
    finally:
        opened.close()
