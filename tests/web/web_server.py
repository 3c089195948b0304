"""A real server in another process, for the tests of the web app."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CLEW = (sys.executable, "-m", "clew")
PATIENCE = 60.0
SLOW = {
    "id": "queens:40",
    "strategy": "backtracking:select=first,infer=none",
    "max_seconds": 50,
}
"""A search that doesn't end during a test."""


def until(happens: Callable[[], Any], what: str = "it never happened") -> Any:
    """Wait for something, but not forever."""
    end = time.monotonic() + PATIENCE
    while not (found := happens()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return found


@dataclass
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Server:
    """A running server and its port."""

    process: subprocess.Popen[str]
    port: int
    first_line: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, source: str = "127.0.0.1") -> http.client.HTTPConnection:
        """Connect from an address of this computer. Linux has all of 127.0.0.0/8."""
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0)
        )

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> Answer:
        connection = self.connect(source)
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        kind = {} if body is None else {"content-type": "application/json"}
        try:
            connection.request(method, path, data, kind | (headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def workers(self) -> set[int]:
        """Return the server's worker processes: the children of its child."""
        parents = dict(filter(None, map(parent_of, Path("/proc").glob("[0-9]*/stat"))))
        near = {child for child, parent in parents.items() if parent == self.process.pid}
        return {child for child, parent in parents.items() if parent in near}

    def spent(self) -> dict[int, float]:
        """Return the processor time of each worker."""
        return {worker: cpu(worker) for worker in self.workers()}

    def settled(self) -> dict[int, float]:
        """Return the processor time of each worker, once all have started and none works."""
        before = self.spent()
        for _ in range(100):
            time.sleep(0.2)
            now = self.spent()
            if now and now == before:
                break
            before = now
        return before

    def busy(self, before: dict[int, float]) -> set[int]:
        """Return the workers that have worked since then, for longer than a short request."""
        return {worker for worker, now in self.spent().items() if now - before.get(worker, 0) > 0.1}


def parent_of(path: Path) -> tuple[int, int] | None:
    """Return a running process and its parent."""
    try:
        state, parent = path.read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return None
    return None if state == "Z" else (int(path.parent.name), int(parent))


def cpu(process: int) -> float:
    """Return the processor time of a process, in seconds."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(
    data: Path, *args: str, port: int = 0, stderr: int | None = None, **limits: float
) -> Iterator[Server]:
    """Run a server with its own data folder, and stop it with Ctrl-C.

    Args:
        data: the data folder.
        args: more arguments of `clew play`.
        port: its port; 0 for a free one.
        stderr: where its errors go, as `subprocess` takes it.
        limits: limits that differ, so that tests needn't wait for the real ones.
    """
    env = os.environ | {"CLEW_DATA_HOME": str(data)}
    other = f"from clew.web import limits; vars(limits).update({limits})"
    clew = (sys.executable, "-c", f"{other}; from clew.cli import main; main()")
    command = [*(clew if limits else CLEW), "play", "--no-browser", "--port", str(port), *args]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, stderr=stderr)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found is not None, line
        yield Server(process, int(found[1]), line)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            process.communicate()
