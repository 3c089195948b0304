"""How `clew` ends: exit statuses, and errors that are one line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from clew.core.errors import ClewError, OutOfTime

if TYPE_CHECKING:
    from clew.search.run import Search

ANSWERED = 0
UNSOLVABLE = 1
BAD = 2
STOPPED = 3
REJECTED = 4
NO_WORKERS = 5
INTERRUPTED = 130
RESUMES = "the same command resumes it"

LONGEST = 800
"""The most characters of an error: it may quote what was typed, but not at any length."""
badness = (ANSWERED, UNSOLVABLE, STOPPED, REJECTED, NO_WORKERS, BAD, INTERRUPTED).index
"""The status of several puzzles is the worst of theirs, `max(statuses, key=badness)`."""


def exit_status(search: Search) -> int:
    """How `clew` ends after a search."""
    from clew.core.faces import Verdict  # which a batch need not import

    if search.status.value == "stopped":
        return INTERRUPTED if search.interrupted else STOPPED
    answer = search.solutions[0] if search.solutions else None
    if isinstance(answer, Verdict) and answer.known and not answer.forced:
        return STOPPED  # only the best known: the search did not reach the ends of the game
    return ANSWERED if search.found else UNSOLVABLE


class BadInput(Exception):
    """The input cannot be read: one line on stderr, and exit status 2."""


@contextmanager
def refusing(where: str = "") -> Iterator[None]:
    """A value that the library refuses is bad input; errors of our own say more themselves."""
    try:
        yield
    except ClewError:
        raise
    except ValueError as error:
        raise BadInput(f"{where}{error}") from None


def own_fault(error: Exception) -> BadInput:
    """The error as one of the user's own file, with its line; raised again if it is none."""
    loading = sys.modules.get("clew.model.loading")
    if loading is None or not (line := loading.fault(error)):
        raise error
    return BadInput(line)


def report(error: Exception) -> int:
    """Say in one line on stderr what went wrong; the exit status."""
    line = ": ".join([_line(error), *(RESUMES for note in _notes(error) if note == RESUMES)])
    line = " ".join(line.split())
    print(line if len(line) <= LONGEST else f"{line[:500]} … {line[-200:]}", file=sys.stderr)
    return of_error(error)


def _notes(error: BaseException) -> list[str]:
    return getattr(error, "__notes__", [])


def limited(error: OutOfTime, seconds: float | None) -> int:
    """Say in one line which limit a command has reached; the exit status."""
    print(": ".join([f"stopped: {time_limit(seconds)}", *_notes(error)]), file=sys.stderr)
    return STOPPED


def of_error(error: Exception) -> int:
    """The exit status after an error: a limit that was reached, or a proof, is no mistake."""
    if not isinstance(error, ClewError):
        return BAD
    from clew.core.result import Stopped
    from clew.explanations.explanation import NoSolution
    from clew.workers import NoWorkers

    if isinstance(error, Stopped):
        return STOPPED
    if isinstance(error, NoWorkers):
        return NO_WORKERS
    return UNSOLVABLE if isinstance(error, NoSolution) else BAD


def _line(error: Exception) -> str:
    import click

    if isinstance(error, click.UsageError):
        where = error.ctx.command_path if error.ctx else "clew"
        return f"{where}: {error.format_message().rstrip('.')} (see {where} --help)"
    if isinstance(error, click.ClickException):
        return f"clew: {error.format_message()}"
    if isinstance(error, OSError) and error.strerror:
        return f"clew: {f'{error.filename}: ' if error.filename else ''}{error.strerror}"
    return f"clew: {error}"


def time_limit(seconds: float | None) -> str:
    """The limit in seconds, in the words of every command."""
    return f"the limit of {seconds:g} s (--max-seconds)"


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'queens'?` if a known word is close, else nothing."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def usage(message: str) -> NoReturn:
    """Refuse the way the command was called."""
    import click

    raise click.UsageError(message, click.get_current_context(silent=True))


def only_one(given: Iterable[object], named: str, where: str = "") -> None:
    """Refuse two options that exclude each other."""
    if sum(map(bool, given)) > 1:
        usage(f"expected only one of {named}{where}")
