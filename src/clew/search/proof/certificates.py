"""Certificates in files: what shows a verdict in the puzzle's own terms, as JSON.

What is in one, and how it is checked, each kind of puzzle says itself (Certifies).
"""

from __future__ import annotations

import json
import os
from typing import Any, Self, TextIO

from clew.core.arguments import shown
from clew.core.capabilities import Certifies, capability
from clew.core.certificates import NO_SOLUTION
from clew.core.errors import Unsuited
from clew.core.faces import CSP, Game
from clew.core.files import Name, saving
from clew.core.puzzle import Puzzle
from clew.core.result import A
from clew.search.auto import AUTO
from clew.search.proof.findings import BadProof, Kept, Proven
from clew.search.proof.game_certificates import GameCertificates
from clew.search.search import Search
from clew.search.strategy import Strategy

FORMAT = "clew certificate"
VERSION = 1


class OwnProof(Kept):
    """A certificate that is written after a search, within a `with`; the same use as a Proof."""

    def __init__(self, puzzle: Puzzle, file: Name) -> None:
        self.puzzle, self.name = puzzle, file
        self._own = _certifier(puzzle)
        self.strategy: str | Strategy = AUTO
        super().__init__()

    def __enter__(self) -> Self:
        self._file: TextIO = self._stack.enter_context(saving(self.name))
        return self

    def _finish(self, search: Search[Any]) -> None:
        """Write what shows the verdict."""
        if search.found > len(search.answers):
            raise Unsuited(f"{self.puzzle.name}: no certificate of a count is known, only of "
                           "what a search for an answer finds")  # fmt: skip
        data = {FORMAT: VERSION, "puzzle": self.puzzle.id}
        text = json.dumps(data | self._own.certificate(search.result))
        check_certificate(self.puzzle, text, f"{os.fspath(self.name)}: not written")
        self._file.write(f"{text}\n")


def is_certificate(text: str) -> bool:
    """Whether a proof is a certificate, whole or not."""
    return text.lstrip().startswith("{")


def check_certificate(puzzle: Puzzle[A], text: str, where: str) -> Proven[A]:
    """What the certificate shows; BadProof if it does not hold, or is of another puzzle."""
    own = _certifier(puzzle)
    try:
        data = _opened(puzzle, text)
        faults = own.certificate_faults(data)
    except ValueError as error:
        raise BadProof(f"{where}: {error}") from None
    if faults:
        raise BadProof(f"{where}: {'; '.join(faults)}")
    none = data["claims"] == NO_SOLUTION
    return Proven(puzzle.id, (), none, 0, claims=data["claims"])


def _opened(puzzle: Puzzle, text: str) -> dict[str, Any]:
    """The data of a certificate of this puzzle, without the heading."""
    try:
        data: Any = json.loads(text)
    except RecursionError:
        raise ValueError("found lists within lists without end, expected a certificate") from None
    except ValueError as error:
        raise ValueError(f"found no whole JSON ({error}), expected a certificate") from None
    version = data.pop(FORMAT, None) if isinstance(data, dict) else None
    if type(version) is not int or version != VERSION:
        raise ValueError(f'expected a certificate that begins {{"{FORMAT}": {VERSION}')
    if (named := data.pop("puzzle", None)) != puzzle.id:
        raise ValueError(f"found a certificate of {shown(named)}, expected one of {puzzle.id}")
    if not isinstance(claims := data.get("claims"), str):
        raise ValueError(f"claims: found {shown(claims)}, expected a text")
    return dict(data)


def _certifier(puzzle: Puzzle) -> Certifies:
    own = capability(puzzle, Certifies)
    if own is None and Game in puzzle.faces:
        return GameCertificates(puzzle)
    if own is None:
        lacks, wants = (
            ("certificate in its own terms", "a .pbp proof")
            if CSP in puzzle.faces
            else ("constraints", "them, or a certificate in its own terms, for a proof")
        )
        raise Unsuited(f"{puzzle.name}: found no {lacks}, expected {wants}")
    return own
