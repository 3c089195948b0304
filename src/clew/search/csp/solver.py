"""A solver for many questions about one CSP, which remembers what it learned from each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from clew.core.faces import CSP, Assignment, Domain, values
from clew.core.result import Run, Stopped
from clew.search.csp import wire
from clew.search.csp.learning import Learning
from clew.search.native import answers
from clew.search.native import learning as lib

Assumption = tuple[int, Domain]
"""A variable, and the values that it may have."""
LONG = 8
"""The number of bytes of a kernel's number."""
LITERAL = 3 * LONG
"""The number of bytes of a literal: three numbers."""
PLENTY = 2**62
"""More nodes than any search takes."""


class Candidates(NamedTuple):
    """The values that the first variables have in the solutions within some domains."""

    had: tuple[Domain, ...]
    """The values that some solution has."""
    unknown: tuple[Domain, ...]
    """The values for which a limit was reached. The solver knows no solution with any of them."""
    left: int
    """The remaining effort. It's negative once all of it is spent."""


class CspSolver:
    """Answers questions about one CSP: is there a solution under these assumptions?

    An assumption holds for one question only. Everything that the search learns from a question
    holds without its assumptions, so it's kept for the next one.

    Without kernels, or if they can't hold the CSP, each question starts a new search. The answers
    are right all the same, but `core` may then contain assumptions that aren't needed.

    Args:
        csp: the constraints.

    >>> from clew.rules import AllDifferent, Less
    >>> solver = CspSolver(CSP((6, 6, 14), (AllDifferent((0, 1), ""), Less((1, 2), ""))))
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
        self._kernel, self._size = _kernel(csp)

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
        known = self._told
        told = [known[each] if each in known else self._tell(each) for each in assumed]
        self._kernel.ask(b"".join(told))
        size = len(self.csp.domains)
        for answer in answers(self._kernel, run, batch=1):
            return tuple(answer[:size])
        place = [at for at, each in enumerate(told) for _ in range(len(each) // LITERAL)]
        self.core = tuple(sorted({place[at] for at in self._kernel.core}))
        return None

    def candidates(
        self,
        domains: Sequence[Domain],
        shown: int | None = None,
        *,
        nodes: int = PLENTY,
        effort: int = PLENTY,
        most: int = wire.WIDTH,
    ) -> Candidates:
        """Find all values that variables have in the solutions within some domains.

        Each solution shows that its values are possible, and is remembered for later calls. What
        the search learns from the values that are impossible also stays.

        Args:
            domains: the values to consider for each of the first variables. The rest may have any.
            shown: the number of variables to look at. By default all that have a domain here.
            nodes: the maximum number of nodes for each question.
            effort: the maximum effort for all. A question costs 1, and each node 1 more.
            most: stop looking for a variable's values once it has this many.

        >>> from clew.rules import Less
        >>> CspSolver(CSP((14, 14), (Less((0, 1), ""),))).candidates([14, 6]).had
        (2, 4)
        """
        shown = len(domains) if shown is None else shown
        if self._kernel is None:
            return self._candidates(domains, shown, nodes, effort, most)
        told = self._masks(domains)
        had, unknown, left = self._kernel.candidates(told, shown, nodes, effort, most)
        return Candidates(self._read_masks(had), self._read_masks(unknown), left)

    def _masks(self, domains: Sequence[Domain]) -> bytes:
        """Return domains as the kernel reads them."""
        size, full = self._size, (1 << 8 * self._size) - 1
        if size == LONG:
            return array("Q", [mask & full for mask in domains]).tobytes()
        return b"".join([(mask & full).to_bytes(size, "little") for mask in domains])

    def _read_masks(self, told: bytes) -> tuple[Domain, ...]:
        size = self._size
        if size == LONG:
            return tuple(array("Q", told))
        starts = range(0, len(told), size)
        return tuple([int.from_bytes(told[at : at + size], "little") for at in starts])

    def _candidates(
        self, domains: Sequence[Domain], shown: int, nodes: int, effort: int, most: int
    ) -> Candidates:
        """Do the same with one question after the other."""
        had, unknown = [0] * shown, [0] * shown
        assumed = list(enumerate(domains))

        def ask(*more: Assumption) -> bool | None:
            nonlocal effort
            run = Run(1, nodes)
            try:
                found = self.solve([*assumed, *more], run)
            except Stopped:
                return None
            finally:
                effort -= 1 + run.stats.nodes
            for at, value in enumerate(found[:shown] if found else ()):
                had[at] |= 1 << value
            return found is not None

        is_possible = all(domains) and ask() is not False
        for at, mask in enumerate(domains[:shown] if is_possible else ()):
            for value in values(mask & self.csp.domains[at]):
                if had[at] >> value & 1 or had[at].bit_count() >= most:
                    continue
                if effort < 0 or ask((at, 1 << value)) is None:
                    unknown[at] |= 1 << value
        return Candidates(tuple(had), tuple(unknown), effort)

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


def _kernel(csp: CSP) -> tuple[Any, int]:
    """Return the kernel and the bytes of a domain there; None and 0 if it can't hold the CSP."""
    if lib is None or not hasattr(lib, "Solver"):
        return None, 0
    low = wire.whole(csp)
    model, domains = wire.model(low), wire.domains(low) or wire.wide_domains(low)
    if model is None or domains is None:
        return None, 0
    try:
        return lib.Solver(model, domains), len(domains) // max(1, len(low.domains)) or LONG
    except ValueError:  # too large
        return None, 0
