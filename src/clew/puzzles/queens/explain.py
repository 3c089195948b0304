"""Explanations for queens: a variable is a row, its value the column of the queen there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.board.board import Board, Cell, Ink
from clew.core.faces import values
from clew.core.texts import spoken
from clew.explanations.mus_steps import Words, either
from clew.explanations.phrases import alternatives
from clew.explanations.techniques.step import Step


@dataclass(frozen=True)
class QueenWords(Words):
    """Rows, columns and queens."""

    def variable(self, variable: int) -> str:
        return f"row {variable + 1}"

    def entry(self, variable: int, value: int) -> str:
        return f"a queen is in r{variable + 1}c{value + 1}"

    def denied(self, variable: int, value: int | None) -> str:
        return f"a queen can't go in r{variable + 1}c{(value or 0) + 1}"

    def could(self, variable: int, value: int) -> str:
        return f"a queen could go in {self.typed(variable, value)}"

    def only(self, variable: int, value: int, others: Sequence[int]) -> str:
        return self.must([(variable, value)])

    def must(self, placements: Sequence[tuple[int, int]]) -> str:
        squares = spoken(self.typed(row, col) for row, col in placements)
        return f"{'a queen' if len(placements) == 1 else 'queens'} must go in {squares}"

    def typed(self, variable: int, value: int) -> str:
        return f"r{variable + 1}c{value + 1}"

    def fact(self, variable: int, mask: int) -> str:
        columns = either([str(value + 1) for value in values(mask)])
        return f"the queen of row {variable + 1} is in column {columns}"

    def effects(self, step: Step) -> str:
        squares = alternatives([self.typed(row, col) for row, col in step.eliminations])
        return f"a queen can't go in {squares}"

    def drawn(self, entries: Sequence[int | None], domains: Sequence[int], step: Step) -> Board:
        board, order = self.puzzle.board(), len(entries)
        cells = list(board.cells)
        for row, col in enumerate(entries):
            if col is not None and cells[row * order + col].ink is not Ink.GIVEN:
                cells[row * order + col] = Cell("Q", Ink.ANSWER, (row + col) % 2 == 1)
        for row, mask in enumerate(domains):
            for col in values(mask) if entries[row] is None else ():
                at = row * order + col
                cells[at] = replace(cells[at], text="·", ink=Ink.NOTE)
        for row, col in step.eliminations:
            cells[row * order + col] = replace(cells[row * order + col], text="×", ink=Ink.NOTE)
        for row, col in step.placements:
            cells[row * order + col] = Cell("Q", Ink.ANSWER, True)
        return replace(board, cells=tuple(cells), title=f"{board.title}: {step.technique}")
