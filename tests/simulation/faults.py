"""What goes wrong, and when: drawn from a seed, in episodes with calm times in between."""

import random
import sqlite3
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy.exc import OperationalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import sqlalchemy as sa
    from sqlalchemy.engine.interfaces import DBAPICursor
    from sqlalchemy.pool import PoolProxiedConnection


class Killed(BaseException):
    """The process ends in the middle of a write. No `except Exception` sees it."""


@dataclass
class Weather:
    """How bad things are now; changes during a run."""

    luck: random.Random
    badness: float = 1.0
    stormy: bool = False
    down: bool = False
    """The database cannot be reached at all, or its disk is full."""
    quiet: bool = False
    """The end of a run: nothing goes wrong any more."""

    def strikes(self, share: float) -> bool:
        """Does something that happens in this share of cases happen now? Ten times as often in a storm."""
        if self.quiet:
            return False
        return self.luck.random() < min(0.5, share * self.badness * (10 if self.stormy else 1))

    def latency(self, usual: float) -> float:
        """How long something takes: mostly about as usual, now and then much longer."""
        spread = usual * (0.5 + self.luck.random())
        if self.strikes(0.004):
            return spread + self.luck.expovariate(1 / 2.0)
        return spread


@dataclass
class Faulty:
    """One transaction's fault: the statement it strikes, or the commit, and how."""

    weather: Weather
    statement: int = -1
    at_commit: str = ""
    kills: bool = False
    done: int = field(default=0, init=False)

    @classmethod
    def drawn(cls, weather: Weather) -> "Faulty":
        """A fault for the next transaction; most have none."""
        luck = weather.luck
        if not weather.strikes(0.01):
            return cls(weather)
        kills = luck.random() < 0.3
        if luck.random() < 0.5:
            return cls(weather, statement=luck.randrange(6), kills=kills)
        return cls(weather, at_commit=luck.choice(["before", "after"]), kills=kills)

    def fail(self) -> None:
        if self.kills:
            raise Killed
        raise sqlite3.OperationalError(self.weather.luck.choice(["database is locked", "database or disk is full"]))

    def before_statement(self) -> None:
        if self.weather.down:
            raise sqlite3.OperationalError("disk I/O error")
        if self.done == self.statement:
            self.done += 1
            self.fail()
        self.done += 1


class FaultyCursor:
    """A cursor whose statements may fail."""

    def __init__(self, cursor: "DBAPICursor", fault: Faulty) -> None:
        self._cursor, self._fault = cursor, fault

    def execute(self, statement: str, values: "Sequence[object]" = ()) -> object:
        self._fault.before_statement()
        return self._cursor.execute(statement, values)

    def executemany(self, statement: str, values: "Sequence[Sequence[object]]") -> object:
        self._fault.before_statement()
        return self._cursor.executemany(statement, values)

    def fetchone(self) -> object:
        return self._cursor.fetchone()


class FaultyConnection:
    """The writer's connection, which may fail or take its process with it at any statement or at the commit."""

    def __init__(self, connection: "PoolProxiedConnection", fault: Faulty, committed: "Callable[[], None]") -> None:
        self._connection, self._fault, self._committed = connection, fault, committed
        self.driver_connection = connection.driver_connection
        self.close, self.invalidate, self.rollback = connection.close, connection.invalidate, connection.rollback

    def cursor(self) -> FaultyCursor:
        return FaultyCursor(self._connection.cursor(), self._fault)

    def commit(self) -> None:
        if self._fault.at_commit == "before":
            self.rollback()
            self._fault.fail()
        self._connection.commit()
        self._committed()
        if self._fault.at_commit == "after":
            self._fault.fail()


class FaultyWriter:
    """Stands in for the engine that writes."""

    def __init__(self, engine: "sa.Engine", weather: Weather, committed: "Callable[[], None]") -> None:
        self._engine, self._weather, self._committed = engine, weather, committed
        self.dialect, self.dispose, self.begin = engine.dialect, engine.dispose, engine.begin

    def raw_connection(self) -> FaultyConnection:
        return FaultyConnection(self._engine.raw_connection(), Faulty.drawn(self._weather), self._committed)


class FaultyReader:
    """Stands in for the engine that reads."""

    def __init__(self, engine: "sa.Engine", weather: Weather) -> None:
        self._engine, self._weather = engine, weather
        self.dispose = engine.dispose

    def connect(self) -> "sa.Connection":
        if self._weather.down or self._weather.strikes(0.001):
            raise OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))
        return self._engine.connect()
