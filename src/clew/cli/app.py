"""The command `clew`: its subcommands are imported only when they are called."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from math import inf
from typing import Any

import click

from clew import __version__
from clew.cli import status
from clew.core.errors import ClewError, OutOfTime

GROUPS = {
    "Solve": ("solve", "count", "hint", "explain", "rate", "compare", "grundy"),
    "Play and watch": ("play", "trace", "watch", "lesson", "site"),
    "Make": ("make", "show", "convert"),
    "Teach": ("grade", "coursework"),
    "Batches, proofs": ("batch", "proof", "audit"),
    "Look up": ("puzzles", "strategies", "notations", "help", "completion"),
}
"""The commands as `clew --help` groups them."""
COMMANDS = {
    "solve": ("solve", "Solve puzzles, or check for a unique solution."),
    "count": ("count", "Count solutions exactly, in parts you can resume."),
    "hint": ("explain", "Give a hint for the next step."),
    "explain": ("explain", "Explain the whole solution, step by step."),
    "rate": ("explain", "Rate how hard puzzles are."),
    "compare": ("compare", "Compare the work of several strategies."),
    "grundy": ("explain", "Print nim-values, and explain a winning move."),
    "play": ("play", "Play puzzles and games in the browser."),
    "trace": ("film", "Watch a search step by step, or film it."),
    "watch": ("film", "Watch a search that you wrote."),
    "lesson": ("film", "Watch guided films with questions."),
    "site": ("play", "Build the web pages for any web host."),
    "make": ("make", "Make puzzles at the level you choose."),
    "show": ("show", "Draw puzzles without solving them."),
    "convert": ("show", "Convert puzzles to another notation."),
    "grade": ("course", "Grade students' searches by what they do."),
    "coursework": ("course", "Write the starter files of an assignment."),
    "batch": ("batch", "Process millions of puzzles, file to file."),
    "proof": ("check", "Check a proof, or print its model."),
    "audit": ("check", "Check a heuristic against exact distances."),
    "puzzles": ("lists", "List the kinds of puzzles, or describe one."),
    "strategies": ("lists", "List the strategies, or those that fit a puzzle."),
    "notations": ("lists", "List the notations Clew reads and writes."),
    "help": ("topics", "Explain a command, a kind or another topic."),
    "completion": ("show", "Print the completion script for your shell."),
}
"""For each command the module that holds it, and its line in `clew --help`."""
HIDDEN = {"version": "topics"}
"""Commands that `clew --help` doesn't list."""
MAX_SECONDS = "--max-seconds"
NARROW = 52
"""Terminals with fewer columns get each description below its option."""


HYPHEN, BLANK = "\ue000\ue001"
"""Stand for a hyphen and a blank where a line must not break."""


def _unbroken(text: str) -> str:
    """Keep words with hyphens, and short commands in backquotes, on one line."""
    text = re.sub(r"`[^`\n]{1,28}`", lambda found: found[0].replace(" ", BLANK), text)
    return text.replace("(- for", f"(-{BLANK}for").replace("-", HYPHEN)


class Formatter(click.HelpFormatter):
    """Writes help texts: headings in bold, and descriptions below options if it's narrow."""

    bold = False

    def getvalue(self) -> str:
        """Return the whole text."""
        return super().getvalue().replace(HYPHEN, "-").replace(BLANK, " ")

    def write_text(self, text: str) -> None:
        """Write paragraphs, folded between words."""
        super().write_text(_unbroken(text))

    def write_epilog(self, text: str) -> None:
        """Write examples and tables as they are, and fold paragraphs of prose."""
        for part in text.strip().split("\n\n"):
            self.write("\n")
            if re.search(r"^ |\S  +\S", part, re.MULTILINE):
                self.write(f"{part}\n")
            else:
                self.write_text(part)

    def write_heading(self, heading: str) -> None:
        """Write a heading, in bold on a terminal."""
        shown = click.style(f"{heading}:", bold=True) if self.bold else f"{heading}:"
        self.write(f"{'':>{self.current_indent}}{shown}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options with their descriptions."""
        if self.width >= NARROW - 2:
            unbroken = [(_unbroken(term), _unbroken(text)) for term, text in rows]
            super().write_dl(unbroken, col_max, col_spacing)
            return
        for term, text in rows:
            self.write_text(term)
            with self.indentation():
                self.write_text(text)


class Context(click.Context):
    """A context that lays out help for the current terminal."""

    def make_formatter(self) -> click.HelpFormatter:
        """Return a formatter as wide as the terminal, up to 80 columns."""
        import shutil

        columns = min(shutil.get_terminal_size().columns, 80)
        formatter = Formatter(width=max(columns - 2, 20))
        formatter.bold = status.colored(sys.stdout)
        return formatter


class Verbatim(click.Command):
    """A command whose help ends with examples, printed exactly as written."""

    context_class = Context

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        if self.epilog:
            assert isinstance(formatter, Formatter)
            formatter.write_epilog(self.epilog)


class VerbatimGroup(Verbatim, click.Group):
    """A group of commands whose help also ends with examples."""

    command_class = Verbatim

    def __init__(self, *names: Any, **more: Any) -> None:
        more["subcommand_metavar"] = "COMMAND ..."
        super().__init__(*names, **more)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with the first sentence of its help in full."""
        shown = [(name, each.get_short_help_str(100)) for name, each in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(shown)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command. For an unknown one, suggest the closest."""
        found = super().get_command(ctx, cmd_name)
        if found is None and not cmd_name.startswith("-") and not ctx.resilient_parsing:
            status.unknown("command", cmd_name, self.commands, f"{ctx.command_path} --help")
        return found


class LazyGroup(Verbatim, click.Group):
    """A group that imports a command when it is called, and exits as `clew help exit` says."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command. For an unknown one, suggest the closest."""
        home = COMMANDS[cmd_name][0] if cmd_name in COMMANDS else HIDDEN.get(cmd_name)
        if home is None:
            if not cmd_name.startswith("-") and not ctx.resilient_parsing:
                _unknown(cmd_name)
            return None
        module = import_module(f"clew.cli.{home}")
        found: click.Command = getattr(module, "help_" if cmd_name == "help" else cmd_name)
        return found

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help of `clew` itself, which fits a screen."""
        bold = partial(click.style, bold=True) if status.colored(sys.stdout) else str
        wide = formatter.width >= NARROW + 20
        formatter.write(f"{HELP if wide else self._folded(HELP, formatter.width)}\n")
        for group, names in GROUPS.items():
            if not wide:
                formatter.write(f"\n{bold(group)}\n")
            for place, name in enumerate(names):
                head = f"{group if place == 0 else '':<17}" if wide else "  "
                shown = bold(head) if place == 0 and wide else head
                line = f"{name:<12}{COMMANDS[name][1]}"
                line = line if wide else self._folded(line, formatter.width - 2, 14)
                formatter.write(f"{shown}{line}\n")
        formatter.write(f"\n{FOOT if wide else self._folded(FOOT, formatter.width)}")

    @staticmethod
    def _folded(text: str, width: int, indent: int = 0) -> str:
        from textwrap import fill

        lines = (fill(line, width, subsequent_indent=" " * indent) for line in text.splitlines())
        return "\n".join(lines) + "\n" * text.endswith("\n")

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        """Run, and exit with a status of clew.cli.status. The time of --max-seconds starts here."""
        words = sys.argv[1:] if args is None else list(args)
        seconds = _max_seconds(words) if MAX_SECONDS in " ".join(words) else None
        status.begin("--json" in words)
        options["standalone_mode"] = False
        try:
            words, options["color"] = _with_color(words)
            work: Callable[[], Any] = partial(super().main, words or ["--help"], *more, **options)
            if seconds is None:
                ended = work()
            else:
                from clew.core.deadline import EARLY, within

                ended = within(seconds, OutOfTime, work, EARLY)
        except OutOfTime as error:  # exits here, since freeing the objects takes time
            sys.exit(status.limited(error, seconds))
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            ended = status.ANSWERED
        except click.Abort:
            ended = status.INTERRUPTED
        except (click.ClickException, status.BadInput, OSError, ClewError) as error:
            ended = status.report(error)
        except Exception as error:
            ended = status.report(status.own_fault(error))
        sys.exit(ended if isinstance(ended, int) else status.ANSWERED)


def _unknown(word: str) -> None:
    """Refuse a word that isn't a command. For a puzzle or a kind, suggest a command."""
    if ":" in word or "." in word or os.path.exists(word):  # noqa: PTH110 - pathlib takes 6 ms
        status.usage(f"unknown command {word!r}. To solve a puzzle, write: clew solve {word}")
    close = status.closest(word, COMMANDS)
    if not close:
        from clew.core.registry import names

        if word.lower() in names():
            known = word.lower()
            status.usage(
                f"unknown command {word!r}. To read about these puzzles: clew help {known}"
            )
    status.unknown("command", word, COMMANDS, "clew --help")


COLORS = {"always": True, "never": False, "auto": None}


def _with_color(words: Sequence[str]) -> tuple[list[str], bool | None]:
    """Remove --color and --no-color from the words, wherever they are.

    Returns:
        The other words, and whether to use color, or None to let the terminal decide.
    """
    kept, chosen = list(words), status.color_wanted()
    end = kept.index("--") if "--" in kept else len(kept)
    for word in [word for word in kept[:end] if word.startswith(("--colo", "--no-colo"))]:
        name, _, when = word.replace("colour", "color").partition("=")
        if name == "--no-color" and "=" not in word:
            chosen = False
        elif name == "--color" and (when or "always") in COLORS:
            chosen = COLORS[when or "always"]
        elif name == "--color":
            status.usage(f"--color: unknown value {when!r}. Use always, never or auto")
        else:
            continue
        kept.remove(word)
    status.use_color(chosen)
    return kept, chosen


def _max_seconds(words: Sequence[str]) -> float | None:
    """Return the time limit of the whole command, if any, before click parses the options."""
    if words[:1] == ["play"]:  # there it's the time for each move
        return None
    from clew.cli.params import seconds

    found = [after for word, after in pairwise([*words, ""]) if word == MAX_SECONDS]
    found += [word[len(MAX_SECONDS) + 1 :] for word in words if word.startswith(f"{MAX_SECONDS}=")]
    try:
        limit = seconds(found[-1]) if found else inf
    except ValueError:
        return None
    return None if limit == inf else limit


HELP = """Solve puzzles with textbook search algorithms, and watch how they do it.
Usage: clew COMMAND [PUZZLE] [OPTIONS]      for example: clew solve queens:8
"""
FOOT = "`clew help COMMAND` lists its options. More topics: ids, exit, json, color."


app = LazyGroup("clew", context_settings={"help_option_names": ["-h", "--help"]})
click.version_option(
    __version__, "-V", "--version", prog_name="clew", message="%(prog)s %(version)s"
)(app)
click.option(
    "--color/--no-color", default=None, expose_value=False,
    help="Use colour always or never (default: on a terminal).",
)(app)  # fmt: skip
