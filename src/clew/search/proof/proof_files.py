"""Proof files, which Clew writes during a search and checks afterwards.

The format is VeriPB, with the model in an OPB file next to the proof. If the puzzle isn't a CSP, or
the file name ends in .json, the file is a certificate in the puzzle's own terms.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import StringIO
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Any, ClassVar, Self, TextIO

from clew.core.capabilities import HasObjective, capability
from clew.core.errors import Unsuited
from clew.core.faces import CSP, Assignment
from clew.core.files import Name, load, replaceable, saving, streaming
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import A, Result, Run, Stopped
from clew.search.auto import AUTO
from clew.search.proof.checker import ProofFault, check, ended
from clew.search.proof.findings import BadProof as BadProof
from clew.search.proof.findings import Kept, Proven
from clew.search.proof.own_proofs import OwnProof, check_certificate, is_certificate
from clew.search.proof.proving import PseudoBoolean, log_best_answer, proof_model, search
from clew.search.proof.pseudo_boolean import ProofModel
from clew.search.run import Search
from clew.search.strategy import Strategy

Files = tuple[TextIO, TextIO]
"""A proof and its model, open for reading and writing."""
ONLY = "* only: "
"""The prefix of the lines that name the rules a proof uses, if it doesn't use all of them."""


def model_file(file: Name) -> str:
    """Return the name of the file that holds a proof's model. It's in the same folder."""
    name = os.fspath(file)
    folder, _, last = name.rpartition("/")
    stem = last.rpartition(".")[0] or last
    return (f"{folder}/{stem}" if "/" in name else stem) + ".opb"


@dataclass(frozen=True)
class _Logged(PseudoBoolean):
    """A search that writes a proof."""

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
    """Writes a proof while `strategy` searches. Use it in a `with` statement.

    Both files are saved at the end of the `with`, once the checker has accepted the proof.
    """

    def __init__(self, puzzle: Puzzle, file: Name) -> None:
        self.puzzle, self.name = puzzle, file
        self.model = proof_model(puzzle)
        self.strategy: str | Strategy = AUTO if self._seeks_best else _Logged(self)
        super().__init__()
        self.files: Files = StringIO(), StringIO()
        self._complete = False

    def __enter__(self) -> Self:
        self.files = self._stack.enter_context(proof_and_model(self.name))
        return self

    @property
    def _seeks_best(self) -> bool:
        return self.model.cost is not None

    def _finish(self, search: Search[Any]) -> None:
        if self._seeks_best:
            self._write_model(self.model.opb(self.puzzle.id))
            log_best_answer(self.puzzle, self.model, search, self._log)
        best = self._seeks_best and search.found > 0
        self.files[0].write(ended(search.found, self._complete, best) + "\n")
        shown = checked(self.puzzle, self.model, self.files, self.name).solutions
        kept = len(search.solutions)
        if (len(shown), list(shown[:kept])) != (search.found, search.solutions):
            raise refusal(self.name, "its solutions differ from those that the search found")

    def search(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """Yield the solutions, and write them and all learned clauses to the file."""
        self._write_model(self.model.opb(self.puzzle.id))
        yield from search(self.model, run, self._log)

    def _log(self, log: bytes) -> None:
        self._complete = self._complete or b"\nc " in log
        self.files[0].write(log.decode())

    def _write_model(self, lines: Iterable[str]) -> None:
        self.files[1].writelines(f"{line}\n" for line in lines)


@contextmanager
def proof_and_model(file: Name) -> Iterator[Files]:
    """Open the files for a proof and its model, which are saved at the end if there was no error.

    If `file` can't be replaced, because it's a pipe for example, only the proof is written to it.
    """
    if replaceable(file):
        with saving(file) as proof, saving(model_file(file)) as model:
            yield proof, model
    else:
        with _sending(file) as proof:
            yield proof, StringIO()


@contextmanager
def _sending(word: Name) -> Iterator[TextIO]:
    """Open a temporary file, and copy it to a pipe or a device at the end if there's no error."""
    with TemporaryFile("w+", encoding="utf-8", newline="\n") as file:
        yield file
        file.seek(0)
        with streaming(word) as out:
            copyfileobj(file, out)


def proof_of(puzzle: Puzzle, file: Name) -> Proof | OwnProof:
    """Return the proof to write, about a model of the rules or in the puzzle's own terms."""
    name = os.fspath(file)
    if name.endswith(".drat"):
        raise Unsuited(f"{name}: Clew no longer writes DRAT; write a proof for VeriPB instead, "
                       f"{name.removesuffix('.drat')}.pbp")  # fmt: skip
    own = name.endswith(".json") or CSP not in puzzle.faces
    return OwnProof(puzzle, file) if own else Proof(puzzle, file)


def proven(puzzle: Puzzle[A] | str, strategy: str | Strategy, run: Run, file: Name) -> Result[A]:
    """Search a puzzle, and write a proof of the result."""
    if strategy not in (AUTO, PseudoBoolean.name, PseudoBoolean()):
        raise Unsuited(f"{strategy} can't write a proof: use strategy auto with a proof")
    search = Search(puzzle, PseudoBoolean(), run)
    try:
        proof = run.within(partial(proof_of, search.puzzle, file))
    except Stopped as stop:  # the rules alone make too large a model
        search.stop(stop.limit)
        return search.result
    with proof:
        search = Search(search.puzzle, proof.strategy, run).finish()
        proof.keep_if_proven(search)
    return search.result


def proof_lines(puzzle: Puzzle, max_nodes: int | None = None) -> tuple[bool, list[str]]:
    """Check whether there is exactly one solution, and return the answer with the lines of a proof.

    Raises:
        Stopped: The search reaches the limit.
    """
    out, proof = StringIO(), Proof(puzzle, "-")
    proof.files = out, StringIO()
    search = Search(puzzle, proof.strategy, Run(2, max_nodes)).finish()
    search.result.raise_if_stopped()
    proof.keep_if_proven(search)
    return bool(search.result.unique), out.getvalue().splitlines()


def check_proof(puzzle: Puzzle[A] | str, file: Name) -> Proven[A]:
    """Check a proof that `solve` wrote.

    Clew rebuilds the model from the puzzle's rules, so it rejects a proof of any other puzzle. The
    checker is one file that imports nothing from the search: clew/search/proof/checker.py.

    Args:
        puzzle: The puzzle or its id.
        file: The name of the proof file.

    Returns:
        The proven facts. Printing them gives a sentence such as "no solution".

    Raises:
        BadProof: A line of the proof is wrong. The message includes its number.
        Unsuited: The proof is in a format that Clew no longer checks.
        OSError: The file can't be read.

    >>> import clew, tempfile, os
    >>> file = os.path.join(tempfile.mkdtemp(), "queens.pbp")
    >>> clew.solve("queens:3", proof=file).unsolvable
    True
    >>> print(clew.check_proof("queens:3", file))
    no solution
    """
    stated: Puzzle[A] = as_puzzle(puzzle)
    where = os.fspath(file)
    if where.endswith(".drat"):
        raise Unsuited(f"{where}: Clew no longer checks DRAT; use drat-trim, or write a .pbp proof")
    text = load(file)
    if is_certificate(text) or CSP not in stated.faces:
        return check_certificate(stated, text, where)
    return _checked(stated, text.splitlines(), where)


def check_lines(puzzle: Puzzle[A] | str, lines: Sequence[str], where: str) -> Proven[A]:
    """Check the lines of a VeriPB proof. Error messages call it `where`."""
    return _checked(as_puzzle(puzzle), lines, where)


def _checked(puzzle: Puzzle[A], lines: Sequence[str], where: str) -> Proven[A]:
    only = {line.removeprefix(ONLY) for line in lines if line.startswith(ONLY)}
    model = proof_model(puzzle, only)
    return _shown(puzzle, model, model.opb(), lines, where)


def checked(puzzle: Puzzle[A], model: ProofModel, files: Files, name: Name) -> Proven[A]:
    """Check a proof and its model exactly as they were written, before the files are saved.

    Raises:
        BadProof: The checker rejects them, which is a bug in Clew.
    """
    for file in files:
        file.seek(0)
    try:
        return _shown(puzzle, model, files[1], files[0], "")
    except BadProof as error:
        raise refusal(name, str(error).removeprefix(": ")) from None


def refusal(name: Name, why: str) -> BadProof:
    """Return the error for a proof that Clew's own checker rejects."""
    return BadProof(f"{os.fspath(name)}: not written, because Clew's own checker refuses it: {why}")


def _shown(
    puzzle: Puzzle[A], model: ProofModel, given: Iterable[str], lines: Iterable[str], where: str
) -> Proven[A]:
    """Check the lines of a proof against the lines of its model."""
    try:
        found = check(given, lines)
    except ProofFault as error:
        raise BadProof(f"{where}: {error}") from None
    answers = tuple(_answer(puzzle, model, names, where) for names in found.solutions)
    wanted = capability(puzzle, HasObjective)
    if not found.best or wanted is None:
        return Proven(puzzle.id, answers, found.complete, found.steps)
    best = wanted.objective_of(answers[-1]) if found.complete else None
    return Proven(puzzle.id, answers[-1:], False, found.steps, best)


def _answer(puzzle: Puzzle[A], model: ProofModel, names: frozenset[str], where: str) -> A:
    """Return a solution from a proof, after checking it by the puzzle's own rules."""
    others = {model.names[y] for y in model.defined}
    names = frozenset(name for name in names - others if not name.startswith("~"))
    taken = [
        [v for v, literal in domain if model.names[literal] in names] for domain in model.answer
    ]
    if any(len(values) != 1 for values in taken) or len(names) != len(taken):
        raise BadProof(f"{where}: a solution doesn't have one value for each variable")
    answer: A = puzzle.translate(CSP, tuple(values[0] for values in taken))
    if broken := puzzle.check(answer):
        raise BadProof(f"{where}: a solution breaks {'; '.join(broken)}")
    return answer
