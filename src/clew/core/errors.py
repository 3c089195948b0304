"""The base of all errors that Clew raises on purpose."""

from __future__ import annotations


class ClewError(Exception):
    """What was wanted cannot be had; the message says why, in one line.

    >>> import clew
    >>> try:
    ...     clew.solve(clew.parse("knight:5x5"), "backtracking")
    ... except clew.ClewError as error:
    ...     print(error)
    backtracking does not suit knight
    """
