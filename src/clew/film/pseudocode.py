"""The strategies in pseudocode, and the line at which each kind of event happens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from clew.core.events import Kind
from clew.core.faces import CSP, Game, StateSpace
from clew.search.strategy import Strategy

MARKS = {kind.name.lower(): kind for kind in Kind}
"""How a line names the events that happen at it, after two bars."""


@dataclass(frozen=True)
class Pseudocode:
    """The lines, and for each kind of event the number of its line."""

    lines: tuple[str, ...]
    lit: dict[Kind, int]

    def line(self, kind: Kind) -> int:
        """The line of an event, or -1."""
        return self.lit.get(kind, -1)


def pseudocode(strategy: Strategy) -> Pseudocode:
    """The strategy's own, or that of any strategy for its face."""
    return _parsed(OWN.get(strategy.name) or BY_FACE.get(strategy.face) or KERNEL)


@cache
def _parsed(text: str) -> Pseudocode:
    lines: list[str] = []
    lit: dict[Kind, int] = {}
    for number, line in enumerate(text.strip("\n").split("\n")):
        shown, _, kinds = line.partition("||")
        lines.append(shown.rstrip())
        lit |= {MARKS[word]: number for word in kinds.split()}
    return Pseudocode(tuple(lines), lit)


BACKTRACK = """
function backtrack(assignment):
    if every variable has a value: answer          || answer
    x ← the unassigned variable to try next
    for each value v of x, in order:
        assign x = v                               || try
        infer: rule out what x = v forbids         || prune
        if some variable has no value left:        || fail
            the choice fails
        else: backtrack(assignment)
        take x = v back, with all it ruled out     || back
"""
DISCREPANCY = """
for k = 0, 1, 2, …:
    probe(the empty assignment, k)

function probe(assignment, k):
    if every variable has a value: answer          || answer
    x ← the unassigned variable to try next
    for each value v of x, the best first:
        all but the first cost one of the k
        assign x = v                               || try
        infer: rule out what x = v forbids         || prune
        if some variable has no value left: fail   || fail
        else: probe(assignment, the k left)
        take x = v back                            || back
"""
BACKJUMP = """
function backjump(assignment):
    if every variable has a value: answer          || answer
    x ← the unassigned variable to try next
    blame ← the choices that took values from x    || prune
    for each value v of x that is still legal:
        assign x = v                               || try
        backjump(assignment)
        take x = v back                            || back
    return to the deepest choice in blame          || fail
"""
GENERATE = """
for each way to give every variable a value:
    change what differs from the way before        || change
    if every rule holds: answer                    || answer
"""
MEND = """
give every variable a value at random
while some rule is broken:
    x ← one of the variables in conflict
    v ← the value of x with the fewest conflicts
    change x to v                                  || change
answer                                             || answer
"""


def _graph(frontier: str, chosen: str, known: str) -> str:
    return f"""
frontier ← {frontier} that holds the start
while the frontier is not empty:
    s ← {chosen}                                   || expand
    if s is a goal: answer                         || answer
    for each successor t of s:
        if {known}:
            add t to the frontier
"""


DEEPEN = """
function solve(puzzle):
    for max_depth = 0, 1, 2, …:
        search(start, 0, max_depth)

function search(s, current_depth, max_depth):
    look at s                                      || expand
    if s is a goal: answer                         || answer
    if current_depth < max_depth:
        for each successor t of s not on the path:
            search(t, current_depth + 1, max_depth)
"""
LIMITED = """
function search(s, depth):
    look at s                                      || expand
    if s is a goal: answer                         || answer
    if depth < limit:
        for each successor t of s not on the path:
            search(t, depth + 1)
"""
IDA = """
limit ← h(start)
repeat:
    search(start, 0)
    limit ← the least cost + h that was cut off

function search(s, cost):
    look at s                                      || expand
    if s is a goal: answer                         || answer
    for each successor t of s not on the path:
        if cost + step + h(t) ≤ limit: search(t, cost + step)
"""
BOTH_ENDS = """
forward ← {start}; backward ← the goals
repeat:
    take the smaller of the two frontiers
    for each state s in it:
        expand s, towards the other end            || expand
    if the two have a state in common:
        answer: the way there and the way on       || answer
"""
MINIMAX = """
function value(s):
    look at s                                      || expand
    if the game is over: return its payoff
    best ← −∞
    for each move m from s:
        best ← max(best, −value(s after m))
    return best                                    || value
answer: the moves with the value of the start      || answer
"""
ALPHA_BETA = """
function value(s, α, β):
    look at s                                      || expand
    if the game is over: return its payoff
    if s is in the table: return what it says
    for each move m from s:
        best ← max(best, −value(s after m, −β, −α))
        if best ≥ β: stop here, s will be avoided
        α ← max(α, best)
    return best                                    || value
answer: the moves with the value of the start      || answer
"""
RETROGRADE = """
list every position that can come up               || expand
give those where the game is over their payoff
while some position s has just got its value:      || value
    for each position p with a move to s:
        if s is lost: p is won
        if every move from p leads to a win: p is lost
what has no value now is a draw
answer: the moves with the value of the start      || answer
"""
GRUNDY = """
function nimber(part):
    options ← the nimbers of the positions one move on
    look at the part                               || expand
    return the least number not among the options  || value
nimber of the position ← XOR over its parts
answer: the moves to nimber 0                      || answer
"""
WARNSDORFF = """
function ride(path):
    if every cell is on the path: answer           || answer
    if some cell cannot be reached any more: fail  || fail
    for each free cell a move away,
            the one with the fewest ways on first:
        step there                                 || try
        ride(path)
        step back                                  || back
"""
LEARN = """
repeat:
    propagate: what follows from the rules learnt
    if that fails:
        learn the reason as a new rule
        jump back to the choice that it names
    else if every variable has a value:            || change
        answer                                     || answer
    else: choose a variable and a value
"""
KERNEL = """
search in a compiled kernel, whose steps are not told
    an answer is found                             || answer
"""

NEW = "t was not reached before"
CHEAPER = "t was not reached as cheaply before"

OWN = {
    "a-star": _graph("a heap", "the state with the least cost + h", CHEAPER),
    "alpha-beta": ALPHA_BETA,
    "backjumping": BACKJUMP,
    "backtracking": BACKTRACK,
    "bidirectional": BOTH_ENDS,
    "breadth-first": _graph("a queue", "the oldest state", NEW),
    "depth-first": _graph("a stack", "the newest state", NEW),
    "depth-limited": LIMITED,
    "generate-and-test": GENERATE,
    "greedy": _graph("a heap", "the state with the least h", NEW),
    "grundy": GRUNDY,
    "ida-star": IDA,
    "iterative-deepening": DEEPEN,
    "learning": LEARN,
    "limited-discrepancy": DISCREPANCY,
    "min-conflicts": MEND,
    "minimax": MINIMAX,
    "retrograde": RETROGRADE,
    "uniform-cost": _graph("a heap", "the state with the least cost", CHEAPER),
    "warnsdorff": WARNSDORFF,
}
BY_FACE = {
    CSP: BACKTRACK,
    StateSpace: _graph("a collection", "one of its states", NEW),
    Game: MINIMAX,
}
"""For a strategy that is not known here, such as one of your own."""
KERNELS = ("bitboard", "bitmap", "cp-sat", "in-a-row")
OWN |= dict.fromkeys(KERNELS, KERNEL)
