"""`clew solve`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from clew.board.json import encoded, pieces
from clew.board.text import plural, text
from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.folding import columns, folded
from clew.cli.records import SCHEMA
from clew.cli.status import time_limit
from clew.core.deadline import current
from clew.core.result import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.core.capabilities import SymmetryClasses
    from clew.core.events import Event
    from clew.core.puzzle import Puzzle
    from clew.core.result import Run
    from clew.search.run import Search
    from clew.search.strategy import Strategy

# ------------------------------------------------------------------ the report
# The output of `clew solve`, as text or as JSON.


ENOUGH: dict[str, int | None] = {"first": 1, "all": None, "count": None, "unique": 2}
"""The number of solutions that settles each question; None if the search must find them all."""


@dataclass
class TextReport:
    """Print each solution when it's found, then the verdict and a line of statistics."""

    question: str
    quiet: bool = False
    aside: bool = False
    """Whether something else goes to stdout: then print no boards, and the rest on stderr."""

    def heading(self, number: int, search: Search) -> None:
        blank = "\n" if number > 1 else ""
        click.echo(f"{blank}[{number}] {search.puzzle.id}", err=self.aside)

    def answer(self, search: Search, answer: Any) -> None:
        if search.found > 1:
            click.echo()
        click.echo(text(search.puzzle.board(answer)))
        if told := search.puzzle.tell(answer):
            click.echo(f"\n{folded(told)}")

    def end(self, search: Search) -> None:
        """Print the verdict, and the statistics on stderr."""
        if told := verdict(self.question, search):
            click.echo(told if self.aside else folded(told), err=self.aside)
        stats = [] if self.quiet else statistics(search.run, search.by)
        if search.status is Status.STOPPED:
            why = f"stopped: {limit(search.reason, search.run)}"
            why = "interrupted" if search.interrupted else why
            click.echo(joined([why, *stats], sys.stderr), err=True)
        elif stats:
            if not told and not self.aside:
                click.echo(err=True)
            if self.question == "all" and search.found:
                stats.insert(0, f"{plural(search.found, 'solution')}, all there are")
            click.echo(joined(stats, sys.stderr), err=True)


class JsonReport:
    """Print one JSON object per puzzle, each on its own line."""

    def __init__(self, question: str) -> None:
        self.question = question
        self._answers: list[str] = []
        """The solutions as JSON, each encoded when found, so that the limits apply to this too."""

    def heading(self, number: int, search: Search) -> None: ...

    def answer(self, search: Search, answer: Any) -> None:
        self._answers.append("".join(pieces(search.puzzle.data_of(answer))))

    def end(self, search: Search) -> None:
        """Print the object, without any solution that couldn't be encoded in time."""
        if self.question != "count":
            del search.solutions[len(self._answers) :]
        found = []
        for name, value in {"schema": SCHEMA, **data(self.question, search)}.items():
            told = f"[{', '.join(self._answers)}]" if name == "solutions" else encoded(value)
            found.append(f"{encoded(name)}: {told}")
        self._answers.clear()
        click.echo(f"{{{', '.join(found)}}}")  # in one piece: a limit can't cut it in two


def data(question: str, search: Search) -> dict[str, Any]:
    """Return the result as plain data. A count has a number instead of solutions."""
    found = search.result.as_dict()
    found = {"puzzle": found.pop("id"), **found}
    if question != "count":
        return found
    for name in ("solutions", "told", "unique"):
        del found[name]
    found["count"] = search.found
    found["complete"] = search.status is not Status.STOPPED
    if search.classes is not None:
        found |= class_data(search.classes)
    return found


def class_data(classes: SymmetryClasses) -> dict[str, Any]:
    """Return the numbers of solutions up to symmetry as plain data."""
    numbers = dict(classes.as_dict())
    return {"fundamental": numbers.pop("fundamental"), "classes": numbers}


def counted(total: int, complete: bool, classes: SymmetryClasses | None) -> str:
    """Format the number of solutions, and their number up to symmetry if that's known."""
    text = f"{total}" if complete else f"at least {total}"
    if not complete or classes is None:
        return text
    return text + (
        "\n{fundamental} up to symmetry: {asymmetric} without any, {half_turn} with a half "
        "turn, {quarter_turn} with a quarter turn"
    ).format(**classes.as_dict())


def verdict(question: str, search: Search) -> str:
    """Answer the question in words, if boards alone don't."""
    stopped = search.status is Status.STOPPED
    if question == "count":
        return counted(search.found, not stopped, search.classes)
    if stopped:
        return ""
    if not search.found:
        return f"no solution: {search.why}" if search.why else "no solution"
    if question == "unique":
        return "unique" if search.found == 1 else f"not unique: {difference(search)}"
    return ""


def difference(search: Search) -> str:
    """Say in how many cells the two solutions found differ."""
    first, second = (search.puzzle.board(answer).cells for answer in search.solutions)
    cells = sum(one != other for one, other in zip(first, second, strict=False))
    return f"two solutions differ in {plural(cells, 'cell')}"


def limit(reason: str, run: Run) -> str:
    """Describe the limit that stopped a search."""
    if reason == "nodes":
        return f"the limit of {plural(run.max_nodes or 0, 'node')} (--max-nodes)"
    if reason == "memory":
        return f"the limit of {size(run.max_memory or 0)} (--max-memory)"
    if reason == "seconds":
        around = current()
        return time_limit(run.max_seconds if around is None else around.seconds)
    return reason


def statistics(run: Run, strategy: str) -> list[str]:
    """List the statistics of a search, with the reason if it didn't run compiled."""
    stats = run.stats
    engine = [] if run.engine in ("", "compiled") else [run.engine]
    counters = [plural(stats.nodes, "node")]
    counters += [plural(stats.generated, "state") + " generated"] if stats.generated else []
    for noun in ("duplicate", "backtrack", "check", "pruning"):
        counters += [plural(count, noun)] if (count := getattr(stats, f"{noun}s")) else []
    took = f"{stats.seconds:.3f} s" if stats.seconds < 10 else f"{stats.seconds:,.1f} s"
    return [*counters, f"depth {stats.deepest:,}", took, strategy, *engine]


def joined(parts: Sequence[str], stream: IO[str]) -> str:
    """Join the parts in one line, or in several if the terminal is too narrow."""
    width = columns() if stream.isatty() else None
    lines = [parts[0]]
    for part in parts[1:]:
        if width and len(f"{lines[-1]} · {part}") > width:
            lines.append(part)
        else:
            lines[-1] += f" · {part}"
    return "\n".join(lines)


def size(number: int) -> str:
    """Format a size in bytes as a person would say it.

    >>> size(200), size(500 << 20), size(3 << 29)
    ('200 bytes', '500 MB', '1.5 GB')
    """
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB")):
        if number >= unit:
            return f"{number / unit:.4g} {name}"
    return plural(number, "byte")


# ------------------------------------------------------------------ the command

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
@click.option("--all", "every", is_flag=True, help="Find every solution; show each when found.")
@click.option("--count", is_flag=True, help="Count the solutions, and show none.")
@click.option("--by-symmetry", is_flag=True, help="With --count, for queens: also by symmetry.")
@click.option("--unique", is_flag=True, help="Check whether there is exactly one solution.")
@params.limits(told=True)
@params.AS_JSON
@params.output("--svg", "Draw the solved board")
@params.output("--trace", "Record each step as JSON lines")
@params.output("--proof", "Write a proof of the result (.pbp, .json)")
@click.option("--quiet", "-q", is_flag=True, help="Show no statistics and no progress.")
def solve(puzzles: list[Puzzle], every: bool, count: bool, unique: bool, **options: Any) -> int:
    """Solve each PUZZLE: an id, a file, a puzzle's text, or - for standard input.

    A file may hold several puzzles. The exit status of several puzzles is the worst of
    theirs. --all, --unique and --count search to the end; --unique exits with status 0 if
    there is exactly one solution, and with 1 otherwise.

    A trace starts with a line that names the puzzle, the strategy and the version. Each line
    after it is one event: try, prune (with the values lost), fail, back, answer, expand or
    change. The last line records how the search ended.
    """
    status.only_one((every, count, unique), "--all, --count and --unique")
    question = "all" if every else "count" if count else "unique" if unique else "first"
    return Solving(question, **options).solve(puzzles)


@dataclass
class Solving:
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

        written = (self.as_json, self.svg == "-", self.trace == "-", self.proof == "-")
        words = "--json, --svg -, --trace - and --proof -"
        status.only_one(written, words, " on standard output")
        if self.by_symmetry and self.question != "count":
            status.usage("--by-symmetry needs --count")
        if self.svg is not None and self.question == "count":
            status.usage("--count shows no solution to draw: leave out --svg")
        if self.proof is not None and self.strategy != "auto":
            status.usage("--proof chooses the strategy itself: leave out --strategy")
        aside = "-" in (self.svg, self.trace, self.proof)
        shown = ("first", "all", "unique") if self.as_json else () if aside else ("first", "all")
        self.shows_answers = self.question in shown
        self.on_screen = (sys.stderr if aside else sys.stdout).isatty()
        """True if the report goes to the terminal that shows the progress."""
        if self.as_json:
            self.report: Report = JsonReport(self.question)
        else:
            self.report = TextReport(self.question, self.quiet, aside)
        self.progress = SearchProgress(self.quiet)
        self.tracer: Tracer | None = None

    def solve(self, puzzles: list[Puzzle]) -> int:
        """Solve one puzzle after another, until all are done or the user has seen enough."""
        if self.svg:
            params.only_one_drawn(puzzles)
        if self.proof is not None:
            params.only_one_drawn(puzzles, "--proof")
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
        """Return the search of a puzzle, or refuse it if the strategy doesn't fit."""
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
        """Search, prove and show the result, and return the exit status."""

        def found(answer: Any) -> None:
            self.progress.found = search.found
            if self.shows_answers:
                if self.on_screen:
                    self.progress.clear()
                self.report.answer(search, answer)
            if self.svg and search.found == 1:  # here, so that the limits apply to it too
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
        if self.question == "unique" and search.found > 1:
            return status.UNSOLVABLE
        return status.exit_status(search)


def refuse(puzzle: Puzzle, strategy: Strategy) -> NoReturn:
    """Raise an error that explains why a strategy can't search a puzzle."""
    from clew.search.auto import objection

    if why := objection(puzzle, strategy).removeprefix(": "):
        status.usage(f"{strategy.name!r} can't search this puzzle: {why}")
    if strategy.face in puzzle.faces:
        status.usage(
            f"{strategy.name!r} can't search this puzzle. "
            f"To see what fits, run: clew strategies {puzzle.name}"
        )
    status.usage(
        f"{strategy.name!r} searches only {_searched(strategy)}, and {puzzle.name} isn't one. "
        f"To see what fits, run: clew strategies {puzzle.name}"
    )


SEARCHED = {
    "csp": "constraint puzzles", "space": "puzzles with moves", "game": "games",
    "impartial": "impartial games", "linear": "linear puzzles",
}  # fmt: skip


def _searched(strategy: Strategy) -> str:
    """Name the puzzles that a strategy searches."""
    from clew.core.faces import word_of

    word = word_of(strategy.face)
    return SEARCHED.get(word, f"puzzles with the face {word!r}")


def _must_know_symmetry(puzzle: Puzzle, strategy: Strategy) -> None:
    from clew.core.capabilities import CountsBySymmetry, capability

    own = capability(puzzle, CountsBySymmetry)
    if own is None:
        from clew.search.run import HasImages

        boards = capability(puzzle, HasImages) is not None
        more = f". Try: clew count {puzzle.id[:40]} --by-symmetry" * boards
        status.usage(f"--by-symmetry doesn't work for {puzzle.name} puzzles{more}")
    if why := own.symmetry_objection(strategy.name):
        status.usage(f"--by-symmetry can't count {puzzle.id[:40]} with {strategy.name}: {why}")


class Tracer:
    """Writes a trace as JSON lines: a header, each event as it happens, and the outcome."""

    def __init__(self, file: IO[str]) -> None:
        from clew.core.events import FIELDS

        self.file = file
        self._fields = FIELDS

    def __call__(self, event: Event) -> None:
        """Write an event as an object with named numbers. The values a variable lost are a list."""
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
        self._write(ended | {"solutions": search.found, "stats": search.run.stats.as_dict()})

    def _write(self, record: dict[str, object]) -> None:
        self.file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.file.flush()
