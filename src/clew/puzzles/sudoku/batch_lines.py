r"""9 x 9 Sudokus in a batch: lines of 81 cells go to the kernels as they are, bytes in, bytes out.

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
"""Solutions are counted up to here if no limit is given: an empty grid has more than 10^21."""
_WITH_VERDICT = {"text": b"\t1\n", "csv": b",1\n"}
_SIGNS = b"01" + bytes(254)


Bytes = bytes | bytearray


def lines(data: Bytes) -> Bytes | None:
    """The data with plain ends of lines, if each may be 81 cells; not checked closely."""
    if _in_step(data):
        return data
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if not data.endswith(b"\n"):
        data = data + b"\n"
    return data if _in_step(data) else None


def _in_step(data: Bytes) -> bool:
    """Whether there is the end of a line wherever one of 81 cells would end."""
    count, rest = divmod(len(data), LINE)
    return not rest and data[CELLS::LINE] == b"\n" * count


def with_verdicts(data: Bytes, form: str) -> bytearray | None:
    """Each line with whether it is unique; None if that is unknown or cannot be written so.

    A verdict is one byte, so it is written over the same byte of every line at once. A bytearray
    is not copied: each pass over the lines takes a fiftieth of the kernel's time.
    """
    if form not in _WITH_VERDICT:
        return None
    written = data.replace(b"\n", _WITH_VERDICT[form])
    out = written if isinstance(written, bytearray) else bytearray(written)
    if len(out) * LINE != len(data) * (LINE + 2):  # a line ends in the middle of another
        return None
    try:
        out[LINE :: LINE + 2] = sudoku.unique(data, threads=1).translate(_SIGNS)
    except ValueError:  # something else than cells
        return None
    return out


def columns(what: str, data: Bytes, options: BatchOptions) -> list[Sequence[object]] | None:
    """The fields of the records of such lines, column by column; None if one is no Sudoku."""
    texts = data.decode("latin-1").split("\n")
    texts.pop()
    if len(texts) * LINE != len(data):
        return None
    try:
        return [texts, COLUMNS[what](data, options)]
    except ValueError:
        return None


def cells(text: str) -> bytes | None:
    """The 81 cells of a line that has no more than them."""
    return text.encode() if ORDINARY.fullmatch(text) else None


def solutions(puzzles: Bytes, options: BatchOptions) -> list[str | None]:
    """The solution of each. Of several, the first that another search finds: which one comes
    first in a batch depends on the processor.
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
"""What a kernel answers for every Sudoku: the column after the puzzles."""


def answers(what: str, puzzles: bytes, options: BatchOptions) -> Sequence[Answer | str]:
    """For each Sudoku the fields of its record, or the reason why there is none."""
    if what in COLUMNS:
        return [(each,) for each in COLUMNS[what](puzzles, options)]
    return ratings(puzzles, options)


QUESTIONS = (*COLUMNS, "rate")
"""What the kernels answer."""


def ratings(puzzles: bytes, options: BatchOptions) -> list[Answer | str]:
    """Level and ratings of those that have one solution, and for the others the reason."""
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
