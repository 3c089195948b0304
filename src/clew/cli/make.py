"""`clew make`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.folding import folded
from clew.cli.records import record
from clew.core.deadline import last_words
from clew.core.errors import OutOfTime

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.generators.recipe import Recipe

EPILOG = """
Examples:
  clew make sudoku --level hard
  clew make sudoku --size 16 --symmetry half-turn -n 10 --out sixteen.txt
  clew make sudoku --with jigsaw --with rating=2.6-3.4
  clew make lights-out --size 5x5 --with presses=9
  clew make nim --with outcome=lost
  clew make sudoku:9,level=hard#42
  clew make sudoku --list
  clew solve sudoku:9,level=hard#42
"""


class MakeCommand(Verbatim):
    """The command `make`, whose help lists the kinds it makes."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from clew.generators.maker import makeable

        formatter.write_paragraph()
        formatter.write_text(f"Kinds: {', '.join(makeable())}.")
        super().format_epilog(ctx, formatter)


def _makeable(value: str) -> str:
    """Check a kind that Clew can make, or a recipe."""
    from clew.core.registry import names
    from clew.generators.maker import makeable, maker_of

    value = params.own(value)
    given = re.split("[:#]", value, maxsplit=1)[0]
    kind = given.lower()
    try:
        maker_of(kind)
    except ValueError:
        if kind in names():
            raise ValueError(
                f"Clew can't make {kind} puzzles. `clew make --help` lists the kinds it makes"
            ) from None
        params.known("kind", kind, makeable(), "clew make --help")
    return kind + value[len(given) :]


def _kinds() -> Iterable[str]:
    from clew.generators.maker import makeable

    return makeable()


@click.command(cls=MakeCommand, epilog=EPILOG)
@click.argument("kind", type=params.Checked("kind", _makeable, lambda *_: _kinds()))
@click.option("--size", metavar="SIZE", default="", help="The size, such as 9, 2x3 or 5x5.")
@click.option("--level", metavar="LEVEL", help="The level, such as easy or hard.")
@click.option(
    "-n", "--number", "count", metavar="N", cls=params.Renamed, old=("--count",),
    type=params.Number(1), default=1, help="How many to make (default: 1).",
)  # fmt: skip
@click.option("--seed", metavar="S", type=params.Number(0), help="The first seed; the next is S+1.")
@click.option("--symmetry", metavar="NAME", help="Symmetry of the givens, such as half-turn.")
@click.option("--clues", metavar="N", type=params.Number(1), help="Leave exactly N clues.")
@params.max_seconds(told=True)
@click.option("--minimal", is_flag=True, help="Leave no clue that can be removed.")
@click.option("--with", "more", metavar="OPTION", multiple=True, help="More options: see --list.")
@params.OUT
@params.TO
@click.option(
    "--certificate", is_flag=True,
    help="Write a comment before each puzzle: unique, rating, minimal, canonical id.",
)  # fmt: skip
@params.output("--proof", "Write a proof that the solution is unique")
@params.AS_JSON
@params.LOAD
@click.option(
    "--list", "as_list", is_flag=True, help="List the options for KIND, and make nothing."
)
@click.option("--quiet", "-q", is_flag=True, help="Show no recipe and no progress.")
def make(
    kind: str, size: str, count: int, seed: int | None, more: tuple[str, ...], out: str, to: str,
    certificate: bool, proof: str | None, as_json: bool, as_list: bool, quiet: bool,
    max_seconds: float | None,
    **options: Any,
) -> int:  # fmt: skip
    """Make puzzles of a KIND: each has exactly one solution, at the level you choose.

    KIND is a kind of puzzle, such as sudoku, or a whole recipe. Puzzles with moves can be
    solved, and games are won or lost, as you choose.

    The same options and the same seed make the same puzzle on every machine. Clew prints the
    recipe on stderr; use it wherever you can use an id: sudoku:9,level=hard#42.
    """
    from clew.generators.maker import recipe

    if certificate and to != "id":
        status.usage("--certificate works only with ids: leave out --to")
    status.only_one((as_json, certificate), "--json and --certificate")
    status.only_one((as_json, to != "id"), "--json and --to")
    if as_list:
        rows = _listed(kind)
        click.echo(
            record({"kind": _parted(kind, None)[0], "options": rows}) if as_json else _rows(rows)
        )
        return status.ANSWERED
    if proof is not None and count > 1:
        status.usage(f"--proof takes one puzzle: leave out --number {count}")
    pairs = [word.partition("=") for word in more]
    chosen = {name: value for name, value in options.items() if value}
    for name, _, value in pairs:
        if str(chosen.get(name, value)) != value and name in options:
            status.usage(f"--{name} {chosen[name]} and --with {name}={value} contradict each other")
    chosen |= {name: value if equals else "yes" for name, equals, value in pairs}
    with status.refusing():
        name, head, seed = _parted(kind, seed)
        first = recipe(name, ",".join(filter(None, (head, size))), seed=seed, **chosen)
        made = _write(first, count, out, "json" if as_json else to, quiet, certificate, proof)
    if not quiet:
        last = f" to #{first.seed + made - 1}" if made > 1 else ""
        click.echo(f"made as {first}{last}", err=True)
    if made == count:
        return status.ANSWERED
    limit = status.time_limit(max_seconds)
    click.echo(f"stopped: {limit}: {made:,} of {count:,} made", err=True)
    return status.STOPPED


def _parted(kind: str, seed: int | None) -> tuple[str, str, int | None]:
    """Split a kind or a recipe into the kind, the size with its options, and the seed."""
    head, mark, own = kind.partition("#")
    name, _, size = head.partition(":")
    if not mark:
        return name, size, seed
    if seed is not None:
        raise ValueError(f"the recipe has the seed {own[:20]} already: leave out --seed {seed}")
    if not (own.isascii() and own.isdigit()):
        raise ValueError(f"#{own[:20]} isn't a seed. Write a number after #, such as #42")
    return name, size, int(own[:30])


def _write(
    first: Recipe, count: int, out: str, to: str, quiet: bool, certificate: bool, proof: str | None
) -> int:
    """Write the puzzles, and return their number. If time runs out, write those made so far."""
    from clew.core.files import saving
    from clew.generators.maker import series
    from clew.identity.certificate import certificate as certificate_of
    from clew.notation import write

    carried = "" if proof is None else f", proof {proof}"
    made: list[Puzzle] = []
    with saving(out) as file:
        try:
            for puzzle in _watched(_proven(series(first, count), proof), count, quiet, out):
                head = ""
                if certificate:
                    recipe = first.with_seed(first.seed + len(made))
                    head = f"# {recipe}: {certificate_of(puzzle)}{carried}\n"
                if to == "id":
                    file.write(f"{head}{puzzle.id}\n")
                elif to == "json":
                    made_as = str(first.with_seed(first.seed + len(made)))
                    file.write(record({"puzzle": puzzle.id, "recipe": made_as}) + "\n")
                made.append(puzzle)
        except OutOfTime:
            if not made:
                raise
        last_words()
        if to not in ("id", "json"):
            text = write(made, to)
            file.write(text if text.endswith("\n") else text + "\n")
    return len(made)


def _proven(made: Iterator[Puzzle], proof: str | None) -> Iterator[Puzzle]:
    """Yield the puzzles, and write a proof before each if one is wanted."""
    from clew.search.run import solve

    for puzzle in made:
        if proof is not None:
            solve(puzzle, max_solutions=2, proof=proof)
        yield puzzle


def _watched(made: Iterator[Puzzle], count: int, quiet: bool, out: str) -> Iterator[Puzzle]:
    """Yield the puzzles, and show their number on a terminal."""
    from clew.cli.progress_line import Progress

    with Progress(quiet or count == 1, out) as progress:
        for number, puzzle in enumerate(made, 1):
            yield puzzle
            progress.show(f"{number:,} of {count:,}", number, count)


def _listed(kind: str) -> dict[str, str]:
    """List the options of a maker."""
    from clew.generators.maker import maker_of

    maker = maker_of(kind.partition(":")[0].partition("#")[0])
    rows = {"size": maker.form, "usual": ", ".join(maker.sizes)}
    return rows | {name: option.expected for name, option in maker.allowed.items()}


def _rows(rows: dict[str, str]) -> str:
    width = max(map(len, rows))
    return "\n".join(folded(text, f"{name:<{width}}  ") for name, text in rows.items())
