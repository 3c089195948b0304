"""Rules with a name of their own: what each means, and what it is compiled to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from clew.core import line_rules, number_rules
from clew.model.compiling import ROWS, Compiler
from clew.model.encoding import Encoding, Made, Scope
from clew.model.expressions import (
    Function,
    Operand,
    Rule,
    Value,
    Values,
    Variable,
    numeric,
    valued,
)

MOST_ROWS = 2_000_000
"""More rows of a table than this are refused: they would take gigabytes."""


class Predicate(Rule):
    """A function of some values that says whether they go together."""

    __slots__ = ("function", "name")
    is_call = True

    def __init__(self, name: str, function: Callable[..., bool], parts: Iterable[Operand]) -> None:
        super().__init__(parts)
        self.name, self.function = name, function

    def value(self, of: Values) -> bool:
        return bool(self.function(*(valued(part, of) for part in self.parts)))

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parts))})"


class Different(Rule):
    """No two of them are equal."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        found = [valued(part, of) for part in self.parts]
        return len(set(found)) == len(found)

    def compile(self, compiler: Compiler) -> None:
        compiler.all_different(self.parts)

    def __str__(self) -> str:
        return f"all_different({', '.join(map(str, self.parts))})"


class Rows(Rule):
    """Together they are one of some rows of values."""

    __slots__ = ("rows",)

    def __init__(self, parts: Iterable[Operand], rows: Iterable[Sequence[Value]]) -> None:
        super().__init__(parts)
        try:
            self.rows = frozenset(map(tuple, islice(rows, MOST_ROWS + 1)))
        except TypeError as error:
            raise ValueError(f"found a row that is no row ({error}), expected tuples") from None
        if len(self.rows) > MOST_ROWS:
            raise ValueError(f"found more than {MOST_ROWS:,} rows, expected fewer in a table")
        for row in self.rows:
            if len(row) != len(self.parts):
                raise ValueError(f"found the row {row}, expected {len(self.parts)} values")

    def value(self, of: Values) -> bool:
        return tuple(valued(part, of) for part in self.parts) in self.rows

    def compile(self, compiler: Compiler) -> None:
        compiler.table([compiler.part(part) for part in self.parts], self.rows)

    def __str__(self) -> str:
        return f"table({', '.join(map(str, self.parts))})"


class RegularRule(Rule):
    """A line of values that an automaton accepts: from state to state, to an accepting one."""

    __slots__ = ("accept", "moves", "start")

    def __init__(
        self,
        parts: Iterable[Operand],
        moves: Mapping[tuple[Value, Value], Value],
        start: Value,
        accept: Iterable[Value],
    ) -> None:
        super().__init__(parts)
        self.moves, self.start, self.accept = dict(moves), start, frozenset(accept)

    def value(self, of: Values) -> bool:
        state: Value | None = self.start
        for part in self.parts:
            state = self.moves.get((state, valued(part, of)))
        return state in self.accept

    def compile(self, compiler: Compiler) -> None:
        number = {state: at for at, state in enumerate(dict.fromkeys(self._states()))}
        accept = frozenset(number[state] for state in self.accept if state in number)

        def make(code: Encoding, scope: Scope, label: str) -> Made:
            moves = tuple(
                (number[state], code.code[value], number[then])
                for (state, value), then in self.moves.items()
                if value in code.code
            )
            return (line_rules.Regular(scope, label, moves, accept),)

        compiler.emit([compiler.part(part) for part in self.parts], make)

    def _states(self) -> Iterator[Value]:
        yield self.start
        for (state, _), then in self.moves.items():
            yield from (state, then)

    def __str__(self) -> str:
        return f"regular({', '.join(map(str, self.parts))})"


class Runs(RegularRule):
    """A value stands in runs as long as these, with another value between them."""

    __slots__ = ("lengths",)

    def __init__(
        self, parts: Iterable[Operand], lengths: Sequence[int], value: Value, other: Value
    ) -> None:
        line = list(parts)
        fit = sum(lengths) + len(lengths) - 1 <= len(line)  # else no automaton is large enough
        super().__init__(line, *(_automaton(lengths, value, other) if fit else ({}, 0, ())))
        self.lengths = list(lengths)

    def __str__(self) -> str:
        return f"runs({', '.join(map(str, self.parts))}: {', '.join(map(str, self.lengths))})"


def _automaton(lengths: Sequence[int], value: Value, other: Value) -> tuple[Any, ...]:
    """The automaton of runs of a value, as long as these, with another value between them."""
    moves: dict[tuple[Value, Value], Value] = {}
    state = 0
    for number, length in enumerate(lengths):
        moves[state, other] = state
        for _ in range(length):
            moves[state, value] = state = state + 1
        if number + 1 < len(lengths):
            moves[state, other] = state = state + 1
    moves[state, other] = state
    return moves, 0, (state,)


class VisibleCount(Function):
    """How many of a line are seen from its beginning: those larger than all before them."""

    __slots__ = ()

    def __init__(self, parts: Iterable[Operand]) -> None:
        super().__init__("visible", _seen, map(numeric, parts))

    def compare(self, compiler: Compiler, symbol: str, number: Operand) -> bool:
        """How many are seen against a number that is known, as one constraint."""
        if not isinstance(number, int) or compiler.is_conditional:
            return False
        scope = [compiler.part(part) for part in self.parts]
        step = {"<": -1, ">": 1}.get(symbol, 0)
        relation = symbol + "=" if step else symbol
        compiler.emit(
            scope,
            lambda _, at, label: (line_rules.Visible(at, label, relation, number + step),),
        )
        return True

    def compiled(self, compiler: Compiler) -> Variable:
        """Running maxima, and what each adds to the number seen."""
        first, *rest = map(compiler.part, self.parts)
        highest, seen = first, compiler.new("seen at first", (1,))
        for part in rest:
            rows = [
                (top, here, count, max(top, here), count + (here > top))
                for top in compiler.allowed[highest]
                for here in compiler.allowed[part]
                for count in compiler.allowed[seen]
            ]
            top = compiler.new(f"the highest up to {part}", sorted({row[3] for row in rows}))
            count = compiler.new(f"seen up to {part}", sorted({row[4] for row in rows}))
            compiler.table((highest, part, seen, top, count), rows)
            highest, seen = top, count
        return seen


def _seen(*heights: int) -> int:
    highest, seen = None, 0
    for height in heights:
        if highest is None or height > highest:
            highest, seen = height, seen + 1
    return seen


def _held(at: int, *among: Any) -> Any:
    """The part at a place; the first where there is none, which another rule forbids."""
    return among[at if 0 <= at < len(among) else 0]


class ElementOf(Function):
    """The part whose place, from 0 on, is the value of the index."""

    __slots__ = ()

    def __init__(self, index: Operand, parts: Iterable[Operand]) -> None:
        super().__init__("element", _held, (index, *parts))

    def compiled(self, compiler: Compiler) -> Variable:
        at, *among = map(compiler.part, self.parts)
        places = [place for place in compiler.allowed[at] if 0 <= place < len(among)]
        compiler.restrict(at, places)
        held = {value: None for place in places for value in compiler.allowed[among[place]]}
        found = compiler.new(str(self), held)

        def make(code: Encoding, scope: Scope, label: str) -> Made:
            codes = tuple(range(len(code.values)))
            index = (code.numbers(1) or (codes,))[0]
            numbers = (index, *(codes,) * (len(scope) - 1))
            return (number_rules.Element(scope, label, numbers),)

        compiler.emit((at, found, *among), make)
        return found


class Lexicographic(Rule):
    """One line of numbers comes before another as words do in a dictionary, or equals it."""

    __slots__ = ("strict",)

    def __init__(self, first: Sequence[Operand], second: Sequence[Operand], strict: bool) -> None:
        if len(first) != len(second):
            raise ValueError(f"found {len(first)} and {len(second)} parts, expected as many")
        super().__init__((*first, *second))
        self.strict = strict

    def value(self, of: Values) -> bool:
        found = [valued(part, of) for part in self.parts]
        half = len(found) // 2
        first, second = found[:half], found[half:]
        return first < second if self.strict else first <= second

    def compile(self, compiler: Compiler) -> None:
        scope = [compiler.part(part) for part in self.parts]
        if all(part.is_numeric for part in scope):
            strict = self.strict
            compiler.emit(scope, lambda _, at, label: (line_rules.Lex(at, label, strict),))
        elif compiler.is_conditional:  # nothing would determine the variables of its parts
            compiler.tabulate(self)
        else:
            self._take_apart(compiler)

    def _take_apart(self, compiler: Compiler) -> None:
        """Whether they are equal up to each place; there the first may not be larger."""
        half = len(self.parts) // 2
        equal = compiler.new("equal at first", (True,))
        for left, right in zip(self.parts[:half], self.parts[half:], strict=True):
            one, other = compiler.part(left), compiler.part(right)
            rows = [
                (before, a, b, before and a == b)
                for before in compiler.allowed[equal]
                for a in compiler.allowed[one]
                for b in compiler.allowed[other]
                if not before or a <= b
            ]
            after = compiler.new(f"equal up to {one}", (False, True))
            compiler.table((equal, one, other, after), rows)
            equal = after
        if self.strict:
            compiler.restrict(equal, (False,))

    def __str__(self) -> str:
        half, sign = len(self.parts) // 2, "<" if self.strict else "<="
        sides = (self.parts[:half], self.parts[half:])
        return f" {sign} ".join(f"({', '.join(map(str, side))})" for side in sides)


__all__ = [
    "ROWS",
    "Different",
    "ElementOf",
    "Lexicographic",
    "Predicate",
    "RegularRule",
    "Rows",
    "Runs",
    "VisibleCount",
]
