"""The proof that an answer is the best: it is an answer, and a cheaper one is a contradiction."""

from __future__ import annotations

from collections.abc import Sequence
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
    codes = wanted.codes(done.answers[0])
    known = (dict(domain)[v] for domain, v in zip(model.answer, codes, strict=False))
    found = next(search(model.holding(known), run, lambda text: None))
    line, cheaper = answer_and_cheaper(model, found)
    size = b"\nf %d\n" % (count + 1)  # the last constraint comes from the answer
    answer = b"\nf %d\n%s\n" % (count, line.encode())
    _refute(cheaper, run, lambda text: log(text.replace(size, answer, 1)))


def _refute(model: ProofModel, run: Run, log: Log) -> None:
    """Log why a model has no answer."""
    for _ in search(model, run, log):
        raise AssertionError("found a better answer than the best")


def answer_and_cheaper(model: ProofModel, answer: Sequence[int]) -> tuple[str, ProofModel]:
    """Return the line of an answer, with every literal that a cost may need, and what it leaves."""
    literals = [
        literal if v == value else -literal
        for domain, value in zip(model.answer, answer, strict=True)
        for v, literal in domain
    ]
    held = set(literals)
    literals += [row if held.issuperset(parts) else -row for row, parts in model.rows.items()]
    return f"o {' '.join(map(model.literal, literals))}", model.cheaper_than(literals)
