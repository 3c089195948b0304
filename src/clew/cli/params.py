"""The arguments and options that commands share, how puzzles are loaded, and files written."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from clew.cli.app import MAX_SECONDS
from clew.cli.status import BadInput, refusing, suggestion, usage

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.search.strategy import Strategy


F = TypeVar("F", bound=Callable[..., Any])
Words = Callable[[click.Context, str], Iterable[str]]
LOADED = "clew.loaded"
"""Where the context of a command keeps the files that --load named."""


# ------------------------------------------------------------------ puzzles loaded, files written


def load(word: str, kind: str | None = None, notation: str | None = None) -> list[Puzzle]:
    """The puzzles meant, at least one; BadInput says in one line why there are none."""
    from clew.core.files import load as load_text
    from clew.core.files import named_file
    from clew.core.registry import knows
    from clew.notation import parse, read_all

    try:
        if ":" in word and knows(word.partition(":")[0]):
            return [parse(word)]
        if word == "-":
            text = load_text(word)
            try:
                return read_all(f"{text}\n", kind, notation)  # a line: never the name of a file
            except ValueError as error:
                raise BadInput(f"standard input: {error}") from None
        path = named_file(word)
        if path is None:
            raise BadInput(_missing(word))
        return read_all(path, kind, notation)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from None


def load_one(word: str, kind: str | None, notation: str | None) -> Puzzle:
    """The puzzle meant; a file must hold only one."""
    puzzles = load(word, kind, notation)
    if len(puzzles) > 1:
        usage(f"{word} holds {len(puzzles)} puzzles, expected one")
    return puzzles[0]


def _missing(word: str) -> str:
    """What to say of a word that is neither an id nor a file."""
    from clew.core.registry import find, names
    from clew.notation import unsupported

    if (named := unsupported(word)) and ":" in word:
        return named
    start, colon, _ = word.partition(":")
    if not colon and start in names():
        example = min((each.text for each in find(start).examples), key=len, default="…")
        return f"found {start!r}, expected a file, - or an id kind:text such as {start}:{example}"
    hint = suggestion(start, names()) if colon else ""
    shown = word if len(word) <= 40 else f"{word[:39]}…"
    return (
        f"found {shown!r}, expected a file, - or an id kind:text with a kind "
        f"that clew puzzles lists, or --load with its file{hint}"
    )


def check_target(target: str) -> str:
    """Refuse a file that could not be written; `-` for every name of the standard output."""
    from clew.core.files import descriptor

    number = descriptor(target)
    if number is not None:
        return "-" if number == 1 else target
    folder = os.path.dirname(target) or "."  # noqa: PTH120 - pathlib takes 6 ms to import
    if os.path.isdir(target or "."):  # noqa: PTH112
        raise BadInput(f"{target}: found a folder, expected a file")
    if not os.path.isdir(folder):  # noqa: PTH112
        raise BadInput(f"{target}: the folder {folder} does not exist")
    if not os.access(target if os.path.exists(target) else folder, os.W_OK):  # noqa: PTH110
        raise BadInput(f"{target}: no permission to write it")
    return target


def write(target: str, text: str | bytes) -> None:
    """Write whole or not at all; a text with a newline at its end."""
    from clew.core.files import save

    save(target, text if isinstance(text, bytes) or text.endswith("\n") else text + "\n")


# ------------------------------------------------------------------ values and completion


class Checked(click.ParamType[Any]):
    """A parameter that a function checks, and that a shell completes from words or files."""

    def __init__(
        self, name: str, check: Callable[[Any], Any] = str, words: Words | None = None,
        files: bool = False,
    ) -> None:  # fmt: skip
        self.name = name
        self._check = check
        self._words = words
        self._files = files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):  # a default, or checked before
            return value
        try:
            return self._check(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        words = self._words(ctx, incomplete) if self._words else ()
        found = [CompletionItem(word) for word in words if word.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")] * self._files


def known(label: str, value: str, words: Iterable[str]) -> str:
    """A word that must be one of these."""
    words = tuple(words)
    if value not in words:
        hint = suggestion(value, words)
        raise ValueError(f"found {label}{value!r}, expected one of {', '.join(words)}{hint}")
    return value


def own(value: str) -> str:
    """The id of FILE.py:NAME, which is loaded; every other word as it is."""
    if ".py" not in value:
        return value
    from clew.model.loading import as_id

    with refusing():
        return as_id(value)


def _load(file: str) -> str:
    from clew.model.loading import load

    with refusing():
        load(file)
    if (here := click.get_current_context(silent=True)) is not None:
        here.meta.setdefault(LOADED, []).append(file)
    return file


def _kinds() -> Iterable[str]:
    from clew.core.registry import names

    return names()


def _strategy(value: str) -> Strategy | str:
    if value == "auto":  # the usual one, which a batch of kernels need not import
        return value
    from clew.search.auto import AUTO
    from clew.search.strategy import parse_strategy, strategies

    word = value.partition(":")[0]
    try:
        return parse_strategy(value)
    except ValueError as error:
        hint = "" if word in strategies() else suggestion(word, (AUTO, *strategies()))
        raise ValueError(f"{error}{hint}") from None


def _spellings(incomplete: str) -> Iterable[str]:
    """The names of strategies; after a colon, every way to complete the last option."""
    from clew.search.auto import AUTO
    from clew.search.strategy import options, strategies

    name, colon, rest = incomplete.partition(":")
    if not colon:
        return (AUTO, *strategies())
    if name not in strategies():
        return ()
    before, comma, _ = rest.rpartition(",")
    return (
        f"{name}:{before}{comma}{option}={word}"
        for option, (_, choices) in options(strategies()[name]).items()
        for word in choices or ("",)
    )


def _notation(value: str) -> str:
    from clew.notation import find

    try:
        return find(value).name
    except ValueError as error:
        raise ValueError(f"{error}{suggestion(value, _notations())}") from None


def _notations(kind: str | None = None) -> list[str]:
    from clew.notation import notations

    return [each.name for each in notations(kind)]


def _nodes(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise ValueError(f"found {value[:20]!r}, expected a whole number of nodes")
    return int(value)


def seconds(value: str) -> float:
    """A time; not `nan`, a limit that would never be reached."""
    try:
        found = float(value)
    except ValueError:
        found = math.nan
    if not found >= 0 or "_" in value or not value.isascii():
        raise ValueError(f"found {value[:20]!r}, expected a number of seconds")
    return found


def _memory(value: str) -> int:
    """A number of bytes, or of kilo-, mega- or gigabytes as in `500M`."""
    found = re.fullmatch(r"(\d{1,15})([kmg]?)b?", value.lower(), re.ASCII)
    if found is None:
        raise ValueError(f"found {value[:20]!r}, expected an amount such as 500M or 2G")
    return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2]]


MOST_MEMORY = (
    os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 4 // 5
    if hasattr(os, "sysconf")
    else None
)
"""Four fifths of what the machine has: enough left to stop instead of being stopped."""
PUZZLE = Checked("puzzle", own, words=lambda *_: (f"{name}:" for name in _kinds()), files=True)
FILE = Checked("file", check_target, files=True)
KIND = Checked("kind", lambda value: known("", value, _kinds()), lambda *_: _kinds())
STRATEGY = Checked("strategy", _strategy, lambda _, incomplete: _spellings(incomplete))
NOTATION = Checked("notation", _notation, lambda ctx, _: _notations(ctx.params.get("kind")))
NODES = Checked("nodes", _nodes)
SECONDS = Checked("seconds", seconds)
MEMORY = Checked("memory", _memory)


# ------------------------------------------------------------------ options


def several(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options as one decorator, in the order in which the help text lists them."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def output(name: str, text: str) -> Callable[[F], F]:
    """An option that names a file to write."""
    return click.option(name, type=FILE, help=f"{text} (- for stdout).")


LOAD = click.option(
    "--load", metavar="FILE.py", multiple=True, is_eager=True, expose_value=False,
    type=Checked("file", _load, files=True),
    help="Use the puzzles and strategies of this Python file too.",
)  # fmt: skip
OUT = click.option("--out", type=FILE, default="-", help="The file to write (default: stdout).")
TO = click.option("--to", type=NOTATION, default="id", help="The notation to write (default: id).")
QUIET = click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
HOW = click.option(
    "--strategy", type=STRATEGY, default="auto", show_default=True,
    help="The strategy, from `clew strategies`, with its options after a colon.",
)  # fmt: skip
WORKERS = several(
    click.option(
        "--workers", metavar="N", type=click.IntRange(0),
        help="The number of processes (default: one per core; 0: only this one).",
    ),
    click.option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://… or local:4."),
)  # fmt: skip
UNIQUENESS = click.option(
    "--no-uniqueness", "uniqueness", flag_value=False, default=True,
    help="Use no techniques that assume a unique solution.",
)  # fmt: skip


def max_seconds(told: bool = False, usual: str = "") -> Callable[[F], F]:
    """`--max-seconds`, which `clew.cli.app` enforces from the first word to the last.

    Only a command that can show a part of its result needs to be `told` the number.
    """
    return click.option(
        MAX_SECONDS, metavar="S", type=SECONDS, expose_value=told, show_default=usual or False,
        help="Stop after S seconds.",
    )  # fmt: skip


def limits(told: bool = False, usual: str = "") -> Callable[[F], F]:
    """`--max-nodes`, `--max-seconds` and `--max-memory`."""
    return several(
        click.option("--max-nodes", metavar="N", type=NODES, help="Stop after N nodes."),
        max_seconds(told, usual),
        click.option(
            "--max-memory", metavar="SIZE", type=MEMORY, default=MOST_MEMORY,
            show_default="4/5 of the machine's", help="Stop at this much memory: 500M, 2G, …",
        ),
    )  # fmt: skip


def reading(notation: str = "--notation") -> Callable[[F], F]:
    """`--kind` and the option that names the notation of a file."""
    return several(
        click.option("--kind", type=KIND, help="The kind of puzzle that a file holds."),
        click.option(notation, "notation", type=NOTATION, help="The notation of a file."),
        LOAD,
    )


def puzzles(
    many: bool = True, nargs: int = 1, metavar: str = "PUZZLE", notation: str = "--notation"
) -> Callable[[F], F]:
    """The argument PUZZLE and how it is read; the command is called with the puzzles, or one."""

    def decorate(command: F) -> F:
        @wraps(command)
        def call(words: str | tuple[str, ...], kind: str, notation: str, **options: Any) -> Any:
            if not isinstance(words, str):
                found = [each for word in words for each in load(word, kind, notation)]
                return command(found, **options)
            if not many:
                return command(load_one(words, kind, notation), **options)
            found = load(words, kind, notation)
            if len(found) > 1 and options.get("svg"):
                usage(f"--svg draws one puzzle, {words} holds {len(found)}")
            return command(found, **options)

        argument = click.argument(
            "words", metavar=metavar, nargs=nargs, required=True, type=PUZZLE, is_eager=True
        )
        return several(argument, reading(notation))(call)  # type: ignore[return-value]

    return decorate
