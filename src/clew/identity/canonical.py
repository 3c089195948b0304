"""Canonical forms: equivalent puzzles have the same one, and others do not.

A form is the puzzle with its values renamed, its board turned or its lines exchanged, as far as
that keeps the rules. The canonical one is the smallest: cell by cell, a blank below every value. So
it does not depend on how it is found, and will not change. docs/canonical.md says which changes
count for each kind.
"""

from __future__ import annotations

from hashlib import sha256

from clew.core.capabilities import HasCanonicalForm, capability
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle

DIGITS = 16
"""How much of the hash an id shows: the rng that two of a billion puzzles agree is 3 %."""


def canonical(puzzle: Puzzle | str) -> Puzzle:
    """The smallest form of the puzzle; Unsuited for a kind that has none.

    It raises TooSymmetric, a ValueError, if so many forms begin alike that the search would take
    too long, as for a few boards above 9 x 9.

    >>> import clew
    >>> clew.canonical("latin:3:..3/.../...").id
    'latin:3:........1'
    """
    puzzle = as_puzzle(puzzle)
    own = capability(puzzle, HasCanonicalForm)
    if own is None:
        raise Unsuited(f"{puzzle.name} has no canonical form")
    found: Puzzle = own.canonical_form()
    return found


def canonical_id(puzzle: Puzzle | str) -> str:
    """A short id that all forms of a puzzle share: its kind, and a hash of the canonical form.

    >>> import clew
    >>> clew.canonical_id("latin:3:123/2../...")
    'latin:cd35670ffc1659cc'
    """
    puzzle = as_puzzle(puzzle)
    return f"{puzzle.name}:{sha256(canonical(puzzle).id.encode()).hexdigest()[:DIGITS]}"
