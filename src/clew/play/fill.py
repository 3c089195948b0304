"""A puzzle whose cells are filled: entries, pencil marks, mistakes, hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from clew.core.board import Board, Cell, Note
from clew.core.faces import values
from clew.core.puzzle import CellPuzzle, Unsuited
from clew.core.result import Stopped
from clew.explanations.explanation import Hint
from clew.play.base import Data, Option, Play
from clew.play.judge import Judge
from clew.play.marks import LEVELS, NONE, Mark, Scribe, Sheet
from clew.play.sheet_explainer import SheetExplainer
from clew.play.typed import NoMove, short

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

    @property
    def judge(self) -> Judge:
        """Who knows the solution."""
        return Judge(self.first, self.max_seconds)

    def explainer(self) -> SheetExplainer:
        """Who knows what to write next."""
        return SheetExplainer(self._scribe, self.judge, self.sheet, self._written())

    def _written(self) -> list[int]:
        """The cells that were filled, in the order in which they were."""
        order: dict[int, None] = {}
        for option in self._done:
            for mark in option.move if isinstance(option.move, list) else ():
                if mark.sign == "=":
                    order.pop(mark.cell, None)
                    order[mark.cell] = None
        return [cell for cell in order if self.entries[cell]]

    def solve(self) -> tuple[str, ...]:
        """Fill in the rest, and mend what is wrong, as one move."""
        marks = [
            Mark(cell, "=", value)
            for cell, value in enumerate(self.judge.nearest(self.entries))
            if value != self.entries[cell]
        ]
        return (self.play(self._scribe.write(marks)),) if marks else ()

    def check(self) -> Data:
        """Which entries contradict the solution, and in which cells it was struck out."""
        wrong: list[int] = []
        struck: list[int] = []
        ok: bool | None
        try:
            wrong = self.judge.contradicting(self.entries, self._written())
            struck = self.explainer().missing()
            ok, text = not (wrong or struck), self._verdict(wrong, struck)
        except NoMove as error:
            ok, text = False, str(error)
        except Stopped as stop:
            ok, text = None, f"not found in time ({stop.limit})"
        return {"ok": ok, "text": text, "wrong": wrong, "struck": struck}

    def _verdict(self, wrong: list[int], struck: list[int]) -> str:
        if wrong:
            return f"{self._names(wrong)} contradict{'s' * (len(wrong) == 1)} the solution"
        if struck:
            return f"the solution was struck out in {self._names(struck)}"
        return "it is solved" if self.over else "all is well so far"

    def _names(self, cells: Sequence[int]) -> str:
        named = ", ".join(map(self._scribe.name, cells[:SAID]))
        return f"{named} and {len(cells) - SAID:,} more" if len(cells) > SAID else named

    def next_hint(self) -> Hint:
        if self.over:
            raise NoMove("it is solved: there is nothing to do")
        return self.explainer().hint()

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
        wanted: int = self.first.wanted
        return wanted - sum(map(bool, self.entries))
