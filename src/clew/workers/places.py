"""Where work is done: in this process, on all cores of the machine, or on a Dask cluster.

>>> from clew.workers.places import run
>>> list(run(abs, [3, -4], 0))
[(0, 3), (1, 4)]

The result does not depend on the place. The work is a function of one part that pickles, and so
must its result.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from clew.workers import processors
from clew.workers.process import WorkerDied
from clew.workers.worker_pool import WorkerPool

T = TypeVar("T")
R = TypeVar("R")
Where = int | str | None
"""A number of processes (0: in this one; None: one per core), or a cluster: see `opened`."""
LOOK = 0.05
"""Seconds that a wait may take before signals and limits are noticed."""
AHEAD = 4
"""Parts per worker that are begun, or finished and not yet handed over."""


class Poisoned(NamedTuple):
    """A part without a result."""

    reason: str = "poisoned: each worker that took it died"


class Place(NamedTuple):
    """An executor, how many work in it, and what it raises for a part whose workers died."""

    executor: Executor
    size: Callable[[], int]
    deadly: tuple[type[Exception], ...] = ()
    certain: bool = True
    """Whether a part that is said to be deadly is, rather than one that worked beside it."""


def run(
    work: Callable[[T], R], parts: Iterable[T], where: Where = None
) -> Generator[tuple[int, R | Poisoned], None, None]:
    """The result of the work on each part, with its number, in the order of the parts.

    Parts are taken as they are needed, and only so many are held at a time. A killed worker costs
    only its part, which another one does again; a part that four workers died of is Poisoned, and
    the rest goes on. What the work raises is raised here. Leaving the loop ends the workers.
    """
    with opened(where) as place:
        yield from enumerate(through(work, parts, place))


def through(work: Callable[[T], R], parts: Iterable[T], place: Place) -> Iterator[R | Poisoned]:
    """The same at a place that is open already, without the numbers."""
    begun: deque[tuple[T, Future[R]]] = deque()
    for part in parts:
        begun.append((part, place.executor.submit(work, part)))
        while begun and (begun[0][1].done() or len(begun) >= AHEAD * place.size()):
            result = _result(work, begun, place)
            yield result
    while begun:
        result = _result(work, begun, place)
        yield result


def _result(
    work: Callable[[T], R], begun: deque[tuple[T, Future[R]]], place: Place
) -> R | Poisoned:
    """The result of the first part; tried again alone if it may have died of another part."""
    part, future = begun.popleft()
    _wait_for([future])
    try:
        return future.result()
    except place.deadly:
        if place.certain:
            return Poisoned()
    _wait_for([future for _, future in begun])
    alone = place.executor.submit(work, part)
    _wait_for([alone])
    try:
        return alone.result()
    except place.deadly:
        return Poisoned()


def _wait_for(futures: list[Future[R]]) -> None:
    """Wait in short turns: a signal or a limit that comes just before one is noticed after it."""
    while wait_for(futures, timeout=LOOK).not_done:
        pass


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
            from clew.workers.cluster import joined

            with joined(where) as place:
                yield place
        else:
            with _processes(where or processors()) as place:
                yield place


@contextmanager
def _processes(size: int) -> Iterator[Place]:
    if size < 0:
        raise ValueError(f"workers: found {size}, expected 0 or more")
    pool = WorkerPool(size)
    try:
        yield Place(pool, lambda: size, (WorkerDied,))
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _pipes_may_break() -> Iterator[None]:
    """Let a dead worker be an error: a command that ends quietly in `| head` would end of it."""
    ours = threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGPIPE")
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN) if ours else None
    try:
        yield
    finally:
        if ours and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGPIPE, before)


class Here(Executor):
    """An executor that makes each call at once, in this process."""

    def submit(self, fn: Callable[..., R], /, *args: object, **kwargs: object) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
