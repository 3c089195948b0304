"""`clew solve`."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.puzzle import Puzzle
    from clew.search.strategy import Strategy

    Job = tuple[Puzzle, Strategy, float]
    """A puzzle, the strategy to use, and the seconds that it took to find that it suits."""


@dataclass(frozen=True)
class Task:
    """What was asked on the command line."""

    question: str
    strategy: Strategy | str
    max_nodes: int | None
    max_seconds: float | None
    max_memory: int | None
    quiet: bool
    as_json: bool
    svg: str | None
    trace: str | None
    by_symmetry: bool = False


EPILOG = """
Examples:
  clew solve queens:8
  clew solve queens:6 --all
  clew solve queens:12 --count --by-symmetry
  clew solve sudoku:..233..42.3.1... --unique
  clew solve puzzle.txt --kind futoshiki --svg solved.svg
  clew solve queens:20 --strategy backtracking:select=first,infer=none --max-seconds 5
  clew solve queens:5 --strategy backtracking --trace steps.jsonl
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("puzzle", type=params.PuzzleType())
@params.reading()
@click.option(
    "--strategy",
    type=params.StrategyType(),
    default="auto",
    show_default=True,
    help="How to search: a name from `clew strategies`, with options after a colon.",
)
@click.option("--all", "every", is_flag=True, help="Find every answer, each shown when found.")
@click.option("--count", is_flag=True, help="Say how many answers there are.")
@click.option("--by-symmetry", is_flag=True, help="With --count, for queens: also by symmetry.")
@click.option("--unique", is_flag=True, help="Say whether there is exactly one answer.")
@params.limits()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a puzzle.")
@click.option("--svg", type=params.FILE, help="Draw the solved board (- for stdout).")
@click.option("--trace", type=params.FILE, help="Record each step as JSON lines (- for stdout).")
@click.option("--quiet", "-q", is_flag=True, help="No statistics and no progress.")
def solve(
    puzzle: str, kind: str | None, notation: str | None, every: bool, count: bool, unique: bool,
    **asked: Any,
) -> int:  # fmt: skip
    """Solve PUZZLE: an id, a file, or - for standard input.

    A file may hold several puzzles; each is solved in turn, and the exit status is that
    of the one that fared worst. --unique and --count search on until the answer is proven.

    In a trace the first line names the puzzle, the strategy and the version; each line
    after it is one event: try, prune (with the values lost), fail, back, answer, expand,
    change; the last line says how it ended.
    """
    task = Task(_question(every, count, unique), **asked)
    _one_on_stdout(task)
    if task.by_symmetry and not count:
        status.usage("expected --count with --by-symmetry")
    return _perform(task, _load(task, puzzle, kind, notation))


def _question(every: bool, count: bool, unique: bool) -> str:
    if every + count + unique > 1:
        status.usage("expected only one of --all, --count and --unique")
    return "all" if every else "count" if count else "unique" if unique else "first"


def _one_on_stdout(task: Task) -> None:
    if task.as_json + (task.svg == "-") + (task.trace == "-") > 1:
        status.usage("expected only one of --json, --svg - and --trace - on standard output")


def _load(task: Task, word: str, kind: str | None, notation: str | None) -> list[Job]:
    """The puzzles, each with the strategy to use; every reason to refuse is found here."""
    from clew.cli.source import load

    puzzles = load(word, kind, notation)
    if task.svg and len(puzzles) > 1:
        status.usage(f"--svg draws one puzzle, {word} holds {len(puzzles)}")
    return [_job(task, puzzle) for puzzle in puzzles]


def _job(task: Task, puzzle: Puzzle) -> Job:
    """A puzzle with a strategy that suits it; the time that takes is of its limit."""
    from clew.solving import choose

    began = perf_counter()
    strategy = choose(puzzle, task.strategy, counting=task.question == "count")
    _must_suit(puzzle, strategy)
    _must_have_classes(task, puzzle, strategy)
    return puzzle, strategy, perf_counter() - began


def _must_suit(puzzle: Puzzle, strategy: Strategy) -> None:
    from clew.solving import objection, suits

    if not suits(puzzle, strategy):
        why = objection(puzzle, strategy)
        status.usage(
            f"{strategy.name} does not suit {puzzle.name}{why}"
            if why
            else f"{strategy.name} does not suit {puzzle.name} "
            f"(which shows {', '.join(puzzle.faces)}; {strategy.name} searches {strategy.face})"
        )


def _must_have_classes(task: Task, puzzle: Puzzle, strategy: Strategy) -> None:
    if not task.by_symmetry:
        return
    from clew.search.py_queens_halves import LARGEST

    board = puzzle.face("queens") if strategy.name == "queens" else None
    if board is None or board.placed or board.order > LARGEST:
        status.usage(
            f"--by-symmetry counts up to {LARGEST} queens on an empty board with the strategy "
            f"queens, found {puzzle.id[:40]} with {strategy.name}"
        )


def _perform(task: Task, jobs: list[Job]) -> int:
    """Solve one puzzle after another, until all are done or the user has seen enough."""
    from clew.cli.solver import Solver
    from clew.cli.tracing import opened

    ended = []
    with opened(task.trace) as file, Solver(task, len(jobs), file) as solver:
        for job in jobs:
            hunt = solver.solve(*job)
            ended.append(hunt.exit_status)
            if hunt.interrupted:
                break
    return status.worst(ended)
