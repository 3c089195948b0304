"""Where workers come from: forked from a process that has imported everything, in milliseconds.

A worker that is killed has to be replaced, and a fresh Python takes a third of a second to import
what it needs. So one process imports it once, and forks a worker whenever it is asked to; they
share its memory. It is asked through a socket, by which the worker's two pipes come along. Where
processes cannot be forked, each worker is started afresh.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass

COMMAND = (sys.executable, "-P", "-m", "clew.web.worker")
FORKS = sys.platform == "linux"


@dataclass(eq=False)
class Child:
    """A process with a pipe to it and one from it."""

    pid: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    process: asyncio.subprocess.Process | None = None
    """The process itself, if it is a child of ours."""

    @property
    def alive(self) -> bool:
        return not self.reader.at_eof() and (self.process is None or not self.process.returncode)

    def kill(self) -> None:
        """End it, if it has not ended: a number may belong to another process since."""
        with suppress(ProcessLookupError):
            if self.process is not None:
                self.process.kill()
            elif self.alive:
                os.kill(self.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """Return when it has ended."""
        with suppress(ConnectionError):
            while await self.reader.read(1 << 16):
                pass
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()
        if self.process is not None:
            await self.process.wait()


class Nursery:
    """Gives birth to workers."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._mother: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._life: tuple[int, int] | None = None
        """A pipe that nobody writes to: all that is started here ends when it is closed."""

    async def start(self) -> Child:
        """A new worker; after the first, it takes some milliseconds."""
        if not FORKS:
            return await _afresh()
        async with self._lock:
            for _ in range(2):
                try:
                    return await self._born()
                except (BrokenPipeError, ConnectionError, EOFError):
                    self._end_mother()  # it was killed from outside: another one is started
        return await _afresh()

    def get_ready(self) -> None:
        """Begin to import what workers need."""
        if FORKS and self._mother is None:
            self._life = self._life or os.pipe()
            ours, theirs = socket.socketpair()
            ours.setblocking(False)
            with theirs:
                self._mother = subprocess.Popen(
                    (*COMMAND, str(theirs.fileno())),
                    stdin=self._life[0],
                    stdout=subprocess.DEVNULL,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            self._line = ours

    async def _born(self) -> Child:
        self.get_ready()
        assert self._line is not None
        their_in, our_out = os.pipe()
        our_in, their_out = os.pipe()
        try:
            socket.send_fds(self._line, [b"!"], [their_in, their_out])
            told = await asyncio.get_running_loop().sock_recv(self._line, 32)
            if not told:
                raise EOFError
        except BaseException:
            os.close(our_in)
            os.close(our_out)
            raise
        finally:
            os.close(their_in)
            os.close(their_out)
        return Child(int(told), await _reader(our_in), await _writer(our_out))

    def close(self) -> None:
        """No more workers; those there are must have been ended before."""
        self._end_mother()
        for end in self._life or ():
            os.close(end)
        self._life = None

    def _end_mother(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._mother is not None:
            self._mother.kill()
            self._mother.wait()
        self._line = self._mother = None


async def _afresh() -> Child:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=pipe, stdout=pipe, start_new_session=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    return Child(process.pid, process.stdout, process.stdin, process)


async def _reader(pipe: int) -> asyncio.StreamReader:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipe, "rb", 0)
    )
    return reader


async def _writer(pipe: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(pipe, "wb", 0)
    )
    return asyncio.StreamWriter(transport, protocol, None, loop)
