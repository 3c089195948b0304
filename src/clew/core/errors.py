"""The errors that Clew raises on purpose."""

from __future__ import annotations

PACKAGE = __file__.rpartition("core")[0]
LIMITS = {
    "nodes": "node limit reached",
    "seconds": "time limit reached",
    "memory": "memory limit reached",
    "steps": "step limit reached",
    "depth": "depth limit reached",
    "playouts": "all playouts used",
    "starts": "all restarts used",
    "interrupted": "interrupted by Ctrl-C",
    "gave up": "the strategy gave up",
}
"""The limits that stop a search, in words."""


def is_ours(error: BaseException) -> bool:
    """Check whether this package itself raised an error, not code that it called."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return frame is not None and frame.tb_frame.f_code.co_filename.startswith(PACKAGE)


class ClewError(Exception):
    """The base class of Clew's errors. The message gives the reason in one line.

    >>> import clew
    >>> try:
    ...     clew.solve(clew.parse("knight:5x5"), "backtracking")
    ... except clew.ClewError as error:
    ...     print(error)
    backtracking works only on constraint puzzles, and knight isn't one
    """


class Unsuited(ClewError, TypeError):
    """The strategy can't search this puzzle, or the puzzle doesn't support what you asked for.

    >>> import clew
    >>> clew.solve("nim:3,4,5", "backtracking")
    Traceback (most recent call last):
    clew.core.errors.Unsuited: backtracking works only on constraint puzzles, and nim isn't one
    """


class ModelError(ClewError, ValueError):
    """Your own puzzle isn't defined correctly. The message says where and why.

    >>> import clew
    >>> try:
    ...     clew.Problem("empty").variable("x", [])
    ... except clew.ModelError as error:
    ...     print(error)
    variable 'x' has no values: give it at least one, such as range(5)
    """


class Stopped(ClewError):
    """The search reached a limit before it had a result.

    Args:
        limit: The limit: `nodes`, `seconds`, `memory` or `interrupted`, or a reason in words.

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
        return f"stopped: {LIMITS.get(self.limit, self.limit)}"


class OutOfTime(BaseException):
    """The time is up. Only the code that set the limit catches this error, and raises `Stopped`.

    It isn't an `Exception`. Otherwise, code that carries on after an error, or after an inner
    search reaches its limit, would also carry on after the whole call has run out of time.
    """

    def __str__(self) -> str:
        return str(Stopped("seconds"))
