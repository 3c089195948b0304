"""The facts that a proof establishes, and the error for a wrong proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic

from clew.core.deprecated import formerly
from clew.core.errors import ClewError
from clew.core.result import A, Status
from clew.search.run import Search


class BadProof(ClewError, ValueError):
    """The proof is wrong, or belongs to another puzzle. The message includes the line number.

    >>> import clew, tempfile, os
    >>> file = os.path.join(tempfile.mkdtemp(), "empty.pbp")
    >>> open(file, "w").close()
    >>> try:
    ...     clew.check_proof("queens:3", file)
    ... except clew.BadProof as error:
    ...     print(str(error).partition(": ")[2])
    line 0: found '', expected 'pseudo-Boolean proof version 1.1'
    """


@formerly(answers="solutions")
@dataclass(frozen=True)
class Proven(Generic[A]):
    """The facts that a proof establishes: solutions and, if it's complete, that no others exist.

    >>> import clew
    >>> clew.search.proof.findings.Proven("queens:2", (), True, 3).unsolvable
    True
    """

    puzzle: str
    """The puzzle's id."""
    solutions: tuple[A, ...]
    complete: bool
    """True if there are no other solutions."""
    steps: int
    """The number of checked lines. It's 0 for a certificate, which is checked as a whole."""
    best: int | None = None
    """The solution's value, if the proof shows that no other solution is better."""
    claims: str = ""
    """The proven facts in words, if the proof is a certificate in the puzzle's own terms."""

    @property
    def unique(self) -> bool:
        """True if there is exactly one solution."""
        return self.complete and len(self.solutions) == 1

    @property
    def unsolvable(self) -> bool:
        """True if there is no solution."""
        return self.complete and not self.solutions

    def __str__(self) -> str:
        found = len(self.solutions)
        if self.claims:
            return self.claims
        if self.best is not None:
            return f"the best solution is worth {self.best}"
        if self.unsolvable:
            return "no solution"
        if self.unique:
            return "exactly one solution"
        if self.complete:
            return f"exactly {found} solutions"
        if not found:
            return "the proof is valid, but claims nothing about the solutions"
        return f"at least {found} solution{'s' * (found > 1)}"


class _Unproven(Exception):
    """Raised internally to remove the files of an unfinished proof."""


class Kept(ABC):
    """Files that are written and checked in a `with` statement, and saved at its end.

    They're discarded unless `keep_if_proven` is called, and after an error or a limit.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._proven = False

    def keep_if_proven(self, search: Search[Any]) -> None:
        """Finish and check the proof of a search. If a limit stops this, the search stops too.

        Raises:
            BadProof: The checker rejects the proof.
        """
        if search.status is not Status.STOPPED:
            search.do(lambda: self._finish(search))
        self._proven = search.status is not Status.STOPPED
        if not self._proven:
            search.run.best = None  # without the proof, claim nothing

    @abstractmethod
    def _finish(self, search: Search[Any]) -> None:
        """Write the rest of the proof, and check all of it."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        if kind is None and not self._proven:
            kind, error = _Unproven, _Unproven()
        self._stack.__exit__(kind, error, where)
