"""The readable twins of native/sudoku_batch.hpp and native/sudoku_canonical.hpp."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable

from clew.identity.smallest import Smallest
from clew.puzzles.sudoku.face import CELLS, FROM_DIGITS, TO_DIGITS
from clew.puzzles.sudoku.py_sudoku import PyBands

PLENTY = 10**15
"""Nodes, or steps of a canonical form: a 9 x 9 puzzle never needs as many."""
Pause = Callable[[int], object] | None


def py_sudoku_path() -> str:
    """The kind of processor that batches run for: avx512, avx2, portable; or python.

    The variable CLEW_SIMD forces one of the first three.
    """
    return "python"


def py_sudoku_batch(
    puzzles: bytes | bytearray | memoryview,
    limit: int,
    width: int,
    grids: bool,
    threads: int,
    pause: Pause,
) -> tuple[bytes, bytes]:
    """For each puzzle the number of its solutions, up to the limit, and the first that was found.

    The numbers are integers of `width` bytes; the grids are 81 digits each, or dots.
    """
    if width not in (1, 4):
        raise ValueError(f"width: found {width}, expected 1 or 4")
    expect("limit", limit, 1, 255 if width == 1 else 0xFFFFFFFF)
    expect("threads", threads, 1, 1024)
    counts, found = array("B" if width == 1 else "I"), bytearray()
    for i, puzzle in enumerate(split(bytes(puzzles))):
        if pause is not None and i % 16 == 0:
            pause(i)
        solutions = solve(puzzle, limit)
        counts.append(len(solutions))
        if grids:
            found += bytes(solutions[0]).translate(TO_DIGITS) if solutions else b"." * CELLS
    return counts.tobytes(), bytes(found)


def py_sudoku_canonical(
    puzzles: bytes | bytearray | memoryview, threads: int, pause: Pause
) -> bytes:
    """For each puzzle the smallest of all its forms, 81 digits and dots."""
    expect("threads", threads, 1, 1024)
    forms = bytearray()
    for i, puzzle in enumerate(split(bytes(puzzles))):
        if pause is not None and i % 16 == 0:
            pause(i)
        cells = puzzle.translate(FROM_DIGITS)
        grid = tuple(tuple(cells[9 * row : 9 * row + 9]) for row in range(9))
        turned = tuple(zip(*grid, strict=True))
        image = Smallest((grid, turned), 3, 3, PLENTY).image()
        forms += bytes(image).translate(TO_DIGITS).replace(b"0", b".")
    return bytes(forms)


def solve(puzzle: bytes, limit: int) -> list[tuple[int, ...]]:
    """The solutions of a puzzle, at most `limit`."""
    return PyBands(puzzle.translate(FROM_DIGITS)).run(limit, PLENTY)


def expect(what: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        raise ValueError(f"{what}: found {found}, expected {least} to {most}")


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
