"""Writes the tutorials as notebooks: `./run python -m docs.notebooks FOLDER`.

Text becomes cells of text, and each example a cell of code with its output.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
TUTORIALS = (
    "first_puzzle", "own_puzzle", "own_walk", "own_game", "own_strategy", "watch_a_search",
    "a_class",
)  # fmt: skip
BLOCK = re.compile(r"^```(pycon|python)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")
Cell = dict[str, Any]


def notebook(name: str) -> dict[str, Any]:
    """Convert a tutorial to the format of Jupyter."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    meta = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": list(_cells(text)), "metadata": meta, "nbformat": 4, "nbformat_minor": 4}


def write(folder: Path) -> None:
    """Write all tutorials as notebooks."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in TUTORIALS:
        made = json.dumps(notebook(name), indent=1, ensure_ascii=False) + "\n"
        (folder / f"{name}.ipynb").write_text(made, encoding="utf-8")


def _cells(text: str) -> Iterator[Cell]:
    parts = BLOCK.split(text)
    yield _words(parts[0])
    for language, block, words in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        yield from _examples(block) if language == "pycon" else [_code(block)]
        if words.strip():
            yield _words(words)


def _words(text: str) -> Cell:
    """Make a cell of text, in which a link to another page becomes plain text."""
    return {"cell_type": "markdown", "metadata": {}, "source": LINK.sub(r"\1", text).strip()}


def _examples(block: str) -> Iterator[Cell]:
    """Make a cell for each output, with the code that leads to it."""
    source = ""
    for example in DocTestParser().get_examples(block):
        source += example.source
        if example.want:
            yield _code(source, example.want)
            source = ""
    if source:
        yield _code(source)


def _code(source: str, want: str = "") -> Cell:
    out = {"output_type": "stream", "name": "stdout", "text": want}
    return {
        "cell_type": "code", "execution_count": None, "metadata": {},
        "outputs": [out] if want else [], "source": source.rstrip("\n"),
    }  # fmt: skip


if __name__ == "__main__":
    write(Path(sys.argv[1]))
