"""Explainers for walks: a plan from any state, with a reason for each move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol, runtime_checkable

from clew.board.board import Board
from clew.core.capabilities import HasCost, HasHeuristic, capability
from clew.core.faces import StateSpace
from clew.core.phrases import (
    alternatives,
    capital,
    counted,
    finished,
    in_letters,
    quoted,
)
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.explanations.explanation import (
    COST,
    SOLVED,
    Explainer,
    Explanation,
    Hint,
    NoSolution,
    Rating,
    limit_of,
    settled,
    solved_soon,
)
from clew.explanations.grids import shaded
from clew.explanations.techniques.step import Step
from clew.search.auto import choose
from clew.search.run import SEARCHED
from clew.search.space.graph import BreadthFirst, UniformCost

# ------------------------------------------------------------------ plans
# Find a plan from a state: a shortest one, any one that leads to a goal, or a proof that none does.


STUCK = "there is no move to make"
TRIES = 200_000
"""The maximum number of states to look at before giving up."""

Space = StateSpace[Any, Any]


@dataclass(frozen=True)
class Plan:
    """The moves to a goal, or None. If `proven`, fewer are impossible or no goal can be reached."""

    moves: tuple[Any, ...] | None
    proven: bool
    reason: str = ""

    @property
    def dead(self) -> bool:
        """True if it's proven that no goal can be reached."""
        return self.moves is None and self.proven


class SpaceFrom:
    """A state space with a different start. Everything else is as in the original space."""

    def __init__(self, space: Space, start: Any) -> None:
        self._space, self.start = space, start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    def successors(self, state: Any) -> Any:
        return self._space.successors(state)

    def is_goal(self, state: Any) -> bool:
        return self._space.is_goal(state)


def opening(puzzle: Puzzle) -> tuple[Any, ...]:
    """Return the part of a solution that precedes its first move, such as the starting place."""
    return tuple(puzzle.translate(StateSpace, ()))


def plan_from(puzzle: Puzzle, space: Space, state: Any) -> Plan:
    """Plan the moves from a state, with the puzzle's best strategy or by looking ahead."""
    try:
        position = puzzle if state == space.start else puzzle.at(state)
    except Unsuited:
        if not puzzle.step:  # all solutions have the same length, so any plan will do
            return lookahead(space, state, dead_ends(puzzle), TRIES)
        return _shortest(space, state)
    return _solved(position)


def _solved(puzzle: Puzzle) -> Plan:
    result = solved_soon(puzzle)
    if result.solutions:
        return Plan(tuple(result.solution)[len(opening(puzzle)) :], choose(puzzle).optimal)
    if result.unsolvable:
        found_none = "a search of every reachable state found no goal"
        return Plan(None, True, found_none if result.reason == SEARCHED else result.reason)
    return Plan(None, False, f"the search stopped after {limit_of(result)}")


def _shortest(space: Space, state: Any) -> Plan:
    run = Run(1, TRIES)
    try:
        cheapest = UniformCost() if capability(space, HasCost) else BreadthFirst()
        for path in cheapest(SpaceFrom(space, state), run):
            return Plan(path.moves(), True)
    except Stopped as stop:
        return Plan(None, False, f"the search stopped at its limit of {stop.limit}")
    states = run.stats.nodes
    return Plan(
        None, True, f"none of the {states:,} reachable states is a goal" if states > 1 else STUCK
    )


def lookahead(space: Space, state: Any, is_dead: Callable[[Any], bool], tries: int) -> Plan:
    """Find any plan depth-first, and try states with the fewest moves first (Warnsdorff 1823)."""

    def branches(state: Any) -> Iterator[tuple[Any, Any]]:
        pairs = () if is_dead(state) else space.successors(state)
        return iter(sorted(pairs, key=lambda pair: out_degree(space, pair[1])))

    if space.is_goal(state):
        return Plan((), False)
    trail, frontier = [(None, state)], [branches(state)]
    dead: set[Any] = set()
    looked = 1
    while frontier:
        pair = next((pair for pair in frontier[-1] if pair[1] not in dead), None)
        if pair is None:
            frontier.pop()
            dead.add(trail.pop()[1])
            continue
        looked += 1
        trail.append(pair)
        if space.is_goal(pair[1]):
            return Plan(tuple(move for move, _ in trail[1:]), False)
        if looked > tries:
            return Plan(None, False, f"the search stopped after {tries:,} positions")
        frontier.append(branches(pair[1]))
    return Plan(None, True, f"every way on was tried ({counted(looked, 'position')})")


def out_degree(space: Space, state: Any) -> int:
    """Count the moves from a state."""
    return sum(1 for _ in space.successors(state))


@runtime_checkable
class HasDeadEnds(Protocol):
    """A puzzle that recognises some states from which no goal can be reached."""

    def dead_ends(self) -> Callable[[Any], bool]: ...


def dead_ends(puzzle: Puzzle) -> Callable[[Any], bool]:
    """Return a quick test for states from which no goal can be reached."""
    own = capability(puzzle, HasDeadEnds)
    if own is not None:
        return own.dead_ends()
    bound = capability(puzzle.space(), HasHeuristic)
    if bound is None:
        return lambda state: False
    return lambda state: bool(bound.heuristic(state) == float("inf"))


def states_of(space: Space, moves: Sequence[Any]) -> list[Any]:
    """Return the states that moves lead through, beginning with the start.

    Raises:
        ValueError: if one isn't a possible move.
    """
    states = [space.start]
    for number, move in enumerate(moves, 1):
        after = [child for each, child in space.successors(states[-1]) if each == move]
        if not after:
            raise ValueError(f"move {number}: {move} isn't possible there")
        states.append(after[0])
    return states


# ------------------------------------------------------------------ guides
# A guide explains the next move of a plan, or a whole plan, with a reason for each move.


MOST_STEPS = 4096
"""The maximum number of moves to explain in a plan."""
LOOKED_BACK = 64
"""The maximum number of moves to take back to find the mistake."""
NEXT = "next move"
BID = "Make the move {}"
"""The sentence with which a hint asks for a move, unless the puzzle's class has its own `bid`."""
CLOSELY, BRIEFLY = 20_000, 300
"""The maximum number of positions to look at after each other move, in a hint and in a whole plan.
"""


class Guide:
    """Explains the moves of a walk: their names, their reasons and their drawings.

    This guide works for any space and follows a plan to the goal.
    """

    assured: str = ""
    """A statement about the rest of the plan, for puzzles in which its length doesn't matter."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.space: Space = puzzle.space()
        self.begun: tuple[Any, ...] = opening(puzzle)
        self.to_pay: dict[int, Any] = {}
        """For each n, the cost of the plan's last n moves, if moves have costs."""

    def follow(self, states: Sequence[Any], moves: Sequence[Any]) -> None:
        """Record the costs of the moves along these states."""
        if (priced := capability(self.space, HasCost)) is None:
            return
        costs = map(priced.cost, states, moves, states[1:])
        paid = [*accumulate(reversed(list(costs)))]
        self.to_pay = dict(enumerate(paid, 1))

    def named(self, move: Any) -> str:
        """Return the name of a move."""
        return self.puzzle.say(move)

    def technique(self, state: Any, move: Any) -> str:
        """Return the name of the technique behind a move."""
        return NEXT

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        """Say which move to make, and why."""
        bid: str = getattr(self.puzzle, "bid", BID)
        name = self.named(move)
        if told := getattr(self.puzzle, "told", None):
            return finished(capital(told(move)))
        return finished(capital(bid.format(quoted(name) if bid == BID else name)))

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        """Return the cells that show a move on the board after it."""
        position = self._after(moves)
        return () if position is None else position.touches(move)

    def _after(self, moves: Sequence[Any]) -> Puzzle | None:
        """Return the puzzle after these moves, or None if it can't start there."""
        try:
            return self.puzzle.at(states_of(self.space, moves)[-1])
        except Unsuited:
            return None

    def left(self, left: int, proven: bool) -> str:
        """Say how far the goal is before this move."""
        paid, least = self._paid(left), " (the minimum)" if proven else ""
        return f"You're {counted(left, 'move')} from the goal{paid}{least}."

    def _paid(self, moves: int) -> str:
        return f" at a cost of {self.to_pay[moves]}" if moves in self.to_pay else ""

    def outcome(self, plan: Plan) -> str:
        """Sum up a plan."""
        moves = len(plan.moves or ())
        least = "less" if moves in self.to_pay else "fewer"
        proven = f", {'and fewer are impossible' if least == 'fewer' else 'the least possible'}"
        return f"{counted(moves, 'move')}{self._paid(moves)}{proven if plan.proven else ''}"

    def step(
        self, state: Any, moves: Sequence[Any], move: Any, left: int, proven: bool, tries: int
    ) -> Step:
        sentence, rest = self.sentence(state, moves, move, tries), self.left(left, proven)
        technique, cells = self.technique(state, move), self.cells(moves, move)
        text = " ".join(finished(each) for each in (sentence, rest) if each)
        return Step(technique, 0.0, cells, text=text)

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        """Return the outlook in three degrees, each more detailed than the one before."""
        vague = f"You can finish in {counted(left, 'move')}."
        count = out_degree(self.space, state)
        several = f"{in_letters(count).capitalize()} moves are" if count > 1 else "Only one move is"
        paid = self._paid(left)
        technique = f"You can finish in {counted(left, 'move')}{paid}." if paid else vague
        return vague, technique, f"{technique} {several} possible now."

    def board(self, moves: Sequence[Any], step: Step) -> Board:
        """Return the board after these moves, with the last one shaded."""
        return shaded(self.drawn(moves), step.cells, step.technique)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return (self._after(moves) or self.puzzle).board()

    def others(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        """Describe the results of the other moves."""
        rest = [pair for pair in self.space.successors(state) if pair[0] != move]
        if not rest:
            return "There is no other way."
        is_dead = dead_ends(self.puzzle)
        plans = [
            (self.other(moves, each), lookahead(self.space, after, is_dead, tries))
            for each, after in rest
        ]
        if all(plan.dead for _, plan in plans):
            names = [name for name, _ in plans]
            return f"{capital(_several(names))} can't lead to a solution."
        if alive := [name for name, plan in plans if plan.moves is not None]:
            return f"{capital(_several(alive))} would work too."
        return "A search found a way from there to the end."

    def other(self, moves: Sequence[Any], move: Any) -> str:
        """Return the name of a move that isn't made."""
        return self.named(move)


def _several(names: Sequence[str]) -> str:
    return alternatives(names) if len(names) < 5 else f"any of the {len(names)} other moves"


@runtime_checkable
class HasGuide(Protocol):
    """A puzzle with its own guide."""

    def guide(self) -> Guide: ...


def guide_of(puzzle: Puzzle) -> Guide:
    """Return the puzzle's own guide, or the one for any space."""
    own = capability(puzzle, HasGuide)
    return Guide(puzzle) if own is None else own.guide()


class WalkExplainer(Explainer[Puzzle]):
    """Explains a walk: the next move of a plan to the goal, and the whole plan."""

    def hint(self, filled: Sequence[Any] = (), uniqueness: bool = True) -> Hint:
        guide, moves = guide_of(self.puzzle), tuple(filled)
        states = states_of(guide.space, moves)
        here = states[-1]
        if guide.space.is_goal(here):
            return Hint.plain(SOLVED)
        plan = plan_from(self.puzzle, guide.space, here)
        if plan.moves is None:
            return _stuck(guide, plan, moves, states)
        guide.follow(states_of(guide.space, (*moves, *plan.moves))[len(moves) :], plan.moves)
        move, left = plan.moves[0], len(plan.moves)
        step = guide.step(here, moves, move, left, plan.proven, CLOSELY)
        full = " ".join(filter(None, (step.text, guide.assured)))
        board, typed = guide.board((*moves, move), step), self.puzzle.say(move, here)
        return Hint(*guide.degrees(here, moves, move, left), full, step, board, typed)

    def explain(self, uniqueness: bool = True) -> Explanation:
        """Explain a whole plan.

        Raises:
            NoSolution: if it's proven that no plan exists.
            Stopped: if the search reached a limit first.
        """
        guide = guide_of(self.puzzle)
        plan = plan_from(self.puzzle, guide.space, guide.space.start)
        if plan.dead:
            raise NoSolution.because(plan.reason)
        if plan.moves is None:
            raise Stopped(plan.reason)
        steps, moves = tuple(_steps(guide, plan.moves, plan.proven)), plan.moves
        return Explanation(
            self.puzzle,
            steps,
            outcome=guide.outcome(plan),
            draw=lambda: (guide.board(moves[:n], step) for n, step in enumerate(steps, 1)),
        )

    def rate(self, uniqueness: bool = True) -> Rating:
        """Rate the walk by the length of a shortest plan, or by its cost.

        Raises:
            Unsuited: if all solutions have the same length.
        """
        puzzle = self.puzzle
        if not puzzle.step or not choose(puzzle).optimal:
            raise Unsuited(
                f"{puzzle.name} has no rating, because all its solutions have the same length"
            )
        result = settled(solved_soon(puzzle))
        if capability(puzzle.space(), HasCost) is not None:
            return Rating("", float(result.cost or 0), unit=COST)
        return Rating.by_length(len(result.solution), puzzle.step, f"{puzzle.step}s")


def _steps(guide: Guide, moves: Sequence[Any], proven: bool) -> Iterator[Step]:
    if len(moves) > MOST_STEPS:
        raise ValueError(
            f"{len(moves):,} moves are too many to explain: the limit is {MOST_STEPS:,}"
        )
    states = states_of(guide.space, moves)
    guide.follow(states, moves)
    for number, move in enumerate(moves):
        left, first = len(moves) - number, number == 0
        yield guide.step(states[number], moves[:number], move, left, proven and first, BRIEFLY)


def _stuck(guide: Guide, plan: Plan, moves: tuple[Any, ...], states: Sequence[Any]) -> Hint:
    """Say that no goal can be reached, and how many moves to undo, or that this isn't known."""
    if not plan.proven:
        return Hint.plain(f"It isn't known whether you can still reach the goal: {plan.reason}.")
    short = "You can't reach the goal from here"
    full = f"{short}{f': {plan.reason}' if plan.reason else ''}."
    short += "."
    for back in range(1, min(len(moves), LOOKED_BACK) + 1):
        before = plan_from(guide.puzzle, guide.space, states[-1 - back])
        if before.moves is not None:
            last = quoted(guide.named(moves[-back]))
            undo = f"Take back {counted(back, 'move')}" if back > 1 else "Take back your last move"
            full += f" {undo}{f', as far as {last}' if back > 1 else f', {last}'}."
            return Hint(short, short, f"{short} The mistake was {last}.", full, dead=True)
        if not before.proven:
            break
    return Hint(short, short, short, full, dead=True)
