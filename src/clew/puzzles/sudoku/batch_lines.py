r"""9 x 9 Sudokus in a batch: lines of 81 cells go to the kernels as they are, bytes in, bytes out.

>>> with_verdicts(b"." * 81 + b"\n", "text")[80:]
bytearray(b'.\t0\n')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from clew.batch.input import LINE
from clew.batch.job import Answer, BatchOptions, rating, solution
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.kernels import rate_sudokus
from clew.puzzles.sudoku.sudoku9 import CELLS, FROM_DIGITS
from clew.search import native

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle

KIND = "sudoku"
NINE = re.compile(r"[0-9.]{81}", re.ASCII)
MOST = 1_000_000
"""Solutions are counted up to here, unless told: an empty grid has more than 10^21."""
_WITH_VERDICT = {"text": b"\t1\n", "csv": b",1\n"}
_SIGNS = b"01" + bytes(254)


Bytes = bytes | bytearray


def lines(data: Bytes) -> Bytes | None:
    """The data with plain ends of lines, if each may be 81 cells; not looked at closely."""
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
    """Each line with whether it is unique; None if that cannot be told or written so.

    A verdict is one byte, so it is written over the same byte of every line at once. A bytearray
    is not copied: each time that the lines are gone over takes a fiftieth of what the kernel takes.
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
    return text.encode() if NINE.fullmatch(text) else None


def solutions(puzzles: Bytes, options: BatchOptions) -> list[str | None]:
    """The solution of each. Of several the first that another search finds: which one comes first
    in a batch depends on the processor.
    """
    solved = sudoku.solve(puzzles, 2, threads=1)
    grids = solved.grids.decode()
    found: list[str | None] = [grids[at : at + CELLS] for at in range(0, len(grids), CELLS)]
    if max(solved.counts) > 1 or not min(solved.counts):
        plain = puzzles.replace(b"\n", b"")
        for at, count in enumerate(solved.counts):
            if count != 1:
                found[at] = _first(plain, at) if count else None
    return found


def _first(puzzles: Bytes, at: int) -> str:
    (first,) = solution(_puzzle(puzzles, at), BatchOptions())
    return str(first)


def _puzzle(puzzles: Bytes, at: int) -> Puzzle:
    from clew.puzzles.sudoku.puzzle import Sudoku

    return Sudoku(tuple(puzzles[CELLS * at : CELLS * (at + 1)].translate(FROM_DIGITS)))


def verdicts(puzzles: Bytes, options: BatchOptions) -> bytes:
    return sudoku.unique(puzzles, threads=1)


def numbers(puzzles: Bytes, options: BatchOptions) -> Sequence[int]:
    return sudoku.count(puzzles, options.limit or MOST, threads=1).tolist()


def canonical_forms(puzzles: Bytes, options: BatchOptions) -> list[str]:
    forms = sudoku.canonical(puzzles, threads=1).decode()
    return [forms[at : at + CELLS] for at in range(0, len(forms), CELLS)]


COLUMNS: dict[str, Callable[[Bytes, BatchOptions], Sequence[object]]] = {
    "solve": solutions,
    "unique": verdicts,
    "count": numbers,
    "canonical": canonical_forms,
}
"""What a kernel answers for every Sudoku: the column after the puzzles."""


def answers(what: str, puzzles: bytes, options: BatchOptions) -> Sequence[Answer | str]:
    """For each Sudoku the fields of its record, or why there is none."""
    if what in COLUMNS:
        return [(each,) for each in COLUMNS[what](puzzles, options)]
    return ratings(puzzles, options)


QUESTIONS = (*COLUMNS, "rate")
"""What the kernels answer."""


def ratings(puzzles: bytes, options: BatchOptions) -> list[Answer | str]:
    """Level and ratings of those that have one solution; why not, of the others."""
    solved = sudoku.solve(puzzles, 2, threads=1)
    ratable = [at for at, count in enumerate(solved.counts) if count == 1]
    found: list[Answer | str] = [_WHY_NOT.get(count, "") for count in solved.counts]
    for at, answer in zip(ratable, _rated(puzzles, solved.grids, ratable, options), strict=True):
        found[at] = answer
    return found


def _rated(puzzles: bytes, grids: bytes, ratable: list[int], options: BatchOptions) -> list[Answer]:
    if not native.available:
        return [rating(_puzzle(puzzles, at), options) for at in ratable]
    from clew.explanations.techniques.scale import block_scale

    givens, solutions = (
        b"".join(cells[CELLS * at : CELLS * (at + 1)] for at in ratable).translate(FROM_DIGITS)
        for cells in (puzzles, grids)
    )
    scale = block_scale(options.uniqueness)
    rated = rate_sudokus(givens, solutions, scale.rows)
    each = zip(rated[::3], rated[1::3], rated[2::3], strict=True)
    return [(scale.level(hardest / 10), hardest, *rest) for hardest, *rest in each]


_WHY_NOT = {0: "no solution", 2: "more than one solution: no step is certain"}
