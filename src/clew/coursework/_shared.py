"""Helpers for the assignments' programs: boards as lists, arguments, files, exit statuses."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import wraps
from math import isqrt
from pathlib import Path
from typing import NoReturn, ParamSpec

from clew.core.grid import Cells, cell_name
from clew.core.puzzle import Puzzle
from clew.core.result import Result
from clew.puzzles.sudoku.puzzle import Sudoku

# -------------------------------------------------------------------- boards as lists of rows

Grid = Sequence[Sequence[int | None]]
Rows = list[list[int]]


def to_cells(board: Grid) -> Cells:
    """Return the cells row by row, with 0 for a blank. Raise ValueError if it isn't square."""
    order, cells = len(board), list[int]()
    for row, line in enumerate(board, 1):
        if len(line) != order:
            raise ValueError(f"row {row}: found {len(line)} cells, expected {order}")
        for value in line:
            number = 0 if value is None else value
            if type(number) is not int or not 0 <= number <= order:
                where = cell_name(len(cells), order)
                expected = f"1 to {order}, or 0 or None if empty"
                raise ValueError(f"{where}: found {value!r}, expected {expected}")
            cells.append(number)
    return tuple(cells)


def to_rows(values: Sequence[int], order: int) -> Rows:
    """Return a solution's values as a new list of rows."""
    return [list(values[start : start + order]) for start in range(0, order * order, order)]


def to_sudoku(board: Grid) -> Sudoku:
    """Convert a 4 x 4, 9 x 9, 16 x 16 … board to a Sudoku with square boxes."""
    side = isqrt(len(board))
    if side == 0 or side * side != len(board):
        raise ValueError(f"found {len(board)} rows, expected a square number (4, 9, 16 …)")
    return Sudoku(to_cells(board), (side, side))


# -------------------------------------------------------------------- programs

P = ParamSpec("P")
ANSWERED, NO_SOLUTION, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class Arguments(ArgumentParser):
    """A parser whose errors are one line, reported like any other bad input."""

    def __init__(self, module: str, description: str) -> None:
        file = Path(sys.argv[0])
        written = sys.modules["__main__"].__spec__ is None and file.suffix == ".py"
        prog = f"python3 {file.name}" if written else f"python -m {module}"
        super().__init__(prog=prog, description=description)

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message} ({' '.join(self.format_usage().split())})")


def program(name: str) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Return a decorator that turns a function with an exit status into a program's `main`."""

    def decorate(work: Callable[P, int]) -> Callable[P, int]:
        @wraps(work)
        def main(*args: P.args, **kwargs: P.kwargs) -> int:
            return guarded(name, lambda: work(*args, **kwargs))

        return main

    return decorate


def guarded(name: str, work: Callable[[], int]) -> int:
    """Run `work` and return its exit status. Report bad input in one line."""
    try:
        status = work()
        if sys.stdout is not None:  # the caller may have closed it
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # nothing reads the output any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except OSError as error:
        named = error.filename is not None and error.strerror is not None
        reason = f"{error.filename}: {error.strerror}" if named else str(error)
        return report(name, reason, BAD_INPUT)
    except ValueError as error:
        return report(name, str(error), BAD_INPUT)


def report(name: str, message: str, status: int) -> int:
    """Print why there's no solution, and return the status."""
    print(f"{name}: {' '.join(message.split())}", file=sys.stderr)
    return status


def show(name: str, source: str, result: Result) -> int:
    """Print the solution of the puzzle from `source`, or report why it has no solution."""
    if not result.solved:
        return report(name, f"{source}: {result}", NO_SOLUTION)
    print(result)
    return ANSWERED


def read_puzzle(file: str, kind: str) -> Puzzle:
    """Read the puzzle in a file, or from standard input for `-`. A ValueError gives the place."""
    from clew.notation import load, read  # imported here to keep importing a board cheap

    if file != "-":
        return read(Path(file), kind=kind)
    try:
        return read(f"{load(file)}\n", kind=kind)  # the line break shows it isn't a file name
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
