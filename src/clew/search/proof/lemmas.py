"""Sums that a proof derives from a model, because propagation doesn't find them by itself.

A lemma is logged when the search first uses it, with the lemmas that it needs before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from clew.rules.target import Term
from clew.search.proof.pseudo_boolean import AtLeast, ProofModel, Total, at_least


@dataclass
class Lemmas:
    """The lemmas of a model, and the sums that a search propagates."""

    names: list[str]
    """The names of the model's variables, followed by those that lemmas introduce."""
    texts: list[str] = field(default_factory=list)
    """For each lemma, the lemmas that it needs, a bar, and the lines that derive it.

    In its lines, @7 stands for the number of lemma 7, and @7. for the number of the line before.
    """
    sums: list[tuple[AtLeast, int]] = field(default_factory=list)
    """Each sum and the number of its lemma, counted from 1."""

    def add(self, needs: Iterable[int], text: str) -> int:
        """Add a lemma, and return its number."""
        self.texts.append(f"{' '.join(map(str, needs))}|{text}")
        return len(self.texts)

    def derive(self, terms: Iterable[Term], bound: int, needs: Iterable[int], text: str) -> int:
        """Add a lemma whose last line is a sum that the search propagates. Return its number."""
        self.sums.append((at_least(terms, bound), self.add(needs, text)))
        return len(self.texts)


def lemmas_of(model: ProofModel) -> Lemmas:
    """Return the lemmas of a model."""
    more = Lemmas([*model.names])
    for ones, said, taken in model.permutations:
        _permutation(more, ones, said, taken)
    for total in model.totals:
        if len(total.scope) > 1 and (different := _different(model, total)):
            Cage(model, more, total, different).add()
    return more


def _permutation(
    more: Lemmas, ones: Sequence[int], said: Sequence[int], taken: Sequence[Sequence[int]]
) -> None:
    """Derive that each value is taken, if different variables have exactly as many values.

    This is the sum of "each variable has a value" and "no other value is taken twice".
    """
    if not taken:  # with more variables than values, the sum of all is a contradiction
        more.derive((), len(ones) - len(said), (), _added([*ones, *said]))
    for at, literals in enumerate(taken):
        others = [*ones, *said[:at], *said[at + 1 :]]
        more.derive([(1, literal) for literal in literals], 1, (), _added(others))


def _added(numbers: Sequence[int]) -> str:
    first, *others = numbers
    return f"pol {first}{''.join(f' {other} +' for other in others)}"


# ------------------------------------------------------------------ cages
# Variables that differ and add up to a total take a set of values. A proof introduces a variable
# for "value v isn't in the cage" and one for each possible set. Propagation then treats a cage's
# sets as it treats the values of a variable.

MOST_SETS = 16
"""A cage with more possible sets gets no variables for them."""
ByValue = dict[int, tuple[int, list[int]]]


def _different(model: ProofModel, total: Total) -> ByValue | None:
    """Return the first rule by which all variables of a total differ."""
    scope = frozenset(total.scope)
    if len(scope) < len(total.scope):
        return None
    return next((known for among, known in model.different if scope <= among), None)


class Cage:
    """The lemmas of a cage. Its values are numbered from 1, in increasing order."""

    def __init__(self, model: ProofModel, more: Lemmas, total: Total, different: ByValue) -> None:
        self.model, self.more, self.total, self.different = model, more, total, different
        self.weights = tuple(total.weights.values())
        self.size = len(total.scope)
        self.name = f"cage_{len(more.texts)}"
        self.lacks: list[int] = []
        """For each value, the variable that holds if the cage doesn't contain it."""
        self.some: list[int] = []
        """The lemmas that each value is taken, or isn't in the cage, and that define the latter."""
        self.one: list[int] = []
        """The lemmas that at most one variable takes a value, and none if it isn't in the cage."""
        self.counted: list[int] = []
        """The lemmas about the values in the cage: their number, and bounds of what they add up to.
        """

    def add(self) -> None:
        sets = possible_sets(self.size, self.total.total, self.weights)
        if not 0 < len(sets) <= MOST_SETS:
            return
        for v in self.total.weights:
            self._value(v)
        self._count()
        self._sets(sets)

    def _variable(self, word: str) -> int:
        """Introduce a variable, and return its number."""
        name, names = f"{self.name}_{word}", self.more.names
        names.append(f"{name}_{len(names)}" if self.model.is_taken(name) else name)
        return len(names) - 1

    def _sum(self, terms: Iterable[Term], bound: int) -> str:
        names = self.more.names
        words = (f"{k} {names[x] if x > 0 else '~' + names[-x]} " for k, x in terms)
        return f"{''.join(words)}>= {bound} ;"

    def _derive(self, terms: list[Term], bound: int, needs: Iterable[int], text: str) -> int:
        return self.more.derive(terms, bound, needs, text)

    def _value(self, v: int) -> None:
        """Define "the cage doesn't contain v", by a clause and a sum."""
        lacks = self._variable(f"lacks_{self.total.weights[v]}")
        name = self.more.names[lacks]
        said, among = self.different[v]
        taken = [y for x in self.total.scope for w, y in self.model.answer[x] if w == v]
        count = len(taken)
        clause = [(1, lacks), *((1, y) for y in taken)]
        none = self._sum([(count, -lacks), *((1, -y) for y in taken)], count)
        text = f"red {self._sum(clause, 1)} {name} -> 1\nred {none} {name} -> 0"
        some = self._derive(clause, 1, (), text)
        others = "".join(f" {self.model.literal(y)} +" for y in among if y not in taken)
        text = f"pol @{some} {said}{others} {count - 1} * + {count} d" if count > 1 else ""
        terms = [(1, -lacks), *((1, -y) for y in taken)]
        self.one.append(self._derive(terms, count, [some], text))
        self.lacks.append(lacks)
        self.some.append(some)

    def _count(self) -> None:
        """Derive how many values the cage contains, and bounds of what the largest add up to."""
        model, size, total = self.model, self.size, self.total.total
        only = {x: f"~{model.literal(model.answer[x][0][1])}" for x in self.total.scope}
        most = [str(model.most_one[x] or only[x]) for x in self.total.scope]
        ones = [str(model.one[x]) for x in self.total.scope]
        terms = [(1, lacks) for lacks in self.lacks]
        text = _joined([*(f"@{each}." for each in self.some), *most])
        self.counted.append(self._derive(terms, len(terms) - size, self.some, text))
        terms = [(1, -lacks) for lacks in self.lacks]
        text = _joined([*(f"@{each}" for each in self.one), *ones])
        self.counted.append(self._derive(terms, size, self.one, text))
        top = self.weights[-1]
        self._bounds(self.total.lower, self.weights, total)
        self._bounds(self.total.upper, tuple(top - w for w in self.weights), size * top - total)

    def _bounds(self, given: Sequence[Term], weights: Sequence[int], total: int) -> None:
        """Derive that the values add up to at least a total, even if each counts less by a number.

        The largest values alone can't add up to more. That follows for each number from how many
        values there are: the others count less than nothing, so leave them out.
        """
        count, names = self.counted[0], self.more.names
        words = [f"{number} {factor} *" for factor, number in given]
        words += [f"@{one} {w} *" for one, w in zip(self.one, weights, strict=True) if w]
        base = self.more.add(self.one, _joined(words))
        for less in sorted({0, *weights}):
            if (bound := total - less * self.size) <= 0:
                break
            pairs = [*zip(self.lacks, weights, strict=True)]
            small = "".join(f" ~{names[y]} {less - w} * +" for y, w in pairs if w < less)
            text = f"pol @{base} @{count} {less} * +{small}" if less else ""
            terms = [(w - less, -y) for y, w in pairs if w > less]
            self.counted.append(self._derive(terms, bound, [count, base], text))

    def _sets(self, sets: Sequence[tuple[int, ...]]) -> None:
        """Define each possible set, and derive that the cage has one of them."""
        size, more = self.size, self.more
        chosen: list[int] = []
        defined: list[int] = []
        excluding: list[int] = []
        for found in sets:
            chosen.append(new := self._variable("_".join(str(self.weights[i - 1]) for i in found)))
            name, lacking = more.names[new], [(1, self.lacks[i - 1]) for i in found]
            terms = [(size, -new), *((k, -y) for k, y in lacking)]
            clause = [(1, new), *lacking]
            text = (
                f"red {self._sum(terms, size)} {name} -> 0\nred {self._sum(clause, 1)} {name} -> 1"
            )
            defined.append(self._derive(terms, size, self.some, text))
            self._derive(clause, 1, defined[-1:], "")
            others = [(1, y) for i, y in enumerate(self.lacks, 1) if i not in found]
            if others:
                needs = [defined[-1], self.counted[0]]
                text = f"pol @{defined[-1]}. @{self.counted[0]} +"
                terms = [(size, -new), *others]
                excluding.append(self._derive(terms, len(others), needs, text))
        any_set = [(1, y) for y in chosen]
        lines = [
            f"rup {self._sum([*((1, self.lacks[i - 1]) for i in path), *any_set], 1)}"
            for path in refutation(size, self.total.total, self.weights)
        ]
        some = self._derive(any_set, 1, [*self.counted, *defined], "\n".join(lines))
        for i, y in enumerate(self.lacks, 1):
            terms = [(1, y), *((1, c) for c, found in zip(chosen, sets, strict=True) if i in found)]
            self._derive(terms, 1, [*excluding, some], f"rup {self._sum(terms, 1)}")


def _joined(words: Sequence[str]) -> str:
    first, *others = words
    return f"pol {first}{''.join(f' {other} +' for other in others)}"


@lru_cache(maxsize=4096)
def possible_sets(size: int, total: int, weights: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the sets of weights, by their places from 1, that add up to a total."""
    if not size or len(weights) < size:
        return [()] if not size and not total else []
    found = possible_sets(size, total, weights[:-1])
    if weights[-1] <= total:
        rest = possible_sets(size - 1, total - weights[-1], weights[:-1])
        found = found + [(*each, len(weights)) for each in rest]
    return found[: MOST_SETS + 1]


@lru_cache(maxsize=4096)
def refutation(size: int, total: int, weights: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the choices, places of weights to add, that show that no other set has this total.

    Each choice can't be completed by propagation, given the ones before it. The last is empty.
    """
    top, places = weights[-1], range(1, len(weights) + 1)
    sums = [([(1, -i) for i in places], len(weights) - size), ([(1, i) for i in places], size)]
    for said, goal in ((weights, total), ([top - w for w in weights], size * top - total)):
        for less in {0, *said}:
            terms = [(w - less, i) for i, w in enumerate(said, 1) if w > less]
            sums.append((terms, goal - less * size))
    sums += [([(1, -i) for i in found], 1) for found in possible_sets(size, total, weights)]
    lines: list[tuple[int, ...]] = []

    def refute(path: tuple[int, ...], true: set[int]) -> None:
        while true := _propagated(sums, true):
            place = max(i for i in places if i not in true and -i not in true)
            refute((*path, place), true | {place})
            true = true | {-place}
        lines.append(path)

    refute((), set())
    return lines


def _propagated(sums: Sequence[tuple[Sequence[Term], int]], true: set[int]) -> set[int]:
    """Return all literals that follow from these ones, or nothing if the sums can't hold."""
    true, before = {0, *true}, 0
    while before < len(true):
        before = len(true)
        for terms, bound in sums:
            slack = sum(k for k, x in terms if -x not in true) - bound
            if slack < 0:
                return set()
            true.update(x for k, x in terms if k > slack and -x not in true)
    return true
