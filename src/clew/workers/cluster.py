"""Work on a Dask cluster: one that is there, or processes of its own on this machine."""

from __future__ import annotations

import logging
import re
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from clew.workers import NoWorkers
from clew.workers.places import Place
from clew.workers.process import end_with, parent_pipe
from clew.workers.worker_pool import DEATHS

if TYPE_CHECKING:
    import distributed
    from distributed import Client

R = TypeVar("R")
PATIENCE = 20
"""Seconds to wait for a cluster to answer."""
LOOK = 5.0
"""Seconds after which the number of workers is asked for again."""


@contextmanager
def joined(address: str) -> Iterator[Place]:
    """The cluster at that address (`tcp://HOST:PORT`), or one made here (`local:4`)."""
    try:
        from distributed import KilledWorker
    except ImportError:
        raise NoWorkers("a cluster needs Dask: install clew[cluster]") from None
    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):  # we say in one line what its logs say in pages
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with _client(address) as client:
        executor = Cluster(client)
        try:
            yield Place(executor, Size(client), (KilledWorker,), certain=False)
        except (OSError, CancelledError) as error:  # a lost future is a cancelled one
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
    """Whether the scheduler is there. If it was killed, a client waits long for another one."""
    comm = client.scheduler_comm
    return client.status == "running" and comm is not None and not comm.closed()


@contextmanager
def _client(address: str) -> Iterator[Client]:
    kind, _, rest = address.partition(":")
    if kind == "local":
        if not (rest.isascii() and rest.isdigit() and int(rest)):
            raise ValueError(f"cluster: found {address!r}, expected local: and a number of workers")
        with _of_its_own(int(rest)) as client:
            yield client
        return
    if not re.fullmatch(r"[a-z]+://.+:\d{1,5}", address):
        raise ValueError(f"cluster: found {address!r}, expected tcp://HOST:PORT or local:4")
    from distributed import Client

    try:
        found = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoWorkers(f"{address}: found no Dask cluster: {error}") from None
    with found:
        yield found


@contextmanager
def _of_its_own(size: int) -> Iterator[Client]:
    """A cluster of separate processes, each of which works on one part at a time.

    A part is suspected after half the deaths, and then tried alone: the last deaths are its own.
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
    """Called by Dask in each new worker: leave Ctrl-C to the parent process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent_pipe())


class Cluster(Executor):
    """The workers of a client as an executor.

    Dask's own executor takes a result for a failure if its worker dies just after it was fetched.
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


class Size:
    """How many parts a cluster can work on at a time; asked for again and again, as it may grow."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._until = 0.0
        self._size = 1

    def __call__(self) -> int:
        if time.monotonic() >= self._until:
            self._size = max(1, sum(self._client.nthreads().values()))
            self._until = time.monotonic() + LOOK
        return self._size
