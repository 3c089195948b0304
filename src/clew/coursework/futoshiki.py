"""001's program: `python -m clew.coursework.futoshiki Input1.txt Input2.txt Input3.txt`.

| arguments             | the solution goes to                                                     |
|-----------------------|--------------------------------------------------------------------------|
| none                  | the standard output: it is that of figure 1                              |
| `Input1.txt …`        | `Output1.txt` …, in the folder of its input                              |
| `INPUT OUTPUT`        | OUTPUT, unless its name begins with Input: then both are inputs          |
| `INPUT`, another name | the standard output                                                      |

First `forward_checking` reduces the domains of the empty cells. Then `backtracking_search`, the
algorithm of 001's figure 5, fills them. The rows of the output are "separated by blanks", as 001's
text says; its figure 4 prints them run together.
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
"""The input file of figure 1, with all six signs; figure 3 lost five of them in print."""

Assignment = dict[int, int]
"""The value of each cell that has one; cells are numbered row by row."""
Holds = Callable[[int, int], bool]
"""A constraint between two cells: != in a row or column, < or > at a sign."""


@dataclass
class Csp:
    """A Futoshiki as a constraint satisfaction problem."""

    domains: list[list[int]]
    """For each cell the values that it may still take, in increasing order."""
    constraints: list[list[tuple[int, Holds]]]
    """For each cell its neighbours: another cell, and what must hold between their values."""


def as_csp(puzzle: Futoshiki) -> Csp:
    """State a puzzle: a domain for each cell, and the constraints between them."""
    order, cells = puzzle.order, range(puzzle.order**2)
    # A cell with a number has one value left, an empty one has all of them.
    domains = [[value] if value else list(range(1, order + 1)) for value in puzzle.cells]
    constraints: list[list[tuple[int, Holds]]] = [[] for _ in cells]
    for one in cells:
        for other in cells:
            same_line = one // order == other // order or one % order == other % order
            if one != other and same_line:
                constraints[one].append((other, operator.ne))
    # A sign is a constraint of both its cells, seen from either side.
    for less, greater in puzzle.signs:
        constraints[less].append((greater, operator.lt))
        constraints[greater].append((less, operator.gt))
    return Csp(domains, constraints)


def forward_checking(csp: Csp) -> bool:
    """Reduce the domains by the cells that have one value, and again by each that is left with one.

    Returns:
        False if a cell has no value left: then the puzzle has no solution.
    """
    queue = deque(cell for cell, domain in enumerate(csp.domains) if len(domain) == 1)
    while queue:
        cell = queue.popleft()
        (value,) = csp.domains[cell]
        for other, holds in csp.constraints[cell]:
            left = [each for each in csp.domains[other] if holds(value, each)]
            if not left:
                return False
            # The neighbours of a cell that is down to one value come next.
            if len(left) == 1 < len(csp.domains[other]):
                queue.append(other)
            csp.domains[other] = left
    return True


def backtracking_search(csp: Csp, assignment: Assignment) -> Assignment | None:
    """Search as figure 5's BACKTRACKING-SEARCH, from the given numbers. Return None for failure."""
    return backtrack(dict(assignment), csp)


def backtrack(assignment: Assignment, csp: Csp) -> Assignment | None:
    """Search as figure 5's BACKTRACK, without INFERENCE, which 001 leaves out."""
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
        """Count the values that are left to the cell (minimum remaining values)."""
        return sum(is_consistent(csp, cell, value, assignment) for value in csp.domains[cell])

    def degree(cell: int) -> int:
        """Count the constraints that the cell puts on other empty cells."""
        return sum(other not in assignment for other, _ in csp.constraints[cell])

    return min(empty, key=lambda cell: (remaining(cell), -degree(cell)))


def order_domain_values(var: int, _assignment: Assignment, csp: Csp) -> list[int]:
    """List the values of a cell in increasing order, as 001 asks."""
    return csp.domains[var]


def is_consistent(csp: Csp, var: int, value: int, assignment: Assignment) -> bool:
    """Check a value against the neighbours that have one."""
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
        help="a puzzle, or - for the standard input (default: figure 1). InputX is solved into "
        "OutputX in the same folder; another INPUT into the OUTPUT after it, or standard output",
    )  # fmt: skip
    files = parser.parse_args(argv).files
    if not files:
        return _solve("figure 1", Futoshiki.parse(FIGURE_1))
    if len(files) == 2 and not _begins_with_input(Path(files[1])):
        return _solve(files[0], read(files[0]), files[1])
    if len(files) == 1 and not _begins_with_input(Path(files[0])):
        return _solve(files[0], read(files[0]))
    # Whatever happens to one of several, the next one follows.
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
    """Return the output file of one of several inputs. Raise ValueError if it isn't named Input….

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
    """Read the puzzle of an input file. A ValueError names the file, the place and the mistake."""
    text = load(path)
    try:
        puzzle = Futoshiki.parse(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if puzzle.adjacent:
        raise ValueError(f"{path}: found the adjacent mode, expected signs < and >")
    return puzzle


def output_text(answer: Sequence[int]) -> str:
    """Return the N rows of the output file, with numbers separated by single blanks (001)."""
    rows = to_rows(answer, isqrt(len(answer)))
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


if __name__ == "__main__":
    raise SystemExit(main())
