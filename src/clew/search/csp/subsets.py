"""Some of the rules of a puzzle by themselves: whether they can be obeyed, and by what values."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from clew.core.faces import CSP, Domain
from clew.core.result import Run, Stopped
from clew.search.csp import wire
from clew.search.csp.learning import Learning, kernel_of
from clew.search.csp.rulebook import Rulebook, rescoped
from clew.search.native import learning as lib

NODES = 20_000
"""The nodes within which it must be found whether some rules can be obeyed."""

Values = tuple[int, ...]
"""A value for each variable of a set of rules."""
Claim = tuple[int, int]
"""A variable, and a value that it cannot have."""


class Unknown(Exception):
    """It was not found out within the nodes allowed."""


class Spent(Exception):
    """The effort that was allowed is spent."""


class Effort:
    """How much may still be asked: a question is 1, each node 1 more, and 8 variables too."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, nodes: int, size: int = 0) -> None:
        self.left -= 1 + nodes + size // 8
        if self.left < 0:
            raise Spent


class RuleSet:
    """Some of the rules of a rulebook, over their own variables only.

    It remembers the values that obeyed the rules: those that are still possible show at once
    that a value is (as residual supports do in arc consistency).
    """

    def __init__(self, book: Rulebook, rules: Iterable[int], *, over_all: bool = False) -> None:
        """With `over_all` it keeps the other variables: for one question that is quicker."""
        self.rules = tuple(rules)
        found = [each for rule in self.rules for each in book.rules[rule].constraints]
        scopes = {variable for each in found for variable in each.scope}
        variables = range(len(book.domains)) if over_all else sorted(scopes)
        self.shown = tuple(variable for variable in variables if variable < book.shown)
        self.place = {variable: at for at, variable in enumerate(variables)}
        self.free = [book.domains[variable] for variable in variables]
        constraints = (
            tuple(found) if over_all else tuple(rescoped(each, self.place) for each in found)
        )
        low = wire.lowered(CSP(tuple(self.free), constraints))
        self._constraints, self.free = low.constraints, list(low.domains)
        self._hidden = self.free[len(self.shown) :]
        self._impossible = not all(each.holds(()) for each in found if not each.scope)
        self._model = self._compiled() if lib else None
        self._known: list[Values] = []
        self.tried: list[Values] = []
        """What obeyed the rules where not all facts were used."""
        self._key: tuple[Domain, ...] = ()
        self._impossible_values: list[Claim] = []
        self.sure = True
        """Whether it was found out of each value."""
        self.nodes = 0
        """How many the last question took."""

    def _compiled(self) -> wire.Model | None:
        if max(self.free, default=0).bit_length() > wire.WIDTH or wire.tests(self._constraints):
            return None
        try:
            return wire.read_model(len(self.free), self._constraints)
        except (ValueError, OverflowError):  # one that no kernel knows
            return None

    # ------------------------------------------------------------ one question

    def obeyed(self, domains: list[Domain], effort: Effort, nodes: int = NODES) -> Values | None:
        """Values, from these for the shown variables, that obey the rules; None if there are none.

        Unknown if that takes more nodes.
        """
        if self._impossible or not all(domains):
            return None
        if self._model is None:
            return self._readable(domains, effort, nodes)
        try:
            search = kernel_of(self._model, array("Q", domains + self._hidden).tobytes())
        except ValueError:  # a rule has numbers that the kernel can't hold
            self._model = None
            return self._readable(domains, effort, nodes)
        found = search.run(1, nodes)
        self.nodes = search.nodes
        effort.spend(search.nodes, len(self.free))
        if not found and not search.finished:
            raise Unknown
        return found[0] if found else None

    def _readable(self, domains: list[Domain], effort: Effort, nodes: int) -> Values | None:
        run = Run(1, nodes)
        csp = CSP((*domains, *self._hidden), self._constraints)
        try:
            found = next(iter(Learning()(csp, run)), None)
        except Stopped as stop:
            raise Unknown from stop
        finally:
            self.nodes = run.stats.nodes
            effort.spend(self.nodes, len(self.free))
        return found if found is None else tuple(found)

    # ------------------------------------------------------------ every value

    def impossible(
        self, domains: Sequence[Domain], solution: Values, effort: Effort
    ) -> list[Claim]:
        """The values, of those left, that no way to obey the rules has; unknown ones are left out.

        The solution is one way to obey them.
        """
        key = tuple([domains[variable] for variable in self.shown])
        if key != self._key or not self.sure:
            self._impossible_values = self._search_values(list(key), solution, effort)
            self._key = key
        return self._impossible_values

    def _search_values(self, left: list[Domain], solution: Values, effort: Effort) -> list[Claim]:
        size, unsupported = len(left), list(left)

        def support(found: Values) -> None:
            for at in range(size):
                unsupported[at] &= ~(1 << found[at])

        support(solution)
        self._known = [
            found for found in self._known if all(left[at] >> found[at] & 1 for at in range(size))
        ]
        for found in self._known:
            support(found)
        lost: list[Claim] = []
        self.sure = True
        for at, variable in enumerate(self.shown):
            while unsupported[at]:
                bit = unsupported[at] & -unsupported[at]
                unsupported[at] ^= bit
                try:
                    obeyed = self.obeyed([*left[:at], bit, *left[at + 1 :]], effort)
                except Unknown:
                    self.sure = False
                    continue
                except Spent:
                    self.sure = False
                    if lost:
                        return lost
                    raise
                if obeyed is None:
                    lost.append((variable, bit.bit_length() - 1))
                else:
                    self._known.append(obeyed)
                    support(obeyed)
        return lost
