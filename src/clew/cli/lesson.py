"""`clew lesson`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.files import write

if TYPE_CHECKING:
    from clew.film.lesson import Lesson

EPILOG = """
Examples:
  clew lesson
  clew lesson 7-a-star
  clew lesson 7-a-star --html lesson.html
  clew lesson mine.txt --html lesson.html
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("lesson", required=False)
@params.max_seconds()
@params.output("--html", "Write a page that plays the lesson anywhere")
def lesson(lesson: str | None, html: str | None) -> int:
    """List the guided films, or show LESSON: one of them by its name, or a text file of your own.

    Each film pauses where the text says so. docs/web.md describes how to write one.
    """
    from clew.film.lesson import listed
    from clew.film.page import lesson_html

    if lesson is None:
        for name, each in listed():
            click.echo(f"{name:24} {each.title}")
        return status.ANSWERED
    found = _read(lesson)
    if html is not None:
        write(html, lesson_html(found))
    else:
        _print(found)
    return status.ANSWERED


def _read(given: str) -> Lesson:
    from clew.film.lesson import BadLesson, named, read

    if not Path(given).is_file():
        return named(given)
    try:
        return read(Path(given).read_text(encoding="utf-8"))
    except (BadLesson, UnicodeDecodeError) as error:
        status.usage(f"{given}: {error}")


def _print(lesson: Lesson) -> None:
    """What is said at each pause, with the questions."""
    click.echo(f"{lesson.title}\n{lesson.about}")
    for scene in lesson.scenes:
        click.echo(f"\n{scene.id} · {scene.strategy}")
        for pause in scene.data()["pauses"]:
            click.echo(f"  step {pause['at']}: {pause['words']}")
            if pause["question"]:
                click.echo(f"    {pause['question']}")
            for number, answer in enumerate(pause["answers"]):
                click.echo(f"    {'+' if number == pause['right'] else '-'} {answer}")
