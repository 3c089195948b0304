"""The command `clew`: its subcommands are imported only when they are called."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from clew import __version__
from clew.cli import status
from clew.cli.verbatim import Verbatim

COMMANDS = {
    "solve": ("solve", "Solve a puzzle, or count its answers, or record how."),
    "compare": ("compare", "Set the work of several strategies side by side."),
    "trace": ("trace", "Watch a search step by step, or write it as a page or a picture."),
    "explain": ("explaining", "Tell a whole solution step by step, each with its reason."),
    "hint": ("explaining", "Tell the next step: where, how, which cells, or all of it."),
    "rate": ("explaining", "Say how hard puzzles are, by the techniques they need."),
    "make": ("make", "Make puzzles with one solution, at the level you ask for."),
    "play": ("play", "Play puzzles and games, and watch searches, in the browser."),
    "count": ("counting", "Count answers exactly, in parts that can be gone on with."),
    "grundy": ("grundy", "Print nim-values, and why a move wins."),
    "batch": ("batching", "Do the same with millions of puzzles, from files to a file."),
    "show": ("show", "Draw a puzzle without solving it."),
    "convert": ("convert", "Rewrite puzzles in another notation."),
    "puzzles": ("catalogue", "List the kinds of puzzles, with an example of each."),
    "strategies": ("catalogue", "List the strategies and their options."),
    "notations": ("catalogue", "List the notations that files are read and written in."),
    "completion": ("completion", "Print the completion script of your shell."),
}
"""For each command the module that holds it, and its line in `clew --help`."""


class LazyGroup(Verbatim, click.Group):
    """A group that knows its commands by name, and ends as clew does: see `clew --help`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"clew.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = getattr(module, cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            hint = status.suggestion(args[0], COMMANDS)
            status.usage(f"found {args[0]!r}, expected one of {', '.join(COMMANDS)}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and exit with a status of clew.cli.status."""
        kwargs["standalone_mode"] = False
        try:
            ended = super().main(*args, **kwargs)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            ended = status.BAD
        except click.Abort:
            ended = status.INTERRUPTED
        except (click.ClickException, status.BadInput, OSError) as error:
            ended = status.report(error)
        sys.exit(ended if isinstance(ended, int) else status.ANSWERED)


EPILOG = """
Examples:
  clew solve queens:8
  clew solve puzzle.txt --kind sudoku --strategy backtracking:infer=mac
  clew compare sudoku:..233..42.3.1... --svg nodes.svg
  clew puzzles

Exit status:
  0    answered
  1    proven that there is no solution
  2    the input or the way clew was called is wrong
  3    stopped by a limit, with nothing proven
  4    a batch is done, but for lines that were rejected
  130  interrupted with Ctrl-C
"""


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="clew", message="%(prog)s %(version)s")
def app() -> None:
    """State a puzzle, search for its solution, see why it works.

    A PUZZLE is an id such as queens:8 or sudoku:..233..42.3.1..., the name of a file,
    or - to read it from standard input.
    """
