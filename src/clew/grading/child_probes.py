"""The probes that students' functions get, under all the names that courses use.

This module imports nothing from Clew, because it runs in the student's process.
"""

from __future__ import annotations

import copy
from typing import Any

Pipe = Any
DEEPEST = 50
"""The maximum nesting depth of a result that the grader reads."""


class NoAnswer(ValueError):
    """The grader can't answer, because there's no such state or action."""


def missing(name: str) -> str:
    """Return the message for a file that doesn't define a name."""
    return f"the file has no {name}"


def tupled(value: Any) -> Any:
    """Turn lists into tuples, so that states can be hashed."""
    return tuple(map(tupled, value)) if isinstance(value, list | tuple) else value


class Space:
    """The questions about a state space, under all the names that courses use."""

    def __init__(self, pipe: Pipe, start: Any, goal: Any) -> None:
        self._ask = pipe.ask
        self.start = self.initial = self.initial_state = start
        self.goal = goal

    def actions(self, state: Any) -> list[Any]:
        return list(self._ask("actions", state))

    def result(self, state: Any, action: Any) -> Any:
        return self._ask("result", state, action)

    def goal_test(self, state: Any) -> bool:
        return bool(self._ask("goal", state))

    is_goal = isGoalState = goal_test  # noqa: N815

    def successors(self, state: Any) -> list[Any]:
        """Return pairs of an action and a state."""
        return [(action, after) for action, after, _ in self._ask("successors", state)]

    def triples(self, state: Any) -> list[Any]:
        """Return triples of an action, a state and a cost."""
        return list(self._ask("successors", state))

    def neighbours(self, state: Any) -> list[Any]:
        return [after for _, after, _ in self._ask("successors", state)]

    def getStartState(self) -> Any:  # noqa: N802 - Berkeley's name
        return self.start

    def getSuccessors(self, state: Any) -> list[Any]:  # noqa: N802 - Berkeley's name
        return [(after, action, cost) for action, after, cost in self._ask("successors", state)]

    def getCostOfActions(self, actions: Any) -> Any:  # noqa: N802 - Berkeley's name
        return self._ask("cost of", list(actions))

    def path_cost(self, spent: Any, state: Any, action: Any, after: Any) -> Any:
        return spent + self.cost(state, action, after)

    def cost(self, state: Any, action: Any, after: Any = None) -> Any:
        return self._ask("cost", state, action)

    step_cost = action_cost = cost

    def h(self, node: Any, problem: Any = None) -> Any:
        """Return the estimate for a state, or for a node that has a state."""
        return self._ask("estimate", getattr(node, "state", node))

    heuristic = h

    def value(self, state: Any) -> Any:
        return -self.h(state)


class Adjacent(dict):  # type: ignore[type-arg]
    """A graph as a dictionary. Looking up a state expands it."""

    def __init__(self, space: Space) -> None:
        super().__init__()
        self._space = space

    def __missing__(self, state: Any) -> Any:
        return self._space.neighbours(state)

    def get(self, state: Any, default: Any = None) -> Any:
        try:
            return self[state]
        except NoAnswer:
            return default

    def __contains__(self, state: object) -> bool:
        return True


class Constraints:
    """A CSP with aima-python's interface: variables, domains, neighbors and ways to change them."""

    def __init__(self, pipe: Pipe, given: dict[str, Any]) -> None:
        self._tell = pipe.send
        self.domains = {name: list(values) for name, values in given["domains"].items()}
        self.variables = list(self.domains)
        self.neighbors = self.neighbours = given["neighbours"]
        self._clashes = {
            (one, other): {tuple(pair) for pair in pairs} for one, other, pairs in given["clashes"]
        }
        self.curr_domains: dict[Any, list[Any]] | None = None
        self.assignment: dict[Any, Any] = {}
        self.nassigns = 0

    def assign(self, var: Any, val: Any, assignment: Any = None) -> None:
        self._tell("tell", "assign", var, val)
        self.nassigns += 1
        (self.assignment if assignment is None else assignment)[var] = val

    def unassign(self, var: Any, assignment: Any = None) -> None:
        held = self.assignment if assignment is None else assignment
        if var in held:
            self._tell("tell", "unassign", var)
            del held[var]

    def constraints(self, one: Any, a: Any, other: Any, b: Any) -> bool:
        """Check whether two variables can have these values."""
        return (a, b) not in self._clashes.get((one, other), ())

    def nconflicts(self, var: Any, val: Any, assignment: Any) -> int:
        return sum(
            not self.constraints(var, val, other, assignment[other])
            for other in self.neighbors[var]
            if other in assignment
        )

    def count_lost_values(self, var: Any, val: Any, assignment: Any) -> int:
        return sum(
            not self.constraints(var, val, other, value)
            for other in self.neighbors[var]
            if other not in assignment
            for value in self.domains[other]
        )

    def consistent(self, var: Any, val: Any, assignment: Any = None) -> bool:
        return not self.nconflicts(var, val, self.assignment if assignment is None else assignment)

    def support_pruning(self) -> dict[Any, list[Any]]:
        if self.curr_domains is None:
            self.curr_domains = {var: list(values) for var, values in self.domains.items()}
        return self.curr_domains

    def suppose(self, var: Any, value: Any) -> list[Any]:
        """Prune all other values. The grader records this if the variable is a neighbour."""
        removals = [(var, a) for a in self.choices(var) if a != value]
        self.support_pruning()[var] = [value]
        for _, lost in removals:
            self._tell("tell", "prune", var, lost)
        return removals

    def prune(self, var: Any, value: Any, removals: Any = None) -> None:
        if value in (left := self.support_pruning()[var]):
            left.remove(value)
        self._tell("tell", "prune", var, value)
        if removals is not None:
            removals.append((var, value))

    def choices(self, var: Any) -> list[Any]:
        return list((self.curr_domains or self.domains)[var])

    def restore(self, removals: Any) -> None:
        for var, value in removals:
            left = self.support_pruning()[var]
            left.append(value)
            left.sort(key=self.domains[var].index)
            self._tell("tell", "restore", var, value)

    def goal_test(self, state: Any) -> bool:
        held = dict(state)
        return len(held) == len(self.variables) and all(
            self.consistent(var, val, held) for var, val in held.items()
        )

    def infer_assignment(self) -> dict[Any, Any]:
        return {var: vals[0] for var, vals in self.support_pruning().items() if len(vals) == 1}


class CellBoard:
    """A board whose cells list their possible values, with a course's `CellBoard` interface."""

    def __init__(self, pipe: Pipe, given: dict[str, Any], path: tuple[Any, ...] = ()) -> None:
        self._pipe, self._given, self._path, self._parent = pipe, given, path, path
        self.size = given["size"]
        self.rows = [[copy.copy(cell) for cell in row] for row in given["rows"]]
        self.num_nums_placed = 0

    def __deepcopy__(self, memo: Any) -> CellBoard:
        self._pipe.send("tell", "expand", self._path)
        child = CellBoard(self._pipe, self._given, self._path)
        child.rows = copy.deepcopy(self.rows, memo)
        child.num_nums_placed = self.num_nums_placed
        return child

    def update(self, row: int, column: int, assignment: int) -> None:
        before = self._path
        self._path = (*before, (row, column, assignment))
        self._pipe.send("tell", "generate", before, (row, column, assignment), self._path)
        self.rows[row][column] = assignment
        self.num_nums_placed += 1
        for r, c in self._given["peers"][row * self.size + column]:
            cell = self.rows[r][c]
            if isinstance(cell, list) and assignment in cell:
                cell.remove(assignment)

    def goal_test(self) -> bool:
        done = not any(isinstance(cell, list) for row in self.rows for cell in row)
        self._pipe.send("tell", "test", self._path, done)
        return done

    def failure_test(self) -> bool:
        return any(cell == [] for row in self.rows for cell in row)

    def find_most_constrained_cell(self) -> tuple[int, int] | None:
        lists = [
            (len(cell), (r, c))
            for r, row in enumerate(self.rows)
            for c, cell in enumerate(row)
            if isinstance(cell, list)
        ]
        return min(lists)[1] if lists else None


class Match:
    """A game with aima-python's interface. The first player maximises."""

    def __init__(self, pipe: Pipe, start: Any) -> None:
        self._ask = pipe.ask
        self.initial = start

    def actions(self, state: Any) -> list[Any]:
        return list(self._ask("moves", state))

    def result(self, state: Any, move: Any) -> Any:
        return self._ask("move", state, move)

    def terminal_test(self, state: Any) -> bool:
        return bool(self._ask("terminal", state))

    is_terminal = terminal_test

    def utility(self, state: Any, player: Any = "MAX") -> Any:
        value = self._ask("payoff", state)
        return value if player in ("MAX", None) else -value

    def to_move(self, state: Any) -> str:
        return "MAX" if self._ask("is max", state) else "MIN"


def plain(answer: Any, deep: int = 0) -> Any:
    """Convert a result to plain data. A node of aima-python or simpleai becomes its actions."""
    if callable(getattr(answer, "solution", None)):
        return plain(answer.solution(), deep)
    if callable(getattr(answer, "path", None)) and hasattr(answer, "action"):
        return plain([action for action, _ in answer.path() if action is not None], deep)
    if isinstance(answer, CellBoard):
        return [list(map(plain, row)) for row in answer.rows]
    if deep > DEEPEST or answer is None or isinstance(answer, bool | int | float | str):
        return answer
    if isinstance(answer, dict):
        return {str(key): plain(value, deep + 1) for key, value in answer.items()}
    if isinstance(answer, list | tuple | set | frozenset):
        return [plain(each, deep + 1) for each in answer]
    return repr(answer)[:200]
