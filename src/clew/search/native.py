"""Access to the compiled kernels, and the one loop that drives them.

Each kernel has a readable Python twin in a file py_*.py: its specification, and its replacement if
nothing was compiled or `CLEW_NATIVE=0` is set. The twin's file has both:

    Queens = kernel("Queens", PyQueens)

To a type checker the kernel is its twin. The build also writes a stub of the compiled module and
installs it next to it.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from clew.core.events import Watcher
    from clew.core.result import Run, Stats


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

lib: Any = None
"""The compiled module, or None."""
if not TYPE_CHECKING and os.environ.get("CLEW_NATIVE") != "0":
    with suppress(ModuleNotFoundError):  # a module that is there but broken still fails loudly
        import clew._native as lib
available: bool = lib is not None
"""True if the compiled module is in use."""


def _learning() -> Any:
    if lib is None and sys.platform == "emscripten":
        with suppress(ModuleNotFoundError):
            return import_module("clew._wasm")
    return lib


learning: Any = _learning()
"""The module with the kernel that learns, which a browser may have too, or None."""


def kernel(name: str, twin: T) -> T:
    """Return the compiled kernel with this name, or its readable twin."""
    found: T = getattr(lib, name) if available else twin
    return found


class Kernel(Protocol):
    """A search that goes on in slices, compiled or not."""

    @property
    def nodes(self) -> int: ...
    @property
    def finished(self) -> bool: ...


class Finder(Kernel, Protocol[T_co]):
    """A kernel that finds solutions."""

    def run(self, max_solutions: int, max_nodes: int) -> Sequence[T_co]: ...


Note = Callable[[Any, "Stats"], None]
"""A function that copies a kernel's other counters, apart from its nodes, into those of the run."""
BATCH = 1024
"""The number of solutions to hand over at once, if the run asks for as many."""


def deepest(kernel: Any, stats: Stats) -> None:
    stats.deepest = max(stats.deepest, kernel.deepest)


def tree(kernel: Any, stats: Stats) -> None:
    """Set the counters of a tree search, whose frontier is its deepest path."""
    stats.backtracks = kernel.backtracks
    stats.deepest = stats.frontier = max(stats.deepest, kernel.deepest)


def graph(kernel: Any, stats: Stats) -> None:
    """Set the counters of a graph search."""
    stats.generated, stats.duplicates = kernel.generated, kernel.duplicates
    stats.deepest, stats.frontier = kernel.deepest, kernel.frontier


def drive(kernel: Kernel, run: Run, step: Callable[[int], T], note: Note | None) -> Iterator[T]:
    """Yield what each `step(max_nodes)` gives, until the kernel is finished.

    Between two steps the limits are checked, Ctrl-C can arrive, and the counters are copied. A step
    has as many nodes as are left to the next alarm of the run: some 20 ms of work.
    """
    stats = run.stats
    before = stats.nodes - kernel.nodes
    found = None
    while not kernel.finished:
        if not found or stats.nodes >= run.alarm:  # a kernel may return before its nodes are spent
            run.pause()
        found = step(run.alarm - stats.nodes)
        stats.nodes = before + kernel.nodes
        if note is not None:
            note(kernel, stats)
        yield found


def exhaust(kernel: Kernel, run: Run, step: Callable[[int], object], note: Note | None) -> None:
    """Drive a kernel to its end. It keeps its findings."""
    for _ in drive(kernel, run, step, note):
        pass


def answers(
    kernel: Finder[T],
    run: Run,
    note: Note | None = tree,
    *,
    batch: int = BATCH,
    tell: Callable[[T, Watcher], None] | None = None,
) -> Iterator[T]:
    """Yield the solutions of a kernel, which finds several at once but never more than the run asks
    for.

    The watcher gets an event for each: from `tell`, or with the depth that the search has reached.
    """
    left = run.max_solutions or sys.maxsize

    def step(max_nodes: int) -> Sequence[T]:
        return kernel.run(max(1, min(left // 2, batch)), max_nodes)

    for found in drive(kernel, run, step, note):
        left -= len(found)
        for answer in found:
            if run.trace is not None:
                if tell is None:
                    from clew.core.events import Event, Kind  # a batch needs no enum at its start

                    run.trace(Event(Kind.ANSWER, run.stats.deepest))
                else:
                    tell(answer, run.trace)
            yield answer


# ------------------------------------------------------------------ readable twins
# A depth-first search that runs in slices: the base of the readable twins of such kernels.


def expect(what: str, found: int, least: int, most: int) -> None:
    """Check that an argument of a kernel lies within its bounds.

    Raises:
        ValueError: It doesn't.
    """
    if not least <= found <= most:
        raise ValueError(f"{what}: found {found}, expected {least} to {most}")


def expect_limits(what: str, *limits: int) -> None:
    if min(limits) < 0:
        raise ValueError(f"{what}: found a negative limit, expected 0 or more")


class Sliced(ABC, Generic[T]):
    """A search that can stop before any node and after any solution, and resume there."""

    def __init__(self) -> None:
        self.nodes = 0
        self.backtracks = 0  # steps taken back without a solution below them
        self.deepest = 0
        self.finished = False  # the whole tree has been searched
        self._untried: list[list[Any]] = []  # the options left at each level, the last one first
        self._fruitful = 0  # the number of first steps taken that have a solution below them

    @abstractmethod
    def _advance(self) -> T | None:
        """Open the root, or try the next option of the deepest level, and return its solution, if
        any.
        """

    @abstractmethod
    def _take_back(self) -> None:
        """Leave the deepest level, where nothing is left to try."""

    def run(self, max_solutions: int, max_nodes: int) -> list[T]:
        """Search on until one of the limits is reached or the search is finished."""
        expect_limits("run", max_solutions, max_nodes)
        answers: list[T] = []
        limit = self.nodes + max_nodes
        while not self.finished:
            if self.nodes and not self._untried[-1]:
                self._take_back()
            elif self.nodes == limit or len(answers) == max_solutions:
                break
            elif (answer := self._advance()) is not None:
                answers.append(answer)
        return answers

    def _count_taken_back(self, left: int) -> bool:
        """Count a step that was taken back, with `left` steps left. Return True if it led to a
        solution.
        """
        if self._fruitful > left:
            self._fruitful = left
            return True
        self.backtracks += 1
        return False
