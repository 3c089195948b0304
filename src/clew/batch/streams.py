"""A batch that reads files and writes a file.

It keeps only a few parts in memory. If it's interrupted and resumed, it loses no record and repeats
none.
"""

import os
import sys
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from clew.batch.formats import PIPE, VERSION, format_of, heading, packed, write_parquet
from clew.batch.input import (
    LINE,
    REJECTS_HEADING,
    File,
    Input,
    InputMark,
    InputPart,
    Making,
    PartSize,
    Reject,
    all_parts,
    blake2b,
    lines_of,
    rejected,
)
from clew.batch.job import BatchOptions, Columns, Job, PartResult, Spooled
from clew.batch.journal import KEYS, OUT, REJECTS, BatchState, Journal
from clew.core.files import replaceable, streaming
from clew.search import native

if TYPE_CHECKING:
    from clew.workers.places import Poisoned, Where


Watcher = Callable[[BatchState, int], object]
"""A function that receives the progress and the number of bytes to read, or 0 if it's unknown."""
PART = {
    "unique": 25_600, "solve": 25_600, "count": 25_600, "rate": 256, "explain": 16,
    "prove": 16, "convert": 3_200, "canonical": 3_200, "make": 256,
}  # fmt: skip
"""The number of Sudokus of order 9, or of puzzles to make, in a part. Each takes little time."""
OTHER = 8_192
"""The size of a part of other lines, in bytes."""
SHORT = {"unique": 256_000, "solve": 64_000, "canonical": 17_600}
"""The number of Sudokus of order 9 up to which two workers save less time than they cost.

They cost this process 48 ms of CPU time. A line takes 0.49, 1.84 and 5.6 us in this process, and
half of 0.60, 2.16 and 5.6 us with two workers.
"""


class Summary(NamedTuple):
    """The number of records written and of lines rejected, and the files that hold them."""

    done: int
    rejected: int
    out: str
    rejects: str
    dropped: int = 0
    """The number of records left out because an equivalent puzzle came earlier."""


class Batch(NamedTuple):
    """A batch: the work, its inputs, and the output files."""

    job: Job
    inputs: tuple[Input, ...]
    out: str
    rejects: str
    part_size: PartSize

    @property
    def total(self) -> int:
        """The total size of the inputs in bytes, or 0 if one is a pipe."""
        pipe = any(each.path == PIPE for each in self.inputs)
        return 0 if pipe else sum(each.size for each in self.inputs)

    def identity(self) -> dict[str, Any]:
        """Return everything that must stay the same to resume. `where` may differ."""
        return {
            "version": VERSION,
            **self.job._asdict(),
            "options": self.job.options._asdict(),
            "cut": self.part_size._asdict(),
            "inputs": [each.identity() for each in self.inputs],
        }

    def headings(self) -> dict[str, bytes | bytearray]:
        form = self.job.form
        return {
            OUT: packed(heading(form.name, self.job.fields), form.packing),
            REJECTS: REJECTS_HEADING,
        }


# ------------------------------------------------------------------ mistakes, found before any work


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
    """Check the arguments, and return the batch.

    Raises:
        ValueError: An argument is wrong.
        OSError: A file can't be read.
    """
    _check("operation", what, list(PART))
    if kind is not None:
        from clew.core.registry import names

        _check("puzzle", kind, names(), "clew puzzles")
    if notation is not None:
        _check_notation(notation)
    chosen = _options(options or {})
    written = format_of(out, form)
    if written.name == "parquet" and not replaceable(out):
        raise ValueError(f"{out}: Parquet needs an output file, not a pipe")
    sources: tuple[Input, ...]
    if what == "make":
        sources = tuple(Making.of(text, count) for text in inputs)
    else:
        _check_files(inputs, out)
        sources = tuple(File(name, format_of(name, input_form)) for name in inputs)
    sizes = PartSize(chunk, chunk) if chunk else PartSize(PART[what] * LINE, OTHER)
    rejects = rejects or (f"{out}.rejects" if replaceable(out) else PIPE)
    job = Job(what, written, kind, notation, column, chosen)
    return Batch(job, sources, out, rejects, sizes)


def _check(thing: str, word: str, known: Sequence[str], command: str = "") -> None:
    """Raise ValueError for an unknown word. The message suggests a command that lists all words."""
    if word not in known:
        from clew.core.arguments import unknown  # it imports `inspect`, which takes 15 ms

        raise ValueError(unknown(thing, word, known, command))


def _options(given: Mapping[str, Any]) -> BatchOptions:
    for name in given:
        _check("option", name, BatchOptions._fields)
    options = BatchOptions(**given)
    if options.to != BatchOptions().to:
        _check_notation(options.to)
    return options


def _check_notation(name: str) -> None:
    from clew.notation import find

    find(name)


def _check_files(inputs: Sequence[str], out: str) -> None:
    """Raise ValueError if an input is missing, or if the output is also an input."""
    if not inputs:
        raise ValueError("no input: name a file, or - for standard input")
    if PIPE in inputs and len(inputs) > 1:
        raise ValueError("read either standard input (-) or files, not both")
    for name in inputs:
        if name != PIPE and not os.path.isfile(name):
            raise ValueError(f"{name}: no such file")
        if name != PIPE and os.path.exists(out) and os.path.samefile(out, name):
            raise ValueError(f"{out} is also an input. Choose another file for the output")


def run(
    batch: Batch, where: "Where", watch: Watcher | None = None, restart: bool = False
) -> Summary:
    """Run a batch in the given place, or where it's fastest."""
    if where is None and _is_short(batch):
        where = 0
    if replaceable(batch.out):
        return to_file(batch, where, watch, restart)
    with ExitStack() as stack:
        out = stack.enter_context(streaming(batch.out)).buffer
        rejects = sys.stderr.buffer
        if batch.rejects != PIPE:
            rejects = stack.enter_context(streaming(batch.rejects)).buffer
        return to_pipe(batch, where, watch, out, rejects)


def _is_short(batch: Batch) -> bool:
    """Check whether kernels would finish the batch before workers could start."""
    job, inputs = batch.job, batch.inputs
    most = SHORT.get(job.what, 0) * LINE if native.available and job.takes_kernel else 0
    if batch.total > most:
        return False
    return all(isinstance(each, File) and each.has_grid_lines() for each in inputs)


# ------------------------------------------------------------------ the work


def to_file(batch: Batch, where: "Where", watch: Watcher | None, restart: bool = False) -> Summary:
    """Process a batch, or the rest of one. The output file appears when it's complete."""
    journal = Journal(batch.out, batch.rejects, batch.identity())
    if restart:
        journal.remove()
    with journal:
        flow = Flow(batch, journal, watch, journal.resume(batch.headings()))
        try:
            if not flow.state.finished:
                flow.keys = KeySet(journal.numbers(KEYS))
                on_this_machine = not isinstance(where, str) and where != 0
                flow.spool = journal if on_this_machine and sys.platform == "linux" else None
                flow.run(where)
        except KeyboardInterrupt:
            journal.save(flow.state)
            raise
        journal.finish(flow.state, _last(batch))
    return flow.summary()


def _last(batch: Batch) -> Callable[[str, str], None] | None:
    """Return the function that converts the records at the end, if the format needs one."""
    if batch.job.form.name != "parquet":
        return None
    return lambda spool, target: write_parquet(spool, target, batch.job.fields)


def to_pipe(
    batch: Batch, where: "Where", watch: Watcher | None, out: IO[bytes], rejects: IO[bytes]
) -> Summary:
    """Process a batch whose records another program reads as they're written."""
    pipes = Pipes({OUT: out, REJECTS: rejects})
    pipes.add(OUT, batch.headings()[OUT])
    flow = Flow(batch, pipes, watch, BatchState())
    flow.run(where)
    return flow.summary()


class Pipes:
    """Output files that can't be resumed."""

    def __init__(self, files: dict[str, IO[bytes]]) -> None:
        self._files = files

    def add(self, name: str, data: bytes | bytearray, /) -> None:
        if name in self._files:
            self._files[name].write(data)

    def sizes(self) -> tuple[int, ...]:
        return ()

    def note(self, state: BatchState, /) -> None:
        for file in self._files.values():
            file.flush()


class Flow:
    """The flow of a batch from its parts to its output."""

    def __init__(
        self, batch: Batch, sink: "Journal | Pipes", watch: Watcher | None, state: BatchState
    ) -> None:
        self._batch = batch
        self._sink = sink
        self._watch = watch
        self._waiting: deque[tuple[InputPart, InputMark]] = deque()
        self.state = state
        self.keys = KeySet()
        self.spool: Journal | None = None

    def summary(self) -> Summary:
        state, batch = self.state, self._batch
        return Summary(state.done, state.rejected, batch.out, batch.rejects, state.dropped)

    def run(self, where: "Where") -> None:
        total = self._batch.total
        job: Callable[[InputPart], PartResult] = self._batch.job.__call__
        if self.spool is not None:
            job = Spooled(self._batch.job, self.spool.folder).__call__
        parts = self._parts(lazy=not isinstance(where, str))
        with closing(_results(job, parts, where)) as results:
            if self._watch is not None:
                self._watch(self.state, total)
            for result in results:
                self._take(result)
                if self._watch is not None:
                    self._watch(self.state, total)

    def _parts(self, lazy: bool) -> Iterator[InputPart]:
        """Yield the parts. If `lazy`, the workers read the data themselves."""
        batch = self._batch
        marked = all_parts(batch.inputs, batch.part_size, batch.job.column, self.state.mark, lazy)
        for part, mark in marked:
            self._waiting.append((part, mark))
            yield part

    def _take(self, result: "PartResult | Poisoned") -> None:
        """Add the result of the next part in a single step, which happens fully or not at all."""
        part, mark = self._waiting.popleft()
        if not isinstance(result, PartResult):
            result = self._refused(part, result.reason)
        state = self.state
        before = state.lines if mark.source == state.mark.source and state.mark.offset else 0
        out, kept = self._kept(result.columns) if result.columns else (result.out, result.done)
        if result.spool and self.spool:
            self.spool.add_file(OUT, result.spool)
        else:
            self._sink.add(OUT, out)
        if result.rejects:
            first = before + 1 + (part.form == "csv")
            self._sink.add(REJECTS, rejected(part.source, first, result.rejects))
        self.state = state._replace(
            mark=mark,
            lines=before + result.lines,
            done=state.done + kept,
            dropped=state.dropped + result.done - kept,
            rejected=state.rejected + len(result.rejects),
            sizes=self._sink.sizes(),
        )
        self._sink.note(self.state)

    def _kept(self, columns: Columns) -> tuple[bytes | bytearray, int]:
        """Keep only the records whose last field is new."""
        keys = list(map(key, columns[-1]))
        new = [at for at, each in enumerate(keys) if self.keys.add(each)]
        self._sink.add(KEYS, array("Q", [keys[at] for at in new]).tobytes())
        kept = [[column[at] for at in new] for column in columns]
        return self._batch.job.encoded(kept) if new else b"", len(new)

    def _refused(self, part: InputPart, reason: str) -> PartResult:
        """Reject all lines of a part for which there's no result."""
        lines, bad, count = lines_of(part.loaded(), self._batch.job.column)
        bad += [Reject(line.number, reason, line.text) for line in lines]
        return PartResult(b"", 0, count, tuple(sorted(bad)))


def _results(
    job: Callable[[InputPart], PartResult], parts: Iterator[InputPart], where: "Where"
) -> "Generator[PartResult | Poisoned, None, None]":
    """Yield the result of each part. Import the code for worker processes only if it's needed."""
    if where == 0:
        yield from map(job, parts)
        return
    from clew.workers.places import run

    for _, result in run(job, parts, where):
        yield result


# ------------------------------------------------------------------ puzzles seen before


FEWEST = 1 << 10


def key(text: str) -> int:
    """Hash a string to a number from 1 to 2^64 - 1."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") or 1


class KeySet:
    """A set of 8-byte keys that takes 16 to 32 bytes per key. Python's set takes 90.

    It's a hash table with open addressing, and at least half of it is always empty. Among n
    different puzzles, the probability that two have the same key, so that one is dropped, is
    n² / 2^65. For ten million puzzles, that's one in 370,000.
    """

    def __init__(self, keys: Iterable[int] = ()) -> None:
        self._count = 0
        self._table = array("Q", bytes(8 * FEWEST))
        for each in keys:
            self.add(each)

    def __len__(self) -> int:
        return self._count

    def add(self, key: int) -> bool:
        """Add a key, and return True if it's new."""
        table = self._table
        mask = len(table) - 1
        at = key & mask
        while found := table[at]:
            if found == key:
                return False
            at = (at + 1) & mask
        table[at] = key
        self._count += 1
        if 2 * self._count > len(table):
            self._grow()
        return True

    def _grow(self) -> None:
        old, self._table = self._table, array("Q", bytes(16 * len(self._table)))
        self._count = 0
        for each in old:
            if each:
                self.add(each)
