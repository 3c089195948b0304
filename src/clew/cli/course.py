"""`clew grade` and `clew coursework`: for teachers and students."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.app import Verbatim, VerbatimGroup
from clew.cli.params import write

if TYPE_CHECKING:
    from clew.grading import GradeReport


GRADE_EXAMPLES = """
Examples:
  clew grade uninformed search.py
  clew grade my_assignment.toml alice.py bob.py --json
  clew grade uninformed search.py --seed alice@example.org
  clew grade run uninformed submissions/ --out marks.csv --reports reports/
  clew grade export uninformed --to gradescope --out autograder/
  clew grade rules
"""
SYSTEMS = ("gradescope", "check50", "otter", "nbgrader")


class GradeGroup(VerbatimGroup):
    """A group whose first word may also be an assignment: then files follow."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["files", *args]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        shown = [(name, each.get_short_help_str(100)) for name, each in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(shown)


@click.group(cls=GradeGroup, epilog=GRADE_EXAMPLES)
def grade() -> None:
    """Grade FILE… by ASSIGNMENT: `clew grade ASSIGNMENT FILE…`, or one of the commands below.

    An assignment is a TOML file, or the name of one that comes with Clew.
    """


STAFF = click.option("--staff", is_flag=True, help="Show what is hidden from students.")
SEED = click.option("--seed", default="", help="Whose instances: an e-mail, for example.")


@grade.command("files", cls=Verbatim)
@click.argument("assignment")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@SEED
@STAFF
@click.option("--no-shrink", is_flag=True, help="Do not look for the smallest instance.")
@params.output("--film", "Write a page of the first failure, beside the reference")
@params.AS_JSON
def grade_files(
    assignment: str, files: tuple[str, ...], seed: str, staff: bool, no_shrink: bool,
    film: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Grade files: the command that is meant if an assignment comes first.

    Exit status 1: some file has not all points.
    """
    from clew.grading import grade, read

    wanted = read(assignment)
    reports = [grade(wanted, file, seed=seed, shrink=not no_shrink) for file in files]
    for report in reports:
        click.echo(json.dumps(report.data(staff)) if as_json else report.table(staff))
    if film is not None:
        _write_film(film, reports, staff)
    whole = all(report.points == report.most for report in reports)
    return status.ANSWERED if whole else status.UNSOLVABLE


def _write_film(target: str, reports: list[GradeReport], staff: bool) -> None:
    """The film of the first failure that can be filmed and may be shown."""
    from clew.grading.films import can_film, side_by_side

    for mark in (mark for report in reports for mark in report.marks):
        if mark.fault and mark.log and can_film(mark.log) and (staff or not mark.hidden):
            write(target, side_by_side(mark.log, mark.fault, mark.function))
            return
    status.usage("found no failure that can be filmed")


@grade.command("run", cls=Verbatim)
@click.argument("assignment")
@click.argument("submissions", type=click.Path(exists=True, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The table of marks.")
@click.option("--reports", type=click.Path(path_type=Path), help="A folder for a page each.")
@click.option("--jobs", type=click.IntRange(1), help="How many at once (default: one a core).")
def grade_run(
    assignment: str, submissions: Path, out: Path, reports: Path | None, jobs: int | None
) -> int:
    """Grade a class: a folder or a zip with a file, or a folder, for each student.

    A mark that is in the table already, for the same file and assignment, is kept: run it again
    to resume. The name of the file or folder is the student's seed.

    Exit status 1: some student couldn't be graded.
    """
    from clew.grading.assignment import find, read
    from clew.grading.classes import run_class

    text = find(assignment).read_text(encoding="utf-8")

    def done(student: str, points: float) -> None:
        click.echo(f"{student}: {points:g}")

    lost = []

    def lose(student: str, why: str) -> None:
        lost.append(student)
        click.echo(f"{student}: not graded: {why}", err=True)

    rows = run_class(
        read(assignment), text, submissions, out, reports, jobs, done, lose,
        staff=lambda note: click.echo(note, err=True),
    )  # fmt: skip
    click.echo(f"{len(rows)} students in {out}")
    return status.UNSOLVABLE if lost else status.ANSWERED


@grade.command("export", cls=Verbatim)
@click.argument("assignment")
@click.option("--to", "system", type=click.Choice(SYSTEMS), required=True, help="Which system.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A folder.")
def grade_export(assignment: str, system: str, out: Path) -> int:
    """Write an assignment as Gradescope, check50, Otter or nbgrader takes it."""
    from clew.grading.assignment import find, read
    from clew.grading.exports import export

    text = find(assignment).read_text(encoding="utf-8")
    for path in export(read(assignment), text, system, out):
        click.echo(str(path))
    return status.ANSWERED


@grade.command("rules", cls=Verbatim)
def grade_rules() -> int:
    """List the behaviours that an assignment can ask for."""
    from clew.grading.behaviours import RULES

    for rule in RULES.values():
        options = f" ({', '.join(rule.options)})" if rule.options else ""
        click.echo(f"{rule.name:20} {rule.kind or 'any':8} {rule.summary}{options}")
    return status.ANSWERED


COURSEWORK_EXAMPLES = """
Examples:
  clew coursework
  clew coursework 000 homework
  clew coursework 004 .
"""


def _numbers() -> Iterable[str]:
    from clew.coursework.files import ASSIGNMENTS

    return ASSIGNMENTS


@click.command(cls=Verbatim, epilog=COURSEWORK_EXAMPLES)
@click.argument(
    "assignment", required=False, type=params.Checked("assignment", words=lambda *_: _numbers())
)
@click.argument("folder", metavar="DIR", required=False, type=params.Checked("folder", files=True))
def coursework(assignment: str | None, folder: str | None) -> int:
    """Write the files that ASSIGNMENT asks for into DIR, under the names that it gives them.

    ASSIGNMENT is a number from 000 to 004; without one, list them. Each file runs on the
    assignment's own example, and existing files are never overwritten.
    examples/coursework/README.md answers every question of the five.
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
