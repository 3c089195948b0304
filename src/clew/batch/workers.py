"""Where work is done: in this process, on all cores of the machine, or on a Dask cluster.

>>> from clew.batch.workers import run
>>> list(run(abs, [3, -4], 0))
[(0, 3), (1, 4)]

The outcome does not depend on the place. The work is a function of one part that pickles, and so
must its outcome.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from clew.batch.cores import NoWorkers, processors
from clew.batch.crew import DEATHS, Crew, Died

__all__ = [
    "DEATHS", "NoWorkers", "Place", "Poisoned", "Where", "opened", "processors", "run", "through",
]  # fmt: skip

T = TypeVar("T")
R = TypeVar("R")
Where = int | str | None
"""A number of processes (0: in this one; None: one a core), or a cluster: see `opened`."""
AHEAD = 4
"""Parts for each worker that are begun, or done and not yet handed over."""


@dataclass(frozen=True)
class Poisoned:
    """A part without an outcome."""

    reason: str = "poisoned: each worker that took it died"


@dataclass(frozen=True)
class Place:
    """An executor, how many work in it, and what it raises for a part whose workers died."""

    executor: Executor
    size: Callable[[], int]
    deadly: tuple[type[Exception], ...] = ()
    sure: bool = True
    """Whether a part that is said to be deadly is, rather than one that worked beside it."""


def run(
    work: Callable[[T], R], parts: Iterable[T], where: Where = None
) -> Generator[tuple[int, R | Poisoned], None, None]:
    """The outcome of the work on each part, with its number, in the order of the parts.

    Parts are taken as they are needed, and only so many are held at a time. A worker that is killed
    costs only its part, which another one does again; a part that four workers died of is Poisoned,
    and the rest goes on. What the work raises is raised here. Leaving the loop ends the workers.
    """
    with opened(where) as place:
        yield from enumerate(through(work, parts, place))


@dataclass
class Task(Generic[T, R]):
    """A part, and the outcome that it will have."""

    part: T
    future: Future[R]


def through(work: Callable[[T], R], parts: Iterable[T], place: Place) -> Iterator[R | Poisoned]:
    """The same at a place that is open already, without the numbers."""
    tasks: deque[Task[T, R]] = deque()
    for part in parts:
        tasks.append(Task(part, place.executor.submit(work, part)))
        while tasks and (tasks[0].future.done() or len(tasks) >= AHEAD * place.size()):
            outcome = _outcome(work, tasks, place)
            yield outcome
    while tasks:
        outcome = _outcome(work, tasks, place)
        yield outcome


def _outcome(work: Callable[[T], R], tasks: deque[Task[T, R]], place: Place) -> R | Poisoned:
    """What came of the first task; once more alone, if its death may be another one's doing."""
    task = tasks.popleft()
    try:
        return task.future.result()
    except place.deadly:
        if place.sure:
            return Poisoned()
    wait_for([each.future for each in tasks])
    try:
        return place.executor.submit(work, task.part).result()
    except place.deadly:
        return Poisoned()


@contextmanager
def opened(where: Where = None) -> Iterator[Place]:
    """The place that is meant: a number of processes, or a Dask cluster.

    A cluster is `tcp://HOST:PORT`, one that is there, or `local:4`, four processes of its own.
    """
    if where == 0:
        yield Place(Here(), lambda: 1)
        return
    with _pipes_may_break():
        if isinstance(where, str):
            from clew.batch.cluster import joined

            with joined(where) as place:
                yield place
        else:
            with _crew(where or processors()) as place:
                yield place


@contextmanager
def _crew(size: int) -> Iterator[Place]:
    if size < 0:
        raise ValueError(f"workers: found {size}, expected 0 or more")
    crew = Crew(size)
    try:
        yield Place(crew, lambda: size, (Died,))
    finally:
        crew.shutdown(cancel_futures=True)


@contextmanager
def _pipes_may_break() -> Iterator[None]:
    """Have a dead worker told by an error: a command line that ends in `| head` would end of it."""
    ours = threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGPIPE")
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN) if ours else None
    try:
        yield
    finally:
        if ours and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGPIPE, before)


class Here(Executor):
    """An executor that does each call at once, in this process."""

    def submit(self, fn: Callable[..., R], /, *args: object, **kwargs: object) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
