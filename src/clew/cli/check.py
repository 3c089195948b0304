"""`clew proof` and `clew audit`: check a proof, or a heuristic."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from clew.board.text import plural
from clew.cli import params, status
from clew.cli.app import Verbatim, VerbatimGroup
from clew.cli.folding import folded
from clew.cli.records import record

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.search.audit import Audit


PROOF_EXAMPLES = """
Examples:
  clew solve sudoku:..233..42.3.1... --unique --proof unique.pbp
  clew proof check sudoku:..233..42.3.1... unique.pbp
  clew proof model sudoku:..233..42.3.1... --out sudoku.opb
  veripb unique.opb unique.pbp
"""


@click.group(cls=VerbatimGroup, epilog=PROOF_EXAMPLES)
def proof() -> None:
    """Check a proof that `clew solve --proof` wrote, or print the model that it is about."""


@proof.command()
@params.puzzles(many=False)
@click.argument("file")
@params.max_seconds()
@params.AS_JSON
def check(puzzle: Puzzle, file: str, as_json: bool) -> int:
    """Check the proof in FILE of PUZZLE, and print what it proves.

    Clew builds the model from the rules of PUZZLE again and checks every line of the proof. If a
    line doesn't hold, Clew names it. A certificate in the puzzle's own terms (JSON) is checked
    against the rules of PUZZLE, without a search.
    """
    from clew.search.proof.proof_files import check_proof

    with status.refusing():
        found = check_proof(puzzle, file)
    how = f"{plural(found.steps, 'step')} checked" if found.steps else "the certificate holds"
    if as_json:
        data = {"puzzle": puzzle.id, "proven": True, "conclusion": str(found)}
        click.echo(record({**data, "unique": found.unique, "steps": found.steps}))
    else:
        click.echo(f"{found}: proven, {how}")
    return status.ANSWERED


@proof.command("check-all")
@click.argument("file")
@params.max_seconds()
@params.AS_JSON
@params.QUIET
def check_all(file: str, as_json: bool, quiet: bool) -> int:
    """Check every proof in FILE, as `clew batch unique --proof` wrote it.

    FILE is .jsonl, .jsonl.gz or .jsonl.zst.
    """
    import json

    from clew.batch.formats import format_of, unpacked
    from clew.cli.progress_line import Progress
    from clew.notation import read
    from clew.search.proof.proof_files import check_lines

    checked = 0
    with status.refusing(), ExitStack() as stack, Progress(quiet, "") as progress:
        raw = stack.enter_context(open(file, "rb"))  # noqa: PTH123  # - is a file here
        for checked, line in enumerate(unpacked(raw, format_of(file).packing, stack), 1):
            where = f"{file}:{checked}"
            try:
                record = json.loads(line)
                puzzle, unique, steps = record["puzzle"], record["unique"], record["proof"]
            except (ValueError, KeyError, TypeError):
                raise ValueError(
                    f"{where}: this isn't a JSON line of `clew batch unique --proof`"
                ) from None
            if check_lines(read(puzzle), steps, where).unique != bool(unique):
                raise ValueError(
                    f"{where}: the line has unique {unique}, but its proof shows the opposite"
                )
            progress.show(f"{checked:,} checked", checked, None)
    if as_json:
        click.echo(record({"checked": checked, "proven": True}))
    else:
        click.echo(f"{plural(checked, 'proof')} checked, all hold")
    return status.ANSWERED


@proof.command()
@params.puzzles(many=False)
@params.max_seconds()
@click.option("--cnf", is_flag=True, hidden=True)
@params.AS_JSON
@params.output("--out", "Write the model")
def model(puzzle: Puzzle, cnf: bool, as_json: bool, out: str | None) -> int:
    """Print the rules of PUZZLE as a pseudo-Boolean model, with the meaning of each variable."""
    from clew.cli.params import write
    from clew.search.proof.proving import proof_model

    if cnf:
        status.usage("--cnf is gone: leave it out, and use a solver or checker that reads OPB")
    status.only_one((as_json, out), "--json and --out")
    lines = proof_model(puzzle).opb(puzzle.id)
    text = "\n".join(lines) + "\n"
    write(out or "-", record({"puzzle": puzzle.id, "model": text}) if as_json else text)
    return status.ANSWERED


AUDIT_EXAMPLES = """
Examples:
  clew audit sliding-tiles:3x3:1,2,3,4,5,6,7,8,0 --heuristic manhattan --levels
  clew audit romania:Arad-Bucharest
  clew audit my.py:river
"""


@click.command(cls=Verbatim, epilog=AUDIT_EXAMPLES)
@params.puzzles(many=False)
@params.max_seconds()
@click.option(
    "--heuristic", "named", multiple=True, metavar="NAME",
    help="A heuristic of the puzzle; repeat it for more (default: the usual one).",
)  # fmt: skip
@click.option(
    "--sample", metavar="N", type=params.Number(1), help="Check a random sample of N states."
)
@click.option(
    "--seed", metavar="S", type=int, default=1, show_default=True, help="The seed of the sample."
)
@click.option("--levels", is_flag=True, help="Print how many states are at each distance.")
@params.AS_JSON
def audit(
    puzzle: Puzzle, named: tuple[str, ...], sample: int | None, seed: int, levels: bool,
    as_json: bool,
) -> int:  # fmt: skip
    """Check whether a heuristic of PUZZLE is admissible and consistent.

    Clew compares the heuristic with the exact distance of every state from which a goal can be
    reached, and names a state where it overestimates. In that case the exit status is 1.
    """
    from clew.search.audit import audit

    ended = status.ANSWERED
    for heuristic in named or (None,):
        with status.refusing():
            found = audit(puzzle, heuristic, sample=sample, seed=seed)
        click.echo(record(_audit_data(found)) if as_json else folded(str(found)))
        if levels and not as_json:
            counts = " ".join(f"{n:,}" for n in found.levels)
            click.echo(folded(f"states at each distance: {counts}"))
        if found.lie:
            ended = status.UNSOLVABLE
    return ended


def _audit_data(found: Audit) -> dict[str, Any]:
    return {
        "puzzle": found.puzzle.id,
        "heuristic": found.heuristic,
        "states": found.states,
        "whole": found.whole,
        "farthest": found.farthest,
        "levels": found.levels,
        "admissible": found.admissible,
        "consistent": found.consistent,
        "lie": found.lie and [repr(found.lie[0]), *found.lie[1:]],
        "drop": found.drop and [repr(found.drop[0]), *map(str, found.drop[1:])],
    }
