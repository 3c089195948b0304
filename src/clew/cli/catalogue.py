"""`clew puzzles`, `strategies` and `notations`: what there is, in words; and `completion`."""

from __future__ import annotations

import shutil
from shlex import quote
from textwrap import fill
from typing import TYPE_CHECKING

import click

from clew.cli import params
from clew.cli.app import Verbatim, app

if TYPE_CHECKING:
    from clew.search.strategy import Strategy


@click.command()
@params.LOAD
def puzzles() -> None:
    """List the kinds of puzzles: the task, how one is written, and an example."""
    from clew.core.registry import all_puzzles

    for kind in all_puzzles():
        _title(kind.name, kind.summary)
        _entry("written", kind.form)
        _entry("faces", str(kind.faces))
        for example in kind.examples[:1]:
            click.echo(f"  {'example':<9} {quote(f'{kind.name}:{example.text}')}")
        click.echo()


@click.command(
    cls=Verbatim,
    epilog="""
Example:
  clew solve queens:8 --strategy backtracking:select=mrv,infer=mac
""",
)
@params.LOAD
def strategies() -> None:
    """List the strategies: the face of a puzzle that each searches, and its options.

    Write options after a colon, separated by commas. The first value of each is the default.
    """
    from clew.core.faces import word_of
    from clew.search.auto import AUTO, candidates
    from clew.search.strategy import load_installed
    from clew.search.strategy import strategies as all_strategies

    load_installed()
    _title(AUTO, "The best one known for the puzzle.")
    faces = {strategy.face for strategy in all_strategies().values()}
    for face in sorted(faces, key=word_of):
        _entry(word_of(face), str(candidates(face)[0]))
    click.echo()
    for strategy in all_strategies().values():
        _describe(strategy)


@click.command()
def notations() -> None:
    """List the notations in which files are read and written."""
    from clew.notation import notations as all_notations

    for notation in all_notations():
        _title(notation.name, notation.summary)
        _entry("puzzle", notation.kind or "any")
        if notation.extensions:
            _entry("files", ", ".join(f"*{ending}" for ending in notation.extensions))
        click.echo()


def _describe(strategy: type[Strategy]) -> None:
    from clew.core.faces import word_of
    from clew.search.strategy import options

    _title(strategy.name, strategy.summary)
    _entry("face", word_of(strategy.face))
    for name, (default, choices) in options(strategy).items():
        _entry(
            f"{name}=", ", ".join(choices) if choices else f"a whole number (default: {default})"
        )
    click.echo()


def _title(name: str, summary: str) -> None:
    click.echo(click.style(name, bold=True))
    click.echo(_wrapped(summary, "  ", "  "))


def _entry(label: str, text: str) -> None:
    click.echo(_wrapped(text, f"  {label:<9} ", " " * 12))


def _wrapped(text: str, first: str, then: str) -> str:
    width = min(shutil.get_terminal_size().columns, 100)
    return fill(
        text, width, initial_indent=first, subsequent_indent=then,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


COMPLETION = """
In ~/.bashrc:                    eval "$(clew completion bash)"
In ~/.zshrc:                     eval "$(clew completion zsh)"
In ~/.config/fish/config.fish:   clew completion fish | source
"""
ADD = "COMPREPLY+=($value)"
NO_SPACE = "[[ $value == *[:=] ]] && compopt -o nospace"
"""In bash: no blank after `queens:`, where the puzzle is still to come."""


@click.command(cls=Verbatim, epilog=COMPLETION)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for your shell."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    script = found(app, {}, "clew", "_CLEW_COMPLETE").source()
    click.echo(script.replace(ADD, f"{ADD}\n            {NO_SPACE}") if shell == "bash" else script)
