"""Setters' hard killers and renbans in whole processes: the solution, and that there's only one.

The puzzles aren't part of Clew. CLEW_SETTERS names a file with one JSON object per line: `source`,
`name`, `text` (in the notation of Interactive Sudoku Solver) and `solution`. CLEW_ISS names the
folder of that solver (sigh/Interactive-Sudoku-Solver), which runs in node. Clew's process starts
Python, reads the same text, states it on a Grid and searches it.

The times of such searches have a long tail: the same puzzle with its rows in another order can take
ten times as long. So each source also has a row of variants, with rows and columns exchanged.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from benchmarks.row import NotInstalled, Row
from benchmarks.setting import Cell, cell, clues

SOURCES = {
    "EXTREME_KILLERS": 1.0, "TAREK_ALL": 1.0, "HS_KILLERS": 1.0, "MATHEMAGIC_KILLERS": 0.5,
    "HARD_RENBAN": None,
}  # fmt: skip
"""For each source, the smallest acceptable time of the peer as a multiple of ours."""
VARIANTS = 3
CAP = 600.0
ISS = """
Object.assign(globalThis, {self: globalThis, VERSION_PARAM: ''});
const {SimpleSolver} = await import(process.argv[1] + '/js/sandbox/simple_solver.js');
console.log(String(new SimpleSolver().uniqueSolution(process.argv[2])));
"""


def rows() -> Iterator[Row]:
    path = os.environ.get("CLEW_SETTERS")
    for source, goal in SOURCES.items() if path else ():
        some = [each for each in settings(Path(str(path))) if each.source == source]
        times = range(VARIANTS)
        again = [variant(each, Random(f"{each.name} {n}")) for each in some for n in times]
        goals = {"ISS": goal} if goal else {}
        for over, part in ((some, "as they are"), (again, "with rows and columns exchanged")):
            yield Row(
                source, Setting.ours, slow={"ISS": Setting.theirs}, over=over, goals=goals,
                worst=None if goal else 1.0, part=part, cap=CAP,
            )  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """A puzzle in the notation, and its solution."""

    source: str
    name: str
    text: str
    solution: str

    def ours(self) -> str:
        return self._found([sys.executable, "-m", "benchmarks.setting", self.text])

    def theirs(self) -> str:
        folder = os.environ.get("CLEW_ISS")
        if not folder:
            raise NotInstalled("CLEW_ISS doesn't name a folder")
        start = ["node", "--input-type=module", "-e", ISS]
        return self._found([*start, str(Path(folder).resolve()), self.text])

    def _found(self, command: Sequence[str]) -> str:
        """Run a program, and check the solution that it prints."""
        found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        if found != self.solution:
            raise ValueError(f"{self.name}: the solution is {self.solution}, not {found}")
        return found


def settings(path: Path) -> Iterator[Setting]:
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        source = told["source"].rpartition("(")[2].rstrip(")")
        if source in SOURCES:
            yield Setting(source, told["name"], told["text"], told["solution"])


def variant(setting: Setting, rng: Random) -> Setting:
    """Exchange rows and columns, and both, so that the puzzle stays the same.

    If a clue depends on neighbours or diagonals, the puzzle is only rotated and reflected.
    """
    orders = []
    for _ in range(2):
        if "AntiKing" in setting.text or "Diagonal" in setting.text:
            orders.append(rng.choice([list(range(9)), list(range(8, -1, -1))]))
        else:
            bands = rng.sample(range(3), 3)
            orders.append([3 * band + each for band in bands for each in rng.sample(range(3), 3)])
    turned = rng.random() < 0.5

    def moved(place: Cell) -> Cell:
        row, col = (order[at] for order, at in zip(orders, place, strict=True))
        return (col, row) if turned else (row, col)

    parts = ("~".join(word_moved(word, moved) for word in clue) for clue in clues(setting.text))
    solved = {moved(divmod(at, 9)): value for at, value in enumerate(setting.solution)}
    solution = "".join(solved[place] for place in sorted(solved))
    return replace(setting, text="." + ".".join(parts), solution=solution)


def word_moved(word: str, moved: Callable[[Cell], Cell]) -> str:
    if not (word.startswith("R") and word[1:2].isdigit()):
        return word
    row, col = moved(cell(word))
    return f"R{row + 1}C{col + 1}{word[4:]}"
