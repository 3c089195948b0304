"""The work on one part of a batch: read its lines, call the library and write records.

A `Job` can be pickled. Its result depends on the part alone, not on the machine or on earlier work,
so any worker can process any part, even twice. A worker imports modules only when it needs them,
because most batches contain only Sudokus and need few.
"""

import os
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from clew.batch.formats import ENCODERS, FIELDS, TEXT, Field, FileFormat, packed
from clew.batch.input import (
    LINE,
    RECIPE,
    InputLine,
    InputPart,
    Reject,
    lines_of,
    made,
    one_line,
    puzzle_of,
)
from clew.batch.journal import SPOOL
from clew.core.registry import modules

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle

AUTO = "auto"
LARGE = 1 << 17
Answer = tuple[Any, ...]
"""The fields that follow the puzzle in a record."""
Columns = Sequence[Sequence[Any]]
Bytes = bytes | bytearray


class BatchOptions(NamedTuple):
    """The options of a batch. None involves a clock, so results never depend on the time."""

    strategy: str = AUTO
    max_nodes: int | None = None
    limit: int | None = None
    """Stop counting at this number."""
    uniqueness: bool = True
    """If True, techniques may assume that the solution is unique."""
    to: str = "id"
    """The notation to convert puzzles to, or to write new puzzles in."""
    dedupe: bool = False
    """If True, keep only the first of several puzzles with the same canonical form."""


# ------------------------------------------------------------------ the operations on one puzzle


def solution(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    """Return the first solution: a grid in the puzzle's own notation, or else JSON."""
    from clew.search.run import solve

    result = solve(puzzle, options.strategy, max_nodes=options.max_nodes)
    result.raise_if_stopped()
    return (_written(puzzle, result.solution) if result.solutions else None,)


def _written(puzzle: "Puzzle", answer: Any) -> str:
    from clew.board.json import encoded
    from clew.core.capabilities import CellByCell, capability

    grid = capability(puzzle, CellByCell)
    return encoded(puzzle.data_of(answer)) if grid is None else str(grid.with_entries(answer))


def unique(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    from clew.search.run import is_unique

    return (is_unique(puzzle, options.strategy, max_nodes=options.max_nodes),)


def proof(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    """Check whether there is exactly one solution, and return that and the lines of a proof."""
    from clew.search.proof.proof_files import proof_lines

    return proof_lines(puzzle, options.max_nodes)


def number(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    """Count the solutions, up to the limit if there is one."""
    from clew.search.run import count, solve

    strategy, nodes = options.strategy, options.max_nodes
    if options.limit is None:
        return (count(puzzle, strategy, max_nodes=nodes),)
    result = solve(puzzle, strategy, max_solutions=options.limit, max_nodes=nodes)
    result.raise_if_stopped()
    return (len(result.solutions),)


def rating(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    from clew.explanations.explain import rate

    found = rate(puzzle, uniqueness=options.uniqueness)
    return (found.level, *map(_tenths, (found.rating, found.pearl, found.diamond)))


def explanation(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    from clew.explanations.explain import explain

    found = explain(puzzle, uniqueness=options.uniqueness)
    return found.level, _tenths(found.rating), [step.as_dict() for step in found.steps]


def _tenths(rating: float) -> int:
    return round(10 * rating)


def converted(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    from clew.notation import write

    return (write(puzzle, options.to).removesuffix("\n"),)


def canonical_form(puzzle: "Puzzle", options: BatchOptions) -> Answer:
    from clew.identity.canonical import canonical

    return (canonical(puzzle).id,)


QUESTIONS: dict[str, Callable[["Puzzle", BatchOptions], Answer]] = {
    "solve": solution,
    "unique": unique,
    "prove": proof,
    "count": number,
    "rate": rating,
    "explain": explanation,
    "convert": converted,
    "canonical": canonical_form,
}


# ------------------------------------------------------------------ kernels


class LineKernel(Protocol):
    """Kernels that process the lines of a file as they are. A family has them in `batch_lines.py`.

    `what` is the batch's operation.
    """

    KIND: str
    COLUMNS: Collection[str]
    QUESTIONS: Collection[str]

    def lines(self, data: Bytes) -> Bytes | None:
        """Return the data with plain line breaks, or None if some lines can't be such puzzles."""

    def with_verdicts(self, data: Bytes, form: str) -> bytearray | None:
        """Return each line with its uniqueness, or None if the kernel can't determine it."""

    def columns(self, what: str, data: Bytes, options: BatchOptions) -> list[Sequence[Any]] | None:
        """Return the columns of the records, or None if a line isn't such a puzzle."""

    def cells(self, text: str) -> bytes | None:
        """Convert a line to the kernel's format, or return None if it isn't such a puzzle."""

    def answers(self, what: str, puzzles: bytes, options: BatchOptions) -> Sequence[Any]:
        """Return the fields of each puzzle's record, or the reason why it has no record."""


@cache
def line_kernel() -> LineKernel:
    """Return the kernel of the family whose puzzles are lines that contain only cells."""
    return cast(LineKernel, next(modules("clew.puzzles", "batch_lines")))


# ------------------------------------------------------------------ one part


class PartResult(NamedTuple):
    """A part's records in the output format, their number, the number of lines, and the rejects."""

    out: Bytes
    done: int
    lines: int
    rejects: tuple[Reject, ...] = ()
    columns: Columns = ()
    """Records that aren't encoded yet, because some may still be dropped. Then `out` is empty."""
    spool: str = ""
    """The file that holds `out`, if it's large."""


class Job(NamedTuple):
    """The operation for each puzzle, and the formats for reading and writing."""

    what: str
    form: FileFormat = TEXT
    kind: str | None = None
    notation: str | None = None
    column: str | None = None
    options: BatchOptions = BatchOptions()

    @property
    def fields(self) -> Sequence[Field]:
        return FIELDS[self.what]

    def __call__(self, part: InputPart) -> PartResult:
        if part.form == RECIPE:
            return self._made(part)
        part = part.loaded()
        return self._by_columns(part) or self._line_by_line(part)

    def _made(self, part: InputPart) -> PartResult:
        puzzles, bad, count = made(part)
        return self._result([converted(puzzle, self.options) for puzzle in puzzles], count, bad)

    def _result(self, rows: Sequence[Answer], lines: int, bad: Sequence[Reject] = ()) -> PartResult:
        return self._written(list(zip(*rows, strict=True)), lines, bad)

    def _written(self, columns: Columns, lines: int, bad: Sequence[Reject] = ()) -> PartResult:
        """Return the result for these columns, encoded unless some records may be dropped."""
        count = len(columns[0]) if columns else 0
        if self.options.dedupe:
            return PartResult(b"", count, lines, tuple(sorted(bad)), columns)
        out = self.encoded(columns) if count else b""
        return PartResult(out, count, lines, tuple(sorted(bad)))

    def _by_columns(self, part: InputPart) -> PartResult | None:
        """Process a part that contains only lines of 81 cells with a kernel, or return None."""
        kernel = line_kernel()
        if part.form != "text" or not self.takes_kernel or self.what not in kernel.COLUMNS:
            return None
        data = kernel.lines(part.data)
        if data is None:
            return None
        count = len(data) // LINE
        if self.what == "unique":
            out = kernel.with_verdicts(data, self.form.name)
            if out is not None:
                return PartResult(packed(out, self.form.packing), count, count)
        columns = kernel.columns(self.what, data, self.options)
        return None if columns is None else self._written(columns, count)

    def _line_by_line(self, part: InputPart) -> PartResult:
        lines, bad, count = lines_of(part, self.column)
        rows = []
        for line, answer in zip(lines, self._answers(lines), strict=True):
            if isinstance(answer, str):
                bad.append(Reject(line.number, answer, line.text))
            else:
                rewritten = self.what == "convert"  # then the answer replaces the puzzle's text
                rows.append(answer if rewritten else (line.text, *answer))
        return self._result(rows, count, bad)

    def encoded(self, columns: Columns) -> Bytes:
        """Encode records in the output format."""
        return packed(ENCODERS[self.form.name](self.fields, columns), self.form.packing)

    @property
    def takes_kernel(self) -> bool:
        """True if a line of 81 digits is a Sudoku and every option suits the kernel."""
        usual = self.options.strategy == AUTO and self.options.max_nodes is None
        return usual and self.kind in (None, line_kernel().KIND) and self.notation is None

    def _answers(self, lines: Sequence[InputLine]) -> list[Answer | str]:
        """Return the fields of each puzzle's record, or the reason why it has no record."""
        kernel = line_kernel()
        by_kernel = self.takes_kernel and self.what in kernel.QUESTIONS
        cells = [kernel.cells(line.text) if by_kernel else None for line in lines]
        puzzles = b"".join(each for each in cells if each)
        answers = iter(kernel.answers(self.what, puzzles, self.options) if puzzles else ())
        return [
            next(answers) if each else self._answer(line.text)
            for each, line in zip(cells, lines, strict=True)
        ]

    def _answer(self, text: str) -> Answer | str:
        from clew.core.puzzle import Unsuited
        from clew.core.result import Stopped

        try:
            if self.kind is None and self.notation is None and line_kernel().cells(text):
                text = f"{line_kernel().KIND}:{text}"
            puzzle = puzzle_of(text, self.kind, self.notation)
            return QUESTIONS[self.what](puzzle, self.options)
        except (ValueError, Unsuited, Stopped) as error:
            return one_line(error)


class Spooled(NamedTuple):
    """A job that leaves large results in a folder on this machine.

    Sending them through a pipe would copy them five times, on the one core that feeds all workers.
    """

    job: Job
    folder: str

    def __call__(self, part: InputPart) -> PartResult:
        result = self.job(part)
        if len(result.out) < LARGE:
            return result
        path = f"{self.folder}/{SPOOL}{os.urandom(16).hex()}"
        try:
            with open(path, "wb") as file:
                file.write(result.out)
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None
        return result._replace(out=b"", spool=path)
