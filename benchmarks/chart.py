"""The chart and the table of docs/performance.md: chosen rows of the last full run.

They come from benchmarks/RESULTS.md. `docs/refresh.py` and `./run bench --write-docs` draw them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log10
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from clew.board.chart import STYLE

RESULTS = Path(__file__).parent / "RESULTS.md"
Cells = dict[str, str]
"""The cells of a row by the heading of their column."""


class Chosen(NamedTuple):
    """A row of RESULTS.md with one of its peers, and a description of the work."""

    told: str
    benchmark: str
    part: str
    work: str
    peer: str


CHOSEN = (
    Chosen("Make a unique Sudoku", "make", "one puzzle", "sudoku, unique, with 33 clues",
           "py-sudoku"),
    Chosen("Rate a medium Sudoku", "make", "rating one sudoku", "medium", "hodoku-py"),
    Chosen("Solve a 16 x 16 Sudoku", "best", "first answer", "Sudoku 16x16, minimal, made here",
           "CP-SAT"),
    Chosen("Make a tricky 9 x 9 Futoshiki", "futoshiki_make", "made, many signs", "9x9 tricky",
           "Tatham's Unequal"),
    Chosen("Prove 17-clue Sudokus unique, in a batch", "sudoku", "unique, avx512", "17 clue",
           "tdoku"),
    Chosen("Prove 17-clue Sudokus unique, one by one", "sudoku_single", "one by one, 17 clue",
           "the kernel, unique", "tdoku"),
    Chosen("State and solve connect-3", "own", "work", "connect3", "easyAI"),
    Chosen("State and search the map of Romania", "own", "work", "romania", "aima-python"),
    Chosen("Solve a 5 x 5 Futoshiki from Python", "constraints", "work",
           "Futoshiki 5x5, signs and givens", "Tatham's Unequal"),
    Chosen("State and colour a map", "own", "work", "map colouring", "python-constraint2"),
)  # fmt: skip
"""Five wins, the largest first, and five losses, the smallest first."""

WIDTH, ROW, TOP = 720, 30, 62
LABELS, LEFT, RIGHT = 300, 350, 610
"""Where the labels end, and where a ratio of 0.1 and the largest ratio lie."""


def tables(text: str) -> dict[tuple[str, str, str], Cells]:
    """Read every row of the tables of a document, by benchmark, part and work."""
    found: dict[tuple[str, str, str], Cells] = {}
    benchmark, heads = "", list[str]()
    for line in text.splitlines():
        if line.startswith("## "):
            benchmark = line[3:]
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            heads = []
        elif not heads:
            heads = cells
        elif not line.startswith("|---"):
            found[benchmark, heads[0], cells[0]] = dict(zip(heads, cells, strict=True))
    return found


def ratio(cell: str) -> float:
    """Read the ratio in a cell.

    >>> ratio("**0.905 x**"), ratio("over 4,500 x")
    (0.905, 4500.0)
    """
    found = re.search(r"[\d,.]+(?= x)", cell)
    if found is None:
        raise ValueError(f"benchmarks/RESULTS.md: found {cell!r}, expected a ratio such as 2.5 x")
    return float(found[0].replace(",", ""))


def chosen(text: str) -> list[tuple[Chosen, Cells, float]]:
    """Find the chosen rows in a document, each with the ratio of its peer."""
    every = tables(text)
    rows = [(each, every[each.benchmark, each.part, each.work]) for each in CHOSEN]
    return [(each, cells, ratio(cells[each.peer])) for each, cells in rows]


def table(text: str) -> list[str]:
    """Write the rows of the table of docs/performance.md."""
    return [
        f"| {each.told} | {each.peer} | {cells['clew']} | {cells[each.peer]} |"
        for each, cells, _ in chosen(text)
    ]


def chart(text: str) -> str:
    """Draw the chosen rows as bars from 1: to the right Clew wins, to the left it loses."""
    rows = chosen(text)
    height = TOP + ROW * len(rows) + 40
    spoken = "; ".join(f"{each.told}, {each.peer}: {_times(times)}" for each, _, times in rows)
    decades = log10(max(times for *_, times in rows)) + 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
        f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        f"<title>Their time as a multiple of Clew's. {escape(spoken)}</title>"
        f"<style>{STYLE}</style>",
        '<text class="title" x="16" y="26">Their time as a multiple of Clew\'s</text>',
        '<text class="soft" x="16" y="46">To the right of the line Clew is faster, to the left '
        "slower. Each step is ten times the one before.</text>",
    ]
    for power in range(-1, int(decades)):
        x = _x(10.0**power, decades)
        label = f"{10**power:,}" if power >= 0 else "0.1"
        parts.append(
            f'<line class="line" x1="{x:.1f}" y1="{TOP - 4}" x2="{x:.1f}" y2="{height - 32}"/>'
            f'<text class="soft" x="{x:.1f}" y="{height - 16}" text-anchor="middle">{label}</text>'
        )
    for number, (each, _, times) in enumerate(rows):
        parts += _bar(each, times, TOP + ROW * number, decades)
    return "\n".join([*parts, "</svg>\n"])


def _bar(each: Chosen, times: float, y: int, decades: float) -> Sequence[str]:
    one, end = _x(1, decades), _x(times, decades)
    won = times > 1
    words = _times(times)
    return (
        f'<text x="{LABELS}" y="{y + 12}" text-anchor="end">{escape(each.told)}</text>',
        f'<text class="soft" x="{LABELS}" y="{y + 25}" text-anchor="end" style="font-size:11px">'
        f"{escape(each.peer)}</text>",
        f'<rect class="{"bar" if won else "open"}" x="{min(one, end):.1f}" y="{y + 4}" '
        f'width="{abs(end - one):.1f}" height="18"/>',
        f'<text x="{(end if won else one) + 6:.1f}" y="{y + 18}">{words}</text>',
    )


def _x(times: float, decades: float) -> float:
    return LEFT + (log10(times) + 1) / decades * (RIGHT - LEFT)


def _times(times: float) -> str:
    """Write a ratio with as many digits as a reader wants.

    >>> _times(23474), _times(12.1), _times(0.905)
    ('23,474 x', '12 x', '0.9 x')
    """
    return f"{times:,.0f} x" if times >= 10 else f"{times:.1f} x"
