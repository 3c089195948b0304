"""A student's file in a separate process. The grader answers and records its questions here."""

from __future__ import annotations

import json
import marshal
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import ENAMETOOLONG
from functools import cache
from importlib.abc import InspectLoader
from importlib.util import find_spec
from itertools import count, islice
from os import urandom
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

import clew
from clew.core.errors import ClewError
from clew.grading.child_probes import DEEPEST, tupled
from clew.grading.log import Log, NoSuch

BOOT = """
import marshal, os, sys, types
pipe, left, code = int(sys.argv[1]), int(sys.argv[4]), b""
while len(code) < left:
    code += os.read(pipe, left - len(code)) or sys.exit()
for name, part in marshal.loads(code):
    module = sys.modules[name] = types.ModuleType(name)
    exec(part, globals() if name == "child" else vars(module))
"""
"""The program that starts the student's process. It gets its code from the grader, not a file."""
FOLDER, STALE = "clew-grade-", 3_600
"""The prefix of temporary folders, and the age in seconds at which forgotten ones are removed."""
NONE: Mapping[str, str] = {}
FILES, THREADS = 1_000, 64
"""The maximum number of files in a student's folder, and of threads."""
WATCH = 0.2
"""The number of seconds between two checks of a process that the grader is waiting for."""
LONGEST, MOST, MESSAGES = 1 << 20, 64 << 20, 4
"""The maximum size of a message and of a job, in bytes, and the number of messages per call."""


@dataclass(frozen=True)
class Allowance:
    """The limits for a run. They only stop runaway programs, since a search is judged by nodes."""

    cpu_seconds: int = 10
    memory: int = 512 << 20
    file_size: int = 4 << 20
    disk: int = 16 << 20
    calls: int = 200_000

    def limits(self) -> dict[str, int]:
        return {
            "cpu_seconds": self.cpu_seconds, "memory": self.memory, "file_size": self.file_size,
            "disk": self.disk, "most_files": FILES, "threads": THREADS,
        }  # fmt: skip

    @property
    def wall_seconds(self) -> float:
        """The time limit for a process that sleeps or deadlocks."""
        return 2.0 * self.cpu_seconds + 5


class CannotRun(ClewError):
    """The process for a student's file can't be started. The message says why."""


class Ended(Exception):
    """The process ended or was stopped. The message says why."""


class Functions:
    """A student's functions."""

    def perform(self, job: dict[str, Any], log: Log, asked: Any = None) -> Log:
        """Make a job's call, and record the questions to the probe in the log."""
        raise NotImplementedError

    def run(self, function: str, instance: Any, arguments: list[str]) -> Log:
        """Call a function with probes for an instance, and return the log."""
        log = Log(instance)
        asked = instance.probe(log)
        return self.perform(
            {**asked.job(), "function": function, "arguments": arguments}, log, asked
        )


class StudentProcess(Functions):
    """The process for one file. Use it in a `with` statement, which cleans up at the end."""

    def __init__(
        self, file: Path, allowance: Allowance | None = None, provided: Mapping[str, str] = NONE,
        with_folder: bool = False,
    ) -> None:  # fmt: skip
        self.allowance = allowance or Allowance()
        self.left_open: list[str] = []
        """The kinds of access that this system can't deny to a process."""
        self.private = False
        """True if its folder is a tmpfs of limited size that disappears with the process."""
        self.buffer, self.received = b"", 0
        self.left = self.starved = self.checked = 0.0
        self.reading = self.writing = -1
        self.process: subprocess.Popen[bytes] | None = None
        files = {name: text.encode() for name, text in provided.items()}
        for path in file.parent.glob("*.py") if with_folder else (file,):
            files[path.name] = path.read_bytes()
        if sum(map(len, files.values())) > self.allowance.file_size:
            most = f"{self.allowance.file_size:,} bytes"
            raise CannotRun(f"{file.name} is larger than {most}: raise file_size in [limits]")
        self.folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-"))
        try:
            self._start(file.name, {name: data.decode("latin-1") for name, data in files.items()})
        except BaseException:
            self.close()
            raise

    def _start(self, name: str, files: dict[str, str]) -> None:
        to_child, self.writing = os.pipe()
        self.reading, to_parent = os.pipe()
        os.set_blocking(self.writing, False)
        code = child_code()
        home = {"HOME": str(self.folder), "TMPDIR": str(self.folder), "PYTHONHASHSEED": "0",
                "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "USER": "student",
                "OMP_NUM_THREADS": "4"}  # fmt: skip
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-c", BOOT, str(to_child), str(to_parent),
                 str(self.folder / name), str(len(code))],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                pass_fds=(to_child, to_parent), cwd=self.folder, env=home, start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(to_child)
            os.close(to_parent)
        self.left = self.allowance.wall_seconds
        try:
            self._write(code)
            setup = {"files": files, "parent": os.getpid(), "hidden": hidden()}
            self._send({**setup, **self.allowance.limits()})
            first = self._receive()
        except Ended as ended:
            raise CannotRun(f"Python didn't start to run {name}: it {ended}") from None
        match first:  # the student's file hasn't run yet, so this message can be trusted
            case ["confined", list(left), bool(private)]:
                self.left_open, self.private = [str(each) for each in left], private
            case _:
                raise CannotRun(f"can't confine the process for {name}: {first[-1]}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def close(self) -> None:
        """End the process and everything that it started, and remove its folder."""
        for place in (self.reading, self.writing):
            if place >= 0:
                os.close(place)
        self.reading = self.writing = -1
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()
        remove(self.folder)

    # ---------------------------------------------------------------- running

    def perform(self, job: dict[str, Any], log: Log, asked: Any = None) -> Log:
        """Send a job, and record and answer its questions until it's done."""
        self.left, self.received, messages = self.allowance.wall_seconds, len(self.buffer), 0
        try:
            self._send(job)
            while not self._hear(self._receive(), log, asked):
                messages += 1
                if max(len(log.calls), messages / MESSAGES) > self.allowance.calls:
                    raise Ended(f"made more than {self.allowance.calls:,} calls")
        except Ended as ended:
            log.ending, log.died = str(ended), True
        except RecursionError:
            log.ending, log.died = "sent something that is nested too deeply", True
        return log

    def _hear(self, message: Any, log: Log, asked: Any) -> bool:
        """Handle a message, and return True if it's the last one."""
        match message:
            case ["ask", str(question), *arguments] if asked is not None:
                self._send(self._answer(asked, question, tupled(arguments)))
            case ["tell", str(name), *arguments] if asked is not None and arguments:
                self._note(asked, name, tupled(arguments))
            case ["done", answer]:
                if is_deep(answer):
                    raise RecursionError
                log.answer = answer
                return True
            case ["failed", str(said)]:
                log.ending = clean(said)
                return True
            case _:
                raise Ended("wrote something into the grader's pipe that isn't a question")
        return False

    def _answer(self, asked: Any, question: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
        try:
            return {"value": asked.answer(question, arguments)}
        except NoSuch as none:
            return {"error": str(none)}
        except (TypeError, IndexError, KeyError, ValueError):
            return {"error": f"called {question} with the wrong arguments"}

    def _note(self, asked: Any, name: str, arguments: tuple[Any, ...]) -> None:
        try:
            hash(arguments)  # they must be hashable, because the rules look them up
            asked.tell(name, arguments)
        except NoSuch as wrong:
            raise Ended(clean(str(wrong))) from None
        except (TypeError, AttributeError, IndexError, KeyError, ValueError):
            said = f"reported {name} with the wrong arguments"
            raise Ended(clean(said)) from None

    # ---------------------------------------------------------------- the pipe

    def _send(self, message: Any) -> None:
        self._write(json.dumps(message).encode() + b"\n")

    def _write(self, data: bytes) -> None:
        try:
            while data:
                try:
                    data = data[os.write(self.writing, data) :]
                except BlockingIOError:
                    self._wait(self.writing)
        except OSError:
            raise Ended(self._how_it_died()) from None

    def _receive(self) -> Any:
        while b"\n" not in self.buffer:
            self._wait(self.reading)
            read = os.read(self.reading, 1 << 16)
            if not read:
                raise Ended(self._how_it_died())
            self.buffer += read
            self.received += len(read)
            if len(self.buffer) > LONGEST and b"\n" not in self.buffer:
                raise Ended("sent a message of more than a megabyte")
            if self.received > MOST:
                raise Ended(f"sent more than {MOST >> 20} megabytes")
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise Ended("wrote something into the grader's pipe that isn't a question") from None

    def _wait(self, place: int) -> None:
        """Wait until a pipe is ready. All waits during one job share one time limit.

        If the machine is busy, the time that the process had to wait for a processor doesn't count,
        up to twice the limit.
        """
        ready = False
        while not ready:
            began = time.monotonic()
            if began > self.checked + WATCH:
                self.checked = began
                self._watch()
            pipes = ([place], []) if place == self.reading else ([], [place])
            ready = any(select.select(*pipes, [], min(WATCH, max(self.left, 0.001))))
            self.left -= time.monotonic() - began
            if self.left <= 0:
                most = 2 * self.allowance.wall_seconds
                before, self.starved = self.starved, min(self._starved(), most)
                self.left += self.starved - before
                if self.left <= 0:
                    raise Ended(f"had not ended after {self.allowance.wall_seconds:.0f} seconds")

    def _watch(self) -> None:
        """Raise Ended if the process has too many threads, or its folder grows too large."""
        assert self.process is not None
        with suppress(OSError):
            if len(os.listdir(f"/proc/{self.process.pid}/task")) > THREADS:  # noqa: PTH208
                raise Ended(f"started more than {THREADS} threads")
        if not self.private and (said := too_much(self.folder, self.allowance.disk)):
            raise Ended(said)

    def _starved(self) -> float:
        """Return the number of seconds for which the process was ready but the machine was busy."""
        assert self.process is not None
        try:
            text = Path(f"/proc/{self.process.pid}/schedstat").read_text()
            return int(text.split()[1]) / 1e9
        except (OSError, ValueError, IndexError):
            return 0.0

    def _how_it_died(self) -> str:
        assert self.process is not None
        try:
            status = self.process.wait(2)
        except subprocess.TimeoutExpired:
            return "closed the grader's pipe before it returned"
        if status == -signal.SIGXCPU or status == -signal.SIGKILL:
            return f"used more than {self.allowance.cpu_seconds} seconds of CPU"
        if status < 0:
            return f"crashed ({signal.Signals(-status).name}), as endless recursion does"
        return "ended its process before it returned"


def is_deep(value: Any) -> bool:
    """Check whether data is nested more deeply than an answer may be, without recursion."""
    level = [value]
    for _ in range(2 * DEEPEST):
        held = [each for each in level if isinstance(each, list | dict)]
        level = [one for each in held for one in (each.values() if type(each) is dict else each)]
    return bool(level)


@cache
def child_code() -> bytes:
    """Return the code that runs in the student's process, wherever Clew is installed."""
    parts = []
    for name in ("child_probes", "confine", "child"):
        spec = find_spec(f"clew.grading.{name}")
        assert spec is not None
        parts.append((name, cast(InspectLoader, spec.loader).get_code(spec.name)))
    return marshal.dumps(parts)


@cache
def hidden() -> list[str]:
    """List the folders and archives that contain Clew and its assignments."""
    found = [Path(each) for each in clew.__path__]
    found += [Path(each) / "clew" for each in sys.path]
    for number, path in enumerate(found):
        while path.parent.is_file():  # in a zip
            found[number] = path = path.parent
    return [str(path) for path in dict.fromkeys(found) if path.exists()]


def too_much(folder: Path, disk: int) -> str:
    """Describe, for the report, how a folder exceeds its limits, or return "" if it doesn't."""
    size = number = 0
    places = [str(folder)]
    while places:
        try:
            entries = list(islice(os.scandir(places.pop()), FILES + 1))
        except OSError as error:
            if error.errno == ENAMETOOLONG:
                return "made folders that are too deep"
            continue  # it has disappeared, or can't be read
        number += len(entries)
        for entry in entries:
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    places.append(entry.path)
                size += entry.stat(follow_symlinks=False).st_blocks * 512
        if size > disk:
            return f"wrote more than {disk:,} bytes of files"
        if number > FILES:
            return f"made more than {FILES:,} files"
    return ""


def remove(folder: Path) -> None:
    """Remove a folder, however deeply nested, by moving the contents of inner folders up."""
    numbers, name = count(), urandom(8).hex()
    with suppress(OSError):
        while entries := list(os.scandir(folder)):
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)  # noqa: PTH108
                    continue
                os.chmod(entry.path, 0o700)  # noqa: PTH101
                for inner in list(os.scandir(entry.path)):
                    if inner.is_dir(follow_symlinks=False):
                        os.chmod(inner.path, 0o700)  # noqa: PTH101 - otherwise it can't be moved
                    os.rename(inner.path, folder / f"{name}-{next(numbers)}")  # noqa: PTH104
                os.rmdir(entry.path)  # noqa: PTH106
        folder.rmdir()


def remove_stale() -> None:
    """Remove the folders that killed graders left behind."""
    for path in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        with suppress(OSError, ValueError):
            grader, about = int(path.name[len(FOLDER) :].split("-")[0]), path.lstat()
            old = time.time() - about.st_mtime > STALE
            if old and about.st_uid == os.geteuid() and not Path(f"/proc/{grader}").exists():
                remove(path)


@contextmanager
def unwinding() -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise an exception, so that the program cleans up before it ends."""

    def leave(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # one exception is enough
        raise SystemExit(128 + number)

    taken = []
    if threading.current_thread() is threading.main_thread():
        taken = [each for each in (signal.SIGTERM, signal.SIGHUP)
                 if signal.getsignal(each) is signal.SIG_DFL]  # fmt: skip
    for each in taken:
        signal.signal(each, leave)
    try:
        yield
    finally:
        for each in taken:
            signal.signal(each, signal.SIG_DFL)


def clean(text: str) -> str:
    """Remove characters that could disturb a report from a student's text."""
    return "".join(each if each.isprintable() else " " for each in text)[:300]
