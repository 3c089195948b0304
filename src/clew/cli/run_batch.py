"""Run a batch that was called on the command line; a plain call is read here, without click.

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

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PLAIN = ("solve", "unique", "count", "rate", "canonical")
VALUES = {
    "--out": "out", "--column": "column", "--from-form": "input_form", "--form": "form",
    "--rejects": "rejects", "--workers": "workers",
}  # fmt: skip
FLAGS = {"--restart": "restart", "--quiet": "quiet", "-q": "quiet"}
"""The options of a plain call, each as `clew.cli.batching` reads it."""


def run(args: Sequence[str]) -> int | None:
    """The exit status of a plain call; None, and nothing is done, if this is none."""
    if len(args) < 3 or args[0] != "batch" or args[1] not in PLAIN or os.name == "nt":
        return None
    told = read(args[2:])
    if told is None:
        return None
    try:
        return work(args[1], told)
    except (status.BadInput, OSError) as error:
        return status.report(error)


def read(args: Sequence[str]) -> dict[str, Any] | None:
    """What a plain call says; None if it is none."""
    told: dict[str, Any] = {"inputs": ()}
    rest = iter(args)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "-" or not word.startswith("-"):
            told["inputs"] += (word,)
        elif word in FLAGS:
            told[FLAGS[word]] = True
        elif name not in VALUES or not _put(told, VALUES[name], value if equals else rest):
            return None
    return told if told["inputs"] else None


def _put(told: dict[str, Any], name: str, given: str | Iterator[str]) -> bool:
    """Take the value of an option, or the next word; whether it is plain."""
    value = given if isinstance(given, str) else next(given, None)
    if value is None or (name == "workers" and not (value.isascii() and value.isdecimal())):
        return False
    told[name] = int(value) if name == "workers" else value
    return True


def work(what: str, told: dict[str, Any]) -> int:
    """Run a batch, and show how far it is."""
    from clew.batch.batches import ordered
    from clew.batch.cores import NoWorkers
    from clew.cli.output import check_target
    from clew.cli.progress import shown

    where = _where(told.pop("workers", None), told.pop("cluster", None))
    restart, quiet = told.pop("restart", False), told.pop("quiet", False)
    inputs, out = told.pop("inputs"), told.pop("out", "-")
    out = check_target(out)
    if "rejects" in told:
        told["rejects"] = check_target(told["rejects"])
    named = {name: told.pop(name) for name in _NAMED if name in told}
    if "strategy" in told:
        told["strategy"] = str(told["strategy"])
    try:
        order = ordered(what, inputs, out, **named, options=told)
        with shown(quiet, out) as watch:
            summary = order.run(where, watch, restart)
            watch.end(summary)
    except (ValueError, NoWorkers) as error:
        raise status.BadInput(str(error)) from None
    except KeyboardInterrupt:
        if out != "-":
            print("clew: interrupted: the same command goes on from here", file=sys.stderr)
        return status.INTERRUPTED
    except BrokenPipeError:  # whoever read it has enough, as in `| head`
        import signal

        signal.raise_signal(signal.SIGPIPE)
        return status.BAD
    except OSError as error:
        raise status.BadInput(_full(error)) if error.errno in FULL else error from None
    return status.REJECTED if summary.rejected else status.ANSWERED


_NAMED = ("kind", "notation", "column", "input_form", "form", "rejects", "chunk", "count")


def _where(workers: int | None, cluster: str | None) -> int | str | None:
    if workers is not None and cluster is not None:
        status.usage("expected only one of --workers and --cluster")
    return workers if cluster is None else cluster


def _full(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}: with more room the same command goes on"
