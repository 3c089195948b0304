"""Explains a problem: provides its words, its separately compiled rules and its explainer.

If a family recognises a grid's form, the grid is explained like that family's own puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from clew.explanations.entries import EntryExplainer
from clew.explanations.explain import explainer_of
from clew.explanations.explanation import Explainer, Explanation, Hint, Rating
from clew.explanations.mus_steps import Ranker, Words
from clew.model.compiling import Compiler, reader
from clew.model.expressions import Value, Variable
from clew.model.problem import Problem, one_word
from clew.model.stated import Stated, parts_of, value_stated
from clew.search.csp.rulebook import BookRule, Given, Rulebook

if TYPE_CHECKING:
    from clew.model.form import Formed, Seen, TwinOf

NAMED = 3
"""The maximum number of variables in a rule for which to list the possible values."""


def explainer(grid: Formed, seen: Seen) -> Explainer[Any]:
    """Return the family's explainer for a grid, or a general one if none fits."""
    known = seen.twin
    if known is None or (known.is_cell_by_cell and seen.region is None):
        return EntryExplainer(grid)
    own = explainer_of(known.puzzle)
    return type(own)(grid) if known.is_cell_by_cell else TwinExplainer(grid, known, own)


class TwinExplainer(Explainer[Any]):
    """Explains a grid through its twin with other variables, such as a queen for each row."""

    def __init__(self, grid: Formed, known: TwinOf, own: Explainer[Any]) -> None:
        super().__init__(grid)
        self.known, self.own = known, own

    def hint(self, filled: Sequence[Any] = (), uniqueness: bool = True) -> Hint:
        values, entry = self.puzzle.compiled()[1].values, self.known.twin.entry
        cells = range(len(self.puzzle.cells))
        entries = [entry[values[filled[cell]]] if filled and filled[cell] else 0 for cell in cells]
        return self.own.hint(self.known.puzzle.assigned(entries) if filled else (), uniqueness)

    def explain(self, uniqueness: bool = True) -> Explanation:
        return self.own.explain(uniqueness)

    def rate(self, uniqueness: bool = True) -> Rating:
        return self.own.rate(uniqueness)

    def grade(self, uniqueness: bool = True) -> Rating:
        return self.own.grade(uniqueness)


@dataclass(frozen=True)
class ProblemWords(Words):
    """Words for hints that use the user's names of variables and values."""

    puzzle: Problem

    @property
    def width(self) -> int:
        return self.puzzle.shape[1]

    def variable(self, variable: int) -> str:
        return self.puzzle.compiled()[1].names[variable]

    def value(self, code: int | None) -> str:
        return self.puzzle.word(self.puzzle.compiled()[1].values[code or 0])

    def own_value(self, variable: int, value: int | None) -> str:
        return self._own(variable, value, self.puzzle.word)

    def typed(self, variable: int, value: int) -> str:
        sign = one_word(self._own(variable, value, self.puzzle.symbol))
        return f"{self.puzzle.cell_name(variable)}={sign}"

    def _own(self, variable: int, code: int | None, written: Callable[[Value], str]) -> str:
        """Write a value in the form that its variable uses."""
        at = self.puzzle.variables_shown[variable]
        return written(self.puzzle.value_of_code(at, code or 0))


# ------------------------------------------------------------ each rule on its own


class RuleCompiler(Compiler):
    """Compiles each rule independently of the others.

    It doesn't drop values that another rule excludes, and doesn't share helper variables.
    """

    def restrict(self, variable: Variable, values: Iterable[Value]) -> None:
        self.table((variable,), [(value,) for value in values])

    def forget(self) -> None:
        """Start a new rule."""
        self._parts.clear()


class Chapters:
    """A problem's rules, each compiled separately. A rule about a single variable is a given."""

    def __init__(self, puzzle: Problem) -> None:
        self.puzzle = puzzle
        compiler = RuleCompiler(tuple(puzzle.known.values()))
        ends = []
        for each in puzzle.stated:
            compiler.forget()
            compiler.add(each.rule, each.label)
            ends.append(len(compiler.made))
        _, self.encoding = compiler.csp()
        self.domains = tuple(
            self.encoding.mask(compiler.allowed[each]) for each in compiler.variables
        )
        self.rules: list[tuple[BookRule, ...]] = []
        """For each stated rule, the rules of the rulebook: one, or none."""
        self.givens: list[tuple[Given, ...]] = []
        """For each stated rule, what it says about single variables."""
        for each, start, end in zip(puzzle.stated, [0, *ends], ends, strict=False):
            self.givens.append(tuple(self._givens(each)))
            scope = each.rule.variables()
            made = tuple(chain.from_iterable(compiler.rules[start:end]))
            rule = BookRule(each.label, made, each.place, held(scope))
            self.rules.append((rule,) if len(scope) > 1 else ())

    def _givens(self, each: Stated) -> Iterator[Given]:
        for part in parts_of(each.rule):
            if not (scope := part.variables()) and not part.value({}):
                first = (each.rule.variables() or tuple(self.puzzle.known.values()))[0]
                yield Given(each.label, first.index, 0, each.place)
            elif len(scope) == 1:
                holds = reader(part, scope)
                left = self.encoding.mask([v for v in scope[0].values if holds((v,))])
                says = value_stated(part) is not None
                yield Given(each.label, scope[0].index, left, each.place, held(scope), says)

    def book(self) -> Rulebook:
        """Return them as a rulebook."""
        own, known = self.puzzle.compiled()[1].code, self.puzzle.known
        code = {own[v]: self.encoding.code[v] for x in known.values() for v in x.values}
        rules, givens = chain.from_iterable(self.rules), chain.from_iterable(self.givens)
        return Rulebook(self.domains, tuple(rules), tuple(givens), len(known), code)


class ClueRanker(Chapters):
    """Ranks a problem with some of its clues, and with givens, as a maker tries them.

    Args:
        puzzle: the problem with all of its clues.
        solution: its solution.
    """

    def __init__(self, puzzle: Problem, solution: Mapping[Variable, Value]) -> None:
        super().__init__(puzzle)
        code, shown = self.encoding.code, tuple(puzzle.known.values())
        self._solution = [1 << code[solution[x]] if x in solution else 0 for x in shown]
        rules, numbers = tuple(chain.from_iterable(self.rules)), count()
        self._numbers = [[next(numbers) for _ in some] for some in self.rules]
        book = Rulebook(self.domains, rules, (), len(shown))
        self._ranker = Ranker(book, [mask.bit_length() - 1 for mask in self._solution])
        clues = count()
        self._clue = [next(clues) if e.clue and not e.is_given else -1 for e in puzzle.stated]

    def rank(self, clues: Container[int], given: Iterable[Variable], highest: int) -> int:
        """Return the index of its level, or `highest + 1` if it's harder than `highest`.

        Args:
            clues: the places of its clues in `puzzle.clues()`.
            given: the variables whose values are given.
            highest: the index of the highest level to try.
        """
        rules, known = [], list(self.domains)
        for clue, numbers, givens in zip(self._clue, self._numbers, self.givens, strict=True):
            if clue < 0 or clue in clues:
                rules += numbers
                for each in givens:
                    known[each.variable] &= each.mask
        for x in given:
            known[x.index] &= self._solution[x.index]
        return self._ranker.rank(rules, known, highest)


def held(scope: Sequence[Variable]) -> tuple[tuple[str, Sequence[Value]], ...]:
    """Return the names and values of the variables, or () if there are too many."""
    return tuple((x.name, x.values) for x in scope) if len(scope) <= NAMED else ()
