"""Links of puzz.link."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneALine, wrong


class Link(OneALine):
    """`…?genre/columns/rows/body`, or what follows the question mark."""

    genre: ClassVar[str]
    largest: ClassVar[int]

    def read_line(self, line: str) -> Puzzle:
        match = self.matched(line, f"…{self.genre}/columns/rows/body")
        cols, rows, body = match.groups()
        if cols != rows or len(cols) > 3 or not 1 <= int(cols) <= self.largest:
            raise wrong(match.start(1) + 1, f"{cols}/{rows}", f"a square up to {self.largest}")
        return self.read_body(body, int(cols), match.start(3) + 1)

    @abstractmethod
    def read_body(self, body: str, order: int, column: int) -> Puzzle:
        """The puzzle of what follows the size; it starts in that column."""

    def link(self, order: int, body: str) -> str:
        return f"https://puzz.link/p?{self.genre}/{order}/{order}/{body}"


def items(body: str, column: int, pattern: str) -> Iterator[tuple[str, int]]:
    """The items of a body with their columns."""
    for match in re.finditer(f"{pattern}|.", body):
        if not re.fullmatch(pattern, match[0]):
            raise wrong(column + match.start(), match[0], "0 to 9 and a to z")
        yield match[0], column + match.start()


def run_lengths(items: Iterable[str], first: str, longest: int) -> str:
    """The items, with each run of "0" counted by letters from `first` on."""
    text = ""
    for item, run in groupby(items):
        count = len(list(run))
        if item != "0":
            text += item * count
        else:
            full, rest = divmod(count, longest)
            text += chr(ord(first) + longest - 1) * full
            text += chr(ord(first) + rest - 1) if rest else ""
    return text
