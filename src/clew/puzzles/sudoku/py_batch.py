"""The readable twin of native/sudoku/batch.hpp: its specification, and its stand-in."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from itertools import islice

CELLS = 81
UNITS = [
    *([9 * r + c for c in range(9)] for r in range(9)),
    *([9 * r + c for r in range(9)] for c in range(9)),
    *([9 * (b // 3 * 3 + i) + b % 3 * 3 + j for i in range(3) for j in range(3)] for b in range(9)),
]
PEERS = [{p for unit in UNITS if c in unit for p in unit} - {c} for c in range(CELLS)]
ALL = 0x1FF  # bit v is set while digit v + 1 is possible
EMPTY = b"." * CELLS

Grid = list[int]


def py_sudoku_path() -> str:
    """The kind of processor the kernel uses: none, this is Python."""
    return "python"


def py_sudoku_batch(
    puzzles: bytes | bytearray | memoryview,
    limit: int,
    width: int,
    grids: bool,
    threads: int,
    pause: Callable[[int], object] | None,
) -> tuple[bytes, bytes]:
    """For each puzzle the number of its solutions, up to the limit, and the first that was found.

    The numbers are integers of `width` bytes; the grids are 81 digits each, or dots.
    """
    _expect("width", width, width in (1, 4), "1 or 4")
    most = 255 if width == 1 else 0xFFFFFFFF
    _expect("limit", limit, 1 <= limit <= most, f"1 to {most}")
    _expect("threads", threads, 1 <= threads <= 1024, "1 to 1024")
    counts, found = array("B" if width == 1 else "I"), bytearray()
    for i, puzzle in enumerate(split(bytes(puzzles))):
        if pause is not None and i % 16 == 0:
            pause(i)
        solutions = list(islice(solve(puzzle), limit))
        counts.append(len(solutions))
        if grids:
            found += solutions[0] if solutions else EMPTY
    return counts.tobytes(), bytes(found)


def _expect(what: str, found: int, fine: bool, expected: str) -> None:
    if not fine:
        raise ValueError(f"{what}: found {found}, expected {expected}")


def split(text: bytes) -> list[bytes]:
    """The puzzles of a batch: 81 bytes each, with nothing or the end of a line between them."""
    end = b"\n" if text[81:82] == b"\n" else b"\r\n" if text[81:83] == b"\r\n" else b""
    stride = CELLS + len(end)
    whole = len(text) // stride * stride
    rest = len(text) - whole
    starts = range(0, whole + stride if rest == CELLS else whole, stride)
    for i, start in enumerate(starts):
        _check(i, text[start : start + stride], end)
    if rest not in (0, CELLS):
        raise ValueError(f"puzzle {len(starts)}: found {rest} bytes, expected {stride}")
    return [text[start : start + CELLS] for start in starts]


def _check(i: int, record: bytes, end: bytes) -> None:
    if bad := re.search(rb"[^.0-9]", record[:CELLS]):
        raise ValueError(
            f"puzzle {i}: cell {bad.start()}: found {_shown(bad[0])}, expected 1 to 9, 0 or ."
        )
    for found, expected in zip(record[CELLS:], end, strict=False):
        if found != expected:
            found_there = _shown(bytes([found]))
            raise ValueError(
                f"puzzle {i}: found {found_there} after 81 cells, expected the end of the line"
            )


def _shown(byte: bytes) -> str:
    return f"'{byte.decode()}'" if b" " <= byte <= b"~" else f"byte {byte[0]}"


def solve(puzzle: bytes) -> Iterator[bytes]:
    """Every solution of a puzzle: digits are placed where they must be, then one is guessed."""
    grid = [ALL] * CELLS
    givens = [(c, 1 << (digit - ord("1"))) for c, digit in enumerate(puzzle) if digit > ord("0")]
    if all(_fix(grid, cell, digit) for cell, digit in givens) and _hidden(grid):
        yield from _search(grid)


def _search(grid: Grid | None) -> Iterator[bytes]:
    if grid is None:
        return
    sizes = [mask.bit_count() for mask in grid]
    if max(sizes) == 1:
        yield bytes(ord("0") + mask.bit_length() for mask in grid)
        return
    cell = min((c for c in range(CELLS) if sizes[c] > 1), key=sizes.__getitem__)
    for digit in range(9):
        if grid[cell] >> digit & 1:
            yield from _search(place(grid, cell, 1 << digit))


def place(grid: Grid, cell: int, digit: int) -> Grid | None:
    """The grid after a digit is placed, with all that follows from single places; or None."""
    grid = grid.copy()
    return grid if _fix(grid, cell, digit) and _hidden(grid) else None


def _fix(grid: Grid, cell: int, digit: int) -> bool:
    """Leave one digit in a cell, and so on in each cell that is left with one."""
    if not grid[cell] & digit:
        return False
    grid[cell] = digit
    for peer in PEERS[cell]:
        if grid[peer] & digit:
            rest = grid[peer] & ~digit
            if not rest:
                return False
            grid[peer] = rest
            if not rest & (rest - 1) and not _fix(grid, peer, rest):
                return False
    return True


def _hidden(grid: Grid) -> bool:
    """Place each digit that has one place left in a unit, until there is none such."""
    again = True
    while again:
        again = False
        for unit in UNITS:
            once = twice = 0
            for cell in unit:
                twice |= once & grid[cell]
                once |= grid[cell]
            if once != ALL:
                return False
            for cell in unit:
                alone = grid[cell] & once & ~twice
                if alone and alone != grid[cell]:
                    if alone & (alone - 1) or not _fix(grid, cell, alone):
                        return False
                    again = True
    return True
