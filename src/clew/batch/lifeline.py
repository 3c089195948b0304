"""A process that ends with another one, at once and whatever it is doing."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress


def end_with(pipe: int) -> None:
    """End this process when the other end of a pipe is closed, which nobody writes to.

    On Linux the kernel ends it, by a signal: a thread that waits for the end of the pipe cannot do
    so while a call that holds the GIL is under way, or an import that takes long.
    """
    if sys.platform != "linux":
        threading.Thread(target=_wait, args=(pipe,), daemon=True).start()
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        if not os.read(pipe, 1):  # it was closed before
            os._exit(1)


def _wait(pipe: int) -> None:
    from multiprocessing.connection import wait

    wait([pipe])
    os._exit(1)
