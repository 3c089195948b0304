"""Each kind of rule as sums of literals: a few lines for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

from clew.core import constraints as plain
from clew.core import line_rules as lines
from clew.core import number_rules as numbers
from clew.core import rules
from clew.core.faces import CSP, Constraint, Folded
from clew.search.proof.encoding import Encoder, Guard
from clew.search.proof.model import ProofModel


def encode(
    csp: CSP, name: Callable[[int], str], value: Callable[[int], str],
    cost: Sequence[tuple[Sequence[int], Callable[[Sequence[int]], int]]] | None = None,
) -> ProofModel:  # fmt: skip
    """Make the model of a CSP, whose variables and values are called by their names.

    `cost` is the sum to minimise: the variables of each term, and what their values add.
    """
    made = Encoder(csp, name, value)
    for rule in csp.constraints if all(csp.domains) else ():  # no value left: that says it all
        add(made, rule)
    if cost is not None:
        made.model.cost = [term for scope, weight in cost for term in made.cost(scope, weight)]
    return made.model


def add(e: Encoder, rule: Constraint, guard: Guard = ()) -> None:
    """Add the constraints of a rule."""
    known = RULES.get(type(rule))
    if known is not None:
        known(e, rule, guard)
    else:
        e.test(rule, guard)


def _different(e: Encoder, rule: plain.AllDifferent, guard: Guard) -> None:
    offsets = rule.offsets or (0,) * len(rule.scope)
    taken: dict[int, list[int]] = {}
    for x, offset in zip(rule.scope, offsets, strict=True):
        for v, y in e.is_[x].items():
            taken.setdefault(v + offset, []).append(y)
    said = [e.at_most_one(ys, rule.label, guard) if len(ys) > 1 else 0 for ys in taken.values()]
    if not guard and len(taken) == len(rule.scope) and len(taken) > 1:
        ones = [e.one[x] for x in rule.scope]
        if all(said):
            e.model.permutations.append((ones, said, list(taken.values())))
    elif not guard and len(taken) < len(rule.scope):
        e.model.permutations.append(([e.one[x] for x in rule.scope], [s for s in said if s], []))


def _less(e: Encoder, rule: plain.Less, guard: Guard) -> None:
    first, second = rule.scope
    for v in e.domains[first]:
        low, high = e.ge(first, v), e.ge(second, v + 1)
        if high is not None:
            e.clause([*([-low] if low else []), *([high] if high else [])], rule.label, guard)


def _distance(e: Encoder, rule: plain.Distance, guard: Guard) -> None:
    for x, other in (rule.scope, rule.scope[::-1]):
        for v, y in e.is_[x].items():
            near = (e.is_[other].get(v + d, 0) for d in (-rule.distance, rule.distance))
            e.clause((-y, *dict.fromkeys(filter(None, near))), rule.label, guard)


def _steps(e: Encoder, rule: plain.Steps, guard: Guard) -> None:
    used: dict[int, list[int]] = {length: [] for length in rule.lengths}
    for x, after in pairwise(rule.scope):
        ways: dict[int, list[int]] = {length: [] for length in used}
        for v, w in product(e.domains[x], e.domains[after]):
            pair = (e.is_[x][v], e.is_[after][w])
            if abs(v - w) in ways:
                name = f"step_{len(e.model.names)}"
                ways[abs(v - w)].append(e.conjunction(name, f"from {v} to {w}", pair, rule.label))
            else:
                e.clause((-pair[0], -pair[1]), rule.label, guard)
        for length, found in ways.items():
            name = f"length_{len(e.model.names)}"
            meaning = f"from {e.called(x)} to {e.called(after)} it is {length}"
            used[length].append(e.disjunction(name, meaning, found, rule.label))
    for length, found in used.items():
        e.compare([(1, y) for y in found], "==", rule.lengths.count(length), rule.label, guard)


def _parity(e: Encoder, rule: plain.Parity, guard: Guard) -> None:
    def move(odd: bool, v: int) -> bool:
        return odd ^ bool(v % 2)

    e.automaton(rule.scope, False, move, lambda odd: odd == rule.odd, rule.label, guard)


def _clause(e: Encoder, rule: rules.Clause, guard: Guard) -> None:
    found = [e.literals(each, rule.scope) for each in rule.literals]
    if not any(always for always, _ in found):
        e.clause((y for _, y in found if y), rule.label, guard)


def _count(e: Encoder, rule: rules.Count, guard: Guard) -> None:
    found = [e.literals(each, rule.scope) for each in rule.literals]
    sure = sum(always for always, _ in found)
    terms = [(1, y) for always, y in found if y and not always]
    e.compare(terms, rule.relation, rule.number - sure, rule.label, guard)


def _if(e: Encoder, rule: rules.If, guard: Guard) -> None:
    found = [e.literals(each, rule.scope) for each in rule.literals]
    if all(always or y for always, y in found):
        under = tuple(y for always, y in found if y and not always)
        add(e, rule.rule, (*guard, *under))


def _visible(e: Encoder, rule: lines.Visible, guard: Guard) -> None:
    def move(state: tuple[int, int], v: int) -> tuple[int, int]:
        highest, seen = state
        return (v, seen + 1) if v > highest else state

    def accepts(state: tuple[int, int]) -> bool:
        return rules.RELATIONS[rule.relation](state[1], rule.number)

    e.automaton(rule.scope, (-1, 0), move, accepts, rule.label, guard)


def _regular(e: Encoder, rule: lines.Regular, guard: Guard) -> None:
    moves = {(state, v): after for state, v, after in rule.moves}
    e.automaton(rule.scope, rule.start, lambda state, v: moves.get((state, v)),
                rule.accepting.__contains__, rule.label, guard)  # fmt: skip


def _lex(e: Encoder, rule: lines.Lex, guard: Guard) -> None:
    half = len(rule.scope) // 2
    order = [x for pair in zip(rule.scope[:half], rule.scope[half:], strict=True) for x in pair]

    def move(state: Any, v: int) -> Any:
        if state in ("equal", "before"):
            return state if state == "before" else ("first", v)
        first = state[1]
        return "equal" if v == first else "before" if first < v else None

    def flat(state: Any, v: int) -> Any:
        return move(state, v) if state != "before" else "before"

    e.automaton(order, "equal", flat, lambda s: s == "before" or not rule.strict, rule.label, guard)


def _function(e: Encoder, rule: numbers.BinaryFunction, guard: Guard) -> None:
    x, y, z = rule.scope
    for a, b in product(e.domains[x], e.domains[y]):
        ends = [e.is_[z][c] for c in e.domains[z] if rule.holds((a, b, c))]
        e.clause((-e.is_[x][a], -e.is_[y][b], *ends), rule.label, guard)


def _element(e: Encoder, rule: numbers.Element, guard: Guard) -> None:
    index, result, *among = rule.scope
    filler = [e.domains[x][0] for x in among]
    for a in e.domains[index]:
        places = range(len(among)) if among else ()
        at = a if rule.numbers is None else rule.numbers[0][a]
        if at not in places:
            e.clause((-e.is_[index][a],), rule.label, guard)
            continue
        for v in e.domains[among[at]]:
            row = [*filler[:at], v, *filler[at + 1 :]]
            ends = [e.is_[result][c] for c in e.domains[result] if rule.holds((a, c, *row))]
            e.clause((-e.is_[index][a], -e.is_[among[at]][v], *ends), rule.label, guard)


def _circuit(e: Encoder, rule: lines.Circuit, guard: Guard) -> None:
    size, label = len(rule.scope), rule.label
    places = [
        {rule.number(at, v): y for v, y in e.is_[x].items()} for at, x in enumerate(rule.scope)
    ]
    goes = [[is_place.get(to, 0) for to in range(size)] for is_place in places]
    for row in (*goes, *zip(*goes, strict=True)):
        e.clause(filter(None, row), label, guard)
        e.at_most_one([y for y in row if y], label, guard)

    def step(at: int, here: Sequence[int]) -> list[int]:
        return [
            e.conjunction(
                f"goes_{len(e.model.names)}", f"on to place {at + 1}", (here[a], y), label
            )
            for a in range(size)
            if (y := goes[a][at])
        ]

    start = [e.new(f"reached_{len(e.model.names) + at}", f"place {at + 1} is first")
             for at in range(size)]  # fmt: skip
    for at, y in enumerate(start):
        e.clause((-y if at else y,), label)
    for y in e.reached(size, start, step, label):
        e.clause((y,), label, guard)


def _connected(e: Encoder, rule: lines.Connected, guard: Guard) -> None:
    size, label = len(rule.scope), rule.label
    near: list[list[int]] = [[] for _ in rule.scope]
    for a, b in rule.edges:
        near[a].append(b)
        near[b].append(a)
    inside = [
        e.disjunction(f"in_{len(e.model.names)}", f"{e.called(x)} is in",
                      [e.is_[x][v] for v in rule.values if v in e.is_[x]], label)
        for x in rule.scope
    ]  # fmt: skip
    first: list[int] = []  # the first that is in
    for at, y in enumerate(inside):
        name = f"first_{len(e.model.names)}"
        first.append(e.conjunction(name, f"place {at + 1} is the first that is in",
                                   [y, *(-z for z in inside[:at])], label))  # fmt: skip

    def step(at: int, here: Sequence[int]) -> list[int]:
        if not near[at]:
            return []
        beside = e.disjunction(f"beside_{len(e.model.names)}", f"place {at + 1} is beside one",
                               [here[b] for b in near[at]], label)  # fmt: skip
        return [e.conjunction(f"on_{len(e.model.names)}", f"place {at + 1} joins",
                              (inside[at], beside), label)]  # fmt: skip

    for at, y in enumerate(e.reached(size, first, step, label)):
        e.clause((-inside[at], y), label, guard)


def _linear(e: Encoder, rule: rules.LinearRule, guard: Guard) -> None:
    def weigh(at: int, v: int) -> int:
        return rule.factors[at] * (v if rule.numbers is None else rule.numbers[at][v])

    e.total(rule, weigh, rule.relation, rule.total, guard)


RULES: dict[type, Callable[[Encoder, Any, Guard], None]] = {
    plain.AllDifferent: _different,
    plain.Less: _less,
    plain.Table: lambda e, rule, guard: e.rows(rule.scope, sorted(rule.rows), rule.label, guard),
    plain.Sum: lambda e, rule, guard: e.total(rule, lambda _, v: v, "==", rule.total, guard),
    plain.Parity: _parity,
    plain.Distance: _distance,
    plain.Steps: _steps,
    rules.LinearRule: _linear,
    rules.Clause: _clause,
    rules.Count: _count,
    rules.If: _if,
    Folded: lambda e, rule, guard: add(e, rule.rule, guard),
    lines.Regular: _regular,
    lines.Visible: _visible,
    lines.Lex: _lex,
    lines.Circuit: _circuit,
    lines.Connected: _connected,
    numbers.Product: _function,
    numbers.Abs: _function,
    numbers.Element: _element,
}
