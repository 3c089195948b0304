"""Whether a search of a game looks at the positions it should, and finds their values."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from clew.grading.game_tree import ROOT, GameTree
from clew.grading.log import VISIT, Fault, Log
from clew.grading.space_rules import shown


def visits(log: Log) -> dict[str, int]:
    """The positions that were looked at, each with the number of the first call about it."""
    found: dict[str, int] = {ROOT: -1}
    for at, call in enumerate(log.calls):
        if call.name == VISIT:
            found.setdefault(call.subject, at)
    return found


def best_move(log: Log) -> Fault | None:
    """The answer is a best move, or the value of the root."""
    tree: GameTree = log.instance
    best = tree.values[ROOT]
    moves = [child for child in tree.children[ROOT] if tree.values[child] == best]
    given = log.answer[0] if isinstance(log.answer, list | tuple) and log.answer else log.answer
    if given in moves or (given == best and not isinstance(given, bool)):
        return None
    return Fault(f"returned {shown(log.answer)}, expected a best move or its value")


def every_position(log: Log) -> Fault | None:
    """Minimax looks at every position."""
    seen = visits(log)
    missed = [state for state in log.instance.depths if state not in seen]
    return Fault(f"did not look at {missed[0]}", len(log.calls) - 1) if missed else best_move(log)


def cuts(log: Log) -> Fault | None:
    """Alpha-beta looks at exactly the positions that can matter, in its own order of moves.

    A position whose value equals the bound may be cut or not (Knuth and Moore, 1975).
    """
    seen = visits(log)
    judge = Window(log.instance, seen)
    judge.value(ROOT, -inf, inf)
    wrong = min(judge.faults, key=lambda fault: fault.at, default=None)
    return wrong or best_move(log)


class Window:
    """Alpha-beta replayed in the order in which a search looked at the positions."""

    def __init__(self, tree: GameTree, seen: Mapping[str, int]) -> None:
        self.tree, self.seen = tree, seen
        self.faults: list[Fault] = []

    def value(self, state: str, alpha: float, beta: float) -> float:
        """The value of a position, as far as it matters between the bounds."""
        if state in self.tree.payoffs:
            return self.tree.payoffs[state]
        is_max = self.tree.is_max(state)
        best = -inf if is_max else inf
        children = [child for child in self.tree.children[state] if child in self.seen]
        for child in sorted(children, key=self.seen.__getitem__):
            if (best > beta) if is_max else (best < alpha):
                self._beyond(state, child, "beta" if is_max else "alpha")
                return best
            found = self.value(child, alpha, beta)
            best = max(best, found) if is_max else min(best, found)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha < beta:
            self._missed(state)
        return best

    def _beyond(self, state: str, child: str, bound: str) -> None:
        said = f"looked at {child} below {state} after the value had passed {bound}"
        self.faults.append(Fault(said, self.seen[child]))

    def _missed(self, state: str) -> None:
        """Not all was looked at where the value may still change."""
        rest = [child for child in self.tree.children[state] if child not in self.seen]
        if rest:
            said = f"did not look at {rest[0]} below {state}, which could still matter"
            self.faults.append(Fault(said, self.seen.get(state, 0)))
