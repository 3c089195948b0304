"""`clew compare`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.cli.hunt import Hunt
    from clew.cli.live import Live
    from clew.puzzle import Puzzle
    from clew.render.chart import Panel
    from clew.search.strategy import Strategy


@dataclass(frozen=True)
class Limits:
    """What each search may spend, and how many answers are wanted of it."""

    max_answers: int | None
    max_nodes: int | None
    max_seconds: float
    max_memory: int | None


EPILOG = """
Examples:
  clew compare sudoku:..233..42.3.1...
  clew compare queens:6 queens:8 --all --max-nodes 100000
  clew compare queens:8 --strategy backtracking --strategy backtracking:infer=mac
  clew compare puzzle.txt --kind sudoku --svg nodes.svg --csv nodes.csv
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("words", metavar="PUZZLE...", nargs=-1, required=True, type=params.PuzzleType())
@params.reading()
@click.option(
    "--strategy",
    "asked",
    multiple=True,
    type=params.StrategyType(),
    help="A strategy to compare; may be given again. Unless told: those of the textbook.",
)
@click.option("--all", "every", is_flag=True, help="Let each find every answer, not one.")
@params.limits(seconds=10)
@click.option("--svg", type=params.FILE, help="Draw the nodes as a bar chart (- for stdout).")
@click.option("--csv", type=params.FILE, help="Write the table as CSV (- for stdout).")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
def compare(
    words: tuple[str, ...], kind: str | None, notation: str | None, asked: tuple[Any, ...],
    every: bool, max_nodes: int | None, max_seconds: float, max_memory: int | None,
    svg: str | None, csv: str | None, quiet: bool,
) -> int:  # fmt: skip
    """Solve each PUZZLE with several strategies, and set their work side by side.

    The limits hold for each search by itself: one that reaches them is shown as stopped,
    and the rest go on. A node is the root, an assignment made, or a state expanded.
    """
    from clew.cli.source import load

    if svg == csv == "-":
        status.usage("expected only one of --svg - and --csv - on standard output")
    puzzles = [puzzle for word in words for puzzle in load(word, kind, notation)]
    jobs = [(puzzle, _suited(puzzle, asked)) for puzzle in puzzles]
    limits = Limits(None if every else 1, max_nodes, max_seconds, max_memory)
    done: list[list[Hunt]] = []
    for puzzle, strategies in jobs:
        done.append(list(_searches(puzzle, strategies, limits, quiet)))
        if "-" not in (svg, csv):
            _print(done[-1], len(done) if len(jobs) > 1 else 0)
        if done[-1][-1].interrupted:
            break
    _write(done, svg, csv)
    return status.INTERRUPTED if done[-1][-1].interrupted else status.ANSWERED


def _suited(puzzle: Puzzle, asked: Sequence[Strategy | str]) -> list[Strategy]:
    """Those of the strategies that suit the puzzle, at least one; a named one left out is told."""
    from clew.solving import choose, suits, textbook

    chosen = [choose(puzzle, strategy) for strategy in asked] or textbook(puzzle)
    suited = [strategy for strategy in chosen if suits(puzzle, strategy)]
    if not suited:
        named = ", ".join(map(str, chosen))
        status.usage(f"{puzzle.name} shows {', '.join(puzzle.faces)}, which none searches: {named}")
    if asked and len(suited) < len(chosen):
        left = ", ".join(str(strategy) for strategy in chosen if strategy not in suited)
        click.echo(
            f"clew compare: left out, since it does not suit {puzzle.name}: {left}", err=True
        )
    return suited


def _searches(
    puzzle: Puzzle, strategies: Sequence[Strategy], limits: Limits, quiet: bool
) -> Iterator[Hunt]:
    """One search after another, until all are done or the user has seen enough."""
    from clew.cli.live import Live

    live = Live(quiet)
    for number, strategy in enumerate(strategies, 1):
        live.start(f"{number} of {len(strategies)}: {strategy.name}")
        hunt = _search(puzzle, strategy, limits, live)
        yield hunt
        if hunt.interrupted:
            return


def _search(puzzle: Puzzle, strategy: Strategy, limits: Limits, live: Live) -> Hunt:
    from clew.cli.hunt import Hunt
    from clew.result import Run

    run = Run(
        limits.max_answers,
        limits.max_nodes,
        limits.max_seconds,
        progress=live,
        max_memory=limits.max_memory,
    )
    hunt = Hunt(puzzle, strategy, run, keep=1)
    try:
        hunt.go(live.count)
    finally:
        live.erase()
    return hunt


def _print(hunts: Sequence[Hunt], number: int) -> None:
    from clew.cli.table import table

    if number > 1:
        click.echo()
    if number:
        click.echo(f"[{number}] {hunts[0].puzzle.id}")
    click.echo(table(hunts))
    if reason := next((hunt.reason for hunt in hunts if hunt.unsolvable and hunt.reason), ""):
        click.echo(f"no solution: {reason}")


def _write(done: Sequence[Sequence[Hunt]], svg: str | None, csv: str | None) -> None:
    """The files that were asked for."""
    from clew.cli.output import write

    if svg:
        from clew.render.chart import chart

        write(svg, chart([_panel(hunts) for hunts in done], "nodes"))
    if csv:
        from clew.cli.table import csv as lines

        write(csv, lines(hunt for hunts in done for hunt in hunts))


def _panel(hunts: Sequence[Hunt]) -> Panel:
    from clew.cli.table import outcome
    from clew.render.chart import Bar, Panel
    from clew.result import Status

    bars = (
        Bar(
            hunt.by,
            hunt.run.stats.nodes,
            outcome(hunt),
            open=hunt.status is Status.STOPPED,
        )
        for hunt in hunts
    )
    return Panel(hunts[0].puzzle.id, tuple(bars))
