"""The behaviours that an assignment can ask for, by name, and the reference searches of budgets."""

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
# The rules of a search of states: its order, goal tests, visited set, answer, proof and memory.
#
# The frontier of a student's search cannot be seen, but its calls tell what is in it: a state that
# was generated waits until it is expanded. The rule of a strategy is a key, and each choice must be
# one of those with the least: the depth for breadth-first, g for uniform cost, g + h for A*, and
# for depth-first the age of the parent's expansion, the newest first.


# -------------------------------------------------------------------- the order of a strategy

EXPANSION, GENERATION, PATH, NONE = "expansion", "generation", "path", "none"
MARKS = (EXPANSION, GENERATION, PATH, NONE)
"""When a search marks a state as visited: each is a legal way to write it."""
COSTED = ("uniform-cost", "a-star")
"""The strategies that must not mark a state when it is generated: a cheaper way may follow."""


@dataclass(eq=False)
class Entry:
    """A state that waits, by one of the ways that lead to it."""

    state: Any
    parent: Entry | None
    spent: int
    batch: int
    """The number of the expansion that generated it."""
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
"""Stricter keys for breadth-first: a queue up to the order of siblings, and a queue."""
SAYS: dict[str, str] = {
    "breadth-first": "at depth {}",
    "uniform-cost": "with g = {}",
    "greedy": "with h = {}",
    "a-star": "with f = {}",
}


class StudentFrontier:
    """What waits in a search that marks its states in one of the legal ways."""

    def __init__(self, graph: Graph, key: Key, marks: str, limit: int | None = None) -> None:
        self.graph, self.key, self.marks, self.limit = graph, key, marks, limit
        self.waiting = [Entry(graph.start, None, 0, 0, 0)]
        self.taken: dict[Any, Entry] = {}
        """The entries that were chosen last, by their states."""
        self.reached = {graph.start}
        self.expansions = 0
        self.unexpanded: dict[Any, Entry] = {}
        """The entries that were taken and not expanded."""
        self.batches: dict[Any, int] = {}
        self.generated: set[tuple[int, Any, Any]] = set()
        self.serial = 0

    def open(self) -> list[Entry]:
        """The entries that the search may not pass over."""
        return [entry for entry in self.waiting if not self._passed(entry)]

    def _passed(self, entry: Entry) -> bool:
        if self.limit is not None and entry.depth > self.limit:
            return True
        return self.marks in (EXPANSION, GENERATION) and entry.state in self.taken

    def allowed(self) -> list[Entry]:
        """The entries with the least key."""
        found = self.open()
        least = min((self.key(self.graph, entry) for entry in found), default=0)
        return [entry for entry in found if self.key(self.graph, entry) == least]

    def take(self, state: Any) -> bool:
        """Choose a state; False if the rule does not allow it now."""
        entry = next((each for each in self.allowed() if each.state == state), None)
        entry = entry or self._reopened(state)
        if entry is None:
            return False
        self.waiting.remove(entry)
        self.taken[state] = self.unexpanded[state] = entry
        return True

    def _reopened(self, state: Any) -> Entry | None:
        """A state that was taken before, and has been reached more cheaply since."""
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
        """Let the state wait that an action leads to, unless it is marked."""
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
"""A choice; perhaps one, for a search may also ask the same thing twice; none."""


def choices(log: Log, tests: bool) -> Iterator[tuple[int, Call, str]]:
    """The calls with their numbers, and whether each is a choice.

    A state is chosen when it is expanded; where `tests` count, when it is tested. A goal that ends
    the search is tested only.
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
            chosen = log  # reached anew: to take it again is another choice


def check_order(log: Log, strategy: str, ties: str = "any") -> Fault | None:
    """The first choice that the strategy does not allow, however the search marks its states."""
    key = TIES.get(ties, KEYS[strategy]) if strategy == "breadth-first" else KEYS[strategy]
    ways = [marks for marks in MARKS if marks != GENERATION or strategy not in COSTED]
    return _latest(
        _walk(log, StudentFrontier(log.instance, key, marks), tests, strategy)
        for marks, tests in product(ways, (True, False))
    )


def _latest(readings: Iterable[Fault | None]) -> Fault | None:
    """The fault of the reading that comes farthest; None as soon as one has none."""
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
        """Make a call; what was allowed instead, if it was a choice that is not."""
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
    """Why a state may not be taken now, as the end of a sentence."""
    graph, key = frontier.graph, frontier.key
    keys = [key(graph, entry) for entry in frontier.open() if entry.state == state]
    if not keys and state in frontier.taken:
        return " again, though no new way led to it"
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
    """Iterative deepening: rounds of depth-first search from the start, each one level deeper."""
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
                said = f"round {limit - first + 1} ended before it had gone to its limit everywhere"
                return Fault(said, at, tuple(entry.state for entry in left))
            limit += 1
            walk = Replay(StudentFrontier(log.instance, KEYS["depth-first"], marks, limit), tests)
        allowed = walk.step(call, choice) if walk else None
        if walk and allowed is not None:
            return _too_deep(walk.frontier, allowed, number, at, call, limit)
    return None


def _left(frontier: StudentFrontier, limit: int) -> list[Entry]:
    """The entries that a round should have taken, or expanded."""
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
    """Each state is tested when it is taken from the frontier, not when it is generated."""
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
    """Each new state is tested before the next one is expanded."""
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
    """No state is expanded twice, unless a cheaper way led to it since."""
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
    """Where the answer leads, and its cost; or what is wrong with it."""
    if not isinstance(log.answer, list | tuple):
        return f"returned {shown(log.answer)}, expected a list of actions"
    graph: Graph = log.instance
    return graph.follow(list(log.answer))


def answer(log: Log) -> Fault | None:
    """The answer leads from the start to a goal, and there is one if one can be reached."""
    graph: Graph = log.instance
    solvable = graph.distance(graph.start) is not None
    if log.answer is None:
        return Fault("found no way to a goal, though there is one") if solvable else None
    found = _path(log)
    if isinstance(found, str):
        return Fault(found)
    if not graph.is_goal(found[0]):
        return Fault(f"the answer leads to {found[0]}, which is no goal")
    return None


def optimal(log: Log) -> Fault | None:
    """The answer is as cheap as any."""
    if fault := answer(log):
        return fault
    if log.answer is None:
        return None
    found, least = _path(log), log.instance.distance(log.instance.start)
    spent = 0 if isinstance(found, str) else found[1]
    return Fault(f"the answer costs {spent}, which is not the least") if spent > least else None


def proven(log: Log) -> Fault | None:
    """Where there is no answer, it says so, and only after every state has been expanded."""
    graph: Graph = log.instance
    if graph.distance(graph.start) is not None:
        return answer(log)
    if log.answer is not None:
        return Fault(f"returned {shown(log.answer)}, though no goal can be reached")
    seen = {call.subject for call in log.calls if call.name == EXPAND}
    missing = [state for state in graph.reachable if state not in seen]
    said = "gave up while a state that can be reached was waiting"
    return Fault(said, len(log.calls) - 1, tuple(missing)) if missing else None


def held(log: Log) -> int:
    """The most states that the search must have held at once, by what it did with them.

    A state that is generated and expanded later was held meanwhile, unless it was generated again.
    This is a lower bound: no search can hold fewer.
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
    """Each state with what the function returned for it, those near the start first."""
    answers = log.answer if isinstance(log.answer, list) else []
    found = dict(zip(log.instance.edges, answers, strict=False))
    return ((state, found.get(state)) for state in log.instance.by_distance)


def check_successors(log: Log) -> Fault | None:
    """From each state, pairs of an action and a state lead exactly where moves lead."""
    for state, answer in _answers(log):
        pairs = tupled(answer)
        if not isinstance(pairs, tuple) or not all(
            isinstance(each, tuple) and len(each) == 2 for each in pairs
        ):
            return Fault(f"returned no list of pairs, an action and a state each, for {state}")
        found = {after for _, after in pairs}
        right = {after for _, after, _ in log.instance.edges[state]}
        if state in found - right:
            return Fault(f"has a move in {state} that changes nothing")
        if wrong := sorted(found - right, key=str):
            return Fault(f"has a move from {state} to {wrong[0]}, which the rules do not allow")
        if missing := right - found:
            return Fault(f"lacks a move in {state}", allowed=tuple(missing))
    return None


def check_goals(log: Log) -> Fault | None:
    """Exactly the goals are called goals."""
    for state, answer in _answers(log):
        if not isinstance(answer, bool):
            return Fault(f"returned {answer!r} for {state}, expected True or False")
        if answer != log.instance.is_goal(state):
            return Fault(f"calls {state} {'a goal' if answer else 'no goal'}, which is wrong")
    return None


def check_estimates(log: Log, consistent: bool) -> Fault | None:
    """A heuristic never says more than the exact distance; if consistent, on no step either."""
    graph, h = log.instance, dict(_answers(log))
    for state, found in h.items():
        if isinstance(found, bool) or not isinstance(found, int | float):
            return Fault(f"the heuristic gave no number for {state}")
    for state, exact in graph.distances.items():  # the nearest to a goal first
        if h[state] > exact + 1e-9:
            return Fault(f"h is {h[state]:g} in {state}, more than the way to a goal costs")
    for state, ways in graph.edges.items() if consistent else ():
        for _, after, cost in ways:
            if h[state] > cost + h[after] + 1e-9:
                return Fault(f"h falls by more than the cost on the way from {state} to {after}")
    return None


# -------------------------------------------------------------------- reference searches

Held = Mapping[str, int]
RUNS = 40
"""Ties decide how many nodes a search takes: a budget is taken from the longest of so many runs."""


def search(graph: Graph, strategy: str, rng: SplitMix64) -> Log:
    """A graph search that breaks ties at random; its answer is left out."""
    log = Log(graph)
    if strategy == "iterative-deepening":
        for limit in range(len(graph.reachable) + 1):
            if _round(log, StudentFrontier(graph, KEYS["depth-first"], PATH, limit), rng, limit):
                break
    else:
        _round(log, StudentFrontier(graph, KEYS[strategy], EXPANSION), rng)
    return log


def _round(log: Log, frontier: StudentFrontier, rng: SplitMix64, limit: int | None = None) -> bool:
    """Search until a goal is found, or nothing waits."""
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
    """A backtracking search up to the first answer; ties are broken at random."""
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
    """The nodes of the longest of some reference runs."""
    return max(nodes(each) for each in runs(instance, options))


def typical(instance: Any, options: dict[str, str]) -> int:
    """The nodes of the first reference run."""
    return nodes(next(runs(instance, options)))


def runs(instance: Any, options: dict[str, str]) -> Iterator[Log]:
    """Some reference runs on an instance."""
    for number in range(RUNS):
        rng = SplitMix64(number)
        if isinstance(instance, Graph):
            yield search(instance, options.get("strategy", "breadth-first"), rng)
        elif isinstance(instance, ConstraintNetwork):
            chosen = [options.get(name, default) for name, default in DEFAULTS]
            yield backtrack(instance, chosen[0], chosen[1], chosen[2], rng)


DEFAULTS = (("select", "first"), ("order", "listed"), ("infer", "none"))


def nodes(log: Log) -> int:
    """The states expanded, or the values assigned."""
    return log.count(EXPAND) + log.count(ASSIGN)


# -------------------------------------------------------------------- the behaviours

Check = Callable[..., Fault | None]
GRAPH, NETWORK, TREE, BOARDS, GIVEN = "graph", "network", "tree", "graph board", "given"


@dataclass(frozen=True)
class SearchRule:
    """A behaviour: what it is called, which instances it is for, and its options."""

    name: str
    kind: str
    summary: str
    check: Check
    options: tuple[str, ...] = ()

    def fault(self, log: Log, options: dict[str, Any]) -> Fault | None:
        """The first thing that is wrong; the way the run ended, if nothing else is."""
        if not log.failed and not log.calls and self.name not in UNSEEN:
            return Fault("solved it without asking the probe anything")
        found = self.check(log, **options)
        if log.failed and (found is None or found.at < 0):
            return Fault(log.ending, len(log.calls) - 1)
        return found


UNSEEN = ("answer", "assignment", "optimal", "best-move", "unsolvable", "admissible", "consistent",
          "board", "result", "solution", "successors", "goals")  # fmt: skip
"""The rules that look at the answer: how it was found is another rule's."""


def _goal_test(log: Log, at: str = "expansion") -> Fault | None:
    early = at == "generation"
    return (goal_test_at_generation if early else goal_test_at_expansion)(log)


def _budget(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """No more nodes than so many times those of the longest reference run, and one more."""
    most = int(work(log.instance, options) * ratio) + 1
    found = nodes(log)
    return (
        Fault(f"took {found} nodes, more than {ratio:g} times the reference")
        if found > most
        else None
    )


def _memory(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """No more states held than so many times those of the reference, and one more."""
    most = max(held(each) for each in runs(log.instance, options))
    found = held(log)
    if found > int(most * ratio) + 1:
        return Fault(f"held {found} states at once, more than {ratio:g} times the reference")
    return None


def _unsolvable(log: Log) -> Fault | None:
    """The proof of a space or of a network, whichever it is."""
    check = proven if log.instance.kind == GRAPH else networks.check_exhausted
    return check(log)


def _strategies() -> list[SearchRule]:
    says = {
        "breadth-first": "The next state lies at the least depth of the frontier.",
        "depth-first": "The next state is one of the newest.",
        "uniform-cost": "The next state cost least to reach.",
        "greedy": "The next state has the least estimate.",
        "a-star": "The next state has the least g + h.",
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
    SearchRule("answer", GRAPH, "The answer leads to a goal.", answer),
    SearchRule("optimal", GRAPH, "The answer costs least.", optimal),
    SearchRule("memory", GRAPH, "Few states are held at once.", _memory, ("ratio", "strategy")),
    SearchRule("admissible", GRAPH, "h is never more than the cost to a goal.",
         partial(check_estimates, consistent=False)),
    SearchRule("consistent", GRAPH, "h never falls by more than a step costs.",
         partial(check_estimates, consistent=True)),
    SearchRule("successors", GRAPH, "From each state, moves lead where the rules say.",
         check_successors),
    SearchRule("goals", GRAPH, "Exactly the goals are called goals.", check_goals),
    SearchRule("variable-order", NETWORK, "The next variable is one that the heuristic allows.",
         networks.check_variables, ("select", "infer")),
    SearchRule("value-order", NETWORK, "Values are tried in the order wanted.",
         networks.check_values, ("order",)),
    SearchRule("no-clash", NETWORK, "The search goes no deeper with values that clash.",
         networks.check_consistent),
    SearchRule("forward-checking", NETWORK, "Neighbours lose what is ruled out, and get it back.",
         partial(networks.check_inference, infer="forward-checking")),
    SearchRule("arc-consistency", NETWORK, "Values without support go, and come back.",
         partial(networks.check_inference, infer="arc-consistency")),
    SearchRule("assignment", NETWORK, "The answer obeys every rule.", networks.check_assignment),
    SearchRule("minimax", TREE, "Every position is looked at, and the move is best.",
         games.every_position),
    SearchRule("alpha-beta", TREE, "Exactly the positions that can matter are looked at.",
         games.cuts),
    SearchRule("best-move", TREE, "The move is best.", games.best_move),
    SearchRule("most-constrained", "board", "The next cell has the fewest values left.",
         course_instances.check_most_constrained),
    SearchRule("board", "board", "The board returned obeys every rule.",
         course_instances.check_board),
    SearchRule("result", GIVEN, "The result is the one expected.", course_instances.check_result),
    SearchRule("solution", GIVEN, "The answer obeys the rules of the puzzle.",
         course_instances.check_solution),
    SearchRule("unsolvable", "", "No answer is claimed only after all was searched.", _unsolvable),
    SearchRule("budget", "", "Not many more nodes than the reference.", _budget,
         ("ratio", "strategy", "select", "order", "infer")),
]  # fmt: skip
RULES = {rule.name: rule for rule in LISTED}
