"""Your own strategies: each is a function that searches one face of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, make_dataclass
from inspect import Parameter, signature
from typing import Any, NamedTuple

from clew.core.arguments import shown
from clew.core.capabilities import HasCost, HasHeuristic, capability
from clew.core.faces import CSP, Game, StateSpace, Verdict
from clew.core.result import Run
from clew.model.own import misstated
from clew.search.strategy import Strategy, add, choice

Searches = Callable[..., Iterator[Any]]


FIRST: dict[type, str] = {CSP: "csp", StateSpace: "space", Game: "game"}
"""The usual name of a strategy's first parameter, for each face."""
YIELDS: dict[type, str] = {
    CSP: "a tuple with a value for each variable, from its domain",
    StateSpace: "a tuple of the moves to a goal",
    Game: "a clew.Verdict",
}
"""A description of the solutions that a strategy yields, for each face."""


class AskedSpace:
    """A state space that always has `heuristic` and `cost`, for users' own strategies.

    The heuristic is 0 if the space doesn't have one, and each move costs 1 if the space doesn't
    have costs. Everything else is passed through.
    """

    def __init__(self, space: Any) -> None:
        estimated, priced = capability(space, HasHeuristic), capability(space, HasCost)
        self._space = space
        self.heuristic = (lambda state: 0) if estimated is None else estimated.heuristic
        self.cost = (lambda state, move, after: 1) if priced is None else priced.cost

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)


class FoundMoves(NamedTuple):
    """The moves that a user's own strategy found, in the form that built-in searches use."""

    space: Any
    found: tuple[Any, ...]

    def moves(self) -> tuple[Any, ...]:
        return self.found

    @property
    def state(self) -> Any:
        """The state that the moves lead to."""
        state = self.space.start
        for move in self.found:
            state = next(then for made, then in self.space.successors(state) if made == move)
        return state


def strategy(
    name: str, *, face: type, complete: bool = True, optimal: bool = False, summary: str = ""
) -> Callable[[Searches], type[Strategy]]:
    """Turn a search function into a strategy. Use it as a decorator.

    The function takes the face that it searches and a `clew.Run`, and yields each solution that it
    finds: a tuple of values for constraints, the moves to a goal for a state space, a
    `clew.Verdict` for a game. Call `run.visit()` once per node, so that nodes are counted and
    limits work.

    Arguments after a `*` become options of the strategy. The default of an option is a whole
    number, or a tuple of the words to choose from, with the default first.

    Args:
        name: the name of the strategy.
        face: the face that it searches: `clew.CSP`, `clew.StateSpace` or `clew.Game`.
        complete: whether it finds a solution whenever there is one, and eventually all of them.
        optimal: whether its first solution is a best one.
        summary: one sentence about it; by default the first line of the docstring.

    Returns:
        A decorator, which turns the function into a strategy class and registers it by name.

    Raises:
        TypeError: if the face isn't a class, the function doesn't take a face and a run, or an
            option has no usable default.

    >>> import clew
    >>> @clew.strategy("hill-climbing", face=clew.StateSpace, complete=False)
    ... def climb(space, run, *, steps: int = 1000):
    ...     state, moves = space.start, []
    ...     for _ in range(steps):
    ...         run.visit()
    ...         if space.is_goal(state):
    ...             yield moves
    ...             return
    ...         ways = list(space.successors(state))
    ...         if not ways:
    ...             return
    ...         move, state = min(ways, key=lambda way: space.heuristic(way[1]))
    ...         moves.append(move)
    """
    if not isinstance(face, type):
        words = ", ".join(f"clew.{each.__name__}" for each in YIELDS)
        words = " or ".join(words.rsplit(", ", 1))
        raise TypeError(f"face can't be {shown(face)}: use {words}")

    def decorate(function: Searches) -> type[Strategy]:
        parameters = list(signature(function).parameters.values())
        if [each.kind for each in parameters[:2]] != [Parameter.POSITIONAL_OR_KEYWORD] * 2:
            called = f"{function.__name__}{signature(function)}"
            fix = f"write {function.__name__}({FIRST.get(face, 'face')}, run)"
            raise TypeError(f"{called} doesn't take a face and a run: {fix}")
        options = [_option(each) for each in parameters[2:]]

        def search(self: Strategy, searched: Any, run: Run) -> Iterator[Any]:
            run.pause()
            given = {each[0]: getattr(self, each[0]) for each in options}
            asked = AskedSpace(searched) if face is StateSpace else searched
            every: Any = function(asked, run, **given)
            if not isinstance(every, Iterable):
                said = f"the strategy {name} returned {shown(every)}"
                raise misstated(function, f"{said}: yield each solution that it finds")
            for found in every:
                if not _is_solution(face, searched, found):
                    said = f"the strategy {name} yielded {shown(found)}"
                    raise misstated(function, f"{said}: yield {YIELDS[face]}")
                plain = face is StateSpace and not hasattr(found, "moves")
                yield FoundMoves(searched, tuple(found)) if plain else found

        about = summary or (function.__doc__ or "").strip().partition("\n")[0]
        said = {"name": name, "summary": about, "face": face, "complete": complete}
        said |= {"optimal": optimal, "__call__": search, "__doc__": function.__doc__}
        said["pseudocode"] = ""
        made = make_dataclass(name, options, bases=(Strategy,), namespace=said, frozen=True)
        add(made)
        return made

    return decorate


def _is_solution(face: type, searched: Any, found: Any) -> bool:
    """Check the type of a solution that a strategy yields. The puzzle checks the rest later."""
    if face is Game:
        return isinstance(found, Verdict)
    if face is StateSpace:
        is_line = isinstance(found, Iterable) and not isinstance(found, str)
        return hasattr(found, "moves") or is_line
    if face is not CSP:
        return True
    sized = isinstance(found, list | tuple) and len(found) == len(searched.domains)
    return sized and all(
        isinstance(value, int) and value >= 0 and domain >> value & 1
        for domain, value in zip(searched.domains, found, strict=True)
    )


def _option(parameter: Parameter) -> tuple[str, type, Any]:
    default = parameter.default
    if isinstance(default, tuple) and default and all(isinstance(word, str) for word in default):
        return parameter.name, str, choice(*default)
    if parameter.kind is not Parameter.KEYWORD_ONLY or not isinstance(default, int):
        raise TypeError(
            f"{parameter.name} can't be an option: put it after *, and give it a whole number "
            f"or a tuple of words as its default, as in *, {parameter.name}=10"
        )
    return parameter.name, int, field(default=default)
