"""What a batch has written so far, kept so that the same command goes on where it was cut off.

Beside the output there is a folder `OUT.parts`. Records and rejects are added to files in it, in
order. The journal is a file of lines: the first says which run this is, and each other one how far
it is, and is written only when what it speaks of is safe on the disk. Going on, the files are cut
back to what the last whole line says. At the end they get their names, and the folder goes.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from array import array
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from clew.batch.parts import Mark
from clew.notation import replaceable, save

OUT, REJECTS, SEEN = FILES = ("out", "rejects", "seen")
FINAL = "final"
PERIOD = 1.0
"""Seconds of work that may be lost."""
BYTES = 1 << 24
"""So much is made safe beside the work, and not all of it when the work is over."""


class AnotherRun(ValueError):
    """The folder holds the beginning of a batch that is not this one."""


@dataclass(frozen=True)
class State:
    """How far a batch is."""

    mark: Mark = field(default_factory=Mark)
    lines: int = 0
    """Of the source where it is."""
    done: int = 0
    rejected: int = 0
    dropped: int = 0
    sizes: tuple[int, ...] = (0,) * len(FILES)
    finished: bool = False

    @classmethod
    def of(cls, line: dict[str, Any]) -> State:
        return cls(**line | {"mark": Mark(**line["mark"]), "sizes": tuple(line["sizes"])})


class Journal:
    """The folder of a batch; within `with` no other run works there."""

    def __init__(self, target: Path, rejects: Path, run: Mapping[str, Any]) -> None:
        self.folder = target.with_name(f"{target.name}.parts")
        self._targets = {OUT: target, REJECTS: rejects}
        self._run = json.loads(json.dumps(run))
        self._files: dict[str, IO[bytes]] = {}
        self._safe: tuple[int, ...] = (-1,) * len(FILES)
        self._saving: Future[None] | None = None
        self._due = time.monotonic() + PERIOD
        self._large = BYTES
        self._thread = ThreadPoolExecutor(1, "clew-journal")

    def __enter__(self) -> Journal:
        self.folder.mkdir(exist_ok=True)
        self._journal = (self.folder / "journal").open("ab+")
        if not lock(self._journal):
            self._journal.close()
            raise AnotherRun(f"{self.folder}: another run is at work here")
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()
        for file in (*self._files.values(), self._journal):
            with suppress(OSError):
                file.close()

    def resume(self, headings: Mapping[str, bytes | bytearray]) -> State:
        """Where to go on, the start if nothing is done; AnotherRun if the folder is of another."""
        lines = self._whole_lines()
        if lines and lines[0] != self._run:
            raise AnotherRun(
                f"{self.folder}: {difference(lines[0], self._run)}; --restart begins anew"
            )
        state = State.of(lines[-1]) if len(lines) > 1 else State()
        for name, size in zip(FILES, state.sizes, strict=True):
            if not state.finished:
                self._files[name] = _cut_back(self.folder / name, size)
        if len(lines) < 2:
            state = self._begin(headings)
        for left in self.folder.glob("spool-*"):
            left.unlink()
        return state

    def _whole_lines(self) -> list[dict[str, Any]]:
        """What the journal says; a line that was cut off is removed."""
        self._journal.seek(0)
        *whole, _ = self._journal.read().split(b"\n")
        self._journal.truncate(sum(len(line) + 1 for line in whole))
        return [json.loads(line) for line in whole]

    def _begin(self, headings: Mapping[str, bytes | bytearray]) -> State:
        self._journal.truncate(0)
        for name in FILES:
            self.add(name, headings.get(name, b""))
        state = State(sizes=self.sizes())
        self._save(state, self._run)
        sync_folder(self.folder)
        sync_folder(self.folder.parent)
        return state

    def sizes(self) -> tuple[int, ...]:
        """How much is in each file now. It belongs into the next state with all else that it says:
        an interruption may come between two files.
        """
        return tuple(self._files[name].tell() for name in FILES)

    def numbers(self, name: str) -> array[int]:
        """What is in a file of numbers of 8 bytes."""
        return array("Q", (self.folder / name).read_bytes())

    def add(self, name: str, data: bytes | bytearray) -> None:
        """Add to a file; it is safe only when a state behind it is saved."""
        file, rest = self._files[name], memoryview(data)
        try:
            while rest:
                rest = rest[file.write(rest) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.folder / name)) from None

    def add_file(self, name: str, path: Path) -> None:
        """Add what is in another file, which goes."""
        file = self._files[name]
        try:
            with path.open("rb", buffering=0) as spool:
                size, done = os.fstat(spool.fileno()).st_size, 0
                while done < size:
                    done += os.sendfile(file.fileno(), spool.fileno(), done, size - done)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.folder / name)) from None
        path.unlink()

    def note(self, state: State) -> None:
        """Save how far the batch is, now and then, beside the work."""
        size = sum(state.sizes)
        due = time.monotonic() >= self._due or size >= self._large
        if due and (self._saving is None or self._saving.done()):
            self._wait()
            self._saving = self._thread.submit(self._save, state)
            self._due, self._large = time.monotonic() + PERIOD, size + BYTES

    def save(self, state: State) -> None:
        """Save how far the batch is, and be sure of it."""
        self._wait()
        self._save(state)

    def _wait(self) -> None:
        if self._saving is not None:
            self._saving.result()

    def _save(self, state: State, *before: Any) -> None:
        """Say how far it is, when that is safe on the disk; what has not changed is safe."""
        for name, size, safe in zip(FILES, state.sizes, self._safe, strict=True):
            if size != safe:
                os.fsync(self._files[name].fileno())
        self._safe = state.sizes
        self._write_lines(*before, asdict(state))

    def _write_lines(self, *lines: Any) -> None:
        try:
            self._journal.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
            self._journal.flush()
            os.fsync(self._journal.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.folder / "journal")) from None

    def finish(self, state: State, last: Callable[[Path, Path], None] | None = None) -> None:
        """Give the files their names. Cut off in the middle, it is only to be called again."""
        if not state.finished:
            self.save(state)
            if last is not None:
                last(self.folder / OUT, self.folder / FINAL)
                with (self.folder / FINAL).open("rb") as file:
                    os.fsync(file.fileno())
            self._write_lines(asdict(replace(state, finished=True)))
        if not state.rejected:
            if replaceable(self._targets[REJECTS]):
                self._targets[REJECTS].unlink(missing_ok=True)
            (self.folder / REJECTS).unlink(missing_ok=True)
        self._name(REJECTS, REJECTS)
        self._name(OUT if last is None else FINAL, OUT)
        shutil.rmtree(self.folder)

    def _name(self, file: str, target: str) -> None:
        """Move a file to where it belongs, unless that was done; into a pipe it is copied."""
        source, place = self.folder / file, self._targets[target]
        if not source.exists():
            return
        if replaceable(place):
            source.replace(place)
            sync_folder(place.parent)
        else:
            save(place, source.read_bytes())
            source.unlink()

    def remove(self) -> None:
        """Forget what was done: the next run begins anew."""
        if self.folder.exists():
            shutil.rmtree(self.folder)


def lock(file: IO[bytes]) -> bool:
    """Hold the file until it is closed, if no other process does; where there are such locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _cut_back(path: Path, size: int) -> IO[bytes]:
    """The file to be gone on with, without what was written after it was last saved."""
    path.touch()
    file = path.open("r+b", buffering=0)
    file.truncate(size)
    file.seek(size)
    return file


def sync_folder(folder: Path) -> None:
    """Make names in a folder safe; where a folder cannot be opened, the system does it."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def difference(was: Any, now: Any) -> str:
    """What the two runs differ in, in words."""
    names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    name = names[0]
    if name == "inputs" and len(was[name]) == len(now[name]):
        old, new = next(
            pair for pair in zip(was[name], now[name], strict=True) if pair[0] != pair[1]
        )
        what = next(key for key in {**old, **new} if old.get(key) != new.get(key))
        return f"found {new['path']} with another {what} than at the beginning of this batch"
    return f"found a batch with {name} {was.get(name)}, expected {now.get(name)}"
