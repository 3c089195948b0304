"""A puzzle's solver that answers many questions, and remembers what it learned from each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import or_
from typing import Any, Generic

from clew.core.arguments import plainly, shown
from clew.core.deadline import limited
from clew.core.faces import CSP, Domain, domain, values
from clew.core.puzzle import CellPuzzle, Puzzle, as_puzzle
from clew.core.result import A, Run, Stopped
from clew.model.expressions import Rule, Value, Variable, has_hash
from clew.model.problem import Problem
from clew.search.csp.learning import Learning
from clew.search.csp.solver import PLENTY, Assumption, CspSolver
from clew.search.run import wrong_answer

Assuming = Mapping[Any, Any] | Iterable[Rule] | Rule
"""Values of cells or variables, or rules."""
FEW_ROWS = 1_000
"""The maximum number of combinations of values of a rule that's added to what was learned."""
HIDDEN = "if "
"""Begins the names of the variables that switch assumed rules on."""


class Solver(Generic[A]):
    """Answers many questions about one puzzle, and remembers what it learned from each.

    `clew.solve` starts from nothing each time. Use a solver to ask whether there's a solution with
    some values or rules, with one clue less, or other than those you know. It looks for any
    solution, not for the best one. `puzzle.check` checks each of them.

    Args:
        puzzle: A puzzle with constraints, its id, or a CSP.

    Raises:
        Unsuited: The puzzle doesn't have constraints.

    >>> import clew
    >>> grid = clew.Grid(2, 2, [1, 2])
    >>> grid.latin()
    latin()
    >>> solver = clew.Solver(grid)
    >>> solver.solve({"r1c1": 2})[1, 1]
    2
    >>> solver.solve({"r1c1": 1, "r2c2": 2}), solver.core
    (None, {'r1c1': 1, 'r2c2': 2})
    """

    core: dict[Any, Any] | tuple[Rule, ...]
    """The assumptions that ruled out a solution in the last question, in the form that you gave.
    It's empty if there's no solution whatever you assume.
    """

    def __init__(self, puzzle: Puzzle[A] | CSP | str) -> None:
        self.puzzle: Puzzle[A] = as_puzzle(puzzle)  # type: ignore[arg-type]  # it takes a CSP too
        self._whole: Puzzle[Any] = self.puzzle
        """The puzzle with the rules that were added, and those that were ever assumed."""
        self._judge: Puzzle[Any] = self.puzzle
        """The puzzle with the rules that were added."""
        self._excluded: list[A] = []
        self._found: list[tuple[A, tuple[int, ...]]] = []
        """The solutions so far and their assignments, if a solution alone doesn't show its own."""
        self._switches: dict[Rule, str] = {}
        """For each rule that was ever assumed, the variable that makes it hold."""
        self.core = {}
        self._start()

    def _start(self) -> None:
        """Make the solver of all rules, and of those that were ever assumed."""
        self._whole = self._judge
        if self._switches:
            whole = self._own("assume")._copy()
            for rule, name in self._switches.items():
                switch = whole.variable(name, (False, True))
                whole.add((switch == False) | rule)  # noqa: E712  # an expression
            self._whole = whole
        csp = self._whole.face(CSP)
        self._is_refuted = bool(self._whole.clashes())
        self._solver, self._domains = CspSolver(csp), csp.domains
        self._shown = len(csp.domains)
        if isinstance(self.puzzle, Problem):
            self._shown = len(self.puzzle.known)
        for each in self._excluded:
            self._solver.exclude(self._codes(each))

    # ------------------------------------------------------------ questions

    def solve(
        self,
        assuming: Assuming = (),
        *,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
    ) -> A | None:
        """Find a solution.

        Args:
            assuming: What to assume for this question only: for each cell or variable its value, or
                a list or set of possible values; or a rule, or several. Pass the same rule objects
                again: for a new one, the solver starts over.
            max_nodes: Stop after this many nodes. None sets no limit, here and below.
            max_seconds: Stop after this many seconds.

        Returns:
            A solution, or None if there isn't one. `core` then holds the reason.

        Raises:
            Stopped: A limit was reached.
            ValueError: There's no such cell, variable or value.
        """
        assumed = self._assumed(assuming)
        self.core = {} if isinstance(assuming, Mapping) else ()
        if self._is_refuted:
            return None
        run = Run(1, max_nodes, max_seconds)
        found = self._solver.solve([each for _, each in assumed], run)
        if found is None:
            needed = [assumed[at][0] for at in self._solver.core]
            if isinstance(assuming, Mapping):
                self.core = {name: assuming[name] for name in needed}
            else:
                self.core = tuple(needed)
            return None
        return self._checked(found)

    def candidates(
        self,
        assuming: Assuming = (),
        *,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
    ) -> dict[Any, list[Any]]:
        """Find all values that each cell or variable has in some solution.

        Args:
            assuming: What to assume for this question only, as in `solve`.
            max_nodes: Stop after this many nodes for one of the values.
            max_seconds: Stop after this many seconds.

        Returns:
            For each variable, by name, the values that some solution has. They're all empty if
            there's no solution.

        Raises:
            Stopped: A limit was reached.
            ValueError: There's no such cell, variable or value.

        >>> import clew
        >>> problem = clew.Problem("sum")
        >>> x, y = problem.variables("xy", range(10))
        >>> problem.add(x + y == 4, x > y)
        >>> clew.Solver(problem).candidates()
        {'x': [3, 4], 'y': [0, 1]}
        """
        assumed, domains = self._assumed(assuming), list(self._domains)
        for _, (x, allowed) in assumed:
            domains[x] &= allowed
        limit = PLENTY if max_nodes is None else max_nodes
        found = limited(
            max_seconds, lambda: self._solver.candidates(domains, self._shown, nodes=limit)
        )
        if any(found.unknown):
            raise Stopped("nodes")
        had = [0] * self._shown if self._is_refuted else found.had
        if isinstance(self._whole, Problem):
            known, told = self._stated.known, self._whole.compiled()[1].values
            return {
                name: [told[code] for code in values(had[x.index])] for name, x in known.items()
            }
        if not isinstance(self.puzzle, CellPuzzle):
            return {x: list(values(mask)) for x, mask in enumerate(had)}
        cells: dict[str, list[int]] = {}
        for (cell, entry), (x, value) in sorted(self._written().items()):
            kept = cells.setdefault(self.puzzle.cell_name(cell), [])
            kept += [entry] * (had[x] >> value & 1)
        return cells

    def _checked(self, found: tuple[int, ...]) -> A:
        """Return the solution, once `check` has approved it."""
        if isinstance(self._whole, Problem):
            told, code = self._whole.compiled()[1].values, self._stated.compiled()[1].code
            known = self._stated.known.values()
            found = tuple(code[told[found[x.index]]] for x in known)
        answer: A = self.puzzle.translate(CSP, found)
        for judge in dict.fromkeys((self._judge, self.puzzle)):
            if broken := judge.check(answer):
                raise wrong_answer(judge, Learning(), answer, broken)
        if not isinstance(self.puzzle, CellPuzzle):
            self._found.append((answer, found))
        return answer

    # ------------------------------------------------------------ more rules

    def add(self, *rules: Rule) -> None:
        """Add rules for all further questions. The puzzle itself stays the same.

        What the solver has learned stays if each of them is about a few variables.

        Args:
            *rules: Expressions over the puzzle's variables that must be true.

        Raises:
            ModelError: Its variables belong to another puzzle.
            TypeError: One isn't a rule, or the puzzle isn't a problem or a grid of your own.

        >>> import clew
        >>> problem = clew.Problem("sum")
        >>> x, y = problem.variables("xy", range(10))
        >>> problem.add(x + y == 4)
        >>> solver = clew.Solver(problem)
        >>> solver.add(x > y, x != 4)
        >>> solver.solve()
        {'x': 3, 'y': 1}
        """
        self._own("add")
        judge: Any = self._judge
        self._judge = judge = judge._copy()
        judge.add(*rules)
        if not all(self._forbid(rule) for rule in rules):
            self._start()

    def _forbid(self, rule: Rule) -> bool:
        """Forbid the values that break a rule, one combination after the other, if they're few."""
        scope, code = rule.variables(), self._own("add").compiled()[1].code
        if prod(len(x.values) for x in scope) > FEW_ROWS:
            return False
        for row in product(*(x.values for x in scope)):
            pairs = tuple(zip(scope, row, strict=True))
            if not rule.value(dict(pairs)):
                self._solver.add(*((x.index, ~(1 << code[value])) for x, value in pairs))
        return True

    def exclude(self, solution: A) -> None:
        """Exclude a solution, so that `solve` finds only others.

        Args:
            solution: The solution.

        Raises:
            ValueError: It doesn't have a value for each cell or variable, or one doesn't exist.

        >>> import clew
        >>> solver = clew.Solver("queens:4")
        >>> first = solver.solve()
        >>> solver.exclude(first)
        >>> second = solver.solve()
        >>> solver.exclude(second)
        >>> first != second, solver.solve()
        (True, None)
        """
        self._solver.exclude(self._codes(solution))
        self._excluded.append(solution)

    def _codes(self, solution: Any) -> Sequence[int]:
        """Return a solution's value of each variable of the CSP that it has."""
        puzzle, fault = self.puzzle, f"{shown(solution)} isn't a solution of {self.puzzle.name}"
        try:
            if isinstance(puzzle, Problem):
                told = {name: solution[name] for name in puzzle.known}
                masks = [self._mask(x, told[name]) for name, x in puzzle.known.items()]
                return [mask.bit_length() - 1 for mask in masks]
            if isinstance(puzzle, CellPuzzle):
                codes = list(puzzle.assigned(puzzle.entries(solution)))
            else:
                codes = list(
                    next((kept for known, kept in self._found if known == solution), solution)
                )
        except (TypeError, IndexError, KeyError, AttributeError):
            raise ValueError(fault) from None
        if not all(isinstance(code, int) and code >= 0 for code in codes):
            raise ValueError(fault)
        return codes[: len(self._domains)]

    # ------------------------------------------------------------ what the user assumes

    def _assumed(self, assuming: Assuming) -> list[tuple[Any, Assumption]]:
        """Return assumptions about the CSP, each with the user's name or rule for it."""
        if isinstance(assuming, Mapping):
            return [(name, self._said(name, value)) for name, value in assuming.items()]
        rules = [assuming] if isinstance(assuming, Rule) else self._rules(assuming)
        fresh = [rule for rule in rules if rule not in self._switches]
        if not rules:
            return []
        if fresh:
            self._own("assume")
            for rule in fresh:
                self._switches[rule] = f"{HIDDEN}{len(self._switches)}"
            self._start()
        whole = self._own("assume")
        known, code = whole.known, whole.compiled()[1].code
        return [(rule, (known[self._switches[rule]].index, 1 << code[True])) for rule in rules]

    @staticmethod
    def _rules(assuming: Any) -> list[Rule]:
        if not isinstance(assuming, Iterable) or isinstance(assuming, str):
            said = f"can't assume {shown(assuming)}"
            raise TypeError(f"{said}: give a dictionary from cells to values, or rules")
        rules = list(assuming)
        for each in rules:
            if not isinstance(each, Rule):
                raise TypeError(f"{shown(each)} isn't a rule: give one such as x < y")
        return rules

    def _own(self, verb: str) -> Problem:
        """Return the problem with everything that was added to it."""
        if not isinstance(self._whole, Problem):
            said = f"you can't {verb} rules: {self.puzzle.name} has no variables to write them with"
            raise TypeError(f"{said}, so give values of cells")
        return self._whole

    @property
    def _stated(self) -> Problem:
        """The problem that the user gave."""
        assert isinstance(self.puzzle, Problem)
        return self.puzzle

    def _said(self, name: Any, value: Any) -> Assumption:
        """Return the assumption that a cell or a variable has one of these values."""
        several = value if isinstance(value, list | set | frozenset | range) else [value]
        puzzle = self._whole
        if isinstance(puzzle, Problem):
            own = name.name if isinstance(name, Variable) else name
            known = puzzle.known.get(own) if has_hash(own) else None
            x = puzzle.variables_shown[puzzle.find_cell(name)] if known is None else known
            return x.index, union(self._mask(x, each) for each in several)
        if not isinstance(puzzle, CellPuzzle):
            if not isinstance(name, int) or not 0 <= name < self._shown:
                said = f"there's no variable {plainly(name)}"
                raise ValueError(f"{said}: they're numbered from 0 to {self._shown - 1}")
            if wrong := [each for each in several if not isinstance(each, int) or each < 0]:
                raise ValueError(f"variable {name} can't be {plainly(wrong[0])}")
            return name, domain(several)
        cell = puzzle.find_cell(name)
        entries = [puzzle.find_entry(cell, each) for each in several]
        places = {e: pair for (c, e), pair in self._written().items() if c == cell}
        if 0 in entries or not places:
            raise ValueError(f"{name}: give a value, not a blank")
        variable = next(iter(places.values()))[0]
        return variable, domain(places[e][1] for e in entries if e in places)

    def _mask(self, x: Variable, value: Value) -> Domain:
        puzzle = self._own("assume")
        if not (found := puzzle.find_value(x, value)):
            raise ValueError(f"{x.name}: give a value, not a blank")
        return 1 << puzzle.compiled()[1].code[found[0]]

    def _written(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return the variable and its value that each entry of a cell stands for."""
        puzzle = self.puzzle
        assert isinstance(puzzle, CellPuzzle)
        pairs = ((x, value) for x, mask in enumerate(self._domains) for value in values(mask))
        return {puzzle.written(*pair): pair for pair in pairs}


def union(masks: Iterable[Domain]) -> Domain:
    """Return the values of all of these domains."""
    return reduce(or_, masks, 0)
