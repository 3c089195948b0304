"""The closed set of constraints as OR-tools' CP-SAT states them, for the strategy `cp-sat`.

What is added to a model is determined by the variables of the CSP, so every solution comes once.
OR-tools is imported only when a model is made: the import takes longer than most searches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from clew.core.constraints import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.core.errors import Unsuited
from clew.core.faces import CSP, Constraint, Domain, Folded, values
from clew.core.line_rules import Circuit, Connected, Lex, Next, Regular, Visible, seen
from clew.core.number_rules import Abs, Element, Product
from clew.core.rules import RELATIONS, Clause, Count, If, LinearRule, Literal, OfNumbers

Model = Any
LARGEST = 1 << 50
"""CP-SAT counts in 64 bits, and sums of numbers must fit into these."""


class Over(NamedTuple):
    """What a rule is stated over: a model, and the rule's variables there, with their domains."""

    model: Model
    scope: list[Any]
    domains: list[Domain]
    under: Sequence[Any] = ()
    """Literals of the model: the rule is stated only for the case that all hold."""


def model_of(csp: CSP) -> tuple[Model, list[Any]]:
    """A model with the same solutions, and the variables of the CSP in it."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(values(mask))), "")
        for mask in csp.domains
    ]
    for rule in csp.constraints:
        scope = [variables[x] for x in rule.scope]
        RULES[type(rule)](rule, Over(model, scope, [csp.domains[x] for x in rule.scope]))
    return model, variables


def knows(csp: CSP) -> bool:
    """Whether there is a way to state every rule."""
    rules = [rule.rule if isinstance(rule, Folded) else rule for rule in csp.constraints]
    under = {type(rule.rule) for rule in rules if isinstance(rule, If)}
    return RULES.keys() >= set(map(type, rules)) and under <= UNDER


def relate(model: Model, left: Any, relation: str, right: int, under: Sequence[Any] = ()) -> None:
    """The left side, an expression or a number, is in this relation to the right one."""
    said = RELATIONS[relation](left, right)
    if isinstance(said, bool):
        if not said:
            some_of(model, (), under)
    else:
        model.add(said).only_enforce_if(*under)


def some_of(model: Model, literals: Iterable[Any], under: Sequence[Any] = ()) -> None:
    """At least one of these literals holds; none of nothing does."""
    model.add_bool_or([*literals, *(x.negated() for x in under)])


def total(terms: Iterable[Any]) -> Any:
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.sum(list(terms))


def holds(over: Over, literal: Literal) -> Any:
    """A literal of the model that holds exactly if this one does."""
    yes, variable = over.model.new_bool_var(""), over.scope[literal.at]
    for which, (_, relation, value) in ((yes, literal), (yes.negated(), literal.opposite())):
        over.model.add(RELATIONS[relation](variable, value)).only_enforce_if(which)
    return yes


def every(model: Model, literals: list[Any]) -> Any:
    """A literal that holds exactly if all these do."""
    both = model.new_bool_var("")
    model.add_bool_and(literals).only_enforce_if(both)
    some_of(model, [both], literals)
    return both


def any_of(model: Model, literals: Iterable[Any]) -> Any:
    """A literal that holds exactly if one of these does."""
    return every(model, [x.negated() for x in literals]).negated()


def numbered(rule: OfNumbers, over: Over) -> list[Any]:
    """The numbers that the variables stand for."""
    from ortools.sat.python import cp_model

    if rule.numbers is None:
        return over.scope
    numbers = []
    for variable, known, mask in zip(over.scope, rule.numbers, over.domains, strict=True):
        able = sorted({known[value] for value in values(mask)})
        if max(map(abs, able), default=0) > LARGEST:
            raise Unsuited(f"cp-sat: {rule.label} has numbers beyond {LARGEST:,}: try auto")
        number = over.model.new_int_var_from_domain(cp_model.Domain.from_values(able), "")
        pairs = [(value, known[value]) for value in values(mask)]
        over.model.add_allowed_assignments([variable, number], pairs)
        numbers.append(number)
    return numbers


def all_different(rule: AllDifferent, over: Over) -> None:
    offsets = rule.offsets or (0,) * len(over.scope)
    shifted = [x + offset for x, offset in zip(over.scope, offsets, strict=True)]
    if not over.under:
        over.model.add_all_different(shifted)
        return
    for first, second in combinations(shifted, 2):
        over.model.add(first != second).only_enforce_if(*over.under)


def less(rule: Less, over: Over) -> None:
    relate(over.model, over.scope[0] - over.scope[1], "<=", -1, over.under)


def table(rule: Table, over: Over) -> None:
    """Under a condition each row is a literal: it holds exactly if all its values do."""
    if not over.under:
        one_of(over, sorted(rule.rows))
        return
    rows = []
    for row in rule.rows:
        if all(mask >> value & 1 for mask, value in zip(over.domains, row, strict=True)):
            cells = [holds(over, Literal(at, "==", value)) for at, value in enumerate(row)]
            rows.append(every(over.model, cells))
    some_of(over.model, rows, over.under)


def one_of(over: Over, rows: Sequence[tuple[int, ...]]) -> None:
    if not rows:
        some_of(over.model, ())
    elif over.scope:
        over.model.add_allowed_assignments(over.scope, rows)


def plain_sum(rule: Sum, over: Over) -> None:
    relate(over.model, total(over.scope), "==", rule.total, over.under)


def linear(rule: LinearRule, over: Over) -> None:
    terms = zip(rule.factors, numbered(rule, over), strict=True)
    left = sum(factor * term for factor, term in terms)
    relate(over.model, left, rule.relation, rule.total, over.under)


def clause(rule: Clause, over: Over) -> None:
    some_of(over.model, [holds(over, literal) for literal in rule.literals], over.under)


def count(rule: Count, over: Over) -> None:
    some = sum(holds(over, literal) for literal in rule.literals)
    relate(over.model, some, rule.relation, rule.number, over.under)


def conditional(rule: If, over: Over) -> None:
    under = [holds(over, literal) for literal in rule.literals]
    first = len(over.scope) - len(rule.rule.scope)
    inner = Over(over.model, over.scope[first:], over.domains[first:], under)
    RULES[type(rule.rule)](rule.rule, inner)


def folded(rule: Folded, over: Over) -> None:
    """The rule inside, over its variables as often as they occur."""
    scope, domains = ([each[at] for at in rule.places] for each in (over.scope, over.domains))
    RULES[type(rule.rule)](rule.rule, Over(over.model, scope, domains, over.under))


def parity(rule: Parity, over: Over) -> None:
    """The sum is twice some number, and one more if it is to be odd."""
    half = over.model.new_int_var(0, sum(mask.bit_length() for mask in over.domains), "")
    relate(over.model, total([*over.scope, -2 * half]), "==", int(rule.odd))


def fixed_distance(rule: Distance, over: Over) -> None:
    pairs = {(v, v + way * rule.distance) for v in values(over.domains[0]) for way in (1, -1)}
    one_of(over, sorted(pairs))


def steps(rule: Steps, over: Over) -> None:
    """A yes or no for each step and each length: one length a step, each as often as it comes."""
    model, often = over.model, Counter(rule.lengths)
    taken = []
    for here, there in pairwise(over.scope):
        taken.append({length: model.new_bool_var("") for length in often})
        span = model.new_int_var(0, max(mask.bit_length() for mask in over.domains), "")
        model.add_abs_equality(span, here - there)
        model.add_exactly_one(taken[-1].values())
        chosen = (-length * yes for length, yes in taken[-1].items())
        relate(model, total([span, *chosen]), "==", 0)
    for length, times in often.items():
        relate(model, total(each[length] for each in taken), "==", times)
    if len(taken) != len(rule.lengths):
        some_of(model, ())


def product(rule: Product, over: Over) -> None:
    x, y, z = numbered(rule, over)
    over.model.add_multiplication_equality(z, [x, y])


def distance(rule: Abs, over: Over) -> None:
    x, y, z = numbered(rule, over)
    over.model.add_abs_equality(z, x - y)


def element(rule: Element, over: Over) -> None:
    index, result, *array = numbered(rule, over)
    if array:
        over.model.add_element(index, array, result)
    else:
        some_of(over.model, ())


def regular(rule: Regular, over: Over) -> None:
    automaton(over, rule.start, rule.next(), rule.accepting.__contains__)


def visible(rule: Visible, over: Over) -> None:
    automaton(over, (-1, 0), seen, rule.accepts)


def automaton(over: Over, start: Any, then: Next, accepts: Callable[..., bool]) -> None:
    """A literal for each state after each variable; CP-SAT's own automaton repeats solutions."""
    model = over.model
    states = {start: model.new_constant(1)}
    for at, mask in enumerate(over.domains):
        moves: dict[Any, list[Any]] = {}
        for value in values(mask):
            is_value = holds(over, Literal(at, "==", value))
            for state, is_here in states.items():
                taken = every(model, [is_here, is_value])
                moves.setdefault(then(state, value), []).append(taken)
        for taken in moves.pop(None, ()):
            some_of(model, (), [taken])
        states = {state: any_of(model, taken) for state, taken in moves.items()}
    some_of(model, [here for state, here in states.items() if accepts(state)])


def lex(rule: Lex, over: Over) -> None:
    """A literal for each place: whether all before it are equal."""
    model, half = over.model, len(over.scope) // 2
    equal = model.new_constant(1)
    for first, second in zip(over.scope[:half], over.scope[half:], strict=True):
        model.add(first <= second).only_enforce_if(equal)
        same = model.new_bool_var("")
        model.add(first == second).only_enforce_if(same)
        model.add(first != second).only_enforce_if(same.negated())
        equal = every(model, [equal, same])
    if rule.strict:
        some_of(model, (), [equal])


def circuit(rule: Circuit, over: Over) -> None:
    size, arcs = len(over.scope), []
    for here, mask in enumerate(over.domains):
        for value in values(mask):
            there = rule.number(here, value)
            taken = holds(over, Literal(here, "==", value))
            if 0 <= there < size and (there != here or size == 1):
                arcs.append((here, there, taken))
            else:
                some_of(over.model, (), [taken])
    if {here for here, _, _ in arcs} != set(range(size)):
        some_of(over.model, ())
    elif size > 1:
        over.model.add_circuit(arcs)


def connected(rule: Connected, over: Over) -> None:
    """Round by round, what is reached from the first that is in."""
    model, size = over.model, range(len(over.scope))
    inside = [
        any_of(model, [holds(over, Literal(at, "==", value)) for value in rule.values])
        for at in size
    ]
    reached = [every(model, [inside[at], *(x.negated() for x in inside[:at])]) for at in size]
    neighbours: list[set[int]] = [set() for _ in size]
    for a, b in rule.edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    for _ in size[1:]:
        near = [any_of(model, [reached[b] for b in neighbours[a]]) for a in size]
        spread = [every(model, [inside[a], near[a]]) for a in size]
        reached = [any_of(model, both) for both in zip(reached, spread, strict=True)]
    for is_in, is_reached in zip(inside, reached, strict=True):
        model.add_implication(is_in, is_reached)


RULES: dict[type[Constraint], Callable[[Any, Over], None]] = {
    Abs: distance, AllDifferent: all_different, Circuit: circuit, Clause: clause,
    Connected: connected, Count: count, Distance: fixed_distance, Element: element,
    Folded: folded, If: conditional, Less: less, Lex: lex, LinearRule: linear, Parity: parity,
    Product: product,
    Regular: regular, Steps: steps, Sum: plain_sum, Table: table, Visible: visible,
}  # fmt: skip
UNDER = {AllDifferent, Clause, Count, Less, LinearRule, Sum, Table}
"""The rules that can stand under a condition."""
