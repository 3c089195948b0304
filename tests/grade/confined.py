"""Grade hostile files as a given user, in a process of its own, and print what happened as JSON.

`python -m tests.grade.confined USER NAMESPACES WHAT FOLDER`, as root: USER is a number, NAMESPACES
is a key of `REFUSED`, and WHAT is a key of `TRIED`.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

from clew.grading import confine, grade
from clew.grading.assignment import TEMPLATES, Assignment, parse
from clew.grading.log import Log
from clew.grading.student import Allowance, StudentProcess, hidden
from tests.grade import ordinary
from tests.grade.hostile import CALL, CALLS, HOSTILE, PIPE, RIGHT

GRAPH = {"graph": "S-A S-B A-C B-D C-G D-E E-G", "start": "S", "goals": ["G"]}
REFUSED = {"full": (), "no mounts": (165, 40), "none": (272, 97)}
"""What an ordinary user can do with namespaces, and the call that is refused then: Ubuntu refuses
the mounts, and Docker refuses `unshare`.
"""


def assignment() -> Assignment:
    tasks = [
        {"function": name, "behaviour": [{"rule": rule, "points": 2}, {"rule": "answer"}]}
        for name, rule in (
            ("breadth_first_search", "breadth-first"),
            ("depth_first_search", "depth-first"),
        )
    ]
    limits = {"cpu_seconds": 1, "calls": 2_000}
    return parse({"task": tasks, "instances": {"fork": GRAPH}, "limits": limits})


# -------------------------------------------------------------------- another user


def run_as(user: int, namespaces: str, what: str, installed: str = "") -> dict[str, Any]:
    """Run this module as a user, with Clew as it's installed here or in another way; needs root."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="clew-test-") as folder:
        Path(folder).chmod(0o755)
        python = install(Path(folder) / "venv", installed) if installed else sys.executable
        words = [str(user), namespaces, what, folder]
        done = subprocess.run(
            [python, "-B", "-m", "tests.grade.confined", *words], capture_output=True, text=True,
            cwd=Path(__file__).parents[2], check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def install(place: Path, form: str) -> str:
    """Install Clew into an environment of its own, as a folder or as a zip; return its Python."""
    venv.create(place, symlinks=True)
    (site,) = place.glob("lib/python*/site-packages")
    source = Path(confine.__file__).parents[2]
    files = [each for each in source.joinpath("clew").rglob("*") if each.is_file()]
    with zipfile.ZipFile(site / "clew.zip", "w") as packed:
        for each in files:
            if "__pycache__" not in each.parts:
                packed.write(each, each.relative_to(source))
    if form == "zip":
        (site / "clew.pth").write_text("clew.zip\n")
    else:
        with zipfile.ZipFile(site / "clew.zip") as packed:
            packed.extractall(site)
        (site / "clew.zip").unlink()
    return str(place / "bin" / "python")


def become(user: int, namespaces: str) -> None:
    """Drop root's rights for good, in a mount namespace where all can reach this Python."""
    libc = ctypes.CDLL(None, use_errno=True)
    private = next(
        (each for each in reversed(Path(sys.base_prefix).parents) if not each.stat().st_mode & 1),
        None,
    )
    if private is not None:  # such as /root: an empty folder with only Python in it covers it
        with tempfile.TemporaryDirectory() as kept:
            assert libc.unshare(confine.NEW_MOUNTS) == 0
            quiet, prefix = confine.RECURSIVE | confine.PRIVATE, sys.base_prefix.encode()
            assert libc.mount(b"none", b"/", None, quiet, None) == 0
            assert libc.mount(prefix, kept.encode(), None, confine.BIND, None) == 0
            assert libc.mount(b"tmpfs", bytes(private), b"tmpfs", 0, b"mode=755") == 0
            Path(sys.base_prefix).mkdir(parents=True)
            assert libc.mount(kept.encode(), prefix, None, confine.MOVED, None) == 0
    if numbers := REFUSED[namespaces]:
        step, number = confine._step, numbers[confine.MACHINES[os.uname().machine][0]]
        code = step(confine.LOAD, 0) + step(confine.EQUAL, number, 0, 1)
        code += step(confine.RETURN, confine.REFUSE) + step(confine.RETURN, confine.PASS)
        held = ctypes.create_string_buffer(code, len(code))
        program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(held))
        assert libc.prctl(22, 2, program, 0, 0) == 0
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


# -------------------------------------------------------------------- what could be changed


def make_outside(folder: Path) -> Path:
    """Make files that nobody may touch."""
    outside = folder / "outside"
    (outside / "empty").mkdir(parents=True)
    (outside / "secret").write_text("the answers")
    with suppress(OSError):  # not on every file system
        os.setxattr(outside / "secret", "user.kept", b"kept")
    return outside


def state(outside: Path, temporary: Path) -> dict[str, Any]:
    """Return everything that a hostile file might change."""
    found: dict[str, Any] = {"temporary": sorted(map(str, temporary.glob("clew-grade-*")))}
    for path in sorted(outside.rglob("*")):
        about = path.lstat()
        found[path.name] = (
            about.st_mode, about.st_uid, about.st_gid, about.st_size, about.st_mtime_ns,
            about.st_nlink, path.read_text() if path.is_file() else "", os.listxattr(path),
        )  # fmt: skip
    found["scheduling"] = (
        os.getpriority(os.PRIO_PROCESS, 0), sorted(os.sched_getaffinity(0)),
        os.sched_getscheduler(0),
    )  # fmt: skip
    limits = [name for name in dir(resource) if name.startswith("RLIMIT_")]
    found["limits"] = [resource.getrlimit(getattr(resource, name)) for name in limits]
    for kind in ("shm", "sem", "msg"):
        with suppress(OSError):
            lines = Path(f"/proc/sysvipc/{kind}").read_text().splitlines()
            found[kind] = [line for line in lines if str(0x5EC7) in line.split()[:1]]
    found["shared"] = Path("/dev/shm/clew-test").exists()
    with suppress(OSError):
        found["keys"] = "clew-test" in Path("/proc/keys").read_text()
    children = Path("/proc/self/task").glob("*/children")
    found["processes"] = "".join(each.read_text() for each in children)
    return found


# -------------------------------------------------------------------- grading


def hostile_file(folder: Path, name: str, outside: Path) -> Path:
    """Write a right search, and a hostile one."""
    body = HOSTILE[name][0].replace("{{", "{").replace("}}", "}")
    body = body.replace("{outside}", str(outside))
    file = folder / f"{name.replace(' ', '_').replace('.', '_')}.py"
    text = f"{RIGHT}\n{PIPE}\n\ndef depth_first_search(problem):\n    {body}\n"
    file.write_text(text, encoding="utf-8")
    return file


def tried_calls(folder: Path, outside: Path) -> dict[str, Any]:
    """Make each call of `CALLS` in one process; return how each ended."""
    file = folder / "calls.py"
    bodies = [f"def f{at}():\n    {body}\n" for at, body in enumerate(CALLS.values())]
    text = "\n".join([CALL, *bodies]).replace("{outside}", str(outside))
    file.write_text(text, encoding="utf-8")
    found, died = {}, True
    process: Any = None
    for at, name in enumerate(CALLS):
        if died:
            process = StudentProcess(file, Allowance())
        job = {"kind": "call", "function": f"f{at}", "arguments": []}
        log = process.perform(job, Log(None))
        found[name], died = log.ending, log.died
        if died:
            process.close()
    process.close()
    return {"said": found, "left": process.left_open}


SECRETS = """
import os, sys

def look(places):
    "Return every secret that can be found."
    found = [name for name in sys.modules if name.split(".")[0] == "clew"]
    found += [name for name in os.environ if name not in {known}]
    inherited = 0
    for number in range(3, 64):
        try: os.fstat(number)
        except OSError: continue
        inherited += 1
    if inherited != 2: found.append(f"{inherited} descriptors")
    files = list(places)
    for place in places:
        files += [os.path.join(root, name) for root, _, names in os.walk(place) for name in names]
    for path in files:
        try:
            with open(path, "rb") as file: found += [path] * bool(file.read(1))
        except OSError: pass
    try:
        import clew.grading.assignment
        found.append("import clew")
    except (ImportError, OSError): pass
    return found
"""
KNOWN = {"HOME", "TMPDIR", "PYTHONHASHSEED", "LANG", "PATH", "OMP_NUM_THREADS", "USER", "LC_CTYPE"}


def tried_secrets(folder: Path, outside: Path) -> dict[str, Any]:
    """Look for the assignments, the keys and everything else of Clew."""
    file = folder / "secrets.py"
    file.write_text(SECRETS.replace("{known}", repr(KNOWN)))
    places = [*hidden(), str(Path(__file__).parent), str(outside), *map(str, TEMPLATES.glob("*"))]
    job = {"kind": "call", "function": "look", "arguments": ["places"]}
    with StudentProcess(file) as process:
        log = process.perform({**job, "values": {"places": places}}, Log(None))
        return {"said": log.answer, "ending": log.ending, "left": process.left_open,
                "places": places}  # fmt: skip


def tried_ordinary(folder: Path, outside: Path) -> dict[str, Any]:
    """Run functions as students write them; return what each returned."""
    found = {}
    for name in (name for name in vars(ordinary) if name.startswith("uses_")):
        with StudentProcess(Path(ordinary.__file__)) as process:
            job = {"kind": "call", "function": name, "arguments": []}
            log = process.perform(job, Log(None))
            found[name] = log.ending if log.failed else log.answer
    return {"said": found}


@contextmanager
def timed() -> Iterator[list[float]]:
    """Note how many seconds each run of a student's function takes."""
    seconds, perform = [], StudentProcess.perform

    def noted(*words: Any) -> Log:
        began = time.monotonic()
        try:
            return perform(*words)
        finally:
            seconds.append(time.monotonic() - began)

    with mock.patch.object(StudentProcess, "perform", noted):
        yield seconds


def tried_files(folder: Path, outside: Path) -> dict[str, Any]:
    """Grade each file of `HOSTILE`; return its points and words, and the seconds of each run."""

    def one(name: str) -> tuple[str, Any]:
        report = grade(assignment(), hostile_file(folder, name, outside))
        said = " ".join(mark.sentence() for mark in report.marks[2:])
        points = [mark.points for mark in report.marks]
        return name, (points, said, report.html())

    with timed() as seconds, ThreadPoolExecutor(4) as pool:
        said = dict(pool.map(one, HOSTILE))
    return {"said": said, "seconds": seconds}


TRIED = {
    "calls": tried_calls, "secrets": tried_secrets, "ordinary": tried_ordinary,
    "hostile": tried_files,
}  # fmt: skip


def main() -> None:
    user, namespaces, what, place = sys.argv[1:]
    folder = Path(place)
    if os.geteuid() == 0 and user != "done":
        os.chown(folder, int(user), int(user))
        become(int(user), namespaces)
        words = ["done", namespaces, what, place]
        os.execv(sys.executable, [sys.executable, "-B", "-m", "tests.grade.confined", *words])
    tempfile.tempdir = place
    outside = make_outside(folder)
    before = state(outside, folder)
    os.umask(0o077)  # of a careful teacher: other users can't read what the grader makes
    found = TRIED[what](folder, outside)
    after = state(outside, folder)
    print(json.dumps({"user": os.geteuid(), "before": before, "after": after, **found}))


if __name__ == "__main__":
    main()
