"""From what a caller says to a batch: every mistake is found before any work is done."""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.batch import streams
from clew.batch.asked import Options
from clew.batch.packing import PIPE, form_of
from clew.batch.parts import LINE, Cut
from clew.batch.sources import Input, Source
from clew.batch.streams import Batch, Summary, Watch
from clew.batch.work import Job
from clew.files import replaceable, streaming
from clew.search import native

if TYPE_CHECKING:
    from clew.batch.workers import Where

PART = {
    "unique": 25_600, "solve": 25_600, "count": 25_600, "rate": 256, "explain": 16,
    "convert": 3_200, "canonical": 3_200, "make": 256,
}  # fmt: skip
"""Lines of a part where they are Sudokus of order 9, or puzzles to be made; quickly done."""
OTHER = 8_192
"""Bytes of a part of other lines."""
SHORT = {"unique": 256_000, "solve": 64_000, "canonical": 17_600}
"""Sudokus of order 9 up to which two workers save less than they cost. By CPU time they cost this
process 48 ms; a line takes 0.49, 1.84 and 5.6 us here, and half of 0.60, 2.16 and 5.6 with them.
"""


class Ordered(NamedTuple):
    """A batch that can be run."""

    batch: Batch

    def run(self, where: "Where", watch: Watch | None = None, restart: bool = False) -> Summary:
        watch = watch or streams.nothing
        if where is None and self._is_short():
            where = 0
        if not replaceable(self.batch.out):
            return self._to_pipe(where, watch)
        return streams.to_file(self.batch, where, watch, restart)

    def _is_short(self) -> bool:
        """Whether kernels are through with it before workers have started."""
        job, sources = self.batch.job, self.batch.sources
        most = SHORT.get(job.what, 0) * LINE if native.available and job.means_nine else 0
        if self.batch.total > most:
            return False
        return all(isinstance(each, Source) and each.has_nines() for each in sources)

    def _to_pipe(self, where: "Where", watch: Watch) -> Summary:
        with ExitStack() as stack:
            out = stack.enter_context(streaming(self.batch.out)).buffer
            rejects = sys.stderr.buffer
            if self.batch.rejects != PIPE:
                rejects = stack.enter_context(streaming(self.batch.rejects)).buffer
            return streams.to_pipe(self.batch, where, watch, out, rejects)


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
) -> Ordered:
    """The batch that is meant; ValueError or OSError says what is wrong with it."""
    if what not in PART:
        raise ValueError(f"found {what!r}, expected one of {', '.join(PART)}")
    if kind is not None:
        _known_kind(kind)
    if notation is not None:
        _known_notation(notation)
    chosen = _options(options or {})
    written = form_of(out, form)
    if written.name == "parquet" and not replaceable(out):
        raise ValueError(f"{out}: found Parquet to a pipe, expected a file")
    sources: tuple[Input, ...]
    if what == "make":
        from clew.batch.recipes import Making

        sources = tuple(Making.of(text, count) for text in inputs)
    else:
        sources = tuple(Source(name, form_of(name, input_form)) for name in _present(inputs))
        streams.distinct(inputs, out)
    cut = Cut(chunk, chunk) if chunk else Cut(PART[what] * LINE, OTHER)
    rejects = rejects or (f"{out}.rejects" if replaceable(out) else PIPE)
    return Ordered(
        Batch(Job(what, written, kind, notation, column, chosen), sources, out, rejects, cut)
    )


def _options(told: Mapping[str, Any]) -> Options:
    for name in told:
        if name not in Options._fields:
            raise ValueError(f"found {name!r}, expected one of {', '.join(Options._fields)}")
    options = Options(**told)
    if options.to != Options().to:
        _known_notation(options.to)
    return options


def _known_kind(kind: str) -> None:
    from clew.puzzles import names

    if kind not in names():
        raise ValueError(f"found kind {kind!r}, expected one of {', '.join(names())}")


def _known_notation(name: str) -> None:
    from clew.notation import find

    find(name)


def _present(inputs: Sequence[str]) -> Sequence[str]:
    if not inputs:
        raise ValueError("found no input, expected a file or -")
    for name in inputs:
        if name != PIPE and not os.path.isfile(name):
            raise ValueError(f"{name}: found no such file, expected one or -")
        if name == PIPE and len(inputs) > 1:
            raise ValueError("found - and files, expected one or the other")
    return inputs
