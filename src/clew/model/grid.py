"""Grid: a problem whose variables are the cells of a grid, which draws, plays and reads itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Any, Self

from clew.board.board import Board, Cell
from clew.board.pen import Drawing, Outline, Pen, Text
from clew.core.arguments import plainly
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
"""A row and a column, from 0 on."""
MOST_CELLS = 1_000_000
SIDES = ("left", "right", "top", "bottom")


class Grid(Formed):
    """A problem whose variables are the cells of a grid.

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
        """`symbols` are written for values, and hints call them by `words`.

        `shaded` values darken their cells, and `parted` cells have a heavy line between
        different values: a loop, or pieces. `shapes` are drawn instead of what is written: names of
        `board/static/shapes.js`.
        """
        super().__init__(name, title=title, summary=summary)
        if any(not isinstance(each, int) for each in (rows, cols)):
            said = f"a grid can't have {plainly(rows)} x {plainly(cols)} cells"
            raise ModelError(f"{said}: give whole numbers of rows and columns")
        if rows < 1 or cols < 1:
            raise ModelError(f"found {rows} x {cols} cells, expected at least one")
        if rows * cols > MOST_CELLS:
            said = f"a grid can't have {rows:,} x {cols:,} cells"
            raise ModelError(f"{said}: give it {MOST_CELLS:,} at most")
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
        """ModelError if two values are written alike."""
        known: dict[str, Value] = {}
        for value in self.cells[0].values:
            if (other := known.setdefault(self.symbol(value), value)) is not value:
                said = f"found the symbol {self.symbol(value)!r} for {other!r} and {value!r}"
                raise ModelError(f"{said}, expected one for each")

    # ------------------------------------------------------------ cells and lines

    def __getitem__(self, place: Any) -> Variable:
        """The cell in a row and a column, both from 0 on; or the variable of that name."""
        if not isinstance(place, tuple):
            return super().__getitem__(place)
        row, col = place
        if not (0 <= row < self.height and 0 <= col < self.width):
            size = f"(0, 0) to ({self.height - 1}, {self.width - 1})"
            raise ModelError(f"found the cell {place}, expected {size}")
        found: Variable = self.cells[row * self.width + col]
        return found

    @property
    def rows(self) -> list[list[Variable]]:
        cells, width = self.cells, self.width
        return [cells[start : start + width] for start in range(0, len(cells), width)]

    @property
    def diagonals(self) -> list[list[Variable]]:
        """The two diagonals of a square grid."""
        if self.height != self.width:
            raise ModelError(f"found {self.height} x {self.width} cells, expected a square")
        rows, last = self.rows, self.width - 1
        down = [(row[n], row[last - n]) for n, row in enumerate(rows)]
        return [list(diagonal) for diagonal in zip(*down, strict=True)]

    @property
    def columns(self) -> list[list[Variable]]:
        return [list(column) for column in zip(*self.rows, strict=True)]

    def neighbours(self, row: int, col: int, *, diagonal: bool = False) -> list[Variable]:
        """The cells beside a cell."""
        steps = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
        near = [(row + dr, col + dc) for dr, dc in steps if diagonal or not dr or not dc]
        return [self[r, c] for r, c in near if 0 <= r < self.height and 0 <= c < self.width]

    @property
    def links(self) -> list[tuple[int, int]]:
        """The places of all cells that stand side by side, as `connected` takes them."""
        return list(edges(self.height, self.width))

    def images(self) -> list[list[int]]:
        """The grid turned and mirrored in every way that keeps its shape: a cell for each place."""
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
        """No value stands twice in a row or a column."""
        return self._together("latin()", map(self.all_different, (*self.rows, *self.columns)))

    def boxes(self, height: int, width: int) -> Rule:
        """No value stands twice in a box of so many rows and columns."""
        sizes: tuple[Any, Any] = (height, width)
        if not all(isinstance(each, int) and each > 0 for each in sizes):
            said = f"boxes can't have {plainly(height)} x {plainly(width)} cells"
            raise ModelError(f"{said}: give whole numbers of rows and columns, 1 or more")
        rules = []
        for top in range(0, self.height, height):
            for left in range(0, self.width, width):
                box = [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
                rules.append(self.all_different([self[place] for place in box]))
                self.outline(box)
        return self._together(f"boxes({height}, {width})", rules)

    blocks = boxes

    def _house(self, rule: Rule) -> tuple[int, ...]:
        """The cells of a rule that makes cells differ, if it has one for each value; or ()."""
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
        """What cells that differ are called by where they lie; empty if there's no word for it."""
        cells = frozenset(cells_of(rule))
        if self._names is None or self._names[0] != len(self.stated):
            self._names = len(self.stated), dict(self._houses())
        return self._names[1].get(cells, ("", ""))[0]

    def _houses(self) -> Iterator[tuple[frozenset[int], tuple[str, str]]]:
        """The cells of each house with its name and the word for its role; and those of cages.

        Boxes of any other shape are regions, counted row by row.
        """
        for each in self.stated:
            if each.clue and len(places := self._caged_by(each)) > 1:
                first = cell_name(min(places), self.width)
                yield places, (f"no value twice in the cage at {first}", "")
        houses = [frozenset(cells) for each in self.stated if (cells := self._house(each.rule))]
        names = {house: house_name(house, *self.shape) for house in houses}
        roles = {house: role_of(house, self.width) for house in names}
        boxes, regions = [house for house in roles if roles[house] is Role.BOX], []
        if not all(names[house] for house in boxes):  # a line that is stated twice is a region too
            twice = [house for house in names if houses.count(house) > 1]
            regions = sorted({*boxes, *twice}, key=min)
        for house, role in roles.items():
            if house in regions and role is Role.BOX:
                yield house, (f"region {regions.index(house) + 1}", "region")
            elif names[house]:
                yield house, (names[house], "" if role is Role.LINE else role.value)

    def _caged_by(self, stated: Stated) -> frozenset[int]:
        """The cells of a clue that is the sum of a cage."""
        left = stated.rule.parts[0] if isinstance(stated.rule, Compare) else None
        if not isinstance(left, LinearExpression):
            return frozenset()
        return frozenset(part.index for part in left.terms if isinstance(part, Variable))

    def cage(
        self, places: Iterable[Place], *, total: int | None = None, product: int | None = None,
        difference: int | None = None, quotient: int | None = None, label: str = "",
        distinct: bool = False,
    ) -> Rule | None:  # fmt: skip
        """Cells that add up, multiply or differ to a number, with a line around them.

        It is a heavy line, and a dashed one where heavy lines outline something else. Without a
        number it's only drawn. In a `distinct` cage, as in a killer, no value stands twice.
        """
        places = list(places)
        if not places:
            raise ModelError("found a cage of no cells, expected at least one")
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
        """State setters' clues, such as `Thermometer((0, 1, 2))`, or the same as texts: `t0-1-2`.

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
        if not all(cell < len(self.cells) for cell in clue.cells):
            said = f"the {clue.word} {clue} can't be on a grid of {len(self.cells)} cells"
            raise ModelError(f"{said}: cells are numbered from 0 on, row by row")
        cells, before = [self.cells[cell] for cell in clue.cells], len(self.stated)
        label = f"the {clue.word} at {cells[0]}"
        rules = [self._state(rule, label) for rule in clue.rules(cells)]
        self._marks = (*self._marks, (clue, tuple(self.stated[before:])))
        return rules

    _marks: tuple[tuple[SetClue, tuple[Stated, ...]], ...] = ()
    """Setters' clues, each with the rules that it states."""

    @property
    def clues_set(self) -> tuple[SetClue, ...]:
        """The setters' clues."""
        return tuple(clue for clue, _ in self._marks)

    def without(self, clue: SetClue | Place, /) -> Self:
        """The same grid without one of its setters' clues, or without the given in a cell."""
        if isinstance(clue, tuple):
            entries = list(self.givens)
            entries[self.find_cell(clue)] = 0
            return self.with_entries(entries)
        if clue not in self.clues_set:
            there = ", ".join(map(str, self.clues_set)) or "none"
            raise ModelError(f"there's no clue {clue} to take away: there are {there}")
        at = self.clues_set.index(clue)
        gone = set(map(id, self._marks[at][1]))
        made = self._copy([each for each in self.stated if id(each) not in gone])
        made._marks = (*self._marks[:at], *self._marks[at + 1 :])
        return made

    def draw(self, pen: Pen) -> None:
        """Draw the setters' clues."""
        for clue in self.clues_set:
            clue.draw(pen)

    def fill(self, values: Filled) -> Rule | None:
        """State givens: a value for each cell, 0 or None for a blank; by name; or as a text.

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
        return self._together(f"fill({len(rules)} givens)", rules) if rules else None

    def number(
        self, cell: Place, value: int, expression: Expression, label: str = "", mark: str = "{}"
    ) -> Rule:
        """A number written in a cell, as the mark shows it: the expression equals it."""
        at, called = self[cell], "" if label else f"the {{}} in {self[cell]}"
        return self._state(_equal(expression, value), label, True, mark, at, called)

    def print(self, cell: Place, text: str) -> None:
        """Write a text in the corner of a cell: it is no rule."""
        self.printed[self[cell]] = text

    def outline(self, places: Iterable[Place]) -> None:
        """Draw a heavy line around some cells."""
        self.outlined.append(tuple(places))

    @property
    def walls(self) -> set[tuple[int, int]]:
        """The neighbours with just one inside an outline; of cages, if nothing is outlined."""
        walls: set[tuple[int, int]] = set()
        for places in self.outlined or self.caged:
            inside = {row * self.width + col for row, col in places}
            walls.update(pair for pair in self.links if (pair[0] in inside) != (pair[1] in inside))
        return walls

    def edge(
        self, side: str, line: int, clue: Any, expression: Expression | None = None
    ) -> Rule | None:
        """A clue beside a row (left, right) or a column (top, bottom), from 0 on.

        With an expression it is also a rule: the expression equals the clue.
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
        """The cells of a row or a column as seen from a side, the nearest first."""
        if side not in SIDES:
            raise ModelError(f"found the side {side!r}, expected one of {', '.join(SIDES)}")
        lines = self.rows if side in ("left", "right") else self.columns
        if line not in range(len(lines)):
            raise ModelError(f"{side}: found line {line}, expected 0 to {len(lines) - 1}")
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
        """Everything that is drawn besides the entries and walls."""
        caged = self.caged if self.outlined else ()
        cages = (tuple(row * self.width + col for row, col in places) for places in caged)
        outlines = (Outline(cage, dashed=True, words="cage") for cage in cages)
        pen = Pen()
        self.draw(pen)
        return (
            *outlines, *self._corners(), *self._signs_between(), *self._at_edges(), *pen.drawing
        )  # fmt: skip

    def _as_twin(self, entries: Sequence[int]) -> Board | None:
        """The picture of a family that draws otherwise, unless the grid has a look of its own."""
        known = self._seen().twin
        if known is None or known.is_cell_by_cell or self.signs or self.shapes or self.shaded:
            return None
        values, entry = self.compiled()[1].values, known.twin.entry
        filled = [entry[values[code]] if code else 0 for code in entries]
        board: Board = known.puzzle.sheet(filled)
        return replace(board, title=self.heading())

    def brief(self) -> Brief:
        """The rules; those of a kind are told by its summary."""
        if self.stated_as is None:
            return super().brief()
        return tuple((wanted, "rule") for wanted in self._wanted())

    def told(self, stated: Stated) -> str:
        """Houses are told together by their role, unless they have labels of their own."""
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
        """The neighbours of different values, where a line parts them."""
        if not self.parted:
            return set()
        return {
            (a, b) for a, b in self.links if entries[a] and entries[b] and entries[a] != entries[b]
        }

    def _signs_between(self) -> Drawing:
        """Return the signs between neighbours, of rules that one is smaller than the other.

        A setter's clue draws the rules that it states itself.
        """
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
    """The rule that an expression equals a clue."""
    if not isinstance(expression, Expression):
        said = f"the clue {plainly(clue)} can't be about {plainly(expression)}"
        raise ModelError(f"{said}: give an expression of cells, such as sum(g.rows[0])")
    rule: Rule = expression == clue
    return rule


def _caged(sign: str, cells: Sequence[Variable]) -> Expression:
    """What the cells of a cage come to."""
    if sign == "+":
        return add_up(cells)
    if sign == "*":
        return reduce(mul, cells)
    if len(cells) != 2:
        raise ModelError(f"found {len(cells)} cells in a cage of {sign}, expected 2")
    return abs(cells[0] - cells[1]) if sign == "-" else Function("quotient", quotient, cells)


def quotient(first: int, second: int) -> int:
    """The larger of two numbers by the smaller; 0 if that is no whole number."""
    low, high = abs(first), abs(second)
    if low > high:
        low, high = high, low
    return high // low if low and high % low == 0 else 0
