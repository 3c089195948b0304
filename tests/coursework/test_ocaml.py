"""002 in OCaml: the files load into the toplevel, hold 002's functions, and answer as clew does."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from clew.coursework.complete_search import find_solution
from clew.coursework.knight import knight_cover
from clew.coursework.walks import can_hop, has_sum_path, jugs
from clew.puzzles.frog import Frog
from clew.puzzles.knight.puzzle import Knight
from tests.paths import ROOT

SOURCES = ROOT / "src" / "clew" / "coursework" / "ocaml"
FUNCTIONS = ("hopping_cover", "jugs", "knight_cover", "sudoku", "sum_path")
COMPILER = shutil.which("ocamlopt") or shutil.which("ocamlc")
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TRIANGLE = ((4,), (7, 5), (6, 3, 4), (4, 2, 1, 6))
WARNINGS = "+a-4-9-40-41-42-44-45-70"
"""All but those on style that few projects keep (4: fragile match, 70: no interface file)."""
EQUALITIES = """
find_solution [
[Empty; Empty; Val 2; Val 3];
 [Val 3; Empty; Empty; Val 4];
 [Val 2; Empty; Val 3; Empty];
 [Val 1; Empty; Empty; Empty]] =
Some [
[Val 4; Val 1; Val 2; Val 3];
[Val 3; Val 2; Val 1; Val 4];
[Val 2; Val 4; Val 3; Val 1];
[Val 1; Val 3; Val 4; Val 2]];;
find_solution [
 [Empty; Val 4; Empty; Empty];
 [Empty; Val 3; Empty; Val 2];
[Empty; Empty; Empty; Val 4];
 [Empty; Val 2; Empty; Val 3]] =
Some [
 [Val 2; Val 4; Val 3; Val 1];
 [Val 1; Val 3; Val 4; Val 2];
 [Val 3; Val 1; Val 2; Val 4];
 [Val 4; Val 2; Val 1; Val 3]];;
"""
"""002's two checks, word for word."""
TYPES = {
    "nth": "int -> 'a list -> 'a",
    "take": "int -> 'a list -> 'a list",
    "drop": "int -> 'a list -> 'a list",
    "is_perm_aux": "cell list * cell -> bool",
    "is_perm": "cell list -> bool",
    "check_rows": "board -> bool",
    "get_cols": "board -> cell list list",
    "check_cols": "board -> bool",
    "get": "board -> int -> int -> cell",
    "get_square": "board -> int -> int -> cell list",
    "get_squares": "board -> cell list list",
    "check_squares": "board -> bool",
    "is_valid": "board -> bool",
    "count_empty": "board -> int",
    "replace_in_row": "int list -> cell list -> cell list",
    "unflatten": "cell list -> board",
    "replace_in_board": "board -> int list -> board",
    "(fun n -> generate_all_seqs n)": "int -> int list list",
    "exists": "('a -> bool) -> 'a list -> 'a option",
    "replace_first_in_row": "int -> cell list -> cell list",
    "replace_first_in_board": "board -> int -> board",
    "explore": "board -> int -> board option",
    "find_solution": "board -> board option",
    "find_solution_exhaustive": "board -> board option",
    "find_solution_lazily": "board -> board option",
}
"""Every function that 002 names, with the type that its uses in 002 give it."""
pytestmark = pytest.mark.skipif(
    COMPILER is None or shutil.which("ocaml") is None,
    reason="no OCaml here: apt-get install ocaml-nox",
)
State = tuple[int, ...]


def toplevel(phrases: str) -> list[str]:
    """Type phrases into the toplevel, in the folder of the files: the lines that it prints."""
    done = subprocess.run(
        ["ocaml", "-noinit", "-noprompt", "-w", WARNINGS], input=phrases, cwd=SOURCES,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def printed(file: str, program: str) -> list[str]:
    """Load a file, then run a program that prints: the lines after the last mark."""
    marked = f'#use "{file}.ml";;\nprint_endline "=== printed";;\n{program};;\n'
    lines = toplevel(marked)
    assert not [line for line in lines if "Error" in line or "Exception" in line], lines
    after = lines[lines.index("=== printed") + 1 :]
    return [line for line in after if line and not line.startswith("- : unit")]


def run(*words: object, folder: Path = SOURCES) -> tuple[int, str, str]:
    """Run the program: its exit status, and what it printed on both outputs."""
    command = ["ocaml", str(folder / "complete_search.ml"), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


def written(values: Sequence[object]) -> str:
    """Write a list, nested or not, in OCaml."""
    parts = (written(each) if isinstance(each, list | tuple) else str(each) for each in values)
    return f"[{'; '.join(parts)}]"


# ------------------------------------------------------------------ functions


def test_files_of_functions_and_one_program_are_all_there() -> None:
    assert {path.stem for path in SOURCES.glob("*.ml")} == {*FUNCTIONS, "complete_search"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_use_file_of_functions_keeps_the_toplevel_and_prints_only_definitions(name: str) -> None:
    lines = toplevel(f'#use "{name}.ml";;\nprint_endline "still here";;\n')
    assert "still here" in lines
    assert not [line for line in lines if "Error" in line or "Exception" in line]
    definitions = ("val ", "type ", "module ", "  ", "- : unit", "OCaml version", "still here")
    assert not [line for line in lines if line.strip() and not line.strip().startswith(definitions)
                and not line.startswith(" ")]  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_compile_file_of_functions_gives_no_warning(name: str, tmp_path: Path) -> None:
    source = shutil.copy(SOURCES / f"{name}.ml", tmp_path)
    strict = ["-w", WARNINGS, "-warn-error", "+a"]
    subprocess.run([str(COMPILER), *strict, "-c", source], check=True, timeout=120)


def test_sudoku_functions_of_002_have_its_names_and_types() -> None:
    casts = "\n".join(f"let _ = ({name} : {kind});;" for name, kind in TYPES.items())
    phrases = f'#use "sudoku.ml";;\n{casts}\nVal 3;;\n[[Empty]];;\n'
    lines = toplevel(phrases)
    assert not [line for line in lines if "Error" in line], lines
    assert "- : cell = Val 3" in lines
    assert "- : cell list list = [[Empty]]" in lines


def test_sudoku_helpers_of_002_count_columns_before_rows() -> None:
    board = "[[Val 1; Val 2; Val 3; Empty]; [Val 4; Empty; Empty; Empty]; [Empty;Empty;Empty;Val 2]; [Empty;Empty;Empty;Empty]]"  # noqa: E501
    lines = toplevel(
        f'#use "sudoku.ml";;\nlet b = {board};;\nget b 1 0;;\nget_square b 0 0;;\n'
        "count_empty b;;\nis_valid b;;\ngenerate_all_seqs 1;;\n"
        "is_valid (replace_first_in_board b 3);;\nget (replace_first_in_board b 4) 3 0;;\n"
    )
    assert [line for line in lines if line.startswith("- : ")][-7:] == [
        "- : cell = Val 2",
        "- : cell list = [Val 1; Val 2; Val 4; Empty]",
        "- : int = 11",
        "- : bool = true",
        "- : int list list = [[1]; [2]; [3]; [4]]",
        "- : bool = false",
        "- : cell = Val 4",
    ]


def test_find_solution_satisfies_the_two_equalities_of_002() -> None:
    lines = toplevel(f'#use "sudoku.ml";;\n{EQUALITIES}')
    assert [line for line in lines if line.startswith("- : ")] == ["- : bool = true"] * 2


@pytest.mark.parametrize("solver", ["find_solution_exhaustive", "find_solution_lazily"])
def test_approach_1_satisfies_the_two_equalities_of_002(solver: str, tmp_path: Path) -> None:
    """Compiled, since it tries 600,000 boards."""
    shutil.copy(SOURCES / "sudoku.ml", tmp_path)
    first, second = EQUALITIES.replace("find_solution", f"Sudoku.{solver}").split(";;\n")[:2]
    both = f"let () = let open Sudoku in assert ({first}); assert ({second})\n"
    (tmp_path / "check.ml").write_text(both, encoding="utf-8")
    build = [str(COMPILER), "-o", "check", "sudoku.ml", "check.ml"]
    subprocess.run(build, cwd=tmp_path, check=True, timeout=120)
    subprocess.run([tmp_path / "check"], check=True, timeout=120)


def test_sum_path_agrees_with_python_on_every_total() -> None:
    program = (
        f"let t = {written(TRIANGLE)} in for k = 1 to 24 do "
        "print_endline (string_of_bool (has_sum_path t k)) done; "
        'List.iter (Printf.printf "%d ") (Option.get (sum_path t 15)); print_newline ()'
    )
    lines = printed("sum_path", program)
    assert lines[:24] == [str(has_sum_path(TRIANGLE, k)).lower() for k in range(1, 25)]
    assert lines[24].split() == ["4", "7", "3", "1"]


def test_hopping_cover_agrees_with_python_on_random_jumps() -> None:
    dice = random.Random(3)
    drawn = [[dice.randint(1, n) for _ in range(n)] for n in (2, 3, 4, 5, 6) for _ in range(6)]
    ponds = [[2, 3, 2, 3, 5, 3], [1, 1, 2], [1, 1], *drawn]
    program = (
        f"List.iter (fun jumps -> match hopping_cover jumps with "
        f'None -> print_endline "no" | Some pads -> List.iter (Printf.printf "%d ") pads; '
        f"print_newline ()) {written(ponds)}"
    )
    lines = printed("hopping_cover", program)
    assert lines[0].split() == ["1", "3", "6", "4", "7", "2", "5"]
    for jumps, line in zip(ponds, lines, strict=True):
        assert (line != "no") == can_hop(jumps)
        if line != "no":
            assert Frog(tuple(jumps)).check(tuple(map(int, line.split()))) == []


def test_knight_cover_agrees_with_python_from_every_cell() -> None:
    starts = [(row, col) for row in range(5) for col in range(5)]
    program = (
        "for r = 0 to 4 do for c = 0 to 4 do (match knight_cover (r, c) with "
        'None -> print_string "no" '
        '| Some cells -> List.iter (fun (a, b) -> Printf.printf "%d,%d " a b) cells); '
        "print_newline () done done"
    )
    for start, line in zip(starts, printed("knight_cover", program), strict=True):
        assert (line == "no") == (knight_cover(start) is None)
        if line != "no":
            pairs = (word.split(",") for word in line.split())
            assert Knight(5, 5, start).check([(int(r), int(c)) for r, c in pairs]) == []


@pytest.mark.parametrize(
    ("capacities", "target"),
    [((5, 8, 12), 6), ((3, 5), 4), ((6, 9), 4), ((1, 2, 3), 3), ((7,), 7)],
)
def test_jugs_states_are_a_shortest_way(capacities: State, target: int) -> None:
    call = f"jugs 5 8 12 {target}" if capacities == (5, 8, 12) else (
        f"measure {written(capacities)} {target}"
    )  # fmt: skip
    program = (
        f'match {call} with None -> print_endline "no" | Some states -> List.iter (fun s -> '
        'List.iter (Printf.printf "%d ") s; print_newline ()) states'
    )
    lines = printed("jugs", program)
    expected = jugs(capacities, target)
    if expected is None:
        assert lines == ["no"]
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


# ------------------------------------------------------------------ the program


def solved(cells: str, order: int) -> str:
    rows = [cells[at : at + order] for at in range(0, order * order, order)]
    board = find_solution([[None if c == "." else int(c) for c in row] for row in rows])
    return (
        "no solution\n" if board is None else "".join(f"{' '.join(map(str, r))}\n" for r in board)
    )


@pytest.mark.parametrize("approach", ["1", "2", "lazy"])
@pytest.mark.parametrize("cells", ["12343412........", "1234341221434321", "1134341221434321"])
def test_program_sudoku_of_order_4_agrees_with_python(cells: str, approach: str) -> None:
    expected = solved(cells, 4)
    assert run("sudoku", cells, approach) == (int("no" in expected), expected, "")


def test_program_sudoku_of_order_9_agrees_with_python() -> None:
    full = solved(NINE, 9)
    digits = "".join(full.split())
    assert run("sudoku", digits[:45] + NINE[45:]) == (0, full, "")
    few = "".join("." if cell in (3, 20, 79) else digit for cell, digit in enumerate(digits))
    assert run("sudoku", few, "1")[1] == run("sudoku", few, "lazy")[1] == full


def test_program_without_arguments_answers_the_examples_of_002(tmp_path: Path) -> None:
    for source in SOURCES.glob("*.ml"):
        shutil.copy(source, tmp_path)
    status, out, err = run(folder=tmp_path)
    assert (status, err) == (0, "")
    assert out.startswith("sudoku ..233..42.3.1...\n4 1 2 3\n3 2 1 4\n2 4 3 1\n1 3 4 2\n")
    assert "triangle [[4];[7;5];[6;3;4];[4;2;1;6]] 15\n4 7 3 1\n" in out
    assert "frog [2,3,2,3,5,3]\n1 3 6 4 7 2 5\n" in out
    assert out.endswith("jugs 5 8 12 6\n0 0 0\n5 0 0\n5 8 0\n0 8 5\n5 8 5\n0 8 10\n0 6 12\n\n")


@pytest.mark.parametrize(
    ("words", "status", "line"),
    [
        (["jugs", 6, 5, 8, 12], 2, "jugs of 6 5 8 cannot hold 12; the target comes last: jugs 5 8"),
        (["frog", "2,x"], 2, "found 'x', expected whole numbers"),
        (["frog", -2], 2, "found '-2', expected whole numbers"),
        (["triangle", "[[4];[7]]", 15], 2, "row 2: expected 2 positive numbers"),
        (["sudoku", "1x.............."], 2, "found 'x', expected 1 to 4 or ."),
        (["sudoku", "1..", 2], 2, "found 3 cells, expected 16 or 81"),
        (["nim", 3], 2, "usage: complete_search.ml [sudoku"),
        (["knight", 0, 1], 1, ""),
    ],
)
def test_program_bad_words_get_one_line(words: list[object], status: int, line: str) -> None:
    ended, out, err = run(*words)
    assert (ended, out) == (status, "" if status == 2 else "no tour\n")
    assert err.startswith(f"complete_search: {line}") if status == 2 else err == ""
    assert err.count("\n") == (status == 2)
