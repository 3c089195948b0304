"""The files of each assignment, under the names that students type: `clew coursework 000 DIR`.

The Python files are short. They import the assignment's functions from `clew.coursework` and run
them. So there's only one copy of the code, which is documented and tested, and the course's own
programs can `import homework1_part2`. The courses tell students to type `python3 FILE`, so if that
Python doesn't have clew, the file runs again with the Python that wrote it. 002's OCaml files are
copied in full.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from clew.coursework.futoshiki import FIGURE_1

ASSIGNMENTS = {
    "000": "Sudoku, Futoshiki and Lights Out by backtracking",
    "001": "Futoshiki from file to file",
    "002": "complete search, in OCaml",
    "003": "Sudoku by depth-first and breadth-first search",
    "004": "Lights Out by breadth-first search",
}
"""The five assignments by number, with their subjects."""

RUN = """
if __name__ == "__main__":
    raise SystemExit(main())
"""
EXAMPLE_OF_004 = """
if __name__ == "__main__":
    # The first example of question 8.
    p = create_puzzle(2, 3)
    for row in range(2):
        for col in range(3):
            p.perform_move(row, col)
    print(p.find_solution())
"""
GUI_OF_004 = """
from homework1_part2 import create_puzzle

if __name__ == "__main__":
    raise SystemExit(main(create_puzzle=create_puzzle))
"""

Source = tuple[str, str, str, str]
"""A file's subject, the module with its code, the names that it imports, and its last lines."""
PYTHON: dict[str, dict[str, Source]] = {
    "000": {
        "latin_squares.py": (
            "The Latin square solver that the others start from: latin_squares.py [N]",
            "latin", "find_unassigned, is_valid, main, solve", RUN,
        ),
        "sudoku.py": (
            "Sudoku by backtracking, on the book chapter's example: sudoku.py [FILE]",
            "sudoku", "find_unassigned, is_valid, main, solve", RUN,
        ),
        "futoshiki.py": (
            "Futoshiki by backtracking, on the book chapter's example: futoshiki.py [FILE]",
            "futoshiki_backtracking", "find_unassigned, is_valid, main, solve", RUN,
        ),
        "lights_out.py": (
            "Lights Out by iterative deepening, on 3 x 3: lights_out.py [N] [--rule neighbours]",
            "lights_out", "all_lights_are_off, flip, iterative_deepening, main, solve", RUN,
        ),
    },
    "001": {
        "futoshiki.py": (
            "Futoshiki, on figure 1: futoshiki.py Input1.txt writes Output1.txt",
            "futoshiki", "backtracking_search, forward_checking, main", RUN,
        ),
    },
    "003": {
        "board.py": (
            "Sudoku boards with DFS and BFS, on the handout's first game: board.py [FILE]",
            "board", "BFS, DFS, Board, Queue, Stack, main, remove_if_exists", RUN,
        ),
        "stack_and_queue.py": ("The fringes of DFS and BFS", "board", "Queue, Stack", ""),
        "chess_board.py": (
            "The extension, n queens by the same DFS and BFS: chess_board.py [N]",
            "chess_board", "ChessBoard, main", RUN,
        ),
    },
    "004": {
        "homework1_part2.py": (
            "Lights Out by breadth-first search",
            "lights_out", "LightsOutPuzzle, create_puzzle", EXAMPLE_OF_004,
        ),
        "homework1_lights_out_gui.py": (
            "Play the Lights Out of homework1_part2.py: homework1_lights_out_gui.py [ROWS COLS]",
            "lights_out_gui", "main", GUI_OF_004,
        ),
    },
}  # fmt: skip


def contents(assignment: str) -> dict[str, str]:
    """Return the contents of an assignment's files by name. Raise ValueError if there's none."""
    if assignment not in ASSIGNMENTS:
        raise ValueError(f"there's no assignment {assignment[:20]!r}: choose {listed()}")
    if assignment == "002":
        folder = files("clew.coursework") / "ocaml"
        sources = sorted(folder.iterdir(), key=lambda each: each.name)
        return {each.name: each.read_text(encoding="utf-8") for each in sources}
    found = {name: _python(name, *source) for name, source in PYTHON[assignment].items()}
    return {**found, "Input1.txt": FIGURE_1} if assignment == "001" else found


def listed() -> str:
    """List the numbers of the assignments, for a message."""
    *most, last = ASSIGNMENTS
    return f"{', '.join(most)} or {last}"


def _python(name: str, about: str, module: str, names: str, end: str) -> str:
    return f'''"""{about}.

The code is in clew.coursework.{module}.
"""

import os
import sys

PYTHON = {sys.executable!r}  # has clew

try:
    from clew.coursework.{module} import {names}
except ModuleNotFoundError:
    if __name__ != "__main__" or sys.executable == PYTHON or not os.path.exists(PYTHON):
        raise SystemExit("{name}: this Python has no clew, run it with " + PYTHON) from None
    os.execv(PYTHON, [PYTHON, *sys.argv])
{end}'''


def write(assignment: str, folder: Path) -> list[Path]:
    """Write the files of an assignment: all of them, or none.

    Args:
        assignment: the assignment's number, "000" to "004".
        folder: the folder for the files. It's created if its parent exists.

    Returns:
        The files, in the order of the assignment.

    Raises:
        ValueError: if there's no such assignment.
        FileExistsError: if one of the files exists. No file is overwritten.
    """
    texts = contents(assignment)
    made: list[Path] = []
    new = not folder.exists()
    if new:
        folder.mkdir()
    try:
        for name, text in texts.items():
            path = folder / name
            with path.open("x", encoding="utf-8", newline="\n") as file:
                made.append(path)
                file.write(text)
    except BaseException:
        for path in made:
            path.unlink()
        if new:
            folder.rmdir()
        raise
    return made
