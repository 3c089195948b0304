"""The input of a batch, cut into parts of whole lines; where each ends is known, to go on there."""

import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import IO, NamedTuple, Protocol

from clew.batch import blocks, parquet
from clew.batch.packing import PIPE, TEXT, Form, opened, unpacked
from clew.batch.parts import NINE, SAMPLE, Cut, Mark, Part, blake2b

PIECES = 16


class Source(NamedTuple):
    """A file, or the standard input, and how it is written."""

    path: str
    form: Form

    @property
    def size(self) -> int:
        """In bytes; 0 where it is not known."""
        return 0 if self.path == PIPE else os.path.getsize(self.path)

    def identity(self) -> dict[str, object]:
        """What tells this input from another: name, form, size, time, and some of its content."""
        found: dict[str, object] = {"path": self.path, "form": list(self.form)}
        if self.path == PIPE:
            return found
        found |= {"size": self.size, "mtime": os.stat(self.path).st_mtime_ns}
        return found | {"sample": sampled(self.path)}

    def has_nines(self) -> bool:
        """Whether it is a plain text that begins with Sudokus of order 9."""
        if self.path == PIPE or self.form != TEXT:
            return False
        with open(self.path, "rb") as file:
            return NINE.search(file.read(SAMPLE)) is not None

    def parts(
        self, cut: Cut, column: str | None, start: Mark, lazy: bool = False
    ) -> Iterator[tuple[Part, Mark]]:
        """The parts from the mark on, each with the mark behind it.

        With `lazy` those of a plain file say where they are, and who works on them reads them.
        """
        with ExitStack() as stack:
            raw = opened(self.path, stack)
            try:
                for part, mark in self._parts(raw, cut, column, start, lazy, stack):
                    yield part, mark._replace(read=self._read(raw, mark))
            except (EOFError, OSError, zlib.error) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                raise ValueError(f"{self.path}: found damaged data: {error}") from None

    def _parts(
        self,
        raw: IO[bytes],
        cut: Cut,
        column: str | None,
        start: Mark,
        lazy: bool,
        stack: ExitStack,
    ) -> Iterator[tuple[Part, Mark]]:
        if self.form.name == "parquet":
            return parquet.parts(self.path, raw, cut, column, start)
        plain = self.path != PIPE and not self.form.packing
        lines = blocks.Blocks(unpacked(raw, self.form.packing, stack), plain, self.path == PIPE)
        return blocks.parts(self.path, self.form.name, lines, cut, column, start, lazy and plain)

    def _read(self, raw: IO[bytes], mark: Mark) -> int:
        """How many bytes have been read, as they are on the disk."""
        return mark.offset if self.path == PIPE else min(raw.tell(), self.size)


def sampled(path: str) -> str:
    """The hash of pieces spread evenly over the file."""
    found = blake2b(digest_size=16)
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        for piece in range(PIECES):
            file.seek(max(0, size - SAMPLE) * piece // (PIECES - 1))
            found.update(file.read(SAMPLE))
    return found.hexdigest()


class Input(Protocol):
    """Where parts come from."""

    @property
    def path(self) -> str: ...

    @property
    def size(self) -> int: ...

    def identity(self) -> dict[str, object]: ...

    def parts(
        self, cut: Cut, column: str | None, start: Mark, lazy: bool = False
    ) -> Iterator[tuple[Part, Mark]]: ...


def parts(
    sources: Sequence[Input], cut: Cut, column: str | None, start: Mark, lazy: bool = False
) -> Iterator[tuple[Part, Mark]]:
    """The parts of all sources from the mark on, each with the mark behind it."""
    before = sum(source.size for source in sources[: start.source])
    for number in range(start.source, len(sources)):
        first = start if number == start.source else Mark(number)
        for part, mark in sources[number].parts(cut, column, first, lazy):
            yield part, mark._replace(source=number, read=before + mark.read)
        before += sources[number].size
