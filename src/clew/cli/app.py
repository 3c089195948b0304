"""The command `clew`: its subcommands are imported only when they are called."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from math import inf
from typing import Any

import click

from clew import __version__
from clew.cli import status
from clew.core.errors import ClewError, OutOfTime

COMMANDS = {
    "solve": ("solve", "Solve a puzzle, count its answers, or record the search."),
    "compare": ("compare", "Compare the work of several strategies."),
    "trace": ("film", "Watch a search step by step, or save it as a page or a picture."),
    "lesson": ("film", "List guided films with questions, or save one as a page."),
    "explain": ("explain", "Explain a whole solution step by step, each with its reason."),
    "hint": ("explain", "Give a hint for the next step, vague or in full."),
    "rate": ("explain", "Say how hard puzzles are, by the techniques that they need."),
    "make": ("make", "Make puzzles with one solution, at the level you choose."),
    "play": ("play", "Play puzzles and games, and watch searches, in the browser."),
    "site": ("play", "Build the pages as files for any web host, without a server."),
    "count": ("count", "Count answers exactly, in parts that can be resumed."),
    "proof": ("check", "Check a proof, or print the model that it is about."),
    "grundy": ("explain", "Print nim-values, and explain why a move wins."),
    "audit": ("check", "Check a heuristic against the exact distances of all states."),
    "watch": ("film", "Watch a search that you wrote, step by step or as a page."),
    "grade": ("course", "Grade students' searches by what they do, not only by their answers."),
    "coursework": ("course", "Write the files of a course's assignment, ready to run."),
    "batch": ("batch", "Process millions of puzzles, from files to a file."),
    "show": ("show", "Draw a puzzle without solving it."),
    "convert": ("show", "Convert puzzles to another notation."),
    "puzzles": ("show", "List the kinds of puzzles, with an example of each."),
    "strategies": ("show", "List the strategies and their options."),
    "notations": ("show", "List the notations of files."),
    "completion": ("show", "Print the completion script for your shell."),
}
"""For each command the module that holds it, and its line in `clew --help`."""
MAX_SECONDS = "--max-seconds"


class Verbatim(click.Command):
    """A command whose help ends with examples, printed exactly as written."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            formatter.write(f"\n{self.epilog.strip()}\n")


class VerbatimGroup(Verbatim, click.Group):
    """A group of commands whose help ends so."""


class LazyGroup(VerbatimGroup):
    """A group that knows its commands by name, and ends as clew does: see `clew --help`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            hint = status.suggestion(cmd_name, COMMANDS)
            status.usage(f"found {cmd_name!r}, expected one of {', '.join(COMMANDS)}{hint}")
        module = import_module(f"clew.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = getattr(module, cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        """Run, and exit with a status of clew.cli.status; --max-seconds counts from here."""
        words = sys.argv[1:] if args is None else list(args)
        seconds = _max_seconds(words) if MAX_SECONDS in " ".join(words) else None
        options["standalone_mode"] = False
        work: Callable[[], Any] = partial(super().main, words, *more, **options)
        try:
            if seconds is None:
                ended = work()
            else:
                from clew.core.deadline import EARLY, within

                ended = within(seconds, OutOfTime, work, EARLY)
        except OutOfTime as error:  # leaving here keeps what was laid out: to free it takes time
            sys.exit(status.limited(error, seconds))
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            ended = status.BAD
        except click.Abort:
            ended = status.INTERRUPTED
        except (click.ClickException, status.BadInput, OSError, ClewError) as error:
            ended = status.report(error)
        except Exception as error:
            ended = status.report(status.own_fault(error))
        sys.exit(ended if isinstance(ended, int) else status.ANSWERED)


def _max_seconds(words: Sequence[str]) -> float | None:
    """The seconds for the whole command, before anything of it is read; a mistake is told later."""
    if words[:1] == ["play"]:  # where it is the time for each move
        return None
    from clew.cli.params import seconds

    found = [after for word, after in pairwise([*words, ""]) if word == MAX_SECONDS]
    found += [word[len(MAX_SECONDS) + 1 :] for word in words if word.startswith(f"{MAX_SECONDS}=")]
    try:
        limit = seconds(found[-1]) if found else inf
    except ValueError:
        return None
    return None if limit == inf else limit


HELP = """State a puzzle, search for its solution, see why it works.

A PUZZLE is an id such as queens:8 or sudoku:..233..42.3.1..., the name of a file,
or - for standard input.
"""
EPILOG = """
Examples:
  clew solve queens:8
  clew solve puzzle.txt --kind sudoku --strategy backtracking:infer=mac
  clew compare sudoku:..233..42.3.1... --svg nodes.svg
  clew puzzles

Exit status:
  0    answered
  1    there is no solution: searched to the end, or a reason is named
  2    the input or the command is wrong
  3    stopped by a limit; nothing is proven
  4    the batch is finished, but some lines were rejected
  5    the workers, or the cluster, can't be reached
  130  interrupted with Ctrl-C
  143  terminated (SIGTERM)
"""


app = LazyGroup(
    "clew", help=HELP, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
click.version_option(__version__, prog_name="clew", message="%(prog)s %(version)s")(app)
