"""The limits of a search (`Run`), its counters (`Stats`) and its outcome (`Result`)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from enum import Enum
from functools import cached_property
from mmap import PAGESIZE
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from clew.core.arguments import as_count, check_callback, check_seconds
from clew.core.deadline import HERE, Deadline, each_within, limited
from clew.core.deprecated import formerly, renamed
from clew.core.errors import OutOfTime
from clew.core.errors import Stopped as Stopped
from clew.core.events import Watcher

if TYPE_CHECKING:
    import typing_extensions

    from clew.core.puzzle import Puzzle

    A = typing_extensions.TypeVar("A", default=Any)
    """The type of a puzzle's solutions, or Any if it isn't given."""
else:
    A = TypeVar("A")
T = TypeVar("T")
COUNTS = (("max_solutions", 1, "all"), ("max_nodes", 0, "no limit"), ("max_memory", 0, "no limit"))
"""The limits of a run that are whole numbers, each with its minimum and the meaning of None."""
FARTHEST_ALARM = 1 << 20
"""The maximum number of nodes between two checks of the limits."""


class Status(Enum):
    """The way a search ended.

    >>> import clew
    >>> clew.solve("queens:8").status
    <Status.ENOUGH: 'enough'>
    """

    COMPLETE = "complete"
    """The search covered everything, so there are no other solutions."""
    ENOUGH = "enough"
    """The search found as many solutions as you asked for. There may be more."""
    STOPPED = "stopped"
    """A limit ended the search. `reason` names it."""


@dataclass(slots=True)
class Stats:
    """Counters collected during a search.

    >>> import clew
    >>> clew.solve("queens:4", "backtracking:infer=none,select=first").stats.nodes
    9
    """

    nodes: int = 0
    """Nodes visited. A node is the root, an assignment, or an expanded state."""
    backtracks: int = 0
    """Assignments taken back, and states without successors."""
    checks: int = 0
    """Rules tested. Each test counts, even of the same rule."""
    prunings: int = 0
    """Values removed from domains, or moves in a game that were cut off."""
    generated: int = 0
    """States generated as successors."""
    duplicates: int = 0
    """Generated states that had been found before."""
    deepest: int = 0
    """The greatest depth reached."""
    frontier: int = 0
    """The maximum number of states or assignments held at the same time."""
    seconds: float = 0.0
    """The time that the search took, in seconds."""

    def reset(self, to: Stats) -> None:
        """Set all counters to those of an earlier moment.

        Args:
            to: The counters of that moment.
        """
        for name in self.__slots__:
            setattr(self, name, getattr(to, name))

    def as_dict(self) -> dict[str, int | float]:
        """Return the counters as a dictionary."""
        return asdict(self)


@renamed(max_answers="max_solutions")
@dataclass(slots=True)
class Run:
    """The limits of one search, its counters, and the functions that watch it.

    A strategy calls `pause` when its node count reaches `alarm`. `pause` enforces the limits and
    reports progress, so the hot loop pays for only one comparison.

    Args:
        max_solutions: Stop after this many solutions. None searches for all.
        max_nodes: Stop after this many nodes. None sets no limit, here and below.
        max_seconds: Stop after this many seconds.
        trace: A function to call with each event of the search.
        progress: A function to call with the counters from time to time.
        max_memory: Stop when the whole process uses this many bytes.
        stats: The counters. A new run starts at 0.
        alarm: The number of nodes at which the strategy calls `pause`. `pause` sets it.
        reason: Why there is no solution, if the strategy knows. The strategy sets it.
        proof: A proof that there is no solution, in the puzzle's own terms. The strategy sets it.
        by: The spelling of the strategy that did the work, if it wasn't the one you chose.
        interrupted: True if Ctrl-C was pressed. The next pause raises KeyboardInterrupt.
        best: The value of the best solution, once the search has proven that it's the best.
        incumbent: A function that returns the strategy's best solution so far, or None.
        least: A function that returns a cost that no better solution goes below, or None.
        engine: `compiled`, or `readable` with a reason, if the strategy has both engines.
        around: The deadline of the call that this search is a part of.

    Raises:
        TypeError: A limit isn't a number, or `trace` or `progress` isn't a function.
        ValueError: A limit is negative.

    >>> import clew
    >>> search = clew.Search("queens:20", "backtracking", clew.Run(max_nodes=50))
    >>> list(search), search.status.value, search.reason
    ([], 'stopped', 'nodes')
    """

    max_solutions: int | None = None
    max_nodes: int | None = None
    max_seconds: float | None = None
    trace: Watcher | None = None
    progress: Callable[[Stats], None] | None = None
    max_memory: int | None = None
    stats: Stats = field(default_factory=Stats)
    alarm: int = 0
    reason: str = ""
    proof: Any = None
    by: str = ""
    interrupted: bool = False
    best: int | None = None
    incumbent: Callable[[], Any] | None = None
    least: Callable[[], int | None] | None = None
    engine: str = ""
    around: Deadline | None = field(default=None, repr=False)
    _started: float = field(default_factory=time.perf_counter)
    _paused: float = 0.0
    _step: int = 1

    def __post_init__(self) -> None:
        self.around = getattr(HERE, "deadline", None)
        for name, least, otherwise in COUNTS:
            count = getattr(self, name)
            if count is not None and (type(count) is not int or count < least):
                setattr(self, name, as_count(name, count, least, otherwise))
        if self.max_seconds is not None:
            check_seconds("max_seconds", self.max_seconds)
        if self.trace is not None:
            check_callback("trace", self.trace, "an Event")
        if self.progress is not None:
            check_callback("progress", self.progress, "the Stats")

    def pause(self) -> None:
        """Enforce the limits, report progress, and set the next alarm about 20 ms ahead.

        Raises:
            Stopped: A limit is reached.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        stats = self.stats
        nodes = stats.nodes
        if self.max_nodes is not None and nodes >= self.max_nodes:
            raise Stopped("nodes")
        elapsed = stats.seconds = time.perf_counter() - self._started
        if self.max_seconds is not None and elapsed >= self.max_seconds:
            raise Stopped("seconds")
        if self.around is not None:
            self.around.check()
        if self.max_memory is not None and memory_in_use() >= self.max_memory:
            raise Stopped("memory")
        if self.interrupted:
            raise KeyboardInterrupt
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

    def visit(self, nodes: int = 1) -> None:
        """Count nodes and enforce the limits. Your own strategy needs to call only this.

        Args:
            nodes: The number of nodes to count.

        Raises:
            Stopped: A limit is reached.
        """
        self.stats.nodes += nodes
        if self.stats.nodes >= self.alarm:
            self.pause()

    def allowed(self, most: int) -> int:
        """Pause, then return how many nodes a kernel may search next.

        Args:
            most: The maximum number of nodes to return.

        Raises:
            Stopped: A limit is reached.
        """
        self.pause()
        return most if self.max_nodes is None else min(most, self.max_nodes - self.stats.nodes)

    def within(self, work: Callable[[], T]) -> T:
        """Call a function that must finish within the remaining time.

        Args:
            work: The function to call.

        Returns:
            The function's result.

        Raises:
            Stopped: The time ran out first.
        """
        if self.max_seconds is None:
            return work()
        return limited(max(self.max_seconds - self.elapsed(), 0.0), work)

    def each_within(self, items: Iterator[T]) -> Iterator[T]:
        """Yield items that must be produced within the remaining time.

        Args:
            items: The iterator that produces the items.

        Raises:
            Stopped: The time ran out first.
        """
        return items if self.max_seconds is None else self._each_within(items, self.max_seconds)

    def _each_within(self, items: Iterator[T], seconds: float) -> Iterator[T]:
        try:
            yield from each_within(max(seconds - self.elapsed(), 0.0), OutOfTime, items)
            return
        except OutOfTime:
            if self.around is not None and self.around.is_over():
                raise
        raise Stopped("seconds")

    def rest(self) -> Run:
        """Return a run for another search, which gets the rest of this run's limits.

        The new run searches for all solutions.
        """
        nodes, seconds = self.max_nodes, self.max_seconds
        return Run(
            None,
            None if nodes is None else max(nodes - self.stats.nodes, 0),
            None if seconds is None else max(seconds - self.elapsed(), 0.0),
            max_memory=self.max_memory,
        )

    def elapsed(self) -> float:
        """Return the seconds since the run began, and record them in the counters."""
        self.stats.seconds = time.perf_counter() - self._started
        return self.stats.seconds


def memory_in_use() -> int:
    """Return the bytes of memory that this process uses, or its peak if that's all we can know."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - called often
            return int(file.read().split()[1]) * PAGESIZE
    except OSError:
        return peak_memory()


@formerly(answer="solution", answers="solutions")
@dataclass(frozen=True, init=False)
class Result(Generic[A]):
    """The outcome of a search: its solutions, the way it ended, and its counters.

    Printing a result shows the solved puzzle, or the reason why there is no solution.

    Args:
        puzzle: The puzzle.
        strategy: The spelling of the strategy that searched.
        solutions: The solutions that were found and kept.
        status: How the search ended.
        stats: The counters of the search.
        reason: Why the search ended, or a function that returns it.
        proof: A proof that there is no solution, in the puzzle's own terms, or None.
        best: The value of the best solution, if the puzzle asks for the best one and the search
            has proven that it has found it.
        engine: `compiled`, or `readable` with a reason, if the strategy has both engines.
        bound: A value that no solution can better, if the search was stopped with a solution that
            may not be the best.

    >>> import clew
    >>> result = clew.solve("queens:3")
    >>> result.solved, result.unsolvable, result.status.value
    (False, True, 'complete')
    >>> print(result)
    no solution: 3 rules contradict each other: columns; rising diagonals; falling diagonals
    """

    puzzle: Puzzle[A]
    strategy: str
    solutions: tuple[A, ...]
    status: Status
    stats: Stats
    proof: Any = None
    best: int | None = None
    engine: str = field(default="", compare=False)
    bound: int | None = None
    _reason: str | Callable[[], str] = field(default="", init=False, repr=False, compare=False)

    def __init__(
        self,
        puzzle: Puzzle[A],
        strategy: str,
        solutions: tuple[A, ...],
        status: Status,
        stats: Stats,
        reason: str | Callable[[], str] = "",
        proof: Any = None,
        best: int | None = None,
        engine: str = "",
        bound: int | None = None,
    ) -> None:
        put = object.__setattr__  # a frozen dataclass refuses plain assignments
        put(self, "puzzle", puzzle)
        put(self, "strategy", strategy)
        put(self, "solutions", solutions)
        put(self, "status", status)
        put(self, "stats", stats)
        put(self, "_reason", reason)
        put(self, "proof", proof)
        put(self, "best", best)
        put(self, "engine", engine)
        put(self, "bound", bound)

    @cached_property
    def reason(self) -> str:
        """Why the search ended, if the status alone doesn't say.

        It's the limit that was reached, the rule that the givens break, or a smallest set of rules
        that contradict each other. Clew looks for that set when you first read this attribute.
        """
        found = self._reason
        return found if isinstance(found, str) else found()

    @property
    def solution(self) -> A | Any:
        """The first solution, or None if there is none."""
        return self.solutions[0] if self.solutions else None

    @cached_property
    def cost(self) -> int | float | None:
        """The cost of the first solution's moves, or the quantity to minimise or maximise."""
        return self.puzzle.price(self.solution) if self.solutions else None

    @property
    def solved(self) -> bool:
        """True if there is a solution."""
        return bool(self.solutions)

    @property
    def unsolvable(self) -> bool:
        """True if the search covered everything without finding a solution."""
        return not self.solutions and self.status is Status.COMPLETE

    @property
    def unique(self) -> bool | None:
        """True if there is exactly one solution. None if the search ended too early to know."""
        known = self.status is Status.COMPLETE or len(self.solutions) > 1
        return len(self.solutions) == 1 if known else None

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain data, as in `clew solve --json` and in the web API.

        `told` is the first solution in words. `unique` is None if Clew doesn't know.
        """
        found: dict[str, Any] = {"id": self.puzzle.id, "strategy": self.strategy}
        found |= {"status": self.status.value, "reason": self.reason, "engine": self.engine}
        found["solutions"] = tuple(map(self.puzzle.data_of, self.solutions))
        found["told"] = self.puzzle.tell(self.solution) if self.solutions else ""
        found["unique"] = self.unique
        more = {"proof": self.proof, "best": self.best, "cost": self.cost, "bound": self.bound}
        found |= {key: value for key, value in more.items() if value is not None}
        return found | {"stats": self.stats.as_dict()}

    def raise_if_stopped(self) -> None:
        """Raise an error if a limit ended the search, since there may then be more solutions.

        Raises:
            Stopped: A limit ended the search.
        """
        if self.status is Status.STOPPED:
            raise Stopped(self.reason)

    def __str__(self) -> str:
        if self.solutions:
            said = self.puzzle.tell(self.solution)
            from clew.board.text import text

            told = text(self.puzzle.board(self.solution)) + (f"\n{said}" if said else "")
            if self.best is not None:
                return f"{told}; searched to the end: no solution is better"
            if self.puzzle.objective is not None:
                limit = ""
                if self.bound is not None and self.cost is not None:
                    side = "below" if self.bound <= self.cost else "above"
                    limit = f", but none {side} {self.bound}"
                return f"{told}; {Stopped(self.reason)}: there may be a better solution{limit}"
            return told
        if self.unsolvable:
            return f"no solution: {self.reason}" if self.reason else "no solution"
        return str(Stopped(self.reason))

    def _repr_svg_(self) -> str:
        from clew.board.svg import svg

        return svg(self.puzzle.board(self.solution))


# ------------------------------------------------------------------ memory
# The peak memory of the process, for systems that don't report how much it uses now.


def peak_memory() -> int:
    """Return the peak memory of this process in bytes, or 0 if the system doesn't report it."""
    try:
        import resource
    except ImportError:  # this system doesn't have the module, so Clew can't limit the memory
        return 0
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
