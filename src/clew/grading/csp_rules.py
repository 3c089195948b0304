"""Whether a backtracking search chooses, orders and infers as it should."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from clew.grading.log import ASSIGN, PRUNE, RESTORE, UNASSIGN, Call, Fault, Log
from clew.grading.network import ConstraintNetwork
from clew.grading.space_rules import shown

Domains = dict[str, set[int]]


@dataclass
class AssignmentState:
    """Where a search stands before a call: what is assigned, and what is left of the others."""

    network: ConstraintNetwork
    assignment: dict[str, int] = field(default_factory=dict)
    domains: Domains = field(default_factory=dict)
    chosen: list[str] = field(default_factory=list)
    """The variables at each level, the deepest last."""
    tried: list[list[int]] = field(default_factory=list)
    """The values that were tried at each level."""

    def __post_init__(self) -> None:
        self.domains = {name: set(found) for name, found in self.network.domains.items()}

    @property
    def is_new(self) -> bool:
        """Whether the next assignment goes one level deeper."""
        return len(self.chosen) == len(self.assignment)

    def level_of(self, name: str) -> int:
        """The level at which an assignment of a variable would stand."""
        held = list(self.assignment)
        return held.index(name) if name in held else len(held)

    def above(self, name: str) -> dict[str, int]:
        """What is assigned above that level."""
        return dict(list(self.assignment.items())[: self.level_of(name)])

    def make(self, call: Call) -> None:
        """Follow a call."""
        name, value = call.subject, call.value
        if call.name == PRUNE:
            self.domains[name].discard(value)
        elif call.name == RESTORE:
            self.domains[name].add(value)
        elif call.name == UNASSIGN:
            self._unassign(name)
        elif call.name == ASSIGN:
            self._assign(name, value)

    def _assign(self, name: str, value: int) -> None:
        if name in self.assignment:  # another value, without taking the first one back
            self._unassign(name)
        level = len(self.assignment)
        if level == len(self.chosen) or self.chosen[level] != name:
            del self.chosen[level:], self.tried[level:]
            self.chosen.append(name)
            self.tried.append([])
        del self.chosen[level + 1 :], self.tried[level + 1 :]
        self.tried[level].append(value)
        self.assignment[name] = value

    def _unassign(self, name: str) -> None:
        while self.assignment and name in self.assignment:
            self.assignment.popitem()


def positions(log: Log) -> Iterator[tuple[int, Call, AssignmentState]]:
    """Each call with the position before it."""
    position = AssignmentState(log.instance)
    for at, call in enumerate(log.calls):
        yield at, call, position
        position.make(call)


Left = Callable[[ConstraintNetwork, Mapping[str, int]], Mapping[str, tuple[int, ...]]]
LEFT: dict[str, Left] = {
    "none": lambda network, assignment: network.checked(assignment),
    "forward-checking": lambda network, assignment: network.checked(assignment),
    "arc-consistency": lambda network, assignment: network.closed(assignment),
}


def check_variables(log: Log, select: str = "mrv", infer: str = "none") -> Fault | None:
    """Each variable is one that the heuristic allows; one variable a level."""
    for at, call, position in positions(log):
        if call.name != ASSIGN:
            continue
        level, assignment = len(position.assignment), position.assignment
        if call.subject in assignment:
            continue
        if not position.is_new and position.chosen[level] != call.subject:
            first = position.chosen[level]
            return Fault(f"went from {first} to {call.subject} at the same level", at, (first,))
        if position.is_new and (fault := _variable(position, call, at, select, infer)):
            return fault
    return None


def _variable(
    position: AssignmentState, call: Call, at: int, select: str, infer: str
) -> Fault | None:
    """Whether a new variable is right, by the values that are left or by those not yet pruned."""
    network, assignment = position.network, position.assignment
    pruned = {
        name: tuple(value for value in network.left(name, assignment) if value in open_values)
        for name, open_values in position.domains.items()
        if name not in assignment
    }
    found = _selected(position, call, at, select, LEFT[infer](network, assignment))
    return found and _selected(position, call, at, select, pruned)


def _selected(
    position: AssignmentState, call: Call, at: int, select: str, left: Mapping[str, tuple[int, ...]]
) -> Fault | None:
    """Whether a variable has the fewest values, and among those the most neighbours."""
    assignment, free = position.assignment, list(left)
    said = f"chose {call.subject} at level {len(assignment) + 1}"
    if select == "first" and call.subject != free[0]:
        return Fault(f"{said}, which is not the first that is left", at, (free[0],))
    for word in (each for each in ("mrv", "degree") if each in select):
        measured = {name: _measure(word, position, name, left) for name in free}
        best = min(measured.values())
        free = [name for name in free if measured[name] == best]
        if call.subject not in free:
            mine = abs(measured[call.subject])
            words = WORDS[word].format(mine, "s" * (mine != 1), abs(best))
            return Fault(f"{said} {words}", at, tuple(free))
    return None


WORDS = {
    "mrv": "with {} value{} left while another had {}",
    "degree": "with {} open neighbour{} while a tied one had {}",
}


def _measure(word: str, position: AssignmentState, name: str, left: Any) -> int:
    """What the heuristic wants least of."""
    if word == "mrv":
        return len(left[name])
    return -position.network.degree(name, position.assignment)


def check_values(log: Log, order: str = "listed") -> Fault | None:
    """Each value is the next one that the order allows."""
    for at, call, position in positions(log):
        if call.name == ASSIGN:
            level = position.level_of(call.subject)
            same = level < len(position.chosen) and position.chosen[level] == call.subject
            tried = position.tried[level] if same else []
            if fault := _value(position, call, at, order, tried):
                return fault
    return None


def _value(
    position: AssignmentState, call: Call, at: int, order: str, tried: list[int]
) -> Fault | None:
    network, name, assignment = position.network, call.subject, position.above(call.subject)
    said = f"tried {name} = {call.value} at level {len(assignment) + 1}"
    if call.value in tried:
        return Fault(f"{said} twice", at)
    left = [value for value in network.left(name, assignment) if value not in tried]
    if call.value not in left:
        return None  # a clash, which is another rule's
    left = [value for value in left if value in position.domains[name]] or left
    if order == "listed" and call.value != left[0]:
        return Fault(f"{said} before another value that is listed first", at, (left[0],))
    if order == "least-constraining":
        wrong = [_lost(position, call, left, whole) for whole in (False, True)]
        return Fault(f"{said}, {wrong[0]}", at) if all(wrong) else None
    return None


def _lost(position: AssignmentState, call: Call, left: list[int], whole: bool) -> str:
    """What is wrong with a value that should rule out the fewest others, in words."""
    network, held = position.network, position.above(call.subject)
    counts = [network.lost(call.subject, value, held, whole) for value in left]
    mine, least = network.lost(call.subject, call.value, held, whole), min(counts)
    return (
        f"which rules out {mine} values, before one that rules out {least}" if mine > least else ""
    )


def check_consistent(log: Log) -> Fault | None:
    """No search goes deeper with values that clash."""
    for at, call, position in positions(log):
        if call.name == ASSIGN and position.is_new and position.chosen:
            clash = _clash(position)
            if clash and call.subject not in position.assignment:
                return Fault(
                    f"went on to {call.subject} although {clash[0]} and {clash[1]} clash", at
                )
    return None


def _clash(position: AssignmentState) -> tuple[str, str] | None:
    held = position.assignment
    for one, other in position.network.clashes:
        both = one in held and other in held
        if both and position.network.clash(one, held[one], other, held[other]):
            return one, other
    return None


Pruned = dict[tuple[str, int], dict[str, int]]
"""The values that were pruned, each with what was assigned then."""


def check_inference(log: Log, infer: str) -> Fault | None:
    """Before each assignment, exactly the values are pruned that the inference rules out."""
    pruned: Pruned = {}
    for at, call, position in positions(log):
        if call.name == PRUNE:
            pruned[call.subject, call.value] = dict(position.assignment)
        if call.name == ASSIGN and (fault := _inferred(position, call.subject, infer, pruned)):
            return Fault(fault, at)
    return None


def _inferred(position: AssignmentState, variable: str, infer: str, pruned: Pruned) -> str:
    """What is wrong with the domains before a variable is assigned, in words."""
    held = position.above(variable)
    left = LEFT[infer](position.network, held)
    for name in left:
        if name != variable or variable not in position.assignment:
            found, expected = position.domains[name], set(left[name])
            if infer == "arc-consistency":
                expected |= _excused(position, name, held)
            if wrong := _domain(found, name, expected, held, pruned):
                return wrong
    return ""


def _excused(position: AssignmentState, name: str, held: Mapping[str, int]) -> set[int]:
    """The values that a variable may keep: they have lost no support since the beginning.

    A network need not be made consistent before the first assignment.
    """
    network = position.network

    def supported(value: int, other: str, domain: Iterable[int]) -> bool:
        return any(not network.clash(name, value, other, each) for each in domain)

    return {
        value
        for value in position.domains[name]
        if all(
            supported(value, other, [held[other]] if other in held else position.domains[other])
            or not supported(value, other, network.domains[other])
            for other in network.neighbours[name]
        )
    }


def _domain(
    found: set[int], name: str, expected: set[int], held: Mapping[str, int], pruned: Pruned
) -> str:
    """What is wrong with the values that a variable has left, in words."""
    where = f"at level {len(held) + 1}"
    if missing := sorted(expected - found):
        old = pruned.get((name, missing[0]), {})
        undone = any(held.get(each) != value for each, value in old.items())
        why = "it was not given back" if undone else "nothing rules it out"
        return f"{name} lacks {missing[0]} {where}: {why}"
    if extra := sorted(found - expected):
        return f"{name} keeps {extra[0]} {where}, which the inference rules out"
    return "" if expected else f"went deeper {where}, though {name} has no value left"


def check_assignment(log: Log) -> Fault | None:
    """The answer obeys every rule, and there is one if there can be."""
    network: ConstraintNetwork = log.instance
    solvable = network.answers(1) > 0
    if not isinstance(log.answer, dict):
        if log.answer is not None:
            return Fault(f"returned {shown(log.answer)}, expected an assignment or None")
        return Fault("found no answer, though there is one") if solvable else None
    broken = network.broken(log.answer)
    return Fault(broken) if broken else None


def check_exhausted(log: Log) -> Fault | None:
    """Before the search gives up, or takes a value back, every value below it was tried."""
    if log.answer is not None:
        return check_assignment(log)
    position = AssignmentState(log.instance)
    for at, call in enumerate(log.calls):
        if call.name in (ASSIGN, UNASSIGN) and call.subject in position.assignment:
            below = position.level_of(call.subject) + 1
            if below < len(position.chosen) and (fault := _untried(position, below, at)):
                return fault
        position.make(call)
    if position.chosen:
        return _untried(position, 0, len(log.calls) - 1)
    closed, left = position.network.closed({}), position.domains
    empty = not all(closed.values()) or not all(left.values())
    return None if empty else Fault("gave up before it tried anything")


def _untried(position: AssignmentState, level: int, at: int) -> Fault | None:
    """A value of the variable at a level that was neither tried nor ruled out."""
    name = position.chosen[level]
    above = dict(list(position.assignment.items())[:level])
    left = position.network.closed(above)
    for value in left[name] if all(left.values()) else ():
        if value not in position.tried[level] and value in position.domains[name]:
            return Fault(
                f"gave {name} up at level {level + 1} before all its values were tried", at
            )
    return None
