"""Random models: every rule, every strategy, objectives and proofs, judged by brute force.

A model is a tree of plain tuples. It's written as Python that states it to Clew, and it's judged
by `meaning`, which evaluates the same tree on raw values and knows nothing of Clew.
"""

from __future__ import annotations

import errno
import operator
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import clew
from clew.core.faces import CSP
from clew.core.result import Run, Status
from clew.model import compiling
from clew.search.auto import AUTO
from clew.search.strategy import Strategy, strategies
from tests.fuzz.running import Check, Skip, without_each

Env = Mapping[str, Any]
Meaning = Callable[[Env], Any]
MOST = 400
"""The most assignments of a model: brute force tries them all, for every case."""
SECONDS = 5.0
"""The most time for a proof: our checker is written to be read, and takes long for large models."""
FEW_PROVEN = 40
"""If there are more answers, only one of them is proven: to prove all takes seconds."""
NODES = 5_000
"""The most nodes of one search: a naive one takes more where rules have variables of their own."""


class Node(NamedTuple):
    """An expression, a rule or a statement: what it is, and its parts."""

    op: str
    args: tuple[Any, ...] = ()


# ------------------------------------------------------------------ as text

INFIX = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
COMPARED = ("==", "!=", "<", "<=", ">", ">=")
NAMED = (
    "all_different", "table", "where", "exactly_one", "regular", "runs", "lexicographic", "circuit",
    "connected", "pieces",
)  # fmt: skip
"""The rules that are methods of a problem."""
RULES = {*COMPARED, "&", "|", "~", "any", "all", "implies", *NAMED}


@cache
def named_rules_nest() -> bool:
    """Tell whether a method such as `all_different` returns its rule, instead of stating it."""
    problem = clew.Problem()
    made: Any = problem.all_different
    return made(list(problem.variables("xy", range(2)).values())) is not None


def listed(parts: Iterable[Any]) -> str:
    return f"[{', '.join(map(written, parts))}]"


def written(node: Any) -> str:
    """Return an expression or a rule as a user writes it."""
    if not isinstance(node, Node):
        return repr(node)
    op, args = node
    if op == "var":
        return str(args[0])
    if op in INFIX or op in ("&", "|"):
        return f"({written(args[0])} {op} {written(args[1])})"
    if op in ("neg", "~"):
        return f"({'-' if op == 'neg' else '~'}{written(args[0])})"
    if op == "abs":
        return f"abs({written(args[0])})"
    if op in ("any", "all", "implies", "exactly_one"):
        return f"p.{op}({', '.join(map(written, args))})"
    if op in ("visible", "digits", "all_different", "circuit"):
        return f"p.{op}({listed(args)})"
    if op == "element":
        return f"p.element({listed(args[1:])}, {written(args[0])})"
    if op == "count":
        return f"p.count({listed(args[1:])}, {args[0]!r})"
    if op == "where":
        return f"p.where({args[0]}, {', '.join(map(written, args[1:]))})"
    if op == "lexicographic":
        first, second, strict = args
        return f"p.lexicographic({listed(first)}, {listed(second)}, strict={strict})"
    if op == "table":
        return f"p.table({listed(args[0])}, {list(args[1])!r})"
    if op == "regular":
        parts, moves, start, accept = args
        return f"p.regular({listed(parts)}, {dict(moves)!r}, {start!r}, {list(accept)!r})"
    if op == "runs":
        parts, lengths, value, other = args
        return f"p.runs({listed(parts)}, {list(lengths)!r}, {value!r}, {other!r})"
    if op == "connected":
        parts, links, value = args
        return f"p.connected({listed(parts)}, {list(links)!r}, value={value!r})"
    if op == "pieces":
        return f"p.pieces({listed(args[0])}, { ({k: list(map(list, v)) for k, v in args[1]})!r})"
    raise ValueError(op)


def stated(node: Node) -> str:
    """Return a statement as a user writes it."""
    if node.op in ("minimise", "maximise"):
        return f"p.{node.op}({written(node.args[0])})"
    if node.op == "given":
        return f"p.given({written(node.args[0])}, {node.args[1]!r})"
    if node.op in NAMED and not named_rules_nest():
        return written(node)
    return f"p.add({written(node)})"


# ------------------------------------------------------------------ as it's meant


def meaning(node: Any) -> Meaning:
    """Return a function of the variables' values: what the expression means, in plain Python."""
    if not isinstance(node, Node):
        return lambda env: node
    op, args = node
    if op == "var":
        name = args[0]
        return lambda env: env[name]
    if op == "where":
        test, parts = eval(args[0]), several(args[1:])
        return lambda env: bool(test(*parts(env)))
    if op == "count":
        value, parts = args[0], several(args[1:])
        return lambda env: sum(each == value for each in parts(env))
    if op == "element":
        index, parts = meaning(args[0]), several(args[1:])
        return lambda env: parts(env)[index(env)]
    if op == "table":
        parts, rows = several(args[0]), args[1]
        return lambda env: any(tuple(parts(env)) == tuple(row) for row in rows)
    if op == "lexicographic":
        first, second, strict = several(args[0]), several(args[1]), args[2]
        return lambda env: first(env) < second(env) if strict else first(env) <= second(env)
    if op == "regular":
        parts, moves, start, accept = several(args[0]), dict(args[1]), args[2], args[3]
        return lambda env: _accepts(parts(env), moves, start, accept)
    if op == "runs":
        parts, lengths, value, other = several(args[0]), list(args[1]), args[2], args[3]
        return lambda env: _in_runs(parts(env), lengths, value, other)
    if op == "connected":
        parts, links, wanted = several(args[0]), args[1], args[2]
        return lambda env: _hang_together(
            [bool(v) if wanted is None else v == wanted for v in parts(env)], links
        )
    if op == "pieces":
        parts, placements = several(args[0]), args[1]
        return lambda env: all(
            {at for at, v in enumerate(parts(env)) if v == piece} in map(set, held)
            for piece, held in placements
        )
    parts = several(args)
    if op in INFIX:
        apply = INFIX[op]
        return lambda env: apply(*parts(env))
    simple: dict[str, Callable[[list[Any]], Any]] = {
        "neg": lambda found: -found[0],
        "abs": lambda found: abs(found[0]),
        "~": lambda found: not found[0],
        "&": all,
        "all": all,
        "|": any,
        "any": any,
        "implies": lambda found: bool(found[1]) if found[0] else True,
        "exactly_one": lambda found: sum(map(bool, found)) == 1,
        "all_different": lambda found: all(
            a != b for at, a in enumerate(found) for b in found[:at]
        ),
        "circuit": _goes_around,
        "visible": lambda found: sum(all(v > w for w in found[:n]) for n, v in enumerate(found)),
        "digits": lambda found: sum(v * 10**n for n, v in enumerate(reversed(found))),
    }
    evaluate = simple[op]
    return lambda env: evaluate(parts(env))


def several(parts: Iterable[Any]) -> Callable[[Env], list[Any]]:
    each = [meaning(part) for part in parts]
    return lambda env: [value(env) for value in each]


def _accepts(word: list[Any], moves: dict[Any, Any], state: Any, accept: Iterable[Any]) -> bool:
    for letter in word:
        if (state, letter) not in moves:
            return False
        state = moves[state, letter]
    return state in accept


def _in_runs(word: list[Any], lengths: list[int], value: Any, other: Any) -> bool:
    if any(letter != value and letter != other for letter in word):
        return False
    text = "".join("#" if letter == value else "." for letter in word)
    return [len(run) for run in text.split(".") if run] == lengths


def _hang_together(chosen: list[bool], links: Iterable[tuple[int, int]]) -> bool:
    group = {place: place for place, held in enumerate(chosen) if held}
    for _ in group:
        for a, b in links:
            if a in group and b in group:
                group[a] = group[b] = min(group[a], group[b])
    return len(set(group.values())) <= 1


def _goes_around(after: list[Any]) -> bool:
    place, seen = 0, []
    while place not in seen:
        if place not in range(len(after)):
            return False
        seen.append(place)
        place = after[place]
    return place == 0 and len(seen) == len(after)


def nodes_in(node: Any) -> Iterator[Node]:
    """Yield the node and those in it."""
    if isinstance(node, Node):
        yield node
        for arg in node.args:
            yield from nodes_in(arg)
    elif isinstance(node, tuple):
        for arg in node:
            yield from nodes_in(arg)


def used_in(node: Any) -> Iterator[Node]:
    """Yield the node and those in it, without those that are multiplied by 0."""
    if isinstance(node, Node):
        yield node
        if node.op == "*" and any(arg.__class__ is int and arg == 0 for arg in node.args):
            return
    for arg in node.args if isinstance(node, Node) else node if isinstance(node, tuple) else ():
        yield from used_in(arg)


# ------------------------------------------------------------------ drawing a model

DOMAINS: tuple[tuple[Any, ...], ...] = (
    (0, 1), (0, 1, 2), (1, 2, 3, 4), (-3, -1, 0, 2), (5, 70, 300), (-2, -1), (7,), (2, 1, 0),
    (False, True), (-1000000, 0, 999), (0, 63, 64, 65), (1, 0), (10**12, 0, 3),
)  # fmt: skip
WORDS: tuple[tuple[Any, ...], ...] = (
    ("red", "green", "blue"), ("", "a"), ("b", "a"), ("x", 1, None), ((0, 1), (1, 0)), ("1", 1),
    ("é", "²", "a b"), (1.5, 2),
)  # fmt: skip
LONG = (tuple(range(-9, 66)), tuple(range(70)), tuple(range(0, 700, 9)), tuple(range(64)))
FUNCTIONS = {
    1: ("lambda a: a != 1", "lambda a: str(a) > '0'", "lambda a: bool(a)"),
    2: ("lambda a, b: str(a) <= str(b)", "lambda a, b: a != b or a == 0", "lambda a, b: a == b"),
    3: ("lambda a, b, c: len({a, b, c}) == 2", "lambda a, b, c: str(a) + str(b) != str(c)"),
}
NUMERIC_FUNCTIONS = {
    1: ("lambda a: a % 2 == 1", "lambda a: a > 0"),
    2: ("lambda a, b: a * b > 3", "lambda a, b: (a - b) % 3 == 1", "lambda a, b: max(a, b) < 3"),
    3: ("lambda a, b, c: (a * b + c) % 3 == 1", "lambda a, b, c: min(a, b) <= c"),
}
NUMBERS = ("+", "-", "*", "//", "%", "**", "neg", "abs", "count", "element", "visible", "digits",
           "rule", "leaf", "leaf", "leaf")  # fmt: skip
SHAPES = (*("compare",) * 4, "&", "|", "~", "any", "all", "implies")


class Draw:
    """Draws expressions and rules over some variables, each model with its own taste."""

    def __init__(self, rng: Random, variables: tuple[tuple[str, tuple[Any, ...]], ...]) -> None:
        self.rng, self.domains = rng, dict(variables)
        self.names = list(self.domains)
        self.numeric = [
            name for name, values in variables if all(isinstance(v, int) for v in values)
        ]
        every = (*NUMBERS, *SHAPES, *NAMED, *COMPARED)
        self.weight = {op: rng.random() ** 3 + 0.01 for op in every}
        self.repeats = rng.random() < 0.4

    def pick(self, ops: Iterable[str]) -> str:
        known = list(ops)
        return self.rng.choices(known, [self.weight[op] for op in known])[0]

    def var(self, numeric: bool = False) -> Node:
        return Node("var", (self.rng.choice(self.numeric if numeric else self.names),))

    def some(self, least: int, most: int, numeric: bool = False) -> tuple[Node, ...]:
        """A few variables; one may come twice where this model repeats them."""
        names = self.numeric if numeric else self.names
        size = self.rng.randint(least, most)
        if self.repeats or size > len(names):
            return tuple(Node("var", (self.rng.choice(names),)) for _ in range(size))
        return tuple(Node("var", (name,)) for name in self.rng.sample(names, size))

    def value(self, of: Iterable[Node] = ()) -> Any:
        """A value of a variable, or nearly one."""
        names = [node.args[0] for node in of if node.op == "var"] or self.names
        return self.rng.choice(self.domains[self.rng.choice(names)])

    def constant(self) -> int:
        near = [v for name in self.numeric for v in self.domains[name]]
        return int(self.rng.choice([-7, -2, -1, 0, 1, 2, 3, 5, *near, *near]))

    def number(self, depth: int) -> Node:
        """An expression that has a number for its value, and holds a variable."""
        rng, op = self.rng, self.pick(NUMBERS) if depth > 0 else "leaf"
        if op == "rule":
            return self.rule(depth - 1)
        if not self.numeric:
            return (
                Node("count", (self.value(), *self.some(1, 3))) if op == "count" else self.rule(0)
            )
        if op == "leaf":
            return self.var(numeric=True)
        if op in ("neg", "abs"):
            return Node(op, (self.number(depth - 1),))
        if op in ("//", "%"):
            return Node(op, (self.number(depth - 1), rng.choice([-3, -1, 1, 2, 3, 7])))
        if op == "**":
            return Node(op, (self.number(depth - 1), rng.choice([0, 1, 2, 3])))
        if op == "count":
            return Node(op, (self.value(), *self.some(1, 4)))
        if op == "element":
            values = self.some(1, 3, numeric=True)
            return Node(op, (self.number(depth - 2), *values))
        if op in ("visible", "digits"):
            parts = [self.var(numeric=True) for _ in range(rng.randint(1, 4))]
            return Node(
                op, tuple(self.number(depth - 2) if rng.random() < 0.2 else part for part in parts)
            )
        left: Any = self.number(depth - 1)
        right: Any = self.number(depth - 1) if rng.random() < 0.7 else self.constant()
        return Node(op, (right, left) if rng.random() < 0.2 else (left, right))

    def rule(self, depth: int) -> Node:
        rng = self.rng
        op = self.pick(SHAPES) if depth > 0 else "compare"
        if depth > 0 and named_rules_nest() and rng.random() < 0.25:
            return self.named(depth - 1)
        if op == "compare":
            return self.comparison(depth)
        if op == "~":
            return Node(op, (self.rule(depth - 1),))
        if op in ("&", "|", "implies"):
            return Node(op, (self.rule(depth - 1), self.rule(depth - 1)))
        return Node(op, tuple(self.rule(depth - 1) for _ in range(rng.randint(1, 3))))

    def comparison(self, depth: int) -> Node:
        rng, op = self.rng, self.pick(COMPARED)
        if not self.numeric or rng.random() < 0.15:
            one = self.var()
            other: Any = self.var() if rng.random() < 0.4 else self.value([one])
            return Node("==" if op in ("==", "<=", ">=") else "!=", (one, other))
        left: Any = self.number(depth)
        right: Any = self.number(depth - 1) if rng.random() < 0.4 else self.constant()
        return Node(op, (right, left) if rng.random() < 0.1 else (left, right))

    def named(self, depth: int) -> Node:
        """A rule that is a method."""
        rng, op = self.rng, self.pick(NAMED)
        texts = [n for n, values in self.domains.items() if all(isinstance(v, str) for v in values)]
        if op == "lexicographic" and texts and rng.random() < 0.5:
            sides = tuple(
                tuple(Node("var", (rng.choice(texts),)) for _ in range(2)) for _ in range(2)
            )
            return Node(op, (*sides, rng.random() < 0.5))
        if op in ("lexicographic", "circuit") and not self.numeric:
            op = "all_different"
        if op == "exactly_one":
            return Node(op, tuple(self.rule(depth) for _ in range(rng.randint(1, 4))))
        if op == "all_different":
            if self.numeric and rng.random() < 0.3:
                return Node(op, tuple(self.number(1) for _ in range(rng.randint(2, 3))))
            return Node(op, self.some(1, 4))
        if op == "circuit":
            return Node(op, self.some(1, 4, numeric=True))
        if op == "lexicographic":
            size = rng.randint(1, 3)
            sides = (self.some(size, size, True), self.some(size, size, True))
            return Node(op, (*sides, rng.random() < 0.5))
        if op == "where":
            known = NUMERIC_FUNCTIONS if self.numeric and rng.random() < 0.6 else FUNCTIONS
            size = rng.randint(1, 3)
            parts = self.some(size, size, known is NUMERIC_FUNCTIONS)
            return Node(op, (rng.choice(known[size]), *parts))
        parts = self.some(1, 4)
        if op == "table":
            rows = [tuple(self.value([part]) for part in parts) for _ in range(rng.randint(0, 8))]
            if rng.random() < 0.2:
                rows.append(tuple(self.value() for _ in parts))
            return Node(op, (parts, tuple(dict.fromkeys(rows))))
        if op == "regular":
            letters = list(dict.fromkeys(self.value([part]) for part in parts for _ in range(4)))
            moves = tuple(
                ((state, letter), rng.choice("abc"))
                for state in "abc"
                for letter in letters
                if rng.random() < 0.7
            )
            return Node(op, (parts, moves, "a", tuple(rng.sample("abc", rng.randint(0, 2)))))
        if op == "runs":
            lengths = tuple(rng.randint(1, 2) for _ in range(rng.randint(0, 2)))
            value, other = self.value(parts), self.value(parts)
            if value == other:
                other = "none of these"
            return Node(op, (parts, lengths, value, other))
        places = range(len(parts))
        if op == "connected":
            links = tuple((a, b) for a in places for b in range(a) if rng.random() < 0.5)
            return Node(op, (parts, links, self.value(parts) if rng.random() < 0.5 else None))
        pieces = dict.fromkeys(self.value(parts) for _ in range(rng.randint(1, 2)))

        def held() -> tuple[tuple[int, ...], ...]:
            some = range(rng.randint(1, 3))
            return tuple(tuple(at for at in places if rng.random() < 0.5) for _ in some)

        return Node(op, (parts, tuple((piece, held()) for piece in pieces)))


def make(rng: Random) -> Model:
    """Draw a model."""
    variables: list[tuple[str, tuple[Any, ...]]] = []
    worded, size = rng.random() < 0.25, 1
    for name in "xyzuv"[: rng.choice([1, 2, 3, 3, 3, 4, 4, 5])]:
        long = rng.random() < 0.04
        values = rng.choice(LONG if long else WORDS if worded and rng.random() < 0.6 else DOMAINS)
        if variables and rng.random() < 0.4:
            values = variables[-1][1]
        if size * len(values) > MOST:
            values = values[:2]
        if size * len(values) > MOST:
            break
        size *= len(values)
        variables.append((name, values))
    if rng.random() < 0.08:
        return cover(rng)
    draw = Draw(rng, tuple(variables))
    statements: list[Node] = []
    depth = rng.choice([0, 1, 1, 2, 2, 3])
    for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
        statements.append(draw.named(depth) if rng.random() < 0.45 else draw.rule(depth))
    if rng.random() < 0.15:
        given = draw.var()
        statements.append(Node("given", (given, draw.value([given]))))
    if rng.random() < 0.3 and draw.numeric:
        aim = rng.choice(["minimise", "maximise"])
        statements.append(Node(aim, (draw.number(rng.choice([0, 1, 2])),)))
    rows = rng.choice([(4_096, 50_000), (0, 50_000), (30, 50_000), (0, 6)])
    return Model(tuple(variables), tuple(statements), rows, rng.randrange(1 << 30))


def cover(rng: Random) -> Model:
    """Draw an exact cover: of some literals just one holds, or at most one."""
    values = rng.choice([(0, 1), (1, 0), (0, 1, 2), (False, True)])
    names = "abcdef"[: rng.randint(2, 6 if len(values) == 2 else 4)]
    statements: list[Node] = []
    for _ in range(rng.randint(1, 4)):
        some = rng.sample(names, rng.randint(1, len(names)))
        literals = [Node("==", (Node("var", (name,)), rng.choice(values))) for name in some]
        if rng.random() < 0.6:
            statements.append(Node("exactly_one", tuple(literals)))
        else:
            total: Any = literals[0]
            for each in literals[1:]:
                total = Node("+", (total, each))
            statements.append(Node(rng.choice(["<=", "==", "<"]), (Node("+", (total, 0)), 1)))
    variables = tuple((name, values) for name in names)
    rows = rng.choice([(4_096, 50_000), (0, 50_000), (0, 50_000)])
    return Model(variables, tuple(statements), rows, rng.randrange(1 << 30))


# ------------------------------------------------------------------ the checks

REFUSALS = ("has no variables", "no variable can be", "use an expression with variables in it")
"""What Clew may refuse: a rule that says nothing of any variable."""


def options_of(kind: type[Strategy], rng: Random) -> dict[str, Any]:
    """Draw options of a strategy."""
    found: dict[str, Any] = {}
    for option in fields(kind):
        if rng.random() < 0.35:
            continue
        if choices := option.metadata.get("choices"):
            found[option.name] = rng.choice(choices)
        elif isinstance(option.default, int):
            small = [1, 2] if option.name == "threads" else [0, 1, 2, 5, 30, 100]
            found[option.name] = rng.choice(small)
    for name in ("steps", "playouts"):  # the defaults are long
        if any(option.name == name for option in fields(kind)):
            found.setdefault(name, rng.choice([1, 20, 200]))
    return found


def sampled(kind: type[Strategy], seed: Any, times: int = 1) -> list[Strategy]:
    """Draw several strategies of a kind, the same ones for the same seed."""
    rng = Random(f"{seed} {kind.name}")
    each = [kind(**options_of(kind, rng)) for _ in range(times)]
    return list(dict.fromkeys(each))


@dataclass(frozen=True)
class Model:
    """Variables and statements; how many rows tables may have; and what options are drawn by."""

    variables: tuple[tuple[str, tuple[Any, ...]], ...]
    statements: tuple[Node, ...]
    rows: tuple[int, int]
    seed: int

    # -------------------------------------------------------------- what's stated and meant

    @property
    def objective(self) -> Node | None:
        return next((s for s in self.statements if s.op in ("minimise", "maximise")), None)

    def lines(self) -> list[str]:
        """The statements as a user writes them."""
        return [
            "p = clew.Problem()",
            *(f"{name} = p.variable({name!r}, {list(v)!r})" for name, v in self.variables),
            *map(stated, self.statements),
        ]

    def build(self) -> clew.Problem:
        """State it to Clew; Skip if that is refused with reason."""
        compiling.FEW_ROWS, compiling.ROWS = self.rows
        namespace: dict[str, Any] = {"clew": clew}
        try:
            exec("\n".join(self.lines()), namespace)
        except (clew.ClewError, TypeError, ValueError) as error:
            for reason in REFUSALS:
                if reason in str(error) and "\n" not in str(error):
                    raise Skip(reason) from None
            raise
        problem: clew.Problem = namespace["p"]
        return problem

    @cached_property
    def allowed(self) -> list[tuple[Any, ...]]:
        """The assignments that obey every rule."""
        names = [name for name, _ in self.variables]
        tests = [self._test(each) for each in self.statements]
        found = []
        for values in product(*(values for _, values in self.variables)):
            env = dict(zip(names, values, strict=True))
            if all(test(env) for test in tests):
                found.append(values)
        return found

    @staticmethod
    def _test(statement: Node) -> Meaning:
        """What a statement asks of the values; the index of each `element` must be a place."""
        indices = [
            (meaning(node.args[0]), len(node.args) - 1)
            for node in reversed(list(used_in(statement)))  # an index may hold others
            if node.op == "element"
        ]
        if statement.op in ("minimise", "maximise"):
            return lambda env: _are_places(indices, env)
        rule = Node("==", statement.args) if statement.op == "given" else statement
        holds = meaning(rule)
        if not indices:
            return holds
        return lambda env: _are_places(indices, env) and holds(env)

    def cost(self, values: tuple[Any, ...]) -> Any:
        assert self.objective is not None
        env = dict(zip([name for name, _ in self.variables], values, strict=True))
        return meaning(self.objective.args[0])(env)

    @cached_property
    def expected(self) -> list[tuple[Any, ...]]:
        """The answers: of those allowed the best, if one is sought."""
        if self.objective is None or not self.allowed:
            return self.allowed
        choose = min if self.objective.op == "minimise" else max
        best = choose(map(self.cost, self.allowed))
        return [values for values in self.allowed if self.cost(values) == best]

    # -------------------------------------------------------------- what's checked

    def checks(self) -> Iterator[Check]:
        try:
            problem = self.build()
        except Exception as error:
            refused = error

            def again() -> str:
                raise refused

            yield "state", again
            return
        yield "state", lambda: ""
        yield "check", lambda: self._check(problem)
        yield AUTO, lambda: self._search(problem, AUTO)
        twins: list[Strategy] = []
        for kind in strategies().values():
            if kind.face in (CSP, clew.StateSpace) or kind.name == "linear":
                for each in sampled(kind, self.seed, 2 if kind.name == "backtracking" else 1):
                    yield each.spelling, lambda each=each: self._search(problem, each)  # type: ignore[misc]
                    twins += [each] if hasattr(each, "readable") else []
        twin = Random(self.seed).choice(twins)
        yield f"twin:{twin}", lambda: self._twin(problem, twin)
        yield "count", lambda: self._count(problem)
        yield "unique", lambda: self._unique(problem)
        yield "limit", lambda: self._limit(problem)
        yield "proof", lambda: self._proof(problem)

    def _values(self, answer: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(answer[name] for name, _ in self.variables)

    def _compare(self, found: list[tuple[Any, ...]], whole: bool) -> str:
        """Return what's wrong with some answers, which may have to be all."""
        wanted = sorted(map(repr, self.expected))
        got = sorted(map(repr, found))
        if len(set(got)) != len(got):
            return f"found an answer twice: {found}"
        if wrong := set(got) - set(wanted):
            return f"found {sorted(wrong)[:3]}, expected only {wanted[:3]} and {len(wanted)} in all"
        if whole and got != wanted:
            missing = sorted(set(wanted) - set(got))
            return f"found {len(got)} answers, expected {len(wanted)}: {missing[:3]} is missing"
        return ""

    def _search(self, problem: clew.Problem, strategy: str | Strategy) -> str:
        """Every answer by a strategy, and what it says of its end."""
        search: clew.Search[Any] = clew.Search(problem, strategy)
        complete = getattr(strategy, "complete", True)
        strong = strategy == AUTO or getattr(strategy, "level", 0) >= 100
        search.run.max_nodes = (10 * NODES if strong else NODES) if complete else 500
        if getattr(strategy, "name", "") == "pseudo-boolean":  # its models can be large
            search.run.max_seconds = SECONDS
        try:
            found = [self._values(answer) for answer in search]
        except clew.Unsuited as error:
            if strategy == AUTO:
                raise
            raise Skip("unsuited") from error
        whole = search.status is Status.COMPLETE
        if search.reason in ("nodes", "seconds") and complete:
            raise Skip(f"stopped by {search.reason}")
        if complete and not whole and search.reason != "depth":
            return f"ended as {search.status.value}: {search.reason}"
        if not whole and self.objective is not None:
            return "" if not set(found) - set(self.allowed) else f"found {found}"
        said = self._compare(found, whole)
        if not said and whole and self.objective is not None and found:
            best = self.cost(self.expected[0])
            if search.result.best != best:
                return f"found the best to be {search.result.best}, expected {best}"
        if not said and whole and not found and not search.why:
            return "no reason why there is no answer"
        return said

    def _twin(self, problem: clew.Problem, strategy: Any) -> str:
        """The kernel and its readable twin agree: answers, their order, and all counts."""
        csp = problem.csp()
        if strategy.rank(csp) is None:
            raise Skip("unsuited")
        runs = Run(max_nodes=NODES), Run(max_nodes=NODES)
        ways = [
            until_stopped(strategy(csp, runs[0])),
            until_stopped(strategy.readable(csp, runs[1])),
        ]
        if strategy.name == "learning" and max(run.stats.nodes for run in runs) < NODES:
            return "" if set(ways[0]) == set(ways[1]) else f"found {ways[0]} and {ways[1]}"
        if strategy.name == "learning":
            raise Skip("too many nodes")
        if ways[0] != ways[1]:
            return f"found {ways[0]} by the kernel, {ways[1]} by its twin"
        counted = [replace(run.stats, seconds=0.0) for run in runs]
        return "" if counted[0] == counted[1] else f"counted {counted[0]}, the twin {counted[1]}"

    def _check(self, problem: clew.Problem) -> str:
        """The problem's own judge agrees with brute force on some assignments."""
        rng = Random(self.seed)
        names, allowed = [name for name, _ in self.variables], set(map(repr, self.allowed))
        for _ in range(20):
            values = tuple(rng.choice(values) for _, values in self.variables)
            broken = problem.check(clew.Solution(zip(names, values, strict=True)))
            if bool(broken) == (repr(values) in allowed):
                return f"found {broken} broken by {values}, expected it to be {not broken}"
        return ""

    def _count(self, problem: clew.Problem) -> str:
        found = clew.count(problem)
        return "" if found == len(self.expected) else f"counted {found}, not {len(self.expected)}"

    def _unique(self, problem: clew.Problem) -> str:
        found = clew.is_unique(problem)
        return "" if found == (len(self.expected) == 1) else f"found unique={found}"

    def _limit(self, problem: clew.Problem) -> str:
        """A search with a limit gives right answers, and claims nothing it hasn't searched."""
        strategy = sampled(strategies()["backtracking"], self.seed)[0]
        run = Run(max_nodes=self.seed % 12)
        search = clew.Search(problem, strategy, run)
        found = [self._values(answer) for answer in search]
        if search.status is not Status.COMPLETE and self.objective is not None:
            return "" if not set(found) - set(self.allowed) else f"found {found}"
        return self._compare(found, search.status is Status.COMPLETE)

    def _proof(self, problem: clew.Problem) -> str:
        """A proof is written, our checker accepts it, and it proves what is true."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "a.pbp"
            few = len(self.expected) <= FEW_PROVEN
            most = None if self.objective is None and few else 1
            try:
                result = clew.solve(problem, proof=file, max_solutions=most, max_seconds=SECONDS)
            except clew.Unsuited as error:
                raise Skip("unsuited") from error
            except OSError as error:
                if error.errno != errno.EFBIG:  # the fuzzer's own limit on files
                    raise
                raise Skip("the proof is larger than a file may be") from error
            if result.status is Status.STOPPED:
                raise Skip(f"stopped by {result.reason}")
            said = self._compare([self._values(a) for a in result.solutions], most is None)
            if said:
                return said
            if not file.exists():
                return "no proof was written"
            proven = clew.check_proof(problem, file)
            left = sorted(each.name for each in Path(folder).iterdir())
            if len(left) > 2:
                return f"found the files {left}"
        said = self._compare([self._values(a) for a in proven.solutions], False)
        if not said and self.objective is None and len(proven.solutions) != len(result.solutions):
            return f"{len(proven.solutions)} answers are proven, {len(result.solutions)} were found"
        if not said and self.objective is None and most is None and not proven.complete:
            return "the proof doesn't show that there are no other answers"
        if not said and self.objective is not None and self.expected:
            best = self.cost(self.expected[0])
            return "" if proven.best == best else f"proven best {proven.best}, expected {best}"
        return said

    # -------------------------------------------------------------- a failure in a few lines

    def smaller(self) -> Iterator[Model]:
        for kept in without_each(self.statements):
            yield replace(self, statements=kept)
        used = {node.args[0] for node in nodes_in(self.statements) if node.op == "var"}
        for kept in without_each(self.variables, 1):
            if len(kept) + 1 == len(self.variables):
                gone = ({name for name, _ in self.variables} - {name for name, _ in kept}).pop()
                if gone not in used:
                    yield replace(self, variables=kept)
        if self.rows != (4_096, 50_000):
            yield replace(self, rows=(4_096, 50_000))
        for at, statement in enumerate(self.statements):
            for simpler in cut(statement):
                if isinstance(simpler, Node):
                    changed = (*self.statements[:at], simpler, *self.statements[at + 1 :])
                    yield replace(self, statements=changed)
        for at, (name, values) in enumerate(self.variables):
            for fewer in without_each(values, 1):
                changed_variables = (*self.variables[:at], (name, fewer), *self.variables[at + 1 :])
                yield replace(self, variables=changed_variables)

    def snippet(self, check: str) -> str:
        lines = ["import clew", ""]
        if self.rows != (4_096, 50_000):
            lines[1:1] = ["from clew.model import compiling"]
            lines += [f"compiling.FEW_ROWS, compiling.ROWS = {self.rows}"]
        lines += self.lines()
        wanted = f"{sorted(self.expected, key=repr)!r}"
        few = len(self.expected) < 13
        told = f"# expected: {wanted if few else f'{len(self.expected)} answers'}"
        name = check.partition(":")[0]
        if name == "state":
            pass
        elif name == "proof":
            lines += ['clew.solve(p, proof="a.pbp")  # or max_solutions=None, if all are sought',
                      'print(clew.check_proof(p, "a.pbp"))', told]  # fmt: skip
        elif name == "count":
            lines.append(f"assert clew.count(p) == {len(self.expected)}")
        elif name == "unique":
            lines.append(f"assert clew.is_unique(p) is {len(self.expected) == 1}")
        elif name == "twin":
            lines += ["from clew.search.strategy import parse_strategy",
                      f"strategy = parse_strategy({check.partition(':')[2]!r})",
                      "one = list(strategy(p.csp(), clew.Run()))",
                      "assert one == list(strategy.readable(p.csp(), clew.Run()))"]  # fmt: skip
        elif name == "check":
            lines.append(f"# p.check must accept only {sorted(self.allowed, key=repr)!r}")
        else:
            spelled = "backtracking" if name == "limit" else check
            lines.append(f"found = [tuple(each.values()) for each in clew.Search(p, {spelled!r})]")
            right = f"sorted(found, key=repr) == {wanted}"
            lines.append(f"assert {right if few else f'len(found) == {len(self.expected)}'}")
        return "\n".join(lines)


def until_stopped(answers: Iterator[Any]) -> list[Any]:
    """Return the answers up to the end or a limit."""
    found: list[Any] = []
    with suppress(clew.Stopped):
        found.extend(answers)
    return found


def _are_places(indices: Iterable[tuple[Meaning, int]], env: Env) -> bool:
    return all(0 <= index(env) < size for index, size in indices)


def cut(node: Any) -> Iterator[Any]:
    """Yield simpler forms of an expression: a part of it, fewer parts, smaller parts."""
    if isinstance(node, int) and not isinstance(node, bool) and node not in (0, 1):
        yield from (0, 1, node // 2)
    if isinstance(node, Node):
        if node.op == "var":
            return
        for arg in node.args:
            if isinstance(arg, Node):
                yield arg
        if node.op == "table":
            parts, rows = node.args
            for at in range(len(parts)):
                fewer = tuple(dict.fromkeys((*row[:at], *row[at + 1 :]) for row in rows))
                yield Node("table", ((*parts[:at], *parts[at + 1 :]), fewer))
        if node.op in ("any", "all", "exactly_one", "all_different", "visible", "digits"):
            for fewer in without_each(node.args, 1):
                yield Node(node.op, fewer)
        for at, arg in enumerate(node.args):
            for simpler in cut(arg):
                yield Node(node.op, (*node.args[:at], simpler, *node.args[at + 1 :]))
    elif isinstance(node, tuple):
        yield from without_each(node)
        for at, item in enumerate(node):
            for simpler in cut(item):
                yield (*node[:at], simpler, *node[at + 1 :])
