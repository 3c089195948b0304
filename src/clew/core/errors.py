"""The errors that Clew raises on purpose: their base, what does not fit, and a limit reached."""

from __future__ import annotations

PACKAGE = __file__.rpartition("core")[0]


def is_ours(error: BaseException) -> bool:
    """Whether code of this package raised an error, rather than what it called."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return frame is not None and frame.tb_frame.f_code.co_filename.startswith(PACKAGE)


class ClewError(Exception):
    """Clew cannot do what was asked; the message says why, in one line.

    >>> import clew
    >>> try:
    ...     clew.solve(clew.parse("knight:5x5"), "backtracking")
    ... except clew.ClewError as error:
    ...     print(error)
    backtracking does not suit knight
    """


class Unsuited(ClewError, TypeError):
    """The strategy cannot search the puzzle, or the puzzle does not offer what was asked for.

    >>> import clew
    >>> clew.solve("nim:3,4,5", "backtracking")
    Traceback (most recent call last):
    clew.core.errors.Unsuited: backtracking does not suit nim
    """


class ModelError(ClewError, ValueError):
    """A problem that is not stated as it should be; the message says where and why.

    >>> import clew
    >>> try:
    ...     clew.Problem("empty").variable("x", [])
    ... except clew.ModelError as error:
    ...     print(error)
    variable 'x' has no values: give it at least one, such as range(5)
    """


class Stopped(ClewError):
    """A limit was reached before the question was answered; `limit` says which.

    >>> import clew
    >>> try:
    ...     clew.count("queens:20", "backtracking", max_nodes=1000)
    ... except clew.Stopped as stop:
    ...     print(stop.limit)
    nodes
    """

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit

    def __str__(self) -> str:
        return f"stopped: {self.limit}"


class OutOfTime(BaseException):
    """The time is over. Only whoever set the limit catches it, and says `Stopped` instead.

    It is no `Exception`: code that goes on after an error, or after the limit of an inner search,
    would go on after the end of the whole call too.
    """

    def __str__(self) -> str:
        return str(Stopped("seconds"))
