"""`clew help` and `clew version`."""

from __future__ import annotations

import sys
from textwrap import dedent

import click

from clew import __version__
from clew.cli import status
from clew.cli.app import COMMANDS, Verbatim, app

TOPICS = {
    "ids": """
        How to name a puzzle
          queens:8             an id: a kind, a colon, and the puzzle's text
          puzzle.txt           a file in any notation (see `clew notations`)
          53..7....6..195...    the text of a puzzle, or a link, if it's clear what it is
          sudoku:9,level=hard#42   a recipe, as `clew make` prints it
          my.py:river          a puzzle of your own, in a Python file
          -                    standard input

        `clew puzzles` lists the kinds; `clew puzzles sudoku` describes one. Put an id in
        quotes if it has characters that your shell treats specially, such as > or ;.
    """,
    "exit": """
        Exit status
          0    success: a solution, a result, or yes
          1    there is no solution, or no: not unique, not all points, an overestimate
          2    the command or the input is wrong
          3    stopped by a limit; nothing is proven
          4    the batch is finished, but some lines were rejected
          5    the workers, or the cluster, can't be reached
          130  interrupted with Ctrl-C
          143  terminated (SIGTERM)
    """,
    "json": """
        JSON output
          Most commands take --json and print one JSON object per line on standard output:
          one for each puzzle, or one in all. "schema" is the version of the format, "puzzle"
          the id of the puzzle. Statistics and progress go to standard error.

          If a command fails, it prints {"error": "..."} and exits with its usual status.
          docs/json.md describes every key.
    """,
    "color": """
        Color
          Clew uses color on a terminal and never in a pipe.
          --color, --color=always      always; also if FORCE_COLOR is set
          --no-color, --color=never    never; also if NO_COLOR is set
    """,
    "limits": """
        Limits
          --max-seconds S      for the whole command
          --max-nodes N        for each search: assignments, or states expanded
          --max-memory SIZE    for the whole process, such as 500M or 2G

          A command that reaches a limit prints the result so far, and exits with status 3.
    """,
}
ALIASES = {
    "id": "ids", "puzzle": "ids", "exit-status": "exit", "status": "exit", "exit-code": "exit",
    "exit-codes": "exit", "colour": "color", "colors": "color", "schema": "json", "limit": "limits",
}  # fmt: skip


@click.command("help", cls=Verbatim)
@click.argument("topic", nargs=-1)
@click.pass_context
def help_(context: click.Context, topic: tuple[str, ...]) -> int:
    r"""Explain TOPIC: a command, a kind of puzzle, a strategy, or a topic listed below.

    \b
    ids         how to name a puzzle
    exit        exit statuses
    json        JSON output
    color       color, and how to turn it off
    limits      limits of time, nodes and memory
    strategies  all strategies
    notations   all notations
    """
    above = context.parent
    assert above is not None
    if not topic:
        click.echo(above.get_help())
        return status.ANSWERED
    word = topic[0].lower()
    word = ALIASES.get(word, word)
    if word in COMMANDS and (word not in ("strategies", "notations", "puzzles") or topic[1:]):
        _command(above, [word, *topic[1:]])
    elif word in TOPICS:
        click.echo(dedent(TOPICS[word]).strip())
    else:
        _thing(above, word)
    return status.ANSWERED


def _command(above: click.Context, words: list[str]) -> None:
    """Print the help of a command, or of one of a command's own commands."""
    command: click.Command | None = app
    context = above
    for word in words:
        if not isinstance(command, click.Group):
            status.usage(f"{context.command_path} has no commands of its own")
        command = command.get_command(context, word)
        assert command is not None
        context = command.context_class(command, info_name=word, parent=context)
    click.echo(context.get_help())


def _thing(above: click.Context, word: str) -> None:
    """Describe a list, a kind of puzzle or a strategy."""
    from clew.cli import lists
    from clew.core.registry import names

    if word in COMMANDS:
        above.invoke(getattr(lists, word))
        return
    if word in names():
        above.invoke(lists.puzzles, kinds=(word,))
        return
    from clew.search.auto import AUTO
    from clew.search.strategy import strategies

    if word in strategies() or word == AUTO:
        above.invoke(lists.strategies, about=word)
        return
    status.unknown("topic", word, [*COMMANDS, *TOPICS, *names(), *strategies()], "clew help")


@click.command(cls=Verbatim)
def version() -> int:
    """Print the version, as --version does."""
    click.echo(f"clew {__version__}", file=sys.stdout)
    return status.ANSWERED
