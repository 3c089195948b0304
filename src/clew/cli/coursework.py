"""`clew coursework`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from clew.cli import params, status
from clew.cli.app import Verbatim

EPILOG = """
Examples:
  clew coursework
  clew coursework 000 homework
  clew coursework 004 .
"""


def _numbers() -> Iterable[str]:
    from clew.coursework.files import ASSIGNMENTS

    return ASSIGNMENTS


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument(
    "assignment", required=False, type=params.Checked("assignment", words=lambda *_: _numbers())
)
@click.argument("folder", metavar="DIR", required=False, type=params.Checked("folder", files=True))
def coursework(assignment: str | None, folder: str | None) -> int:
    """Write the files that ASSIGNMENT asks for into DIR, under the names that it gives them.

    ASSIGNMENT is a number from 000 to 004; without one, list them. Each file runs on the
    assignment's own example, and existing files are never overwritten. docs/coursework.md
    answers every question of the five.
    """
    from clew.coursework.files import ASSIGNMENTS, contents, write

    if assignment is None:
        for number, subject in ASSIGNMENTS.items():
            click.echo(f"{number}  {subject}: {', '.join(contents(number))}")
        return status.ANSWERED
    if folder is None:
        status.usage(f"name the folder too: clew coursework {assignment} DIR")
    try:
        with status.refusing():
            made = write(assignment, Path(folder))
    except FileExistsError as error:
        raise status.BadInput(f"{error.filename} exists already: choose another folder") from None
    for path in made:
        click.echo(path)
    return status.ANSWERED
