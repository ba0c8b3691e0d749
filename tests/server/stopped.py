"""A store whose database stops answering."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy import event

from parlour.server.store.store import Store


@contextmanager
def stop_answering(store: Store) -> Iterator[threading.Event]:
    """Every statement hangs until the event is set, or the block ends."""
    go_on = threading.Event()

    def hang(*given: object) -> None:
        go_on.wait()

    engines: tuple[sa.Engine, ...] = (store._database.reader, store._database.writer)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", hang)
        event.listen(engine, "checkout", hang)
    try:
        yield go_on
    finally:
        go_on.set()
