"""000: Latin square, Sudoku and Futoshiki by one search, of which only `is_valid` changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

import clew
from clew.coursework import futoshiki, futoshiki_backtracking, latin, sudoku
from clew.coursework._shared import Grid
from clew.coursework.futoshiki_backtracking import EXAMPLE, SIGNS, Sign, is_valid, main, solve
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from tests.paths import ROOT

CHAPTER = ROOT / "examples" / "futoshiki_chapter.txt"
SOLVED = [[5, 4, 3, 2, 1], [4, 3, 1, 5, 2], [2, 1, 4, 3, 5], [3, 5, 2, 1, 4], [1, 2, 5, 4, 3]]
FIVE = [[1, 2, 3, 4, 5], [2, 1, 4, 5, 3], [3, 4, 5, 1, 2], [4, 5, 2, 3, 1], [5, 3, 1, 2, 4]]


def text(rows: Sequence[Sequence[int]]) -> str:
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


def flat(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(value for row in rows for value in row)


# ------------------------------------------------------------------ the Latin square


def test_the_program_prints_what_the_function_finds(capsys: pytest.CaptureFixture[str]) -> None:
    assert latin.main(["5"]) == 0
    assert capsys.readouterr() == (text(FIVE), "")
    assert latin.solve([[None] * 5 for _ in range(5)]) == FIVE
    assert latin.main(["3:..1......"]) == 0
    assert capsys.readouterr() == ("2 3 1\n1 2 3\n3 1 2\n", "")


def test_a_square_that_backtracking_does_not_reach(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latin, "MOST_TRIES", 10)
    assert latin.main(["7"]) == 0
    out, err = capsys.readouterr()
    assert err == "latin: 7: gave up after 10 tries; with inference, clew finds this square\n"
    assert Latin.parse("7").check([int(word) for word in out.split()]) == []


def test_a_blank_is_0_or_none() -> None:
    zeros = [[0] * 5 for _ in range(5)]
    assert latin.is_valid(zeros, 0, 0, 1)
    assert latin.solve(zeros) == FIVE
    assert zeros == [[0] * 5 for _ in range(5)]
    mixed: Grid = [[1, 0, None, 2], [0] * 4, [None] * 4, [0] * 4]
    nones = [[cell or None for cell in row] for row in mixed]
    assert sudoku.solve(mixed) == sudoku.solve(nones) == [
        [1, 3, 4, 2], [2, 4, 1, 3], [3, 1, 2, 4], [4, 2, 3, 1],
    ]  # fmt: skip
    for value in (False, -1, 5, "1"):
        with pytest.raises(ValueError, match=r"r1c1: found .*, expected 1 to 2, or 0 or None"):
            latin.solve([[value, 0], [0, 0]])  # type: ignore[list-item]


@pytest.mark.parametrize("solver", [latin.solve, lambda b: solve(b, [])])
def test_boards_that_are_not_square_are_refused(solver: object) -> None:
    assert callable(solver)
    with pytest.raises(ValueError, match="row 1: found 3 cells, expected 2"):
        solver([[0, 0, 0], [0, 0, 0]])


# ------------------------------------------------------------------ Futoshiki


def test_the_chapters_example_has_one_solution(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = futoshiki.read(str(CHAPTER))
    assert clew.solve(puzzle, max_solutions=2).solutions == (flat(SOLVED),)
    assert main([str(CHAPTER)]) == 0
    assert capsys.readouterr() == (text(SOLVED), "")


def test_solve_tries_what_plain_backtracking_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 1  # the library counts the root too

    def counted(square: Grid, r: int, c: int, value: int, signs: Iterable[Sign]) -> bool:
        nonlocal tried
        valid = is_valid(square, r, c, value, signs)
        tried += valid
        return valid

    monkeypatch.setattr(futoshiki_backtracking, "is_valid", counted)
    puzzle = Futoshiki.parse("4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,")
    signs = [(divmod(a, 4), divmod(b, 4)) for a, b in puzzle.signs]
    solved = solve([list(puzzle.cells[start : start + 4]) for start in range(0, 16, 4)], signs)
    library = clew.solve(puzzle, "backtracking:select=first,infer=none")
    assert solved is not None
    assert flat(solved) == library.solution
    givens = sum(value > 0 for value in puzzle.cells)
    assert tried - givens == library.stats.nodes


def test_main_without_arguments_solves_the_chapters_example(
    capsys: pytest.CaptureFixture[str],
) -> None:
    puzzle = futoshiki.read(str(CHAPTER))
    signs = [(divmod(a, 5), divmod(b, 5)) for a, b in puzzle.signs]
    assert (flat(EXAMPLE), sorted(SIGNS)) == (puzzle.cells, sorted(signs))
    assert main([]) == 0
    assert capsys.readouterr() == (text(SOLVED), "")


def test_signs() -> None:
    above: Sign = ((0, 0), (1, 0))
    assert solve([[0, 0], [0, 0]], [above]) == [[1, 2], [2, 1]]
    assert solve([[0, 0], [0, 0]], [above[::-1]]) == [[2, 1], [1, 2]]
    assert solve([[2, 0], [0, 0]], [above]) is None
    assert solve([[2, 0], [1, 0]], [above]) is None
    assert is_valid([[0, 0], [2, 0]], 0, 0, 1, [above])
    assert not is_valid([[0, 0], [1, 0]], 0, 0, 2, [above])
    assert not is_valid([[2, 0], [0, 0]], 1, 0, 1, [above])
    assert not is_valid([[1, 0], [0, 0]], 0, 1, 1, [])
    with pytest.raises(ValueError, match=r"found a sign at \(0, 2\), expected a cell of the board"):
        solve([[0, 0], [0, 0]], [((0, 2), (0, 1))])
    with pytest.raises(ValueError, match="found a sign between cells 0 and 3, expected neighbours"):
        solve([[0, 0], [0, 0]], [((0, 0), (1, 1))])


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        ("10\n00\n\n>\n0\n\n00\n", 1, "no solution"),
        ("1 x\n0 0\n\n0\n0\n\n0 0\n", 2, "line 1, column 3: found 'x', expected 0 to 2"),
        ("2a:0R,0L,0,0,", 2, "found the adjacent mode, expected signs < and >"),
        ("", 2, "found an empty text, expected a Futoshiki"),
    ],
)
def test_how_the_program_ends(
    content: str, status: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "in.txt"
    file.write_text(content, encoding="utf-8")
    assert main([str(file)]) == status
    assert capsys.readouterr() == ("", f"futoshiki_backtracking: {file}: {message}\n")


def test_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["none.txt"]) == main(["a", "b"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 2)
    assert err.startswith("futoshiki_backtracking: none.txt: No such file or directory\n")
