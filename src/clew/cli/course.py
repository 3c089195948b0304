"""`clew grade` and `clew coursework`: for teachers and students."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from clew.board.text import plural
from clew.cli import params, status
from clew.cli.app import Verbatim, VerbatimGroup
from clew.cli.folding import folded
from clew.cli.params import write
from clew.cli.records import record

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


def _assignments(*_: object) -> Iterable[str]:
    from clew.grading.assignment import TEMPLATES

    return sorted(each.stem for each in TEMPLATES.glob("*.toml"))


def _assignment(value: str) -> str:
    """Check the name of an assignment, or of a TOML file."""
    if Path(value).is_file():
        return value
    if value.endswith(".toml") or "/" in value:
        raise status.BadInput(f"{value}: no such file")
    names = list(_assignments())
    if value.lower() not in names:
        close = status.closest(value, [*names, *grade.commands])
        hint = f"Did you mean {close!r}?" if close else f"Use a TOML file or one of: {_some(names)}"
        raise status.BadInput(f"no assignment called {value!r}. {hint}")
    return value


def _some(words: Iterable[str]) -> str:
    """List seven words at most."""
    listed = list(words)
    return ", ".join(listed[:7]) + ", …" * (len(listed) > 7)


def _existing(value: str) -> Path:
    """Check the path of a file or a folder."""
    if not Path(value).exists():
        raise status.BadInput(f"{value}: no such file or folder")
    return Path(value)


ASSIGNMENT = params.Checked("assignment", _assignment, _assignments, files=True)
SYSTEMS = ("gradescope", "check50", "otter", "nbgrader")


class GradeGroup(VerbatimGroup):
    """A group whose first word may also be an assignment, followed by files."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["files", *args]
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Complete the commands, the names of assignments, and files."""
        return [
            *super().shell_complete(ctx, incomplete),
            *ASSIGNMENT.shell_complete(ctx, self.commands["files"].params[0], incomplete),
        ]


@click.group(cls=GradeGroup, epilog=GRADE_EXAMPLES)
def grade() -> None:
    """Grade each FILE: `clew grade ASSIGNMENT FILE…`, or one of the commands below.

    ASSIGNMENT is a TOML file, or the name of an assignment that comes with Clew.
    """


STAFF = click.option("--staff", is_flag=True, help="Show the checks hidden from students.")
SEED = click.option("--seed", default="", help="The student's seed, such as an e-mail address.")


@grade.command("files", cls=Verbatim)
@click.argument("assignment", type=ASSIGNMENT)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", type=params.Checked("file", files=True)
)
@SEED
@STAFF
@click.option(
    "--no-shrink", is_flag=True, help="Skip the search for the smallest failing instance."
)
@params.output("--film", "Write a page that films the first failure next to the reference")
@params.AS_JSON
def grade_files(
    assignment: str, files: tuple[str, ...], seed: str, staff: bool, no_shrink: bool,
    film: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Grade each FILE. You can leave out the word `files`.

    The exit status is 1 unless every file gets all points.
    """
    from clew.grading import grade, read

    wanted = read(assignment)
    reports = [grade(wanted, file, seed=seed, shrink=not no_shrink) for file in files]
    for report in reports:
        click.echo(record(report.data(staff)) if as_json else report.table(staff))
    if film is not None:
        _write_film(film, reports, staff)
    whole = all(report.points == report.most for report in reports)
    return status.ANSWERED if whole else status.UNSOLVABLE


def _write_film(target: str, reports: list[GradeReport], staff: bool) -> None:
    """Write the film of the first failure that can be filmed and may be shown."""
    from clew.grading.films import can_film, side_by_side

    for mark in (mark for report in reports for mark in report.marks):
        if mark.fault and mark.log and can_film(mark.log) and (staff or not mark.hidden):
            write(target, side_by_side(mark.log, mark.fault, mark.function))
            return
    status.usage("--film: there's no failure to film")


@grade.command("run", cls=Verbatim)
@click.argument("assignment", type=ASSIGNMENT)
@click.argument("submissions", type=params.Checked("submissions", _existing, files=True))
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="The table of marks to write."
)
@click.option(
    "--reports", type=click.Path(path_type=Path), help="A folder for a page about each student."
)
@click.option(
    "--workers",
    cls=params.Renamed,
    old=("--jobs",),
    metavar="N",
    type=params.Number(1),
    help="The number of processes (default: one per core).",
)
@params.AS_JSON
def grade_run(
    assignment: str, submissions: Path, out: Path, reports: Path | None, workers: int | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Grade a class: a folder or a zip with a file, or a folder, for each student.

    Marks already in the table, for the same file and assignment, are kept, so run the same
    command again to resume. The name of the file or folder is the student's seed.

    The exit status is 1 if a student couldn't be graded.
    """
    from clew.grading.assignment import find, read
    from clew.grading.classes import run_class

    text, wanted = find(assignment).read_text(encoding="utf-8"), read(assignment)

    def done(student: str, points: float) -> None:
        if as_json:
            click.echo(record({"student": student, "points": points}))
        else:
            click.echo(f"{student}: {points:g} of {wanted.points:g}")

    lost = []

    def lose(student: str, why: str) -> None:
        lost.append(student)
        if as_json:
            click.echo(record({"student": student, "points": None, "error": why}))
        click.echo(f"{student}: not graded: {why}", err=True)

    rows = run_class(
        wanted, text, submissions, out, reports, workers, done, lose,
        staff=lambda note: click.echo(note, err=True),
    )  # fmt: skip
    click.echo(f"{plural(len(rows), 'student')} in {out}", err=as_json)
    return status.UNSOLVABLE if lost else status.ANSWERED


@grade.command("export", cls=Verbatim)
@click.argument("assignment", type=ASSIGNMENT)
@click.option(
    "--to", "system", type=click.Choice(SYSTEMS), required=True, help="The system to write for."
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The folder to write.")
@params.AS_JSON
def grade_export(assignment: str, system: str, out: Path, as_json: bool) -> int:
    """Write an assignment for Gradescope, check50, Otter or nbgrader."""
    from clew.grading.assignment import find, read
    from clew.grading.exports import export

    text = find(assignment).read_text(encoding="utf-8")
    _list_files(export(read(assignment), text, system, out), as_json)
    return status.ANSWERED


def _list_files(paths: Iterable[object], as_json: bool) -> None:
    """Print the files that were written, one per line."""
    if as_json:
        click.echo(record({"files": [str(path) for path in paths]}))
    for path in () if as_json else paths:
        click.echo(str(path))


@grade.command("rules", cls=Verbatim)
@params.AS_JSON
def grade_rules(as_json: bool) -> int:
    """List the behaviours that an assignment can check."""
    from clew.grading.behaviours import RULES

    if as_json:
        rules = [
            {"rule": rule.name, "kind": rule.kind or None, "summary": rule.summary,
             "options": list(rule.options)}
            for rule in RULES.values()
        ]  # fmt: skip
        click.echo(record({"rules": rules}))
        return status.ANSWERED
    for rule in RULES.values():
        options = f" ({', '.join(rule.options)})" if rule.options else ""
        head = f"{rule.name:20} {rule.kind or 'any':11} "
        click.echo(folded(f"{rule.summary}{options}", head))
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
    "assignment",
    metavar="[ASSIGNMENT]",
    required=False,
    type=params.Checked("assignment", words=lambda *_: _numbers()),
)
@click.argument(
    "folder", metavar="[DIR]", required=False, type=params.Checked("folder", files=True)
)
@params.AS_JSON
def coursework(assignment: str | None, folder: str | None, as_json: bool) -> int:
    """Write the files of ASSIGNMENT into DIR, or list the assignments.

    ASSIGNMENT is a number from 000 to 004. The files have the names that the assignment gives
    them, and each runs on the assignment's own example. Clew never overwrites a file.
    examples/coursework/README.md answers every question of the five assignments.
    """
    from clew.coursework.files import ASSIGNMENTS, contents, write

    if assignment is None and as_json:
        listed = [
            {"assignment": number, "title": subject, "files": list(contents(number))}
            for number, subject in ASSIGNMENTS.items()
        ]
        click.echo(record({"assignments": listed}))
        return status.ANSWERED
    if assignment is None:
        for number, subject in ASSIGNMENTS.items():
            click.echo(folded(f"{subject}: {', '.join(contents(number))}", f"{number}  "))
        return status.ANSWERED
    if folder is None and assignment in ASSIGNMENTS:
        status.usage(f"missing DIR, the folder to write to: clew coursework {assignment} DIR")
    try:
        with status.refusing():
            made = write(assignment, Path(folder or "."))
    except FileExistsError as error:
        raise status.BadInput(f"{error.filename} exists already. Choose another folder") from None
    _list_files(made, as_json)
    return status.ANSWERED
