"""How `clew` ends: exit statuses, and errors that are one line."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NoReturn

ANSWERED = 0
UNSOLVABLE = 1
BAD = 2
STOPPED = 3
REJECTED = 4
INTERRUPTED = 130

_FROM_BEST_TO_WORST = (ANSWERED, UNSOLVABLE, STOPPED, REJECTED, BAD, INTERRUPTED)


def worst(statuses: Iterable[int]) -> int:
    """The status of several puzzles: that of the one that fared worst."""
    return max(statuses, key=_FROM_BEST_TO_WORST.index, default=ANSWERED)


class BadInput(Exception):
    """What was given cannot be read: one line on stderr, and exit status 2."""


def report(error: Exception) -> int:
    """Say in one line on stderr what went wrong; the exit status."""
    print(" ".join(_line(error).split()), file=sys.stderr)
    return BAD


def _line(error: Exception) -> str:
    import click

    if isinstance(error, click.UsageError):
        where = error.ctx.command_path if error.ctx else "clew"
        return f"{where}: {error.format_message().rstrip('.')} (see {where} --help)"
    if isinstance(error, click.ClickException):
        return f"clew: {error.format_message()}"
    if isinstance(error, OSError) and error.strerror:
        return (
            f"clew: {error.filename}: {error.strerror}"
            if error.filename
            else (f"clew: {error.strerror}")
        )
    return f"clew: {error}"


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'queens'?` if a known word is close, else nothing."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def usage(message: str) -> NoReturn:
    """Refuse the way the command was called."""
    import click

    raise click.UsageError(message, click.get_current_context(silent=True))
