"""The readable twins of the kernels that solve or make many Sudokus at once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from clew.core.faces import values
from clew.core.grid import orbits
from clew.core.rng import SplitMix64
from clew.identity.canonical import Smallest
from clew.puzzles.sudoku.face import CELLS, FROM_DIGITS, TO_DIGITS, UNITS
from clew.search.native import expect

PEERS = [{p for unit in UNITS if c in unit for p in unit} - {c} for c in range(CELLS)]
ALL = 0x1FF  # bit v is set while digit v + 1 is possible
PLENTY = 10**9
"""The limit on the steps to a canonical form. No 9 x 9 puzzle reaches it."""
Grid = list[int]
Pause = Callable[[int], object] | None


def py_sudoku_path() -> str:
    """Name the instruction set that batches use: avx512, avx2, portable, or python without kernels.

    The environment variable CLEW_SIMD forces one of the first three.
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
    """Return each puzzle's number of solutions, up to the limit, and the first one found.

    The numbers are integers of `width` bytes. A grid is 81 digits, or 81 dots if there's none.
    """
    if width not in (1, 4):
        raise ValueError(f"width: found {width}, expected 1 or 4")
    expect("limit", limit, 1, 255 if width == 1 else 0xFFFFFFFF)
    expect("threads", threads, 1, 1024)
    counts, found = array("B" if width == 1 else "I"), bytearray()
    for i, puzzle in enumerate(split(bytes(puzzles))):
        if pause is not None and i % 16 == 0:
            pause(i)
        solutions = list(islice(solve(puzzle), limit))
        counts.append(len(solutions))
        if grids:
            found += solutions[0] if solutions else b"." * CELLS
    return counts.tobytes(), bytes(found)


def py_sudoku_canonical(
    puzzles: bytes | bytearray | memoryview, threads: int, pause: Pause
) -> bytes:
    """Return the smallest of each puzzle's forms, as 81 digits and dots."""
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


def solve(puzzle: bytes) -> Iterator[bytes]:
    """Yield every solution of a puzzle, by placing all forced digits and then guessing one."""
    grid = [ALL] * CELLS
    givens = [
        (cell, 1 << digit - 1) for cell, digit in enumerate(puzzle.translate(FROM_DIGITS)) if digit
    ]
    if all(_fix(grid, cell, digit) for cell, digit in givens) and _hidden(grid):
        yield from _search(grid)


def _search(grid: Grid) -> Iterator[bytes]:
    sizes = [mask.bit_count() for mask in grid]
    if max(sizes) == 1:
        yield bytes(ord("0") + mask.bit_length() for mask in grid)
        return
    cell = min((c for c in range(CELLS) if sizes[c] > 1), key=sizes.__getitem__)
    for digit in values(grid[cell]):
        tried = grid.copy()
        if _fix(tried, cell, 1 << digit) and _hidden(tried):
            yield from _search(tried)


def _fix(grid: Grid, cell: int, digit: int) -> bool:
    """Leave one digit in a cell, and repeat for each cell that has only one candidate left."""
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
    """Place each digit that has only one place left in a unit, as long as there are any."""
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


def split(text: bytes) -> list[bytes]:
    """Split a batch into puzzles: 81 bytes each, with nothing or a line end between them."""
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


# ------------------------------------------------------------------ making them


BLANK = ord(".")


# ------------------------------------------------------------------ full grids


def random_grid(rng: SplitMix64) -> bytes:
    """Make a full grid: fill three boxes at random and the rest by search, then transform it."""
    grid = [0] * CELLS
    for box in (0, 4, 8):
        digits = rng.shuffled(range(1, 10)) if box else range(1, 10)
        for cell, digit in zip(UNITS[18 + box], digits, strict=True):
            grid[cell] = digit
    _fill(grid, rng)
    return _mixed(grid, rng)


def _fill(grid: list[int], rng: SplitMix64) -> bool:
    """Fill the cell with the fewest candidates, or the first of several, and then the others.

    A cell without candidates counts as having one, so no time goes into looking for such cells.
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
    """Return nine rows or columns in random order, keeping each band or stack together."""
    return [3 * three + i for three in rng.shuffled(range(3)) for i in rng.shuffled(range(3))]


# ------------------------------------------------------------------ taking clues away


def reduced(grid: bytes, order: Sequence[int], together: list[list[int]], least: int) -> bytes:
    """Remove clues in this order while the solution stays unique and at least `least` remain."""
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
    """Make `count` puzzles with one solution each, each from its own random numbers."""
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
    """Make puzzles from these grids, with these orders or with orders from the seed."""
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
