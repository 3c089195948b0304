"""The readable twin of the kernel that searches a pseudo-Boolean model and logs a proof.

It uses conflict-driven clause learning (Marques-Silva and Sakallah 1999; Moskewicz et al. 2001) in
which each constraint requires a sum of literals to reach a bound. Every learned clause follows from
the model and the earlier clauses by reverse unit propagation (RUP), so the log is a list of clauses
that a checker can confirm one by one. The format is VeriPB 1.1.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from clew.search.native import kernel

REFERENCE = re.compile(r"@(\d+)(\.?)")
"""The number of a lemma in the text of another one."""

# ------------------------------------------------------------------ propagation


class BoundedSum:
    """A weighted sum of literals, largest factor first, that must reach a bound."""

    __slots__ = ("bound", "lbd", "lemma", "number", "slack", "terms")

    def __init__(self, terms: list[tuple[int, int]], bound: int, number: int = 0) -> None:
        self.terms = sorted(terms, key=lambda term: -term[0])
        self.bound = bound
        self.number = number
        """The sum's number in the log, or 0 for a lemma that isn't logged yet."""
        self.lemma = 0
        self.slack = sum(factor for factor, _ in terms) - bound
        self.lbd = 0

    @property
    def is_clause(self) -> bool:
        return self.bound == 1 and len(self.terms) > 1

    @property
    def literals(self) -> list[int]:
        return [literal for _, literal in self.terms]


class Propagation:
    """The variables and constraints of a search, and the log of its reasons."""

    def __init__(self, names: Sequence[str], lemmas: Sequence[str] = ()) -> None:
        self.names, self.lemmas = names, lemmas
        self.lemma_numbers: dict[str, int] = {}
        """The number of the last line of each logged lemma."""
        size = len(names)
        self.value = [0] * size  # 1 or -1, or 0 if it has none yet
        self.level = [0] * size
        self.place = [0] * size
        self.reason: list[BoundedSum | None] = [None] * size
        self.trail: list[int] = []
        self.ends: list[int] = []
        """The length of the trail when each choice was made."""
        self.done = 0
        """The length of the part of the trail that has been propagated."""
        self.sums: dict[int, list[tuple[BoundedSum, int]]] = {}
        """For each literal, the sums that contain it and its factor."""
        self.watches: dict[int, list[BoundedSum]] = {}
        self.text: list[str] = []
        self.count = 0
        """The number of the last constraint in the log."""

    # ------------------------------------------------------------ constraints

    def holds(self, literal: int) -> int:
        """Return 1 if a literal holds, -1 if its negation holds, or 0 if neither is known."""
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def add(self, new: BoundedSum) -> BoundedSum | None:
        """Add a constraint before the first choice, and return it if it can't hold."""
        if new.is_clause:
            return self._add_clause(new)
        for factor, literal in new.terms:
            self.sums.setdefault(literal, []).append((new, factor))
            if self.holds(literal) < 0 and self.place[abs(literal)] < self.done:
                new.slack -= factor
        return self._apply(new)

    def _add_clause(self, new: BoundedSum) -> BoundedSum | None:
        """Watch two literals, preferably ones that aren't false."""
        new.terms.sort(key=lambda term: self.holds(term[1]) < 0)
        for _, literal in new.terms[:2]:
            self.watches.setdefault(literal, []).append(new)
        first, second = new.terms[0][1], new.terms[1][1]
        if self.holds(second) < 0 and self.holds(first) <= 0:
            if self.holds(first) < 0:
                return new
            self.assign(first, new)
        return None

    def use(self, used: BoundedSum) -> BoundedSum:
        """Log a lemma's derivation, unless the log has it already. Return the constraint."""
        if not used.number:
            used.number = self._write(str(used.lemma))
        return used

    def _write(self, lemma: str) -> int:
        """Log a lemma after those that it needs, and return the number of its last line.

        Its text consists of the numbers of the lemmas that it needs, a bar, and its lines. In
        these, @7 stands for the number of lemma 7, and @7. for the number of the line before. A
        lemma without lines is the last one that it needs.
        """
        if lemma not in self.lemma_numbers:
            needs, _, lines = self.lemmas[int(lemma) - 1].partition("|")
            last = 0
            for other in needs.split():
                last = self._write(other)
            if lines:
                self.text.append(REFERENCE.sub(self._number, lines) + "\n")
                self.count += lines.count("\n") + 1
                last = self.count
            self.lemma_numbers[lemma] = last
        return self.lemma_numbers[lemma]

    def _number(self, reference: re.Match[str]) -> str:
        return str(self.lemma_numbers[reference[1]] - len(reference[2]))

    def assign(self, literal: int, reason: BoundedSum | None) -> None:
        variable = abs(literal)
        self.value[variable] = 1 if literal > 0 else -1
        self.level[variable] = len(self.ends)
        self.place[variable] = len(self.trail)
        self.reason[variable] = reason
        self.trail.append(literal)
        if reason is not None and not self.ends:
            self.use(reason)

    # ------------------------------------------------------------ propagation

    def propagate(self) -> BoundedSum | None:
        """Propagate all consequences, and return a constraint that can't hold, if there is one."""
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            touched = self.sums.get(false, ())
            for each, factor in touched:
                each.slack -= factor
            for each, _ in touched:
                if self._apply(each) is not None:
                    return each
            broken = self._propagate_clauses(false)
            if broken is not None:
                return broken
        return None

    def _apply(self, each: BoundedSum) -> BoundedSum | None:
        """Assign the literals that a sum needs, and return the sum if it can't hold."""
        if each.slack < 0:
            return each
        for factor, literal in each.terms:
            if factor <= each.slack:
                break
            if self.holds(literal) == 0:
                self.assign(literal, each)
        return None

    def _propagate_clauses(self, false: int) -> BoundedSum | None:
        watching = self.watches.get(false)
        if not watching:
            return None
        kept: list[BoundedSum] = []
        self.watches[false] = kept
        for number, clause in enumerate(watching):
            terms = clause.terms
            if terms[0][1] == false:
                terms[0], terms[1] = terms[1], terms[0]
            if self.holds(terms[0][1]) > 0:
                kept.append(clause)
                continue
            for at in range(2, len(terms)):
                if self.holds(terms[at][1]) >= 0:
                    terms[1], terms[at] = terms[at], terms[1]
                    self.watches.setdefault(terms[1][1], []).append(clause)
                    break
            else:
                kept.append(clause)
                if self.holds(terms[0][1]) < 0:
                    kept += watching[number + 1 :]
                    return clause
                self.assign(terms[0][1], clause)
        return None

    def undo(self, level: int) -> None:
        """Take back all choices above a level."""
        if len(self.ends) <= level:
            return
        keep = self.ends[level]
        for at in range(len(self.trail) - 1, keep - 1, -1):
            literal = self.trail[at]
            if at < self.done:
                for each, factor in self.sums.get(-literal, ()):
                    each.slack += factor
            self.value[abs(literal)] = 0
            self.reason[abs(literal)] = None
        del self.trail[keep:]
        del self.ends[level:]
        self.done = keep


def numbers_of(given: bytes) -> array[int]:
    found = array("q")
    found.frombytes(given)
    return found


def sums_of(flat: array[int], *, derived: bool) -> list[BoundedSum]:
    """Read sums from a flat list of numbers."""
    found, at = [], 0
    while at < len(flat):
        size, bound = flat[at : at + 2]
        numbers = flat[at + 2 : at + 2 + 2 * size]
        found.append(BoundedSum(list(zip(numbers[::2], numbers[1::2], strict=True)), bound))
        at += 2 + 2 * size
        if derived:
            found[-1].lemma = flat[at]
            at += 1
    return found


def groups_of(flat: array[int]) -> list[array[int]]:
    found, at = [], 0
    while at < len(flat):
        found.append(flat[at + 1 : at + 1 + flat[at]])
        at += 1 + flat[at]
    return found


# ------------------------------------------------------------------ the search

DECAY = 0.95
RESTART = 64
FIRST_REDUCTION, MORE = 1000, 300
"""The number of conflicts before half of the learned clauses are dropped, and its increase each
time.
"""
Answer = tuple[int, ...]


class PyProver(Propagation):
    """A search that can pause after some nodes and resume from there."""

    def __init__(
        self, names: Sequence[str], sums: bytes, derived: bytes, lemmas: Sequence[str],
        groups: bytes, width: int,
    ) -> None:  # fmt: skip
        """Read the names of the variables, which count from 1, and lists of 64-bit numbers.

        A sum consists of its term count and its bound, then the factor and the literal of each
        term. A derived sum is followed by the number of its lemma, counted from 1. A group consists
        of its size and its variables. Exactly one of them holds. A solution consists of the first
        `width` groups.
        """
        super().__init__(names, lemmas)
        self.groups = groups_of(numbers_of(groups))
        self.width = width
        self.activity = [0.0] * len(names)
        self.learned: list[BoundedSum] = []
        self.bump = 1.0
        self.nodes = self.backtracks = self.deepest = 0
        self.conflicts_left, self.restarts = RESTART, 1
        self.reduce_at, self.reductions = FIRST_REDUCTION, 0
        self.finished = False
        given = sums_of(numbers_of(sums), derived=False)
        self.count = len(given)
        self.text.append(f"pseudo-Boolean proof version 1.1\nf {self.count}\n")
        for number, each in enumerate(given, 1):
            each.number = number
        self.broken: BoundedSum | None = None
        for each in (*given, *sums_of(numbers_of(derived), derived=True)):
            self.broken = self.broken or self.add(each)
        self.broken = self.broken or self.propagate()
        if self.broken is not None:
            self._contradiction()

    def log(self) -> bytes:
        """Return the text written since the last call."""
        text = "".join(self.text)
        self.text.clear()
        return text.encode()

    # ------------------------------------------------------------ learning

    def _why(self, each: BoundedSum, literal: int) -> list[int]:
        """Return the false literals of a constraint that force a literal.

        With literal 0, return those that make the constraint impossible.
        """
        self.use(each)
        if each.is_clause:
            return [other for other in each.literals if other != literal]
        before = self.place[abs(literal)] if literal else len(self.trail)
        needed = sum(factor for factor, _ in each.terms) - each.bound
        needed -= next((factor for factor, other in each.terms if other == literal), 0)
        found = []
        for factor, other in each.terms:
            if needed < 0:
                break
            if self.holds(other) < 0 and self.place[abs(other)] < before:
                found.append(other)
                needed -= factor
        return found

    def _analyse(self, broken: BoundedSum) -> tuple[list[int], int]:
        """Return the clause learned from a conflict, and the level to return to.

        It's the first one with only one literal of the last level.
        """
        seen = [False] * len(self.value)
        level, clause, waiting = len(self.ends), [0], 0
        at, literals = len(self.trail), self._why(broken, 0)
        while True:
            for other in literals:
                variable = abs(other)
                if not seen[variable] and self.level[variable]:
                    seen[variable] = True
                    self._bump(variable)
                    if self.level[variable] == level:
                        waiting += 1
                    else:
                        clause.append(other)
            at -= 1
            while not seen[abs(self.trail[at])]:
                at -= 1
            literal = self.trail[at]
            waiting -= 1
            if not waiting:
                break
            reason = self.reason[abs(literal)]
            assert reason is not None
            literals = self._why(reason, literal)
        clause[0] = -literal
        clause = [clause[0], *(x for x in clause[1:] if not self._is_implied(x, seen))]
        levels = sorted((self.level[abs(x)] for x in clause[1:]), reverse=True)
        return clause, levels[0] if levels else 0

    def _is_implied(self, literal: int, seen: list[bool]) -> bool:
        """Check whether a literal's reason shows that the clause's other literals force it."""
        reason = self.reason[abs(literal)]
        if reason is None:
            return False
        others = self._why(reason, -literal)
        return all(seen[abs(x)] or not self.level[abs(x)] for x in others)

    def _bump(self, variable: int) -> None:
        self.activity[variable] += self.bump
        if self.activity[variable] > 1e100:
            self.activity = [each * 1e-100 for each in self.activity]
            self.bump *= 1e-100

    def _learn(self, broken: BoundedSum) -> None:
        clause, level = self._analyse(broken)
        self.backtracks += 1
        self.bump /= DECAY
        new = BoundedSum([(1, literal) for literal in clause], 1, self._log_clause(clause))
        new.lbd = len({self.level[abs(literal)] for literal in clause})
        self.undo(level)
        if len(clause) == 1:
            self.assign(clause[0], new)
            return
        second = max(range(1, len(clause)), key=lambda at: self.level[abs(clause[at])])
        new.terms[1], new.terms[second] = new.terms[second], new.terms[1]
        for _, literal in new.terms[:2]:
            self.watches.setdefault(literal, []).append(new)
        self.learned.append(new)
        self.assign(clause[0], new)

    def _log_clause(self, clause: Sequence[int]) -> int:
        self.text.append(f"rup {''.join(f'1 {self._name(x)} ' for x in clause)}>= 1 ;\n")
        self.count += 1
        return self.count

    def _name(self, literal: int) -> str:
        return self.names[literal] if literal > 0 else f"~{self.names[-literal]}"

    def _contradiction(self) -> None:
        if self.broken is not None:
            self.use(self.broken)
        self.text.append("rup >= 1 ;\n")
        self.count += 1
        self.text.append(f"c {self.count}\n")
        self.finished = True

    def _reduce(self) -> None:
        """Forget half of the clauses that span many levels, and delete them from the log too."""
        self.reductions += 1
        self.reduce_at = self.backtracks + FIRST_REDUCTION + MORE * self.reductions
        order = sorted(
            (at for at, each in enumerate(self.learned) if each.lbd > 2),
            key=lambda at: (-self.learned[at].lbd, at),
        )
        gone = {
            id(self.learned[at])
            for at in order[: len(order) // 2]
            if self.reason[abs(self.learned[at].terms[0][1])] is not self.learned[at]
        }
        if not gone:
            return
        numbers = " ".join(str(each.number) for each in self.learned if id(each) in gone)
        self.text.append(f"del id {numbers}\n")
        self.learned = [each for each in self.learned if id(each) not in gone]
        for literal, watching in self.watches.items():
            self.watches[literal] = [each for each in watching if id(each) not in gone]

    # ------------------------------------------------------------ the search

    def run(self, max_solutions: int, max_nodes: int) -> list[Answer]:
        """Continue until the search has found this many solutions or made this many choices."""
        found: list[Answer] = []
        until = self.nodes + max_nodes
        while not self.finished and len(found) < max_solutions:
            broken = self.propagate()
            if broken is not None:
                if not self.ends:
                    self.broken = broken
                    self._contradiction()
                    break
                self._learn(broken)
                self.conflicts_left -= 1
            elif self.conflicts_left <= 0:
                self.restarts += 1
                self.conflicts_left = RESTART * luby(self.restarts)
                self.undo(0)
            elif self.backtracks >= self.reduce_at:
                self._reduce()
            elif self.nodes >= until:
                break
            elif not self._choose():
                found.append(self._answer())
        return found

    def _choose(self) -> bool:
        """Choose the most active variable of the smallest open group.

        Return False if every variable has a value.
        """
        best, least = 0, len(self.value)
        for group in self.groups:
            if any(self.value[variable] > 0 for variable in group):
                continue
            still = [variable for variable in group if not self.value[variable]]
            if still and len(still) <= least:
                first = max(still, key=self.activity.__getitem__)
                if len(still) < least or self.activity[first] > self.activity[best]:
                    best, least = first, len(still)
        if not best:  # then only variables that no group contains are still open
            best = -next((x for x in range(1, len(self.value)) if not self.value[x]), 0)
        if not best:
            return False
        self.nodes += 1
        self.ends.append(len(self.trail))
        self.deepest = max(self.deepest, len(self.ends))
        self.assign(best, None)
        return True

    def _answer(self) -> Answer:
        """Log the solution, which excludes it from now on."""
        listed = (variable for group in self.groups[: self.width] for variable in group)
        answer = [variable for variable in listed if self.value[variable] > 0]
        self.text.append(f"v {' '.join(self.names[variable] for variable in answer)}\n")
        self.count += 1
        self.undo(0)
        new = BoundedSum([(1, -variable) for variable in answer], 1, self.count)
        self.broken = self.add(new)
        if self.broken is not None:
            self._contradiction()
        return tuple(answer)


def luby(number: int) -> int:
    """Return an element, counted from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 …

    It's from Luby, Sinclair and Zuckerman (1993).
    """
    power = number.bit_length()
    while number != (1 << power) - 1:
        number -= (1 << (power - 1)) - 1
        power = number.bit_length()
    return 1 << (power - 1)


Prover = kernel("Prover", PyProver)
