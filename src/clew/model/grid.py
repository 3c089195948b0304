"""Grid: a problem whose variables are the cells of a grid, with a board to draw and play on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Any, Self

from clew.board.board import Board, Cell
from clew.board.pen import Drawing, Outline, Pen, Text
from clew.core.arguments import advice, plainly, shown
from clew.core.grid import Role, cell_name, edges, house_name, mark_of, role_of
from clew.core.look import Brief
from clew.core.puzzle import Filled, placed
from clew.model.expressions import (
    Compare,
    Expression,
    Function,
    LinearExpression,
    Rule,
    Value,
    Variable,
    add_up,
)
from clew.model.form import Formed, cells_of, is_different, smaller
from clew.model.problem import ModelError
from clew.model.stated import Stated

if TYPE_CHECKING:
    from clew.model.setters import SetClue

Place = tuple[int, int]
"""A row and a column, counted from 0."""
MOST_CELLS = 1_000_000
SIDES = ("left", "right", "top", "bottom")


class Grid(Formed):
    """A problem whose variables are the cells of a grid.

    Use `grid[row, col]`, `grid.rows`, `grid.columns` and similar attributes in rules. The grid
    draws itself with its boxes, cages and numbers, and players write into its cells.

    Args:
        rows: the number of rows.
        cols: the number of columns.
        values: the values that a cell can take.
        name: the name of the puzzle, for example in its id.
        title: the heading of its pictures and pages; the name by default.
        summary: one sentence about the puzzle.
        symbols: the symbols to write into cells for values that don't stand for themselves.
        words: the word for a value in hints.
        shaded: the values whose cells are dark.
        parted: whether to draw a heavy line between neighbours with different values, for example
            around pieces or along a loop.
        shapes: the name of a shape to draw for a symbol, from `board/static/shapes.js`.

    Raises:
        ModelError: if the size isn't positive or is too large, or two values have the same symbol.

    >>> import clew
    >>> grid = clew.Grid(2, 2, [1, 2], name="tiny")
    >>> grid.latin()
    latin()
    >>> grid.given((0, 0), 1)
    r1c1 == 1
    >>> print(clew.solve(grid))
    1 2
    2 1
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        values: Iterable[Value],
        name: str = "grid",
        *,
        title: str = "",
        summary: str = "",
        symbols: Mapping[Any, str] | None = None,
        words: Mapping[Any, str] | None = None,
        shaded: Iterable[Value] = (),
        parted: bool = False,
        shapes: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(name, title=title, summary=summary)
        if any(not isinstance(each, int) for each in (rows, cols)):
            said = f"a grid can't have {plainly(rows)} x {plainly(cols)} cells"
            raise ModelError(f"{said}: use whole numbers of rows and columns")
        if rows < 1 or cols < 1:
            said = f"a grid can't have {rows} x {cols} cells"
            raise ModelError(f"{said}: give it at least one row and one column")
        if rows * cols > MOST_CELLS:
            said = f"a grid can't have {rows:,} x {cols:,} cells"
            raise ModelError(f"{said}: {MOST_CELLS:,} is the maximum")
        self.height, self.width = rows, cols
        self.signs, self.shaded, self.parted = dict(symbols or {}), frozenset(shaded), parted
        self.shapes = tuple((shapes or {}).items())
        self.called = dict(words or {})
        self.printed: dict[Variable, str] = {}
        self.outlined: list[Sequence[Place]] = []
        self.caged: list[Sequence[Place]] = []
        self.edges: dict[tuple[str, int], tuple[Value, ...]] = {}
        names = [cell_name(cell, cols) for cell in range(rows * cols)]
        self.cells = list(self.variables(names, values).values())
        """The cells, row by row."""
        if self.signs:
            self._check_signs()

    def _check_signs(self) -> None:
        """Raise ModelError if two values have the same symbol."""
        known: dict[str, Value] = {}
        for value in self.cells[0].values:
            if (other := known.setdefault(self.symbol(value), value)) is not value:
                said = f"{other!r} and {value!r} have the same symbol {self.symbol(value)!r}"
                raise ModelError(f"{said}: give each value its own")

    # ------------------------------------------------------------ cells and lines

    def __getitem__(self, place: Any) -> Variable:
        """Return the cell at a row and column, both counted from 0, or the cell with that name."""
        if not isinstance(place, tuple):
            return super().__getitem__(place)
        row, col = place
        if not (0 <= row < self.height and 0 <= col < self.width):
            size = f"(0, 0) to ({self.height - 1}, {self.width - 1})"
            raise ModelError(f"there's no cell {place}: rows and columns go from {size}")
        found: Variable = self.cells[row * self.width + col]
        return found

    @property
    def rows(self) -> list[list[Variable]]:
        """The rows of cells, from top to bottom."""
        cells, width = self.cells, self.width
        return [cells[start : start + width] for start in range(0, len(cells), width)]

    @property
    def diagonals(self) -> list[list[Variable]]:
        """The two diagonals of a square grid."""
        if self.height != self.width:
            said = f"a grid of {self.height} x {self.width} cells has no diagonals"
            raise ModelError(f"{said}: only a square grid has them")
        rows, last = self.rows, self.width - 1
        down = [(row[n], row[last - n]) for n, row in enumerate(rows)]
        return [list(diagonal) for diagonal in zip(*down, strict=True)]

    @property
    def columns(self) -> list[list[Variable]]:
        """The columns of cells, from left to right."""
        return [list(column) for column in zip(*self.rows, strict=True)]

    def neighbours(self, row: int, col: int, *, diagonal: bool = False) -> list[Variable]:
        """Return the cells next to a cell.

        Args:
            row: the row of the cell, counted from 0.
            col: its column, counted from 0.
            diagonal: whether to include cells that touch only at a corner.

        >>> import clew
        >>> clew.Grid(3, 3, [0, 1]).neighbours(0, 0, diagonal=True)
        [r1c2, r2c1, r2c2]
        """
        steps = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
        near = [(row + dr, col + dc) for dr, dc in steps if diagonal or not dr or not dc]
        return [self[r, c] for r, c in near if 0 <= r < self.height and 0 <= c < self.width]

    @property
    def links(self) -> list[tuple[int, int]]:
        """The indexes of all pairs of neighbouring cells, in the form that `connected` takes."""
        return list(edges(self.height, self.width))

    def images(self) -> list[list[int]]:
        """Return every rotation and reflection of the grid that keeps its shape.

        Returns:
            A list for each of them, with the index of the cell that ends up in each place, row by
            row. The first one is the grid itself.

        >>> import clew
        >>> clew.Grid(1, 3, [0, 1]).images()[:2]
        [[0, 1, 2], [2, 1, 0]]
        """
        rows, cols = range(self.height), range(self.width)
        found = []
        for down in (rows, rows[::-1]):
            for across in (cols, cols[::-1]):
                found.append([r * self.width + c for r in down for c in across])
                if self.height == self.width:
                    found.append([r * self.width + c for c in across for r in down])
        return found

    # ------------------------------------------------------------ rules with a place on the board

    def latin(self) -> Rule:
        """Require that no value occurs twice in any row or column.

        Returns:
            The rule, which is already added.
        """
        return self._together("latin()", map(self.all_different, (*self.rows, *self.columns)))

    def boxes(self, height: int, width: int) -> Rule:
        """Divide the grid into boxes, and require that no value occurs twice in any of them.

        Args:
            height: the number of rows in a box.
            width: the number of columns in a box.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if the size isn't positive, or the grid can't be divided into such boxes.

        >>> import clew
        >>> grid = clew.Grid(4, 4, range(1, 5), name="small-sudoku")
        >>> rules = grid.latin(), grid.boxes(2, 2)
        >>> clew.count(grid)
        288
        """
        sizes: tuple[Any, Any] = (height, width)
        if not all(isinstance(each, int) and each > 0 for each in sizes):
            said = f"boxes can't have {plainly(height)} x {plainly(width)} cells"
            raise ModelError(f"{said}: use whole numbers of rows and columns, 1 or more")
        if self.height % height or self.width % width:
            said = f"can't divide {self.height} x {self.width} cells into {height} x {width} boxes"
            fit = f"{self.height} rows and {self.width} columns"
            raise ModelError(f"{said}: choose a height and a width that divide {fit}")
        rules = []
        for top in range(0, self.height, height):
            for left in range(0, self.width, width):
                box = [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
                rules.append(self.all_different([self[place] for place in box]))
                self.outline(box)
        return self._together(f"boxes({height}, {width})", rules)

    blocks = boxes

    def _house(self, rule: Rule) -> tuple[int, ...]:
        """Return the cells of an all-different rule if there are as many cells as values."""
        cells = cells_of(rule) if is_different(rule) else ()
        whole = len(cells) == len(self.cells[0].values) and max(cells) < len(self.cells)
        return cells if whole else ()

    def _record(
        self, each: Rule, label: str = "", clue: bool = False, mark: str = "",
        at: Variable | None = None, called: str | Callable[[Rule], str] = "",
    ) -> Stated:  # fmt: skip
        if not label and not called and is_different(each):
            called = self._name_of
        return super()._record(each, label, clue, mark, at, called)

    def _name_of(self, rule: Rule) -> str:
        """Return the name of an all-different rule's cells, such as "row 1", or "" without one."""
        cells = frozenset(cells_of(rule))
        if self._names is None or self._names[0] != len(self.stated):
            self._names = len(self.stated), dict(self._houses())
        return self._names[1].get(cells, ("", ""))[0]

    def _houses(self) -> Iterator[tuple[frozenset[int], tuple[str, str]]]:
        """Yield the cells of each house and each cage, with a name and the word for its role.

        A house that isn't a row, a column or a rectangular box is a region. Regions are numbered
        row by row.
        """
        for each in self.stated:
            if each.clue and len(places := self._caged_by(each)) > 1:
                first = cell_name(min(places), self.width)
                yield places, (f"no repeats in the cage at {first}", "")
        houses = [frozenset(cells) for each in self.stated if (cells := self._house(each.rule))]
        names = {house: house_name(house, *self.shape) for house in houses}
        roles = {house: role_of(house, self.width) for house in names}
        boxes, regions = [house for house in roles if roles[house] is Role.BOX], []
        if not all(names[house] for house in boxes):  # a row or column added twice is a region too
            twice = [house for house in names if houses.count(house) > 1]
            regions = sorted({*boxes, *twice}, key=min)
        for house, role in roles.items():
            if house in regions and role is Role.BOX:
                yield house, (f"region {regions.index(house) + 1}", "region")
            elif names[house]:
                yield house, (names[house], "" if role is Role.LINE else role.value)

    def _caged_by(self, stated: Stated) -> frozenset[int]:
        """Return the cells of a cage if a clue gives their sum, or else an empty set."""
        left = stated.rule.parts[0] if isinstance(stated.rule, Compare) else None
        if not isinstance(left, LinearExpression):
            return frozenset()
        return frozenset(part.index for part in left.terms if isinstance(part, Variable))

    def cage(
        self, places: Iterable[Place], *, total: int | None = None, product: int | None = None,
        difference: int | None = None, quotient: int | None = None, label: str = "",
        distinct: bool = False,
    ) -> Rule | None:  # fmt: skip
        """Draw a cage around some cells, and require its sum, product, difference or quotient.

        The cage has a heavy outline, or a dashed one if the grid has boxes or other outlines. A
        cage without a number is only drawn. The number is a clue, so a maker may change it.

        Args:
            places: the cells, as pairs of a row and a column, counted from 0.
            total: the sum of the cells.
            product: the product of the cells.
            difference: the difference between two cells.
            quotient: the larger of two cells divided by the smaller.
            label: the name of the rule in hints and errors.
            distinct: whether all values in the cage must differ, as in a killer Sudoku.

        Returns:
            The rule, which is already added, or None if the cage is only drawn.

        Raises:
            ModelError: if there are no cells or one isn't on the grid, or if a cage with a
                difference or a quotient doesn't have exactly two cells.

        >>> import clew
        >>> grid = clew.Grid(1, 2, range(1, 10))
        >>> rule = grid.cage([(0, 0), (0, 1)], total=17, distinct=True)
        >>> clew.count(grid)
        2
        """
        places = list(places)
        if not places:
            raise ModelError("a cage needs cells: pass at least one, such as [(0, 0)]")
        cells = [self[place] for place in places]
        goals, rules = {"+": total, "*": product, "-": difference, "/": quotient}, []
        for sign, goal in goals.items():
            if goal is not None:
                called = "" if label else f"the cage {{}}{sign} at {cells[0]}"
                rule = Compare(_caged(sign, cells), "==", goal)
                mark = f"{{}}{sign}"
                rules.append(self._state(rule, label, clue=True, mark=mark, called=called))
        if distinct and len(cells) > 1:
            rules.append(self.all_different(cells))
        self.caged.append(tuple(places))
        if len(rules) > 1:
            return self._together(f"cage at {cells[0]}", rules)
        return rules[0] if rules else None

    def set_clues(self, *clues: SetClue | str) -> Rule | None:
        """Add setters' clues, such as thermometers, arrows and dots.

        Args:
            *clues: objects such as `Thermometer((0, 1, 2))`, or the same as a string: `t0-1-2`.
                Cells are numbered row by row from 0.

        Returns:
            The rule that all of them hold, which is already added, or None if there are no clues.

        Raises:
            ModelError: if a string isn't a clue, or a cell isn't on the grid.

        >>> import clew
        >>> grid = clew.Grid(1, 3, [1, 2, 3])
        >>> grid.set_clues("t2-1-0")
        set_clues(t2-1-0)
        >>> clew.solve(grid.without(grid.clues_set[0])).solution, clew.count(grid)
        ((1, 1, 1), 1)
        """
        from clew.model.setters import read_clues

        stated: list[Rule] = []
        for clue in clues:
            try:
                several = list(read_clues(clue)) if isinstance(clue, str) else [clue]
            except ValueError as error:
                raise ModelError(str(error)) from None
            for each in several:
                stated += self._set(each)
        named = f"set_clues({'; '.join(map(str, clues))})"
        return self._together(named, stated) if stated else None

    def _set(self, clue: SetClue) -> list[Rule]:
        """Add the rules of a setters' clue, and its picture."""
        if not all(cell < len(self.cells) for cell in clue.cells):
            said = f"the {clue.word} {clue} doesn't fit on this grid"
            last = len(self.cells) - 1
            raise ModelError(f"{said}: its cells are numbered from 0 to {last}, row by row")
        cells, before = [self.cells[cell] for cell in clue.cells], len(self.stated)
        label = f"the {clue.word} at {cells[0]}"
        rules = [self._state(rule, label) for rule in clue.rules(cells)]
        self._marks = (*self._marks, (clue, tuple(self.stated[before:])))
        return rules

    _marks: tuple[tuple[SetClue, tuple[Stated, ...]], ...] = ()
    """The setters' clues, each with its rules."""

    @property
    def clues_set(self) -> tuple[SetClue, ...]:
        """The setters' clues."""
        return tuple(clue for clue, _ in self._marks)

    def without(self, clue: SetClue | Place, /) -> Self:
        """Return the same grid without one of its clues.

        Args:
            clue: a setters' clue of the grid, or the row and the column of a given.

        Raises:
            ModelError: if the grid doesn't have the clue.
            ValueError: if the cell isn't on the grid.
        """
        if isinstance(clue, tuple):
            entries = list(self.givens)
            entries[self.find_cell(clue)] = 0
            return self.with_entries(entries)
        if clue not in self.clues_set:
            fix = advice(clue, [*map(str, self.clues_set)]) if self._marks else "it has none"
            raise ModelError(f"the grid has no clue {clue}: {fix}")
        at = self.clues_set.index(clue)
        gone = set(map(id, self._marks[at][1]))
        made = self._copy([each for each in self.stated if id(each) not in gone])
        made._marks = (*self._marks[:at], *self._marks[at + 1 :])
        return made

    def draw(self, pen: Pen) -> None:
        """Draw the setters' clues.

        Args:
            pen: the pen to draw with.
        """
        for clue in self.clues_set:
            clue.draw(pen)

    def fill(self, values: Filled) -> Rule | None:
        """Fill in givens.

        Args:
            values: a value for each cell, row by row, with 0 or None for a blank; or a dictionary
                from a cell's name or place to its value; or a string with a symbol for each cell
                and `.` for a blank.

        Returns:
            The rule that all the givens hold, which is already added, or None without any givens.

        Raises:
            ModelError: if there are too few or too many values, or one doesn't fit its cell.

        >>> import clew
        >>> grid = clew.Grid(2, 2, [1, 2])
        >>> filled = grid.fill("1..2")
        >>> filled = grid.fill({"r1c2": 2, (1, 0): 2})
        >>> grid.givens
        (1, 2, 2, 2)
        """
        try:
            rules = [
                self.given(self.cells[cell], found)
                for cell, value, typed in placed(self, values)
                for found in self.find_value(self.cells[cell], value, typed)
            ]
        except ValueError as error:
            raise ModelError(str(error)) from None
        name = f"fill({len(rules)} given{'s' * (len(rules) != 1)})"
        return self._together(name, rules) if rules else None

    def number(
        self, cell: Place, value: int, expression: Expression, label: str = "", mark: str = "{}"
    ) -> Rule:
        """Write a number into the corner of a cell, and require that an expression equals it.

        The number is a clue, so a maker may change it.

        Args:
            cell: the row and the column of the cell, counted from 0.
            value: the number.
            expression: an expression of cells.
            label: the name of the rule in hints and errors.
            mark: how to write the number, with `{}` in its place.

        Returns:
            The rule, which is already added.

        Raises:
            ModelError: if the cell isn't on the grid, the expression is a constant, or the mark has
                other braces.

        >>> import clew
        >>> grid = clew.Grid(1, 3, [0, 1])
        >>> grid.number((0, 1), 2, grid[0, 0] + grid[0, 2])
        r1c1 + r1c3 == 2
        >>> grid.stated[0].label
        'the 2 in r1c2'
        """
        at, called = self[cell], "" if label else f"the {{}} in {self[cell]}"
        return self._state(_equal(expression, value), label, True, mark, at, called)

    def print(self, cell: Place, text: str) -> None:
        """Write text into the corner of a cell. The text is only drawn and isn't a rule.

        Args:
            cell: the row and the column of the cell, counted from 0.
            text: the text.

        Raises:
            ModelError: if the cell isn't on the grid.
        """
        self.printed[self[cell]] = text

    def outline(self, places: Iterable[Place]) -> None:
        """Draw a heavy line around some cells. The line is only drawn and isn't a rule.

        Args:
            places: the cells, as pairs of a row and a column, counted from 0.
        """
        self.outlined.append(tuple(places))

    @property
    def walls(self) -> set[tuple[int, int]]:
        """The pairs of neighbours with a heavy line between them.

        Outlines have heavy lines, and so do cages if nothing is outlined.
        """
        walls: set[tuple[int, int]] = set()
        for places in self.outlined or self.caged:
            inside = {row * self.width + col for row, col in places}
            walls.update(pair for pair in self.links if (pair[0] in inside) != (pair[1] in inside))
        return walls

    def edge(
        self, side: str, line: int, clue: Any, expression: Expression | None = None
    ) -> Rule | None:
        """Write a clue at the edge of the grid, and require that an expression equals it.

        Args:
            side: "left" or "right" for a row's clue, "top" or "bottom" for a column's clue.
            line: the row or the column, counted from 0.
            clue: the number, or several in a list. If there's an expression, a maker may change the
                number.
            expression: an expression of cells, or None to only write the clue.

        Returns:
            The rule, which is already added, or None if the clue is only written.

        Raises:
            ModelError: if there's no such side or line, or the expression is a constant.

        >>> import clew
        >>> grid = clew.Grid(2, 2, range(1, 10))
        >>> grid.edge("top", 0, 5, sum(grid.columns[0]))
        r1c1 + r2c1 == 5
        >>> grid.stated[0].label
        'the 5 at the top of column 1'
        """
        self.line(side, line)
        if expression is None:
            self.edges[side, line] = _several(clue)
            return None
        word = "row" if side in ("left", "right") else "column"
        called = f"the {{}} at the {side} of {word} {line + 1}"
        rule = _equal(expression, clue)
        return self._state(rule, clue=True, mark=f"{side} {line}", called=called)

    def line(self, side: str, line: int) -> list[Variable]:
        """Return the cells of a row or a column as seen from one side, nearest first.

        Args:
            side: "left" or "right" for a row, "top" or "bottom" for a column.
            line: the row or the column, counted from 0.

        Raises:
            ModelError: if there's no such side or line.

        >>> import clew
        >>> clew.Grid(1, 3, [0, 1]).line("right", 0)
        [r1c3, r1c2, r1c1]
        """
        if side not in SIDES:
            raise ModelError(f"there's no side {shown(side)}: {advice(side, SIDES)}")
        lines, word = (self.rows, "row") if side in ("left", "right") else (self.columns, "column")
        if line not in range(len(lines)):
            there = "there's only 0" if len(lines) == 1 else f"choose from 0 to {len(lines) - 1}"
            raise ModelError(f"there's no {word} {shown(line)}: {there}")
        cells = lines[line]
        return cells[::-1] if side in ("right", "bottom") else cells

    # ------------------------------------------------------------ as a board

    @property
    def variables_shown(self) -> list[Variable]:
        return self.cells

    @property
    def shape(self) -> tuple[int, int]:
        return self.height, self.width

    def symbol(self, value: Any) -> str:
        sign: str = self.signs.get(value, str(value))
        return sign

    def word(self, value: Any) -> str:
        word: str = self.called.get(value, str(value))
        return word

    def corner(self, variable: Variable) -> str:
        marked = (c for c in self.stated if c.clue and "{}" in c.mark)
        first = (c for c in marked if (c.rule.variables()[0] if c.at is None else c.at) is variable)
        said = [clue.mark.format(clue.goal) for clue in first]
        return " ".join([self.printed[variable], *said] if variable in self.printed else said)

    def sheet(self, entries: Sequence[int], /) -> Board:
        """Draw the grid with some cells filled in.

        Args:
            entries: an entry for each cell, row by row, with 0 for a blank.
        """
        if (board := self._as_twin(entries)) is not None:
            return board
        cells = tuple(map(self._cell, self.cells, entries, self.givens))
        walls = frozenset(self.walls | self._parts(entries))
        return Board(
            self.height, self.width, cells, self.heading(), walls, self.drawing,
            shapes=self.shapes,
        )  # fmt: skip

    @property
    def drawing(self) -> Drawing:
        """All marks on the board other than entries and walls."""
        caged = self.caged if self.outlined else ()
        cages = (tuple(row * self.width + col for row, col in places) for places in caged)
        outlines = (Outline(cage, dashed=True, words="cage") for cage in cages)
        pen = Pen()
        self.draw(pen)
        return (
            *outlines, *self._corners(), *self._signs_between(), *self._at_edges(), *pen.drawing
        )  # fmt: skip

    def _as_twin(self, entries: Sequence[int]) -> Board | None:
        """Draw the grid like the family that recognises it. Return None if it looks the same."""
        known = self._seen().twin
        if known is None or known.is_cell_by_cell or self.signs or self.shapes or self.shaded:
            return None
        values, entry = self.compiled()[1].values, known.twin.entry
        filled = [entry[values[code]] if code else 0 for code in entries]
        board: Board = known.puzzle.sheet(filled)
        return replace(board, title=self.heading())

    def brief(self) -> Brief:
        """Return the rules to list. A registered kind lists none because its summary has them."""
        if self.stated_as is None:
            return super().brief()
        return tuple((wanted, "rule") for wanted in self._wanted())

    def told(self, stated: Stated) -> str:
        """Return a rule's line in the list next to the board.

        All rows share one line, as do all columns and all boxes, unless they have labels.

        Args:
            stated: the rule.
        """
        name = self._name_of(stated.rule) if is_different(stated.rule) else ""
        if not name or stated.label != name:
            return stated.label
        assert self._names is not None
        role = self._names[1][frozenset(cells_of(stated.rule))][1]
        return f"all values differ in each {role}" if role else name

    def _cell(self, variable: Variable, entry: int, given: int) -> Cell:
        drawn = super()._cell(variable, entry, given)
        dark = bool(entry) and self.compiled()[1].values[entry] in self.shaded
        return replace(drawn, shaded=True) if dark else drawn

    def _parts(self, entries: Sequence[int]) -> set[tuple[int, int]]:
        """Return neighbours with different values, if the grid draws lines between them."""
        if not self.parted:
            return set()
        return {
            (a, b) for a, b in self.links if entries[a] and entries[b] and entries[a] != entries[b]
        }

    def _signs_between(self) -> Drawing:
        """Return the < and > signs between neighbours, leaving out rules of setters' clues."""
        drawn_by_clues = {id(each) for _, rules in self._marks for each in rules}
        plain = (each for each in self.stated if id(each) not in drawn_by_clues)
        pairs = (smaller(each.rule) for each in plain)
        near = {*self.links}
        drawn = {pair for pair in pairs if pair and (min(pair), max(pair)) in near}
        return tuple(Text((min(pair), max(pair)), mark_of(*pair)) for pair in sorted(drawn))

    def _at_edges(self) -> Drawing:
        clues = (c for c in self.clues() if "{}" not in c.mark)
        ruled = {tuple(c.mark.split()): _several(c.goal) for c in clues}
        plain = {(side, str(line)): clue for (side, line), clue in self.edges.items()}
        return tuple(
            Text((where[0], int(where[1])), " ".join(map(str, clue)))
            for where, clue in (plain | ruled).items()
            if len(where) == 2
        )


def _several(clue: Any) -> tuple[Any, ...]:
    return tuple(clue) if isinstance(clue, list | tuple) else (clue,)


def _equal(expression: Expression, clue: Any) -> Rule:
    """Return a rule that requires an expression to equal a clue."""
    if not isinstance(expression, Expression):
        said = f"the clue {plainly(clue)} can't be about {plainly(expression)}"
        raise ModelError(f"{said}: pass an expression of cells, such as sum(g.rows[0])")
    rule: Rule = expression == clue
    return rule


def _caged(sign: str, cells: Sequence[Variable]) -> Expression:
    """Return the sum, product, difference or quotient of a cage's cells."""
    if sign == "+":
        return add_up(cells)
    if sign == "*":
        return reduce(mul, cells)
    if len(cells) != 2:
        word = "difference" if sign == "-" else "quotient"
        raise ModelError(f"a cage with a {word} needs exactly 2 cells: this one has {len(cells)}")
    return abs(cells[0] - cells[1]) if sign == "-" else Function("quotient", quotient, cells)


def quotient(first: int, second: int) -> int:
    """Divide the larger of two numbers by the smaller, or return 0 if there's a remainder."""
    low, high = abs(first), abs(second)
    if low > high:
        low, high = high, low
    return high // low if low and high % low == 0 else 0
