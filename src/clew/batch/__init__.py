r"""Batches: millions of puzzles in one call.

`run` goes from files to a file, in any form, on all cores or on a cluster, and resumes where it was
cut off. `clew.batch.sudoku` and `.futoshiki` take bytes to bytes at the speed of a kernel.

>>> import clew, tempfile
>>> from pathlib import Path
>>> folder = Path(tempfile.mkdtemp())
>>> _ = (folder / "in.txt").write_text("queens:6\nqueens:\n")
>>> clew.batch.run("count", folder / "in.txt", folder / "out.txt", where=0).done
1
>>> (folder / "out.txt").read_text()
'queens:6\t4\n'
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from clew.core.registry import family

if TYPE_CHECKING:
    from clew.batch.streams import Summary, Watcher
    from clew.workers.places import Where

Name = str | os.PathLike[str]

__all__ = ["run"]


def run(
    what: str,
    inputs: Name | Iterable[Name],
    out: Name,
    *,
    kind: str | None = None,
    notation: str | None = None,
    column: str | None = None,
    input_form: str | None = None,
    form: str | None = None,
    rejects: Name | None = None,
    where: Where = None,
    chunk: int | None = None,
    count: int = 1,
    restart: bool = False,
    watch: Watcher | None = None,
    **options: Any,
) -> Summary:
    """Work through all puzzles of the inputs and write a record of each, in their streams.

    `what` is one of solve, unique, count, rate, explain, canonical, convert; or make, whose inputs
    are recipes (`sudoku:9,level=hard#1`): `count` puzzles are made from each. Forms follow from
    the names of the files (text, .csv, .jsonl, .parquet; .gz and .zst of these) or are given
    (`csv.gz`). `where` is a number of processes (0: in this one; None: one per core, or this one
    for a short batch) or a Dask cluster (`tcp://…`, `local:4`). `options` are those of
    `clew.batch.job.BatchOptions`.

    The output appears under its name when it is whole. Until then it is in a folder OUT.parts, and
    the same call resumes it. Lines without a record are in `rejects` (OUT.rejects).
    """
    from clew.batch import streams

    names = [inputs] if isinstance(inputs, str | os.PathLike) else inputs
    batch = streams.ordered(
        what, [os.fspath(name) for name in names], os.fspath(out), kind=kind, notation=notation,
        column=column, input_form=input_form, form=form,
        rejects=None if rejects is None else os.fspath(rejects), chunk=chunk, count=count,
        options=options,
    )  # fmt: skip
    return streams.run(batch, where, watch, restart)


class Solved:
    """For each puzzle of a batch how many solutions were found, and the first one.

    `grids` has so many `cells` for each puzzle, also for one that has no solution.
    """

    __slots__ = ("cells", "counts", "grids")

    def __init__(self, counts: array[int], grids: bytes, cells: int) -> None:
        self.counts = counts
        self.grids = grids
        self.cells = cells

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, i: int) -> bytes | None:
        i = range(len(self))[i]
        return self.grids[i * self.cells : (i + 1) * self.cells] if self.counts[i] else None

    def __iter__(self) -> Iterator[bytes | None]:
        return map(self.__getitem__, range(len(self)))


def __getattr__(name: str) -> ModuleType:
    """The batches of one family in memory: `clew.batch.sudoku` is `clew.puzzles.sudoku.batch`."""
    try:
        return import_module(f"{family(name)}.batch")
    except (KeyError, ModuleNotFoundError):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


class _Callable(ModuleType):
    """The module as it was once called: deprecated, since a module is no function."""

    def __call__(self, *args: Any, **kwargs: Any) -> Summary:
        import warnings

        warnings.warn("call clew.batch.run, not clew.batch", DeprecationWarning, stacklevel=2)
        return run(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
