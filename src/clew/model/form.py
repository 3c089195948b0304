"""The form of a grid: its rules as sets of cells, and the family that knows grids of this form.

A family's `face` module may offer `recognise(form)`. It compares sets of cells, never names, and
returns a `Twin`: a puzzle of the family with the same solutions. From the twin a grid gets the
family's kernels, techniques and maker, whoever stated it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Self

from clew.core.capabilities import CellByCell, RatedTogether, capability
from clew.core.faces import CSP, Faces
from clew.core.forms import GridForm, Twin
from clew.core.grid import Solution
from clew.core.registry import recognisers
from clew.model.expressions import (
    Compare,
    Expression,
    LinearExpression,
    Over,
    Rule,
    Value,
    Variable,
)
from clew.model.problem import Problem
from clew.model.stated import Stated, parts_of, value_stated

if TYPE_CHECKING:
    from clew.explanations.explanation import Explainer
    from clew.generators.maker import Maker


MOST_NUMBERED = 62
"""The largest value that is its own code in a CSP."""


class TwinOf:
    """A grid as the family that knows its form sees it."""

    def __init__(self, twin: Twin, given: Mapping[int, Value], cells: int) -> None:
        entries = [twin.entry[given[cell]] if cell in given else 0 for cell in range(cells)]
        self.twin, self.recipe = twin, twin.recipe
        self.puzzle = twin.puzzle.with_entries(entries) if given else twin.puzzle
        """The twin with the grid's givens."""
        self.is_cell_by_cell = capability(self.puzzle, CellByCell) is not None
        self.is_plain = twin.is_plain and self.is_cell_by_cell
        """Whether the twin's answers are the grid's solutions as they are."""
        self.own: Any = next(face for face in self.puzzle.faces)
        self.judge: Callable[[Any], bool] | None = None
        if self.is_plain and self.own is not CSP:
            self.judge = getattr(self.puzzle.face(self.own), "is_filled_by", None)

    def solution(self, face: type, found: Any, width: int) -> Solution:
        """An answer of the twin as a solution of the grid."""
        answer = self.puzzle.translate(face, found)
        if self.is_plain:
            return answer  # type: ignore[no-any-return]  # it has the same cells
        entries = self.puzzle.entries(answer)
        if self.twin.is_plain:
            return Solution.of(entries, width)
        return Solution.of(map(self.twin.values.__getitem__, entries), width)

    def faces(self) -> Faces:
        """The family's faces, and after them the constraints of the grid itself."""
        made: dict[type, Any] = {}
        for face in self.puzzle.faces:
            if face is not CSP:
                made[face] = partial(self._face, face)
        return Faces({**made, CSP: methodcaller("csp")})

    def _face(self, face: type, grid: Formed) -> Any:
        return self.puzzle.faces[face](self.puzzle)


class Seen:
    """What is seen of a grid's rules: its form, if it has one, and the family that knows it."""

    def __init__(self, grid: Formed) -> None:
        self.grid = grid
        self.form: GridForm | None = None
        self.twin: TwinOf | None = None
        """The grid as a family sees it, if one knows its form."""
        whole = grid.objective is None and len(grid.known) == len(grid.cells)
        if whole and (found := grid_form(grid)) is not None:
            self.form, given = found
            twin = twin_of(self.form)
            if twin is not None and all(twin.entry[value] for value in given.values()):
                self.twin = TwinOf(twin, given, len(grid.cells))
        self.faces: Faces = BY_RULES if self.twin is None else self.twin.faces()

    @cached_property
    def region(self) -> Callable[[int], str] | None:
        """What the house of a cell is called; None unless techniques for numbers know every rule.

        They do if each cell is in a house, the rest are signs and pairs that differ, and numbers
        are called by themselves.
        """
        form, grid = self.form, self.grid
        if form is None or form.counts:
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
        """The function that rates many twins at once, if there is one."""
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
    """The twin of a form, of the first family that recognises it."""
    return next(filter(None, (recognise(form) for recognise in recognisers())), None)


def grid_form(grid: Formed) -> tuple[GridForm, dict[int, Value]] | None:
    """The form of a grid and the givens by cell; None if it has other rules than a form can."""
    differ: list[frozenset[int]] = []
    less: list[tuple[int, int]] = []
    counts: list[tuple[frozenset[int], Value, str, int]] = []
    given: dict[int, Value] = {}
    for rule in (part for each in grid.stated for part in parts_of(each.rule)):
        if (says := value_stated(rule)) is not None:
            variable, value = says
            if value not in variable.choices or given.get(variable.index, value) != value:
                return None
            given[variable.index] = value
        elif is_different(rule) and (cells := cells_of(rule)):
            differ.append(frozenset(cells))
        elif not isinstance(rule, Compare):
            return None
        elif (pair := smaller(rule)) is not None:
            less.append(pair)
        elif rule.symbol == "!=" and (cells := cells_of(rule)):
            differ.append(frozenset(cells))
        elif (count := _count(rule)) is not None:
            counts.append(count)
        else:
            return None
    rules = frozenset(differ), frozenset(less), frozenset(counts)
    return GridForm(grid.height, grid.width, grid.cells[0].values, *rules), given


def is_different(rule: Rule) -> bool:
    """Whether a rule says that no two of its parts are equal, and nothing else."""
    return isinstance(rule, Over) and rule.rule.distinct == ()


def cells_of(rule: Rule) -> tuple[int, ...]:
    """The cells of a rule, if it's about different cells as they are; else ()."""
    parts = rule.parts
    if not all(part.__class__ is Variable for part in parts) or len(set(parts)) < len(parts):
        return ()
    return tuple([part.index for part in parts])


def smaller(rule: Rule) -> tuple[int, int] | None:
    """The cells of a rule that one is smaller than the other, the smaller first; else None."""
    if not isinstance(rule, Compare) or rule.symbol not in ("<", ">"):
        return None
    cells = cells_of(rule)
    if len(cells) != 2:
        return None
    return (cells[0], cells[1]) if rule.symbol == "<" else (cells[1], cells[0])


def _count(rule: Compare) -> tuple[frozenset[int], Value, str, int] | None:
    """The cells, the value and how many of them have it, if a rule says so; else None."""
    left, right = rule.parts
    if not isinstance(left, LinearExpression) or isinstance(right, Expression) or left.constant:
        return None
    if set(left.terms.values()) != {1} or rule.symbol not in ("==", "<=", "<"):
        return None
    pairs = [_counted(term) for term in left.terms]
    cells, values = frozenset(cell for cell, _ in pairs), {value for _, value in pairs}
    if None in values or len(values) > 1 or len(cells) < len(pairs):
        return None
    at_most = right - 1 if rule.symbol == "<" else right
    return cells, values.pop(), "==" if rule.symbol == "==" else "<=", at_most


def _counted(term: Expression) -> tuple[int, Value]:
    """The cell that a term counts, and the value that it counts there; None if it's neither."""
    if isinstance(term, Variable) and set(term.values) == {0, 1}:
        return term.index, 1
    if isinstance(term, Compare) and (says := value_stated(term)) is not None:
        return says[0].index, says[1]
    return -1, None


class OfGrid:
    """An attribute that a grid has by its form; the class has that of every problem, if any."""

    def __init__(self, found: Callable[[Formed], Any], name: str = "") -> None:
        self.found, self.name = found, name

    def __get__(self, grid: Formed | None, kind: type) -> Any:
        if grid is None:
            return getattr(Problem, self.name) if self.name else None
        return self.found(grid)


class Formed(Problem):
    """A problem whose variables are a grid's cells, with all that a family knows of its form."""

    height: int
    width: int
    cells: list[Variable]
    """The cells, row by row."""
    _names: tuple[int, dict[frozenset[int], tuple[str, str]]] | None = None
    """What houses are called, for so many rules."""
    _kept: tuple[tuple[int, int], Seen] | None = None

    def _seen(self) -> Seen:
        """The grid's form and the family that knows it; looked for again if rules were added."""
        size = len(self.known), len(self.stated)
        kept = self._kept
        if kept is None or kept[0] != size:
            kept = self._kept = size, Seen(self)
        return kept[1]

    def _copy(self, stated: Sequence[Stated] | None = None) -> Self:
        made = super()._copy(stated)
        made._kept = made._names = None
        return made

    def _use_parts(self, whole: Expression) -> None:
        super()._use_parts(whole)
        self._kept = self._names = None

    faces = OfGrid(lambda grid: grid._seen().faces, "faces")
    region = OfGrid(lambda grid: grid._seen().region)
    """The house of a cell, where techniques for numbers know every rule (see CellByCell)."""
    rate_together = OfGrid(lambda grid: grid._seen().rate_together)

    def clashes(self) -> list[str]:
        twin = self._seen().twin
        return twin.puzzle.clashes() if twin is not None and twin.is_plain else []

    def explainer(self) -> Explainer[Any]:
        """By the family that knows its form, or by its rules."""
        from clew.model.explaining import explainer

        return explainer(self, self._seen())

    def maker(self) -> Maker:
        """The family's maker, if it makes puzzles of this form; else one that keeps the clues."""
        from clew.model.maker import TwinMaker

        twin = self._seen().twin
        family = None if twin is None else TwinMaker.of(self, twin)
        return super().maker() if family is None else family

    def translate(self, face: type, found: Any) -> Any:
        twin = self._seen().twin
        if face is not CSP and twin is not None:
            return twin.solution(face, found, self.width)
        if None in found or len(self.known) != len(self.cells):
            return super().translate(face, found)
        values = self._made().encoding.values
        pairs = zip(self.cells, found, strict=False)
        return Solution.of([x.choices[values[code]] for x, code in pairs], self.width)

    def check(self, answer: Any, /) -> list[str]:
        """By the family's own judge in one step if nothing is wrong; else rule by rule."""
        twin = self._seen().twin
        if twin is not None and twin.judge is not None and twin.judge(answer):
            return []
        if isinstance(answer, Solution) and len(answer) == len(self.cells) == len(self.known):
            choices = self.cells[0].choices
            if all(map(choices.__contains__, answer)) and all(self._made().check(tuple(answer))):
                return []
        return super().check(answer)

    def entries(self, answer: Any, /) -> tuple[int, ...]:
        if not isinstance(answer, Solution):
            return super().entries(answer)
        return tuple(map(self.compiled()[1].code.__getitem__, answer))

    def data_of(self, answer: Any, /) -> Any:
        return dict(answer.items()) if isinstance(answer, Solution) else answer
