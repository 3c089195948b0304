"""What to write next on a sheet: a mistake first, then a person's next step, then a solution's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import starmap

from clew.core.board import Board, Ink
from clew.core.puzzle import GridPuzzle, Unsuited
from clew.explanations.explain import explain, hint
from clew.explanations.explanation import Hint, NotUnique
from clew.explanations.techniques.step import Step
from clew.play.judge import Judge
from clew.play.marks import FULL, Mark, Scribe, Sheet

Texts = tuple[str, str, str, str]


@dataclass(frozen=True)
class SheetExplainer:
    """Looks at a sheet, and at the order in which its cells were filled."""

    scribe: Scribe
    judge: Judge
    sheet: Sheet
    order: Sequence[int]

    def hint(self) -> Hint:
        """The next step; NoMove if the puzzle has no solution."""
        if wrong := self.judge.contradicting(self.sheet.entries, self.order):
            return self._mended(wrong)
        if missing := self.missing():
            return self._given_back(missing[0])
        return self._stepped() or self._told()

    def missing(self) -> list[int]:
        """The open cells where the solution was struck out, if marks are always shown."""
        sheet, solution = self.sheet, self.judge.solution()
        if solution is None or sheet.level != FULL:
            return []
        struck = enumerate(zip(sheet.entries, sheet.struck, solution, strict=True))
        return [c for c, (entry, mask, value) in struck if not entry and mask >> value & 1]

    def _mended(self, wrong: Sequence[int]) -> Hint:
        cell, name = wrong[0], self.scribe.name(wrong[0])
        one = len(wrong) == 1
        said = f"{'an entry contradicts' if one else f'{len(wrong):,} entries contradict'} the "
        written = self.scribe.symbols[self.sheet.entries[cell] - 1]
        full = f"{name} is not {written}: that contradicts the solution"
        move = self.scribe.write([Mark(cell, "=", 0)])
        return _hint(f"{said}solution", f"{said}solution", f"{name} is wrong", full, move, cell)

    def _given_back(self, cell: int) -> Hint:
        name, value = self.scribe.name(cell), self.judge.nearest(self.sheet.entries)[cell]
        said, full = "a mark was struck out that is needed", f"{name} may be {self._symbol(value)}"
        move = self.scribe.write([Mark(cell, "+", value)])
        return _hint(said, said, f"look at the marks of {name}", full, move, cell)

    def _told(self) -> Hint:
        """A cell of a solution, where no technique is known."""
        entries, solution = self.sheet.entries, self.judge.nearest(self.sheet.entries)
        cell = next(c for c, value in enumerate(solution) if value and not entries[c])
        name, row = self.scribe.name(cell), cell // self.scribe.cols + 1
        can = "may be" if self.judge.solution() is None else "is"
        full = f"{name} {can} {self._symbol(solution[cell])}"
        move = self.scribe.write([Mark(cell, "=", solution[cell])])
        none = "no technique is known here"
        return _hint(f"look at row {row}", none, f"look at {name}", full, move, cell)

    def _symbol(self, value: int) -> str:
        return self.scribe.symbols[value - 1]

    # ------------------------------------------------------------ a person's next step

    def _stepped(self) -> Hint | None:
        """By a technique, where such are known."""
        puzzle, sheet = self.scribe.puzzle, self.sheet
        try:
            found = hint(puzzle, puzzle.assigned(sheet.entries))
        except (Unsuited, NotUnique):
            return None
        if found.step is None or not self._marks(found.step):
            return None
        if not self._is_new(found.step):
            return self._further()
        texts = found.vague, found.technique, found.cells, found.full
        return self._advised(texts, found.step, found.board)

    def _marks(self, step: Step) -> list[Mark]:
        """What a step writes, or if it writes nothing, what it strikes out."""
        written = self.scribe.puzzle.written
        marks = [Mark(cell, "=", value) for cell, value in starmap(written, step.placements)]
        return marks or [Mark(cell, "-", v) for cell, v in starmap(written, step.eliminations)]

    def _is_new(self, step: Step) -> bool:
        """Whether a step says something that is not on the sheet."""
        struck = self.sheet.struck
        return any(m.sign == "=" or not struck[m.cell] >> m.value & 1 for m in self._marks(step))

    def _further(self) -> Hint | None:
        """The first step of an explanation from here on that says something new."""
        try:
            explained = explain(self.scribe.puzzle.with_entries(self.sheet.entries))
        except (Unsuited, NotUnique):
            return None
        for step, board in zip(explained.steps, explained.boards(), strict=True):
            if self._is_new(step):
                return self._advised(self._texts(step), step, self._inked(board))
        return None

    def _texts(self, step: Step) -> Texts:
        name, there = self.scribe.name, f"there is a {step.technique}"
        changed = [mark.cell for mark in self._marks(step)]
        full = ": ".join(filter(None, (step.technique, step.text, step.effects(name))))
        cells = f"{there} in {', '.join(map(name, step.cells))}"
        return f"look at {name(changed[0])}", there, cells, full

    def _inked(self, board: Board) -> Board:
        """What the player wrote is no given."""
        pairs = zip(board.cells, self.scribe.givens, strict=True)
        cells = (c if given or not c.text else replace(c, ink=Ink.ANSWER) for c, given in pairs)
        return replace(board, cells=tuple(cells))

    def _advised(self, texts: Texts, step: Step, board: Board | None) -> Hint:
        marks = self._marks(step)
        by_cell = isinstance(self.scribe.puzzle, GridPuzzle)
        places = step.cells if by_cell else [mark.cell for mark in marks]
        return Hint(*texts, step, board, self.scribe.write(marks), places=tuple(places))


def _hint(vague: str, technique: str, cells: str, full: str, move: str, cell: int) -> Hint:
    return Hint(vague, technique, cells, full, move=move, places=(cell,))
