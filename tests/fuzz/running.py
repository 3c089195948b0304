"""Run random cases in a process with limits, collect the faults, and shrink each one."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import IO, Any, Protocol, Self

Check = tuple[str, Callable[[], str]]
"""A name, and a function that returns what's wrong, or nothing."""
CPU_SECONDS = 10.0
"""The processor time of one check; more is a hang."""
WALL_SECONDS = 240
"""The time of one check by the clock, for checks that sleep: the machine may be busy."""
MEMORY = 4 << 30
FILE_SIZE = 64 << 20
BATCH = 200
"""How many cases a process runs before the next one starts."""
MOST_SHRUNK = 12
"""Faults beyond this number are counted but not shrunk."""


class Case(Protocol):
    """Something to check: a model, a walk, a text, a request."""

    def checks(self) -> Iterator[Check]:
        """Yield the checks; the same ones each time."""

    def smaller(self) -> Iterator[Self]:
        """Yield simpler cases, the simplest first."""

    def snippet(self, check: str) -> str:
        """Return Python that fails as the check does."""


@dataclass(frozen=True)
class Fault:
    """A check that failed."""

    check: str
    kind: str
    """An exception's name, `wrong`, `hang` or `died`."""
    said: str

    def is_like(self, other: Fault) -> bool:
        """Tell whether two faults have the same cause, as far as can be seen."""
        return (self.check, self.kind) == (other.check, other.kind)

    @property
    def sort(self) -> str:
        """What faults that are probably the same have in common."""
        return f"{self.check.partition(':')[0]}: {self.kind}"


@dataclass
class Tally:
    """What has been run so far."""

    cases: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, Fault, str]] = field(default_factory=list)
    """Where each fault came up, the fault, and Python that shows it."""
    sorts: Counter[str] = field(default_factory=Counter)


class Skip(Exception):
    """Raised by a check that doesn't apply to its case; the reason is counted."""


# ------------------------------------------------------------------ a process with limits


def confine(trace: IO[str]) -> None:
    """Limit this process, so that a case can't harm the machine."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable(trace)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.register(signal.SIGPROF, trace, all_threads=False, chain=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides


def failure(check: Callable[[], str]) -> tuple[str, str]:
    """Run a check; return the kind of its fault and what it said, both empty if all is well."""
    try:
        said = check()
    except Skip:
        raise
    except BaseException as error:  # a SystemExit or a panic is a fault too
        told = " ".join(str(error).split())
        return type(error).__name__, told
    return ("wrong" if said else "", said)


def run_here(
    cases: Iterable[Case], only: str | None, tell: Callable[[Any], None], trace: IO[str]
) -> None:
    """Run the cases in this process, and tell of each step."""
    for case in cases:
        tell(("case", case))
        for name, check in case.checks():
            if only is not None and name != only:
                continue
            tell(("check", name))
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
            faulthandler.dump_traceback_later(WALL_SECONDS, exit=True, file=trace)
            try:
                kind, said = failure(check)
            except Skip as reason:
                tell(("skip", f"{name.partition(':')[0]}: {reason}"))
            else:
                if kind:
                    tell(("fault", Fault(name, kind, said)))
            faulthandler.cancel_dump_traceback_later()
            signal.setitimer(signal.ITIMER_PROF, 0)
        tell(("end", None))


def isolated(cases: Iterable[Case], only: str | None = None) -> Iterator[tuple[str, Any]]:
    """Run cases in a child process with limits; yield what it tells, and how it died if it did."""
    reader, writer = os.pipe()
    with tempfile.TemporaryFile("w+") as trace:
        child = os.fork()
        if not child:
            status = 1
            try:
                os.close(reader)
                null = os.open(os.devnull, os.O_RDWR)
                for stream in (0, 1, 2):
                    os.dup2(null, stream)
                confine(trace)
                with os.fdopen(writer, "wb") as out:

                    def tell(message: Any) -> None:
                        pickle.dump(message, out)
                        out.flush()

                    try:
                        run_here(cases, only, tell, trace)
                        tell(("done", None))
                    except BaseException:  # a mistake of the fuzzer itself
                        tell(("broken", traceback.format_exc()))
                status = 0
            finally:
                os._exit(status)
        os.close(writer)
        try:
            yield from _told(reader, child, trace)
        finally:
            os.close(reader)
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _told(reader: int, child: int, trace: IO[str]) -> Iterator[tuple[str, Any]]:
    """Yield the messages of a child; if it ends too early, a fault of its last check."""
    check, done = "", False
    with os.fdopen(os.dup(reader), "rb") as stream:
        while True:
            try:
                kind, what = pickle.load(stream)
            except (EOFError, pickle.UnpicklingError):
                break
            if kind == "broken":
                raise RuntimeError(f"the fuzzer failed by itself:\n{what}")
            done = kind == "done"
            check = what if kind == "check" else check
            yield kind, what
    _, status = os.waitpid(child, 0)
    if done:
        return
    trace.seek(0)
    ours = [line.strip() for line in trace if "clew" in line or "tests" in line]
    where = ours[0] if ours else "nothing is known of the place"
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    hung = number == signal.SIGPROF or (not number and os.WEXITSTATUS(status) == 1 and ours)
    kind = "hang" if hung else "died"
    why = "took too long" if hung else f"the process ended with status {status}"
    yield "fault", Fault(check, kind, f"{why}: {where}")
    yield "end", None


# ------------------------------------------------------------------ shrinking


def shrink(case: Case, fault: Fault, seconds: float = 30.0) -> tuple[Case, Fault]:
    """Return the smallest case found that still fails in the same way."""
    end = time.monotonic() + seconds
    seen = {case.snippet(fault.check)}
    better = True
    while better and time.monotonic() < end:
        better = False
        for smaller in case.smaller():
            try:
                written = smaller.snippet(fault.check)
            except Exception:
                continue  # a cut too deep
            if written in seen:
                continue
            seen.add(written)
            found = [what for kind, what in isolated([smaller], fault.check) if kind == "fault"]
            if found and found[0].is_like(fault):
                case, fault, better = smaller, found[0], True
                break
            if time.monotonic() > end:
                break
    return case, fault


def without_each(items: Sequence[Any], least: int = 0) -> Iterator[tuple[Any, ...]]:
    """Yield the sequence without its halves, then without each item."""
    size = len(items)
    if size // 2 >= max(least, 1) and size > 3:
        yield tuple(items[: size // 2])
        yield tuple(items[size // 2 :])
    if size > least:
        for place in range(size):
            yield (*items[:place], *items[place + 1 :])


# ------------------------------------------------------------------ the loop


@dataclass
class Budget:
    """How much to run: a number of cases, seconds, or until Ctrl-C."""

    cases: int | None
    seconds: float | None
    started: float = field(default_factory=time.monotonic)

    def is_spent(self, cases: int) -> bool:
        late = self.seconds is not None and time.monotonic() - self.started > self.seconds
        return late or (self.cases is not None and cases >= self.cases)


def drawn(make: Callable[[Random], Case], seed: str, first: int, budget: Budget) -> Iterator[Case]:
    """Yield the cases of a seed from a number on, as many as a process runs."""
    for number in range(first, first + BATCH):
        if budget.is_spent(number):
            return
        yield make(Random(f"{seed} {number}"))


def fuzz(
    part: str, make: Callable[[Random], Case], seed: str, budget: Budget, tally: Tally,
    show: Callable[[str], None],
) -> None:  # fmt: skip
    """Run the cases of a part until the budget is spent; faults go to the tally."""
    number = 0
    while not budget.is_spent(number):
        case: Case | None = None
        found: list[tuple[int, Case, Fault]] = []
        for kind, what in isolated(drawn(make, f"{part} {seed}", number, budget)):
            if kind == "case":
                case = what
            elif kind == "check":
                tally.checks[what.partition(":")[0]] += 1
            elif kind == "skip":
                tally.skipped[what] += 1
            elif kind == "fault" and case is None:
                raise RuntimeError(f"{part}: no case could be drawn: {what}")
            elif kind == "fault" and case is not None:
                found.append((number, case, what))
            elif kind == "end":
                number += 1
                tally.cases += 1
                if number % 10 == 0:
                    show(_progress(part, number, budget, tally))
        known: set[tuple[int, str]] = set()
        for at, failed, fault in found:
            tally.sorts[fault.sort] += 1
            if (at, fault.kind) not in known:  # one cause may fail every check of a case
                known.add((at, fault.kind))
                _note(f"{part}, seed {seed}, case {at}", failed, fault, tally, show)
    show("")


def _note(where: str, case: Case, fault: Fault, tally: Tally, show: Callable[[str], None]) -> None:
    alike = sum(fault.sort == other.sort for _, other, _ in tally.faults)
    if alike > 1 or len(tally.faults) >= MOST_SHRUNK:
        return
    show(f"shrinking a fault of {fault.check}")
    small, fault = shrink(case, fault)
    snippet = small.snippet(fault.check)
    tally.faults.append((where, fault, snippet))
    show("")
    print(report(where, fault, snippet), flush=True)


def report(where: str, fault: Fault, snippet: str) -> str:
    """Return what people read of a fault."""
    return f"\n# {where}: {fault.check}: {fault.kind}: {fault.said[:300]}\n{snippet}\n"


def _progress(part: str, number: int, budget: Budget, tally: Tally) -> str:
    spent = time.monotonic() - budget.started
    wanted = f" of {budget.cases:,}" if budget.cases is not None else ""
    faults = sum(tally.sorts.values())
    return f"{part}: {number:,}{wanted} cases, {spent:.0f} s, {faults} faults"


def shown_on(stream: Any) -> Callable[[str], None]:
    """Return a function that shows one line of progress, if a person is watching."""
    if not stream.isatty():
        return lambda line: None

    def show(line: str) -> None:
        stream.write(f"\r\x1b[K{line[:100]}")
        stream.flush()

    return show


def summary(tally: Tally) -> str:
    """Return the number of cases and checks, and the faults by their sort."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = spent.ru_utime + spent.ru_stime
    lines = [f"{tally.cases:,} cases, {sum(tally.checks.values()):,} checks, {cpu:.0f} s of CPU"]
    lines += [f"  {name}: {count:,}" for name, count in sorted(tally.checks.items())]
    if tally.skipped:
        lines.append("not applicable:")
        lines += [f"  {reason}: {count:,}" for reason, count in tally.skipped.most_common(12)]
    faults = sum(tally.sorts.values())
    lines.append(f"{faults:,} faults")
    lines += [f"  {sort}: {count:,}" for sort, count in tally.sorts.most_common()]
    return "\n".join(lines)


def progress() -> Callable[[str], None]:
    return shown_on(sys.stderr)
