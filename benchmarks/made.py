"""Puzzles made from fixed seeds, for benchmarks that have no file of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

from benchmarks.puzzles import Cells
from clew.core.faces import CSP
from clew.core.grid import lines
from clew.core.result import Run
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.search import RanksKernel
from clew.rules import AllDifferent
from clew.search.csp.learning import Learning

PLENTY = 10**12

# ------------------------------------------------------------------ Sudoku 9 x 9


def variants(seed: str, number: int, less: bool = False) -> list[str]:
    """Permute a puzzle's digits, rows and columns, and remove one clue if `less` is set."""
    rng = Random(f"{seed} {less}")
    return [_variant(seed, rng, less) for _ in range(number)]


def _variant(puzzle: str, rng: Random, less: bool) -> str:
    rows, cols = (
        [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]
        for _ in range(2)
    )
    table = str.maketrans("123456789", "".join(rng.sample("123456789", 9)))
    cells = list("".join(puzzle[9 * r + c] for r in rows for c in cols).translate(table))
    if less:
        cells[rng.choice([c for c in range(81) if cells[c] != "."])] = "."
    return "".join(cells)


# ------------------------------------------------------------------ Latin squares, large Sudokus


def grid(order: int, box: int, cells: Cells) -> CSP:
    """Return the CSP of a Latin square, with square boxes if `box` isn't 0."""
    numbers = range(order)
    groups = [tuple(row * order + col for col in numbers) for row in numbers]
    groups += [tuple(row * order + col for row in numbers) for col in numbers]
    for corner in range(order if box else 0):
        down, right = corner // box * box, corner % box * box
        groups.append(tuple((down + k // box) * order + right + k % box for k in numbers))
    masks = tuple(1 << cell if cell else (2 << order) - 2 for cell in cells)
    return CSP(masks, _rules(tuple(groups)))


_kept: dict[tuple[Cells, ...], tuple[AllDifferent, ...]] = {}


def _rules(groups: tuple[Cells, ...]) -> tuple[AllDifferent, ...]:
    return _kept.setdefault(groups, tuple(AllDifferent(group, "") for group in groups))


def filled(order: int, box: int, rng: Random) -> Cells:
    """Fill a square from a random first row on, then shuffle its rows and columns."""
    row = rng.sample(range(1, order + 1), order)
    csp = grid(order, box, (*row, *(0,) * (order * order - order)))
    cells = next(iter(Learning()(csp, Run())))
    size = box or order
    bands = [rng.sample(range(n, n + size), size) for n in range(0, order, size)]
    shuffled = [line for band in rng.sample(bands, len(bands)) for line in band]
    return tuple(cells[line * order + col] for line in shuffled for col in range(order))


def minimal_sudokus(order: int, number: int, least: int = 0) -> Iterator[Cells]:
    """Make squares with boxes, and remove clues while the solution stays unique."""
    box = round(order**0.5)
    for seed in range(number):
        rng = Random(f"{order} {seed}")
        cells = list(filled(order, box, rng))
        for at in islice(rng.sample(range(order**2), order**2), order**2 - least):
            clue, cells[at] = cells[at], 0
            csp = grid(order, box, tuple(cells))
            if len(list(islice(Learning()(csp, Run()), 2))) == 2:
                cells[at] = clue
        yield tuple(cells)


def holes(order: int, number: int, share: float = 0.42) -> Iterator[Cells]:
    """Make Latin squares with this share of their cells empty, anywhere."""
    for seed in range(number):
        rng = Random(f"{order} {seed}")
        yield tuple(0 if rng.random() < share else cell for cell in filled(order, 0, rng))


# ------------------------------------------------------------------ Futoshiki


def minimal_futoshikis(order: int, kind: str, number: int) -> list[Futoshiki]:
    rng = Random(f"{order} {kind}")
    return [_minimal(order, kind, rng) for _ in range(number)]


def _minimal(order: int, kind: str, rng: Random) -> Futoshiki:
    """Make a board with one solution that needs each of its clues and signs."""
    rows, cols, values = (rng.sample(range(order), order) for _ in range(3))
    square = _stirred([values[(r + c) % order] + 1 for r in rows for c in cols], order, rng)
    pairs = [pair for _, cells in lines(order) for pair in pairwise(cells)]
    signs = {(a, b) if square[a] < square[b] else (b, a) for a, b in pairs}
    givens = rng.sample(range(order * order), order * order)
    items: list[int | tuple[int, int]] = [*givens, *rng.sample(sorted(signs), len(signs))]
    if kind == "mixed":
        rng.shuffle(items)
    for item in items:
        less = signs - {item} if isinstance(item, tuple) else signs
        cells = [0 if cell == item else value for cell, value in enumerate(square)]
        if len(RanksKernel(order, cells, list(less)).run(2, PLENTY)) == 1:
            signs, square = less, cells
    return Futoshiki(tuple(square), tuple(sorted(signs)))


def _stirred(square: list[int], order: int, rng: Random) -> list[int]:
    """Make another Latin square: keep some cells of this one, and fill the rest by search."""
    for _ in range(5):
        kept = [value if rng.random() < 0.4 else 0 for value in square]
        found = RanksKernel(order, kept, []).run(rng.randint(1, 50), 5000)
        square = list(found[-1]) if found else square
    return square
