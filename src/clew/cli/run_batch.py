"""Run a batch from the command line; a plain call is read here, without click.

To import click takes as long as all that a batch needs. A call that is not plain, such as one with
another option or a mistake in it, is click's: see `clew.cli.batching`.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from clew.cli import status
from clew.core.errors import ClewError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PLAIN = ("solve", "unique", "count", "rate", "canonical")
VALUES = {
    "--out": "out", "--column": "column", "--from-form": "input_form", "--form": "form",
    "--rejects": "rejects", "--workers": "workers",
}  # fmt: skip
FLAGS = {"--restart": "restart", "--quiet": "quiet", "-q": "quiet"}
"""The options of a plain call, each as `clew.cli.batching` reads it."""
NAMED = ("kind", "notation", "column", "input_form", "form", "rejects", "chunk", "count")


def run(args: Sequence[str]) -> int | None:
    """The exit status of a plain call; None, and nothing is done, if this is none."""
    if len(args) < 3 or args[0] != "batch" or args[1] not in PLAIN or os.name == "nt":
        return None
    given = read(args[2:])
    if given is None:
        return None
    from clew.cli.files import check_target

    try:
        targets = {name: check_target(given[name]) for name in ("out", "rejects") if name in given}
        return work(args[1], given | targets)
    except (status.BadInput, OSError, ClewError) as error:
        return status.report(error)


def read(args: Sequence[str]) -> dict[str, Any] | None:
    """The options of a plain call; None if it is none."""
    given: dict[str, Any] = {"inputs": ()}
    rest = iter(args)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "-" or not word.startswith("-"):
            given["inputs"] += (word,)
        elif word in FLAGS:
            given[FLAGS[word]] = True
        elif name not in VALUES or not _put(given, VALUES[name], value if equals else rest):
            return None
    return given if given["inputs"] else None


def _put(given: dict[str, Any], name: str, source: str | Iterator[str]) -> bool:
    """Take the value of an option, or the next word; whether it is plain."""
    value = source if isinstance(source, str) else next(source, None)
    if value is None or (name == "workers" and not (value.isascii() and value.isdecimal())):
        return False
    given[name] = int(value) if name == "workers" else value
    return True


def work(what: str, given: dict[str, Any]) -> int:
    """Run a batch, and show how far it is. The targets must have been checked."""
    from clew.batch import order
    from clew.cli.progress import BatchProgress, summarised

    workers, cluster = given.pop("workers", None), given.pop("cluster", None)
    status.only_one((workers is not None, cluster is not None), "--workers and --cluster")
    restart, quiet = given.pop("restart", False), given.pop("quiet", False)
    inputs, out = given.pop("inputs"), given.pop("out", "-")
    named = {name: given.pop(name) for name in NAMED if name in given}
    if "strategy" in given:
        given["strategy"] = str(given["strategy"])
    try:
        with status.refusing(), BatchProgress(quiet, out) as progress:
            batch = order.ordered(what, inputs, out, **named, options=given)
            where = workers if cluster is None else cluster
            summary = order.run(batch, where, progress, restart)
    except KeyboardInterrupt:
        if out != "-":
            print("clew: interrupted: the same command resumes it", file=sys.stderr)
        return status.INTERRUPTED
    except BrokenPipeError:  # whoever read it has enough, as in `| head`
        import signal

        if hasattr(signal, "SIGPIPE"):
            signal.raise_signal(signal.SIGPIPE)
        return status.BAD
    except OSError as error:
        if error.errno not in FULL:
            raise
        told = f"{error.filename}: {error.strerror}: with more room the same command resumes it"
        raise status.BadInput(told) from None
    if not quiet:
        print(summarised(summary, progress.seconds), file=sys.stderr)
    return status.REJECTED if summary.rejected else status.ANSWERED
