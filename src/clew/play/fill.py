"""Play puzzles with cells to fill: entries, pencil marks, mistakes and hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import starmap
from typing import Any, ClassVar, Protocol

from clew.board.board import Board, Cell, Ink, Mark, Note
from clew.board.inputs import inputs_data
from clew.core.arguments import advice
from clew.core.capabilities import CellByCell, HasObjective, capability
from clew.core.faces import values
from clew.core.grid import cell_name
from clew.core.look import Brief
from clew.core.phrases import finished, spoken
from clew.core.puzzle import CellPuzzle, Unsuited
from clew.core.result import Stopped
from clew.explanations.argument import Argument, headed, named
from clew.explanations.explain import explain, hint_after
from clew.explanations.explanation import Hint, NotUnique
from clew.explanations.techniques.step import Step
from clew.play.base import Data, NoMove, Play, PlayMove, short
from clew.play.sheet import CROSS, FULL, LEVELS, NONE, Edit, Editor, Sheet
from clew.search.run import solve

MOST_CELLS = 10_000
"""The maximum number of cells on a board to fill."""
DONE = "solved"
MOST_NAMED = 8
"""The maximum number of cells to name in a message."""
Entries = tuple[int, ...]


@dataclass
class Fill(Play):
    """A puzzle with cells to fill.

    Moves look like this:

    - `r3c4=7` enters a value, and `r3c4=` erases it.
    - `r3c4+7` adds a mark, and `r3c4-7` removes one.
    - `r3c4^7` adds a centre mark, and `r3c4~7` removes one.
    - `r3c4#3` sets a colour, and `r3c4#x` a cross.
    - `marks=clean` sets how marks are kept.

    A move can consist of several changes, separated by spaces. If cells have names, moves use them.
    """

    kind: ClassVar[str] = "fill"
    is_marked: ClassVar[bool] = True
    """Whether players can pencil marks into cells."""

    def __post_init__(self) -> None:
        if len(self.first.givens) > MOST_CELLS:
            size = f"{len(self.first.givens):,} cells"
            raise Unsuited(f"this board is too large to play: {size}, the limit is {MOST_CELLS:,}")
        self._editor = Editor(self.first)
        self.begin(NONE)

    def begin(self, marks: Any) -> None:
        """Set how marks are kept at the beginning: none, clean or full."""
        if marks not in LEVELS:
            raise ValueError(f"unknown marks {short(str(marks))}: {advice(marks, LEVELS)}")
        self._blank = self._editor.blank(marks)

    @property
    def start(self) -> Sheet:
        return self._blank

    @property
    def sheet(self) -> Sheet:
        """The current sheet."""
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
        """Describe a board that obeys all rules, as solved or not the best. Otherwise return ""."""
        answer = self.first.answered(self.entries)
        if answer is None or self.first.check(answer):
            return ""
        better = self.key.better(answer)
        return f"every rule holds, but {better}" if better else DONE

    # ------------------------------------------------------------ moves

    def options(self) -> Iterator[PlayMove]:
        """Yield nothing, because moves in cells aren't listed."""
        return iter(())

    def find(self, text: str) -> PlayMove:
        found = self._editor.read(text)
        if isinstance(found, str):
            return PlayMove(f"marks={found}", found, replace(self.sheet, level=found))
        after = self._editor.changed(self.sheet, found)
        return PlayMove(self._editor.write(*found), found, after)

    def play(self, text: str) -> str:
        """Make a move. One that changes nothing isn't recorded."""
        found = self.find(text)
        return found.text if found.state == self.sheet else self._make(found)

    # ------------------------------------------------------------ the solution

    @property
    def key(self) -> AnswerKey:
        return AnswerKey(self.first, self.max_seconds)

    def hints(self) -> FillHints:
        return FillHints(self._editor, self.key, self.sheet, self._filled())

    def _filled(self) -> list[int]:
        """Return the filled cells, in the order in which they were filled."""
        order: dict[int, None] = {}
        for made in self._made:
            for edit in made.move if isinstance(made.move, list) else ():
                if edit.sign == "=":
                    order.pop(edit.cell, None)
                    order[edit.cell] = None
        return [cell for cell in order if self.entries[cell]]

    def solve(self) -> tuple[str, ...]:
        """Fill in the remaining cells and correct all mistakes in a single move."""
        edits = [
            Edit(cell, "=", value)
            for cell, value in enumerate(self.key.nearest(self.entries))
            if value != self.entries[cell]
        ]
        return (self.play(self._editor.write(*edits)),) if edits else ()

    def check(self) -> Data:
        """Find the wrong entries, and the cells where the player has ruled out the right value."""
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
            if self.key.solution() is None:
                return f"{self._names(wrong)} leaves no solution"
            verb = "doesn't" if len(wrong) == 1 else "don't"
            return f"{self._names(wrong)} {verb} match the solution"
        if struck:
            return f"you've ruled out the right value in {self._names(struck)}"
        return self.message or "no mistakes so far"

    def name(self, cell: int) -> str:
        """Return the name that a cell has in moves."""
        return self._editor.name(cell)

    @property
    def example(self) -> tuple[str, str]:
        """A cell and a value for a message."""
        return self._editor.example

    @property
    def usage(self) -> str:
        """A line that explains how to write moves."""
        name, value = self.example
        marks = f"{name}+{value} and {name}-{value} for pencil marks"
        return f"{name}={value} to write, {name}= to erase, {marks}"

    def _names(self, cells: Sequence[int]) -> str:
        named, more = ", ".join(map(self.name, cells[:MOST_NAMED])), len(cells) - MOST_NAMED
        return f"{named} and {more:,} more" if more > 0 else named

    def next_hint(self) -> Hint:
        if self.over:
            raise NoMove("it's already solved")
        return self.hints().next()

    # ------------------------------------------------------------ plain data

    def save(self) -> Data:
        return super().save() | {"marks": self.start.level}

    def board(self) -> Board:
        """Draw the entries, the marks as small notes, and the player's colours and crosses."""
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
        """Return the names of the cells, or [] if they're r1c1 and so on."""
        names = [self.name(cell) for cell in range(len(self.entries))]
        plain = (cell_name(cell, self._editor.cols) for cell in range(len(names)))
        return [] if names == list(plain) else names

    @property
    def left(self) -> int:
        """The number of cells still to fill."""
        wanted: int = self.first.wanted
        return wanted - sum(map(bool, self.entries))


# ------------------------------------------------------------------ the solution


@dataclass(frozen=True)
class AnswerKey:
    """A puzzle's solutions. Its methods raise Stopped if the search takes too long."""

    puzzle: CellPuzzle
    max_seconds: float | None = None

    def solution(self) -> Entries | None:
        """Return the solution, or None if there are several. Raise NoMove if there's none."""
        found, why, unique = _solved(self.puzzle, self.max_seconds)
        if found is None:
            raise NoMove(f"the puzzle has no solution{f': {why}' if why else ''}")
        return found if unique else None

    def better(self, answer: Any) -> str:
        """Compare an answer with the best solution. Return "" if the answer is just as good."""
        wanted = None if self.puzzle.objective is None else capability(self.puzzle, HasObjective)
        if wanted is None:
            return ""
        try:
            entries, _, _ = _solved(self.puzzle, self.max_seconds)
        except Stopped:  # the search found no better solution in time
            return ""
        best = None if entries is None else self.puzzle.answered(entries)
        if best is None or wanted.cost(answer) <= wanted.cost(best):
            return ""
        found, least = self.puzzle.tell(answer), wanted.objective_of(best)
        return f"this isn't the best solution ({found}; the best is {least})"

    def nearest(self, entries: Sequence[int]) -> Entries:
        """Return the solution. If there are several, prefer one that keeps the entries."""
        solution = self.solution() or self._kept(entries)
        return solution or _solved(self.puzzle, self.max_seconds)[0] or ()

    def _kept(self, entries: Sequence[int]) -> Entries | None:
        """Return a solution that keeps these entries, or None."""
        try:
            return _solved(self.puzzle.with_entries(entries), self.max_seconds)[0]
        except ValueError:
            return None

    def contradicting(self, entries: Sequence[int], order: Sequence[int]) -> list[int]:
        """Return the cells whose entries don't match the solution.

        If the puzzle has several solutions, return the cell whose entry ruled out the last one.

        Args:
            entries: the entries of all cells.
            order: the filled cells, in the order in which they were filled.
        """
        solution = self.solution()
        if solution is not None:
            return [c for c, entry in enumerate(entries) if entry and entry != solution[c]]
        if self._kept(entries) is not None:
            return []
        low, high = 0, len(order)
        while high - low > 1:
            half = (low + high) // 2
            some = list(self.puzzle.givens)
            for cell in order[:half]:
                some[cell] = entries[cell]
            low, high = (low, half) if self._kept(some) is None else (half, high)
        return [order[high - 1]]


@lru_cache(maxsize=128)
def _solved(puzzle: CellPuzzle, max_seconds: float | None) -> tuple[Entries | None, str, bool]:
    """Return a solution's entries, the reason if there isn't one, and whether it's unique."""
    result = solve(puzzle, max_solutions=2, max_seconds=max_seconds)
    if not result.solutions and not result.unsolvable:
        raise Stopped(result.reason)
    if not result.solutions:
        return None, result.reason, False
    return puzzle.entries(result.solution), "", bool(result.unique)


# ------------------------------------------------------------------ hints


class RuledCells(Protocol):
    """A puzzle that lists its rules with their labels, and the variables of its cells."""

    stated: Sequence[Any]

    @property
    def variables_shown(self) -> Sequence[Any]:
        """The variable of each cell."""


@dataclass(frozen=True)
class FillHints:
    """Finds the next step on a sheet. `order` lists its cells in the order they were filled."""

    editor: Editor
    key: AnswerKey
    sheet: Sheet
    order: Sequence[int]

    def next(self) -> Hint:
        """Find the next step. Raise NoMove if the puzzle has no solution."""
        if wrong := self.key.contradicting(self.sheet.entries, self.order):
            return self._correction(wrong)
        if missing := self.missing():
            return self._restored(missing[0])
        return self._by_technique() or self._from_solution()

    def missing(self) -> list[int]:
        """Return the open cells where the player ruled out the right value, if marks are full."""
        sheet, solution = self.sheet, self.key.solution()
        if solution is None or sheet.level != FULL:
            return []
        struck = enumerate(zip(sheet.entries, sheet.struck, solution, strict=True))
        return [c for c, (entry, mask, value) in struck if not entry and mask >> value & 1]

    def _correction(self, wrong: Sequence[int]) -> Hint:
        cell, name, count = wrong[0], self.editor.name(wrong[0]), len(wrong)
        written = self._symbol(self.sheet.entries[cell])
        if self.key.solution() is None:
            vague, full = (
                "an entry leaves no solution",
                f"{name} can't be {written}: that leaves no solution",
            )
        else:
            entries = "an entry doesn't" if count == 1 else f"{count:,} entries don't"
            vague = f"{entries} match the solution"
            full = f"{name} isn't {written}: that doesn't match the solution"
        return self._one(vague, vague, f"{name} is wrong", full, Edit(cell, "=", 0))

    def _restored(self, cell: int) -> Hint:
        """Restore the right value, which the player ruled out."""
        name, value = self.editor.name(cell), self.key.nearest(self.sheet.entries)[cell]
        vague, full = "you've ruled out a right value", f"{name} can still be {self._symbol(value)}"
        cells = f"look at the marks in {name}"
        return self._one(vague, vague, cells, full, Edit(cell, "+", value))

    def _from_solution(self) -> Hint:
        """Reveal a cell of the solution, because no technique applies."""
        entries, solution = self.sheet.entries, self.key.nearest(self.sheet.entries)
        cell = next(c for c, value in enumerate(solution) if value and not entries[c])
        name, row = self.editor.name(cell), cell // self.editor.cols + 1
        can = "can be" if self.key.solution() is None else "is"
        full = f"{name} {can} {self._symbol(solution[cell])}"
        edit, technique = Edit(cell, "=", solution[cell]), "no known technique helps here"
        return self._one(f"look at row {row}", technique, f"look at {name}", full, edit)

    def _one(self, vague: str, technique: str, cells: str, full: str, edit: Edit) -> Hint:
        move = self.editor.write(edit)
        return Hint(vague, technique, cells, full, move=move, places=(edit.cell,))

    def _symbol(self, value: int) -> str:
        return self.editor.symbols[value - 1]

    # ------------------------------------------------------------ steps by technique

    def _by_technique(self) -> Hint | None:
        """Find the next step that uses a technique and isn't on the sheet yet."""
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
        """Return a step's entries or, if it has none, the values that it rules out."""
        written = self.editor.puzzle.written
        edits = [Edit(cell, "=", value) for cell, value in starmap(written, step.placements)]
        return edits or [Edit(cell, "-", v) for cell, v in starmap(written, step.eliminations)]

    def _is_new(self, step: Step) -> bool:
        """Check whether a step changes the sheet."""
        struck = self.sheet.struck
        return any(e.sign == "=" or not struck[e.cell] >> e.value & 1 for e in self._edits(step))

    def _hint(self, step: Step, board: Board, argument: Argument) -> Hint:
        name, there = self.editor.name, finished(named(step.technique))
        first = self._edits(step)[0].cell
        effects = step.effects(name)
        said = step.text if effects in step.text else f"{step.text}: {effects}"
        full = f"{headed(step.technique)}: {finished(said)}"
        cells = f"{there} Look at {spoken(map(name, step.cells))}."
        vague, inked = f"Look at {name(first)}.", self._inked(board)
        return Hint(vague, there, cells, full, step, inked, argument=argument)

    def _inked(self, board: Board) -> Board:
        """Return the board with the player's entries in a different colour from the givens."""
        pairs = zip(board.cells, self.editor.givens, strict=True)
        cells = (c if given or not c.text else replace(c, ink=Ink.ANSWER) for c, given in pairs)
        return replace(board, cells=tuple(cells))

    def _with_move(self, found: Hint, step: Step) -> Hint:
        edits = self._edits(step)
        grid = capability(self.editor.puzzle, CellByCell)
        cells = step.cells if grid is not None else [edit.cell for edit in edits]
        argument = found.argument or self._drawn(step)
        places, move = tuple(dict.fromkeys(cells)), self.editor.write(*edits)
        return replace(found, move=move, places=places, argument=argument)

    def _drawn(self, step: Step) -> Argument | None:
        """Draw a step from a rule: its cells, what's known there, and what follows."""
        puzzle = self.editor.puzzle
        if type(puzzle).written is not CellPuzzle.written:
            return None  # the step is about variables that aren't cells
        placed = tuple(cell for cell, _ in step.placements)
        struck = tuple(cell for cell, _ in step.eliminations if cell not in placed)
        cause = tuple(cell for cell in step.cells if cell not in placed + struck)
        ruled = self._cells_of_rule(step)
        look = ruled if len(ruled) < len(self.sheet.entries) else ()
        kinds = {"house": look, "cause": cause, "effect": struck, "placed": placed}
        drawn = ((kind, tuple(dict.fromkeys(cells))) for kind, cells in kinds.items())
        return Argument("", tuple(Mark(kind, cells) for kind, cells in drawn if cells))

    def _cells_of_rule(self, step: Step) -> tuple[int, ...]:
        """Return the cells of the rule that a step's text begins with, if it names one."""
        known = capability(self.editor.puzzle, RuledCells)
        text = step.text.lower()
        if known is None:
            return ()
        labels = [(each.label.lower(), each) for each in known.stated if each.label]
        named = (pair for pair in labels if text.startswith(pair[0]))
        _, best = max(named, key=lambda pair: len(pair[0]), default=("", None))
        cells = {variable: at for at, variable in enumerate(known.variables_shown)}
        found = [] if best is None else [cells.get(each) for each in best.rule.variables()]
        return tuple(sorted(cell for cell in found if cell is not None))
