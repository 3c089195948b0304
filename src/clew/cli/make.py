"""`clew make`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.make.recipe import Recipe
    from clew.puzzle import Puzzle

EPILOG = """
Examples:
  clew make sudoku --level hard
  clew make sudoku --size 16 --symmetry half-turn --count 10 --out sixteen.txt
  clew make sudoku --with jigsaw --with rating=2.6-3.4
  clew make lights-out --size 5x5 --with presses=9
  clew make nim --with outcome=lost
  clew make sudoku:9,level=hard#42
  clew make sudoku --list
  clew solve sudoku:9,level=hard#42
"""
PERIOD = 0.2
"""Seconds after which progress is told anew."""


class MakerType(click.ParamType[str]):
    """The word of a kind that can be made."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from clew.make.maker import makers

        kind = value.partition(":")[0].partition("#")[0]
        if kind not in makers():
            hint = status.suggestion(kind, makers())
            self.fail(f"found {kind!r}, expected one of {', '.join(makers())}{hint}", param, ctx)
        return value


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("kind", type=MakerType())
@click.option("--size", metavar="SIZE", default="", help="Such as 9, 2x3 or 5x5.")
@click.option("--level", metavar="LEVEL", help="Such as easy or hard: the techniques it takes.")
@click.option("--count", metavar="N", type=click.IntRange(1), default=1, help="How many (1).")
@click.option("--seed", metavar="S", type=click.IntRange(0), help="Of the first; S+1 the next.")
@click.option("--symmetry", metavar="NAME", help="Of the givens, such as half-turn.")
@click.option("--clues", metavar="N", type=click.IntRange(1), help="Take no more away than that.")
@click.option("--minimal", is_flag=True, help="So that no clue can go.")
@click.option("--with", "more", metavar="OPTION", multiple=True, help="Others, see --list.")
@click.option("--out", type=params.FILE, default="-", help="Where to (unless told: stdout).")
@click.option("--to", type=params.NotationType(), default="id", help="How to write them (id).")
@click.option(
    "--certificate",
    is_flag=True,
    help="Say before each what is proven of it: unique, rating, minimal, canonical id.",
)
@click.option("--list", "as_list", is_flag=True, help="Say what KIND can be asked for, and end.")
@click.option("--quiet", "-q", is_flag=True, help="Do not say how it was made.")
def make(
    kind: str, size: str, count: int, seed: int | None, more: tuple[str, ...], out: str, to: str,
    certificate: bool, as_list: bool, quiet: bool, **asked: Any,
) -> None:  # fmt: skip
    """Make puzzles of a KIND: each has exactly one solution, at the level that is asked for.

    KIND is frog, futoshiki, jugs, knight, latin, lights-out, nim, queens, sudoku or triangle; or
    the whole recipe of a puzzle. Games and walks are solvable, or won, as is asked for.

    The same options and the same seed give the same puzzle on every machine. What made it is told
    on stderr, and stands for the puzzle wherever an id does: sudoku:9,level=hard#42.
    """
    from clew.make.generate import recipe
    from clew.puzzle import Unsuited

    if certificate and to != "id":
        status.usage("expected --certificate with ids only, not with --to")
    if as_list:
        click.echo(_told(kind))
        return
    options = {**{name: value for name, value in asked.items() if value}, **_words(more)}
    try:
        name, head, seed = _parted(kind, seed)
        first = recipe(name, ",".join(filter(None, (head, size))), seed=seed, **options)
        _write(first, count, out, to, quiet, certificate)
    except (ValueError, Unsuited) as error:
        raise status.BadInput(str(error)) from None


def _parted(kind: str, seed: int | None) -> tuple[str, str, int | None]:
    """The kind, the size with its options, and the seed, of which a recipe has its own."""
    head, mark, own = kind.partition("#")
    name, _, size = head.partition(":")
    if not mark:
        return name, size, seed
    if seed is not None:
        raise ValueError(f"found #{own[:20]} and --seed {seed}, expected only one seed")
    if not (own.isascii() and own.isdigit()):
        raise ValueError(f"found #{own[:20]}, expected a seed after #, such as #42")
    return name, size, int(own[:30])


def _words(more: tuple[str, ...]) -> dict[str, str]:
    """The options after --with: a flag says `yes`."""
    pairs = (word.partition("=") for word in more)
    return {name: value if equals else "yes" for name, equals, value in pairs}


def _write(first: Recipe, count: int, out: str, to: str, quiet: bool, certificate: bool) -> None:
    from clew.make.generate import series
    from clew.notation import saving, write

    made = series(first, count)
    if not quiet and count > 1 and _has_room(out):
        made = _watched(made, count)
    if to != "id":
        text = write(list(made), to)
        with saving(out) as file:
            file.write(text if text.endswith("\n") else text + "\n")
    else:
        with saving(out) as file:
            for i, puzzle in enumerate(made):
                if certificate:
                    here = first.with_seed(first.seed + i)
                    file.write(f"# {here}: {_proven(puzzle)}\n")
                file.write(f"{puzzle.id}\n")
    if not quiet:
        last = f" to #{first.seed + count - 1}" if count > 1 else ""
        click.echo(f"made as {first}{last}", err=True)


def _proven(puzzle: Puzzle) -> str:
    from clew.make.certificate import certificate

    return str(certificate(puzzle))


def _has_room(out: str) -> bool:
    """Whether there is a terminal, and the puzzles do not go there."""
    return sys.stderr.isatty() and not (out == "-" and sys.stdout.isatty())


def _watched(made: Iterator[Puzzle], count: int) -> Iterator[Puzzle]:
    """The puzzles, with a line on a terminal that says how many there are."""
    due = time.monotonic() + PERIOD
    try:
        for number, puzzle in enumerate(made, 1):
            yield puzzle
            if time.monotonic() >= due:
                click.echo(f"\r\x1b[K{number:,} of {count:,}", err=True, nl=False)
                due = time.monotonic() + PERIOD
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def _told(kind: str) -> str:
    """What may be asked of a maker."""
    from clew.make.maker import maker_of

    maker = maker_of(kind.partition(":")[0].partition("#")[0])
    rows = {"size": maker.form, "usual": ", ".join(maker.sizes)}
    rows |= {name: option.expected for name, option in maker.allowed.items()}
    width = max(map(len, rows))
    return "\n".join(f"{name:<{width}} {told}" for name, told in rows.items())
