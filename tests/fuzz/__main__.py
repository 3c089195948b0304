"""The command line of the fuzzer: `./run fuzz`, or `python -m tests.fuzz`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from random import Random
from typing import Any

from tests.fuzz.running import Budget, Tally, fuzz, progress, summary

PARTS = ("models", "kinds", "walks", "games", "texts", "web", "proofs")
SHARE = 60.0
"""Seconds for all parts together, unless more are asked for."""


@contextmanager
def prepared(part: str) -> Iterator[Callable[[Random], Any]]:
    """Return the function that draws the cases of a part, with whatever they need running."""
    module = import_module(f"tests.fuzz.{part}")
    with getattr(module, "ready", nullcontext)():
        yield module.make


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="./run fuzz", description="Compare random cases with brute force, and shrink failures."
    )
    some = f"which parts: {', '.join(PARTS)}; all of them if you name none"
    parser.add_argument("parts", nargs="*", metavar="PART", help=some)
    parser.add_argument("--minutes", type=float, help="how long to run, in all")
    parser.add_argument("--models", type=int, help="how many cases of each part to run")
    parser.add_argument("--seed", default="1", help="another seed draws other cases")
    given = parser.parse_args(arguments)
    parts = given.parts or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no part is called {unknown.pop()}: name {some.partition(': ')[2]}")
    seconds = given.minutes * 60 if given.minutes is not None else None
    if seconds is None and given.models is None:
        seconds = SHARE
    tally, show = Tally(), progress()
    try:
        for part in parts:
            share = None if seconds is None else seconds / len(parts)
            with prepared(part) as make:
                fuzz(part, make, given.seed, Budget(given.models, share), tally, show)
    except KeyboardInterrupt:
        show("")
        print("stopped")
    print(summary(tally))
    return 1 if tally.sorts else 0


if __name__ == "__main__":
    sys.exit(main())
