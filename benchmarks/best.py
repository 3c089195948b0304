"""The search that learns against OR-tools' CP-SAT, puzzle by puzzle on the same models.

Ours is `clew.solve` and `clew.is_unique` as a user calls them, with the model, the search and the
check of each answer; CP-SAT has one worker, and its model built within the time. Goal: 20 x CP-SAT
on 16x16 Sudokus in the mean, and none above 1 s.

CLEW_DATA names a folder with more sets: sudoku_16x16.jsonl, latin_completion.jsonl,
futoshiki.jsonl.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import capped, cpu, duration
from benchmarks.peers import cp_sat
from clew import Puzzle, is_unique, solve
from clew.constraints import AllDifferent
from clew.faces import CSP
from clew.puzzles.futoshiki import Futoshiki
from clew.puzzles.latin import Latin
from clew.puzzles.sudoku import Sudoku
from clew.result import Run
from clew.search.learning import Learning

CAP = 60
"""Seconds that a peer may take over one puzzle."""
SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Cells = tuple[int, ...]


def main() -> None:
    report("Sudoku 16x16, minimal", [sudoku(cells) for cells in minimal(16, 10)])
    report("Sudoku 25x25, 330 clues", [sudoku(cells) for cells in minimal(25, 3, least=330)])
    report("Latin completion 25x25, 42 % open", [latin(cells) for cells in holes(25, 5)])
    folder = Path(os.environ.get("CLEW_DATA", "/nowhere"))
    for name, read in READERS.items():
        path = folder / f"{name}.jsonl"
        if path.exists():
            puzzles = [read(json.loads(line)) for line in path.read_text().splitlines()]
            report(name, puzzles)
        else:
            print(f"\n{name}: not measured (CLEW_DATA names no folder that holds it)")


def report(title: str, puzzles: list[Puzzle]) -> None:
    """The mean and the longest of each, and how many times ours the peer's mean is."""
    solve(puzzles[0])
    ours = [least(solve, puzzle) for puzzle in puzzles]
    print(f"\n{title}: {len(puzzles)} puzzles")
    print(f"  {'':<26}{'mean':>12}{'longest':>12}")
    show("clew, first answer", ours)
    show("clew, unique or not", [least(is_unique, puzzle) for puzzle in puzzles])
    cp_sat(puzzles[0].csp())
    peer = [capped(cp_sat, puzzle.csp(), seconds=CAP) for puzzle in puzzles]
    theirs = [  # a process of its own starts cold, so those that end soon are measured here too
        min(seconds, cpu(partial(cp_sat, puzzle.csp()))) if seconds < 1 else seconds
        for puzzle, (seconds, _) in zip(puzzles, peer, strict=True)
    ]
    late = sum(not done for _, done in peer)
    ratio = sum(theirs) / sum(ours)
    show("CP-SAT, first answer", theirs, f"{ratio:8.1f} x" + (f", {late} not done" * bool(late)))


def least(work: Callable[[Puzzle], object], puzzle: Puzzle) -> float:
    """The least of a few times; one that takes long is not repeated."""
    first = cpu(lambda: work(puzzle))
    again = 0 if first > 0.1 else 4
    return min([first, *(cpu(lambda: work(puzzle)) for _ in range(again))])


def show(name: str, times: list[float], note: str = "") -> None:
    mean = duration(sum(times) / len(times))
    print(f"  {name:<26}{mean:>12}{duration(max(times)):>12}  {note}".rstrip(), flush=True)


# ------------------------------------------------------------------ puzzles


def grid(order: int, box: int, cells: Cells) -> CSP:
    """A Latin square, with square boxes if there are any."""
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
    """A square, from a random first row on, its numbers, rows and columns exchanged."""
    row = rng.sample(range(1, order + 1), order)
    csp = grid(order, box, (*row, *(0,) * (order * order - order)))
    cells = next(iter(Learning()(csp, Run())))
    bands = [
        rng.sample(range(n, n + (box or order)), box or order)
        for n in range(0, order, box or order)
    ]
    lines = [line for band in rng.sample(bands, len(bands)) for line in band]
    return tuple(cells[line * order + col] for line in lines for col in range(order))


def minimal(order: int, number: int, least: int = 0) -> Iterator[Cells]:
    """Squares with boxes from which clues were taken while the answer stayed the only one."""
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
    """Latin squares with so much of them left open, anywhere."""
    for seed in range(number):
        rng = Random(f"{order} {seed}")
        yield tuple(0 if rng.random() < share else cell for cell in filled(order, 0, rng))


def sudoku(cells: Cells) -> Puzzle:
    return Sudoku.parse("".join(SYMBOLS[cell] for cell in cells))


def latin(cells: Cells) -> Puzzle:
    order = round(len(cells) ** 0.5)
    return Latin.parse(f"{order}:" + "".join(SYMBOLS[cell] for cell in cells))


def _cells(record: dict[str, Any]) -> Cells:
    return tuple(cell for row in record["givens"] for cell in row)


def _futoshiki(record: dict[str, Any]) -> Puzzle:
    order, marks = record["n"], dict[tuple[int, int], str]()
    letters = {(-1, 0): "U", (0, 1): "R", (1, 0): "D", (0, -1): "L"}
    for row, col, down, right in record["less"]:  # the larger points to the smaller
        marks[down, right] = marks.get((down, right), "") + letters[row - down, col - right]
    items = (f"{cell}{marks.get(divmod(at, order), '')}," for at, cell in enumerate(_cells(record)))
    return Futoshiki.parse(f"{order}:{''.join(items)}")


READERS: dict[str, Callable[[dict[str, Any]], Puzzle]] = {
    "sudoku_16x16": lambda record: sudoku(_cells(record)),
    "latin_completion": lambda record: latin(_cells(record)),
    "futoshiki": _futoshiki,
}
