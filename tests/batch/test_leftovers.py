"""After a kill -9 of the process that started them no worker is left: of batches, counts, servers.

`CLEW_KILLS=50 ./run test tests/batch/test_leftovers.py` kills fifty times as often.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from tests.batch.test_batch_workers import THREAD, sleepers, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

MORE = int(os.environ.get("CLEW_KILLS", "1"))
MARK = "CLEW_TEST_MARK"

SCRIPT = """
import os, sys, time
from collections import deque
from functools import partial
from itertools import count
from pathlib import Path
from clew.workers.places import run

def naps(folder, number):
    "Outcomes of all sizes, some of which need time."
    time.sleep(number % 3 * 0.005)
    return b"x" * (number % 5 * 50_000)

def holds(folder, number):
    "Never end, and let no other thread run."
    (folder / f"pid-{number}").write_text(str(os.getpid()))
    deque(count(), 0)

if __name__ == "__main__":
    work, where, folder = sys.argv[1:]
    work = partial({"naps": naps, "holds": holds}[work], Path(folder))
    for _ in run(work, range(10_000), int(where) if where.isdigit() else where):
        pass
"""


class Family:
    """A process and all that come from it, found by a mark in their environment."""

    def __init__(self, *command: str | Path, **more: str) -> None:
        mark = uuid4().hex
        self._mark = f"{MARK}={mark}".encode()
        self.parent = subprocess.Popen(
            command,
            env=os.environ | {MARK: mark, **more},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip

    def pids(self) -> list[int]:
        """Those that run; one that only waits to be buried has no environment."""
        found = []
        for folder in Path("/proc").iterdir():
            with suppress(OSError):
                if folder.name.isdigit() and self._mark in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
        return found

    def kill(self) -> None:
        """Kill the parent alone."""
        self.parent.kill()
        self.parent.wait()

    def end(self) -> None:
        self.kill()
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextmanager
def family(*command: str | Path, **more: str) -> Iterator[Family]:
    """A family with more in its environment; in the end nothing is left of it."""
    started = Family(*command, **more)
    try:
        yield started
    finally:
        started.end()


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


@pytest.fixture
def threaded(tmp_path: Path) -> Path:
    """The same with a thread of its own, so that workers are not forked."""
    path = tmp_path / "threaded.py"
    path.write_text(THREAD + SCRIPT)
    return path


def kill_again_and_again(kills: int, longest: float, *command: str | Path) -> None:
    """Kill one family after the other, at first while it starts, then when it has workers."""
    for kill in range(kills * MORE):
        with family(*command) as each:
            if kill % 2:
                wait_until(lambda: len(each.pids()) > 1)
            time.sleep(Random(kill).uniform(0, 0.05 if kill % 2 else longest))
            each.kill()
            wait_until(lambda: not each.pids())


def test_of_a_batch_that_forks(script: Path, tmp_path: Path) -> None:
    kill_again_and_again(16, 0.3, sys.executable, script, "naps", "5", tmp_path)


def test_of_a_batch_that_starts_new_processes(threaded: Path, tmp_path: Path) -> None:
    kill_again_and_again(6, 0.5, sys.executable, threaded, "naps", "3", tmp_path)


def test_of_a_count() -> None:
    command = ("count", "queens:20", "--split", "50", "--workers", "3", "-q")
    kill_again_and_again(4, 0.5, sys.executable, "-m", "clew", *command)


def test_of_a_server() -> None:
    command = ("play", "--no-browser", "--port", "0")
    kill_again_and_again(4, 1.0, sys.executable, "-m", "clew", *command)


@pytest.mark.skipif(MORE == 1, reason="each takes seconds: CLEW_KILLS=5")
def test_of_a_cluster(script: Path, tmp_path: Path) -> None:
    kill_again_and_again(2, 3.0, sys.executable, script, "naps", "local:2", tmp_path)


@pytest.mark.parametrize("where", ["2", "new", "local:2"])
def test_a_worker_goes_that_lets_no_other_thread_run(
    where: str, script: Path, threaded: Path, tmp_path: Path
) -> None:
    chosen, place = (threaded, "2") if where == "new" else (script, where)
    with family(sys.executable, chosen, "holds", place, tmp_path) as each:
        workers = sleepers(tmp_path, 2)
        assert set(workers) < set(each.pids())
        each.kill()
        wait_until(lambda: not each.pids())


SLOW = """
import sys, time
from importlib.abc import MetaPathFinder
class Slow(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "clew.notation":
            open(MARK, "w").close()
            time.sleep(600)
sys.meta_path.insert(0, Slow())
"""

SERVER = """
import time
from clew.web.worker import limit_memory, preload
from clew.workers.processes import ForkServer
if __name__ == "__main__":
    server = ForkServer(preload, limit_memory)
    server.get_ready()
    time.sleep(600)
"""


def test_the_fork_server_goes_in_the_middle_of_its_imports(tmp_path: Path) -> None:
    """From a disk that is slow they may take long."""
    mark = tmp_path / "importing"
    (tmp_path / "sitecustomize.py").write_text(SLOW.replace("MARK", repr(str(mark))))
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    with family(sys.executable, script, PYTHONPATH=str(tmp_path)) as each:
        wait_until(mark.exists)
        each.kill()
        wait_until(lambda: not each.pids())
