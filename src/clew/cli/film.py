"""`clew trace`, `clew watch` and `clew lesson`: searches to watch."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from clew.board.text import plural
from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.folding import folded
from clew.cli.params import write
from clew.cli.records import record as as_line
from clew.cli.solve import refuse

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.film import Film
    from clew.film.lesson import Lesson
    from clew.search.strategy import Strategy


STEPS = 20_000
FILMED = 0.4
"""The part of the time in which it is filmed: to word and to draw the film takes as long again."""
TRACE_EXAMPLES = """
Examples:
  clew trace queens:5
  clew trace sudoku:..233..42.3.1... --html film.html
  clew trace lights-out:3x3 --strategy breadth-first --html film.html
  clew trace queens:6 --strategy backtracking:infer=mac --gif film.gif
  clew trace sudoku:..233..42.3.1... --svg moment.svg --at 20
"""


@click.command(cls=Verbatim, epilog=TRACE_EXAMPLES)
@params.puzzles(many=False)
@click.option(
    "--strategy", type=params.STRATEGY, show_default="one of the textbook's that shows its steps",
    help="The strategy, from `clew strategies`, with its options after a colon.",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Continue until every solution is found.")
@click.option(
    "--max-steps", metavar="N", type=params.NODES, default=STEPS, show_default=True,
    help="Stop after N steps.",
)  # fmt: skip
@params.limits(told=True)
@params.output("--html", "Write a page that plays the search anywhere")
@params.output("--gif", "Write an animated GIF")
@params.output("--apng", "Write an animated PNG")
@params.output("--svg", "Draw the board at one moment, see --at")
@click.option("--at", metavar="N", type=params.NODES, help="Draw the board after N steps.")
@params.output("--film", "Write the film as data, as the player reads it")
@params.AS_JSON
def trace(
    puzzle: Puzzle, strategy: Strategy | str | None, every: bool, max_steps: int,
    max_nodes: int | None, max_seconds: float | None, max_memory: int | None, at: int | None,
    as_json: bool, **targets: str | None,
) -> int:  # fmt: skip
    """Watch a search of PUZZLE: each step in words, or as a file.

    The page of --html shows the board with the candidates of each cell, the search tree, the
    pseudocode and the counters. It needs no server and no network.
    """
    from clew.film import favourite, record
    from clew.search.auto import choose, suits

    wanted = {form: target for form, target in targets.items() if target is not None}
    if [as_json, *(target == "-" for target in wanted.values())].count(True) > 1:
        status.usage("only one of --json and the files can go to standard output")
    if at is not None and "svg" not in wanted:
        status.usage("--at needs --svg")
    if wanted.keys() & {"gif", "apng"}:
        from clew.film.moment import check_pillow

        check_pillow()
    chosen = favourite(puzzle) if strategy is None else choose(puzzle, strategy)
    if not suits(puzzle, chosen):
        refuse(puzzle, chosen)
    film = record(
        puzzle, chosen, max_steps=max_steps, max_solutions=None if every else 1,
        max_nodes=max_nodes, max_memory=max_memory,
        max_seconds=None if max_seconds is None else max_seconds * FILMED,
    )  # fmt: skip
    if at is not None and at > len(film):
        status.usage(f"--at {at}: the film has only {plural(len(film), 'step')}")
    if as_json:
        click.echo(as_line({"puzzle": puzzle.id, **json.loads(film.json())}))
    elif not wanted:
        print_film(film)
    for form, target in wanted.items():
        write(target, _made(film, form, at))
    if film.end["status"] == "stopped":
        return status.STOPPED
    return status.ANSWERED if film.end["answers"] else status.UNSOLVABLE


def print_film(film: Film) -> None:
    """Print each step on a line, and how the search ended."""
    from clew.film.words import Narrator, summary_line

    narrator, width = Narrator(film), len(str(len(film)))
    for number in range(len(film)):
        depth, sentence = film.step(number)[1], narrator.step(number).removesuffix(".")
        click.echo(folded(sentence, f"{number + 1:>{width}} {'  ' * min(depth, 30)}"))
    click.echo(folded(summary_line(film)))


def _made(film: Film, form: str, at: int | None) -> Any:
    from clew.film import moment, page

    return {
        "html": lambda: page.html(film),
        "gif": lambda: moment.animation(film, "gif"),
        "apng": lambda: moment.animation(film, "apng"),
        "svg": lambda: moment.svg(film, at),
        "film": film.json,
    }[form]()


WATCH_EXAMPLES = """
Examples:
  clew watch search.py
  clew watch search.py:breadth_first_search --html film.html
  clew watch search.py:a_star --on "S-A:2 S-B A-G:5 B-G:9" --html film.html
  clew watch csp.py:backtracking_search --on queens:6 --html film.html
  clew watch games.py:alpha_beta_search --on "((3 12 8) (2 4 6))" --html film.html
"""


@click.command(cls=Verbatim, epilog=WATCH_EXAMPLES)
@click.argument("file", metavar="FILE.py[:FUNCTION]")
@click.option(
    "--on", metavar="TEXT", default="", help="Edges, rules, a tree, or the id of a puzzle."
)
@params.max_seconds()
@params.AS_JSON
@params.output("--html", "Write a page that plays the search anywhere")
def watch(file: str, on: str, as_json: bool, html: str | None) -> int:
    """Watch a search that you wrote: each step in words, or as a page.

    Clew passes your function arguments by their names: problem, or start, successors and is_goal,
    or csp, or game and state. docs/grading.md lists them. The file runs in its own process.
    """
    from pathlib import Path

    from clew.film.page import html as page
    from clew.grading.films import watch

    name, _, function = file.partition(":")
    if not Path(name).is_file():
        raise status.BadInput(f"{name}: no such file")
    status.only_one((as_json, html), "--json and --html")
    with status.refusing():
        film, log = watch(Path(name), function, on)
    if html is not None:
        write(html, page(film))
        return status.ANSWERED
    if as_json:
        click.echo(
            as_line({"failed": log.ending if log.failed else None, **json.loads(film.json())})
        )
        return status.ANSWERED
    print_film(film)
    if log.failed:
        click.echo(log.ending)
    return status.ANSWERED


LESSON_EXAMPLES = """
Examples:
  clew lesson
  clew lesson 7-a-star
  clew lesson 7-a-star --html lesson.html
  clew lesson mine.txt --html lesson.html
"""


def _names(context: click.Context, incomplete: str) -> Iterable[str]:
    from clew.film.lesson import listed

    return [name for name, _ in listed()]


@click.command(cls=Verbatim, epilog=LESSON_EXAMPLES)
@click.argument("lesson", required=False, type=params.Checked("lesson", words=_names, files=True))
@params.max_seconds()
@params.AS_JSON
@params.output("--html", "Write a page that plays the lesson anywhere")
def lesson(lesson: str | None, as_json: bool, html: str | None) -> int:
    """List the guided films, or show LESSON: the name of a film, or a text file you wrote.

    Each film pauses with a question or a comment. docs/web.md describes how to write one.
    """
    from clew.film.lesson import listed
    from clew.film.page import lesson_html

    status.only_one((as_json, html), "--json and --html")
    if lesson is None:
        if html is not None:
            status.usage("--html needs LESSON, such as 7-a-star")
        films = [{"lesson": name, "title": each.title} for name, each in listed()]
        if as_json:
            click.echo(as_line({"lessons": films}))
        width = max(len(each["lesson"]) for each in films) + 2
        for each in () if as_json else films:
            click.echo(folded(each["title"], f"{each['lesson']:<{width}}"))
        return status.ANSWERED
    found = _lesson(lesson)
    if html is not None:
        write(html, lesson_html(found))
    elif as_json:
        scenes = [{"puzzle": scene.id, **scene.data()} for scene in found.scenes]
        data = {"lesson": lesson, "title": found.title, "about": found.about, "scenes": scenes}
        click.echo(as_line(data))
    else:
        _print_lesson(found)
    return status.ANSWERED


def _lesson(given: str) -> Lesson:
    from pathlib import Path

    from clew.film.lesson import BadLesson, listed, named, read

    if not Path(given).is_file():
        names = [name for name, _ in listed()]
        if given.lower() not in names:
            if "." in given:
                raise status.BadInput(f"{given}: no such file")
            status.unknown("lesson", given, names, "clew lesson")
        return named(given.lower())
    try:
        return read(Path(given).read_text(encoding="utf-8"))
    except (BadLesson, UnicodeDecodeError) as error:
        status.usage(f"{given}: {error}")


def _print_lesson(lesson: Lesson) -> None:
    """Print the words of each pause, with the questions."""
    click.echo(folded(f"{lesson.title}\n{lesson.about}"))
    for scene in lesson.scenes:
        click.echo(f"\n{scene.id} · {scene.strategy}")
        for pause in scene.data()["pauses"]:
            click.echo(folded(f"  step {pause['at']}: {pause['words']}".rstrip()))
            if pause["question"]:
                click.echo(folded(f"    {pause['question']}"))
            for number, answer in enumerate(pause["answers"]):
                click.echo(folded(answer, f"    {'+' if number == pause['right'] else '-'} "))
