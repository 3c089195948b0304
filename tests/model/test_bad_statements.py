"""Mistakes in users' files: each gets one line with its place, the problem and a fix that works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import clew
from clew.cli.app import app

HEAD = "import clew\nm = clew.Problem()\nx, y, z = m.variables('xyz', range(3)).values()\n"
WALK = "import clew\n@clew.walk(start=3, goal=-1)\ndef w(n):\n"
GRID = "import clew\ng = clew.Grid(3, 3, range(1, 4))\n"
GAME = "import clew\n@clew.game\nclass G:\n    start = 3\n"
FAULTS: dict[str, tuple[str, int, str]] = {
    "an unknown name": (
        f"{HEAD}m['Q']",
        4,
        "there's no variable 'Q': choose from 'x', 'y', 'z'",
    ),
    "an unknown name in a group": (
        f"{HEAD}m.groups('x y, x q')",
        4,
        "there's no variable 'q': choose from 'x', 'y', 'z'",
    ),
    "no values": (
        f"{HEAD}m.variable('v', [])",
        4,
        "variable 'v' has no values: give it at least one, such as range(5)",
    ),
    "unhashable values": (
        f"{HEAD}m.variable('v', [[1], [2]])",
        4,
        "the list [1] can't be a value, because it isn't hashable: use a tuple or a frozenset",
    ),
    "a rule without variables": (
        f"{HEAD}m.all()",
        4,
        "this rule has no variables: give it at least one variable",
    ),
    "all_different without variables": (
        f"{HEAD}m.all_different([])",
        4,
        "the rule all_different() has no variables: give it at least one variable",
    ),
    "if x < y": (
        f"{HEAD}if x < y:\n    pass",
        4,
        "x < y isn't True or False until the puzzle is solved: instead of a < b < c, write (a",
    ),
    "a < b < c": (
        f"{HEAD}m.add(x < y < z)",
        4,
        "x < y isn't True or False until the puzzle is solved: instead of a < b < c, write (a",
    ),
    "x in a list": (
        f"{HEAD}m.add(x in [1, 2])",
        4,
        "x == 1 isn't True or False until the puzzle is solved: instead of a < b < c, write",
    ),
    "x in a set": (
        f"{HEAD}m.add(x in {{1, 2}})",
        4,
        "False isn't a rule, because no variable was compared: write a rule such as x != y;",
    ),
    "a rule that raises": (
        f"{HEAD}m.where(lambda a, b: 1 // a > b, x, y)",
        4,
        "the rule where(x, y) raised ZeroDivisionError",
    ),
    "too many rows": (
        f"{HEAD}m.table([x, y], ((0, n) for n in range(10**7)))",
        4,
        "a table can't have more than 2,000,000 rows: use fewer, or p.where(function, x, y)",
    ),
    "a variable of another problem": (
        f"{HEAD}m.add(clew.Problem().variable('v', [1]) == x)",
        4,
        "the variable v in v == x belongs to another problem: create it with this problem's",
    ),
    "a given of another problem": (
        f"{HEAD}m.given(clew.Problem().variable('v', [1]), 1)",
        4,
        "the variable v belongs to another problem: create it with this problem's",
    ),
    "an aim in another problem": (
        f"{HEAD}m.minimise(clew.Problem().variable('v', [1]))",
        4,
        "the variable v belongs to another problem: create it with this problem's",
    ),
    "minimise of a number": (
        f"{HEAD}m.minimise(3)",
        4,
        "can't minimise 3: use an expression with variables in it",
    ),
    "minimise and then maximise": (
        f"{HEAD}m.minimise(x)\nm.maximise(y)",
        5,
        "this problem already minimises x: combine y with it in one expression",
    ),
    "texts in a line of sight": (
        f"{HEAD}h = m.variable('h', ['hut', 'tower'])\nm.add(m.visible([h]) == 1)",
        5,
        "can't calculate with h, because it can be 'hut': give it only whole numbers as",
    ),
    "minimise of nothing": (f"{HEAD}m.minimise()", 4, "TypeError: Problem.minimise() missing 1"),
    "no variables at all": (
        "import clew\nm = clew.Problem()",
        2,
        "m has no variables: create some with variable(...) or variables(...)",
    ),
    "a syntax error": ("import clew\ndef\n", 2, "invalid syntax"),
    "an import that fails": (
        "import clew\nimport nothing_such",
        2,
        "No module named 'nothing_such'",
    ),
    "sys.exit": (
        "import clew, sys\nsys.exit(0)",
        2,
        "the file called sys.exit(0): let it run to its end",
    ),
    "a function that raises": (f"{WALK}    yield 'a', 6 // (n - 3)", 4, "ZeroDivisionError"),
    "moves that aren't pairs": (
        f"{WALK}    yield n",
        2,
        "3 isn't a move: use pairs of a move and the next state",
    ),
    "moves that are None": (
        f"{WALK}    [('a', 1)]",
        2,
        "the function returned None for the state 3: yield pairs of a move and the next state",
    ),
    "unhashable states": (
        f"{WALK}    yield 'a', [n]",
        2,
        "the list [3] can't be a state, because it isn't hashable: use a tuple or a frozenset",
    ),
    "moves that never end": (
        f"{WALK}    while True:\n        yield 'a', n",
        2,
        "there are more than 100,000 moves from the state 3: the function has to end at some",
    ),
    "a heuristic that raises": (
        "import clew\n@clew.walk(start=3, goal=-1, heuristic=lambda n: 1 // (n - 2))\n"
        "def w(n):\n    yield 'a', n - 1",
        2,
        "ZeroDivisionError",
    ),
    "a game without moves": (
        f"{GAME}    def payoff(self, n):\n        return 0",
        2,
        "the game G has no successors: a game needs start, successors and payoff",
    ),
    "a game that raises": (
        f"{GAME}    def payoff(self, n):\n        return 1 // 0\n"
        "    def successors(self, n):\n        return []",
        6,
        "ZeroDivisionError",
    ),
    "a list of rules": (
        f"{HEAD}m.add([x != y])",
        4,
        "a list isn't a rule: unpack it, as in p.add(*rules)",
    ),
    "names in place of variables": (
        f"{HEAD}m.all_different(['x', 'y'])",
        4,
        "the rule all_different(x, y) has no variables: 'x' is only the name of one, so write",
    ),
    "a number as values": (
        f"{HEAD}m.variable('v', 5)",
        4,
        "5 isn't a list of values: pass several, such as range(5)",
    ),
    "a division": (
        f"{HEAD}m.add(x / y == 1)",
        4,
        "x / y isn't always a whole number: multiply instead, as in x == 2 * y, or use //",
    ),
    "a division by a variable": (
        f"{HEAD}m.add(x % y == 1)",
        4,
        "can't divide by y, because it may be 0: leave 0 out of its values",
    ),
    "a division by an expression": (
        f"{HEAD}m.add(x // (y - 1) == 1)",
        4,
        "can't divide by (y - 1), because it may be 0: divide by a variable d without the value 0",
    ),
    "the largest of nothing": (
        f"{HEAD}m.add(m.max([]) == 1)",
        4,
        "max needs at least one part: pass a list, such as [x, y]",
    ),
    "the largest of a word": (
        f"{HEAD}m.add(m.max(x, 'y') == 1)",
        4,
        "can't calculate with 'y': use a whole number or an expression",
    ),
    "a circuit with too few conditions": (
        f"{HEAD}m.circuit([x, y], optional=[x == 1])",
        4,
        "a circuit of 2 parts can't have 1 condition: pass one for each part",
    ),
    "| without brackets": (
        f"{HEAD}m.add(x == 1 | y == 2)",
        4,
        "& | ~ join rules, and y isn't one: put brackets around each rule, as in (x == 1) |",
    ),
    "~ of a variable": (
        f"{HEAD}m.add(~x)",
        4,
        "& | ~ join rules, and x isn't one: put brackets around each rule, as in (x == 1) |",
    ),
    "a count of an unknown value": (
        f"{HEAD}m.add(m.count([x, y], '1') == 1)",
        4,
        "no variable can be '1': choose from 0, 1, 2",
    ),
    "connected by an unknown value": (
        f"{HEAD}m.connected([x, y], [(0, 1)], value=5)",
        4,
        "no variable can be 5: choose from 0, 1, 2",
    ),
    "a function without a return": (
        f"{HEAD}m.where(lambda a, b: None, x, y)",
        4,
        "the rule where(x, y) always returned None: return True or False",
    ),
    "a function of one without a return": (
        f"{HEAD}m.where(lambda a: None, x)",
        4,
        "the rule where(x) always returned None: return True or False",
    ),
    "a goal without a return": (
        "import clew\n@clew.walk(start=0, goal=lambda n: None)\ndef w(n):\n    yield 'a', n + 1",
        2,
        "the goal function returned None for the state 0: return True or False",
    ),
    "too few givens": (
        f"{GRID}g.fill([1] * 8)",
        3,
        "there are 9 cells, but 8 entries: write one for each",
    ),
    "values with the same symbol": (
        "import clew\ng = clew.Grid(1, 2, ['ant', 'ape'], symbols={'ant': 'a', 'ape': 'a'})",
        2,
        "'ant' and 'ape' have the same symbol 'a': give each value its own",
    ),
    "boxes that don't divide the grid": (
        f"{GRID}g.boxes(2, 3)",
        3,
        "can't divide 3 x 3 cells into 2 x 3 boxes: choose a height and a width that divide 3 rows",
    ),
    "a function among the options": (
        "import clew\ndef w(n):\n    yield 'a', n\nw = clew.walk(w, start=0, goal=1)",
        4,
        "w is in the same brackets as its start: write clew.walk(start=…, goal=…)(w)",
    ),
    "a constant index": (
        f"{HEAD}m.add(m.element([x, y], 5) == 1)",
        4,
        "an element can't have the constant index 5: pass a variable or an expression, or use",
    ),
    "rows that aren't tuples": (
        f"{HEAD}m.table([x, y], [1, 2])",
        4,
        "can't read the rows of a table ('int' object is not iterable): use a list of tuples",
    ),
    "a link to nowhere": (
        f"{HEAD}m.connected([x, y], [(0, 9)])",
        4,
        "(0, 9) doesn't link two of the parts: use pairs of indexes from 0 to 1",
    ),
    "a link that isn't a pair": (
        f"{HEAD}m.connected([x, y], [0])",
        4,
        "0 doesn't link two of the parts: use pairs of indexes from 0 to 1",
    ),
    "links between no parts": (
        f"{HEAD}m.connected([], [(0, 1)])",
        4,
        "(0, 1) doesn't link two of the parts: there are fewer than two parts",
    ),
    **{
        f"a piece at {place}": (
            f"{HEAD}m.pieces([x, y, z], {{1: [[{place}]]}})",
            4,
            f"the piece 1 can't cover {place}: use indexes from 0 to 2",
        )
        for place in ("-1", "3", "'x'", "0.5")
    },
    **{
        f"the placements {given}": (
            f"{HEAD}m.pieces([x, y, z], {given})",
            4,
            f"can't read the {word} {given} as the placements of pieces: map each piece to",
        )
        for given, word in {"[1]": "list", "{1: 0}": "dict", "{1: [0]}": "dict"}.items()
    },
    "a negative power": (
        f"{HEAD}m.add(x**-1 + x == 2)",
        4,
        "x to a negative power isn't a whole number: use an exponent of 0 or more",
    ),
    "a negative power to minimise": (f"{HEAD}m.minimise(x**-1)", 4, "x to a negative power isn't"),
    "a huge power": (
        f"{HEAD}m.add(x**10**9 > 5)",
        4,
        "a power of x can't be larger than 4,096 bits: use a smaller exponent",
    ),
    "a huge power of a sum to minimise": (f"{HEAD}m.minimise((x + y)**10**8)", 4, "a power of (x"),
    "powers of powers": (f"{HEAD}m.add(((x**99)**99)**99 > 5)", 4, "a power of (x ** 99) can't"),
    "a huge product": (
        f"{HEAD}n = x\nfor _ in range(49): n = n * n",
        5,
        "a product can't be larger than 4,096 bits: multiply fewer or smaller numbers",
    ),
    "a huge grid": (
        "import clew\nclew.Grid(10**6, 10**6, [1])",
        2,
        "a grid can't have 1,000,000 x 1,000,000 cells: 1,000,000 is the maximum",
    ),
    "a grid of a string's height": (
        "import clew\nclew.Grid('a', 2, [1])",
        2,
        "a grid can't have a x 2 cells: use whole numbers of rows and columns",
    ),
    **{
        line: (
            f"{HEAD}{line}",
            4,
            f"{given} isn't a list of variables: pass several in a list, such as [x",
        )
        for line, given in {
            "m.all_different(5)": "5",
            "m.table(x, [(1,)])": "x",
            "m.circuit(x)": "x",
            "m.lexicographic(x, [y])": "x",
        }.items()
    },
    "a name as a label": (
        f"{HEAD}m.all_different(x, 'y')",
        4,
        "'y' is the name of a variable, not the variable itself: write p['y'], or label='y'",
    ),
    "groups of a number": (
        f"{HEAD}m.groups(3)",
        4,
        "can't read groups of variables from 3: pass a string, such as 'a b, c d'",
    ),
    "None as a solution": (
        f"{HEAD}m.check(None)",
        4,
        "None can't be a solution: give a value for each variable, by name or in order",
    ),
    **{
        line: (
            f"{HEAD if line[0] in 'mc' else GRID}{line}",
            4 if line[0] in "mc" else 3,
            "can't read None as entries or moves: give a dictionary, a list or a string",
        )
        for line in ("clew.hint(m, None)", "g.fill(None)")
    },
    **{
        line: (f"{GRID}{line}", 3, f"the clue 1 can't be about {given}: pass an expression of")
        for line, given in {
            "g.edge('top', 0, 1, 3)": "3",
            "g.number((0, 0), 1, 3)": "3",
            "g.number((0, 0), 1, None)": "None",
        }.items()
    },
    **{
        f"the mark {mark}": (
            f"{GRID}g.number((0, 0), 1, g[0, 0] + g[0, 1], mark='{mark}')",
            3,
            f"can't write the mark '{mark}': use {{}} once, where the number goes, and no other",
        )
        for mark in ("{} {}", "{}{x}", "{")
    },
    **{
        f"boxes of {size}": (
            f"{GRID}g.boxes({size})",
            3,
            f"boxes can't have {said} cells: use whole numbers of rows and columns, 1 or more",
        )
        for size, said in {"0, 1": "0 x 1", "-1, 3": "-1 x 3", "'a', 1": "a x 1"}.items()
    },
    "a problem called by a list": (
        "import clew\nclew.Problem(['a'])",
        2,
        "a puzzle's name can't be the list ['a']: use a string, such as 'my-puzzle'",
    ),
    "a walk called by a number": (
        "import clew\nclew.walk(start=0, goal=3, name=3)",
        2,
        "a puzzle's name can't be 3: use a string, such as 'my-puzzle'",
    ),
    "a walk of a number": (
        "import clew\nclew.walk(start=0, goal=3)(3)",
        2,
        "3 isn't a function: a walk needs one that yields the moves from a state",
    ),
    "a cage of nothing": (
        f"{GRID}g.cage([], total=3)",
        3,
        "a cage needs cells: pass at least one, such as [(0, 0)]",
    ),
    "a line outside the grid": (
        f"{GRID}g.edge('left', 7, 2)",
        3,
        "there's no row 7: choose from 0 to 2",
    ),
    "too many givens": (
        f"{GRID}g.fill([1] * 20)",
        3,
        "there are 9 cells, but 20 entries: write one for each",
    ),
    "no puzzle": (
        "import clew",
        0,
        "my.py doesn't define any puzzle: add a Problem, a Grid, a walk or a game",
    ),
    "a walk without a start": (
        "import clew\n@clew.walk\ndef w(n):\n    yield 'a', n",
        2,
        "a walk needs a start and a goal: write @clew.walk(start=…, goal=…)",
    ),
    "moves with and without a cost": (
        f"{WALK}    yield 'a', n - 1, 1\n    yield 'b', n - 2",
        2,
        "the move 'b' has no cost, unlike others: give all moves a cost, or none",
    ),
    **{
        f"a cost of {cost}": (
            f"{WALK}    if n: yield 'a', n - 1, {cost}",
            2,
            f"the move 'a' has the cost {said}: use a finite number, 0 or more",
        )
        for cost, said in {
            "-1": "-1",
            "True": "True",
            "'1'": "'1'",
            "float('nan')": "nan",
            "float('inf')": "inf",
        }.items()
    },
    **{
        f"a heuristic of {estimate}": (
            f"import clew\n@clew.walk(start=3, goal=0, heuristic=lambda n: {estimate})\n"
            "def w(n):\n    yield 'a', n - 1",
            2,
            f"the heuristic returned {said} for the state 3: return a number, 0 or more",
        )
        for estimate, said in {"-1": "-1", "'x'": "'x'", "float('nan')": "nan"}.items()
    },
    "a heuristic of 10 at a goal": (
        "import clew\n@clew.walk(start=3, goal=0, heuristic=lambda n: 10)\n"
        "def w(n):\n    yield 'a', n - 1",
        2,
        "the heuristic returned 10 for the goal 0: return 0 for every goal",
    ),
    "a heuristic without a return": (
        "import clew\n@clew.walk(start=3, goal=0, heuristic=lambda n: None)\n"
        "def w(n):\n    yield 'a', n - 1",
        2,
        "the heuristic returned None for the state 3: return a number, 0 or more",
    ),
    "a game that gets stuck": (
        f"{GAME}    def payoff(self, n):\n        return None\n"
        "    def successors(self, n):\n        return [('on', n - 1)] if n else []",
        7,
        "the state 0 has no moves, but its payoff is None: return a move, or a number from",
    ),
    "moves of a game that aren't pairs": (
        f"{GAME}    def payoff(self, n):\n        return None\n"
        "    def successors(self, n):\n        return [n - 1]",
        7,
        "2 isn't a move: use pairs of a move and the next state",
    ),
    "a method without self": (
        f"{GAME}    def payoff(n):\n        return None\n"
        "    def successors(self, n):\n        return []",
        5,
        "payoff() takes 1 positional argument but 2 were given",
    ),
    **{
        f"a payoff of {paid}": (
            f"{GAME}    def payoff(self, n):\n        return {paid} if n == 0 else None\n"
            "    def successors(self, n):\n        return [('on', n - 1)]",
            5,
            f"the payoff at 0 is {said}: return a whole number, such as 1 for a win, or None while",
        )
        for paid, said in {
            "0.5": "0.5",
            "True": "True",
            "False": "False",
            "'1'": "'1'",
            "float('nan')": "nan",
        }.items()
    },
    "stakes of True": (
        f"{GAME}    stakes = True\n    def payoff(self, n):\n        return 1\n"
        "    def successors(self, n):\n        return []",
        2,
        "stakes can't be True: use the largest payoff, as a whole number, or None",
    ),
    "a function of two": (
        "import clew\n@clew.walk(start=(0, 0), goal=(1, 1))\ndef w(x, y):\n    yield 'a', (x, y)",
        2,
        "w() missing 1 required positional argument: 'y': use a function of a state",
    ),
    "a goal of two": (
        "import clew\n@clew.walk(start=(0, 0), goal=lambda x, y: x > y)\n"
        "def w(s):\n    yield 'a', s",
        2,
        "<lambda>() missing 1 required positional argument: 'y': use a function of a state",
    ),
    "show doesn't return a string": (
        "import clew\n@clew.walk(start=0, goal=1, show=lambda n: n)\ndef w(n):\n    yield 'a', 1",
        2,
        "show(1) returned 1: return a string",
    ),
    "moves with the same name": (
        f"{WALK}    yield 'a', n - 1\n    yield 'a', n - 2",
        2,
        "two moves from the state 3 are both called 'a': give each its own name",
    ),
    "moves of a game with the same name": (
        f"{GAME}    def payoff(self, n):\n        return -1 if n <= 0 else None\n"
        "    def successors(self, n):\n        return [('take', n - 1), ('take', n - 2)]",
        7,
        "two moves from the state 3 are both called 'take': give each its own name",
    ),
    "a game that returns no moves": (
        f"{GAME}    def payoff(self, n):\n        return None\n"
        "    def successors(self, n):\n        [('on', n)]",
        7,
        "successors returned None for the state 3: return pairs of a move and the next state",
    ),
    "a strategy without a run": (
        "import clew\n@clew.strategy('s', face=clew.CSP)\ndef s(csp):\n    yield",
        2,
        "s(csp) doesn't take a face and a run: write s(csp, run)",
    ),
    "a face that is a word": (
        "import clew\n@clew.strategy('s', face='space')\ndef s(space, run):\n    yield",
        2,
        "face can't be 'space': use clew.CSP, clew.StateSpace or clew.Game",
    ),
    "an option without a usable default": (
        "import clew\n@clew.strategy('s', face=clew.CSP)\n"
        "def s(csp, run, *, width='a'):\n    yield",
        2,
        "width can't be an option: put it after *, and give it a whole number or a tuple of",
    ),
}


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_solve_with_a_mistake_in_the_file_reports_one_line_with_its_place(
    fault: str, tmp_path: Path
) -> None:
    text, line, expected = FAULTS[fault]
    file, picture = tmp_path / "my.py", tmp_path / "picture.svg"
    file.write_text(f"{text}\n", encoding="utf-8")
    code, output, said = run("solve", str(file), "--svg", str(picture))
    assert (code, output) == (2, "")
    assert said.count("\n") == 1
    assert expected in said
    assert fault.startswith("no ") or f"my.py:{line}: " in said
    assert not picture.exists()


STRATEGY = "import clew\n@clew.strategy('s', face=clew.{})\ndef s(face, run):\n    {}\n"
CALLS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "no yield": (
        STRATEGY.format("StateSpace", "run.visit()"),
        ("solve", "jugs:3,5=4", "--strategy", "s", "--load"),
        "the strategy s returned None: yield each solution that it finds",
    ),
    "a move for the moves": (
        STRATEGY.format("StateSpace", "yield 'go'"),
        ("solve", "jugs:3,5=4", "--strategy", "s", "--load"),
        "the strategy s yielded 'go': yield a tuple of the moves to a goal",
    ),
    "a move for a verdict": (
        STRATEGY.format("Game", "yield 'left'"),
        ("solve", "nim:1,2", "--strategy", "s", "--load"),
        "the strategy s yielded 'left': yield a clew.Verdict",
    ),
    "too few values": (
        STRATEGY.format("CSP", "yield (1, 2)"),
        ("solve", "queens:4", "--strategy", "s", "--load"),
        "the strategy s yielded the tuple (1, 2): yield a tuple with a value for each",
    ),
    **{
        f"an estimate of {estimate}": (
            f"{GAME}    def payoff(self, n):\n        return -1 if n <= 0 else None\n"
            "    def successors(self, n):\n        return [('on', n - 1)]\n"
            f"    def evaluate(self, n):\n        return {estimate}\n",
            ("solve", "--strategy", "deepening"),
            f"the estimate at 3 is {said}: return a number between the payoffs",
        )
        for estimate, said in {"'good'": "'good'", "True": "True", "float('nan')": "nan"}.items()
    },
    "an estimate of nothing": (
        "import clew\n@clew.walk(start=0, goal=5, heuristic=lambda s: None)\n"
        "def w(s):\n    if s < 9: yield 'one', s + 1\n",
        ("audit",),
        "the heuristic returned None for the state 0: return a number, 0 or more",
    ),
    "a cost for some": (
        f"{WALK}    yield 'a', n - 1\n    yield 'b', n - 2, 1\n",
        ("audit",),
        "the move 'b' has a cost, unlike others: give all moves a cost, or none",
    ),
}


@pytest.mark.parametrize("fault", CALLS)
def test_command_with_a_mistake_in_the_file_reports_one_line(fault: str, tmp_path: Path) -> None:
    text, words, expected = CALLS[fault]
    file = tmp_path / "my.py"
    file.write_text(text, encoding="utf-8")
    code, output, said = run(*words, str(file))
    assert (code, output, said.count("\n")) == (2, "", 1)
    assert re.search(rf"my\.py:\d+: {re.escape(expected)}", said)


FIXES = {
    "a list of several rules": (
        "m.add([x != y, y != z])",
        "rules = [x != y, y != z]\nm.add(*rules)",
    ),
    "a number as values": ("m.variable('v', 5)", "m.variable('v', range(5))"),
    "a name in place of a variable": (
        "m.all_different(['x', 'y'])",
        "m.all_different([m['x'], m['y']])",
    ),
    "a name as a label": ("m.all_different(x, 'y')", "m.all_different(x, y, label='y')"),
    "two comparisons": ("m.add(x < y < z)", "m.add((x < y) & (y < z))"),
    "x in a list": ("m.add(x in [1, 2])", "m.add((x == 1) | (x == 2))"),
    "x in a set": ("m.add(x in {1, 2})", "m.add((x == 1) | (x == 2))"),
    "an or": ("m.add(x == 1 or y == 2)", "m.add((x == 1) | (y == 2))"),
    "a maximum": ("m.add(max(x, y) == 2)", "m.add(m.max(x, y) == 2)"),
    "a condition": ("m.add(y == 1 if x > 0 else z == 1)", "m.implies(x > 0, y == 1)"),
    "a list of values": ("m.add(x == [1, 2])", "m.add((x == 1) | (x == 2))"),
    "a division": ("m.add(x / y == 2)", "m.add(x == 2 * y)"),
    "half a variable": ("m.add(x / 2 == 1)", "m.add(x // 2 == 1)"),
    "a division by a variable": (
        "m.add(x % y == 1)",
        "d = m.variable('d', [1, 2])\nm.add(x % d == 1)",
    ),
    "a division by an expression": (
        "m.add(x % (y - 1) == 1)",
        "d = m.variable('d', [-1, 1])\nm.add(d == (y - 1))\nm.add(x % d == 0)",
    ),
    "| without brackets": ("m.add(x == 1 | y == 2)", "m.add((x == 1) | (y == 2))"),
    "~ of a variable": ("m.add(~x)", "m.add(~(x == 1))"),
    "a variable as a rule": ("m.add(x)", "m.add(x == 0)"),
    "a number as a rule": ("m.add(x + y)", "m.add(x + y == 1)"),
    "a variable in place of a list": ("m.circuit(x)", "m.circuit([x, y, z])"),
    "a negative power": ("m.add(x**-1 == 1)", "m.add(x**0 == 1)"),
    "two objectives": ("m.minimise(x)\nm.maximise(y)", "m.minimise(x - y)"),
    "an objective without variables": ("m.minimise(3)", "m.minimise(x + 3)"),
    "a constant index": ("m.add(m.element([x, y], 1) == 1)", "m.add(m.element([x, y], z) == 1)"),
    "a cage without cells": ("g.cage([], total=3)", "g.cage([(0, 0)], total=3)"),
    "boxes that don't fit": ("g.boxes(2, 3)", "g.boxes(1, 3)"),
    "a link outside": ("m.connected([x, y], [(0, 9)])", "m.connected([x, y], [(0, 1)])"),
    "a placement of a number": (
        "m.pieces([x, y, z], {1: 0})",
        "m.pieces([x, y, z], {1: [[0, 1], [1, 2]]})",
    ),
    "a wide row": ("m.table([x, y], [(1, 2, 0)])", "m.table([x, y], [(1, 2)])"),
    "a row of lists": ("m.table([x, y], [[[1], 2]])", "m.table([x, y], [(1, 2)])"),
    "an edge clue of a number": (
        "g.edge('top', 0, 6, 3)",
        "g.edge('top', 0, 6, sum(g.columns[0]))",
    ),
    "unhashable values": ("m.variable('v', [[1], [2]])", "m.variable('v', [(1,), frozenset([2])])"),
    "a name that is taken": ("m.variable('x', range(5))", "m.variable('x2', range(5))"),
    "a setters' clue": ("g.set_clues('thermometer 3-4-5')", "g.set_clues('t3-4-5')"),
    "a number on a thermometer": ("g.set_clues('t3-4-5=2')", "g.set_clues('t3-4-5')"),
    "a diagonal without a number": ("g.set_clues('k0-4-8')", "g.set_clues('k0-4-8=6')"),
}
"""A mistake, and the code that follows the advice of its error."""


@pytest.mark.parametrize("mistake", FIXES)
def test_advice_of_an_error_when_followed_works(mistake: str) -> None:
    wrong, right = FIXES[mistake]
    with pytest.raises((clew.ModelError, TypeError, ValueError)) as error:
        exec(f"{HEAD}{GRID}{wrong}")
    assert "\n" not in str(error.value)
    assert ": " in str(error.value), "no advice"
    names: dict[str, Any] = {}
    exec(f"{HEAD}{GRID}{right}", names)
    assert clew.solve(names["m"], max_nodes=10_000).solutions
    assert clew.solve(names["g"], max_nodes=10_000).solutions


UNUSED = {
    "x > y": "4: x > y is never used: write add(...)",
    "def f(a):\n    a + 1": "5: a + 1 is never used: write add(...)",
    "~m.all_different(x, y)": "4: ~m.all_different(x, y) is never used: write add(...)",
    "m.count([x, y], 1)": "4: m.count([x, y], 1) is never used: write add(...)",
    "m.implies(x == 1, y == 2)": "",
    "m.all_different(x, y, z)": "",
    "kept = x > y": "",
    "m.connected([x, y], [(0, 1)])": "",
}


@pytest.mark.parametrize("line", UNUSED)
def test_solve_with_an_unused_rule_warns_about_it(line: str, tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(f"{HEAD}{line}\n", encoding="utf-8")
    code, _, said = run("solve", str(file), "-q")
    assert code == 0
    expected = f"{file}:{UNUSED[line]}\n" if UNUSED[line] else ""
    assert said == expected


@pytest.mark.parametrize("line", UNUSED)
def test_script_with_an_unused_rule_warns_once(line: str, tmp_path: Path) -> None:
    """Like the test above, but Python runs the file and Clew is only imported."""
    file = tmp_path / "my.py"
    solve = "for _ in range(2): clew.solve(m)\nm.add(x != z)\nclew.solve(m)\n"
    file.write_text(f"{HEAD}{line}\n{solve}", encoding="utf-8")
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=True)
    assert done.stderr == (f"{file}:{UNUSED[line]}\n" if UNUSED[line] else "")


UNOBEYED = {
    "m.add(x == '1')": "nothing obeys x == '1' (my.py:4): x may be 0, 1, 2",
    "m.table([x, y], [(1, 7)])": "nothing obeys table(x, y) (my.py:4): x and y may be 0, 1, 2",
    "m.runs([x, y, z], [2, 2])": "nothing obeys runs(x, y, z: 2, 2) (my.py:4): x and y and z may",
}


@pytest.mark.parametrize("line", UNOBEYED)
def test_solve_with_an_impossible_rule_lists_its_values(line: str, tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(f"{HEAD}{line}\n", encoding="utf-8")
    code, output, _ = run("solve", str(file))
    assert code == 1
    assert UNOBEYED[line] in output


def test_solve_game_without_end_is_a_draw(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    moves = "    def successors(self, n):\n        return [('on', (n + 1) % 5)]\n"
    file.write_text(f"{GAME}{moves}    def payoff(self, n): return None\n", encoding="utf-8")
    code, output, said = run("solve", str(file), "--quiet")
    assert (code, said) == (0, "")
    assert "a draw by repetition: neither can force an end" in output


def test_solve_with_a_printing_file_keeps_standard_output_clean(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(f"{HEAD}print('hello')\n", encoding="utf-8")
    words = [sys.executable, "-m", "clew", "solve", str(file), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{")
    assert "hello" not in done.stdout
    assert done.stderr.startswith("hello\n")
