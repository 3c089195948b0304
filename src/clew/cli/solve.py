"""`clew solve`."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from clew.cli import params, status
from clew.cli.app import Verbatim

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.cli.solve_report import JsonReport, TextReport
    from clew.core.events import Event
    from clew.core.puzzle import Puzzle
    from clew.search.run import Search
    from clew.search.strategy import Strategy

    Report = TextReport | JsonReport

EPILOG = """
Examples:
  clew solve queens:8
  clew solve queens:6 --all
  clew solve queens:12 --count --by-symmetry
  clew solve sudoku:..233..42.3.1... --unique
  clew solve puzzle.txt --kind futoshiki --svg solved.svg
  clew solve queens:20 --strategy backtracking:select=first,infer=none --max-seconds 5
  clew solve queens:5 --strategy backtracking --trace steps.jsonl
  clew solve sudoku:..233..42.3.1... --unique --proof unique.pbp
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@params.puzzles()
@params.HOW
@click.option("--all", "every", is_flag=True, help="Find every answer; show each when found.")
@click.option("--count", is_flag=True, help="Say how many answers there are.")
@click.option("--by-symmetry", is_flag=True, help="With --count, for queens: also by symmetry.")
@click.option("--unique", is_flag=True, help="Say whether there is exactly one answer.")
@params.limits(told=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle.")
@params.output("--svg", "Draw the solved board")
@params.output("--trace", "Record each step as JSON lines")
@params.output("--proof", "Write a proof of the answer (.pbp, .json)")
@click.option("--quiet", "-q", is_flag=True, help="Show no statistics and no progress.")
def solve(puzzles: list[Puzzle], every: bool, count: bool, unique: bool, **options: Any) -> int:
    """Solve PUZZLE: an id, a file, or - for standard input.

    A file may hold several puzzles: each is solved in turn, and the exit status is the worst
    of theirs. --unique and --count search to the end.

    In a trace the first line names the puzzle, the strategy and the version; each line
    after it is one event: try, prune (with the values lost), fail, back, answer, expand,
    change; the last line says how the search ended.
    """
    status.only_one((every, count, unique), "--all, --count and --unique")
    question = "all" if every else "count" if count else "unique" if unique else "first"
    return Solver(question, **options).solve(puzzles)


@dataclass
class Solver:
    """Solves puzzles one after another and shows each: on the screen, in a trace, in a picture."""

    question: str
    strategy: Strategy | str
    by_symmetry: bool
    max_nodes: int | None
    max_seconds: float | None
    max_memory: int | None
    as_json: bool
    svg: str | None
    trace: str | None
    proof: str | None
    quiet: bool

    def __post_init__(self) -> None:
        from clew.cli.progress_line import SearchProgress
        from clew.cli.solve_report import JsonReport, TextReport

        written = (self.as_json, self.svg == "-", self.trace == "-", self.proof == "-")
        words = "--json, --svg -, --trace - and --proof -"
        status.only_one(written, words, " on standard output")
        if self.by_symmetry and self.question != "count":
            status.usage("expected --count with --by-symmetry")
        if self.proof is not None and self.strategy != "auto":
            status.usage(f"--proof: found --strategy {self.strategy}, expected none")
        aside = "-" in (self.svg, self.trace, self.proof)
        shown = ("first", "all", "unique") if self.as_json else () if aside else ("first", "all")
        self.shows_answers = self.question in shown
        self.on_screen = (sys.stderr if aside else sys.stdout).isatty()
        """Whether the report shows on the terminal that the line of progress is on."""
        if self.as_json:
            self.report: Report = JsonReport(self.question)
        else:
            self.report = TextReport(self.question, self.quiet, aside)
        self.progress = SearchProgress(self.quiet)
        self.tracer: Tracer | None = None

    def solve(self, puzzles: list[Puzzle]) -> int:
        """Solve one puzzle after another, until all are done or the user has seen enough."""
        if self.proof is not None:
            if len(puzzles) > 1:
                status.usage(f"--proof: found {len(puzzles)} puzzles, expected one")
            return self._prove(puzzles[0], self.proof)
        if len(puzzles) > 1 or self.trace is not None:
            for puzzle in puzzles:
                self._search(puzzle)  # refused, if it must be, before anything is written
        ended = []
        with ExitStack() as closing:
            closing.callback(self.progress.clear)
            if self.trace is not None:
                from clew.core.files import streaming

                self.tracer = Tracer(closing.enter_context(streaming(self.trace, buffering=1)))
            for number, puzzle in enumerate(puzzles, 1):
                search = self._search(puzzle)
                if len(puzzles) > 1:
                    self.progress.start(f"{number:,} of {len(puzzles):,}")
                    self.report.heading(number, search)
                ended.append(self._solve(search))
                if ended[-1] == status.INTERRUPTED or search.reason == "seconds":
                    break
        return max(ended, key=status.badness)

    def _prove(self, puzzle: Puzzle, file: str) -> int:
        """Solve a puzzle and write a proof, if no limit stops the search."""
        from clew.search.proof.proof_files import proof_of

        with proof_of(puzzle, file) as proof:
            self.strategy = proof.strategy
            return self._solve(self._search(puzzle), proof.keep_if_proven)

    def _search(self, puzzle: Puzzle) -> Search:
        """The search of a puzzle, refused if the strategy does not suit it."""
        from clew.cli.solve_report import ENOUGH
        from clew.core.deadline import time_left
        from clew.core.result import Run
        from clew.search.run import Search

        seconds = None if self.max_seconds is None else time_left()
        run = Run(
            ENOUGH[self.question], self.max_nodes, seconds, self.tracer,
            self.progress if self.progress.on else None, self.max_memory,
        )  # fmt: skip
        keep = 1 if self.question == "count" else None
        search = Search(puzzle, self.strategy, run, keep=keep, interruptible=True)
        if not search.is_suited():
            refuse(puzzle, search.strategy)
        if self.by_symmetry:
            _must_know_symmetry(puzzle, search.strategy)
        return search

    def _solve(self, search: Search, prove: Callable[[Search], None] | None = None) -> int:
        """Search, prove what is found, show it, and give the exit status."""

        def found(answer: Any) -> None:
            self.progress.found = search.found
            if self.shows_answers:
                if self.on_screen:
                    self.progress.clear()
                self.report.answer(search, answer)
            if self.svg and search.found == 1:  # here, so that the limits hold for it too
                from clew.board.svg import svg

                picture.append(svg(search.puzzle.board(answer)))

        picture: list[str] = []
        if self.tracer:
            self.tracer.begin(search)
        if self.by_symmetry:
            search.classify()
        elif self.question == "count":
            search.count(found)
        else:
            search.finish(found)
        if prove is not None:
            prove(search)
        if self.on_screen or search.status.value == "stopped":
            self.progress.clear()
        if self.tracer:
            self.tracer.end(search)
        self.report.end(search)
        if self.svg and picture:
            from clew.cli.params import write

            write(self.svg, picture[0])
        return status.exit_status(search)


def refuse(puzzle: Puzzle, strategy: Strategy) -> NoReturn:
    """Say why a strategy cannot search a puzzle."""
    from clew.core.faces import word_of
    from clew.search.auto import objection

    why = objection(puzzle, strategy) or (
        f" (which shows {puzzle.faces}; {strategy.name} searches {word_of(strategy.face)})"
    )
    status.usage(f"{strategy.name} does not suit {puzzle.name}{why}")


def _must_know_symmetry(puzzle: Puzzle, strategy: Strategy) -> None:
    from clew.core.capabilities import CountsBySymmetry, capability

    own = capability(puzzle, CountsBySymmetry)
    why = "its answers have none" if own is None else own.symmetry_objection(strategy.name)
    if why:
        status.usage(f"--by-symmetry: found {puzzle.id[:40]} with {strategy.name}; {why}")


class Tracer:
    """Writes a trace as JSON lines: a header, each event as it happens, and how it ended."""

    def __init__(self, file: IO[str]) -> None:
        from clew.core.events import FIELDS

        self.file = file
        self._fields = FIELDS

    def __call__(self, event: Event) -> None:
        """An event with its numbers named; the values that a variable lost are listed."""
        kind, depth, subject, value, why = event
        record: dict[str, object] = {"kind": kind.name.lower(), "depth": depth}
        for name, number in zip(self._fields[kind], (subject, value, *why), strict=False):
            listed = [v for v in range(value.bit_length()) if value >> v & 1]
            record[name] = listed if name == "lost" else number
            if abs(number) == float("inf"):
                record[name] = None
        self.file.write(json.dumps(record, default=str) + "\n")

    def begin(self, search: Search) -> None:
        from clew import __version__

        self._write({"clew": __version__, "id": search.puzzle.id, "strategy": str(search.strategy)})

    def end(self, search: Search) -> None:
        ended = {"kind": "end", "status": search.status.value, "reason": search.why}
        self._write(ended | {"answers": search.found, "stats": search.run.stats.as_dict()})

    def _write(self, record: dict[str, object]) -> None:
        self.file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.file.flush()
