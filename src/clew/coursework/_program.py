"""What the programs of the assignments share: arguments, files, and how they end."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import NoReturn

from clew.result import Result

ANSWERED, NO_SOLUTION, BAD_INPUT = 0, 1, 2


class Arguments(ArgumentParser):
    """A parser whose complaint is one line, and an error like any other bad input."""

    def __init__(self, module: str, description: str) -> None:
        super().__init__(prog=f"python -m {module}", description=description)

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message} ({' '.join(self.format_usage().split())})")


def guarded(program: str, work: Callable[[], int]) -> int:
    """The status that `work` ends with; what is wrong with the input is said in one line."""
    try:
        status = work()
        if sys.stdout is not None:  # or it was closed by who called
            sys.stdout.flush()
        return status
    except BrokenPipeError:  # who read the output has gone: nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except OSError as error:
        named = error.filename is not None and error.strerror is not None
        reason = f"{error.filename}: {error.strerror}" if named else str(error)
        return complain(program, reason, BAD_INPUT)
    except ValueError as error:
        return complain(program, str(error), BAD_INPUT)


def complain(program: str, message: str, status: int) -> int:
    """Say why there is no answer, and give the status back."""
    print(f"{program}: {' '.join(message.split())}", file=sys.stderr)
    return status


def no_solution(program: str, source: str, result: Result) -> int:
    """Say that the puzzle read from `source` has no solution, and why where that is known."""
    return complain(program, f"{source}: {result}", NO_SOLUTION)
