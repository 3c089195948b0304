"""Exit statuses of `clew`, and errors in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

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


class Mode:
    """Settings for the output of the running command."""

    as_json = False
    """Whether errors are printed as JSON too."""
    color: bool | None = None
    """Whether to use color; None if it depends on the terminal."""


LONGEST = 800
"""The maximum length of an error, which may quote the input."""
badness = (ANSWERED, UNSOLVABLE, STOPPED, REJECTED, NO_WORKERS, BAD, INTERRUPTED).index
"""The key to compare statuses: that of several puzzles is `max(statuses, key=badness)`."""


def exit_status(search: Search) -> int:
    """Return the exit status after a search."""
    from clew.core.faces import Verdict  # here, so that a batch doesn't import it

    if search.status.value == "stopped":
        return INTERRUPTED if search.interrupted else STOPPED
    answer = search.solutions[0] if search.solutions else None
    if isinstance(answer, Verdict) and answer.known and not answer.forced:
        return STOPPED  # only the best known: the search didn't reach the ends of the game
    return ANSWERED if search.found else UNSOLVABLE


class BadInput(Exception):
    """An error for unreadable input: one line on stderr, and exit status 2."""


@contextmanager
def refusing(where: str = "") -> Iterator[None]:
    """Raise BadInput for a ValueError of the library. Clew's own errors pass through."""
    try:
        yield
    except ClewError:
        raise
    except ValueError as error:
        raise BadInput(f"{where}{error}") from None


def own_fault(error: Exception) -> BadInput:
    """Word an error from the user's own file with its line; raise any other error again."""
    loading = sys.modules.get("clew.model.loading")
    if loading is None or not (line := loading.fault(error)):
        raise error
    return BadInput(line)


def begin(as_json: bool) -> None:
    """Start a command: note whether it also prints its errors as JSON."""
    Mode.as_json = as_json


def report(error: Exception) -> int:
    """Print in one line on stderr why the command failed, and return the exit status."""
    line = ": ".join([_line(error), *(RESUMES for note in _notes(error) if note == RESUMES)])
    line = " ".join(line.split())
    line = line if len(line) <= LONGEST else f"{line[:500]} … {line[-200:]}"
    ended = of_error(error)
    print_error(line, ended)
    return ended


def print_error(line: str, ended: int) -> None:
    """Print an error on stderr, and with --json also as JSON on stdout."""
    line = line if line.startswith("clew") else f"clew: {line}"
    head, colon, rest = line.partition(":")
    _report_json(rest.strip(), ended)
    print(f"{_red(head + colon)}{rest}", file=sys.stderr)


def _report_json(line: str, ended: int) -> None:
    """Print the error as JSON on stdout, if the command was called with --json."""
    if Mode.as_json:
        from clew.cli.records import error

        print(error(line, ended))


def _notes(error: BaseException) -> list[str]:
    return getattr(error, "__notes__", [])


def limited(error: OutOfTime, seconds: float | None) -> int:
    """Print in one line on stderr which limit stopped the command, and return the exit status."""
    line = ": ".join([f"stopped: {time_limit(seconds)}", *_notes(error)])
    _report_json(line, STOPPED)
    print(line, file=sys.stderr)
    return STOPPED


def of_error(error: Exception) -> int:
    """Return the exit status after an error. Limits and proofs aren't the user's mistakes."""
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
        said = _usage_text(error)
        more = "" if hasattr(error, "complete") else f" (see {where} --help)"
        return f"{where}: {said}{more}"
    if isinstance(error, click.ClickException):
        return f"clew: {error.format_message()}"
    if isinstance(error, OSError) and error.strerror:
        return f"clew: {f'{error.filename}: ' if error.filename else ''}{system_error(error)}"
    if isinstance(error, OSError):
        return f"clew: {error}".replace(*NO_FILE)
    return f"clew: {error}"


NO_FILE = ("No such file or directory", "no such file or folder")


def system_error(error: OSError) -> str:
    """Word an error of the operating system, without its number."""
    said = error.strerror or str(error)
    said = said.replace(*NO_FILE)
    return f"{said[:1].lower()}{said[1:]}"


def _usage_text(error: Any) -> str:
    """Word an error of click in Clew's way."""
    import re

    import click

    parameter = getattr(error, "param", None)
    if isinstance(error, click.MissingParameter) and parameter is not None:
        name = parameter.human_readable_name if parameter.param_type_name == "argument" else ""
        return f"missing {name.rstrip('.…') or parameter.opts[-1]}"
    if isinstance(error, click.NoSuchOption):
        known = [each.lstrip("-") for each in error.possibilities or ()]
        close = closest(error.option_name.lstrip("-"), known)
        if error.option_name == "--kind" and error.ctx and error.ctx.info_name == "make":
            _complete(error)
            return "KIND is an argument, not an option: give a kind such as sudoku"
        return f"unknown option {error.option_name}" + f". Did you mean --{close}?" * bool(close)
    if isinstance(error, click.BadOptionUsage) and "requires an argument" in error.message:
        return f"{error.option_name} needs a value"
    if isinstance(error, click.BadParameter) and parameter is not None:
        said = error.message.rstrip(".")
        if isinstance(parameter.type, click.Choice) and (word := re.match("'(.*)' is not", said)):
            _complete(error)
            said = advised(parameter.name, word[1], parameter.type.choices, "")
        return said if parameter.param_type_name == "argument" else f"{parameter.opts[0]}: {said}"
    if extra := re.match(r"Got unexpected extra arguments? \((.*)\)", error.message):
        return f"unexpected argument {shortened(extra[1])!r}"
    return str(error.format_message()).rstrip(".")


def time_limit(seconds: float | None) -> str:
    """Describe the limit in seconds, as every command does."""
    return f"the limit of {seconds:g} s (--max-seconds)"


CLOSE = 0.65
"""The minimum similarity of a suggested word, as `difflib` measures it."""


def closest(word: str, known: Iterable[str]) -> str:
    """Return the known word closest to this one, ignoring case, or nothing if none is close."""
    from difflib import get_close_matches

    words = list(known)
    usable = len(word) > 1 or word.isdigit()
    starts = [each for each in words if usable and each.startswith(word.lower())]
    close = get_close_matches(word.lower(), words, 1, CLOSE) or starts[: len(starts) == 1]
    return close[0] if close else ""


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `. Did you mean 'queens'?` if a known word is close, else nothing."""
    close = closest(word, known)
    return f". Did you mean {close!r}?" if close else ""


def shortened(word: str) -> str:
    """Cut a long word after 40 characters."""
    return word if len(word) <= 40 else f"{word[:39]}…"


MOST_NAMED = 7
"""An error lists this many alternatives at most."""


def advised(noun: str, word: str, known: Iterable[str], where: str) -> str:
    """Word the error about an unknown word: the closest known one, or a short list of all.

    Args:
        noun: what kind of word it is, such as command.
        word: the word that was given.
        known: the words to choose from.
        where: the command that lists them, if there are too many to name.
    """
    words = list(known)
    head = f"unknown {noun} {shortened(word)!r}"
    if close := suggestion(word, words):
        return f"{head}{close}"
    if len(words) <= MOST_NAMED:
        return f"{head}. Choose from {', '.join(words)}"
    return f"{head}. To list them, run: {where}"


def unknown(noun: str, word: str, known: Iterable[str], where: str) -> NoReturn:
    """Refuse a word that isn't known: see `advised`."""
    usage(advised(noun, word, known, where))


def usage(message: str) -> NoReturn:
    """Refuse a wrong call of a command. The message says how to fix it."""
    import click

    error = click.UsageError(message, click.get_current_context(silent=True))
    _complete(error)
    raise error


def _complete(error: Any) -> None:
    """Mark an error that needs no pointer to the help."""
    error.complete = True


# ------------------------------------------------------------------ color


def color_wanted() -> bool | None:
    """Read NO_COLOR and FORCE_COLOR: never, always, or None if it depends on the terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR", "0") not in ("", "0") else None


def use_color(wanted: bool | None) -> None:
    """Use color always, never, or (None) on terminals."""
    Mode.color = wanted
    if wanted is not None:  # for the line of progress, which rich draws
        os.environ["NO_COLOR"] = "" if wanted else "1"


def colored(stream: Any) -> bool:
    """Tell whether to write color to a stream."""
    if Mode.color is not None:
        return Mode.color
    return bool(stream.isatty()) and os.environ.get("TERM") != "dumb"


def _red(word: str) -> str:
    return f"\033[1;31m{word}\033[0m" if colored(sys.stderr) else word


def only_one(given: Iterable[object], named: str, where: str = "") -> None:
    """Refuse two options that exclude each other."""
    if sum(map(bool, given)) > 1:
        usage(f"use only one of {named}{where}")
