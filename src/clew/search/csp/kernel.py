"""The compiled search of any CSP: the trees of `csp` and `backjumping`, node for node.

It is used where it was compiled and the CSP fits: values below 64, and rules that it knows. What
comes of it does not differ from the readable search but for the time, so it has no name of its
own; `CLEW_NATIVE=0`, or a strategy's `readable`, is the other one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from clew.core.events import Event, Kind
from clew.core.faces import CSP, Assignment
from clew.core.result import Run, Stats
from clew.search.csp import wire
from clew.search.csp.tree import preparation, random_numbers, shuffle
from clew.search.native import available, lib

if TYPE_CHECKING:
    from clew.search.csp.backtracking import TreeStrategy

KINDS = tuple(Kind)


class TreeKernel(Protocol):
    """A compiled tree; what it did since the last call is there if it is watched."""

    @property
    def counts(self) -> tuple[int, int, int, int, int]: ...
    @property
    def finished(self) -> bool: ...

    def step(self, max_nodes: int) -> Assignment | None: ...
    def events(self) -> list[tuple[int, int, int, int, tuple[int, ...]]]: ...


def explore(options: TreeStrategy, csp: CSP, run: Run) -> Iterator[Assignment]:
    """Yield the answers by the kernel, or by the readable search where there is none for it.

    Each call goes to the next answer or the next look at the limits, and nothing is done ahead;
    if somebody watches, it makes one node, so that the events do not lag behind the counts.
    """
    kernel = compiled(options, csp, run)
    if kernel is None:
        run.engine = f"readable: {refusal(csp)}"
        yield from options.readable(csp, run)
        return
    run.engine = "compiled"
    stats, watched = run.stats, run.trace is not None
    while True:
        budget = max(run.alarm - stats.nodes, 0)
        answer = kernel.step(min(budget, 1) if watched else budget)
        tell(kernel, run)
        if answer is not None:
            yield answer
        elif kernel.finished:
            return
        elif stats.nodes >= run.alarm or not watched:
            run.pause()


def compiled(options: TreeStrategy, csp: CSP, run: Run) -> TreeKernel | None:
    """The kernel at the root of the tree; None if it was not compiled or cannot hold the CSP."""
    if not available or (domains := wire.domains(csp)) is None:
        return None
    model = wire.model(csp)
    if model is None or not model.plain:
        return None
    luck, shuffled = drawn(options, csp)
    words = (options.name, options.select, options.order, options.infer, preparation(options))
    kind = lib.CspSearch if run.trace is None else lib.WatchedCspSearch
    search: TreeKernel = kind(model, domains, words, luck, shuffled, counts(run.stats))
    return search


def refusal(csp: CSP) -> str:
    """Why there is no kernel of the tree for a CSP."""
    if not available:
        return "nothing was compiled"
    said = wire.refusal(csp, wire.WIDTH)
    rules = (rule.label for rule in csp.constraints if rule.kind not in wire.PLAIN)
    return said or f"only `learning` knows the rule {next(rules, '')} compiled"


def counts(stats: Stats) -> tuple[int, int, int, int, int]:
    return stats.nodes, stats.backtracks, stats.checks, stats.prunings, stats.deepest


def tell(kernel: TreeKernel, run: Run) -> None:
    """Note what the kernel has counted, and let the watcher know what it did."""
    stats = run.stats
    stats.nodes, stats.backtracks, stats.checks, stats.prunings, deepest = kernel.counts
    if deepest > stats.deepest:
        stats.deepest = stats.frontier = deepest
    if run.trace is not None:
        for kind, depth, subject, value, why in kernel.events():
            run.trace(Event(KINDS[kind], depth, subject, value, why))


def drawn(options: TreeStrategy, csp: CSP) -> tuple[list[float], bytes]:
    """What rng decides, from the seed: a number for each variable, its values in some order."""
    by_luck, by_order = options.select == "random", options.order == "shuffled"
    luck = random_numbers(options.seed, len(csp.domains)) if by_luck or by_order else []
    if not by_order:
        return luck, b""
    orders = (shuffle(mask, seed) for mask, seed in zip(csp.domains, luck, strict=True))
    return luck, bytes(value for order in orders for value in order)
