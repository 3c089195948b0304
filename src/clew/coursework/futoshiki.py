"""001's program: `python -m clew.coursework.futoshiki Input1.txt Output1.txt`.

The rows of the output are "separated by blanks", as 001's text says; its figure 4 prints them
run together. Without an output file the solution is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from clew.core.result import Result
from clew.coursework._lists import to_rows
from clew.coursework._program import (
    ANSWERED,
    NO_SOLUTION,
    Arguments,
    complain,
    guarded,
    no_solution,
)
from clew.notation import load, save
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.search.run import solve

STRATEGY = "backtracking:select=mrv+degree,order=ascending,infer=none,prepare=singles"
"""001's recipe: forward checking first, again from each cell left with one value; then figure 5
with the most constrained variable, ties to the most constraining, and no INFERENCE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Solve the Futoshiki of the input file and write the output file."""
    return guarded("futoshiki", lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    parser = Arguments("clew.coursework.futoshiki", "Solve a Futoshiki from file to file (001).")
    parser.add_argument("input", metavar="INPUT", help="the puzzle, or - for the standard input")
    parser.add_argument("output", metavar="OUTPUT", nargs="?", help="where the solution goes")
    args = parser.parse_args(argv)
    result = solve(read(args.input), STRATEGY)
    if not result.solved:
        return _unsolvable(args.input, result)
    _put(args.output, output_text(result.answer))
    return ANSWERED


def read(path: str) -> Futoshiki:
    """The puzzle of an input file; ValueError names the file, the place and what was expected."""
    text = load(path)
    try:
        return Futoshiki.parse(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def output_text(answer: Sequence[int]) -> str:
    """The N rows of the output file, their numbers separated by single blanks (001)."""
    rows = to_rows(answer, isqrt(len(answer)))
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


def _put(path: str | None, text: str) -> None:
    if path is None:
        print(text, end="")
    else:
        save(path, text)


def _unsolvable(path: str, result: Result) -> int:
    """Say that there is no solution; 001 stops before the search if forward checking shows it."""
    if result.reason or result.stats.nodes:
        return no_solution("futoshiki", path, result)
    reason = "forward checking leaves a cell without a value"
    return complain("futoshiki", f"{path}: {result}: {reason}", NO_SOLUTION)


if __name__ == "__main__":
    raise SystemExit(main())
