"""A puzzle whose cells are filled: entries, pencil marks, mistakes, hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from clew.board import Board, Cell, Note
from clew.faces import values
from clew.make.hint import Hint, hint
from clew.play.base import Data, Option, Play, check_degree
from clew.play.marks import LEVELS, NONE, Mark, Scribe, Sheet
from clew.play.typed import NoMove, short
from clew.puzzle import CellPuzzle, GridPuzzle, Unsuited
from clew.render.json import data
from clew.result import Stopped
from clew.solving import solve

MOST_CELLS = 10_000
"""Larger boards are not filled by hand."""


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

    def _solution(self) -> Sequence[int] | None:
        """The entries of the one solution, None if there are several; NoMove if there is none."""
        found, why, unique = _solved(self.first, self.max_seconds)
        if found is None:
            raise NoMove(f"the puzzle has no solution{f': {why}' if why else ''}")
        return found if unique else None

    def _completed(self) -> Sequence[int]:
        """A solution that keeps the entries, if there is one; else any."""
        for puzzle in self._attempts():
            found, _, _ = _solved(puzzle, self.max_seconds)
            if found is not None:
                return found
        raise NoMove(f"the puzzle has no solution{self._no_solution()}")

    def _attempts(self) -> Iterator[CellPuzzle]:
        with suppress(ValueError):
            yield self.position
        yield self.first

    def _no_solution(self) -> str:
        _, why, _ = _solved(self.first, self.max_seconds)
        return f": {why}" if why else ""

    def solve(self) -> tuple[str, ...]:
        """Fill in the rest, and mend what is wrong, as one move."""
        solution = self._completed()
        marks = [
            Mark(cell, "=", value)
            for cell, value in enumerate(solution)
            if value != self.entries[cell]
        ]
        return (self.play(self._scribe.write(marks)),) if marks else ()

    def check(self) -> Data:
        """Which entries contradict the solution."""
        try:
            wrong = self._contradicting()
        except NoMove as error:
            return {"ok": False, "text": str(error), "wrong": []}
        except Stopped as stop:
            return {"ok": None, "text": f"not found in time ({stop.limit})", "wrong": []}
        if wrong:
            names = ", ".join(map(self._scribe.name, wrong[:8]))
            one = len(wrong) == 1
            text = f"{names} contradict{'s' if one else ''} the solution"
            return {"ok": False, "text": text, "wrong": wrong}
        return {"ok": True, "text": "it is solved" if self.over else "all is well", "wrong": []}

    def _contradicting(self) -> list[int]:
        solution = self._solution()
        if solution is None:
            solution = self._completed()
        return [
            cell for cell, entry in enumerate(self.entries) if entry and entry != solution[cell]
        ]

    # ------------------------------------------------------------ hints

    def best(self) -> str:
        return str(self.hint("full")["move"])

    def hint(self, degree: str = "full") -> Data:
        place = check_degree(degree)
        if self.over:
            raise NoMove("it is solved: there is nothing to do")
        told = self._hint()
        texts = (told.vague, told.technique, told.cells, told.full)
        step, drawn = told.step, place >= 2
        cells = list(step.cells) if step is not None else self.check()["wrong"]
        board = told.board if told.board is not None else self.board()
        return {
            "degree": degree,
            "text": texts[place],
            "cells": cells if drawn else [],
            "board": data(board) if drawn else None,
            "move": self._advised(told) if place == 3 else None,
        }

    def _hint(self) -> Hint:
        """The next step of a person, where techniques are known and there is one solution."""
        solution = self._solution()
        if isinstance(self.first, GridPuzzle) and solution is not None:
            try:
                return hint(self.first, self.entries)
            except Unsuited:
                pass
        return self._plain_hint()

    def _plain_hint(self) -> Hint:
        """A cell of a solution, where no technique is known."""
        solution, entries = self._completed(), self.entries
        if wrong := [c for c, entry in enumerate(entries) if entry and entry != solution[c]]:
            name = self._scribe.name(wrong[0])
            said = "there is no solution with these entries"
            return Hint(said, said, f"{name} is wrong", f"{name} is wrong: erase it")
        cell = next(c for c, value in enumerate(solution) if value and not entries[c])
        name, symbol = self._scribe.name(cell), self._scribe.symbols[solution[cell] - 1]
        row = f"look at row {cell // self._scribe.cols + 1}"
        return Hint(row, "no technique is known here", f"look at {name}", f"{name} is {symbol}")

    def _advised(self, told: Hint) -> str:
        """The move that a hint advises."""
        if told.step is None:
            wrong = self.check()["wrong"]
            if wrong:
                return self._scribe.write([Mark(wrong[0], "=", 0)])
            solution = self._completed()
            cell = next(c for c, v in enumerate(solution) if v and not self.entries[c])
            return self._scribe.write([Mark(cell, "=", solution[cell])])
        step = told.step
        marks = [Mark(cell, "=", value) for cell, value in step.placements]
        marks = marks or [Mark(cell, "-", value) for cell, value in step.eliminations]
        return self._scribe.write(marks)

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
