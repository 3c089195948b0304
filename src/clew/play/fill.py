"""A puzzle whose cells are filled: entries, pencil marks, mistakes, hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from clew.board import Board, Cell, Note
from clew.faces import values
from clew.make.hint import hint
from clew.play.base import Advice, Data, Option, Play
from clew.play.marks import FULL, LEVELS, NONE, Mark, Scribe, Sheet
from clew.play.typed import NoMove, short
from clew.puzzle import CellPuzzle, GridPuzzle, Unsuited
from clew.result import Stopped
from clew.solving import solve

MOST_CELLS = 10_000
"""Larger boards are not filled by hand."""
SAID = 8
"""So many cells are named in a text."""


@dataclass
class Fill(Play):
    """Cells to be filled.

    A move is `r3c4=7`, `r3c4=` to erase, `r3c4+7` or `r3c4-7` for a mark, several of these with
    blanks between, or `marks=clean` for how the marks are kept.
    """

    kind: ClassVar[str] = "fill"

    def __post_init__(self) -> None:
        if len(self.first.givens) > MOST_CELLS:
            size = f"{len(self.first.givens):,} cells"
            raise Unsuited(f"found {size}, expected at most {MOST_CELLS:,} to fill by hand")
        self._scribe = Scribe(self.first)
        self.begin(NONE)

    def begin(self, marks: Any) -> None:
        """How marks are kept from the beginning: none, clean or full."""
        if marks not in LEVELS:
            raise ValueError(f"marks: found {short(str(marks))}, expected {', '.join(LEVELS)}")
        self._blank = self._scribe.blank(marks)

    @property
    def start(self) -> Sheet:
        return self._blank

    @property
    def sheet(self) -> Sheet:
        """What is written now."""
        found: Sheet = self.state
        return found

    @property
    def entries(self) -> tuple[int, ...]:
        return self.sheet.entries

    @property
    def over(self) -> bool:
        answer = self.first.answered(self.entries)
        return answer is not None and not self.first.check(answer)

    @property
    def position(self) -> CellPuzzle:
        found: CellPuzzle = self.first.with_entries(self.entries)
        return found

    @property
    def message(self) -> str:
        if self.over:
            return "it is solved"
        faults = self.first.faults(self.entries)
        return faults[0] if faults else ""

    # ------------------------------------------------------------ moves

    def options(self) -> Iterator[Option]:
        """No list of moves: a cell takes whatever is written there."""
        return iter(())

    def find(self, text: str) -> Option:
        meant = self._scribe.read(text)
        if isinstance(meant, str):
            return Option(f"marks={meant}", meant, replace(self.sheet, level=meant))
        return Option(self._scribe.write(meant), meant, self._scribe.made(self.sheet, meant))

    def play(self, text: str) -> str:
        """Make a move; one that changes nothing is not remembered."""
        option = self.find(text)
        if option.state != self.sheet:
            self._done.append(option)
            self._undone.clear()
        return option.text

    # ------------------------------------------------------------ the solution

    def _solution(self) -> tuple[int, ...] | None:
        """The entries of the one solution, None if there are several; NoMove if there is none."""
        found, why, unique = _solved(self.first, self.max_seconds)
        if found is None:
            raise NoMove(f"the puzzle has no solution{f': {why}' if why else ''}")
        return found if unique else None

    def _nearest(self) -> tuple[int, ...]:
        """The one solution; of several one that keeps the entries, or else any."""
        solution = self._solution() or self._kept(self.entries)
        return solution or _solved(self.first, self.max_seconds)[0] or ()

    def _kept(self, entries: Sequence[int]) -> tuple[int, ...] | None:
        """A solution that keeps these entries, if there is one."""
        try:
            return _solved(self.first.with_entries(entries), self.max_seconds)[0]
        except ValueError:
            return None

    def _contradicting(self) -> list[int]:
        """The cells whose entries contradict the solution.

        Where there are several solutions, the entry after which none was left.
        """
        solution = self._solution()
        if solution is not None:
            return [c for c, entry in enumerate(self.entries) if entry and entry != solution[c]]
        if self._kept(self.entries) is not None:
            return []
        order = self._written()
        low, high = 0, len(order)
        while high - low > 1:
            half = (low + high) // 2
            low, high = (half, high) if self._kept_first(order[:half]) else (low, half)
        return [order[high - 1]]

    def _written(self) -> list[int]:
        """The cells that were filled, in the order in which they were."""
        order: dict[int, None] = {}
        for option in self._done:
            for mark in option.move if isinstance(option.move, list) else ():
                if mark.sign == "=":
                    order.pop(mark.cell, None)
                    order[mark.cell] = None
        return [cell for cell in order if self.entries[cell]]

    def _kept_first(self, cells: Sequence[int]) -> bool:
        entries = list(self._scribe.givens)
        for cell in cells:
            entries[cell] = self.entries[cell]
        return self._kept(entries) is not None

    def solve(self) -> tuple[str, ...]:
        """Fill in the rest, and mend what is wrong, as one move."""
        marks = [
            Mark(cell, "=", value)
            for cell, value in enumerate(self._nearest())
            if value != self.entries[cell]
        ]
        return (self.play(self._scribe.write(marks)),) if marks else ()

    def check(self) -> Data:
        """Which entries contradict the solution, and in which cells it was struck out."""
        try:
            wrong, struck = self._contradicting(), self._missing()
        except NoMove as error:
            return {"ok": False, "text": str(error), "wrong": [], "struck": []}
        except Stopped as stop:
            text = f"not found in time ({stop.limit})"
            return {"ok": None, "text": text, "wrong": [], "struck": []}
        text = "it is solved" if self.over else "all is well so far"
        if struck:
            text = f"the solution was struck out in {self._names(struck)}"
        if wrong:
            text = f"{self._names(wrong)} contradict{'s' * (len(wrong) == 1)} the solution"
        return {"ok": not wrong and not struck, "text": text, "wrong": wrong, "struck": struck}

    def _missing(self) -> list[int]:
        """The open cells where the solution was struck out, if marks are always shown."""
        solution, sheet = self._solution(), self.sheet
        if solution is None or sheet.level != FULL:
            return []
        struck = enumerate(zip(sheet.entries, sheet.struck, solution, strict=True))
        return [c for c, (entry, mask, value) in struck if not entry and mask >> value & 1]

    def _names(self, cells: Sequence[int]) -> str:
        named = ", ".join(map(self._scribe.name, cells[:SAID]))
        return f"{named} and {len(cells) - SAID:,} more" if len(cells) > SAID else named

    # ------------------------------------------------------------ hints

    def advice(self) -> Advice:
        if self.over:
            raise NoMove("it is solved: there is nothing to do")
        if wrong := self._contradicting():
            return self._mended(wrong)
        if missing := self._missing():
            return self._given_back(missing[0])
        return self._stepped() or self._told()

    def _mended(self, wrong: Sequence[int]) -> Advice:
        """Erase what is wrong, first."""
        one, name = len(wrong) == 1, self._scribe.name(wrong[0])
        count = "an entry contradicts" if one else f"{len(wrong):,} entries contradict"
        written = self._scribe.symbols[self.entries[wrong[0]] - 1]
        said = f"{count} the solution"
        full = f"{name} is not {written}: that contradicts the solution"
        move = self._scribe.write([Mark(wrong[0], "=", 0)])
        return Advice(said, said, f"{name} is wrong", full, move, tuple(wrong[:1]))

    def _given_back(self, cell: int) -> Advice:
        """A mark that was struck out is needed."""
        value, name = self._nearest()[cell], self._scribe.name(cell)
        said, symbol = "a mark was struck out that is needed", self._scribe.symbols[value - 1]
        move = self._scribe.write([Mark(cell, "+", value)])
        return Advice(said, said, f"look at the marks of {name}", f"{name} may be {symbol}", move)

    def _stepped(self) -> Advice | None:
        """The next step of a person, where techniques are known and there is one solution."""
        solution = self._solution()
        if solution is None or not isinstance(self.first, GridPuzzle):
            return None
        try:
            told = hint(self.first, self.entries, struck=self.sheet.struck, solution=solution)
        except Unsuited:
            return None
        assert told.step is not None
        step = told.step
        marks = [Mark(cell, "=", value) for cell, value in step.placements]
        marks = marks or [Mark(cell, "-", value) for cell, value in step.eliminations]
        return Advice(
            told.vague,
            told.technique,
            told.cells,
            told.full,
            self._scribe.write(marks),
            tuple(step.cells),
            told.board,
        )

    def _told(self) -> Advice:
        """A cell of a solution, where no technique is known."""
        solution, entries = self._nearest(), self.entries
        cell = next(c for c, value in enumerate(solution) if value and not entries[c])
        name, symbol = self._scribe.name(cell), self._scribe.symbols[solution[cell] - 1]
        row, none = cell // self._scribe.cols + 1, "no technique is known here"
        move = self._scribe.write([Mark(cell, "=", solution[cell])])
        full = f"{name} may be {symbol}" if self._solution() is None else f"{name} is {symbol}"
        return Advice(f"look at row {row}", none, f"look at {name}", full, move, (cell,))

    # ------------------------------------------------------------ plain data

    def save(self) -> Data:
        return super().save() | {"marks": self.start.level}

    def board(self) -> Board:
        """The entries, and the marks as small notes."""
        board: Board = self.first.sheet(self.entries)
        cells = tuple(map(self._noted, board.cells, self._scribe.shown(self.sheet)))
        return replace(board, cells=cells)

    def _noted(self, cell: Cell, marks: int) -> Cell:
        if not marks:
            return cell
        symbols = self._scribe.symbols
        return replace(cell, notes=tuple(Note(v - 1, symbols[v - 1]) for v in values(marks)))

    def _listed(self) -> Iterator[Data]:
        return iter(())

    def _position_id(self) -> str | None:
        try:
            return self.position.id
        except ValueError:
            return None

    def view(self) -> Data:
        return super().view() | {
            "values": list(self._scribe.symbols),
            "entries": list(self.entries),
            "given": [cell for cell, given in enumerate(self._scribe.givens) if given],
            "marks": self.sheet.level,
            "wrong": self._scribe.wrong(self.sheet),
            "left": self.left,
            "faults": self.first.faults(self.entries),
        }

    @property
    def left(self) -> int:
        """How many entries are still to be made."""
        whole = self._scribe.cols if len(self._scribe.symbols) == 1 else len(self.entries)
        return whole - sum(map(bool, self.entries))


Solved = tuple[tuple[int, ...] | None, str, bool]


@lru_cache(maxsize=128)
def _solved(puzzle: CellPuzzle, max_seconds: float | None) -> Solved:
    """The entries of a solution, why there is none, and whether it is the only one."""
    result = solve(puzzle, max_answers=2, max_seconds=max_seconds)
    if not result.answers and not result.unsolvable:
        raise Stopped(result.reason)
    if not result.answers:
        return None, result.reason, False
    return puzzle.entries(result.answer), "", result.unique
