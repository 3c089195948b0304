"""What `clew solve` prints, as text or as JSON."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any

import click

from clew.core.result import Status
from clew.render.text import text

if TYPE_CHECKING:
    from clew.core.capabilities import SymmetryClasses
    from clew.core.result import Run, Stats
    from clew.search.run import Search

FIRST, ALL, COUNT, UNIQUE = "first", "all", "count", "unique"
"""What may be asked: one answer, each of them, how many there are, whether there is one only."""
ENOUGH: dict[str, int | None] = {FIRST: 1, ALL: None, COUNT: None, UNIQUE: 2}
"""How many answers settle the question."""


class Text:
    """Boards as they are found, the verdict, and a line of statistics."""

    def __init__(self, question: str, quiet: bool = False, aside: bool = False) -> None:
        self.question = question
        self.quiet = quiet
        self.aside = aside
        """Whether stdout is taken: then no boards, and the rest goes to stderr."""
        self.shows_answers = question in (FIRST, ALL) and not aside

    def heading(self, number: int, search: Search) -> None:
        if number > 1:
            self._say()
        self._say(f"[{number}] {search.puzzle.id}")

    def answer(self, search: Search, answer: Any) -> None:
        if search.found > 1:
            click.echo()
        click.echo(text(search.puzzle.board(answer)))
        if told := search.puzzle.tell(answer):
            click.echo(f"\n{told}")

    def end(self, search: Search) -> None:
        if said := verdict(self.question, search):
            self._say(said)
        stats = [] if self.quiet else statistics(search.run.stats, search.by)
        if search.status is Status.STOPPED:
            click.echo(joined([why_stopped(search), *stats], sys.stderr), err=True)
        elif stats:
            if not said and not self.aside:
                click.echo()
            self._say(joined(ended(self.question, search) + stats, sys.stdout))

    def _say(self, line: str = "") -> None:
        click.echo(line, err=self.aside)


class Json:
    """One object a puzzle, on a line of its own."""

    shows_answers = False

    def __init__(self, question: str) -> None:
        self.question = question

    def heading(self, number: int, search: Search) -> None:
        pass

    def answer(self, search: Search, answer: Any) -> None:
        pass

    def end(self, search: Search) -> None:
        import json

        from clew.render.json import plain

        click.echo(json.dumps(data(self.question, search), ensure_ascii=False, default=plain))


def data(question: str, search: Search) -> dict[str, Any]:
    """The result as plain data; of a count the number instead of the answers."""
    found = search.result.as_dict()
    if question != COUNT:
        return found
    for name in ("answers", "told", "unique"):
        del found[name]
    found["count"] = search.found
    if search.classes is not None:
        classes = search.classes.as_dict()
        found |= {"fundamental": classes.pop("fundamental"), "classes": classes}
    return found


def verdict(question: str, search: Search) -> str:
    """The answer to the question in words, if boards alone do not give it."""
    stopped = search.status is Status.STOPPED
    if question == COUNT:
        by_symmetry = "" if search.classes is None else f"\n{symmetries(search.classes)}"
        return f"at least {search.found}" if stopped else f"{search.found}{by_symmetry}"
    if not search.found and not stopped:
        return f"no solution: {search.reason}" if search.reason else "no solution"
    if question == UNIQUE and not stopped:
        return "unique" if search.found == 1 else f"not unique: {difference(search)}"
    return ""


def symmetries(classes: SymmetryClasses) -> str:
    """How many answers there are but for turning and mirroring, and of what kinds."""
    return (
        "{fundamental} but for turning and mirroring: {asymmetric} without symmetry, "
        "{half_turn} the same after a half turn, {quarter_turn} after a quarter turn"
    ).format(**classes.as_dict())


def difference(search: Search) -> str:
    """How far the two answers found are apart."""
    first, second = (search.puzzle.board(answer).cells for answer in search.answers)
    cells = sum(one != other for one, other in zip(first, second, strict=False))
    return f"two answers differ in {plural(cells, 'cell')}"


def ended(question: str, search: Search) -> list[str]:
    """How many answers there are, where all were asked for."""
    known = question == ALL and search.found
    return [f"{plural(search.found, 'answer')}, all there are"] if known else []


def why_stopped(search: Search) -> str:
    """Which limit was reached, or that nobody wants to wait."""
    if search.interrupted:
        return "interrupted"
    return f"stopped: {limit(search.reason, search.run)}"


def limit(reason: str, run: Run) -> str:
    """The limit as it was given."""
    if reason == "nodes":
        return f"the limit of {plural(run.max_nodes or 0, 'node')} (--max-nodes)"
    if reason == "memory":
        return f"the limit of {size(run.max_memory or 0)} (--max-memory)"
    if reason == "seconds":
        return f"the limit of {run.max_seconds:g} s (--max-seconds)"
    return reason


def statistics(stats: Stats, strategy: str) -> list[str]:
    """What the search did."""
    counters = [plural(stats.nodes, "node")]
    for count, noun in (
        (stats.generated, "state generated"),
        (stats.duplicates, "duplicate"),
        (stats.backtracks, "backtrack"),
        (stats.checks, "check"),
        (stats.prunings, "pruning"),
    ):
        counters += [plural(count, noun)] if count else []
    return [*counters, f"depth {stats.deepest:,}", seconds(stats.seconds), strategy]


def joined(parts: Sequence[str], stream: IO[str]) -> str:
    """The parts in one line; on a terminal that is too narrow, in several."""
    width = shutil.get_terminal_size().columns if stream.isatty() else None
    lines = [parts[0]]
    for part in parts[1:]:
        if width and len(f"{lines[-1]} · {part}") > width:
            lines.append(part)
        else:
            lines[-1] += f" · {part}"
    return "\n".join(lines)


def seconds(number: float) -> str:
    """A time with as many digits as mean something."""
    return f"{number:.3f} s" if number < 10 else f"{number:,.1f} s"


def size(number: int) -> str:
    """A size in bytes as a person would say it.

    >>> size(200), size(500 << 20), size(3 << 29)
    ('200 bytes', '500 MB', '1.5 GB')
    """
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB")):
        if number >= unit:
            return f"{number / unit:.4g} {name}"
    return plural(number, "byte")


def plural(number: int, noun: str) -> str:
    """`1 node`, `1,024 nodes`, `5 presses`."""
    first, *rest = noun.split(" ", 1)
    ending = "" if number == 1 else "es" if first.endswith("s") else "s"
    return " ".join([f"{number:,} {first}{ending}", *rest])
