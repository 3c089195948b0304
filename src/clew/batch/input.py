"""The input of a batch: files or recipes, cut into parts; a mark between two parts to resume at."""

import os
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, NamedTuple, Self

from clew.batch.forms import PIPE, TEXT, Form, unpacked

try:
    from _blake2 import blake2b as blake2b  # that of hashlib, which loads OpenSSL too: 4 ms
except ImportError:
    from hashlib import blake2b as blake2b

if TYPE_CHECKING:
    from clew.batch.lines import Reject
    from clew.core.puzzle import Puzzle
    from clew.generators.recipe import Recipe

COLUMNS = ("puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "id")
"""The columns that hold the puzzles by default: the first of these that is there."""
SAMPLE = 1 << 16
PIECES = 16
RECIPE = "recipe"
"""The form of a part that is a range of seeds."""
LINE = 82
"""Bytes of a line that is a 9x9 grid of digits."""
GRID_LINE = re.compile(rb"(?<![0-9.])[0-9.]{81}(?![0-9.])")


class InputPart(NamedTuple):
    """Some lines of the input. How many they are, only the work on it finds out."""

    source: str
    form: str
    data: bytes | bytearray
    column: int = 0
    """Where the puzzle stands in a line of CSV."""
    overlong: bool = False
    """Whether it is the beginning of one line that is too long."""
    span: tuple[int, int] | None = None
    """Where in the file its data is, if a worker on this machine is to read it."""

    def loaded(self) -> Self:
        """The part with its data."""
        if self.span is None:
            return self
        offset, size = self.span
        data = bytearray(size)
        with open(self.source, "rb", buffering=0) as file:
            file.seek(offset)
            del data[file.readinto(data) :]
        return self._replace(data=data, span=None)


class InputMark(NamedTuple):
    """A place in the input, between two parts."""

    source: int = 0
    offset: int = 0
    """Bytes of that source when unpacked, or rows of Parquet, or puzzles made."""
    read: int = 0
    """Bytes read from all files so far, as they are on the disk."""
    digest: str = ""
    """Of all that a pipe gave so far."""


Parts = Iterator[tuple[InputPart, InputMark]]
"""Parts, each with the mark behind it."""


class PartSize(NamedTuple):
    """How large parts are, in bytes: where lines are 9x9 grids, and where they are not."""

    nine: int
    other: int

    def of(self, sample: bytes) -> int:
        return self.nine if GRID_LINE.search(sample) else self.other


class File(NamedTuple):
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
        return found | {"sample": _sampled(self.path)}

    def has_grid_lines(self) -> bool:
        """Whether it is a plain text that begins with 9x9 grids of digits."""
        if self.path == PIPE or self.form != TEXT:
            return False
        with open(self.path, "rb") as file:
            return GRID_LINE.search(file.read(SAMPLE)) is not None

    def parts(
        self, sizes: PartSize, column: str | None, start: InputMark, lazy: bool = False
    ) -> Parts:
        """The parts from the mark on.

        With `lazy` those of a plain file say where they are, and who works on them reads them.
        """
        with ExitStack() as stack:
            pipe = self.path == PIPE
            raw = sys.stdin.buffer if pipe else stack.enter_context(open(self.path, "rb"))
            try:
                for part, mark in self._parts(raw, sizes, column, start, lazy, stack):
                    read = mark.offset if pipe else min(raw.tell(), self.size)
                    yield part, mark._replace(read=read)
            except (EOFError, OSError, zlib.error) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                raise ValueError(f"{self.path}: found damaged data: {error}") from None

    def _parts(
        self, raw: IO[bytes], sizes: PartSize, column: str | None, start: InputMark, lazy: bool,
        stack: ExitStack,
    ) -> Parts:  # fmt: skip
        if self.form.name == "parquet":
            from clew.batch import parquet

            return parquet.parts(self.path, raw, sizes, column, start)
        from clew.batch import blocks

        plain = self.path != PIPE and not self.form.packing
        lines = blocks.Blocks(unpacked(raw, self.form.packing, stack), plain, self.path == PIPE)
        return blocks.parts(self.path, self.form.name, lines, sizes, column, start, lazy and plain)


def _sampled(path: str) -> str:
    """The hash of pieces spread evenly over the file."""
    found = blake2b(digest_size=16)
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        for piece in range(PIECES):
            file.seek(max(0, size - SAMPLE) * piece // (PIECES - 1))
            found.update(file.read(SAMPLE))
    return found.hexdigest()


def column_of(where: str, names: Sequence[str], wanted: str | None) -> int:
    """Which column holds the puzzles; ValueError if that is not clear."""
    plain = [name.strip().lower() for name in names]
    for name in (wanted.lower(),) if wanted else COLUMNS:
        if name in plain:
            return plain.index(name)
    expected = wanted or f"one of {', '.join(COLUMNS)}, or a column named by --column"
    raise ValueError(f"{where}: found the columns {', '.join(names)[:80]}, expected {expected}")


class Making(NamedTuple):
    """A recipe, and how many puzzles are to be made from it, with its seed and those after it."""

    path: str
    size: int

    @classmethod
    def of(cls, text: str, count: int) -> Self:
        """ValueError if nothing can be made from it."""
        from clew.generators.maker import maker_of
        from clew.generators.recipe import Recipe

        wanted = Recipe.parse(text if ":" in text else f"{text}:")
        return cls(str(maker_of(wanted.kind).checked(wanted)), count)

    def identity(self) -> dict[str, object]:
        return {"path": self.path, "count": self.size}

    def parts(
        self, sizes: PartSize, column: str | None, start: InputMark, lazy: bool = False
    ) -> Parts:
        step = max(1, sizes.nine // LINE)
        for first in range(start.offset, self.size, step):
            end = min(first + step, self.size)
            yield InputPart(self.path, RECIPE, f"{first} {end}".encode()), InputMark(0, end, end)


def made(part: InputPart) -> "tuple[list[Puzzle], list[Reject], int]":
    """The puzzles of a part, the seeds that gave none, and how many seeds there were in all."""
    from clew.generators.generate import series
    from clew.generators.recipe import CannotMake, Recipe

    first, end = map(int, part.data.split())
    wanted = Recipe.parse(part.source)
    recipes = [wanted.with_seed(wanted.seed + number) for number in range(first, end)]
    try:
        return list(series(recipes[0], len(recipes))), [], len(recipes)
    except CannotMake:
        return *_made_one_by_one(recipes), len(recipes)


def _made_one_by_one(recipes: "Sequence[Recipe]") -> "tuple[list[Puzzle], list[Reject]]":
    from clew.batch.lines import Reject
    from clew.generators.generate import make
    from clew.generators.recipe import CannotMake

    puzzles, rejects = [], []
    for number, recipe in enumerate(recipes):
        try:
            puzzles.append(make(recipe))
        except CannotMake as error:
            rejects.append(Reject(number, str(error), str(recipe)))
    return puzzles, rejects


Input = File | Making


def all_parts(
    inputs: Sequence[Input], sizes: PartSize, column: str | None, start: InputMark, lazy: bool
) -> Parts:
    """The parts of all inputs from the mark on."""
    before = sum(each.size for each in inputs[: start.source])
    for number in range(start.source, len(inputs)):
        first = start if number == start.source else InputMark(number)
        for part, mark in inputs[number].parts(sizes, column, first, lazy):
            yield part, mark._replace(source=number, read=before + mark.read)
        before += inputs[number].size
