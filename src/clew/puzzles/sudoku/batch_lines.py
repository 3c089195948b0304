r"""9 x 9 Sudokus in a batch, whose lines of 81 cells go to the kernels unchanged, as bytes.

>>> with_verdicts(b"." * 81 + b"\n", "text")[80:]
bytearray(b'.\t0\n')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from clew.batch.input import LINE
from clew.batch.job import Answer, BatchOptions, rating, solution
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.face import CELLS, FROM_DIGITS
from clew.search import native

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle

KIND = "sudoku"
ORDINARY = re.compile(r"[0-9.]{81}", re.ASCII)
MOST = 1_000_000
"""The default limit for counts. An empty grid has more than 10^21 solutions."""
_WITH_VERDICT = {"text": b"\t1\n", "csv": b",1\n"}
_SIGNS = b"01" + bytes(254)


Bytes = bytes | bytearray


def lines(data: Bytes) -> Bytes | None:
    """Return the data with plain line ends, or None if some line can't be 81 cells."""
    if _in_step(data):
        return data
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if not data.endswith(b"\n"):
        data = data + b"\n"
    return data if _in_step(data) else None


def _in_step(data: Bytes) -> bool:
    """Check that there's a line end wherever a line of 81 cells would end."""
    count, rest = divmod(len(data), LINE)
    return not rest and data[CELLS::LINE] == b"\n" * count


def with_verdicts(data: Bytes, form: str) -> bytearray | None:
    """Return each line with its verdict: 1 if it has exactly one solution, and otherwise 0.

    The result is None if some line isn't a Sudoku, or if verdicts in this form aren't this simple.
    A verdict is one byte, so a single step writes all of them over the same byte of every line. A
    bytearray isn't copied, since each pass over the lines takes a fiftieth of the kernel's time.
    """
    if form not in _WITH_VERDICT:
        return None
    written = data.replace(b"\n", _WITH_VERDICT[form])
    out = written if isinstance(written, bytearray) else bytearray(written)
    if len(out) * LINE != len(data) * (LINE + 2):  # a line ends in the middle of another
        return None
    try:
        out[LINE :: LINE + 2] = sudoku.unique(data, threads=1).translate(_SIGNS)
    except ValueError:  # some bytes aren't cells
        return None
    return out


def columns(what: str, data: Bytes, options: BatchOptions) -> list[Sequence[object]] | None:
    """Return the fields of the lines' records by column, or None if a line isn't a Sudoku."""
    texts = data.decode("latin-1").split("\n")
    texts.pop()
    if len(texts) * LINE != len(data):
        return None
    try:
        return [texts, COLUMNS[what](data, options)]
    except ValueError:
        return None


def cells(text: str) -> bytes | None:
    """Return the 81 cells of a line, or None if the line is anything else."""
    return text.encode() if ORDINARY.fullmatch(text) else None


def solutions(puzzles: Bytes, options: BatchOptions) -> list[str | None]:
    """Return the solution of each puzzle, or None if there's no solution.

    If there are several, it's the first one that another search finds, because the first one in a
    batch depends on the processor.
    """
    solved = sudoku.solve(puzzles, 2, threads=1)
    found: list[str | None] = _texts(solved.grids)
    if max(solved.counts) > 1 or not min(solved.counts):
        plain = puzzles.replace(b"\n", b"")
        for at, count in enumerate(solved.counts):
            if count != 1:
                found[at] = solution(_puzzle(plain, at), BatchOptions())[0] if count else None
    return found


def _texts(grids: bytes) -> list[Any]:
    text = grids.decode()
    return [text[at : at + CELLS] for at in range(0, len(text), CELLS)]


def _puzzle(puzzles: Bytes, at: int) -> Puzzle:
    from clew.puzzles.sudoku.puzzle import Sudoku

    return Sudoku(tuple(puzzles[CELLS * at : CELLS * (at + 1)].translate(FROM_DIGITS)))


COLUMNS: dict[str, Callable[[Bytes, BatchOptions], Sequence[object]]] = {
    "solve": solutions,
    "unique": lambda puzzles, options: sudoku.unique(puzzles, threads=1),
    "count": lambda puzzles, options: sudoku.count(
        puzzles, options.limit or MOST, threads=1
    ).tolist(),
    "canonical": lambda puzzles, options: _texts(sudoku.canonical(puzzles, threads=1)),
}
"""The questions that a kernel answers for every Sudoku, with functions that make the column."""


def answers(what: str, puzzles: bytes, options: BatchOptions) -> Sequence[Answer | str]:
    """Return the fields of each Sudoku's record, or the reason why there aren't any."""
    if what in COLUMNS:
        return [(each,) for each in COLUMNS[what](puzzles, options)]
    return ratings(puzzles, options)


QUESTIONS = (*COLUMNS, "rate")
"""The questions that the kernels answer."""


def ratings(puzzles: bytes, options: BatchOptions) -> list[Answer | str]:
    """Return each puzzle's level and ratings, or the reason why there aren't any."""
    if not native.available:
        counts = sudoku.count(puzzles, threads=1)
        return [
            rating(_puzzle(puzzles, i), options) if count == 1 else _NOT_RATED[count]
            for i, count in enumerate(counts)
        ]
    from clew.explanations.techniques.scale import BOXES

    return [
        _NOT_RATED[each] if isinstance(each, int) else (BOXES.level(each[0] / 10), *each)
        for each in sudoku.ratings(puzzles, options.uniqueness)
    ]


_NOT_RATED = {0: "no solution", 2: "more than one solution: no step is certain"}
