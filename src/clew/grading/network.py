"""Binary constraint networks: the instances of an assignment on constraint search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from clew.core.faces import CSP, values
from clew.core.rng import SplitMix64

Pair = tuple[str, str]
RULE = re.compile(r"(\w+)([-<])(\w+)")
Domains = Mapping[str, Sequence[int]]


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
        """Rules such as `A-B` (they differ) and `A<B`; a digit for each value."""
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
        """A random map to colour, with some values missing here and there."""
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
        """A CSP of pairwise rules; ValueError if one is not."""
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
        """The variables that share a rule with each."""
        found: dict[str, list[str]] = {name: [] for name in self.domains}
        for one, other in self.clashes:
            found[one].append(other)
        return found

    def clash(self, one: str, a: int, other: str, b: int) -> bool:
        return (a, b) in self.clashes.get((one, other), ())

    def left(self, variable: str, assignment: Mapping[str, int]) -> tuple[int, ...]:
        """The values that no assigned neighbour rules out."""
        near = [
            (name, assignment[name]) for name in self.neighbours[variable] if name in assignment
        ]
        return tuple(
            value
            for value in self.domains[variable]
            if not any(self.clash(variable, value, name, held) for name, held in near)
        )

    def checked(self, assignment: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
        """What forward checking leaves of each variable that is not assigned."""
        return {
            name: self.left(name, assignment) for name in self.domains if name not in assignment
        }

    def closed(self, assignment: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
        """What arc consistency leaves of each variable that is not assigned."""
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

    def _supported(self, one: str, other: str, domains: Domains) -> tuple[int, ...]:
        """The values of one variable that some value of another allows."""
        return tuple(
            a for a in domains[one] if any(not self.clash(one, a, other, b) for b in domains[other])
        )

    def degree(self, variable: str, assignment: Mapping[str, int]) -> int:
        """The number of its neighbours that are not assigned."""
        return sum(name not in assignment for name in self.neighbours[variable])

    def lost(
        self, variable: str, value: int, assignment: Mapping[str, int], whole: bool = False
    ) -> int:
        """How many values of its neighbours an assignment would rule out: of those left, or of all.

        Textbooks mean the first; aima-python counts the second.
        """
        return sum(
            self.clash(variable, value, name, other)
            for name in self.neighbours[variable]
            if name not in assignment
            for other in (self.domains[name] if whole else self.left(name, assignment))
        )

    def broken(self, assignment: Mapping[str, Any]) -> str:
        """What is wrong with an answer, in words; empty if nothing is."""
        for name, choices in self.domains.items():
            if name not in assignment:
                return f"the answer has no value for {name}"
            if assignment[name] not in choices:
                return (
                    f"the answer has {assignment[name]!r} for {name}, which is none of its values"
                )
        for one, other in self.clashes:
            if self.clash(one, assignment[one], other, assignment[other]):
                return f"the answer has values for {one} and {other} that clash"
        return ""

    def answers(self, most: int = 2) -> int:
        """The number of answers, up to `most`."""
        return sum(1 for _, _ in zip(range(most), self._complete({}), strict=False))

    def _complete(self, assignment: dict[str, int]) -> Iterator[dict[str, int]]:
        left = self.checked(assignment)
        if not left:
            yield assignment
            return
        name = min(left, key=lambda each: len(left[each]))
        for value in left[name]:
            yield from self._complete({**assignment, name: value})

    def size(self) -> tuple[int, int]:
        """The number of variables, and of their values and rules."""
        return len(self.domains), sum(map(len, self.domains.values())) + len(self.clashes)

    def smaller(self) -> Iterator[ConstraintNetwork]:
        """Networks with a variable, a rule or a value fewer, for shrinking."""
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
