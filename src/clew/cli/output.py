"""Files that a command writes: whole or not at all, and `-` for standard output."""

from __future__ import annotations

import os

from clew.cli.status import BadInput


def check_target(target: str | None) -> None:
    """Refuse, before any work is done, a file that could not be written after it."""
    if target is None or target == "-":
        return
    folder = os.path.dirname(target) or "."  # noqa: PTH120 - pathlib takes 6 ms to import
    if os.path.isdir(target or "."):  # noqa: PTH112
        raise BadInput(f"{target}: found a folder, expected a file")
    if not os.path.isdir(folder):  # noqa: PTH112
        raise BadInput(f"{target}: the folder {folder} does not exist")
    if not os.access(target if os.path.exists(target) else folder, os.W_OK):  # noqa: PTH110
        raise BadInput(f"{target}: may not be written")


def write(target: str, text: str | bytes) -> None:
    """Write whole or not at all; a text with a newline at its end."""
    ended = text if isinstance(text, bytes) or text.endswith("\n") else text + "\n"
    if target == "-":
        import click

        click.echo(ended, nl=False)
        return
    from clew.notation import save

    save(target, ended)
