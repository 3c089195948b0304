"""A batch from files to a file: nothing is held but a few parts, nothing is lost, nothing twice."""

import os
import sys
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Protocol

from clew.batch import parquet, sources
from clew.batch.journal import OUT, REJECTS, SEEN, Journal, State
from clew.batch.lines import REJECTS_HEADING, Reject, lines_of, rejected
from clew.batch.packing import PIPE, packed
from clew.batch.parts import Cut, Mark, Part
from clew.batch.records import VERSION, heading
from clew.batch.seen import Seen, key
from clew.batch.sources import Input
from clew.batch.work import Columns, Done, Job, Spooled

if TYPE_CHECKING:
    from clew.batch.workers import Poisoned, Where

Watch = Callable[[State, int], object]
"""Is told how far the batch is, and how many bytes there are to read (0: not known)."""


class Summary(NamedTuple):
    """What came of a batch: how many records, how many lines without one, and where they are."""

    done: int
    rejected: int
    out: str
    rejects: str
    dropped: int = 0
    """Records that were there before in another form, where these are not wanted."""


class Batch(NamedTuple):
    """What is done with which input, and where it goes."""

    job: Job
    sources: tuple[Input, ...]
    out: str
    rejects: str
    cut: Cut

    @property
    def total(self) -> int:
        """The bytes of all inputs; 0 if one is a pipe."""
        sizes = [source.size for source in self.sources]
        return 0 if any(source.path == PIPE for source in self.sources) else sum(sizes)

    def identity(self) -> dict[str, Any]:
        """What must be the same to go on; where it runs need not be."""
        return {
            "version": VERSION,
            **self.job._asdict(),
            "options": self.job.options._asdict(),
            "cut": self.cut._asdict(),
            "inputs": [source.identity() for source in self.sources],
        }

    def headings(self) -> dict[str, bytes | bytearray]:
        form = self.job.form
        return {
            OUT: packed(heading(form.name, self.job.fields), form.packing),
            REJECTS: REJECTS_HEADING,
        }

    def parts(self, start: Mark, lazy: bool) -> Iterator[tuple[Part, Mark]]:
        return sources.parts(self.sources, self.cut, self.job.column, start, lazy)


class Sink(Protocol):
    """Where records and rejects go."""

    def add(self, name: str, data: bytes | bytearray, /) -> None: ...

    def note(self, state: State, /) -> None: ...

    def sizes(self) -> tuple[int, ...]: ...


def to_file(batch: Batch, where: "Where", watch: Watch, restart: bool = False) -> Summary:
    """Work through a batch, or through what is left of it; the output appears when it is whole."""
    journal = Journal(batch.out, batch.rejects, batch.identity())
    if restart:
        journal.remove()
    with journal:
        flow = Flow(batch, journal, watch, journal.resume(batch.headings()))
        try:
            if not flow.state.finished:
                flow.seen = Seen(journal.numbers(SEEN))
                flow.spool = journal if _at_hand(where) else None
                flow.run(where)
        except KeyboardInterrupt:
            journal.save(flow.state)
            raise
        journal.finish(flow.state, _last(batch))
    return flow.summary()


def _at_hand(where: "Where") -> bool:
    """Whether other processes of this machine do the work, and can leave it in a file."""
    return sys.platform == "linux" and not isinstance(where, str) and where != 0


def _last(batch: Batch) -> Callable[[str, str], None] | None:
    """What is to be done with the records when all are there."""
    if batch.job.form.name != "parquet":
        return None
    return lambda spool, target: parquet.write(spool, target, batch.job.fields)


def to_pipe(
    batch: Batch, where: "Where", watch: Watch, out: IO[bytes], rejects: IO[bytes]
) -> Summary:
    """Work through a batch whose records are read by another program as they come."""
    pipes = Pipes({OUT: out, REJECTS: rejects})
    pipes.add(OUT, batch.headings()[OUT])
    flow = Flow(batch, pipes, watch, State())
    flow.run(where)
    return flow.summary()


class Pipes:
    """Files that cannot be gone on with."""

    def __init__(self, files: dict[str, IO[bytes]]) -> None:
        self._files = files

    def add(self, name: str, data: bytes | bytearray, /) -> None:
        if name in self._files:
            self._files[name].write(data)

    def sizes(self) -> tuple[int, ...]:
        return ()

    def note(self, state: State, /) -> None:
        for file in self._files.values():
            file.flush()


class Flow:
    """The way of a batch from its parts to its sink."""

    def __init__(self, batch: Batch, sink: Sink, watch: Watch, state: State) -> None:
        self._batch = batch
        self._sink = sink
        self._watch = watch
        self._waiting: deque[tuple[Part, Mark]] = deque()
        self.state = state
        self.seen = Seen()
        self.spool: Journal | None = None

    def summary(self) -> Summary:
        state = self.state
        names = self._batch.out, self._batch.rejects
        return Summary(state.done, state.rejected, *names, state.dropped)

    def run(self, where: "Where") -> None:
        total = self._batch.total
        self._watch(self.state, total)
        parts = self._parts(lazy=not isinstance(where, str))
        job: Callable[[Part], Done] = self._batch.job.__call__
        if self.spool is not None:
            job = Spooled(self._batch.job, self.spool.folder).__call__
        with closing(outcomes_of(job, parts, where)) as outcomes:
            for outcome in outcomes:
                self._take(outcome)
                self._watch(self.state, total)

    def _parts(self, lazy: bool) -> Iterator[Part]:
        """The parts; on this machine without their data, which a worker reads itself."""
        for part, mark in self._batch.parts(self.state.mark, lazy):
            self._waiting.append((part, mark))
            yield part

    def _take(self, outcome: "Done | Poisoned") -> None:
        """Add what came of the next part, as one step: there or not there."""
        part, mark = self._waiting.popleft()
        done = outcome if isinstance(outcome, Done) else self._refused(part, outcome.reason)
        state = self.state
        before = state.lines if mark.source == state.mark.source and state.mark.offset else 0
        out, kept = self._kept(done.columns) if done.columns else (done.out, done.done)
        if done.spool and self.spool:
            self.spool.add_file(OUT, done.spool)
        else:
            self._sink.add(OUT, out)
        if done.rejects:
            first = before + 1 + (part.form == "csv")
            self._sink.add(REJECTS, rejected(part.source, first, done.rejects))
        self.state = state._replace(
            mark=mark,
            lines=before + done.lines,
            done=state.done + kept,
            dropped=state.dropped + done.done - kept,
            rejected=state.rejected + len(done.rejects),
            sizes=self._sink.sizes(),
        )
        self._sink.note(self.state)

    def _kept(self, columns: Columns) -> tuple[bytes | bytearray, int]:
        """The records whose last field was not there before."""
        keys = list(map(key, columns[-1]))
        new = [at for at, each in enumerate(keys) if self.seen.add(each)]
        self._sink.add(SEEN, array("Q", [keys[at] for at in new]).tobytes())
        kept = [[column[at] for at in new] for column in columns]
        return self._batch.job.encoded(kept) if new else b"", len(new)

    def _refused(self, part: Part, reason: str) -> Done:
        """A part without an outcome: all of its lines are rejected."""
        lines, bad, count = lines_of(part.loaded(), self._batch.job.column)
        bad += [Reject(line.number, reason, line.text) for line in lines]
        return Done(b"", 0, count, tuple(sorted(bad)))


def outcomes_of(
    job: Callable[[Part], Done], parts: Iterator[Part], where: "Where"
) -> "Generator[Done | Poisoned, None, None]":
    """What came of each part; in this process nothing of other processes is imported."""
    if where == 0:
        yield from map(job, parts)
        return
    from clew.batch.workers import run

    for _, outcome in run(job, parts, where):
        yield outcome


def nothing(_state: State, _total: int) -> None:
    """Watch nothing."""


def _there(*names: str) -> bool:
    return all(map(os.path.exists, names))


def distinct(inputs: Sequence[str], out: str) -> None:
    """Refuse an output that is an input."""
    for each in inputs:
        if each != PIPE and _there(each, out) and os.path.samefile(out, each):
            raise ValueError(f"{out}: found the input as the output, expected another file")
