"""Rules as one Python function, for those who check many answers of one problem.

An answer is checked by evaluating each rule, expression by expression. The same as source code,
which Python compiles once, takes a tenth of the time. If every rule is about a set of cells of a
grid, one judge looks at all the sets at once, in a tenth of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import lt
from typing import Any

from clew.core.forms import GridForm
from clew.model.expressions import (
    Both,
    Compare,
    Either,
    Expression,
    LinearExpression,
    Not,
    Operand,
    Rule,
    Value,
    Variable,
)

AT_ONCE = 500
"""How many rules are compiled at once: no limit can end that in the midst."""
Check = Callable[[Sequence[Any]], list[bool]]
"""From the values of the variables to whether each rule holds."""


class ByPlace:
    """Values by variable, where they are a sequence."""

    def __init__(self, place: dict[Variable, int], values: Sequence[Any]) -> None:
        self.place, self.values = place, values

    def __getitem__(self, variable: Variable) -> Any:
        return self.values[self.place[variable]]


def checker(variables: Sequence[Variable], rules: Sequence[Rule]) -> Check:
    """The function that evaluates the rules for values in the order of the variables.

    >>> x, y = Variable("x", (1, 2), 0), Variable("y", (1, 2), 1)
    >>> checker([x, y], [x < y, 2 * x + y == 4])([1, 2])
    [True, True]
    """
    if len(rules) > AT_ONCE:
        parts = [
            checker(variables, rules[at : at + AT_ONCE]) for at in range(0, len(rules), AT_ONCE)
        ]
        return lambda values: [held for part in parts for held in part(values)]
    source = Source(variables)
    body = ", ".join(map(source.of, rules))
    names: dict[str, Any] = source.names | {"ByPlace": ByPlace, "place": source.place}
    exec(f"def check(v):\n of = ByPlace(place, v)\n return [{body}]", names)
    found: Check = names["check"]
    return found


class Source:
    """Expressions as source code: v[3] is a variable, c7 what has no other name."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.place = {variable: at for at, variable in enumerate(variables)}
        self.names: dict[str, Any] = {}

    def of(self, part: Operand) -> str:
        if isinstance(part, Variable):
            return f"v[{self.place[part]}]"
        if type(part) is int:
            return f"({part})"
        if not isinstance(part, Expression):
            return self._named(part)
        function = getattr(part, "function", None)
        parts = [*map(self.of, part.parts)] if function or type(part) in SHAPES else []
        if isinstance(part, LinearExpression):
            factors = part.terms.values()
            terms = (t if k == 1 else f"{k}*{t}" for k, t in zip(factors, parts, strict=True))
            return f"sum(({''.join(f'{term},' for term in terms)}),{part.constant})"
        if isinstance(part, Compare) and parts:
            return f"({parts[0]} {part.symbol} {parts[1]})"
        if parts and type(part) in JOINED:
            return f"({JOINED[type(part)].join(parts)})"
        if isinstance(part, Not):
            return f"(not {parts[0]})"
        if function is not None:
            return f"{self._named(function)}({', '.join(parts)})"
        return f"{self._named(part.value)}(of)"

    def _named(self, thing: Any) -> str:
        name = f"c{len(self.names)}"
        self.names[name] = thing
        return name


JOINED: dict[type, str] = {Both: " and ", Either: " or "}
SHAPES = {LinearExpression, Compare, Both, Either, Not}
"""The kinds of expressions that are written out; others are called."""


# ------------------------------------------------------------------ sets of cells

BYTE, BITS = 256, 8
"""A table of `bytes.translate` has so many places, and a byte so many bits."""
Judge = Callable[[Sequence[Any]], bool]


def judge(form: GridForm, given: Mapping[int, Value]) -> Judge | None:
    """Make a quick judge of whole answers of a grid; None if the form says too much for it.

    It reads the sets of cells that the user's rules name. It knows no family, so it judges what a
    family finds that recognises the grid. It never accepts a wrong answer, but may refuse a right
    one whose values have odd types.

    >>> rows = frozenset({frozenset({0, 1}), frozenset({2, 3})})
    >>> is_right = judge(GridForm(2, 2, (1, 2), rows), {0: 1})
    >>> is_right((1, 2, 1, 2)), is_right((2, 1, 1, 2)), is_right((1, 1, 1, 2))
    (True, False, False)
    """
    sets = _sets_of(form)
    if sets is None:
        return None
    cells, values = bytes(given), bytes(map(sets.code.__getitem__, given.values()))
    return lambda answer: sets.obeyed(answer, cells, values)


@lru_cache(maxsize=BYTE)
def _sets_of(form: GridForm) -> Sets | None:
    once = all(count == 1 for _, _, _, count in form.counts)
    numbers = all(isinstance(value, int) for value in form.values)
    fits = form.width * form.height < BYTE and len(form.values) < BYTE
    return Sets(form) if once and fits and (numbers or not form.less) else None


class Sets:
    """The rules of a grid whose values are written as bytes, one for each cell."""

    def __init__(self, form: GridForm) -> None:
        self.size = form.width * form.height
        self.plain = all(type(value) is int and 0 <= value < BYTE for value in form.values)
        """Whether values are bytes as they are."""
        ranked = form.ranked
        self.code = {value: value if self.plain else at for at, value in enumerate(ranked)}
        self.codes, self.pad = bytes(self.code.values()), bytes(BYTE - self.size)
        self.less = [bytes(ends) for ends in zip(*form.less, strict=True)] or [b"", b""]
        every = len(form.values)
        houses = [(cells, True) for cells in form.differ if len(cells) == every]
        others = [(cells, False) for cells in form.differ if len(cells) != every]
        # A house that has every other value has the last one too, in the cell that is left.
        self.looks = [*self._looks(houses, self.codes[: every - 1])]
        self.looks += self._looks(others, self.codes)
        for value in {value for _, value, _, _ in form.counts}:
            counted = [(cells, sign == "==") for cells, v, sign, _ in form.counts if v == value]
            self.looks += self._looks(counted, bytes([self.code[value]]))

    def _looks(self, sets: Sequence[tuple[frozenset[int], bool]], codes: bytes) -> Iterator[Look]:
        for at in range(0, len(codes) if sets else 0, BITS):
            yield Look(sets, codes[at : at + BITS], self.size)

    def obeyed(self, answer: Sequence[Any], cells: bytes, values: bytes) -> bool:
        """Whether an answer obeys them, and has these values in these cells."""
        try:
            plain = bytes(answer if self.plain else map(self.code.__getitem__, answer))
        except (KeyError, TypeError, ValueError):  # no values of this grid
            return False
        if len(plain) != self.size or plain.translate(None, self.codes):
            return False
        board = plain + self.pad
        if cells.translate(board) != values:
            return False
        for look in self.looks:
            if not look.obeyed(plain):
                return False
        small, great = self.less
        return not small or all(map(lt, small.translate(board), great.translate(board)))


class Look:
    """Sets of cells of which no two have the same of up to eight values, looked at all at once.

    Each value is a bit. The first cell of every set makes a byte, then the second of every set,
    and so on; all of them together are one number. Joining the bytes of each set by "or" loses a
    bit just where a set has a value twice. A set may need all of these values: then no bit of its
    byte may be missing.
    """

    def __init__(
        self, sets: Sequence[tuple[frozenset[int], bool]], codes: bytes, size: int
    ) -> None:
        self.bits = bytes(1 << codes.index(v) if v in codes else 0 for v in range(BYTE))
        longest = max(len(cells) for cells, _ in sets)
        padded = [sorted(cells) + [size] * (longest - len(cells)) for cells, _ in sets]
        self.order = bytes(cells[at] for at in range(longest) for cells in padded)
        self.pad = bytes(BYTE - size)
        full = (1 << len(codes)) - 1
        self.needed = int.from_bytes(bytes(full * needs for _, needs in sets), "little")
        self.folds: list[tuple[int, int]] = []
        while longest > 1:
            longest = (longest + 1) // 2
            width = BITS * longest * len(sets)
            self.folds.append((width, (1 << width) - 1))

    def obeyed(self, plain: bytes) -> bool:
        every = int.from_bytes(
            self.order.translate(plain.translate(self.bits) + self.pad), "little"
        )
        joined = every
        for width, mask in self.folds:
            joined = (joined | joined >> width) & mask
        return joined.bit_count() == every.bit_count() and not self.needed & ~joined
