"""The towers of Hanoi: move all disks to the last peg, never a larger one onto a smaller one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Drag
from clew.core.puzzle import Example
from clew.core.texts import read_number, split_options
from clew.core.walks import WalkPuzzle

PEGS = "ABCDEFGHIJ"
MOST = 40


@dataclass(frozen=True)
class Hanoi(WalkPuzzle):
    """Each disk's peg, from the smallest disk to the largest, and the number of pegs."""

    start: str
    pegs: int = 3

    name = "hanoi"
    bid = "Move a disk from {}"
    title = "Towers of Hanoi"
    summary = "Move all disks to the last peg, one at a time, never onto a smaller one."
    form = "the number of disks, or the peg of each, the smallest first: AABC; then ,pegs=4"
    inputs = (Drag("disc"),)
    examples = (
        Example("3", "Three disks", shortest=7, source="A000225"),
        Example("6", "Six disks", shortest=63, source="A000225"),
        Example("6,pegs=4", "Reve's puzzle", shortest=17, source="A007664, Frame and Stewart"),
        Example("CAB", "Disks on all pegs", shortest=5),
        Example("CCCC", "Already solved", shortest=0),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        word, options = split_options(text.strip(), "pegs")
        pegs = read_number(options.get("pegs", "3"), 3, len(PEGS), "pegs=")
        if word.isdigit():
            return cls("A" * read_number(word, 1, MOST, "how many disks"), pegs)
        for column, peg in enumerate(word.upper(), 1):
            if peg not in PEGS[:pegs]:
                raise ValueError(
                    f"column {column}: found {peg!r}, expected {PEGS[0]} to {PEGS[pegs - 1]}"
                )
        if not 1 <= len(word) <= MOST:
            raise ValueError(f"found {len(word)} disks, expected 1 to {MOST}")
        return cls(word.upper(), pegs)

    def __str__(self) -> str:
        word = self.start if self.start.strip("A") else str(len(self.start))
        return f"{word},pegs={self.pegs}" if self.pegs != 3 else word

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        tops = {peg: state.find(peg) % (MOST + 1) for peg in PEGS[: self.pegs]}  # -1: none
        for peg, disk in tops.items():
            for onto, other in tops.items():
                if disk < other:
                    yield f"{peg} to {onto}", f"{state[:disk]}{onto}{state[disk + 1 :]}"

    def is_goal(self, state: str) -> bool:
        return not state.strip(PEGS[self.pegs - 1])

    def heuristic(self, state: str) -> int:
        """Count one move per disk on another peg, and two per disk that must leave the last peg."""
        last = PEGS[self.pegs - 1]
        placed = len(state) - len(state.rstrip(last))
        return sum(1 if peg != last else 2 for peg in state[: len(state) - placed])

    def touches(self, move: str, /) -> tuple[int, ...]:
        """Return the cell where the disk lands, and the one that it leaves."""
        state, old, new = self.start, move[0], move[-1]
        tops = len(state) - state.count(new) - 1, len(state) - state.count(old)
        return tuple(
            row * self.pegs + PEGS.index(peg) for row, peg in zip(tops, (new, old), strict=True)
        )

    def alike(self, move: str, /) -> tuple[int, ...]:
        """Return all cells of the peg that the disk goes to."""
        return tuple(range(PEGS.index(move[-1]), len(self.start) * self.pegs, self.pegs))

    def picture(self, state: str) -> Board:
        """Draw a column for each peg. Disk 1 is the smallest."""
        rows = [[""] * self.pegs for _ in state]
        height = dict.fromkeys(PEGS, len(state))
        for disk in range(len(state), 0, -1):
            peg = state[disk - 1]
            height[peg] -= 1
            rows[height[peg]][PEGS.index(peg)] = str(disk)
        board = self.drawn(state, (text for row in rows for text in row), self.pegs)
        cells = (
            replace(cell, shape="disk" if cell.text else "rod", of=len(state) if cell.text else 0)
            for cell in board.cells
        )
        return replace(board, cells=tuple(cells))
