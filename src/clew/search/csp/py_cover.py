"""The readable twin of native/csp/cover.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Sequence

from clew.core.faces import Assignment, domain, values
from clew.search.native import kernel
from clew.search.sliced import Sliced

MOST_OPTIONS = 1 << 14


class PyCover(Sliced[Assignment]):
    """Exact cover: always the item with the fewest options left (Knuth, "Dancing links", 2000).

    An option is a variable and a value. Each item is a list of options, of which one is chosen if
    it is among the first `exact`, else one at most. What is not chosen has its default.
    """

    def __init__(
        self,
        defaults: Sequence[int],
        options: Sequence[tuple[int, int]],
        items: Sequence[Sequence[int]],
        exact: int,
    ) -> None:
        if len(options) > MOST_OPTIONS:
            raise ValueError(f"options: found {len(options)}, expected at most {MOST_OPTIONS}")
        super().__init__()
        self._defaults, self._options = defaults, options
        self._items = [domain(item) for item in items]
        self._clashes = [1 << option for option in range(len(options))]
        for item in self._items:
            for option in values(item):
                self._clashes[option] |= item
        self._chosen: list[int] = []
        self._left = [(1 << len(options)) - 1]
        self._open = [frozenset(range(exact))]

    def _advance(self) -> Assignment | None:
        """Open the root, or take the next option of the item chosen last."""
        if self.nodes:
            self._take(self._untried[-1].pop())
        self.nodes += 1
        self.deepest = max(self.deepest, len(self._chosen))
        left, is_open = self._left[-1], self._open[-1]
        if not is_open:
            self._untried.append([])
            self._fruitful = len(self._chosen)
            return self._answer()
        fewest = min(((self._items[item] & left).bit_count(), item) for item in is_open)[1]
        self._untried.append(list(values(self._items[fewest] & left))[::-1])
        return None

    def _take(self, option: int) -> None:
        self._chosen.append(option)
        self._left.append(self._left[-1] & ~self._clashes[option])
        is_open = self._open[-1]
        self._open.append(frozenset(i for i in is_open if not self._items[i] >> option & 1))

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._chosen:
            self.finished = True
            return
        self._chosen.pop()
        self._left.pop()
        self._open.pop()
        self._count_taken_back(len(self._chosen))

    def _answer(self) -> Assignment:
        answer = list(self._defaults)
        for option in self._chosen:
            variable, value = self._options[option]
            answer[variable] = value
        return tuple(answer)


Cover = kernel("Cover", PyCover)
