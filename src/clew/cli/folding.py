"""Fold long lines at the width of the terminal."""

from __future__ import annotations

import re
import sys

LEAST = 16
"""Text keeps this many columns, however deep its indentation is."""

BELOW = 4
"""The indentation of a text that goes below its head, where the terminal is narrow."""


def columns() -> int:
    """Return the width of the terminal; without one, COLUMNS or 80."""
    import shutil  # imports lzma and bz2, which takes two milliseconds

    return max(shutil.get_terminal_size().columns, LEAST)


def folded(text: str, head: str = "") -> str:
    """Fold each line at the width of the terminal; in a pipe, return the text as it is.

    A line goes on below its own first word: after its indentation, and after a number such as
    `12. `. Clew doesn't cut words, so that you can still copy an id.

    Args:
        text: one line or several.
        head: the start of the first line; the other lines are indented by its width.
    """
    if not sys.stdout.isatty():
        return head + text
    wide = columns()
    first, *others = text.split("\n")
    return "\n".join([fold(first, wide, head), *(fold(each, wide) for each in others)])


def fold(line: str, wide: int, head: str = "") -> str:
    """Fold one line at a width: see `folded`."""
    if len(head) + len(line) <= wide:
        return head + line
    from textwrap import fill

    if not head:
        start = re.match(r" *(\d+\. +)?", line)
        head = start[0] if start else ""
        line = line[len(head) :]
    if len(head.rstrip()) >= wide - LEAST:
        below = " " * BELOW
        return f"{head.rstrip()}\n{fold(line, wide, below)}"
    indent = min(len(head), wide - LEAST)
    return fill(
        line, wide, initial_indent=head[: max(indent, len(head.rstrip()) + 1)],
        subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
