"""Walks explained: a plan from any state, and each of its moves with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol, runtime_checkable

from clew.board.board import Board
from clew.core.capabilities import HasCost, HasHeuristic, capability
from clew.core.faces import StateSpace
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
from clew.search.space.graph import BreadthFirst, UniformCost

# ------------------------------------------------------------------ plans
# Plans from a state on: a shortest one, or any that leads on, or a proof that there is none.


TRIES = 200_000
"""How many states are looked at before a search is given up."""

Space = StateSpace[Any, Any]


@dataclass(frozen=True)
class Plan:
    """The moves to a goal, and whether no fewer do; or None, and whether that is proven."""

    moves: tuple[Any, ...] | None
    proven: bool
    reason: str = ""

    @property
    def dead(self) -> bool:
        """Whether it is proven that no goal can be reached."""
        return self.moves is None and self.proven


class SpaceFrom:
    """A space with another start that offers all that the space offers."""

    def __init__(self, space: Space, start: Any) -> None:
        self._space, self.start = space, start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    def successors(self, state: Any) -> Any:
        return self._space.successors(state)

    def is_goal(self, state: Any) -> bool:
        return self._space.is_goal(state)


def opening(puzzle: Puzzle) -> tuple[Any, ...]:
    """What an answer has before its first move, such as the place where it starts."""
    return tuple(puzzle.translate(StateSpace, ()))


def plan_from(puzzle: Puzzle, space: Space, state: Any) -> Plan:
    """How to go on: by the best strategy for the puzzle from there, or by looking ahead."""
    try:
        position = puzzle if state == space.start else puzzle.at(state)
    except Unsuited:
        if not puzzle.step:  # solutions are all of one length: what counts is not to be stuck
            return lookahead(space, state, dead_ends(puzzle), TRIES)
        return _shortest(space, state)
    return _solved(position)


def _solved(puzzle: Puzzle) -> Plan:
    result = solved_soon(puzzle)
    if result.solutions:
        return Plan(tuple(result.solution)[len(opening(puzzle)) :], choose(puzzle).optimal)
    limit = "a limit of " * (result.reason == "seconds")
    return Plan(None, result.unsolvable, f"{limit}{limit_of(result)}")


def _shortest(space: Space, state: Any) -> Plan:
    run = Run(1, TRIES)
    try:
        cheapest = UniformCost() if capability(space, HasCost) else BreadthFirst()
        for path in cheapest(SpaceFrom(space, state), run):
            return Plan(path.moves(), True)
    except Stopped as stop:
        return Plan(None, False, stop.limit)
    return Plan(None, True, f"all {run.stats.nodes:,} states that can be reached were looked at")


def lookahead(space: Space, state: Any, is_dead: Callable[[Any], bool], tries: int) -> Plan:
    """Any plan, depth-first: first where the fewest moves lead on (Warnsdorff 1823)."""

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
            return Plan(None, False, f"a limit of {tries:,} positions")
        frontier.append(branches(pair[1]))
    positions = f"{looked:,} position{'s' * (looked != 1)}"
    return Plan(None, True, f"every continuation was tried ({positions})")


def out_degree(space: Space, state: Any) -> int:
    """How many moves lead on from a state."""
    return sum(1 for _ in space.successors(state))


@runtime_checkable
class HasDeadEnds(Protocol):
    """A puzzle that recognizes some states from which no goal can be reached."""

    def dead_ends(self) -> Callable[[Any], bool]: ...


def dead_ends(puzzle: Puzzle) -> Callable[[Any], bool]:
    """What shows at once that no goal can be reached from a state, where there is such a test."""
    own = capability(puzzle, HasDeadEnds)
    if own is not None:
        return own.dead_ends()
    bound = capability(puzzle.space(), HasHeuristic)
    if bound is None:
        return lambda state: False
    return lambda state: bool(bound.heuristic(state) == float("inf"))


def states_of(space: Space, moves: Sequence[Any]) -> list[Any]:
    """The states that moves lead through, the start first; ValueError if one is no move."""
    states = [space.start]
    for number, move in enumerate(moves, 1):
        after = [child for each, child in space.successors(states[-1]) if each == move]
        if not after:
            raise ValueError(f"move {number}: found {move}, which is no move there")
        states.append(after[0])
    return states


# ------------------------------------------------------------------ guides
# Walks: the next move of a plan, and a whole plan, with the reason for each move.


MOST_STEPS = 4096
"""The longest plan that is explained."""
LOOKED_BACK = 64
"""How many moves are taken back, one by one, to find the one that was wrong."""
CLOSELY, BRIEFLY = 20_000, 300
"""How many positions are looked at after each other move: in a hint, in a whole plan."""


class Guide:
    """How the moves of a walk are explained: what each is called, why it is made, how it is drawn.

    This one is for any space, and follows a plan to the goal.
    """

    assured: str = ""
    """What is known of the plan that remains, where that is not its length."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.space: Space = puzzle.space()
        self.begun: tuple[Any, ...] = opening(puzzle)
        self.to_pay: dict[int, Any] = {}
        """What so many moves to the goal cost, where moves have costs."""

    def follow(self, states: Sequence[Any], moves: Sequence[Any]) -> None:
        """Note what is to pay on the way through these states."""
        if (priced := capability(self.space, HasCost)) is None:
            return
        costs = map(priced.cost, states, moves, states[1:])
        paid = [*accumulate(reversed(list(costs)))]
        self.to_pay = dict(enumerate(paid, 1))

    def named(self, move: Any) -> str:
        return self.puzzle.say(move)

    def technique(self, state: Any, move: Any) -> str:
        return "way to the goal"

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        """The move, and why it is made."""
        return self.named(move)

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        """The cells of the board after the move that show it."""
        position = self._after(moves)
        return () if position is None else position.touches(move)

    def _after(self, moves: Sequence[Any]) -> Puzzle | None:
        """The puzzle with these moves made; None if it cannot be started there."""
        try:
            return self.puzzle.at(states_of(self.space, moves)[-1])
        except Unsuited:
            return None

    def left(self, left: int, proven: bool) -> str:
        """What remains to be done, before this move."""
        return self._counted(left, " to go", ", and ", proven)

    def _counted(self, moves: int, to_go: str, joined: str, proven: bool) -> str:
        """So many moves and what they cost, of which one is proven to be least."""
        paid = f" at a cost of {self.to_pay[moves]}" if moves in self.to_pay else ""
        least = "less is impossible" if paid else "fewer are impossible"
        return f"{moves} move{'s' * (moves != 1)}{to_go}{paid}{joined + least if proven else ''}"

    def outcome(self, plan: Plan) -> str:
        return self._counted(len(plan.moves or ()), "", "; ", plan.proven)

    def step(
        self, state: Any, moves: Sequence[Any], move: Any, left: int, proven: bool, tries: int
    ) -> Step:
        sentence, rest = self.sentence(state, moves, move, tries), self.left(left, proven)
        technique, cells = self.technique(state, move), self.cells(moves, move)
        return Step(technique, 0.0, cells, text="; ".join(filter(None, (sentence, rest))))

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        vague = f"{left} move{'s are' if left > 1 else ' is'} enough from here"
        count = out_degree(self.space, state)
        several = f"{count} that there are" if count > 1 else "one"
        technique = f"{vague}: {self.technique(state, move)}"
        return vague, technique, f"{vague}: the next is one of {several}"

    def board(self, moves: Sequence[Any], step: Step) -> Board:
        """The board after these moves, the last of them shaded."""
        return shaded(self.drawn(moves), step.cells, step.technique)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return (self._after(moves) or self.puzzle).board()

    def others(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        """What the other moves would lead to."""
        rest = [pair for pair in self.space.successors(state) if pair[0] != move]
        if not rest:
            return "there is no other way"
        is_dead = dead_ends(self.puzzle)
        plans = [
            (self.other(moves, each), lookahead(self.space, after, is_dead, tries))
            for each, after in rest
        ]
        if all(plan.dead for _, plan in plans):
            return f"{_several([name for name, _ in plans])} provably leads nowhere"
        if alive := [name for name, plan in plans if plan.moves is not None]:
            return f"{_several(alive)} would do too"
        return "this way was found to the end"

    def other(self, moves: Sequence[Any], move: Any) -> str:
        """What a move that is not made is called."""
        return self.named(move)


def _several(names: Sequence[str]) -> str:
    return " or ".join(names) if len(names) < 5 else f"each of the {len(names)} others"


@runtime_checkable
class HasGuide(Protocol):
    """A puzzle whose moves are explained in its own words."""

    def guide(self) -> Guide: ...


def guide_of(puzzle: Puzzle) -> Guide:
    """The puzzle's own guide, or the one for any space."""
    own = capability(puzzle, HasGuide)
    return Guide(puzzle) if own is None else own.guide()


class WalkExplainer(Explainer[Puzzle]):
    """A walk: the next move of a plan that leads to the goal, and the whole plan."""

    def hint(self, filled: Sequence[Any] = (), uniqueness: bool = True) -> Hint:
        """The next move after those that were made, as the puzzle's space has them."""
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
        full = "; ".join(filter(None, (step.text, guide.assured)))
        board, typed = guide.board((*moves, move), step), self.puzzle.say(move, here)
        return Hint(*guide.degrees(here, moves, move, left), full, step, board, typed)

    def explain(self, uniqueness: bool = True) -> Explanation:
        """A whole plan as numbered steps; NoSolution if it is proven that there is none."""
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
        """The length of a shortest plan, where plans differ in length, or the cost of one."""
        puzzle = self.puzzle
        if not puzzle.step or not choose(puzzle).optimal:
            raise Unsuited(f"{puzzle.name} has no rating: its solutions are all of one length")
        result = settled(solved_soon(puzzle))
        if capability(puzzle.space(), HasCost) is not None:
            return Rating("", float(result.cost or 0), unit=COST)
        return Rating.by_length(len(result.solution), puzzle.step, f"{puzzle.step}s")


def _steps(guide: Guide, moves: Sequence[Any], proven: bool) -> Iterator[Step]:
    if len(moves) > MOST_STEPS:
        raise ValueError(f"found {len(moves):,} moves, expected at most {MOST_STEPS:,} to explain")
    states = states_of(guide.space, moves)
    guide.follow(states, moves)
    for number, move in enumerate(moves):
        left, first = len(moves) - number, number == 0
        yield guide.step(states[number], moves[:number], move, left, proven and first, BRIEFLY)


def _stuck(guide: Guide, plan: Plan, moves: tuple[Any, ...], states: Sequence[Any]) -> Hint:
    """That it cannot be completed, or that this is not known; and how far to go back."""
    if not plan.proven:
        return Hint.plain(f"whether the goal can be reached from here is not known: {plan.reason}")
    short = "the goal cannot be reached from here"
    full = f"{short}{f': {plan.reason}' if plan.reason else ''}"
    for back in range(1, min(len(moves), LOOKED_BACK) + 1):
        before = plan_from(guide.puzzle, guide.space, states[-1 - back])
        if before.moves is not None:
            last = guide.named(moves[-back])
            full += f"; take back {back} move{'s' if back > 1 else ''}, to before {last}"
            return Hint(short, short, f"{short}: {last} was wrong", full, dead=True)
        if not before.proven:
            break
    return Hint(short, short, short, full, dead=True)
