"""Kernels that take the lines of a file as they are: a family has them in its `batch_lines`."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

from clew.core.registry import modules

if TYPE_CHECKING:
    from clew.batch.asked import Options

Bytes = bytes | bytearray


class LineKernel(Protocol):
    """What such a file offers; `what` is the question that a batch asks of each puzzle."""

    KIND: str
    COLUMNS: Collection[str]
    ASKED: Collection[str]

    def lines(self, data: Bytes) -> Bytes | None:
        """The data with plain ends of lines, if it may be nothing but such puzzles."""

    def judged(self, data: Bytes, form: str) -> bytearray | None:
        """Each line with whether it is unique; None if that cannot be told or written so."""

    def columns(self, what: str, data: Bytes, options: "Options") -> list[Sequence[object]] | None:
        """The fields of the records, column by column; None if a line is no such puzzle."""

    def cells(self, text: str) -> bytes | None:
        """A line that is such a puzzle, as its kernel takes it."""

    def answers(self, what: str, puzzles: bytes, options: "Options") -> Sequence[Any]:
        """For each puzzle the fields of its record, or why there is none."""


@cache
def line_kernel() -> LineKernel:
    """The family whose puzzles are a line of nothing but cells."""
    return cast(LineKernel, next(modules("clew.puzzles", "batch_lines")))
