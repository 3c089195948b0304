"""Where a batch runs: the same outcome in this process, in several, and on a Dask cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from clew.workers import NoWorkers, processors
from clew.workers.places import AHEAD, Poisoned, Where, opened, run
from tests.paths import ROOT

CLUSTER = "local:2"
PLACES: tuple[Where, ...] = (0, 1, 2, CLUSTER)
PATIENCE = 60
"""Seconds after which a process that should have ended is taken to hang."""


def square(number: int) -> int:
    return number * number


def pid(_: int) -> int:
    return os.getpid()


def broken(number: int) -> int:
    if number == 2:
        raise ValueError("found 2, expected another")
    return number


def unpicklable(_: int) -> object:
    return lambda: None


def large(number: int) -> bytes:
    return bytes([number]) * 3_000_000


def kills_once(folder: Path, number: int) -> int:
    """Kill the worker the first time that part 3 is tried."""
    mark = folder / f"tried-{number}"
    first = not mark.exists()
    mark.touch()
    if number == 3 and first:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def kills(folder: Path, number: int) -> int:
    """Kill every worker that takes part 3, and count them."""
    if number == 3:
        with (folder / "deaths").open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def sleeps(folder: Path, number: int) -> int:
    (folder / f"pid-{number}").write_text(str(os.getpid()))
    time.sleep(PATIENCE)
    return number


def alive(process: int) -> bool:
    """Whether the process is there, and not only waits to be buried."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_until(what: object) -> None:
    """Wait until it is so; fail if it never is."""
    assert callable(what)
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.01)


def sleepers(folder: Path, count: int) -> list[int]:
    """The processes of so many parts that are being slept over."""
    files = [folder / f"pid-{number}" for number in range(count)]
    wait_until(lambda: all(file.exists() and file.read_text() for file in files))
    return [int(file.read_text()) for file in files]


@pytest.mark.parametrize("where", PLACES)
def test_outcomes_come_in_order_from_everywhere(where: Where) -> None:
    assert list(run(square, range(30), where)) == [(n, n * n) for n in range(30)]


def test_no_parts_need_no_workers() -> None:
    assert list(run(square, [], 2)) == []


def test_all_cores_unless_told() -> None:
    with opened() as place:
        assert place.size() == processors() >= 1


def test_processes_do_the_work_and_0_means_none() -> None:
    assert {found for _, found in run(pid, range(4), 0)} == {os.getpid()}
    pids = {found for _, found in run(pid, range(8), 2)}
    assert os.getpid() not in pids
    assert 1 <= len(pids) <= 2


def test_large_outcomes() -> None:
    for number, found in run(large, range(4), 2):
        assert found == bytes([number]) * 3_000_000


@pytest.mark.parametrize("where", [0, 2, CLUSTER])
def test_what_the_work_raises_is_raised(where: Where) -> None:
    found = run(broken, range(5), where)
    assert [next(found), next(found)] == [(0, 0), (1, 1)]
    with pytest.raises(ValueError, match="found 2, expected another"):
        next(found)


def test_an_outcome_that_does_not_pickle_is_told() -> None:
    with pytest.raises(TypeError, match="can't pickle the result"):
        list(run(unpicklable, [1], 1))


@pytest.mark.parametrize("where", [0, 1, 3])
def test_only_so_many_parts_are_taken_ahead(where: int) -> None:
    taken = 0

    def parts() -> Iterator[int]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield number

    for number, _ in run(square, parts(), where):
        assert taken - number <= AHEAD * max(where, 1)


@pytest.mark.parametrize("where", [1, 2])
def test_a_killed_worker_costs_only_its_part(where: int, tmp_path: Path) -> None:
    assert list(run(partial(kills_once, tmp_path), range(8), where)) == [(n, n) for n in range(8)]


@pytest.mark.parametrize("where", [1, 2, CLUSTER])
def test_a_part_that_kills_four_workers_is_poisoned(where: Where, tmp_path: Path) -> None:
    found = list(run(partial(kills, tmp_path), range(8), where))
    assert found == [(n, Poisoned() if n == 3 else n) for n in range(8)]
    assert (tmp_path / "deaths").read_text() == "xxxx"


def test_leaving_the_loop_ends_workers_in_the_middle_of_their_work(tmp_path: Path) -> None:
    with opened(2) as place:
        futures = [place.executor.submit(sleeps, tmp_path, number) for number in range(4)]
        pids = sleepers(tmp_path, 2)
    assert not any(map(alive, pids))
    assert all(future.done() for future in futures)


THREAD = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
"""In a script: its workers are not forked then, but new processes."""
SCRIPT = """
import sys
from functools import partial
from pathlib import Path
from tests.batch.test_batch_workers import sleeps
from clew.workers.places import run
if __name__ == "__main__":
    list(run(partial(sleeps, Path(sys.argv[1])), range(2), 2))
"""


@pytest.mark.parametrize("first", ["", THREAD], ids=["forked", "new"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_go_when_who_started_them_goes(
    how: signal.Signals, first: str, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(first + SCRIPT)
    with subprocess.Popen(
        [sys.executable, script, tmp_path],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as parent:
        pids = sleepers(tmp_path, 2)
        os.killpg(parent.pid, how) if how is signal.SIGINT else parent.kill()
        parent.communicate(timeout=PATIENCE)
    wait_until(lambda: not any(map(alive, pids)))


UNGUARDED = """
from clew.workers.places import run
print(list(run(abs, [1, 2], 1)))
"""


FORKED = """
import os, sys
from functools import partial
from pathlib import Path
from tests.batch.test_batch_workers import held, kills_once
from clew.batch.journal import lock
from clew.workers.processes import has_one_thread
from clew.workers.places import run
if __name__ == "__main__":
    kills = partial(kills_once, Path(sys.argv[1]).parent)
    with open(sys.argv[1], "w") as file:
        assert lock(file) and has_one_thread()
        print(sorted({path for _, paths in run(held, range(4), 2) for path in paths}))
        assert has_one_thread()
        print(list(run(kills, range(8), 2)) == [(n, n) for n in range(8)])
"""


def held(_: int) -> list[str]:
    """The files that the process has open, but for its input and output."""
    paths = [path for path in Path("/proc/self/fd").iterdir() if int(path.name) > 2]
    return [str(path.readlink()) for path in paths if path.is_file()]


@pytest.mark.skipif(sys.platform != "linux", reason="forked only where threads can be counted")
def test_forked_workers_hold_no_file_and_are_started_anew(tmp_path: Path) -> None:
    script, file = tmp_path / "script.py", tmp_path / "file"
    script.write_text(FORKED)
    ended = subprocess.run(
        [sys.executable, "-W", "error", script, file],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert (ended.stdout, ended.stderr) == ("[]\nTrue\n", "")


def test_a_script_that_each_worker_would_run_again_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(THREAD + UNGUARDED)
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "NoWorkers: a worker process didn't start" in ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (-1, "workers: -1 is negative"),
        ("local:x", "cluster: 'local:x' has no number of workers"),
        ("local:0", "has no number of workers"),
    ],
)
def test_places_that_cannot_be(where: Where, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        list(run(square, [1], where))


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.workers.places.PATIENCE", 0.5)
    with pytest.raises(NoWorkers, match=r"tcp://127\.0\.0\.1:9: can't reach a Dask cluster"):
        list(run(square, [1], "tcp://127.0.0.1:9"))
