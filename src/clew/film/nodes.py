"""The node that each step of a film is about. `static/nodes.js` finds the same."""

from __future__ import annotations

from clew.core.events import ONE, TREE, Kind

NOBODY = -1
"""The node of a step that's about the search as a whole, such as the start of a round."""
ON_PATH = (Kind.PRUNE, Kind.FAIL, Kind.ENTER, Kind.CHOOSE, Kind.CHECK)
"""The kinds of steps that are about the current partial assignment."""
OF_PARENT = (Kind.GENERATE, Kind.DUPLICATE)
"""The kinds of steps that are details of the expansion of their parent."""
OF_SUBJECT = (Kind.STUCK, Kind.DROP, Kind.KNOWN, Kind.VALUE)


class Nodes:
    """Finds the node of each event: call it with the events in order.

    In a state space or a game, nodes have the numbers of the search. In a tree of assignments, node
    0 has nothing assigned, and the n-th assignment makes node n. A search of full assignments has a
    node for each one that it tests.
    """

    def __init__(self, holds: str, face: str) -> None:
        self.holds, self.face = holds, face
        self.path = [0]
        """The nodes from the root to the current assignment."""
        self.made = self.tested = 0
        self.expanded = self.root = NOBODY

    def __call__(self, kind: int, subject: int, value: int) -> int:
        """Return the node that an event is about, or NOBODY.

        Args:
            kind: The kind of the event.
            subject: Its first number.
            value: Its second number.
        """
        if self.holds == ONE:
            return self._full(kind)
        if kind == Kind.TRY:
            self.made += 1
            self.path.append(self.made)
        elif kind in (Kind.BACK, Kind.UNDO):
            del self.path[max(1, len(self.path) - 1) :]
        elif kind not in ON_PATH and (self.holds, kind) != (TREE, Kind.ROUND):
            return self._state(kind, subject, value)
        return self.path[-1]

    def _full(self, kind: int) -> int:
        if kind == Kind.CHANGE:
            return self.tested
        self.tested += kind == Kind.ENTER
        return max(0, self.tested - 1)

    def _state(self, kind: int, subject: int, value: int) -> int:
        if kind == Kind.EXPAND:
            self.expanded = subject
            self.root = subject if value < 0 else self.root
        elif kind in OF_PARENT:
            return value
        elif kind in OF_SUBJECT or (kind == Kind.CUT and subject >= 0):
            return subject
        elif kind == Kind.ROUND:
            return NOBODY
        elif kind == Kind.ANSWER and self.face == "game":
            return self.root
        elif kind == Kind.ANSWER and self.expanded == NOBODY:
            return self.path[-1]
        return self.expanded


def is_detail(kind: int, subject: int) -> bool:
    """Check whether a step belongs to the step before it, such as a successor to its expansion.

    Args:
        kind: The kind of the step.
        subject: Its first number.
    """
    return kind in DETAILS or (kind == Kind.CUT and subject < 0)


DETAILS = (Kind.CHECK, Kind.PRUNE, Kind.GENERATE, Kind.DUPLICATE, Kind.WINDOW, Kind.INFER)
