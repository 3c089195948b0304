"""Brings the documents up to date with the code: `./run python docs/refresh.py`.

It runs every command in a `console` block and writes its output below it, fills in the tables of
docs/reference.md, docs/performance.md and docs/architecture.md, and draws the pictures.
tests/test_docs.py fails if anything is out of date.
"""

from __future__ import annotations

import ast
import csv
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from clew.board.svg import svg
from clew.core.faces import word_of
from clew.core.registry import all_puzzles
from clew.notation import notations, parse, read
from clew.search.auto import AUTO, choose
from clew.search.run import solve
from clew.search.strategy import options, strategies

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # where it runs as a script

from benchmarks import chart  # noqa: E402

DOCUMENTS = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(
        document
        for folder in (
            "docs",
            "docs/contributing",
            "docs/course",
            "docs/notes",
            "examples/coursework",
        )
        for document in sorted((ROOT / folder).glob("*.md"))
    ),
)
REFERENCE = ROOT / "docs" / "reference.md"
PERFORMANCE = ROOT / "docs" / "performance.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
IMAGES = ROOT / "docs" / "images"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r" *\b\d[\d,]*\.\d{4}\b|\b\d[\d,]*\.\d+(?= s\b)|(?<=\"seconds\": )[\d.e-]+")


class Step(NamedTuple):
    """A command as it is shown, and what is shown below it."""

    command: str
    output: str


# ------------------------------------------------------------------ commands


def blocks(text: str) -> list[str]:
    """Find the text of each `console` block."""
    return BLOCK.findall(text)


def steps(block: str) -> list[Step]:
    """Split a block into its commands (lines from `$ `, joined over backslashes) and outputs."""
    pattern = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
    return [Step(*found) for found in pattern.findall(block)]


def performed(block: str) -> str:
    """Run the commands of a block, and return the block with their current output."""
    with tempfile.TemporaryDirectory() as folder:
        _furnish(Path(folder))
        return "".join(f"$ {command}\n{_run(command, folder)}" for command, _ in steps(block))


def _furnish(folder: Path) -> None:
    """Make a stand-in for the top of the repository, which commands may write to."""
    shim = folder / "run"
    shim.write_text('#!/bin/sh\nexec "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    (folder / "examples").symlink_to(ROOT / "examples")


def _run(command: str, folder: str) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    settings = {"PATH": path, "COLUMNS": "100", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=os.environ | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


def without_times(text: str) -> str:
    """Replace every time in a text by T.

    >>> without_times("3 nodes · 0.012 s")
    '3 nodes · T s'
    """
    return TIME.sub("T", text)


def with_outputs(text: str) -> str:
    """Run each block of a document again. A block that differs only in times stays as it is."""

    def renewed(match: re.Match[str]) -> str:
        now = performed(match[1])
        same = without_times(now) == without_times(match[1])
        return match[0] if same else f"```console\n{now}```"

    return BLOCK.sub(renewed, text)


# ------------------------------------------------------------------ tables


def puzzle_rows() -> list[str]:
    """List the puzzles, as `clew puzzles` does."""
    return [
        _row(f"`{kind.name}`", kind.summary, kind.form, str(kind.faces)) for kind in all_puzzles()
    ]


def strategy_rows() -> list[str]:
    """List the strategies, as `clew strategies` does."""
    examples = (kind.parse(e.text) for kind in all_puzzles() for e in kind.examples[:1])
    best = dict.fromkeys(f"`{choose(puzzle, AUTO)}`" for puzzle in examples)
    told = "The best strategy known for the puzzle."
    rows = [_row(f"`{AUTO}`", "", told, f"as {', '.join(best)}")]
    for name, kind in strategies().items():
        words = [
            f"`{option}=` {', '.join(choices) if choices else default}"
            for option, (default, choices) in options(kind).items()
        ]
        rows.append(_row(f"`{name}`", word_of(kind.face), kind.summary, "<br>".join(words)))
    return rows


def notation_rows() -> list[str]:
    """List the notations by puzzle, as `clew notations` does."""
    kinds = dict.fromkeys(each.kind for each in notations())
    named = ((kind, [f"`{n.name}`" for n in notations() if n.kind == kind]) for kind in kinds)
    return [_row(f"`{kind}`" if kind else "any", ", ".join(names)) for kind, names in named]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def package_rows() -> list[str]:
    """List the packages, the highest layer first, with the first paragraph of their docstrings."""
    root = ROOT / "src" / "clew"
    names = {path.parent.name for path in root.glob("*/__init__.py")}
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    order = [name for layer in layers for name in layer.split(" | ") if name in names]
    rows = []
    for name in [*order, *sorted(names.difference(order))]:
        module = ast.parse((root / name / "__init__.py").read_text(encoding="utf-8"))
        words, _, _ = (ast.get_docstring(module) or "").partition("\n\n")
        rows.append(_row(f"`{name}`", " ".join(words.split())))
    return rows


TABLES: dict[str, Callable[[], list[str]]] = {
    "Puzzles": puzzle_rows,
    "Strategies": strategy_rows,
    "Notations": notation_rows,
}
"""The tables of docs/reference.md by their headings."""
FIGURES: dict[str, Callable[[], list[str]]] = {
    "Wins and losses": lambda: chart.table(chart.RESULTS.read_text(encoding="utf-8"))
}
"""The table of docs/performance.md by its heading."""
MAP: dict[str, Callable[[], list[str]]] = {"The map": package_rows}
"""The table of docs/architecture.md by its heading."""
TABLES_OF = {REFERENCE: TABLES, PERFORMANCE: FIGURES, ARCHITECTURE: MAP}


def table(text: str, heading: str) -> re.Match[str]:
    """Find the rows of the first table under a heading, without its head."""
    pattern = rf"^#+ {heading}\n(?:(?!\|).*\n)*\|.*\n\|[-:| ]+\|\n((?:\|.*\n)*)"
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise ValueError(f"docs/reference.md: found no table under the heading {heading!r}")
    return found


def with_tables(text: str, tables: dict[str, Callable[[], list[str]]]) -> str:
    """Fill in the rows of a document's tables."""
    for heading, rows in tables.items():
        start, end = table(text, heading).span(1)
        text = text[:start] + "".join(f"{row}\n" for row in rows()) + text[end:]
    return text


# ------------------------------------------------------------------ pictures


def boards() -> str:
    """Draw a Sudoku and a Futoshiki, solved, side by side."""
    pictures = [
        svg(puzzle.board(solve(puzzle).solution))
        for puzzle in (
            read(ROOT / "examples" / "sudoku.txt", kind="sudoku"),
            read(ROOT / "examples" / "futoshiki.txt", kind="futoshiki"),
        )
    ]
    sizes = [
        tuple(map(int, re.findall(r' (?:width|height)="(\d+)"', p.partition(">")[0])))
        for p in pictures
    ]
    gap, left = 40, 0
    height = max(size[1] for size in sizes)
    placed = []
    for picture, (width, tall) in zip(pictures, sizes, strict=True):
        at = f'<svg x="{left}" y="{(height - tall) // 2}" '
        placed.append(picture.replace("<svg ", at, 1))
        left += width + gap
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="clew" role="img" '
        f'viewBox="0 0 {left - gap} {height}" width="{left - gap}" height="{height}">'
    )
    return "\n".join(
        [f"{head}<title>A Sudoku and a Futoshiki, solved</title>", *placed, "</svg>\n"]
    )


COMPARED = (
    "backtracking:select=first,infer=none",
    "backtracking:select=first",
    "breadth-first",
    "depth-first",
    "backtracking:infer=none",
    "backtracking:infer=singles",
    "backtracking:infer=mac+hidden-singles",
)


def bars() -> str:
    """Draw the work of seven strategies on a Sudoku that was designed to be slow."""
    chosen = " ".join(f"--strategy {spelling}" for spelling in COMPARED)
    with tempfile.TemporaryDirectory() as folder:
        _furnish(Path(folder))
        return _run(f"clew compare examples/slow.txt {chosen} --max-seconds 60 --svg -", folder)


EIGHT = {
    "generate-and-test": ("generate and test", "places all eight queens, then looks"),
    "backtracking:select=first,infer=none": ("backtracking", "turns back at the first attack"),
    "backtracking:infer=mac": ("+ arc consistency", "rules out squares, tightest row first"),
    "learning": ("clause learning", "remembers why it failed"),
}
"""The strategies of the picture in README.md: their names there, and what each does."""
EIGHT_STYLE = """
.bg{fill:#fff}.ink{fill:#1c2733}.soft{fill:#5d6874}.bar{fill:#1a5fb4}.lead{stroke:#9aa5b1}
text{font:15px system-ui,sans-serif}.mono{font:15px ui-monospace,monospace}
.num{font-size:30px;font-weight:700}.name{font-weight:700}.on{fill:#fff}.dark{fill:#fff;opacity:.16}
@media(prefers-color-scheme:dark){.bg{fill:#161b22}.ink{fill:#e6edf3}.soft{fill:#9aa5b1}
.bar{fill:#7cb7ff}.lead{stroke:#5d6874}.on{fill:#0d1b2a}}
"""


def eight() -> str:
    """Draw how many nodes four strategies search for eight queens: an area is a number of nodes."""
    chosen = " ".join(f"--strategy {spelling}" for spelling in EIGHT)
    with tempfile.TemporaryDirectory() as folder:
        _furnish(Path(folder))
        _run(f"clew compare queens:8 {chosen} --csv nodes.csv --quiet", folder)
        with (Path(folder) / "nodes.csv").open(encoding="utf-8", newline="") as file:
            nodes = {row["strategy"]: int(row["nodes"]) for row in csv.DictReader(file)}
    width, left, top, tall = 840, 24, 62, 196
    (most, (name, does)), *others = EIGHT.items()
    scale = (width - 2 * left) * tall / nodes[most]
    parts = [
        f'<rect class="bg" width="{width}" height="400"/>',
        f'<text class="mono ink" x="{left}" y="40">$ clew compare queens:8</text>',
        f'<text class="soft" x="{width - left}" y="40" text-anchor="end">'
        "nodes searched, drawn to scale</text>",
        f'<rect class="bar" x="{left}" y="{top}" width="{width - 2 * left}" height="{tall}"/>',
        *_numbered(left + 20, top + 46, nodes[most], name, does, "on"),
        *_queens(width - left - 178, top + 18, 20),
    ]
    for at, (spelling, (name, does)) in enumerate(others):
        x, side = left + 20 + at * 265, (nodes[spelling] * scale) ** 0.5
        parts += [
            f'<path class="lead" fill="none" d="M{x + 3} 308V290"/>',
            f'<rect class="bar" x="{x + 3 - side / 2:.2f}" y="{282 - side / 2:.2f}" '
            f'width="{side:.2f}" height="{side:.2f}"/>',
            *_numbered(x, 338, nodes[spelling], name, does, "ink"),
        ]
    told = ", ".join(f"{EIGHT[each][0]} {nodes[each]:,}" for each in EIGHT)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} 400" '
        f'width="{width}" height="400"><title>Nodes searched for eight queens: {told}</title>'
        f"<style>{EIGHT_STYLE.replace(chr(10), '')}</style>{''.join(parts)}</svg>\n"
    )


def _queens(x: int, y: int, side: int) -> Iterator[str]:
    """Draw the solution that backtracking finds first, within the bar."""
    found = solve(parse("queens:8"), "backtracking:select=first,infer=none").solution
    for row, column in enumerate(found):
        for each in range(8):
            if (row + each) % 2:
                place = f'x="{x + each * side}" y="{y + row * side}"'
                yield f'<rect class="dark" {place} width="{side}" height="{side}"/>'
        middle = f'cx="{x + column * side + side / 2}" cy="{y + row * side + side / 2}"'
        yield f'<circle class="on" {middle} r="{side * 0.3}"/>'


def _numbered(x: int, y: int, nodes: int, name: str, does: str, ink: str) -> list[str]:
    """Draw a number of nodes above the name of the strategy and its line."""
    soft = "soft" if ink == "ink" else ink
    return [
        f'<text class="num {ink}" x="{x}" y="{y}">{nodes:,}</text>',
        f'<text class="name {ink}" x="{x}" y="{y + 25}">{name}</text>',
        f'<text class="{soft}" x="{x}" y="{y + 45}">{does}</text>',
    ]


PICTURES = {"boards.svg": boards, "compare.svg": bars, "eight-queens.svg": eight}


def stale() -> Iterator[tuple[Path, str]]:
    """Yield each file that is out of date, with its new text."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        fresh = with_outputs(with_tables(text, TABLES_OF.get(document, {})))
        if fresh != text:
            yield document, fresh
    for name, draw in PICTURES.items():
        path = IMAGES / name
        picture = draw()
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            yield path, picture


def figures() -> str:
    """Draw the chart of docs/performance.md."""
    return chart.chart(chart.RESULTS.read_text(encoding="utf-8"))


PICTURES["performance.svg"] = figures


if __name__ == "__main__":
    for path, text in stale():
        path.write_text(text, encoding="utf-8")
        print(f"rewrote {path.relative_to(ROOT)}")
