"""A student's file in a process of its own: what it asks is answered here, and noted here."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from clew.grading.log import RETURNED, Log
from clew.grading.probe import NoSuch, probe

CHILD = Path(__file__).with_name("child.py")
NONE: Mapping[str, str] = {}
LONGEST = 1 << 20
"""The longest message, in bytes."""


@dataclass(frozen=True)
class Allowance:
    """What a run may use. Nodes are what a search is judged by; the rest is for runaways."""

    cpu_seconds: int = 10
    memory: int = 512 << 20
    file_size: int = 4 << 20
    calls: int = 200_000

    def limits(self) -> dict[str, int]:
        return {
            "cpu_seconds": self.cpu_seconds, "memory": self.memory, "file_size": self.file_size,
        }  # fmt: skip

    @property
    def wall_seconds(self) -> float:
        """For a process that sleeps, or waits for itself."""
        return 2.0 * self.cpu_seconds + 5


class Ended(Exception):
    """The process is gone, or is stopped, for the reason that the message gives."""


class StudentProcess:
    """The process of one file. Use it as a context: nothing of it is left afterwards."""

    def __init__(
        self, file: Path, allowance: Allowance | None = None, provided: Mapping[str, str] = NONE,
        with_folder: bool = False,
    ) -> None:  # fmt: skip
        self.allowance = allowance or Allowance()
        self.folder = Path(tempfile.mkdtemp(prefix="clew-grade-"))
        for name, text in provided.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        for path in file.parent.glob("*.py") if with_folder else (file,):
            shutil.copy(path, self.folder / path.name)
        self.left_open: list[str] = []
        """What this system cannot refuse to a process."""
        self.buffer = b""
        self._start(file.name)
        self.deadline = time.monotonic() + self.allowance.wall_seconds

    def _start(self, name: str) -> None:
        to_child, from_parent = os.pipe()
        from_child, to_parent = os.pipe()
        self.reading, self.writing = from_child, from_parent
        home = {"HOME": str(self.folder), "TMPDIR": str(self.folder), "PYTHONHASHSEED": "0",
                "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}  # fmt: skip
        with (self.folder / "output").open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-B", str(CHILD), str(to_child), str(to_parent),
                 str(self.folder / name)],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                pass_fds=(to_child, to_parent), cwd=self.folder, env=home, start_new_session=True,
            )  # fmt: skip
        os.close(to_child)
        os.close(to_parent)
        self._send({"limits": self.allowance.limits()})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def close(self) -> None:
        """End the process with all that it started, and remove its folder."""
        for place in (self.reading, self.writing):
            if place >= 0:
                os.close(place)
        self.reading = self.writing = -1
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # ---------------------------------------------------------------- running

    def run(self, function: str, instance: Any, arguments: list[str]) -> Log:
        """Call a function with probes of an instance; the log says how it went."""
        log = Log(instance)
        asked = probe(instance, log)
        return self.perform(
            {**asked.job(), "function": function, "arguments": arguments}, log, asked
        )

    def perform(self, job: dict[str, Any], log: Log, asked: Any = None) -> Log:
        """Send a job, and answer and note what is asked, until it is done."""
        self.deadline = time.monotonic() + self.allowance.wall_seconds
        try:
            self._send(job)
            while not self._hear(self._receive(), log, asked):
                if len(log.calls) > self.allowance.calls:
                    raise Ended(f"made more than {self.allowance.calls:,} calls")
        except Ended as ended:
            log.ending, log.died = str(ended), True
        return log

    def _hear(self, message: Any, log: Log, asked: Any) -> bool:
        """Take a message; True if it is the last."""
        match message:
            case ["ask", str(question), *arguments] if asked is not None:
                self._send(self._answer(asked, question, _tupled(arguments)))
            case ["tell", str(name), *arguments] if asked is not None and arguments:
                self._note(asked, name, _tupled(arguments))
            case ["confined", list(left)]:
                self.left_open = [str(each) for each in left]
            case ["done", answer]:
                log.answer = answer
                return True
            case ["failed", str(said)]:
                log.ending = clean(said)
                return True
            case _:
                raise Ended("wrote something into the grader's pipe that is no question")
        return False

    def _answer(self, asked: Any, question: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
        try:
            return {"value": asked.answer(question, arguments)}
        except NoSuch as none:
            return {"error": str(none)}
        except (TypeError, IndexError, KeyError, ValueError):
            return {"error": f"asked {question} with arguments that do not fit"}

    def _note(self, asked: Any, name: str, arguments: tuple[Any, ...]) -> None:
        try:
            asked.tell(name, arguments)
        except (NoSuch, TypeError, AttributeError, IndexError) as wrong:
            raise Ended(clean(str(wrong))) from None

    # ---------------------------------------------------------------- the pipe

    def _send(self, message: Any) -> None:
        line = json.dumps(message).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self.writing, line) :]
        except OSError:
            raise Ended(self._how_it_died()) from None

    def _receive(self) -> Any:
        while b"\n" not in self.buffer:
            left = self.deadline - time.monotonic()
            if left <= 0 or not select.select([self.reading], [], [], left)[0]:
                raise Ended(f"had not ended after {self.allowance.wall_seconds:.0f} seconds")
            read = os.read(self.reading, 1 << 16)
            if not read:
                raise Ended(self._how_it_died())
            self.buffer += read
            if len(self.buffer) > LONGEST and b"\n" not in self.buffer:
                raise Ended("sent a message of more than a megabyte")
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise Ended("wrote something into the grader's pipe that is no question") from None

    def _how_it_died(self) -> str:
        try:
            status = self.process.wait(2)
        except subprocess.TimeoutExpired:
            return "closed the grader's pipe before it returned"
        if status == -signal.SIGXCPU or status == -signal.SIGKILL:
            return f"used more than {self.allowance.cpu_seconds} seconds of CPU"
        if status < 0:
            return f"crashed ({signal.Signals(-status).name}), as endless recursion does"
        return "ended its process before it returned"


def clean(text: str) -> str:
    """A student's text without what could disturb a report."""
    return "".join(each if each.isprintable() else " " for each in text)[:300]


def _tupled(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_tupled, value))
    return value


__all__ = ["RETURNED", "Allowance", "StudentProcess", "clean"]
