"""Sums that a proof derives from a model, because propagation doesn't find them by itself.

A lemma is logged when the search first uses it, with the lemmas that it needs before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from clew.rules.target import Term
from clew.search.proof.pseudo_boolean import AtLeast, ProofModel, at_least


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
