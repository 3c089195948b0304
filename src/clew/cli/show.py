"""`clew show` and `clew convert`; and the lists of puzzles, strategies and notations."""

from __future__ import annotations

import shutil
from shlex import quote
from textwrap import fill
from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.app import Verbatim, app
from clew.cli.params import write

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.search.strategy import Strategy


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew show sudoku:..233..42.3.1...
  clew show puzzle.txt --kind futoshiki --svg puzzle.svg
""",
)
@params.puzzles()
@params.max_seconds()
@params.output("--svg", "Draw it as a picture instead")
@click.option("--json", "as_json", is_flag=True, help="Print its id and its board as JSON.")
def show(puzzles: list[Puzzle], svg: str | None, as_json: bool) -> None:
    """Draw PUZZLE without solving it."""
    import json

    from clew.board.json import data
    from clew.board.svg import svg as picture
    from clew.board.text import legend, text

    status.only_one((svg, as_json), "--svg and --json")
    if svg:
        write(svg, picture(puzzles[0].board()))
        return
    for number, puzzle in enumerate(puzzles, 1):
        board = puzzle.board()
        if as_json:
            click.echo(json.dumps({"id": puzzle.id, "board": data(board)}, ensure_ascii=False))
        elif len(puzzles) > 1:
            click.echo(f"{chr(10) * (number > 1)}[{number}] {puzzle.id}\n{text(board)}")
        else:
            click.echo(text(board))
            if said := legend(board):
                click.echo(f"\n{said}")


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew convert sudoku:..233..42.3.1... --to id
  clew convert puzzles.sdm --to id --out puzzles.txt
""",
)
@params.puzzles(metavar="IN", notation="--from")
@params.max_seconds()
@click.option("--to", required=True, type=params.NOTATION, help="The notation to write.")
@params.OUT
def convert(puzzles: list[Puzzle], to: str, out: str) -> None:
    """Convert the puzzles of IN (an id, a file or -) to another notation.

    `clew notations` lists them; `id` is clew's own, one puzzle per line.
    """
    from clew.notation import write as written

    with status.refusing():
        text = written(puzzles, to)
    write(out, text)


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
