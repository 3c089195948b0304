"""`./run bench [NAME …]`: run the benchmarks, or those named."""

from __future__ import annotations

import argparse
import json
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import benchmarks
from benchmarks import instructions, report
from benchmarks.measure import FULL, QUICK
from benchmarks.outside import ROUNDS, Command, against, parse_peer
from benchmarks.report import Section
from benchmarks.row import Figure, Row, measured

FULL_RUN = "results"
SERVING = {"__main__", "instructions", "made", "measure", "outside", "peers", "puzzles", "rates"}
SERVING |= {
    "chart",
    "film_frames",
    "own_peers",
    "report",
    "row",
    "setting",
    "site_visit",
    "stated",
    "web_load",
}
"""The modules that aren't benchmarks."""
RESULTS = Path(__file__).parent / "results"
DOCUMENT = Path(__file__).parent / "RESULTS.md"


def modules() -> dict[str, ModuleType]:
    """Return every benchmark by its name: the modules of this folder, except the helpers."""
    names = [each.name for each in pkgutil.iter_modules(benchmarks.__path__)]
    found = {name: import_module(f"benchmarks.{name}") for name in names if name not in SERVING}
    for name, module in found.items():
        if not hasattr(module, "rows"):
            raise ValueError(f"benchmarks/{name}.py: found no rows(), expected a function of rows")
    return found


class Parser(argparse.ArgumentParser):
    """A parser that reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def arguments(args: Sequence[str] | None) -> argparse.Namespace:
    parser = Parser(prog="bench", description="Compare Clew with other tools, as ratios.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these benchmarks")
    parser.add_argument("--quick", action="store_true", help="a smoke test: few rows, one round")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a solver that reads puzzles, one a line, and prints puzzles a second",
    )
    parser.add_argument("--no-instructions", action="store_true", help="do not run callgrind")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER")
    parser.add_argument(
        "--write-docs", action="store_true", help="write RESULTS.md from the last full run"
    )
    return parser.parse_args(args)


def main(args: Sequence[str] | None = None) -> int:
    asked = arguments(args)
    try:
        if asked.write_docs:
            write_docs(asked.results)
            return 0
        peers = [parse_peer(text) for text in asked.peer]
        chosen = select(asked.names)
    except ValueError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    sections = [
        Section(name, about(module), tuple(figures(name, module, asked, peers)))
        for name, module in chosen.items()
    ]
    write(asked.results, stem(asked), sections)
    return 0


def select(names: Sequence[str]) -> dict[str, ModuleType]:
    """Return the benchmarks with these names, or all of them."""
    known = modules()
    for name in names:
        if name not in known:
            raise ValueError(f"found {name!r}, expected one of {', '.join(known)}")
    return {name: known[name] for name in names or known}


def about(module: ModuleType) -> str:
    """Return a benchmark's description: the docstring of its module."""
    return " ".join((module.__doc__ or "").split())


def figures(
    name: str, module: ModuleType, asked: argparse.Namespace, peers: Sequence[Command]
) -> Iterator[Figure]:
    """Measure a benchmark row by row, and print each figure as it comes."""
    print(f"\n== {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
    rows: Iterator[Row] = module.rows()
    counting = not (asked.quick or asked.no_instructions) and instructions.installed()
    titles = set()
    for number, row in enumerate(rows):
        if (row.part, row.work) in titles:
            raise ValueError(f"benchmarks/{name}.py: found two rows {row.part}, {row.work}")
        titles.add((row.part, row.work))
        if asked.quick and not row.quick:
            continue
        count = instructions.per_unit(name, number, row) if counting and row.kernel else None
        outside = against(row, peers, 1 if asked.quick else ROUNDS)
        figure = measured(row, QUICK if asked.quick else FULL, outside, count)
        print("\n".join(report.lines(figure)), flush=True)
        yield figure


def stem(asked: argparse.Namespace) -> str:
    """Return the name of the files. Only a full run is `results`, the source of the documents."""
    return "quick" if asked.quick else "+".join(asked.names) or FULL_RUN


def write(folder: Path, name: str, sections: Sequence[Section]) -> None:
    """Write the measurements as JSON, and as tables in Markdown."""
    data = report.as_json(sections)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".md").write_text(report.markdown(data), encoding="utf-8")
    print(f"\nwrote {path} and {path.with_suffix('.md').name}")


def write_docs(folder: Path) -> None:
    """Write benchmarks/RESULTS.md from the last full run."""
    path = folder / f"{FULL_RUN}.json"
    if not path.exists():
        raise ValueError(f"no full run in {path}: run ./run bench first")
    tables = report.markdown(json.loads(path.read_text(encoding="utf-8")))
    DOCUMENT.write_text(tables, encoding="utf-8")
    print(f"wrote {DOCUMENT}; ./run python docs/refresh.py draws the chart from it")


if __name__ == "__main__":
    sys.exit(main())
