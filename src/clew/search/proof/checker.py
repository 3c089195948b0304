"""Checks a proof: nothing here knows how it was found, and nothing of the search is imported.

The model is a list of sums that are at least a bound. A proof derives more of them, line by line:

    rup SUM        follows by reverse unit propagation: its opposite, and what follows from it at
                   once, is a contradiction
    pol A B + C +  is the sum of earlier ones (a number), or of `~x >= 0` (a literal)
    v LITERALS     is an answer: it propagates to a whole assignment; from here on it is excluded
    del id NUMBERS forgets
    c NUMBER       says that this one cannot hold
    * end: …       says what was shown, so that a proof cut short is noticed

It is the part of VeriPB's format, version 1.1, that the search writes; there the last is a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

HEADER = "pseudo-Boolean proof version 1.1"


class ProofFault(ValueError):
    """A proof that does not hold; the message names the line."""


@dataclass
class ProofVerdict:
    """What a proof shows."""

    answers: list[frozenset[str]] = field(default_factory=list)
    """For each answer the names of the variables that it lists."""
    complete: bool = False
    """Whether it is shown that there are no other answers."""
    steps: int = 0


class Known:
    """A sum that is known to be at least its bound."""

    __slots__ = ("bound", "slack", "terms")

    def __init__(self, terms: dict[int, int], bound: int) -> None:
        self.terms = terms
        """The factor of each literal, all positive; -x is the opposite of x."""
        self.bound = bound
        self.slack = sum(terms.values()) - bound


class Checker:
    """The sums that are known, and what follows from them at once."""

    def __init__(self, model: Iterable[str]) -> None:
        self.numbers: dict[str, int] = {}
        self.known: dict[int, Known] = {}
        self.count = 0
        self.using: dict[int, list[Known]] = {}
        """The sums that a literal is in."""
        self.true: dict[int, bool] = {}
        """The literals that hold; their order is that of the trail."""
        self.trail: list[int] = []
        self.done = 0
        self.broken = False
        """Whether what is known is a contradiction already."""
        for number, line in enumerate(model, 1):
            text = line.strip()
            if text and not text.startswith("*"):
                self.add(self.sum(text, f"model, line {number}"))
        self.size = self.count

    # ------------------------------------------------------------ reading

    def literal(self, word: str, where: str, *, new: bool = False) -> int:
        name = word.removeprefix("~")
        if name not in self.numbers:
            if not new:
                raise ProofFault(f"{where}: found {word!r}, expected a variable of the model")
            self.numbers[name] = len(self.numbers) + 1
        return -self.numbers[name] if word[0] == "~" else self.numbers[name]

    def sum(self, text: str, where: str) -> Known:
        """A sum as OPB writes it: 1 x 2 ~y >= 1 ;"""
        words = text.split()
        if len(words) < 3 or words[-1] != ";" or words[-3] != ">=" or len(words) % 2 == 0:
            raise ProofFault(f"{where}: found {text[:60]!r}, expected a sum such as 1 x >= 1 ;")
        try:
            bound, factors = int(words[-2]), list(map(int, words[:-3:2]))
        except ValueError:
            raise ProofFault(f"{where}: found {text[:60]!r}, expected whole numbers") from None
        literals = [self.literal(w, where, new=where.startswith("model")) for w in words[1:-3:2]]
        return normal(zip(factors, literals, strict=True), bound)

    # ------------------------------------------------------------ what is known

    def add(self, new: Known) -> int:
        """Keep a sum, under the next number."""
        self.count += 1
        self.known[self.count] = new
        for literal, factor in new.terms.items():
            self.using.setdefault(literal, []).append(new)
            if self.true.get(literal) is False and self.trail.index(-literal) < self.done:
                new.slack -= factor
        self.broken = self.broken or not self._apply(new) or not self._propagate()
        return self.count

    def forget(self, number: int, where: str) -> None:
        old = self._at(number, where)
        if number <= self.size:
            raise ProofFault(f"{where}: found {number} of the model, expected a derived sum")
        for literal in old.terms:
            self.using[literal].remove(old)
        del self.known[number]

    def _at(self, number: int, where: str) -> Known:
        if number not in self.known:
            raise ProofFault(f"{where}: found number {number}, expected one that is known")
        return self.known[number]

    # ------------------------------------------------------------ unit propagation

    def _set(self, literal: int) -> bool:
        if literal in self.true:
            return self.true[literal]
        self.true[literal], self.true[-literal] = True, False
        self.trail.append(literal)
        return True

    def _apply(self, each: Known) -> bool:
        """Set what a sum cannot do without; False if it cannot hold."""
        if each.slack < 0:
            return False
        for literal, factor in each.terms.items():
            if factor > each.slack and literal not in self.true:
                self._set(literal)
        return True

    def _propagate(self) -> bool:
        """Draw all that follows at once; False for a contradiction."""
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            touched = self.using.get(false, ())
            for each in touched:
                each.slack -= each.terms[false]
            if not all(map(self._apply, touched)):
                return False
        return True

    def _undo(self, size: int) -> None:
        for literal in self.trail[size : self.done]:
            for each in self.using.get(-literal, ()):
                each.slack += each.terms[-literal]
        for literal in self.trail[size:]:
            del self.true[literal], self.true[-literal]
        del self.trail[size:]
        self.done = size

    def follows(self, new: Known) -> bool:
        """Whether the opposite of a sum is a contradiction by unit propagation."""
        if self.broken or new.bound <= 0:
            return True
        size = len(self.trail)
        opposite = normal(((-f, x) for x, f in new.terms.items()), 1 - new.bound)
        ends = opposite.slack >= 0
        if ends:
            for literal, factor in opposite.terms.items():
                if factor > opposite.slack and not self._set(literal):
                    ends = False
                    break
        if ends and len(opposite.terms) > 1 and new.bound > 1:
            opposite.slack -= sum(f for x, f in opposite.terms.items() if self.true.get(x) is False)
            ends = opposite.slack >= 0
        refuted = not ends or not self._propagate()
        self._undo(size)
        return refuted

    def is_answer(self, literals: list[int]) -> bool:
        """Whether these literals propagate to a whole assignment without a contradiction."""
        if self.broken:
            return False
        size = len(self.trail)
        fine = all(map(self._set, literals)) and self._propagate()
        whole = fine and len(self.trail) == len(self.numbers)
        self._undo(size)
        return whole


def normal(terms: Iterable[tuple[int, int]], bound: int) -> Known:
    """A sum in which each variable stands once, with a positive factor not above the bound."""
    total: dict[int, int] = {}
    for factor, literal in terms:
        if literal < 0:
            bound -= factor
        variable = abs(literal)
        total[variable] = total.get(variable, 0) + (factor if literal > 0 else -factor)
    kept = {}
    for variable, factor in total.items():
        if factor < 0:
            bound -= factor
        if factor:
            kept[variable if factor > 0 else -variable] = abs(factor)
    most = max(bound, 0)
    return Known({literal: min(factor, most) for literal, factor in kept.items()}, bound)


def check(model: Iterable[str], proof: Iterable[str]) -> ProofVerdict:
    """What a proof shows of a model; ProofFault names the first line that does not hold."""
    checker, verdict = Checker(model), ProofVerdict()
    lines = ((n, line.rstrip("\n")) for n, line in enumerate(proof, 1))
    _expect(lines, HEADER)
    _expect(lines, f"f {checker.size}")
    for number, line in lines:
        shown = ended(len(verdict.answers), verdict.complete)
        if line.startswith("* end") or verdict.complete:
            _expect(iter([(number, line)]), shown)
            _expect(lines, "", "the end of the proof")
            return verdict
        if line and not line.startswith("*"):
            _step(checker, verdict, line, f"line {number}")
            verdict.steps += 1
    raise ProofFault("the end: found no line `* end`, expected one: the proof was cut short")


def ended(answers: int, complete: bool) -> str:
    """The last line of a proof."""
    return f"* end: {answers} answers, {'no others' if complete else 'perhaps others'}"


def _expect(lines: Iterator[tuple[int, str]], wanted: str, called: str = "") -> None:
    number, line = next(lines, (0, ""))
    if line != wanted:
        raise ProofFault(f"line {number}: found {line[:60]!r}, expected {called or repr(wanted)}")


def _step(checker: Checker, verdict: ProofVerdict, line: str, where: str) -> None:
    """Check one line, and keep what it derives."""
    rule, _, rest = line.partition(" ")
    if rule == "rup":
        new = checker.sum(rest, where)
        if not checker.follows(new):
            raise ProofFault(f"{where}: found {rest[:80]!r}, which propagation does not confirm")
        checker.add(new)
    elif rule == "pol":
        checker.add(_added(checker, rest.split(), where))
    elif rule == "v":
        literals = [checker.literal(word, where) for word in rest.split()]
        if not checker.is_answer(literals):
            raise ProofFault(f"{where}: found {rest[:60]!r}, which is no answer")
        verdict.answers.append(frozenset(rest.split()))
        checker.add(normal(((1, -x) for x in literals), 1))
    elif rule == "del" and rest.startswith("id "):
        for number in _numbers(rest[3:].split(), where):
            checker.forget(number, where)
    elif rule == "c":
        (number,) = _numbers([rest], where)
        if checker._at(number, where).slack >= 0 or checker.known[number].terms:
            raise ProofFault(f"{where}: found number {number}, which is no contradiction")
        verdict.complete = True
    else:
        raise ProofFault(f"{where}: found {line[:60]!r}, expected rup, pol, v, del id or c")


def _added(checker: Checker, words: list[str], where: str) -> Known:
    """The sum of sums, in reverse Polish notation with + alone."""
    terms: list[tuple[int, int]] = []
    bound = 0
    for at, word in enumerate(words):
        if at % 2 == 0 and at:
            if word != "+":
                raise ProofFault(f"{where}: found {word!r}, expected +")
            continue
        if word.isdigit():
            known = checker._at(int(word), where)
            terms += [(factor, literal) for literal, factor in known.terms.items()]
            bound += known.bound
        else:
            terms.append((1, checker.literal(word, where)))
    if len(words) > 1 and len(words) % 2 == 0:
        raise ProofFault(f"{where}: found a + too few or too many")
    return normal(terms, bound)


def _numbers(words: list[str], where: str) -> list[int]:
    if not all(word.isdigit() for word in words):
        raise ProofFault(f"{where}: found {' '.join(words)[:40]!r}, expected numbers")
    return list(map(int, words))
