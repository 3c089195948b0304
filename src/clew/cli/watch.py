"""`clew watch`."""

from __future__ import annotations

from pathlib import Path

import click

from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.files import write

EPILOG = """
Examples:
  clew watch search.py
  clew watch search.py:breadth_first_search --html film.html
  clew watch search.py:a_star --on "S-A:2 S-B A-G:5 B-G:9" --html film.html
  clew watch csp.py:backtracking_search --on queens:6 --html film.html
  clew watch games.py:alpha_beta_search --on "((3 12 8) (2 4 6))" --html film.html
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("file", metavar="FILE.py[:FUNCTION]")
@click.option(
    "--on", metavar="TEXT", default="", help="Edges, rules, a tree, or the id of a puzzle."
)
@params.max_seconds()
@params.output("--html", "Write a page that plays the search anywhere")
def watch(file: str, on: str, html: str | None) -> int:
    """Watch a search that you wrote: each step in words, or as a page.

    The function's arguments say what it is given: problem, or start, successors and is_goal,
    or csp, or game and state. docs/grading.md lists them. The file runs in a process of its own.
    """
    from clew.film.page import html as page
    from clew.grading.films import watch

    name, _, function = file.partition(":")
    if not Path(name).is_file():
        status.usage(f"{name}: No such file")
    with status.refusing():
        film, log = watch(Path(name), function, on)
    if html is not None:
        write(html, page(film))
        return status.ANSWERED
    from clew.cli.trace import print_film

    print_film(film)
    if log.failed:
        click.echo(log.ending)
    return status.ANSWERED
