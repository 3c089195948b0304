"""002's program and the two approaches of its section 1.

    python -m clew.coursework.complete_search sudoku FILE [--approach 1]
    python -m clew.coursework.complete_search triangle "[[4];[7;5];[6;3;4];[4;2;1;6]]" 15
    python -m clew.coursework.complete_search frog "[2,3,2,3,5,3]"
    python -m clew.coursework.complete_search knight 0 0
    python -m clew.coursework.complete_search jugs 5 8 12 6

Without any arguments, each exercise solves its own example. A triangle can also be in a FILE.
A board is a list of rows, with None for an empty cell. Its order can be any square number (4 x 4,
9 x 9 …, exercise 1). Both functions leave the board unchanged and find the same solution, the first
one in reading order. A board whose numbers already break a rule has no solution, even if it's full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from clew.core.grid import read_numbers
from clew.core.puzzle import Puzzle
from clew.coursework._shared import (
    Arguments,
    Grid,
    Rows,
    program,
    read_puzzle,
    show,
    to_rows,
    to_sudoku,
)
from clew.coursework.knight import SIDE
from clew.coursework.walks import NO_GROUND
from clew.puzzles.frog import Frog
from clew.puzzles.jugs import Jugs
from clew.puzzles.knight.puzzle import Knight
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.puzzles.triangle.puzzle import Triangle, read_rows
from clew.search.auto import AUTO
from clew.search.run import solve

APPROACHES = {"1": "generate-and-test", "2": "backtracking:select=first,infer=none"}


def find_solution_exhaustive(board: Grid) -> Rows | None:
    """Try every way to fill the empty cells, until one is valid (approach 1).

    >>> find_solution_exhaustive([[None, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, None]])
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    """
    return _find(board, APPROACHES["1"])


def find_solution(board: Grid) -> Rows | None:
    """Try 1, 2 … in the first empty cell while the board is valid (approach 2, `explore`).

    >>> find_solution([[1, None, None, 2]] + [[None] * 4] * 3)
    [[1, 3, 4, 2], [2, 4, 1, 3], [3, 1, 2, 4], [4, 2, 3, 1]]
    """
    return _find(board, APPROACHES["2"])


def _find(board: Grid, strategy: str) -> Rows | None:
    answer = solve(to_sudoku(board), strategy).solution
    return None if answer is None else to_rows(answer, len(board))


@program("complete_search")
def main(argv: Sequence[str] | None = None) -> int:
    """Solve one of the exercises in section 1, and print the answer."""
    parser = Arguments("clew.coursework.complete_search", "Answer an exercise of 002, section 1.")
    parser.add_argument("exercise", metavar="EXERCISE", choices=EXERCISES, help=LISTED)
    parser.add_argument(
        "words", metavar="WORD", nargs="*", help="the exercise's input (default: its own example)"
    )
    parser.add_argument(
        "--approach", choices=APPROACHES, default="2",
        help="for sudoku: 1 tries every assignment, 2 (the default) fills in step by step",
    )  # fmt: skip
    args = parser.parse_args(argv)
    strategy = APPROACHES[args.approach] if args.exercise == "sudoku" else AUTO
    parse, example = EXERCISES[args.exercise]
    result = solve(parse(args.words or example.split(" ")), strategy)
    return show("complete_search", args.exercise, result)


def _sudoku(words: Sequence[str]) -> Puzzle:
    _expect(words, 1, "FILE")
    return Sudoku.parse(PICTURED) if words == [PICTURED] else read_puzzle(words[0], "sudoku")


def _triangle(words: Sequence[str]) -> Puzzle:
    if len(words) == 1 and "[" not in words[0]:
        return read_puzzle(words[0], "triangle")
    if len(words) < 2 or "[" not in words[0]:
        raise ValueError(f"found {' '.join(words)[:40]!r}, expected FILE, or TRIANGLE and K")
    rows, (k,) = " ".join(words[:-1]), _numbers(words[-1:])
    return Triangle(read_rows(rows, rows), k)


def _knight(words: Sequence[str]) -> Puzzle:
    start = _numbers(words)
    _expect(start, 2, "ROW COLUMN")
    return Knight(SIDE, SIDE, (start[0], start[1]))


def _jugs(words: Sequence[str]) -> Puzzle:
    """Parse "three jug capacities and a target value", in the order that 002(c) gives."""
    if len(words) < 2:
        raise ValueError(f"found {' '.join(words)[:40]!r}, expected CAPACITIES and TARGET")
    capacities, (target,) = _numbers(words[:-1]), _numbers(words[-1:])
    if target > max(capacities):
        last = f"jugs of {_and(capacities)} and the target {target}, which none of them can hold"
        first = f"jugs of {_and([*capacities[1:], target])} and the target {capacities[0]}"
        other = " ".join(map(str, [*capacities[1:], target, capacities[0]]))
        raise ValueError(f"this could mean {last}, or {first}; for the latter, write jugs {other}")
    return Jugs(tuple(capacities), (target,), rules=NO_GROUND)


PICTURED = ".4...3.2...4.2.3"
"""The board in 002's second example."""
EXERCISES: dict[str, tuple[Callable[[Sequence[str]], Puzzle], str]] = {
    "sudoku": (_sudoku, PICTURED),
    "triangle": (_triangle, "[[4];[7;5];[6;3;4];[4;2;1;6]] 15"),
    "frog": (lambda words: Frog(tuple(_numbers(words))), "[2,3,2,3,5,3]"),
    "knight": (_knight, "0 0"),
    "jugs": (_jugs, "5 8 12 6"),
}
"""For each exercise, the function that parses its arguments, and the arguments of its example."""
LISTED = "sudoku FILE, triangle TRIANGLE K, frog LENGTHS, knight ROW COLUMN, jugs CAPACITIES TARGET"


def _expect(words: Sequence[object], how_many: int, form: str) -> None:
    if len(words) != how_many:
        raise ValueError(f"found {' '.join(map(str, words))[:40]!r}, expected {form}")


def _and(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def _numbers(words: Sequence[str]) -> list[int]:
    """Parse numbers such as 2 3 2, or a list: 2,3,2 or [2,3,2] or [2;3;2]."""
    text = " ".join(words)
    if not re.search(r"[\[,;]", text):
        text = ",".join(words)
    return list(read_numbers(text, "whole numbers"))


if __name__ == "__main__":
    raise SystemExit(main())
