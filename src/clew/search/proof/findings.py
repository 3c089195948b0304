"""What a proof shows, and how one is refused or given up."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Generic

from clew.core.errors import ClewError
from clew.core.result import A


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


@dataclass(frozen=True)
class Proven(Generic[A]):
    """What a proof shows: these answers, and perhaps that there are no others.

    >>> import clew
    >>> clew.search.proof.findings.Proven("queens:2", (), True, 3).unsolvable
    True
    """

    puzzle: str
    """The id of the puzzle."""
    answers: tuple[A, ...]
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
        return self.complete and len(self.answers) == 1

    @property
    def unsolvable(self) -> bool:
        return self.complete and not self.answers

    def __str__(self) -> str:
        found = len(self.answers)
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


class Discarded(Exception):
    """Raised within the `with` of a proof that is not wanted after all."""


class Kept:
    """Files that are written within a `with`, and kept unless it ends in an error."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> bool | None:  # fmt: skip
        self._stack.__exit__(kind, error, where)
        return kind is Discarded
