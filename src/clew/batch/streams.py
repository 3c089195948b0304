"""A batch from files to a file: it holds only a few parts, and loses and repeats nothing."""

import sys
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from clew.batch.forms import PIPE, VERSION, heading, packed
from clew.batch.input import Input, InputMark, InputPart, PartSize, all_parts
from clew.batch.job import Columns, Job, PartResult, Spooled
from clew.batch.journal import KEYS, OUT, REJECTS, BatchState, Journal
from clew.batch.key_set import KeySet, key
from clew.batch.lines import REJECTS_HEADING, Reject, lines_of, rejected

if TYPE_CHECKING:
    from clew.workers.places import Poisoned, Where

Watcher = Callable[[BatchState, int], object]
"""Is called with how far the batch is, and how many bytes there are to read (0: not known)."""


class Summary(NamedTuple):
    """How many records a batch has written, how many lines it has rejected, and where they are."""

    done: int
    rejected: int
    out: str
    rejects: str
    dropped: int = 0
    """Records that were there before in another form, where these are not wanted."""


class Batch(NamedTuple):
    """What is done with which input, and where it goes."""

    job: Job
    inputs: tuple[Input, ...]
    out: str
    rejects: str
    part_size: PartSize

    @property
    def total(self) -> int:
        """The bytes of all inputs; 0 if one is a pipe."""
        pipe = any(each.path == PIPE for each in self.inputs)
        return 0 if pipe else sum(each.size for each in self.inputs)

    def identity(self) -> dict[str, Any]:
        """What must be the same to resume; where it runs need not be."""
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


def to_file(batch: Batch, where: "Where", watch: Watcher | None, restart: bool = False) -> Summary:
    """Work through a batch, or through the rest of it; the output appears when it is whole."""
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
    """What is to be done with the records when all are there."""
    if batch.job.form.name != "parquet":
        return None
    from clew.batch import parquet

    return lambda spool, target: parquet.write(spool, target, batch.job.fields)


def to_pipe(
    batch: Batch, where: "Where", watch: Watcher | None, out: IO[bytes], rejects: IO[bytes]
) -> Summary:
    """Work through a batch whose records are read by another program as they come."""
    pipes = Pipes({OUT: out, REJECTS: rejects})
    pipes.add(OUT, batch.headings()[OUT])
    flow = Flow(batch, pipes, watch, BatchState())
    flow.run(where)
    return flow.summary()


class Pipes:
    """Files that cannot be resumed."""

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
    """The way of a batch from its parts to its sink."""

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
        """The parts; on this machine without their data, which a worker reads itself."""
        batch = self._batch
        marked = all_parts(batch.inputs, batch.part_size, batch.job.column, self.state.mark, lazy)
        for part, mark in marked:
            self._waiting.append((part, mark))
            yield part

    def _take(self, result: "PartResult | Poisoned") -> None:
        """Add the result of the next part, as one step: there or not there."""
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
        """The records whose last field was not there before."""
        keys = list(map(key, columns[-1]))
        new = [at for at, each in enumerate(keys) if self.keys.add(each)]
        self._sink.add(KEYS, array("Q", [keys[at] for at in new]).tobytes())
        kept = [[column[at] for at in new] for column in columns]
        return self._batch.job.encoded(kept) if new else b"", len(new)

    def _refused(self, part: InputPart, reason: str) -> PartResult:
        """A part without a result: all of its lines are rejected."""
        lines, bad, count = lines_of(part.loaded(), self._batch.job.column)
        bad += [Reject(line.number, reason, line.text) for line in lines]
        return PartResult(b"", 0, count, tuple(sorted(bad)))


def _results(
    job: Callable[[InputPart], PartResult], parts: Iterator[InputPart], where: "Where"
) -> "Generator[PartResult | Poisoned, None, None]":
    """The result of each part; in this process nothing of other processes is imported."""
    if where == 0:
        yield from map(job, parts)
        return
    from clew.workers.places import run

    for _, result in run(job, parts, where):
        yield result
