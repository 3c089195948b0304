"""The readable twin of native/frog/layers.hpp: for each time a layer of pads."""

from __future__ import annotations

from collections.abc import Sequence

from clew.core.faces import Domain, values
from clew.search.native import kernel
from clew.search.sliced import expect, expect_limits

Option = tuple[int, int]
"""A time and a pad to be on then."""
MAX_JUMPS = 1 << 16


class PyLayers:
    """For each time the set of pads where the frog may be then; pads are counted from 0.

    A sweep forwards and one backwards keep what is in reach of the layer before and after;
    a pad that is certain is out elsewhere; a pad with one time left is taken then. Until
    there is an answer, the first try has `first_try` nodes, each other twice as many as the last.
    """

    def __init__(self, jumps: Sequence[int], first_try: int = 2000) -> None:
        expect("jumps", len(jumps), 1, MAX_JUMPS)
        for k, length in enumerate(jumps):
            if length < 1:
                raise ValueError(f"jump {k}: found {length}, expected 1 or more")
        if first_try < 1:
            raise ValueError(f"first try: found {first_try}, expected 1 node or more")
        self.nodes = 0  # the root, and each pad tried at a time
        self.backtracks = 0  # nodes refuted without a branch
        self.deepest = 0
        self.finished = False
        self._jumps = tuple(min(length, MAX_JUMPS + 1) for length in jumps)
        pads = len(jumps) + 1
        self._full: Domain = (1 << pads) - 1
        self._layers: list[Domain] = [1, *[self._full] * len(jumps)]
        self._weights = [1] * pads  # how often each layer has run empty
        self._pad_weights = [1] * pads  # how often each pad was left without a time
        self._trail: list[tuple[int, Domain]] = []
        self._branches: list[tuple[list[Option], int]] = []  # options left, the trail to return to
        self._twos: Domain = 0  # the pads with two times left
        self._changed = False
        self._first_try = self._patience = first_try
        self._from_the_end = False
        self._answered = False

    def run(self, max_answers: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Go on until one of the limits is reached or the search is finished."""
        expect_limits("run", max_answers, max_nodes)
        answers: list[tuple[int, ...]] = []
        while not self.finished:
            if self.nodes and not self._branches:
                self.finished = True
            elif self.nodes and not self._branches[-1][0]:
                self._undo(self._branches.pop()[1])
            elif not max_nodes or len(answers) == max_answers:
                break
            else:
                if self.nodes == self._patience and not self._answered:
                    self._begin_anew()
                max_nodes -= 1
                self.nodes += 1
                if not self._descend():
                    self.backtracks += 1
                elif not self._choose():
                    answers.append(tuple(mask.bit_length() - 1 for mask in self._layers))
                    self._answered = True
        return answers

    def _descend(self) -> bool:
        """Make the root consistent, or take the next option of the last branch."""
        if self.nodes == 1:
            return self._settle()
        options, mark = self._branches[-1]
        self._undo(mark)
        time, pad = options.pop(0)
        self.deepest = max(self.deepest, len(self._branches))
        return self._keep(time, 1 << pad) and self._settle()

    def _begin_anew(self) -> None:
        """Another try, which takes options from the other end and knows nothing of the last one."""
        self._undo(self._branches[0][1])
        self._branches.clear()
        self._weights = [1] * len(self._layers)
        self._pad_weights = [1] * len(self._layers)
        self._from_the_end = not self._from_the_end
        self._patience = 2 * self._patience + self._first_try
        self._settle()
        self._choose()

    def _choose(self) -> bool:
        """Open a branch at what is most certain; False if nothing is open."""
        sizes = [mask.bit_count() for mask in self._layers]
        best = None
        for time, size in enumerate(sizes):
            if size > 1 and (
                best is None or size * self._weights[best] < sizes[best] * self._weights[time]
            ):
                best = time
        if best is None:
            return False
        pad = max(values(self._twos), key=self._pad_weights.__getitem__, default=None)
        if pad is not None and (sizes[best] > 2 or self._pad_weights[pad] > self._weights[best]):
            options = [(time, pad) for time, mask in enumerate(self._layers) if mask >> pad & 1]
        else:
            options = [(best, pad) for pad in values(self._layers[best])]
        if self._from_the_end:
            options.reverse()
        self._branches.append((options, len(self._trail)))
        return True

    def _keep(self, time: int, mask: Domain) -> bool:
        """Keep of a layer what `mask` has; False if nothing is left."""
        old = self._layers[time]
        if old & ~mask:
            self._trail.append((time, old))
            self._layers[time] = old & mask
            self._changed = True
            if not old & mask:
                self._weights[time] += 1
                return False
        return True

    def _undo(self, mark: int) -> None:
        while len(self._trail) > mark:
            time, old = self._trail.pop()
            self._layers[time] = old

    def _settle(self) -> bool:
        """Until nothing changes: along the jumps, then among the pads."""
        self._changed = True
        while self._changed:
            self._changed = False
            for time, length in enumerate(self._jumps):
                if not self._in_reach(time, time + 1, length):
                    return False
            for time, length in reversed(list(enumerate(self._jumps))):
                if not self._in_reach(time + 1, time, length):
                    return False
            if not self._tell_apart():
                return False
        return True

    def _in_reach(self, start: int, end: int, length: int) -> bool:
        here = self._layers[start]
        return self._keep(end, here << length | here >> length)

    def _tell_apart(self) -> bool:
        """No pad twice, and every pad once."""
        layers, certain = self._layers, 0
        for mask in layers:
            if mask & (mask - 1) == 0:
                if certain & mask:
                    return False
                certain |= mask
        once = twice = thrice = 0
        for time in range(len(layers)):
            mask = layers[time]
            if mask & (mask - 1) and not self._keep(time, ~certain):
                return False
            mask = layers[time]
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        if once != self._full:
            for pad in values(self._full & ~once):
                self._pad_weights[pad] += 1
            return False
        self._twos = twice & ~thrice
        return all(self._take_hidden(time, once & ~twice) for time in range(len(layers)))

    def _take_hidden(self, time: int, single: Domain) -> bool:
        """If a layer holds a pad that no other time has, it is that one."""
        mask = self._layers[time]
        hidden = mask & single
        if not hidden or mask & (mask - 1) == 0:
            return True
        return hidden & (hidden - 1) == 0 and self._keep(time, hidden)


LayersKernel = kernel("Layers", PyLayers)
