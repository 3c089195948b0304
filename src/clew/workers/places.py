"""Places to run work: this process, all cores of this machine, or a Dask cluster.

>>> from clew.workers.places import run
>>> list(run(abs, [3, -4], 0))
[(0, 3), (1, 4)]

The result doesn't depend on the place. The work is a function that takes one part. It must be
possible to pickle the function, the part and the result.
"""

from __future__ import annotations

import logging
import re
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from clew.workers import NoWorkers, processors
from clew.workers.processes import DEATHS, WorkerDied, WorkerPool, end_with, parent_pipe

if TYPE_CHECKING:
    import distributed
    from distributed import Client


T = TypeVar("T")
R = TypeVar("R")
Where = int | str | None
"""A number of processes (0 for this one, None for one per core), or a cluster: see `opened`."""
LOOK = 0.05
"""The maximum number of seconds to wait before checking for signals and limits."""
AHEAD = 4
"""The maximum number of parts per worker that are in progress, or finished but not yet yielded."""
PATIENCE = 20
"""The number of seconds to wait for a cluster to answer."""
ASK_AGAIN = 5.0
"""The number of seconds between two checks of the number of workers."""


class Poisoned(NamedTuple):
    """A part without a result."""

    reason: str = "poisoned: each worker that took it died"


class Place(NamedTuple):
    """An executor, its number of workers, and the errors that it raises when workers die."""

    executor: Executor
    size: Callable[[], int]
    deadly: tuple[type[Exception], ...] = ()
    certain: bool = True
    """True if a worker's death can be blamed on its own part. On a cluster, another part on the
    same worker may be the culprit.
    """


def run(
    work: Callable[[T], R], parts: Iterable[T], where: Where = None
) -> Generator[tuple[int, R | Poisoned], None, None]:
    """Yield the result of the work on each part, with its number, in the order of the parts.

    Parts are read when they're needed, and only a few are kept in memory. If a worker is killed,
    only its part is lost, and another worker tries it again. If four workers die while working on a
    part, its result is Poisoned, and the other parts continue. Errors in the work are raised here.
    Leaving the loop ends the workers.
    """
    with opened(where) as place:
        yield from enumerate(through(work, parts, place))


def through(work: Callable[[T], R], parts: Iterable[T], place: Place) -> Iterator[R | Poisoned]:
    """Yield the results of `run` in a place that's already open, without the numbers."""
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
    """Return the first part's result. If another part may have killed its worker, try it alone."""
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
    """Wait in short turns, to notice signals and limits soon."""
    while wait_for(futures, timeout=LOOK).not_done:
        pass


@contextmanager
def opened(where: Where = None) -> Iterator[Place]:
    """Open a place: a number of processes, or a Dask cluster.

    `tcp://HOST:PORT` is an existing cluster, and `local:4` starts a new one with four processes.
    """
    if where == 0:
        yield Place(Here(), lambda: 1)
        return
    with _pipes_may_break():
        if isinstance(where, str):
            with joined(where) as place:
                yield place
        else:
            with _processes(where or processors()) as place:
                yield place


@contextmanager
def _processes(size: int) -> Iterator[Place]:
    if size < 0:
        raise ValueError(f"workers: {size} is negative. Use 0 or more")
    pool = WorkerPool(size)
    try:
        yield Place(pool, lambda: size, (WorkerDied,))
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _pipes_may_break() -> Iterator[None]:
    """Turn writing to a dead worker into an error.

    Otherwise a command that ends quietly on a broken pipe, as in `| head`, would end here too.
    """
    ours = threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGPIPE")
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN) if ours else None
    try:
        yield
    finally:
        if ours and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGPIPE, before)


class Here(Executor):
    """An executor that makes each call immediately, in this process."""

    def submit(self, fn: Callable[..., R], /, *args: object, **kwargs: object) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


# ------------------------------------------------------------------ a Dask cluster


@contextmanager
def joined(address: str) -> Iterator[Place]:
    """Connect to the cluster at an address (`tcp://HOST:PORT`), or start one here (`local:4`)."""
    try:
        from distributed import KilledWorker
    except ImportError:
        raise NoWorkers("a cluster needs Dask: pip install 'clew-puzzles[cluster]'") from None
    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):  # our one-line error replaces pages of its logs
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with _client(address) as client:
        executor = Cluster(client)
        try:
            yield Place(executor, ClusterSize(client), (KilledWorker,), certain=False)
        except (OSError, CancelledError) as error:  # Dask cancels lost futures
            if _reaches(client):
                raise
            raise NoWorkers(f"{address}: lost the connection to the Dask scheduler") from error
        finally:
            if _reaches(client):
                executor.shutdown(cancel_futures=True)
            else:
                with suppress(OSError, TimeoutError):
                    client.close(timeout=1)


def _reaches(client: Client) -> bool:
    """Check whether the scheduler can be reached.

    If it was killed, a client waits a long time for a new one.
    """
    comm = client.scheduler_comm
    return client.status == "running" and comm is not None and not comm.closed()


@contextmanager
def _client(address: str) -> Iterator[Client]:
    kind, _, rest = address.partition(":")
    if kind == "local":
        if not (rest.isascii() and rest.isdigit() and int(rest)):
            raise ValueError(f"cluster: {address!r} has no number of workers. Write local:4")
        with _of_its_own(int(rest)) as client:
            yield client
        return
    if not re.fullmatch(r"[a-z]+://.+:\d{1,5}", address):
        raise ValueError(f"cluster: {address!r} isn't an address. Write tcp://HOST:PORT or local:4")
    from distributed import Client

    try:
        found = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoWorkers(f"{address}: can't reach a Dask cluster: {error}") from None
    with found:
        yield found


@contextmanager
def _of_its_own(size: int) -> Iterator[Client]:
    """Start a cluster of separate processes. Each works on one part at a time.

    After half of the allowed deaths, a part is tried alone. So it's to blame for any more deaths.
    """
    import dask
    from distributed import Client, LocalCluster

    settings = {
        "distributed.scheduler.allowed-failures": DEATHS // 2 - 1,
        "distributed.worker.preload": [__name__],
        "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "CRITICAL",
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=size, threads_per_worker=1, processes=True, dashboard_address=":0",
            memory_limit=0, silence_logs=50,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):  # fmt: skip
        yield client


def dask_setup(worker: object) -> None:
    """Prepare a new Dask worker. Dask calls this function.

    The worker leaves Ctrl-C to its parent process, and ends when the parent does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent_pipe())


class Cluster(Executor):
    """Makes a Dask client's workers available as an executor.

    Dask's own executor mistakes a result for a failure if the worker dies just after the result was
    fetched.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._tasks: set[distributed.Future] = set()

    def submit(self, fn: Callable[..., R], /, *args: object, **kwargs: object) -> Future[R]:
        future: Future[R] = Future()
        task = self._client.submit(fn, *args, **kwargs, pure=False)
        self._tasks.add(task)
        self._client.loop.add_callback(self._hand_over, task, future)
        return future

    async def _hand_over(self, task: distributed.Future, future: Future[R]) -> None:
        try:
            future.set_result(await task)
        except BaseException as error:
            future.set_exception(error)
        finally:
            self._tasks.discard(task)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            self._client.cancel(list(self._tasks), force=True)


class ClusterSize:
    """The number of parts that a cluster can work on at a time.

    It's checked regularly, because the cluster may grow.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._until = 0.0
        self._size = 1

    def __call__(self) -> int:
        if time.monotonic() >= self._until:
            self._size = max(1, sum(self._client.nthreads().values()))
            self._until = time.monotonic() + ASK_AGAIN
        return self._size
