"""Files that a command writes: checked before any work is done, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from clew.cli.status import BadInput


def check_target(target: str) -> str:
    """Refuse a file that could not be written; `-` for every name of the standard output."""
    from clew.notation import descriptor

    number = descriptor(target)
    if number is not None:
        return "-" if number == 1 else target
    path = Path(target)
    if path.is_dir():
        raise BadInput(f"{target}: found a folder, expected a file")
    if not path.parent.is_dir():
        raise BadInput(f"{target}: the folder {path.parent} does not exist")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"{target}: may not be written")
    return target


def write(target: str, text: str | bytes) -> None:
    """Write whole or not at all; a text with a newline at its end."""
    from clew.notation import save

    save(target, text if isinstance(text, bytes) or text.endswith("\n") else text + "\n")
