"""Strategies of your own: a function that searches a face."""

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


ANSWERS: dict[type, str] = {
    CSP: "a value of its domain for each variable, in a tuple",
    StateSpace: "the moves to a goal, in a tuple",
    Game: "a clew.Verdict",
}
"""What a strategy yields, by the face that it searches."""


class AskedSpace:
    """A space as a strategy of your own sees it: `heuristic` and `cost` are always there.

    Where the space has no heuristic it is 0, and where it has no costs each move costs 1. Whatever
    else the space offers is there too.
    """

    def __init__(self, space: Any) -> None:
        estimated, priced = capability(space, HasHeuristic), capability(space, HasCost)
        self._space = space
        self.heuristic = (lambda state: 0) if estimated is None else estimated.heuristic
        self.cost = (lambda state, move, after: 1) if priced is None else priced.cost

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)


class FoundMoves(NamedTuple):
    """The moves that a strategy found, as the searches of the package give them."""

    space: Any
    found: tuple[Any, ...]

    def moves(self) -> tuple[Any, ...]:
        return self.found

    @property
    def state(self) -> Any:
        """Where the moves lead to."""
        state = self.space.start
        for move in self.found:
            state = next(then for made, then in self.space.successors(state) if made == move)
        return state


def strategy(
    name: str, *, face: type, complete: bool = True, optimal: bool = False, summary: str = ""
) -> Callable[[Searches], type[Strategy]]:
    """Make a strategy of a function of a face and a run that yields what it finds.

    Its keyword arguments are options: a whole number, or one of the words of a tuple whose first is
    the default. Call `run.visit()` for each node: that counts, and keeps the limits.

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
        words = " or ".join(f"clew.{each.__name__}" for each in ANSWERS)
        raise TypeError(f"found face={shown(face)}, expected {words}")

    def decorate(function: Searches) -> type[Strategy]:
        parameters = list(signature(function).parameters.values())
        if [each.kind for each in parameters[:2]] != [Parameter.POSITIONAL_OR_KEYWORD] * 2:
            called = f"{function.__name__}{signature(function)}"
            raise TypeError(f"found {called}, expected a function of a face and a run")
        options = [_option(each) for each in parameters[2:]]

        def search(self: Strategy, searched: Any, run: Run) -> Iterator[Any]:
            run.pause()
            given = {each[0]: getattr(self, each[0]) for each in options}
            asked = AskedSpace(searched) if face is StateSpace else searched
            every: Any = function(asked, run, **given)
            if not isinstance(every, Iterable):
                raise misstated(function, f"found {shown(every)}, expected a yield in it")
            for found in every:
                if not _is_answer(face, searched, found):
                    what = f"{shown(found)} from the strategy {name}"
                    raise misstated(function, f"found {what}, expected {ANSWERS[face]}")
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


def _is_answer(face: type, searched: Any, found: Any) -> bool:
    """Whether what a strategy yields may be an answer; a check of the puzzle follows."""
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
            f"found the parameter {parameter.name}, expected one after * "
            "with a whole number or a tuple of words as its default"
        )
    return parameter.name, int, field(default=default)
