"""Which variable next, and its values in which order: the heuristics of backtracking search.

`legal` gives the values that still agree with what is assigned: the domain itself where an
inference keeps it so, and a fresh look at the neighbours where nothing does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clew.core.faces import Domain, values
from clew.search.csp.state import State

Legal = Callable[[int], Domain]
Select = Callable[[State, Sequence[int], Legal], int]
Order = Callable[[State, int, Domain, Sequence[int]], Sequence[int]]


def first(state: State, unassigned: Sequence[int], legal: Legal) -> int:
    return unassigned[0]


def mrv(state: State, unassigned: Sequence[int], legal: Legal) -> int:
    """The most constrained variable: minimum remaining values; the first of equals."""
    return fewest_values(unassigned, legal)[0]


def degree(state: State, unassigned: Sequence[int], legal: Legal) -> int:
    """The most constraining variable: in most constraints with others unassigned."""
    return most_constraining(state, unassigned, unassigned)


def mrv_degree(state: State, unassigned: Sequence[int], legal: Legal) -> int:
    """The most constrained variable, and of equals the most constraining (001)."""
    return most_constraining(state, fewest_values(unassigned, legal), unassigned)


def dom_wdeg(state: State, unassigned: Sequence[int], legal: Legal) -> int:
    """Fewest values for the weight of its constraints, which grows with their failures.

    Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting
    constraints", ECAI 2004. Only constraints with another variable unassigned count.
    """
    of, weights = state.network.of, state.weights
    assert weights is not None
    left = unassigned_in_each(state, unassigned)

    def ratio(variable: int) -> float:
        weight = sum(weights[number] for number in of[variable] if left[number] > 1)
        return legal(variable).bit_count() / (weight or 0.5)

    return min(unassigned, key=ratio)


def at_random(state: State, unassigned: Sequence[int], legal: Legal) -> int:
    """The first in an order of the variables that was drawn once, from the seed."""
    return min(unassigned, key=state.luck.__getitem__)


def fewest_values(unassigned: Sequence[int], legal: Legal) -> list[int]:
    """The variables with the fewest legal values, in their order."""
    counts = [legal(variable).bit_count() for variable in unassigned]
    least = min(counts)
    return [x for x, count in zip(unassigned, counts, strict=True) if count == least]


def most_constraining(state: State, among: Sequence[int], unassigned: Sequence[int]) -> int:
    """Of some variables the one that meets most unassigned others, each once a constraint."""
    if len(among) == 1:
        return among[0]
    of = state.network.of
    left = unassigned_in_each(state, unassigned)
    return max(among, key=lambda variable: sum(left[number] - 1 for number in of[variable]))


def unassigned_in_each(state: State, unassigned: Sequence[int]) -> list[int]:
    """For each constraint, how many of its variables are unassigned."""
    of = state.network.of
    left = [0] * len(state.network.csp.constraints)
    for variable in unassigned:
        for number in of[variable]:
            left[number] += 1
    return left


def ascending(
    state: State, variable: int, mask: Domain, unassigned: Sequence[int]
) -> Sequence[int]:
    return list(values(mask))


def descending(
    state: State, variable: int, mask: Domain, unassigned: Sequence[int]
) -> Sequence[int]:
    return list(values(mask))[::-1]


def least_constraining(
    state: State, variable: int, mask: Domain, unassigned: Sequence[int]
) -> Sequence[int]:
    """The value that rules out the fewest choices of the unassigned neighbours first."""
    domains, rest = state.domains, set(unassigned)

    def ruled_out(value: int) -> int:
        lost = state.network.ruled_out_by(variable, 1 << value)
        return sum((domains[other] & gone).bit_count() for other, gone in lost if other in rest)

    return sorted(values(mask), key=ruled_out)


def shuffled(state: State, variable: int, mask: Domain, unassigned: Sequence[int]) -> Sequence[int]:
    """An order drawn from the seed, so that no puzzle is made to be slow for it (002, 1e).

    Each variable has its own order, the same at every node of the tree.
    """
    return [value for value in state.shuffled(variable) if mask >> value & 1]


SELECT: dict[str, Select] = {
    "first": first,
    "mrv": mrv,
    "degree": degree,
    "mrv+degree": mrv_degree,
    "dom/wdeg": dom_wdeg,
    "random": at_random,
}
ORDER: dict[str, Order] = {
    "ascending": ascending,
    "descending": descending,
    "lcv": least_constraining,
    "shuffled": shuffled,
}
