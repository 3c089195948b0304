"""What is wanted of a search and what it may spend (Run), and what came of it (Result)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from enum import Enum
from functools import cached_property
from mmap import PAGESIZE
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from clew.board.svg import svg
from clew.board.text import text
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
    """What a puzzle's answers are; anything where it is not said."""
else:
    A = TypeVar("A")
T = TypeVar("T")
COUNTS = (("max_solutions", 1, "all"), ("max_nodes", 0, "no limit"), ("max_memory", 0, "no limit"))
"""The limits of a run that are whole numbers, the least each may be, and what None means."""
FARTHEST_ALARM = 1 << 20
"""The most nodes from one look at the limits to the next."""


class Status(Enum):
    """How a search ended. COMPLETE: it came to its end, so there is nothing more to find.

    >>> import clew
    >>> clew.solve("queens:8").status
    <Status.ENOUGH: 'enough'>
    """

    COMPLETE = "complete"
    ENOUGH = "enough"
    STOPPED = "stopped"


@dataclass(slots=True)
class Stats:
    """What a search did. A node is the root, an assignment made, or a state expanded.

    Walks also count the states generated, and how many of these were already known (duplicates).

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


@renamed(max_answers="max_solutions")
@dataclass(slots=True)
class Run:
    """One search: how many answers are wanted, what it may spend, and who watches.

    A strategy calls `pause` when its node count reaches `alarm`. `pause` enforces the limits and
    reports progress, so the hot loop pays for only one comparison.

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
    """In bytes, of the whole process."""
    stats: Stats = field(default_factory=Stats)
    alarm: int = 0
    reason: str = ""
    """Why there is no answer, if a strategy knows it."""
    proof: Any = None
    """What shows that there is none, in the puzzle's own terms."""
    by: str = ""
    """Who searched, where that is not only the strategy that was called: `one then another`."""
    interrupted: bool = False
    """Whether Ctrl-C was pressed; the next pause raises it again, should it have got lost."""
    best: int | None = None
    """How good the best answer is, once the search for a better one came to its end."""
    incumbent: Callable[[], Any] | None = None
    """Returns the strategy's best answer so far, or None: the answer, if a limit comes first."""
    engine: str = ""
    """Where a strategy has two: "compiled", or "readable: " and why."""
    around: Deadline | None = field(default=None, repr=False)
    """The deadline of the call that this search is a part of."""
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
        """Enforce the limits, report progress, and set the next alarm about 20 ms ahead."""
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
        """Count nodes, and enforce the limits: all that a strategy of your own must call."""
        self.stats.nodes += nodes
        if self.stats.nodes >= self.alarm:
            self.pause()

    def allowed(self, most: int) -> int:
        """Pause, and return how many nodes a kernel may search: so many, or up to the limit."""
        self.pause()
        return most if self.max_nodes is None else min(most, self.max_nodes - self.stats.nodes)

    def within(self, work: Callable[[], T]) -> T:
        """Do the work; Stopped if the seconds are over first."""
        if self.max_seconds is None:
            return work()
        return limited(max(self.max_seconds - self.elapsed(), 0.0), work)

    def each_within(self, items: Iterator[T]) -> Iterator[T]:
        """The items, made within the remaining seconds; Stopped if they are over."""
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
        """A run for another search, with what this one has left of its limits; it wants all."""
        nodes, seconds = self.max_nodes, self.max_seconds
        return Run(
            None,
            None if nodes is None else max(nodes - self.stats.nodes, 0),
            None if seconds is None else max(seconds - self.elapsed(), 0.0),
            max_memory=self.max_memory,
        )

    def elapsed(self) -> float:
        """Seconds since the run began; also noted in the stats."""
        self.stats.seconds = time.perf_counter() - self._started
        return self.stats.seconds


def memory_in_use() -> int:
    """The bytes of memory that this process holds now, or held at most where that is not known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - called often
            return int(file.read().split()[1]) * PAGESIZE
    except OSError:
        return peak_memory()


@formerly(answer="solution", answers="solutions")
@dataclass(frozen=True, init=False)
class Result(Generic[A]):
    """The outcome of a search: the answers, how it ended, and what it cost.

    `reason` says why it ended if the status alone does not: the limit that was reached, the rule
    that the givens break, or a smallest set of rules that contradict each other (found when it is
    first asked for).

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
    """A proof that there is no answer, in the puzzle's own terms, or None."""
    best: int | None = None
    """How good the best answer is, where that differs and the search came to its end."""
    engine: str = field(default="", compare=False)
    """Where the strategy has two: "compiled", or "readable: " and why."""
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
    ) -> None:
        put = object.__setattr__  # a frozen dataclass allows no other way
        put(self, "puzzle", puzzle)
        put(self, "strategy", strategy)
        put(self, "solutions", solutions)
        put(self, "status", status)
        put(self, "stats", stats)
        put(self, "_reason", reason)
        put(self, "proof", proof)
        put(self, "best", best)
        put(self, "engine", engine)

    @cached_property
    def reason(self) -> str:
        """Why it ended, if the status alone does not say it."""
        found = self._reason
        return found if isinstance(found, str) else found()

    @property
    def solution(self) -> A | Any:
        """The first solution, or None if there is none."""
        return self.solutions[0] if self.solutions else None

    @cached_property
    def cost(self) -> int | float | None:
        """What the moves of the first answer cost, or what was to be least or greatest."""
        return self.puzzle.price(self.solution) if self.solutions else None

    @property
    def solved(self) -> bool:
        return bool(self.solutions)

    @property
    def unsolvable(self) -> bool:
        """Whether the search came to its end without an answer."""
        return not self.solutions and self.status is Status.COMPLETE

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one answer; None if the search ended before that was known."""
        known = self.status is Status.COMPLETE or len(self.solutions) > 1
        return len(self.solutions) == 1 if known else None

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data: the same here, in `clew solve --json` and in the web API.

        `told` is the first answer in words; `unique` is None if it is not known.
        """
        found: dict[str, Any] = {"id": self.puzzle.id, "strategy": self.strategy}
        found |= {"status": self.status.value, "reason": self.reason, "engine": self.engine}
        found["solutions"] = tuple(map(self.puzzle.data_of, self.solutions))
        found["told"] = self.puzzle.tell(self.solution) if self.solutions else ""
        found["unique"] = self.unique
        more = {"proof": self.proof, "best": self.best, "cost": self.cost}
        found |= {key: value for key, value in more.items() if value is not None}
        return found | {"stats": self.stats.as_dict()}

    def raise_if_stopped(self) -> None:
        """Raise Stopped if a limit ended the search: the answers may not be all there are."""
        if self.status is Status.STOPPED:
            raise Stopped(self.reason)

    def __str__(self) -> str:
        if self.solutions:
            said = self.puzzle.tell(self.solution)
            told = text(self.puzzle.board(self.solution)) + (f"\n{said}" if said else "")
            if self.best is not None:
                return f"{told}; searched to the end: no answer is better"
            if self.puzzle.objective is not None:
                return f"{told}; stopped ({self.reason}): a better answer may exist"
            return told
        if self.unsolvable:
            return f"no solution: {self.reason}" if self.reason else "no solution"
        return f"stopped: {self.reason}"

    def _repr_svg_(self) -> str:
        return svg(self.puzzle.board(self.solution))


# ------------------------------------------------------------------ memory
# How much memory the process held at most, for systems that do not tell how much it holds now.


def peak_memory() -> int:
    """The bytes that this process held at most; 0 where that is not known."""
    try:
        import resource
    except ImportError:  # no such thing on this system: the limit cannot be kept
        return 0
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
