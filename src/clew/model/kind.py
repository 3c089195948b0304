"""GridKind: a kind of puzzle with numbers in a square grid, whose rules are stated once per size.

A puzzle is an immutable value: its givens, its size and sometimes clues. All puzzles of a size
share a `Form`, which provides constraints, faces, pictures, checks and hints, in the same way as
for a `Grid` in a user's script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from functools import cached_property, lru_cache
from math import isqrt
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.board.board import Board, board_cells
from clew.board.pen import Drawing
from clew.core.candidates import Eliminations, RuleEliminations
from clew.core.faces import CSP, Domain, Faces
from clew.core.forms import Offers
from clew.core.grid import (
    Cells,
    GridSolution,
    cell_name,
    read_cells,
    read_order,
    repeats,
    write_cells,
)
from clew.core.puzzle import CellPuzzle
from clew.model.form import BY_RULES, cells_of, grid_form, is_different, twin_of
from clew.model.grid import Grid
from clew.model.stated import Stated
from clew.rules.rule import Constraint

if TYPE_CHECKING:
    from clew.explanations.explanation import Explainer

Houses = tuple[tuple[str, tuple[int, ...]], ...]
"""Sets of cells whose values must all differ, each with its name."""


class Form:
    """The rules of a kind at one size, shared by all its puzzles of that size."""

    def __init__(
        self, kind: type[GridKind], order: int, highest: int, size: tuple[Any, ...]
    ) -> None:
        self.kind, self.order, self.highest, self.size = kind, order, highest, size

    @cached_property
    def grid(self) -> Grid:
        """An empty grid with the kind's rules."""
        title = f"{self.kind.kind_title()} of order {self.order}"
        numbers = range(1, self.highest + 1)
        grid = Grid(self.order, self.order, numbers, self.kind.name, title=title)
        self.kind.state(grid, *self.size)
        return grid

    @cached_property
    def rules(self) -> tuple[Constraint, ...]:
        """The rules as constraints. It's always the same tuple, since kernels cache by identity."""
        return tuple(self.grid.csp().constraints)

    @cached_property
    def hidden(self) -> tuple[Domain, ...]:
        """The domains of helper variables, if the rules need any."""
        return self.grid.csp().domains[self.order**2 :]

    @cached_property
    def houses(self) -> Houses:
        """The sets of cells whose values must all differ, such as rows and boxes, with names."""
        differ = (each for each in self.grid.stated if is_different(each.rule))
        return tuple((each.label, cells_of(each.rule)) for each in differ)

    @cached_property
    def rest(self) -> tuple[Stated, ...]:
        """All rules except those about houses."""
        return tuple(each for each in self.grid.stated if not is_different(each.rule))

    @cached_property
    def picture(self) -> tuple[frozenset[tuple[int, int]], Drawing]:
        """The walls between cells, and the marks on every board."""
        return frozenset(self.grid.walls), self.grid.drawing

    def broken(self, values: Sequence[int | None]) -> list[str]:
        """Return the rules that the filled cells break."""
        wrong = repeats(values, self.houses)
        if self.rest:
            of = {x: v for x, v in zip(self.grid.cells, values, strict=True) if v is not None}
            whole = (each for each in self.rest if of.keys() >= {*each.rule.variables()})
            wrong += [each.label for each in whole if not each.rule.value(of)]
        return wrong

    @cached_property
    def offers(self) -> Offers | None:
        """The features of the family that recognises these rules, if there is one."""
        found = grid_form(self.grid)
        twin = None if found is None else twin_of(found[0])
        return None if twin is None else twin.offers

    @cached_property
    def faces(self) -> Faces:
        """The family's face, if there is one, and the constraints."""
        if self.offers is None:
            return BY_RULES
        return Faces({self.offers.face: attrgetter("structure"), CSP: methodcaller("csp")})


@lru_cache(maxsize=64)
def _form(kind: type[GridKind], order: int, highest: int, size: tuple[Any, ...]) -> Form:
    return Form(kind, order, highest, size)


class FacesOfKind:
    """The faces of a puzzle. On the class, they're the faces of its first example."""

    def __get__(self, puzzle: GridKind | None, kind: type[GridKind]) -> Faces:
        if puzzle is not None:
            return BY_RULES if puzzle.offered is None else puzzle.shared.faces
        return kind.parse(kind.examples[0].text).faces if kind.examples else BY_RULES


class GridKind(CellPuzzle[Cells]):
    """A puzzle whose solution is a number for each cell of a square grid, row by row.

    Each kind is a frozen dataclass. Its fields are `cells` (the givens, with 0 for blanks), the
    fields named in `size`, and any clues. It must define the static method `state`.

    >>> import clew
    >>> puzzle = clew.parse("sudoku:1... ..3. .4.. ...2")
    >>> puzzle.cells[:4], puzzle.region(0), puzzle.shared is puzzle.without(0).shared
    ((1, 0, 0, 0), 'box 1', True)
    """

    cells: Cells
    largest: ClassVar[int]
    """The largest order to accept."""
    form: ClassVar[str] = "ORDER, or ORDER:CELLS row by row with . for a blank"
    state: ClassVar[Callable[..., None]]
    """A static method that adds the rules to a blank grid. It also gets the fields of `size`."""
    size: ClassVar[tuple[str, ...]] = ()
    """The fields other than the order that affect the rules, such as the shape of boxes."""
    candidates: tuple[Domain, ...] = ()
    """Each cell's candidates, if the kind has this field and the puzzle gives candidates."""
    beyond: ClassVar[tuple[str, ...]] = ("candidates",)
    """The fields with clues that no family supports. With them, only constraints remain."""
    faces: ClassVar[Faces] = FacesOfKind()  # type: ignore[assignment]  # a descriptor of one

    # ------------------------------------------------------------ as a value

    def __post_init__(self) -> None:
        order = self.order
        if not 1 <= order <= self.largest or order * order != len(self.cells):
            said = f"can't use a grid of {len(self.cells)} cells"
            largest = f"{self.largest} x {self.largest}"
            raise ValueError(f"{said}: give it a square of them, from 1 x 1 to {largest}")
        most = self.highest
        if min(self.cells) < 0 or max(self.cells) > most:
            for cell, value in enumerate(self.cells):
                if not 0 <= value <= most:
                    said = f"{cell_name(cell, order)} can't be {value}"
                    raise ValueError(f"{said}: use 1 to {most}, or 0 for a blank")
        if self.candidates:
            self._narrow()

    def _narrow(self) -> None:
        """Keep only the candidates that add something to the givens."""
        free = self._free()
        if len(self.candidates) != len(free):
            said = f"there are {len(free)} cells, but candidates for {len(self.candidates)}"
            raise ValueError(f"{said}: give them for each cell")
        narrowed = tuple(map(int.__and__, free, self.candidates))
        for cell, value in enumerate(self.cells):
            if value and not narrowed[cell]:
                where = cell_name(cell, self.order)
                raise ValueError(f"{where} is given as {value}: include that in its candidates")
        object.__setattr__(self, "candidates", () if narrowed == free else narrowed)

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]

    def __setstate__(self, state: dict[str, Any]) -> None:
        known = {each.name for each in fields(self)}  # type: ignore[arg-type]  # each is a dataclass
        vars(self).update((name, value) for name, value in state.items() if name in known)

    @classmethod
    def parse(cls, text: str) -> Self:
        head, colon, body = text.partition(":")
        if not colon and not head.strip().isdigit():
            return cls(read_cells(text))  # type: ignore[call-arg]
        order = read_order(head, cls.largest)
        if not colon:
            return cls((0,) * (order * order))  # type: ignore[call-arg]
        return cls(read_cells(" " * len(head + colon) + body, order))  # type: ignore[call-arg]

    def __str__(self) -> str:
        cells = f":{write_cells(self.cells, self.order)}" if any(self.cells) else ""
        return f"{self.order}{cells}"

    # ------------------------------------------------------------ the size and its form

    @property
    def order(self) -> int:
        """The number of rows, which is also the number of columns."""
        return isqrt(len(self.cells))

    @property
    def width(self) -> int:
        return self.order

    @property
    def shape(self) -> tuple[int, int]:
        return self.order, self.order

    @property
    def highest(self) -> int:
        """The largest value, which is usually the order."""
        return self.order

    @cached_property
    def shared(self) -> Form:
        """The rules that all puzzles of this size share."""
        size = tuple(map(self.__getattribute__, self.size))
        return _form(type(self), self.order, self.highest, size)

    @cached_property
    def offered(self) -> Offers | None:
        """The features of a family that supports all of its rules and clues, if there is one."""
        offers = self.shared.offers
        if offers is None or any(map(self.__getattribute__, self.beyond)):
            return None
        return offers if offers.signs or not self.less else None

    @cached_property
    def structure(self) -> Any:
        """The face that its family's strategies search, or None if it has no family."""
        offers = self.offered
        return None if offers is None else offers.make(self)

    # ------------------------------------------------------------ clues

    @property
    def less(self) -> tuple[tuple[int, int], ...]:
        """The pairs of neighbours with a sign between them. The smaller comes first."""
        return ()

    def clue_rules(self) -> Iterable[Constraint]:
        """Return the rules of the puzzle's clues, which aren't part of the form."""
        return ()

    def clue_faults(self, values: Sequence[int | None], /) -> list[str]:
        """Return the clues that the filled cells break."""
        wrong = []
        for rule in self.clue_rules():
            of = [values[x] for x in rule.scope]
            if None not in of and not rule.holds(of):
                wrong.append(self.fault_of(rule, of))
        for cell, mask in enumerate(self.candidates):
            value = values[cell]
            if value is not None and not mask >> value & 1:
                wrong.append(f"{cell_name(cell, self.order)} can't be {value}")
        return wrong

    def fault_of(self, rule: Constraint, values: Sequence[Any], /) -> str:
        """Return the text to show if the values of a clue's cells break its rule."""
        return rule.label

    def drawing(self) -> Drawing:
        """Return the marks of the clues, drawn with a `Pen`."""
        return ()

    def clues(self) -> Sequence[Any]:
        """Return the clues that could be removed: the filled cells and any other clues."""
        return [cell for cell, value in enumerate(self.cells) if value]

    def without(self, clue: Any, /) -> Self:
        """Return the puzzle without one of its clues."""
        return self.with_entries((*self.cells[:clue], 0, *self.cells[clue + 1 :]))

    # ------------------------------------------------------------ constraints

    def domains(self) -> tuple[Domain, ...]:
        """Return the values that each cell can still have, given its entry or its candidates."""
        return self.candidates or self._free()

    def _free(self) -> tuple[Domain, ...]:
        full = (2 << self.highest) - 2
        return tuple(1 << value if value else full for value in self.cells)

    def csp(self) -> CSP:
        shared, clues = self.shared, tuple(self.clue_rules())
        return CSP(self.domains() + shared.hidden, shared.rules + clues if clues else shared.rules)

    def translate(self, face: type, found: Any) -> Any:
        return GridSolution(found if len(found) == len(self.cells) else found[: len(self.cells)])

    # ------------------------------------------------------------ judgements

    def broken(self, values: Sequence[int | None]) -> list[str]:
        """Return the rules that the filled cells break. None stands for a blank."""
        return [*self.shared.broken(values), *self.clue_faults(values)]

    def clashes(self) -> list[str]:
        clashes = getattr(self.structure, "clashes", None)
        if clashes is not None and not clashes():
            return []
        return self.clashes_each()

    def clashes_each(self) -> list[str]:
        """Find clashes rule by rule."""
        return self.broken([value or None for value in self.cells])

    def check(self, solution: Sequence[int], /) -> list[str]:
        """Check a solution with the family's fast check. If that fails, check it rule by rule."""
        judge = getattr(self.structure, "is_filled_by", None)
        return [] if judge is not None and judge(solution) else self.check_each(solution)

    def check_each(self, solution: Sequence[int], /) -> list[str]:
        """Check a solution rule by rule."""
        if len(solution) != len(self.cells):
            cells = "1 cell" if len(solution) == 1 else f"{len(solution)} cells"
            return [f"the solution has {cells}, not {len(self.cells)}"]
        solution, order = tuple(solution), self.order
        wrong = [
            f"{value} is not a value from 1 to {self.highest}"
            for value in sorted(set(solution))
            if not 1 <= value <= self.highest
        ]
        wrong += [
            f"{cell_name(cell, order)} is given as {given}, not {solution[cell]}"
            for cell, given in enumerate(self.cells)
            if given and given != solution[cell]
        ]
        return wrong + self.broken(solution)

    # ------------------------------------------------------------ as a board to fill in

    def board(self, solution: Sequence[int | None] | None = None, /) -> Board:
        order, cells, grid = self.order, board_cells(self.cells, solution), self.shared.grid
        walls, drawing = self.shared.picture
        return Board(order, order, cells, grid.title, walls, (*drawing, *self.drawing()))

    def sheet(self, entries: Sequence[int], /) -> Board:
        return self.board(tuple(entries))

    @property
    def givens(self) -> Cells:
        return self.cells

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(map(str, range(1, self.highest + 1)))

    @property
    def wanted(self) -> int:
        return len(self.cells)

    def eliminations(self) -> Eliminations:
        return RuleEliminations(self.csp(), self.wanted)

    def entries(self, solution: Sequence[int], /) -> Cells:
        return tuple(solution)

    def answered(self, entries: Sequence[int], /) -> Cells | None:
        return GridSolution(entries) if all(entries) else None

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        hidden = self.shared.hidden
        return [*entries, *(0 for _ in hidden)] if hidden else entries

    def with_entries(self, entries: Sequence[int], /) -> Self:
        return replace(self, cells=tuple(entries))  # type: ignore[type-var]  # each is a dataclass

    def faults(self, entries: Sequence[int], /) -> list[str]:
        return self.broken([value or None for value in entries])

    def read_text(self, text: str, /) -> Sequence[int | None]:
        try:
            cells: Sequence[int] = type(self).parse(text).cells
        except ValueError as error:
            try:
                cells = read_cells(text, self.order)
            except ValueError:
                raise error from None
        if len(cells) != len(self.cells):
            raise ValueError(f"found {len(cells)} cells, expected {len(self.cells)}")
        return self.assigned(cells)

    # ------------------------------------------------------------ hints and ratings

    def region(self, cell: int) -> str:
        """Return the name of a cell's box, or of its row if there are no boxes."""
        labels = [label for label, cells in self.shared.houses if cell in cells]
        return labels[2] if len(labels) > 2 else f"row {cell // self.order + 1}"

    def explainer(self) -> Explainer[Any]:
        """Return the family's explainer if it has one, or else the one for all grids."""
        from clew.explanations.entries import EntryExplainer

        offers = self.offered
        own = None if offers is None else offers.explainer
        return EntryExplainer(self) if own is None else own(self)

    @property
    def rate_together(self) -> Any:
        """The family's function that rates many such puzzles at once, if it has one."""
        offers = self.offered
        return offers.rate_together() if offers is not None and offers.rate_together else None
