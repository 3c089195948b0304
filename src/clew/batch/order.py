"""From what a caller says to a batch: every mistake is found before any work is done."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from clew.batch import streams
from clew.batch.forms import PIPE, form_of
from clew.batch.input import LINE, File, Input, Making, PartSize
from clew.batch.job import BatchOptions, Job
from clew.batch.streams import Batch, Summary, Watcher
from clew.core.files import replaceable, streaming
from clew.search import native

if TYPE_CHECKING:
    from clew.workers.places import Where

PART = {
    "unique": 25_600, "solve": 25_600, "count": 25_600, "rate": 256, "explain": 16,
    "prove": 16, "convert": 3_200, "canonical": 3_200, "make": 256,
}  # fmt: skip
"""Lines of a part where they are Sudokus of order 9, or puzzles to be made: little work each."""
OTHER = 8_192
"""Bytes of a part of other lines."""
SHORT = {"unique": 256_000, "solve": 64_000, "canonical": 17_600}
"""Sudokus of order 9 up to which two workers save less than they cost. By CPU time they cost this
process 48 ms; a line takes 0.49, 1.84 and 5.6 us here, and half of 0.60, 2.16 and 5.6 with them.
"""


def run(
    batch: Batch, where: "Where", watch: Watcher | None = None, restart: bool = False
) -> Summary:
    """Run a batch where it is told, or where it is fastest."""
    if where is None and _is_short(batch):
        where = 0
    if replaceable(batch.out):
        return streams.to_file(batch, where, watch, restart)
    with ExitStack() as stack:
        out = stack.enter_context(streaming(batch.out)).buffer
        rejects = sys.stderr.buffer
        if batch.rejects != PIPE:
            rejects = stack.enter_context(streaming(batch.rejects)).buffer
        return streams.to_pipe(batch, where, watch, out, rejects)


def _is_short(batch: Batch) -> bool:
    """Whether kernels are through with it before workers have started."""
    job, inputs = batch.job, batch.inputs
    most = SHORT.get(job.what, 0) * LINE if native.available and job.takes_kernel else 0
    if batch.total > most:
        return False
    return all(isinstance(each, File) and each.has_grid_lines() for each in inputs)


def ordered(
    what: str,
    inputs: Sequence[str],
    out: str,
    *,
    kind: str | None = None,
    notation: str | None = None,
    column: str | None = None,
    input_form: str | None = None,
    form: str | None = None,
    rejects: str | None = None,
    chunk: int | None = None,
    count: int = 1,
    options: Mapping[str, Any] | None = None,
) -> Batch:
    """The batch that is meant; ValueError or OSError says what is wrong with it."""
    _expect("", what, PART)
    if kind is not None:
        from clew.core.registry import names

        _expect("kind ", kind, names())
    if notation is not None:
        _check_notation(notation)
    chosen = _options(options or {})
    written = form_of(out, form)
    if written.name == "parquet" and not replaceable(out):
        raise ValueError(f"{out}: found Parquet to a pipe, expected a file")
    sources: tuple[Input, ...]
    if what == "make":
        sources = tuple(Making.of(text, count) for text in inputs)
    else:
        _check_files(inputs, out)
        sources = tuple(File(name, form_of(name, input_form)) for name in inputs)
    sizes = PartSize(chunk, chunk) if chunk else PartSize(PART[what] * LINE, OTHER)
    rejects = rejects or (f"{out}.rejects" if replaceable(out) else PIPE)
    job = Job(what, written, kind, notation, column, chosen)
    return Batch(job, sources, out, rejects, sizes)


def _expect(label: str, word: str, known: Sequence[str] | Mapping[str, object]) -> None:
    if word not in known:
        raise ValueError(f"found {label}{word!r}, expected one of {', '.join(known)}")


def _options(given: Mapping[str, Any]) -> BatchOptions:
    for name in given:
        _expect("", name, BatchOptions._fields)
    options = BatchOptions(**given)
    if options.to != BatchOptions().to:
        _check_notation(options.to)
    return options


def _check_notation(name: str) -> None:
    from clew.notation import find

    find(name)


def _check_files(inputs: Sequence[str], out: str) -> None:
    """Refuse inputs that are not there, and an output that is an input."""
    if not inputs:
        raise ValueError("found no input, expected a file or -")
    if PIPE in inputs and len(inputs) > 1:
        raise ValueError("found - and files, expected one or the other")
    for name in inputs:
        if name != PIPE and not os.path.isfile(name):
            raise ValueError(f"{name}: found no such file, expected one or -")
        if name != PIPE and os.path.exists(out) and os.path.samefile(out, name):
            raise ValueError(f"{out}: found the input as the output, expected another file")
