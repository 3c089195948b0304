"""The journal of a batch, with which the same command can resume an interrupted batch.

The folder `OUT.parts`, next to the output, has one file for records and one for rejects, and the
batch appends to both in order. The journal in this folder is a text file. Its first line identifies
the run. Every other line records the progress, and is written only when all data up to that point
is safely on the disk. To resume, the batch truncates the files to the state in the journal's last
complete line. At the end it moves them to their final names and removes the folder.
"""

import json
import os
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self

from clew.batch.input import InputMark
from clew.core.errors import ClewError
from clew.core.files import replaceable, save

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

Name = str | os.PathLike[str]
OUT, REJECTS, KEYS = FILES = ("out", "rejects", "seen")
SPOOL = "spool-"
"""The prefix for the names of files that hold the result of one part."""
FINAL = "final"
PERIOD = 1.0
"""The maximum number of seconds of work that an interruption can lose."""
BYTES = 1 << 24
"""The number of bytes after which data is saved in the background, so that less is left at the
end.
"""


class AnotherRun(ClewError, ValueError):
    """The folder contains the beginning of another batch."""


class BatchState(NamedTuple):
    """The progress of a batch."""

    mark: InputMark = InputMark()
    lines: int = 0
    """The number of lines read from the current source."""
    done: int = 0
    rejected: int = 0
    dropped: int = 0
    sizes: tuple[int, ...] = (0,) * len(FILES)
    finished: bool = False

    @classmethod
    def of(cls, line: dict[str, Any]) -> Self:
        return cls(**line | {"mark": InputMark(**line["mark"]), "sizes": tuple(line["sizes"])})

    def as_line(self) -> dict[str, Any]:
        return self._asdict() | {"mark": self.mark._asdict()}


class Journal:
    """A batch's folder. Use it in a `with` statement, which keeps other runs out."""

    def __init__(self, target: Name, rejects: Name, run: Mapping[str, Any]) -> None:
        self.folder = f"{os.fspath(target)}.parts"
        self._targets = {OUT: os.fspath(target), REJECTS: os.fspath(rejects)}
        self._run = json.loads(json.dumps(run))
        self._files: dict[str, IO[bytes]] = {}
        self._safe: tuple[int, ...] = (-1,) * len(FILES)
        self._saving: Future[None] | None = None
        self._due = time.monotonic() + PERIOD
        self._large = BYTES
        self._thread: ThreadPoolExecutor | None = None

    def _path(self, name: str) -> str:
        return f"{self.folder}/{name}"

    def __enter__(self) -> Self:
        with suppress(FileExistsError):
            os.mkdir(self.folder)
        self._journal = open(self._path("journal"), "ab+")
        if not lock(self._journal):
            self._journal.close()
            raise AnotherRun(f"{self.folder}: another run is using this folder")
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread is not None:
            self._thread.shutdown()
        for file in (*self._files.values(), self._journal):
            with suppress(OSError):
                file.close()

    def resume(self, headings: Mapping[str, bytes | bytearray]) -> BatchState:
        """Return the state to resume from. If nothing has been done yet, that's the start.

        Raises:
            AnotherRun: The folder belongs to another batch.
        """
        lines = list(map(json.loads, whole_lines(self._journal)))
        if lines and lines[0] != self._run:
            raise AnotherRun(
                f"{self.folder}: {difference(lines[0], self._run)}. To start over, use --restart"
            )
        state = BatchState.of(lines[-1]) if len(lines) > 1 else BatchState()
        for name, size in zip(FILES, state.sizes, strict=True):
            if not state.finished:
                self._files[name] = _cut_back(self._path(name), size)
        if len(lines) < 2:
            state = self._begin(headings)
        for left in os.listdir(self.folder):
            if left.startswith(SPOOL):
                os.unlink(self._path(left))
        return state

    def _begin(self, headings: Mapping[str, bytes | bytearray]) -> BatchState:
        self._journal.truncate(0)
        for name in FILES:
            self.add(name, headings.get(name, b""))
        state = BatchState(sizes=self.sizes())
        self._save(state, self._run)
        sync_folder(self.folder)
        sync_folder(os.path.dirname(self.folder))
        return state

    def sizes(self) -> tuple[int, ...]:
        """Return the current size of each file.

        The next state records all sizes, because an interruption may happen between two files.
        """
        return tuple(self._files[name].tell() for name in FILES)

    def numbers(self, name: str) -> "array[int]":
        """Return the content of a file of 8-byte numbers."""
        with open(self._path(name), "rb") as file:
            return array("Q", file.read())

    def add(self, name: str, data: bytes | bytearray) -> None:
        """Append to a file. The data is safe only when a later state has been saved."""
        file, rest = self._files[name], memoryview(data)
        with self._naming(name):
            while rest:
                rest = rest[file.write(rest) :]

    def add_file(self, name: str, path: str) -> None:
        """Append the content of another file, and delete that file."""
        file = self._files[name]
        with self._naming(name), open(path, "rb", buffering=0) as spool:
            size, done = os.fstat(spool.fileno()).st_size, 0
            while done < size:
                done += os.sendfile(file.fileno(), spool.fileno(), done, size - done)
        os.unlink(path)

    def note(self, state: BatchState) -> None:
        """Save the progress now and then, in the background."""
        size = sum(state.sizes)
        due = time.monotonic() >= self._due or size >= self._large
        if due and (self._saving is None or self._saving.done()):
            if self._thread is None:  # its job is to wait for the disk; short batches don't need it
                from concurrent.futures import ThreadPoolExecutor

                self._thread = ThreadPoolExecutor(1, "clew-journal")
            self._wait()
            self._saving = self._thread.submit(self._save, state)
            self._due, self._large = time.monotonic() + PERIOD, size + BYTES

    def save(self, state: BatchState) -> None:
        """Save the progress, and wait until it's safe."""
        self._wait()
        self._save(state)

    def _wait(self) -> None:
        if self._saving is not None:
            self._saving.result()

    def _save(self, state: BatchState, *before: Any) -> None:
        """Write the progress when the data is safely on the disk. Unchanged files already are."""
        for name, size, safe in zip(FILES, state.sizes, self._safe, strict=True):
            if size != safe:
                os.fsync(self._files[name].fileno())
        self._safe = state.sizes
        self._write_lines(*before, state.as_line())

    def _write_lines(self, *lines: Any) -> None:
        with self._naming("journal"):
            self._journal.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
            self._journal.flush()
            os.fsync(self._journal.fileno())

    @contextmanager
    def _naming(self, name: str) -> Iterator[None]:
        """Use the file's name in errors, because the error for a full disk doesn't have one."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path(name)) from None

    def finish(self, state: BatchState, last: Callable[[str, str], None] | None = None) -> None:
        """Move the files to their final names. If this is interrupted, call it again."""
        if not state.finished:
            self.save(state)
            if last is not None:
                last(self._path(OUT), self._path(FINAL))
                with open(self._path(FINAL), "rb") as file:
                    os.fsync(file.fileno())
            self._write_lines(state._replace(finished=True).as_line())
        if not state.rejected:
            named = self._targets[REJECTS]
            for path in (self._path(REJECTS), *([named] if replaceable(named) else [])):
                with suppress(FileNotFoundError):
                    os.unlink(path)
        self._name(REJECTS, REJECTS)
        self._name(OUT if last is None else FINAL, OUT)
        self.remove()

    def _name(self, file: str, target: str) -> None:
        """Move a file to its target, unless that's done already. If it's a pipe, copy the file."""
        source, place = self._path(file), self._targets[target]
        if not os.path.exists(source):
            return
        if replaceable(place):
            os.replace(source, place)
            sync_folder(os.path.dirname(place))
        else:
            with open(source, "rb") as made:
                save(place, made.read())
            os.unlink(source)

    def remove(self) -> None:
        """Remove the folder, so that the next run starts again."""
        if os.path.exists(self.folder):
            for name in os.listdir(self.folder):
                os.unlink(self._path(name))
            os.rmdir(self.folder)


def lock(file: IO[bytes]) -> bool:
    """Lock the file until it's closed. Return False if another process has locked it.

    On systems without such locks, always return True.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def whole_lines(file: IO[bytes]) -> list[bytes]:
    """Return the lines of a file, and remove an incomplete last line from it."""
    file.seek(0)
    *whole, _ = file.read().split(b"\n")
    file.truncate(sum(len(line) + 1 for line in whole))
    return whole


def _cut_back(path: str, size: int) -> IO[bytes]:
    """Open a file to resume it, and remove the data written after the last save."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
    file.truncate(size)
    file.seek(size)
    return file


def sync_folder(folder: Name) -> None:
    """Sync the names in a folder to the disk. If a folder can't be opened, leave this to the OS."""
    with suppress(OSError):
        opened = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def difference(was: Any, now: Any) -> str:
    """Describe the difference between two runs."""
    name = next(name for name in {**was, **now} if was.get(name) != now.get(name))
    if name == "inputs" and len(was[name]) == len(now[name]):
        pairs = zip(was[name], now[name], strict=True)
        old, new = next(pair for pair in pairs if pair[0] != pair[1])
        what = next(key for key in {**old, **new} if old.get(key) != new.get(key))
        return f"{new['path']} has a different {what} than when the batch began"
    return f"this batch began with {name} {was.get(name)}, not {now.get(name)}"
