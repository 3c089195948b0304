"""`clew help` and `clew version`."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from clew import __version__
from clew.cli import status
from clew.cli.app import COMMANDS, GROUPS, Verbatim, app
from clew.cli.folding import columns, fold
from clew.cli.params import AS_JSON, Checked
from clew.cli.records import record


class Topic(NamedTuple):
    """A text that `clew help` prints: a title, then rows of a table or paragraphs."""

    title: str
    help: tuple[str | tuple[tuple[str, str], ...], ...]

    def laid_out(self, width: int) -> str:
        """Lay out the text for a terminal of this width."""
        blocks = []
        for part in self.help:
            rows = (("", part),) if isinstance(part, str) else part
            column = max(len(term) for term, _ in rows)
            indent = column + 4 if column else 2
            apart = indent > width - 24  # too narrow for two columns
            lines: list[str] = []
            for term, text in rows:
                if apart:
                    lines.append(f"  {term}")
                head = " " * 6 if apart else f"  {term}".ljust(indent)
                lines.append(fold(text, width, head))
            blocks.append("\n".join(lines))
        return f"{self.title}\n" + "\n\n".join(blocks)


TOPICS = {
    "ids": Topic(
        "How to name a puzzle",
        help=(
            (
                ("queens:8", "an id: a kind, a colon, and the puzzle's text"),
                ("puzzle.txt", "a file in any notation (see `clew notations`)"),
                ("53..7....6..195...", "a puzzle's text, or a link to it"),
                ("sudoku:9,level=hard#42", "a recipe, as `clew make` prints it"),
                ("my.py:river", "a puzzle of your own, in a Python file"),
                ("-", "standard input"),
            ),
            "`clew puzzles` lists the kinds; `clew puzzles sudoku` describes one. Put an id in "
            "quotes if it has characters that your shell treats specially, such as > or ;.",
        ),
    ),
    "exit": Topic(
        "Exit status",
        help=(
            (
                ("0", "success: a solution, a result, or yes"),
                ("1", "there is no solution, or no: not unique, not all points, an overestimate"),
                ("2", "the command or the input is wrong"),
                ("3", "stopped by a limit; nothing is proven"),
                ("4", "the batch is finished, but some lines were rejected"),
                ("5", "the workers, or the cluster, can't be reached"),
                ("130", "interrupted with Ctrl-C"),
                ("143", "terminated (SIGTERM)"),
            ),
        ),
    ),
    "json": Topic(
        "JSON output",
        help=(
            "With --json, a command prints one JSON object per line on standard output: one for "
            'each puzzle, or one in all. "schema" is the version of the format, "puzzle" the id '
            "of the puzzle. Statistics and progress go to standard error. All commands take "
            "--json, except `clew play` and `clew completion`.",
            'If a command fails, it prints {"error": "..."} and exits with its usual status. '
            "docs/json.md describes every key.",
        ),
    ),
    "color": Topic(
        "Colour",
        help=(
            "Clew uses colour on a terminal and never in a pipe.",
            (
                ("--color, --color=always", "always; also if FORCE_COLOR is set"),
                ("--no-color, --color=never", "never; also if NO_COLOR is set"),
            ),
        ),
    ),
    "limits": Topic(
        "Limits",
        help=(
            (
                ("--max-seconds S", "for the whole command"),
                ("--max-nodes N", "for each search: assignments, or states expanded"),
                ("--max-memory SIZE", "for the whole process, such as 500M or 2G"),
            ),
            "A command that reaches a limit prints the result so far, and exits with status 3.",
        ),
    ),
}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "puzzles": {"kinds": (), "in_full": False, "as_json": False},
    "strategies": {"about": None, "as_json": False},
    "notations": {"kind": None, "as_json": False},
}
"""The lists that `clew help` prints, with the arguments of their commands."""
ALIASES = {
    "id": "ids", "puzzle": "ids", "exit-status": "exit", "status": "exit", "exit-code": "exit",
    "exit-codes": "exit", "colour": "color", "colors": "color", "schema": "json", "limit": "limits",
}  # fmt: skip


HELP_TOPICS = """
Topics:
  ids         how to name a puzzle
  exit        exit statuses
  json        JSON output
  color       colour, and how to turn it off
  limits      limits of time, nodes and memory
  puzzles     all kinds of puzzles
  strategies  all strategies
  notations   all notations
"""


@click.command("help", cls=Verbatim, epilog=HELP_TOPICS)
@click.argument("topic", nargs=-1, type=Checked("topic", words=lambda *_: _words()))
@AS_JSON
@click.pass_context
def help_(context: click.Context, topic: tuple[str, ...], as_json: bool) -> int:
    """Explain TOPIC: a command, a kind of puzzle, a strategy, or a topic listed below."""
    above = context.parent
    assert above is not None
    word = topic[0].lower() if topic else ""
    word = ALIASES.get(word, word)
    if as_json and (word in COMMANDS or not topic):
        groups = [(group, name) for group, names in GROUPS.items() for name in names]
        rows = [{"command": n, "summary": COMMANDS[n][1], "group": g} for g, n in groups]
        chosen = [row for row in rows if word in ("", row["command"])]
        click.echo(record({"commands": chosen}))
    elif as_json and word in TOPICS:
        text = TOPICS[word].laid_out(80)
        click.echo(record({"topic": word, "text": text}))
    elif not topic:
        click.echo(above.get_help())
    elif word in COMMANDS and (word not in ("strategies", "notations", "puzzles") or topic[1:]):
        _command(above, [word, *topic[1:]])
    elif word in TOPICS:
        click.echo(TOPICS[word].laid_out(min(columns(), 80)))
    else:
        _thing(above, word, as_json)
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


def _thing(above: click.Context, word: str, as_json: bool) -> None:
    """Describe a list, a kind of puzzle or a strategy."""
    from clew.cli import lists
    from clew.core.registry import names

    if word in COMMANDS:
        above.invoke(getattr(lists, word), **ARGUMENTS[word])
        return
    if word in names():
        above.invoke(lists.puzzles, **ARGUMENTS["puzzles"] | {"kinds": (word,), "as_json": as_json})
        return
    from clew.search.auto import AUTO
    from clew.search.strategy import strategies

    if word in strategies() or word == AUTO:
        above.invoke(
            lists.strategies, **ARGUMENTS["strategies"] | {"about": word, "as_json": as_json}
        )
        return
    status.unknown("topic", word, [*COMMANDS, *TOPICS, *names(), *strategies()], "clew help --help")


def _words() -> list[str]:
    """List the topics, for completion."""
    from clew.core.registry import names

    return [*COMMANDS, *TOPICS, *names()]


@click.command(cls=Verbatim)
@AS_JSON
def version(as_json: bool) -> int:
    """Print the version, as --version does."""
    click.echo(record({"version": __version__}) if as_json else f"clew {__version__}")
    return status.ANSWERED
