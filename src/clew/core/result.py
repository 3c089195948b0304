"""What is wanted of a search and what it may spend (Run), and what came of it (Result)."""

from __future__ import annotations

import mmap
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from clew.core.arguments import as_count, check_callback, check_seconds
from clew.core.deadline import each_within, within
from clew.core.errors import ClewError
from clew.core.events import Watcher
from clew.render.svg import svg
from clew.render.text import text

if TYPE_CHECKING:
    import typing_extensions

    from clew.core.puzzle import Puzzle

    A = typing_extensions.TypeVar("A", default=Any)
    """What a puzzle's answers are; anything where it is not said."""
else:
    A = TypeVar("A")
T = TypeVar("T")
PAGE = mmap.PAGESIZE
FARTHEST_ALARM = 1 << 20
"""The most nodes from one look at the limits to the next."""


class Status(Enum):
    """How a search ended. Only COMPLETE proves that there is nothing more to find.

    >>> import clew
    >>> clew.solve("queens:8").status
    <Status.ENOUGH: 'enough'>
    """

    COMPLETE = "complete"
    ENOUGH = "enough"
    STOPPED = "stopped"


class Stopped(ClewError):
    """A limit was reached before the question was answered; `limit` says which.

    >>> import clew
    >>> try:
    ...     clew.count("queens:20", "backtracking", max_nodes=1000)
    ... except clew.Stopped as stop:
    ...     print(stop.limit)
    nodes
    """

    def __init__(self, limit: str) -> None:
        super().__init__(f"stopped: {limit}")
        self.limit = limit


class OutOfTime(Stopped):
    """Stopped by the limit in seconds, in the midst of code that does not look at the clock."""

    def __init__(self) -> None:
        super().__init__("seconds")


@dataclass(slots=True)
class Stats:
    """What a search did. A node is the root, or an assignment made, or a state expanded.

    Walks count the states generated, and those of them that were known already (duplicates).

    >>> import clew
    >>> clew.solve("queens:4", "backtracking:infer=none,select=first").stats.nodes
    9
    """

    nodes: int = 0
    backtracks: int = 0
    checks: int = 0
    prunings: int = 0
    generated: int = 0
    duplicates: int = 0
    deepest: int = 0
    frontier: int = 0
    seconds: float = 0.0

    def as_dict(self) -> dict[str, int | float]:
        return asdict(self)


@dataclass(slots=True)
class Run:
    """One search: how many answers are wanted, what it may spend, and who watches.

    A strategy calls `pause` whenever its node count reaches `alarm`: there the limits are kept
    and progress is reported, so the hot loop pays for one comparison only.

    >>> import clew
    >>> search = clew.Search("queens:20", "backtracking", clew.Run(max_nodes=50))
    >>> list(search), search.status.value, search.reason
    ([], 'stopped', 'nodes')
    """

    max_answers: int | None = None
    max_nodes: int | None = None
    max_seconds: float | None = None
    trace: Watcher | None = None
    progress: Callable[[Stats], None] | None = None
    max_memory: int | None = None
    """In bytes, of the whole process."""
    stats: Stats = field(default_factory=Stats)
    alarm: int = 0
    reason: str = ""
    """Why there is no answer, where a strategy knows it."""
    proof: Any = None
    """What shows that there is none, in the puzzle's own terms."""
    by: str = ""
    """Who searched, where that is not only the strategy that was called: `one then another`."""
    _started: float = field(default_factory=time.perf_counter)
    _paused: float = 0.0
    _step: int = 1

    def __post_init__(self) -> None:
        if self.max_answers is not None:
            self.max_answers = as_count("max_answers", self.max_answers, 1, "all")
        if self.max_nodes is not None:
            self.max_nodes = as_count("max_nodes", self.max_nodes, 0, "no limit")
        if self.max_seconds is not None:
            check_seconds("max_seconds", self.max_seconds)
        if self.max_memory is not None:
            self.max_memory = as_count("max_memory", self.max_memory, 0, "no limit")
        if self.trace is not None:
            check_callback("trace", self.trace, "an Event")
        if self.progress is not None:
            check_callback("progress", self.progress, "the Stats")

    def pause(self) -> None:
        """Keep the limits, report progress, and set the next alarm some 20 ms ahead."""
        stats = self.stats
        nodes = stats.nodes
        if self.max_nodes is not None and nodes >= self.max_nodes:
            raise Stopped("nodes")
        elapsed = stats.seconds = time.perf_counter() - self._started
        if self.max_seconds is not None and elapsed >= self.max_seconds:
            raise Stopped("seconds")
        if self.max_memory is not None and memory_in_use() >= self.max_memory:
            raise Stopped("memory")
        if self.progress is not None:
            self.progress(stats)
        if elapsed - self._paused > 0.02:
            self._step = max(1, self._step // 2)
        elif self._step < FARTHEST_ALARM:
            self._step *= 2
        self._paused = elapsed
        self.alarm = nodes + self._step
        if self.max_nodes is not None:
            self.alarm = min(self.alarm, self.max_nodes)

    def allowed(self, most: int) -> int:
        """Pause, and say how many nodes a kernel may go on for: so many, or up to the limit."""
        self.pause()
        return most if self.max_nodes is None else min(most, self.max_nodes - self.stats.nodes)

    def spend(self, seconds: float) -> None:
        """Count seconds that went by before the run began."""
        self._started -= seconds

    def within(self, work: Callable[[], T]) -> T:
        """Do the work; OutOfTime is raised in it when the seconds are over, wherever it is."""
        if self.max_seconds is None:
            return work()
        return within(self.max_seconds - self.elapsed(), OutOfTime, work)

    def each_within(self, items: Iterator[T]) -> Iterator[T]:
        """The items, made within the seconds that are left; OutOfTime if they are over."""
        if self.max_seconds is None:
            return items
        return each_within(self.max_seconds - self.elapsed(), OutOfTime, items)

    def elapsed(self) -> float:
        """Seconds since the run began; also noted in the stats."""
        self.stats.seconds = time.perf_counter() - self._started
        return self.stats.seconds


def memory_in_use() -> int:
    """The bytes of memory that this process holds now, or held at most where that is not known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - called often
            return int(file.read().split()[1]) * PAGE
    except OSError:
        try:
            import resource
        except ImportError:  # no such thing on this system: the limit cannot be kept
            return 0
        scale = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


@dataclass(frozen=True, init=False)
class Result(Generic[A]):
    """What came of a search: the answers, how it ended, and what it cost.

    `reason` says why it ended where the status alone does not: the limit that was reached,
    or the rule that the givens break.

    >>> import clew
    >>> result = clew.solve("queens:3")
    >>> result.solved, result.unsolvable, result.status.value, str(result)
    (False, True, 'complete', 'no solution')
    """

    puzzle: Puzzle[A]
    strategy: str
    answers: tuple[A, ...]
    status: Status
    stats: Stats
    reason: str = ""
    proof: Any = None
    """What shows that there is no answer, in the puzzle's own terms, if there is such a thing."""

    def __init__(
        self,
        puzzle: Puzzle[A],
        strategy: str,
        answers: tuple[A, ...],
        status: Status,
        stats: Stats,
        reason: str = "",
        proof: Any = None,
    ) -> None:
        """Write the fields past the lock of a frozen dataclass, which would take a microsecond."""
        fields = self.__dict__
        fields["puzzle"] = puzzle
        fields["strategy"] = strategy
        fields["answers"] = answers
        fields["status"] = status
        fields["stats"] = stats
        fields["reason"] = reason
        fields["proof"] = proof

    @property
    def answer(self) -> A | Any:
        """The first answer, or None."""
        return self.answers[0] if self.answers else None

    @property
    def solved(self) -> bool:
        return bool(self.answers)

    @property
    def unsolvable(self) -> bool:
        """Whether it is proven that there is no answer at all."""
        return not self.answers and self.status is Status.COMPLETE

    @property
    def unique(self) -> bool:
        """Whether it is proven that there is exactly one answer."""
        return len(self.answers) == 1 and self.status is Status.COMPLETE

    def raise_if_stopped(self) -> None:
        """Raise Stopped if a limit ended the search: the answers may not be all there are."""
        if self.status is Status.STOPPED:
            raise Stopped(self.reason)

    def __str__(self) -> str:
        if self.answers:
            said = self.puzzle.tell(self.answer)
            return text(self.puzzle.board(self.answer)) + (f"\n{said}" if said else "")
        if self.unsolvable:
            return f"no solution: {self.reason}" if self.reason else "no solution"
        return f"stopped: {self.reason}"

    def _repr_svg_(self) -> str:
        return svg(self.puzzle.board(self.answer))
