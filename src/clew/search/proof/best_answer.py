"""The proof that an answer is the best: it is an answer, and a cheaper one is a contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from clew.core.capabilities import HasObjective, capability
from clew.core.errors import Unsuited
from clew.core.puzzle import Puzzle
from clew.core.result import Run
from clew.search.proof.model import ProofModel
from clew.search.proof.proving import Log, search
from clew.search.search import Search


def log_best_answer(puzzle: Puzzle, model: ProofModel, done: Search[Any], log: Log) -> None:
    """Log the proof, after a search for the best answer; Stopped by what is left of its limits."""
    wanted = capability(puzzle, HasObjective)
    if done.run.max_answers != 1:
        raise Unsuited(f"{puzzle.name}: a proof of the best answer shows only one")
    run, count = done.run.rest(), len(model.constraints)
    if not done.answers or wanted is None:
        _refute(model, run, log)
        return
    best = wanted.cost(done.answers[0])
    found = next(search(model.costing(best), run, lambda text: None))
    names = " ".join(map(model.literal, _every(model, found))).encode()
    size = b"\nf %d\n" % (count + 1)  # the last constraint comes from the answer
    answer = b"\nf %d\no %s\n" % (count, names)
    _refute(model.costing(best - 1), run, lambda text: log(text.replace(size, answer, 1)))


def _refute(model: ProofModel, run: Run, log: Log) -> None:
    """Log why a model has no answer."""
    for _ in search(model, run, log):
        raise AssertionError("found a better answer than the best")


def _every(model: ProofModel, answer: Sequence[int]) -> Iterator[int]:
    """The literals of an answer, and the opposites of all others: what a cost is made of."""
    for domain, value in zip(model.answer, answer, strict=True):
        yield from (literal if v == value else -literal for v, literal in domain)
