"""What a proof shows, and how one is refused or given up."""

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
    """A proof that does not hold, or is of another puzzle; the message names the line.

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
    """What a proof shows: these answers, and perhaps that there are no others.

    >>> import clew
    >>> clew.search.proof.findings.Proven("queens:2", (), True, 3).unsolvable
    True
    """

    puzzle: str
    """The id of the puzzle."""
    solutions: tuple[A, ...]
    complete: bool
    """Whether there are no other answers."""
    steps: int
    """How many lines were checked; 0 for a certificate, which is checked as a whole."""
    best: int | None = None
    """What the answer is worth, if it is shown that none is better."""
    claims: str = ""
    """What a certificate in the puzzle's own terms shows, in words."""

    @property
    def unique(self) -> bool:
        return self.complete and len(self.solutions) == 1

    @property
    def unsolvable(self) -> bool:
        return self.complete and not self.solutions

    def __str__(self) -> str:
        found = len(self.solutions)
        if self.claims:
            return self.claims
        if self.best is not None:
            return f"the best answer is worth {self.best}"
        if self.unsolvable:
            return "no solution"
        if self.unique:
            return "exactly one solution"
        if self.complete:
            return f"exactly {found} solutions"
        return f"at least {found} solutions" if found else "what it concludes follows"


class _Unproven(Exception):
    """Makes the files of an unfinished proof disappear."""


class Kept(ABC):
    """Files that are written and checked within a `with`, and get their names at its end.

    Without `keep_if_proven`, or if an error or a limit stops it, no file is left.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._proven = False

    def keep_if_proven(self, search: Search[Any]) -> None:
        """Finish the proof of a search and check it; if a limit stops this, the search is stopped.

        Raises:
            BadProof: if the checker refuses the proof.
        """
        if search.status is not Status.STOPPED:
            search.do(lambda: self._finish(search))
        self._proven = search.status is not Status.STOPPED
        if not self._proven:
            search.run.best = None  # nothing is claimed that the proof was to show

    @abstractmethod
    def _finish(self, search: Search[Any]) -> None:
        """Write the rest of the proof, and check the whole."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        if kind is None and not self._proven:
            kind, error = _Unproven, _Unproven()
        self._stack.__exit__(kind, error, where)
