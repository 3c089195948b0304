"""The board of a moment of a constraint search; the twin of `static/picture.js`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clew.board.board import Board, Cell, Ink, Mark, Note, Tone
from clew.board.json import read_board
from clew.core.events import Kind
from clew.film.film import Film
from clew.film.header import Places

MOST_NOTED = 25
"""With more values than that, candidates are only counted."""
DOT = "•"
"""Where a variable may still stand."""
MARKS = {
    Kind.TRY: "tried", Kind.CHANGE: "tried", Kind.PRUNE: "pruned", Kind.FAIL: "failed",
    Kind.BACK: "undone", Kind.UNDO: "undone", Kind.CHOOSE: "pivot",
}  # fmt: skip
"""How the cells of a step are marked."""
Lost = Mapping[int, Sequence[int]]
"""For each variable the values that a step took away, which are still seen, struck out."""


def values_of(film: Film) -> range:
    """The values of a film, from the least to the greatest."""
    found = {value for each in film.head["domains"] for value in each}
    return range(min(found, default=0), max(found, default=0) + 1)


def base_of(film: Film) -> Board:
    """The board before the first step, with room for the candidates of each cell."""
    board, places = read_board(film.head["board"]), film.head["variables"]
    has_notes = places is not None and not places["byValue"] and film.head["domains"]
    return replace(board, values=len(values_of(film))) if has_notes else board


@dataclass(frozen=True)
class Frame:
    """Where the variables of a film stand on its board."""

    film: Film
    places: Places
    givens: set[int]

    def board(
        self, board: Board, domains: list[set[int]], assigned: dict[int, int], steps: Sequence[int]
    ) -> Board:
        """The assignments where they stand, what is open, and marks for these steps."""
        cells, lost = list(board.cells), self._lost(steps)
        for variable, domain in enumerate(domains):
            if variable in self.givens:
                continue
            if self.places.moves:
                self._place(cells, variable, domain, assigned.get(variable), lost)
            elif self.places.cell(variable, 0) < len(cells):  # else it is of a rule alone
                self._write(cells, variable, domain, assigned.get(variable), lost)
        marks = tuple(self._marks(steps, len(cells)))
        return replace(board, cells=tuple(cells), marks=marks)

    def _write(
        self, cells: list[Cell], variable: int, domain: set[int], value: int | None, lost: Lost
    ) -> None:
        """A variable with a cell of its own: its value, or its candidates."""
        at = self.places.cell(variable, 0)
        if value is not None:
            cells[at] = _with(cells[at], self.places.text(variable, value))
        elif self.film.head["domains"]:
            notes = self._notes(variable, domain, lost.get(variable, ()))
            cells[at] = _with(cells[at], notes=tuple(notes))

    def _notes(self, variable: int, domain: set[int], struck: Sequence[int]) -> Iterable[Note]:
        values = values_of(self.film)
        if len(values) > MOST_NOTED:
            return [Note(-1, str(len(domain - set(struck))))]
        return [
            Note(place, self.places.text(variable, value)[:1], _tone(value in struck))
            for place, value in enumerate(values)
            if value in domain or value in struck
        ]

    def _place(
        self, cells: list[Cell], variable: int, domain: set[int], value: int | None, lost: Lost
    ) -> None:
        """A variable whose value says where it stands, such as a queen in her row."""
        if value is not None:
            at = self.places.cell(variable, value)
            cells[at] = _with(cells[at], self.places.text(variable, value))
            return
        struck = lost.get(variable, ())
        for each in sorted({*domain, *struck}):
            at = self.places.cell(variable, each)
            if not cells[at].text:
                cells[at] = _with(cells[at], notes=(Note(-1, DOT, _tone(each in struck)),))

    # ---------------------------------------------------------------- what the steps tell

    def _lost(self, steps: Iterable[int]) -> Lost:
        lost: dict[int, list[int]] = defaultdict(list)
        for step in steps:
            kind, _, variable, value, *_ = self.film.step(step)
            if kind == Kind.PRUNE:
                lost[variable] += self.film.tables["sets"][value]
        return lost

    def _marks(self, steps: Iterable[int], count: int) -> Iterator[Mark]:
        """The cells that these steps speak of, each for the first that does."""
        marked: set[int] = set()
        for step in steps:
            kind = Kind(self.film.step(step)[0])
            cells = [
                cell for cell in self._cells(step, kind) if cell not in marked and cell < count
            ]
            marked.update(cells)
            if cells:
                yield Mark(MARKS[kind], tuple(cells))

    def _cells(self, step: int, kind: Kind) -> list[int]:
        _, _, variable, value, *_ = self.film.step(step)
        if kind not in MARKS or variable < 0:
            return []
        if not self.places.moves:
            return [self.places.cell(variable, 0)]
        values = [value]
        if kind is Kind.PRUNE:
            values = self.film.tables["sets"][value]
        elif kind in (Kind.FAIL, Kind.CHOOSE):
            values = self.film.head["domains"][variable]
        return [self.places.cell(variable, each) for each in values]


def _tone(is_struck: bool) -> Tone:
    return Tone.STRUCK if is_struck else Tone.PLAIN


def _with(cell: Cell, text: str = "", notes: tuple[Note, ...] = ()) -> Cell:
    """The cell with something else in it."""
    ink = Ink.ANSWER if text else cell.ink
    return replace(cell, text=text, ink=ink, notes=notes, shape="", order=0)
