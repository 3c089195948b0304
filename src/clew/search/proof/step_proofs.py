"""Explanations as proofs: each step's conclusion is derived from the rules and the earlier steps.

The model is the puzzle's own. A step concludes that a variable has a value or can't have it. If
this doesn't follow by unit propagation, the search refutes the conclusion's negation. Every clause
that it learns is written with the conclusion added, so that the clause holds without the
assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from clew.core.errors import Unsuited
from clew.core.files import Name
from clew.core.puzzle import Puzzle
from clew.core.result import Run
from clew.search.csp.contradiction import contradiction_of
from clew.search.proof.checker import ended
from clew.search.proof.proof_files import ONLY, checked, proof_and_model
from clew.search.proof.proving import answer_and_cheaper, proof_model, rule_name, search
from clew.search.proof.pseudo_boolean import ProofModel


class Concludes(Protocol):
    """A step: the values that it gives to variables, and the values that it rules out."""

    @property
    def placements(self) -> Sequence[tuple[int, int]]: ...

    @property
    def eliminations(self) -> Sequence[tuple[int, int]]: ...


class StepProofs:
    """Writes the lines of a proof, step by step."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.model = proof_model(puzzle)
        self._literal = [dict(domain) for domain in self.model.answer]
        self._known: list[int] = []
        self._count = len(self.model.constraints)

    def lines(self, steps: Iterable[tuple[str, Concludes]], whole: bool) -> Iterator[str]:
        """Yield each step as a comment, followed by the derivation of its conclusions.

        If the explanation is whole, the proof ends with the only solution.
        """
        yield "pseudo-Boolean proof version 1.1"
        yield f"f {self._count}"
        for number, (text, step) in enumerate(steps, 1):
            yield f"* step {number}: {' '.join(text.split())}"
            for literal in self._conclusions(step):
                yield from self._derived(literal)
        if whole:
            yield from self._only_answer()
        yield ended(int(whole), whole, whole and self.model.cost is not None)

    def _only_answer(self) -> Iterator[str]:
        first = next(search(self._assuming(()), Run(), lambda log: None))
        if self.model.cost is None:
            literals = [self._literal[x][v] for x, v in enumerate(first)]
            yield f"v {' '.join(map(self.model.literal, literals))}"
            self.model.add([(1, -literal) for literal in literals], 1, "another answer")
        else:
            lines, self.model = answer_and_cheaper(self.model, first, self._count + 1)
            yield from lines
        self._count += 1
        yield from self._refuted(())
        yield f"c {self._count}"

    def _conclusions(self, step: Concludes) -> Iterator[int]:
        for x, v in step.eliminations:
            if v in self._literal[x]:
                yield -self._literal[x][v]
        for x, v in step.placements:
            yield self._literal[x][v]

    def _derived(self, literal: int) -> Iterator[str]:
        yield from self._refuted((literal,))
        self._known.append(literal)

    def _refuted(self, goal: tuple[int, ...]) -> Iterator[str]:
        """Yield lines that derive the goal, or a contradiction if the goal is empty."""
        log: list[bytes] = []
        found = search(self._assuming(goal), Run(), log.append)
        if next(found, None) is not None:
            name = "; ".join(map(self.model.literal, goal)) or "the end"
            raise ValueError(f"found the conclusion {name}, which doesn't follow from the rules")
        more = "".join(f" 1 {self.model.literal(y)}" for y in goal)
        for line in b"".join(log).decode().splitlines():
            if line.startswith("rup"):
                terms, _, bound = line[4:].rpartition(">=")
                yield f"rup{f' {terms.strip()}' if terms.strip() else ''}{more} >={bound}"
            elif line.startswith("pol"):
                yield line
            self._count += line.startswith(("rup", "pol"))

    def _assuming(self, goal: tuple[int, ...]) -> ProofModel:
        """Return the model with the known facts and the negation of the goal added.

        It has no cages: their lemmas refer to one another, but each search numbers its own lines.
        """
        return replace(self.model.holding((*self._known, *(-y for y in goal))), totals=[])


def save_steps(
    puzzle: Puzzle, steps: Iterable[tuple[str, Concludes]], file: Name, *, whole: bool = True
) -> None:
    """Write the steps of an explanation as a proof. `whole` means that none are left out."""
    made = StepProofs(puzzle)
    opb = [*made.model.opb(puzzle.id)]
    _save(puzzle, made.model, opb, made.lines(steps, whole), file)


def save_contradiction(puzzle: Puzzle, file: Name) -> None:
    """Write a proof that there is no solution, using only a smallest set of contradictory rules."""
    if (found := contradiction_of(puzzle)) is None:
        raise Unsuited(f"{puzzle.name}: found no small set of rules that contradict each other")
    only = [*dict.fromkeys(map(rule_name, found.rules))]
    model, log = proof_model(puzzle, only), [b""]
    if next(search(model, Run(), log.append), None) is not None:
        raise AssertionError("found an answer to rules that contradict each other")
    head, size, rest = b"".join(log).decode().partition(f"\nf {len(model.constraints)}\n")
    names = "".join(f"{ONLY}{name}\n" for name in only)
    text = f"{head}{size}{names}{rest}{ended(0, complete=True)}"
    opb = model.opb(f"{puzzle.id}: {len(only)} of its rules")
    _save(puzzle, model, opb, text.splitlines(), file)


def _save(
    puzzle: Puzzle, model: ProofModel, opb: Iterable[str], lines: Iterable[str], file: Name
) -> None:
    """Write a proof and its model, and check both before the files are saved."""
    with proof_and_model(file) as (proof, beside):
        beside.writelines(f"{line}\n" for line in opb)
        proof.writelines(f"{line}\n" for line in lines)
        checked(puzzle, model, (proof, beside), file)
