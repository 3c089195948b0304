"""002's program and the two approaches of its section 1.

    python -m clew.coursework.complete_search sudoku FILE [--approach 1]
    python -m clew.coursework.complete_search triangle FILE
    python -m clew.coursework.complete_search frog 2 3 2 3 5 3
    python -m clew.coursework.complete_search knight 0 0
    python -m clew.coursework.complete_search jugs 6 5 8 12

A board is a list of rows with None for an empty cell, of any square order (4 x 4, 9 x 9 …,
exercise 1). Both functions leave it as it is and agree on the answer: the first one in
reading order. A board whose numbers already break a rule has none, even if it is full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clew.core.puzzle import Puzzle
from clew.coursework._lists import Grid, Rows, to_rows, to_sudoku
from clew.coursework._program import Arguments, program, read_puzzle, show
from clew.coursework.knight import SIDE
from clew.coursework.walks import NO_GROUND
from clew.puzzles.frog.puzzle import Frog
from clew.puzzles.jugs.puzzle import Jugs
from clew.puzzles.knight.puzzle import Knight
from clew.search.auto import AUTO
from clew.search.run import solve

APPROACHES = {"1": "generate-and-test", "2": "backtracking:select=first,infer=none"}


def find_solution_exhaustive(board: Grid) -> Rows | None:
    """Approach 1: every way to fill the empty cells in turn, until one is valid.

    >>> find_solution_exhaustive([[None, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, None]])
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    """
    return _find(board, APPROACHES["1"])


def find_solution(board: Grid) -> Rows | None:
    """Approach 2: the first empty cell gets 1, 2 … as long as the board is valid (`explore`).

    >>> find_solution([[1, None, None, 2]] + [[None] * 4] * 3)
    [[1, 3, 4, 2], [2, 4, 1, 3], [3, 1, 2, 4], [4, 2, 3, 1]]
    """
    return _find(board, APPROACHES["2"])


def _find(board: Grid, strategy: str) -> Rows | None:
    answer = solve(to_sudoku(board), strategy).answer
    return None if answer is None else to_rows(answer, len(board))


@program("complete_search")
def main(argv: Sequence[str] | None = None) -> int:
    """Answer one of the exercises of section 1, and print the answer."""
    parser = Arguments("clew.coursework.complete_search", "Answer an exercise of 002, section 1.")
    parser.add_argument("exercise", metavar="EXERCISE", choices=EXERCISES, help=LISTED)
    parser.add_argument("words", metavar="WORD", nargs="+", help="what the exercise gives")
    parser.add_argument(
        "--approach", choices=APPROACHES, default="2",
        help="of sudoku: 1 tries every assignment, 2 (the default) fills in step by step",
    )  # fmt: skip
    args = parser.parse_args(argv)
    strategy = APPROACHES[args.approach] if args.exercise == "sudoku" else AUTO
    result = solve(EXERCISES[args.exercise](args.words), strategy)
    return show("complete_search", args.exercise, result)


def _file(kind: str) -> Callable[[Sequence[str]], Puzzle]:
    """The puzzle of that kind in the file that the one word names."""

    def parse(words: Sequence[str]) -> Puzzle:
        _expect(words, 1, "FILE")
        return read_puzzle(words[0], kind)

    return parse


def _knight(words: Sequence[str]) -> Puzzle:
    _expect(words, 2, "ROW COLUMN")
    row, col = _numbers(words)
    return Knight(SIDE, SIDE, (row, col))


def _jugs(words: Sequence[str]) -> Puzzle:
    target, *capacities = _numbers(words)
    return Jugs(tuple(capacities), (target,), rules=NO_GROUND)


EXERCISES: dict[str, Callable[[Sequence[str]], Puzzle]] = {
    "sudoku": _file("sudoku"),
    "triangle": _file("triangle"),
    "frog": lambda words: Frog(tuple(_numbers(words))),
    "knight": _knight,
    "jugs": _jugs,
}
LISTED = "sudoku FILE, triangle FILE, frog LENGTH…, knight ROW COLUMN, or jugs TARGET CAPACITY…"


def _expect(words: Sequence[str], how_many: int, form: str) -> None:
    if len(words) != how_many:
        raise ValueError(f"found {' '.join(words)[:40]!r}, expected {form}")


def _numbers(words: Sequence[str]) -> list[int]:
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 10):
            raise ValueError(f"found {word[:20]!r}, expected whole numbers")
    return [int(word) for word in words]


if __name__ == "__main__":
    raise SystemExit(main())
