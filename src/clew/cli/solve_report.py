"""What `clew solve` prints, as text or as JSON."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import click

from clew.board.json import encoded, pieces
from clew.board.text import plural, text
from clew.cli.status import time_limit
from clew.core.deadline import current
from clew.core.result import Status

if TYPE_CHECKING:
    from clew.core.result import Run
    from clew.search.run import Search

ENOUGH: dict[str, int | None] = {"first": 1, "all": None, "count": None, "unique": 2}
"""How many answers settle each question: one of them, all, how many, whether it is the only one."""


@dataclass
class TextReport:
    """Boards as they are found, the verdict, and a line of statistics."""

    question: str
    quiet: bool = False
    aside: bool = False
    """Whether stdout is taken: then no boards, and the rest goes to stderr."""

    def heading(self, number: int, search: Search) -> None:
        blank = "\n" if number > 1 else ""
        click.echo(f"{blank}[{number}] {search.puzzle.id}", err=self.aside)

    def answer(self, search: Search, answer: Any) -> None:
        if search.found > 1:
            click.echo()
        click.echo(text(search.puzzle.board(answer)))
        if told := search.puzzle.tell(answer):
            click.echo(f"\n{told}")

    def end(self, search: Search) -> None:
        if told := verdict(self.question, search):
            click.echo(told, err=self.aside)
        stats = [] if self.quiet else statistics(search.run, search.by)
        if search.status is Status.STOPPED:
            why = f"stopped: {limit(search.reason, search.run)}"
            why = "interrupted" if search.interrupted else why
            click.echo(joined([why, *stats], sys.stderr), err=True)
        elif stats:
            if not told and not self.aside:
                click.echo()
            if self.question == "all" and search.found:
                stats.insert(0, f"{plural(search.found, 'answer')}, all there are")
            click.echo(joined(stats, sys.stdout), err=self.aside)


class JsonReport:
    """One object per puzzle, on a line of its own."""

    def __init__(self, question: str) -> None:
        self.question = question
        self._answers: list[str] = []
        """The answers as JSON: each encoded when found, so that the limits hold for it too."""

    def heading(self, number: int, search: Search) -> None: ...

    def answer(self, search: Search, answer: Any) -> None:
        self._answers.append("".join(pieces(search.puzzle.data_of(answer))))

    def end(self, search: Search) -> None:
        """Write the object whole; an answer that could not be encoded in time is not in it."""
        if self.question != "count":
            del search.answers[len(self._answers) :]
        found = []
        for name, value in data(self.question, search).items():
            told = f"[{', '.join(self._answers)}]" if name == "answers" else encoded(value)
            found.append(f"{encoded(name)}: {told}")
        self._answers.clear()
        click.echo(f"{{{', '.join(found)}}}")  # in one piece: a limit can't cut it in two


def data(question: str, search: Search) -> dict[str, Any]:
    """The result as plain data; of a count the number instead of the answers."""
    found = search.result.as_dict()
    if question != "count":
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
    if question == "count":
        if stopped or search.classes is None:
            return f"at least {search.found}" if stopped else f"{search.found}"
        return (
            f"{search.found}\n"
            "{fundamental} up to symmetry: {asymmetric} without any, {half_turn} with a half "
            "turn, {quarter_turn} with a quarter turn"
        ).format(**search.classes.as_dict())
    if stopped:
        return ""
    if not search.found:
        return f"no solution: {search.why}" if search.why else "no solution"
    if question == "unique":
        return "unique" if search.found == 1 else f"not unique: {difference(search)}"
    return ""


def difference(search: Search) -> str:
    """How far the two answers found are apart."""
    first, second = (search.puzzle.board(answer).cells for answer in search.answers)
    cells = sum(one != other for one, other in zip(first, second, strict=False))
    return f"two answers differ in {plural(cells, 'cell')}"


def limit(reason: str, run: Run) -> str:
    """The limit as it was given."""
    if reason == "nodes":
        return f"the limit of {plural(run.max_nodes or 0, 'node')} (--max-nodes)"
    if reason == "memory":
        return f"the limit of {size(run.max_memory or 0)} (--max-memory)"
    if reason == "seconds":
        around = current()
        return time_limit(run.max_seconds if around is None else around.seconds)
    return reason


def statistics(run: Run, strategy: str) -> list[str]:
    """What the search did, and why it was not compiled, if so."""
    stats = run.stats
    engine = [] if run.engine in ("", "compiled") else [run.engine]
    counters = [plural(stats.nodes, "node")]
    counters += [plural(stats.generated, "state") + " generated"] if stats.generated else []
    for noun in ("duplicate", "backtrack", "check", "pruning"):
        counters += [plural(count, noun)] if (count := getattr(stats, f"{noun}s")) else []
    took = f"{stats.seconds:.3f} s" if stats.seconds < 10 else f"{stats.seconds:,.1f} s"
    return [*counters, f"depth {stats.deepest:,}", took, strategy, *engine]


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


def size(number: int) -> str:
    """A size in bytes as a person would say it.

    >>> size(200), size(500 << 20), size(3 << 29)
    ('200 bytes', '500 MB', '1.5 GB')
    """
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB")):
        if number >= unit:
            return f"{number / unit:.4g} {name}"
    return plural(number, "byte")
