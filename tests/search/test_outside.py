"""Random puzzles of every kind against an outside solver, CP-SAT, whose models are stated here.

A case is stated from the rules of its puzzle alone. Clew gets it as a text, CP-SAT as a model:
both must find none, the same one, or several.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise, product
from random import Random

import pytest
from ortools.sat.python import cp_model

import clew
from clew import Status
from clew.core.puzzle import Puzzle

Cells = tuple[int, ...]
Groups = tuple[Cells, ...]
Pair = tuple[int, int]

SHARE = float(os.environ.get("CLEW_CASES", "0.5"))
"""The share of the puzzles that is tried: CLEW_CASES=10 tries twenty times as many."""
CHUNK = 100
"""Puzzles a test, so that tests can be spread over processes."""


# ------------------------------------------------------------------ what is asked


@dataclass(frozen=True)
class Grid:
    """A square to be filled with 1..order: what is given, and every rule of the puzzle.

    `allowed` holds the values each cell may take; no value comes twice in one of `groups`; in
    `less` the first cell is the smaller; `near` differ by one, `far` do not.
    """

    text: str
    order: int
    allowed: tuple[frozenset[int], ...]
    groups: Groups
    less: tuple[Pair, ...] = ()
    near: tuple[Pair, ...] = ()
    far: tuple[Pair, ...] = ()

    def obeyed_by(self, answer: Sequence[int]) -> bool:
        return (
            all(value in may for value, may in zip(answer, self.allowed, strict=True))
            and all(
                answer[a] != answer[b] for group in self.groups for a, b in combinations(group, 2)
            )
            and all(answer[a] < answer[b] for a, b in self.less)
            and all(abs(answer[a] - answer[b]) == 1 for a, b in self.near)
            and all(abs(answer[a] - answer[b]) != 1 for a, b in self.far)
        )

    def outside(self) -> list[Cells]:
        model = cp_model.CpModel()
        domains = map(cp_model.Domain.from_values, map(list, self.allowed))
        cells = [model.new_int_var_from_domain(domain, "") for domain in domains]
        for group in self.groups:
            model.add_all_different([cells[cell] for cell in group])
        for a, b in self.less:
            model.add(cells[a] < cells[b])
        for a, b in self.near:
            model.add_allowed_assignments([cells[a], cells[b]], steps(self.order))
        for a, b in self.far:
            model.add_forbidden_assignments([cells[a], cells[b]], steps(self.order))
        return found_by_cp_sat(model, cells)


@dataclass(frozen=True)
class Chessboard:
    """A board with queens that stand already: square by square, as a player sees it."""

    text: str
    order: int
    queens: tuple[Pair, ...]

    def obeyed_by(self, answer: Sequence[int]) -> bool:
        squares = set(enumerate(answer))
        return set(self.queens) <= squares and not any(
            attack(*two) for two in combinations(squares, 2)
        )

    def outside(self) -> list[Cells]:
        """A yes or no for each square; one queen in each row, at most one in each other line."""
        model = cp_model.CpModel()
        squares = list(product(range(self.order), repeat=2))
        queen = {square: model.new_bool_var("") for square in squares}
        model.add_bool_and([queen[square] for square in self.queens])
        for number in range(self.order):
            model.add_exactly_one([queen[number, col] for col in range(self.order)])
            model.add_at_most_one([queen[row, number] for row in range(self.order)])
        for number in range(-self.order, 2 * self.order):
            model.add_at_most_one([queen[r, c] for r, c in squares if r + c == number])
            model.add_at_most_one([queen[r, c] for r, c in squares if r - c == number])
        found = found_by_cp_sat(model, list(queen.values()))
        return [
            tuple(square[1] for square, yes in zip(queen, f, strict=True) if yes) for f in found
        ]


Case = Grid | Chessboard
Posing = Callable[[Random], Case]
GridPosing = Callable[[Random], Grid]


def attack(one: Pair, other: Pair) -> bool:
    down, right = one[0] - other[0], one[1] - other[1]
    return down == 0 or right == 0 or abs(down) == abs(right)


@cache
def steps(order: int) -> list[Pair]:
    return [(a, b) for a in range(1, order + 1) for b in (a - 1, a + 1)]


class FirstTwo(cp_model.CpSolverSolutionCallback):
    """Keeps the solutions, and stops at the second."""

    def __init__(self, variables: Sequence[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables = variables
        self.found: list[Cells] = []

    def on_solution_callback(self) -> None:
        self.found.append(tuple(self.value(variable) for variable in self.variables))
        if len(self.found) == 2:
            self.stop_search()


def found_by_cp_sat(model: cp_model.CpModel, variables: Sequence[cp_model.IntVar]) -> list[Cells]:
    """Up to two solutions; all there are if fewer."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    solver.parameters.symmetry_level = 0
    kept = FirstTwo(variables)
    status = solver.solve(model, kept)
    assert len(kept.found) == 2 or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return kept.found


# ------------------------------------------------------------------ the rules of each puzzle


@cache
def lines(order: int) -> Groups:
    """The rows and the columns."""
    cells = range(order * order)
    rows = [tuple(cell for cell in cells if cell // order == n) for n in range(order)]
    return (*rows, *(tuple(cell for cell in cells if cell % order == n) for n in range(order)))


@cache
def boxes(rows: int, cols: int) -> Groups:
    """The boxes of so many rows and columns each, in a grid of order rows * cols."""
    order = rows * cols
    corners = product(range(0, order, rows), range(0, order, cols))
    inside = list(product(range(rows), range(cols)))
    return tuple(tuple((r + dr) * order + c + dc for dr, dc in inside) for r, c in corners)


@cache
def diagonals(order: int) -> Groups:
    rows = range(order)
    return tuple(r * order + r for r in rows), tuple(r * order + order - 1 - r for r in rows)


def neighbours(order: int) -> list[Pair]:
    return [pair for line in lines(order) for pair in pairwise(line)]


def symbols(givens: Cells) -> str:
    return "".join(".123456789"[value] for value in givens)


def allowed(givens: Cells, order: int) -> tuple[frozenset[int], ...]:
    anything = frozenset(range(1, order + 1))
    return tuple(frozenset([value]) if value else anything for value in givens)


# ------------------------------------------------------------------ random puzzles


def filled(order: int, groups: Groups, rng: Random, patience: int = 400) -> Cells | None:
    """A random solution, by plain trial and error on the cell with the fewest choices left."""
    friends = [{c for g in groups if cell in g for c in g} - {cell} for cell in range(order**2)]
    grid = [0] * order**2
    left = patience

    def fill() -> bool:
        nonlocal left
        left -= 1
        options = {
            cell: set(range(1, order + 1)) - {grid[friend] for friend in friends[cell]}
            for cell, value in enumerate(grid)
            if not value
        }
        if not options:
            return True
        cell = min(options, key=lambda each: (len(options[each]), rng.random()))
        for value in rng.sample(sorted(options[cell]), len(options[cell])):
            grid[cell] = value
            if left > 0 and fill():
                return True
        grid[cell] = 0
        return False

    return tuple(grid) if fill() else None


def some_givens(solution: Cells | None, order: int, share: float, rng: Random) -> Cells:
    """Some cells of a solution, in one case of four with a mistake; or anything at all."""
    if solution is None or rng.random() < 0.05:
        solution = tuple(rng.randint(1, order) for _ in range(order**2))
        share /= 3
    givens = [value if rng.random() < share else 0 for value in solution]
    if any(givens) and rng.random() < 0.25:
        cell = rng.choice([cell for cell, value in enumerate(givens) if value])
        givens[cell] = rng.randint(1, order)
    return tuple(givens)


def latin(rng: Random) -> Grid:
    order = rng.randint(2, 7)
    solution = filled(order, lines(order), rng)
    givens = some_givens(solution, order, rng.uniform(0.0, 0.7), rng)
    return Grid(f"latin:{order}:{symbols(givens)}", order, allowed(givens, order), lines(order))


def sudoku(rows: int, cols: int, share: tuple[float, float], head: str = "") -> GridPosing:
    """Boxes of so many rows and columns; `head` begins the text."""
    order = rows * cols

    def pose(rng: Random) -> Grid:
        groups = lines(order) + boxes(rows, cols)
        groups += diagonals(order) if "x:" in head else ()
        givens = some_givens(filled(order, groups, rng), order, rng.uniform(*share), rng)
        return Grid(f"sudoku:{head}{symbols(givens)}", order, allowed(givens, order), groups)

    return pose


def jigsaw(rng: Random) -> Grid:
    """Regions of any shape that can be filled: rows of which a few cells were exchanged."""
    order, solution = rng.randint(3, 6), None
    while solution is None:
        region = [cell // order for cell in range(order**2)]
        for _ in range(rng.randint(1, 2 * order)):
            a, b = rng.sample(range(order**2), 2)
            region[a], region[b] = region[b], region[a]
        parts = [[cell for cell, part in enumerate(region) if part == n] for n in range(order)]
        groups = lines(order) + tuple(map(tuple, parts))
        solution = filled(order, groups, rng)
    givens = some_givens(solution, order, rng.uniform(0.1, 0.5), rng)
    shape = "".join("ABCDEF"[part] for part in region)
    text = f"sudoku:regions={shape}:{symbols(givens)}"
    return Grid(text, order, allowed(givens, order), groups)


def candidates(rng: Random) -> Grid:
    """A choice of values in each cell that is not given."""
    rows, cols = rng.choice([(2, 2), (2, 3)])
    order = rows * cols
    base = sudoku(rows, cols, (0.0, 0.3))(rng)
    solution = filled(order, base.groups, rng) or ()
    may = []
    for given, value in zip(base.allowed, solution, strict=True):
        others = [other for other in range(1, order + 1) if rng.random() < 0.4]
        wrong = rng.random() < 0.01
        may.append(given if len(given) == 1 else frozenset(others or [value]) | {*[value][wrong:]})
    body = "".join(
        str(*mask) if len(given) == 1 else f"({''.join(map(str, sorted(mask)))})"
        for given, mask in zip(base.allowed, may, strict=True)
    )
    return replace(base, text=f"sudoku:{rows}x{cols}:{body}", allowed=tuple(may))


def futoshiki(rng: Random) -> Grid:
    """Signs that a solution obeys, now and then one turned round."""
    order = rng.randint(2, 6)
    solution = filled(order, lines(order), rng) or ()
    givens = some_givens(solution, order, rng.uniform(0.0, 0.4), rng)
    share = rng.uniform(0.0, 0.6)
    less = [
        (a, b) if (solution[a] < solution[b]) != (rng.random() < 0.01) else (b, a)
        for a, b in neighbours(order)
        if rng.random() < share
    ]
    text = f"futoshiki:{order}:{items(givens, [(b, a) for a, b in less], order)}"
    return Grid(text, order, allowed(givens, order), lines(order), less=tuple(less))


def adjacent(rng: Random) -> Grid:
    """The signs that a solution has, now and then one too many or too few."""
    order = rng.randint(2, 6)
    solution = filled(order, lines(order), rng) or ()
    givens = some_givens(solution, order, rng.uniform(0.0, 0.3), rng)
    mistakes = rng.choice([0.0, 0.0, 0.02])
    near = [
        (a, b)
        for a, b in neighbours(order)
        if (abs(solution[a] - solution[b]) == 1) != (rng.random() < mistakes)
    ]
    far = tuple(set(neighbours(order)) - set(near))
    text = f"futoshiki:{order}a:{items(givens, near + [(b, a) for a, b in near], order)}"
    return Grid(text, order, allowed(givens, order), lines(order), near=tuple(near), far=far)


def items(givens: Cells, flags: Sequence[Pair], order: int) -> str:
    """The items of a Futoshiki's text; a flag is a cell and the neighbour it points to."""
    letters = {-order: "U", 1: "R", order: "D", -1: "L"}
    marks = dict.fromkeys(range(len(givens)), "")
    for cell, other in flags:
        marks[cell] += letters[other - cell]
    return "".join(f"{value}{marks[cell]}," for cell, value in enumerate(givens))


def queens(rng: Random) -> Chessboard:
    """A few queens, most of them where no other attacks them."""
    order = rng.randint(4, 10)
    squares = list(product(range(order), range(order)))
    stand: list[Pair] = []
    for _ in range(rng.randint(0, order // 2)):
        free = [s for s in squares if not any(attack(s, queen) for queen in stand)]
        if free or rng.random() < 0.1:
            stand.append(rng.choice(free if free and rng.random() < 0.97 else squares))
    text = "/".join(
        "".join("Q" if (r, c) in stand else "." for c in range(order)) for r in range(order)
    )
    return Chessboard(f"queens:{text}", order, tuple(stand))


# ------------------------------------------------------------------ the comparison


POSED: dict[str, tuple[int, Posing]] = {
    "latin": (2000, latin),
    "sudoku-4": (600, sudoku(2, 2, (0.1, 0.6))),
    "sudoku-4x": (300, sudoku(2, 2, (0.0, 0.4), "x:")),
    "sudoku-2x3": (400, sudoku(2, 3, (0.1, 0.6), "2x3:")),
    "sudoku-3x2": (400, sudoku(3, 2, (0.1, 0.6), "3x2:")),
    "sudoku-2x3x": (200, sudoku(2, 3, (0.1, 0.5), "2x3,x:")),
    "sudoku-9": (300, sudoku(3, 3, (0.3, 0.6))),
    "sudoku-9x": (100, sudoku(3, 3, (0.25, 0.5), "x:")),
    "jigsaw": (400, jigsaw),
    "candidates": (300, candidates),
    "futoshiki": (2000, futoshiki),
    "adjacent": (1000, adjacent),
    "queens": (2000, queens),
}
CHUNKS = [
    (name, start)
    for name, (number, _) in POSED.items()
    for start in range(0, max(CHUNK, int(number * SHARE)), CHUNK)
]


STRATEGIES = [
    *(f"backtracking:infer={word}" for word in ("none", "singles", "hidden-singles", "mac")),
    *(f"backtracking:select={word}" for word in ("first", "degree", "dom/wdeg", "random")),
    *(f"backtracking:order={word}" for word in ("descending", "lcv", "shuffled")),
    *(f"backtracking:prepare={word}" for word in ("forward-checking", "ac3")),
    "backjumping",
    "limited-discrepancy",
    "depth-first",
    "breadth-first",
    "generate-and-test",
]


def compare(case: Case) -> int:
    """How many answers both find, up to two."""
    puzzle = clew.parse(case.text)
    expected = case.outside()
    result = clew.solve(puzzle, max_solutions=2)
    assert len(set(result.solutions)) == len(result.solutions) == len(expected), case.text
    assert result.status is (Status.ENOUGH if len(expected) == 2 else Status.COMPLETE), case.text
    assert all(case.obeyed_by(answer) for answer in result.solutions), case.text
    if len(expected) == 1:
        assert list(result.solutions) == expected, case.text
    for answer in expected:
        assert puzzle.check(answer) == [], case.text
        check_spoilt(puzzle, case, answer)
    check_strategy(puzzle, len(expected))
    return len(expected)


def check_strategy(puzzle: Puzzle, expected: int) -> None:
    """One of the other strategies, by lot: it finds no more, and as many if it may finish."""
    spelling = Random(puzzle.id).choice(STRATEGIES)
    result = clew.solve(puzzle, spelling, max_solutions=2, max_nodes=200)
    found = len(set(result.solutions))
    assert found <= expected, (puzzle.id, spelling)
    assert found == expected or result.status is Status.STOPPED, (puzzle.id, spelling)


def check_spoilt(puzzle: Puzzle, case: Case, answer: Cells) -> None:
    """An answer with two cells exchanged: `check` and the rules as stated here agree on it."""
    rng = Random(str(answer))
    spoilt = list(answer)
    a, b = rng.sample(range(len(answer)), 2)
    spoilt[a], spoilt[b] = spoilt[b], spoilt[a]
    assert case.obeyed_by(spoilt) == (not puzzle.check(spoilt)), (case.text, spoilt)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "start"), CHUNKS, ids=str)
def test_random_puzzles(name: str, start: int) -> None:
    pose = POSED[name][1]
    numbers = range(start, start + CHUNK)
    found = [compare(pose(Random(f"{name} {number}"))) for number in numbers]
    assert set(found) == {0, 1, 2}, "each chunk has puzzles with no, one and several answers"


HARD = (
    "..............1.23..4.56.........4...1.......2..7..68....2........3.8.....5...1..",
    "........1.......2...3..4........5....6..3.7..12......8....8.......21..6...7...5..",
    "..............1..2..3....4.........5...34..6.12..........7.8..9..6....7.34.......",
    ".................1..2..3..4.....235..1..6....7...8........1...7..5...9...9...4...",
    "..............1..2..3.4..5........3....2.67...4...........83....9..5....72......6",
    "........1.....2.....3.....4....3.....1..5....6....7.8....9.......8...62..5.41....",
    ".342...5.....87....1.........24...3..5....2..6...........3....12.....7..8........",
    ".....1..8.9....3..2........5......84.7.63.......9.....1.4....5.....7.6.....2.....",
    "...3..18..26.........9......47.2.......5..9......7........64.2.3.....5..1........",
    "5..7..6....38...........2..62.4............917............35.8.4.....1......9....",
    "4.3.....2...7.1...9...........5..81.2...3.....8..........94.....7....6...6.....5.",
    "....1..2.4..9.......9..2..38...2....6..3..5...3.4.6.1....1.985.58.....4.........6",
    "6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....",
    "...36....85.......9.4..8........68.........17..9..45...1.5...6.4....9..2.....3...",
    "...3..5...5..1..3...7..4..12.....4...6..9......1..6..28..7..2...9..8..5...5..9..7",
    "....3..715..4.2............2..6..4...38.7..............7..8..1.6..5..2...........",
)
"""Sudokus of 17 clues, of the list "magictour" and of high ratings: all have one solution."""


def hard_case(line: str) -> Grid:
    givens = tuple(int(symbol.replace(".", "0")) for symbol in line)
    return Grid(f"sudoku:{line}", 9, allowed(givens, 9), lines(9) + boxes(3, 3))


@pytest.mark.parametrize("line", HARD)
def test_hard_sudokus(line: str) -> None:
    """As it is; with each of six clues left out; and with each of them changed."""
    assert compare(hard_case(line)) == 1
    clues = [at for at, symbol in enumerate(line) if symbol != "."]
    for at in clues[::3][:6]:
        compare(hard_case(f"{line[:at]}.{line[at + 1 :]}"))
        compare(hard_case(f"{line[:at]}{int(line[at]) % 9 + 1}{line[at + 1 :]}"))
