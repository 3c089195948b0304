"""001's program: `python -m clew.coursework.futoshiki Input1.txt Input2.txt Input3.txt`.

| arguments                      | the solution goes to                                        |
|--------------------------------|-------------------------------------------------------------|
| `INPUT`                        | the standard output                                         |
| `INPUT OUTPUT`                 | OUTPUT, unless its name begins with Input: see next row     |
| `Input1.txt Input2.txt …`      | `Output1.txt`, `Output2.txt` …, each beside its input       |

The rows of the output are "separated by blanks", as 001's text says; its figure 4 prints them
run together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from pathlib import Path

from clew.core.result import Result
from clew.coursework._lists import to_rows
from clew.coursework._program import ANSWERED, NO_SOLUTION, Arguments, guarded, program, report
from clew.notation import load, save
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.search.run import solve

INPUT = "input"
STRATEGY = "backtracking:select=mrv+degree,order=ascending,infer=none,prepare=singles"
"""001's recipe: forward checking first, again from each cell left with one value; then figure 5
with the most constrained variable, ties to the most constraining, and no INFERENCE."""


@program("futoshiki")
def main(argv: Sequence[str] | None = None) -> int:
    """Solve the Futoshikis of the input files and write the output files."""
    parser = Arguments("clew.coursework.futoshiki", "Solve a Futoshiki from file to file (001).")
    parser.usage = "%(prog)s INPUT [OUTPUT], or %(prog)s Input1.txt Input2.txt …"
    parser.add_argument("input", metavar="INPUT", help="the puzzle, or - for the standard input")
    parser.add_argument(
        "others", metavar="OUTPUT", nargs="*", default=(),
        help="where the solution goes, unless given the standard output; if it begins with Input, "
        "or there are several, each is an input, and InputX is solved into OutputX beside it",
    )  # fmt: skip
    args = parser.parse_args(argv)
    if len(args.others) < 2 and not any(_begins_with_input(Path(each)) for each in args.others):
        return _solve(args.input, *args.others)
    return max(_solve_beside(each) for each in (args.input, *args.others))


def _solve(source: str, target: str = "-") -> int:
    result = solve(read(source), STRATEGY)
    if not result.solved:
        return _unsolvable(source, result)
    save(target, output_text(result.answer))
    return ANSWERED


def _solve_beside(source: str) -> int:
    """Solve one of several; whatever happens, the next one follows."""
    return guarded("futoshiki", lambda: _solve(source, output_name(source)))


def output_name(source: str) -> str:
    """Where the solution of one of several goes; ValueError if its name begins with another word.

    >>> output_name("course/Input1.txt"), output_name("input_6x6.txt")
    ('course/Output1.txt', 'output_6x6.txt')
    """
    path = Path(source)
    if not _begins_with_input(path):
        raise ValueError(
            f"{source}: found another name, expected Input… for each of several, "
            "or one INPUT and one OUTPUT"
        )
    word = path.name[: len(INPUT)]
    new = {INPUT: "output", INPUT.upper(): "OUTPUT"}.get(word, "Output")
    return str(path.with_name(new + path.name[len(INPUT) :]))


def _begins_with_input(path: Path) -> bool:
    return path.name.lower().startswith(INPUT)


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


def _unsolvable(path: str, result: Result) -> int:
    """Say that there is no solution; 001 stops before the search if forward checking shows it."""
    searched = result.stats.nodes or result.puzzle.clashes()
    why = result if searched else "no solution: forward checking leaves a cell without a value"
    return report("futoshiki", f"{path}: {why}", NO_SOLUTION)


if __name__ == "__main__":
    raise SystemExit(main())
