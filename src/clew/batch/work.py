"""What is done with one part of a batch: read its lines, ask the library, write records.

A `Job` pickles, and its outcome depends on the part alone: not on the machine, nor on what was done
before. So any worker may do any part, and do it again.
"""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from clew.batch import asked, nine
from clew.batch.journal import SPOOL
from clew.batch.lines import Line, Reject, lines_of, one_line, puzzle_of
from clew.batch.packing import TEXT, Form, packed
from clew.batch.parts import LINE, RECIPE, Part
from clew.batch.records import ENCODERS, FIELDS, Field

LARGE = 1 << 17
Columns = Sequence[Sequence[Any]]
Answers = list[asked.Answer | str]
"""For each puzzle the fields of its record, or the reason why it has none."""


class Done(NamedTuple):
    """What came of a part: its records as they are written, how many they are, and the rest."""

    out: bytes | bytearray
    done: int
    lines: int
    rejects: tuple[Reject, ...] = ()
    columns: Columns = ()
    """The records, not yet written, where some of them may be dropped; then `out` is empty."""
    spool: str = ""
    """The file that holds `out`, if it is large."""


class Job(NamedTuple):
    """What is asked of each puzzle, and how it is read and written."""

    what: str
    form: Form = TEXT
    kind: str | None = None
    notation: str | None = None
    column: str | None = None
    options: asked.Options = asked.Options()

    @property
    def fields(self) -> Sequence[Field]:
        return FIELDS[self.what]

    def __call__(self, part: Part) -> Done:
        if part.form == RECIPE:
            return self._made(part)
        part = part.loaded()
        return self._at_once(part) or self._line_by_line(part)

    def _made(self, part: Part) -> Done:
        from clew.batch import recipes

        puzzles, bad, count = recipes.made(part)
        rows = [asked.converted(puzzle, self.options) for puzzle in puzzles]
        return self._done(list(zip(*rows, strict=True)), count, bad)

    def _done(self, columns: Columns, lines: int, bad: Sequence[Reject] = ()) -> Done:
        """The records of these columns, written unless some of them may be dropped."""
        count = len(columns[0]) if columns else 0
        if self.options.dedupe:
            return Done(b"", count, lines, tuple(sorted(bad)), columns)
        out = self.encoded(columns) if count else b""
        return Done(out, count, lines, tuple(sorted(bad)))

    def _at_once(self, part: Part) -> Done | None:
        """A part that is nothing but lines of 81 cells, for which a kernel has the answer."""
        if part.form != "text" or not self.means_nine or self.what not in nine.COLUMNS:
            return None
        data = nine.lines(part.data)
        if data is None:
            return None
        count = len(data) // LINE
        if self.what == "unique":
            out = nine.judged(data, self.form.name)
            if out is not None:
                return Done(packed(out, self.form.packing), count, count)
        columns = nine.columns(self.what, data, self.options)
        return None if columns is None else self._done(columns, count)

    def _line_by_line(self, part: Part) -> Done:
        lines, bad, count = lines_of(part, self.column)
        answers = self._answers(lines)
        bad += [
            Reject(line.number, answer, line.text)
            for line, answer in zip(lines, answers, strict=True)
            if isinstance(answer, str)
        ]
        rows = [
            answer if self.what in asked.REWRITING else (line.text, *answer)
            for line, answer in zip(lines, answers, strict=True)
            if not isinstance(answer, str)
        ]
        return self._done(list(zip(*rows, strict=True)), count, bad)

    def encoded(self, columns: Columns) -> bytes | bytearray:
        """Records as they are written."""
        return packed(ENCODERS[self.form.name](self.fields, columns), self.form.packing)

    @property
    def means_nine(self) -> bool:
        """Whether a line of 81 digits is a Sudoku, and nothing is told that a kernel ignores."""
        usual = self.options.strategy == asked.AUTO and self.options.max_nodes is None
        return usual and self.kind in (None, "sudoku") and self.notation is None

    def _answers(self, lines: Sequence[Line]) -> Answers:
        by_kernel = self.means_nine and self.what in nine.ASKED
        cells = [nine.cells(line.text) if by_kernel else None for line in lines]
        puzzles = b"".join(each for each in cells if each)
        answers = iter(nine.answers(self.what, puzzles, self.options) if puzzles else ())
        return [
            next(answers) if each else self._answer(line.text)
            for each, line in zip(cells, lines, strict=True)
        ]

    def _answer(self, text: str) -> asked.Answer | str:
        from clew.puzzle import Unsuited
        from clew.result import Stopped

        try:
            puzzle = puzzle_of(text, self.kind, self.notation)
            return asked.ASKED[self.what](puzzle, self.options)
        except (ValueError, Unsuited, Stopped) as error:
            return one_line(error)


class Spooled(NamedTuple):
    """A job whose large outcomes are left in a folder on this machine.

    Through a pipe they would be copied five times, on the one core that feeds all workers.
    """

    job: Job
    folder: str

    def __call__(self, part: Part) -> Done:
        done = self.job(part)
        if len(done.out) < LARGE:
            return done
        path = f"{self.folder}/{SPOOL}{os.urandom(16).hex()}"
        try:
            with open(path, "wb") as file:
                file.write(done.out)
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None
        return done._replace(out=b"", spool=path)
