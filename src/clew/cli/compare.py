"""`clew compare`: the work of several strategies as a table, a chart and CSV."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from clew.board.text import plural
from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.params import write
from clew.cli.records import record
from clew.core.faces import StateSpace
from clew.core.games import unproven
from clew.core.result import Run, Status
from clew.core.walks import WalkPuzzle
from clew.search.run import EACH

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.search.run import Search
    from clew.search.strategy import Strategy

EPILOG = """
Examples:
  clew compare sudoku:..233..42.3.1...
  clew compare queens:6 queens:8 --all --max-nodes 100000
  clew compare queens:8 --strategy backtracking --strategy backtracking:infer=mac
  clew compare puzzle.txt --kind sudoku --svg nodes.svg --csv nodes.csv
  clew compare queens:8 --json
"""
COUNTERS = (
    "nodes", "generated", "duplicates", "backtracks", "checks", "prunings", "deepest", "frontier"
)  # fmt: skip
ALWAYS = ("nodes", "backtracks", "deepest", "frontier")
OF_WALKS = ("generated", "duplicates")
Row = tuple[str, ...]


@click.command(cls=Verbatim, epilog=EPILOG)
@params.puzzles()
@click.option(
    "--strategy", "named", multiple=True, type=params.STRATEGY,
    help="A strategy to compare; repeat it for more (default: the textbook's).",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Let each find every solution, not only one.")
@params.limits(usual=f"{EACH:g} for each search")
@params.AS_JSON
@params.output("--svg", "Draw the nodes as a bar chart")
@params.output("--csv", "Write the table as CSV")
@params.QUIET
def compare(
    puzzles: list[Puzzle], named: tuple[Any, ...], every: bool, as_json: bool,
    svg: str | None, csv: str | None, quiet: bool, **limits: Any,
) -> int:  # fmt: skip
    """Solve each PUZZLE with several strategies, and compare their work.

    If a search reaches a limit, it's shown as stopped, and the others go on. The searches share
    the seconds: each gets an equal part of those left. The other limits apply to each search.
    A node is the root, an assignment, or an expanded state.
    """
    written = (as_json, svg == "-", csv == "-")
    status.only_one(written, "--json, --svg - and --csv -", " on standard output")
    limits["max_solutions"] = None if every else 1
    done: list[list[Search]] = []
    for number, puzzle in enumerate(puzzles):
        done.append(_searches(puzzle, named, limits, quiet, len(puzzles) - number))
        if as_json:
            click.echo(record(_data(done[-1])))
        elif "-" not in (svg, csv):
            _print(done[-1], len(done) if len(puzzles) > 1 else 0)
        if done[-1][-1].interrupted:
            break
    if svg:
        write(svg, _chart(done))
    if csv:
        write(csv, as_csv(search for searches in done for search in searches))
    return status.INTERRUPTED if done[-1][-1].interrupted else status.ANSWERED


def _data(searches: Sequence[Search]) -> dict[str, Any]:
    """Return the work of each strategy on a puzzle as data."""
    rows = []
    for search in searches:
        stopped = search.status is Status.STOPPED
        row: dict[str, Any] = {"strategy": search.by, "status": search.status.value}
        row |= {"reason": search.reason, "found": search.found, "complete": not stopped}
        rows.append(row | {"outcome": outcome(search), "stats": search.run.stats.as_dict()})
    return {"puzzle": searches[0].puzzle.id, "strategies": rows}


def _searches(
    puzzle: Puzzle, named: Sequence[Strategy | str], limits: dict[str, Any], quiet: bool, left: int
) -> list[Search]:
    """Search with one strategy after another, until all are done or the user has seen enough.

    At least one strategy must fit the puzzle; named ones that don't fit are reported.

    Args:
        puzzle: the puzzle.
        named: the strategies, or nothing for the textbook's.
        limits: what each search may spend.
        quiet: whether to show no progress.
        left: how many puzzles are left, this one included.
    """
    from clew.cli.progress_line import SearchProgress
    from clew.search.auto import choose, objection, textbook
    from clew.search.run import Search, share

    chosen = [choose(puzzle, strategy) for strategy in named] or textbook(puzzle) + _loaded(puzzle)
    done, unsuited = [], []
    with SearchProgress(quiet) as progress:
        for number, strategy in enumerate(chosen, 1):
            progress.start(f"{number} of {len(chosen)}: {strategy.name}")
            limits["max_seconds"] = share(len(chosen) - number + 1 + len(chosen) * (left - 1))
            run = Run(**limits, progress=progress)
            search = Search(puzzle, strategy, run, keep=1, interruptible=True)
            if search.finish_if_suited(progress.count):
                done.append(search)
            else:
                unsuited.append((str(strategy), objection(puzzle, strategy)))
            if search.interrupted:
                break
    if not done:
        words = ", ".join(spelling for spelling, _ in unsuited)
        status.usage(
            f"none of these can search {puzzle.name}: {words}. "
            f"To see what fits, run: clew strategies {puzzle.name}"
        )
    if unsuited:
        named_so = ", ".join(
            spelling + why.replace(": ", " (", 1) + ")" * bool(why) for spelling, why in unsuited
        )
        click.echo(f"clew compare: left out, can't search {puzzle.name}: {named_so}", err=True)
    return done


def _print(searches: Sequence[Search], number: int) -> None:
    if number:
        click.echo(f"{chr(10) * (number > 1)}[{number}] {searches[0].puzzle.id}")
    click.echo(table(searches))
    if why := next((search.why for search in searches if search.unsolvable), ""):
        click.echo(f"no solution: {why}")


def _chart(done: Sequence[Sequence[Search]]) -> str:
    from clew.board.chart import Bar, Panel, chart

    panels = []
    for searches in done:
        bars = (
            Bar(each.by, each.run.stats.nodes, outcome(each), open=each.status is Status.STOPPED)
            for each in searches
        )
        panels.append(Panel(searches[0].puzzle.id, tuple(bars)))
    return chart(panels, "nodes")


def outcome(search: Search) -> str:
    """Say how a search ended, in a word or two."""
    if search.solutions and (known := unproven(search.solutions[0])):
        return f"best known {known}"
    if search.status is Status.STOPPED:
        return "interrupted" if search.interrupted else f"stopped: {search.reason}"
    if search.status is Status.ENOUGH:
        return "solved"
    return plural(search.found, "solution") if search.found else "no solution"


def table(searches: Sequence[Search]) -> str:
    """Lay out a row for each strategy, or two if the terminal is too narrow."""
    counters = _columns(searches)
    rows = [_heads(counters), *(_row(search, counters) for search in searches)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, widths) for row in rows]
    if sys.stdout.isatty() and max(map(len, lines)) > shutil.get_terminal_size().columns:
        lines = list(_narrow(rows, widths, shutil.get_terminal_size().columns))
    return "\n".join([click.style(lines[0], bold=True), *lines[1:]])


def _loaded(puzzle: Puzzle) -> list[Strategy]:
    """Return the strategies from files given by --load that search this puzzle's faces."""
    paths = click.get_current_context().meta.get(params.LOADED, ())
    if not paths:
        return []
    from clew.model.loading import strategies_in
    from clew.search.strategy import parse_strategy

    found = [parse_strategy(name) for path in paths for name in strategies_in(path)]
    return [each for each in found if each.face in puzzle.faces]


def _columns(searches: Sequence[Search]) -> list[str]:
    """Return the counters that these searches use: a walk checks no constraints."""
    walks = StateSpace in searches[0].puzzle.faces
    skipped = () if walks else OF_WALKS
    stats = [search.run.stats for search in searches]
    return [
        name
        for name in COUNTERS
        if name in ALWAYS or (name not in skipped and any(getattr(each, name) for each in stats))
    ]


def _heads(counters: Iterable[str]) -> Row:
    return ("strategy", *counters, "seconds", "outcome")


def _row(search: Search, counters: Iterable[str]) -> Row:
    stats = search.run.stats
    shown = (f"{getattr(stats, name):,}" for name in counters)
    return (search.by, *shown, f"{stats.seconds:,.4f}", outcome(search) + _length(search))


def _length(search: Search) -> str:
    """Say how many moves the solution has and its cost, where solutions differ in that."""
    noun, result = search.puzzle.step, search.result
    if not result.solutions:
        return ""
    moves = f" in {plural(len(result.solution), noun)}" if noun else ""
    walk = search.puzzle if isinstance(search.puzzle, WalkPuzzle) else None
    cost = result.cost if walk is None else walk.spent(result.solution)
    if cost is None or (noun and walk is None and cost == len(result.solution)):
        return moves
    return f"{moves}, cost {cost:,}"


def _line(row: Row, widths: Sequence[int]) -> str:
    """Align the strategy and the outcome to the left, numbers to the right."""
    numbers = (cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True))
    return "  ".join([row[0].ljust(widths[0]), *numbers, row[-1]])


def _narrow(rows: Sequence[Row], widths: Sequence[int], room: int) -> Iterable[str]:
    """Lay out two lines for each strategy, with as many counters as there's room for."""
    *counters, seconds = range(1, len(widths) - 1)
    kept = [0, seconds]
    for place in counters:
        if 1 + sum(2 + widths[each] for each in [*kept[1:], place]) <= room:
            kept.insert(-1, place)
    kept.append(len(widths) - 1)
    rows = [tuple(row[each] for each in kept) for row in rows]
    widths = [widths[each] for each in kept]
    for number, row in enumerate(rows):
        if number:
            yield f"{row[0]}: {row[-1]}"
        yield _line((" ", *row[1:-1], ""), [1, *widths[1:]]).rstrip()


def as_csv(searches: Iterable[Search]) -> str:
    """Write one line of CSV for each search, with the id of its puzzle first."""
    import csv
    from io import StringIO

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = _heads(COUNTERS)
    writer.writerow(("puzzle", *heads[:-1], "solutions", heads[-1]))
    for search in searches:
        stats = search.run.stats
        counters = [getattr(stats, name) for name in COUNTERS]
        found = (f"{stats.seconds:.6f}", search.found, outcome(search))
        writer.writerow((search.puzzle.id, search.by, *counters, *found))
    return text.getvalue()
