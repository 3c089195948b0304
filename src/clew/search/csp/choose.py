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


def mrv_degree(state: State, unassigned: Sequence[int], legal: Legal) -> int:
    """The most constrained variable, and of equals the most constraining."""
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


def fewest_values(unassigned: Sequence[int], legal: Legal) -> list[int]:
    """The most constrained variables: those with the fewest legal values, in their order."""
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


Reason = tuple[int, tuple[int, int]]
"""How many values a variable has left; how many variables have as few, and its degree."""
NOT_ASKED = -1


def reason_for(
    select: str, state: State, variable: int, sizes: dict[int, int], unassigned: Sequence[int]
) -> Reason:
    """The numbers by which a variable was chosen; -1 for those that nobody asked for."""
    size = sizes.get(variable, state.domains[variable].bit_count())
    by_size, ties, degree = select in ("mrv", "mrv+degree"), NOT_ASKED, NOT_ASKED
    if by_size:
        ties = sum(1 for each in sizes.values() if each == size)
    if select == "degree" or (select == "mrv+degree" and ties > 1):
        left = unassigned_in_each(state, unassigned)
        degree = sum(left[number] - 1 for number in state.network.of[variable])
    return size, (ties, degree)


def unassigned_in_each(state: State, unassigned: Sequence[int]) -> list[int]:
    """For each constraint, how many of its variables are unassigned."""
    of = state.network.of
    left = [0] * len(state.network.csp.constraints)
    for variable in unassigned:
        for number in of[variable]:
            left[number] += 1
    return left


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
    """An order drawn from the seed, so that no puzzle can be made to be slow for it.

    Each variable has its own order, the same at every node of the tree.
    """
    return [value for value in state.shuffled(variable) if mask >> value & 1]


SELECT: dict[str, Select] = {
    "first": lambda state, unassigned, legal: unassigned[0],
    "mrv": lambda state, unassigned, legal: fewest_values(unassigned, legal)[0],
    "degree": lambda state, unassigned, legal: most_constraining(state, unassigned, unassigned),
    "mrv+degree": mrv_degree,
    "dom/wdeg": dom_wdeg,
    "random": lambda state, unassigned, legal: min(unassigned, key=state.luck.__getitem__),
}
"""How the variable to assign next is selected: `mrv` is the most constrained one (minimum remaining
values), `degree` the most constraining one, `random` the first in an order drawn once."""
ORDER: dict[str, Order] = {
    "ascending": lambda state, variable, mask, unassigned: list(values(mask)),
    "descending": lambda state, variable, mask, unassigned: list(values(mask))[::-1],
    "lcv": least_constraining,
    "shuffled": shuffled,
}
