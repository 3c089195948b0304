"""The log of a student's search: its calls to the probe, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Instance = Any
"""A graph, a network, a game tree, or an instance for a course's own interface."""

EXPAND, GENERATE, TEST, ESTIMATE = "expand", "generate", "test", "estimate"
ASSIGN, UNASSIGN, PRUNE, RESTORE = "assign", "unassign", "prune", "restore"
VISIT = "visit"
RETURNED = "returned"


class Call(NamedTuple):
    """One call to a probe, named in the field's standard terms.

    A state is expanded, generated, tested or estimated. If it's generated, `value` has the action,
    the new state and the cost. A variable is assigned, unassigned, pruned or restored. A position
    is visited.
    """

    name: str
    subject: Any
    value: Any = None


@dataclass
class Log:
    """The calls of one run on one instance. `ending` is `returned`, or names the fault."""

    instance: Any
    calls: list[Call] = field(default_factory=list)
    answer: Any = None
    ending: str = RETURNED
    died: bool = False
    """True if the process ended during the search."""

    def add(self, name: str, subject: Any, value: Any = None) -> None:
        self.calls.append(Call(name, subject, value))

    def count(self, name: str) -> int:
        return sum(call.name == name for call in self.calls)

    @property
    def failed(self) -> bool:
        """True if the search failed to return."""
        return self.ending != RETURNED


class NoSuch(Exception):
    """The search asked about a state, an action or a variable that doesn't exist."""


class InstanceProbe:
    """The grader's side of a probe, which answers a search's questions and records its calls."""

    def __init__(self, instance: Any, log: Log) -> None:
        self.instance, self.log = instance, log

    def job(self) -> dict[str, Any]:
        """Return the first message to the student's process."""
        raise NotImplementedError

    def answer(self, question: str, arguments: tuple[Any, ...]) -> Any:
        """Answer a question. Raise NoSuch if it's about something that doesn't exist."""
        raise NoSuch(question)

    def tell(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Record a call that needs no answer."""
        raise NoSuch(name)


@dataclass(frozen=True)
class Fault:
    """The first wrong choice of a search, in one sentence.

    `at` is the number of the call that made it. `allowed` contains the choices that the rule would
    have accepted there, which students don't see.
    """

    sentence: str
    at: int = -1
    allowed: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self.sentence


def shown(answer: Any) -> str:
    """Return a result in at most 60 characters."""
    text = repr(answer)
    return text if len(text) <= 60 else text[:57] + "..."
