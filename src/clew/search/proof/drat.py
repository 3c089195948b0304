"""Checks a proof of clauses alone: a model in DIMACS, a proof in DRAT whose clauses are all RUP."""

from __future__ import annotations

from collections.abc import Iterable

from clew.search.proof.checker import Checker, ProofFault, ProofVerdict


def check_drat(model: Iterable[str], proof: Iterable[str]) -> ProofVerdict:
    """What a proof shows; ProofFault names the first line that does not hold."""
    checker = Checker(())
    for number, line in enumerate(model, 1):
        if line.strip() and line[0] not in "cp":
            checker.add(
                checker.sum(_as_sum(line, f"model, line {number}"), f"model, line {number}")
            )
    verdict = ProofVerdict()
    for number, line in enumerate(proof, 1):
        where = f"line {number}"
        if line.strip() and not line.startswith("d"):
            new = checker.sum(_as_sum(line, where), where)
            if not checker.follows(new):
                raise ProofFault(f"{where}: found {line.strip()[:80]!r}, which does not follow")
            checker.add(new)
            verdict.steps += 1
    verdict.complete = checker.broken
    if not verdict.complete:
        raise ProofFault("the end: found no contradiction, expected one")
    return verdict


def _as_sum(line: str, where: str) -> str:
    """A clause of DIMACS as a sum."""
    words = line.split()
    if words[-1] != "0" or not all(word.removeprefix("-").isdigit() for word in words):
        raise ProofFault(f"{where}: found {line.strip()[:60]!r}, expected literals and 0")
    names = (f"~v{w[1:]}" if w[0] == "-" else f"v{w}" for w in words[:-1])
    return f"{''.join(f'1 {name} ' for name in names)}>= 1 ;"
