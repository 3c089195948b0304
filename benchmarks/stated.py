"""Many puzzles of eleven kinds, each defined in a few lines, to measure reasons and makers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from clew import Grid, Problem, is_unique, parse
from clew.core.rng import SplitMix64
from clew.generators.recipe import Recipe
from clew.model.expressions import Variable
from clew.model.maker import OwnMaker

Place = tuple[int, int]
Stating = Callable[[dict[str, Variable]], Any]
Said = tuple[str, Stating]
"""A statement of a puzzle, in words and as a rule."""


def cages(size: int, random: Random, most: int) -> Iterator[list[Place]]:
    """Cut a square into cages of up to a number of cells."""
    left = {(row, col) for row in range(size) for col in range(size)}
    while left:
        cage = [min(left)]
        left.remove(cage[0])
        wanted = random.randint(2, most)
        while len(cage) < wanted:
            near = sorted(
                (r + dr, c + dc) for r, c in cage for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            )
            if not (fits := [place for place in near if place in left]):
                break
            cage.append(random.choice(fits))
            left.remove(cage[-1])
        yield cage


def kenken(random: Random) -> Grid:
    size = random.choice([4, 5, 6])
    grid = Grid(size, size, range(1, size + 1), name="kenken")
    grid.latin()
    for cage in cages(size, random, 3):
        if len(cage) == 2 and random.random() < 0.4:
            grid.cage(cage, difference=1)
        else:
            grid.cage(cage, **{random.choice(["total", "product"]): 6})  # type: ignore[arg-type]
    return grid


def killer(random: Random) -> Grid:
    size = random.choice([6, 6, 9])
    grid = Grid(size, size, range(1, size + 1), name="killer")
    grid.latin()
    grid.boxes(*{6: (2, 3), 9: (3, 3)}[size])
    for cage in cages(size, random, 4):
        grid.cage(cage, total=9)
        grid.all_different([grid[place] for place in cage], f"the cage at {grid[cage[0]]}")
    return grid


def towers(random: Random) -> Grid:
    size = random.choice([4, 5])
    grid = Grid(size, size, range(1, size + 1), name="towers")
    grid.latin()
    for side in ("left", "right", "top", "bottom"):
        for line in range(size):
            grid.edge(side, line, 2, grid.visible(grid.line(side, line)))
    return grid


def futoshiki(random: Random) -> Grid:
    size = random.choice([5, 6])
    grid = Grid(size, size, range(1, size + 1), name="order")
    grid.latin()
    base, turn = random.sample(range(size), size), random.sample(range(size), size)
    square = [[(base[r] + turn[c]) % size for c in range(size)] for r in range(size)]
    for row in range(size):
        for col in range(size):
            for r, c in ((row, col + 1), (row + 1, col)):
                if r < size and c < size and random.random() < 0.35:
                    low, high = sorted(((row, col), (r, c)), key=lambda at: square[at[0]][at[1]])
                    grid.add(grid[low] < grid[high])
    return grid


def sudoku(random: Random) -> Grid:
    height = random.choice([2, 3])
    size = 3 * height
    grid = Grid(size, size, range(1, size + 1), name="sudoku")
    grid.latin()
    grid.boxes(height, 3)
    return grid


def kakuro(random: Random) -> Grid:
    """Make a kakuro: runs of different numbers with given sums, in a square with holes."""
    size = 5
    grid = Grid(size, size, range(10), name="kakuro")
    holes = {(random.randrange(size), random.randrange(size)) for _ in range(4)}
    for row in range(size):
        for col in range(size):
            hole = (row, col) in holes
            grid.add(grid[row, col] == 0 if hole else grid[row, col] > 0)
    for across in (True, False):
        for line in range(size):
            run: list[Place] = []
            for at in range(size + 1):
                place = (line, at) if across else (at, line)
                if at < size and place not in holes:
                    run.append(place)
                    continue
                if len(run) > 1:
                    grid.cage(run, total=9, label=f"the run at {grid[run[0]]}")
                    grid.all_different([grid[each] for each in run])
                run = []
    return grid


def magic(random: Random) -> Grid:
    grid = Grid(4, 4, range(1, 17), name="magic")
    grid.all_different(label="each number once")
    lines = [*grid.rows, *grid.columns]
    lines += [[grid[i, i] for i in range(4)], [grid[i, 3 - i] for i in range(4)]]
    names = [f"{word} {n}" for word in ("row", "column") for n in (1, 2, 3, 4)]
    for name, (a, b, c, d) in zip([*names, "one diagonal", "the other"], lines, strict=True):
        grid.add(a + b + c + d == 34, label=name)
    return grid


# ------------------------------------------------------------------ not made by taking clues away


def zebra(random: Random) -> Problem:
    """Make a zebra puzzle: five houses with four attributes each, and clues for one order."""
    things = {
        "colour": ["red", "green", "ivory", "yellow", "blue"],
        "nation": ["the Englishman", "the Spaniard", "the Dane", "the Norwegian", "the Swede"],
        "drink": ["coffee", "tea", "milk", "juice", "water"],
        "pet": ["the dog", "the snail", "the fox", "the horse", "the zebra"],
    }
    house = {
        thing: number
        for among in things.values()
        for thing, number in zip(among, random.sample(range(1, 6), 5), strict=True)
    }
    said: list[Said] = []
    for one in house:
        for other in house:
            if one < other and house[one] == house[other]:
                said.append((f"{one} is where {other} is", _same(one, other)))
            if house[one] + 1 == house[other]:
                said.append((f"{one} is just left of {other}", _left(one, other)))
            if one < other and abs(house[one] - house[other]) == 1:
                said.append((f"{one} is next to {other}", _beside(one, other)))
        if house[one] in (1, 3):
            said.append((f"{one} is in house {house[one]}", _in(one, house[one])))
    random.shuffle(said)

    def stated(clues: list[Said]) -> Problem:
        problem = Problem("zebra")
        at = problem.variables(list(house), range(1, 6))
        for word, among in things.items():
            problem.all_different([at[thing] for thing in among], f"one {word} a house")
        for label, rule in clues:
            problem.add(rule(at), label=label)
        return problem

    for clue in list(said):
        fewer = [each for each in said if each is not clue]
        if _is_unique(stated(fewer)):
            said = fewer
    return stated(said)


def _same(one: str, other: str) -> Stating:
    return lambda at: at[one] == at[other]


def _left(one: str, other: str) -> Stating:
    return lambda at: at[one] + 1 == at[other]


def _beside(one: str, other: str) -> Stating:
    return lambda at: abs(at[one] - at[other]) == 1


def _in(one: str, number: int) -> Stating:
    return lambda at: at[one] == number


def nonogram(random: Random) -> Problem | None:
    size = random.choice([8, 10])
    cells = [[int(random.random() < 0.6) for _ in range(size)] for _ in range(size)]
    lines = [*map(list, zip(*cells, strict=True)), *cells]
    runs = ("".join(map(str, line)).split("0") for line in lines)
    text = "/".join(".".join(str(len(run)) for run in line if run) for line in runs)
    found = parse(f"nonogram:{size}x{size}:{text}")
    return found if _is_unique(found) else None  # type: ignore[return-value]


def minesweeper(random: Random) -> Problem | None:
    size = random.choice([6, 8])
    mines = {(random.randrange(size), random.randrange(size)) for _ in range(size * size // 6)}
    rows = []
    for r in range(size):
        around = [
            sum((r + dr, c + dc) in mines for dr in (-1, 0, 1) for dc in (-1, 0, 1))
            for c in range(size)
        ]
        hidden = [(r, c) in mines or random.random() < 0.35 for c in range(size)]
        rows.append("".join("." if h else str(n) for h, n in zip(hidden, around, strict=True)))
    found = parse(f"minesweeper:{size}x{size}n{len(mines)}:{'/'.join(rows)}")
    return found if _is_unique(found) else None  # type: ignore[return-value]


SUMS = (
    "SEND MORE MONEY",
    "TWO TWO FOUR",
    "EAT THAT APPLE",
    "CROSS ROADS DANGER",
    "BASE BALL GAMES",
    "ODD ODD EVEN",
    "NO GUN HUNT",
    "FORTY TEN TEN SIXTY",
    "SATURN URANUS PLANETS",
    "COCA COLA OASIS",
    "USE LESS KIDDY",
    "BLACK GREEN ORANGE",
    "THIS IS HIS CLAIM",
    "GREEN ORANGE COLORS",
    "SEVEN SEVEN SIX TWENTY",
    "LETS WAVE LATER",
    "HERE SHE COMES",
    "HOCUS POCUS PRESTO",
    "DOUBLE DOUBLE TOIL TROUBLE",
)
"""Lists of words. The last word is the sum of the others."""


def cryptarithm(random: Random) -> Problem | None:
    *added, total = random.choice(SUMS).split()
    problem = Problem("cryptarithm")
    letters = "".join(dict.fromkeys("".join([*added, total])))
    of = problem.variables(letters, range(10))
    problem.all_different(label="letters are different digits")
    for letter in dict.fromkeys(word[0] for word in (*added, total)):
        problem.add(of[letter] > 0, label=f"{letter} is not 0")

    def number(word: str) -> Any:
        return sum(of[letter] * 10**place for place, letter in enumerate(word[::-1]))

    rule: Any = sum(map(number, added)) == number(total)
    problem.add(rule, label=f"{' + '.join(added)} = {total}")
    return problem if _is_unique(problem) else None


def _is_unique(puzzle: Any) -> bool:
    return is_unique(puzzle, max_nodes=200_000)


MADE = (kenken, killer, towers, futoshiki, sudoku, kakuro, magic)
"""The kinds whose clues a maker chooses."""
FOUND = (zebra, nonogram, minesweeper, cryptarithm)
KINDS = {kind.__name__: kind for kind in (*MADE, *FOUND)}


def puzzle(kind: str, seed: int) -> Problem | None:
    """Make a puzzle with one solution, or return None if the seed yields none.

    Every other puzzle is minimal.
    """
    stated: Any = KINDS[kind](Random(seed))
    if stated is None or KINDS[kind] in FOUND:
        return stated  # type: ignore[no-any-return]
    options = (("minimal", "yes"),) if seed % 2 else ()
    recipe = Recipe(stated.name, "", options, seed)
    return OwnMaker(stated).make(recipe, SplitMix64(str(recipe)))


def puzzles(kind: str, wanted: int = 20) -> list[Problem]:
    """Make a number of puzzles of a kind."""
    found = (puzzle(kind, seed) for seed in range(1, 100 * wanted))
    return list(islice((each for each in found if each is not None), wanted))
