"""The input of a batch: files or recipes, split into parts that contain lines or puzzles."""

import csv
import json
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self

from clew.batch.formats import PIPE, TEXT, FileFormat, unpacked

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.generators.recipe import Recipe


try:
    # hashlib has the same function, but loading it takes 4 ms, because it loads OpenSSL too
    from _blake2 import blake2b as blake2b
except ImportError:
    from hashlib import blake2b as blake2b


COLUMNS = ("puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "id")
"""The default columns for puzzles. The first one that exists is used."""
SAMPLE = 1 << 16
PIECES = 16
RECIPE = "recipe"
"""The format of a part that consists of a range of seeds."""
LINE = 82
"""The length in bytes of a line that contains a 9x9 grid of digits."""
GRID_LINE = re.compile(rb"(?<![0-9.])[0-9.]{81}(?![0-9.])")
LONGEST = 1 << 22
"""The maximum length of a line in bytes. Longer lines can't be puzzles, and are rejected."""
WINDOW = 1 << 12
"""The number of bytes at the end of a block in which to look for a line break first."""


class InputPart(NamedTuple):
    """Some lines of the input. They aren't counted until they've been processed."""

    source: str
    form: str
    data: bytes | bytearray
    column: int = 0
    """The position of the puzzle in a line of CSV."""
    overlong: bool = False
    """True if this is the beginning of a line that's too long."""
    span: tuple[int, int] | None = None
    """The offset and size of the data in the file, if a worker on this machine should read it."""

    def loaded(self) -> Self:
        """Return the part with its data."""
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
    """The position in this source: in unpacked bytes, in Parquet rows, or in puzzles made."""
    read: int = 0
    """The number of bytes read from all files so far, before unpacking."""
    digest: str = ""
    """A hash of everything read from a pipe so far."""


Parts = Iterator[tuple[InputPart, InputMark]]
"""Parts, each with the mark that follows it."""


class PartSize(NamedTuple):
    """The sizes of parts in bytes: one for lines that are 9x9 grids, and one for other lines."""

    nine: int
    other: int

    def of(self, sample: bytes) -> int:
        return self.nine if GRID_LINE.search(sample) else self.other


class File(NamedTuple):
    """A file, or standard input, and its format."""

    path: str
    form: FileFormat

    @property
    def size(self) -> int:
        """The size in bytes, or 0 if it isn't known."""
        return 0 if self.path == PIPE else os.path.getsize(self.path)

    def identity(self) -> dict[str, object]:
        """Return the facts that identify this input.

        They're its name, format, size and modification time, and a hash of some of its content.
        """
        found: dict[str, object] = {"path": self.path, "form": list(self.form)}
        if self.path == PIPE:
            return found
        found |= {"size": self.size, "mtime": os.stat(self.path).st_mtime_ns}
        return found | {"sample": _sampled(self.path)}

    def has_grid_lines(self) -> bool:
        """Check whether the file is plain text that begins with 9x9 grids of digits."""
        if self.path == PIPE or self.form != TEXT:
            return False
        with open(self.path, "rb") as file:
            return GRID_LINE.search(file.read(SAMPLE)) is not None

    def parts(
        self, sizes: PartSize, column: str | None, start: InputMark, lazy: bool = False
    ) -> Parts:
        """Yield the parts from the mark on.

        With `lazy`, the parts of a plain file contain only positions, and workers read the data.
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
                raise ValueError(f"{self.path}: the file is damaged: {error}") from None

    def _parts(
        self, raw: IO[bytes], sizes: PartSize, column: str | None, start: InputMark, lazy: bool,
        stack: ExitStack,
    ) -> Parts:  # fmt: skip
        if self.form.name == "parquet":
            return parquet_parts(self.path, raw, sizes, column, start)
        plain = self.path != PIPE and not self.form.packing
        lines = Blocks(unpacked(raw, self.form.packing, stack), plain, self.path == PIPE)
        return line_parts(self.path, self.form.name, lines, sizes, column, start, lazy and plain)


def _sampled(path: str) -> str:
    """Hash pieces that are spread evenly over the file."""
    found = blake2b(digest_size=16)
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        for piece in range(PIECES):
            file.seek(max(0, size - SAMPLE) * piece // (PIECES - 1))
            found.update(file.read(SAMPLE))
    return found.hexdigest()


def column_of(where: str, names: Sequence[str], wanted: str | None) -> int:
    """Return the index of the column that contains the puzzles.

    Raises:
        ValueError: There's no such column.
    """
    plain = [name.strip().lower() for name in names]
    for name in (wanted.lower(),) if wanted else COLUMNS:
        if name in plain:
            return plain.index(name)
    there = ", ".join(names)[:80]
    if wanted:
        raise ValueError(f"{where}: no column {wanted!r} among {there}")
    raise ValueError(
        f"{where}: no column called {', '.join(COLUMNS[:-1])} or {COLUMNS[-1]} among {there}. "
        "Use --column to name the column with the puzzles"
    )


class Blocks:
    """Reads ahead in a file. It counts the bytes that were taken and, for a pipe, hashes them."""

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
        """Return at least this many bytes, or all that are left, without taking them."""
        if len(self._ahead) < size:
            pieces = [self._ahead]
            missing = size - len(self._ahead)
            while missing > 0 and (piece := self._file.read(missing)):
                pieces.append(piece)
                missing -= len(piece)
            self._ahead = pieces[0] + pieces[1] if len(pieces) == 2 else b"".join(pieces)
        return self._ahead

    def take(self, size: int) -> bytes:
        """Take this many of the bytes that were read ahead."""
        taken, self._ahead = self._ahead[:size], self._ahead[size:]
        self.offset += size
        if self._hash:
            self._hash.update(taken)
        return taken

    def go_to(self, offset: int) -> None:
        """Skip the input before this position."""
        if self._seekable and offset > self.offset:
            self._file.seek(offset)
            self._ahead, self.offset = b"", offset
        while self.offset < offset and self.peek(min(SAMPLE, offset - self.offset)):
            self.take(min(len(self._ahead), offset - self.offset))

    def span(self, size: int) -> int:
        """Return the number of bytes that `lines` would take.

        Return 0 if a look at the end of these bytes doesn't show that.
        """
        if not self._seekable:
            return 0
        self._file.seek(max(self.offset, self.offset + size - WINDOW))
        start = self._file.tell()
        window = self._file.read(self.offset + size - start)
        self._file.seek(self.offset + len(self._ahead))
        end = window.rfind(b"\n") + 1
        return start + end - self.offset if end else 0

    def lines(self, size: int) -> bytes:
        """Take about this many bytes of whole lines. The file's last line may lack a line break."""
        while True:
            block = self.peek(size)
            end = block.rfind(b"\n", 0, max(size, 1)) + 1
            if end or len(block) < size:
                return self.take(end or len(block))
            if size >= LONGEST:
                return self.take(size)
            size = min(2 * size, LONGEST)

    def line(self) -> bytes:
        """Take one line, or the next piece of a line that's too long."""
        while True:
            block = self.peek(SAMPLE)
            end = block.find(b"\n") + 1
            taken = self.take(end or len(block))
            if end or len(block) < SAMPLE:
                return taken


def line_parts(
    name: str,
    form: str,
    blocks: Blocks,
    sizes: PartSize,
    column: str | None,
    start: InputMark,
    lazy: bool,
) -> Parts:
    """Yield the parts of a file of lines from the mark on, each with the mark that follows it."""
    size = sizes.of(blocks.peek(SAMPLE))
    place = 0
    if form == "csv":
        header = blocks.line().decode("utf-8-sig", "replace").rstrip("\r\n")
        place = column_of(f"{name}: line 1", next(csv.reader([header]), []), column)
    blocks.go_to(start.offset)
    if blocks.digest != start.digest and start.offset:
        raise ValueError(f"{name}: this isn't the input that the batch began with")
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


def parquet_parts(
    name: str, raw: IO[bytes], sizes: PartSize, column: str | None, start: InputMark
) -> Parts:
    """Yield rows as lines of JSON, because a puzzle may contain line breaks."""
    import pyarrow
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(raw)
    except pyarrow.ArrowInvalid as error:
        raise ValueError(f"{name}: this isn't a Parquet file: {error}") from None
    names = file.schema_arrow.names
    chosen = names[column_of(name, names, column)]
    row = 0
    for batch in file.iter_batches(_rows(file, chosen, sizes), columns=[chosen]):
        values = batch.column(0).to_pylist()
        row += len(values)
        if row > start.offset:
            data = "".join(f"{json.dumps(value)}\n" for value in values).encode()
            yield InputPart(name, "jsonl", data), InputMark(0, row)


def _rows(file: Any, column: str, sizes: PartSize) -> int:
    """Return the number of rows per part, estimated from the first puzzle."""
    first = next(file.iter_batches(1, columns=[column]), None)
    sample = str(first.column(0)[0].as_py()).encode() if first is not None else b""
    return max(1, sizes.of(sample) // LINE)


class Making(NamedTuple):
    """A recipe, and the number of puzzles to make from it with consecutive seeds."""

    path: str
    size: int

    @classmethod
    def of(cls, text: str, count: int) -> Self:
        """Parse a recipe.

        Raises:
            ValueError: No puzzle can be made from it.
        """
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
    """Make the puzzles of a part. Return them, the seeds that failed, and the number of seeds."""
    from clew.generators.maker import series
    from clew.generators.recipe import CannotMake, Recipe

    first, end = map(int, part.data.split())
    wanted = Recipe.parse(part.source)
    recipes = [wanted.with_seed(wanted.seed + number) for number in range(first, end)]
    try:
        return list(series(recipes[0], len(recipes))), [], len(recipes)
    except CannotMake:
        return *_made_one_by_one(recipes), len(recipes)


def _made_one_by_one(recipes: "Sequence[Recipe]") -> "tuple[list[Puzzle], list[Reject]]":
    from clew.generators.maker import make
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
    """Yield the parts of all inputs from the mark on."""
    before = sum(each.size for each in inputs[: start.source])
    for number in range(start.source, len(inputs)):
        first = start if number == start.source else InputMark(number)
        for part, mark in inputs[number].parts(sizes, column, first, lazy):
            yield part, mark._replace(source=number, read=before + mark.read)
        before += inputs[number].size


# ------------------------------------------------------------------ the lines of a part


MOST_SHOWN = 200
"""The maximum number of characters to keep of a rejected line, and of the reason."""
_MARK = "\ufeff".encode()
"""The byte order mark that some programs write before the first line."""
REJECTS_HEADING = b"source\tline\treason\ttext\n"


class InputLine(NamedTuple):
    """A line of a part: its number within the part, from 0, and the text of its puzzle."""

    number: int
    text: str


class Reject(NamedTuple):
    """A line that isn't a puzzle, or a puzzle for which the operation failed."""

    number: int
    reason: str
    text: str


def lines_of(
    part: InputPart, column: str | None = None
) -> tuple[list[InputLine], list[Reject], int]:
    """Return a part's lines with text, its rejected lines, and the number of all its lines.

    Blank lines and comments are skipped, but count.
    """
    good: list[InputLine] = []
    bad: list[Reject] = []
    number = -1
    for number, raw in enumerate(bytes(part.data).removesuffix(b"\n").split(b"\n")):
        try:
            if part.overlong:
                raise ValueError("the line has millions of bytes, too many for a puzzle")
            text = raw.removeprefix(_MARK).decode().rstrip()
            text = _FIELD[part.form](text, part.column, column).strip()
        except ValueError as error:
            bad.append(Reject(number, one_line(error), raw.decode("utf-8", "replace")))
            continue
        if text and not text.startswith("#"):
            good.append(InputLine(number, text))
    return good, bad, number + 1


def _of_text(text: str, _place: int, _column: str | None) -> str:
    """Return the text before the first tab, so that a batch can read another batch's output."""
    return text.partition("\t")[0]


def _of_csv(text: str, place: int, _column: str | None) -> str:
    if not text:
        return text
    try:
        row = next(csv.reader([text], strict=True))
    except csv.Error as error:
        raise ValueError(f"found {error}, expected a record on one line") from None
    if len(row) <= place:
        raise ValueError(f"found {len(row)} columns, expected at least {place + 1}")
    return row[place]


def _of_json(text: str, _place: int, column: str | None) -> str:
    found: Any = json.loads(text) if text else ""
    if isinstance(found, dict):
        known = (name for name in ((column,) if column else COLUMNS) if name in found)
        found = found.get(next(known, ""))
    if not isinstance(found, str):
        raise ValueError(
            f"found no puzzle, expected a string or an object with {column or COLUMNS[0]}"
        )
    return found


_FIELD = {"text": _of_text, "csv": _of_csv, "jsonl": _of_json}


def puzzle_of(text: str, kind: str | None = None, notation: str | None = None) -> "Puzzle":
    """Parse the puzzle on a line: an id, the text of this kind, or any one-line notation."""
    from clew.core.registry import find, names, parse
    from clew.notation import find as notation_of
    from clew.notation import read_all

    start, colon, _ = text.partition(":")
    if notation is not None:
        return _only(notation_of(notation).read(f"{text}\n"), kind)
    if colon and start in names():
        return _only([parse(text)], kind)
    if kind is not None:
        return find(kind).parse(text)
    return _only(read_all(f"{text}\n"), kind)


def _only(puzzles: "list[Puzzle]", kind: str | None) -> "Puzzle":
    if len(puzzles) != 1:
        raise ValueError(f"found {len(puzzles)} puzzles, expected one")
    if kind is not None and puzzles[0].name != kind:
        raise ValueError(f"found {puzzles[0].name}, expected {kind}")
    return puzzles[0]


def one_line(error: Exception) -> str:
    """Return an error's message without its line number, since the batch knows the real one."""
    message = re.sub(r"^line 1[,:] ", "", " ".join(str(error).split())) or type(error).__name__
    return message if len(message) <= MOST_SHOWN else f"{message[: MOST_SHOWN - 1]}…"


def rejected(source: str, first: int, rejects: Iterable[Reject]) -> bytes:
    """Format rejected lines as records, one per line, with tabs between the fields."""
    return "".join(
        f"{source}\t{first + number}\t{reason}\t"
        f"{text[:MOST_SHOWN].translate({9: ' ', 10: ' ', 13: ' '}).rstrip()}\n"
        for number, reason, text in rejects
    ).encode("utf-8", "replace")
