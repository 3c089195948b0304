"""The rules of `clew.core.rules` and its companions as OR-tools' CP-SAT states them.

What is added to a model is determined by the variables of the CSP, so every solution comes once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from clew.core.constraints import AllDifferent, Less, Sum, Table
from clew.core.faces import Constraint, Domain, values
from clew.core.line_rules import Circuit, Connected, Lex, Next, Regular, Visible, seen
from clew.core.number_rules import Abs, Element, Product
from clew.core.rules import RELATIONS, Clause, Count, If, LinearRule, Literal

Model = Any
Scope = list[Any]
Domains = list[Domain]
State = Callable[[Any, Model, Scope, Domains], None]
Under = Sequence[Any]
"""Literals of the model: what is stated is so only if all hold."""


def linear(
    rule: LinearRule, model: Model, scope: Scope, domains: Domains, under: Under = ()
) -> None:
    terms = numbered(rule, model, scope, domains)
    total = sum(factor * term for factor, term in zip(rule.factors, terms, strict=True))
    relate(model, total, rule.relation, rule.total, under)


def numbered(
    rule: LinearRule | Product | Abs | Element | Circuit,
    model: Model,
    scope: Scope,
    domains: Domains,
) -> Scope:
    """The numbers that the variables stand for."""
    if rule.numbers is None:
        return scope
    found = zip(scope, rule.numbers, domains, strict=True)
    return [_number(model, x, known, mask) for x, known, mask in found]


def _number(model: Model, variable: Any, known: Sequence[int], mask: Domain) -> Any:
    from ortools.sat.python import cp_model

    able = sorted({known[value] for value in values(mask)})
    number = model.new_int_var_from_domain(cp_model.Domain.from_values(able), "")
    model.add_allowed_assignments([variable, number], [(v, known[v]) for v in values(mask)])
    return number


def relate(model: Model, left: Any, relation: str, right: int, under: Iterable[Any] = ()) -> None:
    """The left side, an expression or a number, is in this relation to the right one."""
    said = RELATIONS[relation](left, right)
    if isinstance(said, bool):
        if not said:
            model.add_bool_or([x.negated() for x in under])
    else:
        model.add(said).only_enforce_if(*under)


def holds(model: Model, scope: Scope, literal: Literal) -> Any:
    """A literal of the model that holds exactly if this one does."""
    yes, variable = model.new_bool_var(""), scope[literal.at]
    for which, (_, relation, value) in ((yes, literal), (yes.negated(), literal.opposite())):
        model.add(RELATIONS[relation](variable, value)).only_enforce_if(which)
    return yes


def clause(rule: Clause, model: Model, scope: Scope, _: Domains, under: Under = ()) -> None:
    some = [holds(model, scope, literal) for literal in rule.literals]
    model.add_bool_or([*some, *(x.negated() for x in under)])


def count(rule: Count, model: Model, scope: Scope, _: Domains, under: Under = ()) -> None:
    some = sum(holds(model, scope, literal) for literal in rule.literals)
    relate(model, some, rule.relation, rule.number, under)


def all_different(rule: AllDifferent, model: Model, scope: Scope, _: Domains, under: Under) -> None:
    offsets = rule.offsets or (0,) * len(scope)
    shifted = [x + offset for x, offset in zip(scope, offsets, strict=True)]
    for first, second in combinations(shifted, 2):
        model.add(first != second).only_enforce_if(*under)


def table(rule: Table, model: Model, scope: Scope, domains: Domains, under: Under) -> None:
    """Each row is a literal: it holds exactly if all its values do."""
    able = [row for row in rule.rows if all(m >> v & 1 for m, v in zip(domains, row, strict=True))]
    rows = []
    for row in able:
        cells = [holds(model, scope, Literal(at, "==", value)) for at, value in enumerate(row)]
        rows.append(every(model, cells))
    model.add_bool_or([*rows, *(x.negated() for x in under)])


def every(model: Model, literals: list[Any]) -> Any:
    """A literal that holds exactly if all these do."""
    both = model.new_bool_var("")
    model.add_bool_and(literals).only_enforce_if(both)
    model.add_bool_or([x.negated() for x in literals] + [both])
    return both


def conditional(rule: If, model: Model, scope: Scope, domains: Domains) -> None:
    under = [holds(model, scope, literal) for literal in rule.literals]
    first = len(scope) - len(rule.rule.scope)
    UNDER[type(rule.rule)](rule.rule, model, scope[first:], domains[first:], under)


def _sum(rule: Sum, model: Model, scope: Scope, _: Domains, under: Under) -> None:
    relate(model, sum(scope), "==", rule.total, under)


def _less(rule: Less, model: Model, scope: Scope, _: Domains, under: Under) -> None:
    relate(model, scope[0] - scope[1], "<=", -1, under)


UNDER: dict[type[Constraint], Callable[[Any, Model, Scope, Domains, Under], None]] = {
    AllDifferent: all_different,
    Clause: clause,
    Count: count,
    Less: _less,
    LinearRule: linear,
    Sum: _sum,
    Table: table,
}
"""The rules that can stand under a condition."""


def product(rule: Product, model: Model, scope: Scope, domains: Domains) -> None:
    x, y, z = numbered(rule, model, scope, domains)
    model.add_multiplication_equality(z, [x, y])


def distance(rule: Abs, model: Model, scope: Scope, domains: Domains) -> None:
    x, y, z = numbered(rule, model, scope, domains)
    model.add_abs_equality(z, x - y)


def element(rule: Element, model: Model, scope: Scope, domains: Domains) -> None:
    index, result, *array = numbered(rule, model, scope, domains)
    if array:
        model.add_element(index, array, result)
    else:
        model.add_bool_or([])


def regular(rule: Regular, model: Model, scope: Scope, domains: Domains) -> None:
    moves = {(state, value): then for state, value, then in rule.moves}
    then = lambda state, value: moves.get((state, value))  # noqa: E731
    _automaton(model, scope, domains, rule.start, then, rule.accepting.__contains__)


def visible(rule: Visible, model: Model, scope: Scope, domains: Domains) -> None:
    start, accepts = (-1, 0), RELATIONS[rule.relation]
    _automaton(model, scope, domains, start, seen, lambda state: accepts(state[1], rule.number))


def _automaton(
    model: Model,
    scope: Scope,
    domains: Domains,
    start: Any,
    then: Next,
    accepts: Callable[..., bool],
) -> None:
    """A literal for each state after each variable; CP-SAT's own automaton repeats solutions."""
    states = {start: model.new_constant(1)}
    for at, mask in enumerate(domains):
        steps: dict[Any, list[Any]] = {}
        for value in values(mask):
            is_value = holds(model, scope, Literal(at, "==", value))
            for state, is_here in states.items():
                taken = every(model, [is_here, is_value])
                steps.setdefault(then(state, value), []).append(taken)
        for taken in steps.pop(None, ()):
            model.add_bool_or([taken.negated()])
        states = {state: any_of(model, taken) for state, taken in steps.items()}
    model.add_bool_or([here for state, here in states.items() if accepts(state)])


def lex(rule: Lex, model: Model, scope: Scope, _: Domains) -> None:
    """A literal for each place: whether all before it are equal."""
    half = len(scope) // 2
    equal = model.new_constant(1)
    for first, second in zip(scope[:half], scope[half:], strict=True):
        model.add(first <= second).only_enforce_if(equal)
        same = model.new_bool_var("")
        model.add(first == second).only_enforce_if(same)
        model.add(first != second).only_enforce_if(same.negated())
        equal = every(model, [equal, same])
    if rule.strict:
        model.add_bool_or([equal.negated()])


def circuit(rule: Circuit, model: Model, scope: Scope, domains: Domains) -> None:
    size = len(scope)
    arcs = []
    for here, mask in enumerate(domains):
        for value in values(mask):
            there = value if rule.numbers is None else rule.numbers[here][value]
            taken = holds(model, scope, Literal(here, "==", value))
            if 0 <= there < size and (there != here or size == 1):
                arcs.append((here, there, taken))
            else:
                model.add_bool_or([taken.negated()])
    if {here for here, _, _ in arcs} != set(range(size)):
        model.add_bool_or([])
    elif size > 1:
        model.add_circuit(arcs)


def connected(rule: Connected, model: Model, scope: Scope, domains: Domains) -> None:
    """Round by round, what is reached from the first that is in."""
    inside = [_is_one_of(model, scope, at, rule.values) for at in range(len(scope))]
    reached = [
        every(model, [inside[at], *(x.negated() for x in inside[:at])]) for at in range(len(scope))
    ]
    neighbours: list[set[int]] = [set() for _ in scope]
    for a, b in rule.edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    for _ in range(len(scope) - 1):
        near = [any_of(model, [reached[b] for b in neighbours[a]]) for a in range(len(scope))]
        spread = [every(model, [inside[a], near[a]]) for a in range(len(scope))]
        reached = [any_of(model, list(both)) for both in zip(reached, spread, strict=True)]
    for is_in, is_reached in zip(inside, reached, strict=True):
        model.add_implication(is_in, is_reached)


def any_of(model: Model, literals: list[Any]) -> Any:
    """A literal that holds exactly if one of these does."""
    return every(model, [x.negated() for x in literals]).negated()


def _is_one_of(model: Model, scope: Scope, at: int, wanted: Iterable[int]) -> Any:
    return any_of(model, [holds(model, scope, Literal(at, "==", value)) for value in wanted])


MORE_RULES: dict[type[Constraint], State] = {
    Abs: distance,
    Circuit: circuit,
    Clause: clause,
    Connected: connected,
    Count: count,
    Element: element,
    If: conditional,
    Lex: lex,
    LinearRule: linear,
    Product: product,
    Regular: regular,
    Visible: visible,
}
