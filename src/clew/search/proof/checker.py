"""The proof checker. It doesn't know how a proof was found, and imports nothing from the search.

A model is a list of sums, each with a lower bound. A proof derives more of them, line by line:

    rup SUM        follows by reverse unit propagation: its negation leads to a contradiction
    pol A B + 2 *  adds, multiplies and divides (d) earlier sums (by number) and `~x >= 0` (as ~x)
    red SUM ; x -> 1   introduces x, or says more about it: where the sum doesn't hold, x can be 1
    v LITERALS     is a solution: it propagates to a full assignment, and is excluded from now on
    o LITERALS     is a solution; from now on, only cheaper ones count, as measured by `min:`
    e NUMBER SUM   states a sum that has this number
    del id NUMBERS forgets these sums
    c NUMBER       declares that this sum can't hold
    * end: …       states the conclusion; if it's missing, the proof was cut short

This is the part of VeriPB 1.1 that the search writes. VeriPB reads the last line as a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn


class ProofFault(Exception):
    """The proof is wrong. The message includes the line number."""


@dataclass
class ProofVerdict:
    """The proven solutions, as true variables, and whether there are no others or better ones."""

    solutions: list[frozenset[str]] = field(default_factory=list)
    complete: bool = False
    best: bool = False
    steps: int = 0


class Known:
    """A sum that is known to be at least its bound."""

    __slots__ = ("bound", "clause", "largest", "slack", "terms")

    def __init__(self, terms: dict[int, int], bound: int) -> None:
        self.terms = terms
        """The factor of each literal. All factors are positive, and -x is the negation of x."""
        self.bound, self.slack = bound, sum(terms.values()) - bound
        """The amount that the sum can still lose. A literal with a larger factor must hold."""
        self.largest = max(terms.values(), default=0)
        self.clause = list(terms) if bound == 1 and len(terms) > 1 else []
        """One of these must hold. Nothing follows until one of the first two is false."""


class Checker:
    """The known sums, and their immediate consequences."""

    def __init__(self, model: Iterable[str]) -> None:
        self.numbers: dict[str, int] = {}
        self.named: dict[int, list[int]] = {}
        """For each variable that the proof introduces, the numbers of the sums that contain it."""
        self.known: dict[int, Known] = {}
        self.using: dict[int, dict[Known, int]] = {}
        """For each literal, the sums that contain it and its factor. Clauses are kept apart."""
        self.watching: dict[int, list[Known]] = {}
        """For each literal, the clauses that have it as one of their first two literals."""
        self.true: dict[int, bool] = {}
        self.trail: list[int] = []
        """The literals that hold, in order. The first `done` of them have been propagated."""
        self.done = self.count = 0
        self.broken = False  # True if the known sums already contradict each other
        self.cost: list[tuple[int, int]] | None = None  # with `min:`, a list that may be empty
        for number, line in enumerate(model, 1):
            if line.startswith("min: "):
                self.cost = self._terms(line[5:].split()[:-1], "model")
            elif line.strip() and line[0] != "*":
                self.add(self.sum(line, f"model, line {number}"))
        self.size, self.variables = self.count, len(self.numbers)

    def literal(self, word: str, where: str, *, new: bool = False) -> int:
        name = word.removeprefix("~")
        if name not in self.numbers:
            if not new:
                raise ProofFault(f"{where}: found {word!r}, expected a variable of the model")
            self.numbers[name] = len(self.numbers) + 1
        return -self.numbers[name] if word[0] == "~" else self.numbers[name]

    def sum(self, text: str, where: str) -> Known:
        """Parse a sum in OPB, such as 1 x 2 ~y >= 1 ;"""
        words = text.split()
        if len(words) < 3 or words[-1] != ";" or words[-3] != ">=" or len(words) % 2 == 0:
            raise ProofFault(f"{where}: found {text[:60]!r}, expected a sum such as 1 x >= 1 ;")
        try:
            return Known(*normal(self._terms(words[:-3], where), int(words[-2])))
        except ValueError:
            raise ProofFault(f"{where}: found {text[:60]!r}, expected whole numbers") from None

    def _terms(self, words: list[str], where: str) -> list[tuple[int, int]]:
        literals = [self.literal(w, where, new=where.startswith("model")) for w in words[1::2]]
        return list(zip(map(int, words[::2]), literals, strict=True))

    def add(self, new: Known) -> None:
        """Keep a sum under the next free number."""
        self.count += 1
        self.known[self.count] = new
        for literal in new.terms if self.named else ():
            if abs(literal) in self.named:
                self.named[abs(literal)].append(self.count)
        add = self._add_clause if new.clause else self._add_sum
        self.broken = self.broken or not add(new) or not self._propagate()

    def _add_sum(self, new: Known) -> bool:
        for literal, factor in new.terms.items():
            self.using.setdefault(literal, {})[new] = factor
            if self.true.get(literal) is False:
                new.slack -= factor
        return self._apply(new)

    def _add_clause(self, new: Known) -> bool:
        new.clause.sort(key=lambda literal: self.true.get(literal) is False)
        for literal in (pair := new.clause[:2]):
            self.watching.setdefault(literal, []).append(new)
        return self.true.get(pair[1]) is not False or self._set(pair[0])

    def forget(self, word: str, where: str) -> None:
        old = self.at(word, where)
        if int(word) <= self.size:
            raise ProofFault(f"{where}: found {word} of the model, expected a derived sum")
        for literal in old.terms:
            self.using.get(literal, {}).pop(old, None)
        for literal in old.clause[:2]:
            if old in self.watching.get(literal, ()):
                self.watching[literal].remove(old)
        del self.known[int(word)]

    def at(self, word: str, where: str) -> Known:
        if not word.isdigit() or int(word) not in self.known:
            raise ProofFault(f"{where}: found number {word[:40]}, expected one that is known")
        return self.known[int(word)]

    def _set(self, literal: int) -> bool:
        if literal not in self.true:
            self.true[literal], self.true[-literal] = True, False
            self.trail.append(literal)
        return self.true[literal]

    def _apply(self, each: Known) -> bool:
        """Set the literals that a sum needs, and return False if it can't hold."""
        if each.slack < 0:
            return False
        for literal, factor in each.terms.items():
            if factor > each.slack and literal not in self.true:
                self._set(literal)
        return True

    def _propagate(self) -> bool:
        """Propagate all consequences, and return False if they contradict each other."""
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            if touched := self.using.get(false):
                for each, factor in touched.items():
                    each.slack -= factor
                for each in touched:
                    if each.slack < each.largest and not self._apply(each):
                        return False
            if not self._propagate_clauses(false):
                return False
        return True

    def _propagate_clauses(self, false: int) -> bool:
        """Watch another literal that isn't false. If there isn't one, the first must hold."""
        watching = self.watching.get(false)
        if not watching:
            return True
        true, kept = self.true.get, 0
        for at, each in enumerate(watching):
            clause = each.clause
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if not true(first):
                for place in range(2, len(clause)):
                    if true(new := clause[place]) is not False:
                        clause[1], clause[place] = new, false
                        self.watching.setdefault(new, []).append(each)
                        break
                else:
                    if not self._set(first):
                        del watching[kept:at]
                        return False
                    watching[kept] = each
                    kept += 1
                continue
            watching[kept] = each
            kept += 1
        del watching[kept:]
        return True

    def _undo(self, size: int) -> None:
        for literal in self.trail[size : self.done]:
            if touched := self.using.get(-literal):
                for each, factor in touched.items():
                    each.slack += factor
        for literal in self.trail[size:]:
            del self.true[literal], self.true[-literal]
        del self.trail[size:]
        self.done = size

    def follows(self, *wanted: Known) -> bool:
        """Check whether unit propagation refutes the negations of these sums, taken together."""
        if self.broken:
            return True
        size = len(self.trail)
        opposites = [
            Known(*normal(((-f, x) for x, f in each.terms.items()), 1 - each.bound))
            for each in wanted
        ]
        fine = [self._add_sum(each) for each in opposites]  # all, even after one that can't hold
        holds = all(fine) and self._propagate()
        self._undo(size)
        for each in opposites:
            for literal in each.terms:
                del self.using[literal][each]
        return not holds

    def introduce(self, new: Known, word: str, value: str, where: str) -> None:
        """Keep a sum that can be made to hold by giving this value to a variable of the proof.

        So every solution of the model still has a full assignment that obeys all sums.
        """
        variable = self.numbers.setdefault(word, len(self.numbers) + 1)
        if variable <= self.variables or value not in ("0", "1"):
            raise ProofFault(f"{where}: found {word} -> {value}, expected a new variable, 0 or 1")
        said = self.named.setdefault(variable, [])
        holds = variable if value == "1" else -variable
        goals = [new, *(self.known[number] for number in said if number in self.known)]
        for goal in goals:
            rest = {x: f for x, f in goal.terms.items() if abs(x) != variable}
            if not self.follows(new, Known(rest, goal.bound - goal.terms.get(holds, 0))):
                raise ProofFault(f"{where}: found a sum that {word} -> {value} doesn't satisfy")
        self.add(new)

    def answer(self, literals: list[int]) -> set[int] | None:
        """Propagate these literals, and return all that hold if every variable of the model is set.

        Variables that the proof introduced and left open become 1, as in VeriPB.
        """
        size = len(self.trail)
        fine = not self.broken and all(map(self._set, literals)) and self._propagate()
        fine = fine and sum(abs(x) <= self.variables for x in self.trail) == self.variables
        rest = [x for x in self.named if x not in self.true]
        fine = fine and all(map(self._set, rest)) and self._propagate()
        found = set(self.trail)
        self._undo(size)
        return found if fine else None


def normal(terms: Iterable[tuple[int, int]], bound: int) -> tuple[dict[int, int], int]:
    """Return the terms and the bound with each variable once, and a positive factor."""
    total: dict[int, int] = {}
    for factor, literal in terms:
        bound -= factor if literal < 0 else 0
        variable = abs(literal)
        total[variable] = total.get(variable, 0) + (factor if literal > 0 else -factor)
    bound -= sum(factor for factor in total.values() if factor < 0)
    return {x if f > 0 else -x: abs(f) for x, f in total.items() if f}, bound


def check(model: Iterable[str], proof: Iterable[str]) -> ProofVerdict:
    """Check a proof about a model, and raise ProofFault at the first wrong line."""
    checker, verdict = Checker(model), ProofVerdict()
    lines = ((n, line.rstrip("\n")) for n, line in enumerate(proof, 1))
    _expect(lines, "pseudo-Boolean proof version 1.1")
    _expect(lines, f"f {checker.size}")
    for number, line in lines:
        if line.startswith("* end") or verdict.complete:
            end = ended(len(verdict.solutions), verdict.complete, verdict.best)
            _expect(iter([(number, line)]), end)
            _expect(lines, "", "the end of the proof")
            return verdict
        if line and not line.startswith("*"):
            _step(checker, verdict, line, f"line {number}")
            verdict.steps += 1
    raise ProofFault("the end: found no line `* end`, expected one: the proof was cut short")


def ended(answers: int, complete: bool, best: bool = False) -> str:
    """Return the last line of a proof."""
    others = "others" if not best else "better"
    return f"* end: {answers} answers, {'no' if complete else 'perhaps'} {others}"


def _expect(lines: Iterator[tuple[int, str]], wanted: str, called: str = "") -> None:
    number, line = next(lines, (0, ""))
    if line != wanted:
        raise ProofFault(f"line {number}: found {line[:60]!r}, expected {called or repr(wanted)}")


def _step(checker: Checker, verdict: ProofVerdict, line: str, where: str) -> None:
    """Check one line, and keep the sum it derives."""
    rule, _, rest = line.partition(" ")
    if rule == "rup":
        new = checker.sum(rest, where)
        if not checker.follows(new):
            raise ProofFault(f"{where}: found {rest[:80]!r}, which propagation doesn't confirm")
        checker.add(new)
    elif rule == "pol":
        checker.add(Known(*_worked_out(checker, rest.split(), where)))
    elif rule == "red":
        text, _, witness = rest.partition(";")
        name, arrow, value = (*witness.split(), "", "", "")[:3]
        checker.numbers.setdefault(name, len(checker.numbers) + 1)
        new = checker.sum(f"{text} ;", where)
        checker.introduce(new, name, value if arrow == "->" else "", where)
    elif rule == ("v" if checker.cost is None else "o"):
        _answer(checker, verdict, rest.split(), where)
    elif rule == "e":
        number, _, text = rest.partition(" ")
        old, same = checker.at(number, where), checker.sum(text, where)
        if (old.terms, old.bound) != (same.terms, same.bound):
            raise ProofFault(f"{where}: found {text[:60]!r}, which isn't number {number}")
    elif rule == "del" and rest.startswith("id "):
        for word in rest[3:].split():
            checker.forget(word, where)
    elif rule == "c":
        if sum((old := checker.at(rest, where)).terms.values()) >= old.bound:
            raise ProofFault(f"{where}: found number {rest}, which isn't a contradiction")
        verdict.complete = True
    else:
        raise ProofFault(
            f"{where}: found {line[:60]!r}, expected rup, pol, red, v, o, e, del id or c"
        )


def _answer(checker: Checker, verdict: ProofVerdict, words: list[str], where: str) -> None:
    """Check a solution, and require another one, or a cheaper one if there's a cost."""
    literals = [checker.literal(word, where) for word in words]
    found, cost = checker.answer(literals), checker.cost
    if found is None or max(map(abs, literals), default=0) > checker.variables:
        raise ProofFault(f"{where}: found {' '.join(words)[:60]!r}, which isn't a solution")
    verdict.solutions.append(frozenset(words))
    if cost is None:
        checker.add(Known(*normal([(1, -x) for x in literals], 1)))
        return
    if not {abs(x) for _, x in cost} <= set(map(abs, literals)):
        raise ProofFault(f"{where}: found a solution without a variable of the cost")
    verdict.best, spent = True, sum(factor for factor, x in cost if x in found)
    checker.add(Known(*normal([(-factor, x) for factor, x in cost], 1 - spent)))


def _worked_out(checker: Checker, words: list[str], where: str) -> tuple[dict[int, int], int]:
    """Work out a sum in reverse Polish notation. A number before * or d is a number, not a sum."""
    stack: list[tuple[list[tuple[int, int]], int]] = []
    for at, word in enumerate(words):
        if word in ("*", "d"):
            if not stack or not words[at - 1].isdigit() or not (by := int(words[at - 1])):
                _unfinished(where)
            terms, bound = stack.pop()
            if word == "*":
                stack.append(([(factor * by, x) for factor, x in terms], bound * by))
            else:
                sums, bound = normal(terms, bound)
                stack.append(([(-(-f // by), x) for x, f in sums.items()], -(-bound // by)))
        elif word == "+":
            terms, bound = stack.pop() if len(stack) > 1 else _unfinished(where)
            stack[-1][0].extend(terms)
            stack[-1] = stack[-1][0], stack[-1][1] + bound
        elif not word.isdigit():
            stack.append(([(1, checker.literal(word, where))], 0))
        elif words[at + 1 : at + 2] not in (["*"], ["d"]):
            known = checker.at(word, where)
            stack.append(([(factor, x) for x, factor in known.terms.items()], known.bound))
    return normal(*stack[0]) if len(stack) == 1 else _unfinished(where)


def _unfinished(where: str) -> NoReturn:
    raise ProofFault(f"{where}: found an operator too few or too many")
