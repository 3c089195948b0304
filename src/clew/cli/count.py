"""`clew count`: the number of solutions, in parts that can be resumed and counted again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from clew.board.text import plural
from clew.cli import Terminated, params, status
from clew.cli.app import Verbatim
from clew.cli.folding import folded
from clew.cli.progress_line import Progress, span
from clew.cli.records import record
from clew.cli.solve import class_data, counted
from clew.core.errors import OutOfTime

if TYPE_CHECKING:
    from clew.batch.tally import CountInParts
    from clew.core.puzzle import Puzzle
    from clew.workers.places import Where

EPILOG = """
Examples:
  clew count queens:16 --split 100
  clew count queens:18 --split 2000 --checkpoint q18
  clew count queens:14 --by-symmetry --split 500 --workers 2
  clew count pentominoes:20x3 --by-symmetry
  clew count latin:7 --split 200 --checkpoint l7 --cluster local:4
  clew count --verify q18 --sample 5%

With --checkpoint, Clew stores each part as soon as it's counted. If the count is interrupted,
the same command resumes it. --verify counts some of the parts again, chosen at random.
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("words", metavar="PUZZLE...", nargs=-1, type=params.PUZZLE, is_eager=True)
@params.reading()
@params.HOW
@click.option("--split", metavar="N", type=params.Number(1), help="Count in at least N parts.")
@click.option("--checkpoint", metavar="DIR", help="The folder that stores each part.")
@click.option("--by-symmetry", is_flag=True, help="Also count them up to turning and mirroring.")
@params.WORKERS
@params.max_seconds(told=True)
@click.option("--verify", metavar="DIR", help="Count parts of a stored count again.")
@click.option("--sample", metavar="P%", help="The share of the parts to verify (default: 5%).")
@click.option("--seed", metavar="S", type=params.Number(0), help="The seed that chooses them.")
@params.AS_JSON
@params.QUIET
def count(words: tuple[str, ...], verify: str | None, quiet: bool, **options: Any) -> int:
    """Count the solutions of each PUZZLE exactly.

    --split counts in parts, in processes on this machine or on a cluster, and adds them up. If
    a part kills its worker four times, Clew names it and still counts the others.
    """
    from clew.cli.params import load
    from clew.core.result import Stopped
    from clew.workers import NoWorkers

    _check(words, verify, options)
    where = options["workers"] if options["cluster"] is None else options["cluster"]
    try:
        with status.refusing(), Progress(quiet) as progress:
            if verify is not None:
                return _verify(verify, where, options, progress)
            puzzles = [
                each for word in words for each in load(word, options["kind"], options["notation"])
            ]
            if options["checkpoint"]:
                params.only_one_drawn(puzzles, "--checkpoint")
            ended = []
            for number, puzzle in enumerate(puzzles, 1):
                if len(puzzles) > 1 and not options["as_json"]:
                    click.echo(f"{chr(10) * (number > 1)}[{number}] {puzzle.id}")
                ended.append(_count(puzzle, where, options, progress, quiet))
            return max(ended, key=status.badness)
    except Stopped as stop:
        status.print_error(f"{stop}, so Clew can't count the solutions", status.STOPPED)
        return status.STOPPED
    except KeyboardInterrupt:
        if options["checkpoint"]:
            click.echo(f"clew: interrupted: {status.RESUMES}", err=True)
        return status.INTERRUPTED
    except (OutOfTime, Terminated, NoWorkers) as error:
        if options["checkpoint"]:
            error.add_note(status.RESUMES)
        raise


def _check(words: tuple[str, ...], verify: str | None, options: dict[str, Any]) -> None:
    """Refuse options that exclude each other."""
    if not words and verify is None:
        status.usage("missing PUZZLE (or --verify with the folder of a stored count)")
    if words and verify is not None:
        status.usage("--verify reads the puzzle from its folder: leave out PUZZLE")
    places = (options["workers"] is not None, options["cluster"] is not None)
    status.only_one(places, "--workers and --cluster")
    ways = (options["by_symmetry"], str(options["strategy"]) != "auto")
    status.only_one(ways, "--by-symmetry and --strategy")
    for name in ("split", "checkpoint", "by_symmetry") if verify else ("sample", "seed"):
        if options[name] not in (None, False):
            needs = "can't be combined with" if verify else "needs"
            status.usage(f"--{name.replace('_', '-')} {needs} --verify")


def _count(
    puzzle: Puzzle, where: Where, options: dict[str, Any], progress: Progress, quiet: bool
) -> int:
    from clew.batch.tally import tally
    from clew.core.capabilities import capability
    from clew.search.run import HasImages

    parts, by_symmetry = options["split"] or 1, options["by_symmetry"]
    if by_symmetry and capability(puzzle, HasImages) is not None:
        return _count_orbits(puzzle, options)
    first: list[int] = []

    def watch(found: CountInParts) -> None:
        done, every = len(found.done), len(found.shares)
        first.append(done) if not first else None
        text = f"{done:,} of {plural(every, 'part')} · {plural(found.total, 'solution')}"
        if new := done - first[0]:
            text += f" · {span(progress.seconds / new * (every - done))} left"
        progress.show(text, done, every)

    found = tally(
        puzzle, parts, options["checkpoint"],
        strategy=str(options["strategy"]), symmetry=by_symmetry, progress=watch,
        where=0 if parts == 1 and where is None and not by_symmetry else where,
    )  # fmt: skip
    progress.clear()
    if options["as_json"]:
        click.echo(record(_data(found)))
    else:
        click.echo(counted(found.total, not found.stopped, found.classes()))
    if not (quiet or options["as_json"]):
        work = f"{plural(len(found.shares), 'part')} · {plural(found.nodes, 'node')}"
        click.echo(f"{work} · {span(progress.seconds)}", err=True)
    if found.stopped:
        resumes = f": {status.RESUMES}" * bool(options["checkpoint"])
        click.echo(f"stopped: {status.time_limit(options['max_seconds'])}{resumes}", err=True)
        return status.STOPPED
    return _poisoned(found) or (status.ANSWERED if found.total else status.UNSOLVABLE)


def _count_orbits(puzzle: Puzzle, options: dict[str, Any]) -> int:
    """Count a board's solutions in one piece, since each is compared with all others."""
    from clew.search.run import orbits

    if options["split"] or options["checkpoint"]:
        status.usage(
            f"--by-symmetry counts {puzzle.name} whole: leave out --split and --checkpoint"
        )
    found = orbits(puzzle)
    data = {"puzzle": puzzle.id, "count": found.total, "complete": True}
    data |= {"fundamental": found.fundamental, "symmetries": found.symmetries}
    text = f"{found.total}\n{found.fundamental} up to symmetry"
    click.echo(record(data) if options["as_json"] else text)
    return status.ANSWERED if found.total else status.UNSOLVABLE


def _poisoned(found: CountInParts) -> int:
    """Print the parts without a count, and return the exit status: 0 if every part has one."""
    if not found.poisoned:
        return status.ANSWERED
    some = ", ".join(map(str, found.poisoned[:8]))
    click.echo(
        f"clew: {len(found.poisoned)} of {plural(len(found.shares), 'part')} killed each "
        f"worker that took them ({some}): the number is a lower bound",
        err=True,
    )
    return status.STOPPED


def _verify(folder: str, where: Where, options: dict[str, Any], progress: Progress) -> int:
    from clew.batch.tally import verify

    def watch(done: int, every: int) -> None:
        progress.show(f"{done:,} of {plural(every, 'part')} counted again", done, every)

    given = options["seed"]
    seed = int.from_bytes(os.urandom(4), "big") if given is None else given
    sample = _share(options["sample"] or "5%")
    found, chosen = verify(folder, sample, seed, where=where, progress=watch)
    progress.clear()
    if options["as_json"]:
        data = _data(found) | {"stored": len(found.done), "seed": seed, "verified": chosen}
        click.echo(record(data))
    else:
        click.echo(folded(_verified(found, len(chosen), seed)))
    return status.ANSWERED if found.complete else status.STOPPED


def _verified(found: CountInParts, again: int, seed: int) -> str:
    """Word the result of --verify."""
    every, done = plural(len(found.shares), "part"), len(found.done)
    stored = f"{found.id}: {done:,} of {every} stored, {plural(found.total, 'solution')}."
    if not again:
        return f"{stored} Clew counted no part again."
    match = "it matches" if again == 1 else "they match" if again == 2 else "all match"
    return f"{stored} Clew counted {plural(again, 'part')} again (seed {seed}): {match}."


def _share(text: str) -> float:
    try:
        share = float(text.removesuffix("%")) / 100
    except ValueError:
        share = -1
    if not 0 < share <= 1:
        raise ValueError(f"--sample: {text[:20]!r} isn't a share. Write 5%, for example")
    return share


def _data(found: CountInParts) -> dict[str, Any]:
    data: dict[str, Any] = {
        "puzzle": found.id,
        "count": found.total,
        "complete": found.complete,
        "parts": len(found.shares),
        "poisoned": found.poisoned,
        "nodes": found.nodes,
    }
    classes = found.classes()
    return data if classes is None else data | class_data(classes)
