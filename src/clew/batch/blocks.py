"""Files of lines, read block by block: each part ends where a line ends, wherever blocks end."""

from __future__ import annotations

import csv
from typing import IO

from clew.batch.input import SAMPLE, InputMark, InputPart, Parts, PartSize, blake2b, column_of

LONGEST = 1 << 22
"""A line with more bytes is no puzzle; it is passed over, not held."""
WINDOW = 1 << 12
"""Bytes at the end of a block in which the end of a line is looked for first."""


class Blocks:
    """Bytes read ahead of what was taken, and how many were taken; for a pipe also their hash."""

    def __init__(self, file: IO[bytes], seekable: bool, hashed: bool) -> None:
        self._file = file
        self._seekable = seekable
        self._hash = blake2b(digest_size=16) if hashed else None
        self._ahead = b""
        self.offset = 0

    @property
    def digest(self) -> str:
        return self._hash.hexdigest() if self._hash else ""

    def peek(self, size: int) -> bytes:
        """So many bytes, or all that are left, without taking them."""
        if len(self._ahead) < size:
            pieces = [self._ahead]
            missing = size - len(self._ahead)
            while missing > 0 and (piece := self._file.read(missing)):
                pieces.append(piece)
                missing -= len(piece)
            self._ahead = pieces[0] + pieces[1] if len(pieces) == 2 else b"".join(pieces)
        return self._ahead

    def take(self, size: int) -> bytes:
        """So many of the bytes that were read ahead."""
        taken, self._ahead = self._ahead[:size], self._ahead[size:]
        self.offset += size
        if self._hash:
            self._hash.update(taken)
        return taken

    def go_to(self, offset: int) -> None:
        """Pass over what comes before."""
        if self._seekable and offset > self.offset:
            self._file.seek(offset)
            self._ahead, self.offset = b"", offset
        while self.offset < offset and self.peek(min(SAMPLE, offset - self.offset)):
            self.take(min(len(self._ahead), offset - self.offset))

    def span(self, size: int) -> int:
        """How many bytes `lines` would take, if that is known from the end of them; else 0."""
        if not self._seekable:
            return 0
        self._file.seek(max(self.offset, self.offset + size - WINDOW))
        start = self._file.tell()
        window = self._file.read(self.offset + size - start)
        self._file.seek(self.offset + len(self._ahead))
        end = window.rfind(b"\n") + 1
        return start + end - self.offset if end else 0

    def lines(self, size: int) -> bytes:
        """Whole lines, about so many bytes of them; the last may lack its end."""
        while True:
            block = self.peek(size)
            end = block.rfind(b"\n", 0, max(size, 1)) + 1
            if end or len(block) < size:
                return self.take(end or len(block))
            if size >= LONGEST:
                return self.take(size)
            size = min(2 * size, LONGEST)

    def line(self) -> bytes:
        """One line; of one that is too long, its end."""
        while True:
            block = self.peek(SAMPLE)
            end = block.find(b"\n") + 1
            taken = self.take(end or len(block))
            if end or len(block) < SAMPLE:
                return taken


def parts(
    name: str,
    form: str,
    blocks: Blocks,
    sizes: PartSize,
    column: str | None,
    start: InputMark,
    lazy: bool,
) -> Parts:
    """The parts of a file from the mark on, each with the mark behind it."""
    size = sizes.of(blocks.peek(SAMPLE))
    place = 0
    if form == "csv":
        header = blocks.line().decode("utf-8-sig", "replace").rstrip("\r\n")
        place = column_of(f"{name}: line 1", next(csv.reader([header]), []), column)
    blocks.go_to(start.offset)
    if blocks.digest != start.digest and start.offset:
        raise ValueError(f"{name}: found another input, expected the same as before")
    while True:
        while lazy and (length := blocks.span(size)):
            span = (blocks.offset, length)
            blocks.go_to(blocks.offset + length)
            yield InputPart(name, form, b"", place, span=span), InputMark(0, blocks.offset)
        data = blocks.lines(size)
        if not data:
            return
        overlong = len(data) >= LONGEST and not data.endswith(b"\n")
        if overlong:
            blocks.line()
        part = InputPart(name, form, data[:80] if overlong else data, place, overlong)
        yield part, InputMark(0, blocks.offset, 0, blocks.digest)
