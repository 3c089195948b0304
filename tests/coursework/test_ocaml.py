"""002 in OCaml: the programs of examples/ocaml are compiled, and answer as clew does."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from clew.coursework.complete_search import find_solution
from clew.coursework.knight import knight_cover
from clew.coursework.walks import can_hop, has_sum_path, jugs
from clew.puzzles.frog.puzzle import Frog
from clew.puzzles.knight.puzzle import Knight
from tests.paths import ROOT

SOURCES = ROOT / "examples" / "ocaml"
COMPILER = shutil.which("ocamlopt") or shutil.which("ocamlc")
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EXAMPLES = ("..233..42.3.1...", ".4...3.2...4.2.3")
TRIANGLE = ((4,), (7, 5), (6, 3, 4), (4, 2, 1, 6))
WARNINGS = "+a-4-9-40-41-42-44-45-70"
"""All but those on style that few projects keep (4: fragile match, 70: no interface file)."""
pytestmark = pytest.mark.skipif(COMPILER is None, reason="no OCaml here")
Program = Callable[..., list[str]]
State = tuple[int, ...]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Runs a program of examples/ocaml, compiled without a warning: the lines that it prints."""
    folder = tmp_path_factory.mktemp("ocaml")

    def compiled(name: str) -> Path:
        made = folder / name
        if not made.exists():
            source = shutil.copy(SOURCES / f"{name}.ml", folder)
            strict = ["-w", WARNINGS, "-warn-error", "+a"]
            subprocess.run([str(COMPILER), *strict, "-o", made, source], check=True, timeout=120)
        return made

    def run(name: str, *args: object) -> list[str]:
        words = [str(compiled(name)), *map(str, args)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    return run


def solved(cells: str, order: int) -> list[str]:
    rows = [cells[at : at + order] for at in range(0, order * order, order)]
    board = find_solution([[None if c == "." else int(c) for c in row] for row in rows])
    return ["no solution" if board is None else "".join(str(v) for row in board for v in row)]


def test_every_program_is_tested() -> None:
    tested = {"sudoku", "sum_path", "hopping_cover", "knight_cover", "jugs"}
    assert {path.stem for path in SOURCES.glob("*.ml")} == tested


@pytest.mark.parametrize("approach", ["1", "2", "lazy"])
def test_sudoku_of_order_4(program: Program, approach: str) -> None:
    for cells in (EXAMPLES[0], "12343412........", "1234341221434321", "1134341221434321"):
        assert program("sudoku", approach, cells) == solved(cells, 4)


def test_sudoku_of_order_9(program: Program) -> None:
    assert program("sudoku", "2", EXAMPLES[1]) == solved(EXAMPLES[1], 4)
    assert program("sudoku", "2", NINE) == solved(NINE, 9)
    (full,) = solved(NINE, 9)
    few = "".join("." if cell % 19 == 0 else digit for cell, digit in enumerate(full))
    assert program("sudoku", "1", few) == program("sudoku", "lazy", few) == [full]


def test_sum_path(program: Program) -> None:
    text = "/".join(" ".join(map(str, row)) for row in TRIANGLE)
    for k in range(1, 25):
        (line,) = program("sum_path", k, text)
        assert (line != "no path") == has_sum_path(TRIANGLE, k)
        assert line == "no path" or sum(map(int, line.split())) == k
    assert program("sum_path", 15, text) == ["4 7 3 1"]


def test_hopping_cover(program: Program) -> None:
    dice = random.Random(3)
    drawn = [[dice.randint(1, n) for _ in range(n)] for n in (2, 3, 4, 5, 6) for _ in range(6)]
    for jumps in ([2, 3, 2, 3, 5, 3], [1, 1, 2], [1, 1], *drawn):
        (line,) = program("hopping_cover", *jumps)
        assert (line != "no cover") == can_hop(jumps)
        if line != "no cover":
            assert Frog(tuple(jumps)).check(tuple(map(int, line.split()))) == []


def test_knight_cover(program: Program) -> None:
    for start in [(row, col) for row in range(5) for col in range(5)]:
        (line,) = program("knight_cover", *start)
        assert (line == "no tour") == (knight_cover(start) is None)
        if line != "no tour":
            pairs = (word.split(",") for word in line.split())
            cells = [(int(row), int(col)) for row, col in pairs]
            assert Knight(5, 5, start).check(cells) == []


@pytest.mark.parametrize(
    ("capacities", "target"),
    [((5, 8, 12), 6), ((3, 5), 4), ((6, 9), 4), ((1, 2, 3), 3), ((7,), 7)],
)
def test_jugs(program: Program, capacities: tuple[int, ...], target: int) -> None:
    lines = program("jugs", target, *capacities)
    expected = jugs(capacities, target)
    if expected is None:
        assert lines == ["no way"]
        return
    states = [tuple(map(int, line.split())) for line in lines]
    assert (states[0], len(states)) == (expected[0], len(expected))
    assert target in states[-1]
    assert all(is_move(capacities, *pair) for pair in pairwise(states))


def is_move(capacities: State, before: State, after: State) -> bool:
    """A jug is filled, or one is poured into another until it is empty or the other is full."""
    changed = [jug for jug in range(len(before)) if before[jug] != after[jug]]
    ends = [after[jug] in (0, capacities[jug]) for jug in changed]
    if len(changed) == 1:
        return after[changed[0]] == capacities[changed[0]]
    return len(changed) == 2 and sum(before) == sum(after) and any(ends)
