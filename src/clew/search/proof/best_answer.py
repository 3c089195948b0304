"""The proof that an answer is the best: it is an answer, and a cheaper one is a contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from clew.core.capabilities import HasObjective, capability
from clew.core.errors import Unsuited
from clew.core.puzzle import Puzzle
from clew.core.result import Run
from clew.search.proof.model import ProofModel
from clew.search.proof.proving import search
from clew.search.search import Search


def best_answer(puzzle: Puzzle, model: ProofModel, done: Search[Any]) -> Iterator[bytes]:
    """The text of the proof, after a search for the best answer; Stopped by its limits."""
    limits, wanted = done.run, capability(puzzle, HasObjective)
    if limits.max_answers != 1:
        raise Unsuited(f"{puzzle.name}: a proof of the best answer shows only one")
    run = Run(None, limits.max_nodes, limits.max_seconds, max_memory=limits.max_memory)
    if not done.answers or wanted is None:
        yield from _refuted(model, run)
        return
    best = wanted.cost(done.answers[0])
    found = next(search(model.costing(best), run, lambda log: None))
    names = " ".join(map(model.literal, _every(model, found)))
    cheaper, count = model.costing(best - 1), len(model.constraints)
    for text in _refuted(cheaper, run):  # the last constraint comes from the answer
        yield text.replace(
            b"\nf %d\n" % (count + 1), b"\nf %d\no %s\n" % (count, names.encode()), 1
        )


def _refuted(model: ProofModel, run: Run) -> Iterator[bytes]:
    """Why a model has no answer."""
    log: list[bytes] = []
    for _ in search(model, run, log.append):
        raise AssertionError("found a better answer than the best")
    yield from log


def _every(model: ProofModel, answer: Sequence[int]) -> Iterator[int]:
    """The literals of an answer, and the opposites of all others: what a cost is made of."""
    for domain, value in zip(model.answer, answer, strict=True):
        yield from (literal if v == value else -literal for v, literal in domain)
