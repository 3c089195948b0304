"""The base of all errors that Clew raises on purpose, and the one for what does not fit."""

from __future__ import annotations


class ClewError(Exception):
    """Clew cannot do what it was asked to; the message says why, in one line.

    >>> import clew
    >>> try:
    ...     clew.solve(clew.parse("knight:5x5"), "backtracking")
    ... except clew.ClewError as error:
    ...     print(error)
    backtracking does not suit knight
    """


class Unsuited(ClewError, TypeError):
    """The puzzle has no such face, or the strategy cannot search the face it has.

    >>> import clew
    >>> clew.solve("nim:3,4,5", "backtracking")
    Traceback (most recent call last):
    clew.core.errors.Unsuited: backtracking does not suit nim
    """
