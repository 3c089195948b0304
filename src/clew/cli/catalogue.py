"""`clew puzzles`, `clew strategies` and `clew notations`: what there is, in words."""

from __future__ import annotations

import shutil
from shlex import quote
from textwrap import fill
from typing import TYPE_CHECKING

import click

from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.search.strategy import Strategy


@click.command()
def puzzles() -> None:
    """List the kinds of puzzles: what is to be done, how it is written, an example."""
    from clew.puzzles import all_puzzles

    for kind in all_puzzles():
        _title(kind.name, kind.summary)
        _entry("written", kind.form)
        _entry("faces", ", ".join(kind.faces))
        for example in kind.examples[:1]:
            click.echo(f"  {'example':<9} {quote(f'{kind.name}:{example.text}')}")
        click.echo()


EPILOG = """
Example:
  clew solve queens:8 --strategy backtracking:select=mrv,infer=mac
"""


@click.command(cls=Verbatim, epilog=EPILOG)
def strategies() -> None:
    """List the strategies: which face of a puzzle each searches, and its options.

    Options are written after a colon, with commas between; those left out have the value
    that comes first.
    """
    from clew.search.strategy import strategies as all_strategies
    from clew.solving import AUTO, BEST_FOR

    _title(AUTO, "The best one known for the puzzle.")
    for face, spelling in BEST_FOR.items():
        _entry(face, spelling)
    click.echo()
    for strategy in all_strategies().values():
        _describe(strategy)


@click.command()
def notations() -> None:
    """List the notations that files are read and written in."""
    from clew.notation import notations as all_notations

    for notation in all_notations():
        _title(notation.name, notation.summary)
        _entry("puzzle", notation.kind or "any")
        if notation.extensions:
            _entry("files", ", ".join(f"*{ending}" for ending in notation.extensions))
        click.echo()


def _describe(strategy: type[Strategy]) -> None:
    from clew.search.strategy import options

    _title(strategy.name, strategy.summary)
    _entry("face", strategy.face)
    for name, (default, choices) in options(strategy).items():
        _entry(f"{name}=", ", ".join(choices) if choices else f"a whole number, else {default}")
    click.echo()


def _title(name: str, summary: str) -> None:
    click.echo(click.style(name, bold=True))
    click.echo(_wrapped(summary, "  ", "  "))


def _entry(label: str, text: str) -> None:
    click.echo(_wrapped(text, f"  {label:<9} ", " " * 12))


def _wrapped(text: str, first: str, then: str) -> str:
    width = min(shutil.get_terminal_size().columns, 100)
    return fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    )
