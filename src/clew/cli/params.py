"""Arguments and options that commands share, loading of puzzles, and writing of files."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from clew.cli.app import MAX_SECONDS
from clew.cli.status import BadInput, advised, closest, refusing, usage

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.search.strategy import Strategy


F = TypeVar("F", bound=Callable[..., Any])
Words = Callable[[click.Context, str], Iterable[str]]
LOADED = "clew.loaded"
"""The key in a command's context for the files given with --load."""


# ------------------------------------------------------------------ puzzles loaded, files written


def load(word: str, kind: str | None = None, notation: str | None = None) -> list[Puzzle]:
    """Read the puzzles that a word names: an id, a recipe, a file, `-`, or a puzzle's own text.

    Raises:
        BadInput: if the word names no puzzle. The message says why in one line.
    """
    from clew.core.files import load as load_text
    from clew.core.files import named_file
    from clew.core.registry import knows
    from clew.notation import parse, read_all

    try:
        start, colon, rest = word.partition(":")
        if colon and knows(start.strip().lower()):
            return [_parsed(start.strip().lower(), rest, parse)]
        if word == "-":
            text = load_text(word)
            try:
                return read_all(f"{text}\n", kind, notation)  # a line: never the name of a file
            except ValueError as error:
                raise BadInput(f"standard input: {error}") from None
        path = named_file(word)
        if path is not None:
            return read_all(path, kind, notation)
        if why := _no_text(word, kind or notation):
            raise BadInput(why)
        return read_all(f"{word}\n", kind, notation)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from None


def _parsed(kind: str, rest: str, parse: Callable[[str], Puzzle]) -> Puzzle:
    """Parse an id. If its text is only a size, the error explains how to make such a puzzle."""
    try:
        return parse(f"{kind}:{rest}")
    except ValueError:
        if re.fullmatch(r"\d{1,3}(x\d{1,3})?", rest):
            from clew.generators.maker import makeable

            if kind in makeable():
                raise BadInput(
                    f"{kind}:{rest} is a size, not a puzzle. To make a puzzle of this size, "
                    f"run: clew make {kind} --size {rest}"
                ) from None
        raise


def load_one(word: str, kind: str | None, notation: str | None) -> Puzzle:
    """Read the puzzle that a word names. A file must hold only one."""
    puzzles = load(word, kind, notation)
    if len(puzzles) > 1:
        usage(f"{word} holds {len(puzzles)} puzzles, and this command takes one")
    return puzzles[0]


def _no_text(word: str, known: str | None) -> str:
    """Explain why a word isn't a puzzle's text either. Return nothing if it may be one."""
    from clew.core.registry import find, names
    from clew.notation import unsupported

    if not word.strip():
        return "the name of the puzzle is empty. `clew help ids` shows how to name one"
    if (named := unsupported(word)) and ":" in word:
        return named
    start, colon, _ = word.partition(":")
    small = start.strip().lower()
    if small in names():  # without a colon, or it would have been read
        from clew.generators.maker import makeable

        example = min((each.text for each in find(small).examples), key=len, default="…")
        more = f", or make a puzzle: clew make {small}" if small in makeable() else ""
        return f"{word!r} is a kind, not a puzzle. Write an id such as {small}:{example}{more}"
    if known is not None or "\n" in word:
        return ""
    if not colon and re.search(r"[\w)]\.[A-Za-z]\w{0,7}$|[/\\]", word) and not _dense(word):
        return f"{word}: no such file"
    if colon and re.fullmatch(r"[A-Za-z][A-Za-z-]{2,20}", start):
        if close := closest(start, names()):
            return f"unknown kind {start!r}. Did you mean {close!r}?"
        return (
            f"unknown kind {start!r}. `clew puzzles` lists the kinds. "
            "For a kind of your own, pass --load with its file"
        )
    if re.fullmatch(r"[A-Za-z][\w-]{0,30}", word):
        close = closest(word, names())
        why = f"{word}: no such file or kind of puzzle"
        return (
            f"{why}. Did you mean {close!r}?"
            if close
            else f"{why}. `clew help ids` shows how to name a puzzle"
        )
    return ""


def _dense(word: str) -> bool:
    """Check whether a word with dots or slashes looks more like a grid than like a file name."""
    return len(word) >= 16 and sum(map(str.isalpha, word)) * 4 < len(word)


def check_target(target: str) -> str:
    """Return a file's name, or `-` for standard output; refuse one that can't be written."""
    from clew.core.files import descriptor

    number = descriptor(target)
    if number is not None:
        return "-" if number == 1 else target
    folder = os.path.dirname(target) or "."  # noqa: PTH120 - pathlib takes 6 ms to import
    if os.path.isdir(target or "."):  # noqa: PTH112
        raise BadInput(f"{target}: this is a folder, not a file")
    if not os.path.isdir(folder):  # noqa: PTH112
        raise BadInput(f"{target}: the folder {folder} doesn't exist")
    if not os.access(target if os.path.exists(target) else folder, os.W_OK):  # noqa: PTH110
        raise BadInput(f"{target}: permission denied")
    return target


def write(target: str, text: str | bytes) -> None:
    """Write a file completely or not at all, and end a text with a newline."""
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
            refused = click.BadParameter(str(error), ctx, param)
            refused.complete = True  # type: ignore[attr-defined]  # see status.usage
            raise refused from None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        words = self._words(ctx, incomplete) if self._words else ()
        found = [CompletionItem(word) for word in words if word.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")] * self._files


def known(noun: str, value: str, words: Iterable[str], where: str) -> str:
    """Return a word in lower case, or refuse it if it isn't among these."""
    words = tuple(words)
    if value.lower() not in words:
        raise ValueError(advised(noun, value, words, where))
    return value.lower()


def own(value: str) -> str:
    """Load FILE.py:NAME and return its id; return any other word unchanged."""
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
    value = _lowered(value)
    if value == "auto":  # the default: a batch that runs in kernels imports no strategies
        return value
    from clew.search.auto import AUTO
    from clew.search.strategy import GONE, load_installed, parse_strategy, strategies

    word = value.partition(":")[0]
    if word not in strategies():
        load_installed()
    if word not in strategies() and word not in GONE:
        raise ValueError(advised("strategy", word, (AUTO, *strategies()), "clew strategies"))
    return parse_strategy(value)


def _lowered(value: str) -> str:
    """Return the spelling of a strategy with its name in lower case."""
    name, colon, rest = value.strip().partition(":")
    return f"{name.lower()}{colon}{rest}"


def _spellings(incomplete: str) -> Iterable[str]:
    """Return the names of strategies or, after a colon, every completion of the last option."""
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
    return known("notation", value, _notations(), "clew notations")


def _kind(value: str) -> str:
    return known("kind", value, _kinds(), "clew puzzles")


def _kind_or_puzzle(value: str) -> str:
    """Return the kind of a puzzle, given its kind, an id or a file."""
    word = own(value).partition(":")[0]
    if "." in word or "/" in word:
        return load(word)[0].name
    return _kind(word)


def _notations(kind: str | None = None) -> list[str]:
    from clew.notation import notations

    return [each.name for each in notations(kind)]


def _nodes(value: str) -> int:
    if re.fullmatch(r"-\d+", value, re.ASCII):
        raise ValueError(f"{value[:20]} is out of range: give 0 or more")
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise ValueError(f"{value[:20]!r} isn't a whole number")
    return int(value)


def seconds(value: str) -> float:
    """Read a number of seconds. It can't be `nan`, a limit that nothing would ever reach."""
    try:
        found = float(value)
    except ValueError:
        found = math.nan
    if not found >= 0 or "_" in value or not value.isascii():
        raise ValueError(f"{value[:20]!r} isn't a number of seconds")
    return found


def _memory(value: str) -> int:
    """Read a number of bytes, or of kilobytes, megabytes or gigabytes such as `500M`."""
    found = re.fullmatch(r"(\d{1,15})([kmg]?)b?", value.lower(), re.ASCII)
    if found is None:
        raise ValueError(f"{value[:20]!r} isn't an amount of memory. Write 500M or 2G")
    return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2]]


MOST_MEMORY = (
    os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 4 // 5
    if hasattr(os, "sysconf")
    else None
)
"""Four fifths of the machine's memory, so that Clew can stop before the system kills it."""
PUZZLE = Checked("puzzle", own, words=lambda *_: (f"{name}:" for name in _kinds()), files=True)
FILE = Checked("file", check_target, files=True)
KIND = Checked("kind", _kind, lambda *_: _kinds())
KIND_OR_PUZZLE = Checked("kind", _kind_or_puzzle, lambda *_: _kinds())
STRATEGY = Checked("strategy", _strategy, lambda _, incomplete: _spellings(incomplete))
NOTATION = Checked("notation", _notation, lambda ctx, _: _notations(ctx.params.get("kind")))
NODES = Checked("nodes", _nodes)
SECONDS = Checked("seconds", seconds)
MEMORY = Checked("memory", _memory)


# ------------------------------------------------------------------ options


class Number(click.IntRange):
    """A whole number in a range, worded as people say it."""

    name = "number"

    def _describe_range(self) -> str:
        return f"{self.min} or more" if self.max is None else f"{self.min} to {self.max:,}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number, or refuse it if it's outside the range."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            given = f"{value!s:.20}"
            whole = re.fullmatch(r"[+-]?\d+", given, re.ASCII)
            text = (
                f"{given} is out of range: give {self._describe_range()}"
                if whole
                else f"{given!r} isn't a whole number ({self._describe_range()})"
            )
            refused = click.BadParameter(text, ctx, param)
            refused.complete = True  # type: ignore[attr-defined]  # see status.usage
            raise refused from None


class Renamed(click.Option):
    """An option that still accepts its old names. The help doesn't list them."""

    def __init__(self, *names: Any, old: tuple[str, ...] = (), **more: Any) -> None:
        super().__init__(*names, **more)
        self.old = old

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Add all names to the parser, including the old ones."""
        shown, self.opts = self.opts, [*self.opts, *self.old]
        super().add_to_parser(parser, ctx)
        self.opts = shown


def several(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Combine options into one decorator, in the order of the help text."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def output(name: str, text: str) -> Callable[[F], F]:
    """Return an option for the name of a file to write."""
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
        "--workers", metavar="N", type=Number(0),
        help="The number of processes (default: one per core; 0: only this one).",
    ),
    click.option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://… or local:4."),
)  # fmt: skip
UNIQUENESS = click.option(
    "--no-uniqueness", "uniqueness", flag_value=False, default=True,
    help="Use no techniques that assume a unique solution.",
)  # fmt: skip


def max_seconds(told: bool = False, usual: str = "") -> Callable[[F], F]:
    """Return the option `--max-seconds`, which `clew.cli.app` enforces for the whole command.

    Args:
        told: whether to pass the number to the command, which can then show a partial result.
        usual: the default as the help shows it.
    """
    return click.option(
        MAX_SECONDS, metavar="S", type=SECONDS, expose_value=told, show_default=usual or False,
        help="Stop after S seconds.",
    )  # fmt: skip


def limits(told: bool = False, usual: str = "") -> Callable[[F], F]:
    """Return the options `--max-nodes`, `--max-seconds` and `--max-memory`."""
    return several(
        click.option("--max-nodes", metavar="N", type=NODES, help="Stop after N nodes."),
        max_seconds(told, usual),
        click.option(
            "--max-memory", metavar="SIZE", type=MEMORY, default=MOST_MEMORY,
            show_default="4/5 of the machine's", help="Stop at this much memory: 500M, 2G.",
        ),
    )  # fmt: skip


def reading() -> Callable[[F], F]:
    """Return `--kind` and `--notation`, which set how to read a file, and `--load`."""
    return several(
        click.option("--kind", type=KIND, help="The kind of puzzle that a file holds."),
        click.option(
            "--notation", cls=Renamed, old=("--from",), type=NOTATION,
            help="The notation of a file.",
        ),
        LOAD,
    )  # fmt: skip


def puzzles(many: bool = True, metavar: str = "PUZZLE") -> Callable[[F], F]:
    """Return the argument PUZZLE and its options.

    Args:
        many: whether the command takes a list of puzzles rather than one puzzle.
        metavar: the name of the argument in the help.
    """

    def decorate(command: F) -> F:
        @wraps(command)
        def call(words: str | tuple[str, ...], kind: str, notation: str, **options: Any) -> Any:
            if isinstance(words, str):
                return command(load_one(words, kind, notation), **options)
            found = [each for word in words for each in load(word, kind, notation)]
            return command(found, **options)

        argument = click.argument(
            "words", metavar=f"{metavar}..." if many else metavar, nargs=-1 if many else 1,
            required=True, type=PUZZLE, is_eager=True,
        )  # fmt: skip
        return several(argument, reading())(call)  # type: ignore[return-value]

    return decorate


def only_one_drawn(puzzles: Sequence[Puzzle], option: str = "--svg") -> None:
    """Refuse an option that writes one puzzle to a file if there are several puzzles."""
    if len(puzzles) > 1:
        usage(f"{option} takes one puzzle, and there are {len(puzzles)}")
