"""`clew site`: the pages as files for any web host, with no server behind them."""

from __future__ import annotations

from pathlib import Path

import click

from clew.cli.app import Verbatim

EPILOG = """
Examples:
  clew site build public
  python -m http.server --directory public
"""


@click.group(cls=click.Group)
def site() -> None:
    """Build the pages as files that any web host serves; Python runs in the browser."""


@site.command(cls=Verbatim, epilog=EPILOG)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--pyodide", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The unpacked npm package pyodide; otherwise npm fetches it.",
)  # fmt: skip
def build(folder: Path, pyodide: Path | None) -> None:
    """Write all pages into FOLDER, which must be new or empty.

    The pages are those of `clew play`. They work from any folder of any host, and offline after
    the first visit.
    """
    from clew.web.site.build import build as build_site

    size = build_site(folder, pyodide)
    click.echo(f"{folder}: {size / 1e6:.1f} MB; try `python -m http.server --directory {folder}`")
