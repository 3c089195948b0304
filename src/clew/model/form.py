"""The form of a grid: its rules as sets of cells, and the family that recognises them.

A family's `face` module can define `recognise(form)`. That function compares sets of cells, never
names, and returns a `Twin`: a puzzle of the family with the same solutions. The twin gives a grid
the family's kernels, techniques and maker, no matter who defined the grid. Solutions are still
checked against the sets of cells in the rules, independently of any family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from operator import attrgetter, lt, methodcaller
from typing import TYPE_CHECKING, Any, Self

from clew.core.capabilities import CellByCell, RatedTogether, capability
from clew.core.faces import CSP, Faces
from clew.core.forms import GridForm, Twin
from clew.core.grid import GridSolution
from clew.core.puzzle import CellPuzzle
from clew.core.registry import find, recognisers
from clew.model.expressions import (
    Compare,
    Expression,
    LinearExpression,
    Over,
    Rule,
    Value,
    Variable,
)
from clew.model.own import CHANGED
from clew.model.problem import Problem
from clew.model.stated import Stated, parts_of, value_stated

if TYPE_CHECKING:
    from clew.explanations.explanation import Explainer
    from clew.generators.maker import Maker


MOST_NUMBERED = 62
"""The largest value that can serve as its own code in a CSP."""


class TwinOf:
    """A grid from its family's point of view."""

    def __init__(self, twin: Twin, given: Mapping[int, Value], cells: int) -> None:
        entries = [twin.entry[given[cell]] if cell in given else 0 for cell in range(cells)]
        self.twin = twin
        self.puzzle = twin.puzzle.with_entries(entries) if given else twin.puzzle
        """The twin with the grid's givens."""
        self.is_cell_by_cell = capability(self.puzzle, CellByCell) is not None
        self.is_plain = twin.is_plain and self.is_cell_by_cell
        """True if the twin's solutions are also the grid's, without translation."""

    def solution(self, face: type, found: Any, width: int) -> GridSolution:
        """Translate a solution of the twin to a solution of the grid."""
        solution = self.puzzle.translate(face, found)
        if self.is_plain:
            return solution  # type: ignore[no-any-return]  # it has the same cells
        entries = self.puzzle.entries(solution)
        if self.twin.is_plain:
            return GridSolution.of(entries, width)
        return GridSolution.of(map(self.twin.values.__getitem__, entries), width)

    def faces(self) -> Faces:
        """Return the family's faces, followed by the constraints of the grid itself."""
        made: dict[type, Any] = {}
        for face in self.puzzle.faces:
            if face is not CSP:
                made[face] = partial(self._face, self.puzzle.faces[face])
        return Faces({**made, CSP: methodcaller("csp")})

    def _face(self, of_twin: Callable[[Any], Any], grid: Formed) -> Any:
        return of_twin(self.puzzle)


class Seen:
    """The result of analysing a grid's rules: its form, and the family that recognises it."""

    def __init__(self, grid: Formed) -> None:
        self.grid = grid
        self.variables, self.rules = len(grid.known), len(grid.stated)
        self.form: GridForm | None = None
        self.twin: TwinOf | None = None
        """The grid from its family's point of view, if it has a family."""
        self.judge: Callable[[Any], bool] | None = None
        """A fast check of a whole solution, independent of any family."""
        whole = grid.objective is None and len(grid.known) == len(grid.cells)
        self.family: Twin | None = None
        """The twin that a family returned for this form, if one recognises it."""
        if whole and (found := grid_form(grid)) is not None:
            self.form, given = found
            self.judge = judge(self.form, given)
            twin = twin_of(self.form)
            if twin is not None and all(map(twin.entry.get, given.values())):
                self.family = twin
                if twin.puzzle is not None:
                    self.twin = TwinOf(twin, given, len(grid.cells))
        self.faces: Faces = BY_RULES if self.twin is None else self.twin.faces()

    @cached_property
    def region(self) -> Callable[[int], str] | None:
        """A function that returns the name of a cell's row, if techniques for numbers apply.

        They apply if every cell is in a house, all other rules are signs or pairs that differ, and
        the values are numbers that are written as such. Otherwise, this is None.
        """
        form, grid = self.form, self.grid
        if form is None or form.counts or form.sums:
            return None
        values = form.values
        if not all(isinstance(value, int) and 1 <= value <= MOST_NUMBERED for value in values):
            return None
        if any({grid.symbol(value), grid.word(value)} != {str(value)} for value in values):
            return None
        houses = [cells for cells in form.differ if len(cells) == len(values)]
        if len(frozenset().union(*houses)) < len(grid.cells):
            return None
        return lambda cell: f"row {cell // form.width + 1}"

    @cached_property
    def rate_together(self) -> Any:
        """A function that rates many such grids at once, if the family has one."""
        twin = self.twin
        plain = twin is not None and twin.is_plain and self.region is not None
        offer = capability(twin.puzzle, RatedTogether) if twin is not None and plain else None
        return _rate_twins if offer is not None and offer.rate_together is not None else None


BY_RULES = Faces({CSP: methodcaller("csp")})


def _rate_twins(grids: Sequence[Formed], uniqueness: bool) -> Sequence[Any]:
    twins = [known.puzzle for grid in grids if (known := grid._seen().twin) is not None]
    rated: Sequence[Any] = twins[0].rate_together(twins, uniqueness)
    return rated


@lru_cache(maxsize=256)
def twin_of(form: GridForm) -> Twin | None:
    """Return the twin of a form from the first family that recognises it."""
    return next(filter(None, (recognise(form) for recognise in recognisers())), None)


GIVEN, DIFFER, LESS, COUNT, SUM = "given", "differ", "less", "count", "sum"


def grid_form(grid: Formed) -> tuple[GridForm, dict[int, Value]] | None:
    """Return a grid's form and its givens by cell, or None if a form can't express its rules."""
    said: dict[str, set[Any]] = {each: set() for each in (DIFFER, LESS, COUNT, SUM)}
    given: dict[int, Value] = {}
    for rule in (part for each in grid.stated for part in parts_of(each.rule)):
        sort, says = said_of(rule)
        if sort == GIVEN:
            variable, value = says
            if value not in variable.choices or given.get(variable.index, value) != value:
                return None
            given[variable.index] = value
        elif sort:
            said[sort].add(says)
        else:
            return None
    return GridForm(
        grid.height, grid.width, grid.cells[0].values, *map(frozenset, said.values())
    ), given


def said_of(rule: Rule) -> tuple[str, Any]:
    """Return the sort and the content of a rule about cells.

    The sort is "" if a form can't express the rule.
    """
    if (given := value_stated(rule)) is not None:
        return GIVEN, given
    if is_different(rule) and (cells := cells_of(rule)):
        return DIFFER, frozenset(cells)
    if not isinstance(rule, Compare):
        return "", None
    if (pair := smaller(rule)) is not None:
        return LESS, pair
    if rule.symbol == "!=" and (cells := cells_of(rule)):
        return DIFFER, frozenset(cells)
    if (count := _count(rule)) is not None:
        return COUNT, count
    return (SUM, total) if (total := _sum(rule)) is not None else ("", None)


def is_different(rule: Rule) -> bool:
    """Check whether a rule says only that all of its parts differ."""
    return isinstance(rule, Over) and rule.rule.distinct == ()


def cells_of(rule: Rule) -> tuple[int, ...]:
    """Return the cells of a rule if its parts are plain, distinct cells, or () otherwise."""
    parts = rule.parts
    if not all(part.__class__ is Variable for part in parts) or len(set(parts)) < len(parts):
        return ()
    return tuple([part.index for part in parts])


def smaller(rule: Rule) -> tuple[int, int] | None:
    """Return the cells of a rule such as `a < b`, the smaller first, or None for other rules."""
    if not isinstance(rule, Compare) or rule.symbol not in ("<", ">"):
        return None
    cells = cells_of(rule)
    if len(cells) != 2:
        return None
    return (cells[0], cells[1]) if rule.symbol == "<" else (cells[1], cells[0])


def _count(rule: Compare) -> tuple[frozenset[int], Value, str, int] | None:
    """Return the cells, the value, the relation and the number of a rule that counts a value."""
    left, right = rule.parts
    if not isinstance(left, LinearExpression) or isinstance(right, Expression) or left.constant:
        return None
    if rule.symbol not in ("==", "<=", "<") or set(left.terms.values()) != {1}:
        return None
    counted = dict(map(_counted, left.parts))
    values = set(counted.values())
    if None in values or len(values) > 1 or len(counted) < len(left.parts):
        return None
    at_most = right - 1 if rule.symbol == "<" else right
    return frozenset(counted), values.pop(), "==" if rule.symbol == "==" else "<=", at_most


def _sum(rule: Compare) -> tuple[frozenset[int], int] | None:
    """Return the cells and the total of a rule about a sum of cells, or None for other rules."""
    left, right = rule.parts
    if not isinstance(left, LinearExpression) or not isinstance(right, int) or left.constant:
        return None
    if set(left.terms.values()) != {1} or rule.symbol != "==":
        return None
    cells = frozenset(term.index for term in left.terms if isinstance(term, Variable))
    return (cells, right) if len(cells) == len(left.terms) else None


def _counted(term: Expression) -> tuple[int, Value]:
    """Return the cell and the value that a term counts. For other terms, the value is None."""
    if isinstance(term, Variable) and term.choices.are_bits:
        return term.index, 1
    if isinstance(term, Compare) and (says := value_stated(term)) is not None:
        return says[0].index, says[1]
    return -1, None


class OfGrid:
    """An attribute that depends on a grid's form. On the class, it's the attribute of `Problem`."""

    def __set_name__(self, kind: type, name: str) -> None:
        self.found = attrgetter(name)
        self.default = getattr(Problem, name, None)

    def __get__(self, grid: Formed | None, kind: type) -> Any:
        return self.default if grid is None else self.found(grid._seen())


class Formed(Problem):
    """A problem with a grid's cells as variables, and with everything that its family provides."""

    height: int
    width: int
    cells: list[Variable]
    """The cells, row by row."""
    caged: list[Sequence[tuple[int, int]]]
    """The cells of each cage, as pairs of a row and a column."""
    cage: Callable[..., Rule | None]
    _marks: tuple[tuple[Any, tuple[Stated, ...]], ...] = ()
    """The setters' clues, each with its rules."""
    _names: tuple[int, dict[frozenset[int], tuple[str, str]]] | None = None
    """The number of rules when the houses were named, and the names."""
    _kept: Seen | None = None

    def _seen(self) -> Seen:
        """Return the grid's form and its family, updated if the rules have changed."""
        seen = self._kept
        if seen is None or seen.rules != len(self.stated) or seen.variables != len(self.known):
            seen = self._kept = Seen(self)
        return seen

    def _copy(self, stated: Sequence[Stated] | None = None) -> Self:
        made = super()._copy(stated)
        made._kept = made._names = None
        return made

    def _forget(self) -> None:
        super()._forget()
        self._kept = self._names = None

    faces = OfGrid()
    region = OfGrid()
    """Returns the name of a cell's row, if techniques for numbers apply (see CellByCell)."""
    rate_together = OfGrid()

    def clashes(self) -> list[str]:
        """Return the rules that the givens alone break, if the family can find them quickly."""
        twin = self._seen().twin
        return twin.puzzle.clashes() if twin is not None and twin.is_plain else []

    def explainer(self) -> Explainer[Any]:
        """Return the family's explainer, or one that works with any rules."""
        from clew.model.explaining import explainer

        return explainer(self, self._seen())

    def maker(self) -> Maker:
        """Return the family's maker if it can make puzzles of this form, or else a general one."""
        from clew.model.maker import TwinMaker

        return TwinMaker.of(self, self._seen().family) or super().maker()

    def can_be_like(self, twin: Twin) -> bool:
        """Check whether this grid can take over the clues of a puzzle that the family made.

        It can't if it has fixed values that aren't clues, setters' clues, or signs or cages inside
        other rules, or if it belongs to a kind with its own text.

        Args:
            twin: the twin that the family returned for this grid's form.
        """
        sorts = [(each, {said_of(part)[0] for part in parts_of(each.rule)}) for each in self.stated]
        if any(GIVEN in several and not each.is_given for each, several in sorts):
            return False
        if twin.form_of is None:
            return True
        mixed = any(len(several) > 1 and several & {LESS, SUM} for _, several in sorts)
        return not (mixed or self._marks or self.stated_as is not None)

    def like(self, made: CellPuzzle) -> Self:
        """Return the same grid with the givens, signs and cages of a puzzle that the family made.

        Args:
            made: the family's puzzle.

        Raises:
            ValueError: if the puzzle has different rows, columns or boxes.
        """
        seen = self._seen()
        twin, form = seen.family, seen.form
        assert twin is not None
        assert form is not None
        values = [twin.values[entry] if entry else None for entry in made.givens]
        if twin.form_of is None:
            code = self.compiled()[1].code
            return self.with_entries([0 if value is None else code[value] for value in values])
        alike = len(values) == len(self.cells)
        other = twin.form_of(made) if alike else None
        if other is None or getattr(twin_of(other), "recipe", None) != twin.recipe:
            said = f"{str(made)[:40]!r} has other rows, columns or boxes"
            raise ValueError(f"{said}: write a puzzle of {self.height} x {self.width} cells")
        grid = self._without(form, other)
        for small, great in sorted(other.less):
            grid.add(self.cells[small] < self.cells[great])
        for cells, total in sorted(other.sums, key=lambda each: min(each[0])):
            places = [divmod(cell, self.width) for cell in sorted(cells)]
            grid.cage(places, total=total, distinct=True)
        for cell, value in zip(self.cells, values, strict=True):
            if value is not None:
                grid.given(cell, value)
        grid.own_text = str(made)
        return grid

    def _without(self, form: GridForm, other: GridForm) -> Self:
        """Return the grid without givens, signs and cages, but with the rules that two forms share.

        A cage that's in both forms is dropped too, unless it could be a house.
        """
        cages = {c for c, _ in form.sums & other.sums if len(c) < len(form.values)}

        def is_kept(rule: Rule) -> bool:
            sort, says = said_of(rule)
            return sort == COUNT or (sort == DIFFER and says in other.differ - cages)

        made = self._copy([e for e in self.stated if all(map(is_kept, parts_of(e.rule)))])
        made.caged = []
        return made

    def read(self, text: str) -> Self:
        """Return this puzzle with the clues in the text, perhaps in the family's notation."""
        twin, change = self._seen().family, CHANGED.search(text)
        start = change.start() if change else len(text)
        if not start or twin is None or twin.form_of is None or not self.can_be_like(twin):
            return super().read(text)
        made = find(twin.kind or twin.puzzle.name).parse(text[:start])
        assert isinstance(made, CellPuzzle)
        return self.like(made).read(text[start:])

    def translate(self, face: type, found: Any) -> Any:
        twin = self._seen().twin
        if face is not CSP and twin is not None:
            return twin.solution(face, found, self.width)
        if None in found or len(self.known) != len(self.cells):
            return super().translate(face, found)
        values = self._made().encoding.values
        pairs = zip(self.cells, found, strict=False)
        return GridSolution.of([x.choices[values[code]] for x, code in pairs], self.width)

    def check(self, solution: Any, /) -> list[str]:
        """Check a solution against all of the user's rules, no matter how it was found.

        A fast check accepts correct solutions. If it fails, each rule is checked.

        Args:
            solution: a value for each variable, in order or as a dictionary with names or cells.
        """
        is_right = self._seen().judge
        if is_right is not None and isinstance(solution, tuple) and is_right(solution):
            return []
        cells = self.cells
        if isinstance(solution, GridSolution) and len(solution) == len(cells) == len(self.known):
            choices = cells[0].choices
            if all(map(choices.__contains__, solution)) and all(
                self._made().check(tuple(solution))
            ):
                return []
        return super().check(solution)

    def entries(self, solution: Any, /) -> tuple[int, ...]:
        """Return each cell's entry in a solution, or 0 if the cell has no value.

        Args:
            solution: the solution, as a `GridSolution` or as a dictionary with names.
        """
        if not isinstance(solution, GridSolution):
            return super().entries(solution)
        return tuple(map(self.compiled()[1].code.__getitem__, solution))

    def data_of(self, solution: Any, /) -> Any:
        """Convert a solution to a dictionary with the names of cells as keys, for JSON.

        Args:
            solution: the solution.
        """
        return dict(solution.items()) if isinstance(solution, GridSolution) else solution


# ------------------------------------------------------------------ judging solutions

BYTE, BITS = 256, 8
"""The size of a table for `bytes.translate`, and the number of bits in a byte."""
Judge = Callable[[Sequence[Any]], bool]


def judge(form: GridForm, given: Mapping[int, Value]) -> Judge | None:
    """Return a fast check for a grid's whole solutions, or None if the form is too complex.

    The check uses the sets of cells in the user's rules. It's independent of families, so it can
    check their solutions. It never accepts a wrong solution, but it may reject a correct one whose
    values have unusual types.

    >>> rows = frozenset({frozenset({0, 1}), frozenset({2, 3})})
    >>> is_right = judge(GridForm(2, 2, (1, 2), rows), {0: 1})
    >>> is_right((1, 2, 1, 2)), is_right((2, 1, 1, 2)), is_right((1, 1, 1, 2))
    (True, False, False)
    """
    sets = _sets_of(form)
    if sets is None:
        return None
    cells, values = bytes(given), bytes(map(sets.code.__getitem__, given.values()))
    return lambda solution: sets.obeyed(solution, cells, values)


@lru_cache(maxsize=BYTE)
def _sets_of(form: GridForm) -> Sets | None:
    once = all(count == 1 for _, _, _, count in form.counts)
    numbers = all(isinstance(value, int) for value in form.values)
    fits = form.width * form.height < BYTE and len(form.values) < BYTE
    bare = not (form.less or form.sums)
    return Sets(form) if once and fits and (numbers or bare) else None


class Sets:
    """The rules of a grid whose values are written as bytes, one for each cell."""

    def __init__(self, form: GridForm) -> None:
        self.size = form.width * form.height
        self.plain = all(type(value) is int and 0 <= value < BYTE for value in form.values)
        """True if the values fit into bytes without being encoded."""
        ranked = form.ranked
        self.code = {value: value if self.plain else at for at, value in enumerate(ranked)}
        self.codes, self.pad = bytes(self.code.values()), bytes(BYTE - self.size)
        self.less = [bytes(ends) for ends in zip(*form.less, strict=True)] or [b"", b""]
        self.sums = [(bytes(cells), total) for cells, total in form.sums]
        every = len(form.values)
        houses = [(cells, True) for cells in form.houses]
        others = [(cells, False) for cells in form.differ - form.houses]
        # If a house has all values except one, the remaining cell must have the missing value.
        self.sweeps = [*self._sweeps(houses, self.codes[: every - 1])]
        self.sweeps += self._sweeps(others, self.codes)
        for value in {value for _, value, _, _ in form.counts}:
            counted = [(cells, sign == "==") for cells, v, sign, _ in form.counts if v == value]
            self.sweeps += self._sweeps(counted, bytes([self.code[value]]))

    def _sweeps(self, sets: Sequence[tuple[frozenset[int], bool]], codes: bytes) -> Iterator[Sweep]:
        for at in range(0, len(codes) if sets else 0, BITS):
            yield Sweep(sets, codes[at : at + BITS], self.size)

    def obeyed(self, solution: Sequence[Any], cells: bytes, values: bytes) -> bool:
        """Check whether a solution obeys the rules and has these values in these cells."""
        try:
            plain = bytes(solution if self.plain else map(self.code.__getitem__, solution))
        except (KeyError, TypeError, ValueError):  # these aren't values of this grid
            return False
        if len(plain) != self.size or plain.translate(None, self.codes):
            return False
        board = plain + self.pad
        if cells.translate(board) != values:
            return False
        for sweep in self.sweeps:
            if not sweep.obeyed(plain):
                return False
        for summed, total in self.sums:
            added = summed.translate(board) if self.plain else map(solution.__getitem__, summed)
            if sum(added) != total:
                return False
        small, great = self.less
        return not small or all(map(lt, small.translate(board), great.translate(board)))


class Sweep:
    """Checks many sets of cells at once for repeats of up to eight values.

    Each value is a bit of a byte. The first cells of all sets come first, then the second cells,
    and so on, and all these bytes form one number. Combining the bytes of each set with "or" loses
    a bit only where a value repeats. If a set needs every value, no bit of its byte may be missing.
    """

    def __init__(
        self, sets: Sequence[tuple[frozenset[int], bool]], codes: bytes, size: int
    ) -> None:
        self.bits = bytes(1 << codes.index(v) if v in codes else 0 for v in range(BYTE))
        longest = max(len(cells) for cells, _ in sets)
        padded = [sorted(cells) + [size] * (longest - len(cells)) for cells, _ in sets]
        self.order = bytes(cells[at] for at in range(longest) for cells in padded)
        self.pad = bytes(BYTE - size)
        full = (1 << len(codes)) - 1
        self.needed = int.from_bytes(bytes(full * needs for _, needs in sets), "little")
        self.folds: list[tuple[int, int]] = []
        while longest > 1:
            longest = (longest + 1) // 2
            width = BITS * longest * len(sets)
            self.folds.append((width, (1 << width) - 1))

    def obeyed(self, plain: bytes) -> bool:
        every = int.from_bytes(
            self.order.translate(plain.translate(self.bits) + self.pad), "little"
        )
        joined = every
        for width, mask in self.folds:
            joined = (joined | joined >> width) & mask
        return joined.bit_count() == every.bit_count() and not self.needed & ~joined
