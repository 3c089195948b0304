"""The rules of a stated problem, each by itself, for reasons and contradictions."""

from __future__ import annotations

from collections.abc import Iterable

from clew.model.compiling import Compiler
from clew.model.expressions import Value, Variable
from clew.model.puzzle import ModelPuzzle
from clew.search.csp.rulebook import BookRule, Given, Rulebook


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


def compiled_rulebook(puzzle: ModelPuzzle) -> Rulebook:
    """A rule for each that was stated; one about a single variable is a given."""
    compiler = RuleCompiler(tuple(puzzle.known.values()))
    ends = []
    for each in puzzle.stated:
        compiler.forget()
        compiler.add(each.rule, each.label)
        ends.append(len(compiler.made))
    csp, encoding = compiler.csp()
    rules, givens = [], []
    for each, start, end in zip(puzzle.stated, [0, *ends], ends, strict=False):
        scope = each.rule.variables()
        if len(scope) == 1:
            only = scope[0]
            left = encoding.mask(v for v in only.values if each.rule.value({only: v}))
            givens.append(Given(each.label, only.index, left, each.place))
        else:
            rules.append(BookRule(each.label, csp.constraints[start:end], each.place))
    own = puzzle.compiled()[1].code
    code = {own[value]: encoding.code[value] for x in puzzle.known.values() for value in x.values}
    return Rulebook(csp.domains, tuple(rules), tuple(givens), len(puzzle.known), code)
