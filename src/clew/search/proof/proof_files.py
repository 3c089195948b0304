"""Proofs in files: written while a search runs, and checked afterwards.

A name that ends in .drat makes the proof of clauses alone that SAT checkers know (DRAT, with the
model in DIMACS beside it); every other name makes a VeriPB proof, with the model in OPB beside it.
A puzzle that is no CSP, or a name that ends in .json, makes a certificate in its own terms.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, ClassVar, Self, TextIO

from clew.core.capabilities import HasObjective, capability
from clew.core.errors import Unsuited
from clew.core.faces import CSP, Assignment
from clew.core.files import Name, load, replaceable, saving
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import A, Result, Run, Status
from clew.search.auto import AUTO
from clew.search.proof.best_answer import log_best_answer
from clew.search.proof.certificates import OwnProof, check_certificate, is_certificate
from clew.search.proof.checker import ProofFault, check, ended
from clew.search.proof.drat import check_drat
from clew.search.proof.findings import BadProof as BadProof
from clew.search.proof.findings import Kept, Proven
from clew.search.proof.model import ProofModel
from clew.search.proof.proving import PseudoBoolean, proof_model, search
from clew.search.search import Search
from clew.search.strategy import Strategy

ONLY = "* only: "
"""Before the name of each rule that a proof uses, if it does not use all."""


def is_drat(file: Name) -> bool:
    return os.fspath(file).endswith(".drat")


def model_file(file: Name) -> str:
    """The name of the model that a proof is about, beside it."""
    name = os.fspath(file)
    folder, _, last = name.rpartition("/")
    stem = last.rpartition(".")[0] or last
    return (f"{folder}/{stem}" if "/" in name else stem) + (".cnf" if is_drat(file) else ".opb")


@dataclass(frozen=True)
class _Logged(PseudoBoolean):
    """The search that writes to a proof."""

    proof: Proof
    proves: ClassVar[bool] = True

    def __post_init__(self) -> None:
        pass

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()
        yield from self.proof.search(csp, run)

    @property
    def spelling(self) -> str:
        return self.name


class Proof(Kept):
    """A proof that is written while `strategy` searches, within a `with`.

    Both files appear only at the end of the `with`: an error, or `discard`, leaves none.
    """

    def __init__(self, puzzle: Puzzle, file: Name) -> None:
        self.puzzle, self.name = puzzle, file
        self.model = proof_model(puzzle)
        if is_drat(file):
            if self.model.cost:
                raise Unsuited(f"{puzzle.name}: found a best answer, expected a .pbp proof of it")
            list(self.model.clauses())
        self.strategy: str | Strategy = AUTO if self.model.cost else _Logged(self)
        super().__init__()
        self.files: list[TextIO] = []
        self._complete = False

    def __enter__(self) -> Self:
        names = [self.name, *([model_file(self.name)] if replaceable(self.name) else [])]
        self.files = [self._stack.enter_context(saving(name)) for name in names]
        return self

    def _finish(self, search: Search[Any]) -> None:
        """Say what was shown; Unsuited if clauses alone cannot say it."""
        if self.model.cost:
            self._write_model(self.model.opb(self.puzzle.id))
            log_best_answer(self.puzzle, self.model, search, self._log)
        if search.status is not Status.COMPLETE and is_drat(self.name):
            found = "1 answer" if search.found == 1 else f"{search.found} answers"
            raise Unsuited(f"{os.fspath(self.name)}: found {found}, expected no other: a .drat "
                           "proof shows that there is none, or only one")  # fmt: skip
        if not is_drat(self.name):
            best = bool(self.model.cost and search.found)
            self.files[0].write(ended(search.found, self._complete, best) + "\n")

    def search(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """The answers; what is found and learned goes to the file."""
        if is_drat(self.name):
            yield from self._clauses_only(run)
            return
        self._write_model(self.model.opb(self.puzzle.id))
        yield from search(self.model, run, self._log)

    def _log(self, log: bytes) -> None:
        self._complete = self._complete or b"\nc " in log
        self.files[0].write(log.decode())

    def _clauses_only(self, run: Run) -> Iterator[Assignment]:
        """A proof that there is no answer, or after the first that there is no other one."""
        first = next(search(self.model, run, lambda log: None, derive=False), None)
        excluded = [] if first is None else excluding(self.model, first)
        self._write_model(self.model.dimacs(self.puzzle.id, excluded))
        if first is not None:
            yield first
            self.model.add([(1, -literal) for literal in excluded], 1, "another answer")
        numbers = {name: number for number, name in enumerate(self.model.names)}

        def log(text: bytes) -> None:
            for line in text.decode().splitlines():
                if line.startswith("rup"):
                    words = line.split()[2:-2:2]
                    signs = (-numbers[w[1:]] if w[0] == "~" else numbers[w] for w in words)
                    self.files[0].write(" ".join(map(str, (*signs, 0))) + "\n")

        yield from search(self.model, run, log, derive=False)

    def _write_model(self, lines: Iterable[str]) -> None:
        for file in self.files[1:]:
            file.writelines(f"{line}\n" for line in lines)


def proof_of(puzzle: Puzzle, file: Name) -> Proof | OwnProof:
    """The proof to write to a file: by the rules as a model, or in the puzzle's own terms."""
    own = os.fspath(file).endswith(".json") or CSP not in puzzle.faces
    return OwnProof(puzzle, file) if own else Proof(puzzle, file)


def proven(puzzle: Puzzle[A], strategy: str | Strategy, run: Run, file: Name) -> Result[A]:
    """Search, and write a proof of what is found."""
    if strategy not in (AUTO, PseudoBoolean.name, PseudoBoolean()):
        raise Unsuited(f"{strategy}: found a strategy that writes no proof, expected auto")
    with proof_of(puzzle, file) as proof:
        search = Search(puzzle, proof.strategy, run).finish()
        proof.keep_if_proven(search)
    return search.result


def proof_lines(puzzle: Puzzle, max_nodes: int | None = None) -> tuple[bool, list[str]]:
    """Whether there is exactly one answer, and the lines of a proof; Stopped by the limit."""
    out = StringIO()
    proof = Proof(puzzle, "-")
    proof.files = [out]
    search = Search(puzzle, proof.strategy, Run(2, max_nodes)).finish()
    search.result.raise_if_stopped()
    proof.keep_if_proven(search)
    return bool(search.result.unique), out.getvalue().splitlines()


def excluding(model: ProofModel, answer: Sequence[int]) -> list[int]:
    """The literals of an answer."""
    return [dict(domain)[v] for domain, v in zip(model.answer, answer, strict=True)]


def check_proof(puzzle: Puzzle[A] | str, file: Name) -> Proven[A]:
    """Check a proof that `solve` wrote; BadProof names the first line that does not hold.

    The model is made anew from the puzzle's rules, so a proof of another puzzle is refused. The
    checker is one file that imports nothing of the search: clew/search/proof/checker.py.

    >>> import clew, tempfile, os
    >>> file = os.path.join(tempfile.mkdtemp(), "queens.pbp")
    >>> clew.solve("queens:3", proof=file).unsolvable
    True
    >>> print(clew.check_proof("queens:3", file))
    no solution
    """
    stated: Puzzle[A] = as_puzzle(puzzle)
    text, where = load(file), os.fspath(file)
    if is_certificate(text) or CSP not in stated.faces:
        return check_certificate(stated, text, where)
    return _checked(stated, text.splitlines(), where)


def check_lines(puzzle: Puzzle[A] | str, lines: Sequence[str], where: str) -> Proven[A]:
    """The same for the lines of a VeriPB proof; `where` is what errors call it."""
    return _checked(as_puzzle(puzzle), lines, where)


def _checked(puzzle: Puzzle[A], lines: Sequence[str], where: str) -> Proven[A]:
    only = {line.removeprefix(ONLY) for line in lines if line.startswith(ONLY)}
    model = proof_model(puzzle, only)
    try:
        found = _drat(model, where, lines) if is_drat(where) else check(model.opb(), lines)
    except ProofFault as error:
        raise BadProof(f"{where}: {error}") from None
    answers = tuple(_answer(puzzle, model, names, where) for names in found.answers)
    wanted = capability(puzzle, HasObjective)
    if not found.best or wanted is None:
        return Proven(puzzle.id, answers, found.complete, found.steps)
    best = wanted.objective_of(answers[-1]) if found.complete else None
    return Proven(puzzle.id, answers[-1:], False, found.steps, best)


def _drat(model: ProofModel, file: str, lines: Sequence[str]) -> Any:
    """Check clauses alone: the model beside the proof must be that of the puzzle."""
    given = load(model_file(file)).splitlines()
    clauses = [line for line in given if line and line[0] not in "cp"]
    own = [line for line in model.dimacs() if line[0] not in "cp"]
    more = clauses[len(own) :]
    if clauses[: len(own)] != own or len(more) > 1:
        raise ProofFault(f"{model_file(file)}: found the model of another puzzle")
    found = check_drat(given, lines)
    for line in more:
        names = frozenset(model.literal(-int(word)) for word in line.split()[:-1])
        found.answers.append(names)
    return found


def _answer(puzzle: Puzzle[A], model: ProofModel, names: frozenset[str], where: str) -> A:
    """An answer of a proof, judged by the rules of the puzzle itself."""
    names = frozenset(name for name in names if not name.startswith("~"))
    taken = [
        [v for v, literal in domain if model.names[literal] in names] for domain in model.answer
    ]
    if any(len(values) != 1 for values in taken) or len(names) != len(taken):
        raise BadProof(f"{where}: found an answer without one value for each variable")
    answer: A = puzzle.translate(CSP, tuple(values[0] for values in taken))
    if broken := puzzle.check(answer):
        raise BadProof(f"{where}: found an answer that breaks {'; '.join(broken)}")
    return answer
