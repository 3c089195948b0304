"""`clew play`, for puzzles and games in the browser or the terminal, and `clew site`."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.app import Verbatim, VerbatimGroup
from clew.cli.records import record

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle


TOKEN = r"[A-Za-z0-9._~-]{8,128}"
"""The tokens that can stand in an address and in a cookie as they are."""
PLAY_EXAMPLES = """
Examples:
  clew play
  clew play lights-out 4 7
  clew play sudoku:..233..42.3.1...
  clew play puzzle.txt --kind sudoku
  clew play nim:3,4,5 --terminal --second
  clew play --host 0.0.0.0
"""


def _checked_token(
    context: click.Context, option: click.Parameter, token: str | None
) -> str | None:
    if token is not None and not re.fullmatch(TOKEN, token):
        raise click.BadParameter("use 8 to 128 letters, digits and . _ ~ -")
    return token


@click.command(cls=Verbatim, epilog=PLAY_EXAMPLES)
@click.argument("puzzle", required=False, type=params.Checked("puzzle", files=True))
@click.argument("size", nargs=-1, type=params.Number(1))
@params.reading()
@click.option(
    "--port", metavar="N", type=params.Number(0, 65535), help="The port; 0 for any free port."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--token", metavar="TEXT", callback=_checked_token,
    help="Use this token instead of a random one, so the address stays the same next time.",
)  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Print the address, and don't open a browser.")
@click.option("--terminal", is_flag=True, help="Play in the terminal, by typing moves.")
@click.option("--second", is_flag=True, help="In the terminal: let Clew move first.")
@click.option("--both", is_flag=True, help="In the terminal: play both sides yourself.")
@click.option(
    "--max-seconds", metavar="S", type=params.SECONDS, default=20.0, show_default=True,
    help="In the terminal: how long Clew may think about a move.",
)  # fmt: skip
def play(
    puzzle: str | None, size: tuple[int, ...], kind: str | None, notation: str | None,
    port: int | None, host: str, token: str | None,
    no_browser: bool, terminal: bool, second: bool, both: bool, max_seconds: float,
) -> int:  # fmt: skip
    """Play PUZZLE in the browser, or choose a puzzle there; watch and compare searches too.

    A kind and a size make a board of that size: `clew play lights-out 4 7` has 4 rows of 7.

    Clew starts a server on your machine, prints its address and opens it in the browser. It
    needs no network. Ctrl-C stops it.

    With `--host 0.0.0.0` others on your network can use it too, if you send them the address
    that Clew prints. The address contains a token, and the server refuses requests without it.

    In the terminal, type moves as `moves` lists them. `hint` suggests a move, `why` explains it,
    `undo` takes back your last move, and `quit` leaves. Puzzles for one player also have
    `scramble` and `solve`. In a grid a move writes into a cell (`r3c4=7`), and `check` looks for
    mistakes.
    """
    from importlib.util import find_spec

    from clew.cli.params import load_one

    puzzle = _loaded(puzzle)
    chosen = terminal or second or both
    in_terminal = chosen or not all(map(find_spec, ("starlette", "uvicorn")))
    if puzzle == "-":
        status.usage("moves come from standard input, so the puzzle can't. Use an id or a file")
    one = None if puzzle is None else sized(puzzle, size) or load_one(puzzle, kind, notation)
    if not in_terminal:
        return _serve(one, host, port, not no_browser, token)
    if one is None:
        status.usage("missing PUZZLE: in the terminal, say which one to play, such as nim:3,4,5")
    if not chosen:
        click.echo(
            "clew play: playing in the terminal; for the browser: pip install 'clew-puzzles[web]'",
            err=True,
        )
    from clew.cli.terminal import sit_down

    return sit_down(one, second, both, max_seconds)


def sized(kind: str, size: tuple[int, ...]) -> Puzzle | None:
    """Return a puzzle of a kind and size, or None without a size. Make one if it needs givens."""
    from clew.core.registry import find, names, parse
    from clew.generators.maker import generate

    if not size:
        return None
    kind = kind.lower()
    if kind not in names():
        raise status.BadInput(status.advised("kind", kind, names(), "clew puzzles"))
    form = find(kind).form
    square, alone = (size * 2, str(size[0])) if len(size) == 1 else (size, ",".join(map(str, size)))
    sides = "x".join(map(str, square))
    for text in (sides, alone):
        with suppress(ValueError):
            return parse(f"{kind}:{text}")
    for text in (alone, sides):  # makers take the size of the whole board
        with suppress(ValueError):
            return generate(kind, text)
    found = " ".join(map(str, size))
    raise status.BadInput(f"{kind}: no board of size {found}. A {kind} is written: {form}")


def _loaded(word: str | None) -> str | None:
    """Return the word, or the id for FILE.py:NAME. For a file with several puzzles, return None."""
    if word is None or ".py" not in word:
        return word
    from clew.model.loading import load, named_in

    with status.refusing():
        named = named_in(word)
        several = named is not None and not named[1] and len(load(named[0])) > 1
        return None if several else params.own(word)


def _serve(
    puzzle: Puzzle | None, host: str, port: int | None, browse: bool, token: str | None
) -> int:
    from urllib.parse import quote

    from clew.web.serve import serve

    page = "" if puzzle is None else f"play#id={quote(puzzle.id, safe=':,=@/')}"
    try:
        serve(host, port, page, browse, token)
    except (OSError, OverflowError) as error:
        where = host if port is None else f"{host}, port {port}"
        raise status.BadInput(f"can't listen on {where}: {_reason(error)}") from None
    return status.INTERRUPTED


def _reason(error: Exception) -> str:
    return status.system_error(error) if isinstance(error, OSError) else str(error)


SITE_EXAMPLES = """
Examples:
  clew site build public
  python -m http.server --directory public
"""


@click.group(cls=VerbatimGroup, epilog=SITE_EXAMPLES)
def site() -> None:
    """Build the pages as files for any web host; Python runs in the browser."""


@site.command(cls=Verbatim, epilog=SITE_EXAMPLES)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--pyodide", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The unpacked npm package pyodide (default: npm fetches it).",
)  # fmt: skip
@params.AS_JSON
def build(folder: Path, pyodide: Path | None, as_json: bool) -> None:
    """Write all pages into FOLDER, which must be new or empty.

    The pages are those of `clew play`. They work from any folder on any host, and offline after
    the first visit.
    """
    from clew.web.site.build import build as build_site

    size = build_site(folder, pyodide)
    if as_json:
        click.echo(record({"folder": str(folder), "bytes": size}))
        return
    click.echo(f"{folder}: {size / 1e6:.1f} MB; try `python -m http.server --directory {folder}`")
