"""Read files with precise errors, and write them completely or not at all.

A batch imports this before its first puzzle, so it avoids pathlib, which takes 6 ms to import.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, TextIO, cast

if TYPE_CHECKING:
    from io import BufferedReader
    from pathlib import Path

LARGEST = 64_000_000
"""The size of the largest file that can be read, in bytes."""
LONGEST_NAME = 4096
LONGEST_CHAIN = 40
"""The longest chain of links to follow, as on Linux."""
STANDARD = {1: "stdout", 2: "stderr"}
STANDARD_NAMES = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
OPEN_FILES = "/dev/fd"
"""The folder that lists a process's open files by number."""
Name = str | os.PathLike[str]
TEMPORARY: set[tuple[int, str]] = set()
"""The unfinished files, each with the process that writes it."""


def named_file(source: Name) -> Path | None:
    """Return the file that the source names, or None if the source is the text itself."""
    from pathlib import Path

    if not isinstance(source, str):
        return Path(source)
    if "\n" in source or not 0 < len(source) <= LONGEST_NAME:
        return None
    try:
        return Path(source) if Path(source).exists() else None
    except (OSError, ValueError):
        return None


def load(word: Name) -> str:
    """Read a file in UTF-8, or standard input if the name is `-`.

    Raises:
        ValueError: The file isn't text, or it's too large. The message begins with its name.
        OSError: The file can't be read.
    """
    from pathlib import Path

    if word == "-":
        return _text("standard input", _typed())
    path = Path(word)
    try:
        if path.is_dir():
            raise ValueError(f"{path}: this is a folder, not a file")
        size = path.stat().st_size
        if size > LARGEST:
            raise ValueError(_too_large(str(path)))
        with path.open("rb") as file:
            return _text(str(path), file.read(LARGEST + 1))
    except OSError as error:
        raise type(error)(f"{path}: {error.strerror or error}") from None


def save(word: Name, text: str | bytes) -> None:
    """Write a string or bytes to a file: see `saving`."""
    with saving(word) as file:
        if isinstance(text, str):
            file.write(text)
        else:
            file.buffer.write(text)


@contextmanager
def saving(word: Name) -> Iterator[TextIO]:
    """Open a file to write completely or not at all.

    The data goes to a temporary file next to it, which is renamed at the end. Links are followed. A
    file that can't be replaced is written directly: see `streaming`. An OSError contains the name
    that the caller gave.
    """
    if not replaceable(word):
        with streaming(word) as file:
            yield file
        return
    target = os.path.realpath(word)
    beside = os.path.join(os.path.dirname(target), f".{os.urandom(16).hex()}.tmp")
    with _temporary(beside), _naming(word, beside):
        _refuse_locked(target)
        with open(beside, "w+", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)


@contextmanager
def _temporary(path: str) -> Iterator[None]:
    """Remove a file at the end, or when SIGTERM ends the process."""
    mine = os.getpid(), path
    catches = False
    TEMPORARY.add(mine)
    try:
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            with suppress(ValueError):  # only the main thread may set a handler
                signal.signal(signal.SIGTERM, _terminate)
                catches = True
        yield
    finally:
        with suppress(OSError):
            os.unlink(path)
        TEMPORARY.discard(mine)
        if catches:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminate(number: int, frame: object) -> None:
    """Remove this process's temporary files, then let the signal take its normal course."""
    for process, path in tuple(TEMPORARY):
        if process == os.getpid():  # after a fork, the set also contains the parent's files
            with suppress(OSError):
                os.unlink(path)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


@contextmanager
def streaming(word: Name, buffering: int = -1) -> Iterator[TextIO]:
    """Open a file to write directly, such as a pipe, a device, or a log that someone watches.

    `-` and /dev/stdout are standard output. A name such as /dev/fd/3 is the open file with this
    number, at its current position, no matter what the shell has connected it to.
    """
    number = descriptor(word)
    with _naming("standard output" if word == "-" else word), ExitStack() as stack:
        if number in STANDARD:
            file: TextIO = _standard(number)
        else:
            target = word if number is None else os.dup(number)
            file = stack.enter_context(open(target, "w", buffering, encoding="utf-8", newline="\n"))
        yield file
        file.flush()


def replaceable(word: Name) -> bool:
    """Check whether a new file may replace this one: not if it's a pipe, a device or already open.

    The last of these is a name such as /dev/fd/3.
    """
    path = os.fspath(word) or "."
    return descriptor(word) is None and (os.path.isfile(path) or not os.path.exists(path))


def descriptor(word: Name) -> int | None:
    """Return the number of the open file with this name, or None.

    It's 1 for `-`, for /dev/stdout and for every link to it.
    """
    if os.fspath(word) in STANDARD_NAMES:
        return STANDARD_NAMES[os.fspath(word)]
    path, open_files = os.fspath(word), os.path.realpath(OPEN_FILES)
    for _ in range(LONGEST_CHAIN):
        folder, name = os.path.realpath(os.path.dirname(path) or "."), os.path.basename(path)
        if folder == open_files and name.isdecimal():
            return int(name)
        if not os.path.islink(path):
            return None
        path = os.path.join(folder, os.readlink(path))
    return None


def _standard(number: int) -> TextIO:
    stream: TextIO | None = getattr(sys, STANDARD[number])
    if stream is None:  # closed by the caller
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return stream


def _refuse_locked(target: str) -> None:
    """Refuse to replace a read-only file, even if its folder allows it.

    Raises:
        PermissionError: The file is read-only.
    """
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _naming(word: Name, beside: str | None = None) -> Iterator[None]:
    """Use the caller's name for the file in errors. An error about another file keeps its name."""
    try:
        yield
    except OSError as error:
        if error.filename is not None and str(error.filename) != beside:
            raise
        raise OSError(error.errno, error.strerror, str(word)) from None


def _typed() -> bytes:
    """Read standard input to its end, or until it's too large.

    If you pressed Ctrl-C just before a blocking read, nothing would happen until that read ended.
    So this function reads only the available bytes, and waits for more in short intervals.
    """
    import select

    file, data = cast("BufferedReader", sys.stdin.buffer), bytearray()
    while len(data) <= LARGEST:
        with suppress(OSError, ValueError):  # Windows, or a descriptor too large for `select`
            while not select.select([file], [], [], 0.1)[0]:
                pass
        if not (more := file.read1(LARGEST + 1 - len(data))):
            break
        data += more
    return bytes(data)


def _text(name: str, data: bytes) -> str:
    if len(data) > LARGEST:
        raise ValueError(_too_large(name))
    try:
        text = data.decode("utf-8-sig")
        junk = data.find(b"\0")
    except UnicodeDecodeError as error:
        text, junk = "", error.start
    if junk >= 0:
        raise ValueError(f"{name}: not a text file in UTF-8 (the problem is at byte {junk + 1})")
    return text


def _too_large(name: str) -> str:
    return f"{name}: too large to read; the maximum is {LARGEST:,} bytes"
