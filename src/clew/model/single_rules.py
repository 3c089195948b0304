"""The rules of a stated problem, each by itself, for reasons and contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from clew.model.compiling import Compiler
from clew.model.expressions import Value, Variable
from clew.model.problem import Problem
from clew.model.stated import parts_of, value_stated
from clew.search.csp.rulebook import BookRule, Given, Rulebook

NAMED = 3
"""Of a rule with so many variables it is told what each may be."""


class RuleCompiler(Compiler):
    """Compiles each rule so that it says the same whatever the others are.

    Nothing is left out of a rule because another rules it out, and no part of one is used in
    another.
    """

    def restrict(self, variable: Variable, values: Iterable[Value]) -> None:
        self.table((variable,), [(value,) for value in values])

    def forget(self) -> None:
        """Begin a new rule."""
        self._parts.clear()


def compiled_rulebook(puzzle: Problem) -> Rulebook:
    """A rule for each that was stated; what is said of a single variable is given."""
    compiler = RuleCompiler(tuple(puzzle.known.values()))
    ends = []
    for each in puzzle.stated:
        compiler.forget()
        compiler.add(each.rule, each.label)
        ends.append(len(compiler.made))
    _, encoding = compiler.csp()
    rules, givens = [], []
    for each, start, end in zip(puzzle.stated, [0, *ends], ends, strict=False):
        for part in parts_of(each.rule):
            if not (scope := part.variables()) and not part.value({}):
                first = each.rule.variables()[0]
                givens.append(Given(each.label, first.index, 0, each.place))
            elif len(scope) == 1:
                left = encoding.mask(v for v in scope[0].values if part.value({scope[0]: v}))
                says = value_stated(part) is not None
                given = Given(each.label, scope[0].index, left, each.place, held(scope), says)
                givens.append(given)
        if len(scope := each.rule.variables()) > 1:
            made = tuple(chain.from_iterable(compiler.rules[start:end]))
            rules.append(BookRule(each.label, made, each.place, held(scope)))
    own = puzzle.compiled()[1].code
    code = {own[value]: encoding.code[value] for x in puzzle.known.values() for value in x.values}
    domains = tuple(encoding.mask(compiler.allowed[each]) for each in compiler.variables)
    return Rulebook(domains, tuple(rules), tuple(givens), len(puzzle.known), code)


def held(scope: Sequence[Variable]) -> tuple[tuple[str, Sequence[Value]], ...]:
    """The names of a few variables and what each may be."""
    return tuple((x.name, x.values) for x in scope) if len(scope) <= NAMED else ()
