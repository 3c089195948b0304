"""Nothing lost, nothing twice: batches killed, cut off, out of disk, and gone on with."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.batch import journal
from clew.batch.journal import AnotherRun, Journal
from clew.workers.places import Where
from tests.batch.test_batch_streams import EASY, MIXED, TWO
from tests.batch.test_batch_workers import PATIENCE, alive, wait_until
from tests.paths import ROOT

SLOW = "".join(f"{EASY}\nqueens:{order}\nx\nlatin:4\n" for order in (8, 9, 8, 7) * 20)
"""Some tenths of a second of work, in many parts."""
CHUNK = 200


class Crash(BaseException):
    """The power goes off."""


def count(source: Path, out: Path, where: Where = 0, chunk: int = CHUNK) -> Any:
    return clew.batch.run("count", source, out, where=where, limit=50, chunk=chunk)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("slow") / "in.txt"
    path.write_text(SLOW)
    return path


@pytest.fixture(scope="module")
def whole(slow: Path) -> dict[str, bytes]:
    """What undisturbed runs write."""
    found = {}
    for name in ("out.txt", "out.csv.gz", "out.parquet"):
        out = slow.parent / name
        count(slow, out)
        found[name] = out.read_bytes()
    return found | {"rejects": Path(f"{slow.parent / 'out.txt'}.rejects").read_bytes()}


def same(out: Path, whole: dict[str, bytes]) -> bool:
    """Whether the output and its rejects are as if nothing had been, and nothing else is left."""
    left = Path(f"{out}.parts").exists()
    rejects = Path(f"{out}.rejects").read_bytes()
    return not left and out.read_bytes() == whole[out.name] and rejects == whole["rejects"]


# ----------------------------------------------------------------------- at every step, in process


Cut = type[BaseException]


def crashing(
    steps: list[int], function: Callable[..., Any], how: Cut = Crash
) -> Callable[..., Any]:
    """The function, until so many steps of all such functions are done.

    Then the power is off for good; an interruption comes once, when the next step is done.
    """

    def call(*args: Any, **kwargs: Any) -> Any:
        steps[0] -= 1
        if steps[0] < 0 and how is Crash:
            raise Crash
        found = function(*args, **kwargs)
        if steps[0] == -1:
            raise how
        return found

    return call


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("out.csv", Crash),
        ("out.csv", KeyboardInterrupt),
        ("out.txt.gz", Crash),
        ("out.parquet", Crash),
    ],
)
def test_cut_off_at_every_step(
    name: str, how: Cut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each write, each sync and each renaming in turn; then gone on with."""
    source, out, undisturbed = (tmp_path / each for each in ("in.txt", name, f"whole-{name}"))
    source.write_text(MIXED)
    summary = count(source, undisturbed, chunk=150)
    monkeypatch.setattr(journal, "PERIOD", 0.0)
    for number in range(1000):
        steps = [number]
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "add", crashing(steps, Journal.add, how))
            for home, word in ((os, "fsync"), (Path, "replace"), (Path, "unlink")):
                patch.setattr(home, word, crashing(steps, getattr(home, word), how))
            try:
                count(source, out, chunk=150)
            except how:
                assert not out.exists() or out.read_bytes() == undisturbed.read_bytes()
        if steps[0] >= 0:
            break
        if Path(f"{out}.parts").exists():  # else it was over but for the last sync of a name
            again = count(source, out, chunk=150)
            assert again == summary._replace(out=str(out), rejects=f"{out}.rejects")
        assert out.read_bytes() == undisturbed.read_bytes()
        assert Path(f"{out}.rejects").read_bytes() == Path(f"{undisturbed}.rejects").read_bytes()
        assert not Path(f"{out}.parts").exists()
        out.unlink()
    assert number > 15


@pytest.mark.parametrize("torn", [b"", b"{", b'{"mark": {"source": 0}, "do'])
def test_a_torn_line_of_the_journal_is_as_if_it_were_not_there(
    torn: bytes, slow: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "finish", crashing([0], Journal.finish))
        patch.setattr(journal, "PERIOD", 0.0)
        with pytest.raises(Crash):
            count(slow, out)
    with (tmp_path / "out.txt.parts" / "journal").open("ab") as file:
        file.write(torn)
    with (tmp_path / "out.txt.parts" / "out").open("ab") as file:
        file.write(b"not saved")
    count(slow, out)
    assert same(out, whole)


# -------------------------------------------------------------------------- killed, from outside


SCRIPT = """
if __name__ == "__main__":
    import os
    import sys
    from pathlib import Path

    sys.path.insert(0, os.environ["ROOT"])
    from clew.batch.journal import Journal
    from clew.cli import main
    from tests.batch.test_batch_resume import hanging

    Journal.note = hanging(int(os.environ["HANG_AFTER"]), Path(os.environ["HANG_UNTIL"]))
    main()
"""


def hanging(after: int, until: Path) -> Callable[..., None]:
    """A `note` that saves at once and, after so many times, waits until there is such a file."""
    noted = 0

    def note(self: Journal, state: Any) -> None:
        nonlocal noted
        noted += 1
        if noted <= after + 2:
            self.save(state)
        while noted == after and not until.exists():
            time.sleep(0.01)

    return note


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, which here waits in the middle, to be killed there."""
    path = tmp_path_factory.mktemp("script") / "script.py"
    path.write_text(SCRIPT)
    return path


Starting = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(script: Path, slow: Path) -> Iterator[Starting]:
    """Start the command in a process group of its own."""
    begun: list[subprocess.Popen[bytes]] = []

    def call(out: Path, *options: str, after: int = 0, **kwargs: Any) -> subprocess.Popen[bytes]:
        words = ["batch", "count", str(slow), "--out", str(out), "--limit", "50", "-q"]
        words += ["--chunk", str(CHUNK), *options]
        process = subprocess.Popen(
            [sys.executable, script, *words],
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=os.environ
            | {"ROOT": str(ROOT), "HANG_AFTER": str(after), "HANG_UNTIL": f"{out}.go"},
            **kwargs,
        )
        begun.append(process)
        return process

    yield call
    for process in begun:
        process.kill()
        process.communicate()


def journal_lines(out: Path) -> int:
    try:
        return Path(f"{out}.parts", "journal").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def in_the_middle(out: Path, lines: int) -> None:
    """Wait until it has noted so often how far it is."""
    wait_until(lambda: journal_lines(out) >= lines)
    assert not out.exists()


def is_worker(pid: int) -> bool:
    """Whether a child does our work; one of Python's own keeps track of resources."""
    return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    path = Path(f"/proc/{process}/task")
    try:
        found = [(each / "children").read_text() for each in path.iterdir()]
    except (FileNotFoundError, ProcessLookupError):  # over already
        return []
    return [int(word) for each in found for word in each.split()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [("out.txt", ["--workers", "2"]), ("out.csv.gz", ["--workers", "0"]), ("out.parquet", [])],
)
def test_the_parent_is_killed_again_and_again(
    name: str, options: list[str], start: Starting, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / name
    for kill in range(2):
        process = start(out, *options, after=5)
        in_the_middle(out, 7 + 5 * kill)
        workers = children(process.pid)
        process.kill()
        process.communicate(timeout=PATIENCE)
        wait_until(lambda pids=workers: not any(map(alive, pids)))
        assert not out.exists()
    assert start(out, *options).wait(PATIENCE) == 4
    assert same(out, whole)


def test_all_workers_are_killed(start: Starting, whole: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    process = start(out, "--workers", "2", after=5)
    in_the_middle(out, 7)
    workers = [pid for pid in children(process.pid) if is_worker(pid)]
    assert workers
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    Path(f"{out}.go").touch()
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (4, b"")
    assert same(out, whole)


def test_interrupted_and_gone_on_with(
    start: Starting, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out.txt"
    process = start(out, "--workers", "2", after=5)
    in_the_middle(out, 7)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.decode() == "clew: interrupted: the same command resumes it\n"
    assert not out.exists()
    assert start(out, "--workers", "1").wait(PATIENCE) == 4
    assert same(out, whole)


def few_bytes(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize(
    ("name", "size"), [("out.txt", 100), ("out.txt", 3_000), ("out.parquet", 20_000)]
)
def test_no_room_on_the_disk(
    name: str, size: int, start: Starting, whole: dict[str, bytes], tmp_path: Path
) -> None:
    """A file may grow to so many bytes: what a full disk is, for whoever writes to it."""
    out = tmp_path / name
    process = start(out, "--workers", "0", preexec_fn=partial(few_bytes, size))
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert said.decode().endswith("File too large: with more room the same command resumes it\n")
    assert len(said.splitlines()) == 1
    assert not out.exists()
    assert start(out, "--workers", "0").wait(PATIENCE) == 4
    assert same(out, whole)


# ------------------------------------------------------------------------------- on a Dask cluster


def test_a_dask_worker_is_killed_mid_batch(
    slow: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    """A cluster of separate processes that was there before, of which one is killed."""
    from distributed import Client, LocalCluster

    out = tmp_path / "out.txt"
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0",
            silence_logs=50,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):  # fmt: skip
        pids = list(client.run(os.getpid).values())
        assert len(set(pids) | {os.getpid()}) == 3
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Journal, "note", hanging(5, tmp_path / "go"))
            batch = threading.Thread(target=count, args=(slow, out, cluster.scheduler_address))
            batch.start()
            in_the_middle(out, 7)
            os.kill(pids[0], signal.SIGKILL)
            (tmp_path / "go").touch()
            batch.join(PATIENCE)
    assert not alive(pids[0])
    assert same(out, whole)


# -------------------------------------------------------------------------------- not the same run


@pytest.fixture
def begun(slow: Path, tmp_path: Path) -> Path:
    """A batch that was cut off before its end."""
    source, out = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes(slow.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "finish", crashing([0], Journal.finish))
        with pytest.raises(Crash):
            count(source, out)
    return out


def test_another_input_is_refused(begun: Path, slow: Path) -> None:
    source = begun.with_name("in.txt")
    text = source.read_text()
    source.write_text(text + "\n")
    with pytest.raises(AnotherRun, match=r"in.txt has a different size than when the batch began"):
        count(source, begun)
    source.write_text(text.replace("latin:4", "latin:3", 1))
    with pytest.raises(AnotherRun, match="has a different mtime"):
        count(source, begun)
    times = slow.stat()
    source.write_text(text.replace("latin:4", "latin:3", 1))
    saved = (begun.with_name("out.txt.parts") / "journal").read_text()
    mtime = int(saved.partition('"mtime": ')[2].partition(",")[0])
    os.utime(source, ns=(times.st_atime_ns, mtime))
    with pytest.raises(AnotherRun, match="has a different sample"):
        count(source, begun)


def test_another_command_is_refused_unless_it_begins_anew(
    begun: Path, whole: dict[str, bytes]
) -> None:
    source = begun.with_name("in.txt")
    with pytest.raises(AnotherRun, match="this batch began with what count, not unique"):
        clew.batch.run("unique", source, begun, where=0)
    with pytest.raises(AnotherRun, match="options"):
        clew.batch.run("count", source, begun, where=0, limit=49, chunk=CHUNK)
    done = clew.batch.run("unique", source, begun, where=0, restart=True)
    assert done.done > 0
    assert not Path(f"{begun}.parts").exists()


def test_two_runs_at_a_time_are_refused(begun: Path) -> None:
    identity: dict[str, Any] = {}
    with Journal(begun, begun, identity), pytest.raises(AnotherRun, match="another run is using"):
        count(begun.with_name("in.txt"), begun)


def test_where_it_runs_may_change(begun: Path) -> None:
    count(begun.with_name("in.txt"), begun, where=2)
    assert begun.exists()


def test_what_a_killed_worker_left_is_removed(begun: Path, whole: dict[str, bytes]) -> None:
    left = Path(f"{begun}.parts", "spool-0123")
    left.write_text("half of a part")
    count(begun.with_name("in.txt"), begun)
    assert begun.read_bytes() == whole["out.txt"]
    assert not left.parent.exists()


@pytest.mark.parametrize("name", ["out.txt", "out.csv.gz"])
def test_large_parts_are_the_same_from_everywhere(name: str, tmp_path: Path) -> None:
    """Each is large enough to be left in a file by its worker."""
    source = tmp_path / "in.txt"
    source.write_text((f"{EASY}\n" * 3_000 + "x\n") * 3 + f"{TWO}\n" * 9_000)
    found = set()
    for where in (0, 1, 2):
        out = tmp_path / name
        clew.batch.run("unique", source, out, where=where, chunk=400_000)
        found.add((out.read_bytes(), Path(f"{out}.rejects").read_bytes()))
    assert len(found) == 1


def test_an_older_rejects_file_does_not_outlive_its_batch(tmp_path: Path) -> None:
    source, out = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("x\n")
    count(source, out)
    assert Path(f"{out}.rejects").exists()
    source.write_text("queens:4\n")
    count(source, out)
    assert not Path(f"{out}.rejects").exists()
