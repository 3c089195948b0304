"""A solver for many questions about one CSP, which remembers what it learned from each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from clew.core.faces import CSP, Assignment, Domain, values
from clew.core.result import Run
from clew.search.csp import wire
from clew.search.csp.learning import Learning
from clew.search.native import answers
from clew.search.native import learning as lib

Assumption = tuple[int, Domain]
"""A variable, and the values that it may have."""
LITERAL = 3 * 8
"""The number of bytes of a literal: three numbers."""


class Solver:
    """Answers questions about one CSP: is there a solution under these assumptions?

    An assumption holds for one question only. Everything that the search learns from a question
    holds without its assumptions, so it's kept for the next one.

    Without kernels, or if they can't hold the CSP, each question starts a new search. The answers
    are right all the same, but `core` may then contain assumptions that aren't needed.

    Args:
        csp: the constraints.

    >>> from clew.rules import AllDifferent, Less
    >>> solver = Solver(CSP((6, 6, 14), (AllDifferent((0, 1), ""), Less((1, 2), ""))))
    >>> solver.solve([(0, 1 << 1)])
    (1, 2, 3)
    >>> solver.solve([(2, 1 << 3), (0, 1 << 1), (1, 1 << 1)]), solver.core
    (None, (1, 2))
    """

    def __init__(self, csp: CSP) -> None:
        self.csp = csp
        self.core: tuple[int, ...] = ()
        """The positions of the assumptions that ruled out a solution in the last question. It's
        empty if there's no solution whatever you assume.
        """
        self._added: list[Sequence[Assumption]] = []
        self._told: dict[Assumption, bytes] = {}
        self._kernel = _kernel(csp)

    def solve(
        self, assuming: Iterable[Assumption] = (), run: Run | None = None
    ) -> Assignment | None:
        """Find a solution.

        Args:
            assuming: for each assumption, a variable and the values that it may have.
            run: the limits of the search.

        Returns:
            A solution; None if there isn't one. `core` then holds the reason.

        Raises:
            Stopped: a limit is reached.
        """
        assumed, run = list(assuming), run or Run(1)
        self.core = ()
        if self._kernel is None:
            return self._searched(assumed, run)
        told = [self._told.get(each) or self._tell(each) for each in assumed]
        self._kernel.ask(b"".join(told))
        size = len(self.csp.domains)
        for answer in answers(self._kernel, run, batch=1):
            return tuple(answer[:size])
        place = [at for at, each in enumerate(told) for _ in range(len(each) // LITERAL)]
        self.core = tuple(sorted({place[at] for at in self._kernel.core}))
        return None

    def _tell(self, assumption: Assumption) -> bytes:
        """Return an assumption as literals: a variable, a value, and whether it has that value."""
        x, allowed = assumption
        left = self.csp.domains[x]
        kept, told = left & allowed, array("q")
        if kept & (kept - 1) or not kept:
            for value in values(left & ~allowed):
                told.extend((x, value, 0))
        elif kept != left:
            told.extend((x, kept.bit_length() - 1, 1))
        found = self._told[assumption] = told.tobytes()
        return found

    def add(self, *alternatives: Assumption) -> None:
        """Add a rule for all further questions: at least one of these alternatives holds.

        Args:
            *alternatives: for each, a variable and the values that it may have.
        """
        self._added.append(alternatives)
        if self._kernel is None:
            return
        told = array("q")
        for x, allowed in alternatives:
            for value in values(self.csp.domains[x] & allowed):
                told.extend((x, value, 1))
        self._kernel.add(told.tobytes())

    def exclude(self, solution: Sequence[int]) -> None:
        """Exclude a solution, so that `solve` finds only others.

        Args:
            solution: the values of the first variables. The rest may have any values.
        """
        self.add(*((x, ~(1 << value)) for x, value in enumerate(solution)))

    def _searched(self, assumed: Sequence[Assumption], run: Run) -> Assignment | None:
        """Search for one question alone."""
        domains = list(self.csp.domains)
        for x, allowed in assumed:
            domains[x] &= allowed
        self.core = tuple(range(len(assumed)))
        if all(domains):
            run.max_solutions = None
            csp = CSP(tuple(domains), self.csp.constraints)
            for found in Learning()(csp, run):
                if all(any(allowed >> found[x] & 1 for x, allowed in each) for each in self._added):
                    self.core = ()
                    return found
        return None


def _kernel(csp: CSP) -> Any:
    """Return the kernel; None if there isn't one, or it can't hold the CSP."""
    if lib is None or not hasattr(lib, "Solver"):
        return None
    low = wire.whole(csp)
    model, domains = wire.model(low), wire.domains(low) or wire.wide_domains(low)
    if model is None or domains is None:
        return None
    try:
        return lib.Solver(model, domains)
    except ValueError:  # too large
        return None
