"""004's interactive version: `python -m clew.coursework.lights_out_gui ROWS COLS`.

It opens the page of `clew play` at that size: click a light to press it, and use the side menu to
scramble or solve. The course's own GUI, with tkinter, runs on `lights_out` too.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence

from clew.coursework._program import Arguments, program

MOST = 50
"""The longest side that the page shows well."""


@program("lights_out_gui")
def main(argv: Sequence[str] | None = None) -> int:
    """Play Lights Out of a size in the browser, until Ctrl-C."""
    parser = Arguments("clew.coursework.lights_out_gui", "Play Lights Out in the browser (004).")
    for name in ("rows", "cols"):
        parser.add_argument(name, metavar=name.upper(), help=f"1 to {MOST}")
    parser.add_argument("--port", default="", help="where the page is served")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    given = parser.parse_args(argv)
    puzzle = f"lights-out:{_side('ROWS', given.rows)}x{_side('COLS', given.cols)}"
    options = ["--port", given.port] if given.port else []
    return _play([puzzle, *options, *(["--no-browser"] if given.no_browser else [])])


def _side(name: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= MOST):
        raise ValueError(f"found {name} {word!r}, expected 1 to {MOST}")
    return int(word)


def _play(arguments: Sequence[str]) -> int:
    """`clew play` in this process: front ends do not import each other, so it is run by name."""
    before, sys.argv = sys.argv, ["clew", "play", *arguments]
    try:
        runpy.run_module("clew", run_name="__main__")
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        sys.argv = before
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
