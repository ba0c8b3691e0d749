"""Tests loaded once and run in forked copies of this process, each with one function changed.

`Tests` collects the tests with pytest and runs them once, unchanged, to learn how long each takes and which lines it
runs. A change is made by giving the functions that exist already the changed code: nothing is imported again. Only
tests that run a changed line are run, those first that noticed most for their time.
"""

import contextlib
import functools
import gc
import importlib.machinery
import io
import marshal
import os
import resource
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest
from _pytest.config import _prepareconfig
from _pytest.runner import runtestprotocol
from mutations import Mutant, changed

FAILED = 1
PASSED = 0
QUIET = ["-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain", "--tb=no", "--capture=no", "-q"]
WALL = 240
"""Seconds of the clock after which a run counts as noticed: it waits for something that never comes."""
PATIENT = 3600
"""The same for the unchanged run, which notes the lines it runs and is slow."""
CALLS = 400
"""How many calls of a function in one test are watched."""
MEMORY = 6 << 30


@dataclass
class Known:
    """What the unchanged run showed of one test, and how well it did since."""

    seconds: float = 0.0
    lines: dict[str, set[int]] = field(default_factory=dict)
    ran: int = 0
    noticed: int = 0

    @property
    def worth(self) -> float:
        """The chance to notice a change, for its time."""
        return (self.noticed + 1) / (self.ran + 4) / (self.seconds + 0.003)


@dataclass(frozen=True)
class Verdict:
    """What became of a change: which test noticed it ('' for none), how (`fails`, `hangs`), the CPU time spent."""

    test: str
    how: str
    seconds: float
    tests: int


class Tests:
    """The tests of one part of Parlour, and the files of that part."""

    def __init__(self, base: Path, files: Iterable[str], chosen: list[str]) -> None:
        self.base = base
        self.paths = {str(base / file): file for file in files}
        self.loading: dict[str, set[int]] = {}
        with _traced(self.paths, self.loading):
            self.items = _collect(chosen)
        self.known = [Known() for _ in self.items]
        gc.unfreeze()  # `tests/conftest.py` froze what was collected, and then gc does not list it
        self.functions = _functions(self.paths)
        if not self.functions:
            raise RuntimeError("No function of the files to change is loaded: no change would be noticed.")
        self.caches = _caches(base.parent.parent)
        gc.collect()
        gc.freeze()

    def learn(self) -> list[str]:
        """Run all tests unchanged; the names of those that fail."""
        failed = []
        for file in dict.fromkeys(item.path for item in self.items):
            numbers = [number for number, item in enumerate(self.items) if item.path == file]
            seen = _in_a_fork(lambda numbers=numbers: marshal.dumps(self._watch(numbers)), PATIENT)
            if not seen.told:
                return [f"{file.name} (the whole file)"]
            together: dict[str, set[int]] = {}
            for number, (seconds, passed, setup, lines) in zip(numbers, marshal.loads(seen.told), strict=True):
                if not passed:
                    failed.append(self.items[number].nodeid)
                self.known[number] = Known(seconds, lines)
                for name, some in setup.items():
                    together.setdefault(name, set()).update(some)
            for number in numbers:  # what a shared fixture ran may matter to every test of the file
                for name, some in together.items():
                    self.known[number].lines.setdefault(name, set()).update(some)
        return failed

    def try_out(self, mutant: Mutant, budget: float) -> Verdict:
        """Which test notices a change?"""
        order = self._order(mutant, budget)
        spent, tests = 0.0, 0
        if order:
            run = _in_a_fork(lambda: self._changed_run(mutant, order))
            spent, tests = run.seconds, len(order)
            reached = run.told[0] + 256 * run.told[1] if len(run.told) >= 2 else 0
            noticed = run.status != PASSED
            for place, number in enumerate(order[: reached + 1 if noticed else tests]):
                self.known[number].ran += 1
                self.known[number].noticed += noticed and place == reached
            if noticed:
                how = "fails" if run.status == FAILED else f"hangs ({run.status})"
                return Verdict(self.items[order[reached]].nodeid, how, spent, reached + 1)
        return Verdict("", "", spent, tests)

    def too_late_for(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests to run from the first import on, if imports or the collection of tests run the changed place."""
        if not _meets(self.loading, mutant):
            return []
        return [self.items[number].nodeid for number in self._order(mutant, budget) or range(len(self.items))]

    def _order(self, mutant: Mutant, budget: float) -> list[int]:
        numbers = [number for number, known in enumerate(self.known) if _meets(known.lines, mutant)]
        numbers.sort(key=lambda number: -self.known[number].worth)
        chosen, seconds = [], 0.0
        for number in numbers:
            if seconds + self.known[number].seconds <= budget:
                chosen.append(number)
                seconds += self.known[number].seconds
        return chosen

    def _watch(self, numbers: list[int]) -> list[tuple[float, bool, dict[str, set[int]], dict[str, set[int]]]]:
        """Run tests unchanged: CPU seconds, whether it passed, the lines run in its set-up and altogether."""
        watched = []
        for place, number in enumerate(numbers):
            for cache in self.caches:
                cache.cache_clear()
            setup: dict[str, set[int]] = {}
            lines: dict[str, set[int]] = {}
            item = self.items[number]
            following = self.items[numbers[place + 1]] if place + 1 < len(numbers) else None
            before = time.process_time()
            passed = _run(item, following, self.paths, setup, lines)
            watched.append((time.process_time() - before, passed, setup, lines))
        return watched

    def _changed_run(self, mutant: Mutant, order: list[int]) -> bytes:
        """Run tests with a change until one fails; each test's place is told before it starts."""
        give(self.functions, changed(self.base, mutant.file, mutant.number))
        for cache in self.caches:
            cache.cache_clear()
        for place, number in enumerate(order):
            os.pwrite(_told, bytes([place % 256, place // 256]), 0)
            _limit(5.0 * self.known[number].seconds + 2.0)
            following = self.items[order[place + 1]] if place + 1 < len(order) else None
            if not _passes(self.items[number], following):
                os._exit(FAILED)
        os._exit(PASSED)


class _Only:
    """Runs some of the collected tests, in an order of their own."""

    def __init__(self, wanted: list[str]) -> None:
        self.places = {name: place for place, name in enumerate(wanted)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose and sort."""
        items[:] = [item for item in items if item.nodeid in self.places]
        items.sort(key=lambda item: self.places[item.nodeid])


def cold(base: Path, mutant: Mutant, wanted: list[str]) -> bool:
    """Import everything with a change in place, in this process, and run these tests; is it noticed?"""
    target = str(base / mutant.file)
    code = changed(base, mutant.file, mutant.number)
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        return code if self.path == target else original(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]  # only in this process
    files = sorted({name.partition("::")[0] for name in wanted})
    return pytest.main([*QUIET, "-x", *files], plugins=[_Only(wanted)]) != 0


def give(functions: dict[tuple[str, str, int], list[FunctionType]], module: CodeType) -> None:
    """Give existing functions the code of a changed module."""
    waiting = [module]
    while waiting:
        code = waiting.pop()
        for function in functions.get((code.co_filename, code.co_qualname, code.co_firstlineno), ()):
            with contextlib.suppress(ValueError):  # an outer function of another shape: its own code is given
                function.__code__ = code
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


@dataclass(frozen=True)
class _Forked:
    told: bytes
    status: int
    seconds: float


_told = -1


def _in_a_fork(work: Callable[[], bytes], wall: float = WALL) -> _Forked:
    """Run something in a forked copy: what it told, its exit status or the signal that ended it, its CPU time."""
    global _told
    _told = os.memfd_create("told")
    child = os.fork()
    if not child:
        try:
            _silence()
            told = work()
            os.pwrite(_told, told, 0)
            os._exit(PASSED)
        except BaseException:
            os._exit(FAILED)
    with _handle(child) as handle:
        if not select.select([handle], [], [], wall)[0]:
            os.killpg(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what it left behind
    with os.fdopen(_told, "rb") as file:
        file.seek(0)
        return _Forked(file.read(), os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime)


def _handle(child: int) -> io.FileIO:
    return io.FileIO(os.pidfd_open(child), closefd=True)


def _silence() -> None:
    """A process of its own: nothing is printed, a group of its own, and a limit of memory."""
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


def _limit(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _collect(chosen: list[str]) -> list[pytest.Item]:
    config = _prepareconfig([*QUIET, *chosen])
    config._do_configure()
    session = pytest.Session.from_config(config)
    config.hook.pytest_sessionstart(session=session)
    config.hook.pytest_collection(session=session)
    if "hypothesis" in sys.modules:
        from hypothesis import Phase, settings

        settings.register_profile("mutants", database=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
        settings.load_profile("mutants")
    return list(session.items)


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _run(
    item: pytest.Item,
    following: pytest.Item | None,
    paths: dict[str, str],
    setup: dict[str, set[int]],
    lines: dict[str, set[int]],
) -> bool:
    """Run a test and note the lines it runs, those of its set-up apart as well."""
    originally = item.runtest
    tracing = _tracer(paths, lines)

    def runtest() -> None:
        for name, some in lines.items():
            setup[name] = set(some)
        sys.settrace(tracing)  # once more: pytest or the test before may have taken it away
        originally()

    item.runtest = runtest  # type: ignore[method-assign]  # only in a forked copy
    sys.settrace(tracing)
    try:
        return _passes(item, following)
    finally:
        sys.settrace(None)


def _tracer(paths: dict[str, str], lines: dict[str, set[int]]) -> Callable[[FrameType, str, object], object]:
    def of_file(found: set[int]) -> Callable[[FrameType, str, object], object]:
        def line(frame: FrameType, event: str, given: object) -> object:
            found.add(frame.f_lineno)
            return line

        return line

    local = {path: of_file(lines.setdefault(name, set())) for path, name in paths.items()}
    calls: Counter[CodeType] = Counter()

    def call(frame: FrameType, event: str, given: object) -> object:
        code = frame.f_code
        if code.co_filename not in local:
            return None
        calls[code] += 1
        return local[code.co_filename] if calls[code] <= CALLS else None

    return call


@contextlib.contextmanager
def _traced(paths: dict[str, str], lines: dict[str, set[int]]):  # type: ignore[no-untyped-def]  # a context manager
    sys.settrace(_tracer(paths, lines))
    try:
        yield
    finally:
        sys.settrace(None)


def _functions(paths: dict[str, str]) -> dict[tuple[str, str, int], list[FunctionType]]:
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in paths:
            code = one.__code__
            found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(one)
    return found


def _caches(root: Path) -> list["functools._lru_cache_wrapper[object]"]:
    """Results that our own functions remember: made before a change, they would hide it."""
    found = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    ours = (str(root / "src"), str(root / "tests"))
    return [one for one in found if getattr(one.__wrapped__, "__code__", _caches.__code__).co_filename.startswith(ours)]


def _meets(lines: dict[str, set[int]], mutant: Mutant) -> bool:
    some = lines.get(mutant.file)
    return bool(some) and any(line in some for line in range(mutant.first, mutant.last + 1))
