"""`clew show`, `clew convert` and `clew completion`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.app import Verbatim, app
from clew.cli.params import write
from clew.cli.records import record

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle


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
@params.AS_JSON
def show(puzzles: list[Puzzle], svg: str | None, as_json: bool) -> None:
    """Draw each PUZZLE without solving it."""
    from clew.board.json import data
    from clew.board.svg import svg as picture
    from clew.board.text import legend, text

    status.only_one((svg, as_json), "--svg and --json")
    if svg:
        params.only_one_drawn(puzzles)
        write(svg, picture(puzzles[0].board()))
        return
    for number, puzzle in enumerate(puzzles, 1):
        board = puzzle.board()
        if as_json:
            click.echo(record({"puzzle": puzzle.id, "board": data(board)}))
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
@params.puzzles(metavar="IN")
@params.max_seconds()
@click.option("--to", required=True, type=params.NOTATION, help="The notation to write.")
@params.AS_JSON
@params.OUT
def convert(puzzles: list[Puzzle], to: str, as_json: bool, out: str) -> None:
    """Convert the puzzles in IN (an id, a file or -) to another notation.

    `clew notations` lists the notations. Clew's own is `id`, one puzzle per line.
    """
    from clew.notation import write as written

    with status.refusing():
        if as_json:
            texts = [(puzzle.id, written([puzzle], to)) for puzzle in puzzles]
            rows = (record({"puzzle": name, "notation": to, "text": text}) for name, text in texts)
            text = "\n".join(rows)
        else:
            text = written(puzzles, to)
    write(out, text)


COMPLETION = """
In ~/.bashrc:                    eval "$(clew completion bash)"
In ~/.zshrc:                     eval "$(clew completion zsh)"
In ~/.config/fish/config.fish:   clew completion fish | source
"""
BASH = r"""
_clew_completion() {
    local line="${COMP_LINE:0:COMP_POINT}" breaks="[:=]" last head response type value
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    last="${words[${#words[@]}-1]}"
    [[ $COMP_WORDBREAKS == *:* ]] || breaks="[=]"
    head="${last%"${last##*$breaks}"}"
    response=$(env COMP_WORDS="$line" COMP_CWORD=$((${#words[@]} - 1)) \
        _CLEW_COMPLETE=bash_complete "$1")
    while IFS=, read -r type value; do
        if [[ $type == dir ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == file ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == plain ]]; then
            COMPREPLY+=("${value#"$head"}")
            [[ $value == *[:=] ]] && compopt -o nospace
        fi
    done <<< "$response"
    return 0
}
complete -o nosort -F _clew_completion clew
"""
"""The script for bash. Bash splits words at : and =, so it replaces only the rest of a word."""


@click.command(cls=Verbatim, epilog=COMPLETION)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for your shell."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    own = found(app, {}, "clew", "_CLEW_COMPLETE").source()
    click.echo(BASH.strip() if shell == "bash" else own)
