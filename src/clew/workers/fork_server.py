"""A process that has imported all that workers need, and forks one in milliseconds when asked.

A worker that was killed has to be replaced, and a fresh Python takes a third of a second to import
what it needs. The fork server imports it once, and its workers share that memory. It receives one
end of a pipe for each worker, and answers with the number of the process.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle, send_handle
from typing import NoReturn

from clew.workers.process import (
    Forked,
    Pipe,
    Prepare,
    WorkerProcess,
    end_with,
    parent_pipe,
    serve,
    start,
)

AVAILABLE = sys.platform == "linux"
"""Elsewhere each worker is a new process."""


class ForkServer:
    """Starts workers that have `preload` behind them, and first call `prepare`."""

    def __init__(self, preload: Callable[[], object], prepare: Prepare = None) -> None:
        self._functions = preload, prepare
        self._lock = threading.Lock()
        self._server: WorkerProcess | None = None
        self._dead: list[WorkerProcess] = []
        """Servers that were killed: their workers live as long as these are not closed."""

    def get_ready(self) -> WorkerProcess:
        """Begin to import what workers need."""
        if self._server is None:
            self._server = WorkerProcess(*start("spawn", _fork_workers, *self._functions))
        return self._server

    def start(self) -> WorkerProcess:
        """A new worker. If the server was killed from outside, another one is started."""
        if AVAILABLE:
            with self._lock:
                for _ in range(2):
                    try:
                        return self._forked()
                    except (EOFError, OSError):
                        self._dead += [self._server] if self._server else []
                        self._server = None
        return WorkerProcess.start("spawn", self._functions[1])

    def _forked(self) -> WorkerProcess:
        server = self.get_ready()
        ours, theirs = multiprocessing.Pipe()
        with theirs:
            send_handle(server.pipe, theirs.fileno(), server.pid)
            return WorkerProcess(ours, Forked(server.pipe.recv()))

    def close(self) -> None:
        """End the server, and with it all of its workers."""
        for server in (*self._dead, self._server):
            if server is not None:
                server.end()
        self._server = None


def _fork_workers(pipe: Pipe, preload: Callable[[], object], prepare: Prepare) -> NoReturn:
    """What the fork server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to deal with
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the workers
    end_with(parent_pipe())
    preload()
    gc.freeze()  # the collector would touch what they share
    while True:
        try:
            handle = recv_handle(pipe)
        except (EOFError, OSError):
            os._exit(0)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            pipe.close()
            own = f"/proc/self/fd/{parent_pipe()}"  # only one process is told through one file
            end_with(os.open(own, os.O_RDONLY | os.O_NONBLOCK))
            serve(Connection(handle), prepare)
        os.close(handle)
        pipe.send(child)
