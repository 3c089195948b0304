"""What to write next on a sheet: a mistake first, then a person's next step, then a solution's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import starmap

from clew.board.board import Board, Ink
from clew.core.capabilities import CellByCell, capability
from clew.core.puzzle import Unsuited
from clew.explanations.argument import Argument, named
from clew.explanations.explain import explain, hint_after
from clew.explanations.explanation import Hint, NotUnique
from clew.explanations.techniques.step import Step
from clew.play.answer_key import AnswerKey
from clew.play.sheet import FULL, Edit, Editor, Sheet


@dataclass(frozen=True)
class FillHints:
    """The next step on a sheet; `order` are its cells in the order in which they were filled."""

    editor: Editor
    key: AnswerKey
    sheet: Sheet
    order: Sequence[int]

    def next(self) -> Hint:
        """The next step; NoMove if the puzzle has no solution."""
        if wrong := self.key.contradicting(self.sheet.entries, self.order):
            return self._correction(wrong)
        if missing := self.missing():
            return self._restored(missing[0])
        return self._by_technique() or self._from_solution()

    def missing(self) -> list[int]:
        """The open cells where the solution was struck out, if marks are always shown."""
        sheet, solution = self.sheet, self.key.solution()
        if solution is None or sheet.level != FULL:
            return []
        struck = enumerate(zip(sheet.entries, sheet.struck, solution, strict=True))
        return [c for c, (entry, mask, value) in struck if not entry and mask >> value & 1]

    def _correction(self, wrong: Sequence[int]) -> Hint:
        cell, name, count = wrong[0], self.editor.name(wrong[0]), len(wrong)
        entries = "an entry contradicts" if count == 1 else f"{count:,} entries contradict"
        every, written = self.key.called(), self._symbol(self.sheet.entries[cell])
        vague, full = f"{entries} {every}", f"{name} is not {written}: that contradicts {every}"
        return self._one(vague, vague, f"{name} is wrong", full, Edit(cell, "=", 0))

    def _restored(self, cell: int) -> Hint:
        """The solution's mark, which was struck out."""
        name, value = self.editor.name(cell), self.key.nearest(self.sheet.entries)[cell]
        vague, full = "a mark was struck out that is needed", f"{name} may be {self._symbol(value)}"
        cells = f"look at the marks of {name}"
        return self._one(vague, vague, cells, full, Edit(cell, "+", value))

    def _from_solution(self) -> Hint:
        """A cell of a solution, where no technique is known."""
        entries, solution = self.sheet.entries, self.key.nearest(self.sheet.entries)
        cell = next(c for c, value in enumerate(solution) if value and not entries[c])
        name, row = self.editor.name(cell), cell // self.editor.cols + 1
        can = "may be" if self.key.solution() is None else "is"
        full = f"{name} {can} {self._symbol(solution[cell])}"
        edit, technique = Edit(cell, "=", solution[cell]), "no technique is known here"
        return self._one(f"look at row {row}", technique, f"look at {name}", full, edit)

    def _one(self, vague: str, technique: str, cells: str, full: str, edit: Edit) -> Hint:
        move = self.editor.write(edit)
        return Hint(vague, technique, cells, full, move=move, places=(edit.cell,))

    def _symbol(self, value: int) -> str:
        return self.editor.symbols[value - 1]

    # ------------------------------------------------------------ a person's next step

    def _by_technique(self) -> Hint | None:
        """The next step of a technique that says something new, where techniques are known."""
        puzzle, sheet = self.editor.puzzle, self.sheet
        try:
            found = hint_after(puzzle, puzzle.assigned(sheet.entries))
            if found.step is None or not self._edits(found.step):
                return None
            if self._is_new(found.step):
                return self._with_move(found, found.step)
            explained = explain(puzzle.with_entries(sheet.entries))
        except (Unsuited, NotUnique):
            return None
        drawn = zip(explained.steps, explained.boards(), explained.arguments(), strict=True)
        for step, board, argument in drawn:
            if self._is_new(step):
                return self._with_move(self._hint(step, board, argument), step)
        return None

    def _edits(self, step: Step) -> list[Edit]:
        """What a step writes, or if it writes nothing, what it strikes out."""
        written = self.editor.puzzle.written
        edits = [Edit(cell, "=", value) for cell, value in starmap(written, step.placements)]
        return edits or [Edit(cell, "-", v) for cell, v in starmap(written, step.eliminations)]

    def _is_new(self, step: Step) -> bool:
        """Whether a step says something that is not on the sheet."""
        struck = self.sheet.struck
        return any(e.sign == "=" or not struck[e.cell] >> e.value & 1 for e in self._edits(step))

    def _hint(self, step: Step, board: Board, argument: Argument) -> Hint:
        name, there = self.editor.name, named(step.technique)
        first = self._edits(step)[0].cell
        effects = step.effects(name)
        said = step.text if effects in step.text else f"{step.text}: {effects}"
        full = f"{step.technique}: {said}"
        cells = f"{there}: {', '.join(map(name, step.cells))}"
        vague, inked = f"look at {name(first)}", self._inked(board)
        return Hint(vague, there, cells, full, step, inked, argument=argument)

    def _inked(self, board: Board) -> Board:
        """The board with what the player wrote in another ink than the givens."""
        pairs = zip(board.cells, self.editor.givens, strict=True)
        cells = (c if given or not c.text else replace(c, ink=Ink.ANSWER) for c, given in pairs)
        return replace(board, cells=tuple(cells))

    def _with_move(self, found: Hint, step: Step) -> Hint:
        edits = self._edits(step)
        grid = capability(self.editor.puzzle, CellByCell)
        cells = step.cells if grid is not None else [edit.cell for edit in edits]
        return replace(found, move=self.editor.write(*edits), places=tuple(cells))
