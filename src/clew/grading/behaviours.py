"""The behaviours that an assignment can require, and the reference searches that set budgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, product
from typing import Any

from clew.core.rng import SplitMix64
from clew.grading import course_instances, games, networks
from clew.grading.child_probes import tupled
from clew.grading.graph import Graph
from clew.grading.log import ASSIGN, EXPAND, GENERATE, TEST, UNASSIGN, Call, Fault, Log, shown
from clew.grading.networks import LEFT, ConstraintNetwork, narrowed

# ------------------------------------------------------------------ searches of states
# The rules of a state-space search: its order, goal tests, visited set, answer, proof and memory.
#
# The grader can't see the frontier of a student's search, but can infer it from the calls: after a
# state is generated, it waits until it's expanded. A strategy's rule is a key, and the search must
# always choose a waiting state with the smallest key. The key is the depth for breadth-first, g for
# uniform cost, and g + h for A*. For depth-first it's the age of the parent's expansion, with the
# newest first.


# -------------------------------------------------------------------- the order of a strategy

EXPANSION, GENERATION, PATH, NONE = "expansion", "generation", "path", "none"
MARKS = (EXPANSION, GENERATION, PATH, NONE)
"""The moments at which a search may mark a state as visited. All of them are correct."""
COSTED = ("uniform-cost", "a-star")
"""The strategies that mustn't mark states as they're generated, as a cheaper path may follow."""


@dataclass(eq=False)
class Entry:
    """A state in the frontier, with one of the paths that lead to it."""

    state: Any
    parent: Entry | None
    spent: int
    batch: int
    """The number of the expansion that generated the state."""
    serial: int

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1

    def on_path(self, state: Any) -> bool:
        entry: Entry | None = self
        while entry is not None and entry.state != state:
            entry = entry.parent
        return entry is not None


Key = Callable[[Graph, Entry], int]
KEYS: dict[str, Key] = {
    "breadth-first": lambda graph, entry: entry.depth,
    "depth-first": lambda graph, entry: -entry.batch,
    "uniform-cost": lambda graph, entry: entry.spent,
    "greedy": lambda graph, entry: graph.estimate(entry.state),
    "a-star": lambda graph, entry: entry.spent + graph.estimate(entry.state),
}
TIES: dict[str, Key] = {
    "siblings": lambda graph, entry: entry.batch,
    "first": lambda graph, entry: entry.serial,
}
"""Stricter keys for breadth-first: a queue in which siblings may swap, and an exact queue."""
SAYS: dict[str, str] = {
    "breadth-first": "at depth {}",
    "uniform-cost": "with g = {}",
    "greedy": "with h = {}",
    "a-star": "with f = {}",
}


class StudentFrontier:
    """The frontier of a search that marks its states in one of the legal ways."""

    def __init__(self, graph: Graph, key: Key, marks: str, limit: int | None = None) -> None:
        self.graph, self.key, self.marks, self.limit = graph, key, marks, limit
        self.waiting = [Entry(graph.start, None, 0, 0, 0)]
        self.taken: dict[Any, Entry] = {}
        """For each state, the entry that was chosen most recently."""
        self.reached = {graph.start}
        self.expansions = 0
        self.unexpanded: dict[Any, Entry] = {}
        """The entries taken from the frontier but not expanded."""
        self.batches: dict[Any, int] = {}
        self.generated: set[tuple[int, Any, Any]] = set()
        self.serial = 0

    def open(self) -> list[Entry]:
        """The entries that the search mustn't skip."""
        return [entry for entry in self.waiting if not self._passed(entry)]

    def _passed(self, entry: Entry) -> bool:
        if self.limit is not None and entry.depth > self.limit:
            return True
        return self.marks in (EXPANSION, GENERATION) and entry.state in self.taken

    def allowed(self) -> list[Entry]:
        """Return the entries with the smallest key."""
        found = self.open()
        least = min((self.key(self.graph, entry) for entry in found), default=0)
        return [entry for entry in found if self.key(self.graph, entry) == least]

    def take(self, state: Any) -> bool:
        """Choose a state. Return False if the rule doesn't allow it now."""
        entry = next((each for each in self.allowed() if each.state == state), None)
        entry = entry or self._reopened(state)
        if entry is None:
            return False
        self.waiting.remove(entry)
        self.taken[state] = self.unexpanded[state] = entry
        return True

    def _reopened(self, state: Any) -> Entry | None:
        """Return the entry of a state that was taken, and later reached at a lower cost."""
        before = self.taken.get(state)
        least = min((self.key(self.graph, entry) for entry in self.open()), default=None)
        for entry in self.waiting if before else ():
            cheaper = before is not None and entry.spent < before.spent
            if entry.state == state and cheaper and self.marks == EXPANSION:
                key = self.key(self.graph, entry)
                return entry if least is None or key <= least else None
        return None

    def expand(self, state: Any) -> None:
        self.expansions += 1
        self.unexpanded.pop(state, None)
        self.batches[state] = self.expansions

    def generate(self, state: Any, way: tuple[Any, Any, int]) -> None:
        """Add the state that an action leads to, unless it's already marked."""
        action, child, cost = way
        parent, batch = self.taken.get(state), self.batches.get(state, self.expansions)
        if parent is None or (batch, action, child) in self.generated:
            return
        self.generated.add((batch, action, child))
        if self.marks == GENERATION and child in self.reached:
            return
        if self.marks == PATH and parent.on_path(child):
            return
        self.reached.add(child)
        self.serial += 1
        self.waiting.append(Entry(child, parent, parent.spent + cost, batch, self.serial))


FRESH, AGAIN, LATER = "fresh", "again", ""
"""The three kinds of calls: a choice, a repeated question that may be a choice, and neither."""


def choices(log: Log, tests: bool) -> Iterator[tuple[int, Call, str]]:
    """Yield the calls with their numbers, and whether each is a choice.

    A state is chosen when it's expanded or, if `tests` count, when it's tested. A goal that ends
    the search is only tested.
    """
    chosen: Any = log
    named = ""
    last = max((at for at, call in enumerate(log.calls) if call.name == TEST), default=-1)
    for at, call in enumerate(log.calls):
        counts = call.name == EXPAND or (
            call.name == TEST and (tests or (at == last and call.value))
        )
        same = chosen is not log and call.subject == chosen
        repeated = AGAIN if call.name == named else LATER
        yield at, call, (repeated if same else FRESH) if counts else LATER
        if counts:
            chosen, named = call.subject, call.name
        elif call.name == GENERATE and chosen is not log and call.value[1] == chosen:
            chosen = log  # the search reached the state again, so taking it again is a new choice


def check_order(log: Log, strategy: str, ties: str = "any") -> Fault | None:
    """Return the first choice that the strategy forbids, however the search marks states."""
    key = TIES.get(ties, KEYS[strategy]) if strategy == "breadth-first" else KEYS[strategy]
    ways = [marks for marks in MARKS if marks != GENERATION or strategy not in COSTED]
    return _latest(
        _walk(log, StudentFrontier(log.instance, key, marks), tests, strategy)
        for marks, tests in product(ways, (True, False))
    )


def _latest(readings: Iterable[Fault | None]) -> Fault | None:
    """Return the latest fault of all readings, or None if one of them has no fault."""
    faults = []
    for fault in readings:
        if fault is None:
            return None
        faults.append(fault)
    return max(faults, key=lambda fault: fault.at)


class Replay:
    """A log replayed choice by choice on a frontier."""

    def __init__(self, frontier: StudentFrontier, tests: bool) -> None:
        self.frontier, self.tests = frontier, tests
        self.newest: set[Any] = set()
        """The states that the last expansion generated."""
        self.expanded: Any = None

    def step(self, call: Call, choice: str) -> list[Entry] | None:
        """Replay a call. If the rule forbids its choice, return the choices that it allows."""
        fresh = choice == FRESH or (choice == AGAIN and self.frontier.take(call.subject))
        if choice == FRESH:
            allowed = self.frontier.allowed()
            early = call.name == TEST and call.subject in self.newest and not self.tests
            if not self.frontier.take(call.subject) and not early:
                return allowed
        if call.name == EXPAND and (fresh or call.subject != self.expanded):
            self.frontier.expand(call.subject)
            self.newest, self.expanded = set(), call.subject
        elif call.name == GENERATE:
            self.frontier.generate(call.subject, call.value)
            self.newest.add(call.value[1])
        return None


def _walk(log: Log, frontier: StudentFrontier, tests: bool, strategy: str) -> Fault | None:
    number, walk = 0, Replay(frontier, tests)
    for at, call, choice in choices(log, tests):
        number += choice == FRESH
        allowed = walk.step(call, choice)
        if allowed is not None:
            return _wrong(frontier, allowed, number, at, call, strategy)
    return None


def _wrong(
    frontier: StudentFrontier, allowed: list[Entry], number: int, at: int, call: Call, strategy: str
) -> Fault:
    done = "tested" if call.name == TEST else "expanded"
    why = _why(frontier, allowed, call.subject, strategy)
    states = tuple(entry.state for entry in allowed)
    return Fault(f"choice {number} {done} {call.subject}{why}", at, states)


def _why(frontier: StudentFrontier, allowed: list[Entry], state: Any, strategy: str) -> str:
    """Return the end of a sentence that explains why a state mustn't be taken now."""
    graph, key = frontier.graph, frontier.key
    keys = [key(graph, entry) for entry in frontier.open() if entry.state == state]
    if not keys and state in frontier.taken:
        return " again, though no new path led to it"
    if not keys:
        return ", which it had not reached"
    if not allowed:
        return ", which it had visited before"
    if strategy == "depth-first" or key is not KEYS[strategy]:
        age = "later" if strategy == "depth-first" else "earlier"
        return f" while a state that it had reached {age} was waiting"
    words = SAYS[strategy]
    return (
        f" {words.format(min(keys))} while one {words.format(key(graph, allowed[0]))} was waiting"
    )


def check_deepening(log: Log) -> Fault | None:
    """Check that each round is a depth-first search from the start, each one level deeper."""
    readings = product(MARKS, (True, False), (0, 1))
    return _latest(_rounds(log, marks, tests, first) for marks, tests, first in readings)


def _rounds(log: Log, marks: str, tests: bool, first: int) -> Fault | None:
    start, limit, number = log.instance.start, first - 1, 0
    walk: Replay | None = None
    for at, call, choice in choices(log, tests):
        number += choice == FRESH
        if (
            choice
            and call.subject == start
            and not (walk and any(entry.state == start for entry in walk.frontier.open()))
        ):
            if walk and (left := _left(walk.frontier, limit)):
                said = f"round {limit - first + 1} ended before it had searched to its depth limit"
                return Fault(said, at, tuple(entry.state for entry in left))
            limit += 1
            walk = Replay(StudentFrontier(log.instance, KEYS["depth-first"], marks, limit), tests)
        allowed = walk.step(call, choice) if walk else None
        if walk and allowed is not None:
            return _too_deep(walk.frontier, allowed, number, at, call, limit)
    return None


def _left(frontier: StudentFrontier, limit: int) -> list[Entry]:
    """Return the entries that a round should have taken or expanded."""
    short = [entry for entry in frontier.unexpanded.values() if entry.depth < limit]
    return frontier.open() + short


def _too_deep(
    frontier: StudentFrontier, allowed: list[Entry], number: int, at: int, call: Call, limit: int
) -> Fault:
    deep = [entry for entry in frontier.waiting if entry.state == call.subject]
    if deep and all(entry.depth > limit for entry in deep):
        said = f"choice {number} went to {call.subject} at depth {deep[0].depth}"
        states = tuple(entry.state for entry in allowed)
        return Fault(f"{said} in the round that ends at depth {limit}", at, states)
    return _wrong(frontier, allowed, number, at, call, "depth-first")


# -------------------------------------------------------------------- the other rules


def goal_test_at_expansion(log: Log) -> Fault | None:
    """Check that each state is tested when it's taken, not when it's generated."""
    if not log.count(TEST):
        return Fault("never called the goal test")
    tested: Any = log
    for at, call in enumerate(log.calls):
        if call.name == EXPAND:
            if call.subject != tested and tested is not log:
                return Fault(f"tested {tested}, and then expanded {call.subject}", at)
        elif call.name == TEST:
            again = tested is not log and tested != call.subject and not _expanded(log, tested, at)
            if again:
                return Fault(f"tested {call.subject} before it expanded {tested}", at)
            tested = call.subject
    return None


def _expanded(log: Log, state: Any, before: int) -> bool:
    return any(call.name == EXPAND and call.subject == state for call in log.calls[:before])


def goal_test_at_generation(log: Log) -> Fault | None:
    """Check that each new state is tested before the next one is expanded."""
    if not log.count(TEST):
        return Fault("never called the goal test")
    untested: dict[Any, None] = {}
    known = {log.instance.start}
    for at, call in enumerate(log.calls):
        if call.name == EXPAND and untested:
            late = f"{next(iter(untested))}, which it had generated"
            return Fault(f"expanded {call.subject} before it tested {late}", at)
        if call.name == GENERATE and call.value[1] not in known:
            known.add(call.value[1])
            untested[call.value[1]] = None
        elif call.name == TEST:
            untested.pop(call.subject, None)
    return None


def visited(log: Log) -> Fault | None:
    """Check that no state is expanded twice, unless a cheaper path to it was found in between."""
    spent: dict[Any, int] = {log.instance.start: 0}
    expanded: dict[Any, int] = {}
    last: Any = log
    for at, call in enumerate(log.calls):
        if call.name == EXPAND and (last is log or call.subject != last):
            last = call.subject
            now = spent.get(last, 0)
            if last in expanded and expanded[last] <= now:
                return Fault(f"expanded {last} a second time", at)
            expanded[last] = now
        elif call.name == GENERATE:
            _, child, cost = call.value
            total = spent.get(call.subject, 0) + cost
            spent[child] = min(total, spent.get(child, total))
    return None


def _path(log: Log) -> tuple[Any, int] | str:
    """Return the state that the solution leads to and its cost, or describe its fault."""
    if not isinstance(log.answer, list | tuple):
        return f"returned {shown(log.answer)} instead of a list of actions"
    graph: Graph = log.instance
    return graph.follow(list(log.answer))


def answer(log: Log) -> Fault | None:
    """Check that the solution leads to a goal. If a solution exists, there must be one."""
    graph: Graph = log.instance
    solvable = graph.distance(graph.start) is not None
    if log.answer is None:
        return Fault("found no path to a goal, though there is one") if solvable else None
    found = _path(log)
    if isinstance(found, str):
        return Fault(found)
    if not graph.is_goal(found[0]):
        return Fault(f"the solution leads to {found[0]}, which isn't a goal")
    return None


def optimal(log: Log) -> Fault | None:
    """Check that no solution is cheaper."""
    if fault := answer(log):
        return fault
    if log.answer is None:
        return None
    found, least = _path(log), log.instance.distance(log.instance.start)
    spent = 0 if isinstance(found, str) else found[1]
    return (
        Fault(f"the solution costs {spent}, but there's a cheaper one") if spent > least else None
    )


def proven(log: Log) -> Fault | None:
    """Check that a search claims there's no solution only after it has expanded every state."""
    graph: Graph = log.instance
    if graph.distance(graph.start) is not None:
        return answer(log)
    if log.answer is not None:
        return Fault(f"returned {shown(log.answer)}, though no goal can be reached")
    seen = {call.subject for call in log.calls if call.name == EXPAND}
    missing = [state for state in graph.reachable if state not in seen]
    said = "gave up while a reachable state was waiting"
    return Fault(said, len(log.calls) - 1, tuple(missing)) if missing else None


def held(log: Log) -> int:
    """Return the maximum number of states that the search must have held at once.

    A search holds a state until it's expanded, unless it generates the state again.
    This is a lower bound: no search that made these calls can hold fewer.
    """
    born: dict[Any, int] = {log.instance.start: 0}
    changes = [0] * (len(log.calls) + 1)
    for at, call in enumerate(log.calls):
        if call.name == GENERATE:
            born[call.value[1]] = at
        elif call.name == EXPAND and call.subject in born:
            changes[born.pop(call.subject)] += 1
            changes[at] -= 1
    return max(accumulate(changes))


# -------------------------------------------------------------------- functions of one state


def _answers(log: Log) -> Iterator[tuple[Any, Any]]:
    """Yield each state with the function's result for it, the states nearest the start first."""
    answers = log.answer if isinstance(log.answer, list) else []
    found = dict(zip(log.instance.edges, answers, strict=False))
    return ((state, found.get(state)) for state in log.instance.by_distance)


def check_successors(log: Log) -> Fault | None:
    """Check that the pairs (action, state) are exactly the moves from each state."""
    for state, answer in _answers(log):
        pairs = tupled(answer)
        if not isinstance(pairs, tuple) or not all(
            isinstance(each, tuple) and len(each) == 2 for each in pairs
        ):
            return Fault(f"didn't return a list of (action, state) pairs for {state}")
        found = {after for _, after in pairs}
        right = {after for _, after, _ in log.instance.edges[state]}
        if state in found - right:
            return Fault(f"has a move in {state} that changes nothing")
        if wrong := sorted(found - right, key=str):
            return Fault(f"has a move from {state} to {wrong[0]}, which the rules don't allow")
        if missing := right - found:
            return Fault(f"lacks a move in {state}", allowed=tuple(missing))
    return None


def check_goals(log: Log) -> Fault | None:
    """Check that the function accepts exactly the goals."""
    for state, answer in _answers(log):
        if not isinstance(answer, bool):
            return Fault(f"returned {answer!r} for {state} instead of True or False")
        if answer != log.instance.is_goal(state):
            return Fault(f"says that {state} {'is' if answer else 'is not'} a goal, which is wrong")
    return None


def check_estimates(log: Log, consistent: bool) -> Fault | None:
    """Check that h never exceeds the distance or, with `consistent`, falls by more than a step."""
    graph, h = log.instance, dict(_answers(log))
    for state, found in h.items():
        if isinstance(found, bool) or not isinstance(found, int | float):
            return Fault(f"the heuristic didn't return a number for {state}")
    for state, exact in graph.distances.items():  # the nearest to a goal first
        if h[state] > exact + 1e-9:
            return Fault(
                f"h is {h[state]:g} in {state}, more than the cheapest path to a goal costs"
            )
    for state, ways in graph.edges.items() if consistent else ():
        for _, after, cost in ways:
            if h[state] > cost + h[after] + 1e-9:
                return Fault(f"h falls by more than the step costs from {state} to {after}")
    return None


# -------------------------------------------------------------------- reference searches

Held = Mapping[str, int]
RUNS = 40
"""The number of reference runs. The longest one sets the budget, because ties make a difference."""


def search(graph: Graph, strategy: str, rng: SplitMix64) -> Log:
    """Search a graph, breaking ties at random. The log doesn't include the solution."""
    log = Log(graph)
    if strategy == "iterative-deepening":
        for limit in range(len(graph.reachable) + 1):
            if _round(log, StudentFrontier(graph, KEYS["depth-first"], PATH, limit), rng, limit):
                break
    else:
        _round(log, StudentFrontier(graph, KEYS[strategy], EXPANSION), rng)
    return log


def _round(log: Log, frontier: StudentFrontier, rng: SplitMix64, limit: int | None = None) -> bool:
    """Search until it finds a goal or the frontier is empty."""
    graph = frontier.graph
    while allowed := frontier.allowed():
        entry = rng.choice(allowed)
        frontier.take(entry.state)
        log.add(TEST, entry.state, graph.is_goal(entry.state))
        if graph.is_goal(entry.state):
            return True
        if limit is None or entry.depth < limit:
            log.add(EXPAND, entry.state)
            frontier.expand(entry.state)
            for way in graph.successors(entry.state):
                log.add(GENERATE, entry.state, way)
                frontier.generate(entry.state, way)
    return False


def backtrack(
    network: ConstraintNetwork, select: str, order: str, infer: str, rng: SplitMix64
) -> Log:
    """Backtrack to the first solution, breaking ties at random."""
    log = Log(network)
    log.answer = next(_backtrack(log, {}, select, order, infer, rng), None)
    return log


def _backtrack(
    log: Log, held: dict[str, int], select: str, order: str, infer: str, rng: SplitMix64
) -> Iterator[dict[str, int]]:
    network: ConstraintNetwork = log.instance
    left = LEFT[infer](network, held)
    if not left:
        yield dict(held)
        return
    if infer != "none" and not all(left.values()):
        return
    name = rng.choice(list(narrowed(network, held, select, left))[-1][1])
    for value in _ordered(network, name, left[name], held, order):
        log.add(ASSIGN, name, value)
        yield from _backtrack(log, {**held, name: value}, select, order, infer, rng)
        log.add(UNASSIGN, name)


def _ordered(
    network: ConstraintNetwork, name: str, values: Sequence[int], held: Held, order: str
) -> list[int]:
    if order == "least-constraining":
        return sorted(values, key=lambda value: network.lost(name, value, held))
    return list(values)


def work(instance: Any, options: dict[str, str]) -> int:
    """Return the node count of the longest reference run."""
    return max(nodes(each) for each in runs(instance, options))


def typical(instance: Any, options: dict[str, str]) -> int:
    """Return the node count of the first reference run."""
    return nodes(next(runs(instance, options)))


def runs(instance: Any, options: dict[str, str]) -> Iterator[Log]:
    """Yield reference runs on an instance."""
    for number in range(RUNS):
        rng = SplitMix64(number)
        if isinstance(instance, Graph):
            yield search(instance, options.get("strategy", "breadth-first"), rng)
        elif isinstance(instance, ConstraintNetwork):
            chosen = [options.get(name, default) for name, default in DEFAULTS]
            yield backtrack(instance, chosen[0], chosen[1], chosen[2], rng)


DEFAULTS = (("select", "first"), ("order", "listed"), ("infer", "none"))


def nodes(log: Log) -> int:
    """Count the states expanded, or the values assigned."""
    return log.count(EXPAND) + log.count(ASSIGN)


# -------------------------------------------------------------------- the behaviours

Check = Callable[..., Fault | None]
GRAPH, NETWORK, TREE, BOARDS, GIVEN = "graph", "network", "tree", "graph board", "given"


@dataclass(frozen=True)
class SearchRule:
    """A rule that a search must obey: its name, the instances it's for, and its options."""

    name: str
    kind: str
    summary: str
    check: Check
    options: tuple[str, ...] = ()

    def fault(self, log: Log, options: dict[str, Any]) -> Fault | None:
        """Return the first fault, or how the run ended if it failed and the rule found none."""
        if not log.failed and not log.calls and self.name not in UNSEEN:
            return Fault("solved it without calling the problem that it was given")
        found = self.check(log, **options)
        if log.failed and (found is None or found.at < 0):
            return Fault(log.ending, len(log.calls) - 1)
        return found


UNSEEN = ("answer", "assignment", "optimal", "best-move", "unsolvable", "admissible", "consistent",
          "board", "result", "solution", "successors", "goals")  # fmt: skip
"""The rules that judge only the result, and not how the search found it."""


def _goal_test(log: Log, at: str = "expansion") -> Fault | None:
    early = at == "generation"
    return (goal_test_at_generation if early else goal_test_at_expansion)(log)


def _budget(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """Check the node count: at most `ratio` times that of the longest reference run, plus one."""
    most = int(work(log.instance, options) * ratio) + 1
    found = nodes(log)
    return (
        Fault(f"took {found} nodes, more than {ratio:g} times the reference")
        if found > most
        else None
    )


def _memory(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """Check that the search holds at most `ratio` times the states of the reference, plus one."""
    most = max(held(each) for each in runs(log.instance, options))
    found = held(log)
    if found > int(most * ratio) + 1:
        return Fault(f"held {found} states at once, more than {ratio:g} times the reference")
    return None


def _unsolvable(log: Log) -> Fault | None:
    """Check the claim that there's no solution, for a space or a network."""
    check = proven if log.instance.kind == GRAPH else networks.check_exhausted
    return check(log)


def _strategies() -> list[SearchRule]:
    says = {
        "breadth-first": "The next state is one of the shallowest in the frontier.",
        "depth-first": "The next state is one of the newest in the frontier.",
        "uniform-cost": "The next state is one of the cheapest to reach.",
        "greedy": "The next state has the smallest estimate h.",
        "a-star": "The next state has the smallest g + h.",
    }
    return [
        SearchRule(name, BOARDS, says[name], partial(check_order, strategy=name),
             ("ties",) if name == "breadth-first" else ())
        for name in KEYS
    ]  # fmt: skip


LISTED = [
    *_strategies(),
    SearchRule("iterative-deepening", GRAPH, "Depth-first in rounds, each one level deeper.",
         check_deepening),
    SearchRule("goal-test", BOARDS, "States are tested at expansion, or at generation.",
         _goal_test, ("at",)),
    SearchRule("visited", BOARDS, "No state is expanded twice.", visited),
    SearchRule("answer", GRAPH, "The solution leads to a goal.", answer),
    SearchRule("optimal", GRAPH, "No solution is cheaper.", optimal),
    SearchRule("memory", GRAPH, "Few states are held at once.", _memory, ("ratio", "strategy")),
    SearchRule("admissible", GRAPH, "h is never more than the cheapest path to a goal.",
         partial(check_estimates, consistent=False)),
    SearchRule("consistent", GRAPH, "h never falls by more than a step costs.",
         partial(check_estimates, consistent=True)),
    SearchRule("successors", GRAPH, "The moves from each state are those of the rules.",
         check_successors),
    SearchRule("goals", GRAPH, "The goal test accepts exactly the goals.", check_goals),
    SearchRule("variable-order", NETWORK, "The next variable is one that the heuristic allows.",
         networks.check_variables, ("select", "infer")),
    SearchRule("value-order", NETWORK, "Values are tried in the required order.",
         networks.check_values, ("order",)),
    SearchRule("no-clash", NETWORK, "The search goes no deeper with values that clash.",
         networks.check_consistent),
    SearchRule("forward-checking", NETWORK, "Neighbours lose ruled-out values, and get them back.",
         partial(networks.check_inference, infer="forward-checking")),
    SearchRule("arc-consistency", NETWORK, "Values without support are removed, and come back.",
         partial(networks.check_inference, infer="arc-consistency")),
    SearchRule("assignment", NETWORK, "The solution obeys every rule.", networks.check_assignment),
    SearchRule("minimax", TREE, "The search visits every position, and the move is best.",
         games.every_position),
    SearchRule("alpha-beta", TREE, "The search visits exactly the positions that matter.",
         games.cuts),
    SearchRule("best-move", TREE, "The move is best.", games.best_move),
    SearchRule("most-constrained", "board", "The next cell has the fewest values left.",
         course_instances.check_most_constrained),
    SearchRule("board", "board", "The returned board obeys every rule.",
         course_instances.check_board),
    SearchRule("result", GIVEN, "The result is the expected one.", course_instances.check_result),
    SearchRule("solution", GIVEN, "The solution obeys the rules of the puzzle.",
         course_instances.check_solution),
    SearchRule("unsolvable", "", "The search tries everything before it gives up.", _unsolvable),
    SearchRule("budget", "", "Not many more nodes than the reference.", _budget,
         ("ratio", "strategy", "select", "order", "infer")),
]  # fmt: skip
RULES = {rule.name: rule for rule in LISTED}
