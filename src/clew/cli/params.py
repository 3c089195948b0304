"""The arguments and options that several commands share, and how a shell completes them."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from clew.cli.status import suggestion

if TYPE_CHECKING:
    from clew.search.strategy import Strategy

F = TypeVar("F", bound=Callable[..., Any])
Completions = list[CompletionItem[str]]


class PuzzleType(click.ParamType[str]):
    """An id, a file, or `-`; read by clew.cli.source."""

    name = "puzzle"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Completions:
        from clew.puzzles import names

        kinds = _starting(incomplete, (f"{name}:" for name in names()))
        return kinds or [CompletionItem(incomplete, type="file")]


class OutputType(click.ParamType[str]):
    """A file to write, `-` for the standard output; refused before any work if it cannot be."""

    name = "file"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from clew.cli.output import check_target

        return check_target(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Completions:
        return [CompletionItem(incomplete, type="file")]


FILE = OutputType()


class KindType(click.ParamType[str]):
    """The word of a puzzle, such as `sudoku`."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from clew.puzzles import names

        if value not in names():
            hint = suggestion(value, names())
            self.fail(f"found {value!r}, expected one of {', '.join(names())}{hint}", param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Completions:
        from clew.puzzles import names

        return _starting(incomplete, names())


class StrategyType(click.ParamType["Strategy | str"]):
    """The spelling of a strategy, or `auto`."""

    name = "strategy"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Strategy | str:
        from clew.search.strategy import Strategy, parse_strategy, strategies
        from clew.solving import AUTO

        if value == AUTO or isinstance(value, Strategy):
            return str(value) if value == AUTO else value
        word = value.partition(":")[0]
        try:
            return parse_strategy(value)
        except ValueError as error:
            hint = "" if word in strategies() else suggestion(word, (AUTO, *strategies()))
            self.fail(f"{error}{hint}", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Completions:
        from clew.search.strategy import strategies
        from clew.solving import AUTO

        name, colon, rest = incomplete.partition(":")
        if not colon:
            return _starting(incomplete, (AUTO, *strategies()))
        return _starting(incomplete, _spellings(name, rest)) if name in strategies() else []


class NotationType(click.ParamType[str]):
    """The name of a notation."""

    name = "notation"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from clew.notation import find, notations

        try:
            return find(value).name
        except ValueError as error:
            self.fail(f"{error}{suggestion(value, (n.name for n in notations()))}", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Completions:
        from clew.notation import notations

        return _starting(incomplete, (n.name for n in notations(ctx.params.get("kind"))))


class NodesType(click.ParamType[int]):
    """A number of nodes."""

    name = "nodes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value)
        if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
            self.fail(f"found {digits[:20]!r}, expected a whole number of nodes", param, ctx)
        return int(digits)


class SecondsType(click.ParamType[float]):
    """A time; not `nan`, a limit that would never be reached."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not seconds >= 0 or "_" in str(value) or not str(value).isascii():
            self.fail(f"found {str(value)[:20]!r}, expected a number of seconds", param, ctx)
        return seconds


class MemoryType(click.ParamType[int]):
    """An amount of memory: a number of bytes, or of kilo-, mega- or gigabytes as in `500M`."""

    name = "memory"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"(\d{1,15})([kmg]?)b?", value.lower(), re.ASCII)
        if found is None:
            self.fail(f"found {value[:20]!r}, expected an amount such as 500M or 2G", param, ctx)
        return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2]]


def most_memory() -> int | None:
    """Four fifths of what the machine has: enough left to stop instead of being stopped."""
    if not hasattr(os, "sysconf"):
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 4 // 5


def _starting(incomplete: str, words: Iterable[str]) -> Completions:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _spellings(name: str, rest: str) -> Iterable[str]:
    """Every way to go on with the last option of an unfinished spelling."""
    from clew.search.strategy import options, strategies

    done, comma, _ = rest.rpartition(",")
    for option, (_, choices) in options(strategies()[name]).items():
        for word in choices or ("",):
            yield f"{name}:{done}{comma}{option}={word}"


def limits(seconds: float | None = None) -> Callable[[F], F]:
    """`--max-nodes`, `--max-seconds`, `--max-memory`; `seconds` is the time given unless told."""

    def decorate(command: F) -> F:
        nodes = click.option(
            "--max-nodes", metavar="N", type=NodesType(), help="Stop after N nodes."
        )
        time = click.option(
            "--max-seconds",
            metavar="S",
            type=SecondsType(),
            default=seconds,
            show_default=seconds is not None,
            help="Stop after S seconds.",
        )
        memory = click.option(
            "--max-memory",
            metavar="SIZE",
            type=MemoryType(),
            default=most_memory,
            show_default="4/5 of the machine's",
            help="Stop at that much memory, such as 500M or 2G.",
        )
        return nodes(time(memory(command)))

    return decorate


def reading(notation: str = "--notation") -> Callable[[F], F]:
    """`--kind` and the option that names the notation of a file."""

    def decorate(command: F) -> F:
        kind = click.option("--kind", type=KindType(), help="What kind of puzzle a file holds.")
        how = click.option(notation, "notation", type=NotationType(), help="How a file is written.")
        return kind(how(command))

    return decorate
