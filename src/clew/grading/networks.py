"""Binary constraint networks, their probe, and the rules of a backtracking search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from clew.core.faces import CSP, values
from clew.core.rng import SplitMix64
from clew.grading.log import (
    ASSIGN,
    PRUNE,
    RESTORE,
    UNASSIGN,
    Call,
    Fault,
    InstanceProbe,
    Log,
    NoSuch,
    shown,
)

Pair = tuple[str, str]
RULE = re.compile(r"(\w+)([-<])(\w+)")


@dataclass(frozen=True)
class ConstraintNetwork:
    """Variables with their values, and the pairs of values that clash.

    >>> three = ConstraintNetwork.parse("A-B B-C A-C", domains="12")
    >>> three.answers()
    0
    """

    domains: Mapping[str, tuple[int, ...]]
    clashes: Mapping[Pair, frozenset[tuple[int, int]]]

    kind = "network"

    @classmethod
    def parse(cls, text: str, domains: str | Mapping[str, str] = "123") -> ConstraintNetwork:
        """Parse rules such as `A-B` (they differ) and `A<B`, and domains of one-digit values."""
        found = [RULE.fullmatch(word) for word in text.split()]
        if not all(found):
            raise ValueError(f"found the rules {text!r}, expected rules such as A-B and A<B")
        rules = [(each[1], each[2], each[3]) for each in found if each]
        names = list(dict.fromkeys(name for one, _, other in rules for name in (one, other)))
        by_name = domains if isinstance(domains, Mapping) else dict.fromkeys(names, domains)
        listed = {name: tuple(map(int, by_name[name])) for name in by_name}
        clashes: dict[Pair, set[tuple[int, int]]] = {}
        for one, sign, other in rules:
            for a in listed[one]:
                for b in listed[other]:
                    if a == b if sign == "-" else a >= b:
                        clashes.setdefault((one, other), set()).add((a, b))
                        clashes.setdefault((other, one), set()).add((b, a))
        return cls(listed, {pair: frozenset(found) for pair, found in clashes.items()})

    @classmethod
    def random(
        cls, seed: str | int, variables: int = 6, colours: int = 3, edges: int = 9
    ) -> ConstraintNetwork:
        """Return a random map-colouring problem, with a few values missing."""
        rng = SplitMix64(seed)
        names = [chr(ord("A") + number) for number in range(variables)]
        pairs = {(names[rng.below(at)], names[at]) for at in range(1, variables)}
        while len(pairs) < min(edges, variables * (variables - 1) // 2):
            one, other = sorted((rng.choice(names), rng.choice(names)))
            if one != other:
                pairs.add((one, other))
        colour = "123456789"[:colours]
        missing = {name: rng.choice(colour) if rng.below(3) == 0 else "" for name in names}
        domains = {name: colour.replace(missing[name], "") or colour for name in names}
        return cls.parse(" ".join(f"{a}-{b}" for a, b in sorted(pairs)), domains)

    @classmethod
    def of_csp(cls, csp: CSP) -> ConstraintNetwork:
        """Convert a CSP to a network.

        Raises:
            ValueError: if a rule isn't between two variables.
        """
        names = [f"X{number}" for number in range(len(csp.domains))]
        clashes: dict[Pair, set[tuple[int, int]]] = {}
        width = max(mask.bit_length() for mask in csp.domains)
        for rule in csp.constraints:
            if not rule.pairwise:
                raise ValueError(f"found the rule {rule.label!r}, expected rules between two")
            for i, one in enumerate(rule.scope):
                for j, other in enumerate(rule.scope):
                    ruling = rule.ruled_out(i, j, width) if i != j else None
                    for a in values(csp.domains[one]) if ruling is not None else ():
                        lost = ruling[1 << a] & csp.domains[other]  # type: ignore[index]
                        pairs = {(a, b) for b in values(lost)}
                        if pairs:
                            clashes.setdefault((names[one], names[other]), set()).update(pairs)
        domains = {name: tuple(values(mask)) for name, mask in zip(names, csp.domains, strict=True)}
        return cls(domains, {pair: frozenset(found) for pair, found in clashes.items()})

    @cached_property
    def neighbours(self) -> dict[str, list[str]]:
        """For each variable, the variables that share a rule with it."""
        found: dict[str, list[str]] = {name: [] for name in self.domains}
        for one, other in self.clashes:
            found[one].append(other)
        return found

    def clash(self, one: str, a: int, other: str, b: int) -> bool:
        return (a, b) in self.clashes.get((one, other), ())

    def left(self, variable: str, assignment: Mapping[str, int]) -> tuple[int, ...]:
        """Return the values that no assigned neighbour rules out."""
        near = [
            (name, assignment[name]) for name in self.neighbours[variable] if name in assignment
        ]
        return tuple(
            value
            for value in self.domains[variable]
            if not any(self.clash(variable, value, name, held) for name, held in near)
        )

    def checked(self, assignment: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
        """Return the domains of the unassigned variables after forward checking."""
        return {
            name: self.left(name, assignment) for name in self.domains if name not in assignment
        }

    def closed(self, assignment: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
        """Return the domains of the unassigned variables after arc consistency."""
        held = {name: (assignment[name],) for name in assignment}
        domains: dict[str, tuple[int, ...]] = {**self.checked(assignment), **held}
        changed = True
        while changed:
            changed = False
            for one, other in self.clashes:
                kept = self._supported(one, other, domains)
                changed = changed or kept != domains[one]
                domains[one] = kept
        return {name: kept for name, kept in domains.items() if name not in assignment}

    def _supported(
        self, one: str, other: str, domains: Mapping[str, Sequence[int]]
    ) -> tuple[int, ...]:
        """Return the values of one variable that have a compatible value in another."""
        return tuple(
            a for a in domains[one] if any(not self.clash(one, a, other, b) for b in domains[other])
        )

    def degree(self, variable: str, assignment: Mapping[str, int]) -> int:
        """Count a variable's unassigned neighbours."""
        return sum(name not in assignment for name in self.neighbours[variable])

    def lost(
        self, variable: str, value: int, assignment: Mapping[str, int], whole: bool = False
    ) -> int:
        """Count the neighbours' values that an assignment would rule out.

        Count only the values that are left, as textbooks do, or all of them (`whole`), as
        aima-python does.
        """
        return sum(
            self.clash(variable, value, name, other)
            for name in self.neighbours[variable]
            if name not in assignment
            for other in (self.domains[name] if whole else self.left(name, assignment))
        )

    def broken(self, assignment: Mapping[str, Any]) -> str:
        """Describe the fault in a solution, or return "" if it's right."""
        for name, choices in self.domains.items():
            if name not in assignment:
                return f"the solution has no value for {name}"
            if assignment[name] not in choices:
                return f"the solution has {assignment[name]!r} for {name}, which it can't have"
        for one, other in self.clashes:
            if self.clash(one, assignment[one], other, assignment[other]):
                return f"the solution has values for {one} and {other} that clash"
        return ""

    def answers(self, most: int = 2) -> int:
        """Count the solutions, up to `most`."""
        return sum(1 for _, _ in zip(range(most), self._complete({}), strict=False))

    def _complete(self, assignment: dict[str, int]) -> Iterator[dict[str, int]]:
        left = self.checked(assignment)
        if not left:
            yield assignment
            return
        name = min(left, key=lambda each: len(left[each]))
        for value in left[name]:
            yield from self._complete({**assignment, name: value})

    def probe(self, log: Log) -> NetworkProbe:
        return NetworkProbe(self, log)

    def size(self) -> tuple[int, int]:
        """Return the number of variables, and the number of values and rules."""
        return len(self.domains), sum(map(len, self.domains.values())) + len(self.clashes)

    def smaller(self) -> Iterator[ConstraintNetwork]:
        """Yield networks with one variable, rule or value fewer, for shrinking."""
        for gone in self.domains:
            if len(self.domains) > 1:
                domains = {name: each for name, each in self.domains.items() if name != gone}
                yield ConstraintNetwork(
                    domains, {p: c for p, c in self.clashes.items() if gone not in p}
                )
        for one, other in self.clashes:
            if one < other:
                gone_pair = {(one, other), (other, one)}
                kept = {p: c for p, c in self.clashes.items() if p not in gone_pair}
                yield replace(self, clashes=kept)
        for name, choices in self.domains.items():
            for value in choices if len(choices) > 1 else ():
                rest = tuple(each for each in choices if each != value)
                yield replace(self, domains={**self.domains, name: rest})

    def __str__(self) -> str:
        rules = " ".join(f"{a}~{b}" for a, b in self.clashes if a < b)
        domains = " ".join(
            f"{name}={''.join(map(str, each))}" for name, each in self.domains.items()
        )
        return f"{domains}, rules between {rules or 'none'}"


class NetworkProbe(InstanceProbe):
    """A CSP's probe. The student's process has the whole CSP; the grader records its changes."""

    def job(self) -> dict[str, Any]:
        network: ConstraintNetwork = self.instance
        clashes = [[*pair, sorted(found)] for pair, found in network.clashes.items()]
        return {
            "kind": "network", "domains": network.domains, "neighbours": network.neighbours,
            "clashes": clashes,
        }  # fmt: skip

    def tell(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Record a change to a variable."""
        if (
            name not in (ASSIGN, UNASSIGN, PRUNE, RESTORE)
            or arguments[0] not in self.instance.domains
        ):
            raise NoSuch(f"called {name} with {arguments[0]!r}, which isn't a variable")
        self.log.add(name, *arguments)


# -------------------------------------------------------------------- the rules

Domains = dict[str, set[int]]


@dataclass
class AssignmentState:
    """The state of a search before a call: the assignment, and the other variables' domains."""

    network: ConstraintNetwork
    assignment: dict[str, int] = field(default_factory=dict)
    domains: Domains = field(default_factory=dict)
    chosen: list[str] = field(default_factory=list)
    """The variable at each level, the deepest last."""
    tried: list[list[int]] = field(default_factory=list)
    """The values tried at each level."""

    def __post_init__(self) -> None:
        self.domains = {name: set(found) for name, found in self.network.domains.items()}

    @property
    def is_new(self) -> bool:
        """True if the next assignment goes one level deeper."""
        return len(self.chosen) == len(self.assignment)

    def level_of(self, name: str) -> int:
        """Return the level at which a variable would be assigned."""
        held = list(self.assignment)
        return held.index(name) if name in held else len(held)

    def above(self, name: str) -> dict[str, int]:
        """Return the assignment above a variable's level."""
        return dict(list(self.assignment.items())[: self.level_of(name)])

    def make(self, call: Call) -> None:
        """Update the state after a call."""
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
        if name in self.assignment:  # it gets another value without being unassigned first
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
    """Yield each call with the state of the search before it."""
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
    """Check that the heuristic allows each variable, with one variable per level."""
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
    """Check a new variable, going by the values that are left or those that aren't pruned yet."""
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
    """Check that a variable has the fewest values and, among those, the most neighbours."""
    said = f"chose {call.subject} at level {len(position.assignment) + 1}"
    for word, free, measured in narrowed(position.network, position.assignment, select, left):
        if call.subject not in free:
            mine, best = abs(measured[call.subject]), abs(measured[free[0]])
            return Fault(f"{said}{WORDS[word].format(mine, 's' * (mine != 1), best)}", at, free)
    return None


WORDS = {
    "first": ", which isn't the first one left",
    "mrv": " with {} value{} left while another had {}",
    "degree": " with {} open neighbour{} while a tied one had {}",
}


def narrowed(
    network: ConstraintNetwork, held: Mapping[str, int], select: str,
    left: Mapping[str, tuple[int, ...]],
) -> Iterator[tuple[str, tuple[str, ...], dict[str, int]]]:  # fmt: skip
    """For each word of a heuristic, yield it, the variables that it allows, and the measure."""
    free = tuple(left)
    for word in (each for each in WORDS if each in select):
        measured = {name: _measure(word, network, held, name, left) for name in left}
        best = min(measured[name] for name in free)
        free = tuple(name for name in free if measured[name] == best)
        yield word, free, measured


def _measure(
    word: str, network: ConstraintNetwork, held: Mapping[str, int], name: str, left: Any
) -> int:
    if word == "first":
        return list(left).index(name)
    return len(left[name]) if word == "mrv" else -network.degree(name, held)


def check_values(log: Log, order: str = "listed") -> Fault | None:
    """Check that each value is the next one that the order allows."""
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
        return None  # it clashes, but another rule checks for that
    left = [value for value in left if value in position.domains[name]] or left
    if order == "listed" and call.value != left[0]:
        return Fault(f"{said} before another value that is listed first", at, (left[0],))
    if order == "least-constraining":
        wrong = [_lost(position, call, left, whole) for whole in (False, True)]
        return Fault(f"{said}, {wrong[0]}", at) if all(wrong) else None
    return None


def _lost(position: AssignmentState, call: Call, left: list[int], whole: bool) -> str:
    """Describe the fault if a value doesn't rule out the fewest others, or return ""."""
    network, held = position.network, position.above(call.subject)
    counts = [network.lost(call.subject, value, held, whole) for value in left]
    mine, least = network.lost(call.subject, call.value, held, whole), min(counts)
    return (
        f"which rules out {mine} values, before one that rules out {least}" if mine > least else ""
    )


def check_consistent(log: Log) -> Fault | None:
    """Check that the search doesn't go deeper with values that clash."""
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
"""The pruned values, each with the assignment at that time."""


def check_inference(log: Log, infer: str) -> Fault | None:
    """Check that the search prunes in time exactly the values that the inference rules out."""
    pruned: Pruned = {}
    for at, call, position in positions(log):
        if call.name == PRUNE:
            pruned[call.subject, call.value] = dict(position.assignment)
        if call.name == ASSIGN and (fault := _inferred(position, call.subject, infer, pruned)):
            return Fault(fault, at)
    return None


def _inferred(position: AssignmentState, variable: str, infer: str, pruned: Pruned) -> str:
    """Describe the fault in the domains before an assignment, or return ""."""
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
    """Return the values that a variable may keep, as they've lost no support since the beginning.

    A search doesn't have to make the network consistent before the first assignment.
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
    """Describe the fault in a variable's remaining values, or return ""."""
    where = f"at level {len(held) + 1}"
    if missing := sorted(expected - found):
        old = pruned.get((name, missing[0]), {})
        undone = any(held.get(each) != value for each, value in old.items())
        why = "it was never restored" if undone else "nothing rules it out"
        return f"{name} lacks {missing[0]} {where}: {why}"
    if extra := sorted(found - expected):
        return f"{name} keeps {extra[0]} {where}, which the inference rules out"
    return "" if expected else f"went deeper {where}, though {name} has no value left"


def check_assignment(log: Log) -> Fault | None:
    """Check that the solution obeys every rule. If a solution exists, there must be one."""
    network: ConstraintNetwork = log.instance
    solvable = network.answers(1) > 0
    if not isinstance(log.answer, dict):
        if log.answer is not None:
            return Fault(f"returned {shown(log.answer)} instead of an assignment or None")
        return Fault("found no solution, though there is one") if solvable else None
    broken = network.broken(log.answer)
    return Fault(broken) if broken else None


def check_exhausted(log: Log) -> Fault | None:
    """Check that the search tries every value below a choice before it gives up or backtracks."""
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
    return None if empty else Fault("gave up before it had tried anything")


def _untried(position: AssignmentState, level: int, at: int) -> Fault | None:
    """Return a fault if some value at a level was neither tried nor ruled out."""
    name = position.chosen[level]
    above = dict(list(position.assignment.items())[:level])
    left = position.network.closed(above)
    for value in left[name] if all(left.values()) else ():
        if value not in position.tried[level] and value in position.domains[name]:
            return Fault(
                f"gave up on {name} at level {level + 1} before it had tried all its values", at
            )
    return None
