"""Ids of our own, `kind:text` or a recipe `kind:size#seed`, one a line."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.core.registry import names
from clew.generators.generate import parse
from clew.notation._notation import SAMPLE, OneALine, numbered


class Ids(OneALine):
    name: ClassVar[str] = "id"
    kind: ClassVar[str] = ""
    summary: ClassVar[str] = "Ids such as queens:8, one a line, # for comments."
    extensions: ClassVar[tuple[str, ...]] = (".clew",)
    contains: ClassVar[re.Pattern[str]] = re.compile(":")

    def fits(self, text: str) -> bool:
        kinds = tuple(f"{name}:" for name in names())
        lines = [line for _, line in numbered(text, comments=True)][:SAMPLE]
        return any(line.lstrip().startswith(kinds) for line in lines)

    def read_line(self, line: str) -> Puzzle:
        return parse(line)

    def write_line(self, puzzle: Puzzle) -> str:
        return puzzle.id
