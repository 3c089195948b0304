r"""Process millions of puzzles in one call.

`run` reads files in any format and writes one, using all cores or a cluster. If a batch is
interrupted, the same call resumes it. `clew.batch.sudoku` and `clew.batch.futoshiki` solve puzzles
in memory, from bytes to bytes, at the full speed of a compiled solver.

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
    """Process all puzzles in some files, and write one record for each.

    The output file appears when it's complete. Until then, the folder OUT.parts holds its parts,
    and the same call resumes an interrupted batch. Lines that can't be processed go to `rejects`.

    Args:
        what: The operation: solve, unique, count, rate, explain, canonical, convert or make.
        inputs: The name of a file, or several. For make, files of recipes such as
            `sudoku:9,level=hard#1`.
        out: The name of the output file.
        kind: The kind of all puzzles. You need it if their text fits several kinds.
        notation: The notation of all puzzles. You need it if their text fits several notations.
        column: The column that contains the puzzles, in a table with several columns.
        input_form: The format of the inputs, for example `csv.gz`. By default it depends on their
            names: text, .csv, .jsonl or .parquet, or one of these with .gz or .zst.
        form: The format of the output. By default it depends on the file's name.
        rejects: The name of the file for rejected lines. The default is OUT.rejects.
        where: The number of worker processes, or a Dask cluster such as `tcp://…` or `local:4`.
            With 0, this process does the work. None means one worker per core, or this process for
            a short batch.
        chunk: The number of lines per part.
        count: For make, the number of puzzles to make from each recipe.
        restart: If True, discard the parts of an interrupted batch and start again.
        watch: A function that's called with the progress from time to time.
        **options: The operation's options: `strategy`, `max_nodes`, `limit`, `uniqueness`, `to`
            and `dedupe`.

    Returns:
        The number of records written, the number of lines rejected, and the time taken.

    Raises:
        ValueError: An argument or the format of a file is wrong.
        OSError: A file can't be read or written.
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
    """The number of solutions and the first solution of each puzzle in a batch.

    `grids` has `cells` bytes for each puzzle, even if it has no solution.
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
    """Import a family's batch module: `clew.batch.sudoku` is `clew.puzzles.sudoku.batch`."""
    try:
        return import_module(f"{family(name)}.batch")
    except (KeyError, ModuleNotFoundError):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


class _Callable(ModuleType):
    """Lets old code call the module as a function, with a deprecation warning."""

    def __call__(self, *args: Any, **kwargs: Any) -> Summary:
        import warnings

        warnings.warn("call clew.batch.run, not clew.batch", DeprecationWarning, stacklevel=2)
        return run(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
