"""A puzzle whose cells are filled: entries, pencil marks, mistakes, hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from clew.board.board import Board, Cell, Note
from clew.board.inputs import inputs_data
from clew.core.capabilities import CellByCell, capability
from clew.core.faces import values
from clew.core.grid import cell_name
from clew.core.look import Brief
from clew.core.puzzle import CellPuzzle, Unsuited
from clew.explanations.explanation import Hint
from clew.play.answer_key import AnswerKey
from clew.play.base import Data, Play, PlayMove
from clew.play.fill_hints import FillHints
from clew.play.moves import NoMove, short
from clew.play.sheet import CROSS, LEVELS, NONE, Edit, Editor, Sheet

MOST_CELLS = 10_000
"""Larger boards are not filled by hand."""
DONE = "it is solved"
MOST_NAMED = 8
"""So many cells are named in a text."""


@dataclass
class Fill(Play):
    """Cells to be filled.

    A move is `r3c4=7`, `r3c4=` to erase, `r3c4+7` or `r3c4-7` for a mark, `r3c4^7` or `r3c4~7` for
    one in the middle, `r3c4#3` for a colour and `r3c4#x` for a cross, several of these with blanks
    between, or `marks=clean` for how the marks are kept. Where cells have names, they replace r3c4.
    """

    kind: ClassVar[str] = "fill"

    def __post_init__(self) -> None:
        if len(self.first.givens) > MOST_CELLS:
            size = f"{len(self.first.givens):,} cells"
            raise Unsuited(f"found {size}, expected at most {MOST_CELLS:,} to fill by hand")
        self._editor = Editor(self.first)
        self.begin(NONE)

    def begin(self, marks: Any) -> None:
        """How marks are kept from the beginning: none, clean or full."""
        if marks not in LEVELS:
            raise ValueError(f"marks: found {short(str(marks))}, expected {', '.join(LEVELS)}")
        self._blank = self._editor.blank(marks)

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
        return self._outcome() == DONE

    @property
    def position(self) -> CellPuzzle:
        found: CellPuzzle = self.first.with_entries(self.entries)
        return found

    @property
    def message(self) -> str:
        return self._outcome() or next(iter(self.first.faults(self.entries)), "")

    def _outcome(self) -> str:
        """What is so once every rule holds: that it is solved, or how much better is possible."""
        answer = self.first.answered(self.entries)
        if answer is None or self.first.check(answer):
            return ""
        better = self.key.better(answer)
        return f"every rule holds, but {better}" if better else DONE

    # ------------------------------------------------------------ moves

    def options(self) -> Iterator[PlayMove]:
        """No list of moves: a cell takes whatever is written there."""
        return iter(())

    def find(self, text: str) -> PlayMove:
        found = self._editor.read(text)
        if isinstance(found, str):
            return PlayMove(f"marks={found}", found, replace(self.sheet, level=found))
        after = self._editor.changed(self.sheet, found)
        return PlayMove(self._editor.write(*found), found, after)

    def play(self, text: str) -> str:
        """Make a move; one that changes nothing is not remembered."""
        found = self.find(text)
        return found.text if found.state == self.sheet else self._make(found)

    # ------------------------------------------------------------ the solution

    @property
    def key(self) -> AnswerKey:
        return AnswerKey(self.first, self.max_seconds)

    def hints(self) -> FillHints:
        return FillHints(self._editor, self.key, self.sheet, self._filled())

    def _filled(self) -> list[int]:
        """The cells that were filled, in the order in which they were."""
        order: dict[int, None] = {}
        for made in self._made:
            for edit in made.move if isinstance(made.move, list) else ():
                if edit.sign == "=":
                    order.pop(edit.cell, None)
                    order[edit.cell] = None
        return [cell for cell in order if self.entries[cell]]

    def solve(self) -> tuple[str, ...]:
        """Fill in the rest, and correct what is wrong, as one move."""
        edits = [
            Edit(cell, "=", value)
            for cell, value in enumerate(self.key.nearest(self.entries))
            if value != self.entries[cell]
        ]
        return (self.play(self._editor.write(*edits)),) if edits else ()

    def check(self) -> Data:
        """Which entries contradict the solution, and in which cells it was struck out."""
        return {"struck": [], **super().check()}

    def _check(self) -> Data:
        try:
            wrong = self.key.contradicting(self.entries, self._filled())
            struck = self.hints().missing()
        except NoMove as error:
            return {"ok": False, "text": str(error)}
        ok, text = not (wrong or struck), self._verdict(wrong, struck)
        return {"ok": ok, "text": text, "wrong": wrong, "struck": struck}

    def _verdict(self, wrong: list[int], struck: list[int]) -> str:
        if wrong:
            return f"{self._names(wrong)} contradict{'s' * (len(wrong) == 1)} {self.key.called()}"
        if struck:
            return f"the solution was struck out in {self._names(struck)}"
        return self.message or "all is well so far"

    def name(self, cell: int) -> str:
        """What a move calls a cell."""
        return self._editor.name(cell)

    @property
    def example(self) -> tuple[str, str]:
        """A cell and a value that may be typed."""
        return self._editor.example

    def _names(self, cells: Sequence[int]) -> str:
        named, more = ", ".join(map(self.name, cells[:MOST_NAMED])), len(cells) - MOST_NAMED
        return f"{named} and {more:,} more" if more > 0 else named

    def next_hint(self) -> Hint:
        if self.over:
            raise NoMove("it is solved: there is nothing to do")
        return self.hints().next()

    # ------------------------------------------------------------ plain data

    def save(self) -> Data:
        return super().save() | {"marks": self.start.level}

    def board(self) -> Board:
        """The entries, the marks as small notes, and what the player coloured or crossed out."""
        board: Board = self.first.sheet(self.entries)
        sheet = self.sheet
        shown = self._editor.shown(sheet)
        cells = tuple(map(self._noted, board.cells, shown, sheet.centre, sheet.paint))
        return replace(board, cells=cells)

    def _noted(self, cell: Cell, marks: int, centre: int, paint: int) -> Cell:
        symbols, is_open = self._editor.symbols, not cell.text.strip()
        notes = [Note(v - 1, symbols[v - 1]) for v in values(marks)]
        if is_open:
            notes += [Note(-1, symbols[v - 1]) for v in values(centre)]
        if paint == CROSS:
            return replace(cell, shape="x") if is_open else cell
        if not (notes or paint):
            return cell
        return replace(cell, notes=tuple(notes), tint=paint)

    def _listed(self) -> Iterator[Data]:
        return iter(())

    def _brief(self) -> Brief:
        found: Brief = self.first.brief()
        return found

    def _position_id(self) -> str | None:
        try:
            return self.position.id
        except ValueError:
            return None

    def view(self) -> Data:
        return super().view() | {
            "values": list(self._editor.symbols),
            "inputs": inputs_data(each.on(self._editor.symbols) for each in self.first.inputs),
            "entries": list(self.entries),
            "names": self._own_names(),
            "given": [cell for cell, given in enumerate(self._editor.givens) if given],
            "marks": self.sheet.level,
            "wrong": self._editor.wrong(self.sheet),
            "left": self.left,
            "faults": self.first.faults(self.entries),
            "rated": capability(self.first, CellByCell) is not None,
        }

    def _own_names(self) -> list[str]:
        """The names of the cells, where they aren't r1c1 and so on."""
        names = [self.name(cell) for cell in range(len(self.entries))]
        plain = (cell_name(cell, self._editor.cols) for cell in range(len(names)))
        return [] if names == list(plain) else names

    @property
    def left(self) -> int:
        """How many entries are still to be made."""
        wanted: int = self.first.wanted
        return wanted - sum(map(bool, self.entries))
