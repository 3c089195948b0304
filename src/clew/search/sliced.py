"""A depth-first search that runs in slices: the base of the readable twins of such kernels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def expect(what: str, found: int, least: int, most: int) -> None:
    """ValueError unless an argument of a kernel lies in its bounds."""
    if not least <= found <= most:
        raise ValueError(f"{what}: found {found}, expected {least} to {most}")


def expect_limits(what: str, *limits: int) -> None:
    if min(limits) < 0:
        raise ValueError(f"{what}: found a negative limit, expected 0 or more")


class Sliced(ABC, Generic[T]):
    """A search that can stop before any node and after any answer, and resume there."""

    def __init__(self) -> None:
        self.nodes = 0
        self.backtracks = 0  # what was taken back with no answer below it
        self.deepest = 0
        self.finished = False  # the whole tree has been searched
        self._untried: list[list[Any]] = []  # at each level what is left to try, the last first
        self._fruitful = 0  # so many of the first steps taken have an answer below them

    @abstractmethod
    def _advance(self) -> T | None:
        """Open the root, or try the next option of the deepest level; its answer, if any."""

    @abstractmethod
    def _take_back(self) -> None:
        """Leave the deepest level, where nothing is left to try."""

    def run(self, max_answers: int, max_nodes: int) -> list[T]:
        """Search on until one of the limits is reached or the search is finished."""
        expect_limits("run", max_answers, max_nodes)
        answers: list[T] = []
        limit = self.nodes + max_nodes
        while not self.finished:
            if self.nodes and not self._untried[-1]:
                self._take_back()
            elif self.nodes == limit or len(answers) == max_answers:
                break
            elif (answer := self._advance()) is not None:
                answers.append(answer)
        return answers

    def _count_taken_back(self, left: int) -> bool:
        """Count a step that was taken back, with `left` steps left; whether it led to an answer."""
        if self._fruitful > left:
            self._fruitful = left
            return True
        self.backtracks += 1
        return False
