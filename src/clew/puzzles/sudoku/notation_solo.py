"""The ids of Simon Tatham's Solo: Sudoku of any box, with diagonals, with jigsaw regions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneALine, wrong
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.puzzles.sudoku.regions import reached

LARGEST = 31
"""The largest order that the program takes."""
Edge = tuple[int, int]
KILLER = re.compile(
    r"""(?mix) (
        ^\d+(?:x\d+|j)x?k\w*:          # an id of this program
      | ^\d+x\d+:\w*:k:               # JSudoku and SudokuSolver
      | ^SumoCue\w*=                  # SumoCue
      | "(?:killer)?cages?"\s*:\s*\[(?=\s*[{\[])  # SudokuPad, f-puzzles
      | \bkiller\b
    )"""
)


class SoloId(OneALine):
    """`CxR:cells` with boxes C cells tall and R wide, or `Nj:cells,edges`; x asks for diagonals.

    A cell is a number, a letter is 1 to 26 blanks, _ parts two numbers.
    """

    name = "solo"
    kind = "sudoku"
    summary = "An id of Tatham's Solo, such as 2x2:4e4b2e1 or 3x3x:… or 9j:…,…"
    contains = re.compile(r"[\djx]:")
    shape = re.compile(r"(\d+)(?:x(\d+)|j)(x?):([\da-z_]*)(?:,([a-z_]*))?")

    def unsupported(self, text: str) -> str:
        found = KILLER.search(text)
        if found is None:
            return ""
        line = text.count("\n", 0, found.start(1)) + 1
        reason = "a killer Sudoku: killer cages are not supported yet"
        return f"line {line}: found {found[1]!r}, {reason}"

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, "CxR:cells or Nj:cells,edges")
        first, second, diagonal, body, edges = match.groups()
        short = len(line) < 20_000 and len(first) < 3 and len(second or "") < 3
        order = int(first) * int(second or 1) if short else 0
        if not 1 <= order <= Sudoku.largest:
            raise wrong(1, line.partition(":")[0], f"an order up to {Sudoku.largest}")
        cells = _read_cells(body, order, match.start(4) + 1)
        if second is None:
            regions = _read_regions(edges or "", order, len(line) + 1 - len(edges or ""))
            return Sudoku(cells, diagonal=bool(diagonal), regions=regions)
        if edges is not None:
            raise wrong(match.start(5), line[match.start(5) - 1 :], "the end: it has no regions")
        return Sudoku(cells, (int(first), int(second)), bool(diagonal))

    def write_line(self, puzzle: Puzzle) -> str:
        sudoku = self.only(puzzle, Sudoku)
        self._check(sudoku)
        diagonal = "x" if sudoku.diagonal else ""
        body = _write_cells(sudoku.cells)
        if sudoku.regions:
            return f"{sudoku.order}j{diagonal}:{body},{_write_edges(sudoku.regions, sudoku.order)}"
        return f"{sudoku.box[0]}x{sudoku.box[1]}{diagonal}:{body}"

    def _check(self, sudoku: Sudoku) -> None:
        if sudoku.candidates:
            raise self.refusal(sudoku, "it has no candidates")
        if sudoku.order > LARGEST:
            raise self.refusal(sudoku, f"the program takes orders up to {LARGEST}")
        if not sudoku.regions and min(sudoku.box) < 2:
            raise self.refusal(sudoku, "the program takes boxes of at least 2 x 2")
        if sudoku.regions:
            walls = {edge for edge in _edges(sudoku.order) if _parted(sudoku.regions, edge)}
            if len(set(_connected(walls, sudoku.order))) != sudoku.order:
                raise self.refusal(sudoku, "a region is in several pieces")


def _read_cells(body: str, order: int, column: int) -> tuple[int, ...]:
    cells: list[int] = []
    for match in re.finditer(r"\d+|[a-z]|_", body):
        item = match[0]
        if item.isdigit():
            if len(item) > 2 or not 1 <= int(item) <= order:
                raise wrong(column + match.start(), item, f"1 to {order}, and _ between numbers")
            cells.append(int(item))
        elif item != "_":
            cells += [0] * (ord(item) - ord("a") + 1)
    if len(cells) != order * order:
        at = column + len(body)
        raise ValueError(f"column {at}: found {len(cells)} cells, expected {order * order}")
    return tuple(cells)


def _write_cells(cells: Sequence[int]) -> str:
    text = ""
    for blank, run in groupby(cells, key=lambda value: value == 0):
        held = list(run)
        text += _letters(len(held)) if blank else "_".join(map(str, held))
    return text


def _letters(count: int) -> str:
    """That many blanks: z for each 26, and a letter for the rest."""
    return "z" * (count // 26) + (chr(ord("a") + count % 26 - 1) if count % 26 else "")


def _edges(order: int) -> list[Edge]:
    """Neighbouring cells: side by side row by row, then one above the other column by column."""
    across = [(r * order + c, r * order + c + 1) for r in range(order) for c in range(order - 1)]
    down = [(r * order + c, (r + 1) * order + c) for c in range(order) for r in range(order - 1)]
    return across + down


def _read_regions(text: str, order: int, column: int) -> tuple[int, ...]:
    """A letter counts the edges without a wall before the next wall (z is 26 and no wall)."""
    edges = _edges(order)
    walls: set[Edge] = set()
    at = 0
    for char in text:
        at += 0 if char == "_" else ord(char) - ord("a") + 1
        if char != "z":
            walls |= set(edges[at : at + 1])
            at += 1
    if at != len(edges) + 1:
        raise wrong(column, text, f"{len(edges) + 1} edges, not {at}, the last a wall")
    return _connected(walls, order)


def _write_edges(regions: Sequence[int], order: int) -> str:
    text, open_edges = "", 0
    for wall in [*(_parted(regions, edge) for edge in _edges(order)), True]:
        if wall:
            text += _letters(open_edges) + ("_" if open_edges % 26 == 0 else "")
        open_edges = 0 if wall else open_edges + 1
    return text


def _parted(regions: Sequence[int], edge: Edge) -> bool:
    return regions[edge[0]] != regions[edge[1]]


def _connected(walls: set[Edge], order: int) -> tuple[int, ...]:
    """A number for each cell, the same for cells with a way between them that crosses no wall."""
    beside: dict[int, list[int]] = {cell: [] for cell in range(order * order)}
    for a, b in _edges(order):
        if (a, b) not in walls:
            beside[a].append(b)
            beside[b].append(a)
    region: dict[int, int] = {}
    for first in beside:
        if first not in region:
            region |= dict.fromkeys(reached(first, beside.__getitem__), first)
    return tuple(region[cell] for cell in beside)
