"""Files that a command writes: whole or not at all, and `-` for standard output."""

from __future__ import annotations

import os
from pathlib import Path

import click

from clew.cli.status import BadInput


def check_target(target: str | None) -> None:
    """Refuse, before any work is done, a file that could not be written after it."""
    if target is None or target == "-":
        return
    path = Path(target)
    if path.is_dir():
        raise BadInput(f"{target}: found a folder, expected a file")
    if not path.parent.is_dir():
        raise BadInput(f"{target}: the folder {path.parent} does not exist")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"{target}: may not be written")


def write(target: str, text: str | bytes) -> None:
    """Write whole or not at all; a text with a newline at its end."""
    ended = text if isinstance(text, bytes) or text.endswith("\n") else text + "\n"
    if target == "-":
        click.echo(ended, nl=False)
        return
    from clew.notation import save

    save(target, ended)
