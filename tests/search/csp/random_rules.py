"""Random rules of each kind of `clew.rules`, over a few variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from random import Random

from clew.core.faces import CSP, Assignment, Domain, domain, values
from clew.rules import (
    Abs,
    AllDifferent,
    Circuit,
    Clause,
    Connected,
    Count,
    Cumulative,
    Disjunctive,
    Distance,
    Element,
    If,
    Less,
    Lex,
    LinearRule,
    Literal,
    Maximum,
    Minimum,
    Packing,
    Parity,
    Pieces,
    Product,
    Regular,
    Steps,
    Sum,
    Table,
    Visible,
)
from clew.rules.rule import RELATIONS, Constraint, Numbers

WIDTH = 5
Scope = tuple[int, ...]


def scope(rng: Random, size: int, arity: int) -> Scope:
    """Variables of a rule; in one case of four one of them may be repeated."""
    if rng.random() < 0.25 or arity > size:
        return tuple(rng.randrange(size) for _ in range(arity))
    return tuple(rng.sample(range(size), arity))


def relation(rng: Random) -> str:
    return rng.choice(list(RELATIONS))


def numbers(rng: Random, arity: int) -> Numbers | None:
    """Often none; else rising numbers, or some in no order, a few of them negative."""
    if rng.random() < 0.5:
        return None
    drawn = [[rng.randint(-4, 9) for _ in range(WIDTH)] for _ in range(arity)]
    return tuple(tuple(sorted(each) if rng.random() < 0.7 else each) for each in drawn)


def literals(rng: Random, arity: int) -> tuple[Literal, ...]:
    most = rng.randint(0, 4) if arity else 0
    return tuple(
        Literal(rng.randrange(arity), relation(rng), rng.randint(-1, WIDTH)) for _ in range(most)
    )


def linear(rng: Random, size: int) -> LinearRule:
    chosen = scope(rng, size, rng.randint(0, size))
    if rng.random() < 0.2:  # as in exact cover
        return LinearRule(chosen, "", (1,) * len(chosen), relation(rng), 1)
    factors = tuple(rng.randint(-3, 4) for _ in chosen)
    total = rng.randint(-6, 6 + 3 * len(chosen))
    return LinearRule(chosen, "", factors, relation(rng), total, numbers(rng, len(chosen)))


def clause(rng: Random, size: int) -> Clause:
    chosen = scope(rng, size, rng.randint(1, size))
    return Clause(chosen, "", literals(rng, len(chosen)))


def count(rng: Random, size: int) -> Count:
    chosen = scope(rng, size, rng.randint(1, size))
    return Count(chosen, "", literals(rng, len(chosen)), relation(rng), rng.choice([0, 1, 1, 2, 3]))


def element(rng: Random, size: int) -> Element:
    chosen = scope(rng, size, rng.randint(2, size + 1))
    known = numbers(rng, len(chosen))
    if known is not None:  # places
        known = (tuple(range(-1, WIDTH - 1)), *known[1:])
    return Element(chosen, "", known)


def regular(rng: Random, size: int) -> Regular:
    chosen = scope(rng, size, rng.randint(0, size))
    states = range(rng.randint(1, 3))
    moves = tuple(
        (state, value, rng.choice(states))
        for state in states
        for value in range(WIDTH)
        if rng.random() < 0.7
    )
    accepting = frozenset(state for state in states if rng.random() < 0.6)
    return Regular(chosen, "", moves, accepting, rng.choice(states))


def lex(rng: Random, size: int) -> Lex:
    return Lex(scope(rng, size, 2 * rng.randint(0, 3)), "", rng.random() < 0.5)


def circuit(rng: Random, size: int) -> Circuit:
    """Often the places themselves; else a value may mean one place here and another there."""
    chosen = scope(rng, size, rng.randint(0, size))
    optional = rng.random() < 0.5
    if rng.random() < 0.7:
        return Circuit(chosen, "", None, optional)
    places = range(-1, len(chosen) + 1)
    numbers = tuple(tuple(rng.choices(places, k=WIDTH)) for _ in chosen)
    return Circuit(chosen, "", numbers, optional)


def maximum(rng: Random, size: int) -> Maximum:
    return rng.choice([Maximum, Minimum])(scope(rng, size, rng.randint(2, size + 1)), "")


def connected(rng: Random, size: int) -> Connected:
    places = rng.randint(0, size)
    pairs = [(a, b) for a in range(places) for b in range(a)]
    edges = tuple(pair for pair in pairs if rng.random() < 0.4)
    return Connected(
        scope(rng, size, places), "", edges, tuple(v for v in range(WIDTH) if rng.random() < 0.5)
    )


def inner(rng: Random, size: int) -> Constraint:
    """A rule that may stand under a condition."""
    kinds = ["linear", "count", "clause", "table", "different", "less", "sum", "pieces"]
    kinds += ["disjunctive", "cumulative", "packing"]
    return MAKE[rng.choice(kinds)](rng, size)


def less(rng: Random, size: int) -> Less:
    first, second = scope(rng, size, 2)
    return Less((first, second), "")


def different(rng: Random, size: int) -> AllDifferent:
    chosen = scope(rng, size, rng.randint(1, 4))
    offsets = tuple(rng.randint(-1, 1) for _ in chosen)
    return AllDifferent(chosen, "", offsets if rng.random() < 0.7 else ())


def table(rng: Random, size: int) -> Table:
    chosen = scope(rng, size, rng.randint(1, 3))
    rows = {tuple(rng.randrange(WIDTH) for _ in chosen) for _ in range(rng.randint(0, 30))}
    return Table(chosen, "", frozenset(rows))


def distance(rng: Random, size: int) -> Distance:
    first, second = scope(rng, size, 2)
    return Distance((first, second), "", rng.randint(0, 2))


def steps(rng: Random, size: int) -> Steps:
    chosen = scope(rng, size, rng.randint(1, 4))
    return Steps(chosen, "", tuple(rng.randint(0, 2) for _ in chosen[1:]))


def conditional(rng: Random, size: int) -> If:
    rule, conditions = inner(rng, size), scope(rng, size, rng.randint(1, 2))
    return If((*conditions, *rule.scope), "", literals(rng, len(conditions))[:2], rule)


def pieces(rng: Random, size: int) -> Pieces:
    """One or two pieces, whose placements have one size or several."""
    places = rng.randint(1, 4)
    held = []
    for piece in rng.sample(range(-1, WIDTH), rng.randint(1, 2)):
        size_of_all = rng.randint(0, 2)
        sizes = rng.choice([[size_of_all], [0, size_of_all], [0, 1, 2, 3]])
        sets = [rng.sample(range(places), min(places, rng.choice(sizes))) for _ in range(4)]
        held.append((piece, frozenset(map(frozenset, sets))))
    return Pieces(scope(rng, size, places), "", tuple(held))


def durations(rng: Random, arity: int) -> tuple[int, ...]:
    return tuple(rng.randint(0, 3) for _ in range(arity))


def disjunctive(rng: Random, size: int) -> Disjunctive:
    chosen = scope(rng, size, rng.randint(0, size))
    return Disjunctive(chosen, "", durations(rng, len(chosen)), numbers(rng, len(chosen)))


def cumulative(rng: Random, size: int) -> Cumulative:
    chosen = scope(rng, size, rng.randint(0, size))
    lasting, demands = durations(rng, len(chosen)), durations(rng, len(chosen))
    capacity = rng.randint(0, 5)
    return Cumulative(chosen, "", lasting, demands, capacity, numbers(rng, len(chosen)))


def packing(rng: Random, size: int) -> Packing:
    """Often capacities; else the last variables are loads."""
    chosen = scope(rng, size, rng.randint(1, size))
    items = rng.randint(0, len(chosen) - 1) if rng.random() < 0.4 else len(chosen)
    capacities = tuple(rng.randint(0, 5) for _ in range(rng.randint(1, 4)))
    sizes = durations(rng, items)
    if items < len(chosen):
        capacities = ()
    return Packing(chosen, "", sizes, capacities, numbers(rng, len(chosen)))


def three(rng: Random, size: int) -> tuple[int, int, int]:
    first, second, third = scope(rng, size, 3)
    return first, second, third


MAKE: dict[str, Callable[[Random, int], Constraint]] = {
    "different": different,
    "less": less,
    "table": table,
    "sum": lambda rng, size: Sum(scope(rng, size, rng.randint(0, 4)), "", rng.randint(0, 9)),
    "parity": lambda rng, size: Parity(scope(rng, size, rng.randint(0, 4)), "", rng.random() < 0.5),
    "distance": distance,
    "steps": steps,
    "linear": linear,
    "clause": clause,
    "count": count,
    "product": lambda rng, size: Product(three(rng, size), "", numbers(rng, 3)),
    "abs": lambda rng, size: Abs(three(rng, size), "", numbers(rng, 3)),
    "element": element,
    "if": conditional,
    "regular": regular,
    "visible": lambda rng, size: Visible(
        scope(rng, size, rng.randint(0, size)), "", relation(rng), rng.randint(0, 3)
    ),
    "lex": lex,
    "circuit": circuit,
    "connected": connected,
    "maximum": maximum,
    "pieces": pieces,
    "disjunctive": disjunctive,
    "cumulative": cumulative,
    "packing": packing,
}


def posed(rng: Random, kind: str) -> tuple[CSP, set[Assignment]]:
    """A CSP of few variables with few values, and a few rules of a kind, or of any; its answers.

    The answers are those that obey the rules as they were made, before the CSP normalises them.
    """
    size = rng.randint(1, 5)
    density = rng.choice([0.4, 0.6, 0.9])
    masks = tuple(
        domain(v for v in range(WIDTH) if rng.random() < density) | 1 << rng.randrange(WIDTH)
        for _ in range(size)
    )
    kinds = list(MAKE) if kind == "mixed" else [kind]
    rules: list[Constraint] = [MAKE[rng.choice(kinds)](rng, size) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.3:
        rules.append(AllDifferent(scope(rng, size, min(size, 3)), ""))
    return CSP(masks, tuple(rules)), by_hand(masks, rules)


def by_hand(domains: Iterable[Domain], rules: Sequence[Constraint]) -> set[Assignment]:
    """Every assignment that obeys every rule, by trying all."""
    return {
        each
        for each in product(*(list(values(mask)) for mask in domains))
        if all(rule.holds([each[x] for x in rule.scope]) for rule in rules)
    }
