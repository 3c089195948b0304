"""001's program: `python -m clew.coursework.futoshiki Input1.txt Input2.txt Input3.txt`.

| arguments             | the solution goes to                                                     |
|-----------------------|--------------------------------------------------------------------------|
| none                  | standard output (the puzzle is figure 1's)                               |
| `Input1.txt …`        | `Output1.txt` …, each in the folder of its input                         |
| `INPUT OUTPUT`        | OUTPUT, unless its name begins with Input: then both are inputs          |
| `INPUT`, another name | standard output                                                          |

First, `forward_checking` reduces the domains of the empty cells. Then `backtracking_search`, the
algorithm in 001's figure 5, fills them. The numbers of the output are "separated by blanks", as
001's text requires, although its figure 4 prints them without blanks.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isqrt
from pathlib import Path

from clew.coursework._shared import (
    ANSWERED,
    NO_SOLUTION,
    Arguments,
    guarded,
    program,
    report,
    to_rows,
)
from clew.notation import load, save
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.search.run import solve

INPUT = "input"
FIGURE_1 = """\
0 0 0 0 0
0 0 0 0 0
5 0 0 0 0
0 0 0 2 0
0 0 0 0 1

0 > 0 0
0 0 0 0
0 0 > 0
0 0 0 0
0 0 < 0

^ ^ 0 0 0
0 0 0 0 0
0 0 0 0 0
0 v 0 0 0
"""
"""The input file of figure 1, with all six signs. Five of them are missing in figure 3."""

Assignment = dict[int, int]
"""The value of each assigned cell. Cells are numbered row by row."""
Holds = Callable[[int, int], bool]
"""A constraint between two cells: != in a row or column, and < or > at a sign."""


@dataclass
class Csp:
    """A Futoshiki as a constraint satisfaction problem."""

    domains: list[list[int]]
    """For each cell, the values that it can still take, in increasing order."""
    constraints: list[list[tuple[int, Holds]]]
    """For each cell, its neighbours, and the constraint on the values of each pair."""


def as_csp(puzzle: Futoshiki) -> Csp:
    """Return a puzzle as a CSP: a domain for each cell, and the constraints between cells."""
    order, cells = puzzle.order, range(puzzle.order**2)
    # A cell with a number has only one value left, and an empty cell has all of them.
    domains = [[value] if value else list(range(1, order + 1)) for value in puzzle.cells]
    constraints: list[list[tuple[int, Holds]]] = [[] for _ in cells]
    for one in cells:
        for other in cells:
            same_line = one // order == other // order or one % order == other % order
            if one != other and same_line:
                constraints[one].append((other, operator.ne))
    # A sign is a constraint on both of its cells, one in each direction.
    for less, greater in puzzle.signs:
        constraints[less].append((greater, operator.lt))
        constraints[greater].append((less, operator.gt))
    return Csp(domains, constraints)


def forward_checking(csp: Csp) -> bool:
    """Propagate the cells that have only one value, including those that are reduced to one.

    Returns:
        False if a cell has no value left, so that the puzzle has no solution.
    """
    queue = deque(cell for cell, domain in enumerate(csp.domains) if len(domain) == 1)
    while queue:
        cell = queue.popleft()
        (value,) = csp.domains[cell]
        for other, holds in csp.constraints[cell]:
            left = [each for each in csp.domains[other] if holds(value, each)]
            if not left:
                return False
            # If the cell is down to one value, its neighbours are next.
            if len(left) == 1 < len(csp.domains[other]):
                queue.append(other)
            csp.domains[other] = left
    return True


def backtracking_search(csp: Csp, assignment: Assignment) -> Assignment | None:
    """Search like figure 5's BACKTRACKING-SEARCH, from the givens. Return None for failure."""
    return backtrack(dict(assignment), csp)


def backtrack(assignment: Assignment, csp: Csp) -> Assignment | None:
    """Search like figure 5's BACKTRACK, but without INFERENCE, which 001 leaves out."""
    if len(assignment) == len(csp.domains):
        return assignment
    var = select_unassigned_variable(csp, assignment)
    for value in order_domain_values(var, assignment, csp):
        if is_consistent(csp, var, value, assignment):
            assignment[var] = value
            result = backtrack(assignment, csp)
            if result is not None:
                return result
            del assignment[var]
    return None


def select_unassigned_variable(csp: Csp, assignment: Assignment) -> int:
    """Choose the most constrained cell. Break ties by the most constraining one, then the first."""
    empty = [cell for cell in range(len(csp.domains)) if cell not in assignment]

    def remaining(cell: int) -> int:
        """Count the values that are left for the cell (minimum remaining values)."""
        return sum(is_consistent(csp, cell, value, assignment) for value in csp.domains[cell])

    def degree(cell: int) -> int:
        """Count the constraints that the cell puts on other empty cells."""
        return sum(other not in assignment for other, _ in csp.constraints[cell])

    return min(empty, key=lambda cell: (remaining(cell), -degree(cell)))


def order_domain_values(var: int, _assignment: Assignment, csp: Csp) -> list[int]:
    """List the values of a cell in increasing order, as 001 asks."""
    return csp.domains[var]


def is_consistent(csp: Csp, var: int, value: int, assignment: Assignment) -> bool:
    """Check a value against the neighbours that are already assigned."""
    for other, holds in csp.constraints[var]:
        if other in assignment and not holds(value, assignment[other]):
            return False
    return True


@program("futoshiki")
def main(argv: Sequence[str] | None = None) -> int:
    """Solve the Futoshikis of the input files and write the output files."""
    parser = Arguments("clew.coursework.futoshiki", "Solve a Futoshiki from file to file (001).")
    parser.usage = "%(prog)s [INPUT [OUTPUT]], or %(prog)s Input1.txt Input2.txt …"
    parser.add_argument(
        "files", metavar="INPUT", nargs="*",
        help="a puzzle, or - for standard input (default: figure 1). The solution of InputX goes "
        "to OutputX in the same folder, that of any other INPUT to OUTPUT or standard output",
    )  # fmt: skip
    files = parser.parse_args(argv).files
    if not files:
        return _solve("figure 1", Futoshiki.parse(FIGURE_1))
    if len(files) == 2 and not _begins_with_input(Path(files[1])):
        return _solve(files[0], read(files[0]), files[1])
    if len(files) == 1 and not _begins_with_input(Path(files[0])):
        return _solve(files[0], read(files[0]))
    # If one of several inputs fails, continue with the next one.
    return max(guarded("futoshiki", partial(_solve_beside, each)) for each in files)


def _solve_beside(source: str) -> int:
    target = output_name(source)
    return _solve(source, read(source), target)


def _solve(source: str, puzzle: Futoshiki, target: str = "-") -> int:
    csp = as_csp(puzzle)
    given = {cell: value for cell, value in enumerate(puzzle.cells) if value}
    if not forward_checking(csp):
        why = "; ".join(puzzle.clashes()) or "forward checking leaves a cell without a value"
        return report("futoshiki", f"{source}: no solution: {why}", NO_SOLUTION)
    answer = backtracking_search(csp, given)
    if answer is None:
        return report("futoshiki", f"{source}: {solve(puzzle)}", NO_SOLUTION)
    save(target, output_text([answer[cell] for cell in range(len(answer))]))
    return ANSWERED


def output_name(source: str) -> str:
    """Return the output file for one of several inputs. Raise ValueError unless it's named Input….

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
    """Read the puzzle in an input file. A ValueError gives the file, the place and the mistake."""
    text = load(path)
    try:
        puzzle = Futoshiki.parse(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if puzzle.adjacent:
        raise ValueError(f"{path}: found the adjacent mode, expected signs < and >")
    return puzzle


def output_text(answer: Sequence[int]) -> str:
    """Return the N rows of the output file, with single spaces between the numbers (001)."""
    rows = to_rows(answer, isqrt(len(answer)))
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


if __name__ == "__main__":
    raise SystemExit(main())
