"""Bad statements: each gets one line that says where, what was found and what was expected."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.app import app

HEAD = "import clew\nm = clew.Problem()\nx, y, z = m.variables('xyz', range(3)).values()\n"
WALK = "import clew\n@clew.walk(start=3, goal=-1)\ndef w(n):\n"
GRID = "import clew\ng = clew.Grid(3, 3, range(1, 4))\n"
GAME = "import clew\n@clew.game\nclass G:\n    start = 3\n"
FAULTS: dict[str, tuple[str, int, str]] = {
    "a name that no variable has": (f"{HEAD}m['Q']", 4, "found the name 'Q', expected one of x, y"),
    "a group with such a name": (f"{HEAD}m.groups('x y, x q')", 4, "found the name 'q', expected"),
    "no values": (f"{HEAD}m.variable('v', [])", 4, "v: found no values, expected at least one"),
    "values that are unhashable": (
        f"{HEAD}m.variable('v', [[1], [2]])",
        4,
        "found the list [1], expected a value that can be",
    ),
    "a rule over no variables": (f"{HEAD}m.all()", 4, "over no variables"),
    "all_different of nothing": (f"{HEAD}m.all_different([])", 4, "over no variables, expected at"),
    "if x < y": (f"{HEAD}if x < y:\n    pass", 4, "found x < y where Python needs True or False"),
    "a < b < c": (f"{HEAD}m.add(x < y < z)", 4, "write a < b < c as two rules"),
    "x in a list": (f"{HEAD}m.add(x in [1, 2])", 4, "x in [1, 2] as (x == 1) | (x == 2)"),
    "x in a set": (f"{HEAD}m.add(x in {{1, 2}})", 4, "found False, because Python compared"),
    "a rule that raises": (
        f"{HEAD}m.where(lambda a, b: 1 // a > b, x, y)",
        4,
        "the rule where(x, y) raised ZeroDivisionError",
    ),
    "too many rows": (
        f"{HEAD}m.table([x, y], ((0, n) for n in range(10**7)))",
        4,
        "found more than 2,000,000 rows",
    ),
    "a variable of another problem": (
        f"{HEAD}m.add(clew.Problem().variable('v', [1]) == x)",
        4,
        "found v of another problem",
    ),
    "a given of another problem": (
        f"{HEAD}m.given(clew.Problem().variable('v', [1]), 1)",
        4,
        "found v of another problem",
    ),
    "an aim in another problem": (
        f"{HEAD}m.minimise(clew.Problem().variable('v', [1]))",
        4,
        "found v of another problem",
    ),
    "minimise of a number": (f"{HEAD}m.minimise(3)", 4, "found 3 to optimise, expected variables"),
    "minimise and then maximise": (
        f"{HEAD}m.minimise(x)\nm.maximise(y)",
        5,
        "found y to optimise after x, expected one",
    ),
    "texts in a line of sight": (
        f"{HEAD}h = m.variable('h', ['hut', 'tower'])\nm.add(m.visible([h]) == 1)",
        5,
        "h may be 'hut', expected whole numbers only",
    ),
    "minimise of nothing": (f"{HEAD}m.minimise()", 4, "TypeError: Problem.minimise() missing 1"),
    "no variables at all": (
        "import clew\nm = clew.Problem()",
        2,
        "m: found no variables, expected",
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
        "found sys.exit(0), expected a file that runs",
    ),
    "a function that raises": (f"{WALK}    yield 'a', 6 // (n - 3)", 4, "ZeroDivisionError"),
    "moves that are no pairs": (
        f"{WALK}    yield n",
        2,
        "found 3 as a move, expected pairs of a move",
    ),
    "no moves but None": (f"{WALK}    [('a', 1)]", 2, "found None for the moves from 3, expected"),
    "states that are unhashable": (
        f"{WALK}    yield 'a', [n]",
        2,
        "found the list [3] as a state, expected one that can be",
    ),
    "moves that never end": (
        f"{WALK}    while True:\n        yield 'a', n",
        2,
        "found more than 100,000 moves from 3, expected",
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
        "found the game G",
    ),
    "a game that raises": (
        f"{GAME}    def payoff(self, n):\n        return 1 // 0\n"
        "    def successors(self, n):\n        return []",
        6,
        "ZeroDivisionError",
    ),
    "a list of rules": (f"{HEAD}m.add([x != y])", 4, "found a list, expected rules: write add(*"),
    "names for variables": (
        f"{HEAD}m.all_different(['x', 'y'])",
        4,
        "the name 'x' is no variable, p['x'] is one",
    ),
    "a number for values": (f"{HEAD}m.variable('v', 5)", 4, "expected several, such as range(5)"),
    "a division": (f"{HEAD}m.add(x / y == 1)", 4, "found x / y, expected // by a whole number, or"),
    "a division by a variable": (f"{HEAD}m.add(x % y == 1)", 4, "found a division by y, expected"),
    "| without brackets": (
        f"{HEAD}m.add(x == 1 | y == 2)",
        4,
        "found y beside & | or ~, expected rules in brackets: (x == 1) | (y == 2)",
    ),
    "~ of a variable": (f"{HEAD}m.add(~x)", 4, "found x beside & | or ~, expected rules in"),
    "a count of no value": (
        f"{HEAD}m.add(m.count([x, y], '1') == 1)",
        4,
        "found the value '1', which no variable has, expected one of 0, 1, 2",
    ),
    "connected by no value": (
        f"{HEAD}m.connected([x, y], [(0, 1)], value=5)",
        4,
        "found the value 5, which no variable has, expected one of 0, 1, 2",
    ),
    "a function without a return": (
        f"{HEAD}m.where(lambda a, b: None, x, y)",
        4,
        "the rule where(x, y) gives None for all values, expected True or False",
    ),
    "such a function of one": (
        f"{HEAD}m.where(lambda a: None, x)",
        4,
        "the rule where(x) gives None for all values, expected True or False",
    ),
    "a goal without a return": (
        "import clew\n@clew.walk(start=0, goal=lambda n: None)\ndef w(n):\n    yield 'a', n + 1",
        2,
        "found None for the goal at 0, expected True or False",
    ),
    "too few givens": (
        f"{GRID}g.fill([1] * 8)",
        3,
        "there are 9 cells, but 8 entries: write one for each",
    ),
    "values written alike": (
        "import clew\ng = clew.Grid(1, 2, ['ant', 'ape'], symbols={'ant': 'a', 'ape': 'a'})",
        2,
        "found the symbol 'a' for 'ant' and 'ape', expected one for each",
    ),
    "a function among the options": (
        "import clew\ndef w(n):\n    yield 'a', n\nw = clew.walk(w, start=0, goal=1)",
        4,
        "found w in the same brackets as its start, expected clew.walk(start=…, goal=…)(w)",
    ),
    "an index that is known": (f"{HEAD}m.add(m.element([x, y], 5) == 1)", 4, "found the index 5"),
    "rows that are none": (f"{HEAD}m.table([x, y], [1, 2])", 4, "found a row that is no row"),
    "a link to nowhere": (f"{HEAD}m.connected([x, y], [(0, 9)])", 4, "found the link (0, 9)"),
    "a link that is no pair": (f"{HEAD}m.connected([x, y], [0])", 4, "found the link 0, expected"),
    "links between no parts": (
        f"{HEAD}m.connected([], [(0, 1)])",
        4,
        "found the link (0, 1), expected two of 0 places, from 0 on",
    ),
    **{
        f"a piece at {place}": (
            f"{HEAD}m.pieces([x, y, z], {{1: [[{place}]]}})",
            4,
            f"the piece 1 can't be at {place}: there are 3 places, from 0 on",
        )
        for place in ("-1", "3", "'x'", "0.5")
    },
    **{
        f"the placements {given}": (
            f"{HEAD}m.pieces([x, y, z], {given})",
            4,
            f"can't read the {word} {given} as the placements of pieces: give each piece a list",
        )
        for given, word in {"[1]": "list", "{1: 0}": "dict", "{1: [0]}": "dict"}.items()
    },
    "a negative power": (
        f"{HEAD}m.add(x**-1 + x == 2)",
        4,
        "x to a negative power isn't a whole number: use an exponent that is 0 or more",
    ),
    "a negative power to minimise": (f"{HEAD}m.minimise(x**-1)", 4, "x to a negative power isn't"),
    "a huge power": (
        f"{HEAD}m.add(x**10**9 > 5)",
        4,
        "a power of x can't have more than 4,096 bits: use a smaller exponent",
    ),
    "a huge power of a sum to minimise": (f"{HEAD}m.minimise((x + y)**10**8)", 4, "a power of (x"),
    "powers of powers": (f"{HEAD}m.add(((x**99)**99)**99 > 5)", 4, "a power of (x ** 99) can't"),
    "a huge product": (
        f"{HEAD}n = x\nfor _ in range(49): n = n * n",
        5,
        "a product can't have more than 4,096 bits: multiply fewer or smaller numbers",
    ),
    "a huge grid": (
        "import clew\nclew.Grid(10**6, 10**6, [1])",
        2,
        "a grid can't have 1,000,000 x 1,000,000 cells: give it 1,000,000 at most",
    ),
    "a grid of texts": (
        "import clew\nclew.Grid('a', 2, [1])",
        2,
        "a grid can't have a x 2 cells: give whole numbers of rows and columns",
    ),
    **{
        line: (f"{HEAD}{line}", 4, f"can't take {given} for several variables: give them in a list")
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
        "'y' is the name of a variable, not the variable: write p['y'], or label='y' for a label",
    ),
    "groups of a number": (
        f"{HEAD}m.groups(3)",
        4,
        "can't read groups of variables from 3: give a text, such as 'a b, c d'",
    ),
    "an answer of None": (
        f"{HEAD}m.check(None)",
        4,
        "None can't be an answer: give a value for each variable, by name or in order",
    ),
    **{
        line: (
            f"{HEAD if line[0] in 'mc' else GRID}{line}",
            4 if line[0] in "mc" else 3,
            "can't read None as entries or moves: give a dictionary, a list or a text",
        )
        for line in ("clew.hint(m, None)", "g.fill(None)")
    },
    **{
        line: (f"{GRID}{line}", 3, f"the clue 1 can't be about {given}: give an expression of")
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
            f"boxes can't have {said} cells: give whole numbers of rows and columns, 1 or more",
        )
        for size, said in {"0, 1": "0 x 1", "-1, 3": "-1 x 3", "'a', 1": "a x 1"}.items()
    },
    "a problem called by a list": (
        "import clew\nclew.Problem(['a'])",
        2,
        "a puzzle can't be called the list ['a']: give a text, such as 'my-puzzle'",
    ),
    "a walk called by a number": (
        "import clew\nclew.walk(start=0, goal=3, name=3)",
        2,
        "a puzzle can't be called 3: give a text, such as 'my-puzzle'",
    ),
    "a walk of a number": (
        "import clew\nclew.walk(start=0, goal=3)(3)",
        2,
        "3 can't list the moves of a walk: give a function of a state",
    ),
    "a cage of nothing": (f"{GRID}g.cage([], total=3)", 3, "found a cage of no cells, expected"),
    "a line that is not there": (f"{GRID}g.edge('left', 7, 2)", 3, "found line 7, expected 0 to 2"),
    "too many givens": (
        f"{GRID}g.fill([1] * 20)",
        3,
        "there are 9 cells, but 20 entries: write one for each",
    ),
    "no puzzle": ("import clew", 0, "found no puzzle, expected a Problem, a Grid, a walk or a"),
    "a walk without a start": (
        "import clew\n@clew.walk\ndef w(n):\n    yield 'a', n",
        2,
        "expected @clew.walk(start=",
    ),
    "moves with and without a cost": (
        f"{WALK}    yield 'a', n - 1, 1\n    yield 'b', n - 2",
        2,
        "found the move 'b' without a cost, unlike others, expected costs for all or for none",
    ),
    **{
        f"a cost of {cost}": (
            f"{WALK}    if n: yield 'a', n - 1, {cost}",
            2,
            f"the move 'a' costs {said}: give a number that is 0 or more",
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
            f"the heuristic is {said} at 3: return a number that is 0 or more",
        )
        for estimate, said in {"-1": "-1", "'x'": "'x'", "float('nan')": "nan"}.items()
    },
    "a heuristic of 10 at a goal": (
        "import clew\n@clew.walk(start=3, goal=0, heuristic=lambda n: 10)\n"
        "def w(n):\n    yield 'a', n - 1",
        2,
        "the heuristic is 10 at the goal 0: return 0 at every goal",
    ),
    "a heuristic that is none": (
        "import clew\n@clew.walk(start=3, goal=0, heuristic=lambda n: None)\n"
        "def w(n):\n    yield 'a', n - 1",
        2,
        "the heuristic is None at 3: return a number that is 0 or more",
    ),
    "a game that gets stuck": (
        f"{GAME}    def payoff(self, n):\n        return None\n"
        "    def successors(self, n):\n        return [('on', n - 1)] if n else []",
        7,
        "found no move at 0, where payoff gives None",
    ),
    "moves of a game that are no pairs": (
        f"{GAME}    def payoff(self, n):\n        return None\n"
        "    def successors(self, n):\n        return [n - 1]",
        7,
        "found 2 as a move, expected pairs of a move",
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
        "the stakes are True: give the greatest payoff, or None",
    ),
    "a function of two": (
        "import clew\n@clew.walk(start=(0, 0), goal=(1, 1))\ndef w(x, y):\n    yield 'a', (x, y)",
        2,
        "found w() missing 1 required positional argument: 'y', expected a function of a state",
    ),
    "a goal of two": (
        "import clew\n@clew.walk(start=(0, 0), goal=lambda x, y: x > y)\n"
        "def w(s):\n    yield 'a', s",
        2,
        "missing 1 required positional argument: 'y', expected a function of a state",
    ),
    "show gives no text": (
        "import clew\n@clew.walk(start=0, goal=1, show=lambda n: n)\ndef w(n):\n    yield 'a', 1",
        2,
        "found 1 to show 1, expected a text",
    ),
    "moves of one name": (
        f"{WALK}    yield 'a', n - 1\n    yield 'a', n - 2",
        2,
        "found two moves from 3 that are called 'a', expected a name for each",
    ),
    "moves of a game of one name": (
        f"{GAME}    def payoff(self, n):\n        return -1 if n <= 0 else None\n"
        "    def successors(self, n):\n        return [('take', n - 1), ('take', n - 2)]",
        7,
        "found two moves from 3 that are called 'take', expected a name for each",
    ),
    "a game that returns no moves": (
        f"{GAME}    def payoff(self, n):\n        return None\n"
        "    def successors(self, n):\n        [('on', n)]",
        7,
        "found None for the moves from 3, expected pairs in a list",
    ),
    **{
        f"an estimate of {estimate}": (
            f"{GAME}    def payoff(self, n):\n        return -1 if n <= 0 else None\n"
            "    def successors(self, n):\n        return [('on', n - 1)]\n"
            f"    def evaluate(self, n):\n        return {estimate}",
            9,
            f"the estimate at 3 is {said}: return a number between the payoffs",
        )
        for estimate, said in {"'good'": "'good'", "True": "True", "float('nan')": "nan"}.items()
    },
    "a strategy without a run": (
        "import clew\n@clew.strategy('s', face=clew.CSP)\ndef s(csp):\n    yield",
        2,
        "found s(csp), expected a function of a face and a run",
    ),
    "a face that is a word": (
        "import clew\n@clew.strategy('s', face='space')\ndef s(space, run):\n    yield",
        2,
        "found face='space', expected clew.CSP or clew.StateSpace or clew.Game",
    ),
    "an option that is no number": (
        "import clew\n@clew.strategy('s', face=clew.CSP)\n"
        "def s(csp, run, *, width='a'):\n    yield",
        2,
        "found the parameter width, expected one after * with a whole number",
    ),
}


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, words)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_one_line_with_its_place(fault: str, tmp_path: Path) -> None:
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
        "found None, expected a yield in it",
    ),
    "a move for the moves": (
        STRATEGY.format("StateSpace", "yield 'go'"),
        ("solve", "jugs:3,5=4", "--strategy", "s", "--load"),
        "found 'go' from the strategy s, expected the moves to a goal, in a tuple",
    ),
    "a move for a verdict": (
        STRATEGY.format("Game", "yield 'left'"),
        ("solve", "nim:1,2", "--strategy", "s", "--load"),
        "found 'left' from the strategy s, expected a clew.Verdict",
    ),
    "too few values": (
        STRATEGY.format("CSP", "yield (1, 2)"),
        ("solve", "queens:4", "--strategy", "s", "--load"),
        "found the tuple (1, 2) from the strategy s, expected a value of its domain for each",
    ),
    "an estimate of nothing": (
        "import clew\n@clew.walk(start=0, goal=5, heuristic=lambda s: None)\n"
        "def w(s):\n    if s < 9: yield 'one', s + 1\n",
        ("audit",),
        "the heuristic is None at 0: return a number that is 0 or more",
    ),
    "a cost for some": (
        f"{WALK}    yield 'a', n - 1\n    yield 'b', n - 2, 1\n",
        ("audit",),
        "found the move 'b' with a cost, unlike others, expected costs for all or for none",
    ),
}


@pytest.mark.parametrize("fault", CALLS)
def test_other_commands_say_it_in_one_line_too(fault: str, tmp_path: Path) -> None:
    text, words, expected = CALLS[fault]
    file = tmp_path / "my.py"
    file.write_text(text, encoding="utf-8")
    code, output, said = run(*words, str(file))
    assert (code, output, said.count("\n")) == (2, "", 1)
    assert f"my.py:2: {expected}" in said


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
def test_a_rule_that_is_not_added_is_told(line: str, tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(f"{HEAD}{line}\n", encoding="utf-8")
    code, _, said = run("solve", str(file), "-q")
    assert code == 0
    expected = f"{file}:{UNUSED[line]}\n" if UNUSED[line] else ""
    assert said == expected


@pytest.mark.parametrize("line", UNUSED)
def test_script_that_drops_a_rule_names_it_once(line: str, tmp_path: Path) -> None:
    """As above, where Python runs the file and Clew is only imported."""
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
def test_a_rule_that_nothing_obeys_is_told_with_its_values(line: str, tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(f"{HEAD}{line}\n", encoding="utf-8")
    code, output, _ = run("solve", str(file))
    assert code == 1
    assert UNOBEYED[line] in output


def test_a_game_that_goes_round(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    moves = "    def successors(self, n):\n        return [('on', (n + 1) % 5)]\n"
    file.write_text(f"{GAME}{moves}    def payoff(self, n): return None\n", encoding="utf-8")
    code, output, said = run("solve", str(file))
    assert (code, said) == (0, "")
    assert "a draw by repetition: neither can force an end" in output


def test_what_a_file_prints_is_no_part_of_the_output(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(f"{HEAD}print('hello')\n", encoding="utf-8")
    words = [sys.executable, "-m", "clew", "solve", str(file), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{")
    assert "hello" not in done.stdout
    assert done.stderr.startswith("hello\n")
