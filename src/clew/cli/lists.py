"""`clew puzzles`, `clew strategies` and `clew notations`, which list what Clew knows."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from shlex import quote
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.app import NARROW, Verbatim
from clew.cli.records import record

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.search.strategy import Strategy

WIDEST = 100
"""Lines of text get no longer than this."""
WHOLE = 50
"""An example longer than this is cut where it isn't the subject."""
FILLED, MOVED, PLAYED = "Fill in", "Move by move", "Games for two"


def columns() -> int:
    """Return how many columns to write to."""
    return max(20, min(shutil.get_terminal_size().columns, WIDEST))


# ------------------------------------------------------------------ puzzles


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew puzzles
  clew puzzles sudoku
  clew puzzles --long
""",
)
@click.argument("kinds", metavar="[KIND]...", nargs=-1, type=params.KIND_OR_PUZZLE)
@click.option("--long", "-l", "in_full", is_flag=True, help="One line for each kind.")
@params.AS_JSON
@params.LOAD
def puzzles(kinds: tuple[str, ...], in_full: bool, as_json: bool) -> None:
    """List the kinds of puzzles, or describe KIND in full.

    The description says how a puzzle is written, and which strategies and notations fit.
    """
    from clew.core.registry import all_puzzles, find

    chosen = [find(kind) for kind in dict.fromkeys(kinds)] or list(all_puzzles())
    if as_json:
        click.echo(record({"puzzles": [_about(kind, bool(kinds)) for kind in chosen]}))
    elif kinds:
        for number, kind in enumerate(chosen):
            click.echo("\n" * bool(number), nl=False)
            _describe_kind(kind)
    elif in_full:
        width = max(len(kind.name) for kind in chosen) + 2
        for kind in chosen:
            if columns() < NARROW:
                _title(kind.name, kind.summary)
            else:
                click.echo(_wrapped(kind.summary, f"{kind.name:<{width}}", " " * width))
    else:
        _table(chosen)


def _table(kinds: Sequence[type[Puzzle]]) -> None:
    """Print the names in columns, grouped by how you play such a puzzle."""
    groups: dict[str, list[str]] = {FILLED: [], MOVED: [], PLAYED: []}
    for kind in kinds:
        groups[_group(kind)].append(kind.name)
    width = max(len(kind.name) for kind in kinds) + 2
    across = max(1, (columns() - 2) // width)
    for title, names in groups.items():
        if not names:
            continue
        click.echo(click.style(title, bold=True))
        down = -(-len(names) // across)
        for row in range(down):
            line = "".join(f"{name:<{width}}" for name in names[row::down])
            click.echo(f"  {line.rstrip()}")
        click.echo()
    click.echo(
        fill(
            "`clew puzzles NAME` describes a kind in full, and `clew puzzles --long` "
            "lists them with a line each.",
            columns(),
            break_on_hyphens=False,
        )
    )


def _group(kind: type[Puzzle]) -> str:
    words = str(kind.faces).split(", ")
    if "game" in words:
        return PLAYED
    return MOVED if kind.step or words[0] == "space" else FILLED


def _about(kind: type[Puzzle], in_full: bool) -> dict[str, Any]:
    """Describe a kind as data."""
    from clew.generators.maker import makeable

    found: dict[str, Any] = {
        "kind": kind.name,
        "summary": kind.summary,
        "written": kind.form,
        "faces": str(kind.faces).split(", "),
        "group": _group(kind),
        "examples": [f"{kind.name}:{each.text}" for each in kind.examples],
        "makes": kind.name in makeable(),
    }
    if in_full:
        found["strategies"] = [str(each) for each in _fitting_kind(kind)]
        found["notations"] = _notations_of(kind.name)
    return found


def _describe_kind(kind: type[Puzzle]) -> None:
    from clew.generators.maker import makeable

    click.echo(click.style(kind.name, bold=True))
    click.echo(_wrapped(kind.summary, "  ", "  "))
    _entry("written", kind.form)
    _entry("faces", str(kind.faces))
    if fitting := _fitting_kind(kind):
        _entry("auto uses", str(fitting[0]))
        _entry("also fit", ", ".join(dict.fromkeys(each.name for each in fitting[1:])))
    _entry("notations", ", ".join(_notations_of(kind.name)))
    if (maker := makeable().get(kind.name)) is not None:
        levels = f"; levels {', '.join(maker.levels)}" if maker.levels else ""
        _entry("make", f"clew make {kind.name} --size {maker.sizes[0]}{levels}")
    if kind.examples:
        click.echo("  examples")
    for example in kind.examples:
        if example.title:
            click.echo(_wrapped(f"{example.title}:", "    ", "    "))
        click.echo(f"      {quote(f'{kind.name}:{example.text}')}")


def _fitting_kind(kind: type[Puzzle]) -> list[Strategy]:
    """List the strategies for a kind's first example, the one that `auto` uses first."""
    return _fitting(kind.parse(kind.examples[0].text)) if kind.examples else []


def _notations_of(kind: str) -> list[str]:
    from clew.notation import notations as all_notations

    return [each.name for each in all_notations(kind)]


# ------------------------------------------------------------------ strategies


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew strategies
  clew strategies queens:8
  clew strategies backtracking
  clew solve queens:8 --strategy backtracking:select=mrv,infer=mac
""",
)
@click.argument(
    "about", metavar="[PUZZLE|NAME]", required=False,
    type=params.Checked("about", words=lambda *_: _names(), files=True),
)  # fmt: skip
@params.AS_JSON
@params.LOAD
def strategies(about: str | None, as_json: bool) -> None:
    """List the strategies, those that fit PUZZLE, or the options of one strategy.

    Write options after a colon, separated by commas. The first value listed is the default.
    """
    from clew.core.faces import word_of
    from clew.core.registry import knows
    from clew.search.auto import AUTO, candidates
    from clew.search.strategy import load_installed
    from clew.search.strategy import strategies as all_strategies

    load_installed()
    every = all_strategies()
    best: list[Strategy] = []
    name, colon, _ = ("" if about is None else about.lower()).partition(":")
    kind = knows(name)
    if (name in every and not kind) or name == AUTO:
        chosen = [every[name]] if name in every else []
    elif about is not None:
        best = _fitting(_meant(about, [AUTO, *every]))
        chosen = [every[each] for each in dict.fromkeys(f.name for f in best)]
    else:
        chosen = list(every.values())
    if as_json:
        found: dict[str, Any] = {"strategies": [_options_of(each) for each in chosen]}
        click.echo(record({"auto": str(best[0]), **found} if best else found))
        return
    if best:
        click.echo(_wrapped(f"auto uses {best[0]} here. These strategies fit:", "", "") + "\n")
    elif name in ("", AUTO):
        _title(AUTO, "The best strategy known for the puzzle:")
        faces = {strategy.face for strategy in every.values()}
        for face in sorted(faces, key=word_of):
            _entry(word_of(face), str(candidates(face)[0]))
        click.echo()
    if best:
        width = max(len(each.name) for each in chosen) + 2
        for each in chosen:
            if columns() < NARROW:
                _title(each.name, each.summary)
            else:
                click.echo(_wrapped(each.summary, f"  {each.name:<{width}}", " " * (width + 2)))
        if name in every and not colon:  # the name of a kind and of a strategy
            click.echo("\nThe strategy of this name:\n")
            _describe(every[name])
        return
    for each in chosen:
        _describe(each)


def _names() -> list[str]:
    """List the strategies and the starts of ids, for completion."""
    from clew.core.registry import names
    from clew.search.strategy import strategies as all_strategies

    return [*all_strategies(), *(f"{name}:" for name in names())]


def _meant(about: str, known: Iterable[str]) -> Puzzle:
    """Return the puzzle in question: an id, a file, or the first example of a kind."""
    from clew.core.registry import find, names

    if about.lower() in names():
        kind = find(about.lower())
        if not kind.examples:
            status.usage(f"{kind.name} has no examples: give a puzzle of this kind")
        return kind.parse(kind.examples[0].text)
    if ":" not in about and "." not in about and not about.isdigit():
        words = [*known, *names()]
        if len(about) < 30:
            status.unknown("strategy or kind", about, words, "clew strategies")
    return params.load_one(about, None, None)


def _fitting(puzzle: Puzzle) -> list[Strategy]:
    """List the strategies that can search a puzzle, the one that `auto` uses first."""
    from clew.search.auto import choose, suits
    from clew.search.strategy import strategies as all_strategies

    best = choose(puzzle)
    others = [kind() for kind in all_strategies().values() if kind.face in puzzle.faces]
    return [best, *(each for each in others if each.name != best.name and suits(puzzle, each))]


def _options_of(strategy: type[Strategy]) -> dict[str, Any]:
    from clew.core.faces import word_of
    from clew.search.strategy import options

    given = [
        {"name": name, "default": default, "choices": list(choices)}
        for name, (default, choices) in options(strategy).items()
    ]
    return {
        "strategy": strategy.name,
        "summary": strategy.summary,
        "face": word_of(strategy.face),
        "options": given,
    }


def _describe(strategy: type[Strategy]) -> None:
    about = _options_of(strategy)
    _title(strategy.name, strategy.summary)
    _entry("face", about["face"])
    for option in about["options"]:
        _entry(f"{option['name']}=", _values(option))
    click.echo()


def _values(option: dict[str, Any]) -> str:
    """Describe the values of an option: its choices, a number, or the name of a heuristic."""
    if option["choices"]:
        return ", ".join(option["choices"])
    if option["default"] == "":
        return "a name, for example of a heuristic (default: the puzzle's own)"
    return f"a whole number (default: {option['default']})"


# ------------------------------------------------------------------ notations


@click.command(cls=Verbatim)
@click.argument("kind", metavar="[KIND]", required=False, type=params.KIND)
@params.AS_JSON
def notations(kind: str | None, as_json: bool) -> None:
    """List the notations that Clew reads and writes, or only those for KIND."""
    from clew.notation import notations as all_notations

    found = all_notations(kind)
    if as_json:
        data = [
            {
                "notation": each.name,
                "summary": each.summary,
                "kind": each.kind or None,
                "files": [f"*{ending}" for ending in each.extensions],
            }
            for each in found
        ]
        click.echo(record({"notations": data}))
        return
    for notation in found:
        _title(notation.name, notation.summary)
        _entry("puzzle", notation.kind or "any")
        if notation.extensions:
            _entry("files", ", ".join(f"*{ending}" for ending in notation.extensions))
        click.echo()


# ------------------------------------------------------------------ layout


def _title(name: str, summary: str) -> None:
    click.echo(click.style(name, bold=True))
    click.echo(_wrapped(summary, "  ", "  "))


def _entry(label: str, text: str) -> None:
    click.echo(_wrapped(text, f"  {label:<9} ", " " * 12))


def _wrapped(text: str, first: str, then: str) -> str:
    return fill(
        text, columns(), initial_indent=first, subsequent_indent=then,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
