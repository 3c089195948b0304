"""The readable twin of native/sudoku/make.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from clew.core.grid import orbits
from clew.core.rng import SplitMix64
from clew.puzzles.sudoku.face import CELLS, UNITS
from clew.puzzles.sudoku.py_batch import Pause, solve
from clew.search.native import expect

BLANK = ord(".")


# ------------------------------------------------------------------ full grids


def random_grid(rng: SplitMix64) -> bytes:
    """A full grid: three random boxes, the rest by search, and then one of its forms at random."""
    grid = [0] * CELLS
    for box in (0, 4, 8):
        digits = rng.shuffled(range(1, 10)) if box else range(1, 10)
        for cell, digit in zip(UNITS[18 + box], digits, strict=True):
            grid[cell] = digit
    _fill(grid, rng)
    return _mixed(grid, rng)


def _fill(grid: list[int], rng: SplitMix64) -> bool:
    """Fill the cell with fewest candidates, the first of several, and then the others.

    None is as good as one: no time is lost in looking for the cell that cannot be filled.
    """
    choices = {cell: _candidates(grid, cell) for cell in range(CELLS) if not grid[cell]}
    if not choices:
        return True
    cell = min(choices, key=lambda cell: max(1, len(choices[cell])))
    for digit in rng.shuffled(choices[cell]):
        grid[cell] = digit
        if _fill(grid, rng):
            return True
    grid[cell] = 0
    return False


def _candidates(grid: list[int], cell: int) -> list[int]:
    used = {grid[other] for unit in UNITS_OF[cell] for other in unit}
    return [digit for digit in range(1, 10) if digit not in used]


UNITS_OF = [[unit for unit in UNITS if cell in unit] for cell in range(CELLS)]


def _mixed(grid: list[int], rng: SplitMix64) -> bytes:
    digits = rng.shuffled(range(1, 10))
    rows, cols = _lines(rng), _lines(rng)
    turned = rng.below(2)
    old = [9 * c + r if turned else 9 * r + c for r in rows for c in cols]
    return bytes(ord("0") + digits[grid[cell] - 1] for cell in old)


def _lines(rng: SplitMix64) -> list[int]:
    """Nine rows or columns in another order, three that belong together still do."""
    return [3 * three + i for three in rng.shuffled(range(3)) for i in rng.shuffled(range(3))]


# ------------------------------------------------------------------ taking clues away


def reduced(grid: bytes, order: Sequence[int], together: list[list[int]], least: int) -> bytes:
    """What is left of a grid when in this order each clue goes that can, and that many stay."""
    puzzle = bytearray(grid)
    tried: set[int] = set()
    for cell in order:
        orbit = together[cell]
        if cell in tried or CELLS - puzzle.count(BLANK) - len(orbit) < least:
            continue
        tried.update(orbit)
        for each in orbit:
            puzzle[each] = BLANK
        if len(list(islice(solve(bytes(puzzle)), 2))) != 1:
            for each in orbit:
                puzzle[each] = grid[each]
    return bytes(puzzle)


# ------------------------------------------------------------------ the calls


def py_sudoku_make(
    count: int, seed: int, symmetry: str, clues: int, threads: int, pause: Pause
) -> bytes:
    """`count` puzzles with one solution each, every one from its own random numbers."""
    expect("count", count, 0, 0xFFFFFFFF)
    expect("clues", clues, 0, CELLS)
    expect("threads", threads, 1, 1024)
    together, out = orbits(9, symmetry), bytearray()
    for i in range(count):
        if pause is not None:
            pause(i)
        rng = SplitMix64.of(seed, i)
        grid = random_grid(rng)
        out += reduced(grid, rng.shuffled(range(CELLS)), together, clues)
    return bytes(out)


def py_sudoku_minimal(
    grids: bytes | bytearray | memoryview,
    orders: bytes | bytearray | memoryview,
    seed: int,
    symmetry: str,
    clues: int,
    threads: int,
    pause: Pause,
) -> bytes:
    """The same from given grids, with given orders or orders from the seed."""
    text, cells = bytes(grids), bytes(orders)
    if len(text) % CELLS:
        raise ValueError(f"grids: found {len(text)} bytes, expected {CELLS} for each")
    if cells and len(cells) != len(text):
        raise ValueError(f"orders: found {len(cells)} bytes, expected {len(text)}")
    full, given = _parts(text), _parts(cells)
    expect("clues", clues, 0, CELLS)
    expect("threads", threads, 1, 1024)
    for i, grid in enumerate(full):
        _check_grid(i, grid)
        if given:
            _check_order(i, given[i])
    together, out = orbits(9, symmetry), bytearray()
    for i, grid in enumerate(full):
        if pause is not None:
            pause(i)
        order = given[i] if given else SplitMix64.of(seed, i).shuffled(range(CELLS))
        out += reduced(grid, order, together, clues)
    return bytes(out)


def _parts(text: bytes) -> list[bytes]:
    return [text[start : start + CELLS] for start in range(0, len(text), CELLS)]


def _check_grid(i: int, grid: bytes) -> None:
    for cell, byte in enumerate(grid):
        if byte not in b"123456789":
            raise ValueError(f"grid {i}: cell {cell}: found byte {byte}, expected 1 to 9")
    if any(len({grid[cell] for cell in unit}) < 9 for unit in UNITS):
        raise ValueError(f"grid {i}: found a digit twice in a row, column or box, expected it once")


def _check_order(i: int, order: bytes) -> None:
    for at, cell in enumerate(order):
        if cell >= CELLS or cell in order[:at]:
            twice = "" if cell >= CELLS else " twice"
            raise ValueError(
                f"order {i}: found {cell}{twice}, expected each cell from 0 to 80 once"
            )
